//! What each game brings to the panel, behind one set of names. A further game
//! is a further arm here and a file beside `kabuto`.

use super::sound::Tune;
use super::view::View;
use super::{grid, kabuto};
use crate::lights::{CellMarks, Fix, Seating, Spot, Wish};
use crate::player::Seat;
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
        Game::Abalone(_) | Game::Sumoo(_) => grid::seating(game),
    }
}

/// Whether things still move.
pub(super) fn settles(game: &Game) -> bool {
    match game {
        Game::Kabuto(game) => kabuto::settles(game),
        // A board that is being changed is no reason to hide what may be done.
        Game::Abalone(_) | Game::Sumoo(_) => false,
    }
}

/// What says that everything is at rest; on a grid the board itself does.
pub(super) const fn at_rest(game: &Game) -> Option<Play> {
    match game {
        Game::Kabuto(_) => Some(Play::Kabuto(crate::games::kabuto::Action::Settle)),
        Game::Abalone(_) | Game::Sumoo(_) => None,
    }
}

/// What the player owes or may do, from what can come next.
pub(super) fn wishes(game: &Game, next: &Next, view: &View<'_>) -> Wishes {
    match (game, next) {
        (Game::Kabuto(game), Next::Kabuto(list)) => kabuto::wishes(game, list, view),
        (Game::Abalone(_) | Game::Sumoo(_), _) => grid::wishes(game),
        (Game::Kabuto(_), _) => Wishes::new(),
    }
}

/// What is shown on the cells of a grid; a ring has none.
pub(super) fn cells(game: &Game, view: &View<'_>) -> CellMarks {
    match game {
        Game::Kabuto(_) => CellMarks::default(),
        Game::Abalone(_) | Game::Sumoo(_) => grid::cells(game, view.referee.table()),
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
        (_, Repair::Abalone(repair)) => grid::wrong_marble(*repair),
        (_, Repair::Sumoo(repair)) => grid::wrong_token(*repair),
        (_, Repair::Kabuto(_)) => (None, Fix::Look, None),
    }
}

/// What the buzzer plays to a ruling.
pub(super) const fn tune(ruled: &Ruled) -> Option<Tune> {
    match ruled {
        Ruled::Kabuto(ruling) => kabuto::tune(ruling),
        Ruled::Abalone(ruling) => grid::tune_of_abalone(ruling),
        Ruled::Sumoo(ruling) => grid::tune_of_sumoo(ruling),
    }
}

/// A page of a turn's menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    Kabuto(kabuto::menu::Page),
    /// The only one of a grid game.
    Grid,
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
        Game::Abalone(_) | Game::Sumoo(_) => Page::Grid,
    }
}

/// The lines of a page.
pub(super) fn lines(game: &Game, page: &Page) -> Vec<Line, { kabuto::menu::MOST }, u8> {
    match (game, page) {
        (Game::Kabuto(game), Page::Kabuto(page)) => kabuto::menu::lines(game, page),
        (_, Page::Grid) => grid::lines(game),
        (_, Page::Kabuto(_)) => Vec::new(),
    }
}

/// What the line with this number leads to; nothing if there is no such line.
pub(super) fn choose(game: &Game, page: &Page, line: u8) -> Option<Turned> {
    match (game, page) {
        (Game::Kabuto(game), Page::Kabuto(page)) => kabuto::menu::choose(game, page, line),
        (_, Page::Grid) => grid::choose(game, line),
        (_, Page::Kabuto(_)) => None,
    }
}
