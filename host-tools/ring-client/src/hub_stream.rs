//! Connection to a hub on this computer, by the file that stands for it: a Unix socket, or
//! a text file with a port on loopback and a token, where there are no Unix sockets.
//!
//! Only the same user can use either. The text file is in a folder that others cannot read;
//! the token from it is the first that a program sends.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// Timeout of connecting and of sending.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Port of a hub on loopback, and the token that it demands.
#[derive(Clone, PartialEq, Eq)]
pub struct Loopback {
    /// Address at which the hub listens.
    pub address: SocketAddr,
    /// Token in hexadecimal digits.
    pub token: String,
}

impl fmt::Debug for Loopback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A token belongs in no log.
        write!(f, "Loopback({})", self.address)
    }
}

impl Loopback {
    /// Returns the contents of the file that stands for the hub.
    #[must_use]
    pub fn to_text(&self) -> String {
        format!("{} {}\n", self.address, self.token)
    }

    /// Parses the file that stands for a hub; `None` if it is another file.
    ///
    /// ```
    /// use ring_client::hub_stream::Loopback;
    ///
    /// let text = "127.0.0.1:4711 00ff\n";
    /// let hub = Loopback::parse(text);
    /// assert_eq!(hub.map(|hub| hub.to_text()).as_deref(), Some(text));
    /// assert_eq!(Loopback::parse("192.0.2.1:4711 00ff\n"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (address, token) = text.strip_suffix('\n')?.split_once(' ')?;
        let address: SocketAddr = address.parse().ok()?;
        let is_token = !token.is_empty() && token.chars().all(|digit| digit.is_ascii_hexdigit());
        (is_token && address.ip().is_loopback()).then(|| Self {
            address,
            token: token.to_owned(),
        })
    }
}

/// Connection to a hub.
#[derive(Debug)]
pub enum HubStream {
    /// Unix socket.
    #[cfg(unix)]
    Unix(UnixStream),
    /// Port on loopback, at which the token was shown.
    Loopback(TcpStream),
}

impl HubStream {
    /// Connects to the hub that a file stands for.
    ///
    /// # Errors
    /// `io::Error` if there is no such file, or no hub behind it.
    pub fn connect(path: &Path) -> io::Result<Self> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            if std::fs::metadata(path)?.file_type().is_socket() {
                let stream = UnixStream::connect(path)?;
                stream.set_write_timeout(Some(TIMEOUT))?;
                return Ok(Self::Unix(stream));
            }
        }
        let text = std::fs::read_to_string(path)?;
        let hub = Loopback::parse(&text).ok_or(io::ErrorKind::InvalidData)?;
        let mut stream = TcpStream::connect_timeout(&hub.address, TIMEOUT)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        stream.write_all(hub.token.as_bytes())?;
        Ok(Self::Loopback(stream))
    }

    /// Sets the longest wait of a read.
    ///
    /// # Errors
    /// `io::Error` if the wait is zero.
    pub fn set_read_timeout(&self, wait: Duration) -> io::Result<()> {
        match self {
            #[cfg(unix)]
            Self::Unix(stream) => stream.set_read_timeout(Some(wait)),
            Self::Loopback(stream) => stream.set_read_timeout(Some(wait)),
        }
    }
}

impl Read for HubStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            #[cfg(unix)]
            Self::Unix(stream) => stream.read(buffer),
            Self::Loopback(stream) => stream.read(buffer),
        }
    }
}

impl Write for HubStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            #[cfg(unix)]
            Self::Unix(stream) => stream.write(bytes),
            Self::Loopback(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            #[cfg(unix)]
            Self::Unix(stream) => stream.flush(),
            Self::Loopback(stream) => stream.flush(),
        }
    }
}
