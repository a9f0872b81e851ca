//! Kabuto Sumo: Sakura Slam, and Kabuto Sumo: one engine, two boxes.
//!
//! A [`Setup`] may be anything; [`Setup::begin`] turns it into a [`Match`],
//! which is always valid, or lists everything that is wrong. A match takes
//! [`Action`]s: each either leads to [`Ruling`]s, every one with its clause, or
//! is refused by a clause and leaves the match as it was.
//!
//! ```text
//!  Setup --begin--> Match --apply(Action)--> Rulings | Refusal
//!                     |
//!                     +-- expectations(): what comes next, what blocks the rest
//!                     +-- legal(): every action that would be accepted
//! ```
//!
//! Two players, cards without special moves, and the first turn:
//!
//! ```
//! use rules_core::games::kabuto::action::{Action, Load, Remarks};
//! use rules_core::games::kabuto::card::{Card, Deck, Rings};
//! use rules_core::games::kabuto::setup::{Entrant, FirstBy, Setup};
//! use rules_core::games::kabuto::terms::{House, League};
//! use rules_core::games::kabuto::{Edition, Layout};
//! use rules_core::clause::Clause;
//! use rules_core::piece::{BySize, Piece, Size};
//! use rules_core::place::{Facing, Place, Post};
//! use rules_core::player::{Colour, Side};
//!
//! let plain = |name: &str| Card {
//!     name: name.try_into().unwrap(),
//!     rings: Rings::Any,
//!     tokens: Default::default(),
//!     junior: None,
//!     moves: Default::default(),
//! };
//! let deck = Deck { cards: [plain("Moth"), plain("Wasp")].into_iter().collect() };
//! let player = |colour, card| Entrant { colour, card, team: None };
//! let setup = Setup {
//!     edition: Edition::SakuraSlam,
//!     league: League::Full,
//!     players: [player(Colour::Red, 0), player(Colour::Blue, 1)].into_iter().collect(),
//!     first: 0,
//!     first_by: FirstBy::Youngest,
//!     layout: Layout { centre: Size::Medium, pawns: BySize([12, 6, 4]) },
//!     house: House::default(),
//! };
//! let mut game = setup.begin(&deck).unwrap();
//!
//! // The last in turn order opens with a marker, then player 1 docks.
//! game.apply(&Action::PlaceMarker(Side::Two, Post::One)).unwrap();
//! game.apply(&Action::Dock(Place::Corner(Post::Two), Facing::Short)).unwrap();
//!
//! // A marker is owed before the push, and the refusal says so.
//! let small = || Load::from_slice(&[Piece::pawn(Size::Small)]).unwrap();
//! let refusal = game.apply(&Action::Push(small(), Remarks::EMPTY)).unwrap_err();
//! assert_eq!(refusal.clause, Clause::SsT3);
//! assert_eq!(refusal.reason.to_string(), "set a marker on post 2 first");
//!
//! game.apply(&Action::PlaceMarker(Side::One, Post::Two)).unwrap();
//! game.apply(&Action::Push(small(), Remarks::EMPTY)).unwrap();
//! let rulings = game.apply(&Action::Fall(Piece::pawn(Size::Medium))).unwrap();
//! assert_eq!(rulings[0].to_string(), "SS-K1 1 medium: ring -> inventory 1");
//! ```
//!
//! The engine knows pieces and where they belong, not coordinates: whether two
//! pieces touch is said by people, whether something fell is said by sensing.
//! It has no clock; when everything rests is said to it, too.
//!
//! | file | concern |
//! |---|---|
//! | [`edition`] | what differs between the boxes |
//! | [`card`], [`layout`] | data |
//! | [`setup`], [`flaw`], [`terms`], [`state`] | the door, what it minds, what is fixed, what changes |
//! | [`action`], [`ruling`], [`reason`] | what happens, what is said to it |
//! | `draft`, `turn`, `push`, `special`, `verdict`, `ledger` | the judging |
//! | [`expect`], [`options`] | what can come next |
//! | `resume`, `fingerprint` | taking up what was stored; a number for a state |
//! | [`rehearsal`] | matches played by lot, to test a device with |

pub mod action;
pub mod card;
mod draft;
pub mod edition;
pub mod expect;
mod fingerprint;
pub mod flaw;
pub mod layout;
mod ledger;
pub mod options;
mod push;
pub mod reason;
pub mod rehearsal;
mod resume;
pub mod ruling;
pub mod setup;
mod special;
pub mod state;
pub mod terms;
mod turn;
mod verdict;

pub use action::Action;
pub use card::{Card, Deck};
pub use draft::Refused;
pub use edition::Edition;
pub use expect::{Expectation, Expectations, Need, Wish};
pub use flaw::{SetupFault, SetupFaults};
pub use layout::Layout;
pub use reason::Reason;
pub use resume::Unsound;
pub use ruling::{Change, Ruling, Rulings};
pub use setup::Setup;
pub use state::{Outcome, Phase, State};
pub use terms::Terms;

use draft::Draft;

/// A match in progress: always a valid one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    terms: Terms,
    state: State,
}

impl Match {
    /// What was agreed.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// How things stand.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// How the match ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.state.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Judges what happened and goes on from there.
    ///
    /// # Errors
    /// The clause that forbids it, and why; the match is then unchanged.
    pub fn apply(&mut self, action: &Action) -> Result<Rulings, Refused> {
        let (state, rulings) = Draft::judge(&self.terms, self.state, action)?;
        self.state = state;
        Ok(rulings)
    }

    /// Whether [`Match::apply`] would accept the action.
    ///
    /// # Errors
    /// What `apply` would say.
    pub fn permits(&self, action: &Action) -> Result<(), Refused> {
        Draft::judge(&self.terms, self.state, action).map(|_| ())
    }
}
