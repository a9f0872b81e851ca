//! Pushes: of one element, of an interlocked group, with a cue (SS-T4 to SS-T7, SS-C2,
//! SS-M8, SS-M10, KS-T2, KS-T3).

use super::{
    Heap, MarkerNeed, Objections, OwnPush, ReferenceMatch, SlamNeed, Spot, Stage, add, count,
    holds, unless,
};
use rules_core::clause::Clause;
use rules_core::games::kabuto::action::{Remark, Remarks};
use rules_core::piece::{Element, Piece, Token};

/// Reason for which the next push may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PushKind {
    Own,
    Slam,
    Further,
}

impl ReferenceMatch {
    pub(super) fn push(&mut self, load: &[Piece], remarks: Remarks) -> Result<(), Objections> {
        match self.stage {
            Stage::Moving { .. } => return Err([Clause::SsT4].into()),
            _ => unless(self.not_now())?,
        }
        let mut against = Objections::new();
        if self.turn.platform.is_none() {
            against.insert(self.cite(Clause::SsT2, Clause::KsT1));
        }
        if self.turn.marker == MarkerNeed::Owed {
            against.insert(Clause::SsT3);
        }
        let kind = self.next_push().unwrap_or_else(|clauses| {
            against.extend(clauses);
            PushKind::Own
        });
        let mut loaded = Heap::new();
        for piece in load {
            match piece {
                Piece::Element(element) => add(&mut loaded, *element, 1),
                Piece::Sumo(_) => {
                    against.insert(Clause::SsM10);
                }
                Piece::Belt => {
                    against.insert(self.cite(Clause::Ss2a, Clause::KsB1));
                }
            }
        }
        let side = self.mover();
        let as_group = load.len() > 1;
        if as_group && self.turn.group.is_some() && self.turn.group.as_ref() != Some(&loaded) {
            against.insert(Clause::SsM8);
        }
        if load.is_empty() || (as_group && self.turn.group.is_none()) {
            against.insert(Clause::SsT4);
        }
        if !holds(self.hand(side), &loaded) {
            against.insert(Clause::SsT4);
        }
        if self.hand(side).is_empty() {
            // SS-T7 speaks of a push that one has to make.
            against.insert(if kind == PushKind::Further {
                Clause::SsT4
            } else {
                Clause::SsT7
            });
        }
        unless(against)?;

        for remark in Remark::ALL.into_iter().filter(|&it| remarks.contains(it)) {
            let clause = match remark {
                // SS-T6
                Remark::OffCentre => continue,
                // SS-M8
                Remark::Swerved if as_group => continue,
                Remark::Swerved | Remark::Flicked => self.cite(Clause::SsT4, Clause::KsT2),
                Remark::Overrun => self.cite(Clause::SsT5, Clause::KsT3),
            };
            self.rule(clause, format!("warning: {remark}"));
        }
        let clause = match kind {
            _ if as_group => Clause::SsM8,
            PushKind::Own => self.cite(Clause::SsT4, Clause::KsT2),
            PushKind::Slam => Clause::SsC2,
            PushKind::Further => self.cite(Clause::SsM1, Clause::KsM1),
        };
        let owner = self.turn.seat;
        let cue = self
            .turn
            .cue
            .map(|slot| Element::Token(Token { owner, slot }));
        // Reading: while a token may be a cue, a push of it alone is the push as a cue.
        let is_cue = !as_group && cue.is_some_and(|token| count(&loaded, token) == 1);
        let to = if is_cue { Spot::Reserve } else { Spot::Ring };
        for (element, number) in loaded {
            self.carry(clause, number, element, Spot::Hand(side), to);
        }
        if as_group {
            self.turn.group = None;
        }
        if is_cue {
            self.turn.cue = None;
        }
        self.turn.pushes += 1;
        match kind {
            PushKind::Own => self.turn.push = OwnPush::Made,
            PushKind::Slam => {
                self.turn.slam = SlamNeed::Done;
                self.table.slammed.insert(side);
            }
            PushKind::Further => {
                self.turn.extra -= 1;
                let left = self.turn.extra;
                self.turn.moves_of_platform = self.turn.moves_of_platform.min(left);
            }
        }
        self.stage = Stage::Moving {
            fallen: Vec::new(),
            own_fell: false,
        };
        Ok(())
    }

    /// Decides the reason for which the next push may be made, or the clauses against it.
    fn next_push(&self) -> Result<PushKind, Objections> {
        let turn = &self.turn;
        if turn.push == OwnPush::Due {
            return Ok(PushKind::Own);
        }
        let posts_are_clear = self.table.markers[&self.mover()].is_empty();
        if turn.slam == SlamNeed::Owed && posts_are_clear {
            return Ok(PushKind::Slam);
        }
        if turn.extra > 0 {
            return Ok(PushKind::Further);
        }
        if turn.slam == SlamNeed::Owed {
            return Err([Clause::SsC2].into());
        }
        Err(match turn.push {
            OwnPush::Replaced => [Clause::SsM7, Clause::SsT4].into(),
            OwnPush::Due | OwnPush::Made => [Clause::SsT4].into(),
        })
    }
}
