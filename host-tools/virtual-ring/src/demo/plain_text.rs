//! Plain-text output of a demo match: one line per event, then a summary.

use super::view::DemoView;
use super::viewer::Viewer;
use crate::play::{MatchEnd, PlayedMatch};
use core::ops::ControlFlow;
use host_core::narration::narrate;
use host_core::sentences::{Names, Phrasebook, SessionEvent};
use rules_core::time::Instant;
use std::io::{self, Write};

/// Viewer that writes each event as a line of text.
#[derive(Debug)]
pub struct PlainViewer<'a, W> {
    out: &'a mut W,
    names: &'a Names,
    failed: Option<io::Error>,
}

impl<'a, W: Write> PlainViewer<'a, W> {
    /// Creates a viewer that writes to `out`.
    pub const fn new(out: &'a mut W, names: &'a Names) -> Self {
        Self {
            out,
            names,
            failed: None,
        }
    }

    /// Ends the output and reports a failed write.
    ///
    /// # Errors
    /// The first `io::Error` of a write.
    pub fn finish(self) -> io::Result<()> {
        self.failed.map_or(Ok(()), Err)
    }

    fn print(&mut self, event: &SessionEvent) {
        let Some(narration) = narrate(&Phrasebook::english(self.names), event) else {
            return;
        };
        let written = writeln!(self.out, "{}", narration.line()).and_then(|()| self.out.flush());
        if let Err(error) = written {
            self.failed.get_or_insert(error);
        }
    }
}

impl<W: Write> Viewer for PlainViewer<'_, W> {
    fn on_event(&mut self, event: &SessionEvent) {
        self.print(event);
    }

    fn wants(&self, _now: Instant) -> bool {
        false
    }

    fn on_view(&mut self, _view: DemoView) -> ControlFlow<()> {
        self.on_idle()
    }

    /// Continues until a write fails, as it does when the reader has gone.
    fn on_idle(&mut self) -> ControlFlow<()> {
        match self.failed {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

/// Writes the result and the counts of a match on a ring.
///
/// # Errors
/// `io::Error` if `out` cannot be written to.
pub fn summary(played: &PlayedMatch, out: &mut impl Write) -> io::Result<()> {
    writeln!(out)?;
    match &played.end {
        MatchEnd::Won(how) => writeln!(out, "Result: {how}, in turn {}.", played.turns)?,
        MatchEnd::Long => writeln!(out, "Result: none after {} turns.", played.turns)?,
        MatchEnd::Left => writeln!(out, "Left in turn {}.", played.turns)?,
        MatchEnd::Wrong(why) => writeln!(out, "The referee was wrong and did not ask: {why}.")?,
        MatchEnd::Waits(why) => writeln!(out, "The ring waits and says why: {why}.")?,
        MatchEnd::Misled(why) => writeln!(out, "The referee was wrong, though it asked: {why}.")?,
        MatchEnd::Stuck(why) => writeln!(out, "The match got stuck: {why}.")?,
    }
    let mut row = |name: &str, value: String| writeln!(out, "  {name:<24} {value}");
    row("turns", played.turns.to_string())?;
    row(
        "pushes, falls",
        format!("{}, {}", played.pushes, played.falls),
    )?;
    row(
        "special moves, slams",
        format!("{}, {}", played.moves, played.slams),
    )?;
    row("questions", played.questions.asked().to_string())?;
    row("declared by players", played.told.to_string())?;
    let wrong = matches!(played.end, MatchEnd::Wrong(_));
    row("wrong rulings", u8::from(wrong).to_string())?;
    row("accepted after asking", played.settled.to_string())?;
    let seconds = played.micros as f64 / 1e6;
    row("simulated time", format!("{seconds:.0} s"))
}
