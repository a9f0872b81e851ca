//! What a policy says to evidence, and the answers every question has.

use super::evidence::{Evidence, Witnesses};
use super::kind::Policy;
use super::question::{Choice, Choices, Doubt};

/// Whether something seen passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gate {
    /// It does.
    Pass,
    /// It is asked.
    Ask(Doubt),
    /// It is only written down.
    Log,
}

/// What the policy says to evidence with so many witnesses. What people have
/// answered passes.
pub(super) fn gate(policy: Policy, evidence: &Evidence, witnesses: Witnesses) -> Gate {
    match policy {
        Policy::LogOnly => Gate::Log,
        _ if !evidence.certainty.is_high() => Gate::Ask(Doubt::Unsure),
        Policy::Ask => Gate::Ask(Doubt::Policy),
        Policy::TwoSensors if witnesses == Witnesses::One => Gate::Ask(Doubt::OneSensor),
        Policy::TwoSensors | Policy::Accept => Gate::Pass,
    }
}

/// The answers with the two that always are.
pub(super) fn choices(list: impl IntoIterator<Item = Choice>) -> Choices {
    let room = Choices::new().capacity() - 2;
    list.into_iter()
        .take(room)
        .chain([Choice::Nothing, Choice::RefereeIsRight])
        .collect()
}
