//! A host's end of the line to a ring.
//!
//! ```text
//!   verbs, pages, programs of others
//!        |  one method for each request; News as it comes
//!     Client --- Side (no I/O) --- Transport: serial | tcp | process | playback
//! ```
//!
//! ```
//! use host_tools::client::transport::Process;
//! use host_tools::client::{Client, Error};
//! use rules_core::board::Name;
//!
//! let mut client = Client::connect(Process::new(Name::Ring))?;
//! assert_eq!(client.info()?.first, 1);
//! client.catch_up()?;
//! assert!(client.session().is_some_and(|session| session.game().is_none()));
//! assert!(matches!(client.undo(), Err(Error::Refused(_))));
//! # Ok::<(), Error>(())
//! ```
//!
//! | module | what it is |
//! |---|---|
//! | [`side`] | messages and lines of the journal from bytes, without I/O |
//! | [`transport`] | the lines there are: bytes there and back |
//! | [`address`] | what people write for one: `tcp:HOST:PORT`, a port, a file |
//! | [`connection`] | opens a line, listens, comes back when it breaks |
//! | `asking`, [`requests`] | asking and waiting; what can be asked, one method each |
//! | [`recording`] | all a ring says, in a file |
//! | [`error`] | what goes wrong, in sentences that say what to do |

pub mod address;
mod asking;
pub mod connection;
pub mod error;
pub mod recording;
pub mod requests;
pub mod side;
pub mod transport;

pub use address::Address;
pub use connection::{Client, News};
pub use error::{Error, Fault};
pub use requests::to_begin;
pub use side::{Heard, Side};
pub use transport::Transport;
