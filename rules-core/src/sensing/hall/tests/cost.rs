//! What it takes.

use crate::sensing::hall::HallWatch;

#[test]
fn the_watch_fits_into_ten_kibibytes() {
    let size = size_of::<HallWatch>();
    assert!(size <= 10 * 1024, "{size} bytes");
}
