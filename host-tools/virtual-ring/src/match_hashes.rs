//! Hashes of a simulated match: of every pose of every step, every frame of the sensors,
//! and every ruling. The same match has the same hashes on every machine.

use crate::play::ring_under_test::{FrameConsumer, HostRing, ReportedFallAt, RingUnderTest};
use crate::play::{Equipment, PlayedMatch, TableSetup, play_before};
use crate::scene::Scene;
use crate::session::Mistake;
use core::fmt;
use core::ops::ControlFlow;
use host_core::game::GameArg;
use host_core::sentences::SessionEvent;
use rules_core::games::kabuto::terms::League;
use rules_core::player::Players;
use rules_core::referee::{AnyGame, Command, CommandError, Question, Waiting};
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
