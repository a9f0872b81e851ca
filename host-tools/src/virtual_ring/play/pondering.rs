//! A question that somebody thinks about before it is answered.

use super::judge::Judge;
use rules_core::referee::{Choice, Command};
use rules_core::time::{Instant, Span};

/// The question being thought about, and how many there were.
#[derive(Debug)]
pub(super) struct Pondering {
    /// Its number, and when it is answered.
    open: Option<(u16, Instant)>,
    /// Questions so far.
    pub(super) asked: u32,
}

impl Pondering {
    pub(super) const fn new() -> Self {
        Self {
            open: None,
            asked: 0,
        }
    }

    /// Nothing is asked.
    pub(super) const fn forget(&mut self) {
        self.open = None;
    }

    /// Whether the question of this number has been thought about for long enough;
    /// a new one takes as long as `thinks` says.
    pub(super) fn is_due(
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

    /// Answers the question of this number; if that is not taken, with the one
    /// answer that every question takes.
    pub(super) fn answer(
        &mut self,
        number: u16,
        choice: Choice,
        now: Instant,
        judge: &mut impl Judge,
    ) {
        let mut say = |choice| judge.command(now, &Command::Answer(number, choice));
        if say(choice).is_err() {
            let _ = say(Choice::Nothing);
        }
        self.forget();
    }
}
