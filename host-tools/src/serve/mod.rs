//! Live match on a web page, for everybody in the room.
//!
//! ```text
//!              own thread                                own thread, one for all
//!   ring --> Source --> SourceHandle --> PageWriter --> Feed --> stream --> spectators
//!              ^                                                                |
//!              +---------------- SourceRequest <-- http <-- Auth <--------------+
//! ```
//!
//! The source's client computes the state of the ring, `host_core::ring_state::RingState`.
//! The page shows that state and computes none; the feed keeps the lines for spectators
//! who come later.
//!
//! | module | concern |
//! |---|---|
//! | [`source`] | sources of a match, and the handle through which they publish it |
//! | [`simulated_source`] | matches on the virtual ring and on virtual grid boards |
//! | [`ring_source`] | a ring at a port or socket, or a recording of one |
//! | [`feed`], `stream` | the numbered list, and its way to a spectator |
//! | [`auth`], [`wrong_codes`], [`origin_check`], [`secrets`] | the right to give commands |
//! | [`limits`], [`admission`], `write_deadline` | what one address may take: actions, places, time |
//! | [`tunnel`], `tunnel_http`, [`wire_access`] | the ring's wire for pages without a serial port |
//! | [`hall`] | the page for a hall with many tables |
//! | [`play_page`] | the page on which one plays, without a ring |
//! | `http`, `http_error`, `accept`, `web_server` | addresses, errors, connections |
//! | [`page_address`], [`qr_code`] | the addresses that others can type or scan |
//! | `assets`, `page/` | the page itself |
//!
//! The server decides nothing and does not speak HTTPS: on an untrusted network everybody
//! can read the traffic, including the table code.

mod accept;
pub mod admission;
mod assets;
pub mod auth;
pub mod feed;
pub mod hall;
mod http;
mod http_error;
pub mod limits;
pub mod origin_check;
pub mod page_address;
pub mod play_page;
pub mod qr_code;
pub mod ring_source;
pub mod secrets;
#[cfg(feature = "physics")]
pub mod simulated_source;
pub mod source;
mod stream;
pub mod tunnel;
mod tunnel_http;
mod web_server;
pub mod wire_access;
mod write_deadline;
pub mod wrong_codes;

pub use source::Source;

use auth::Auth;
use feed::Feed;
use host_core::page::writer::PageWriter;
use limits::RateLimits;
use source::SourceHandle;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::Semaphore;
use tunnel::Tunnels;
use web_server::WebServer;

/// Number of requests that can wait for the source.
const INBOX: usize = 16;

/// Interval at which `Served::wait` looks whether the source has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Configuration of the server.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen at.
    pub bind: SocketAddr,
    /// Table code.
    pub code: String,
    /// Names of the server, besides its IP addresses.
    pub names: Vec<String>,
    /// Receiver of faults of the connection to the ring, for the terminal; `None` once it
    /// works again.
    pub on_link: fn(Option<&str>),
}

/// Running server; dropping it ends the server.
#[derive(Debug)]
pub struct Served {
    feed: Arc<Feed>,
    closed: Arc<AtomicBool>,
    web: WebServer,
    source: Option<JoinHandle<Result<(), String>>>,
}

/// Serves the match of `source`.
///
/// # Errors
/// `io::Error` if the server cannot listen at the address.
pub fn serve(config: &Config, source: Box<dyn Source>) -> io::Result<Served> {
    let feed = Arc::new(Feed::new(secrets::epoch()));
    let closed = Arc::new(AtomicBool::new(false));
    let seated = Arc::new(AtomicUsize::new(0));
    let (inbox, requests) = mpsc::sync_channel(INBOX);
    let tunnels = Arc::new(Tunnels::new(source.shared_ring()));
    let web = WebServer::start(config.bind, |places| {
        http::router(Arc::new(http::ServerState {
            feed: feed.clone(),
            auth: Mutex::new(Auth::new(config.code.clone())),
            rates: Mutex::new(RateLimits::default()),
            places,
            captures: Semaphore::new(http::MAX_CAPTURES),
            inbox,
            names: config.names.clone(),
            seated: seated.clone(),
            tunnels,
        }))
    })?;
    let mut handle = SourceHandle::new(
        PageWriter::new(feed.clone()),
        requests,
        closed.clone(),
        seated,
        config.on_link,
    );
    let mut source = source;
    let follow = std::thread::Builder::new()
        .name("source".into())
        .spawn(move || {
            let followed = source.run(&mut handle);
            if let Err(why) = &followed {
                handle.publish_end(why);
            }
            followed
        })?;
    Ok(Served {
        feed,
        closed,
        web,
        source: Some(follow),
    })
}

impl Served {
    /// Returns the address at which the server listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.web.address()
    }

    /// Returns the feed of the spectators.
    #[must_use]
    pub fn feed(&self) -> &Feed {
        &self.feed
    }

    /// Returns the number of connections.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.web.connections()
    }

    /// Waits until the source ends.
    ///
    /// # Errors
    /// A sentence with the reason if the source or the server failed.
    pub fn wait(mut self) -> Result<(), String> {
        let failed = "the server has failed: start it again, and report this if it comes back";
        loop {
            if self.source.as_ref().is_none_or(JoinHandle::is_finished) {
                let ended = self.source.take().map(JoinHandle::join);
                return ended.unwrap_or(Ok(Ok(()))).unwrap_or(Err(failed.into()));
            }
            if self.web.has_ended() {
                return Err(failed.into());
            }
            std::thread::sleep(POLL_INTERVAL);
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        self.web.close();
        // A failed thread has already printed its panic.
        let _ = self.source.take().map(JoinHandle::join);
    }
}
