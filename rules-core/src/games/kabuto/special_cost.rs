//! Costs of special moves: paying, stacking, taking markers back (SS-M3 to SS-M5).

use super::action::{MoveChoices, OnRing};
use super::card::{CardElements, Cost, MarkerSource, StackTarget};
use super::draft::{Draft, Refused, refuse};
use super::reason::Reason;
use super::ruling::Location;
use crate::clause::Clause;
use crate::piece::{Element, Piece, Stock};
use crate::place::Posts;
use crate::player::{Seat, Side};

impl Draft<'_> {
    /// Pays one cost of a special move completely, or refuses it (SS-M2).
    pub(super) fn pay(&mut self, cost: &Cost, choices: &MoveChoices) -> Result<(), Refused> {
        match cost {
            Cost::Pay(listed) => {
                let Some(seat) = choices.pay_to else {
                    return refuse(Clause::SsM3, Reason::ChooseOpponent);
                };
                let opponent = self.opponent(seat)?;
                self.pay_to(*listed, opponent)
            }
            Cost::PayEach(listed) => {
                let (own, out) = (self.side(), self.state.out);
                self.terms
                    .players
                    .sides()
                    .filter(|&side| side != own && !out.contains(side))
                    .try_for_each(|side| self.pay_to(*listed, side))
            }
            Cost::Stack(listed, onto) => {
                let Some(below) = choices.stack_on else {
                    return refuse(Clause::SsM4, Reason::ChooseStack);
                };
                let elements = self.must_hold(*listed)?;
                self.can_stack(&elements, below, *onto)?;
                let from = Location::Inventory(self.side());
                self.transfer_all(Clause::SsM4, &elements, from, Location::Ring)
            }
            Cost::RemoveMarkers(count, at) => {
                let side = self.side();
                let chosen = match at {
                    MarkerSource::Anywhere => choices.markers,
                    MarkerSource::Here => self.corner().map_or(Posts::EMPTY, Posts::of),
                };
                let named = chosen == choices.markers && chosen.len() == usize::from(*count);
                if !named || !chosen.is_within(self.state.markers[side]) {
                    return refuse(Clause::SsM5, Reason::ChooseMarkers(*count));
                }
                for post in chosen.iter() {
                    self.lift_marker(Clause::SsM5, side, post);
                }
                Ok(())
            }
        }
    }

    fn pay_to(&mut self, listed: CardElements, opponent: Side) -> Result<(), Refused> {
        let elements = self.must_hold(listed)?;
        let (from, to) = (
            Location::Inventory(self.side()),
            Location::Inventory(opponent),
        );
        self.transfer_all(Clause::SsM3, &elements, from, to)
    }

    /// Returns the side of an opponent who can be paid, or refuses if `seat` is not an
    /// opponent or is out.
    fn opponent(&self, seat: Seat) -> Result<Side, Refused> {
        let side = self.terms.side_of(seat);
        if side == self.side() || !self.terms.players.seats().any(|other| other == seat) {
            refuse(Clause::SsM3, Reason::NoOpponent(seat))
        } else if self.state.out.contains(side) {
            let submitted = self.state.sumos.contains(seat);
            let clause = if submitted {
                self.terms.book().cites.stays
            } else {
                Clause::SsM3
            };
            refuse(clause, Reason::OpponentOut(seat))
        } else {
            Ok(side)
        }
    }

    /// Checks that elements go onto a piece at least as large, and onto a sumo only if
    /// the card allows it (SS-M4). The belt carries what fits the pawn below it (SS-2a).
    fn can_stack(&self, elements: &Stock, below: OnRing, onto: StackTarget) -> Result<(), Refused> {
        let below = match below {
            OnRing::Piece(piece) => piece,
            OnRing::BeltPawn => Piece::Belt,
        };
        self.on_ring(below, Clause::SsM4)?;
        let lower = match below {
            Piece::Sumo(_) if onto == StackTarget::SumosToo => return Ok(()),
            Piece::Sumo(_) => return refuse(Clause::SsM4, Reason::NotOnSumo),
            Piece::Belt => Element::Pawn(self.terms.book().centre),
            Piece::Element(lower) => lower,
        };
        let room = self.terms.size_of(lower);
        let too_large = |(upper, _): &(Element, u8)| self.terms.size_of(*upper) > room;
        match elements.kinds().find(too_large) {
            None => Ok(()),
            Some((upper, _)) => refuse(Clause::SsM4, Reason::TooSmallBelow(upper, lower)),
        }
    }
}
