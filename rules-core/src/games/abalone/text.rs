//! Positions as text, in the format described at the top of the module.

use super::board::Board;
use super::cell::Cell;
use super::player::{Player, Players, Seating, Side};
use super::position::Position;
use super::score::Score;
use super::setup::Setup;
use core::fmt;

/// Why a text is not an arrangement of marbles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum NotASetup {
    /// Not nine rows.
    Rows {
        /// How many there are.
        found: u8,
    },
    /// A row of the wrong length.
    Points {
        /// The row's letter.
        row: char,
        /// How many points the text gives it.
        found: u16,
        /// How many it has.
        wanted: u8,
    },
    /// Neither a marble nor a number of free points.
    Letter {
        /// The row's letter.
        row: char,
        /// What stands there.
        found: char,
    },
    /// Nobody has this letter.
    ToMove,
    /// Not one number a side.
    Score {
        /// How many sides there are.
        sides: u8,
    },
    /// Not a way to pair four players.
    Teams,
    /// Something follows after the teams.
    TooLong,
}

impl fmt::Display for NotASetup {
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

impl core::error::Error for NotASetup {}

impl Setup {
    /// Reads a position text; as many play as it has colours, at least two.
    ///
    /// # Errors
    /// What is not readable in it.
    ///
    /// ```
    /// use rules_core::games::abalone::{Player, Setup};
    ///
    /// let setup = Setup::read("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w 0-0").unwrap();
    /// assert_eq!(setup.to_move, Player::White);
    /// ```
    pub fn read(text: &str) -> Result<Self, NotASetup> {
        let rows = text.split_ascii_whitespace().next().unwrap_or_default();
        let plays = |letter: char| rows.chars().any(|c| c.eq_ignore_ascii_case(&letter));
        let players = if plays('g') {
            Players::Four(Seating::Facing)
        } else if plays('r') {
            Players::Three
        } else {
            Players::Two
        };
        Self::read_for(players, text)
    }

    /// Reads a position text of a game for `players`.
    ///
    /// # Errors
    /// What is not readable in it.
    pub fn read_for(players: Players, text: &str) -> Result<Self, NotASetup> {
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
            return Err(NotASetup::TooLong);
        }
        Ok(Self {
            players,
            board,
            to_move,
            score,
        })
    }
}

fn read_board(rows: &str) -> Result<Board, NotASetup> {
    let found = rows.split('/').count();
    if found != 9 {
        let found = u8::try_from(found).unwrap_or(u8::MAX);
        return Err(NotASetup::Rows { found });
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
                return Err(NotASetup::Letter { row, found: letter });
            }
        }
        if found != wanted.into() {
            return Err(NotASetup::Points { row, found, wanted });
        }
    }
    Ok(board)
}

fn cells_of(row: char) -> impl Iterator<Item = Cell> {
    (1..=9).filter_map(move |number| Cell::new(row, number))
}

fn read_player(word: &str) -> Result<Player, NotASetup> {
    let mut letters = word.chars();
    match (letters.next().and_then(Player::from_letter), letters.next()) {
        (Some(player), None) => Ok(player),
        _ => Err(NotASetup::ToMove),
    }
}

fn read_score(players: Players, word: &str) -> Result<Score, NotASetup> {
    let sides = players.sides().count();
    let wrong = NotASetup::Score { sides: sides as u8 };
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

fn read_teams(players: Players, word: &str) -> Result<Players, NotASetup> {
    let Players::Four(_) = players else {
        return Err(NotASetup::TooLong);
    };
    [
        Seating::Facing,
        Seating::FirstWithSecond,
        Seating::FirstWithLast,
    ]
    .into_iter()
    .find(|seating| word.eq_ignore_ascii_case(teams(*seating)))
    .map(Players::Four)
    .ok_or(NotASetup::Teams)
}

const fn teams(seating: Seating) -> &'static str {
    match seating {
        Seating::Facing => "br-wg",
        Seating::FirstWithSecond => "bw-rg",
        Seating::FirstWithLast => "bg-wr",
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
            Players::Four(seating) if seating != Seating::Facing => Some(teams(seating)),
            _ => None,
        };
        if let Some(score) = self.score {
            for side in self.players.sides() {
                let before = if side == Side::First { ' ' } else { '-' };
                write!(f, "{before}{}", score.of(side))?;
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
