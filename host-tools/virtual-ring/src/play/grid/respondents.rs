//! People at a grid board: they answer the referee's questions, truthfully and after a
//! moment, with their hands off the board.

use super::truth::TrueGame;
use crate::explain::explain;
use crate::play::ring_under_test::RingUnderTest;
use crate::play::think_time::ThinkTimer;
use crate::sim_rng::SimRng;
use rules_core::referee::{AnyGame, Choice, Doubt, Question};
use rules_core::time::{Instant, Span};

/// Number of pages of a list of choices that a player reads before giving up.
const MAX_PAGES: u8 = 8;

/// People at the board who answer the referee's questions.
#[derive(Debug)]
pub(crate) struct GridRespondents {
    pub(crate) pondering: ThinkTimer,
    /// Number of pages turned since the last answer.
    pages: u8,
}

impl GridRespondents {
    pub(crate) const fn new() -> Self {
        Self {
            pondering: ThinkTimer::new(),
            pages: 0,
        }
    }

    /// Answers an open question when its time has come, with hands off the board.
    pub(crate) fn attend(
        &mut self,
        now: Instant,
        ring: &mut impl RingUnderTest,
        truth: &dyn TrueGame,
        rng: &mut SimRng,
    ) {
        let Some(question) = ring.question() else {
            self.pondering.forget();
            return;
        };
        let thinks = || Span::millis(rng.whole(500, 1_500));
        if !self.pondering.is_due(question, now, thinks) {
            return;
        }
        let mut choice = answer(question, ring.game(), truth);
        self.pages = match choice {
            Choice::Other => self.pages + 1,
            _ => 0,
        };
        if self.pages > MAX_PAGES {
            (self.pages, choice) = (0, Choice::Nothing);
        }
        explain(|| format!("{now} asked {question:?}; answer {choice}"));
        self.pondering.answer(choice, now, ring);
    }
}

/// Determines the true answer to a question: the play that leads to the pieces on the
/// board.
fn answer(question: &Question, judged: Option<&AnyGame>, truth: &dyn TrueGame) -> Choice {
    if let Doubt::AfterCut | Doubt::Overflow = question.doubt {
        return Choice::TableIsRight;
    }
    let is_true = |choice: &&Choice| match (choice.action(), judged) {
        (Some(action), Some(judged)) => truth.confirms(&action, judged),
        _ => false,
    };
    let known = question.choices.iter().find(is_true).copied();
    let more = question
        .choices
        .iter()
        .find(|&&choice| choice == Choice::Other);
    known.or(more.copied()).unwrap_or(Choice::Nothing)
}
