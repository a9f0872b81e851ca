//! Facts about a ring and its device: crash and health in words, everything as JSON.

use crate::printable::printable;
use rules_core::wire::message::{FlashWear, Info};
use rules_core::wire::{Crash, CrashCause, DeviceHealth, Hello, Identity};
use serde_json::{Value, json};

/// Text in place of the health of a ring without a device.
pub const NOT_MEASURED: &str = "not measured";

/// Command that names the line of an address in the image that `cargo fw` built.
const RESOLVE: &str = "addr2line -fe target/thumbv6m-none-eabi/firmware/firmware";

/// Returns all facts about a ring as a JSON object.
#[must_use]
pub fn facts(hello: &Hello, info: &Info) -> Value {
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

/// Returns the identity of a ring as a JSON object.
fn identity_json(identity: &Identity) -> Value {
    json!({
        "ring": identity.ring.to_string(),
        "virtual": identity.is_virtual,
        "journal": identity.journal.to_string(),
        "name": identity.name.as_str(),
    })
}

/// Returns the version of the protocol that a ring speaks.
#[must_use]
pub fn version(hello: &Hello) -> String {
    format!("{}.{}", hello.protocol.major, hello.protocol.minor)
}

/// Returns a crash as a sentence. An address comes with the command that names its line.
#[must_use]
pub fn crash_sentence(crash: &Crash) -> String {
    let phase = match crash.phase {
        Some(phase) => format!(" while {phase}"),
        None => String::new(),
    };
    match &crash.cause {
        CrashCause::Panic { file, line } => {
            // Whatever sits at the port wrote this.
            let file = printable(file);
            format!("the firmware panicked{phase}, at {file}:{line}")
        }
        CrashCause::PanicCall(at) => format!(
            "the firmware panicked{phase}, called at {at:#010x}; `{RESOLVE} {at:#x}` names the line"
        ),
        CrashCause::HardFault { pc, lr } => format!(
            "the processor faulted{phase}, at {pc:#010x}, called at {lr:#010x}; \
             `{RESOLVE} {pc:#x} {lr:#x}` names the lines"
        ),
        CrashCause::Hang => format!("the firmware hung{phase}, or its stack overflowed"),
    }
}

/// Returns a crash as a JSON object.
#[must_use]
pub fn crash_json(crash: &Crash) -> Value {
    let mut json = match &crash.cause {
        CrashCause::Panic { file, line } => {
            json!({ "cause": "panic", "file": file.as_str(), "line": line })
        }
        CrashCause::PanicCall(at) => json!({ "cause": "panic", "lr": hex(*at) }),
        CrashCause::HardFault { pc, lr } => {
            json!({ "cause": "hard fault", "pc": hex(*pc), "lr": hex(*lr) })
        }
        CrashCause::Hang => json!({ "cause": "hang" }),
    };
    json["phase"] = crash.phase.map_or(Value::Null, |phase| phase.word().into());
    json["sentence"] = crash_sentence(crash).into();
    json
}

fn hex(address: u32) -> String {
    format!("{address:#010x}")
}

/// Returns the health of a device in labelled lines.
#[must_use]
pub fn health_lines(health: &DeviceHealth) -> [(&'static str, String); 3] {
    let cache = match health.hit_rate() {
        Some(rate) => format!(
            "the flash cache answered {} of {} reads",
            percent(rate),
            health.cache_reads
        ),
        None => "nothing was read through the flash cache".into(),
    };
    let processor = format!(
        "up {} s; idle {} of the last second; {cache}",
        health.uptime,
        percent(health.idle)
    );
    let engine = format!(
        "{} frames and {} scans lost, {} skipped; longest round {}, deepest backlog {}",
        health.frames_lost,
        health.scans_lost,
        health.frames_skipped,
        milliseconds(health.longest_round),
        milliseconds(health.deepest_backlog)
    );
    let stack = format!(
        "{} bytes used at the start and {} since, of {}",
        health.stack_boot, health.stack_play, health.stack_size
    );
    [
        ("processor", processor),
        ("engine", engine),
        ("stack", stack),
    ]
}

/// Returns the health of a device as a JSON object.
#[must_use]
pub fn health_json(health: &DeviceHealth) -> Value {
    let share = |per_mille: u16| f64::from(per_mille) / 1000.0;
    json!({
        "uptime_s": health.uptime,
        "idle": share(health.idle),
        "cache_hit_rate": health.hit_rate().map(share),
        "cache_reads": health.cache_reads,
        "cache_hits": health.cache_hits,
        "frames_lost": health.frames_lost,
        "scans_lost": health.scans_lost,
        "frames_skipped": health.frames_skipped,
        "longest_round_us": health.longest_round,
        "deepest_backlog_us": health.deepest_backlog,
        "stack_boot": health.stack_boot,
        "stack_play": health.stack_play,
        "stack_size": health.stack_size,
        "erases": health.erases,
    })
}

fn percent(per_mille: u16) -> String {
    format!("{}.{} %", per_mille / 10, per_mille % 10)
}

fn milliseconds(micros: u32) -> String {
    format!("{:.2} ms", f64::from(micros) / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::{crash_json, crash_sentence, health_json, health_lines};
    use rules_core::wire::device::file_name;
    use rules_core::wire::{Crash, CrashCause, DeviceHealth, FirmwarePhase};

    fn crash(cause: CrashCause) -> Crash {
        Crash {
            cause,
            phase: Some(FirmwarePhase::Frames),
        }
    }

    #[test]
    fn a_panic_is_told_with_file_and_line() {
        let crash = crash(CrashCause::Panic {
            file: file_name("rules-core/src/ring/mod.rs"),
            line: 120,
        });
        assert_eq!(
            crash_sentence(&crash),
            "the firmware panicked while processing frames, at rules-core/src/ring/mod.rs:120"
        );
        assert_eq!(crash_json(&crash)["line"], 120);
    }

    #[test]
    fn an_address_is_told_with_the_command_that_names_its_line() {
        let said = crash_sentence(&crash(CrashCause::HardFault {
            pc: 0x1000_4242,
            lr: 0x1000_0101,
        }));
        assert_eq!(
            said,
            "the processor faulted while processing frames, at 0x10004242, called at 0x10000101; \
             `addr2line -fe target/thumbv6m-none-eabi/firmware/firmware 0x10004242 0x10000101` \
             names the lines"
        );
        let said = crash_sentence(&crash(CrashCause::PanicCall(0x1000_4242)));
        assert!(said.contains("called at 0x10004242; `addr2line"), "{said}");
    }

    #[test]
    fn a_hang_is_told_with_the_last_phase() {
        let mut hang = crash(CrashCause::Hang);
        assert_eq!(
            crash_sentence(&hang),
            "the firmware hung while processing frames, or its stack overflowed"
        );
        hang.phase = None;
        assert_eq!(
            crash_sentence(&hang),
            "the firmware hung, or its stack overflowed"
        );
        assert!(crash_json(&hang)["phase"].is_null());
    }

    #[test]
    fn figures_have_their_units() {
        let health = DeviceHealth {
            uptime: 61,
            idle: 437,
            cache_reads: 2_000,
            cache_hits: 1_999,
            frames_lost: 1,
            scans_lost: 2,
            frames_skipped: 3,
            longest_round: 1_234,
            deepest_backlog: 56_000,
            stack_boot: 5,
            stack_play: 6,
            stack_size: 7,
            erases: 8,
        };
        let [processor, engine, stack] = health_lines(&health).map(|(_, text)| text);
        assert_eq!(
            processor,
            "up 61 s; idle 43.7 % of the last second; the flash cache answered 99.9 % of 2000 reads"
        );
        assert_eq!(
            engine,
            "1 frames and 2 scans lost, 3 skipped; longest round 1.23 ms, deepest backlog 56.00 ms"
        );
        assert_eq!(stack, "5 bytes used at the start and 6 since, of 7");
        assert_eq!(health_json(&health)["idle"], 0.437);
        assert_eq!(health_json(&health)["erases"], 8);
        let unread = health_json(&DeviceHealth::default());
        assert!(unread["cache_hit_rate"].is_null());
    }
}
