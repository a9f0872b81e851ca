//! Special moves: times, conditions and costs (SS-M1 to SS-M5, SS-M9, SS-4b, SS-J2, KS-M1,
//! KS-4a).

use super::{
    BeltSpot, Heap, Objections, OwnPush, ReferenceMatch, Spot, count, holds, listed, unless,
};
use rules_core::clause::Clause;
use rules_core::games::kabuto::action::{Contact, MoveChoices, MoveUse, OnRing, Target};
use rules_core::games::kabuto::card::{
    Alternative, Condition, Cost, Effect, MarkerOwner, MarkerSource, MovePart, MoveRule,
    MoveTiming, PieceKind, StackTarget, SumoTaking, TurnEffect,
};
use rules_core::piece::{Element, Piece, Size, Token};
use rules_core::place::Post;
use rules_core::player::Seat;
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
        let conditions = rule.conditions.iter();
        let failures: Vec<Objections> = conditions
            .map(|condition| self.against_condition(*condition, &special.choices))
            .collect();
        // "or" on the card: one that holds is enough.
        let is_enough =
            rule.one_of.contains(MovePart::Conditions) && failures.iter().any(Objections::is_empty);
        if !is_enough {
            against.extend(failures.into_iter().flatten());
        }
        self.rule(once, format!("player {seat} uses move {}", special.nth));
        // The match is a copy: after an objection the rest only serves to find more.
        for cost in chosen_costs(&rule, &special.choices) {
            against.extend(self.pay(cost, &special.choices).err().unwrap_or_default());
        }
        for effect in chosen_effects(&rule, &special.choices) {
            let refused = self.take_effect(effect, special).err();
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
            Condition::Touches(kind, by) => match choices.target {
                Some(target) if self.is_touched(target, kind, by) => Objections::new(),
                _ => [once].into(),
            },
            Condition::MarkerHere(owner) => {
                let sides = self.table.markers.iter();
                let mut named =
                    sides.filter(|(one, _)| (**one == side) == (owner == MarkerOwner::Own));
                match self.turn.post() {
                    Some(post) if named.any(|(_, posts)| posts.contains(&post)) => {
                        Objections::new()
                    }
                    _ => [once].into(),
                }
            }
            Condition::KnockedOff(kind, least) => {
                let fallen = self.turn.knocked_off.iter();
                let meant = fallen.filter(|(element, _)| {
                    self.is_of_kind(OnRing::Piece(Piece::Element(**element)), kind)
                });
                if meant.map(|(_, number)| number).sum::<u32>() < u32::from(least) {
                    [once].into()
                } else {
                    Objections::new()
                }
            }
            Condition::Markers(least) if markers.len() < usize::from(least) => [once].into(),
            Condition::Holds(elements)
                if !holds(self.hand(side), &listed(elements, self.turn.seat)) =>
            {
                [Clause::SsM2].into()
            }
            Condition::Markers(_) | Condition::Holds(_) => Objections::new(),
        }
    }

    /// True if a piece of the kind `by` touches all chosen pieces, which are of `kind`;
    /// a piece in one stack with it touches it (SS-M9).
    fn is_touched(&self, target: Target, kind: PieceKind, by: PieceKind) -> bool {
        let further = target.further.iter().map(Piece::Element).map(OnRing::Piece);
        let chosen: Vec<OnRing> = [target.piece].into_iter().chain(further).collect();
        let all_meant = chosen
            .iter()
            .all(|&piece| self.can_be_chosen(piece) && self.is_of_kind(piece, kind));
        let elements = self.table.ring.iter().flat_map(|(&element, &number)| {
            std::iter::repeat_n(Piece::Element(element), number as usize)
        });
        let sumos = self.table.sumos.iter().map(|&seat| Piece::Sumo(seat));
        let belt = [Piece::Belt]
            .into_iter()
            .filter(|_| self.table.belt == BeltSpot::Ring);
        let pieces = elements.chain(sumos).chain(belt).map(OnRing::Piece);
        let touching = pieces.filter(|&piece| self.is_of_kind(piece, by)).count();
        let themselves = chosen.iter().filter(|&&piece| self.is_of_kind(piece, by));
        all_meant && target.contact != Contact::Apart && touching > themselves.count()
    }

    pub(super) fn can_be_chosen(&self, piece: OnRing) -> bool {
        match piece {
            OnRing::Piece(Piece::Element(element)) => count(&self.table.ring, element) > 0,
            OnRing::Piece(Piece::Sumo(seat)) => self.table.sumos.contains(&seat),
            // The centre pawn is told apart from others only below the belt.
            OnRing::Piece(Piece::Belt) | OnRing::BeltPawn => self.table.belt == BeltSpot::Ring,
        }
    }

    pub(super) fn is_of_kind(&self, piece: OnRing, kind: PieceKind) -> bool {
        let element = match piece {
            OnRing::Piece(Piece::Element(element)) => element,
            OnRing::BeltPawn => Element::Pawn(self.centre()),
            OnRing::Piece(Piece::Sumo(seat)) => {
                return match kind {
                    PieceKind::OwnSumo => seat == self.turn.seat,
                    PieceKind::OpponentSumo => self.side_of(seat) != self.mover(),
                    _ => false,
                };
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

    pub(super) fn hand_over(&mut self, clause: Clause, elements: &Heap, to: Spot) {
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
}

/// Returns the elements that the card of the player in turn lists.
pub(super) fn elements_of(
    model: &ReferenceMatch,
    elements: rules_core::games::kabuto::card::CardElements,
) -> Heap {
    listed(elements, model.turn.seat)
}

/// Returns the costs to pay: all, or the one that is named where the card says "or".
pub(super) fn chosen_costs(rule: &MoveRule, choices: &MoveChoices) -> Vec<Cost> {
    let is_choice = rule.one_of.contains(MovePart::Costs);
    named(&rule.costs, is_choice, choices.cost)
}

/// Returns the effects to take place, likewise.
pub(super) fn chosen_effects(rule: &MoveRule, choices: &MoveChoices) -> Vec<Effect> {
    let is_choice = rule.one_of.contains(MovePart::Effects);
    named(&rule.effects, is_choice, choices.effect)
}

fn named<T: Copy>(list: &[T], is_choice: bool, name: Option<Alternative>) -> Vec<T> {
    match (is_choice, name) {
        (false, _) => list.to_vec(),
        (true, None) => Vec::new(),
        (true, Some(Alternative::First)) => list.iter().take(1).copied().collect(),
        (true, Some(Alternative::Second)) => list.iter().skip(1).take(1).copied().collect(),
    }
}

/// Returns the clause against choices that the card does not ask for, and against
/// alternatives that are not named.
fn against_idle_choices(rule: &MoveRule, choices: &MoveChoices) -> Objections {
    let (costs, effects) = (chosen_costs(rule, choices), chosen_effects(rule, choices));
    let costs = |wanted: fn(&Cost) -> bool| costs.iter().any(wanted);
    let effects = |wanted: fn(&Effect) -> bool| effects.iter().any(wanted);
    let touches = |it: &Condition| matches!(it, Condition::Touches(..));
    let takes = effects(|effect| matches!(effect, Effect::Take(..)));
    let takes_opponent = effects(|effect| {
        matches!(
            effect,
            Effect::TakeSumo(SumoTaking::OpponentMoved | SumoTaking::OpponentOut)
        )
    });
    let asks_for_target = rule.conditions.iter().any(touches) || takes || takes_opponent;
    let changes_marker = effects(|effect| {
        matches!(
            effect,
            Effect::MoveMarker(_) | Effect::SetMarker | Effect::RemoveMarker
        )
    });
    let has_more = |target: Target| target.further.iter().next().is_some();
    let is_wrong = [
        choices.cost.is_some() != rule.one_of.contains(MovePart::Costs),
        choices.effect.is_some() != rule.one_of.contains(MovePart::Effects),
        choices.pay_to.is_some() && !costs(|cost| matches!(cost, Cost::Pay(_))),
        choices.stack_on.is_some() && !costs(|cost| matches!(cost, Cost::Stack(..))),
        !choices.markers.is_empty() && !costs(|cost| matches!(cost, Cost::RemoveMarkers(..))),
        choices.target.is_some() && !asks_for_target,
        choices.target.is_some_and(has_more) && !takes,
        choices.marker.is_some() && !changes_marker,
    ];
    // Reading: a choice too many is refused as part of what is paid.
    if is_wrong.contains(&true) {
        [Clause::SsM2].into()
    } else {
        Objections::new()
    }
}
