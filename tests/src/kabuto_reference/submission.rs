//! Submission: a push is due, and there is nothing to push (SS-L1, SS-C4, SS-T7, SS-3b,
//! KS-L2, KS-3a); and the end of turns that end by themselves (SS-T8).

use super::moves::{chosen_costs, chosen_effects};
use super::turns::Docking;
use super::{Objections, OwnPush, ReferenceMatch, SlamNeed, Stage, unless};
use rules_core::clause::Clause;
use rules_core::games::kabuto::action::{
    Action, Contact, FurtherElements, MarkerChange, MoveChoices, MoveUse, OnRing, Target,
};
use rules_core::games::kabuto::card::{Condition, Cost, Effect, MoveIndex, MovePart, MoveRule};
use rules_core::piece::Piece;
use rules_core::place::{Facing, Place, Post, Posts};
use rules_core::player::Side;
use std::collections::HashSet;

impl ReferenceMatch {
    /// Lets happen what happens by itself once everything rests.
    pub(super) fn conclude(&mut self) {
        while self.stage == Stage::Resting {
            if self.must_push() && self.hand(self.mover()).is_empty() && !self.has_way_out() {
                self.give_up();
            } else if !self.has_moves() && !self.turn.has_duty() {
                // SS-T8, reading
                self.finish_turn();
            } else {
                return;
            }
        }
    }

    fn must_push(&self) -> bool {
        self.turn.push == OwnPush::Due || self.turn.slam == SlamNeed::Owed
    }

    fn has_moves(&self) -> bool {
        let card = &self.agreed.cards[self.turn.seat.index()];
        !self.agreed.junior && !card.moves.is_empty()
    }

    pub(super) fn submit(&mut self) -> Result<(), Objections> {
        unless(self.not_now())?;
        if !self.must_push() || !self.hand(self.mover()).is_empty() {
            return Err([self.cite(Clause::SsL1, Clause::KsL2)].into());
        }
        self.give_up();
        Ok(())
    }

    /// Rules on a side that has to push, holds nothing, and has no move left to help.
    fn give_up(&mut self) {
        let (seat, side) = (self.turn.seat, self.mover());
        let for_slam = self.turn.push != OwnPush::Due;
        if for_slam && self.agreed.waives_empty_slam {
            // SS-C4 and its reading
            self.rule(Clause::SsC4, format!("corner slam of player {seat} waived"));
            for post in std::mem::take(self.markers_of(side)) {
                self.rule(
                    Clause::SsC4,
                    format!("marker of side {side} off post {post}"),
                );
            }
            self.turn.slam = SlamNeed::Done;
            return;
        }
        let clause = if for_slam {
            Clause::SsC4
        } else {
            self.cite(Clause::SsL1, Clause::KsL2)
        };
        self.lose(side, clause);
        if self.stage == Stage::Resting {
            let clause = self.cite(Clause::Ss3b, Clause::Ks3a);
            self.rule(clause, format!("sumo {seat} stays on the ring"));
            let clause = self.cite(Clause::SsT1, Clause::KsS5);
            self.begin_next_turn(clause);
        }
    }

    /// Puts a side out; if one side is left, it has won (SS-W2).
    pub(super) fn lose(&mut self, side: Side, clause: Clause) {
        self.table.out.insert(side);
        self.rule(clause, format!("side {side} has lost"));
        let mut left = self.sides();
        left.retain(|one| !self.table.out.contains(one));
        if let [winner] = left[..] {
            self.end(
                Clause::SsW2,
                format!("side {winner} wins as the last one left"),
            );
        }
    }

    pub(super) fn end(&mut self, clause: Clause, sentence: String) {
        self.rule(clause, &sentence);
        self.stage = Stage::Over(sentence);
    }

    /// True if special moves could still bring an element, or replace the turn (SS-L1,
    /// reading). Tries everything the player could do before the push: the platform,
    /// its marker, and all moves with all choices.
    fn has_way_out(&self) -> bool {
        if !self.has_moves() {
            return false;
        }
        let mut seen = HashSet::new();
        let mut open = vec![self.clone()];
        while let Some(now) = open.pop() {
            let has_element = !now.hand(now.mover()).is_empty();
            // Reading: a move that replaces the turn is a way to take it, even where a slam
            // then comes due with nothing to push.
            let is_replaced = self.turn.push != now.turn.push;
            let has_won = now.stage != Stage::Resting;
            if has_element || has_won || is_replaced || !now.must_push() {
                return true;
            }
            if !seen.insert((now.table.clone(), now.turn.clone())) {
                continue;
            }
            for action in now.preparations() {
                let mut next = now.clone();
                if next.attempt(&action).is_ok() {
                    open.push(next);
                }
            }
        }
        false
    }

    fn preparations(&self) -> Vec<Action> {
        let mut all = Vec::new();
        for post in Post::ALL {
            let place = Place::Corner(post);
            if matches!(
                self.docking(place),
                Docking::ForThisTurn | Docking::Elsewhere
            ) {
                all.push(Action::Dock(place, Facing::Short));
            }
            all.push(Action::PlaceMarker(self.mover(), post));
        }
        let card = &self.agreed.cards[self.turn.seat.index()];
        for (nth, special) in MoveIndex::ALL.into_iter().zip(&card.moves) {
            for choices in choices(&special.rule) {
                all.push(Action::Use(MoveUse {
                    card_of: self.turn.seat,
                    nth,
                    choices,
                }));
            }
        }
        all
    }
}

/// Lists the choices that a move asks for. A payment or a stack needs elements in hand,
/// and here there are none; a player can always say that the pieces touch.
fn choices(rule: &MoveRule) -> Vec<MoveChoices> {
    let mut all = vec![MoveChoices::default()];
    let alternatives = |part| rule.alternatives(part).iter().copied();
    all = each(&all, alternatives(MovePart::Costs), |choices, cost| {
        choices.cost = cost;
    });
    all = each(&all, alternatives(MovePart::Effects), |choices, effect| {
        choices.effect = effect;
    });
    all.into_iter()
        .flat_map(|chosen| further_choices(rule, chosen))
        .collect()
}

fn further_choices(rule: &MoveRule, chosen: MoveChoices) -> Vec<MoveChoices> {
    let mut all = vec![chosen];
    let takes_back = |cost: &Cost| matches!(cost, Cost::RemoveMarkers(..));
    if chosen_costs(rule, &chosen).iter().any(takes_back) {
        let sets = (0..16u8).map(|bits| {
            let chosen = Post::ALL.into_iter().enumerate();
            let chosen = chosen.filter(|(n, _)| bits & (1 << n) != 0);
            chosen.map(|(_, post)| post).collect::<Posts>()
        });
        all = each(&all, sets, |choices, markers| choices.markers = markers);
    }
    let effects = chosen_effects(rule, &chosen);
    let touches = |it: &Condition| matches!(it, Condition::Touches(..));
    let points = |effect: &Effect| matches!(effect, Effect::Take(..) | Effect::TakeSumo(_));
    if rule.conditions.iter().any(touches) || effects.iter().any(points) {
        // One of several pieces is enough to have an element. Without a piece too: the
        // condition may be the other of two, or the sumo the own.
        let pieces = Piece::all().map(OnRing::Piece).chain([OnRing::BeltPawn]);
        let targets = pieces.map(|piece| {
            Some(Target {
                piece,
                further: FurtherElements::None,
                contact: Contact::Touching,
            })
        });
        all = each(&all, targets.chain([None]), |choices, target| {
            choices.target = target;
        });
    }
    let mut changes = Vec::new();
    for effect in effects {
        for post in Post::ALL {
            match effect {
                Effect::SetMarker => changes.push(MarkerChange::Set(post)),
                Effect::RemoveMarker => {
                    changes.extend(Side::ALL.map(|side| MarkerChange::Removed(side, post)));
                }
                Effect::MoveMarker(_) => {
                    for side in Side::ALL {
                        changes.extend(Post::ALL.map(|to| MarkerChange::Moved(side, post, to)));
                    }
                }
                _ => {}
            }
        }
    }
    if !changes.is_empty() {
        all = each(&all, changes.into_iter(), |choices, change| {
            choices.marker = Some(change);
        });
    }
    all
}

/// Combines every one of `all` with every value.
fn each<T: Copy>(
    all: &[MoveChoices],
    values: impl Iterator<Item = T>,
    set: impl Fn(&mut MoveChoices, T),
) -> Vec<MoveChoices> {
    let mut combined = Vec::new();
    for value in values {
        for one in all {
            let mut one = *one;
            set(&mut one, value);
            combined.push(one);
        }
    }
    combined
}
