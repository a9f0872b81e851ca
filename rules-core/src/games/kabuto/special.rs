//! Special moves: their time in the turn and the order of their parts (SS-M1, SS-M2,
//! SS-M7).

use super::action::{FurtherElements, MoveChoices, MoveUse};
use super::card::{Alternative, MovePart, MoveRule, MoveTiming, TurnEffect};
use super::draft::{Draft, Refused, refuse};
use super::legal_actions::RequiredChoices;
use super::reason::Reason;
use super::ruling::Change;
use super::state::PushDuty;
use super::terms::League;
use crate::clause::Clause;

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
        self.require(rule, &usage.choices)?;
        for cost in rule.costs(usage.choices.cost) {
            self.pay(cost, &usage.choices)?;
        }
        for effect in rule.effects(usage.choices.effect) {
            self.bring_about(effect, usage)?;
        }
        if replaces {
            self.state.turn.push = PushDuty::Replaced;
            self.add_ruling(Clause::SsM7, Change::TurnReplaced(seat));
        }
        Ok(())
    }
}

/// Refuses choices that the card does not ask for, so that no choice of a player is
/// silently dropped, and alternatives that are not chosen.
fn fits(rule: &MoveRule, choices: &MoveChoices) -> Result<(), Refused> {
    let is_fit = |part, chosen: Option<Alternative>| rule.alternatives(part).contains(&chosen);
    let asks = RequiredChoices::for_rule(rule, choices);
    let reason = if !is_fit(MovePart::Costs, choices.cost) {
        Reason::ChooseAlternative(MovePart::Costs)
    } else if !is_fit(MovePart::Effects, choices.effect) {
        Reason::ChooseAlternative(MovePart::Effects)
    } else if choices.pay_to.is_some() && !asks.pay {
        Reason::ChooseOpponent
    } else if choices.stack_on.is_some() && !asks.stack {
        Reason::ChooseStack
    } else if !choices.markers.is_empty() && asks.markers.is_none() {
        Reason::ChooseMarkers(0)
    } else if choices.target.is_some_and(|target| {
        let is_more = target.further != FurtherElements::None;
        !asks.target.is_possible() || (is_more && asks.takes.is_none())
    }) {
        Reason::ChooseTarget
    } else if choices.marker.is_some() && asks.marker.is_none() {
        Reason::ChooseMarker
    } else {
        return Ok(());
    };
    refuse(Clause::SsM2, reason)
}
