//! Special moves: times, costs, conditions, effects (SS-M1 to SS-M7, SS-M9, SS-4b,
//! SS-J2, KS-M1, KS-4a).

use super::{
    BeltSpot, Heap, MarkerNeed, Objections, OwnPush, ReferenceMatch, Spot, count, holds, listed,
    unless,
};
use rules_core::clause::Clause;
use rules_core::games::kabuto::action::{Contact, MoveChoices, MoveUse, OnRing};
use rules_core::games::kabuto::card::{
    Condition, Cost, Effect, MarkerOwner, MarkerSource, MoveRule, MoveTiming, PieceKind,
    StackTarget, TakeDestination, TurnEffect,
};
use rules_core::piece::{Element, Piece, Size, Token};
use rules_core::place::Post;
use rules_core::player::{Seat, Side};
use std::collections::BTreeSet;

impl ReferenceMatch {
    pub(super) fn use_move(&mut self, special: &MoveUse) -> Result<(), Objections> {
        let mut against = self.not_now();
        if self.agreed.junior {
            against.insert(Clause::SsJ2);
        }
        unless(against)?;
        let seat = self.turn.seat;
        let once = self.cite(Clause::SsM1, Clause::KsM1);
        if special.card_of != seat {
            let is_seated = special.card_of.index() < self.seats().len();
            let is_ally = is_seated && self.side_of(special.card_of) == self.mover();
            let clause = if is_ally {
                self.cite(Clause::Ss4b, Clause::Ks4a)
            } else {
                once
            };
            return Err([clause].into());
        }
        let moves = &self.agreed.cards[seat.index()].moves;
        let Some(rule) = moves.get(special.nth.index()) else {
            return Err([once].into());
        };
        let rule = rule.rule.clone();

        let mut against = self.against_the_time(&rule, special.nth.index());
        against.extend(against_idle_choices(&rule, &special.choices));
        for condition in &rule.conditions {
            against.extend(self.against_condition(*condition, &special.choices));
        }
        self.rule(once, format!("player {seat} uses move {}", special.nth));
        // The match is a copy: after an objection the rest only serves to find more.
        for cost in &rule.costs {
            against.extend(self.pay(*cost, &special.choices).err().unwrap_or_default());
        }
        for effect in &rule.effects {
            let refused = self.take_effect(*effect, &special.choices).err();
            against.extend(refused.unwrap_or_default());
        }
        unless(against)?;
        self.turn.used.insert(special.nth.index());
        if rule.place == TurnEffect::Replaces {
            self.turn.push = OwnPush::Replaced;
            self.rule(Clause::SsM7, format!("turn of player {seat} is replaced"));
        }
        Ok(())
    }

    fn against_the_time(&self, rule: &MoveRule, nth: usize) -> Objections {
        let mut against = Objections::new();
        let once = self.cite(Clause::SsM1, Clause::KsM1);
        let turn = &self.turn;
        if turn.used.contains(&nth) {
            against.insert(once);
        }
        if turn.push == OwnPush::Replaced {
            against.insert(Clause::SsM7);
        }
        match (rule.when, turn.push) {
            (MoveTiming::Before, OwnPush::Made) | (MoveTiming::After, OwnPush::Due) => {
                against.insert(once);
            }
            _ => {}
        }
        // SS-M7: no other move and no push, but platform and marker.
        let has_begun = turn.pushes > 0 || !turn.used.is_empty();
        if rule.place == TurnEffect::Replaces && has_begun {
            against.insert(Clause::SsM7);
        }
        against
    }

    fn against_condition(&self, condition: Condition, choices: &MoveChoices) -> Objections {
        let side = self.mover();
        let markers = &self.table.markers[&side];
        let once = self.cite(Clause::SsM1, Clause::KsM1);
        match condition {
            Condition::Touches(kind) => match choices.target {
                // SS-M9: a piece in one stack with the sumo touches it.
                Some(target)
                    if target.contact != Contact::Apart
                        && self.can_be_chosen(target.piece)
                        && self.is_of_kind(target.piece, kind) =>
                {
                    Objections::new()
                }
                _ => [once].into(),
            },
            Condition::MarkerHere => match self.turn.post() {
                Some(post) if markers.contains(&post) => Objections::new(),
                _ => [once].into(),
            },
            Condition::Markers(least) if markers.len() < usize::from(least) => [once].into(),
            Condition::Holds(elements)
                if !holds(self.hand(side), &listed(elements, self.turn.seat)) =>
            {
                [Clause::SsM2].into()
            }
            Condition::Markers(_) | Condition::Holds(_) => Objections::new(),
        }
    }

    fn can_be_chosen(&self, piece: OnRing) -> bool {
        match piece {
            OnRing::Piece(Piece::Element(element)) => count(&self.table.ring, element) > 0,
            OnRing::Piece(Piece::Sumo(seat)) => self.table.sumos.contains(&seat),
            // The centre pawn is told apart from others only below the belt.
            OnRing::Piece(Piece::Belt) | OnRing::BeltPawn => self.table.belt == BeltSpot::Ring,
        }
    }

    fn is_of_kind(&self, piece: OnRing, kind: PieceKind) -> bool {
        let element = match piece {
            OnRing::Piece(Piece::Element(element)) => element,
            OnRing::BeltPawn => Element::Pawn(self.centre()),
            OnRing::Piece(Piece::Sumo(seat)) => {
                return kind == PieceKind::OpponentSumo && self.side_of(seat) != self.mover();
            }
            OnRing::Piece(Piece::Belt) => return kind == PieceKind::Belt,
        };
        match (kind, element) {
            (PieceKind::AnyElement, _)
            | (PieceKind::AnyPawn, Element::Pawn(_))
            | (PieceKind::AnyToken, Element::Token(_)) => true,
            (PieceKind::Pawn(wanted), Element::Pawn(size)) => wanted == size,
            (PieceKind::OwnToken, Element::Token(token)) => token.owner == self.turn.seat,
            _ => false,
        }
    }

    fn pay(&mut self, cost: Cost, choices: &MoveChoices) -> Result<(), Objections> {
        match cost {
            Cost::Pay(elements) => self.pay_one(elements_of(self, elements), choices.pay_to),
            Cost::PayEach(elements) => {
                let mut payees = self.sides();
                let (own, out) = (self.mover(), self.table.out.clone());
                payees.retain(|side| *side != own && !out.contains(side));
                let share = elements_of(self, elements);
                let times = u32::try_from(payees.len()).unwrap_or(u32::MAX);
                let all: Heap = share.iter().map(|(&kind, &n)| (kind, n * times)).collect();
                if !holds(self.hand(own), &all) {
                    return Err([Clause::SsM2].into());
                }
                for payee in payees {
                    self.hand_over(Clause::SsM3, &share, Spot::Hand(payee));
                }
                Ok(())
            }
            Cost::Stack(elements, onto) => {
                self.stack(elements_of(self, elements), onto, choices.stack_on)
            }
            Cost::RemoveMarkers(number, source) => self.take_back(number, source, choices),
        }
    }

    fn pay_one(&mut self, share: Heap, payee: Option<Seat>) -> Result<(), Objections> {
        let mut against = Objections::new();
        if !holds(self.hand(self.mover()), &share) {
            against.insert(Clause::SsM2);
        }
        let is_opponent =
            |seat: &Seat| seat.index() < self.seats().len() && self.side_of(*seat) != self.mover();
        let Some(payee) = payee.filter(is_opponent) else {
            against.insert(Clause::SsM3);
            return Err(against);
        };
        if self.table.out.contains(&self.side_of(payee)) {
            // SS-M3, reading; the clause of a player who submitted may be named instead.
            against.insert(if self.table.sumos.contains(&payee) {
                self.cite(Clause::Ss3b, Clause::Ks3a)
            } else {
                Clause::SsM3
            });
        }
        unless(against)?;
        self.hand_over(Clause::SsM3, &share, Spot::Hand(self.side_of(payee)));
        Ok(())
    }

    fn hand_over(&mut self, clause: Clause, elements: &Heap, to: Spot) {
        let from = Spot::Hand(self.mover());
        for (&element, &number) in elements {
            self.carry(clause, number, element, from, to);
        }
    }

    fn stack(
        &mut self,
        elements: Heap,
        onto: StackTarget,
        below: Option<OnRing>,
    ) -> Result<(), Objections> {
        let mut against = Objections::new();
        if !holds(self.hand(self.mover()), &elements) {
            against.insert(Clause::SsM2);
        }
        let fits = below
            .filter(|&below| self.can_be_chosen(below))
            .is_some_and(|below| {
                let room = match below {
                    OnRing::Piece(Piece::Element(element)) => self.size_of(element),
                    // SS-2a: what fits the pawn below the belt.
                    OnRing::Piece(Piece::Belt) | OnRing::BeltPawn => Some(self.centre()),
                    OnRing::Piece(Piece::Sumo(_)) => {
                        return onto == StackTarget::SumosToo;
                    }
                };
                elements.keys().all(|&above| self.size_of(above) <= room)
            });
        if !fits {
            against.insert(Clause::SsM4);
        }
        unless(against)?;
        self.hand_over(Clause::SsM4, &elements, Spot::Ring);
        Ok(())
    }

    fn size_of(&self, element: Element) -> Option<Size> {
        match element {
            Element::Pawn(size) => Some(size),
            Element::Token(Token { owner, slot }) => {
                let card = self.agreed.cards.get(owner.index())?;
                Some(card.tokens.get(slot.index())?.size)
            }
        }
    }

    fn take_back(
        &mut self,
        number: u8,
        source: MarkerSource,
        choices: &MoveChoices,
    ) -> Result<(), Objections> {
        let side = self.mover();
        let chosen: BTreeSet<Post> = choices.markers.iter().collect();
        let is_here = |post: &Post| self.turn.post() == Some(*post);
        if chosen.len() != usize::from(number)
            || !chosen.is_subset(&self.table.markers[&side])
            || (source == MarkerSource::Here && !chosen.iter().all(is_here))
        {
            return Err([Clause::SsM5].into());
        }
        for post in chosen {
            self.markers_of(side).remove(&post);
            self.rule(
                Clause::SsM5,
                format!("marker of side {side} off post {post}"),
            );
        }
        Ok(())
    }

    fn take_effect(&mut self, effect: Effect, choices: &MoveChoices) -> Result<(), Objections> {
        let (seat, side) = (self.turn.seat, self.mover());
        let once = self.cite(Clause::SsM1, Clause::KsM1);
        match effect {
            Effect::Gain(elements) => self.gain(&elements_of(self, elements)),
            Effect::ExtraPush => {
                self.turn.extra += 1;
                self.rule(once, format!("player {seat} may push once more"));
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
            Effect::Take(kind, destination) => self.take_piece(kind, destination, choices),
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

    fn take_piece(
        &mut self,
        kind: PieceKind,
        destination: TakeDestination,
        choices: &MoveChoices,
    ) -> Result<(), Objections> {
        let mut against = Objections::new();
        let once = self.cite(Clause::SsM1, Clause::KsM1);
        let Some(target) = choices.target else {
            return Err([once].into());
        };
        if !self.can_be_chosen(target.piece) || !self.is_of_kind(target.piece, kind) {
            against.insert(once);
        }
        let element = match target.piece {
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
        let to = match destination {
            TakeDestination::Inventory => Spot::Hand(self.mover()),
            TakeDestination::Reserve => Spot::Reserve,
        };
        if let Some(element) = element {
            self.carry(once, 1, element, Spot::Ring, to);
        }
        Ok(())
    }

    fn move_marker(&mut self, owner: MarkerOwner, choices: &MoveChoices) -> Result<(), Objections> {
        let refused = || Err([Clause::SsM5].into());
        let Some(shift) = choices.shift else {
            return refused();
        };
        let side: Side = shift.side;
        let is_own = side == self.mover();
        let markers = &self.table.markers[&side];
        if is_own != (owner == MarkerOwner::Own)
            || !markers.contains(&shift.from)
            || markers.contains(&shift.to)
        {
            return refused();
        }
        self.markers_of(side).remove(&shift.from);
        self.rule(
            Clause::SsM5,
            format!("marker of side {side} off post {}", shift.from),
        );
        self.markers_of(side).insert(shift.to);
        self.rule(
            Clause::SsM5,
            format!("marker of side {side} on post {}", shift.to),
        );
        // SS-T3: with a marker of the side on that post none is owed there.
        if is_own && self.turn.post() == Some(shift.to) && self.turn.marker == MarkerNeed::Owed {
            self.turn.marker = MarkerNeed::NotDue;
        }
        Ok(())
    }
}

/// Returns the elements that the card of the player in turn lists.
fn elements_of(
    model: &ReferenceMatch,
    elements: rules_core::games::kabuto::card::CardElements,
) -> Heap {
    listed(elements, model.turn.seat)
}

/// Returns the clause against choices that the card does not ask for.
fn against_idle_choices(rule: &MoveRule, choices: &MoveChoices) -> Objections {
    let costs = |wanted: fn(&Cost) -> bool| rule.costs.iter().any(wanted);
    let effects = |wanted: fn(&Effect) -> bool| rule.effects.iter().any(wanted);
    let touches = |it: &Condition| matches!(it, Condition::Touches(_));
    let asks_for_target =
        rule.conditions.iter().any(touches) || effects(|effect| matches!(effect, Effect::Take(..)));
    let is_idle = [
        choices.pay_to.is_some() && !costs(|cost| matches!(cost, Cost::Pay(_))),
        choices.stack_on.is_some() && !costs(|cost| matches!(cost, Cost::Stack(..))),
        !choices.markers.is_empty() && !costs(|cost| matches!(cost, Cost::RemoveMarkers(..))),
        choices.target.is_some() && !asks_for_target,
        choices.shift.is_some() && !effects(|effect| matches!(effect, Effect::MoveMarker(_))),
    ];
    // Reading: a choice too many is refused as part of what is paid.
    if is_idle.contains(&true) {
        [Clause::SsM2].into()
    } else {
        Objections::new()
    }
}
