//! Power cuts within a round of two faults: at any input or any write of the flash while
//! the other fault acts, or while the ring recovers from the first cut.

use super::RoundResult;
use super::trial::{Agreement, Trial};
use crate::mock_flash::Tear;
use rules_core::games::kabuto::{Action, Match};
use rules_core::referee::{AnyGame, Command};
use rules_core::sensing::observation::ObservationKind;
use rules_core::time::Instant;
use rules_core::wire::BootReason;
use std::collections::VecDeque;

/// Number of times that people recover from a cut and compare again in one part of a
/// round.
const MAX_RECOVERIES: usize = 6;

/// Number of steps that people take to correct the ring's state.
const MAX_CORRECTIONS: usize = 4;

/// Planned power cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outage {
    /// After this number of further inputs.
    Inputs(u32),
    /// Within the flash operation after this number of further ones.
    Writes(u64, Tear),
}

/// Power cuts of a round that are due, and the state after the last one.
#[derive(Debug, Default)]
pub(super) struct Outages {
    /// Cut that is armed; `None` if no cut is due.
    armed: Option<Outage>,
    /// Cuts that are armed one after the other, each when the ring has restarted.
    waiting: VecDeque<Outage>,
    /// True after a cut until people have looked at the table.
    was_cut: bool,
    /// True while a restarting ring misses the rest of an action.
    is_starting: bool,
    /// Number of cuts in this round.
    pub count: u64,
}

impl Trial {
    /// Plans a power cut; a second one follows the restart after the first.
    pub(super) fn plan_cut(&mut self, outage: Outage) {
        let Some(paired) = &mut self.paired else {
            return;
        };
        paired.outages.waiting.push_back(outage);
        if paired.outages.armed.is_none() {
            self.arm();
        }
    }

    fn arm(&mut self) {
        let Some(paired) = &mut self.paired else {
            return;
        };
        paired.outages.armed = paired.outages.waiting.pop_front();
        if let Some(Outage::Writes(writes, tear)) = paired.outages.armed {
            self.local.flash_mut().cut_after(writes, tear);
        }
    }

    /// True while a restarting ring misses the rest of an action.
    pub(super) fn is_starting(&self) -> bool {
        let paired = self.paired.as_ref();
        paired.is_some_and(|paired| paired.outages.is_starting)
    }

    /// Lets the connected client receive bytes at random, then cuts the power if a cut is
    /// due, or gives the port to the other client at random. Called after every input of a
    /// round with two faults.
    pub(super) fn interrupt(&mut self) {
        if self.paired.is_some() && self.rng.below(2) == 0 {
            self.talk();
        }
        let Some(paired) = &mut self.paired else {
            return;
        };
        let is_due = match &mut paired.outages.armed {
            Some(Outage::Inputs(0)) => true,
            Some(Outage::Inputs(inputs)) => {
                *inputs -= 1;
                false
            }
            Some(Outage::Writes(..)) => !self.local.flash().is_powered(),
            None => false,
        };
        if is_due {
            self.lose_power();
        } else if self.rng.below(24) == 0 {
            self.hand_over();
        }
    }

    /// Cuts the power and restarts the ring. The connected client may have received the
    /// last bytes. The sensors repeat what still holds.
    fn lose_power(&mut self) {
        self.receive_last_bytes();
        let reason = match self.rng.below(2) {
            0 => BootReason::PowerUp,
            _ => BootReason::Watchdog,
        };
        let is_starting = self.rng.below(2) == 0;
        let mut standing = Vec::new();
        let mut next = None;
        if let Some(paired) = &mut self.paired {
            let outages = &mut paired.outages;
            outages.count += 1;
            outages.was_cut = true;
            outages.is_starting = is_starting;
            outages.armed = outages.waiting.pop_front();
            next = outages.armed;
            standing.clone_from(&paired.standing);
        }
        let within = match next {
            Some(Outage::Writes(writes, tear)) => Some((writes, tear)),
            Some(Outage::Inputs(_)) | None => None,
        };
        self.local.power_cycle_within(reason, within);
        self.now = Instant(1_000_000);
        self.line = 0;
        self.plug();
        for what in standing {
            self.inject(what);
        }
    }

    /// Takes all hands out of the gutters.
    pub(super) fn withdraw_hands(&mut self) {
        let Some(paired) = &mut self.paired else {
            return;
        };
        let mut edges = Vec::new();
        paired.standing.retain(|what| match what {
            ObservationKind::Hand(spot) => {
                edges.push(spot.edge);
                false
            }
            _ => true,
        });
        for edge in edges {
            self.inject(ObservationKind::HandGone(edge));
        }
    }

    /// Resolves one part of a round: recovers from the cuts in it, answers questions and
    /// compares with ground truth.
    pub(super) fn settle(&mut self) -> RoundResult {
        let mut result = RoundResult::default();
        for _ in 0..MAX_RECOVERIES {
            if let Some(paired) = &mut self.paired {
                paired.outages.is_starting = false;
                if std::mem::take(&mut paired.outages.was_cut) {
                    result = result.and(self.recover());
                    if result != RoundResult::default() {
                        return result;
                    }
                }
            }
            let happened = self.paired.as_ref().and_then(|paired| paired.last.clone());
            let agreement = self.sort_out(happened.as_ref());
            let paired = self.paired.as_ref();
            if paired.is_none_or(|paired| !paired.outages.was_cut) {
                return result.and(RoundResult::from_agreement(agreement));
            }
        }
        RoundResult::from_agreement(Agreement::Stuck)
    }

    /// Checks the state that the ring resumed with, which must be that before or after
    /// the last action. Then people look at the table, answer, and correct the ring.
    fn recover(&mut self) -> RoundResult {
        let Some(paired) = &self.paired else {
            return RoundResult::default();
        };
        let game = self.session().game().and_then(AnyGame::get::<Match>);
        let stands = match game {
            _ if paired.is_undoing => true,
            Some(game) => {
                game.state() == paired.before.state() || game.state() == self.truth.state()
            }
            None => paired.before.outcome().is_some(),
        };
        if !stands || self.local.lost() > 0 {
            return RoundResult {
                lost: true,
                ..RoundResult::default()
            };
        }
        let happened = paired.last.clone();
        self.answer_all(happened.as_ref());
        self.look_around();
        self.correct();
        self.talk();
        RoundResult::default()
    }

    /// Lets people correct the ring's state: they declare the actions that it misses, or
    /// take steps back and forth until they can.
    pub(super) fn correct(&mut self) {
        for _ in 0..MAX_CORRECTIONS {
            let happened = self.paired.as_ref().and_then(|paired| paired.last.clone());
            self.answer_all(happened.as_ref());
            if self.agrees() {
                return;
            }
            let missing = self.missing_action();
            match missing {
                Some(action) => self.declare(&action),
                None => {
                    let redone = self.local.command(self.now, &Command::Redo);
                    if redone.is_err() {
                        let _ = self.local.command(self.now, &Command::Undo);
                    }
                    self.interrupt();
                }
            }
        }
    }

    /// Returns the action that comes next after the ring's state, if the match was in this
    /// state before one of its last actions.
    fn missing_action(&self) -> Option<Action> {
        let (ring, paired) = (self.judged()?, self.paired.as_ref()?);
        let mut path = paired.path.iter().rev();
        let step = path.find(|(before, _)| before.state() == ring.state());
        step.map(|(_, action)| action.clone())
    }

    /// Ends the power cuts of a round: a cut between two events that has not come happens
    /// now, one within a write is cancelled.
    pub(super) fn end_cuts(&mut self) {
        let Some(paired) = &mut self.paired else {
            return;
        };
        paired.outages.waiting.clear();
        match paired.outages.armed {
            Some(Outage::Inputs(_)) => {
                paired.outages.armed = None;
                self.lose_power();
            }
            Some(Outage::Writes(..)) if !self.local.flash().is_powered() => self.lose_power(),
            Some(Outage::Writes(..)) => {
                paired.outages.armed = None;
                self.local.flash_mut().power_up();
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Outage, Trial};
    use crate::faults::{RoundResult, pairs};

    /// Plays an action with everything that follows from it.
    fn play(trial: &mut Trial) {
        let _ = trial.play();
        assert_eq!(trial.settle(), RoundResult::default());
    }

    #[test]
    fn a_ring_that_resumes_its_match_lost_nothing() {
        let mut trial = pairs::new_trial(3);
        trial.plan_cut(Outage::Inputs(0));
        play(&mut trial);
        let cuts = trial.paired.map(|paired| paired.outages.count);
        assert_eq!(cuts, Some(1));
    }

    #[test]
    fn a_ring_that_forgets_two_actions_is_counted_as_lost() {
        let mut trial = pairs::new_trial(3);
        play(&mut trial);
        let old = trial.local.flash().clone();
        play(&mut trial);
        play(&mut trial);
        *trial.local.flash_mut() = old;
        trial.plan_cut(Outage::Inputs(0));
        trial.end_cuts();
        assert!(trial.settle().lost);
    }
}
