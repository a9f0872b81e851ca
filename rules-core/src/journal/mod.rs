//! The journal: what happened, as numbered records that outlive the power.
//!
//! | module | what it is |
//! |---|---|
//! | [`record`] | one record as bytes |
//! | `sector` | one sector of flash as one queue of the crate `sequential-storage` |
//! | `log` | sectors in a row: records are appended, sectors are erased |
//! | `table` | what is known of these sectors |
//! | `store` | the matches: begun, resumed, dropped when room is needed |
//! | `calibration` | settings and calibration in use, and those before them |
//! | `error` | what can go wrong, in sentences |
//!
//! A payload is bytes here. All but [`record`] needs the feature `storage`.
//!
//! ```text
//!   Journal    Calibrations     which records must stay
//!        \      /
//!          Log                  which sector is written, read, erased next
//!           |
//!         Sector                records of one sector, checked after writing
//!           |
//!   sequential-storage          items, torn items, the next free place
//!           |
//!   embedded-storage-async      any NOR flash
//! ```
//!
//! # Why a queue for each sector
//!
//! A queue of `sequential-storage` that spans many sectors erases within a
//! push when the next sector holds old data, can be read from its oldest item
//! only, takes the first and last word of a sector as proof that the rest of
//! it is erased, and does not look at what it wrote. One queue for each sector
//! keeps what it does well, and the order of sectors follows from the numbers
//! of the records:
//!
//! - The flash that the crate is given cannot erase. Only `tidy` erases, one
//!   sector a call.
//! - Reading starts in whichever sector holds the record asked for.
//! - A sector is written only after its erase came to its end and all of it was
//!   seen to be blank, so an erase that was cut short in any state does no harm.
//! - What is written is read back before an append counts.

pub mod record;

#[cfg(feature = "storage")]
pub mod calibration;
#[cfg(feature = "storage")]
mod error;
#[cfg(feature = "storage")]
mod log;
#[cfg(feature = "storage")]
mod sector;
#[cfg(feature = "storage")]
pub mod store;
#[cfg(feature = "storage")]
mod table;

#[cfg(feature = "storage")]
pub use error::{AppendError, OpenError};
#[cfg(feature = "storage")]
pub use log::Tidied;
pub use record::{Kind, Record};
#[cfg(feature = "storage")]
pub use sector::SECTOR;
#[cfg(feature = "storage")]
pub use store::{Journal, Match};
#[cfg(feature = "storage")]
pub use table::Health;
