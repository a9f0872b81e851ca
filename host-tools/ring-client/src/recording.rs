//! Files with recorded messages of a ring, which survive a crash while they are written.
//!
//! Every frame goes to the operating system at once, so that a killed program loses
//! nothing. A thread syncs new frames to the disk twice a second, so that a power cut costs
//! at most a second.

use host_core::recording::{self, MessageRecorder, MessageRecording, Origin};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

/// Time between two syncs while frames are written.
const SYNC_INTERVAL: Duration = Duration::from_millis(500);

/// Reads the recorded messages of a ring from a file.
///
/// # Errors
/// A sentence with a remedy if the file cannot be read or is not a recording.
pub fn read(path: &Path) -> Result<MessageRecording, String> {
    let bytes = std::fs::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "there is no such file; make one with `dohyo record`".into(),
        _ => format!("it cannot be read ({error}); give a file made with `dohyo record`"),
    })?;
    MessageRecording::parse(&bytes)
}

/// Recording that is being written, and what it held before.
#[derive(Debug)]
pub struct OpenRecording {
    /// Writer of the recording.
    pub recorder: MessageRecorder<SyncedFile>,
    /// Messages that the recording held before; empty if it is new.
    pub known: MessageRecording,
}

/// Opens a file to record the messages of the ring with this origin, or to continue a
/// recording. Drops a last frame that was cut off.
///
/// # Errors
/// `io::Error` if the file cannot be written or holds something other than a recording.
pub fn open(path: &Path, origin: &Origin) -> io::Result<OpenRecording> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let mut bytes = Vec::new();
    if file.metadata()?.is_file() {
        file.read_to_end(&mut bytes)?;
    }
    // A file cut off within its header holds no message: start it again.
    if recording::is_cut_off_header(&bytes) {
        if !bytes.is_empty() {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
        }
        return Ok(OpenRecording {
            recorder: MessageRecorder::begin(SyncedFile::new(file)?, origin)?,
            known: MessageRecording::default(),
        });
    }
    let known = MessageRecording::parse(&bytes).map_err(io::Error::other)?;
    file.set_len(known.whole() as u64)?;
    file.seek(SeekFrom::End(0))?;
    let recorder = MessageRecorder::resume(SyncedFile::new(file)?);
    Ok(OpenRecording { recorder, known })
}

/// Starts a new recording of the ring with this origin, and replaces a file of this name.
///
/// # Errors
/// `io::Error` if the file cannot be written.
pub fn create(path: &Path, origin: &Origin) -> io::Result<MessageRecorder<SyncedFile>> {
    MessageRecorder::begin(SyncedFile::new(File::create(path)?)?, origin)
}

/// File whose writes reach the disk within a second.
#[derive(Debug)]
pub struct SyncedFile {
    file: File,
    state: Arc<SyncState>,
    thread: Option<thread::JoinHandle<()>>,
}

/// Handle that reports whether everything written to a [`SyncedFile`] is on the disk.
#[derive(Debug, Clone)]
pub struct SyncHandle(Arc<SyncState>);

/// State that a file shares with the thread that syncs it.
#[derive(Debug, Default)]
struct SyncState {
    progress: Mutex<SyncProgress>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct SyncProgress {
    /// True if bytes were written since the last sync.
    is_dirty: bool,
    /// True once the file is closed.
    is_closed: bool,
    /// First error of a write or a sync.
    error: Option<io::Error>,
}

impl SyncState {
    fn lock(&self) -> MutexGuard<'_, SyncProgress> {
        // A thread that panicked leaves a whole value behind.
        self.progress
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Syncs new bytes every `SYNC_INTERVAL` until the file is closed.
    fn run(&self, sync: impl Fn() -> io::Result<()>) {
        let mut progress = self.lock();
        loop {
            if std::mem::take(&mut progress.is_dirty) {
                drop(progress);
                let synced = sync();
                progress = self.lock();
                if let Err(error) = synced {
                    progress.error.get_or_insert(error);
                }
            }
            if progress.is_closed && !progress.is_dirty {
                return;
            }
            if !progress.is_closed {
                let waited = self.changed.wait_timeout(progress, SYNC_INTERVAL);
                progress = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
            }
        }
    }
}

impl SyncedFile {
    /// Takes over a file and starts the thread that syncs it.
    fn new(file: File) -> io::Result<Self> {
        let state = Arc::new(SyncState::default());
        let (shared, copy) = (Arc::clone(&state), file.try_clone()?);
        let sync = move || match copy.sync_data() {
            // A pipe or a device has no disk behind it.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        };
        let thread = thread::Builder::new()
            .name("sync".into())
            .spawn(move || shared.run(sync))?;
        Ok(Self {
            file,
            state,
            thread: Some(thread),
        })
    }

    /// Returns a handle that outlives the file.
    #[must_use]
    pub fn handle(&self) -> SyncHandle {
        SyncHandle(Arc::clone(&self.state))
    }

    /// Syncs the last bytes and closes the file.
    ///
    /// # Errors
    /// The first `io::Error` of a write or a sync.
    pub fn close(self) -> io::Result<()> {
        let handle = self.handle();
        drop(self);
        handle.result()
    }
}

impl SyncHandle {
    /// Returns the result of all writes and syncs of a file that was dropped.
    ///
    /// # Errors
    /// The first `io::Error` of a write or a sync.
    pub fn result(&self) -> io::Result<()> {
        self.0.lock().error.take().map_or(Ok(()), Err)
    }
}

impl Write for SyncedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        let mut progress = self.state.lock();
        match &written {
            Ok(_) => progress.is_dirty = true,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                let copy = io::Error::new(error.kind(), error.to_string());
                progress.error.get_or_insert(copy);
            }
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for SyncedFile {
    fn drop(&mut self) {
        self.state.lock().is_closed = true;
        self.state.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SyncState;
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, channel};
    use std::thread::{self, JoinHandle};
    use std::time::Duration;

    /// Starts the thread that syncs, and reports each sync.
    fn start(state: &Arc<SyncState>) -> (Receiver<()>, JoinHandle<()>) {
        let (tell, synced) = channel();
        let state = Arc::clone(state);
        let sync = move || {
            let _ = tell.send(());
            Ok(())
        };
        (synced, thread::spawn(move || state.run(sync)))
    }

    #[test]
    fn new_bytes_are_synced_although_nothing_more_is_written() {
        let state = Arc::new(SyncState::default());
        let (synced, _thread) = start(&state);
        for _ in 0..2 {
            state.lock().is_dirty = true;
            synced.recv_timeout(Duration::from_secs(20)).unwrap();
            assert!(!state.lock().is_dirty);
        }
    }

    #[test]
    fn the_last_bytes_are_synced_when_the_file_is_closed_and_nothing_else_is() {
        let state = Arc::new(SyncState::default());
        let (synced, thread) = start(&state);
        {
            let mut progress = state.lock();
            progress.is_dirty = true;
            progress.is_closed = true;
        }
        state.changed.notify_all();
        thread.join().unwrap();
        assert_eq!(synced.iter().count(), 1);
    }
}
