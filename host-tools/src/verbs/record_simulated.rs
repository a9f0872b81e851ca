//! Files of `--record` and `--frames`, to which `dohyo demo` and `dohyo play` record a
//! simulated match.

use super::complain;
use host_core::recording::Origin;
use ring_client::recording::{SyncHandle, create};
use rules_core::board::{BoardId, Dimensions};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use virtual_ring::play::ring_under_test::{MessageOutput, Output};
use virtual_ring::play::sensor_rig::{FrameOutput, MatchOutputs};
use virtual_ring::recording::{FrameRecorder, Header};

/// Simulated match that is recorded.
#[derive(Debug, Clone)]
pub(super) struct RecordedMatch {
    /// Board of the ring.
    pub board: BoardId,
    /// Seed of the match.
    pub seed: u64,
    /// Description of the match, for the origin of the recording.
    pub title: String,
}

/// Files to which a match is being recorded.
#[derive(Debug)]
pub(super) struct RecordedFiles {
    /// File of the messages and its state; `None` if they are not recorded.
    messages: Option<(PathBuf, SyncHandle)>,
}

impl RecordedMatch {
    /// Creates the files that are given and returns them with the outputs of the match;
    /// the error is a sentence with a remedy.
    pub(super) fn create(
        &self,
        record: Option<&Path>,
        frames: Option<&Path>,
    ) -> Result<(MatchOutputs, RecordedFiles), String> {
        let messages = record.map(|file| self.messages(file)).transpose()?;
        let (messages, handle) = messages.unzip();
        let frames = frames.map(|file| self.frames(file)).transpose()?;
        let files = RecordedFiles {
            messages: record.map(Path::to_owned).zip(handle),
        };
        Ok((MatchOutputs { messages, frames }, files))
    }

    fn messages(&self, file: &Path) -> Result<(MessageOutput, SyncHandle), String> {
        let origin = Origin {
            board: self.board,
            firmware: host_core::VERSION.to_owned(),
            place: format!("simulated: {}, seed {}", self.title, self.seed),
        };
        let recorder = create(file, &origin).map_err(|error| why(file, &error, "--record"))?;
        let to = recorder.finish();
        let handle = to.handle();
        let to: Box<dyn Output> = Box::new(to);
        Ok((MessageOutput::resume(to), handle))
    }

    fn frames(&self, file: &Path) -> Result<FrameOutput, String> {
        let to = File::create(file).map_err(|error| why(file, &error, "--frames"))?;
        let to: Box<dyn Output> = Box::new(BufWriter::new(to));
        let header = Header::now(self.board, Dimensions::ASSUMED, self.seed);
        FrameRecorder::new(to, &header).map_err(|error| why(file, &error, "--frames"))
    }
}

impl RecordedFiles {
    /// Returns the exit code of a match that could not be recorded whole; `None` if it
    /// was. Call it when the match is over and its outputs are dropped.
    pub(super) fn failed(&self) -> Option<ExitCode> {
        let (file, handle) = self.messages.as_ref()?;
        let error = handle.result().err()?;
        Some(complain(why(file, &error, "--record")))
    }
}

fn why(file: &Path, error: &dyn std::fmt::Display, option: &str) -> String {
    let name = file.display();
    format!("cannot write {name}: {error}; free some room, or choose another file with {option}")
}
