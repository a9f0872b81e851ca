//! A host's end of the line to a ring: a client that connects, requests, follows and
//! comes back when the line breaks.
//!
//! ```text
//!   programs: one method for each request; updates as they come
//!        |
//!     Client --- HostProtocol (host-core) --- Transport: serial | tcp | in process | playback
//! ```
//!
#![cfg_attr(feature = "in-process", doc = "```")]
#![cfg_attr(not(feature = "in-process"), doc = "```ignore")]
//! use ring_client::transport::InProcess;
//! use ring_client::{Client, Error};
//! use rules_core::board::BoardId;
//!
//! let mut client = Client::connect(InProcess::new(BoardId::Ring))?;
//! assert_eq!(client.info()?.first, 1);
//! client.catch_up()?;
//! assert!(client.session().is_some_and(|session| session.game().is_none()));
//! assert!(matches!(client.undo(), Err(Error::Refused(_))));
//! # Ok::<(), Error>(())
//! ```
//!
//! | module | concern |
//! |---|---|
//! | [`transport`] | lines to a ring: bytes out and bytes in |
//! | [`address`] | an address as people write it: `tcp:HOST:PORT`, a port, a file |
//! | [`connection`] | opening a line, listening, reconnecting |
//! | `exchange`, [`requests`] | a request and its response; one method for each request |
//! | [`recording`] | all messages of a ring in a file |
//! | [`error`] | errors as sentences that say what to do |
//!
//! # Features
//!
//! | feature | brings |
//! |---|---|
//! | `serial` | rings at a serial port |
//! | `tcp` | rings at the other end of a socket |
//! | `in-process` | a ring in this process, in real time |

pub mod address;
#[cfg(feature = "in-process")]
pub mod clock;
pub mod connection;
pub mod error;
mod exchange;
pub mod recording;
pub mod requests;
pub mod transport;

pub use address::Address;
pub use connection::{Client, ClientUpdate};
pub use error::{Error, LinkError};
pub use requests::to_begin;
pub use transport::Transport;
