//! Random play of Kabuto Sumo: set-ups, legal actions, and arbitrary actions.

use crate::test_rng::TestRng;
use host_core::data::{self, Deck};
use host_core::kabuto::read_deck;
use rules_core::games::kabuto::action::{
    Contact, FurtherElements, Load, MarkerChange, MoveChoices, MoveUse, OnRing, Remark, Target,
};
use rules_core::games::kabuto::card::{Alternative, MoveIndex};
use rules_core::games::kabuto::legal_actions::VisitResult;
use rules_core::games::kabuto::setup::{Entrant, FirstBy, Team};
use rules_core::games::kabuto::terms::{EmptySlam, Fallen, HouseRules, League};
use rules_core::games::kabuto::{Action, Edition, Match, Setup};
use rules_core::piece::{Element, Piece};
use rules_core::place::{Edge, Facing, Place, Post, Posts};
use rules_core::player::{Colour, Players, Seat, Side};

/// Reads the trial deck of the tests, whose cards try one mechanism each.
///
/// # Panics
/// If the file is not there or has mistakes, which fails the test.
#[must_use]
pub fn trial_deck() -> Deck {
    read_deck(include_str!("../decks/trial.toml")).expect("the trial deck has no mistakes")
}

/// Draws a valid set-up: edition, players, league and cards.
#[must_use]
pub fn any_setup(dice: &mut TestRng, deck: &Deck) -> Setup {
    let edition = dice.pick(&[Edition::SakuraSlam, Edition::KabutoSumo]);
    let league = dice.pick(&[League::Full, League::Full, League::Junior]);
    let players = dice.pick(&Players::ALL);
    let mut cards: Vec<u8> = (0..deck.cards.len())
        .filter(|&n| deck.cards[n].suits(edition, league))
        .map(|n| n as u8)
        .collect();
    let mut entrants = heapless::Vec::new();
    for n in 0..players.count() {
        let card = cards.swap_remove(dice.below(cards.len()));
        let team = match players {
            Players::Four if n % 2 == 0 => Some(Team::One),
            Players::Four => Some(Team::Two),
            Players::Two | Players::Three => None,
        };
        let colour = Colour::ALL[n];
        let _ = entrants.push(Entrant { colour, card, team });
    }
    Setup {
        edition,
        league,
        players: entrants,
        first: dice.below(players.count()) as u8,
        first_by: FirstBy::as_printed(edition, players),
        layout: data::default_layout(edition, players),
        house_rules: HouseRules {
            empty_slam: dice.pick(&[EmptySlam::Loses, EmptySlam::Waived]),
            fallen_with_pusher: dice.pick(&[Fallen::Counts, Fallen::PutBack]),
        },
    }
}

/// Lists all legal actions of a match.
#[must_use]
pub fn legal(game: &Match) -> Vec<Action> {
    let mut list = Vec::new();
    let _ = game.legal(&mut |action| {
        list.push(action.clone());
        VisitResult::Continue(())
    });
    list
}

/// Draws a legal action, or returns `None` if there is none. Sumos and the belt fall
/// only now and then, so that matches make progress.
pub fn next_move(dice: &mut TestRng, game: &Match) -> Option<Action> {
    let list = legal(game);
    let calm: Vec<&Action> = list
        .iter()
        .filter(|action| {
            !matches!(
                action,
                Action::Fall(Piece::Sumo(_) | Piece::Belt) | Action::Accident(_)
            )
        })
        .collect();
    if calm.is_empty() || dice.below(40) == 0 {
        list.get(dice.below(list.len().max(1))).cloned()
    } else {
        Some(calm[dice.below(calm.len())].clone())
    }
}

/// Draws an arbitrary action, sensible or not.
pub fn any_action(dice: &mut TestRng) -> Action {
    match dice.below(12) {
        0 => Action::Dock(any_place(dice), dice.pick(&[Facing::Short, Facing::Long])),
        1 => Action::PlaceMarker(dice.pick(&Side::ALL), dice.pick(&Post::ALL)),
        2 => Action::TakeMarker(dice.pick(&Side::ALL), dice.pick(&Post::ALL)),
        3 | 4 => Action::Use(any_use(dice)),
        5 => {
            let mut load = Load::new();
            for _ in 0..dice.below(7) {
                let _ = load.push(any_piece(dice));
            }
            let remarks = Remark::ALL.into_iter().filter(|_| dice.below(3) == 0);
            Action::Push(load, remarks.collect())
        }
        6 | 7 => Action::Fall(any_piece(dice)),
        8 => Action::Settle,
        9 => Action::Accident(any_piece(dice)),
        10 => Action::EndTurn,
        _ => Action::Submit,
    }
}

fn any_place(dice: &mut TestRng) -> Place {
    if dice.below(2) == 0 {
        Place::Corner(dice.pick(&Post::ALL))
    } else {
        Place::Along {
            edge: dice.pick(&Edge::ALL),
            at_mm: dice.below(65_536) as u16,
        }
    }
}

fn any_piece(dice: &mut TestRng) -> Piece {
    let all: Vec<Piece> = Piece::all().collect();
    dice.pick(&all)
}

fn any_on_ring(dice: &mut TestRng) -> OnRing {
    if dice.below(10) == 0 {
        OnRing::BeltPawn
    } else {
        OnRing::Piece(any_piece(dice))
    }
}

fn any_use(dice: &mut TestRng) -> MoveUse {
    let mut choices = MoveChoices::default();
    if dice.below(2) == 0 {
        choices.pay_to = Some(dice.pick(&Seat::ALL));
    }
    if dice.below(2) == 0 {
        choices.stack_on = Some(any_on_ring(dice));
    }
    if dice.below(2) == 0 {
        choices.markers = Post::ALL
            .into_iter()
            .filter(|_| dice.below(2) == 0)
            .collect::<Posts>();
    }
    if dice.below(2) == 0 {
        choices.target = Some(Target {
            piece: any_on_ring(dice),
            further: any_further(dice),
            contact: dice.pick(&Contact::ALL),
        });
    }
    if dice.below(2) == 0 {
        choices.marker = Some(any_marker_change(dice));
    }
    if dice.below(4) == 0 {
        choices.cost = Some(dice.pick(&Alternative::ALL));
    }
    if dice.below(4) == 0 {
        choices.effect = Some(dice.pick(&Alternative::ALL));
    }
    MoveUse {
        card_of: dice.pick(&Seat::ALL),
        nth: dice.pick(&MoveIndex::ALL),
        choices,
    }
}

/// Draws further elements for a move that may take several: mostly none.
pub fn any_further(dice: &mut TestRng) -> FurtherElements {
    let all: Vec<Element> = Element::all().collect();
    match dice.below(6) {
        0 => FurtherElements::One(dice.pick(&all)),
        1 => FurtherElements::Two(dice.pick(&all), dice.pick(&all)),
        _ => FurtherElements::None,
    }
}

/// Draws a change of a marker.
pub fn any_marker_change(dice: &mut TestRng) -> MarkerChange {
    let (side, post) = (dice.pick(&Side::ALL), dice.pick(&Post::ALL));
    match dice.below(4) {
        0 => MarkerChange::Set(post),
        1 => MarkerChange::Removed(side, post),
        _ => MarkerChange::Moved(side, post, dice.pick(&Post::ALL)),
    }
}
