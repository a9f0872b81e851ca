//! Sockets at which programs reach a hub: one that only the same user can open, and, if
//! wanted, a TCP socket on loopback.
//!
//! The first is a Unix socket; on systems without them, and if wanted, it is a port on
//! loopback with a token. A file in the run directory stands for it.

use super::program::Socket;
use super::token_listener::TokenListener;
use ring_client::hub_stream::HubStream;
use ring_client::hubs;
use rules_core::wire::Identity;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
#[cfg(unix)]
use std::os::unix::{
    fs::{OpenOptionsExt, PermissionsExt},
    net::UnixListener,
};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Number of the next hub of this process.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// Kind of the socket in the run directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// Unix socket.
    #[cfg(unix)]
    Unix,
    /// Port on loopback with a token.
    Token,
}

impl Door {
    /// Kind that this system has.
    pub const OF_SYSTEM: Self = {
        #[cfg(unix)]
        {
            Self::Unix
        }
        #[cfg(not(unix))]
        {
            Self::Token
        }
    };
}

/// Listening sockets of a hub; dropping them removes its files.
#[derive(Debug, Default)]
pub struct Listeners {
    #[cfg(unix)]
    unix: Option<UnixListener>,
    token: Option<TokenListener>,
    tcp: Option<TcpListener>,
    /// Path of the file that stands for the hub; `None` if there is none.
    pub path: Option<PathBuf>,
    /// Ring that the file beside it names; empty before there is one.
    named: String,
}

impl Listeners {
    /// Listens in the run directory of this user, and at a TCP address on loopback.
    ///
    /// # Errors
    /// A sentence if a socket cannot be opened, or the address is not on loopback.
    pub fn open(address: Option<SocketAddr>) -> Result<Self, String> {
        Self::open_with(Door::OF_SYSTEM, address)
    }

    /// Listens as [`Listeners::open`] does, with this kind of socket in the run directory.
    ///
    /// # Errors
    /// A sentence if a socket cannot be opened, or the address is not on loopback.
    pub fn open_with(door: Door, address: Option<SocketAddr>) -> Result<Self, String> {
        let mut listeners = Self::default();
        if let Some(address) = address {
            if !address.ip().is_loopback() {
                return Err(format!(
                    "{address} is not on loopback: a hub serves this computer only; other \
                     machines get the page (`dohyo serve --bind`) or a broker (`dohyo bridge`)"
                ));
            }
            let listener = TcpListener::bind(address).and_then(|listener| {
                listener.set_nonblocking(true)?;
                Ok(listener)
            });
            let why = |error| format!("cannot listen at {address}: {error}; choose another port");
            listeners.tcp = Some(listener.map_err(why)?);
        }
        listeners.open_door(door)?;
        Ok(listeners)
    }

    fn open_door(&mut self, door: Door) -> Result<(), String> {
        let Some(directory) = hubs::directory() else {
            return Ok(());
        };
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}.{}", std::process::id(), hubs::SOCKET);
        let path = directory.join(name);
        let mut open = || -> io::Result<()> {
            std::fs::create_dir_all(&directory)?;
            #[cfg(unix)]
            std::fs::set_permissions(&directory, PermissionsExt::from_mode(0o700))?;
            remove_dead(&directory);
            match door {
                #[cfg(unix)]
                Door::Unix => {
                    let listener = UnixListener::bind(&path)?;
                    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600))?;
                    listener.set_nonblocking(true)?;
                    self.unix = Some(listener);
                }
                Door::Token => {
                    let listener = TokenListener::open()?;
                    write_secret(&path, &listener.hub().to_text())?;
                    self.token = Some(listener);
                }
            }
            Ok(())
        };
        open().map_err(|error| {
            format!(
                "cannot share the ring in {}: {error}; set DOHYO_RUN to a folder of yours",
                directory.display()
            )
        })?;
        self.path = Some(path);
        Ok(())
    }

    /// Returns the TCP address; `None` if there is none.
    #[must_use]
    pub fn tcp_address(&self) -> Option<SocketAddr> {
        self.tcp.as_ref()?.local_addr().ok()
    }

    /// Returns a program that wants to connect; `None` if none does.
    pub fn accept(&mut self) -> Option<Box<dyn Socket>> {
        #[cfg(unix)]
        if let Some(Ok((stream, _))) = self.unix.as_ref().map(UnixListener::accept) {
            stream.set_nonblocking(true).ok()?;
            return Some(Box::new(stream));
        }
        if let Some(stream) = self.token.as_mut().and_then(TokenListener::accept) {
            return Some(Box::new(stream));
        }
        let (stream, _) = self.tcp.as_ref()?.accept().ok()?;
        stream.set_nonblocking(true).ok()?;
        stream.set_nodelay(true).ok()?;
        Some(Box::new(stream))
    }

    /// Says in the run directory which ring the hub shares, and at which address it is.
    pub fn announce(&mut self, identity: &Identity, place: &str) {
        let text = format!("{}\n{}\n{place}\n", identity.ring, identity.name);
        if let Some(path) = self.path.as_ref().filter(|_| self.named != text) {
            let file = path.with_extension(hubs::RING);
            let fresh = path.with_extension("new");
            // Without the file the hub is found by its address only.
            let _ = std::fs::write(&fresh, &text).and_then(|()| std::fs::rename(&fresh, &file));
            self.named = text;
        }
    }
}

/// Writes a file that only this user can read. On Windows the folder sees to that.
fn write_secret(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    options.mode(0o600);
    options.open(path)?.write_all(text.as_bytes())
}

/// Removes the files of hubs that were killed.
fn remove_dead(directory: &Path) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let is_socket = path.extension().is_some_and(|end| end == hubs::SOCKET);
        if is_socket && HubStream::connect(&path).is_err() {
            let _ = std::fs::remove_file(path.with_extension(hubs::RING));
            let _ = std::fs::remove_file(path);
        }
    }
}

impl Drop for Listeners {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            let _ = std::fs::remove_file(path.with_extension(hubs::RING));
            let _ = std::fs::remove_file(path);
        }
    }
}
