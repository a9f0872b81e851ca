//! Messages to the host, each made when the host is ready to receive it.
//!
//! | priority | message |
//! |---|---|
//! | 1 | greeting |
//! | 2 | responses |
//! | 3 | new observations |
//! | 4 | journal lines |
//! | 5 | waiting state, sensor faults, calibration, rod stroke, facts about the ring and its device, list of matches |
//! | 6 | captures |
//! | 7 | raw frames |

use super::Ring;
use super::link::Link;
use crate::checksum;
use crate::sensing::calibration::guide::Guide;
use crate::sensing::calibration::migration::StoredCalibration;
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::wire::hello::{Hello, PROTOCOL};
use crate::wire::message::{CalibrationStatus, Info, RingMessage, WatchStream};
use heapless::Vec;

/// Number of frames or scans of which the live view sends one: 50 curtain frames a
/// second, and 29 analog scans.
const VIEW_INTERVAL: u32 = 50;

impl<const CHUNKS: usize> Ring<CHUNKS> {
    /// Writes the next bytes for the host into `out` and returns their number; 0 if there
    /// is no message or no host.
    pub fn transmit(&mut self, out: &mut [u8]) -> usize {
        if !self.link.is_open() {
            return 0;
        }
        if self.link.is_free() && !self.load_next() {
            return 0;
        }
        self.link.send(out)
    }

    /// True if [`Ring::transmit`] may have bytes.
    #[must_use]
    pub fn has_output(&self) -> bool {
        self.link.is_open()
    }

    /// True if observations wait to be sent to the host. The caller must send them before
    /// it calls [`Ring::work`].
    #[must_use]
    pub fn has_observations(&self) -> bool {
        self.link.is_open() && self.link.has_observations()
    }

    /// Encodes the next message into the link's frame buffer; returns false if there is
    /// no message.
    fn load_next(&mut self) -> bool {
        if core::mem::take(&mut self.link.sends.hello) {
            let hello = Hello {
                protocol: PROTOCOL,
                firmware: self.firmware.clone(),
                board: self.profile.name,
                boot: self.boot,
                next: self.out.journal.next(),
            };
            self.link.load(&RingMessage::Hello(hello));
            return true;
        }
        if let Some(message) = self.link.waiting_message() {
            self.link.load(&message);
            return true;
        }
        self.load_line()
            || self.load_state()
            || self.load_facts()
            || self.load_capture()
            || self.load_raw()
    }

    /// Loads the next journal line that the host follows; returns false if there is none.
    ///
    /// A line waits until it is in flash, so that no power cut takes it back from the
    /// host. Only if the flash cannot store it now, the line goes out as a provisional
    /// one, and the host is told so.
    fn load_line(&mut self) -> bool {
        let Some(cursor) = self.link.cursor else {
            return false;
        };
        let journal = &self.out.journal;
        let stored = journal.stored();
        let provisional = if cursor < stored {
            None
        } else if cursor < journal.next() && journal.is_stuck() {
            // The first of the lines that are not in flash.
            self.link
                .provisional
                .filter(|_| cursor > stored)
                .or(Some(cursor))
        } else if cursor > stored {
            // The lines that the host holds are not in flash yet.
            return false;
        } else {
            None
        };
        if self.link.provisional != provisional {
            self.link.provisional = provisional;
            self.link.load(&RingMessage::Provisional(provisional));
            return true;
        }
        if cursor >= stored && provisional.is_none() {
            return false;
        }
        let Some((seq, line)) = self.out.journal.line_or_fetch(cursor) else {
            return false;
        };
        self.link.load_line(seq, line);
        self.link.cursor = Some(seq.saturating_add(1));
        true
    }

    /// Loads the waiting state or the sensor faults, if they have changed; returns false
    /// if not.
    fn load_state(&mut self) -> bool {
        // The comparison is expensive, and nearly always no input came.
        if self.state_dirty && self.load_waiting() {
            return true;
        }
        if core::mem::take(&mut self.state_dirty) && self.link.streams.contains(WatchStream::Health)
        {
            let crc = self.sensing.faults().fold(0_u32, |sum, trouble| {
                let mut bytes = [0; 16];
                let encoded =
                    postcard::to_slice(&trouble, &mut bytes).map_or(&[][..], |bytes| bytes);
                let sum = sum.rotate_left(1);
                sum.wrapping_add(u32::from_le_bytes(checksum::crc32(encoded)))
            });
            if crc != self.health_crc {
                self.health_crc = crc;
                self.link.sends.health = Some(0);
            }
        }
        let link = &mut self.link;
        let Some(before) = link.sends.health else {
            return false;
        };
        let mut rest = self.sensing.faults().skip(before.into());
        let troubles: Vec<_, 16> = rest.by_ref().take(16).collect();
        let last = rest.next().is_none();
        link.sends.health = (!last).then_some(before.saturating_add(16));
        link.load(&RingMessage::Health {
            before,
            last,
            troubles,
        });
        true
    }

    /// Loads the waiting state if the host watches it and it has changed; returns false
    /// if not.
    fn load_waiting(&mut self) -> bool {
        if !self.link.streams.contains(WatchStream::Waiting) {
            return false;
        }
        let waiting = RingMessage::Waiting(self.referee.waiting());
        let mut bytes = [0; crate::wire::PAYLOAD_MAX];
        let encoded = postcard::to_slice(&waiting, &mut bytes).map_or(&[][..], |bytes| bytes);
        let sum = checksum::crc32(encoded);
        if self.link.waiting_crc == Some(sum) {
            return false;
        }
        self.link.waiting_crc = Some(sum);
        self.link.load(&waiting);
        true
    }

    /// Loads a requested message: calibration, rod stroke, facts about the ring, health of the device,
    /// or the next match of the list. Returns false if none was requested.
    fn load_facts(&mut self) -> bool {
        if core::mem::take(&mut self.link.sends.calibration) {
            let state = self.calibrating();
            self.link.load(&RingMessage::CalibrationStatus(state));
            return true;
        }
        if core::mem::take(&mut self.link.sends.calibrated) {
            let stored = StoredCalibration::V2(self.config.calibration.clone());
            self.link.load(&RingMessage::Calibration(stored));
            return true;
        }
        if core::mem::take(&mut self.link.sends.info) {
            let info = self.info();
            self.link.load(&RingMessage::Info(info));
            return true;
        }
        if let Some(seen) = self.link.sends.stroke.take() {
            self.link.load(&RingMessage::Stroke(seen));
            return true;
        }
        if core::mem::take(&mut self.link.sends.device)
            && let Some(health) = self.health
        {
            self.link.load(&RingMessage::Device(health));
            return true;
        }
        self.load_match()
    }

    /// Loads the list of captures or the next 512 bytes of a capture, if requested;
    /// returns false if not.
    fn load_capture(&mut self) -> bool {
        if core::mem::take(&mut self.link.sends.captures) {
            let lines = self.captures.list().flat_map(|item| item.lines()).collect();
            self.link.load(&RingMessage::Captures(lines));
            return true;
        }
        let Some((seq, offset)) = self.link.sends.capture else {
            return false;
        };
        self.captures.finish();
        let item = self.captures.of_line(seq);
        let total = item.map_or(0, |item| u32::from(item.bytes));
        let mut bytes = [0; 512];
        let from = u16::try_from(offset).unwrap_or(u16::MAX);
        let count = item.map_or(0, |item| self.captures.read(item.id, from, &mut bytes));
        let next = offset.saturating_add(u32::try_from(count).unwrap_or(0));
        let more = count > 0 && next < total;
        self.link.sends.capture = more.then_some((seq, next));
        let bytes = bytes.iter().copied().take(count).collect();
        self.link.load(&RingMessage::Capture {
            seq,
            offset,
            total,
            bytes,
        });
        true
    }

    /// Returns the state of the guided calibration.
    fn calibrating(&self) -> CalibrationStatus {
        let guide = self.guide.as_ref();
        let (done, steps) = guide.map_or((0, 0), Guide::progress);
        CalibrationStatus {
            done,
            steps,
            wants: guide.and_then(Guide::wants),
            refused: self.guide_refused,
        }
    }

    /// Returns message counts, journal numbers, storage state and settings of this ring.
    #[must_use]
    pub fn info(&self) -> Info {
        let link: &Link = &self.link;
        Info {
            frames: link.counts(),
            unread: link.unread(),
            dropped: link.dropped(),
            first: self.out.journal.first(),
            next: self.out.journal.next(),
            stored: self.out.journal.stored(),
            storage: self.out.journal.storage(),
            wear: self.wear,
            settings: self.config.settings,
            identity: self.identity(),
            crash: self.crash.clone(),
            health: self.health,
        }
    }

    /// Loads a frame or scan of the live view; returns false if there is none.
    fn load_raw(&mut self) -> bool {
        if core::mem::take(&mut self.link.sends.curtain)
            && let Some(frame) = self.curtain.take()
        {
            self.link.load(&RingMessage::Curtain(frame));
            return true;
        }
        if core::mem::take(&mut self.link.sends.hall)
            && let Some(scan) = self.hall.take()
        {
            let count = self.profile.hall.channels.len();
            let sums = scan.sums.iter().copied().take(count).collect();
            self.link.load(&RingMessage::Hall {
                index: scan.index,
                sums,
            });
            return true;
        }
        false
    }

    /// Stores a frame for the live view if the host watches it and the frame is its turn.
    pub(super) fn show_curtain(&mut self, frame: &CurtainFrame) {
        let watched = self.link.streams.contains(WatchStream::Curtain);
        if watched && frame.index.is_multiple_of(VIEW_INTERVAL) {
            self.curtain = Some(*frame);
            self.link.sends.curtain = true;
        }
    }

    /// Stores a scan for the live view if the host watches it and the scan is its turn.
    pub(super) fn show_hall(&mut self, scan: &HallScan) {
        let watched = self.link.streams.contains(WatchStream::Hall);
        if watched && scan.index.is_multiple_of(VIEW_INTERVAL) {
            self.hall = Some(*scan);
            self.link.sends.hall = true;
        }
    }
}
