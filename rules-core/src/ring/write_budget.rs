//! Budget of the flash writes that a host may cause without a touch.
//!
//! A sector of the flash endures 100,000 erases, and the journal keeps room for rulings
//! while it cannot erase. A host alone must neither wear the flash nor take that room:
//!
//! - A bucket holds `CAPACITY` tokens and gets one more every `REFILL`. A journal
//!   line costs one, a save of settings or calibration `SAVE_COST`. Without tokens the
//!   ring refuses the request and says when to repeat it. A host causes at most
//!   `ERASES_PER_HOUR` erases an hour, whatever it sends.
//! - Of the lines that the journal can take without an erase, a host gets
//!   `LINES_PER_RESERVE`; the others are left to the table.
//!
//! People at the table need no tokens, nor does a request that they allow by a touch.

use super::Ring;
use crate::time::{Instant, Span};
use crate::wire::hello::BootReason;
use crate::wire::message::{CalibrationCommand, Request, RequestError};

/// Number of tokens in a full bucket: 20 set-ups of a match of four, or ten changes of
/// the settings.
const CAPACITY: u8 = 120;

/// Time after which the bucket gets another token.
const REFILL: Span = Span::millis(5_000);

/// Tokens for a save: a sector holds three of the longest sets, but many journal lines.
const SAVE_COST: u8 = 12;

/// Tokens that a restart needs. The new bucket has fewer, so that a host gains none by
/// restarting the ring.
const RESTART_COST: u8 = 30;

/// Number of tokens after a restart other than by the power.
const AFTER_RESTART: u8 = 28;

/// Largest number of erases that a host can cause in an hour, rounded up: 840 tokens,
/// from a full bucket and an hour, buy as many lines with half as many lines of
/// snapshots, 16 of the longest to a sector.
pub const ERASES_PER_HOUR: u32 = 80;

/// Largest number of lines that a host can cause until the journal's reserve of 200
/// lines is complete again.
const LINES_PER_RESERVE: u8 = 64;

/// Budget of the writes that a host may cause.
#[derive(Debug)]
pub(super) struct WriteBudget {
    /// Time at which the bucket is full.
    full_at: Instant,
    /// Lines that the host caused since the journal's reserve was complete.
    lines: u8,
}

/// Writes that a request can cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WriteCost {
    /// The request writes nothing.
    None,
    /// The request writes journal lines, which are counted afterwards.
    Lines,
    /// The request needs this number of tokens.
    Tokens(u8),
}

impl WriteCost {
    /// Returns the writes that a request can cause.
    pub(super) const fn of(request: &Request) -> Self {
        match request {
            Request::Info
            | Request::Follow(_)
            | Request::Watch(_)
            | Request::Captures
            | Request::Capture { .. }
            | Request::Matches
            | Request::Identify(_)
            | Request::Calibrate(CalibrationCommand::Cancel)
            | Request::Calibration
            | Request::Stroke(_) => Self::None,
            Request::Card(..) | Request::Begin(_) | Request::Rematch | Request::Command(_) => {
                Self::Lines
            }
            // The save at the end of a guided calibration is paid then.
            Request::Calibrate(CalibrationCommand::Start | CalibrationCommand::Ready) => {
                Self::Tokens(0)
            }
            Request::Calibrate(CalibrationCommand::Restore)
            | Request::Configure(_)
            | Request::Name(_) => Self::Tokens(SAVE_COST),
            Request::Restart(_) => Self::Tokens(RESTART_COST),
        }
    }
}

impl WriteBudget {
    /// Budget with a full bucket.
    pub(super) const FULL: Self = Self {
        full_at: Instant::ZERO,
        lines: 0,
    };

    /// Creates the budget after a start for this reason.
    pub(super) fn new(boot: BootReason) -> Self {
        let mut budget = Self::FULL;
        if boot != BootReason::PowerUp {
            budget.take(Instant::ZERO, u32::from(CAPACITY - AFTER_RESTART));
        }
        budget
    }

    /// Checks that the bucket has this number of tokens.
    ///
    /// # Errors
    /// [`RequestError::TooManyWrites`] with the time to wait.
    fn check(&self, now: Instant, tokens: u8) -> Result<(), RequestError> {
        let most = u64::from(CAPACITY - tokens) * u64::from(REFILL.0);
        let missing = self.full_at.0.saturating_sub(now.0).saturating_sub(most);
        if missing == 0 {
            return Ok(());
        }
        let seconds = u16::try_from(missing.div_ceil(1_000_000)).unwrap_or(u16::MAX);
        Err(RequestError::TooManyWrites { seconds })
    }

    /// Takes tokens, also more than there are: then the next request waits longer.
    fn take(&mut self, now: Instant, tokens: u32) {
        let time = u64::from(tokens) * u64::from(REFILL.0);
        self.full_at = Instant(self.full_at.max(now).0.saturating_add(time));
    }

    /// Notes that the journal's reserve is complete.
    pub(super) const fn on_reserve(&mut self) {
        self.lines = 0;
    }
}

impl<const CHUNKS: usize> Ring<CHUNKS> {
    /// Checks that the budget allows a request of a host with this cost.
    ///
    /// # Errors
    /// [`RequestError::TooManyWrites`] or [`RequestError::JournalBusy`] if not.
    pub(super) fn check_budget(&self, cost: WriteCost) -> Result<(), RequestError> {
        match cost {
            WriteCost::None => Ok(()),
            WriteCost::Lines if self.budget.lines >= LINES_PER_RESERVE => {
                Err(RequestError::JournalBusy)
            }
            WriteCost::Lines => self.budget.check(self.now, 1),
            WriteCost::Tokens(tokens) => self.budget.check(self.now, tokens),
        }
    }

    /// Takes the tokens for a request of a host that was executed. `next` is the number
    /// of the next journal line before it.
    pub(super) fn pay(&mut self, cost: WriteCost, next: u32) {
        let lines = self.out.journal.next().saturating_sub(next);
        self.budget.lines = self
            .budget
            .lines
            .saturating_add(u8::try_from(lines).unwrap_or(u8::MAX));
        let tokens = match cost {
            WriteCost::None | WriteCost::Lines => lines,
            WriteCost::Tokens(tokens) => u32::from(tokens),
        };
        self.budget.take(self.now, tokens);
    }

    /// Takes the tokens for a save that a host may have caused.
    pub(super) fn pay_save(&mut self) {
        self.budget.take(self.now, u32::from(SAVE_COST));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u64) -> Instant {
        Instant(seconds * 1_000_000)
    }

    #[test]
    fn an_empty_bucket_says_when_to_come_back() {
        let mut budget = WriteBudget::new(BootReason::PowerUp);
        for _ in 0..CAPACITY {
            assert_eq!(budget.check(at(7), 1), Ok(()));
            budget.take(at(7), 1);
        }
        let wait = |seconds| Err(RequestError::TooManyWrites { seconds });
        assert_eq!(budget.check(at(7), 1), wait(5));
        assert_eq!(budget.check(at(8), SAVE_COST), wait(59));
        assert_eq!(budget.check(at(12), 1), Ok(()));
        assert_eq!(budget.check(at(11), 2), wait(6));
    }

    #[test]
    fn a_restart_gains_no_token() {
        const { assert!(AFTER_RESTART < RESTART_COST) };
        let budget = WriteBudget::new(BootReason::Asked);
        assert_eq!(budget.check(Instant::ZERO, AFTER_RESTART), Ok(()));
        assert!(budget.check(Instant::ZERO, RESTART_COST).is_err());
    }
}
