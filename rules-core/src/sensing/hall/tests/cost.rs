//! What it takes.

extern crate std;

use crate::sensing::hall::HallWatch;
use std::println;

#[test]
fn the_watch_fits_into_ten_kibibytes() {
    let size = size_of::<HallWatch>();
    println!("HallWatch: {size} bytes");
    assert!(size <= 10 * 1024, "{size} bytes");
}
