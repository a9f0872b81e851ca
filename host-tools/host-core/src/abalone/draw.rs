//! Abalone boards for the terminal, with letters instead of colours, so that every person
//! and every terminal can read them.

use rules_core::games::abalone::{Cell, Score, Setup, Side};
use std::fmt::Write;

/// Draws the board, the player to move or the winner, and the score.
#[must_use]
pub fn draw(setup: &Setup) -> String {
    let mut text = String::new();
    for row in ('a'..='i').rev() {
        let cells: Vec<Cell> = Cell::all().filter(|cell| cell.row() == row).collect();
        let points: Vec<String> = cells
            .iter()
            .map(|&cell| match setup.board.at(cell) {
                Some(player) => player.letter().to_string(),
                None => ".".to_owned(),
            })
            .collect();
        let indent = " ".repeat(11 - cells.len());
        // Rows a to d end where a diagonal ends: its number is written there.
        let diagonal = match cells.last() {
            Some(last) if last.number() < 9 => format!(" {}", last.number() + 1),
            _ => String::new(),
        };
        let _ = writeln!(text, "{indent}{row} {}{diagonal}", points.join(" "));
    }
    let _ = writeln!(text, "         1 2 3 4 5");
    text += &standing(setup);
    if let Some(score) = setup.score {
        let _ = write!(text, "; ejected by");
        for side in setup.players.sides() {
            let comma = if side == Side::First { "" } else { "," };
            let _ = write!(
                text,
                "{comma} {} {}",
                setup.players.named(side),
                score.ejected_by(side)
            );
        }
    }
    text.push('\n');
    text
}

/// Returns the winner, or otherwise the player to move, as text.
pub(super) fn standing(setup: &Setup) -> String {
    match setup.score.and_then(Score::winner) {
        Some(side) => {
            let side = setup.players.named(side);
            format!("{side} {} won", side.has())
        }
        None => format!("{} to move", setup.to_move),
    }
}

#[cfg(test)]
mod tests {
    use super::draw;
    use rules_core::games::abalone::StartPosition;

    #[test]
    fn the_start_is_drawn_as_people_see_it() {
        let expected = [
            "      i w w w w w",
            "     h w w w w w w",
            "    g . . w w w . .",
            "   f . . . . . . . .",
            "  e . . . . . . . . .",
            "   d . . . . . . . . 9",
            "    c . . b b b . . 8",
            "     b b b b b b b 7",
            "      a b b b b b 6",
            "         1 2 3 4 5",
            "black to move; ejected by black 0, white 0",
            "",
        ];
        assert_eq!(
            draw(&StartPosition::Standard.position().into()),
            expected.join("\n")
        );
    }
}
