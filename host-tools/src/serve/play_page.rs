//! Server of the page on which one plays, and of nothing else: no ring, no commands.

use super::auth::Auth;
use super::feed::Feed;
use super::http::{self, ServerState};
use super::limits::RateLimits;
use super::secrets;
use super::tunnel::Tunnels;
use super::web_server::WebServer;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, mpsc};
use tokio::sync::Semaphore;

/// Running server of the page; dropping it ends the server.
#[derive(Debug)]
pub struct ServedPlay {
    web: WebServer,
}

impl ServedPlay {
    /// Serves the page that lies beside the program at an address.
    ///
    /// # Errors
    /// `io::Error` if the server cannot listen at the address.
    pub fn start(bind: SocketAddr) -> io::Result<Self> {
        // Nobody reads requests, because the page sends none.
        let (inbox, _) = mpsc::sync_channel(0);
        let web = WebServer::start(bind, |places| {
            http::play_router(Arc::new(ServerState {
                feed: Arc::new(Feed::new(secrets::epoch())),
                auth: Mutex::new(Auth::new(secrets::code())),
                rates: Mutex::new(RateLimits::default()),
                places,
                captures: Semaphore::new(0),
                inbox,
                names: Vec::new(),
                seated: Arc::new(AtomicUsize::new(0)),
                tunnels: Arc::new(Tunnels::new(None)),
            }))
        })?;
        Ok(Self { web })
    }

    /// Returns the address at which the server listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.web.address()
    }

    /// Waits until the server has ended by itself.
    pub fn wait(&self) {
        while !self.web.has_ended() {
            std::thread::sleep(super::POLL_INTERVAL);
        }
    }
}
