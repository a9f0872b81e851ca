//! Conditions of special moves, and the pieces that players point at (SS-M1, SS-M9).

use super::action::{Contact, MoveChoices, OnRing, Target};
use super::card::{CardElements, Condition, MarkerOwner, MovePart, MoveRule, PieceKind};
use super::draft::{Draft, Refused, refuse};
use super::reason::Reason;
use super::state::{Belt, Platform};
use crate::clause::Clause;
use crate::piece::{Piece, Stock};
use crate::place::{Place, Post, Posts};

impl Draft<'_> {
    /// Checks the conditions of a special move: all of them, or at least one where the
    /// card says "or".
    pub(super) fn require(&self, rule: &MoveRule, choices: &MoveChoices) -> Result<(), Refused> {
        let mut checks = rule
            .conditions
            .iter()
            .map(|condition| self.holds(condition, choices));
        if rule.one_of.contains(MovePart::Conditions) {
            // The first refusal stands for all.
            let first = checks.next().unwrap_or(Ok(()));
            first.or_else(|refusal| {
                if checks.any(|check| check.is_ok()) {
                    Ok(())
                } else {
                    Err(refusal)
                }
            })
        } else {
            checks.collect()
        }
    }

    fn holds(&self, condition: &Condition, choices: &MoveChoices) -> Result<(), Refused> {
        let once = self.terms.book().cites.once;
        let own = self.state.markers[self.side()];
        match condition {
            Condition::Touches(kind, by) => {
                let Some(target) = choices.target else {
                    return refuse(once, Reason::ChooseTarget);
                };
                self.touches(target, *kind, *by)
            }
            Condition::MarkerHere(owner) => match self.corner() {
                Some(post) if self.markers_of(*owner).any(|posts| posts.contains(post)) => Ok(()),
                _ => refuse(once, Reason::NoMarkerHere(*owner)),
            },
            Condition::Markers(count) if own.len() >= usize::from(*count) => Ok(()),
            Condition::Markers(count) => refuse(once, Reason::TooFewMarkers(*count)),
            Condition::Holds(listed) => self.must_hold(*listed).map(|_| ()),
            Condition::KnockedOff(kind, count) => {
                if self.state.turn.knocked_off.count(*kind) >= *count {
                    Ok(())
                } else {
                    refuse(once, Reason::TooFewKnockedOff(*kind, *count))
                }
            }
        }
    }

    /// Checks that a piece of the kind `by` touches every chosen piece, each of which is
    /// of the kind the card names. In a stack with it counts as touching (SS-M9).
    fn touches(&self, target: Target, kind: PieceKind, by: PieceKind) -> Result<(), Refused> {
        let once = self.terms.book().cites.once;
        let piece = self.point_at(target.piece, kind)?;
        let mut chosen_of_by = usize::from(self.is_of_kind(piece, by));
        for element in target.further.iter() {
            let further = self.point_at(OnRing::Piece(Piece::Element(element)), kind)?;
            chosen_of_by += usize::from(self.is_of_kind(further, by));
        }
        let is_touched = match target.contact {
            Contact::Touching | Contact::SameStack => self.count_on_ring(by) > chosen_of_by,
            Contact::Apart => false,
        };
        if is_touched {
            Ok(())
        } else {
            refuse(once, Reason::NotTouching(piece, by))
        }
    }

    /// Iterates over the markers of the own side, or of each opposing side.
    pub(super) fn markers_of(&self, owner: MarkerOwner) -> impl Iterator<Item = Posts> {
        let own = self.side();
        self.state
            .markers
            .iter()
            .filter(move |(side, _)| (*side == own) == (owner == MarkerOwner::Own))
            .map(|(_, posts)| *posts)
    }

    /// Returns the number of pieces of this kind on the ring.
    pub(super) fn count_on_ring(&self, kind: PieceKind) -> usize {
        let elements = self
            .state
            .ring
            .kinds()
            .filter(|(element, _)| kind.includes(*element, self.seat()))
            .map(|(_, count)| usize::from(count));
        let sumos = self.state.sumos.iter().map(Piece::Sumo);
        let belt = (self.state.belt == Belt::OnRing).then_some(Piece::Belt);
        let others = sumos
            .chain(belt)
            .filter(|&piece| self.is_of_kind(piece, kind))
            .count();
        elements.sum::<usize>() + others
    }

    /// True if the piece is of the kind a card of the player in turn names.
    pub(super) fn is_of_kind(&self, piece: Piece, kind: PieceKind) -> bool {
        match piece {
            Piece::Element(element) => kind.includes(element, self.seat()),
            Piece::Sumo(seat) => match kind {
                PieceKind::OwnSumo => seat == self.seat(),
                PieceKind::OpponentSumo => self.terms.side_of(seat) != self.side(),
                _ => false,
            },
            Piece::Belt => kind == PieceKind::Belt,
        }
    }

    /// Returns the corner where the platform stands; `None` if it is not at a corner.
    pub(super) fn corner(&self) -> Option<Post> {
        match self.state.turn.platform {
            Platform::Down(Place::Corner(post), _) => Some(post),
            _ => None,
        }
    }

    /// Returns the listed elements as a stock, which the inventory must hold completely
    /// (SS-M2).
    pub(super) fn must_hold(&self, listed: CardElements) -> Result<Stock, Refused> {
        let elements = listed.stock_for(self.seat());
        if self.inventory().holds(&elements) {
            Ok(elements)
        } else {
            refuse(Clause::SsM2, Reason::CannotPay(elements))
        }
    }

    /// Returns the chosen piece, or refuses if it is not on the ring or not of the kind
    /// the card names.
    pub(super) fn point_at(&self, chosen: OnRing, kind: PieceKind) -> Result<Piece, Refused> {
        let once = self.terms.book().cites.once;
        let piece = match chosen {
            OnRing::Piece(piece) => piece,
            OnRing::BeltPawn => {
                self.on_ring(Piece::Belt, once)?;
                Piece::pawn(self.terms.book().centre)
            }
        };
        self.on_ring(piece, once)?;
        if self.is_of_kind(piece, kind) {
            Ok(piece)
        } else {
            refuse(once, Reason::WrongKind(piece))
        }
    }
}
