//! Drawings of SUMOO boards for the terminal. White is round, `(1U)`, and Black is
//! square, `[1U]`, so that no colour is needed.

use rules_core::games::sumoo::{Cell, Colour, Game, GamePhase, Token};

/// Letters in the middle row of the arena, one per column (SU-1).
pub(super) const WORD: [char; 5] = ['S', 'U', 'M', 'O', 'O'];
pub(super) const WORD_ROW: u8 = 4;

/// Draws the board with its compass, and the state of the game below.
#[must_use]
pub fn draw(game: &Game) -> String {
    let mut picture = String::from("               N\n");
    for row in (1..=7).rev() {
        picture += if row == WORD_ROW { " U " } else { "   " };
        picture += &format!("{row} ");
        for (column, letter) in (1..=5).zip(WORD) {
            let token = Cell::at(column, row).and_then(|cell| game.position().at(cell));
            picture += &match token {
                Some(token) => framed(token),
                None if row == WORD_ROW => format!("  {letter}  "),
                None => "  .  ".into(),
            };
        }
        picture += if row == WORD_ROW { " E\n" } else { "\n" };
    }
    picture += "       1    2    3    4    5\n               S\n";
    picture += &standing(game);
    picture.push('\n');
    picture
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

fn framed(token: Token) -> String {
    let name = token.to_string();
    match token.colour {
        Colour::White => format!("{:^5}", format!("({name})")),
        Colour::Black => format!("{:^5}", format!("[{name}]")),
    }
}

/// Returns a sentence about the turn or the result.
#[must_use]
pub fn standing(game: &Game) -> String {
    match game.phase() {
        GamePhase::Turn { colour, left } => format!("{colour} to move, points left: {left}"),
        GamePhase::Won(colour) => {
            let out: Vec<String> = game.position().out().map(|t| t.to_string()).collect();
            format!(
                "{colour} has won: {} of {} out",
                out.join(", "),
                colour.other()
            )
        }
        GamePhase::Drawn => "drawn".into(),
    }
}
