//! Acceptance of connections: a place for each, and the time that its peer has to send a
//! request and to take the answer.

use super::admission::{Admission, Admissions, Capacity, ConnectionId};
use super::write_deadline::WriteDeadline;
use axum::Router;
use axum::body::Body;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{oneshot, watch};
use tower_service::Service;

/// Time for a request line and its headers, from the end of the request before.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Time for a peer to take what it was sent.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// Buffer of a connection for headers and for pieces of an answer, in bytes.
const BUFFER: usize = 16 << 10;
/// Buffer of the operating system for bytes that a peer has not taken yet. Without a
/// limit Linux lets it grow to 4 MiB for each connection.
const SEND_BUFFER: u32 = 64 << 10;
/// Connections that wait in the operating system until they are accepted.
const BACKLOG: u32 = 1_024;
/// Open files that are not connections: standard streams, the ring, recordings.
const OTHER_FILES: usize = 64;
/// Answer to a connection for which there is no place.
const NO_PLACE: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\n\
    Retry-After: 5\r\nConnection: close\r\nContent-Length: 99\r\n\r\n\
    {\"refused\":\"no-place\",\"sentence\":\"too many connections from your address: close other tabs first\"}\n";

/// Places of all connections. Dropping the sender of a connection closes it.
#[derive(Debug)]
pub struct Places(Mutex<Admissions<oneshot::Sender<()>>>);

impl Places {
    /// Creates as many places as this process may open files, up to the largest
    /// capacity.
    #[must_use]
    pub fn new() -> Self {
        let wanted = Capacity::LARGEST.total() + OTHER_FILES;
        // Where there is no such limit, the call fails.
        let files = rlimit::increase_nofile_limit(wanted as u64)
            .map_or(wanted, |files| usize::try_from(files).unwrap_or(wanted));
        let total = files.min(wanted).saturating_sub(OTHER_FILES).max(1);
        Self(Mutex::new(Admissions::new(Capacity::within(total))))
    }

    fn lock(&self) -> MutexGuard<'_, Admissions<oneshot::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the stream of a connection; `None` if its address has too many.
    pub fn start_stream(self: &Arc<Self>, id: ConnectionId) -> Option<StreamPlace> {
        self.lock().start_stream(id).then(|| StreamPlace {
            places: self.clone(),
            id,
        })
    }

    /// Returns the number of connections.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.lock().connections()
    }
}

/// Stream of a connection; dropping it ends the stream.
#[derive(Debug)]
pub struct StreamPlace {
    places: Arc<Places>,
    id: ConnectionId,
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        self.places.lock().end_stream(self.id);
    }
}

/// Place of a connection; dropping it frees the place.
struct Place {
    places: Arc<Places>,
    id: ConnectionId,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.lock().release(self.id);
    }
}

/// Listens at an address. Must be called within a runtime.
///
/// # Errors
/// `io::Error` if the address is not one of this machine, or is taken.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // On Windows this would let two servers listen at one port.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    // Accepted connections inherit it.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Accepts connections until `closing` changes.
pub async fn open(
    listener: TcpListener,
    router: Router,
    places: Arc<Places>,
    mut closing: watch::Receiver<bool>,
) {
    loop {
        let accepted = {
            let accept = std::pin::pin!(listener.accept());
            let close = std::pin::pin!(closing.wait_for(|closes| *closes));
            match futures_util::future::select(accept, close).await {
                futures_util::future::Either::Left((accepted, _)) => accepted,
                futures_util::future::Either::Right(_) => break,
            }
        };
        let Ok((stream, address)) = accepted else {
            // No file handles are left, or the peer has gone already: try again shortly.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (handle, closed) = oneshot::channel();
        let admitted = places.lock().admit(address.ip().into(), handle);
        match admitted {
            // Dropping the handle of the displaced connection closes it.
            Admission::Admitted(id) | Admission::Displaced(id, _) => {
                let places = places.clone();
                let place = Place { places, id };
                tokio::spawn(serve(stream, place, router.clone(), closed));
            }
            Admission::Refused(_) => {
                // A peer that cannot take even this is not waited for.
                let _ = stream.try_write(NO_PLACE);
            }
        }
    }
    places.lock().clear();
}

/// Serves a connection until its peer has gone, a time is over, or `closed` resolves.
async fn serve(stream: TcpStream, place: Place, router: Router, closed: oneshot::Receiver<()>) {
    // The stream of LED frames consists of many small packets.
    let _ = stream.set_nodelay(true);
    let id = place.id;
    let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(id);
        router.clone().call(request)
    });
    let stream = WriteDeadline::new(stream, WRITE_TIMEOUT);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service);
    // An error of a connection concerns its peer only.
    let _ = futures_util::future::select(std::pin::pin!(connection), closed).await;
    drop(place);
}

#[cfg(test)]
mod tests {
    use super::NO_PLACE;

    #[test]
    fn the_answer_without_a_place_is_as_long_as_it_says() {
        let text = std::str::from_utf8(NO_PLACE).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.ends_with(&format!("Content-Length: {}", body.len())));
        assert!(serde_json::from_str::<serde_json::Value>(body).is_ok());
    }
}
