//! Times of the flash: one forced erase, and the pages of that sector.

use crate::board::FLASH_BYTES;
use crate::report::{Report, Tenths, Verdict};
use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, ERASE_SIZE, Flash, PAGE_SIZE};
use embassy_rp::peripherals::FLASH;
use embassy_time::Instant;

/// Sector that is erased: the last one before the journal, which no program reaches.
const SECTOR: u32 = 0x1B_F000;
/// Number of pages in a sector.
const PAGES: u32 = (ERASE_SIZE / PAGE_SIZE) as u32;

/// Checks the times of the flash, and that it keeps what was written.
pub async fn check(report: &mut Report<'_>, flash: Peri<'static, FLASH>) {
    let mut flash: Flash<'_, _, Blocking, FLASH_BYTES> = Flash::new_blocking(flash);
    let began = Instant::now();
    let erased = flash.blocking_erase(SECTOR, SECTOR + ERASE_SIZE as u32);
    let millis = began.elapsed().as_micros() / 100;
    report
        .line(
            "a sector erase",
            "about 45 ms, at most 400",
            format_args!("{} ms", Tenths(millis as u32)),
            Verdict::of(erased.is_ok() && millis <= 4_000),
        )
        .await;

    let (mut shortest, mut longest, mut is_kept) = (u64::MAX, 0, true);
    for page in 0..PAGES {
        let at = SECTOR + page * PAGE_SIZE as u32;
        let bytes = [page as u8 ^ 0x5A; PAGE_SIZE];
        let began = Instant::now();
        let written = flash.blocking_write(at, &bytes);
        let micros = began.elapsed().as_micros();
        (shortest, longest) = (shortest.min(micros), longest.max(micros));
        let mut read = [0; PAGE_SIZE];
        let is_read = flash.blocking_read(at, &mut read).is_ok();
        is_kept &= written.is_ok() && is_read && read == bytes;
    }
    report
        .line(
            "a page write",
            "about 0.4 ms, at most 3",
            format_args!("{shortest} to {longest} us, {PAGES} pages"),
            Verdict::of(longest <= 3_000),
        )
        .await;
    report
        .line(
            "flash keeps what is written",
            "all pages as written",
            format_args!("{}", if is_kept { "all" } else { "not all" }),
            Verdict::of(is_kept),
        )
        .await;
}
