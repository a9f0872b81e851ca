//! Comparison of journal lines of the device and of the reference ring.
//!
//! A ring reads its own clock for some evidence, and the device does so a little later
//! than the reference ring. Everything else in a line must be equal.

use rules_core::referee::{Evidence, EvidenceKind, JournalLine, LineContent, Record};
use rules_core::time::{Instant, Span};

/// Largest difference between the clocks of device and reference ring when they judge what
/// was there before its time: work of the device that the reference ring does not wait for.
const LATE: Span = Span::millis(5);

/// True if the lines are equal but for times at which a ring read its own clock. Those of
/// a declaration or of rest are not compared; those of a platform or marker, which may
/// have been judged late, only to 5 ms.
#[must_use]
pub fn agree(device: &JournalLine, host: &JournalLine) -> bool {
    let bare = |entry: &JournalLine| (entry.seq, entry.body.hash, without_clock(&entry.body.line));
    bare(device) == bare(host) && are_close(&device.body.line, &host.body.line)
}

/// Returns the evidence in a line; `None` if the line has none.
fn evidence_of(line: &mut LineContent) -> Option<&mut Evidence> {
    match line {
        LineContent::Record(Record::Judge(judgement)) => Some(&mut judgement.evidence),
        LineContent::Record(Record::Refuse(_, evidence) | Record::Log(evidence)) => Some(evidence),
        LineContent::Record(Record::Ask(question)) => Some(&mut question.about),
        LineContent::Record(_) | LineContent::Snapshot(..) => None,
    }
}

/// Returns a line without the times at which the ring may have read its own clock: those
/// of declarations and of rest, and of platforms and markers that were there before their
/// time had come.
fn without_clock(line: &LineContent) -> LineContent {
    let mut line = line.clone();
    if let Some(evidence) = evidence_of(&mut line)
        && let EvidenceKind::Declared(_)
        | EvidenceKind::Rest
        | EvidenceKind::Unseen(_)
        | EvidenceKind::Board(_)
        | EvidenceKind::Docked(..)
        | EvidenceKind::Marker(_) = evidence.kind
    {
        evidence.at = Instant::ZERO;
    }
    line
}

/// True if platforms and markers in the two lines were judged at nearly the same time.
fn are_close(device: &LineContent, host: &LineContent) -> bool {
    let (mut device, mut host) = (device.clone(), host.clone());
    match (evidence_of(&mut device), evidence_of(&mut host)) {
        (Some(device), Some(host))
            if matches!(
                device.kind,
                EvidenceKind::Docked(..) | EvidenceKind::Marker(_)
            ) =>
        {
            device.at.0.abs_diff(host.at.0) <= u64::from(LATE.0)
        }
        _ => true,
    }
}
