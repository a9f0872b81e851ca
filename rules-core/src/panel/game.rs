//! What each game brings to the panel, behind one set of names. A further game
//! is a further arm here and a file beside `kabuto`.

use super::kabuto;
use super::sound::Tune;
use super::view::View;
use crate::lights::{CellMarks, Fix, Seating, Spot, Wish};
use crate::player::{Seat, Side};
use crate::referee::game::Ruled;
use crate::referee::waiting::Next;
use crate::referee::{Game, Play, Repair};
use heapless::Vec;

/// What a player owes or may do, most urgent first.
pub(super) type Wishes = Vec<Wish, 16, u8>;

/// Who plays, and who is out.
pub(super) fn seating(game: &Game) -> Seating {
    match game {
        Game::Kabuto(game) => kabuto::seating(game),
    }
}

/// Who has to do something.
pub(super) const fn turn(game: &Game) -> Seat {
    match game {
        Game::Kabuto(game) => kabuto::turn(game),
    }
}

/// Who has won a match that is over; nobody in a draw.
pub(super) fn winner(game: &Game) -> Option<Side> {
    match game {
        Game::Kabuto(game) => game.outcome().map(|it| it.winner),
    }
}

/// Whether things still move.
pub(super) fn settles(game: &Game) -> bool {
    match game {
        Game::Kabuto(game) => kabuto::settles(game),
    }
}

/// What says that everything is at rest.
pub(super) const fn at_rest(game: &Game) -> Play {
    match game {
        Game::Kabuto(_) => Play::Kabuto(crate::games::kabuto::Action::Settle),
    }
}

/// What the player owes or may do, from what can come next.
pub(super) fn wishes(game: &Game, next: &Next, view: &View<'_>) -> Wishes {
    match (game, next) {
        (Game::Kabuto(game), Next::Kabuto(list)) => kabuto::wishes(game, list, view),
        (_, Next::Begin | Next::Over) => Wishes::new(),
    }
}

/// What is shown on the cells of a grid; a ring has none.
pub(super) fn cells(game: &Game) -> CellMarks {
    match game {
        Game::Kabuto(_) => CellMarks::default(),
    }
}

/// Where something is to be put right, how, and whose it is.
pub(super) fn wrong(
    game: &Game,
    repair: &Repair,
    view: &View<'_>,
) -> (Option<Spot>, Fix, Option<Seat>) {
    match (game, repair) {
        (Game::Kabuto(game), Repair::Kabuto(repair)) => kabuto::wrong(game, *repair, view),
    }
}

/// What the buzzer plays to a ruling.
pub(super) const fn tune(ruled: &Ruled) -> Option<Tune> {
    match ruled {
        Ruled::Kabuto(ruling) => kabuto::tune(ruling),
    }
}

/// A page of a turn's menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    Kabuto(kabuto::menu::Page),
}

/// One line of a page, as far as showing it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Line {
    /// Where it is about.
    pub at: Option<Spot>,
    /// Whom it is about.
    pub whose: Option<Seat>,
}

/// What choosing a line leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made and used on the spot, and there is no heap"
)]
pub(super) enum Turned {
    /// More to choose.
    To(Page),
    /// This is declared.
    Declared(Play),
}

/// The first page of the menu.
pub(super) const fn first_page(game: &Game) -> Page {
    match game {
        Game::Kabuto(_) => Page::Kabuto(kabuto::menu::Page::Top),
    }
}

/// The lines of a page.
pub(super) fn lines(game: &Game, page: &Page) -> Vec<Line, { kabuto::menu::MOST }, u8> {
    match (game, page) {
        (Game::Kabuto(game), Page::Kabuto(page)) => kabuto::menu::lines(game, page),
    }
}

/// What the line with this number leads to; nothing if there is no such line.
pub(super) fn choose(game: &Game, page: &Page, line: u8) -> Option<Turned> {
    match (game, page) {
        (Game::Kabuto(game), Page::Kabuto(page)) => kabuto::menu::choose(game, page, line),
    }
}
