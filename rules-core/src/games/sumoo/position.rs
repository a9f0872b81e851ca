//! Where the tokens stand: any arrangement ([`Setup`]) and those a game can
//! reach by count ([`Position`]), with the door between them.

use super::cell::{CELLS, Cell};
use super::token::{Colour, TOKENS, Token};
use crate::clause::Clause;
use core::fmt;
use core::hash::{Hash, Hasher};
use heapless::Vec;

/// Most tokens one action can send out: two attackers bring force 3 + 2 at
/// most (SU-10), enough for 2 + 1 + 1 + 1 (SU-12).
pub const MOST_OUT: usize = 4;

/// Anything that can be put on the cells, sense or nonsense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    cells: [Option<Token>; CELLS],
}

impl Setup {
    /// An arena with nothing on it.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            cells: [None; CELLS],
        }
    }

    /// Puts a token on a cell; gives back what stood there.
    pub fn put(&mut self, cell: Cell, token: Token) -> Option<Token> {
        self.cells.get_mut(cell.index())?.replace(token)
    }

    /// What stands on a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Token> {
        self.cells.get(cell.index()).copied().flatten()
    }

    /// How often a token stands on the arena.
    fn count(&self, token: Token) -> usize {
        self.cells.iter().filter(|&&c| c == Some(token)).count()
    }
}

/// What keeps a set-up from being a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Fault {
    /// The token stands on this many cells.
    Repeated(Token, u8),
    /// Both players have tokens out: the game had ended before the second left.
    BothOut,
    /// More tokens of this colour are out than one action can send out.
    TooManyOut(Colour, u8),
}

impl Fault {
    /// The clause it offends.
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
                "{out} tokens of {colour} are out; one action sends out {MOST_OUT} at most"
            )?,
        }
        write!(f, ", {}", self.clause())
    }
}

/// All that is wrong with a set-up: every token may be repeated, and either
/// side has too many out.
pub type Faults = Vec<Fault, { TOKENS + 3 }>;

/// Where each token stands: on a cell of its own, or out of the arena. At most
/// one side has tokens out, and then the other one has won.
///
/// ```
/// use rules_core::games::sumoo::{Cell, Colour, Position, Post};
///
/// let start = Position::START;
/// let strongest = Colour::Black.token(Post::Three);
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

/// A place for every token, in the order of [`Token::ALL`].
type Places = [Option<Cell>; TOKENS];

impl Position {
    /// The start (SU-3): columns 2, 3, 4; White 1-1-1 on row 3 before 2-3-2 on
    /// row 2, Black 1-1-1 on row 5 before 2-3-2 on row 6.
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

    /// The door: a set-up that is a position. A token on no cell is out.
    ///
    /// # Errors
    /// Everything that is wrong with the set-up.
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
            if usize::from(n) > MOST_OUT {
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

    /// Where a token stands; `None` if it is out of the arena.
    #[must_use]
    pub fn cell_of(&self, token: Token) -> Option<Cell> {
        self.places.get(token.index()).copied().flatten()
    }

    /// The token on a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Token> {
        self.tokens()
            .find_map(|(token, at)| (at == cell).then_some(token))
    }

    /// The tokens in the arena, with their cells.
    pub fn tokens(&self) -> impl Iterator<Item = (Token, Cell)> {
        Token::ALL
            .into_iter()
            .zip(self.places)
            .filter_map(|(token, place)| Some((token, place?)))
    }

    /// The tokens out of the arena.
    pub fn out(&self) -> impl Iterator<Item = Token> {
        Token::ALL
            .into_iter()
            .zip(self.places)
            .filter_map(|(token, place)| place.is_none().then_some(token))
    }

    /// Who has won: the opponent of whoever has a token out (SU-18).
    #[must_use]
    pub fn winner(&self) -> Option<Colour> {
        self.out().next().map(|token| token.colour.other())
    }

    /// The same arrangement as cells, for looking up what stands where.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for (token, cell) in self.tokens() {
            setup.put(cell, token);
        }
        setup
    }

    /// Puts a token elsewhere. Only the rules may: they keep cells single and
    /// one side in.
    pub(super) fn set(&mut self, token: Token, place: Option<Cell>) {
        set(&mut self.places, token, place);
    }

    /// One representative of all positions that look the same: tokens of equal
    /// colour and force are physically alike and have equal rights, so they are
    /// named anew in the order of their cells.
    ///
    /// ```
    /// use rules_core::games::sumoo::{Action, Colour, Game, Position, Post};
    ///
    /// let mut game = Game::new();
    /// let [west, middle] = [Post::OneWest, Post::OneMiddle].map(|p| Colour::White.token(p));
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

    /// The mirror image, east for west. Names change sides with their tokens.
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
    /// As one run of bytes: counting positions hashes millions of them.
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

/// Places that no position has: two tokens on one cell, or wrong by the door.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Impossible;

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("these places are no position of SUMOO: each token needs a cell of its own")
    }
}

impl TryFrom<Places> for Position {
    type Error = Impossible;

    fn try_from(places: Places) -> Result<Self, Impossible> {
        let mut setup = Setup::empty();
        for (token, cell) in (Self { places }).tokens() {
            if setup.put(cell, token).is_some() {
                return Err(Impossible);
            }
        }
        Self::new(&setup).map_err(|_| Impossible)
    }
}
