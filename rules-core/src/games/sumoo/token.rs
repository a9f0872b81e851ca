//! Twelve tokens: six for each colour, distinguished by force and by the compass point
//! of their start (SU-2, SU-19).

use super::cell::Direction;
use crate::games::cell_reading::GridPiece;
use core::fmt;

/// Player, named by the colour of the tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Colour {
    /// White (Blanc), B in the notation; starts in the south and plays first.
    White,
    /// Black (Noir), N in the notation; starts in the north.
    Black,
}

impl Colour {
    /// Both colours, in the order of play.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns the colour of the opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns the token of this colour with this name.
    #[must_use]
    pub const fn token(self, post: TokenName) -> Token {
        Token { colour: self, post }
    }

    /// Returns the letter of the colour in the notation: B or N.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'B',
            Self::Black => 'N',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// Force: the number on a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Force {
    /// Force 1.
    One,
    /// Force 2.
    Two,
    /// Force 3.
    Three,
}

impl Force {
    /// Returns the force as a number, for sums.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Three => 3,
        }
    }
}

/// Name of a token within its colour, from its place in the side's formation at the
/// start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum TokenName {
    /// West token of force 1, written `1U`.
    OneWest,
    /// Middle token of force 1, written `1S` for White and `1N` for Black.
    OneMiddle,
    /// East token of force 1, written `1E`.
    OneEast,
    /// West token of force 2, written `2U`.
    TwoWest,
    /// Token of force 3, written `3`.
    Three,
    /// East token of force 2, written `2E`.
    TwoEast,
}

impl TokenName {
    /// All six names (SU-2).
    pub const ALL: [Self; 6] = [
        Self::OneWest,
        Self::OneMiddle,
        Self::OneEast,
        Self::TwoWest,
        Self::Three,
        Self::TwoEast,
    ];

    /// Returns the force of the token with this name.
    #[must_use]
    pub const fn force(self) -> Force {
        match self {
            Self::OneWest | Self::OneMiddle | Self::OneEast => Force::One,
            Self::TwoWest | Self::TwoEast => Force::Two,
            Self::Three => Force::Three,
        }
    }
}

/// One of the twelve tokens of SUMOO.
///
/// ```
/// use rules_core::games::sumoo::{Colour, TokenName};
///
/// let token = Colour::Black.token(TokenName::OneMiddle);
/// assert_eq!(token.force().number(), 1);
/// assert_eq!(token.to_string(), "1N");
/// assert_eq!(format!("{token:#}"), "1N of Black");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Token {
    /// Colour of the player who owns the token.
    pub colour: Colour,
    /// Name of the token within its colour.
    pub post: TokenName,
}

/// Number of tokens in a game, of both colours.
pub const TOKENS: usize = 12;

impl Token {
    /// All twelve tokens, White's first.
    pub const ALL: [Self; TOKENS] = {
        let mut all = [Self {
            colour: Colour::White,
            post: TokenName::OneWest,
        }; TOKENS];
        let mut i = 0;
        while i < TOKENS {
            all[i] = Self {
                colour: Colour::ALL[i / 6],
                post: TokenName::ALL[i % 6],
            };
            i += 1;
        }
        all
    };

    /// Iterates over the six tokens of one colour.
    pub fn all_of(colour: Colour) -> impl Iterator<Item = Self> {
        TokenName::ALL
            .into_iter()
            .map(move |post| Self { colour, post })
    }

    /// Returns the index of the token, 0 to 11, in the order of [`Token::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.colour as usize * TokenName::ALL.len() + self.post as usize
    }

    /// Returns the force of the token, the number on it.
    #[must_use]
    pub const fn force(self) -> Force {
        self.post.force()
    }

    /// Returns the compass point in the token's name; `None` for a 3, of which each
    /// colour has only one.
    #[must_use]
    pub const fn compass(self) -> Option<Direction> {
        match (self.post, self.colour) {
            (TokenName::OneWest | TokenName::TwoWest, _) => Some(Direction::U),
            (TokenName::OneEast | TokenName::TwoEast, _) => Some(Direction::E),
            (TokenName::OneMiddle, Colour::White) => Some(Direction::S),
            (TokenName::OneMiddle, Colour::Black) => Some(Direction::N),
            (TokenName::Three, _) => None,
        }
    }

    /// True if the two tokens cannot be distinguished once they have been mixed: same
    /// colour, same number.
    #[must_use]
    pub fn is_like(self, other: Self) -> bool {
        self.colour == other.colour && self.force() == other.force()
    }
}

impl fmt::Display for Token {
    /// Writes the name within the colour: `1U`, `3`; with `{:#}` also the colour: `1U
    /// of White`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.force().number())?;
        self.compass()
            .map_or(Ok(()), |point| write!(f, "{}", point.letter()))?;
        if f.alternate() {
            write!(f, " of {}", self.colour)?;
        }
        Ok(())
    }
}

impl GridPiece for Token {
    fn write_removal(cell: impl fmt::Display, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take what stands on {cell} off")
    }

    fn write_placement(&self, cell: impl fmt::Display, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "put {self:#} on {cell}")
    }
}

/// Set of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TokenSet(u16);

impl TokenSet {
    /// Empty set.
    pub const EMPTY: Self = Self(0);

    /// Adds a token to the set.
    pub const fn insert(&mut self, token: Token) {
        self.0 |= 1 << token.index();
    }

    /// True if the set contains the token.
    #[must_use]
    pub const fn contains(self, token: Token) -> bool {
        self.0 & (1 << token.index()) != 0
    }
}
