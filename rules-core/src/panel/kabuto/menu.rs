//! The menu of a turn: the special moves that may be declared now, the end of
//! the turn, giving up; and for a move, what the card asks for, one thing at a
//! time.
//!
//! The engine lists every legal use of a move. A page is the first thing in
//! which those that are left differ, so whatever has only one answer is never
//! asked, and whatever is chosen is legal in the end. How a piece lies to the
//! own sumo is not asked: to point at one that must touch is to say that it does.

use super::super::game::{Line, Turned};
use crate::games::kabuto::action::{Choices, OnRing, Use};
use crate::games::kabuto::card::Nth;
use crate::games::kabuto::options::Visit;
use crate::games::kabuto::{Action, Match, Need, Wish};
use crate::lights::Spot;
use crate::piece::{Element, Piece};
use crate::place::{Post, Posts};
use crate::player::{Seat, Side};
use crate::referee::Play;
use heapless::Vec;

/// Lines of a page: 3 sizes, 8 kinds of token, 4 sumos and the belt twice are
/// the most there can be.
pub const MOST: usize = 20;

/// A page of the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// What can be declared.
    Top,
    /// A choice in a move.
    Choice(Partial),
}

/// A move of which some choices are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Partial {
    /// A legal use with these choices.
    like: Use,
    /// So many [details](Detail) of it are chosen.
    chosen: u8,
}

/// Something that a card can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    PayTo,
    StackOn,
    Markers,
    Target,
    ShiftFrom,
    ShiftTo,
}

impl Detail {
    /// In the order in which they are asked.
    const ALL: [Self; 6] = [
        Self::PayTo,
        Self::StackOn,
        Self::Markers,
        Self::Target,
        Self::ShiftFrom,
        Self::ShiftTo,
    ];

    /// What is chosen here; nothing if the card does not ask.
    fn of(self, choices: &Choices) -> Option<Pick> {
        match self {
            Self::PayTo => choices.pay_to.map(Pick::Seat),
            // To stack on the belt's pawn is to stack on the belt.
            Self::StackOn => choices.stack_on.map(|it| match it {
                OnRing::BeltPawn => Pick::Piece(OnRing::Piece(Piece::Belt)),
                piece @ OnRing::Piece(_) => Pick::Piece(piece),
            }),
            Self::Markers if choices.markers.is_empty() => None,
            Self::Markers => Some(Pick::Posts(choices.markers)),
            Self::Target => choices.target.map(|it| Pick::Piece(it.piece)),
            Self::ShiftFrom => choices.shift.map(|it| Pick::Marker(it.side, it.from)),
            Self::ShiftTo => choices.shift.map(|it| Pick::Posts(Posts::of(it.to))),
        }
    }
}

/// A line of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pick {
    Move(Nth),
    EndTurn,
    Submit,
    Seat(Seat),
    Piece(OnRing),
    Posts(Posts),
    Marker(Side, Post),
}

type Picks = Vec<Pick, MOST, u8>;

/// The lines of a page.
pub fn lines(game: &Match, page: &Page) -> Vec<Line, MOST, u8> {
    let at = |pick: &Pick| match pick {
        Pick::Posts(posts) if posts.len() == 1 => posts.iter().next().map(Spot::Post),
        Pick::Marker(_, post) => Some(Spot::Post(*post)),
        _ => None,
    };
    let whose = |pick: &Pick| match pick {
        Pick::Seat(seat) | Pick::Piece(OnRing::Piece(Piece::Sumo(seat))) => Some(*seat),
        Pick::Piece(OnRing::Piece(Piece::Element(Element::Token(it)))) => Some(it.owner),
        Pick::Marker(side, _) => game.terms().players.seats_of(*side).next(),
        _ => None,
    };
    let line = |pick: &Pick| Line {
        at: at(pick),
        whose: whose(pick),
    };
    picks(game, page).iter().map(line).collect()
}

/// What a line leads to.
pub fn choose(game: &Match, page: &Page, line: u8) -> Option<Turned> {
    let pick = *picks(game, page).get(usize::from(line))?;
    let declared = |action| Some(Turned::Declared(Play::Kabuto(action)));
    match (page, pick) {
        (Page::Top, Pick::EndTurn) => declared(Action::EndTurn),
        (Page::Top, Pick::Submit) => declared(Action::Submit),
        (Page::Top, Pick::Move(nth)) => {
            let like = first(game, nth, |_| true)?;
            Some(ask(game, Partial { like, chosen: 0 }))
        }
        (Page::Top, _) => None,
        (Page::Choice(partial), pick) => {
            let detail = *Detail::ALL.get(usize::from(partial.chosen))?;
            let like = first(game, partial.like.nth, |choices| {
                partial.agrees(choices) && detail.of(choices) == Some(pick)
            })?;
            let chosen = partial.chosen.saturating_add(1);
            Some(ask(game, Partial { like, chosen }))
        }
    }
}

/// Goes on to the next thing that is to be chosen.
fn ask(game: &Match, mut partial: Partial) -> Turned {
    while usize::from(partial.chosen) < Detail::ALL.len() {
        let page = Page::Choice(partial);
        if picks(game, &page).len() > 1 {
            return Turned::To(super::super::game::Page::Kabuto(page));
        }
        partial.chosen += 1;
    }
    Turned::Declared(Play::Kabuto(Action::Use(partial.like)))
}

impl Partial {
    /// Whether these are the choices made so far.
    fn agrees(&self, choices: &Choices) -> bool {
        let chosen = Detail::ALL.iter().take(usize::from(self.chosen));
        let mine = &self.like.choices;
        chosen.into_iter().all(|it| it.of(choices) == it.of(mine))
    }
}

fn picks(game: &Match, page: &Page) -> Picks {
    let mut picks = Picks::new();
    let mut add = |pick| {
        if !picks.contains(&pick) {
            // As many as there can be.
            let _ = picks.push(pick);
        }
    };
    match page {
        Page::Top => {
            for it in &game.expectations() {
                match it.wish {
                    _ if matches!(it.need, Need::Blocked(_)) => {}
                    Wish::Use(nth) => add(Pick::Move(nth)),
                    Wish::EndTurn => add(Pick::EndTurn),
                    Wish::Submit => add(Pick::Submit),
                    _ => {}
                }
            }
        }
        Page::Choice(partial) => {
            if let Some(detail) = Detail::ALL.get(usize::from(partial.chosen)) {
                uses(game, partial.like.nth, &mut |it| {
                    if partial.agrees(&it.choices)
                        && let Some(pick) = detail.of(&it.choices)
                    {
                        add(pick);
                    }
                    Visit::Continue(())
                });
            }
        }
    }
    picks
}

/// The first legal use of a move with such choices.
fn first(game: &Match, nth: Nth, suits: impl Fn(&Choices) -> bool) -> Option<Use> {
    let mut found = None;
    uses(game, nth, &mut |it| {
        if suits(&it.choices) {
            found = Some(*it);
            return Visit::Break(());
        }
        Visit::Continue(())
    });
    found
}

/// Shows `visit` every legal use of a move, until it breaks off.
fn uses(game: &Match, nth: Nth, visit: &mut dyn FnMut(&Use) -> Visit) {
    let _ = game.candidates(&mut |action| match action {
        Action::Use(it) if it.nth == nth && game.permits(action).is_ok() => visit(it),
        _ => Visit::Continue(()),
    });
}
