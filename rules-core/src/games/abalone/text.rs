//! Positions as text, in the format that the parent module describes.

use super::board::Board;
use super::cell::Cell;
use super::player::{Partnership, Player, Players, Side};
use super::position::Position;
use super::score::Score;
use super::setup::Setup;
use core::fmt;

/// Error of a text that is not an arrangement of marbles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SetupParseError {
    /// The text has a number of rows other than nine.
    Rows {
        /// Number of rows in the text; 255 for more.
        found: u8,
    },
    /// A row has the wrong number of points.
    Points {
        /// Letter of the row that is wrong.
        row: char,
        /// Number of points that the text gives the row.
        found: u16,
        /// Number of points that the row has.
        wanted: u8,
    },
    /// A character is neither a marble nor a number of free points.
    Letter {
        /// Letter of the row that is wrong.
        row: char,
        /// Character found in the row.
        found: char,
    },
    /// The player to move is not one of the four letters.
    ToMove,
    /// The score is not one number per side.
    Score {
        /// Number of sides in the game.
        sides: u8,
    },
    /// The teams of a game for four are not one of the three pairings.
    Teams,
    /// Further words follow the last field.
    TooLong,
}

impl fmt::Display for SetupParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Rows { found } => {
                let rows = if found == 1 { "row" } else { "rows" };
                write!(f, "{found} {rows}; write nine, i to a, with / between them")
            }
            Self::Points { row, found, wanted } => {
                write!(f, "row {row} has {wanted} points, not {found}")
            }
            Self::Letter { row, found } => write!(
                f,
                "{found:?} in row {row}; write b, w, r, g or a number of free points, 1 to 9"
            ),
            Self::ToMove => f.write_str("who is to move is one letter: b, w, r or g"),
            Self::Score { sides } => write!(
                f,
                "the score is {sides} numbers with dashes between them, one a side"
            ),
            Self::Teams => f.write_str("the teams of four players are br-wg, bw-rg or bg-wr"),
            Self::TooLong => {
                f.write_str("too many words; a position is rows, who is to move, score, teams")
            }
        }
    }
}

impl core::error::Error for SetupParseError {}

impl Setup {
    /// Parses a position text (format in the parent module). The players are as many as
    /// the text has colours, at least two.
    ///
    /// # Errors
    /// The first part that cannot be read, as a [`SetupParseError`].
    ///
    /// ```
    /// use rules_core::games::abalone::{Player, Setup};
    ///
    /// let setup = Setup::read("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 0-0").unwrap();
    /// assert_eq!(setup.to_move, Player::White);
    /// ```
    pub fn read(text: &str) -> Result<Self, SetupParseError> {
        let rows = text.split_ascii_whitespace().next().unwrap_or_default();
        let plays = |letter: char| rows.chars().any(|c| c.eq_ignore_ascii_case(&letter));
        let players = if plays('g') {
            Players::Four(Partnership::Facing)
        } else if plays('r') {
            Players::Three
        } else {
            Players::Two
        };
        Self::read_for(players, text)
    }

    /// Parses a position text of a game for `players`.
    ///
    /// # Errors
    /// The first part that cannot be read, as a [`SetupParseError`].
    pub fn read_for(players: Players, text: &str) -> Result<Self, SetupParseError> {
        let mut words = text.split_ascii_whitespace();
        let board = read_board(words.next().unwrap_or_default())?;
        let to_move = words.next().map_or(Ok(Player::Black), read_player)?;
        let score = match words.next() {
            None | Some("-") => None,
            Some(word) => Some(read_score(players, word)?),
        };
        let players = match words.next() {
            None => players,
            Some(word) => read_teams(players, word)?,
        };
        if words.next().is_some() {
            return Err(SetupParseError::TooLong);
        }
        Ok(Self {
            players,
            board,
            to_move,
            score,
        })
    }
}

fn read_board(rows: &str) -> Result<Board, SetupParseError> {
    let found = rows.split('/').count();
    if found != 9 {
        let found = u8::try_from(found).unwrap_or(u8::MAX);
        return Err(SetupParseError::Rows { found });
    }
    let mut board = Board::EMPTY;
    for (row, text) in ('a'..='i').rev().zip(rows.split('/')) {
        let mut points = cells_of(row);
        let wanted = cells_of(row).count() as u8;
        let mut found: u16 = 0;
        for letter in text.chars() {
            if let Some(gap) = letter.to_digit(10).filter(|&gap| gap > 0) {
                found = found.saturating_add(gap as u16);
                points.by_ref().take(gap as usize).for_each(|_| ());
            } else if let Some(player) = Player::from_letter(letter) {
                found = found.saturating_add(1);
                if let Some(cell) = points.next() {
                    board.put(cell, Some(player));
                }
            } else {
                return Err(SetupParseError::Letter { row, found: letter });
            }
        }
        if found != wanted.into() {
            return Err(SetupParseError::Points { row, found, wanted });
        }
    }
    Ok(board)
}

fn cells_of(row: char) -> impl Iterator<Item = Cell> {
    (1..=9).filter_map(move |number| Cell::new(row, number))
}

fn read_player(word: &str) -> Result<Player, SetupParseError> {
    let mut letters = word.chars();
    match (letters.next().and_then(Player::from_letter), letters.next()) {
        (Some(player), None) => Ok(player),
        _ => Err(SetupParseError::ToMove),
    }
}

fn read_score(players: Players, word: &str) -> Result<Score, SetupParseError> {
    let sides = players.sides().count();
    let wrong = SetupParseError::Score { sides: sides as u8 };
    let mut score = [0; 3];
    let mut words = word.split('-');
    for count in score.iter_mut().take(sides) {
        *count = words
            .next()
            .and_then(|word| word.parse().ok())
            .ok_or(wrong)?;
    }
    match words.next() {
        None => Ok(Score::new(score)),
        Some(_) => Err(wrong),
    }
}

fn read_teams(players: Players, word: &str) -> Result<Players, SetupParseError> {
    let Players::Four(_) = players else {
        return Err(SetupParseError::TooLong);
    };
    [
        Partnership::Facing,
        Partnership::FirstWithSecond,
        Partnership::FirstWithLast,
    ]
    .into_iter()
    .find(|seating| word.eq_ignore_ascii_case(teams(*seating)))
    .map(Players::Four)
    .ok_or(SetupParseError::Teams)
}

const fn teams(seating: Partnership) -> &'static str {
    match seating {
        Partnership::Facing => "br-wg",
        Partnership::FirstWithSecond => "bw-rg",
        Partnership::FirstWithLast => "bg-wr",
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in ('a'..='i').rev() {
            if row != 'i' {
                f.write_str("/")?;
            }
            let mut gap = 0;
            for cell in cells_of(row) {
                let Some(player) = self.at(cell) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    write!(f, "{gap}")?;
                    gap = 0;
                }
                write!(f, "{}", player.letter())?;
            }
            if gap > 0 {
                write!(f, "{gap}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, self.to_move.letter())?;
        let named_teams = match self.players {
            Players::Four(seating) if seating != Partnership::Facing => Some(teams(seating)),
            _ => None,
        };
        if let Some(score) = self.score {
            for side in self.players.sides() {
                let before = if side == Side::First { ' ' } else { '-' };
                write!(f, "{before}{}", score.ejected_by(side))?;
            }
        } else if named_teams.is_some() {
            f.write_str(" -")?;
        }
        named_teams.map_or(Ok(()), |teams| write!(f, " {teams}"))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(*self).fmt(f)
    }
}
