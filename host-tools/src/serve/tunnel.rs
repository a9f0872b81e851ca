//! Tunnels: the wire of the ring for pages whose browser cannot open a serial port. Each
//! page is one more program at the hub.
//!
//! ```text
//!   page --POST /wire/ID--> WireInbox --frames--> writer task --> hub socket
//!   page <--events of GET /wire-- base64 <----------------------- hub socket
//! ```
//!
//! A tunnel lives as long as its stream of events. What a page does not read is not read
//! from the hub either, and a page that reads too slowly is dropped as all spectators are.

use super::accept::StreamPlace;
use super::http_error::HttpError;
use super::limits::PeerId;
use super::wire_access::{WireBatch, WireInbox};
use super::{secrets, stream as events};
use axum::body::Body;
use axum::http::Response;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use futures_util::stream;
use host_core::page::json_text;
use host_core::printable::printable;
use ring_client::Address;
use ring_client::hub_stream::HubStream;
use ring_client::transport::TURNED_AWAY;
use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// Tunnels of all pages; half of the hub's places are left to programs.
const MAX_TUNNELS: usize = 32;
/// Tunnels of one address.
const PER_PEER: usize = 12;
/// Posts of one page that may wait for the hub.
const MAX_WAITING: usize = 16;
/// Bytes of the ring in one event.
const EVENT_BYTES: usize = 4096;
/// Interval after which a comment is sent if nothing else is.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(10);

/// Tunnels of all pages.
#[derive(Debug)]
pub struct Tunnels {
    /// Address of the ring that a hub shares; `None` if there is no such ring.
    ring: Option<Address>,
    open: Mutex<HashMap<String, Tunnel>>,
}

/// Page with a connection to the hub.
#[derive(Debug)]
struct Tunnel {
    peer: PeerId,
    inbox: WireInbox,
    /// Frames on their way to the hub.
    outgoing: mpsc::Sender<Vec<u8>>,
    /// Task that writes them; `None` until the hub is connected.
    writer: Option<JoinHandle<()>>,
}

impl Drop for Tunnel {
    fn drop(&mut self) {
        if let Some(writer) = &self.writer {
            writer.abort();
        }
    }
}

/// Socket of the hub for one page.
#[derive(Debug)]
enum HubSocket {
    #[cfg(unix)]
    Unix(tokio::net::UnixStream),
    Loopback(tokio::net::TcpStream),
}

/// Entry of a tunnel; dropping it ends the tunnel.
#[derive(Debug)]
struct TunnelEntry {
    tunnels: Arc<Tunnels>,
    id: String,
}

impl Drop for TunnelEntry {
    fn drop(&mut self) {
        self.tunnels.lock().remove(&self.id);
    }
}

/// Stream of events to a page.
struct TunnelReader {
    socket: Arc<HubSocket>,
    /// True until the first bytes of the hub are read.
    is_new: bool,
    is_over: bool,
    entry: TunnelEntry,
    /// Place of the stream, held while the page listens.
    _place: StreamPlace,
}

impl Tunnels {
    /// Creates the tunnels to the ring that a hub shares at this address; `None` if there
    /// is no such ring.
    #[must_use]
    pub fn new(ring: Option<Address>) -> Self {
        Self {
            ring,
            open: Mutex::default(),
        }
    }

    /// True if there is a ring to reach.
    #[must_use]
    pub const fn are_offered(&self) -> bool {
        self.ring.is_some()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Tunnel>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Connects a page to the hub, and creates the response with everything that the ring
    /// says.
    ///
    /// # Errors
    /// `HttpError::Nothing` without a ring, `HttpError::Crowded` if there are too many
    /// tunnels, `HttpError::Silent` if no hub is there.
    pub async fn open(
        self: &Arc<Self>,
        peer: PeerId,
        place: StreamPlace,
    ) -> Result<Response<Body>, HttpError> {
        let ring = self.ring.clone().ok_or(HttpError::Nothing)?;
        let (outgoing, frames) = mpsc::channel(MAX_WAITING);
        let entry = self.enter(peer, outgoing)?;
        let connected = tokio::task::spawn_blocking(move || connect(&ring)).await;
        let socket = connected.map_err(|_| HttpError::Silent)?;
        let socket = socket.and_then(HubSocket::new);
        let socket = Arc::new(socket.map_err(|_| HttpError::Silent)?);
        let writer = tokio::spawn(write(socket.clone(), frames));
        if let Some(tunnel) = self.lock().get_mut(&entry.id) {
            tunnel.writer = Some(writer);
        }
        let reader = TunnelReader {
            socket,
            is_new: true,
            is_over: false,
            entry,
            _place: place,
        };
        Ok(response(reader))
    }

    /// Enters a tunnel under an id that nobody can guess.
    fn enter(
        self: &Arc<Self>,
        peer: PeerId,
        outgoing: mpsc::Sender<Vec<u8>>,
    ) -> Result<TunnelEntry, HttpError> {
        let mut open = self.lock();
        let own = open.values().filter(|tunnel| tunnel.peer == peer).count();
        if own >= PER_PEER || open.len() >= MAX_TUNNELS {
            return Err(HttpError::Crowded);
        }
        let id = secrets::key();
        let tunnel = Tunnel {
            peer,
            inbox: WireInbox::default(),
            outgoing,
            writer: None,
        };
        open.insert(id.clone(), tunnel);
        let tunnels = self.clone();
        Ok(TunnelEntry { tunnels, id })
    }

    /// Reads the frames that a page has posted, without sending them.
    ///
    /// # Errors
    /// `HttpError::TunnelOver` if there is no such tunnel, `HttpError::Unreadable` if a
    /// frame is damaged.
    pub fn read(&self, id: &str, bytes: &[u8]) -> Result<WireBatch, HttpError> {
        let open = self.lock();
        let tunnel = open.get(id).ok_or(HttpError::TunnelOver)?;
        tunnel.inbox.read(bytes).map_err(HttpError::Unreadable)
    }

    /// Sends frames that the page may send.
    ///
    /// # Errors
    /// `HttpError::TunnelOver` if there is no such tunnel, `HttpError::Silent` if the hub
    /// does not take what was sent before.
    pub fn send(&self, id: &str, batch: WireBatch) -> Result<(), HttpError> {
        let mut open = self.lock();
        let tunnel = open.get_mut(id).ok_or(HttpError::TunnelOver)?;
        let slot = tunnel.outgoing.try_reserve().map_err(|why| match why {
            mpsc::error::TrySendError::Full(()) => HttpError::Silent,
            mpsc::error::TrySendError::Closed(()) => HttpError::TunnelOver,
        })?;
        slot.send(tunnel.inbox.accept(batch));
        Ok(())
    }
}

/// Connects to the hub that shares a ring.
fn connect(ring: &Address) -> io::Result<HubStream> {
    let path = match ring {
        Address::Hub(path) => path.clone(),
        ring => match ring.find_hub() {
            Ok(Some(hub)) => hub.socket,
            _ => return Err(io::ErrorKind::NotFound.into()),
        },
    };
    HubStream::connect(&path)
}

impl HubSocket {
    fn new(stream: HubStream) -> io::Result<Self> {
        match stream {
            #[cfg(unix)]
            HubStream::Unix(stream) => {
                stream.set_nonblocking(true)?;
                tokio::net::UnixStream::from_std(stream).map(Self::Unix)
            }
            HubStream::Loopback(stream) => {
                stream.set_nonblocking(true)?;
                tokio::net::TcpStream::from_std(stream).map(Self::Loopback)
            }
        }
    }

    /// Reads bytes once some are there; none if the hub has hung up.
    async fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = match self {
                #[cfg(unix)]
                Self::Unix(stream) => {
                    stream.readable().await?;
                    stream.try_read(buffer)
                }
                Self::Loopback(stream) => {
                    stream.readable().await?;
                    stream.try_read(buffer)
                }
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return read,
            }
        }
    }

    async fn write_all(&self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let written = match self {
                #[cfg(unix)]
                Self::Unix(stream) => {
                    stream.writable().await?;
                    stream.try_write(bytes)
                }
                Self::Loopback(stream) => {
                    stream.writable().await?;
                    stream.try_write(bytes)
                }
            };
            match written {
                Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Writes frames to the hub, each whole. A page that goes in the middle of a request does
/// not interrupt it.
async fn write(socket: Arc<HubSocket>, mut frames: mpsc::Receiver<Vec<u8>>) {
    while let Some(bytes) = frames.recv().await {
        if socket.write_all(&bytes).await.is_err() {
            return;
        }
    }
}

/// Creates the response with the id of the tunnel and all bytes of the hub.
fn response(reader: TunnelReader) -> Response<Body> {
    let opening = format!("retry: 1000\nevent: open\ndata: {}\n\n", reader.entry.id);
    let pieces = stream::unfold(
        (Some(opening), reader),
        |(opening, mut reader)| async move {
            let piece = match opening {
                Some(opening) => opening,
                None => reader.next().await?,
            };
            Some((Ok::<_, Infallible>(piece), (None, reader)))
        },
    );
    events::response(Body::from_stream(pieces))
}

impl TunnelReader {
    /// Returns the next event, or a comment if nothing is said; `None` at the end.
    async fn next(&mut self) -> Option<String> {
        if self.is_over {
            return None;
        }
        let mut buffer = [0; EVENT_BYTES];
        let read = tokio::time::timeout(KEEPALIVE_INTERVAL, self.socket.read(&mut buffer)).await;
        let count = match read {
            Err(_) => return Some(": still here\n\n".to_owned()),
            Ok(Ok(0) | Err(_)) => return None,
            Ok(Ok(count)) => count,
        };
        let bytes = buffer.get(..count).unwrap_or_default();
        let is_first = std::mem::take(&mut self.is_new);
        if is_first && let Some(why) = bytes.strip_prefix(TURNED_AWAY.as_bytes()) {
            // The hub has no ring at the moment, or no place, and hangs up.
            self.is_over = true;
            let why = String::from_utf8_lossy(why);
            let sentence = json_text(&printable(why.trim_end()).into());
            return Some(format!("event: away\ndata: {sentence}\n\n"));
        }
        let text = BASE64_STANDARD.encode(bytes);
        Some(format!("event: bytes\ndata: {text}\n\n"))
    }
}
