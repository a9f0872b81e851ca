//! Hashes of a simulated match, of a scene, and of a session with its script: of every
//! pose of every step, every frame of the sensors, and every ruling. What is played again
//! has the same hashes on every machine.

use crate::geometry::WorldView;
use crate::measure::scene_run::{BoardSession, FrameObserver};
use crate::play::ring_under_test::{FrameConsumer, HostRing, ReportedFallAt, RingUnderTest};
use crate::play::{Equipment, PlayedMatch, TableSetup, play_before};
use crate::scene::Scene;
use crate::scenes;
use crate::sensors::{Noise, NoiseLevel, Sensors};
use crate::session::script::Script;
use crate::session::setup::Setup;
use crate::session::{Mistake, Session};
use core::fmt;
use core::ops::ControlFlow;
use host_core::game::GameArg;
use host_core::sentences::SessionEvent;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::games::kabuto::terms::League;
use rules_core::player::Players;
use rules_core::referee::{AnyGame, Command, CommandError, Question, Waiting};
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::Instant;

/// Hash that is fed piece by piece: FNV-1a with 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hash(u64);

impl Hash {
    const NEW: Self = Self(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Hashes of a simulated match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchHashes {
    /// Hash of the poses of all pieces after every step; of nothing on a grid board.
    poses: Hash,
    /// Hash of all frames of the sensors.
    frames: Hash,
    /// Hash of all rulings, as sentences.
    rulings: Hash,
    /// Number of turns.
    turns: u32,
}

impl fmt::Display for MatchHashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            poses,
            frames,
            rulings,
            turns,
        } = self;
        write!(
            f,
            "poses {:016x} frames {:016x} rulings {:016x} turns {turns}",
            poses.0, frames.0, rulings.0
        )
    }
}

/// Plays a match between simulated players and returns its hashes.
///
/// # Errors
/// [`Mistake`] if the game is unknown, or not played by so many.
pub fn match_hashes(game: &str, players: u8, seed: u32) -> Result<MatchHashes, Mistake> {
    let unknown = || {
        let words = GameArg::alternatives("");
        Mistake(format!("no game is called \"{game}\"; give {words}"))
    };
    let game = GameArg::parse(game).ok_or_else(unknown)?;
    let count = Players::ALL
        .into_iter()
        .find(|count| count.count() == usize::from(players))
        .filter(|count| game.entry().players.contains(count));
    let count = count.ok_or_else(|| {
        let name = game.name();
        Mistake(format!(
            "{name} is not played by {players}; give another number"
        ))
    })?;
    let league = match seed % 2 {
        0 => League::Full,
        _ => League::Junior,
    };
    let table = TableSetup::for_game(game, count, league, u64::from(seed));
    let on = Equipment {
        board: table.title.board(),
        ..Equipment::default()
    };
    let mut ring = HashedRing {
        ring: HostRing::new(on.board),
        poses: Hash::NEW,
        frames: Hash::NEW,
    };
    let played: PlayedMatch = play_before(&table, &on, &mut ring, None);
    let mut rulings = Hash::NEW;
    for line in &played.lines {
        rulings.add(line.as_bytes());
    }
    Ok(MatchHashes {
        poses: ring.poses,
        frames: ring.frames,
        rulings,
        turns: played.turns,
    })
}

/// Ring that judges a match, with the hashes of what it is shown.
struct HashedRing {
    ring: HostRing,
    poses: Hash,
    frames: Hash,
}

impl FrameConsumer for HashedRing {
    fn curtain(&mut self, now: Instant, frame: &CurtainFrame) {
        // A frame of fixed size cannot fail to be written.
        self.frames
            .add(&postcard::to_allocvec(frame).unwrap_or_default());
        self.ring.curtain(now, frame);
    }
    fn hall(&mut self, now: Instant, scan: &HallScan) {
        self.frames.add(&scan.index.to_le_bytes());
        for sum in scan.sums {
            self.frames.add(&sum.to_le_bytes());
        }
        self.ring.hall(now, scan);
    }
    fn poll(&mut self, now: Instant) {
        self.ring.poll(now);
    }
}

impl RingUnderTest for HashedRing {
    fn begin(&mut self, now: Instant, game: &AnyGame) -> Result<(), CommandError> {
        self.ring.begin(now, game)
    }
    fn command(&mut self, now: Instant, command: &Command) -> Result<(), CommandError> {
        self.ring.command(now, command)
    }
    fn game(&self) -> Option<&AnyGame> {
        self.ring.game()
    }
    fn question(&self) -> Option<&Question> {
        self.ring.question()
    }
    fn waiting(&self) -> Waiting {
        self.ring.waiting()
    }
    fn falls(&self) -> &[ReportedFallAt] {
        self.ring.falls()
    }
    fn forget_falls(&mut self) {
        self.ring.forget_falls();
    }
    fn said(&mut self) -> Vec<SessionEvent> {
        self.ring.said()
    }
    fn show(&mut self, scene: &Scene) -> ControlFlow<()> {
        let world = scene.world();
        for thing in world.things() {
            let Some((_, pose)) = world.thing(thing) else {
                continue;
            };
            self.poses.add(&thing.0.to_le_bytes());
            let (at, turn) = (pose.position.to_array(), pose.rotation.to_array());
            for number in at.into_iter().chain(turn) {
                self.poses.add(&number.to_bits().to_le_bytes());
            }
        }
        ControlFlow::Continue(())
    }
}

/// Hashes of a scene: of all frames of the sensors with the table at that time, and of
/// what sensing reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneHashes {
    frames: Hash,
    reports: Hash,
    /// Number of reports.
    count: usize,
}

impl fmt::Display for SceneHashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (frames, reports) = (self.frames.0, self.reports.0);
        write!(
            f,
            "frames {frames:016x} reports {reports:016x} count {}",
            self.count
        )
    }
}

/// Observer that hashes all frames, and the poses behind those of the curtain.
struct HashedFrames(Hash);

impl FrameObserver for HashedFrames {
    fn curtain(&mut self, frame: &CurtainFrame, view: &WorldView) {
        self.0
            .add(&postcard::to_allocvec(frame).unwrap_or_default());
        for thing in &view.things {
            let pose = thing.solid.pose;
            let (at, turn) = (pose.position.to_array(), pose.rotation.to_array());
            for number in at.into_iter().chain(turn) {
                self.0.add(&number.to_bits().to_le_bytes());
            }
        }
    }
    fn hall(&mut self, scan: &HallScan) {
        self.0.add(&scan.index.to_le_bytes());
        for sum in scan.sums {
            self.0.add(&sum.to_le_bytes());
        }
    }
}

/// Shows a scene of `dohyo simulate` to a ring and returns its hashes.
///
/// # Errors
/// [`Mistake`] if no scene has this name.
pub fn scene_hashes(name: &str, seed: u32) -> Result<SceneHashes, Mistake> {
    let make = scenes::ALL.iter().find(|scene| scene.0 == name);
    let (_, make) = make.ok_or_else(|| {
        let words = scenes::ALL.map(|scene| scene.0).join(", ");
        Mistake(format!(
            "no scene is called \"{name}\"; give one of: {words}"
        ))
    })?;
    let profile = Profile::of(BoardId::Ring);
    let dimensions = Dimensions::ASSUMED;
    let noise = Noise::for_level(NoiseLevel::Nominal);
    let sensors = Sensors::new(profile, &dimensions, noise, &[], u64::from(seed));
    let sensing = Sensing::new(profile, &dimensions, &Calibration::nominal(profile));
    let mut frames = HashedFrames(Hash::NEW);
    let seen =
        BoardSession::new(profile, sensors, sensing).watch(make(u64::from(seed)), &mut frames);
    let mut reports = Hash::NEW;
    for report in &seen.said {
        reports.add(format!("{report:?}").as_bytes());
    }
    Ok(SceneHashes {
        frames: frames.0,
        reports,
        count: seen.said.len(),
    })
}

/// Hashes of a session that plays its script: of all poses and lights of every step, and
/// of its news.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionHashes {
    poses: Hash,
    lights: Hash,
    news: Hash,
    steps: u64,
}

impl fmt::Display for SessionHashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (poses, lights, news) = (self.poses.0, self.lights.0, self.news.0);
        let steps = self.steps;
        write!(
            f,
            "poses {poses:016x} lights {lights:016x} news {news:016x} steps {steps}"
        )
    }
}

/// Number of steps for which a session goes on after its script: 4 s.
const AFTER: u64 = 2_000;

/// Plays a recorded session and returns its hashes. The recording is the JSON object of
/// [`Session::recipe`].
///
/// # Errors
/// [`Mistake`] if the text is no recording, or cannot be played.
pub fn session_hashes(recipe: &str) -> Result<SessionHashes, Mistake> {
    let wrong = || Mistake("this is no recording; give what `Session::recipe` returned".into());
    let recipe: serde_json::Value = serde_json::from_str(recipe).map_err(|_| wrong())?;
    let setup = Setup::from_json(&recipe["setup"].to_string())?;
    let seed = recipe["seed"]
        .as_u64()
        .and_then(|seed| seed.try_into().ok());
    let script: Script = recipe["text"].as_str().ok_or_else(wrong)?.parse()?;
    let mut session = Session::replay(&setup, seed.ok_or_else(wrong)?, &script)?;
    let [mut poses, mut lights, mut news] = [Hash::NEW; 3];
    let mut last = session.steps();
    while session.is_replaying() || session.steps() < last + AFTER {
        if session.is_replaying() {
            last = session.steps();
        }
        session.step(1);
        for number in session.poses() {
            poses.add(&number.to_bits().to_le_bytes());
        }
        lights.add(session.lights());
        news.add(session.news().as_bytes());
    }
    Ok(SessionHashes {
        poses,
        lights,
        news,
        steps: session.steps(),
    })
}
