//! Delay before a question is answered.

use super::ring_under_test::RingUnderTest;
use rules_core::referee::{Choice, Command};
use rules_core::time::{Instant, Span};

/// Open question with the time of its answer, and a count of all questions.
#[derive(Debug)]
pub(crate) struct ThinkTimer {
    /// Number of the open question and the time of its answer; `None` if no question is
    /// open.
    open: Option<(u16, Instant)>,
    /// Number of questions so far.
    pub(crate) asked: u32,
}

impl ThinkTimer {
    pub(crate) const fn new() -> Self {
        Self {
            open: None,
            asked: 0,
        }
    }

    /// Forgets the open question.
    pub(crate) const fn forget(&mut self) {
        self.open = None;
    }

    /// Returns true if the question with this number is due. A new question becomes due
    /// after the time that `thinks` returns.
    pub(crate) fn is_due(
        &mut self,
        number: u16,
        now: Instant,
        thinks: impl FnOnce() -> Span,
    ) -> bool {
        let due = match self.open {
            Some((open, due)) if open == number => due,
            _ => {
                self.asked += 1;
                now + thinks()
            }
        };
        self.open = Some((number, due));
        now >= due
    }

    /// Answers the question with this number. If the answer is refused, gives
    /// `Choice::Nothing`, which every question accepts.
    pub(crate) fn answer(
        &mut self,
        number: u16,
        choice: Choice,
        now: Instant,
        ring: &mut impl RingUnderTest,
    ) {
        let mut say = |choice| ring.command(now, &Command::Answer(number, choice));
        if say(choice).is_err() {
            let _ = say(Choice::Nothing);
        }
        self.forget();
    }
}
