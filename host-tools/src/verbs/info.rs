//! `dohyo info`: prints facts about a ring.

use super::VerbResult;
use super::connect::{RingArgs, or_fail};
use super::device_facts::{NOT_MEASURED, crash_json, crash_sentence, health_json, health_lines};
use host_core::printable::printable;
use rules_core::wire::message::{FlashWear, Info};
use rules_core::wire::{Hello, Identity};
use serde_json::{Value, json};
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

/// Returns all facts as a JSON object.
pub(super) fn facts(hello: &Hello, info: &Info) -> Value {
    let (frames, settings) = (info.frames, info.settings);
    json!({
        "firmware": hello.firmware.as_str(),
        "protocol": version(hello),
        "board": hello.board.word(),
        "boot": hello.boot.word(),
        "identity": identity_json(&info.identity),
        "crash": info.crash.as_ref().map(crash_json),
        "health": info.health.as_ref().map(health_json),
        "first": info.first,
        "next": info.next,
        "stored": info.stored,
        "storage": info.storage.word(),
        "wear": { "erases": info.wear.erases, "busiest": info.wear.busiest,
            "endurance": FlashWear::ENDURANCE },
        "frames": { "good": frames.good, "bad_crc": frames.bad_crc,
            "oversized": frames.oversized, "malformed": frames.malformed },
        "unread": info.unread,
        "dropped": info.dropped,
        "settings": { "board": settings.board.word(), "sound": settings.sound.word(),
            "brightness": settings.light.brightness, "dimensions": settings.dimensions },
    })
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

/// Returns the identity of a ring as a JSON object.
fn identity_json(identity: &Identity) -> Value {
    json!({
        "ring": identity.ring.to_string(),
        "virtual": identity.is_virtual,
        "journal": identity.journal.to_string(),
        "name": identity.name.as_str(),
    })
}

fn version(hello: &Hello) -> String {
    format!("{}.{}", hello.protocol.major, hello.protocol.minor)
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
