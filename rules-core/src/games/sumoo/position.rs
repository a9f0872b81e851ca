//! Places of the tokens: any arrangement ([`Setup`]), those that a game can reach by
//! count ([`Position`]), and the check between them.

use super::cell::{CELLS, Cell};
use super::token::{Colour, TOKENS, Token};
use crate::clause::Clause;
use core::fmt;
use core::hash::{Hash, Hasher};
use heapless::Vec;

/// Largest number of tokens one action can send out of the arena: two attackers bring
/// force 3 + 2 at most (SU-10), enough for 2 + 1 + 1 + 1 (SU-12).
pub const MAX_OUT: usize = 4;

/// Arrangement of tokens on the cells of the arena, legal or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    cells: [Option<Token>; CELLS],
}

impl Setup {
    /// Creates an arena without tokens.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            cells: [None; CELLS],
        }
    }

    /// Puts a token on a cell and returns the one that stood there; `None` if the cell
    /// was free.
    pub fn put(&mut self, cell: Cell, token: Token) -> Option<Token> {
        self.cells.get_mut(cell.index())?.replace(token)
    }

    /// Returns the token on a cell; `None` if the cell is free.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Token> {
        self.cells.get(cell.index()).copied().flatten()
    }

    /// Returns the number of cells that hold `token`.
    fn count(&self, token: Token) -> usize {
        self.cells.iter().filter(|&&c| c == Some(token)).count()
    }
}

/// Fault that keeps a set-up from being a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Fault {
    /// A token stands on more than one cell; the number counts the cells.
    Repeated(Token, u8),
    /// Both players have tokens out of the arena, although the first one out ends the
    /// game.
    BothOut,
    /// More tokens of this colour are out than one action can send out; the number counts
    /// them.
    TooManyOut(Colour, u8),
}

impl Fault {
    /// Returns the clause that the set-up breaks.
    #[must_use]
    pub const fn clause(self) -> Clause {
        match self {
            Self::Repeated(..) => Clause::Su2,
            Self::BothOut => Clause::Su18,
            Self::TooManyOut(..) => Clause::Su12,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repeated(token, times) => write!(
                f,
                "{token} of {} stands on {times} cells; there is one such token",
                token.colour
            )?,
            Self::BothOut => write!(
                f,
                "both players have tokens out; the first one out ends the game"
            )?,
            Self::TooManyOut(colour, out) => write!(
                f,
                "{out} tokens of {colour} are out; one action sends out {MAX_OUT} at most"
            )?,
        }
        write!(f, ", {}", self.clause())
    }
}

/// All faults of a set-up: every token may be repeated, both sides may have tokens out,
/// and each may have too many out.
pub type Faults = Vec<Fault, { TOKENS + 3 }>;

/// Places of all tokens: each on a separate cell, or out of the arena. At most one side
/// has tokens out, and then the other one has won.
///
/// ```
/// use rules_core::games::sumoo::{Cell, Colour, Position, TokenName};
///
/// let start = Position::START;
/// let strongest = Colour::Black.token(TokenName::Three);
/// assert_eq!(start.cell_of(strongest), Cell::at(3, 6));
/// assert_eq!(start.winner(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Places", into = "Places"))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Position {
    places: Places,
}

/// Place of every token, in the order of [`Token::ALL`]; `None` if it is out.
type Places = [Option<Cell>; TOKENS];

impl Position {
    /// Start position (SU-3): columns 2, 3, 4; White 1-1-1 on row 3 before 2-3-2 on row
    /// 2, Black 1-1-1 on row 5 before 2-3-2 on row 6.
    pub const START: Self = Self {
        places: [
            Cell::at(2, 3),
            Cell::at(3, 3),
            Cell::at(4, 3),
            Cell::at(2, 2),
            Cell::at(3, 2),
            Cell::at(4, 2),
            Cell::at(2, 5),
            Cell::at(3, 5),
            Cell::at(4, 5),
            Cell::at(2, 6),
            Cell::at(3, 6),
            Cell::at(4, 6),
        ],
    };

    /// Checks a set-up and turns it into a position. A token on no cell is out.
    ///
    /// # Errors
    /// All faults of the set-up.
    pub fn new(setup: &Setup) -> Result<Self, Faults> {
        let mut faults = Faults::new();
        let mut out = [0u8; 2];
        for token in Token::ALL {
            match setup.count(token) {
                0 => {
                    if let Some(n) = out.get_mut(token.colour as usize) {
                        *n += 1;
                    }
                }
                1 => {}
                times => {
                    let times = u8::try_from(times).unwrap_or(u8::MAX);
                    faults.push(Fault::Repeated(token, times)).ok();
                }
            }
        }
        if out.iter().all(|&n| n > 0) {
            faults.push(Fault::BothOut).ok();
        }
        for (colour, n) in Colour::ALL.into_iter().zip(out) {
            if usize::from(n) > MAX_OUT {
                faults.push(Fault::TooManyOut(colour, n)).ok();
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut places = [None; TOKENS];
        for cell in Cell::all() {
            if let Some(token) = setup.at(cell) {
                set(&mut places, token, Some(cell));
            }
        }
        Ok(Self { places })
    }

    /// Returns the cell of a token; `None` if it is out of the arena.
    #[must_use]
    pub fn cell_of(&self, token: Token) -> Option<Cell> {
        self.places.get(token.index()).copied().flatten()
    }

    /// Returns the token on a cell; `None` if the cell is free.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Token> {
        self.tokens()
            .find_map(|(token, at)| (at == cell).then_some(token))
    }

    /// Iterates over the tokens in the arena, with their cells.
    pub fn tokens(&self) -> impl Iterator<Item = (Token, Cell)> {
        Token::ALL
            .into_iter()
            .zip(self.places)
            .filter_map(|(token, place)| Some((token, place?)))
    }

    /// Iterates over the tokens out of the arena.
    pub fn out(&self) -> impl Iterator<Item = Token> {
        Token::ALL
            .into_iter()
            .zip(self.places)
            .filter_map(|(token, place)| place.is_none().then_some(token))
    }

    /// Returns the winner: the opponent of the player who has a token out (SU-18).
    /// `None` while all tokens are in the arena.
    #[must_use]
    pub fn winner(&self) -> Option<Colour> {
        self.out().next().map(|token| token.colour.other())
    }

    /// Returns the arrangement by cells, for looking up the token on a cell.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for (token, cell) in self.tokens() {
            setup.put(cell, token);
        }
        setup
    }

    /// Moves a token to a cell, or with `None` out of the arena. Only for the rules,
    /// which keep one token per cell and the tokens of one side in the arena.
    pub(super) fn set(&mut self, token: Token, place: Option<Cell>) {
        set(&mut self.places, token, place);
    }

    /// Returns one representative of all positions that look the same. Tokens of equal
    /// colour and force are physically alike and have equal rights, so they are renamed
    /// in the order of their cells.
    ///
    /// ```
    /// use rules_core::games::sumoo::{Action, Colour, Game, Position, TokenName};
    ///
    /// let mut game = Game::new();
    /// let names = [TokenName::OneWest, TokenName::OneMiddle];
    /// let [west, middle] = names.map(|name| Colour::White.token(name));
    /// game.apply(Action::Swap(west, middle)).unwrap();
    /// assert_ne!(*game.position(), Position::START);
    /// assert_eq!(game.position().appearance(), Position::START.appearance());
    /// ```
    #[must_use]
    pub fn appearance(&self) -> Self {
        let [a, b, c, d, x, e, f, g, h, i, y, j] = self.places;
        let [a, b, c] = sorted([a, b, c]);
        let [d, e] = sorted([d, e]);
        let [f, g, h] = sorted([f, g, h]);
        let [i, j] = sorted([i, j]);
        Self {
            places: [a, b, c, d, x, e, f, g, h, i, y, j],
        }
    }

    /// Returns the mirror image, east for west. Names change sides with their tokens.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let flip = |place: Option<Cell>| {
            place.and_then(|cell| Cell::at(super::cell::COLUMNS + 1 - cell.column(), cell.row()))
        };
        let [a, b, c, d, x, e, f, g, h, i, y, j] = self.places.map(flip);
        Self {
            places: [c, b, a, e, x, d, h, g, f, j, y, i],
        }
    }
}

impl Hash for Position {
    /// Hashes all places as one run of bytes, because counting positions hashes millions
    /// of them.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&self.places.map(|place| place.map_or(u8::MAX, u8::from)));
    }
}

fn set(places: &mut Places, token: Token, place: Option<Cell>) {
    if let Some(slot) = places.get_mut(token.index()) {
        *slot = place;
    }
}

fn sorted<const N: usize>(mut cells: [Option<Cell>; N]) -> [Option<Cell>; N] {
    cells.sort_unstable();
    cells
}

impl From<Position> for Places {
    fn from(position: Position) -> Self {
        position.places
    }
}

/// Error for places that are not a position: two tokens on one cell, or a fault of
/// [`Position::new`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionError;

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("these places are not a position of SUMOO: each token needs its own cell")
    }
}

impl TryFrom<Places> for Position {
    type Error = PositionError;

    fn try_from(places: Places) -> Result<Self, PositionError> {
        let mut setup = Setup::empty();
        for (token, cell) in (Self { places }).tokens() {
            if setup.put(cell, token).is_some() {
                return Err(PositionError);
            }
        }
        Self::new(&setup).map_err(|_| PositionError)
    }
}
