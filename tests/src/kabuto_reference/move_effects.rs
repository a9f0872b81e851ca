//! Effects of special moves (SS-M5 to SS-M8, SS-M10, KS-M1).

use super::moves::elements_of;
use super::{Heap, MarkerNeed, Objections, ReferenceMatch, Spot, count, holds, unless};
use rules_core::clause::Clause;
use rules_core::games::kabuto::action::{MarkerChange, MoveChoices, MoveUse, OnRing};
use rules_core::games::kabuto::card::{
    Effect, MarkerOwner, PieceKind, PushPlace, SumoTaking, TakeDestination,
};
use rules_core::piece::{Element, Piece, Token};
use rules_core::place::Post;

impl ReferenceMatch {
    pub(super) fn take_effect(
        &mut self,
        effect: Effect,
        special: &MoveUse,
    ) -> Result<(), Objections> {
        let (seat, side) = (self.turn.seat, self.mover());
        let choices = &special.choices;
        let once = self.cite(Clause::SsM1, Clause::KsM1);
        match effect {
            Effect::Gain(elements) => self.gain(&elements_of(self, elements)),
            Effect::ExtraPush(place) => {
                self.turn.extra += 1;
                self.rule(once, format!("player {seat} may push once more"));
                if place == PushPlace::Anywhere {
                    self.turn.moves_of_platform += 1;
                    let words = format!("player {seat} may set the platform down elsewhere");
                    self.rule(once, words);
                }
                Ok(())
            }
            Effect::PushGroup(elements) => {
                let group = elements_of(self, elements);
                if !holds(self.hand(side), &group) {
                    return Err([Clause::SsM8].into());
                }
                self.turn.group = Some(group);
                self.rule(Clause::SsM8, format!("player {seat} may push the group"));
                Ok(())
            }
            Effect::Cue(slot) => {
                let owner = seat;
                if count(self.hand(side), Element::Token(Token { owner, slot })) == 0 {
                    return Err([Clause::SsM2].into());
                }
                self.turn.cue = Some(slot);
                let words = format!("player {seat} may push token {seat}{slot} as a cue");
                self.rule(once, words);
                Ok(())
            }
            Effect::Take(kind, most, destination) => {
                self.take_pieces(kind, most, destination, choices)
            }
            Effect::Exchange(given, gained) => {
                let given = elements_of(self, given);
                if !holds(self.hand(side), &given) {
                    return Err([Clause::SsM2].into());
                }
                let clause = self.cite(Clause::SsM6, Clause::KsM1);
                self.hand_over(clause, &given, Spot::Reserve);
                self.gain(&elements_of(self, gained))
            }
            Effect::MoveMarker(owner) => self.move_marker(owner, choices),
            Effect::SetMarker => {
                let Some(MarkerChange::Set(post)) = choices.marker else {
                    return Err([Clause::SsM5].into());
                };
                if self.table.markers[&side].contains(&post) {
                    return Err([Clause::SsM5].into());
                }
                self.add_marker(Clause::SsM5, post);
                self.has_marker_now(post);
                Ok(())
            }
            Effect::RemoveMarker => {
                let Some(MarkerChange::Removed(whose, post)) = choices.marker else {
                    return Err([Clause::SsM5].into());
                };
                if whose == side || !self.markers_of(whose).remove(&post) {
                    return Err([Clause::SsM5].into());
                }
                let words = format!("marker of side {whose} off post {post}");
                self.rule(Clause::SsM5, words);
                Ok(())
            }
            Effect::TakeSumo(taking) => self.take_sumo(taking, choices),
        }
    }

    fn gain(&mut self, elements: &Heap) -> Result<(), Objections> {
        let clause = self.cite(Clause::SsM6, Clause::KsM1);
        if !holds(&self.table.reserve, elements) {
            return Err([clause].into());
        }
        let to = Spot::Hand(self.mover());
        for (&element, &number) in elements {
            self.carry(clause, number, element, Spot::Reserve, to);
        }
        Ok(())
    }

    fn take_pieces(
        &mut self,
        kind: PieceKind,
        most: u8,
        destination: TakeDestination,
        choices: &MoveChoices,
    ) -> Result<(), Objections> {
        let once = self.cite(Clause::SsM1, Clause::KsM1);
        let Some(target) = choices.target else {
            return Err([once].into());
        };
        let further = target.further.iter().map(Piece::Element).map(OnRing::Piece);
        let chosen: Vec<OnRing> = [target.piece].into_iter().chain(further).collect();
        let mut against = Objections::new();
        if chosen.len() > usize::from(most) {
            against.insert(once);
        }
        let to = match destination {
            TakeDestination::Inventory => Spot::Hand(self.mover()),
            TakeDestination::Reserve => Spot::Reserve,
        };
        for piece in chosen {
            against.extend(self.take_one(piece, kind, to).err().unwrap_or_default());
        }
        unless(against)
    }

    fn take_one(&mut self, piece: OnRing, kind: PieceKind, to: Spot) -> Result<(), Objections> {
        let mut against = Objections::new();
        let once = self.cite(Clause::SsM1, Clause::KsM1);
        if !self.can_be_chosen(piece) || !self.is_of_kind(piece, kind) {
            against.insert(once);
        }
        let element = match piece {
            OnRing::Piece(Piece::Element(element)) if !self.is_belt_pawn(element) => Some(element),
            OnRing::Piece(Piece::Sumo(_)) => {
                against.insert(Clause::SsM10);
                None
            }
            OnRing::Piece(Piece::Element(_) | Piece::Belt) | OnRing::BeltPawn => {
                against.insert(self.cite(Clause::Ss2a, Clause::KsB1));
                None
            }
        };
        unless(against)?;
        if let Some(element) = element {
            self.carry(once, 1, element, Spot::Ring, to);
        }
        Ok(())
    }

    fn take_sumo(&mut self, taking: SumoTaking, choices: &MoveChoices) -> Result<(), Objections> {
        let once = self.cite(Clause::SsM1, Clause::KsM1);
        let own = self.turn.seat;
        if taking == SumoTaking::OwnMoved {
            self.rule(once, format!("sumo {own} moves to another place"));
            return Ok(());
        }
        let chosen = choices.target.map(|target| target.piece);
        let seat = match chosen {
            Some(OnRing::Piece(Piece::Sumo(seat)))
                if self.table.sumos.contains(&seat) && self.side_of(seat) != self.mover() =>
            {
                seat
            }
            _ => return Err([once].into()),
        };
        if taking == SumoTaking::OpponentMoved {
            self.rule(once, format!("sumo {seat} moves to another place"));
        } else {
            // As if knocked off and everything at rest.
            self.opposing_sumo_falls_for_good(seat);
        }
        Ok(())
    }

    fn move_marker(&mut self, owner: MarkerOwner, choices: &MoveChoices) -> Result<(), Objections> {
        let refused = || Err([Clause::SsM5].into());
        let Some(MarkerChange::Moved(side, from, to)) = choices.marker else {
            return refused();
        };
        let is_own = side == self.mover();
        let markers = &self.table.markers[&side];
        if is_own != (owner == MarkerOwner::Own)
            || !markers.contains(&from)
            || markers.contains(&to)
        {
            return refused();
        }
        self.markers_of(side).remove(&from);
        let words = format!("marker of side {side} off post {from}");
        self.rule(Clause::SsM5, words);
        self.markers_of(side).insert(to);
        let words = format!("marker of side {side} on post {to}");
        self.rule(Clause::SsM5, words);
        if is_own {
            self.has_marker_now(to);
        }
        Ok(())
    }

    /// Lets no marker be owed at this post, where the side has one now (SS-T3).
    fn has_marker_now(&mut self, post: Post) {
        if self.turn.post() == Some(post) && self.turn.marker == MarkerNeed::Owed {
            self.turn.marker = MarkerNeed::NotDue;
        }
    }
}
