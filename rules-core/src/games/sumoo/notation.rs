//! Notation of single actions (SU-19): `3 N`, `1U 2U =`, `1U 2U NN`, `1U 2U NU`.
//!
//! The text does not state whether an attack pushes or pulls, nor which attacker is the
//! main one; both follow from the position ([`NotatedAction::in_position`]). Whole
//! games with names and dates are read on the host.

use super::action::{Action, Attack, AttackKind, ResisterCourse};
use super::cell::Direction;
use super::position::Position;
use super::token::{Colour, Token, TokenName};
use crate::clause::Clause;
use core::fmt;

/// Action as a player writes it; the colour of the player is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum NotatedAction {
    /// Move, as in `3 N`.
    Move(Token, Direction),
    /// Swap, as in `1U 2U =`.
    Swap(Token, Token),
    /// Attack, as in `3 NN` or `3 2E NU`: one or two attackers in either order, their
    /// direction and the course of the resisters.
    Attack(Token, Option<Token>, Direction, ResisterCourse),
}

/// Error of a text that is not an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotationError {
    /// The text does not begin with a token.
    NoToken,
    /// The character makes no sense at its place.
    Stray(char),
    /// A token of this force, 1 or 2, is named without its compass point.
    NoCompass(u8),
    /// The player has no token with this force and compass point.
    NoSuchToken(Colour, u8, Direction),
    /// The text names three tokens or more.
    TooManyTokens,
    /// The text names tokens but no action.
    NoVerb,
    /// The sign of a swap, `=`, follows a single token.
    SwapAlone,
    /// A single direction, which means a move, follows two tokens.
    TwoCannotMove,
    /// The second direction, the course of the resisters, is opposite to the first, that
    /// of the attackers.
    Backwards,
}

impl NotationError {
    /// Returns the clauses that forbid the action, if the text can be understood but no
    /// position makes it legal; empty if it cannot be understood.
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

impl fmt::Display for NotationError {
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

/// Displays the names of a colour's tokens.
struct Names(Colour);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Token::all_of(self.0).try_for_each(|token| write!(f, " {token}"))
    }
}

impl NotatedAction {
    /// Parses one action of `colour`. Spaces are optional, and letters may have either
    /// case.
    ///
    /// ```
    /// use rules_core::games::sumoo::{Colour, notation::NotatedAction};
    ///
    /// let spaced = NotatedAction::read(Colour::Black, " 1U 2U NU ").unwrap();
    /// assert_eq!(NotatedAction::read(Colour::Black, "1u2unu"), Ok(spaced));
    /// assert!(NotatedAction::read(Colour::White, "1N N").is_err()); // Black's token
    /// ```
    ///
    /// # Errors
    /// [`NotationError`], whose text says what to write instead.
    pub fn read(colour: Colour, text: &str) -> Result<Self, NotationError> {
        let mut letters = text.chars().filter(|c| !c.is_whitespace()).peekable();
        let mut next_token = || -> Result<Option<Token>, NotationError> {
            let Some(force) = letters.peek().and_then(|c| c.to_digit(10)) else {
                return Ok(None);
            };
            let digit = letters.next().unwrap_or('0');
            let post = match force {
                3 => TokenName::Three,
                1 | 2 => {
                    let force = if force == 1 { 1 } else { 2 };
                    let point = letters.next().and_then(Direction::from_letter);
                    let Some(point) = point else {
                        return Err(NotationError::NoCompass(force));
                    };
                    let named = Token::all_of(colour)
                        .find(|t| t.force().number() == force && t.compass() == Some(point));
                    match named {
                        Some(token) => token.post,
                        None => return Err(NotationError::NoSuchToken(colour, force, point)),
                    }
                }
                _ => return Err(NotationError::Stray(digit)),
            };
            Ok(Some(colour.token(post)))
        };
        let first = next_token()?.ok_or(NotationError::NoToken)?;
        let second = next_token()?;
        let mut verb = || match letters.next() {
            None => Ok(None),
            Some('=') => Ok(Some(Verb::Swap)),
            Some(c) if c.is_ascii_digit() => Err(NotationError::TooManyTokens),
            Some(c) => Direction::from_letter(c)
                .map(|d| Some(Verb::Go(d)))
                .ok_or(NotationError::Stray(c)),
        };
        let verbs = [verb()?, verb()?];
        if let Some(c) = letters.next() {
            return Err(NotationError::Stray(c));
        }
        match (second, verbs) {
            (_, [None, _]) => Err(NotationError::NoVerb),
            (_, [Some(Verb::Swap), Some(_)] | [Some(Verb::Go(_)), Some(Verb::Swap)]) => {
                Err(NotationError::Stray('='))
            }
            (Some(second), [Some(Verb::Swap), None]) => Ok(Self::Swap(first, second)),
            (None, [Some(Verb::Swap), None]) => Err(NotationError::SwapAlone),
            (None, [Some(Verb::Go(direction)), None]) => Ok(Self::Move(first, direction)),
            (Some(_), [Some(Verb::Go(_)), None]) => Err(NotationError::TwoCannotMove),
            (_, [Some(Verb::Go(along)), Some(Verb::Go(toward))]) => {
                let course = ResisterCourse::ALL
                    .into_iter()
                    .find(|course| course.aside(along).unwrap_or(along) == toward)
                    .ok_or(NotationError::Backwards)?;
                Ok(Self::Attack(first, second, along, course))
            }
        }
    }

    /// Returns the action that the notation means in a position. An attack is a push if
    /// an enemy is ahead of the attackers and a pull if not; the main attacker is the
    /// one that is then nearer to the enemy. Legality is not checked.
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
                    (true, _) => (AttackKind::Push, front, rear),
                    (false, None) => (AttackKind::Pull, front, None),
                    (false, Some(rear)) => (AttackKind::Pull, rear, Some(front)),
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

impl From<Action> for NotatedAction {
    /// Converts an action to its notation, in the order that players use: the attacker in
    /// front first.
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
                (AttackKind::Pull, Some(extra)) => Self::Attack(extra, Some(main), along, course),
                (AttackKind::Push, _) | (AttackKind::Pull, None) => {
                    Self::Attack(main, extra, along, course)
                }
            },
        }
    }
}

impl fmt::Display for NotatedAction {
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
        NotatedAction::from(*self).fmt(f)
    }
}
