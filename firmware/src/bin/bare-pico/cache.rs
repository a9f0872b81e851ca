//! Flash cache: cost of a miss, fill size and replacement, by the chip's own counters.
//!
//! The measuring functions lie in RAM and run with interrupts off, so that they fetch
//! nothing from the flash themselves.
#![allow(
    unsafe_code,
    reason = "reads of given addresses, by functions in a section of RAM"
)]

use crate::report::{Report, Tenths, Verdict};
use embassy_rp::clocks::clk_sys_freq;

/// Flash past the cache.
const UNCACHED: *const u32 = 0x1300_0000 as *const u32;
/// Flash through the cache: an address beyond the program, at the start of a line.
const CACHED: u32 = 0x1010_0000;
/// Distance of lines that share the two ways of one set.
const WAY: u32 = 8 * 1024;

/// Registers of the cache: flush, hits, accesses.
const FLUSH: *mut u32 = 0x1400_0004 as *mut u32;
const HITS: *mut u32 = 0x1400_000C as *mut u32;
const ACCESSES: *mut u32 = 0x1400_0010 as *mut u32;
/// Timer of the chip, in us.
const TIMER: *const u32 = 0x4005_4028 as *const u32;

/// Number of reads that are timed.
const READS: u32 = 1_000;
/// Number of rounds over three lines.
const ROUNDS: u32 = 20;

/// Hits and accesses that the cache counted.
#[derive(Clone, Copy)]
struct Counts {
    hits: u32,
    accesses: u32,
}

/// Checks all assumptions about the flash cache.
pub async fn check(report: &mut Report<'_>) {
    let in_ram = 0_u32;
    let (flash, ram) =
        cortex_m::interrupt::free(|_| (timed_reads(UNCACHED), timed_reads(&raw const in_ram)));
    let cycles = flash.saturating_sub(ram) * (clk_sys_freq() / 1_000_000) * 10 / READS;
    report
        .line(
            "a read past the cache",
            "46 to 50 cycles more than of RAM",
            format_args!("{} cycles", Tenths(cycles)),
            Verdict::of((460..=500).contains(&cycles)),
        )
        .await;

    let pair = counted(&[CACHED, CACHED + 4], 1);
    report
        .line(
            "a miss fills 4 bytes",
            "0 hits in 2 reads of one line",
            format_args!("{} hits in {}", pair.hits, pair.accesses),
            judged(pair, 2, pair.hits == 0),
        )
        .await;

    let again = counted(&[CACHED], 2);
    report
        .line(
            "a word stays in the cache",
            "1 hit in 2 reads of one word",
            format_args!("{} hits in {}", again.hits, again.accesses),
            judged(again, 2, again.hits == 1),
        )
        .await;

    let three = counted(&[CACHED, CACHED + WAY, CACHED + 2 * WAY], ROUNDS);
    report
        .line(
            "the oldest of two ways is replaced",
            "0 hits in 60 reads of three lines",
            format_args!("{} hits in {}", three.hits, three.accesses),
            judged(three, 3 * ROUNDS, three.hits == 0),
        )
        .await;
}

/// Judges counts, if the cache counted just the accesses that were made.
const fn judged(counts: Counts, made: u32, holds: bool) -> Verdict {
    match counts.accesses {
        0 => Verdict::Unknown("the cache counts nothing"),
        counted if counted == made => Verdict::of(holds),
        _ => Verdict::Unknown("other accesses were counted as well"),
    }
}

/// Empties the cache, reads the addresses in turn, and returns what was counted.
fn counted<const N: usize>(addresses: &[u32; N], rounds: u32) -> Counts {
    // In RAM: reading them from flash would count as well.
    let addresses = core::hint::black_box(*addresses);
    cortex_m::interrupt::free(|_| counted_reads(&addresses, rounds))
}

#[unsafe(link_section = ".data.bare_pico")]
#[inline(never)]
fn counted_reads(addresses: &[u32], rounds: u32) -> Counts {
    // SAFETY: registers of the cache and readable addresses of the flash. Flushing loses
    // nothing, because the cache is read-only.
    unsafe {
        FLUSH.write_volatile(1);
        // The read waits for the end of the flush.
        FLUSH.read_volatile();
        HITS.write_volatile(0);
        ACCESSES.write_volatile(0);
        let mut round = 0;
        while round < rounds {
            for &address in addresses {
                (address as *const u32).read_volatile();
            }
            round += 1;
        }
        Counts {
            hits: HITS.read_volatile(),
            accesses: ACCESSES.read_volatile(),
        }
    }
}

/// Returns the time of [`READS`] reads of a word, in us.
#[unsafe(link_section = ".data.bare_pico")]
#[inline(never)]
fn timed_reads(word: *const u32) -> u32 {
    // SAFETY: the timer and a readable word.
    unsafe {
        let began = TIMER.read_volatile();
        let mut n = 0;
        while n < READS {
            word.read_volatile();
            n += 1;
        }
        TIMER.read_volatile().wrapping_sub(began)
    }
}
