//! File with the events of an evening. Several programs may append to it at once: each
//! locks it, reads what others appended, and writes whole lines.

use crate::files::shown;
use crate::wall_clock;
use host_core::evening::Evening;
use host_core::evening::event::{EveningEvent, EveningLine, VERSION, read_lines};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Events on disk, and the evening that follows from them.
#[derive(Debug)]
pub struct EventFile {
    path: PathBuf,
    file: File,
    /// Length of the lines that were read, in bytes.
    length: u64,
    /// Number of lines that were read.
    count: usize,
    evening: Evening,
}

/// Sentence about a last line that was dropped.
pub const TORN: &str = "the last line is torn, because the program was ended while it wrote; \
                        it is dropped";

impl EventFile {
    /// Begins an evening in a new file.
    ///
    /// # Errors
    /// A sentence with a remedy if the file is there already or cannot be written.
    pub fn begin(path: &Path, events: &[EveningEvent]) -> Result<Self, String> {
        let name = shown(path);
        let opened = OpenOptions::new()
            .read(true)
            .append(true)
            .create_new(true)
            .open(path);
        let mut file = opened.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                format!("{name} holds an evening already: name a new file, or go on with that one")
            }
            _ => format!("cannot write {name}: {error}; name a file in a folder that exists"),
        })?;
        let lines = lines(events);
        let evening = Evening::read(&lines)?;
        let text = text(&lines);
        file.write_all(text.as_bytes())
            .and_then(|()| file.sync_all())
            .map_err(|error| unwritable(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            length: text.len() as u64,
            count: lines.len(),
            evening,
        })
    }

    /// Opens the file of an evening. The second value is true if its last line is torn.
    ///
    /// # Errors
    /// A sentence with a remedy if it cannot be read or holds no evening.
    pub fn open(path: &Path) -> Result<(Self, bool), String> {
        let name = shown(path);
        let opened = OpenOptions::new().read(true).append(true).open(path);
        let mut file = opened.map_err(|error| {
            format!("cannot open {name}: {error}; `dohyo evening begin` begins an evening")
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(|error| format!("cannot read {name}: {error}"))?;
        let in_file = |why| format!("{name}: {why}");
        let (lines, length) = read_lines(&bytes, 1).map_err(in_file)?;
        let file = Self {
            path: path.to_owned(),
            file,
            length: length as u64,
            count: lines.len(),
            evening: Evening::read(&lines).map_err(in_file)?,
        };
        Ok((file, length < bytes.len()))
    }

    /// Returns the evening.
    #[must_use]
    pub const fn evening(&self) -> &Evening {
        &self.evening
    }

    /// Claims the rings of the evening for this program until the returned file is closed.
    ///
    /// # Errors
    /// A sentence if another program has them.
    pub fn claim(&self) -> Result<File, String> {
        let path = self.path.with_extension("lock");
        let opened = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path);
        let lock = opened.map_err(|error| unwritable(&path, &error))?;
        lock.try_lock().map_err(|_| {
            let name = shown(&self.path);
            format!("another `dohyo evening run` has {name}: end that one first")
        })?;
        Ok(lock)
    }

    /// Reads what other programs appended. Returns true if the evening changed.
    ///
    /// # Errors
    /// A sentence if the file cannot be read or does not follow.
    pub fn refresh(&mut self) -> Result<bool, String> {
        let length = self.file.metadata().map(|metadata| metadata.len());
        match length {
            Ok(length) if length <= self.length => Ok(false),
            Ok(_) => self.read_on().map(|(changed, _)| changed),
            Err(error) => Err(format!("cannot read {}: {error}", shown(&self.path))),
        }
    }

    /// Reads from the last known line on. Returns whether the evening changed, and whether
    /// the last line is torn or still being written.
    fn read_on(&mut self) -> Result<(bool, bool), String> {
        let mut bytes = Vec::new();
        self.file
            .seek(SeekFrom::Start(self.length))
            .and_then(|_| self.file.read_to_end(&mut bytes))
            .map_err(|error| format!("cannot read {}: {error}", shown(&self.path)))?;
        let name = shown(&self.path);
        let in_file = |why| format!("{name}: {why}");
        let (lines, length) = read_lines(&bytes, self.count + 1).map_err(in_file)?;
        let mut changed = false;
        for line in &lines {
            changed |= self.evening.apply(line).map_err(in_file)?;
        }
        self.length += length as u64;
        self.count += lines.len();
        Ok((changed, length < bytes.len()))
    }

    /// Appends events that change the evening, and syncs the file; others are passed over.
    /// Returns true if one was appended.
    ///
    /// # Errors
    /// A sentence if an event does not follow from those so far, or the file cannot be
    /// written; then none is appended.
    pub fn append(&mut self, events: &[EveningEvent]) -> Result<bool, String> {
        self.append_with(|_| Ok(events.to_vec()))
    }

    /// Appends the events that `events` makes of the evening, as nobody else changes it.
    ///
    /// # Errors
    /// A sentence as for [`EventFile::append`], or that of `events`.
    pub fn append_with(
        &mut self,
        events: impl FnOnce(&Evening) -> Result<Vec<EveningEvent>, String>,
    ) -> Result<bool, String> {
        self.file
            .lock()
            .map_err(|error| unwritable(&self.path, &error))?;
        let appended = self.append_locked(events);
        // Closing the file unlocks it as well.
        let _ = self.file.unlock();
        appended
    }

    fn append_locked(
        &mut self,
        events: impl FnOnce(&Evening) -> Result<Vec<EveningEvent>, String>,
    ) -> Result<bool, String> {
        if let (_, true) = self.read_on()? {
            // Nobody else writes now, so this line will never be whole.
            let cut = self.file.set_len(self.length);
            cut.map_err(|error| unwritable(&self.path, &error))?;
        }
        let mut evening = self.evening.clone();
        let mut lines = lines(&events(&evening)?);
        let mut refused = Ok(());
        lines.retain(|line| match evening.apply(line) {
            Ok(changed) => changed,
            Err(why) => {
                refused = Err(why);
                false
            }
        });
        refused?;
        if lines.is_empty() {
            return Ok(false);
        }
        let text = text(&lines);
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|error| unwritable(&self.path, &error))?;
        self.length += text.len() as u64;
        self.count += lines.len();
        self.evening = evening;
        Ok(true)
    }
}

fn lines(events: &[EveningEvent]) -> Vec<EveningLine> {
    let time = wall_clock::now();
    let line = |event: &EveningEvent| EveningLine {
        v: VERSION,
        time: time.clone(),
        event: event.clone(),
    };
    events.iter().map(line).collect()
}

fn text(lines: &[EveningLine]) -> String {
    let text = lines
        .iter()
        .filter_map(|line| serde_json::to_string(line).ok());
    text.map(|line| line + "\n").collect()
}

fn unwritable(path: &Path, error: &std::io::Error) -> String {
    format!(
        "cannot write {}: {error}; make room, or copy it to another disk",
        shown(path)
    )
}
