//! The match as plain lines, while it is played and when it is over.

use super::audience::Audience;
use super::view::View;
use super::words::{Names, Sort, Told};
use crate::virtual_ring::play::{End, Played};
use core::ops::ControlFlow;
use rules_core::referee::Event;
use rules_core::time::Instant;
use std::io::{self, Write};

/// Writes what is told, line by line.
#[derive(Debug)]
pub struct Lines<'a, W> {
    out: &'a mut W,
    names: &'a Names,
    turns: u32,
    failed: Option<io::Error>,
}

impl<'a, W: Write> Lines<'a, W> {
    /// Lines for this writer.
    pub const fn new(out: &'a mut W, names: &'a Names) -> Self {
        Self {
            out,
            names,
            turns: 0,
            failed: None,
        }
    }

    /// The first thing that went wrong in writing.
    ///
    /// # Errors
    /// That.
    pub fn finish(self) -> io::Result<()> {
        self.failed.map_or(Ok(()), Err)
    }

    fn tell(&mut self, event: &Event) {
        let Some(told) = self.names.tell(event, &mut self.turns) else {
            return;
        };
        let written = write_told(&told, self.out).and_then(|()| self.out.flush());
        if let Err(error) = written {
            self.failed.get_or_insert(error);
        }
    }
}

impl<W: Write> Audience for Lines<'_, W> {
    fn hear(&mut self, event: &Event) {
        self.tell(event);
    }

    fn wants(&self, _now: Instant) -> bool {
        false
    }

    fn see(&mut self, _view: View) -> ControlFlow<()> {
        self.pass()
    }

    /// Goes on as long as somebody reads.
    fn pass(&mut self) -> ControlFlow<()> {
        match self.failed {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

fn write_told(told: &Told, out: &mut impl Write) -> io::Result<()> {
    let seconds = told.at.0 as f64 / 1e6;
    match told.sort {
        Sort::Turn => writeln!(out, "\n{}", told.text),
        Sort::Question => {
            let answers = told.answers.join(" | ");
            writeln!(
                out,
                "{seconds:>8.2}  {:<7} {} [{answers}]",
                told.tag, told.text
            )
        }
        _ => writeln!(out, "{seconds:>8.2}  {:<7} {}", told.tag, told.text),
    }
}

/// How it ended, and how it went.
///
/// # Errors
/// If `out` cannot be written to.
pub fn summary(played: &Played, out: &mut impl Write) -> io::Result<()> {
    writeln!(out)?;
    match &played.end {
        End::Won(how) => writeln!(out, "Result: {how}, in turn {}.", played.turns)?,
        End::Long => writeln!(out, "Result: none after {} turns.", played.turns)?,
        End::Left => writeln!(out, "Left in turn {}.", played.turns)?,
        End::Wrong(why) => writeln!(out, "The referee was wrong and did not ask: {why}.")?,
        End::Stuck(why) => writeln!(out, "The match stood still: {why}.")?,
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
    row("asked", played.asked.to_string())?;
    row("told what is not seen", played.told.to_string())?;
    let wrong = matches!(played.end, End::Wrong(_));
    row("wrong against the truth", u8::from(wrong).to_string())?;
    row("let be after asking", played.settled.to_string())?;
    row("simulated", format!("{:.0} s", played.seconds))
}
