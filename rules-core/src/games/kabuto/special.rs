//! Special moves: conditions, costs and effects of the cards (SS-M1 to SS-M10).

use super::action::{Contact, MoveChoices, MoveUse, OnRing, Target};
use super::card::{
    CardElements, Condition, Cost, Effect, MarkerOwner, MarkerSource, MoveRule, MoveTiming,
    PieceKind, StackTarget, TakeDestination, TurnEffect,
};
use super::draft::{Draft, Refused, refuse};
use super::legal_actions::RequiredChoices;
use super::reason::Reason;
use super::ruling::{Change, Location};
use super::state::{MarkerDuty, Platform, PushDuty};
use super::terms::League;
use crate::clause::Clause;
use crate::piece::{Element, Piece, Stock};
use crate::place::{Place, Post, Posts};
use crate::player::{Seat, Side};

impl Draft<'_> {
    /// Applies a special move: checks its timing and choices, then its conditions,
    /// costs and effects in this order.
    pub(super) fn use_move(&mut self, usage: &MoveUse) -> Result<(), Refused> {
        let cites = &self.terms.book().cites;
        let seat = self.seat();
        if self.terms.league == League::Junior {
            return refuse(Clause::SsJ2, Reason::NoMovesInJunior);
        }
        if usage.card_of != seat {
            let ally = self
                .terms
                .players
                .seats_of(self.side())
                .any(|seat| seat == usage.card_of);
            let clause = if ally {
                cites.own_moves_only
            } else {
                cites.once
            };
            return refuse(clause, Reason::NotYourCard(usage.card_of));
        }
        let turn = &self.state.turn;
        let Some(rule) = self.terms.move_rule(seat, usage.nth) else {
            return refuse(cites.once, Reason::NoSuchMove(usage.nth));
        };
        if turn.push == PushDuty::Replaced {
            return refuse(Clause::SsM7, Reason::TurnReplaced);
        }
        if turn.used.contains(usage.nth) {
            return refuse(cites.once, Reason::UsedAlready(usage.nth));
        }
        match rule.when {
            MoveTiming::Before if turn.push == PushDuty::Made => {
                return refuse(cites.once, Reason::OnlyBefore);
            }
            MoveTiming::After if turn.push == PushDuty::Due => {
                return refuse(cites.once, Reason::OnlyAfter);
            }
            _ => {}
        }
        let replaces = rule.place == TurnEffect::Replaces;
        if replaces && (turn.pushes > 0 || !turn.used.is_empty()) {
            return refuse(Clause::SsM7, Reason::ReplacesWholeTurn);
        }
        fits(rule, &usage.choices)?;

        self.add_ruling(cites.once, Change::MoveUsed(seat, usage.nth));
        self.state.turn.used = self.state.turn.used.with(usage.nth);
        for condition in &rule.conditions {
            self.require(condition, &usage.choices)?;
        }
        for cost in &rule.costs {
            self.pay(cost, &usage.choices)?;
        }
        for effect in &rule.effects {
            self.bring_about(effect, &usage.choices)?;
        }
        if replaces {
            self.state.turn.push = PushDuty::Replaced;
            self.add_ruling(Clause::SsM7, Change::TurnReplaced(seat));
        }
        Ok(())
    }

    fn require(&self, condition: &Condition, choices: &MoveChoices) -> Result<(), Refused> {
        let once = self.terms.book().cites.once;
        let own = self.state.markers[self.side()];
        match condition {
            Condition::Touches(kind) => {
                let Some(target) = choices.target else {
                    return refuse(once, Reason::ChooseTarget);
                };
                let piece = self.point_at(target, *kind)?;
                match target.contact {
                    // In a stack with the sumo counts as touching it (SS-M9).
                    Contact::Touching | Contact::SameStack => Ok(()),
                    Contact::Apart => refuse(once, Reason::NotTouching(piece)),
                }
            }
            Condition::MarkerHere => match self.corner() {
                Some(post) if own.contains(post) => Ok(()),
                _ => refuse(once, Reason::NoMarkerHere),
            },
            Condition::Markers(count) if own.len() >= usize::from(*count) => Ok(()),
            Condition::Markers(count) => refuse(once, Reason::TooFewMarkers(*count)),
            Condition::Holds(listed) => self.must_hold(*listed).map(|_| ()),
        }
    }

    fn pay(&mut self, cost: &Cost, choices: &MoveChoices) -> Result<(), Refused> {
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

    fn bring_about(&mut self, effect: &Effect, choices: &MoveChoices) -> Result<(), Refused> {
        let cites = &self.terms.book().cites;
        let seat = self.seat();
        let inventory = Location::Inventory(self.side());
        match effect {
            Effect::Gain(listed) => {
                let elements = self.must_be_in_reserve(*listed)?;
                self.transfer_all(cites.gain, &elements, Location::Reserve, inventory)
            }
            Effect::ExtraPush => {
                self.state.turn.extra = self.state.turn.extra.saturating_add(1);
                self.add_ruling(cites.once, Change::ExtraPush(seat));
                Ok(())
            }
            Effect::PushGroup(listed) => {
                if !self.inventory().holds(&listed.stock_for(seat)) {
                    return refuse(Clause::SsM8, Reason::CannotPay(listed.stock_for(seat)));
                }
                self.state.turn.forms.group = Some(*listed);
                self.add_ruling(Clause::SsM8, Change::GroupAllowed(seat));
                Ok(())
            }
            Effect::Cue(slot) => {
                let mut cue = CardElements::default();
                cue.tokens[*slot] = 1;
                self.must_hold(cue)?;
                self.state.turn.forms.cue = Some(*slot);
                self.add_ruling(cites.once, Change::CueAllowed(seat, *slot));
                Ok(())
            }
            Effect::Take(kind, to) => {
                let Some(target) = choices.target else {
                    return refuse(cites.once, Reason::ChooseTarget);
                };
                let element = self.can_take(target, *kind)?;
                let to = match to {
                    TakeDestination::Inventory => inventory,
                    TakeDestination::Reserve => Location::Reserve,
                };
                self.transfer(cites.once, (element, 1), Location::Ring, to)
            }
            Effect::Exchange(give, get) => {
                let give = self.must_hold(*give)?;
                let get = self.must_be_in_reserve(*get)?;
                self.transfer_all(cites.gain, &give, inventory, Location::Reserve)?;
                self.transfer_all(cites.gain, &get, Location::Reserve, inventory)
            }
            Effect::MoveMarker(whose) => self.move_marker(*whose, choices),
        }
    }

    fn move_marker(&mut self, whose: MarkerOwner, choices: &MoveChoices) -> Result<(), Refused> {
        let Some(shift) = choices.shift else {
            return refuse(Clause::SsM5, Reason::ChooseShift);
        };
        let is_own = shift.side == self.side();
        let markers = self.state.markers[shift.side];
        if is_own != (whose == MarkerOwner::Own) {
            return refuse(Clause::SsM5, Reason::NotThatMarker(whose));
        }
        if !markers.contains(shift.from) {
            return refuse(Clause::SsM5, Reason::NoMarker(shift.side, shift.from));
        }
        if markers.contains(shift.to) {
            return refuse(Clause::SsM5, Reason::NoMarkerDue(shift.to));
        }
        self.lift_marker(Clause::SsM5, shift.side, shift.from);
        self.state.markers[shift.side] = self.state.markers[shift.side].with(shift.to);
        self.add_ruling(Clause::SsM5, Change::MarkerPlaced(shift.side, shift.to));
        // A marker moved to the post where one is owed fulfils the duty.
        if let Platform::Down(Place::Corner(post), MarkerDuty::Owed) = self.state.turn.platform
            && is_own
            && post == shift.to
        {
            self.state.turn.platform = Platform::Down(Place::Corner(post), MarkerDuty::NotDue);
        }
        Ok(())
    }

    /// Returns the corner where the platform stands; `None` if it is not at a corner.
    fn corner(&self) -> Option<Post> {
        match self.state.turn.platform {
            Platform::Down(Place::Corner(post), _) => Some(post),
            _ => None,
        }
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

    /// Returns the listed elements as a stock, which the inventory must hold completely
    /// (SS-M2).
    fn must_hold(&self, listed: CardElements) -> Result<Stock, Refused> {
        let elements = listed.stock_for(self.seat());
        if self.inventory().holds(&elements) {
            Ok(elements)
        } else {
            refuse(Clause::SsM2, Reason::CannotPay(elements))
        }
    }

    /// Returns the listed elements as a stock, which the reserve must hold completely
    /// (SS-M6).
    fn must_be_in_reserve(&self, listed: CardElements) -> Result<Stock, Refused> {
        let elements = listed.stock_for(self.seat());
        let lacking = elements
            .kinds()
            .find(|&(element, count)| self.state.reserve.count(element) < count);
        match lacking {
            None => Ok(elements),
            Some((element, _)) => {
                refuse(self.terms.book().cites.gain, Reason::NotInReserve(element))
            }
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

    /// Returns the chosen piece, or refuses if it is not on the ring or not of the kind
    /// the card names.
    fn point_at(&self, target: Target, kind: PieceKind) -> Result<Piece, Refused> {
        let once = self.terms.book().cites.once;
        let piece = match target.piece {
            OnRing::Piece(piece) => piece,
            OnRing::BeltPawn => {
                self.on_ring(Piece::Belt, once)?;
                Piece::pawn(self.terms.book().centre)
            }
        };
        self.on_ring(piece, once)?;
        let meant = match piece {
            Piece::Element(element) => kind.includes(element, self.seat()),
            Piece::Sumo(seat) => {
                kind == PieceKind::OpponentSumo && self.terms.side_of(seat) != self.side()
            }
            Piece::Belt => kind == PieceKind::Belt,
        };
        if meant {
            Ok(piece)
        } else {
            refuse(once, Reason::WrongKind(piece))
        }
    }

    /// Returns the chosen element, or refuses if it may not come off the ring: never a
    /// sumo, and never one that would part the belt from its pawn.
    fn can_take(&self, target: Target, kind: PieceKind) -> Result<Element, Refused> {
        let cites = &self.terms.book().cites;
        match target.piece {
            OnRing::BeltPawn | OnRing::Piece(Piece::Belt) => refuse(cites.belt, Reason::BeltStays),
            OnRing::Piece(piece @ Piece::Sumo(_)) => {
                refuse(Clause::SsM10, Reason::WrongKind(piece))
            }
            OnRing::Piece(Piece::Element(element)) => {
                self.point_at(target, kind)?;
                if self.carries_belt(element) {
                    return refuse(cites.belt, Reason::BeltStays);
                }
                Ok(element)
            }
        }
    }
}

/// Refuses choices that the card does not ask for, so that no choice of a player is
/// silently dropped.
fn fits(rule: &MoveRule, choices: &MoveChoices) -> Result<(), Refused> {
    let asks = RequiredChoices::for_rule(rule);
    let reason = if choices.pay_to.is_some() && !asks.pay {
        Reason::ChooseOpponent
    } else if choices.stack_on.is_some() && !asks.stack {
        Reason::ChooseStack
    } else if !choices.markers.is_empty() && asks.markers.is_none() {
        Reason::ChooseMarkers(0)
    } else if choices.target.is_some() && !asks.target {
        Reason::ChooseTarget
    } else if choices.shift.is_some() && !asks.shift {
        Reason::ChooseShift
    } else {
        return Ok(());
    };
    refuse(Clause::SsM2, reason)
}
