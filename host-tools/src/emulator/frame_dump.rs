//! Dumps of the virtual ring's frames for the harness, which feeds them to the pins: 30
//! words for each curtain frame, 96 halfwords for each scan.

use super::dumps;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use std::io;
use std::path::{Path, PathBuf};
use virtual_ring::geometry::WorldView;
use virtual_ring::measure::scene_run::FrameObserver;

/// Frames and scans to feed to the device, both numbered from 0, and the directory of
/// their files.
#[derive(Debug)]
pub struct FrameDump {
    directory: PathBuf,
    /// Curtain frames; empty for a board without a curtain.
    pub frames: Vec<CurtainFrame>,
    /// Hall scans.
    pub scans: Vec<HallScan>,
}

impl FrameDump {
    /// Creates an empty dump with its files in a directory of its own.
    ///
    /// # Errors
    /// `io::Error` if the directory cannot be created.
    pub fn new(directory: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(directory)?;
        Ok(Self {
            directory: directory.to_owned(),
            frames: Vec::new(),
            scans: Vec::new(),
        })
    }

    /// Writes the frames and the scans to their files.
    ///
    /// # Errors
    /// `io::Error` if a file cannot be written.
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

    /// Returns the path of the file with the frames; `None` without frames.
    #[must_use]
    pub fn curtain(&self) -> Option<PathBuf> {
        (!self.frames.is_empty()).then(|| self.directory.join("curtain.bin"))
    }

    /// Returns the path of the file with the scans; `None` without scans.
    #[must_use]
    pub fn hall(&self) -> Option<PathBuf> {
        (!self.scans.is_empty()).then(|| self.directory.join("hall.bin"))
    }
}

impl FrameObserver for FrameDump {
    fn curtain(&mut self, frame: &CurtainFrame, _: &WorldView) {
        self.frames.push(*frame);
    }

    fn hall(&mut self, scan: &HallScan) {
        self.scans.push(*scan);
    }
}
