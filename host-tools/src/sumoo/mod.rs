//! Stands in until SUMOO's host side is merged.

use std::io::{self, Write};

const MISSING: &str = "not merged";

/// Counts turns.
///
/// # Errors
/// Always.
pub fn perft(
    _position: Option<&str>,
    _depth: u32,
    _each: &mut dyn FnMut(u32, u64),
) -> Result<(), String> {
    Err(MISSING.into())
}

/// Checks game records.
///
/// # Errors
/// If `out` cannot be written to.
pub fn check(_name: &str, _text: &str, out: &mut dyn Write) -> io::Result<bool> {
    writeln!(out, "{MISSING}")?;
    Ok(false)
}

/// Draws a position as text.
///
/// # Errors
/// Always.
pub fn show(_position: Option<&str>) -> Result<String, String> {
    Err(MISSING.into())
}

/// Draws a position as SVG.
///
/// # Errors
/// Always.
pub fn svg(_position: Option<&str>) -> Result<String, String> {
    Err(MISSING.into())
}
