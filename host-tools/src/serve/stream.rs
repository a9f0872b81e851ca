//! Stream of server-sent events to one spectator.
//!
//! A spectator is a cursor in the feed. Data that the connection cannot accept is not
//! produced, so a slow spectator costs nothing.

use super::accept::StreamPlace;
use super::feed::{Cursor, Feed};
use axum::body::Body;
use axum::http::{Response, header};
use futures_util::stream;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Interval after which a comment is sent if nothing else is, so that both sides notice a
/// broken connection.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(10);

struct Spectator {
    feed: Arc<Feed>,
    cursor: Cursor,
    bell: watch::Receiver<()>,
    /// Place of the stream, held while the peer listens.
    _place: StreamPlace,
}

/// Creates the response with all events after `mark`.
pub fn events(feed: &Arc<Feed>, place: StreamPlace, mark: Option<&str>) -> Response<Body> {
    let spectator = Spectator {
        feed: feed.clone(),
        cursor: feed.cursor(mark),
        bell: feed.listen(),
        _place: place,
    };
    let pieces = stream::unfold(spectator, |mut spectator| async move {
        loop {
            spectator.bell.mark_unchanged();
            let piece = spectator.feed.read(&mut spectator.cursor);
            if !piece.is_empty() {
                return Some((Ok::<_, Infallible>(piece), spectator));
            }
            match tokio::time::timeout(KEEPALIVE_INTERVAL, spectator.bell.changed()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return None,
                Err(_) => return Some((Ok(": still here\n\n".to_owned()), spectator)),
            }
        }
    });
    response(Body::from_stream(pieces))
}

/// Creates the response with a stream of server-sent events.
pub(super) fn response(events: Body) -> Response<Body> {
    let mut response = Response::new(events);
    let headers = response.headers_mut();
    let kind = header::HeaderValue::from_static("text/event-stream");
    headers.insert(header::CONTENT_TYPE, kind);
    let fresh = header::HeaderValue::from_static("no-store");
    headers.insert(header::CACHE_CONTROL, fresh);
    response
}
