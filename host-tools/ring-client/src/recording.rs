//! Files with recorded messages of a ring, which survive a crash while they are written.

use host_core::recording::{self, MessageRecorder, MessageRecording};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

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

/// Opens a file to record the messages of a ring, or to continue a recording. Drops a
/// last frame that was cut off.
///
/// # Errors
/// `io::Error` if the file cannot be written or holds something other than a recording.
pub fn open(path: &Path) -> io::Result<MessageRecorder<File>> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    if !file.metadata()?.is_file() {
        return MessageRecorder::begin(file);
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    // A file cut off within its header holds no message: start it again.
    if recording::is_cut_off_header(&bytes) {
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        return MessageRecorder::begin(file);
    }
    let known = MessageRecording::parse(&bytes).map_err(io::Error::other)?;
    file.set_len(known.whole() as u64)?;
    file.seek(SeekFrom::End(0))?;
    Ok(MessageRecorder::resume(file))
}
