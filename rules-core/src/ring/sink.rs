//! Sink of the referee's output: lines to the journal writer, tunes to the buzzer.

use super::journal_writer::JournalWriter;
use crate::panel::Tune;
use crate::referee::{Event, JournalLine, LineContent, Record, Sink};
use crate::sensing::observation::ObservationId;
use heapless::Vec;

/// Sink for the lines and events of the referee: journal, next tune, and links to
/// captures.
#[derive(Debug)]
pub(super) struct RingSink {
    pub(super) journal: JournalWriter,
    /// Most important tune since the buzzer last took one; `None` if there is none.
    pub(super) tune: Option<Tune>,
    /// Journal lines that rest on an observation, which the ring links to its capture.
    pub(super) decisions: Vec<(u32, ObservationId), 8>,
}

/// Returns the observation that a journal line rests on; `None` if there is none.
fn ground(line: &LineContent) -> Option<ObservationId> {
    let evidence = match line {
        LineContent::Record(Record::Judge(judgement)) => &judgement.evidence,
        LineContent::Record(Record::Refuse(_, evidence) | Record::Log(evidence)) => evidence,
        LineContent::Record(Record::Ask(question)) => &question.about,
        LineContent::Record(_) | LineContent::Snapshot(..) => return None,
    };
    (evidence.id != ObservationId::NONE).then_some(evidence.id)
}

impl Sink for RingSink {
    fn entry(&mut self, entry: JournalLine) {
        self.journal.append(&entry);
        if let Some(id) = ground(&entry.body.line) {
            // More than eight at once leave the others without a capture.
            let _ = self.decisions.push((entry.seq, id));
        }
    }

    fn event(&mut self, event: Event) {
        let tune = Tune::for_event(&event.kind);
        self.tune = self.tune.max(tune);
    }
}
