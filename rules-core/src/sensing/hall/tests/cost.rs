//! Test of the tracker's size.

use crate::sensing::hall::HallTracker;

#[test]
fn the_watch_fits_into_ten_kibibytes() {
    let size = size_of::<HallTracker>();
    assert!(size <= 10 * 1024, "{size} bytes");
}
