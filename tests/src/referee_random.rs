//! Random inputs of a ring: observations and commands, some of which make sense; and a
//! person who brings table and match back together with documented answers only.

use crate::kabuto_play::{any_action, any_setup, next_move, trial_deck};
use crate::referee_grid as grid;
use crate::referee_random_laws::RandomInputs;
use crate::referee_script::ScriptBench;
use crate::referee_script_parse::ScriptLine;
use crate::test_rng::TestRng;
use host_core::game::host_game::repaired_cell;
use rules_core::board::Micrometres;
use rules_core::board::curtain::Plane;
use rules_core::games::kabuto::{Action, Match};
use rules_core::place::{Edge, Facing, Place, Post};
use rules_core::player::{Seat, Side};
use rules_core::referee::kabuto::correction::Correction;
use rules_core::referee::kabuto::markers::{magnet_of, side_of};
use rules_core::referee::kabuto::repair::KabutoRepair;
use rules_core::referee::record::{Judgement, UndoStep};
use rules_core::referee::table::SlotContent;
use rules_core::referee::{
    AnyAction, AnyCorrection, AnyGame, AnyRepair as GameRepair, Choice, Command, EventClass,
    EvidenceKind, Policies, Policy, Speaker,
};
use rules_core::sensing::body::{Body, ByBody};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::magnet::{Magnet, Polarity};
use rules_core::sensing::observation::{
    BodyCount, Cause, CurtainFall, EdgePoint, Fall, FallCause, FallId, FallPattern, NoFallReason,
    ObservationKind, PassedMagnet, PlatformLoad, Push, Witnesses,
};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::time::{Instant, Span};

/// Generators of random inputs for a ring.
pub const RING: RandomInputs = RandomInputs {
    begin,
    any_doing,
    any_what,
    sort_out,
    is_grounded,
    pauses: [0, 1, 30, 200, 900, 6_000],
    steps: (120, 60),
    polls: 64,
};

/// Begins a fresh match of Kabuto, of a random edition and number of players, with
/// these policies, or random ones if `None`.
///
/// # Panics
/// If the set-up is not valid, which fails the test.
pub fn begin(dice: &mut TestRng, policies: Option<Policies>) -> ScriptBench {
    let deck = match dice.below(2) {
        0 => trial_deck(),
        _ => host_core::data::house_deck(),
    };
    let setup = any_setup(dice, &deck);
    let game = setup
        .begin(&deck.cards)
        .expect("the set-up is made to be valid");
    let mut bench = ScriptBench::default();
    bench.wait(BEGINNING);
    let policies = policies.unwrap_or_else(|| any_policies(dice));
    bench
        .begin(BEGINNING, &AnyGame::Kabuto(game), policies)
        .expect("no match is running");
    bench
}

/// True if a judgement that the referee made without a question is certain; for a push,
/// the side's inventory can make the element certain.
fn is_grounded(judgement: &Judgement) -> bool {
    let evidence = &judgement.evidence;
    let pushed = matches!(evidence.kind, EvidenceKind::Pushed(_));
    pushed || judgement.step != UndoStep::New || evidence.certainty.is_high()
}

/// Draws an input that may come next.
pub fn any_doing(dice: &mut TestRng, bench: &ScriptBench) -> ScriptLine {
    match dice.below(10) {
        0..=6 => ScriptLine::See(any_what(dice, bench)),
        7 | 8 => ScriptLine::Say(any_command(dice, bench)),
        _ => ScriptLine::Wait,
    }
}

/// Draws an observation of a ring's sensors.
pub fn any_what(dice: &mut TestRng, bench: &ScriptBench) -> ObservationKind {
    match dice.below(26) {
        0..=3 => ObservationKind::Docked {
            place: any_place(dice),
            facing: dice.pick(&[Facing::Short, Facing::Short, Facing::Short, Facing::Long]),
            certainty: any_certainty(dice),
        },
        4 => ObservationKind::Undocked,
        5..=9 => ObservationKind::Marker {
            post: dice.pick(&Post::ALL),
            slot: dice.below(5) as u8,
            marker: any_marker(dice),
            certainty: any_certainty(dice),
        },
        10..=14 => ObservationKind::Pushed(any_push(dice, bench)),
        15..=19 => ObservationKind::Fell(any_fall(dice, bench)),
        20 => ObservationKind::Falling(FallId(dice.below(4) as u16), any_spot(dice)),
        21 => ObservationKind::NoFall(FallId(dice.below(4) as u16), dice.pick(&NoFallReason::ALL)),
        22 => dice.pick(&[
            ObservationKind::Hand(EdgePoint {
                edge: Edge::North,
                along: Micrometres(0),
            }),
            ObservationKind::HandGone(Edge::North),
            ObservationKind::Bump,
            ObservationKind::Cleared(Edge::West),
            ObservationKind::CoverageLost(Edge::South),
            ObservationKind::CoverageRestored(Edge::South),
        ]),
        23 => ObservationKind::PushStarted(any_place(dice)),
        24 => dice.pick(&[
            ObservationKind::Unloaded,
            ObservationKind::Loaded(PlatformLoad {
                place: Place::Corner(Post::Two),
                magnet: None,
                certainty: Certainty::FULL,
            }),
        ]),
        _ => {
            let beam = Sensor::Beam(dice.pick(&Edge::ALL), Plane::Upper, dice.below(30) as u8);
            if dice.below(2) == 0 {
                ObservationKind::FaultRaised(beam, SensorFault::Flaky)
            } else {
                ObservationKind::FaultCleared(beam, SensorFault::Flaky)
            }
        }
    }
}

fn any_place(dice: &mut TestRng) -> Place {
    if dice.below(5) > 0 {
        Place::Corner(dice.pick(&Post::ALL))
    } else {
        Place::Along {
            edge: dice.pick(&Edge::ALL),
            at_mm: dice.below(300) as u16,
        }
    }
}

fn any_spot(dice: &mut TestRng) -> EdgePoint {
    EdgePoint {
        edge: dice.pick(&Edge::ALL),
        along: Micrometres(dice.below(200_000) as u32),
    }
}

fn any_certainty(dice: &mut TestRng) -> Certainty {
    Certainty(dice.pick(&[255, 200, 200, 200, 60, 48, 47, 10, 0]))
}

fn any_marker(dice: &mut TestRng) -> Option<Magnet> {
    let all: Vec<Magnet> = Magnet::all().collect();
    (dice.below(3) > 0).then(|| dice.pick(&all))
}

fn any_costs(dice: &mut TestRng) -> ByBody<u8> {
    let mut costs = ByBody::from_fn(|_| dice.pick(&[255, 200, 200, 150, 90, 40]));
    costs[dice.pick(&Body::ALL)] = 0;
    costs
}

fn any_push(dice: &mut TestRng, bench: &ScriptBench) -> Push {
    Push {
        place: any_place(dice),
        began: bench.now(),
        speed: dice.pick(&[50, 300, 2_000, 65_535]),
        costs: any_costs(dice),
        body: dice.pick(&Body::ALL),
        certainty: any_certainty(dice),
    }
}

fn any_fall(dice: &mut TestRng, bench: &ScriptBench) -> Fall {
    let polarity = dice.pick(&Polarity::ALL);
    let EdgePoint { edge, along } = any_spot(dice);
    Fall {
        measured: CurtainFall {
            pattern: FallPattern {
                id: FallId(dice.below(4) as u16),
                edge,
                witnesses: match dice.below(4) {
                    0 => Witnesses::One,
                    _ => Witnesses::Two,
                },
                count: match dice.below(8) {
                    0 => BodyCount::PerhapsTwo,
                    _ => BodyCount::One,
                },
                sound: dice.below(8) > 0,
            },
            onset: bench.now() - Span::millis(dice.below(900) as u32),
            along,
            width: Micrometres(dice.below(60_000) as u32),
            width_doubt: Micrometres(dice.below(20_000) as u32),
            drop: Span::millis(30),
            dark: Span::millis(60),
        },
        magnet: (dice.below(3) == 0).then(|| PassedMagnet {
            peak: 300,
            polarity,
            certainty: any_certainty(dice),
        }),
        costs: any_costs(dice).into(),
        cause: FallCause {
            kind: dice.pick(&Cause::ALL),
            certainty: any_certainty(dice),
        },
    }
}

fn any_command(dice: &mut TestRng, bench: &ScriptBench) -> Command {
    let question = bench.referee.session().question();
    if let Some(question) = question
        && dice.below(3) > 0
    {
        let choice = if dice.below(4) > 0 {
            dice.pick(&question.choices)
        } else {
            dice.pick(&[
                Choice::AsSeen,
                Choice::Group,
                Choice::ByPush,
                Choice::TableIsRight,
                Choice::Marker(Side::Three),
                Choice::Other,
                Choice::Nothing,
            ])
        };
        return Command::Answer(question.number, choice);
    }
    let game = bench.referee.session().game().and_then(AnyGame::get);
    let legal = game.and_then(|game| next_move(dice, game));
    match dice.below(16) {
        0 | 1 => Command::Undo,
        2 => Command::Redo,
        3 => Command::TableIsRight,
        4 => Command::RefereeIsRight,
        5 => Command::Overrule(any_overrule(dice)),
        6 => Command::Declare(AnyAction::Kabuto(any_action(dice)), Speaker::Host),
        7 if dice.below(12) == 0 => Command::Abort,
        8 if dice.below(4) == 0 => Command::SetPolicies(any_policies(dice)),
        9 => Command::Answer(dice.below(9) as u16, Choice::Nothing),
        _ => {
            let action = legal.unwrap_or(Action::Settle);
            Command::Declare(AnyAction::Kabuto(action), Speaker::Table)
        }
    }
}

fn any_overrule(dice: &mut TestRng) -> AnyCorrection {
    dice.pick(&[
        AnyCorrection::Unsettle,
        AnyCorrection::Kabuto(Correction::ExtraPush),
        AnyCorrection::Kabuto(Correction::WaiveMarker),
        AnyCorrection::Kabuto(Correction::Opened),
        AnyCorrection::Kabuto(Correction::Platform(Place::Corner(Post::Three))),
        AnyCorrection::Kabuto(Correction::Turn(Seat::First)),
        AnyCorrection::Kabuto(Correction::Turn(Seat::Second)),
        AnyCorrection::Kabuto(Correction::Turn(Seat::Fourth)),
    ])
}

/// Draws the usual policies, or a random policy for each class of event.
pub fn any_policies(dice: &mut TestRng) -> Policies {
    if dice.below(3) == 0 {
        return Policies::DEFAULT;
    }
    let mut policies = Policies::DEFAULT;
    for kind in EventClass::ALL {
        policies[kind] = dice.pick(&Policy::ALL);
    }
    policies
}

/// Outcome of a person's attempt to sort a match out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndedBy {
    /// A match runs, no question is open, and table and game agree.
    Agreed {
        /// Number of answers, declarations and handgrips it took.
        steps: usize,
    },
    /// The attempt took more than the allowed number of steps.
    Stuck,
}

/// Sorts a match out in at most `most` steps: answers questions, declares once that the
/// table is right, then puts the table right by hand. Never aborts the match.
pub fn sort_out(bench: &mut ScriptBench, most: usize) -> EndedBy {
    let mut said = false;
    let mut answers = 0;
    for steps in 0..=most {
        bench.wait(bench.now() + Span::millis(6_000));
        let session = bench.referee.session();
        let Some(game) = session.game() else {
            return EndedBy::Agreed { steps };
        };
        if game.is_over() && session.question().is_none() {
            return EndedBy::Agreed { steps };
        }
        let waiting = bench.referee.waiting();
        let doing = if let Some(question) = session.question() {
            answers += 1;
            let first = question.choices.first().copied();
            let choice = match first {
                Some(choice) if answers <= 2 && choice != Choice::Abort => choice,
                _ => Choice::RefereeIsRight,
            };
            ScriptLine::Say(Command::Answer(question.number, choice))
        } else if waiting.unrest.is_some() {
            ScriptLine::Say(Command::Declare(
                AnyAction::Kabuto(Action::Settle),
                Speaker::Table,
            ))
        } else if let Some(repair) = waiting.repair {
            if said {
                ScriptLine::See(handgrip(bench, repair))
            } else {
                said = true;
                ScriptLine::Say(Command::TableIsRight)
            }
        } else {
            return EndedBy::Agreed { steps };
        };
        if let Err(declined) = bench.happen(&doing) {
            panic!("a documented answer is declined: {declined} to {doing:?}");
        }
    }
    EndedBy::Stuck
}

/// Returns the observation that sensors make when a person carries out this repair.
pub fn handgrip(bench: &ScriptBench, repair: GameRepair) -> ObservationKind {
    let game = bench.referee.session().game().expect("a match runs");
    if let Some((number, piece)) = repaired_cell(game, &repair) {
        return grid::cell(number, piece);
    }
    let repair = *repair.get().expect("a repair of this match");
    let certainty = Certainty::FULL;
    let set = |post, slot, marker| ObservationKind::Marker {
        post,
        slot,
        marker,
        certainty,
    };
    let table = bench.referee.table();
    match repair {
        KabutoRepair::TakeMarker(colour, post) => {
            let game = game.get::<Match>().expect("a match on the ring");
            let terms = game.terms().clone();
            let wanted = side_of(&terms, magnet_of(colour));
            let mut slots = table.slots(post).iter();
            // The last such slot: the first may hold the marker that belongs there.
            let slot = slots
                .rposition(|slot| match slot {
                    SlotContent::Holds(magnet, _) => side_of(&terms, *magnet) == wanted,
                    SlotContent::Empty(_) | SlotContent::Unknown => false,
                })
                .expect("the marker to take is there");
            set(post, slot as u8, None)
        }
        KabutoRepair::ClearSlot(post, slot) => set(post, slot, None),
        KabutoRepair::TakePlatform(_) => ObservationKind::Undocked,
        KabutoRepair::TurnPlatform(place) | KabutoRepair::PutPlatform(place) => {
            ObservationKind::Docked {
                place,
                facing: Facing::Short,
                certainty,
            }
        }
        KabutoRepair::PutMarker(colour, post) => {
            let slots = table.slots(post).iter();
            let free = slots
                .clone()
                .position(|slot| matches!(slot, SlotContent::Empty(_)))
                .expect("a slot is free");
            set(post, free as u8, Some(magnet_of(colour)))
        }
    }
}

/// Start time of random inputs: 10 s after power-up, so that earlier times exist.
pub const BEGINNING: Instant = Instant(10_000_000);
