//! `dohyo name NAME`: gives a ring a name.

use super::connect::{RingArgs, or_fail};
use super::{VerbResult, complain};
use host_core::printable::{is_unprintable, printable};
use rules_core::wire::identity::{NAME_MAX, RingName};
use std::io::Write;
use std::process::ExitCode;

/// Give a ring a name, which `--ring name:NAME` finds.
///
/// The ring stores it. During a match a press of Confirm allows it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name, at most 32 bytes; "" takes the name away.
    name: String,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Sends the name.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let name = match parsed(&args.name) {
        Ok(name) => name,
        Err(why) => return Ok(complain(why)),
    };
    let mut client = or_fail!(args.ring.connect_live());
    or_fail!(client.name(name.clone()));
    if name.is_empty() {
        writeln!(out, "the ring has no name now")?;
    } else {
        writeln!(out, "the ring is named {}", printable(&name))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks a name; the error is a sentence with a remedy.
fn parsed(text: &str) -> Result<RingName, String> {
    let name = text.trim();
    if name.chars().any(is_unprintable) {
        return Err("a name has printable characters only: write another one".into());
    }
    RingName::try_from(name).map_err(|_| {
        let length = name.len();
        format!("a name has at most {NAME_MAX} bytes, this one {length}: write a shorter one")
    })
}

#[cfg(test)]
mod tests {
    use super::parsed;

    #[test]
    fn a_name_is_short_and_printable() {
        assert_eq!(parsed(" Kitchen ring ").as_deref(), Ok("Kitchen ring"));
        assert_eq!(parsed("").as_deref(), Ok(""));
        assert!(parsed("a\u{1b}[2J").is_err_and(|why| why.contains("printable")));
        let long = parsed(&"ö".repeat(17));
        assert!(long.is_err_and(|why| why.contains("at most 32 bytes, this one 34")));
    }
}
