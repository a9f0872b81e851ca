//! Ring of a session with its pieces: hands of people, simulated players, and what people
//! do beside a turn.

use super::Mistake;
use super::input::HandInput;
use super::pointer::Thumb;
use super::push_watch::{PushProgress, PushWatch};
use super::ring_player::{RingPlayer, Todo};
use super::setup::Setup;
use super::table::TableModel;
use super::{poses, ring_state};
use crate::demo::view::DemoView;
use crate::geometry::Docking;
use crate::pieces::Catalogue;
use crate::placement::{ScatterArea, opening, scatter};
use crate::play::Moment;
use crate::play::hand_acts;
use crate::play::respondents::Respondents;
use crate::play::ring_under_test::{HostRing, RingUnderTest};
use crate::play::sensor_rig::SensorRig;
use crate::play::table_setup::{CHANCE, TableSetup, begin};
use crate::play::true_match::TrueMatch;
use crate::players::moves;
use crate::players::push_preview::TablePreview;
use crate::scene::Scene;
use crate::script::Act;
use crate::sensors::Sensors;
use crate::sim_rng::SimRng;
use crate::world::{STEP, ThingId, World};
use glam::Vec2;
use host_core::data::default_layout;
use host_core::page::offers::acting_at_ring;
use host_core::sentences::Names;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::games::kabuto::action::{Load, MoveUse, Remarks};
use rules_core::games::kabuto::state::State;
use rules_core::games::kabuto::terms::League;
use rules_core::games::kabuto::{Action, Edition, Match};
use rules_core::piece::Piece;
use rules_core::place::Place;
use rules_core::referee::{AnyAction, AnyGame, AnyRepair, Command, Speaker};
use rules_core::time::Instant;
use serde_json::Value;

/// Salt of the random stream of the simulated players.
const PLAYERS: u64 = 43;

/// Interval at which people look whether everything rests, in steps: 0.1 s.
const LOOK: u64 = 50;

/// Number of looks after which people take the ring's state for the truth.
const PATIENCE: u32 = 10;

/// Number of looks after which trembling pieces count as resting: a heap may creep for
/// ever, by less than anybody sees.
const TREMBLING: u32 = 50;

/// Ring of a session.
pub(super) struct RingTable {
    pub(super) setup: Setup,
    pub(super) rig: SensorRig,
    pub(super) truth: TrueMatch,
    pub(super) respondents: Respondents,
    pub(super) rng: SimRng,
    pub(super) player: RingPlayer,
    pub(super) thumb: Option<Thumb>,
    /// Elements on the platform that a person may push.
    pub(super) watches: Vec<PushWatch>,
    /// Special move that a person has declared, and the state before it.
    pub(super) declared: Option<(MoveUse, Box<State>)>,
    /// Pieces that the ring ruled to go back on the ring.
    back: Vec<Piece>,
    /// Places of sumos and belt when they last rested, mm.
    stood: Vec<(Piece, Vec2)>,
    /// Repair that the ring has requested for this number of looks.
    pub(super) wanted: Option<(AnyRepair, u32)>,
    /// Number of looks for which everything has been at rest, for which truth and ring
    /// have differed, and for which only the pieces or the truth have been restless.
    pub(super) calm: u32,
    differing: u32,
    trembling: u32,
    version: u64,
}

impl core::fmt::Debug for RingTable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("RingTable")
            .field("rig", &self.rig)
            .finish_non_exhaustive()
    }
}

/// Returns the match that a ring judges; `None` if it judges none.
pub(super) fn judged(ring: &HostRing) -> Option<&Match> {
    ring.game().and_then(AnyGame::get::<Match>)
}

impl RingTable {
    /// Creates a ring with all pieces of the opening, and the match to begin.
    pub(super) fn new(
        setup: &Setup,
        table: &TableSetup,
        (edition, league): (Edition, League),
    ) -> Result<(Self, AnyGame), Mistake> {
        let mut rng = SimRng::new(table.seed, CHANCE);
        let game = begin(table, (edition, league), &mut rng).map_err(Mistake::new)?;
        let profile = Profile::of(BoardId::Ring);
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
        let scene = Scene::new("session", world, Vec::new());
        let sensors = Sensors::new(profile, &dimensions, table.noise, &[], table.seed);
        let table = Self {
            setup: setup.clone(),
            rig: SensorRig::new(profile, scene, sensors, None),
            truth: TrueMatch::new(game.clone()),
            respondents: Respondents::new(),
            rng: SimRng::new(table.seed, PLAYERS),
            player: RingPlayer::default(),
            thumb: None,
            watches: Vec::new(),
            declared: None,
            back: Vec::new(),
            stood: Vec::new(),
            wanted: None,
            calm: 0,
            differing: 0,
            trembling: 0,
            version: 0,
        };
        Ok((table, AnyGame::Kabuto(game)))
    }

    pub(super) const fn world(&self) -> &World {
        self.rig.scene().world()
    }

    pub(super) fn steps(&self) -> u64 {
        self.rig.now().0 / u64::from(STEP.0)
    }

    /// True if a simulated player acts at this moment, or hands still do something.
    fn is_simulated(&self, ring: &HostRing) -> bool {
        let seat = judged(ring).and_then(acting_at_ring);
        seat.is_some_and(|seat| !self.setup.is_person(seat))
    }

    /// Runs these acts to their end, before the match.
    fn run(&mut self, acts: impl IntoIterator<Item = Act>, ring: &mut HostRing) {
        for act in acts {
            self.rig.then(act);
        }
        while self.rig.advance(ring) {}
    }

    /// Declares an action at the table.
    pub(super) fn declare(&self, action: Action, ring: &mut HostRing) -> bool {
        let said = Command::Declare(AnyAction::Kabuto(action), Speaker::Table);
        ring.command(self.rig.now(), &said).is_ok()
    }

    /// Follows the elements that a person may push.
    fn watch(&mut self, ring: &mut HostRing) {
        let hand = self.thumb.as_ref().is_some_and(|thumb| !thumb.is_lifting());
        let mut watches = core::mem::take(&mut self.watches);
        watches.retain_mut(|watch| {
            let piece = self.world().thing(watch.thing()).map(|thing| thing.0);
            let progress = watch.update(self.rig.scene_mut(), hand);
            if progress == PushProgress::Began
                && let Some(piece) = piece
                && let Some(Docking {
                    place: Place::Along { .. },
                    ..
                }) = self.world().platform()
            {
                // Away from the docks no sensor sees the element: the player says it.
                let load: Load = [piece].into_iter().collect();
                self.declare(Action::Push(load, Remarks::EMPTY), ring);
            }
            progress != PushProgress::Over
        });
        self.watches = watches;
    }

    /// Looks whether everything rests, and does what people do beside a turn: they put
    /// pieces back, and take the ring's word once nobody objects.
    fn look(&mut self, ring: &mut HostRing) {
        let idle = self.rig.scene().is_idle() && self.thumb.is_none();
        if !idle || ring.question().is_some() || ring.waiting().unrest.is_some() {
            (self.calm, self.trembling) = (0, 0);
            return;
        }
        if self.world().is_at_rest() && !self.truth.is_busy() {
            self.trembling = 0;
        } else if self.trembling < TREMBLING {
            self.trembling += 1;
            self.calm = 0;
            return;
        } else {
            self.truth.rest();
        }
        self.calm += 1;
        self.agree(ring);
        ring.forget_falls();
        self.truth.forget_falls();
        self.respondents.agreed();
        self.return_piece();
        self.record_places();
    }

    /// Takes the ring's state for the truth if the two have differed for long.
    fn agree(&mut self, ring: &HostRing) {
        let Some(game) = judged(ring) else {
            return;
        };
        let lies = self.world().platform().map(|docking| docking.place);
        if self.truth.difference(game.state(), lies).is_none() {
            self.differing = 0;
            return;
        }
        self.differing += 1;
        if self.differing > PATIENCE {
            self.differing = 0;
            self.truth.adopt(*game.state());
        }
    }

    /// Puts back one of the pieces that the rules put back, where it stood.
    fn return_piece(&mut self) {
        let Some(&piece) = self.back.first() else {
            return;
        };
        let gone = self.rig.scene().fallen();
        if let Some(&thing) = gone.iter().find(|&&thing| self.is_piece(thing, piece)) {
            let fetch = hand_acts::fetch(thing, self.world());
            self.player.todo.extend(fetch.map(Todo::Act));
            return;
        }
        self.back.remove(0);
        let unique = matches!(piece, Piece::Sumo(_) | Piece::Belt);
        if unique && self.is_on_table(piece) {
            return;
        }
        let stood = self.stood.iter().find(|place| place.0 == piece);
        let near = stood.map_or(Vec2::ZERO, |place| place.1);
        let put = hand_acts::put_down(piece, near, self.world());
        self.player
            .todo
            .extend([put, Act::Settle(3.0)].map(Todo::Act));
    }

    /// True if a piece of this kind is on the table.
    pub(super) fn is_on_table(&self, piece: Piece) -> bool {
        let mut things = self.world().things();
        things.any(|thing| self.is_piece(thing, piece))
    }

    /// True if this is a piece of this kind.
    pub(super) fn is_piece(&self, thing: ThingId, piece: Piece) -> bool {
        self.world().thing(thing).is_some_and(|it| it.0 == piece)
    }

    fn record_places(&mut self) {
        let gone = self.rig.scene().fallen();
        let world = self.world();
        let stands = world.things().filter(|thing| !gone.contains(thing));
        self.stood = stands
            .filter_map(|thing| world.thing(thing))
            .filter(|(piece, _)| matches!(piece, Piece::Sumo(_) | Piece::Belt))
            .map(|(piece, pose)| (piece, pose.position.truncate()))
            .collect();
    }
}

impl TableModel for RingTable {
    fn now(&self) -> Instant {
        self.rig.now()
    }

    fn settle(&mut self, ring: &mut HostRing) {
        self.run([Act::Settle(3.0), Act::Wait(1.0)], ring);
        for thing in self.rig.scene().fallen() {
            let Some((piece, _)) = self.world().thing(thing) else {
                continue;
            };
            let fetch = hand_acts::fetch(thing, self.world());
            let put = hand_acts::put_down(piece, Vec2::ZERO, self.world());
            self.run(fetch.into_iter().chain([put, Act::Settle(3.0)]), ring);
        }
        self.run([Act::Wait(1.0)], ring);
    }

    fn begin(&mut self) {
        self.truth = TrueMatch::new(self.truth.game().clone());
        self.truth.skip(self.rig.scene());
        self.record_places();
    }

    fn advance(&mut self, ring: &mut HostRing) {
        let step = self.steps();
        let world = self.rig.scene_mut().world_mut();
        if self
            .thumb
            .as_mut()
            .is_some_and(|thumb| !thumb.step(world, step))
        {
            self.thumb = None;
        }
        let down = self.thumb.is_some();
        self.rig.scene_mut().set_live_hand(down);
        let platform = self.world().platform();
        self.rig.advance_live(ring);
        self.version += u64::from(platform != self.world().platform());
        self.watch(ring);
        self.truth.read(self.rig.scene());
        // The ring's rulings say what goes back.
        self.truth.put_back();
        if step.is_multiple_of(LOOK) {
            self.look(ring);
        }
        let simulated = self.is_simulated(ring);
        if simulated {
            let now = self.rig.now();
            let world = self.rig.scene().world();
            self.respondents
                .attend(now, ring, &self.truth, world, &mut self.rng);
        }
        if self.rig.scene().is_idle() && self.thumb.is_none() {
            if let Some(todo) = self.player.todo.pop_front() {
                self.perform(todo, ring);
            } else if simulated && step.is_multiple_of(LOOK) {
                self.play(ring);
            }
        }
    }

    fn hand(&mut self, hand: &HandInput, ring: &mut HostRing) -> Result<(), Mistake> {
        // Whoever has pushed may still take out what fell.
        let follows = matches!(
            hand,
            HandInput::Move(_) | HandInput::Up | HandInput::Take(_) | HandInput::Clear
        );
        if !follows && self.is_simulated(ring) {
            let sentence = "another player is at the table; wait until it is your turn";
            return Err(Mistake::new(sentence));
        }
        let step = self.steps();
        match hand {
            HandInput::Down(at) => self.thumb_down(*at),
            HandInput::Move(at) => {
                if let Some(thumb) = &mut self.thumb {
                    thumb.follow(step, Vec2::from_array(*at));
                }
                Ok(())
            }
            HandInput::Up => {
                if let Some(thumb) = &mut self.thumb {
                    thumb.lift(step);
                }
                Ok(())
            }
            HandInput::Dock(at) => self.dock(at.place()?, ring),
            HandInput::Lift => {
                self.then([Act::Lift]);
                Ok(())
            }
            HandInput::Mark(at) => self.mark(*at, ring, true),
            HandInput::Unmark(at) => self.mark(*at, ring, false),
            HandInput::Lay(lay) => self.lay(lay, ring),
            HandInput::Take(id) => self.take(*id),
            HandInput::Perform => self.perform_declared(ring),
            HandInput::Clear => {
                self.player.todo.push_back(Todo::ClearGutter(40));
                Ok(())
            }
            HandInput::Put(put) => self.put(put),
            HandInput::Grab(_) | HandInput::Drop(_) | HandInput::Slide(_) => Err(Mistake::new(
                "this board has no cells; use \"take\" and \"put\"",
            )),
            HandInput::Press(_) | HandInput::Hold(_) => Ok(()),
        }
    }

    fn told(&mut self, command: &Command, ring: &HostRing) {
        if let Command::Declare(AnyAction::Kabuto(Action::Use(chosen)), _) = command
            && let Some(game) = judged(ring)
        {
            self.declared = Some((*chosen, Box::new(*game.state())));
        }
    }

    fn put_back(&mut self, piece: Piece) {
        self.back.push(piece);
    }

    fn poses(&self, into: &mut Vec<f32>) {
        poses::ring(self.world(), into);
    }

    fn view(&self, ring: &mut HostRing, names: &Names) -> DemoView {
        DemoView::of_ring(Moment::new(self.rig.scene(), ring), names)
    }

    fn describe(&self) -> Value {
        ring_state::describe(self.world())
    }

    fn state(&self, _ring: &HostRing) -> Vec<(&'static str, Value)> {
        vec![("platform", ring_state::platform(self.world()))]
    }

    fn specials(&self, ring: &HostRing) -> Vec<MoveUse> {
        let look = TablePreview::at(self.rig.scene());
        judged(ring).map_or_else(Vec::new, |game| moves::playable(game, &look))
    }

    fn version(&self) -> u64 {
        self.version
    }
}
