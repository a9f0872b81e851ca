//! Check of evidence against its policy, and the answers that every question has.

use super::evidence::Evidence;
use super::policy::Policy;
use super::question::{Choice, ChoiceList, Doubt};
use crate::sensing::observation::Witnesses;

/// Result of checking evidence against its policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PolicyResult {
    /// Judge without asking.
    Pass,
    /// Ask the table first, for this doubt.
    Ask(Doubt),
    /// Write a log line and do nothing.
    Log,
}

/// Checks evidence with this number of independent sensors against a policy.
pub(super) fn check_policy(
    policy: Policy,
    evidence: &Evidence,
    witnesses: Witnesses,
) -> PolicyResult {
    match policy {
        Policy::LogOnly => PolicyResult::Log,
        _ if !evidence.certainty.is_high() => PolicyResult::Ask(Doubt::Unsure),
        Policy::Ask => PolicyResult::Ask(Doubt::Policy),
        Policy::TwoSensors if witnesses == Witnesses::One => PolicyResult::Ask(Doubt::OneSensor),
        Policy::TwoSensors | Policy::Accept => PolicyResult::Pass,
    }
}

/// Returns the choices and the two that every question has, `Nothing` and
/// `RefereeIsRight`. Choices beyond the room of the list are left out.
pub(super) fn with_standing_choices(list: impl IntoIterator<Item = Choice>) -> ChoiceList {
    let room = ChoiceList::new().capacity() - 2;
    list.into_iter()
        .take(room)
        .chain([Choice::Nothing, Choice::RefereeIsRight])
        .collect()
}
