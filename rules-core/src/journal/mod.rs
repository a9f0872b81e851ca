//! Journal: numbered records in flash that survive a loss of power.
//!
//! | module | contents |
//! |---|---|
//! | [`record`] | one record as bytes |
//! | `sector` | one sector of flash as one queue of the crate `sequential-storage` |
//! | `log` | several sectors: appends records, erases sectors |
//! | `sector_map` | states of these sectors |
//! | `store` | matches: begun, resumed, dropped when room is needed |
//! | `settings_store` | settings and calibration in use, and those before them |
//! | `error` | errors, with sentences for people |
//!
//! A payload is opaque bytes here. All modules except [`record`] need the feature
//! `storage`.
//!
//! ```text
//!   Journal    SettingsStore    which records must stay
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
//! # One queue per sector
//!
//! A queue of `sequential-storage` that spans many sectors erases within a push when the
//! next sector holds old data, can only be read from its oldest item, takes the first and
//! last word of a sector as proof that the rest of it is erased, and does not verify its
//! writes. One queue per sector keeps the crate's strengths, and the order of the sectors
//! follows from the numbers of the records:
//!
//! - The flash that the crate receives cannot erase. Only `reclaim` erases, one sector
//!   per call.
//! - Reading starts in the sector that holds the requested record.
//! - A sector is written only after its erase finished and all of it was verified to be
//!   blank, so an erase interrupted in any state does no harm.
//! - Written bytes are read back before an append succeeds.

pub mod record;

#[cfg(feature = "storage")]
mod error;
#[cfg(feature = "storage")]
mod log;
#[cfg(feature = "storage")]
mod sector;
#[cfg(feature = "storage")]
mod sector_map;
#[cfg(feature = "storage")]
pub mod settings_store;
#[cfg(feature = "storage")]
pub mod store;

#[cfg(feature = "storage")]
pub use error::{AppendError, OpenError};
#[cfg(feature = "storage")]
pub use log::Reclaimed;
pub use record::{RecordKind, StoredRecord};
#[cfg(feature = "storage")]
pub use sector::SECTOR;
#[cfg(feature = "storage")]
pub use sector_map::RegionHealth;
#[cfg(feature = "storage")]
pub use store::{Journal, StoredMatch};
