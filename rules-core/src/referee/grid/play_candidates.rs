//! Legal plays that explain a board at rest, and the decision about them.

use super::cell_states::{BoardAgreement, CellStates};
use crate::referee::decision::{Decision, GivenAnswer};
use crate::referee::evidence::Evidence;
use crate::referee::policy::Policy;
use crate::referee::policy_check::{PolicyResult, check_policy, with_standing_choices};
use crate::referee::question::{Choice, Doubt};
use crate::sensing::observation::Witnesses;
use heapless::Vec;

/// Maximum number of plays in the list; people would not read a longer one.
const MAX_PLAYS: usize = 16;

/// Number of plays on one page of a question.
const PAGE: usize = 3;

/// Support of a play by the cells that it changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::referee) enum Support {
    /// Every cell that the play changes shows its result.
    Shown,
    /// Some cells that the play changes are not known for certain.
    Open,
    /// Some cells that the play changes look as before, and have not changed meanwhile.
    Missing,
}

/// List of the plays that explain a board at rest.
#[derive(Debug, Clone, Default)]
pub(in crate::referee) struct PlayCandidates {
    list: Vec<(Choice, Support), MAX_PLAYS, u8>,
}

impl PlayCandidates {
    /// Adds a play to the list, unless its cells contradict it.
    pub(in crate::referee) fn push(&mut self, play: Choice, support: Support) {
        if support != Support::Missing {
            // Plays beyond sixteen are no better than those stored, and asked about.
            let _ = self.list.push((play, support));
        }
    }

    /// Iterates over the plays in the list, whatever their support.
    pub(in crate::referee) fn plays(&self) -> impl Iterator<Item = Choice> + '_ {
        self.list.iter().map(|&(play, _)| play)
    }

    /// True if the list contains no play.
    pub(in crate::referee) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// True if a play is in the list whose cells all show it.
    pub(in crate::referee) fn is_shown(&self) -> bool {
        self.list
            .iter()
            .any(|&(_, support)| support == Support::Shown)
    }

    /// Returns the play if it is the only one and all its cells show it; `None`
    /// otherwise.
    pub(in crate::referee) fn only(&self) -> Option<Choice> {
        match self.list.as_slice() {
            [(play, Support::Shown)] => Some(*play),
            _ => None,
        }
    }

    /// Returns the decision about the plays; `None` if there are none.
    pub(in crate::referee) fn decision(
        &self,
        board: &CellStates,
        policy: Policy,
        evidence: &Evidence,
        answered: GivenAnswer,
    ) -> Option<Decision> {
        if self.is_empty() {
            return None;
        }
        let Some(play) = self.only() else {
            return Some(match policy {
                Policy::LogOnly => Decision::Log,
                _ => self.ask(answered),
            });
        };
        let repairing = board.standing() != BoardAgreement::Agrees;
        Some(match check_policy(policy, evidence, Witnesses::Two) {
            PolicyResult::Log => Decision::Log,
            PolicyResult::Pass if repairing => {
                Decision::Ask(Doubt::Unsure, with_standing_choices([play]))
            }
            PolicyResult::Pass => play.action().map_or(Decision::Nothing, Decision::Judge),
            PolicyResult::Ask(doubt) => Decision::Ask(doubt, with_standing_choices([play])),
        })
    }

    /// Returns the decision to ask which play it was, page by page.
    pub(in crate::referee) fn ask(&self, answered: GivenAnswer) -> Decision {
        let page = match answered {
            Some((Doubt::Which(page), Choice::Other)) => usize::from(page) + 1,
            _ => 0,
        };
        let pages = self.list.chunks(PAGE).len().max(1);
        let page = page % pages;
        let shown = self.list.chunks(PAGE).nth(page).unwrap_or_default();
        let more = (pages > 1).then_some(Choice::Other);
        let list = shown.iter().map(|&(play, _)| play).chain(more);
        let doubt = match self.list.len() {
            1 => Doubt::Unsure,
            _ => Doubt::Which(page as u8),
        };
        Decision::Ask(doubt, with_standing_choices(list))
    }
}

/// Returns the weakest support of the cells that a play changes; `Shown` for none.
pub(in crate::referee) fn weakest(cells: impl Iterator<Item = Support>) -> Support {
    cells.max().unwrap_or(Support::Shown)
}
