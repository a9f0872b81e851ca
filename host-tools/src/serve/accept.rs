//! Acceptance of connections: their number at once, and the time they have to send a
//! request.

use axum::Router;
use axum::body::Body;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower_service::Service;

/// Maximum number of connections at once: more spectators than fit into a room.
pub const MAX_CONNECTIONS: usize = 1_000;
/// Timeout of a request line and its headers.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

/// Address of a connection's peer.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

/// Accepts connections until `closing` changes.
pub async fn open(listener: TcpListener, router: Router, mut closing: watch::Receiver<bool>) {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        // While all places are taken, further connections wait in the queue of the
        // operating system.
        let Ok(place) = room.clone().acquire_owned().await else {
            return;
        };
        let accepted = {
            let accept = std::pin::pin!(listener.accept());
            let close = std::pin::pin!(closing.wait_for(|closes| *closes));
            match futures_util::future::select(accept, close).await {
                futures_util::future::Either::Left((accepted, _)) => accepted,
                futures_util::future::Either::Right(_) => return,
            }
        };
        let Ok((stream, address)) = accepted else {
            // No file handles are left, or the peer has gone already: try again shortly.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // The stream of LED frames consists of many small packets.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(Peer(address.ip()));
            router.clone().call(request)
        });
        let mut closing = closing.clone();
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADER_TIMEOUT)
                .max_buf_size(32 << 10)
                .serve_connection(TokioIo::new(stream), service);
            let close = std::pin::pin!(closing.wait_for(|closes| *closes));
            // An error of a connection concerns its peer only.
            let _ = futures_util::future::select(std::pin::pin!(connection), close).await;
            drop(place);
        });
    }
}
