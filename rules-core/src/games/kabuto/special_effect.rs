//! Effects of special moves: elements, pushes, pieces taken, markers, sumos (SS-M5 to
//! SS-M8, SS-M10).

use super::action::{MarkerChange, MoveChoices, MoveUse, OnRing, Target};
use super::card::{
    CardElements, Effect, MarkerOwner, PieceKind, PushPlace, SumoTaking, TakeDestination,
};
use super::draft::{Draft, Refused, refuse};
use super::reason::Reason;
use super::ruling::{Change, Location};
use super::state::{MarkerDuty, Platform};
use crate::clause::Clause;
use crate::piece::{Element, Piece, Stock};
use crate::place::{Place, Post};
use crate::player::Side;

impl Draft<'_> {
    /// Brings about one effect of a special move.
    pub(super) fn bring_about(&mut self, effect: &Effect, usage: &MoveUse) -> Result<(), Refused> {
        let cites = &self.terms.book().cites;
        let choices = &usage.choices;
        let seat = self.seat();
        let inventory = Location::Inventory(self.side());
        match effect {
            Effect::Gain(listed) => {
                let elements = self.must_be_in_reserve(*listed)?;
                self.transfer_all(cites.gain, &elements, Location::Reserve, inventory)
            }
            Effect::ExtraPush(place) => {
                let turn = &mut self.state.turn;
                turn.extra = turn.extra.saturating_add(1);
                if *place == PushPlace::Anywhere {
                    turn.relocations = turn.relocations.saturating_add(1);
                }
                self.add_ruling(cites.once, Change::ExtraPush(seat));
                if *place == PushPlace::Anywhere {
                    self.add_ruling(cites.once, Change::RelocationAllowed(seat));
                }
                Ok(())
            }
            Effect::PushGroup(listed) => {
                if !self.inventory().holds(&listed.stock_for(seat)) {
                    return refuse(Clause::SsM8, Reason::CannotPay(listed.stock_for(seat)));
                }
                self.state.turn.forms.group = Some(usage.nth);
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
            Effect::Take(kind, most, to) => {
                let Some(target) = choices.target else {
                    return refuse(cites.once, Reason::ChooseTarget);
                };
                let to = match to {
                    TakeDestination::Inventory => inventory,
                    TakeDestination::Reserve => Location::Reserve,
                };
                self.take(target, *kind, *most, to)
            }
            Effect::Exchange(give, get) => {
                let give = self.must_hold(*give)?;
                let get = self.must_be_in_reserve(*get)?;
                self.transfer_all(cites.gain, &give, inventory, Location::Reserve)?;
                self.transfer_all(cites.gain, &get, Location::Reserve, inventory)
            }
            Effect::MoveMarker(_) | Effect::SetMarker | Effect::RemoveMarker => {
                self.change_marker(*effect, choices)
            }
            Effect::TakeSumo(taking) => self.take_sumo(*taking, choices),
        }
    }

    /// Takes the chosen elements off the ring, one after the other.
    fn take(
        &mut self,
        target: Target,
        kind: PieceKind,
        most: u8,
        to: Location,
    ) -> Result<(), Refused> {
        let once = self.terms.book().cites.once;
        if target.further.iter().count() >= usize::from(most) {
            return refuse(once, Reason::TooManyTaken(most));
        }
        let further = target.further.iter().map(Piece::Element).map(OnRing::Piece);
        for chosen in [target.piece].into_iter().chain(further) {
            let element = self.can_take(chosen, kind)?;
            self.transfer(once, (element, 1), Location::Ring, to)?;
        }
        Ok(())
    }

    /// Returns the chosen element, or refuses if it may not come off the ring: never a
    /// sumo, and never one that would part the belt from its pawn.
    fn can_take(&self, chosen: OnRing, kind: PieceKind) -> Result<Element, Refused> {
        let cites = &self.terms.book().cites;
        match chosen {
            OnRing::BeltPawn | OnRing::Piece(Piece::Belt) => refuse(cites.belt, Reason::BeltStays),
            OnRing::Piece(piece @ Piece::Sumo(_)) => {
                refuse(Clause::SsM10, Reason::WrongKind(piece))
            }
            OnRing::Piece(Piece::Element(element)) => {
                self.point_at(chosen, kind)?;
                if self.carries_belt(element) {
                    return refuse(cites.belt, Reason::BeltStays);
                }
                Ok(element)
            }
        }
    }

    /// Takes a sumo off the ring: to another place on it, or out, which counts as if the
    /// player had knocked it off (SS-K4).
    fn take_sumo(&mut self, taking: SumoTaking, choices: &MoveChoices) -> Result<(), Refused> {
        let cites = &self.terms.book().cites;
        let seat = match (taking, choices.target) {
            (SumoTaking::OwnMoved, _) => self.seat(),
            (SumoTaking::OpponentMoved | SumoTaking::OpponentOut, None) => {
                return refuse(cites.once, Reason::ChooseTarget);
            }
            (SumoTaking::OpponentMoved | SumoTaking::OpponentOut, Some(target)) => {
                match self.point_at(target.piece, PieceKind::OpponentSumo)? {
                    Piece::Sumo(seat) => seat,
                    piece => return refuse(cites.once, Reason::WrongKind(piece)),
                }
            }
        };
        match taking {
            SumoTaking::OwnMoved | SumoTaking::OpponentMoved => {
                self.add_ruling(cites.once, Change::SumoMoved(seat));
            }
            SumoTaking::OpponentOut => {
                let piece = Piece::Sumo(seat);
                self.state.sumos = self.state.sumos.without(seat);
                self.add_ruling(cites.knock_out, Change::KnockedOff(piece));
                self.win(piece);
            }
        }
        Ok(())
    }

    /// Moves, sets or removes the marker that the player chose (SS-M5).
    fn change_marker(&mut self, effect: Effect, choices: &MoveChoices) -> Result<(), Refused> {
        match (effect, choices.marker) {
            (Effect::MoveMarker(whose), Some(MarkerChange::Moved(side, from, to))) => {
                self.check_marker(whose, side, from)?;
                if self.state.markers[side].contains(to) {
                    return refuse(Clause::SsM5, Reason::NoMarkerDue(to));
                }
                self.lift_marker(Clause::SsM5, side, from);
                self.state.markers[side] = self.state.markers[side].with(to);
                self.add_ruling(Clause::SsM5, Change::MarkerPlaced(side, to));
                if side == self.side() {
                    self.waive_marker(to);
                }
                Ok(())
            }
            (Effect::SetMarker, Some(MarkerChange::Set(post))) => {
                if self.state.markers[self.side()].contains(post) {
                    return refuse(Clause::SsM5, Reason::NoMarkerDue(post));
                }
                self.set_marker(Clause::SsM5, post);
                self.waive_marker(post);
                Ok(())
            }
            (Effect::RemoveMarker, Some(MarkerChange::Removed(side, post))) => {
                self.check_marker(MarkerOwner::Opponents, side, post)?;
                self.lift_marker(Clause::SsM5, side, post);
                Ok(())
            }
            _ => refuse(Clause::SsM5, Reason::ChooseMarker),
        }
    }

    /// Checks that `side` is the owner the card names and has a marker on the post.
    fn check_marker(&self, whose: MarkerOwner, side: Side, post: Post) -> Result<(), Refused> {
        if (side == self.side()) != (whose == MarkerOwner::Own) {
            refuse(Clause::SsM5, Reason::NotThatMarker(whose))
        } else if self.state.markers[side].contains(post) {
            Ok(())
        } else {
            refuse(Clause::SsM5, Reason::NoMarker(side, post))
        }
    }

    /// Ends the duty to set a marker where the platform stands, if an own marker came to
    /// that post.
    fn waive_marker(&mut self, post: Post) {
        let here = Place::Corner(post);
        if self.state.turn.platform == Platform::Down(here, MarkerDuty::Owed) {
            self.state.turn.platform = Platform::Down(here, MarkerDuty::NotDue);
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
}
