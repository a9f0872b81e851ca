//! One trial: a stay of the platform at a corner, before a whole ring.

use super::plan::{CATALOGUE, Load, TrialPlan};
use crate::arena::dock_point;
use crate::geometry::Docking;
use crate::habits::{HandHabits, LEANING};
use crate::manner::PushManner;
use crate::pieces::mm;
use crate::placement::{ScatterArea, scatter};
use crate::play::ring_under_test::{HostRing, RingUnderTest};
use crate::play::sensor_rig::SensorRig;
use crate::play::{TableSetup, hand_acts, table_setup};
use crate::push::Push;
use crate::scene::Scene;
use crate::script::Act;
use crate::sensors::{Noise, Sensors};
use crate::sim_rng::SimRng;
use crate::world::World;
use host_core::game::GameArg;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::games::kabuto::card::MoveIndex;
use rules_core::games::kabuto::ruling::{Change, Location};
use rules_core::games::kabuto::state::{State, Turn};
use rules_core::games::kabuto::terms::League;
use rules_core::games::kabuto::{Edition, Match, MatchPhase};
use rules_core::piece::{Element, Piece, Size, Stock};
use rules_core::place::{Facing, Place, Post, Posts};
use rules_core::player::{Colour, Players, Seat};
use rules_core::referee::game::AnyRuling;
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::referee::{AnyGame, Choice, Command, Doubt, EventKind, EvidenceKind, Question};
use rules_core::time::{Instant, Span};

/// Time after which people answer a question.
const THINKS: Span = Span::millis(400);

/// Longest time for which people wait for pieces to come to rest, s.
const REST_TIMEOUT: f32 = 3.0;

/// Result of a trial.
#[derive(Debug, Clone, PartialEq)]
pub struct PushTrial {
    /// Plan of the trial.
    pub plan: TrialPlan,
    /// Outcome of the trial.
    pub outcome: Outcome,
    /// Number of questions about what was pushed.
    pub questions: u32,
}

/// Outcome of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The referee ruled the push of the element without asking.
    Ruled,
    /// The referee asked what was pushed.
    Asked,
    /// The referee ruled the push of another element without asking.
    Wrong,
    /// The referee neither ruled nor asked.
    Unnoticed,
    /// The element did not reach the ring.
    Spoilt,
    /// Nothing was pushed, and the referee ruled and asked nothing about a push.
    IdleQuiet,
    /// Nothing was pushed, and the referee asked what was.
    IdleAsked,
    /// Nothing was pushed, and the referee ruled a push without asking.
    IdleWrong,
}

/// Runs a trial.
#[must_use]
pub fn run(plan: &TrialPlan, noise: Noise) -> PushTrial {
    let Some(mut stay) = Stay::set_up(plan, noise) else {
        // Only a plan with a load that the box does not hold.
        return PushTrial {
            plan: plan.clone(),
            outcome: Outcome::Spoilt,
            questions: 0,
        };
    };
    stay.play();
    let outcome = stay.outcome();
    PushTrial {
        plan: plan.clone(),
        outcome,
        questions: stay.questions,
    }
}

/// Stay of the platform at a corner, in progress.
struct Stay<'a> {
    plan: &'a TrialPlan,
    rig: SensorRig,
    ring: HostRing,
    rng: SimRng,
    /// Pieces to lay, the one that the thumb touches last.
    load: Vec<Piece>,
    questions: u32,
    /// Open question with the time at which it is answered.
    open: Option<(u16, Instant)>,
    /// Elements that the referee ruled to have been pushed.
    ruled: Vec<Element>,
}

impl<'a> Stay<'a> {
    /// Puts pieces on the ring, gives the player a hand, and begins the match in the
    /// middle of a turn.
    fn set_up(plan: &'a TrialPlan, noise: Noise) -> Option<Self> {
        let mut rng = SimRng::new(plan.seed, 61);
        // Some cards have no token or no group: the player has drawn another one.
        let dealt = (0..20).find_map(|_| {
            let mut game = begin(plan.seed, &mut rng)?;
            let (state, load, on_ring) = deal(plan, &game, &mut rng)?;
            game.adopt(state).ok()?;
            Some((game, load, on_ring))
        });
        let (game, load, on_ring) = dealt?;

        let dock = dock_point(Place::Corner(plan.post));
        let side = mm(CATALOGUE.dimensions.ring_side);
        let spread = ScatterArea {
            at_edge: 0.25,
            clear: Some((dock.at_height(side, 0.0).truncate(), 12.0)),
        };
        let placed = scatter(&on_ring, &CATALOGUE, spread, &mut rng);
        let world = World::new(&Dimensions::ASSUMED, CATALOGUE.edition, &placed, plan.seed);
        let profile = Profile::of(BoardId::Ring);
        let sensors = Sensors::new(profile, &Dimensions::ASSUMED, noise, &[], plan.seed);
        let scene = Scene::new("push_anywhere", world, Vec::new());
        let mut stay = Self {
            plan,
            rig: SensorRig::new(profile, scene, sensors, None),
            ring: HostRing::new(BoardId::Ring),
            rng,
            load,
            questions: 0,
            open: None,
            ruled: Vec::new(),
        };
        if !plan.late_marker {
            let blue = magnet_of(Colour::ALL[0]);
            stay.run([Act::Mark(plan.post, 0, Some(blue))]);
        }
        stay.run([Act::Settle(1.0), Act::Wait(0.3)]);
        let now = stay.rig.now();
        stay.ring.begin(now, &AnyGame::Kabuto(game)).ok()?;
        Some(stay)
    }

    fn play(&mut self) {
        let plan = self.plan;
        let place = Place::Corner(plan.post);
        let pause = self.rng.between(0.3, 0.8);
        self.run([dock(place), Act::Wait(pause)]);
        if plan.leans {
            let edge = dock_point(place).edge;
            let taken = Some((dock_point(place).along, 28.0));
            let hand = HandHabits::ASSUMED.leaning_hand(edge, taken, &CATALOGUE, &mut self.rng);
            self.run([Act::Lean(hand)]);
        }
        if plan.pushes || plan.lays {
            self.lay();
        }
        if plan.late_marker {
            let blue = magnet_of(Colour::ALL[0]);
            self.run([Act::Mark(plan.post, 0, Some(blue)), Act::Wait(0.4)]);
        }
        if plan.pushes {
            self.push();
        } else if plan.lays {
            self.run([Act::Wait(0.6), Act::TakeBack, Act::Wait(0.3)]);
        } else {
            self.run([Act::Wait(0.6)]);
        }
        if plan.leans {
            self.run([Act::Unlean(LEANING)]);
        }
        if plan.fetches_early {
            self.fetch(0.4);
        }
        self.run([Act::Settle(REST_TIMEOUT), Act::Wait(1.2)]);
        self.fetch(0.0);
        self.run([Act::Lift, Act::Wait(1.0)]);
        let next = Post::ALL[(plan.post.index() + 1) % 4];
        self.run([dock(Place::Corner(next)), Act::Wait(1.0)]);
    }

    /// Lays the load on the platform, each piece behind the one before.
    fn lay(&mut self) {
        let lay = self.plan.lay;
        let mut behind = 0.0;
        let mut acts = Vec::new();
        for &piece in self.load.iter().rev() {
            acts.push(Act::Lay {
                piece,
                out: lay.out - behind,
                aside: lay.aside,
                turn: lay.turn,
            });
            behind += 2.0 * CATALOGUE.radius(piece) + 0.3;
        }
        // The hindmost is laid last: it is the one that the thumb touches.
        acts.reverse();
        acts.push(Act::Wait(self.rng.between(0.3, 0.9)));
        self.run(acts);
    }

    /// Pushes, and pushes on if the thumb slipped off the element.
    fn push(&mut self) {
        let Push { angle, .. } = self.plan.push;
        self.run([Act::PushWith(self.plan.push, self.plan.manner)]);
        for again in 0..3 {
            if !self.rig.scene().can_push_on() {
                break;
            }
            let straight = Push {
                angle: if again == 0 { angle / 2.0 } else { 0.0 },
                ..self.plan.push
            };
            let on = Act::PushWith(straight, PushManner::STEADY);
            self.run([Act::Wait(0.2), Act::PushOn, on]);
        }
    }

    /// Takes a fallen piece out of the gutter after a while.
    fn fetch(&mut self, after: f32) {
        self.run([Act::Wait(after)]);
        let fallen = self.rig.scene().fallen();
        let world = self.rig.scene().world();
        let fetch = fallen
            .first()
            .and_then(|&thing| hand_acts::fetch(thing, world));
        self.run(fetch);
    }

    fn run(&mut self, acts: impl IntoIterator<Item = Act>) {
        for act in acts {
            self.rig.then(act);
        }
        while self.rig.advance(&mut self.ring) {
            self.answer();
        }
        for told in self.ring.said() {
            if let EventKind::Ruled(AnyRuling::Kabuto(ruling)) = told.event.kind
                && let Change::Moved(_, element, Location::Inventory(_), Location::Ring) =
                    ruling.change
            {
                self.ruled.push(element);
            }
        }
    }

    /// Answers an open question when people have thought about it.
    fn answer(&mut self) {
        let now = self.rig.now();
        let Some(question) = self.ring.question() else {
            self.open = None;
            return;
        };
        let number = question.number;
        let about_push = matches!(question.about.kind, EvidenceKind::Pushed(_));
        match self.open {
            Some((open, due)) if open == number && now < due => return,
            Some((open, _)) if open == number => {}
            _ => {
                self.questions += u32::from(about_push);
                self.open = Some((number, now + THINKS));
                return;
            }
        }
        let choice = truth(question, &self.load, self.pushed());
        let mut say = |choice| self.ring.command(now, &Command::Answer(number, choice));
        if say(choice).is_err() {
            // Every question accepts this answer.
            let _ = say(Choice::Nothing);
        }
        self.open = None;
    }

    /// True if an element has been pushed onto the ring.
    fn pushed(&self) -> bool {
        self.rig.scene().truth().pushes().next().is_some()
    }

    fn outcome(&self) -> Outcome {
        let asked = self.questions > 0;
        let mut ruled = self.ruled.clone();
        if !self.plan.pushes {
            return match (asked, ruled.is_empty()) {
                (true, _) => Outcome::IdleAsked,
                (false, true) => Outcome::IdleQuiet,
                (false, false) => Outcome::IdleWrong,
            };
        }
        if !self.pushed() {
            return Outcome::Spoilt;
        }
        ruled.sort_unstable();
        let mut truly: Vec<Element> = (self.load.iter())
            .filter_map(|piece| match piece {
                Piece::Element(element) => Some(*element),
                Piece::Sumo(_) | Piece::Belt => None,
            })
            .collect();
        truly.sort_unstable();
        match (asked, ruled.is_empty()) {
            (true, _) => Outcome::Asked,
            (false, true) => Outcome::Unnoticed,
            (false, false) if ruled == truly => Outcome::Ruled,
            (false, false) => Outcome::Wrong,
        }
    }
}

/// Begins a match of two players with cards drawn at random.
fn begin(seed: u64, rng: &mut SimRng) -> Option<Match> {
    let table = TableSetup::for_game(GameArg::Ss, Players::Two, League::Full, seed);
    table_setup::begin(&table, (Edition::SakuraSlam, League::Full), rng).ok()
}

fn dock(place: Place) -> Act {
    Act::Dock(Docking {
        place,
        facing: Facing::Short,
    })
}

/// Returns the true answer to a question.
fn truth(question: &Question, load: &[Piece], pushed: bool) -> Choice {
    let offered = |choice: Choice| question.choices.contains(&choice);
    let answers: &[Choice] = &match (question.about.kind, question.doubt, load) {
        (EvidenceKind::Pushed(_), Doubt::Which(_) | Doubt::Group, _) if !pushed => {
            [Choice::Nothing; 2]
        }
        (EvidenceKind::Pushed(_), Doubt::Which(_), &[piece]) => return Choice::Piece(piece),
        (EvidenceKind::Pushed(_), _, &[piece]) => [Choice::Piece(piece), Choice::Nothing],
        (EvidenceKind::Pushed(_), _, _) => [Choice::Group, Choice::Nothing],
        (EvidenceKind::Fell(_), Doubt::Count, _) => [Choice::One, Choice::Nothing],
        (EvidenceKind::Fell(_), Doubt::Cause(_) | Doubt::Late(_), _) => {
            [Choice::ByPush, Choice::ByAccident]
        }
        _ => match question.choices.first() {
            Some(&first) => [first, Choice::Nothing],
            None => [Choice::Nothing; 2],
        },
    };
    let given = answers.iter().copied().find(|&choice| offered(choice));
    given.unwrap_or(Choice::Nothing)
}

/// Returns the state of a match in which the first player holds the load and pushes from
/// the planned corner, the pieces of the load, and the pieces on the ring. `None` if the
/// box does not hold the load.
fn deal(
    plan: &TrialPlan,
    game: &Match,
    rng: &mut SimRng,
) -> Option<(State, Vec<Piece>, Vec<Piece>)> {
    let mut state = *game.state();
    let seat = Seat::First;
    let side = game.terms().side_of(seat);
    state.phase = MatchPhase::InTurn;
    state.turn = Turn::new(seat, 1);
    if !plan.late_marker {
        state.markers[side] = Posts::of(plan.post);
    }
    let sumo_taken = plan.load == Load::Sumo;
    // The inventory of the first player and most of the ring go into the reserve first.
    let back = |heap: &mut Stock, reserve: &mut Stock, keep: Option<Element>| {
        for element in Element::all() {
            let kept = u8::from(keep == Some(element));
            let count = heap.count(element).saturating_sub(kept);
            let _ = heap.remove(element, count) && reserve.add(element, count);
        }
    };
    let centre = Element::Pawn(game.terms().book().centre);
    back(&mut state.inventories[side], &mut state.reserve, None);
    back(&mut state.ring, &mut state.reserve, Some(centre));

    let mut on_ring = vec![Piece::Belt];
    on_ring.extend(
        (state.sumos.iter())
            .filter(|&sumo| !(sumo_taken && sumo == Seat::Second))
            .map(Piece::Sumo),
    );
    let give = |element: Element, to: &mut Stock, reserve: &mut Stock| {
        reserve.remove(element, 1) && to.add(element, 1)
    };
    for _ in 0..plan.pawns {
        let pawn = Element::Pawn(rng.pick(Size::ALL));
        if give(pawn, &mut state.ring, &mut state.reserve) {
            on_ring.push(Piece::Element(pawn));
        }
    }
    let load: Vec<Piece> = match plan.load {
        Load::One(piece) => vec![piece],
        Load::Sumo => vec![Piece::Sumo(Seat::Second)],
        Load::Token => {
            let mut tokens = (state.reserve.kinds()).map(|(element, _)| element);
            let token = tokens.find(|element| matches!(element, Element::Token(_)))?;
            vec![Piece::Element(token)]
        }
        Load::Group => {
            let nth = (MoveIndex::ALL.into_iter())
                .find(|&nth| game.terms().group_of(seat, nth).is_some())?;
            state.turn.forms.group = Some(nth);
            let group = game.terms().group_of(seat, nth)?.stock_for(seat);
            (group.kinds())
                .flat_map(|(element, count)| {
                    core::iter::repeat_n(Piece::Element(element), usize::from(count))
                })
                .collect()
        }
    };
    let hand = &mut state.inventories[side];
    for &piece in &load {
        if let Piece::Element(element) = piece
            && !give(element, hand, &mut state.reserve)
        {
            return None;
        }
    }
    for (size, also) in Size::ALL.into_iter().zip(plan.also_held) {
        if also || (sumo_taken && size == Size::Small) {
            let _ = give(Element::Pawn(size), hand, &mut state.reserve);
        }
    }
    Some((state, load, on_ring))
}
