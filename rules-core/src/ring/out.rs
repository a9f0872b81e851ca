//! Where what the referee says goes: lines to the keeper, tunes to the buzzer.

use super::keeper::Keeper;
use crate::panel::Tune;
use crate::referee::{Entry, Event, Evidence, Line, Record, Seen, Sink};
use crate::time::Instant;
use heapless::Vec;

/// What has been said and not been passed on yet.
#[derive(Debug)]
pub(super) struct Out {
    pub(super) keeper: Keeper,
    pub(super) tune: Option<Tune>,
    /// Lines that rest on something seen at a time, for the evidence.
    pub(super) decisions: Vec<(u32, Instant), 8>,
}

/// What a line rests on, if that was seen.
fn ground(line: &Line) -> Option<&Evidence> {
    let evidence = match line {
        Line::Record(Record::Judge(judgement)) => &judgement.evidence,
        Line::Record(Record::Refuse(_, evidence) | Record::Log(evidence)) => evidence,
        Line::Record(Record::Ask(question)) => &question.about,
        Line::Record(_) | Line::Snapshot(..) => return None,
    };
    (!matches!(evidence.seen, Seen::Said(_) | Seen::Rest | Seen::Unseen(_))).then_some(evidence)
}

impl Sink for Out {
    fn entry(&mut self, entry: Entry) {
        self.keeper.keep(&entry);
        if let Some(evidence) = ground(&entry.body.line) {
            // More than eight at once leave the rest without evidence.
            let _ = self.decisions.push((entry.seq, evidence.at));
        }
    }

    fn event(&mut self, event: Event) {
        let tune = Tune::of(&event.what);
        self.tune = self.tune.max(tune);
    }
}
