//! The real image on an emulated Pico: builds it, starts the harness of
//! `tests/emulator` under Node, and tells it what to do.
//!
//! | module | what it is |
//! |---|---|
//! | [`image`](mod@image) | the image and what the harness needs |
//! | [`answer`] | what the harness answers |
//! | [`feed`] | frames of the virtual ring as the harness reads them |
//! | [`bench`](mod@bench) | figures of the device, in device time |
//! | [`flash`](mod@flash) | flash of a board that has been in use |
//! | [`judge`], [`twin`] | the device as the judge of a match, and a ring on the host beside it |
//! | [`live`], [`laid`] | the device at a socket, and what lies on its board |
//! | [`script`] | a match as a judge was told it, without what nobody needs to wait for |
//!
//! Everything is in device time, and the same on every run: the device stands
//! still between two orders. Only [`live`] looks at a clock.

pub mod answer;
#[cfg(feature = "physics")]
pub mod bench;
#[cfg(feature = "physics")]
pub mod feed;
pub mod flash;
pub mod image;
#[cfg(feature = "physics")]
pub mod judge;
#[cfg(feature = "physics")]
pub mod laid;
#[cfg(feature = "physics")]
pub mod live;
#[cfg(feature = "physics")]
pub mod script;
#[cfg(feature = "physics")]
pub mod twin;

pub use answer::Answer;
#[cfg(feature = "physics")]
pub use feed::Feed;
pub use image::Trouble;

use rules_core::board::hall::INPUTS;
use rules_core::board::{Buttons, Name, Profile};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::wire::{Deframer, FRAME_MAX, encode};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// An emulated Pico on its board.
#[derive(Debug)]
pub struct Emulator {
    harness: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    deframer: Deframer,
}

/// Until when to run at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// The time is over.
    Over,
    /// The core says that it is ready.
    Ready,
}

impl Emulator {
    /// Puts this image on a Pico on a board, with these bytes in flash beyond the
    /// program, and applies power. Nothing runs yet.
    ///
    /// # Errors
    /// If the harness cannot be started.
    pub fn start(image: &Path, board: Name, flash: &[(u32, &Path)]) -> Result<Self, Trouble> {
        let mut harness = Command::new("node")
            .arg(image::harness().join("src/main.mjs"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|_| Trouble::NoNode)?;
        let (Some(orders), Some(answers)) = (harness.stdin.take(), harness.stdout.take()) else {
            return Err(Trouble::Silent);
        };
        let mut emulator = Self {
            harness,
            orders,
            answers: BufReader::new(answers),
            deframer: Deframer::new(),
        };
        let profile = Profile::of(board);
        let addresses = profile.hall.addresses();
        let flash: Vec<Value> = flash
            .iter()
            .map(|(at, file)| json!({ "at": at, "file": file }))
            .collect();
        emulator.order(&json!({
            "do": "start",
            "image": image,
            "board": {
                "period": profile.curtain.map_or(0, |curtain| curtain.period.0),
                "addresses": addresses,
                "channels": addresses * INPUTS,
            },
            "flash": flash,
        }))?;
        Ok(emulator)
    }

    /// Puts this image on a Pico on a board that has been in use, as its flash says;
    /// the folder is for the file with that, which is not needed any more then.
    ///
    /// # Errors
    /// If the harness cannot be started, or the file cannot be written.
    pub fn in_use(image: &Path, board: Name, directory: &Path) -> Result<Self, Trouble> {
        let file = directory.join("flash.bin");
        std::fs::create_dir_all(directory)
            .and_then(|()| std::fs::write(&file, flash::prepared(board)))
            .map_err(|why| Trouble::file(&file, &why))?;
        Self::start(image, board, &[(flash::AT, &file)])
    }

    /// Runs for so many milliseconds of device time.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn run(&mut self, millis: u32, until: Until) -> Result<Answer, Trouble> {
        let until = match until {
            Until::Over => "over",
            Until::Ready => "ready",
        };
        self.order(&json!({ "do": "run", "ms": millis, "until": until }))
    }

    /// Feeds frames to the pins from the next moment on at which a frame and a
    /// scan begin together; the answer says when.
    ///
    /// # Errors
    /// If the harness fails.
    #[cfg(feature = "physics")]
    pub fn feed(&mut self, feed: &Feed) -> Result<Answer, Trouble> {
        let (curtain, hall) = (feed.curtain(), feed.hall());
        self.order(&json!({ "do": "feed", "curtain": curtain, "hall": hall }))
    }

    /// The same with frames and scans that are here; [`Self::more`] may follow.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn stream(
        &mut self,
        frames: &[CurtainFrame],
        scans: &[HallScan],
    ) -> Result<Answer, Trouble> {
        self.frames("stream", frames, scans)
    }

    /// Frames and scans that go on after those streamed before.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn more(&mut self, frames: &[CurtainFrame], scans: &[HallScan]) -> Result<(), Trouble> {
        self.frames("more", frames, scans).map(|_| ())
    }

    fn frames(
        &mut self,
        verb: &str,
        frames: &[CurtainFrame],
        scans: &[HallScan],
    ) -> Result<Answer, Trouble> {
        let (curtain, hall) = dumps(frames, scans);
        let (curtain, hall) = (answer::hex(&curtain), answer::hex(&hall));
        self.order(&json!({ "do": verb, "curtain": curtain, "hall": hall }))
    }

    /// Runs up to this device time, in us since the first start; `last` is what
    /// was answered last.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn run_to(&mut self, until: f64, last: &Answer) -> Result<Answer, Trouble> {
        let millis = (until - last.now).max(0.0) / 1000.0;
        self.order(&json!({ "do": "run", "ms": millis, "until": "over" }))
    }

    /// Sends a payload to the device, as a frame.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn say(&mut self, payload: &[u8]) -> Result<Answer, Trouble> {
        let mut frame = [0; FRAME_MAX];
        match encode(payload, &mut frame) {
            Ok(frame) => self.send(frame),
            Err(why) => Err(Trouble::Refused(why.to_string())),
        }
    }

    /// Sends bytes to the device.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn send(&mut self, bytes: &[u8]) -> Result<Answer, Trouble> {
        self.order(&json!({ "do": "send", "hex": answer::hex(bytes) }))
    }

    /// Lets the host take packets, or not.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn listen(&mut self, yes: bool) -> Result<Answer, Trouble> {
        self.order(&json!({ "do": "host", "listen": yes }))
    }

    /// Opens the port on the host's side, or closes it.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn open(&mut self, yes: bool) -> Result<Answer, Trouble> {
        self.order(&json!({ "do": "host", "open": yes }))
    }

    /// Holds buttons down.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn press(&mut self, down: Buttons) -> Result<Answer, Trouble> {
        self.order(&json!({ "do": "press", "down": down.bits() }))
    }

    /// Lets the processor hang for so long.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn hang(&mut self, millis: u32) -> Result<Answer, Trouble> {
        self.order(&json!({ "do": "hang", "ms": millis }))
    }

    /// Takes the power within a write or erase of the flash: the one after so
    /// many more, after so many bytes of it.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn cut(&mut self, operations: u32, bytes: u32) -> Result<Answer, Trouble> {
        self.order(&json!({ "do": "cut", "operation": operations, "bytes": bytes }))
    }

    /// Lets the program panic where it is.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn panic(&mut self) -> Result<Answer, Trouble> {
        self.order(&json!({ "do": "panic" }))
    }

    /// Takes the power away, if it is there, and gives it back.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn power(&mut self) -> Result<Answer, Trouble> {
        self.deframer = Deframer::new();
        self.order(&json!({ "do": "power" }))
    }

    /// Counts anew from here.
    ///
    /// # Errors
    /// If the harness fails.
    pub fn mark(&mut self) -> Result<Answer, Trouble> {
        self.order(&json!({ "do": "mark" }))
    }

    /// The payloads in the packets of an answer, with the device time in us of
    /// the packet that completed each.
    pub fn payloads(&mut self, answer: &Answer) -> Vec<(f64, Vec<u8>)> {
        let mut payloads = Vec::new();
        for packet in &answer.packets {
            let bytes = packet.bytes();
            self.deframer.push(&bytes, |payload| {
                payloads.push((packet.at, payload.to_vec()))
            });
        }
        payloads
    }

    fn order(&mut self, order: &Value) -> Result<Answer, Trouble> {
        writeln!(self.orders, "{order}").map_err(|_| Trouble::Silent)?;
        let mut line = String::new();
        self.answers
            .read_line(&mut line)
            .map_err(|_| Trouble::Silent)?;
        let value: Value = serde_json::from_str(&line).map_err(|_| Trouble::Silent)?;
        if let Some(error) = value.get("error").and_then(Value::as_str) {
            return Err(Trouble::Refused(error.to_owned()));
        }
        serde_json::from_value(value).map_err(|why| Trouble::Refused(why.to_string()))
    }
}

/// Frames and scans as the harness reads them.
fn dumps(frames: &[CurtainFrame], scans: &[HallScan]) -> (Vec<u8>, Vec<u8>) {
    let words = frames.iter().flat_map(|frame| frame.reads).flatten();
    let sums = scans.iter().flat_map(|scan| scan.sums);
    (
        words.flat_map(u32::to_le_bytes).collect(),
        sums.flat_map(u16::to_le_bytes).collect(),
    )
}

impl Drop for Emulator {
    fn drop(&mut self) {
        // It is ours and may be in the middle of a run.
        let _ = self.harness.kill();
        let _ = self.harness.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::{Emulator, Name};
    use std::path::Path;

    #[test]
    fn a_file_that_cannot_be_written_is_named_with_the_remedy() {
        let nowhere = Path::new("/dev/null/folder");
        let trouble = Emulator::in_use(Path::new("image"), Name::Ring, nowhere).unwrap_err();
        let said = trouble.to_string();
        assert!(
            said.starts_with("cannot write /dev/null/folder/flash.bin: "),
            "{said}"
        );
        assert!(said.contains("TMPDIR"), "{said}");
    }
}
