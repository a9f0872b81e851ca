//! Page for a hall: all tables of an evening at once, for everybody in the room. Nobody can
//! change anything through it. Colours, type and spaces are those of the page on which one
//! plays.

use super::assets::{Asset, script};
use super::auth::Auth;
use super::feed::Feed;
use super::http::{self, ServerState};
use super::limits::RateLimits;
use super::secrets;
use super::tunnel::Tunnels;
use super::web_server::WebServer;
use host_core::page::json_text;
use host_core::page::sink::Topic;
use serde_json::Value;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, mpsc};
use tokio::sync::Semaphore;

const HTML: &str = include_str!("hall_page/hall.html");

/// Files of the page.
pub(super) const ASSETS: [Asset; 7] = [
    html("/"),
    html("/hall"),
    style(
        "/style/tokens.css",
        include_str!("../../page/site/style/tokens.css"),
    ),
    style(
        "/style/base.css",
        include_str!("../../page/site/style/base.css"),
    ),
    style("/hall.css", include_str!("hall_page/hall.css")),
    script("/hall.js", include_str!("hall_page/hall.js")),
    Asset {
        path: "/favicon.ico",
        kind: "image/svg+xml",
        text: include_str!("page/icon.svg"),
    },
];

/// Typeface of the page.
pub(super) const FONTS: [(&str, &[u8]); 3] = [
    (
        "/fonts/zen-maru-gothic-latin-500-normal.woff2",
        include_bytes!("../../page/site/fonts/zen-maru-gothic-latin-500-normal.woff2"),
    ),
    (
        "/fonts/zen-maru-gothic-latin-700-normal.woff2",
        include_bytes!("../../page/site/fonts/zen-maru-gothic-latin-700-normal.woff2"),
    ),
    (
        "/fonts/zen-maru-gothic-latin-900-normal.woff2",
        include_bytes!("../../page/site/fonts/zen-maru-gothic-latin-900-normal.woff2"),
    ),
];

const fn html(path: &'static str) -> Asset {
    Asset {
        path,
        kind: "text/html; charset=utf-8",
        text: HTML,
    }
}

const fn style(path: &'static str, text: &'static str) -> Asset {
    Asset {
        path,
        kind: "text/css; charset=utf-8",
        text,
    }
}

/// Running server of the page; dropping it ends the server.
#[derive(Debug)]
pub struct ServedHall {
    feed: Arc<Feed>,
    web: WebServer,
}

impl ServedHall {
    /// Serves the page at an address. `names` are those of the server, besides its IP
    /// addresses.
    ///
    /// # Errors
    /// `io::Error` if the server cannot listen at the address.
    pub fn start(bind: SocketAddr, names: &[String]) -> io::Result<Self> {
        let feed = Arc::new(Feed::new(secrets::epoch()));
        // Nobody reads requests, because the page sends none.
        let (inbox, _) = mpsc::sync_channel(0);
        let web = WebServer::start(bind, |places| {
            http::hall_router(Arc::new(ServerState {
                feed: feed.clone(),
                auth: Mutex::new(Auth::new(secrets::code())),
                rates: Mutex::new(RateLimits::default()),
                places,
                captures: Semaphore::new(0),
                inbox,
                names: names.to_vec(),
                seated: Arc::new(AtomicUsize::new(0)),
                tunnels: Arc::new(Tunnels::new(None)),
            }))
        })?;
        Ok(Self { feed, web })
    }

    /// Returns the address at which the server listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.web.address()
    }

    /// Shows these contents to everybody who watches.
    pub fn publish(&self, contents: &Value) {
        self.feed.publish(Topic::Hall, &json_text(contents));
    }

    /// True if the server has ended by itself.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.web.has_ended()
    }
}
