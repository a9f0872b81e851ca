//! Soup: observations and commands at random, some of which make sense; and a
//! person who gets a match out of it again with documented answers only.

use crate::dice::Dice;
use crate::kabuto_play::{any_action, any_setup, next_move, trial_deck};
use crate::referee_grid as grid;
use crate::referee_script::Bench;
use crate::referee_stir::Soup;
use crate::referee_words::Doing;
use rules_core::board::Micrometres;
use rules_core::board::curtain::Plane;
use rules_core::games::kabuto::Action;
use rules_core::games::seen;
use rules_core::place::{Edge, Facing, Place, Post};
use rules_core::player::{Seat, Side};
use rules_core::referee::kabuto::correction::Correction;
use rules_core::referee::kabuto::markers::{magnet_of, side_of};
use rules_core::referee::kabuto::repair::Repair;
use rules_core::referee::record::{Judgement, Step};
use rules_core::referee::table::Slot;
use rules_core::referee::{
    By, Choice, Command, Game, Kind, Overrule, Play, Policies, Policy, Repair as GameRepair, Seen,
    abalone, sumoo,
};
use rules_core::sensing::body::{Bodies, Body, ByBody};
use rules_core::sensing::certainty::{Certainty, Identity};
use rules_core::sensing::magnet::{Magnet, Polarity};
use rules_core::sensing::observation::{
    Cause, Count, Fall, FallId, Loaded, NoFall, Passing, Pushed, Spot, What,
};
use rules_core::sensing::sensor::{Sensor, Trouble};
use rules_core::time::{Instant, Span};

/// The soup of a ring.
pub const RING: Soup = Soup {
    begin,
    any_doing,
    any_what,
    sort_out,
    is_grounded,
    pauses: [0, 1, 30, 200, 900, 6_000],
    steps: (120, 60),
    polls: 64,
};

/// A fresh match of Kabuto, of any edition and number of players; with these
/// policies, or any.
///
/// # Panics
/// If the set-up is not valid, which fails the test.
pub fn begin(dice: &mut Dice, policies: Option<Policies>) -> Bench {
    let deck = match dice.below(2) {
        0 => trial_deck(),
        _ => host_tools::data::house_deck(),
    };
    let setup = any_setup(dice, &deck);
    let game = setup.begin(&deck).expect("the set-up is made to be valid");
    let mut bench = Bench::default();
    bench.wait(BEGINNING);
    let policies = policies.unwrap_or_else(|| any_policies(dice));
    bench
        .begin(BEGINNING, &Game::Kabuto(game), policies)
        .expect("no match is running");
    bench
}

/// What the referee judges by itself is certain; which element was pushed can be
/// certain by what the side holds.
fn is_grounded(judgement: &Judgement) -> bool {
    let evidence = &judgement.evidence;
    let pushed = matches!(evidence.seen, Seen::Pushed(_));
    pushed || judgement.step != Step::New || evidence.certainty.is_high()
}

/// Something that may happen next.
pub fn any_doing(dice: &mut Dice, bench: &Bench) -> Doing {
    match dice.below(10) {
        0..=6 => Doing::See(any_what(dice, bench)),
        7 | 8 => Doing::Say(any_command(dice, bench)),
        _ => Doing::Wait,
    }
}

/// Something seen.
pub fn any_what(dice: &mut Dice, bench: &Bench) -> What {
    match dice.below(26) {
        0..=3 => What::Docked {
            place: any_place(dice),
            facing: dice.pick(&[Facing::Short, Facing::Short, Facing::Short, Facing::Long]),
            certainty: any_certainty(dice),
        },
        4 => What::Lifted,
        5..=9 => What::Marker {
            post: dice.pick(&Post::ALL),
            slot: dice.below(5) as u8,
            marker: any_marker(dice),
            certainty: any_certainty(dice),
        },
        10..=14 => What::Pushed(any_push(dice, bench)),
        15..=19 => What::Fell(any_fall(dice, bench)),
        20 => What::Falling(FallId(dice.below(4) as u16), any_spot(dice)),
        21 => What::NoFall(FallId(dice.below(4) as u16), dice.pick(&NoFall::ALL)),
        22 => dice.pick(&[
            What::Hand(Spot {
                edge: Edge::North,
                along: Micrometres(0),
            }),
            What::HandGone(Edge::North),
            What::Bump,
            What::Cleared(Edge::West),
            What::Blind(Edge::South),
            What::Sighted(Edge::South),
        ]),
        23 => What::PushStarted(any_place(dice)),
        24 => dice.pick(&[
            What::Unloaded,
            What::Loaded(Loaded {
                place: Place::Corner(Post::Two),
                magnet: None,
                certainty: Certainty::FULL,
            }),
        ]),
        _ => {
            let beam = Sensor::Beam(dice.pick(&Edge::ALL), Plane::Upper, dice.below(30) as u8);
            if dice.below(2) == 0 {
                What::Trouble(beam, Trouble::Flaky)
            } else {
                What::Mended(beam, Trouble::Flaky)
            }
        }
    }
}

fn any_place(dice: &mut Dice) -> Place {
    if dice.below(5) > 0 {
        Place::Corner(dice.pick(&Post::ALL))
    } else {
        Place::Along {
            edge: dice.pick(&Edge::ALL),
            at_mm: dice.below(300) as u16,
        }
    }
}

fn any_spot(dice: &mut Dice) -> Spot {
    Spot {
        edge: dice.pick(&Edge::ALL),
        along: Micrometres(dice.below(200_000) as u32),
    }
}

fn any_certainty(dice: &mut Dice) -> Certainty {
    Certainty(dice.pick(&[255, 200, 200, 200, 60, 48, 47, 10, 0]))
}

fn any_marker(dice: &mut Dice) -> Option<Magnet> {
    let all: Vec<Magnet> = Magnet::all().collect();
    (dice.below(3) > 0).then(|| dice.pick(&all))
}

fn any_costs(dice: &mut Dice) -> ByBody<u8> {
    let mut costs = ByBody::from_fn(|_| dice.pick(&[255, 200, 200, 150, 90, 40]));
    costs[dice.pick(&Body::ALL)] = 0;
    costs
}

fn any_push(dice: &mut Dice, bench: &Bench) -> Pushed {
    Pushed {
        place: any_place(dice),
        began: bench.now(),
        speed: dice.pick(&[50, 300, 2_000, 65_535]),
        costs: any_costs(dice),
        body: dice.pick(&Body::ALL),
        certainty: any_certainty(dice),
    }
}

fn any_fall(dice: &mut Dice, bench: &Bench) -> Fall {
    let polarity = dice.pick(&Polarity::ALL);
    Fall {
        id: FallId(dice.below(4) as u16),
        onset: bench.now() - Span::millis(dice.below(900) as u32),
        spot: any_spot(dice),
        width: Micrometres(dice.below(60_000) as u32),
        drop: (dice.below(4) > 0).then(|| Span::millis(30)),
        dark: Span::millis(60),
        count: match dice.below(8) {
            0 => Count::PerhapsTwo,
            _ => Count::One,
        },
        magnet: (dice.below(3) == 0).then(|| Passing {
            peak: 300,
            polarity,
            certainty: any_certainty(dice),
        }),
        costs: any_costs(dice),
        identity: Identity {
            body: dice.pick(&Body::ALL),
            certainty: any_certainty(dice),
            candidates: Bodies::ALL,
        },
        cause: dice.pick(&Cause::ALL),
        cause_certainty: any_certainty(dice),
        sound: dice.below(8) > 0,
    }
}

fn any_command(dice: &mut Dice, bench: &Bench) -> Command {
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
    let legal = match bench.referee.session().game() {
        Some(Game::Kabuto(game)) => next_move(dice, game),
        _ => None,
    };
    match dice.below(16) {
        0 | 1 => Command::Undo,
        2 => Command::Redo,
        3 => Command::TableIsRight,
        4 => Command::RefereeIsRight,
        5 => Command::Overrule(any_overrule(dice)),
        6 => Command::Declare(Play::Kabuto(any_action(dice)), By::Host),
        7 if dice.below(12) == 0 => Command::Abort,
        8 if dice.below(4) == 0 => Command::SetPolicies(any_policies(dice)),
        9 => Command::Answer(dice.below(9) as u16, Choice::Nothing),
        _ => {
            let action = legal.unwrap_or(Action::Settle);
            Command::Declare(Play::Kabuto(action), By::Table)
        }
    }
}

fn any_overrule(dice: &mut Dice) -> Overrule {
    dice.pick(&[
        Overrule::Unsettle,
        Overrule::Kabuto(Correction::ExtraPush),
        Overrule::Kabuto(Correction::WaiveMarker),
        Overrule::Kabuto(Correction::Opened),
        Overrule::Kabuto(Correction::Platform(Place::Corner(Post::Three))),
        Overrule::Kabuto(Correction::Turn(Seat::First)),
        Overrule::Kabuto(Correction::Turn(Seat::Second)),
        Overrule::Kabuto(Correction::Turn(Seat::Fourth)),
    ])
}

/// Policies by the dice.
pub fn any_policies(dice: &mut Dice) -> Policies {
    if dice.below(3) == 0 {
        return Policies::USUAL;
    }
    let mut policies = Policies::USUAL;
    for kind in Kind::ALL {
        policies[kind] = dice.pick(&Policy::ALL);
    }
    policies
}

/// What a person ended with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// A match runs, nothing is asked, and table and game agree.
    Agreed {
        /// Answers, declarations and handgrips it took.
        steps: usize,
    },
    /// It took too long.
    Stuck,
}

/// Gets a match out of the soup: answers what is asked, says once that the
/// table is right, then puts the table right by hand. Never breaks off.
pub fn sort_out(bench: &mut Bench, most: usize) -> Ended {
    let mut said = false;
    let mut answers = 0;
    for steps in 0..=most {
        bench.wait(bench.now() + Span::millis(6_000));
        let session = bench.referee.session();
        let Some(game) = session.game() else {
            return Ended::Agreed { steps };
        };
        if game.is_over() && session.question().is_none() {
            return Ended::Agreed { steps };
        }
        let waiting = bench.referee.waiting();
        let doing = if let Some(question) = session.question() {
            answers += 1;
            let first = question.choices.first().copied();
            let choice = match first {
                Some(choice) if answers <= 2 && choice != Choice::Abort => choice,
                _ => Choice::RefereeIsRight,
            };
            Doing::Say(Command::Answer(question.number, choice))
        } else if waiting.unrest.is_some() {
            Doing::Say(Command::Declare(Play::Kabuto(Action::Settle), By::Table))
        } else if let Some(repair) = waiting.repair {
            if said {
                Doing::See(handgrip(bench, repair))
            } else {
                said = true;
                Doing::Say(Command::TableIsRight)
            }
        } else {
            return Ended::Agreed { steps };
        };
        if let Err(declined) = bench.happen(&doing) {
            panic!("a documented answer is declined: {declined} to {doing:?}");
        }
    }
    Ended::Stuck
}

/// What a person does on the table when told so, as the sensors see it.
pub fn handgrip(bench: &Bench, repair: GameRepair) -> What {
    let repair = match repair {
        GameRepair::Kabuto(repair) => repair,
        GameRepair::Abalone(repair) => return grid_handgrip(repair),
        GameRepair::Sumoo(repair) => {
            return match repair {
                seen::Repair::Remove(cell) => grid::cell(cell.into(), None),
                seen::Repair::Place(token, cell) => {
                    grid::cell(cell.into(), Some(sumoo::magnet_of(token)))
                }
            };
        }
    };
    let certainty = Certainty::FULL;
    let set = |post, slot, marker| What::Marker {
        post,
        slot,
        marker,
        certainty,
    };
    let table = bench.referee.table();
    match repair {
        Repair::TakeMarker(colour, post) => {
            let terms = match bench.referee.session().game() {
                Some(Game::Kabuto(game)) => game.terms().clone(),
                _ => panic!("a repair without a match"),
            };
            let wanted = side_of(&terms, magnet_of(colour));
            let mut slots = table.slots(post).iter();
            // The last of them: the first may be the one that belongs there.
            let slot = slots
                .rposition(|slot| match slot {
                    Slot::Holds(magnet, _) => side_of(&terms, *magnet) == wanted,
                    Slot::Empty(_) | Slot::Unknown => false,
                })
                .expect("the marker to take is there");
            set(post, slot as u8, None)
        }
        Repair::ClearSlot(post, slot) => set(post, slot, None),
        Repair::TakePlatform(_) => What::Lifted,
        Repair::TurnPlatform(place) | Repair::PutPlatform(place) => What::Docked {
            place,
            facing: Facing::Short,
            certainty,
        },
        Repair::PutMarker(colour, post) => {
            let slots = table.slots(post).iter();
            let free = slots
                .clone()
                .position(|slot| matches!(slot, Slot::Empty(_)))
                .expect("a slot is free");
            set(post, free as u8, Some(magnet_of(colour)))
        }
    }
}

fn grid_handgrip(repair: abalone::Repair) -> What {
    match repair {
        seen::Repair::Remove(cell) => grid::cell(abalone::number_of(cell), None),
        seen::Repair::Place(player, cell) => {
            let marble = Some(abalone::magnet_of(player));
            grid::cell(abalone::number_of(cell), marble)
        }
    }
}

/// When soup begins: some time after power-up, so that times before exist.
pub const BEGINNING: Instant = Instant(10_000_000);
