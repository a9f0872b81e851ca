//! Sheet of text beside the board: what a person can do now, or the grounds of rulings.

use host_core::palette::{self, Rgb};
use host_core::sentences::{Phrasebook, SessionEvent};
use virtual_ring::demo::view::GroundView;

/// Rulings of which the sentence is kept: more than the ring keeps grounds.
const KEPT: usize = 64;

/// Sheet of text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextSheet {
    /// Text of its first line.
    pub heading: String,
    /// Further lines, which are wrapped.
    pub lines: Vec<(LineTone, String)>,
}

/// Weight of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineTone {
    /// A line as any other.
    Plain,
    /// A line of lower importance.
    Soft,
    /// A key and what it does.
    Key,
    /// A question or a refusal.
    Alert,
}

impl LineTone {
    /// Returns the colour of a line.
    #[must_use]
    pub const fn colour(self) -> Rgb {
        match self {
            Self::Plain => palette::INK,
            Self::Soft => palette::SOFT,
            Self::Key => palette::ANSWER,
            Self::Alert => palette::ALERT,
        }
    }
}

impl TextSheet {
    /// Creates a sheet without lines.
    #[must_use]
    pub fn new(heading: impl Into<String>) -> Self {
        Self {
            heading: heading.into(),
            lines: Vec::new(),
        }
    }

    /// Appends a line.
    pub fn add(&mut self, tone: LineTone, line: impl Into<String>) {
        self.lines.push((tone, line.into()));
    }
}

/// Sentences of the last rulings, by which grounds are told.
#[derive(Debug, Clone, Default)]
pub struct RulingLog {
    /// Number of the journal line, its sentence, and its rule.
    rulings: Vec<(u32, String, Option<&'static str>)>,
}

impl RulingLog {
    /// Notes an event.
    pub fn on_event(&mut self, book: &Phrasebook<'_>, told: &SessionEvent) {
        let sentence = book.event(&told.event.kind, &told.context);
        let rule = sentence.clause.map(rules_core::clause::Clause::sentence);
        if self.rulings.len() == KEPT {
            self.rulings.remove(0);
        }
        self.rulings.push((told.event.seq, sentence.text, rule));
    }

    /// Returns the sheet with the grounds of the last rulings, newest first.
    #[must_use]
    pub fn why(&self, grounds: &[GroundView]) -> TextSheet {
        let mut sheet = TextSheet::new("Why? The last rulings and their grounds");
        for ground in grounds {
            let of_line = self.rulings.iter().filter(|ruling| ruling.0 == ground.seq);
            for (_, text, rule) in of_line {
                sheet.add(LineTone::Plain, text.clone());
                if let Some(rule) = rule {
                    sheet.add(LineTone::Soft, format!("rule: {rule}"));
                }
            }
            let GroundView {
                seen,
                certainty,
                passed,
                ..
            } = ground;
            sheet.add(
                LineTone::Key,
                format!("seen: {seen}; {certainty}; by {passed}"),
            );
        }
        if sheet.lines.is_empty() {
            sheet.add(LineTone::Soft, "Nothing has been judged yet.");
        }
        sheet
    }
}

#[cfg(test)]
mod tests {
    use super::{LineTone, RulingLog, TextSheet};
    use virtual_ring::demo::view::GroundView;

    #[test]
    fn grounds_are_told_without_their_sentence_as_well() {
        let log = RulingLog::default();
        let nothing: TextSheet = log.why(&[]);
        assert_eq!(nothing.lines[0].0, LineTone::Soft);
        let ground = GroundView {
            seq: 7,
            seen: "a push".into(),
            certainty: "certain".into(),
            passed: "policy".into(),
        };
        let lines = log.why(&[ground]).lines;
        assert_eq!(
            lines,
            [(LineTone::Key, "seen: a push; certain; by policy".into())]
        );
    }
}
