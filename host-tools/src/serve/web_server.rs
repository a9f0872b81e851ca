//! Web server on its own thread, and its end.

use super::accept::{self, Places};
use axum::Router;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use tokio::sync::watch;

/// Running web server; dropping it ends the server.
#[derive(Debug)]
pub(super) struct WebServer {
    address: SocketAddr,
    closing: watch::Sender<bool>,
    places: Arc<Places>,
    thread: Option<JoinHandle<()>>,
}

impl WebServer {
    /// Listens at an address and serves what `router` makes.
    ///
    /// # Errors
    /// `io::Error` if the server cannot listen at the address.
    pub(super) fn start(
        bind: SocketAddr,
        router: impl FnOnce(Arc<Places>) -> Router,
    ) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let listener = {
            let _within = runtime.enter();
            accept::listen(bind)?
        };
        let address = listener.local_addr()?;
        let (closing, close) = watch::channel(false);
        let places = Arc::new(Places::new());
        let router = router(places.clone());
        let of_thread = places.clone();
        let thread = std::thread::Builder::new().name("page".into());
        let serve = move || runtime.block_on(accept::open(listener, router, of_thread, close));
        Ok(Self {
            address,
            closing,
            places,
            thread: Some(thread.spawn(serve)?),
        })
    }

    /// Returns the address at which the server listens.
    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the number of connections.
    pub(super) fn connections(&self) -> usize {
        self.places.connections()
    }

    /// True if the server has ended by itself.
    pub(super) fn has_ended(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Ends the server and waits until it has ended.
    pub(super) fn close(&mut self) {
        self.closing.send_replace(true);
        // A failed thread has already printed its panic.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Drop for WebServer {
    fn drop(&mut self) {
        self.close();
    }
}
