//! The games a session can hold, behind one set of names.
//!
//! Each game brings its own actions, rulings, refusals and corrections; the
//! session folds them without looking inside. A further game is a further
//! variant of each of these, and a folder beside `kabuto/` for its flow.

use super::kabuto::correction::Correction;
use super::kabuto::{kind_of, repair};
use super::kind::Kind;
use crate::clause::Clause;
use crate::games::kabuto;
use crate::games::kabuto::terms::{House, Kit, League, Terms};
use crate::place::Place;
use crate::player::{BySeat, Colour, Players};
use core::fmt;
use heapless::Vec;

/// A game in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Game {
    /// Sakura Slam or Kabuto Sumo.
    Kabuto(kabuto::Match),
}

/// How a game stands, without what was agreed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Snapshot {
    /// Of Sakura Slam or Kabuto Sumo.
    Kabuto(kabuto::State),
}

/// How a game begins or is taken up, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Opening {
    /// Sakura Slam or Kabuto Sumo. The cards come in records of their own.
    Kabuto {
        /// Which box.
        edition: kabuto::Edition,
        /// How many play.
        players: Players,
        /// With or without special moves.
        league: League,
        /// Switches of the house.
        house: House,
        /// Whose sumo has which colour.
        colours: BySeat<Colour>,
        /// How it stands.
        state: kabuto::State,
    },
}

/// Something that happens in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Play {
    /// In Sakura Slam or Kabuto Sumo.
    Kabuto(kabuto::Action),
}

/// A ruling of any game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ruled {
    /// Of Sakura Slam or Kabuto Sumo.
    Kabuto(kabuto::Ruling),
}

/// A refusal by any game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Objection {
    /// By Sakura Slam or Kabuto Sumo.
    Kabuto(kabuto::Refused),
}

/// What people correct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Overrule {
    /// The push that was taken to rest had not come to rest.
    Unsettle,
    /// Something in Sakura Slam or Kabuto Sumo.
    Kabuto(Correction),
}

/// One thing to do so that table and game agree again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Repair {
    /// In Sakura Slam or Kabuto Sumo.
    Kabuto(repair::Repair),
}

/// Why a correction is no state of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Unsound {
    /// Another game is played.
    OtherGame,
    /// Nothing has come to rest just now.
    NothingSettled,
    /// Sakura Slam or Kabuto Sumo could not stand like that.
    Kabuto(kabuto::Unsound),
}

/// Rulings of one action.
pub type Rulings = Vec<Ruled, 48, u8>;

impl Game {
    /// Takes a game up from what is stored.
    ///
    /// # Errors
    /// Why it is no game.
    pub fn open(opening: &Opening, kits: &BySeat<Kit>) -> Result<Self, Unsound> {
        match opening {
            Opening::Kabuto {
                edition,
                players,
                league,
                house,
                colours,
                state,
            } => {
                let terms = Terms {
                    edition: *edition,
                    players: *players,
                    league: *league,
                    house: *house,
                    colours: *colours,
                    kits: kits.clone(),
                };
                kabuto::Match::resume(terms, *state)
                    .map(Self::Kabuto)
                    .map_err(Unsound::Kabuto)
            }
        }
    }

    /// What [`Game::open`] needs to take it up as it stands now.
    #[must_use]
    pub fn opening(&self) -> Opening {
        match self {
            Self::Kabuto(game) => {
                let terms = game.terms();
                Opening::Kabuto {
                    edition: terms.edition,
                    players: terms.players,
                    league: terms.league,
                    house: terms.house,
                    colours: terms.colours,
                    state: *game.state(),
                }
            }
        }
    }

    /// How it stands.
    #[must_use]
    pub const fn snapshot(&self) -> Snapshot {
        match self {
            Self::Kabuto(game) => Snapshot::Kabuto(*game.state()),
        }
    }

    /// Goes on from an earlier moment of the same game.
    ///
    /// # Errors
    /// Why it is none.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Unsound> {
        match (self, snapshot) {
            (Self::Kabuto(game), Snapshot::Kabuto(state)) => {
                game.adopt(*state).map_err(Unsound::Kabuto)
            }
        }
    }

    /// Judges what happened.
    ///
    /// # Errors
    /// The clause that forbids it; the game is then unchanged.
    pub fn judge(&mut self, play: &Play) -> Result<Rulings, Objection> {
        match (self, play) {
            (Self::Kabuto(game), Play::Kabuto(action)) => game
                .apply(action)
                .map(|rulings| rulings.into_iter().map(Ruled::Kabuto).collect())
                .map_err(Objection::Kabuto),
        }
    }

    /// Whether [`Game::judge`] would accept it.
    ///
    /// # Errors
    /// What it would say.
    pub fn permits(&self, play: &Play) -> Result<(), Objection> {
        match (self, play) {
            (Self::Kabuto(game), Play::Kabuto(action)) => {
                game.permits(action).map_err(Objection::Kabuto)
            }
        }
    }

    /// Follows what people say.
    ///
    /// # Errors
    /// Why it cannot be so; the game is then unchanged.
    pub fn correct(&mut self, overrule: &Overrule) -> Result<(), Unsound> {
        match (self, overrule) {
            (_, Overrule::Unsettle) => Err(Unsound::NothingSettled),
            (Self::Kabuto(game), Overrule::Kabuto(correction)) => {
                correction.apply(game).map_err(Unsound::Kabuto)
            }
        }
    }

    /// The state's number, the same on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        match self {
            Self::Kabuto(game) => game.state().fingerprint(),
        }
    }

    /// Whether nothing has been played yet, as far as the state tells.
    #[must_use]
    pub const fn is_fresh(&self) -> bool {
        match self {
            Self::Kabuto(game) => {
                let turn = &game.state().turn;
                turn.number <= 1 && turn.pushes == 0
            }
        }
    }

    /// The cards in play, which are stored in records of their own.
    #[must_use]
    pub const fn kits(&self) -> Option<&BySeat<Kit>> {
        match self {
            Self::Kabuto(game) => Some(&game.terms().kits),
        }
    }

    /// Whether it has ended.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        match self {
            Self::Kabuto(game) => game.outcome().is_some(),
        }
    }
}

impl Play {
    /// Which policy it stands under; what only people say stands under none.
    #[must_use]
    pub const fn kind(&self) -> Option<Kind> {
        match self {
            Self::Kabuto(action) => kind_of(action),
        }
    }

    /// Whether it says that everything has come to rest.
    #[must_use]
    pub const fn settles(&self) -> bool {
        match self {
            Self::Kabuto(action) => matches!(action, kabuto::Action::Settle),
        }
    }

    /// Where it says that the platform stands.
    #[must_use]
    pub const fn docks(&self) -> Option<Place> {
        match self {
            Self::Kabuto(kabuto::Action::Dock(place, _)) => Some(*place),
            Self::Kabuto(_) => None,
        }
    }
}

impl Ruled {
    /// The clause it rests on.
    #[must_use]
    pub const fn clause(&self) -> Clause {
        match self {
            Self::Kabuto(ruling) => ruling.clause,
        }
    }
}

impl Objection {
    /// The clause that forbids it.
    #[must_use]
    pub const fn clause(&self) -> Clause {
        match self {
            Self::Kabuto(refusal) => refusal.clause,
        }
    }
}

impl fmt::Display for Ruled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kabuto(ruling) => ruling.fmt(f),
        }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kabuto(refusal) => refusal.fmt(f),
        }
    }
}

impl fmt::Display for Overrule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsettle => f.write_str("not at rest yet"),
            Self::Kabuto(correction) => correction.fmt(f),
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kabuto(repair) => repair.fmt(f),
        }
    }
}
