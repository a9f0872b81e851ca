//! Runner of one match, from set-up to its end.
//!
//! ```text
//!   set up -> [ agree -> put back -> one act ] ... -> end
//!                 |
//!                 +-- truth and ring must agree, or the ring asked
//! ```

use super::hand_acts;
use super::respondents::{Respondents, falls_of};
use super::result::{MatchEnd, PlayedMatch};
use super::ring_under_test::RingUnderTest;
use super::sensor_rig::{FrameOutput, SensorRig};
use super::table_setup::{CHANCE, Equipment, TableSetup, begin, names};
use super::true_match::TrueMatch;
use crate::pieces::{Catalogue, body};
use crate::placement::{ScatterArea, opening, scatter};
use crate::scene::Scene;
use crate::script::Act;
use crate::sensors::Sensors;
use crate::sensors::build::{Build, PROPOSED};
use crate::sim_rng::SimRng;
use crate::world::World;
use glam::Vec2;
use host_core::data::default_layout;
use host_core::sentences::{Names, Phrasebook};
use rules_core::board::{Dimensions, Profile};
use rules_core::games::kabuto::terms::League;
use rules_core::games::kabuto::{Action, Edition, Match};
use rules_core::piece::Piece;
use rules_core::referee::waiting::RestBlocker;
use rules_core::referee::{AnyAction, AnyGame, AnyRepair, Command, Speaker};
use rules_core::time::{Instant, Span};

/// Largest number of turns before a match is ended.
const MAX_TURNS: u16 = 120;

/// Longest time for which truth and ring may differ while no question is open, s.
const DIFFERENCE_TIMEOUT: f32 = 8.0;

/// Time without a fall after which people consider the table at rest, s.
const REST_TIMEOUT: f32 = 5.0;

/// Longest time without progress, s.
const STALL_TIMEOUT: f32 = 60.0;

/// Time for which a repair must be requested before people make it.
const REPAIR_DELAY: Span = Span::millis(1_200);

/// Plays a match of Kabuto Sumo or Sakura Slam on a ring under test.
pub(super) fn play_kabuto<J: RingUnderTest>(
    table: &TableSetup,
    (edition, league): (Edition, League),
    on: &Equipment,
    ring: J,
    recording: Option<FrameOutput>,
) -> PlayedMatch {
    let mut rng = SimRng::new(table.seed, CHANCE);
    let game = match begin(table, (edition, league), &mut rng) {
        Ok(game) => game,
        Err(why) => {
            let end = MatchEnd::Stuck(why);
            return PlayedMatch {
                end,
                ..PlayedMatch::new(table.seed)
            };
        }
    };
    let mut runner = MatchRunner::new(table.clone(), edition, on, ring, game, rng, recording);
    let end = runner.play();
    runner.finish(end)
}

/// Simulated match of Kabuto Sumo in progress.
pub(super) struct MatchRunner<J> {
    pub(super) table: TableSetup,
    pub(super) rig: SensorRig,
    pub(super) ring: J,
    pub(super) truth: TrueMatch,
    pub(super) respondents: Respondents,
    pub(super) rng: SimRng,
    pub(super) played: PlayedMatch,
    names: Names,
    /// Places of sumos and belt when they last rested, in mm from the ring's centre.
    stood: Vec<(Piece, Vec2)>,
    /// Repair that the ring requests, with the time of the request; `None` if it requests
    /// none.
    wanted: Option<(AnyRepair, Instant)>,
    /// Number of pushes compared with what the ring took the elements for.
    checked: u32,
    /// True if the observer has ended the match.
    left: bool,
}

impl<J: RingUnderTest> MatchRunner<J> {
    fn new(
        table: TableSetup,
        edition: Edition,
        on: &Equipment,
        ring: J,
        game: Match,
        mut rng: SimRng,
        recording: Option<FrameOutput>,
    ) -> Self {
        let profile = Profile::of(on.board);
        let dimensions = Dimensions::ASSUMED;
        let catalogue = Catalogue {
            dimensions,
            edition,
        };
        let pieces = opening(&default_layout(edition, table.players), table.players);
        let spread = ScatterArea {
            at_edge: 0.1,
            clear: None,
        };
        let placed = scatter(&pieces, &catalogue, spread, &mut rng);
        let world = World::new(&dimensions, edition, &placed, table.seed);
        let scene = Scene::new("match", world, Vec::new());
        let build = match table.build {
            Some(seed) => Build::drawn(PROPOSED, seed),
            None => Build::nominal(PROPOSED, table.seed),
        };
        let (noise, seed) = (table.noise, table.seed);
        let sensors = Sensors::of_build(&build, profile, &dimensions, noise, &on.faults, seed);
        Self {
            played: PlayedMatch::new(table.seed),
            names: names(&table),
            rig: SensorRig::new(profile, scene, sensors, recording),
            ring,
            truth: TrueMatch::new(game),
            respondents: Respondents::new(),
            rng,
            stood: Vec::new(),
            wanted: None,
            checked: 0,
            left: false,
            table,
        }
    }

    fn play(&mut self) -> MatchEnd {
        if let Err(end) = self.set_up() {
            return end;
        }
        loop {
            if let Err(end) = self.agree() {
                return end;
            }
            if let Some(outcome) = self.truth.game().outcome() {
                return MatchEnd::Won(Phrasebook::english(&self.names).outcome(outcome));
            }
            if self.truth.game().state().turn.number > MAX_TURNS {
                return MatchEnd::Long;
            }
            if !self.ring.is_attended() {
                return MatchEnd::Left;
            }
            self.next_act();
        }
    }

    /// Fills the ring, powers it up and begins the match.
    fn set_up(&mut self) -> Result<(), MatchEnd> {
        self.run([Act::Settle(3.0), Act::Wait(1.0)]);
        for thing in self.rig.scene().fallen() {
            let world = self.rig.scene().world();
            let Some((piece, _)) = world.thing(thing) else {
                continue;
            };
            let fetch = hand_acts::fetch(thing, world);
            let put = hand_acts::put_down(piece, Vec2::ZERO, world);
            self.run(fetch.into_iter().chain([put, Act::Settle(3.0)]));
        }
        self.run([Act::Wait(1.0)]);
        let game = self.truth.game().clone();
        self.truth = TrueMatch::new(game.clone());
        self.truth.skip(self.rig.scene());
        self.respondents = Respondents::new();
        self.ring
            .begin(self.rig.now(), &AnyGame::Kabuto(game))
            .map_err(|why| MatchEnd::Stuck(format!("cannot begin: {why}")))
    }

    /// Performs these acts one after the other, while ring, true match and people
    /// observe.
    pub(super) fn run(&mut self, acts: impl IntoIterator<Item = Act>) {
        for act in acts {
            self.rig.then(act);
        }
        while !self.left && self.rig.advance(&mut self.ring) {
            let scene = self.rig.scene();
            self.truth.read(scene);
            let now = scene.world().now();
            self.respondents.attend(
                now,
                &mut self.ring,
                &self.truth,
                scene.world(),
                &mut self.rng,
            );
            self.left = self.ring.show(self.rig.scene()).is_break();
        }
        self.truth.read(self.rig.scene());
        self.listen();
    }

    fn listen(&mut self) {
        let said = self.ring.said();
        self.played
            .on_events(&Phrasebook::english(&self.names), &said);
    }

    /// Declares an action at the table. Returns true if the rules and the ring accept it.
    pub(super) fn declare(&mut self, action: Action) -> bool {
        let truly = self.truth.apply(&action);
        let said = Command::Declare(AnyAction::Kabuto(action), Speaker::Table);
        let judged = self.ring.command(self.rig.now(), &said).is_ok();
        self.listen();
        truly && judged
    }

    /// Returns the difference between the ring's match and the true one; `None` if they
    /// agree.
    fn difference(&self) -> Option<String> {
        let Some(judged) = self.ring.game() else {
            return Some("no match is judged".into());
        };
        let Some(game) = judged.get::<Match>() else {
            return Some("another game is judged".into());
        };
        let lies = self.rig.scene().world().platform();
        self.truth
            .difference(game.state(), lies.map(|platform| platform.place))
    }

    /// Waits until true match and ring's match agree; people do what the ring requests
    /// meanwhile.
    fn agree(&mut self) -> Result<(), MatchEnd> {
        let (mut waited, mut differed) = (0.0, 0.0);
        loop {
            if self.left {
                return Err(MatchEnd::Left);
            }
            let open = self.ring.question().is_some();
            let difference = self.difference();
            if !open && difference.is_none() && !self.truth.is_busy() {
                break;
            }
            if waited > STALL_TIMEOUT {
                let why = self.ring.question().map(|question| format!("{question:?}"));
                return Err(MatchEnd::Stuck(why.or(difference).unwrap_or_default()));
            }
            if self.truth.is_busy() && waited > REST_TIMEOUT {
                // A piece trembles without end, too little for anybody to see.
                self.truth.rest();
                continue;
            }
            if differed > DIFFERENCE_TIMEOUT {
                let difference = difference.unwrap_or_default();
                self.follow(&difference)?;
                break;
            }
            self.run([Act::Wait(0.1)]);
            waited += 0.1;
            differed = if open { 0.0 } else { differed + 0.1 };
            self.help();
        }
        self.respondents.agreed();
        if !self.truth.is_busy() {
            self.check_claims();
            self.ring.forget_falls();
            self.truth.forget_falls();
            self.put_back();
            self.record_places();
            // A finished match leaves the ring as it is.
            let over = self.truth.game().outcome().is_some();
            if !over && let Some(unlike) = self.truth.unlike(self.rig.scene()) {
                return Err(MatchEnd::Stuck(format!(
                    "the book is not the table: {unlike}"
                )));
            }
        }
        Ok(())
    }

    /// Compares what the ring took the pieces for with what they were.
    fn check_claims(&mut self) {
        let falls = self.ring.falls();
        let pushes = self.truth.pushes - core::mem::replace(&mut self.checked, self.truth.pushes);
        let claims = self.ring.claims();
        let is_only_push = pushes == 1 && claims.iter().filter(|it| it.fall.is_none()).count() == 1;
        for claim in claims {
            match (claim.fall, self.truth.pushed()) {
                (Some(id), _) => {
                    let meant = falls_of(id, falls, self.truth.falls());
                    let is_right =
                        matches!(meant[..], [fall] if body(fall.piece) == claim.found.body);
                    self.played.fell.add(claim.found.certainty, is_right);
                }
                // Two pushes in a row cannot be told apart here.
                (None, Some((_, piece))) if is_only_push => {
                    let is_right = body(piece) == claim.found.body;
                    self.played.pushed.add(claim.found.certainty, is_right);
                }
                (None, _) => {}
            }
        }
    }

    /// Accepts a difference between ring and truth if people were asked about exactly
    /// that, and if the pieces on the ring agree with it.
    fn follow(&mut self, difference: &str) -> Result<(), MatchEnd> {
        let Some(game) = self.ring.game().and_then(AnyGame::get::<Match>) else {
            return Err(MatchEnd::Wrong(difference.into()));
        };
        if !self
            .truth
            .is_explained(game.state(), self.respondents.topics())
        {
            return Err(MatchEnd::Wrong(difference.into()));
        }
        self.truth.adopt(*game.state());
        self.played.settled += 1;
        let line = format!("          people let it be: {difference}");
        self.played.lines.push(line);
        match self.truth.unlike(self.rig.scene()) {
            Some(_) => Err(MatchEnd::Misled(difference.into())),
            None => Ok(()),
        }
    }

    /// Does what the referee waits for, as people at the table do.
    fn help(&mut self) {
        let now = self.rig.now();
        let waiting = self.ring.waiting();
        if waiting.question.is_some() {
            self.wanted = None;
            return;
        }
        if waiting.unrest == Some(RestBlocker::Word) && !self.truth.is_busy() {
            let rest = Command::Declare(AnyAction::Kabuto(Action::Settle), Speaker::Table);
            self.played.told += 1;
            let _ = self.ring.command(now, &rest);
            return;
        }
        let Some(repair) = waiting.repair else {
            self.wanted = None;
            return;
        };
        match self.wanted {
            Some((wanted, since)) if wanted == repair => {
                if now.since(since) > REPAIR_DELAY {
                    self.wanted = None;
                    self.repair(repair);
                }
            }
            _ => self.wanted = Some((repair, now)),
        }
    }

    fn record_places(&mut self) {
        let gone = self.rig.scene().fallen();
        let world = self.rig.scene().world();
        let stands = world.things().filter(|thing| !gone.contains(thing));
        self.stood = stands
            .filter_map(|thing| world.thing(thing))
            .filter(|(piece, _)| matches!(piece, Piece::Sumo(_) | Piece::Belt))
            .map(|(piece, pose)| (piece, pose.position.truncate()))
            .collect();
    }

    /// Puts back the pieces that the rules put back, where they stood.
    fn put_back(&mut self) {
        for piece in self.truth.put_back() {
            let stood = self.stood.iter().find(|place| place.0 == piece);
            let near = stood.map_or(Vec2::ZERO, |place| place.1);
            let put = hand_acts::put_down(piece, near, self.rig.scene().world());
            self.run([put, Act::Settle(3.0)]);
        }
    }

    fn finish(mut self, end: MatchEnd) -> PlayedMatch {
        self.listen();
        if !self.left {
            // Last step to observe; the match is over either way.
            let _ = self.ring.show(self.rig.scene());
        }
        self.played.end = end;
        self.played.turns = u32::from(self.truth.game().state().turn.number);
        self.played.pushes = self.truth.pushes;
        self.played.falls = self.truth.fallen;
        self.played.questions = self.respondents.pondering.tally.clone();
        self.played.micros = self.rig.now().0;
        if let Err(why) = self.rig.finish() {
            self.played.lines.push(format!("          {why}"));
        }
        self.played
    }
}
