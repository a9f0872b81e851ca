//! Rings at a broker: a bridge publishes what a ring says, so that a club, a hall or
//! several halls can read it with any program that speaks MQTT 5.
//!
//! ```text
//!   ring -- hub -- bridge --MQTT 5, QoS 1, TLS--> broker --> archive, hall page, automations
//!                    ^                              |
//!                    +--------- again --------------+
//! ```
//!
//! | file | concern |
//! |---|---|
//! | [`bridge`] | from the ring's journal to the broker, without loss |
//! | [`publisher`] | lines on their way, and the cursor |
//! | [`broker`] | connection to the broker; the only file that names the client crate |
//! | [`cursor`] | last acknowledged line, in a file |
//! | [`ring_id`] | id under which a ring is published |
//! | [`topics`], [`state`] | topics and their retained contents |
//! | [`home_assistant`] | discovery by Home Assistant |
//! | `load` | a large hall at one broker, measured |
//!
//! The journal on the ring stays the truth; everything beyond it is a copy that can be
//! checked and fetched again. Nothing that comes over a broker changes a result, begins a
//! match or restarts a ring: a bridge reads one topic, `again`, which repeats lines.

pub mod bridge;
pub mod broker;
pub mod cursor;
pub mod home_assistant;
#[cfg(feature = "physics")]
pub mod load;
pub mod publisher;
pub mod ring_id;
pub mod state;
pub mod topics;
