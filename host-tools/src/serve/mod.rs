//! The live match on a page, for everybody in the room.
//!
//! ```text
//!            own thread                      own thread, one for all
//!   ring --> Source --> Desk --> Scribe --> Feed --> stream --> spectators
//!              ^                                                    |
//!              +------------------ Request <-- http <-- Gate <------+
//! ```
//!
//! | file | concern |
//! |---|---|
//! | [`source`] | where a match comes from, and the desk where it is handed in |
//! | [`simulated`] | matches on the virtual ring and on virtual grid boards |
//! | [`wired`] | a ring on a line, or a recording of one |
//! | [`scribe`], [`view`], [`waiting`] | what the ring says, as JSON |
//! | [`evidence`] | evidence kept and drawn |
//! | [`feed`], `stream` | the numbered list, and how a spectator gets it |
//! | [`gate`], [`origin`], [`secret`] | who may speak |
//! | `http`, `refuse`, `door` | addresses, refusals, connections |
//! | `assets`, `page/` | the page itself |
//!
//! What it does not do: it decides nothing, and it speaks no HTTPS; on a network
//! that is not trusted everybody can read along, table code and all.

mod assets;
mod door;
pub mod evidence;
pub mod feed;
pub mod gate;
mod http;
pub mod origin;
mod refuse;
pub mod scribe;
pub mod secret;
pub mod simulated;
pub mod source;
mod stream;
pub mod view;
pub mod waiting;
pub mod wired;

pub use source::Source;

use feed::Feed;
use gate::Gate;
use scribe::Scribe;
use source::Desk;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;
use std::time::Instant;
use tokio::sync::watch;

/// Requests that can wait for the source.
const INBOX: usize = 16;

/// How to serve.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen.
    pub bind: SocketAddr,
    /// The table code.
    pub code: String,
    /// Names the server goes by beside its numbers.
    pub names: Vec<String>,
}

/// A server that runs; it ends when this is dropped.
#[derive(Debug)]
pub struct Served {
    address: SocketAddr,
    feed: Arc<Feed>,
    closed: Arc<AtomicBool>,
    closing: watch::Sender<bool>,
    threads: Vec<JoinHandle<Result<(), String>>>,
}

/// Serves what comes from `source`.
///
/// # Errors
/// If the address cannot be listened at.
pub fn serve(config: &Config, source: Box<dyn Source>) -> io::Result<Served> {
    let listener = TcpListener::bind(config.bind)?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let feed = Arc::new(Feed::new(secret::epoch()));
    let closed = Arc::new(AtomicBool::new(false));
    let seated = Arc::new(AtomicUsize::new(0));
    let (inbox, requests) = mpsc::sync_channel(INBOX);
    let (closing, close) = watch::channel(false);
    let hall = Arc::new(http::Hall {
        feed: feed.clone(),
        gate: Mutex::new(Gate::new(config.code.clone(), Instant::now())),
        inbox,
        names: config.names.clone(),
        seated: seated.clone(),
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let web = std::thread::Builder::new()
        .name("page".into())
        .spawn(move || {
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener)
                    .map_err(|why| format!("cannot listen: {why}"))?;
                door::open(listener, http::router(hall), close).await;
                Ok(())
            })
        })?;
    let mut desk = Desk::new(Scribe::new(feed.clone()), requests, closed.clone(), seated);
    let mut source = source;
    let follow = std::thread::Builder::new()
        .name("source".into())
        .spawn(move || {
            let followed = source.run(&mut desk);
            if let Err(why) = &followed {
                desk.scribe.link(Some(why));
            }
            followed
        })?;
    Ok(Served {
        address,
        feed,
        closed,
        closing,
        threads: vec![web, follow],
    })
}

impl Served {
    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// What spectators are told.
    #[must_use]
    pub fn feed(&self) -> &Feed {
        &self.feed
    }

    /// Goes on until it is ended from outside.
    ///
    /// # Errors
    /// Why it ended by itself.
    pub fn wait(mut self) -> Result<(), String> {
        match self.threads.drain(..).next().map(JoinHandle::join) {
            Some(Ok(ended)) => ended,
            Some(Err(_)) => Err(
                "the server has failed: start it again, and report this if it comes back".into(),
            ),
            None => Ok(()),
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        self.closing.send_replace(true);
        for thread in self.threads.drain(..) {
            // A thread that failed has said so.
            let _ = thread.join();
        }
    }
}
