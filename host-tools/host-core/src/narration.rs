//! Narration of a match: sentences as timed lines under numbered turns.

use crate::sentences::{Phrasebook, SentenceKind, SessionEvent, capital};
use rules_core::time::Instant;

/// Line of a narration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Narration {
    /// Time of the event on the ring's clock.
    pub at: Instant,
    /// Kind of the event.
    pub kind: SentenceKind,
    /// Clause that the event rests on; without one, a word for the kind of event.
    pub label: String,
    /// Sentence about the event.
    pub text: String,
    /// Answers on offer; empty unless the line is a question.
    pub answers: Vec<String>,
}

/// Returns the narration of an event; `None` for an event that the lines around it state
/// as well.
#[must_use]
pub fn narrate(book: &Phrasebook<'_>, told: &SessionEvent) -> Option<Narration> {
    let sentence = book.event(&told.event.kind, &told.context);
    let turn = |text: &str| match told.context.turn {
        Some(number) => book.numbered(number, text),
        None => text.to_owned(),
    };
    let (kind, text) = match sentence.kind {
        SentenceKind::TurnEnd | SentenceKind::Trace => return None,
        SentenceKind::Turn => (SentenceKind::Turn, turn(&sentence.text)),
        // Where no ruling begins the first turn, the match does.
        SentenceKind::Start => match (told.context.turn, told.context.seat) {
            (Some(_), Some(seat)) if book.names.tell_turns() => {
                (SentenceKind::Turn, turn(&book.turn_of(seat)))
            }
            _ => return None,
        },
        kind => (kind, sentence.text.clone()),
    };
    Some(Narration {
        at: told.event.at,
        kind,
        label: sentence.label(book.language),
        text: capital(&text),
        answers: sentence.answers,
    })
}

impl Narration {
    /// Returns the narration as a line of plain text. A turn has an empty line above it.
    #[must_use]
    pub fn line(&self) -> String {
        let seconds = self.at.0 as f64 / 1e6;
        let Self { label, text, .. } = self;
        match self.kind {
            SentenceKind::Turn => format!("\n{text}"),
            _ if self.answers.is_empty() => format!("{seconds:>8.2}  {label:<8} {text}"),
            _ => {
                let answers = self.answers.join(" | ");
                format!("{seconds:>8.2}  {label:<8} {text} [{answers}]")
            }
        }
    }
}
