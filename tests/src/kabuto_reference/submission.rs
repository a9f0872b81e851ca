//! Submission: a push is due, and there is nothing to push (SS-L1, SS-C4, SS-T7, SS-3b,
//! KS-L2, KS-3a); and the end of turns that end by themselves (SS-T8).

use super::turns::Docking;
use super::{Objections, OwnPush, ReferenceMatch, SlamNeed, Stage, unless};
use rules_core::clause::Clause;
use rules_core::games::kabuto::action::{
    Action, Contact, MarkerShift, MoveChoices, MoveUse, OnRing, Target,
};
use rules_core::games::kabuto::card::{Condition, Cost, Effect, MoveIndex, MoveRule};
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
            if has_element || is_replaced || !now.must_push() {
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
            if self.docking(place) == Docking::ForThisTurn {
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
    let takes_back = |cost: &Cost| matches!(cost, Cost::RemoveMarkers(..));
    if rule.costs.iter().any(takes_back) {
        let sets = (0..16u8).map(|bits| {
            let chosen = Post::ALL.into_iter().enumerate();
            let chosen = chosen.filter(|(n, _)| bits & (1 << n) != 0);
            chosen.map(|(_, post)| post).collect::<Posts>()
        });
        all = each(&all, sets, |choices, markers| choices.markers = markers);
    }
    let touches = |it: &Condition| matches!(it, Condition::Touches(_));
    let takes = |effect: &Effect| matches!(effect, Effect::Take(..));
    if rule.conditions.iter().any(touches) || rule.effects.iter().any(takes) {
        let pieces = Piece::all().map(OnRing::Piece).chain([OnRing::BeltPawn]);
        all = each(&all, pieces, |choices, piece| {
            let contact = Contact::Touching;
            choices.target = Some(Target { piece, contact });
        });
    }
    let shifts = |effect: &Effect| matches!(effect, Effect::MoveMarker(_));
    if rule.effects.iter().any(shifts) {
        let sides = Side::ALL.into_iter();
        let shifts = sides.flat_map(|side| {
            let from = Post::ALL.into_iter();
            from.flat_map(move |from| Post::ALL.map(|to| MarkerShift { side, from, to }))
        });
        all = each(&all, shifts, |choices, shift| choices.shift = Some(shift));
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
