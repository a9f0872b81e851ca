//! Sockets at which programs reach a hub: a Unix socket that only the same user can open,
//! and, if wanted, a TCP socket on loopback.

use super::program::Socket;
use ring_client::hubs;
use rules_core::wire::Identity;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

#[cfg(unix)]
use std::os::unix::{fs::PermissionsExt, net::UnixListener};

/// Number of the next hub of this process.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// Listening sockets of a hub; dropping them removes its files.
#[derive(Debug, Default)]
pub struct Listeners {
    #[cfg(unix)]
    unix: Option<UnixListener>,
    tcp: Option<TcpListener>,
    /// Path of the Unix socket; `None` if there is none.
    pub path: Option<PathBuf>,
    /// Ring that the file beside the socket names; empty before there is one.
    named: String,
}

impl Listeners {
    /// Listens in the run directory of this user, and at a TCP address on loopback.
    ///
    /// # Errors
    /// A sentence if a socket cannot be opened, or the address is not on loopback.
    pub fn open(address: Option<SocketAddr>) -> Result<Self, String> {
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
        #[cfg(unix)]
        listeners.open_unix()?;
        Ok(listeners)
    }

    #[cfg(unix)]
    fn open_unix(&mut self) -> Result<(), String> {
        let Some(directory) = hubs::directory() else {
            return Ok(());
        };
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}.{}", std::process::id(), hubs::SOCKET);
        let path = directory.join(name);
        let open = || -> io::Result<UnixListener> {
            std::fs::create_dir_all(&directory)?;
            std::fs::set_permissions(&directory, PermissionsExt::from_mode(0o700))?;
            remove_dead(&directory);
            let listener = UnixListener::bind(&path)?;
            std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600))?;
            listener.set_nonblocking(true)?;
            Ok(listener)
        };
        let listener = open().map_err(|error| {
            format!(
                "cannot share the ring in {}: {error}; set DOHYO_RUN to a folder of yours",
                directory.display()
            )
        })?;
        self.unix = Some(listener);
        self.path = Some(path);
        Ok(())
    }

    /// Returns the TCP address; `None` if there is none.
    #[must_use]
    pub fn tcp_address(&self) -> Option<SocketAddr> {
        self.tcp.as_ref()?.local_addr().ok()
    }

    /// Returns a program that wants to connect; `None` if none does.
    pub fn accept(&self) -> Option<Box<dyn Socket>> {
        #[cfg(unix)]
        if let Some(Ok((stream, _))) = self.unix.as_ref().map(UnixListener::accept) {
            stream.set_nonblocking(true).ok()?;
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

/// Removes the files of hubs that were killed.
#[cfg(unix)]
fn remove_dead(directory: &std::path::Path) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let is_socket = path.extension().is_some_and(|end| end == hubs::SOCKET);
        if is_socket && std::os::unix::net::UnixStream::connect(&path).is_err() {
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
