//! What the grid games bring to the panel. Moves are made on the board, so that
//! only what no sensor sees is in a menu.

use super::game::{Line, Turned, Wishes};
use super::kabuto::menu::MOST;
use super::sound::Tune;
use crate::games::abalone::{Move, Player};
use crate::lights::{CellMarks, Fix, Need, Seating, Spot, Tint, What, Wish};
use crate::player::{BySeat, Seat, Seats};
use crate::referee::grid::marks;
use crate::referee::table::Table;
use crate::referee::{Game, Play, abalone, sumoo};
use heapless::Vec;

/// Who plays, and in which colours.
pub(super) fn seating(game: &Game) -> Seating {
    Seating {
        players: game.players(),
        tints: BySeat::from_fn(|seat| tint(game.colour(seat))),
        // Who plays on a grid plays to the end.
        out: Seats::EMPTY,
    }
}

fn tint(word: &str) -> Tint {
    let same = |tint: &Tint| tint.word().eq_ignore_ascii_case(word);
    Tint::ALL.into_iter().find(same).unwrap_or(Tint::White)
}

/// What is shown on the cells.
pub(super) fn cells(game: &Game, table: &Table) -> CellMarks {
    marks(game, table).unwrap_or_default()
}

/// What cells do not show: that the turn may be ended by a word.
pub(super) fn wishes(game: &Game) -> Wishes {
    let mut wishes = Wishes::new();
    if !words(game).is_empty() {
        // There is room: it is the only one.
        let _ = wishes.push(Wish {
            what: What::EndTurn,
            need: Need::May,
        });
    }
    wishes
}

/// A cell to clear or to fill, and whose piece goes there.
pub(super) fn wrong_marble(repair: abalone::Repair) -> (Option<Spot>, Fix, Option<Seat>) {
    use crate::games::seen::Repair;
    let spot = |cell| Some(Spot::Cell(abalone::number_of(cell)));
    match repair {
        Repair::Remove(cell) => (spot(cell), Fix::Take, None),
        Repair::Place(player, cell) => {
            let seat = match player {
                Player::Black => Seat::First,
                Player::White => Seat::Second,
                Player::Red => Seat::Third,
                Player::Green => Seat::Fourth,
            };
            (spot(cell), Fix::Put, Some(seat))
        }
    }
}

/// The same for a token.
pub(super) fn wrong_token(repair: sumoo::Repair) -> (Option<Spot>, Fix, Option<Seat>) {
    use crate::games::seen::Repair;
    use crate::games::sumoo::Colour;
    match repair {
        Repair::Remove(cell) => (Some(Spot::Cell(cell.index() as u8)), Fix::Take, None),
        Repair::Place(token, cell) => {
            let seat = match token.colour {
                Colour::White => Seat::First,
                Colour::Black => Seat::Second,
            };
            (Some(Spot::Cell(cell.index() as u8)), Fix::Put, Some(seat))
        }
    }
}

/// What the buzzer plays to a ruling of Abalone.
pub(super) const fn tune_of_abalone(ruling: &abalone::Ruling) -> Option<Tune> {
    use crate::referee::abalone::Change;
    match ruling.change {
        Change::Won(_) => Some(Tune::Win),
        _ => Some(Tune::Ruling),
    }
}

/// What the buzzer plays to a ruling of SUMOO.
pub(super) const fn tune_of_sumoo(ruling: &sumoo::Ruling) -> Option<Tune> {
    use crate::referee::sumoo::Change;
    match ruling.change {
        Change::Won(_) => Some(Tune::Win),
        _ => Some(Tune::Ruling),
    }
}

/// What may be said now that no sensor sees.
fn words(game: &Game) -> Vec<Play, 2, u8> {
    let all = match game {
        Game::Abalone(_) => [Some(Play::Abalone(Move::Pass)), None],
        Game::Sumoo(_) => [
            Some(Play::Sumoo(sumoo::Deed::EndTurn)),
            Some(Play::Sumoo(sumoo::Deed::AgreeDraw)),
        ],
        Game::Kabuto(_) => [None, None],
    };
    let allowed = |play: &Play| game.permits(play).is_ok();
    all.into_iter().flatten().filter(allowed).collect()
}

/// The menu: what may be said.
pub(super) fn lines(game: &Game) -> Vec<Line, MOST, u8> {
    words(game).iter().map(|_| Line::default()).collect()
}

/// What the line with this number says.
pub(super) fn choose(game: &Game, line: u8) -> Option<Turned> {
    words(game)
        .into_iter()
        .nth(line.into())
        .map(Turned::Declared)
}
