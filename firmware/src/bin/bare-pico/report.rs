//! Lines of text to the host: one for each assumption.

use core::fmt::{self, Write};
use embassy_rp::peripherals::USB;
use embassy_rp::usb::Driver;
use embassy_time::{Duration, Timer};
use embassy_usb::class::cdc_acm::Sender;
use heapless::String;

/// Longest packet: one of 64 bytes would tell the host that more follows.
const PACKET: usize = 63;

/// Time from the opening of the port to the first line, so that a terminal is ready.
const PAUSE: Duration = Duration::from_millis(100);

/// Judgement of one assumption.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The assumption holds.
    Holds,
    /// The assumption does not hold: the firmware has to change.
    Fails,
    /// Nothing can be said, for this reason: most often a wire is missing.
    Unknown(&'static str),
}

impl Verdict {
    /// Returns `Holds` if the condition is true, otherwise `Fails`.
    pub const fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Holds => f.write_str("holds"),
            Self::Fails => f.write_str("does not hold"),
            Self::Unknown(why) => write!(f, "not known: {why}"),
        }
    }
}

/// Number of tenths, written with its decimal point.
pub struct Tenths(pub u32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// Text output to the host, with the counts of all verdicts.
pub struct Report<'d> {
    sender: Sender<'d, Driver<'d, USB>>,
    held: u32,
    failed: u32,
    unknown: u32,
}

impl<'d> Report<'d> {
    /// Waits until a terminal opens the port.
    pub async fn open(mut sender: Sender<'d, Driver<'d, USB>>) -> Self {
        sender.wait_connection().await;
        while !sender.dtr() {
            Timer::after(PAUSE).await;
        }
        Timer::after(PAUSE).await;
        Self {
            sender,
            held: 0,
            failed: 0,
            unknown: 0,
        }
    }

    /// Writes the line of an assumption, and counts its verdict.
    pub async fn line(
        &mut self,
        assumption: &str,
        expected: &str,
        measured: fmt::Arguments<'_>,
        verdict: Verdict,
    ) {
        match verdict {
            Verdict::Holds => self.held += 1,
            Verdict::Fails => self.failed += 1,
            Verdict::Unknown(_) => self.unknown += 1,
        }
        self.text(format_args!(
            "{assumption} | {expected} | {measured} | {verdict}\r\n"
        ))
        .await;
    }

    /// Writes the counts of all verdicts.
    pub async fn summary(&mut self) {
        let Self {
            held,
            failed,
            unknown,
            ..
        } = *self;
        self.text(format_args!(
            "done: {held} hold, {failed} do not hold, {unknown} not known; \
             press a key to check again\r\n"
        ))
        .await;
    }

    /// Writes text. Drops it if the host is gone.
    pub async fn text(&mut self, text: fmt::Arguments<'_>) {
        let mut line: String<320> = String::new();
        // A longer line is cut.
        let _ = line.write_fmt(text);
        for packet in line.as_bytes().chunks(PACKET) {
            if self.sender.write_packet(packet).await.is_err() {
                return;
            }
        }
    }
}
