//! Delay before a question is answered.

use super::question_tally::{QuestionKind, QuestionTally};
use super::ring_under_test::RingUnderTest;
use rules_core::referee::{Choice, Command, Question};
use rules_core::time::{Instant, Span};

/// Open question with the time of its answer, and a count of all questions.
#[derive(Debug)]
pub(crate) struct ThinkTimer {
    /// The open question; `None` if no question is open.
    open: Option<OpenQuestion>,
    /// Questions so far.
    pub(crate) tally: QuestionTally,
}

/// Question that people think about.
#[derive(Debug, Clone, Copy)]
struct OpenQuestion {
    number: u16,
    kind: QuestionKind,
    /// Time of the answer.
    due: Instant,
}

impl ThinkTimer {
    pub(crate) const fn new() -> Self {
        Self {
            open: None,
            tally: QuestionTally::NEW,
        }
    }

    /// Forgets the open question.
    pub(crate) const fn forget(&mut self) {
        self.open = None;
    }

    /// Returns true if this question is due. A new question becomes due after the time
    /// that `thinks` returns.
    pub(crate) fn is_due(
        &mut self,
        question: &Question,
        now: Instant,
        thinks: impl FnOnce() -> Span,
    ) -> bool {
        let open = match self.open {
            Some(open) if open.number == question.number => open,
            _ => {
                let kind = QuestionKind::of(question);
                self.tally.ask(kind);
                OpenQuestion {
                    number: question.number,
                    kind,
                    due: now + thinks(),
                }
            }
        };
        self.open = Some(open);
        now >= open.due
    }

    /// Answers the open question. If the answer is refused, gives `Choice::Nothing`, which
    /// every question accepts.
    pub(crate) fn answer(&mut self, choice: Choice, now: Instant, ring: &mut impl RingUnderTest) {
        let Some(open) = self.open.take() else {
            return;
        };
        self.tally.answer(open.kind, choice);
        let mut say = |choice| ring.command(now, &Command::Answer(open.number, choice));
        if say(choice).is_err() {
            let _ = say(Choice::Nothing);
        }
    }
}
