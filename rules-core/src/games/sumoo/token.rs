//! The twelve tokens: six for each colour, told apart by force and by the
//! compass point of their start (SU-2, SU-19).

use super::cell::Direction;
use core::fmt;

/// The two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Colour {
    /// Blanc, B in the notation; starts in the south and plays first.
    White,
    /// Noir, N in the notation; starts in the north.
    Black,
}

impl Colour {
    /// Both, in the order of play.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The token of this colour with this name.
    #[must_use]
    pub const fn token(self, post: Post) -> Token {
        Token { colour: self, post }
    }

    /// The letter of the notation: B or N.
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

/// The number on a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Force {
    /// 1
    One,
    /// 2
    Two,
    /// 3
    Three,
}

impl Force {
    /// The number, for sums.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Three => 3,
        }
    }
}

/// Where in its side's formation a token starts; with the colour its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Post {
    /// 1U
    OneWest,
    /// 1S of White, 1N of Black.
    OneMiddle,
    /// 1E
    OneEast,
    /// 2U
    TwoWest,
    /// 3
    Three,
    /// 2E
    TwoEast,
}

impl Post {
    /// All six (SU-2).
    pub const ALL: [Self; 6] = [
        Self::OneWest,
        Self::OneMiddle,
        Self::OneEast,
        Self::TwoWest,
        Self::Three,
        Self::TwoEast,
    ];

    /// The number on the token.
    #[must_use]
    pub const fn force(self) -> Force {
        match self {
            Self::OneWest | Self::OneMiddle | Self::OneEast => Force::One,
            Self::TwoWest | Self::TwoEast => Force::Two,
            Self::Three => Force::Three,
        }
    }
}

/// One of the twelve tokens.
///
/// ```
/// use rules_core::games::sumoo::{Colour, Post};
///
/// let token = Colour::Black.token(Post::OneMiddle);
/// assert_eq!(token.force().number(), 1);
/// assert_eq!(token.to_string(), "1N");
/// assert_eq!(format!("{token:#}"), "1N of Black");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Token {
    /// Whose it is.
    pub colour: Colour,
    /// Which of the six.
    pub post: Post,
}

/// How many tokens there are.
pub const TOKENS: usize = 12;

impl Token {
    /// All twelve, White's first.
    pub const ALL: [Self; TOKENS] = {
        let mut all = [Self {
            colour: Colour::White,
            post: Post::OneWest,
        }; TOKENS];
        let mut i = 0;
        while i < TOKENS {
            all[i] = Self {
                colour: Colour::ALL[i / 6],
                post: Post::ALL[i % 6],
            };
            i += 1;
        }
        all
    };

    /// The six of one colour.
    pub fn of(colour: Colour) -> impl Iterator<Item = Self> {
        Post::ALL.into_iter().map(move |post| Self { colour, post })
    }

    /// 0 to 11, in the order of [`Token::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.colour as usize * Post::ALL.len() + self.post as usize
    }

    /// The number on the token.
    #[must_use]
    pub const fn force(self) -> Force {
        self.post.force()
    }

    /// The compass point in the name; a 3 needs none, there is only one.
    #[must_use]
    pub const fn compass(self) -> Option<Direction> {
        match (self.post, self.colour) {
            (Post::OneWest | Post::TwoWest, _) => Some(Direction::U),
            (Post::OneEast | Post::TwoEast, _) => Some(Direction::E),
            (Post::OneMiddle, Colour::White) => Some(Direction::S),
            (Post::OneMiddle, Colour::Black) => Some(Direction::N),
            (Post::Three, _) => None,
        }
    }

    /// Whether nobody can tell the two apart once they have been mixed: same
    /// colour, same number.
    #[must_use]
    pub fn is_like(self, other: Self) -> bool {
        self.colour == other.colour && self.force() == other.force()
    }
}

impl fmt::Display for Token {
    /// The name within the colour: `1U`, `3`; with `{:#}` also the colour:
    /// `1U of White`.
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

/// A set of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TokenSet(u16);

impl TokenSet {
    /// No token.
    pub const EMPTY: Self = Self(0);

    /// Adds a token.
    pub const fn insert(&mut self, token: Token) {
        self.0 |= 1 << token.index();
    }

    /// Takes a token out.
    pub const fn remove(&mut self, token: Token) {
        self.0 &= !(1 << token.index());
    }

    /// Whether the token is in the set.
    #[must_use]
    pub const fn contains(self, token: Token) -> bool {
        self.0 & (1 << token.index()) != 0
    }

    /// Whether no token is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tokens of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The tokens, in the order of [`Token::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Token> {
        Token::ALL
            .into_iter()
            .filter(move |&token| self.contains(token))
    }

    /// The token of a set of one.
    #[must_use]
    pub fn only(self) -> Option<Token> {
        self.iter().next().filter(|_| self.0.is_power_of_two())
    }
}

impl FromIterator<Token> for TokenSet {
    fn from_iter<I: IntoIterator<Item = Token>>(tokens: I) -> Self {
        let mut set = Self::EMPTY;
        tokens.into_iter().for_each(|token| set.insert(token));
        set
    }
}
