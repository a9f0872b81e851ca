//! Grid boards in tests: sensor reports of their cells, and names of cells.

pub use host_core::game::host_game::magnets;

use rules_core::board::cells::CellMask;
use rules_core::games::sumoo::Cell;
use rules_core::referee::{AnyGame, Referee};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::magnet::Magnet;
use rules_core::sensing::observation::ObservationKind;

/// Returns the observation, with full certainty, of the piece on a cell; `None` is an
/// empty cell.
#[must_use]
pub const fn cell(number: u8, piece: Option<Magnet>) -> ObservationKind {
    ObservationKind::Cell {
        cell: number,
        piece,
        certainty: Certainty(200),
    }
}

/// Lists the observations of sensors that have just started: one for each occupied
/// cell.
#[must_use]
pub fn waking(game: &AnyGame) -> Vec<ObservationKind> {
    let all = (0..).zip(magnets(game));
    all.filter(|(_, piece)| piece.is_some())
        .map(|(number, piece)| cell(number, piece))
        .collect()
}

/// Returns the game on the board.
///
/// # Errors
/// A sentence if no match is running.
pub fn game(referee: &Referee) -> Result<&AnyGame, String> {
    referee.session().game().ok_or("no match is running".into())
}

/// Returns the names of a set of cells with spaces between them, or `none`.
#[must_use]
pub fn names(game: &AnyGame, cells: CellMask) -> String {
    let name = |number: u8| match game {
        AnyGame::Sumoo(_) => {
            let cell = Cell::from_index(number.into());
            cell.map(|it| format!("{},{}", it.column(), it.row()))
        }
        _ => rules_core::games::abalone::Cell::all()
            .nth(number.into())
            .map(|it| it.to_string()),
    };
    let names: Vec<String> = cells.iter().filter_map(name).collect();
    match names.is_empty() {
        true => "none".into(),
        false => names.join(" "),
    }
}
