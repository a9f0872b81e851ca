//! Named start positions (AB-1).

use super::board::Board;
use super::cell::Cell;
use super::cells::Cells;
use super::player::{Partnership, Player, Players};
use super::position::Position;
use super::score::Score;

/// Start position of a game of Abalone, known by a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum StartPosition {
    /// Two players, marbles in three rows each.
    Standard,
    /// Two players, two rosettes each that touch the rim.
    BelgianDaisy,
    /// Two players, two rosettes each, one row further in than in the Belgian daisy.
    GermanDaisy,
    /// Three players, two rows of marbles each.
    ThreePlayers,
    /// Four players; partners face each other.
    FourPlayers,
}

impl StartPosition {
    /// All start positions.
    pub const ALL: [Self; 5] = [
        Self::Standard,
        Self::BelgianDaisy,
        Self::GermanDaisy,
        Self::ThreePlayers,
        Self::FourPlayers,
    ];

    /// Returns the name of the start position in game records and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::BelgianDaisy => "belgian-daisy",
            Self::GermanDaisy => "german-daisy",
            Self::ThreePlayers => "three-players",
            Self::FourPlayers => "four-players",
        }
    }

    /// Returns the start position with this name; `None` if there is none. Case does
    /// not matter, and spaces or underscores may stand for dashes.
    ///
    /// ```
    /// use rules_core::games::abalone::StartPosition;
    ///
    /// assert_eq!(StartPosition::from_name("Belgian daisy"), Some(StartPosition::BelgianDaisy));
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let alike = |known: &str| {
            known.len() == name.len()
                && known.bytes().zip(name.bytes()).all(|(k, n)| {
                    k == n.to_ascii_lowercase() || (k == b'-' && (n == b' ' || n == b'_'))
                })
        };
        Self::ALL
            .into_iter()
            .find(|start| alike(start.name()))
            .or(match name {
                "3" | "3-players" | "3 players" => Some(Self::ThreePlayers),
                "4" | "4-players" | "4 players" => Some(Self::FourPlayers),
                _ => None,
            })
    }

    /// Returns the usual start position for this number of players.
    #[must_use]
    pub const fn usual(players: Players) -> Self {
        match players {
            Players::Two => Self::Standard,
            Players::Three => Self::ThreePlayers,
            Players::Four(_) => Self::FourPlayers,
        }
    }

    /// Returns the players of this start position.
    #[must_use]
    pub const fn players(self) -> Players {
        match self {
            Self::Standard | Self::BelgianDaisy | Self::GermanDaisy => Players::Two,
            Self::ThreePlayers => Players::Three,
            Self::FourPlayers => Players::Four(Partnership::Facing),
        }
    }

    /// Returns the position before the first move; black begins.
    #[must_use]
    pub fn position(self) -> Position {
        let marbles = match self {
            Self::Standard => STANDARD,
            Self::BelgianDaisy => BELGIAN_DAISY,
            Self::GermanDaisy => GERMAN_DAISY,
            Self::ThreePlayers => THREE_PLAYERS,
            Self::FourPlayers => FOUR_PLAYERS,
        };
        let board = Board::new(marbles).unwrap_or(Board::EMPTY);
        Position::unchecked(self.players(), board, Player::Black, Score::ZERO)
    }
}

const STANDARD: [Cells; 4] = [
    at("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c3 c4 c5"),
    at("i5 i6 i7 i8 i9 h4 h5 h6 h7 h8 h9 g5 g6 g7"),
    at(""),
    at(""),
];

const BELGIAN_DAISY: [Cells; 4] = [
    at("a1 a2 b1 b2 b3 c2 c3 g7 g8 h7 h8 h9 i8 i9"),
    at("a4 a5 b4 b5 b6 c5 c6 g4 g5 h4 h5 h6 i5 i6"),
    at(""),
    at(""),
];

const GERMAN_DAISY: [Cells; 4] = [
    at("b1 b2 c1 c2 c3 d2 d3 f7 f8 g7 g8 g9 h8 h9"),
    at("b5 b6 c5 c6 c7 d6 d7 f3 f4 g3 g4 g5 h4 h5"),
    at(""),
    at(""),
];

const THREE_PLAYERS: [Cells; 4] = [
    at("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6"),
    at("d1 e1 e2 f2 f3 g3 g4 h4 h5 i5 i6"),
    at("d8 e8 e9 f8 f9 g8 g9 h8 h9 i8 i9"),
    at(""),
];

const FOUR_PLAYERS: [Cells; 4] = [
    at("a2 a3 a4 a5 b3 b4 b5 c4 c5"),
    at("b1 c1 c2 d1 d2 d3 e1 e2 e3"),
    at("i5 i6 i7 i8 h5 h6 h7 g5 g6"),
    at("e7 e8 e9 f7 f8 f9 g8 g9 h9"),
];

/// Parses a list of points at compile time.
#[allow(clippy::panic, reason = "only ever evaluated while compiling")]
const fn at(list: &str) -> Cells {
    let names = list.as_bytes();
    let mut cells = Cells::EMPTY;
    let mut i = 0;
    while i + 1 < names.len() {
        match Cell::new(names[i] as char, names[i + 1] - b'0') {
            Some(cell) => cells = cells.with(cell),
            None => panic!("a start position names a point that does not exist"),
        }
        i += 3;
    }
    cells
}
