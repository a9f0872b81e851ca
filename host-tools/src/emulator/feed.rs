//! Frames of the virtual ring as raw dumps, which the harness feeds to the pins:
//! 30 words for each frame of the curtain, 96 halfwords for each scan.

use super::dumps;
use crate::virtual_ring::measure::watch::Onlooker;
use crate::virtual_ring::space::View;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use std::io;
use std::path::{Path, PathBuf};

/// Frames and scans, both from number 0 on, and the files they are put in.
#[derive(Debug)]
pub struct Feed {
    directory: PathBuf,
    /// The frames; none for a board without a curtain.
    pub frames: Vec<CurtainFrame>,
    /// The scans.
    pub scans: Vec<HallScan>,
}

impl Feed {
    /// An empty one, with its files in this directory, which is its own.
    ///
    /// # Errors
    /// If there can be no such directory.
    pub fn new(directory: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(directory)?;
        Ok(Self {
            directory: directory.to_owned(),
            frames: Vec::new(),
            scans: Vec::new(),
        })
    }

    /// Writes the files.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&self) -> io::Result<()> {
        let (curtain, hall) = dumps(&self.frames, &self.scans);
        if let Some(file) = self.curtain() {
            std::fs::write(file, curtain)?;
        }
        if let Some(file) = self.hall() {
            std::fs::write(file, hall)?;
        }
        Ok(())
    }

    /// The file with the frames, if there are any.
    #[must_use]
    pub fn curtain(&self) -> Option<PathBuf> {
        (!self.frames.is_empty()).then(|| self.directory.join("curtain.bin"))
    }

    /// The file with the scans, if there are any.
    #[must_use]
    pub fn hall(&self) -> Option<PathBuf> {
        (!self.scans.is_empty()).then(|| self.directory.join("hall.bin"))
    }
}

impl Onlooker for Feed {
    fn curtain(&mut self, frame: &CurtainFrame, _: &View) {
        self.frames.push(*frame);
    }

    fn hall(&mut self, scan: &HallScan) {
        self.scans.push(*scan);
    }
}
