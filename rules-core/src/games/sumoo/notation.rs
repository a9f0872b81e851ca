//! Single actions as players write them (SU-19): `3 N`, `1U 2U =`, `1U 2U NN`,
//! `1U 2U NU`.
//!
//! What is written does not say whether an attack pushes or pulls, nor which
//! attacker is the main one; the position does ([`Written::in_position`]).
//! Whole games with names and dates are read on the host.

use super::action::{Action, Attack, Course, Grip};
use super::cell::Direction;
use super::position::Position;
use super::token::{Colour, Post, Token};
use crate::clause::Clause;
use core::fmt;

/// An action as written, by a player whose colour is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Written {
    /// `3 N`
    Move(Token, Direction),
    /// `1U 2U =`
    Swap(Token, Token),
    /// `3 NN` or `3 2E NU`: one or two attackers in either order, where they go
    /// and where the resisters go.
    Attack(Token, Option<Token>, Direction, Course),
}

/// Why a text is no action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// It does not begin with a token.
    NoToken,
    /// This character stands where it makes no sense.
    Stray(char),
    /// A force that needs a compass point, without one.
    NoCompass(u8),
    /// This player has no such token.
    NoSuchToken(Colour, u8, Direction),
    /// Three tokens or more.
    TooManyTokens,
    /// Tokens, but not what they do.
    NoVerb,
    /// `=` after one token.
    SwapAlone,
    /// One direction after two tokens.
    TwoCannotMove,
    /// The resisters cannot go against the attackers.
    Backwards,
}

impl Unreadable {
    /// The clauses that forbid it, if it can be understood but no position
    /// makes it legal; none if it makes no sense.
    #[must_use]
    pub const fn clauses(&self) -> &'static [Clause] {
        match self {
            Self::NoToken | Self::Stray(_) | Self::NoCompass(_) | Self::NoVerb => &[],
            Self::NoSuchToken(..) => &[Clause::Su2],
            Self::TwoCannotMove => &[Clause::Su6],
            Self::SwapAlone => &[Clause::Su7],
            Self::TooManyTokens => &[Clause::Su10],
            Self::Backwards => &[Clause::Su13, Clause::Su14],
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoToken => f.write_str("an action begins with a token: 1U, 2E or 3"),
            Self::Stray(c) => write!(
                f,
                "\"{c}\" makes no sense here; write `3 N`, `1U 2U =` or `1U 2U NU`"
            ),
            Self::NoCompass(force) => write!(
                f,
                "a {force} needs the compass point of its start, as in {force}U or {force}E"
            ),
            Self::NoSuchToken(colour, force, point) => write!(
                f,
                "{colour} has no token {force}{}; it has{}",
                point.letter(),
                Names(*colour)
            ),
            Self::TooManyTokens => f.write_str("two tokens at most can act together"),
            Self::NoVerb => f.write_str("what does it do? Add N, S, U or E, or two of them, or ="),
            Self::SwapAlone => f.write_str("= needs two tokens, as in `1U 2U =`"),
            Self::TwoCannotMove => f.write_str(
                "two tokens cannot move together; write `1U 2U =`, or `1U 2U NN` to push or pull",
            ),
            Self::Backwards => {
                f.write_str("the second letter repeats the first or is to the side of it")
            }
        }
    }
}

/// Lists the names of a colour's tokens.
struct Names(Colour);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Token::of(self.0).try_for_each(|token| write!(f, " {token}"))
    }
}

impl Written {
    /// Reads one action of `colour`. Spaces are free, letters of either case.
    ///
    /// ```
    /// use rules_core::games::sumoo::{Colour, notation::Written};
    ///
    /// let spaced = Written::read(Colour::Black, " 1U 2U NU ").unwrap();
    /// assert_eq!(Written::read(Colour::Black, "1u2unu"), Ok(spaced));
    /// assert!(Written::read(Colour::White, "1N N").is_err()); // Black's token
    /// ```
    ///
    /// # Errors
    /// What is wrong and what to write instead.
    pub fn read(colour: Colour, text: &str) -> Result<Self, Unreadable> {
        let mut letters = text.chars().filter(|c| !c.is_whitespace()).peekable();
        let mut next_token = || -> Result<Option<Token>, Unreadable> {
            let Some(force) = letters.peek().and_then(|c| c.to_digit(10)) else {
                return Ok(None);
            };
            let digit = letters.next().unwrap_or('0');
            let post = match force {
                3 => Post::Three,
                1 | 2 => {
                    let force = if force == 1 { 1 } else { 2 };
                    let point = letters.next().and_then(Direction::from_letter);
                    let Some(point) = point else {
                        return Err(Unreadable::NoCompass(force));
                    };
                    let named = Token::of(colour)
                        .find(|t| t.force().number() == force && t.compass() == Some(point));
                    match named {
                        Some(token) => token.post,
                        None => return Err(Unreadable::NoSuchToken(colour, force, point)),
                    }
                }
                _ => return Err(Unreadable::Stray(digit)),
            };
            Ok(Some(colour.token(post)))
        };
        let first = next_token()?.ok_or(Unreadable::NoToken)?;
        let second = next_token()?;
        let mut verb = || match letters.next() {
            None => Ok(None),
            Some('=') => Ok(Some(Verb::Swap)),
            Some(c) if c.is_ascii_digit() => Err(Unreadable::TooManyTokens),
            Some(c) => Direction::from_letter(c)
                .map(|d| Some(Verb::Go(d)))
                .ok_or(Unreadable::Stray(c)),
        };
        let verbs = [verb()?, verb()?];
        if let Some(c) = letters.next() {
            return Err(Unreadable::Stray(c));
        }
        match (second, verbs) {
            (_, [None, _]) => Err(Unreadable::NoVerb),
            (_, [Some(Verb::Swap), Some(_)] | [Some(Verb::Go(_)), Some(Verb::Swap)]) => {
                Err(Unreadable::Stray('='))
            }
            (Some(second), [Some(Verb::Swap), None]) => Ok(Self::Swap(first, second)),
            (None, [Some(Verb::Swap), None]) => Err(Unreadable::SwapAlone),
            (None, [Some(Verb::Go(direction)), None]) => Ok(Self::Move(first, direction)),
            (Some(_), [Some(Verb::Go(_)), None]) => Err(Unreadable::TwoCannotMove),
            (_, [Some(Verb::Go(along)), Some(Verb::Go(toward))]) => {
                let course = Course::ALL
                    .into_iter()
                    .find(|course| course.aside(along).unwrap_or(along) == toward)
                    .ok_or(Unreadable::Backwards)?;
                Ok(Self::Attack(first, second, along, course))
            }
        }
    }

    /// The action this means in a position. An attack is a push if an enemy is
    /// ahead of the attackers and a pull if not; the main attacker is the one
    /// that is then nearer to the enemy. Whether it is legal is not asked here.
    #[must_use]
    pub fn in_position(self, position: &Position) -> Action {
        match self {
            Self::Move(token, direction) => Action::Move(token, direction),
            Self::Swap(a, b) => Action::Swap(a, b).usual(),
            Self::Attack(first, second, along, course) => {
                let ahead = |token: Token| position.cell_of(token).and_then(|c| c.step(along));
                let (front, rear) = match second {
                    Some(second) if ahead(first) == position.cell_of(second) => {
                        (second, Some(first))
                    }
                    _ => (first, second),
                };
                let met = ahead(front).and_then(|cell| position.at(cell));
                let push = met.is_some_and(|token| token.colour != front.colour);
                let (grip, main, extra) = match (push, rear) {
                    (true, _) => (Grip::Push, front, rear),
                    (false, None) => (Grip::Pull, front, None),
                    (false, Some(rear)) => (Grip::Pull, rear, Some(front)),
                };
                Action::Attack(Attack {
                    grip,
                    main,
                    extra,
                    along,
                    course,
                })
            }
        }
    }
}

enum Verb {
    Swap,
    Go(Direction),
}

impl From<Action> for Written {
    /// As players write it: the attacker in front first.
    fn from(action: Action) -> Self {
        match action {
            Action::Move(token, direction) => Self::Move(token, direction),
            Action::Swap(a, b) => Self::Swap(a, b),
            Action::Attack(Attack {
                grip,
                main,
                extra,
                along,
                course,
            }) => match (grip, extra) {
                (Grip::Pull, Some(extra)) => Self::Attack(extra, Some(main), along, course),
                (Grip::Push, _) | (Grip::Pull, None) => Self::Attack(main, extra, along, course),
            },
        }
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(token, direction) => write!(f, "{token} {}", direction.letter()),
            Self::Swap(a, b) => write!(f, "{a} {b} ="),
            Self::Attack(first, second, along, course) => {
                write!(f, "{first} ")?;
                if let Some(second) = second {
                    write!(f, "{second} ")?;
                }
                let toward = course.aside(*along).unwrap_or(*along);
                write!(f, "{}{}", along.letter(), toward.letter())
            }
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Written::from(*self).fmt(f)
    }
}
