//! Draws for walks through Kabuto Sumo that compare the engine with the reference model:
//! set-ups with cards of many decks, and actions that are legal, nearly legal, or neither.

use crate::kabuto_play::{any_action, any_further, any_marker_change, any_setup, legal};
use crate::test_rng::TestRng;
use host_core::data::{self, Deck};
use host_core::kabuto::read_deck;
use rules_core::games::kabuto::action::{
    Contact, Load, MarkerChange, MoveChoices, MoveUse, OnRing, Remark, Remarks, Target,
};
use rules_core::games::kabuto::card::{
    Card, Condition, Cost, Effect, MoveIndex, MovePart, MoveRule, SumoTaking,
};
use rules_core::games::kabuto::terms::League;
use rules_core::games::kabuto::{Action, Edition, Match, Setup};
use rules_core::piece::{Element, Piece, Size};
use rules_core::place::{Edge, Facing, Place, Post};
use rules_core::player::{Seat, Side};
use std::collections::BTreeMap;

/// Decks whose cards are mixed.
const DECKS: [&str; 8] = [
    data::HOUSE_DECK,
    include_str!("../decks/plain.toml"),
    include_str!("../decks/trial.toml"),
    include_str!("../decks/trial-choices.toml"),
    include_str!("../decks/trial-ks.toml"),
    include_str!("../decks/trial-stack.toml"),
    include_str!("../decks/trial-tokens.toml"),
    include_str!("../decks/trial-ways-out.toml"),
];

/// Returns the cards of all decks.
///
/// # Panics
/// If a deck has mistakes, which fails the test.
#[must_use]
pub fn cards() -> Vec<Card> {
    let decks = DECKS.map(|text| read_deck(text).expect("the decks have no mistakes"));
    decks.into_iter().flat_map(|deck| deck.cards).collect()
}

/// Habits of one walk, so that walks come to different ends.
#[derive(Debug)]
pub struct Habits {
    falls: usize,
    knock_offs: usize,
    moves: usize,
    strangeness: usize,
}

impl Habits {
    /// Draws the habits of a walk.
    pub fn draw(dice: &mut TestRng) -> Self {
        Self {
            falls: dice.pick(&[0, 1, 2, 4, 8]),
            knock_offs: dice.pick(&[0, 0, 1, 6]),
            moves: dice.pick(&[1, 4, 10]),
            strangeness: dice.pick(&[0, 5, 10, 15]),
        }
    }

    fn weight(&self, action: &Action) -> usize {
        match action {
            Action::Fall(Piece::Sumo(_) | Piece::Belt) => self.knock_offs,
            Action::Fall(Piece::Element(_)) => self.falls,
            Action::Use(_) => self.moves,
            Action::Accident(_) | Action::Submit => 1,
            Action::EndTurn => 3,
            Action::Dock(..) | Action::Settle => 4,
            Action::PlaceMarker(..) | Action::TakeMarker(..) | Action::Push(..) => 6,
        }
    }
}

/// Returns the kind of an action, for counting.
#[must_use]
pub const fn kind(action: &Action) -> &'static str {
    match action {
        Action::Dock(..) => "dock",
        Action::PlaceMarker(..) => "place marker",
        Action::TakeMarker(..) => "take marker",
        Action::Use(_) => "use",
        Action::Push(..) => "push",
        Action::Fall(Piece::Element(_)) => "fall of an element",
        Action::Fall(Piece::Sumo(_)) => "fall of a sumo",
        Action::Fall(Piece::Belt) => "fall of the belt",
        Action::Settle => "settle",
        Action::Accident(_) => "accident",
        Action::EndTurn => "end turn",
        Action::Submit => "submit",
    }
}

/// Draws a set-up that has no faults, with eight of the cards to choose from, and begins
/// its match.
pub fn setup(dice: &mut TestRng, cards: &[Card]) -> (Setup, Deck, Match) {
    loop {
        let mut deck = Deck::default();
        let mut left: Vec<&Card> = cards.iter().collect();
        while deck.cards.len() < 8 {
            let card = left.swap_remove(dice.below(left.len()));
            deck.cards.push(card.clone());
        }
        let suits_all = |edition| {
            let cards = deck.cards.iter();
            let suiting = cards.filter(|card| card.suits(edition, League::Junior));
            suiting.count() >= 4
        };
        if !suits_all(Edition::SakuraSlam) || !suits_all(Edition::KabutoSumo) {
            continue;
        }
        let mut setup = any_setup(dice, &deck);
        if setup.edition == Edition::SakuraSlam && dice.below(2) == 0 {
            // Few pawns of the centre's size, so that the belt's own comes to be the last.
            setup.layout.pawns[Size::Small] = dice.below(12) as u8;
            setup.layout.pawns[Size::Medium] = 1 + dice.below(3) as u8;
            setup.layout.pawns[Size::Large] = dice.below(4) as u8;
        }
        if let Ok(game) = setup.begin(&deck.cards) {
            return (setup, deck, game);
        }
    }
}

/// Draws an action: a legal one, one that is nearly legal, or any.
pub fn draw(dice: &mut TestRng, game: &Match, habits: &Habits) -> Action {
    match dice.below(40) {
        n if n < habits.strangeness => any_action(dice),
        n if n < 2 * habits.strangeness => likely_action(dice, game),
        _ => legal_action(dice, game, habits).unwrap_or_else(|| any_action(dice)),
    }
}

/// Draws a legal action: first its kind, as there are many more falls than ends of a
/// turn; `None` after the end.
fn legal_action(dice: &mut TestRng, game: &Match, habits: &Habits) -> Option<Action> {
    let list = legal(game);
    let mut by_kind = BTreeMap::<&str, Vec<&Action>>::new();
    for action in &list {
        by_kind.entry(kind(action)).or_default().push(action);
    }
    let mut tickets = Vec::new();
    for (name, actions) in &by_kind {
        let weight = habits.weight(actions[0]);
        tickets.extend(std::iter::repeat_n(*name, weight));
    }
    if tickets.is_empty() {
        return list.first().cloned();
    }
    let of_kind = &by_kind[dice.pick(&tickets)];
    let action = of_kind[dice.below(of_kind.len())].clone();
    Some(match action {
        // No remark makes a push illegal, and none is among the legal actions.
        Action::Push(load, _) => Action::Push(load, remarks(dice)),
        // Corners without a marker are preferred, so that slams come about.
        Action::Dock(place, facing) if has_own_marker(game, place) => {
            let empty = Post::ALL.map(Place::Corner).into_iter();
            let mut empty = empty.filter(|&place| !has_own_marker(game, place));
            match empty.next() {
                Some(place) if dice.below(2) == 0 => Action::Dock(place, facing),
                _ => Action::Dock(place, facing),
            }
        }
        action => action,
    })
}

/// True if the side whose turn it is has a marker at this place.
fn has_own_marker(game: &Match, place: Place) -> bool {
    let state = game.state();
    let side = game.terms().side_of(state.turn.seat);
    matches!(place, Place::Corner(post) if state.markers[side].contains(post))
}

fn remarks(dice: &mut TestRng) -> Remarks {
    let noted = Remark::ALL.into_iter().filter(|_| dice.below(6) == 0);
    noted.collect()
}

/// Draws an action with plausible parts that the rules may still forbid.
fn likely_action(dice: &mut TestRng, game: &Match) -> Action {
    let (terms, state) = (game.terms(), game.state());
    let seat = state.turn.seat;
    let side = terms.side_of(seat);
    let post = dice.pick(&Post::ALL);
    match dice.below(12) {
        0 => Action::Dock(Place::Corner(post), Facing::Short),
        1 => {
            let edge = dice.pick(&Edge::ALL);
            let at_mm = dice.pick(&[50, 100]);
            Action::Dock(Place::Along { edge, at_mm }, Facing::Short)
        }
        2 => Action::PlaceMarker(side, post),
        3 => Action::TakeMarker(side, post),
        4 | 5 => {
            let held: Vec<Element> = state.inventories[side].kinds().map(|it| it.0).collect();
            let mut load = Load::new();
            for _ in 0..dice.pick(&[1, 1, 1, 2, 3]) {
                if !held.is_empty() {
                    let _ = load.push(Piece::Element(dice.pick(&held)));
                }
            }
            Action::Push(load, remarks(dice))
        }
        6 => [Action::EndTurn, Action::Submit, Action::Settle][dice.below(3)].clone(),
        7 => Action::Fall(piece(dice)),
        _ => {
            let nth = dice.pick(&MoveIndex::ALL);
            let rule = terms.move_rule(seat, nth);
            Action::Use(MoveUse {
                card_of: seat,
                nth,
                choices: rule.map_or_else(MoveChoices::default, |rule| choices(dice, rule)),
            })
        }
    }
}

fn piece(dice: &mut TestRng) -> Piece {
    let all: Vec<Piece> = Piece::all().collect();
    // Pawns are on the ring more often than anything else.
    if dice.below(2) == 0 {
        Piece::pawn(dice.pick(&Size::ALL))
    } else {
        dice.pick(&all)
    }
}

fn on_ring(dice: &mut TestRng) -> OnRing {
    if dice.below(8) == 0 {
        OnRing::BeltPawn
    } else {
        OnRing::Piece(piece(dice))
    }
}

/// Draws what the card asks for, mostly.
fn choices(dice: &mut TestRng, rule: &MoveRule) -> MoveChoices {
    let mut choices = MoveChoices {
        cost: dice.pick(rule.alternatives(MovePart::Costs)),
        effect: dice.pick(rule.alternatives(MovePart::Effects)),
        ..MoveChoices::default()
    };
    let costs: Vec<Cost> = rule.costs(choices.cost).copied().collect();
    let effects: Vec<Effect> = rule.effects(choices.effect).copied().collect();
    let mut asked = |asks: bool| asks != (dice.below(30) == 0);
    let pays = asked(costs.iter().any(|cost| matches!(cost, Cost::Pay(_))));
    let stacks = asked(costs.iter().any(|cost| matches!(cost, Cost::Stack(..))));
    let takes_back = |cost: &Cost| matches!(cost, Cost::RemoveMarkers(..));
    let takes_back = asked(costs.iter().any(takes_back));
    let touches = |condition: &Condition| matches!(condition, Condition::Touches(..));
    let points = |effect: &Effect| {
        matches!(
            effect,
            Effect::Take(..)
                | Effect::TakeSumo(SumoTaking::OpponentMoved | SumoTaking::OpponentOut)
        )
    };
    let targets = asked(rule.conditions.iter().any(touches) || effects.iter().any(points));
    let changes = |effect: &Effect| {
        matches!(
            effect,
            Effect::MoveMarker(_) | Effect::SetMarker | Effect::RemoveMarker
        )
    };
    let change = effects.iter().copied().find(changes);
    let changes = asked(change.is_some());
    if pays {
        choices.pay_to = Some(dice.pick(&Seat::ALL));
    }
    if stacks {
        choices.stack_on = Some(on_ring(dice));
    }
    if takes_back {
        let posts = Post::ALL.into_iter().filter(|_| dice.below(3) == 0);
        choices.markers = posts.collect();
    }
    if targets {
        choices.target = Some(Target {
            piece: on_ring(dice),
            further: any_further(dice),
            contact: dice.pick(&Contact::ALL),
        });
    }
    if changes {
        let (side, post) = (dice.pick(&Side::ALL), dice.pick(&Post::ALL));
        choices.marker = Some(match change {
            Some(Effect::SetMarker) => MarkerChange::Set(post),
            Some(Effect::RemoveMarker) => MarkerChange::Removed(side, post),
            _ => any_marker_change(dice),
        });
    }
    choices
}
