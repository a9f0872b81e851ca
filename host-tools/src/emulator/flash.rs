//! The part of the flash beyond the program, as it is when a board has been in
//! use: fresh flash would be erased in the first seconds.

use crate::flash::{MockFlash, now};
use crate::local::{REGIONS, SECTORS};
use rules_core::board::Name;
use rules_core::ring::shelf::{Regions, Shelf};
use rules_core::ring::{Failure, Job, Kept, Report, Tidied};

/// Where both regions start, side by side.
pub const AT: u32 = Regions::PICO.journal;

/// Both regions erased, with the settings of a board. The chip writes single
/// bytes, and lays out what it writes by that.
#[must_use]
pub fn prepared(board: Name) -> Vec<u8> {
    let mut flash = MockFlash::<1>::new(SECTORS);
    if let Ok(mut shelf) = now(Shelf::open(&mut flash, REGIONS)) {
        let kept = Kept::new(board).to_bytes();
        let mut work = |job| now(shelf.work(&mut flash, &job, &kept));
        while let Report::Tidied(Tidied::Erased { .. }) = work(Job::Tidy) {}
        while let Report::Saved(_, Err(Failure::NeedsTidy)) = work(Job::Save(0)) {}
    }
    flash.bytes().to_vec()
}
