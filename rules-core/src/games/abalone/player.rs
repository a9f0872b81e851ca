//! Who plays, and with whom.

use crate::clause::Clause;
use core::fmt;

/// A player, named by the colour of the marbles, in the order of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Player {
    /// At the bottom of the board; moves first.
    Black,
    /// The second player.
    White,
    /// The third player, if there is one.
    Red,
    /// The fourth player, if there is one.
    Green,
}

impl Player {
    /// All four, in the order of play.
    pub const ALL: [Self; 4] = [Self::Black, Self::White, Self::Red, Self::Green];

    /// The letter in position texts.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
            Self::Red => 'r',
            Self::Green => 'g',
        }
    }

    /// The player with this letter, upper or lower case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|player| player.letter() == letter.to_ascii_lowercase())
    }

    /// The colour as a word.
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

/// Who partners the first player when four play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Seating {
    /// Partners face each other: black and red against white and green.
    #[default]
    Facing,
    /// Black and white against red and green.
    FirstWithSecond,
    /// Black and green against white and red.
    FirstWithLast,
}

/// How many play (AB-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Players {
    /// Black against white.
    Two,
    /// Each against both others.
    Three,
    /// Two teams of two.
    Four(Seating),
}

/// One to win or lose together: a player, or a team of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Side {
    /// Black's side.
    First,
    /// White's, or with four players the team without black.
    Second,
    /// Red's, with three players only.
    Third,
}

impl Side {
    /// All three.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Third];
}

impl Players {
    /// The game for this many players; partners face each other.
    #[must_use]
    pub const fn from_count(count: u8) -> Option<Self> {
        match count {
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            4 => Some(Self::Four(Seating::Facing)),
            _ => None,
        }
    }

    /// How many they are.
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Self::Two => 2,
            Self::Three => 3,
            Self::Four(_) => 4,
        }
    }

    /// Marbles each player starts with (AB-1).
    #[must_use]
    pub const fn marbles(self) -> u8 {
        match self {
            Self::Two => 14,
            Self::Three => 11,
            Self::Four(_) => 9,
        }
    }

    /// The players, in the order of play.
    pub fn iter(self) -> core::iter::Take<core::array::IntoIter<Player, 4>> {
        Player::ALL.into_iter().take(self.count().into())
    }

    /// Whether `player` takes part.
    #[must_use]
    pub fn include(self, player: Player) -> bool {
        self.iter().any(|p| p == player)
    }

    /// The sides.
    pub fn sides(self) -> core::iter::Take<core::array::IntoIter<Side, 3>> {
        let count = match self {
            Self::Two | Self::Four(_) => 2,
            Self::Three => 3,
        };
        Side::ALL.into_iter().take(count)
    }

    /// Who moves after `player`.
    #[must_use]
    pub const fn after(self, player: Player) -> Player {
        match (self, player) {
            (_, Player::Black) => Player::White,
            (Self::Three | Self::Four(_), Player::White) => Player::Red,
            (Self::Four(_), Player::Red) => Player::Green,
            (Self::Two | Self::Three, _) | (_, Player::Green) => Player::Black,
        }
    }

    /// The player's partner: with four players only.
    #[must_use]
    pub const fn partner(self, player: Player) -> Option<Player> {
        let Self::Four(seating) = self else {
            return None;
        };
        Some(match (seating, player) {
            (Seating::Facing, Player::Red)
            | (Seating::FirstWithSecond, Player::White)
            | (Seating::FirstWithLast, Player::Green) => Player::Black,
            (Seating::Facing, Player::Green)
            | (Seating::FirstWithSecond, Player::Black)
            | (Seating::FirstWithLast, Player::Red) => Player::White,
            (Seating::Facing, Player::Black)
            | (Seating::FirstWithSecond, Player::Green)
            | (Seating::FirstWithLast, Player::White) => Player::Red,
            (Seating::Facing, Player::White)
            | (Seating::FirstWithSecond, Player::Red)
            | (Seating::FirstWithLast, Player::Black) => Player::Green,
        })
    }

    /// The side `player` belongs to.
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

    /// A side as players call it: "black", or "black and red".
    #[must_use]
    pub const fn named(self, side: Side) -> NamedSide {
        NamedSide {
            players: self,
            side,
        }
    }

    /// What the players are reminded of, though nobody can enforce it (AB-10).
    #[must_use]
    pub const fn reminder(self) -> Option<Clause> {
        match self {
            Self::Two | Self::Three => None,
            Self::Four(_) => Some(Clause::Ab10),
        }
    }

    /// The clause that says how this game is won.
    #[must_use]
    pub const fn winning_clause(self) -> Clause {
        match self {
            Self::Two => Clause::Ab7,
            Self::Three => Clause::Ab8,
            Self::Four(_) => Clause::Ab9,
        }
    }
}

/// A side, shown as the players in it: "black", or "black and red".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct NamedSide {
    players: Players,
    side: Side,
}

impl NamedSide {
    /// The clause that says how its game is won.
    #[must_use]
    pub const fn winning_clause(self) -> Clause {
        self.players.winning_clause()
    }

    /// The verb for one or for two: "has" or "have".
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
        let members = |p: &Player| self.players.side(*p) == self.side;
        for (nth, player) in self.players.iter().filter(members).enumerate() {
            let before = if nth == 0 { "" } else { " and " };
            write!(f, "{before}{player}")?;
        }
        Ok(())
    }
}
