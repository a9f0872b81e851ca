//! Panel functions that all games on grid boards share. Moves are made on the board, so
//! that the menu offers only actions that no sensor sees, such as a pass.

use super::game::{MenuLine, MenuLines, MenuStep, PanelGame, Prompts, RepairSign};
use crate::games::cell_reading::GridRepair;
use crate::lights::{Prompt, PromptAction, PromptStrength, RepairHint, Seating, Spot, Tint};
use crate::player::{BySeat, Seat, Seats};
use crate::referee::game::{GamePart, RefereedGame};
use heapless::Vec;

/// Returns the players and their colours. No player is out: on a grid all play to the
/// end.
pub(super) fn seating<G: RefereedGame>(game: &G) -> Seating {
    Seating {
        players: game.players(),
        tints: BySeat::from_fn(|seat| tint(game.colour(seat))),
        out: Seats::EMPTY,
    }
}

fn tint(word: &str) -> Tint {
    let same = |tint: &Tint| tint.word().eq_ignore_ascii_case(word);
    Tint::ALL.into_iter().find(same).unwrap_or(Tint::White)
}

/// Returns the prompt to end the turn with the menu, if the menu offers an action; the
/// cells show all other prompts.
pub(super) fn prompts<G: PanelGame>(game: &G) -> Prompts {
    let mut prompts = Prompts::new();
    if !permitted(game).is_empty() {
        // There is room: it is the only one.
        let _ = prompts.push(Prompt {
            what: PromptAction::EndTurn,
            need: PromptStrength::May,
        });
    }
    prompts
}

/// Returns the cell to clear or to fill, the kind of repair, and the seat whose piece
/// goes there.
pub(super) fn repair_sign<Cell, Piece>(
    repair: GridRepair<Cell, Piece>,
    number_of: impl Fn(Cell) -> u8,
    seat_of: impl Fn(Piece) -> Seat,
) -> RepairSign {
    let spot = |cell| Some(Spot::Cell(number_of(cell)));
    match repair {
        GridRepair::Remove(cell) => (spot(cell), RepairHint::Take, None),
        GridRepair::Place(piece, cell) => (spot(cell), RepairHint::Put, Some(seat_of(piece))),
    }
}

/// Returns the actions that no sensor sees and that the rules permit now.
fn permitted<G: PanelGame>(game: &G) -> Vec<G::Action, 2, u8> {
    let all = game.unseen_actions().into_iter().flatten();
    all.filter(|action| game.permits(action).is_ok()).collect()
}

/// Returns the lines of the menu: one per permitted action, none with a place or player.
pub(super) fn lines<G: PanelGame>(game: &G) -> MenuLines {
    permitted(game)
        .iter()
        .map(|_| MenuLine::default())
        .collect()
}

/// Returns the action that the menu line with this index declares; `None` if there is no
/// such line.
pub(super) fn choose<G: PanelGame>(game: &G, line: u8) -> Option<MenuStep> {
    let action = permitted(game).into_iter().nth(line.into())?;
    Some(MenuStep::Declared(action.into_any()))
}
