//! Kabuto Sumo: Sakura Slam, and Kabuto Sumo: one engine, two boxes.
//!
//! A [`Setup`] may be anything; [`Setup::begin`] turns it into a [`Match`], which is
//! always valid, or lists all its faults. [`Match::apply`] accepts [`Action`]s: each
//! either leads to [`Ruling`]s, every one with its clause, or is refused by a clause
//! and leaves the match unchanged.
//!
//! ```text
//!  Setup --begin--> Match --apply(Action)--> Rulings | Refusal
//!                     |
//!                     +-- expectations(): next actions, or the clauses against them
//!                     +-- legal(): every action that would be accepted
//! ```
//!
//! Two players, cards without special moves, and the first turn:
//!
//! ```
//! use rules_core::games::kabuto::action::{Action, Load, Remarks};
//! use rules_core::games::kabuto::card::{Card, RingSupport};
//! use rules_core::games::kabuto::setup::{Entrant, FirstBy, Setup};
//! use rules_core::games::kabuto::terms::{HouseRules, League};
//! use rules_core::games::kabuto::{Edition, Layout};
//! use rules_core::clause::Clause;
//! use rules_core::piece::{BySize, Piece, Size};
//! use rules_core::place::{Facing, Place, Post};
//! use rules_core::player::{Colour, Side};
//!
//! let plain = |name: &str| Card {
//!     name: name.try_into().unwrap(),
//!     rings: RingSupport::Any,
//!     tokens: Default::default(),
//!     junior: None,
//!     moves: Default::default(),
//! };
//! let cards = [plain("Moth"), plain("Wasp")];
//! let player = |colour, card| Entrant { colour, card, team: None };
//! let setup = Setup {
//!     edition: Edition::SakuraSlam,
//!     league: League::Full,
//!     players: [player(Colour::Red, 0), player(Colour::Blue, 1)].into_iter().collect(),
//!     first: 0,
//!     first_by: FirstBy::Youngest,
//!     layout: Layout { centre: Size::Medium, pawns: BySize([12, 6, 4]) },
//!     house_rules: HouseRules::default(),
//! };
//! let mut game = setup.begin(&cards).unwrap();
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
//! The engine knows pieces and their locations, not coordinates: people report whether
//! two pieces touch, sensing reports falls. The engine has no clock; [`Action::Settle`]
//! reports that everything is at rest.
//!
//! | file | concern |
//! |---|---|
//! | [`edition`] | differences between the boxes |
//! | [`card`], [`layout`], `deck` | data; a deck in bytes (feature `ring`) |
//! | [`setup`], [`setup_fault`], [`terms`], [`state`] | checks before a match, their faults, its constants, its variables |
//! | [`action`], [`ruling`], [`reason`] | input, accepted output, refusals |
//! | `draft`, `turn`, `push`, `outcome`, `way_out`, `ledger` | application of the rules |
//! | `special`, and its `condition`, `cost` and `effect` | special moves of the cards |
//! | [`expectation`], [`legal_actions`] | possible next actions |
//! | `resume`, `fingerprint` | resuming a stored match; hash of a state |
//! | [`selftest`] | random matches with known results, to test a device |

pub mod action;
pub mod card;
#[cfg(feature = "ring")]
pub mod deck;
mod draft;
pub mod edition;
pub mod expectation;
mod fingerprint;
pub mod layout;
mod ledger;
pub mod legal_actions;
mod outcome;
mod push;
pub mod reason;
mod resume;
pub mod ruling;
pub mod selftest;
pub mod setup;
pub mod setup_fault;
mod special;
mod special_condition;
mod special_cost;
mod special_effect;
pub mod state;
pub mod terms;
mod turn;
mod way_out;

pub use action::Action;
pub use card::Card;
pub use draft::Refused;
pub use edition::Edition;
pub use expectation::{ActionStatus, Expectation, Expectations, NextAction};
pub use layout::Layout;
pub use reason::Reason;
pub use resume::ResumeError;
pub use ruling::{Change, Ruling, Rulings};
pub use setup::Setup;
pub use setup_fault::{SetupFault, SetupFaults};
pub use state::{MatchPhase, Outcome, State};
pub use terms::Terms;

use draft::Draft;

/// Match of Kabuto Sumo or Sakura Slam. Every value is a valid match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    terms: Terms,
    state: State,
}

impl Match {
    /// Returns the terms of the match, agreed before the first turn.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Returns the present state of the match.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Returns the result of the match; `None` while it goes on.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.state.phase {
            MatchPhase::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Applies an action to the match and returns the rulings that follow.
    ///
    /// # Errors
    /// The clause and the reason that forbid the action; the match is then unchanged.
    pub fn apply(&mut self, action: &Action) -> Result<Rulings, Refused> {
        let (state, rulings) = Draft::apply_action(&self.terms, self.state, action)?;
        self.state = state;
        Ok(rulings)
    }

    /// Checks whether [`Match::apply`] would accept the action, without applying it.
    ///
    /// # Errors
    /// The refusal that `apply` would return.
    pub fn permits(&self, action: &Action) -> Result<(), Refused> {
        Draft::apply_action(&self.terms, self.state, action).map(|_| ())
    }
}
