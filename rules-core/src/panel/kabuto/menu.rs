//! Menu of a turn of Kabuto Sumo or Sakura Slam: special moves, end of the turn,
//! submission; and for a move, the choices that its card asks for, one at a time.
//!
//! The engine lists every legal use of a move. A page is the first detail in which the
//! remaining uses differ, so that a detail with only one answer is never asked, and the
//! result is always legal. The menu does not ask whether a piece touches the player's own
//! sumo: a player who selects a piece that must touch it states that it does.

use super::super::game::{MenuLine, MenuPage, MenuStep};
use crate::games::kabuto::action::{MarkerChange, MoveChoices, MoveUse, OnRing};
use crate::games::kabuto::card::{Alternative, MoveIndex};
use crate::games::kabuto::legal_actions::VisitResult;
use crate::games::kabuto::{Action, ActionStatus, Match, NextAction};
use crate::lights::Spot;
use crate::piece::{Element, Piece};
use crate::place::{Post, Posts};
use crate::player::{Seat, Side};
use crate::referee::AnyAction;
use heapless::Vec;

/// Maximum number of lines of a menu page. At most 17 occur: 3 sizes, 8 kinds of token, 4
/// sumos and the belt twice.
pub const MAX_LINES: usize = 20;

/// A page of the menu of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardPage {
    /// First page: the actions that can be declared.
    Top,
    /// Page of the choices for the next detail of a move.
    Choice(PartialMove),
}

/// A special move of which some details are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartialMove {
    /// A legal use of the move that agrees with the choices made so far.
    like: MoveUse,
    /// Number of [details](Detail) chosen so far.
    chosen: u8,
}

/// A detail of a special move that its card can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    Cost,
    Effect,
    PayTo,
    StackOn,
    Markers,
    Target,
    SecondElement,
    ThirdElement,
    MarkerFrom,
    MarkerTo,
}

impl Detail {
    /// All details, in the order in which they are asked.
    const ALL: [Self; 10] = [
        Self::Cost,
        Self::Effect,
        Self::PayTo,
        Self::StackOn,
        Self::Markers,
        Self::Target,
        Self::SecondElement,
        Self::ThirdElement,
        Self::MarkerFrom,
        Self::MarkerTo,
    ];

    /// Returns the choice made for this detail; `None` if the card does not ask for it.
    fn chosen(self, choices: &MoveChoices) -> Option<Pick> {
        let post = |post| Some(Pick::Posts(Posts::of(post)));
        match (self, choices.marker) {
            (Self::Cost, _) => choices.cost.map(Pick::Alternative),
            (Self::Effect, _) => choices.effect.map(Pick::Alternative),
            (Self::PayTo, _) => choices.pay_to.map(Pick::Seat),
            // Stacking on the belt's pawn is stacking on the belt.
            (Self::StackOn, _) => choices.stack_on.map(|target| match target {
                OnRing::BeltPawn => Pick::Piece(OnRing::Piece(Piece::Belt)),
                piece @ OnRing::Piece(_) => Pick::Piece(piece),
            }),
            (Self::Markers, _) if choices.markers.is_empty() => None,
            (Self::Markers, _) => Some(Pick::Posts(choices.markers)),
            (Self::Target, _) => choices.target.map(|target| Pick::Piece(target.piece)),
            (Self::SecondElement, _) => further(choices, 0),
            (Self::ThirdElement, _) => further(choices, 1),
            (
                Self::MarkerFrom,
                Some(MarkerChange::Moved(side, from, _) | MarkerChange::Removed(side, from)),
            ) => Some(Pick::Marker(side, from)),
            (Self::MarkerTo, Some(MarkerChange::Moved(_, _, to) | MarkerChange::Set(to))) => {
                post(to)
            }
            (Self::MarkerFrom | Self::MarkerTo, _) => None,
        }
    }
}

/// Returns the further element with this index that the player chose, or that there is no
/// further one; `None` if the card asks for no piece.
fn further(choices: &MoveChoices, index: usize) -> Option<Pick> {
    let element = choices.target?.further.iter().nth(index);
    Some(element.map_or(Pick::NoMore, |element| {
        Pick::Piece(OnRing::Piece(Piece::Element(element)))
    }))
}

/// A line of a menu page: an action, or a choice for a detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pick {
    Move(MoveIndex),
    EndTurn,
    Submit,
    Seat(Seat),
    Piece(OnRing),
    Posts(Posts),
    Marker(Side, Post),
    Alternative(Alternative),
    /// The move takes no further piece.
    NoMore,
}

type Picks = Vec<Pick, MAX_LINES, u8>;

/// Returns the lines of a menu page, with their places and players for the lights.
pub fn lines(game: &Match, page: &CardPage) -> Vec<MenuLine, MAX_LINES, u8> {
    let at = |pick: &Pick| match pick {
        Pick::Posts(posts) if posts.len() == 1 => posts.iter().next().map(Spot::Post),
        Pick::Marker(_, post) => Some(Spot::Post(*post)),
        _ => None,
    };
    let whose = |pick: &Pick| match pick {
        Pick::Seat(seat) | Pick::Piece(OnRing::Piece(Piece::Sumo(seat))) => Some(*seat),
        Pick::Piece(OnRing::Piece(Piece::Element(Element::Token(token)))) => Some(token.owner),
        Pick::Marker(side, _) => game.terms().players.seats_of(*side).next(),
        _ => None,
    };
    let line = |pick: &Pick| MenuLine {
        at: at(pick),
        whose: whose(pick),
    };
    picks(game, page).iter().map(line).collect()
}

/// Returns the page or action that a menu line leads to; `None` if there is no such line.
pub fn choose(game: &Match, page: &CardPage, line: u8) -> Option<MenuStep> {
    let pick = *picks(game, page).get(usize::from(line))?;
    let declared = |action| Some(MenuStep::Declared(AnyAction::Kabuto(action)));
    match (page, pick) {
        (CardPage::Top, Pick::EndTurn) => declared(Action::EndTurn),
        (CardPage::Top, Pick::Submit) => declared(Action::Submit),
        (CardPage::Top, Pick::Move(nth)) => {
            let like = first(game, nth, |_| true)?;
            Some(ask(game, PartialMove { like, chosen: 0 }))
        }
        (CardPage::Top, _) => None,
        (CardPage::Choice(partial), pick) => {
            let detail = *Detail::ALL.get(usize::from(partial.chosen))?;
            let like = first(game, partial.like.nth, |choices| {
                partial.agrees(choices) && detail.chosen(choices) == Some(pick)
            })?;
            let chosen = partial.chosen.saturating_add(1);
            Some(ask(game, PartialMove { like, chosen }))
        }
    }
}

/// Returns the page of the next detail that has more than one choice, or the move if none
/// is left.
fn ask(game: &Match, mut partial: PartialMove) -> MenuStep {
    while usize::from(partial.chosen) < Detail::ALL.len() {
        let page = CardPage::Choice(partial);
        if picks(game, &page).len() > 1 {
            return MenuStep::To(MenuPage::Card(page));
        }
        partial.chosen += 1;
    }
    MenuStep::Declared(AnyAction::Kabuto(Action::Use(partial.like)))
}

impl PartialMove {
    /// True if `choices` contain all choices made so far.
    fn agrees(&self, choices: &MoveChoices) -> bool {
        let chosen = Detail::ALL.iter().take(usize::from(self.chosen));
        let mine = &self.like.choices;
        chosen
            .into_iter()
            .all(|detail| detail.chosen(choices) == detail.chosen(mine))
    }
}

fn picks(game: &Match, page: &CardPage) -> Picks {
    let mut picks = Picks::new();
    let mut add = |pick| {
        if !picks.contains(&pick) {
            // The capacity is the most there can be.
            let _ = picks.push(pick);
        }
    };
    match page {
        CardPage::Top => {
            for expected in &game.expectations() {
                match expected.action {
                    _ if matches!(expected.status, ActionStatus::Blocked(_)) => {}
                    NextAction::Use(nth) => add(Pick::Move(nth)),
                    NextAction::EndTurn => add(Pick::EndTurn),
                    NextAction::Submit => add(Pick::Submit),
                    _ => {}
                }
            }
        }
        CardPage::Choice(partial) => {
            if let Some(detail) = Detail::ALL.get(usize::from(partial.chosen)) {
                uses(game, partial.like.nth, &mut |candidate| {
                    if partial.agrees(&candidate.choices)
                        && let Some(pick) = detail.chosen(&candidate.choices)
                    {
                        add(pick);
                    }
                    VisitResult::Continue(())
                });
            }
        }
    }
    picks
}

/// Returns the first legal use of the special move `nth` whose choices satisfy `suits`;
/// `None` if there is none.
fn first(game: &Match, nth: MoveIndex, suits: impl Fn(&MoveChoices) -> bool) -> Option<MoveUse> {
    let mut found = None;
    uses(game, nth, &mut |candidate| {
        if suits(&candidate.choices) {
            found = Some(*candidate);
            return VisitResult::Break(());
        }
        VisitResult::Continue(())
    });
    found
}

/// Calls `visit` with every legal use of the special move `nth`, until it returns
/// `Break`.
fn uses(game: &Match, nth: MoveIndex, visit: &mut dyn FnMut(&MoveUse) -> VisitResult) {
    let _ = game.candidates(&mut |action| match action {
        Action::Use(candidate) if candidate.nth == nth && game.permits(action).is_ok() => {
            visit(candidate)
        }
        _ => VisitResult::Continue(()),
    });
}
