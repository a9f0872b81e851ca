//! Constructor of a [`Match`] from stored parts. An accepted state could have been
//! reached by play as far as pieces, seats and markers show.

use super::Match;
use super::state::{Belt, MatchPhase, SlamDuty, State};
use super::terms::Terms;
use crate::piece::Element;
use crate::place::Posts;
use crate::player::{Players, Seats, Side, Sides};
use core::fmt;

/// Error of a stored state that is not a state of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ResumeError {
    /// Ring, reserve and inventories do not add up to the contents of the box.
    Pieces,
    /// Pieces, markers or a turn belong to a seat or side that does not play.
    Stranger,
    /// The turn belongs to a side that is out.
    TurnOfTheOut,
    /// Markers stand on a ring without posts, or a side has all four and owes no slam.
    Markers,
    /// The belt is in play without two players, or missing with two.
    Belt,
    /// The belt is on the ring without a pawn that it could lie on.
    BeltPawn,
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pieces => "the pieces do not add up to what is in the box",
            Self::Stranger => "something belongs to a player who does not play",
            Self::TurnOfTheOut => "it is the turn of a player who is out",
            Self::Markers => "markers stand where they cannot stand",
            Self::Belt => "the belt is for two players, and for them always",
            Self::BeltPawn => "the belt stays on its pawn, and that would be gone",
        })
    }
}

impl core::error::Error for ResumeError {}

impl Match {
    /// Resumes a match from its stored parts.
    ///
    /// # Errors
    /// [`ResumeError`] if the parts are not a match.
    pub fn resume(terms: Terms, state: State) -> Result<Self, ResumeError> {
        state.check(&terms)?;
        Ok(Self { terms, state })
    }

    /// Replaces the state of the match under the same terms: by an earlier one, or by one
    /// that people declare to be true.
    ///
    /// # Errors
    /// [`ResumeError`] if `state` is not a state of this match, which is then
    /// unchanged.
    pub fn adopt(&mut self, state: State) -> Result<(), ResumeError> {
        state.check(&self.terms)?;
        self.state = state;
        Ok(())
    }
}

impl State {
    fn check(&self, terms: &Terms) -> Result<(), ResumeError> {
        let seats: Seats = terms.players.seats().collect();
        let sides: Sides = terms.players.sides().collect();
        let strange = |side: Side| !sides.contains(side);
        let for_two = terms.players == Players::Two;
        let over = matches!(self.phase, MatchPhase::Over(_));
        if !self.balances(terms) {
            return Err(ResumeError::Pieces);
        }
        if !self.sumos.is_within(seats)
            || !self.out.is_within(sides)
            || !self.slammed.is_within(sides)
            || !seats.contains(self.turn.seat)
            || self
                .inventories
                .iter()
                .any(|(side, stock)| strange(side) && !stock.is_empty())
            || self
                .markers
                .iter()
                .any(|(side, posts)| strange(side) && !posts.is_empty())
        {
            return Err(ResumeError::Stranger);
        }
        // A player who knocked out their own sumo is out, but has the turn until
        // everything rests.
        let in_turn = matches!(self.phase, MatchPhase::InTurn);
        if in_turn && self.out.contains(terms.side_of(self.turn.seat)) {
            return Err(ResumeError::TurnOfTheOut);
        }
        // All four markers wait for the slam, or stay after a side lost because it
        // could not push (SS-C4).
        let four = |side| {
            self.out.contains(side)
                || (side == terms.side_of(self.turn.seat) && self.turn.slam == SlamDuty::Owed)
        };
        for (side, &posts) in self.markers.iter() {
            let posts_missing = !terms.book().has_posts() && !posts.is_empty();
            if posts_missing || (posts == Posts::ALL && !four(side) && !over) {
                return Err(ResumeError::Markers);
            }
        }
        if for_two == (self.belt == Belt::InTheBox) {
            return Err(ResumeError::Belt);
        }
        let below = Element::Pawn(terms.book().centre);
        if self.belt == Belt::OnRing && self.ring.count(below) == 0 {
            return Err(ResumeError::BeltPawn);
        }
        Ok(())
    }
}
