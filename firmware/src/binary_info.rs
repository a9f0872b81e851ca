//! Name and version of the firmware in its image, for `picotool info` and for the log.
#![allow(
    unsafe_code,
    reason = "the entries must lie in a section that picotool knows by name"
)]

use embassy_rp::binary_info::{
    EntryAddr, rp_cargo_version, rp_program_description, rp_program_name,
};

/// Version of this firmware, as in Cargo.toml.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

#[unsafe(link_section = ".bi_entries")]
#[used]
static ENTRIES: [EntryAddr; 3] = [
    rp_program_name!(c"dohyo"),
    rp_program_description!(c"A ring that referees tabletop push-off games"),
    rp_cargo_version!(),
];
