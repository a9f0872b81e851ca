//! Taking up a stored match: the second door to a [`Match`]. What comes through
//! it could have been reached by play as far as pieces, seats and markers tell.

use super::Match;
use super::state::{Belt, Phase, SlamDuty, State};
use super::terms::Terms;
use crate::place::Posts;
use crate::player::{Players, Seats, Side, Sides};
use core::fmt;

/// Why a stored state is no state of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Unsound {
    /// Ring, reserve and inventories do not add up to what is in the box.
    Pieces,
    /// Something belongs to a seat or side that does not play.
    Stranger,
    /// It is the turn of somebody who is out.
    TurnOfTheOut,
    /// Markers on a ring without posts, or all four of a side and no slam owed.
    Markers,
    /// A belt without a match of two, or none with one.
    Belt,
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pieces => "the pieces do not add up to what is in the box",
            Self::Stranger => "something belongs to a player who does not play",
            Self::TurnOfTheOut => "it is the turn of a player who is out",
            Self::Markers => "markers stand where they cannot stand",
            Self::Belt => "the belt is for two players, and for them always",
        })
    }
}

impl core::error::Error for Unsound {}

impl Match {
    /// Takes up a match where it was left, from its parts as they were stored.
    ///
    /// # Errors
    /// Why these parts are no match.
    pub fn resume(terms: Terms, state: State) -> Result<Self, Unsound> {
        state.check(&terms)?;
        Ok(Self { terms, state })
    }

    /// Goes on from another state under the same terms: an earlier one, or one
    /// that people say is true.
    ///
    /// # Errors
    /// Why it is no state of this match, which is then unchanged.
    pub fn adopt(&mut self, state: State) -> Result<(), Unsound> {
        state.check(&self.terms)?;
        self.state = state;
        Ok(())
    }
}

impl State {
    fn check(&self, terms: &Terms) -> Result<(), Unsound> {
        let seats: Seats = terms.players.seats().collect();
        let sides: Sides = terms.players.sides().collect();
        let strange = |side: Side| !sides.contains(side);
        let for_two = terms.players == Players::Two;
        let over = matches!(self.phase, Phase::Over(_));
        if !self.balances(terms) {
            return Err(Unsound::Pieces);
        }
        if !self.sumos.is_within(seats)
            || !self.out.is_within(sides)
            || !self.slammed.is_within(sides)
            || !seats.contains(self.turn.seat)
            || self
                .inventories
                .iter()
                .any(|(side, it)| strange(side) && !it.is_empty())
            || self
                .markers
                .iter()
                .any(|(side, it)| strange(side) && !it.is_empty())
        {
            return Err(Unsound::Stranger);
        }
        // Whoever knocked out themselves is out until everything rests.
        let in_turn = matches!(self.phase, Phase::InTurn);
        if in_turn && self.out.contains(terms.side_of(self.turn.seat)) {
            return Err(Unsound::TurnOfTheOut);
        }
        // All four markers wait for the slam, or are left by who could not (SS-C4).
        let four = |side| {
            self.out.contains(side)
                || (side == terms.side_of(self.turn.seat) && self.turn.slam == SlamDuty::Owed)
        };
        for (side, &posts) in self.markers.iter() {
            let posts_missing = !terms.book().has_posts() && !posts.is_empty();
            if posts_missing || (posts == Posts::ALL && !four(side) && !over) {
                return Err(Unsound::Markers);
            }
        }
        if for_two == (self.belt == Belt::InTheBox) {
            return Err(Unsound::Belt);
        }
        Ok(())
    }
}
