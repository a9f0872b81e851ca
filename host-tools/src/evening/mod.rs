//! Club evening on a computer: its file of events, and the rings that write results into it
//! by themselves.
//!
//! ```text
//!   ring 1 -- follower --+
//!   ring 2 -- follower --+--> Steward --> EventFile --> Evening (host-core) --> page
//!   ring n -- follower --+       ^
//!                                +-- lines that other verbs append: pair, correct, withdraw
//! ```
//!
//! | module | concern |
//! |---|---|
//! | [`event_file`] | events on disk: appended, locked, synced, torn ends dropped |
//! | [`table_follower`] | one ring: beginning and end of matches, questions, troubles |
//! | [`steward`] | news of all rings to events |
//! | [`archived`] | results in recordings and in exported lines, verified |
//! | `hall_page` | the page for the hall, feature `serve` |
//! | [`swiss`] | a call of a Swiss pairing engine |
//!
//! The state is the fold of the file. Nothing else is stored, so a steward that was killed
//! continues where the file ends and reads from each ring what it missed.

pub mod archived;
pub mod event_file;
#[cfg(feature = "serve")]
pub mod hall_page;
pub mod steward;
pub mod swiss;
pub mod table_follower;
