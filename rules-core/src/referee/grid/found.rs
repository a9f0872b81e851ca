//! The legal plays that explain a settled board, and what is done about them.

use super::board::{Board, Standing};
use crate::referee::evidence::{Evidence, Witnesses};
use crate::referee::game::Play;
use crate::referee::gate::{Gate, choices, gate};
use crate::referee::kind::Policy;
use crate::referee::question::{Choice, Doubt};
use crate::referee::verdict::{Answered, Verdict};
use heapless::Vec;

/// Plays that are kept. With more of them on the list nobody would read it.
const MOST: usize = 16;

/// Plays on one page of a question.
const PAGE: usize = 3;

/// How well a play is borne out by the cells it changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::referee) enum Support {
    /// Every one of them shows it.
    Shown,
    /// Of some nothing certain is known.
    Open,
    /// Some look as before, and nobody has touched them.
    Missing,
}

/// The plays that explain a board.
#[derive(Debug, Clone, Default)]
pub(in crate::referee) struct Found {
    list: Vec<(Choice, Support), MOST, u8>,
}

impl Found {
    /// Notes a play, unless its cells speak against it.
    pub(in crate::referee) fn note(&mut self, play: Choice, support: Support) {
        if support != Support::Missing {
            // Those beyond sixteen are no better than those kept, and asked.
            let _ = self.list.push((play, support));
        }
    }

    /// Whether there are none.
    pub(in crate::referee) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether one of them is borne out by all its cells.
    pub(in crate::referee) fn is_shown(&self) -> bool {
        self.list.iter().any(|it| it.1 == Support::Shown)
    }

    /// The only one, if all its cells show it.
    pub(in crate::referee) fn only(&self) -> Option<Choice> {
        match self.list.as_slice() {
            [(play, Support::Shown)] => Some(*play),
            _ => None,
        }
    }

    /// What is done about them; nothing if there are none.
    pub(in crate::referee) fn verdict(
        &self,
        board: &Board,
        policy: Policy,
        evidence: &Evidence,
        answered: Answered,
    ) -> Option<Verdict> {
        if self.is_empty() {
            return None;
        }
        let Some(play) = self.only() else {
            return Some(match policy {
                Policy::LogOnly => Verdict::Log,
                _ => self.ask(answered),
            });
        };
        let repairing = board.standing() != Standing::Fine;
        Some(match gate(policy, evidence, Witnesses::Two) {
            Gate::Log => Verdict::Log,
            Gate::Pass if repairing => Verdict::Ask(Doubt::Unsure, choices([play])),
            Gate::Pass => play_of(play).map_or(Verdict::Idle, Verdict::Judge),
            Gate::Ask(doubt) => Verdict::Ask(doubt, choices([play])),
        })
    }

    /// Which of them it was, page by page.
    pub(in crate::referee) fn ask(&self, answered: Answered) -> Verdict {
        let page = match answered {
            Some((Doubt::Which(page), Choice::Other)) => usize::from(page) + 1,
            _ => 0,
        };
        let pages = self.list.chunks(PAGE).len().max(1);
        let page = page % pages;
        let shown = self.list.chunks(PAGE).nth(page).unwrap_or_default();
        let more = (pages > 1).then_some(Choice::Other);
        let list = shown.iter().map(|it| it.0).chain(more);
        let doubt = match self.list.len() {
            1 => Doubt::Unsure,
            _ => Doubt::Which(page as u8),
        };
        Verdict::Ask(doubt, choices(list))
    }
}

/// The play an answer names.
const fn play_of(choice: Choice) -> Option<Play> {
    match choice {
        Choice::Abalone(action) => Some(Play::Abalone(action)),
        Choice::Sumoo(deed) => Some(Play::Sumoo(deed)),
        _ => None,
    }
}

/// The weakest of the cells a play changes; `Shown` for none.
pub(in crate::referee) fn weakest(cells: impl Iterator<Item = Support>) -> Support {
    cells.max().unwrap_or(Support::Shown)
}
