//! Hubs of this user on this computer: programs that own a ring and share it.
//!
//! A hub has two files in the user's run directory: one that stands for it, see
//! [`hub_stream`](crate::hub_stream), and beside it a text file with id, name and address of
//! its ring, which appears once the ring is connected. The directory is `DOHYO_RUN`, or
//! `dohyo` in `XDG_RUNTIME_DIR`, or `.cache/dohyo` in `HOME`, or `dohyo` in `LOCALAPPDATA`.

use crate::hub_stream::HubStream;
use std::path::{Path, PathBuf};

/// End of the name of the file that stands for a hub.
pub const SOCKET: &str = "sock";

/// End of the name of the file that says which ring a hub shares.
pub const RING: &str = "ring";

/// Hub that shares a ring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hub {
    /// Path of the file that stands for it.
    pub socket: PathBuf,
    /// Id of its ring, in hexadecimal digits.
    pub ring: String,
    /// Name of its ring; empty if it has none.
    pub name: String,
}

/// Returns the directory of the hubs of this user; `None` if the environment names none.
#[must_use]
pub fn directory() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    variable("DOHYO_RUN")
        .map(PathBuf::from)
        .or_else(|| variable("XDG_RUNTIME_DIR").map(|it| PathBuf::from(it).join("dohyo")))
        .or_else(|| variable("HOME").map(|it| PathBuf::from(it).join(".cache").join("dohyo")))
        .or_else(|| variable("LOCALAPPDATA").map(|it| PathBuf::from(it).join("dohyo")))
}

/// Returns the hubs in a directory that have a ring and still run.
#[must_use]
pub fn list(directory: &Path) -> Vec<Hub> {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return Vec::new();
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let mut hubs: Vec<Hub> = paths.filter_map(|path| read(&path)).collect();
    hubs.sort_by(|a, b| (&a.ring, &a.socket).cmp(&(&b.ring, &b.socket)));
    hubs
}

/// Returns the address of the ring that the hub at this socket shares; `None` if it has
/// had none yet.
#[must_use]
pub fn place(socket: &Path) -> Option<String> {
    let text = std::fs::read_to_string(socket.with_extension(RING)).ok()?;
    text.lines().nth(2).map(str::to_owned)
}

/// Returns the id of the ring that the hub at this socket shares; `None` if it has had none
/// yet.
#[must_use]
pub fn ring(socket: &Path) -> Option<String> {
    let text = std::fs::read_to_string(socket.with_extension(RING)).ok()?;
    text.lines().next().map(str::to_owned)
}

/// Reads the file of a hub; `None` if it is another file, or its hub has ended.
fn read(path: &Path) -> Option<Hub> {
    if path.extension()? != RING {
        return None;
    }
    let socket = path.with_extension(SOCKET);
    let text = std::fs::read_to_string(path).ok()?;
    let mut lines = text.lines();
    let hub = Hub {
        ring: lines.next()?.to_owned(),
        name: lines.next().unwrap_or_default().to_owned(),
        socket,
    };
    HubStream::connect(&hub.socket).is_ok().then_some(hub)
}
