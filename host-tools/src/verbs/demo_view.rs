//! `dohyo demo` in a terminal, and one moment of it as a picture.

use super::{VerbResult, complain, save};
use crate::after_match::AfterMatch;
use crate::demo::colours::Depth;
use crate::demo::single_frame::SingleFrame;
use crate::demo::svg;
use crate::demo::terminal::{Keyboard, RawTerminal, SPEEDS, TerminalViewer};
use crate::files::shown;
use rules_core::time::Instant;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use virtual_ring::demo::demo_match::{AnyResult, DemoMatch};
use virtual_ring::play::sensor_rig::MatchOutputs;

/// Speed of a match if nobody says another.
pub(super) const SPEED: f64 = 4.0;

/// True if the program is in a terminal that is not `dumb`.
pub(super) fn is_terminal() -> bool {
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdout().is_terminal() && io::stdin().is_terminal() && !is_dumb
}

/// Ways in which a terminal shows a match.
#[derive(Debug, clap::Args)]
pub struct ViewArgs {
    /// Speed in a terminal, as a multiple of a real match.
    #[arg(long, default_value_t = SPEED)]
    speed: f64,
    /// Plain lines, also in a terminal.
    #[arg(long)]
    plain: bool,
    /// Draw one moment of the match to this SVG file instead.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Moment of the picture, in seconds.
    #[arg(
        long,
        value_name = "SECOND",
        default_value_t = 60.0,
        requires = "picture"
    )]
    at: f64,
    /// Size of the picture's terminal, as COLUMNSxROWS.
    #[arg(long, value_name = "SIZE", default_value = "100x32", requires = "picture", value_parser = size)]
    size: (u16, u16),
}

fn size(word: &str) -> Result<(u16, u16), String> {
    let both = word.split_once('x');
    let both = both.and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    both.filter(|&(x, y): &(u16, u16)| (80..=300).contains(&x) && (24..=100).contains(&y))
        .ok_or_else(|| "write columns and rows from 80x24 to 300x100".into())
}

impl ViewArgs {
    /// Checks that the speed is within [`SPEEDS`].
    ///
    /// # Errors
    /// What to write instead.
    pub(super) fn check(&self) -> Result<(), String> {
        let (slowest, fastest) = SPEEDS;
        match (slowest..=fastest).contains(&self.speed) {
            true => Ok(()),
            false => Err(format!("--speed is {slowest} to {fastest} times real time")),
        }
    }

    /// Returns the SVG file to draw one moment to; `None` to show the whole match.
    pub(super) fn picture(&self) -> Option<&Path> {
        self.picture.as_deref()
    }

    /// True if the match can be shown live: in a terminal that is not `dumb`, without
    /// `--plain`.
    pub(super) fn is_live(&self) -> bool {
        is_terminal() && !self.plain
    }

    /// Returns the speed, as a multiple of a real match.
    pub(super) const fn speed(&self) -> f64 {
        self.speed
    }

    /// Plays the match in the terminal, and returns what the viewer wants next.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub(super) fn show(
        &self,
        programme: &DemoMatch,
        outputs: MatchOutputs,
    ) -> io::Result<(AnyResult, AfterMatch)> {
        let mut stage = RawTerminal::enter()?;
        let look = (Depth::of_environment(), self.speed);
        let title = format!("{} (simulated)", programme.title);
        let mut show =
            TerminalViewer::new(stage.terminal(), Keyboard, &programme.names, title, look);
        let result = programme.play(outputs, &mut show);
        let after = if result.was_left() {
            show.leave()?;
            AfterMatch::Quit
        } else {
            show.linger(&result.end())?
        };
        Ok((result, after))
    }

    /// Draws one moment of the match to `file`.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub(super) fn draw(
        &self,
        programme: &DemoMatch,
        file: &Path,
        out: &mut impl Write,
    ) -> VerbResult {
        let at = Instant((self.at.clamp(0.0, 1e6) * 1e6) as u64);
        let mut still = SingleFrame::new(&programme.names, at);
        programme.play(MatchOutputs::default(), &mut still);
        let Some(cells) = still.cells(&programme.title, self.size, Depth::True) else {
            return Ok(complain(
                "the match was over by then; choose an earlier --at",
            ));
        };
        let title = format!("dohyo demo: {}", programme.title);
        if let Err(why) = save(file, svg::render(&cells, &title)) {
            return Ok(complain(why));
        }
        writeln!(out, "{}", shown(file))?;
        Ok(ExitCode::SUCCESS)
    }
}
