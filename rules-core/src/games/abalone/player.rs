//! Players of Abalone, their teams and the order of play.

use crate::clause::Clause;
use crate::games::cell_reading::GridPiece;
use core::fmt;

/// Player, named by the colour of the marbles, in the order of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Player {
    /// First player; in all starts but the daisies at the bottom of the board.
    Black,
    /// Second player in the order of play.
    White,
    /// Third player, in games for three or four.
    Red,
    /// Fourth player, in games for four.
    Green,
}

impl Player {
    /// All four players, in the order of play.
    pub const ALL: [Self; 4] = [Self::Black, Self::White, Self::Red, Self::Green];

    /// Returns the player's letter in position texts.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
            Self::Red => 'r',
            Self::Green => 'g',
        }
    }

    /// Returns the player with this letter, upper or lower case; `None` if there is no
    /// such player.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|player| player.letter() == letter.to_ascii_lowercase())
    }

    /// Returns the player's colour as a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Red => "red",
            Self::Green => "green",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl GridPiece for Player {
    fn write_removal(cell: impl fmt::Display, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take the marble off {cell}")
    }

    fn write_placement(&self, cell: impl fmt::Display, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "put a {self} marble on {cell}")
    }
}

/// Pairing of four players into two teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Partnership {
    /// Partners face each other: black and red against white and green.
    #[default]
    Facing,
    /// Black and white against red and green.
    FirstWithSecond,
    /// Black and green against white and red.
    FirstWithLast,
}

/// Number of players and their teams (AB-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Players {
    /// Two players: black against white.
    Two,
    /// Three players, each against both others.
    Three,
    /// Four players in two teams of two.
    Four(Partnership),
}

/// Side: a player or a team of two, who win or lose together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Side {
    /// Black, or black's team.
    First,
    /// White, or with four players the team without black.
    Second,
    /// Red, in games for three only.
    Third,
}

impl Side {
    /// All three sides.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Third];
}

impl Players {
    /// Returns the game for `count` players, in which partners face each other; `None`
    /// unless `count` is 2, 3 or 4.
    #[must_use]
    pub const fn from_count(count: u8) -> Option<Self> {
        match count {
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            4 => Some(Self::Four(Partnership::Facing)),
            _ => None,
        }
    }

    /// Returns the number of players, 2 to 4.
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Self::Two => 2,
            Self::Three => 3,
            Self::Four(_) => 4,
        }
    }

    /// Returns the number of marbles each player starts with (AB-1).
    #[must_use]
    pub const fn marbles(self) -> u8 {
        match self {
            Self::Two => 14,
            Self::Three => 11,
            Self::Four(_) => 9,
        }
    }

    /// Iterates over the players, in the order of play.
    pub fn iter(self) -> core::iter::Take<core::array::IntoIter<Player, 4>> {
        Player::ALL.into_iter().take(self.count().into())
    }

    /// True if `player` takes part.
    #[must_use]
    pub fn include(self, player: Player) -> bool {
        self.iter().any(|p| p == player)
    }

    /// Iterates over the sides: two, or three with three players.
    pub fn sides(self) -> core::iter::Take<core::array::IntoIter<Side, 3>> {
        let count = match self {
            Self::Two | Self::Four(_) => 2,
            Self::Three => 3,
        };
        Side::ALL.into_iter().take(count)
    }

    /// Returns the player who moves after `player`.
    #[must_use]
    pub const fn after(self, player: Player) -> Player {
        match (self, player) {
            (_, Player::Black) => Player::White,
            (Self::Three | Self::Four(_), Player::White) => Player::Red,
            (Self::Four(_), Player::Red) => Player::Green,
            (Self::Two | Self::Three, _) | (_, Player::Green) => Player::Black,
        }
    }

    /// Returns the partner of `player`; `None` unless four play.
    #[must_use]
    pub const fn partner(self, player: Player) -> Option<Player> {
        let Self::Four(seating) = self else {
            return None;
        };
        Some(match (seating, player) {
            (Partnership::Facing, Player::Red)
            | (Partnership::FirstWithSecond, Player::White)
            | (Partnership::FirstWithLast, Player::Green) => Player::Black,
            (Partnership::Facing, Player::Green)
            | (Partnership::FirstWithSecond, Player::Black)
            | (Partnership::FirstWithLast, Player::Red) => Player::White,
            (Partnership::Facing, Player::Black)
            | (Partnership::FirstWithSecond, Player::Green)
            | (Partnership::FirstWithLast, Player::White) => Player::Red,
            (Partnership::Facing, Player::White)
            | (Partnership::FirstWithSecond, Player::Red)
            | (Partnership::FirstWithLast, Player::Black) => Player::Green,
        })
    }

    /// Returns the side `player` belongs to.
    #[must_use]
    pub fn side(self, player: Player) -> Side {
        match self {
            Self::Four(_) => {
                if player == Player::Black || self.partner(player) == Some(Player::Black) {
                    Side::First
                } else {
                    Side::Second
                }
            }
            Self::Two | Self::Three => match player {
                Player::Black => Side::First,
                Player::White => Side::Second,
                Player::Red | Player::Green => Side::Third,
            },
        }
    }

    /// Returns a side that is displayed as its players: "black", or "black and red".
    #[must_use]
    pub const fn named(self, side: Side) -> NamedSide {
        NamedSide {
            players: self,
            side,
        }
    }

    /// Returns the clause of which the players are reminded because the ring cannot
    /// enforce it (AB-10); `None` if there is none for this number of players.
    #[must_use]
    pub const fn reminder(self) -> Option<Clause> {
        match self {
            Self::Two | Self::Three => None,
            Self::Four(_) => Some(Clause::Ab10),
        }
    }

    /// Returns the clause that defines how this game is won.
    #[must_use]
    pub const fn winning_clause(self) -> Clause {
        match self {
            Self::Two => Clause::Ab7,
            Self::Three => Clause::Ab8,
            Self::Four(_) => Clause::Ab9,
        }
    }
}

/// Side that is displayed as the players in it: "black", or "black and red".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct NamedSide {
    players: Players,
    side: Side,
}

impl NamedSide {
    /// Returns the clause that defines how this side's game is won.
    #[must_use]
    pub const fn winning_clause(self) -> Clause {
        self.players.winning_clause()
    }

    /// True if `player` belongs to this side.
    #[must_use]
    pub fn includes(self, player: Player) -> bool {
        self.players.include(player) && self.players.side(player) == self.side
    }

    /// Returns the verb that agrees with the side: "has" for a player, "have" for a
    /// team.
    #[must_use]
    pub const fn has(self) -> &'static str {
        match self.players {
            Players::Two | Players::Three => "has",
            Players::Four(_) => "have",
        }
    }
}

impl fmt::Display for NamedSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let members = Player::ALL
            .into_iter()
            .filter(|&player| self.includes(player));
        for (nth, player) in members.enumerate() {
            let before = if nth == 0 { "" } else { " and " };
            write!(f, "{before}{player}")?;
        }
        Ok(())
    }
}
