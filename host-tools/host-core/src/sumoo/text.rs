//! SUMOO positions as one line of text.
//!
//! ```text
//! B 1U(2,3) 1S(3,3) 1E(4,3) 2U(2,2) 3(3,2) 2E(4,2); N 1U(2,5) 1N(3,5) 1E(4,5) 2U(2,6) 3(3,6) 2E(4,6); B to move
//! ```
//!
//! - `B` (or `White`, `Blanc`) and `N` (or `Black`, `Noir`) start the tokens of a side.
//!   Each token is its name with its column, 1 to 5 from the west, and row, 1 to 7 from the
//!   south. A token that is not named is out of the arena.
//! - `B to move` or `N to move` gives the player to move, White if left out. `with 2
//!   points` after it gives the points left in the turn, 3 if left out. If a token is out,
//!   the game is won and there is no turn.
//! - `start` alone is the start position. Spaces, semicolons and capitalisation are free.
//!
//! A draw and a limit of turns are not part of a position.

use rules_core::games::sumoo::{Cell, Colour, Game, GamePhase, Points, Position, Setup, Token};

/// Returns the text of a game: position, player to move and points left.
///
/// ```
/// use host_core::sumoo::text;
/// use rules_core::games::sumoo::Game;
///
/// let line = text::write(&Game::new());
/// assert!(line.starts_with("B 1U(2,3) 1S(3,3)"));
/// assert_eq!(text::read(&line), Ok(Game::new()));
/// ```
#[must_use]
pub fn write(game: &Game) -> String {
    let mut line = String::new();
    for colour in Colour::ALL {
        line.push(colour.letter());
        for (token, cell) in game.position().tokens() {
            if token.colour == colour {
                line += &format!(" {token}{cell}");
            }
        }
        line += "; ";
    }
    if let GamePhase::Turn { colour, left } = game.phase() {
        line += &format!("{} to move", colour.letter());
        if left != Points::TURN {
            line += &format!(" with {left} points");
        }
    }
    line.trim_end_matches("; ").to_owned()
}

/// Reads a game from the text that [`write()`] returns.
///
/// # Errors
/// A sentence with the fault and what to write instead.
pub fn read(text: &str) -> Result<Game, String> {
    if text.trim().eq_ignore_ascii_case("start") {
        return Ok(Game::new());
    }
    if text.chars().all(|c| c.is_whitespace() || c == ';') {
        return Err("the position is empty; write `start`, or tokens as in `B 3(3,2) ...; N 3(3,6) ...; B to move`".into());
    }
    let mut words = Tokens { rest: text };
    let mut setup = Setup::empty();
    let mut side = None;
    let (mut to_move, mut left) = (Colour::White, Points::TURN);
    while let Some(word) = words.next() {
        if let Some(colour) = colour(word) {
            if words.accept("to") {
                words.expect("move")?;
                to_move = colour;
                if words.accept("with") {
                    left = words.points()?;
                }
            } else {
                side = Some(colour);
            }
            continue;
        }
        let Some(colour) = side else {
            return Err(format!(
                "a position begins with B or N, not \"{word}\"; `start` is the start position"
            ));
        };
        let token = Token::all_of(colour)
            .find(|token| token.to_string().eq_ignore_ascii_case(word))
            .ok_or_else(|| {
                let names: Vec<String> = Token::all_of(colour).map(|t| t.to_string()).collect();
                format!(
                    "{colour} has no token \"{word}\"; it has {}",
                    names.join(", ")
                )
            })?;
        let cell = words.cell(token)?;
        if let Some(other) = setup.put(cell, token) {
            return Err(format!(
                "both {other} of {} and {token} of {colour} are on {cell}; give one of them another cell",
                other.colour
            ));
        }
    }
    let position = Position::new(&setup).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        faults.join("; ")
    })?;
    Ok(Game::from_position(position, to_move, left))
}

/// Returns the colour with this letter or name; `None` for any other word.
#[must_use]
pub fn colour(word: &str) -> Option<Colour> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "white" | "blanc" => Some(Colour::White),
        "n" | "black" | "noir" => Some(Colour::Black),
        _ => None,
    }
}

/// Tokeniser: words of letters and digits, and cells in parentheses.
struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let start = self
            .rest
            .trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        let length = start
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(start.len());
        // A punctuation mark is a word as well, so that it can be reported.
        let length = length.max(start.chars().next()?.len_utf8());
        let (word, rest) = start.split_at(length);
        self.rest = rest;
        Some(word)
    }

    /// Consumes the next word if it is `word`. Returns true if it did.
    fn accept(&mut self, word: &str) -> bool {
        let before = self.rest;
        let taken = self.next().is_some_and(|w| w.eq_ignore_ascii_case(word));
        if !taken {
            self.rest = before;
        }
        taken
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        if self.accept(word) {
            Ok(())
        } else {
            Err(format!("\"{word}\" is missing, as in `B to move`"))
        }
    }

    fn points(&mut self) -> Result<Points, String> {
        let points = self
            .next()
            .and_then(|word| word.parse().ok())
            .and_then(Points::from_number)
            .ok_or("a turn has 0 to 3 points left, as in `with 2 points`")?;
        if !self.accept("points") {
            self.accept("point");
        }
        Ok(points)
    }

    /// Reads a cell in parentheses.
    fn cell(&mut self, token: Token) -> Result<Cell, String> {
        let inside = self
            .rest
            .trim_start()
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'));
        let Some((inside, rest)) = inside else {
            return Err(format!(
                "where is {token}? Write its column and row, as in {token}(3,2)"
            ));
        };
        self.rest = rest;
        inside
            .split_once(',')
            .and_then(|(column, row)| {
                Cell::at(column.trim().parse().ok()?, row.trim().parse().ok()?)
            })
            .ok_or_else(|| {
                format!("({inside}) is not a cell; columns are 1 to 5 and rows 1 to 7, as in (3,2)")
            })
    }
}
