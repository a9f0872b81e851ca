//! `dohyo info`: prints facts about a ring.

use super::VerbResult;
use super::connect::{RingArgs, or_fail};
use host_core::device_facts::{NOT_MEASURED, crash_sentence, facts, health_lines, version};
use host_core::printable::printable;
use rules_core::wire::Identity;
use rules_core::wire::message::FlashWear;
use std::io::Write;
use std::process::ExitCode;

/// Print facts about a ring: versions, board, last crash, journal, frames, device, settings.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One JSON object instead of the list.
    #[arg(long)]
    json: bool,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Prints the facts.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let mut client = or_fail!(args.ring.connect());
    let info = or_fail!(client.info());
    let Some(hello) = client.hello() else {
        return Ok(super::complain("the ring has gone: plug it in again"));
    };
    if args.json {
        writeln!(out, "{}", facts(hello, &info))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (frames, settings) = (info.frames, info.settings);
    let version = version(hello);
    writeln!(out, "board      {}", hello.board)?;
    // Whatever sits at the port wrote this.
    let firmware = printable(&hello.firmware);
    writeln!(out, "firmware   {firmware}, protocol {version}")?;
    writeln!(out, "started by {}", hello.boot)?;
    if let Some(crash) = &info.crash {
        writeln!(out, "crash      {}", crash_sentence(crash))?;
    }
    let lines = info.next.saturating_sub(info.first);
    let unstored = info.next.saturating_sub(info.stored);
    writeln!(
        out,
        "journal    {lines} lines from {}, {unstored} not stored yet; flash {}",
        info.first, info.storage
    )?;
    writeln!(out, "identity   {}", identity(&info.identity))?;
    writeln!(out, "flash life {}", life(info.wear))?;
    writeln!(
        out,
        "wire       {} good frames, {} damaged, {} not understood; {} observations dropped",
        frames.good,
        frames.bad_crc + frames.oversized + frames.malformed,
        info.unread,
        info.dropped
    )?;
    match &info.health {
        Some(health) => {
            for (label, text) in health_lines(health) {
                writeln!(out, "{label:<10} {text}")?;
            }
        }
        None => writeln!(out, "processor  {NOT_MEASURED}")?,
    }
    writeln!(
        out,
        "settings   ring side {}, sound {}",
        settings.dimensions.ring_side, settings.sound
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the identity of a ring in words.
fn identity(identity: &Identity) -> String {
    let (ring, journal) = (identity.ring, identity.journal);
    let kind = if identity.is_virtual {
        " (virtual)"
    } else {
        ""
    };
    let name = match identity.name.as_str() {
        "" => "no name; give it one with `dohyo name`".into(),
        name => format!("named {}", printable(name)),
    };
    format!("ring {ring}{kind}, journal {journal}, {name}")
}

/// Returns the wear of the flash, and the life that is left, in words.
fn life(wear: FlashWear) -> String {
    let FlashWear { erases, busiest } = wear;
    let endured = FlashWear::ENDURANCE;
    let left = match busiest.saturating_mul(100).div_ceil(endured) {
        0 | 1 => "over 99 % of its life is left".into(),
        used @ 2..100 => format!("about {} % of its life is left", 100 - used),
        _ => "its life is over, replace the Pico".into(),
    };
    format!(
        "about {erases} erases so far, {busiest} of the {endured} that the busiest sector \
         endures; {left}"
    )
}

#[cfg(test)]
mod tests {
    use super::life;
    use rules_core::wire::message::FlashWear;

    #[test]
    fn the_life_of_the_flash_is_told_in_words() {
        let said = |erases, busiest| life(FlashWear { erases, busiest });
        assert_eq!(
            said(900, 20),
            "about 900 erases so far, 20 of the 100000 that the busiest sector endures; \
             over 99 % of its life is left"
        );
        assert!(said(560_000, 10_000).ends_with("about 90 % of its life is left"));
        assert!(said(5_600_000, 99_500).ends_with("its life is over, replace the Pico"));
    }
}
