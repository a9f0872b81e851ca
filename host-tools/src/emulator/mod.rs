//! Real firmware image on an emulated Pico: builds the image, starts the harness of
//! `tests/emulator` under Node, and sends it orders.
//!
//! | module | contents |
//! |---|---|
//! | [`image`](mod@image) | the image and the requirements of the harness |
//! | [`reply`] | replies of the harness |
//! | [`chip_model`] | model of the flash cache and of the flash's times |
//! | [`frame_dump`] | frames of the virtual ring as the harness reads them |
//! | [`bench`](mod@bench), [`bench_table`] | figures of the device, in device time |
//! | [`flash`](mod@flash) | flash of a board that has been in use |
//! | [`emulated_ring`], [`reference_ring`] | the device as the referee of a match, and a ring on the host beside it |
//! | [`line_comparison`] | equality of their journal lines, but for their clocks |
//! | [`served_pico`], [`static_table`] | the device at a socket, and the pieces on its board |
//! | [`input_log`] | the inputs of a match, without idle time |
//! | [`memory_map`] | sections and functions of the image in RAM |
//! | [`stack_frames`](mod@stack_frames) | stack that each function of the image takes |
//!
//! All times are device time, and every run gives the same results: the device stops
//! between two orders. Only [`served_pico`] reads a clock.

#[cfg(feature = "physics")]
pub mod bench;
#[cfg(feature = "physics")]
pub mod bench_table;
pub mod chip_model;
#[cfg(feature = "physics")]
pub mod emulated_ring;
pub mod flash;
#[cfg(feature = "physics")]
pub mod frame_dump;
pub mod image;
#[cfg(feature = "physics")]
pub mod input_log;
#[cfg(feature = "physics")]
pub mod line_comparison;
pub mod memory_map;
#[cfg(feature = "physics")]
pub mod reference_ring;
pub mod reply;
#[cfg(feature = "physics")]
pub mod served_pico;
pub mod stack_frames;
#[cfg(feature = "physics")]
pub mod static_table;

pub use chip_model::{CacheModel, ChipModel};
#[cfg(feature = "physics")]
pub use frame_dump::FrameDump;
pub use image::EmulatorError;
pub use reply::HarnessReply;

use rules_core::board::hall::INPUTS;
use rules_core::board::{BoardId, Buttons, Profile};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::wire::{Deframer, FRAME_MAX, encode};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Emulated Pico on its board.
#[derive(Debug)]
pub struct Emulator {
    harness: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    deframer: Deframer,
}

/// Condition that ends a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunLimit {
    /// The run ends after the given time.
    Over,
    /// The run ends when the engine reports that it is ready, at the latest after the
    /// given time.
    Ready,
}

impl Emulator {
    /// Starts the harness: puts an image on a Pico on a board, writes files to flash
    /// beyond the program at their addresses, and applies power. The device does not run
    /// yet.
    ///
    /// # Errors
    /// `EmulatorError` if the harness cannot be started.
    pub fn start(
        image: &Path,
        board: BoardId,
        flash: &[(u32, &Path)],
        chip: ChipModel,
    ) -> Result<Self, EmulatorError> {
        Self::start_wired(image, board, flash, chip, &[])
    }

    /// Starts the harness as [`start`](Self::start) does, with wires from output pins to
    /// input pins, by GPIO number. A wire to an ADC input passes on zero or full scale.
    ///
    /// # Errors
    /// `EmulatorError` if the harness cannot be started.
    pub fn start_wired(
        image: &Path,
        board: BoardId,
        flash: &[(u32, &Path)],
        chip: ChipModel,
        wires: &[(u8, u8)],
    ) -> Result<Self, EmulatorError> {
        let mut harness = Command::new("node")
            .arg(image::harness().join("src/main.mjs"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|_| EmulatorError::NoNode)?;
        let (Some(orders), Some(answers)) = (harness.stdin.take(), harness.stdout.take()) else {
            return Err(EmulatorError::Silent);
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
                "wires": wires,
            },
            "flash": flash,
            "chip": { "xip": chip.cache.name(), "seed": chip.seed },
        }))?;
        Ok(emulator)
    }

    /// Starts the harness with an image on a Pico on a board whose flash has been in use.
    /// The flash contents go through a file in `directory`, which is not needed
    /// afterwards.
    ///
    /// # Errors
    /// `EmulatorError` if the harness cannot be started or the file cannot be written.
    pub fn in_use(
        image: &Path,
        board: BoardId,
        directory: &Path,
        chip: ChipModel,
    ) -> Result<Self, EmulatorError> {
        let file = directory.join("flash.bin");
        std::fs::create_dir_all(directory)
            .and_then(|()| std::fs::write(&file, flash::prepared(board)))
            .map_err(|why| EmulatorError::file(&file, &why))?;
        Self::start(image, board, &[(flash::AT, &file)], chip)
    }

    /// Runs the device for `millis` ms of device time, or until the limit is reached.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn run(&mut self, millis: u32, until: RunLimit) -> Result<HarnessReply, EmulatorError> {
        let until = match until {
            RunLimit::Over => "over",
            RunLimit::Ready => "ready",
        };
        self.order(&json!({ "do": "run", "ms": millis, "until": until }))
    }

    /// Feeds the frames of a dump to the pins, starting at the next moment at which a frame
    /// and a scan begin together; the reply gives the time.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    #[cfg(feature = "physics")]
    pub fn feed(&mut self, feed: &FrameDump) -> Result<HarnessReply, EmulatorError> {
        let (curtain, hall) = (feed.curtain(), feed.hall());
        self.order(&json!({ "do": "feed", "curtain": curtain, "hall": hall }))
    }

    /// Feeds these frames and scans to the pins like [`Self::feed`]; [`Self::more`] may
    /// continue them.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn stream(
        &mut self,
        frames: &[CurtainFrame],
        scans: &[HallScan],
    ) -> Result<HarnessReply, EmulatorError> {
        self.frames("stream", frames, scans)
    }

    /// Appends frames and scans to those of [`Self::stream`].
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn more(
        &mut self,
        frames: &[CurtainFrame],
        scans: &[HallScan],
    ) -> Result<(), EmulatorError> {
        self.frames("more", frames, scans).map(|_| ())
    }

    fn frames(
        &mut self,
        verb: &str,
        frames: &[CurtainFrame],
        scans: &[HallScan],
    ) -> Result<HarnessReply, EmulatorError> {
        let (curtain, hall) = dumps(frames, scans);
        let (curtain, hall) = (reply::hex(&curtain), reply::hex(&hall));
        self.order(&json!({ "do": verb, "curtain": curtain, "hall": hall }))
    }

    /// Runs the device up to a device time, in us since the first start; `last` is the
    /// last reply.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn run_to(
        &mut self,
        until: f64,
        last: &HarnessReply,
    ) -> Result<HarnessReply, EmulatorError> {
        let millis = (until - last.now).max(0.0) / 1000.0;
        self.order(&json!({ "do": "run", "ms": millis, "until": "over" }))
    }

    /// Sends a payload to the device as one frame of the wire protocol.
    ///
    /// # Errors
    /// `EmulatorError` if the payload is too long or the harness fails.
    pub fn send_payload(&mut self, payload: &[u8]) -> Result<HarnessReply, EmulatorError> {
        let mut frame = [0; FRAME_MAX];
        match encode(payload, &mut frame) {
            Ok(frame) => self.send(frame),
            Err(why) => Err(EmulatorError::Refused(why.to_string())),
        }
    }

    /// Sends bytes to the device over USB.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn send(&mut self, bytes: &[u8]) -> Result<HarnessReply, EmulatorError> {
        self.order(&json!({ "do": "send", "hex": reply::hex(bytes) }))
    }

    /// Makes the host accept USB packets, or stop accepting them.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn listen(&mut self, yes: bool) -> Result<HarnessReply, EmulatorError> {
        self.order(&json!({ "do": "host", "listen": yes }))
    }

    /// Opens or closes the serial port on the host's side.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn open(&mut self, yes: bool) -> Result<HarnessReply, EmulatorError> {
        self.order(&json!({ "do": "host", "open": yes }))
    }

    /// Holds these buttons of the board down and releases all others.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn press(&mut self, down: Buttons) -> Result<HarnessReply, EmulatorError> {
        self.order(&json!({ "do": "press", "down": down.bits() }))
    }

    /// Makes the processor hang for `millis` ms.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn hang(&mut self, millis: u32) -> Result<HarnessReply, EmulatorError> {
        self.order(&json!({ "do": "hang", "ms": millis }))
    }

    /// Cuts the power within a flash write or erase: after `operations` further ones, and
    /// after `bytes` bytes of that one.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn cut(&mut self, operations: u32, bytes: u32) -> Result<HarnessReply, EmulatorError> {
        self.order(&json!({ "do": "cut", "operation": operations, "bytes": bytes }))
    }

    /// Cuts the power within the erase that follows after `erases` more, once `bytes`
    /// bytes of the sector are erased.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn cut_erase(&mut self, erases: u32, bytes: u32) -> Result<HarnessReply, EmulatorError> {
        self.order(&json!({ "do": "cut", "erase": erases, "bytes": bytes }))
    }

    /// Makes the program panic at its present instruction.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn panic(&mut self) -> Result<HarnessReply, EmulatorError> {
        self.order(&json!({ "do": "panic" }))
    }

    /// Makes the program panic at this line of a source file that the image names.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails, or the image does not name the file.
    pub fn panic_at(&mut self, file: &str, line: u32) -> Result<HarnessReply, EmulatorError> {
        self.order(&json!({ "do": "panic", "file": file, "line": line }))
    }

    /// Raises a HardFault at the present instruction; the reply names it.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn fault(&mut self) -> Result<HarnessReply, EmulatorError> {
        self.order(&json!({ "do": "fault" }))
    }

    /// Lets the stack come to its end at the present instruction.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn overflow(&mut self) -> Result<HarnessReply, EmulatorError> {
        self.order(&json!({ "do": "overflow" }))
    }

    /// Makes every erase of the flash take `millis` ms from now on, instead of a time by lot.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn set_erase_time(&mut self, millis: u32) -> Result<HarnessReply, EmulatorError> {
        self.order(&json!({ "do": "erases", "ms": millis }))
    }

    /// Returns a USB descriptor of the device, as its host reads it; `None` if the device
    /// does not answer.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn descriptor(&mut self, kind: u8, index: u8) -> Result<Option<Vec<u8>>, EmulatorError> {
        let order = json!({ "do": "descriptor", "type": kind, "index": index });
        Ok(self.order(&order)?.descriptor_bytes())
    }

    /// Cuts the power of the device, if it is on, and restores it.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn power(&mut self) -> Result<HarnessReply, EmulatorError> {
        self.deframer = Deframer::new();
        self.order(&json!({ "do": "power" }))
    }

    /// Resets the counts that replies contain ([`HarnessReply::counts`]), and counts the
    /// misses of the flash cache by function from now on.
    ///
    /// # Errors
    /// `EmulatorError` if the harness fails.
    pub fn mark(&mut self) -> Result<HarnessReply, EmulatorError> {
        self.order(&json!({ "do": "mark", "misses": true }))
    }

    /// Returns the payloads in the packets of a reply, each with the device time in us of
    /// the packet that completed it.
    pub fn payloads(&mut self, answer: &HarnessReply) -> Vec<(f64, Vec<u8>)> {
        let mut payloads = Vec::new();
        for packet in &answer.packets {
            let bytes = packet.bytes();
            self.deframer.push(&bytes, |payload| {
                payloads.push((packet.at, payload.to_vec()))
            });
        }
        payloads
    }

    fn order(&mut self, order: &Value) -> Result<HarnessReply, EmulatorError> {
        writeln!(self.orders, "{order}").map_err(|_| EmulatorError::Silent)?;
        let mut line = String::new();
        self.answers
            .read_line(&mut line)
            .map_err(|_| EmulatorError::Silent)?;
        let value: Value = serde_json::from_str(&line).map_err(|_| EmulatorError::Silent)?;
        if let Some(error) = value.get("error").and_then(Value::as_str) {
            return Err(EmulatorError::Refused(error.to_owned()));
        }
        serde_json::from_value(value).map_err(|why| EmulatorError::Refused(why.to_string()))
    }
}

/// Returns frames and scans as the bytes that the harness reads.
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
        // The harness is our child process and may be in the middle of a run.
        let _ = self.harness.kill();
        let _ = self.harness.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::{BoardId, ChipModel, Emulator};
    use std::path::Path;

    #[test]
    fn a_file_that_cannot_be_written_is_named_with_the_remedy() {
        let nowhere = Path::new("/dev/null/folder");
        let chip = ChipModel::default();
        let trouble =
            Emulator::in_use(Path::new("image"), BoardId::Ring, nowhere, chip).unwrap_err();
        let said = trouble.to_string();
        assert!(
            said.starts_with("cannot write /dev/null/folder/flash.bin: "),
            "{said}"
        );
        assert!(said.contains("TMPDIR"), "{said}");
    }
}
