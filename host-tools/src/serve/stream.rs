//! The events as one spectator gets them: server-sent events.
//!
//! A spectator is a cursor in the feed. What the connection does not take is not
//! made, so a slow one costs nothing.

use super::feed::{Cursor, Feed};
use axum::body::Body;
use axum::http::{Response, header};
use futures_util::stream;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Something is sent at least so often: then both sides know of each other.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);

struct Spectator {
    feed: Arc<Feed>,
    cursor: Cursor,
    bell: watch::Receiver<()>,
}

/// The events from behind this mark on.
pub fn events(feed: &Arc<Feed>, mark: Option<&str>) -> Response<Body> {
    let spectator = Spectator {
        feed: feed.clone(),
        cursor: feed.cursor(mark),
        bell: feed.listen(),
    };
    let pieces = stream::unfold(spectator, |mut it| async move {
        loop {
            it.bell.mark_unchanged();
            let piece = it.feed.read(&mut it.cursor);
            if !piece.is_empty() {
                return Some((Ok::<_, Infallible>(piece), it));
            }
            match tokio::time::timeout(SIGN_OF_LIFE, it.bell.changed()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return None,
                Err(_) => return Some((Ok(": still here\n\n".to_owned()), it)),
            }
        }
    });
    let mut response = Response::new(Body::from_stream(pieces));
    let headers = response.headers_mut();
    let kind = header::HeaderValue::from_static("text/event-stream");
    headers.insert(header::CONTENT_TYPE, kind);
    let fresh = header::HeaderValue::from_static("no-store");
    headers.insert(header::CACHE_CONTROL, fresh);
    response
}
