//! Script of a session: its inputs, each with the number of the step before which it
//! arrived; and their text, one line each.
//!
//! ```text
//! 2103 {"hand":{"dock":{"post":2}}}
//! +410 d 1005,-803       the thumb comes down, in tenths of mm
//! +8 m 990,-803          the pointer moves
//! +95 u                  the thumb is lifted
//! ```
//!
//! The first step is counted from power-up, the others from the line before.

use super::Mistake;
use super::input::{HandInput, SessionInput, from_tenths, tenths};
use std::fmt;
use std::str::FromStr;

/// Input with its step.
#[derive(Debug, Clone, PartialEq)]
pub struct ScriptEntry {
    /// Number of steps that were over when the input arrived.
    pub step: u64,
    /// Input.
    pub input: SessionInput,
}

/// Script of a session.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Script {
    entries: Vec<ScriptEntry>,
}

impl Script {
    /// Returns the inputs in order.
    #[must_use]
    pub fn entries(&self) -> &[ScriptEntry] {
        &self.entries
    }

    /// Appends an input.
    pub(super) fn push(&mut self, step: u64, input: SessionInput) {
        self.entries.push(ScriptEntry { step, input });
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = None;
        for entry in &self.entries {
            match before {
                None => write!(f, "{}", entry.step)?,
                Some(before) => write!(f, "\n+{}", entry.step - before)?,
            }
            before = Some(entry.step);
            match &entry.input {
                SessionInput::Hand(HandInput::Down([x, y])) => {
                    write!(f, " d {},{}", tenths(*x), tenths(*y))?;
                }
                SessionInput::Hand(HandInput::Move([x, y])) => {
                    write!(f, " m {},{}", tenths(*x), tenths(*y))?;
                }
                SessionInput::Hand(HandInput::Up) => f.write_str(" u")?,
                input => {
                    let json = serde_json::to_string(input).map_err(|_| fmt::Error)?;
                    write!(f, " {json}")?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Script {
    type Err = Mistake;

    fn from_str(text: &str) -> Result<Self, Mistake> {
        let mut script = Self::default();
        let mut before = 0;
        for (number, line) in (1..).zip(text.lines()) {
            let entry = entry(line, before).ok_or_else(|| {
                let sentence = "give the text of a script unchanged";
                Mistake::new(format!(
                    "line {number} of the script is no input; {sentence}"
                ))
            })?;
            before = entry.step;
            script.entries.push(entry);
        }
        Ok(script)
    }
}

fn entry(line: &str, before: u64) -> Option<ScriptEntry> {
    let (step, input) = line.split_once(' ')?;
    let step = match step.strip_prefix('+') {
        Some(later) => before.checked_add(later.parse().ok()?)?,
        None => step.parse().ok().filter(|&step| step >= before)?,
    };
    let point = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some([
            x.parse().ok().map(from_tenths)?,
            y.parse().ok().map(from_tenths)?,
        ])
    };
    let input = match input.split_once(' ') {
        Some(("d", at)) => SessionInput::Hand(HandInput::Down(point(at)?)),
        Some(("m", at)) => SessionInput::Hand(HandInput::Move(point(at)?)),
        _ if input == "u" => SessionInput::Hand(HandInput::Up),
        _ => SessionInput::from_json(input).ok()?,
    };
    Some(ScriptEntry { step, input })
}
