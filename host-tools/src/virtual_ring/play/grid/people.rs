//! The people at a grid board: they answer what the referee asks, truthfully and
//! after a moment, with their hands off the board.

use super::truth::Truth;
use crate::virtual_ring::chance::Chance;
use crate::virtual_ring::play::explain;
use crate::virtual_ring::play::judge::Judge;
use crate::virtual_ring::play::pondering::Pondering;
use rules_core::games::abalone::Move;
use rules_core::referee::sumoo::Deed;
use rules_core::referee::{Choice, Doubt, Game, Question};
use rules_core::time::{Instant, Span};

/// Pages of a list that somebody reads before giving up.
const PAGES: u8 = 8;

/// Who sits at the board.
#[derive(Debug)]
pub(super) struct People {
    pub(super) pondering: Pondering,
    /// Pages turned since the last answer.
    pages: u8,
}

impl People {
    pub(super) const fn new() -> Self {
        Self {
            pondering: Pondering::new(),
            pages: 0,
        }
    }

    /// Listens to the referee, hands off the board.
    pub(super) fn attend(
        &mut self,
        now: Instant,
        judge: &mut impl Judge,
        truth: &Truth,
        chance: &mut Chance,
    ) {
        let Some(question) = judge.question() else {
            self.pondering.forget();
            return;
        };
        let number = question.number;
        let thinks = || Span::millis(chance.whole(500, 1_500));
        if !self.pondering.is_due(number, now, thinks) {
            return;
        }
        let mut choice = answer(question, judge.game(), truth);
        self.pages = match choice {
            Choice::Other => self.pages + 1,
            _ => 0,
        };
        if self.pages > PAGES {
            (self.pages, choice) = (0, Choice::Nothing);
        }
        explain(|| format!("{now} asked {question:?}; answer {choice}"));
        self.pondering.answer(number, choice, now, judge);
    }
}

/// What is true: the play that leads to what lies on the board.
fn answer(question: &Question, judged: Option<&Game>, truth: &Truth) -> Choice {
    if let Doubt::AfterCut | Doubt::Overflow = question.doubt {
        return Choice::TableIsRight;
    }
    let is_true = |choice: &&Choice| match (**choice, judged, truth) {
        (Choice::Abalone(Move::Pass), Some(Game::Abalone(judged)), Truth::Abalone(truth)) => {
            truth.turns() > judged.game().turns()
        }
        (Choice::Abalone(action), Some(Game::Abalone(judged)), Truth::Abalone(truth)) => {
            let mut after = *judged.position();
            after.play(action).is_ok() && after.board() == truth.position().board()
        }
        (Choice::Sumoo(Deed::Acts(acts)), Some(Game::Sumoo(judged)), Truth::Sumoo(truth)) => {
            let after = acts.result(judged.game().position());
            after.is_some_and(|it| it.appearance() == truth.position().appearance())
        }
        (Choice::Sumoo(Deed::EndTurn), Some(Game::Sumoo(judged)), Truth::Sumoo(truth)) => {
            truth.turns_ended() > judged.game().turns_ended()
        }
        _ => false,
    };
    let known = question.choices.iter().find(is_true).copied();
    let more = question.choices.iter().find(|&&it| it == Choice::Other);
    known.or(more.copied()).unwrap_or(Choice::Nothing)
}
