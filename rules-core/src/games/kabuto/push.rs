//! Rules of pushes, and of the falls and accidents around them.

use super::action::{Load, Remark, Remarks};
use super::draft::{Draft, Refused, refuse};
use super::reason::Reason;
use super::ruling::{Change, Location};
use super::state::{Belt, MarkerDuty, MatchPhase, OwnFall, Platform, PushDuty, Settling, SlamDuty};
use super::terms::League;
use crate::clause::Clause;
use crate::piece::{Element, Piece, Stock, Token};
use crate::place::Place;

/// Right by which a push is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entitlement {
    /// The push is the turn's own.
    Turn,
    /// The push is a corner slam.
    Slam,
    /// A special move allows the push.
    Move,
}

impl Draft<'_> {
    /// Applies a push: elements move from the platform onto the ring, and the match
    /// waits for rest.
    pub(super) fn push(&mut self, load: &Load, remarks: Remarks) -> Result<(), Refused> {
        let entitled = self.entitlement()?;
        if self.inventory().is_empty() {
            // The push that a move allows is optional, so the clause about having to
            // push does not apply.
            let clause = match entitled {
                Entitlement::Move => Clause::SsT4,
                Entitlement::Turn | Entitlement::Slam => Clause::SsT7,
            };
            return refuse(clause, Reason::EmptyInventory);
        }
        match self.state.turn.platform {
            Platform::Away => {
                return refuse(self.terms.book().cites.platform, Reason::PlatformAway);
            }
            Platform::Down(Place::Corner(post), MarkerDuty::Owed) => {
                return refuse(Clause::SsT3, Reason::MarkerFirst(post));
            }
            Platform::Down(..) => {}
        }
        let elements = self.elements(load)?;
        let (clause, to) = self.shape(&elements, load.len() as u8, entitled)?;
        self.warn(remarks, load.len() > 1);
        let from = Location::Inventory(self.side());
        self.transfer_all(clause, &elements, from, to)?;
        let turn = &mut self.state.turn;
        turn.pushes = turn.pushes.saturating_add(1);
        match entitled {
            Entitlement::Turn => turn.push = PushDuty::Made,
            Entitlement::Slam => turn.slam = SlamDuty::Done,
            Entitlement::Move => {
                turn.extra = turn.extra.saturating_sub(1);
                turn.relocations = turn.relocations.min(turn.extra);
            }
        }
        if entitled == Entitlement::Slam {
            self.state.slammed = self.state.slammed.with(self.side());
        }
        self.state.phase = MatchPhase::Settling(Settling {
            knocked: None,
            own_fall: OwnFall::None,
        });
        Ok(())
    }

    /// Returns the right by which the next push is made. A slam comes after the turn's
    /// own push and once the side's markers have left the posts (SS-C2).
    fn entitlement(&self) -> Result<Entitlement, Refused> {
        let turn = &self.state.turn;
        let slam_owed = turn.slam == SlamDuty::Owed;
        if turn.push == PushDuty::Due {
            Ok(Entitlement::Turn)
        } else if slam_owed && self.state.markers[self.side()].is_empty() {
            Ok(Entitlement::Slam)
        } else if turn.extra > 0 {
            Ok(Entitlement::Move)
        } else if slam_owed {
            refuse(Clause::SsC2, Reason::MarkersOffFirst)
        } else if turn.push == PushDuty::Replaced {
            refuse(Clause::SsM7, Reason::TurnReplaced)
        } else {
            refuse(Clause::SsT4, Reason::NoPushLeft)
        }
    }

    /// Returns the load as a stock. Refuses sumos and the belt, which are never pushed,
    /// and elements that the inventory lacks.
    fn elements(&self, load: &Load) -> Result<Stock, Refused> {
        let mut elements = Stock::default();
        for &piece in load {
            match piece {
                Piece::Element(element) => {
                    if !elements.add(element, 1)
                        || elements.count(element) > self.inventory().count(element)
                    {
                        return refuse(Clause::SsT4, Reason::NotInInventory(element));
                    }
                }
                Piece::Sumo(_) => return refuse(Clause::SsM10, Reason::NeverPushed(piece)),
                Piece::Belt => {
                    return refuse(self.terms.book().cites.belt, Reason::NeverPushed(piece));
                }
            }
        }
        Ok(elements)
    }

    /// Checks that the load may be pushed: one element, or a form that a special move
    /// allows. Returns the clause, and the location where the load ends up.
    fn shape(
        &mut self,
        elements: &Stock,
        count: u8,
        entitled: Entitlement,
    ) -> Result<(Clause, Location), Refused> {
        let seat = self.seat();
        let clause = match entitled {
            Entitlement::Turn => self.terms.book().cites.straight,
            Entitlement::Slam => Clause::SsC2,
            Entitlement::Move => self.terms.book().cites.once,
        };
        let forms = &mut self.state.turn.forms;
        let group = forms.group.and_then(|nth| self.terms.group_of(seat, nth));
        if let Some(listed) = group {
            if listed.stock_for(seat) == *elements {
                forms.group = None;
                return Ok((Clause::SsM8, Location::Ring));
            }
            if count > 1 {
                return refuse(Clause::SsM8, Reason::NotTheGroup(listed.stock_for(seat)));
            }
        }
        if count != 1 {
            return refuse(Clause::SsT4, Reason::OneElement(count));
        }
        match forms.cue {
            Some(slot) if elements.tokens[seat][slot] == 1 => {
                forms.cue = None;
                Ok((clause, Location::Reserve))
            }
            _ => Ok((clause, Location::Ring)),
        }
    }

    /// Adds a warning for each irregularity in the push. A warning never costs the
    /// match: the ring detects a flick, people judge it.
    fn warn(&mut self, remarks: Remarks, is_group: bool) {
        let cites = &self.terms.book().cites;
        for remark in remarks.iter() {
            let clause = match remark {
                // Pushing past the centre is allowed (SS-T6).
                Remark::OffCentre => None,
                // Only the element one touches has to run straight (SS-M8).
                Remark::Swerved if is_group => None,
                Remark::Swerved => Some(cites.straight),
                Remark::Flicked => Some(cites.gentle),
                Remark::Overrun => Some(cites.stop),
            };
            if let Some(clause) = clause {
                self.add_ruling(clause, Change::Warned(remark));
            }
        }
    }

    /// Applies a fall caused by the push. A fall that no later one can change is ruled
    /// at once; an opposing sumo or the belt waits for rest (SS-K7).
    pub(super) fn fall(&mut self, mut settling: Settling, piece: Piece) -> Result<(), Refused> {
        let cites = &self.terms.book().cites;
        let side = self.side();
        match piece {
            Piece::Element(element @ Element::Pawn(_)) => {
                self.on_ring(piece, cites.pawn_won)?;
                let with_belt = self.carries_belt(element);
                self.win_pawn(element)?;
                self.count_knocked_off(element);
                if with_belt {
                    self.knock_off(settling, Piece::Belt, cites.belt);
                }
                Ok(())
            }
            Piece::Element(element @ Element::Token(token)) => {
                self.token_off(token, cites.token_lost)?;
                self.count_knocked_off(element);
                Ok(())
            }
            Piece::Sumo(seat) if self.terms.side_of(seat) == side => {
                self.on_ring(piece, cites.own_fall)?;
                self.state.sumos = self.state.sumos.without(seat);
                self.add_ruling(cites.own_fall, Change::KnockedOff(piece));
                let first = settling.own_fall == OwnFall::None;
                settling.own_fall = OwnFall::Happened;
                self.state.phase = MatchPhase::Settling(settling);
                if first {
                    self.lose_by_own_fall(side);
                }
                Ok(())
            }
            Piece::Sumo(_) if settling.own_fall == OwnFall::Happened => {
                self.on_ring(piece, cites.knock_out)?;
                if self.puts_back_fallen() {
                    self.add_ruling(Clause::Ss3c, Change::PutBack(piece));
                } else {
                    self.knock_off(settling, piece, Clause::Ss3c);
                }
                Ok(())
            }
            Piece::Sumo(_) => {
                self.on_ring(piece, cites.knock_out)?;
                self.knock_off(settling, piece, cites.knock_out);
                Ok(())
            }
            Piece::Belt => {
                self.on_ring(piece, cites.belt)?;
                let pawn = Element::Pawn(self.terms.book().centre);
                self.knock_off(settling, piece, cites.belt);
                self.count_knocked_off(pawn);
                self.win_pawn(pawn)
            }
        }
    }

    /// Counts an element that the turn's push knocked off, for the cards that ask for it.
    fn count_knocked_off(&mut self, element: Element) {
        let seat = self.seat();
        self.state.turn.knocked_off.add(element, seat);
    }

    /// Moves a pawn that was knocked off to the inventory of the pusher's side (SS-K1).
    fn win_pawn(&mut self, pawn: Element) -> Result<(), Refused> {
        let clause = self.terms.book().cites.pawn_won;
        let to = Location::Inventory(self.side());
        self.transfer(clause, (pawn, 1), Location::Ring, to)
    }

    /// Takes an opposing sumo or the belt off the ring; its fall counts once everything
    /// is at rest (SS-K7).
    fn knock_off(&mut self, mut settling: Settling, piece: Piece, clause: Clause) {
        match piece {
            Piece::Sumo(seat) => self.state.sumos = self.state.sumos.without(seat),
            Piece::Belt | Piece::Element(_) => self.state.belt = Belt::Off,
        }
        self.add_ruling(clause, Change::KnockedOff(piece));
        settling.knocked = settling.knocked.or(Some(piece));
        self.state.phase = MatchPhase::Settling(settling);
    }

    /// Applies a fall that no push caused (SS-K3).
    pub(super) fn accident(&mut self, piece: Piece) -> Result<(), Refused> {
        let clause = self.terms.book().cites.accident;
        self.on_ring(piece, clause)?;
        match piece {
            Piece::Element(Element::Token(token)) => self.token_off(token, clause),
            Piece::Element(element) if self.carries_belt(element) => {
                let clause = self.terms.book().cites.belt;
                self.add_ruling(clause, Change::PutBack(piece));
                self.add_ruling(clause, Change::PutBack(Piece::Belt));
                Ok(())
            }
            Piece::Element(element) => {
                self.transfer(clause, (element, 1), Location::Ring, Location::Reserve)
            }
            Piece::Sumo(_) | Piece::Belt => {
                self.add_ruling(clause, Change::PutBack(piece));
                Ok(())
            }
        }
    }

    /// Removes a special token from the ring: to the reserve by `clause`, or in the
    /// Junior League back to its owner (SS-J3).
    fn token_off(&mut self, token: Token, clause: Clause) -> Result<(), Refused> {
        let element = Element::Token(token);
        self.on_ring(Piece::Element(element), clause)?;
        let (clause, to) = match self.terms.league {
            League::Full => (clause, Location::Reserve),
            League::Junior => (
                self.terms.book().cites.junior_token,
                Location::Inventory(self.terms.side_of(token.owner)),
            ),
        };
        self.transfer(clause, (element, 1), Location::Ring, to)
    }

    /// True if `element` is certainly the pawn below the belt: the last of the centre's
    /// size on the ring.
    pub(super) fn carries_belt(&self, element: Element) -> bool {
        element == Element::Pawn(self.terms.book().centre)
            && self.state.belt == Belt::OnRing
            && self.state.ring.count(element) == 1
    }

    /// Checks that the piece is on the ring; refuses by `clause` otherwise.
    pub(super) fn on_ring(&self, piece: Piece, clause: Clause) -> Result<(), Refused> {
        let there = match piece {
            Piece::Element(element) => self.state.ring.count(element) > 0,
            Piece::Sumo(seat) => self.state.sumos.contains(seat),
            Piece::Belt => self.state.belt == Belt::OnRing,
        };
        if there {
            Ok(())
        } else {
            refuse(clause, Reason::NotOnRing(piece))
        }
    }
}
