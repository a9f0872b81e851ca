//! Client of a ring: connects to it, sends requests, follows its journal, and reconnects
//! when the connection breaks.
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
//! | module | contents |
//! |---|---|
//! | [`transport`] | byte connections to a ring |
//! | [`address`] | address of a ring as people write it: `tcp:HOST:PORT`, a port, a file |
//! | [`hubs`] | hubs that share a ring on this computer |
//! | [`discovery`] | rings on USB, told apart by serial number and name |
//! | [`connection`] | client: connecting, receiving updates, reconnecting |
//! | `exchange`, [`requests`] | a request and its response; one method for each request |
//! | `follow` | the journal from any line |
//! | [`recording`] | files with all messages of a ring |
//! | [`error`] | errors, with sentences for people |
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `serial` | transport to rings at a serial port |
//! | `tcp` | transport to rings behind a TCP socket |
//! | `in-process` | virtual ring in this process, in real time |

pub mod address;
#[cfg(feature = "in-process")]
pub mod clock;
pub mod connection;
pub mod discovery;
pub mod error;
mod exchange;
mod follow;
pub mod hub_stream;
pub mod hubs;
pub mod recording;
pub mod requests;
pub mod transport;

pub use address::Address;
pub use connection::{Client, ClientUpdate};
pub use error::{Error, LinkError};
pub use host_core::requests::to_begin;
pub use transport::Transport;
