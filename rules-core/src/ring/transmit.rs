//! Messages to the host, made when it is ready for them.
//!
//! | priority | message |
//! |---|---|
//! | 1 | greeting |
//! | 2 | responses |
//! | 3 | new observations |
//! | 4 | journal lines |
//! | 5 | waiting state, sensor faults, calibration, facts |
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

/// Frames from one frame of the live view to the next: 50 curtain frames a second are
/// shown, and 29 analog scans.
const VIEW_INTERVAL: u32 = 50;

impl Ring {
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

    /// True if the host has not been sent all observations: they must be sent at once.
    #[must_use]
    pub fn has_observations(&self) -> bool {
        self.link.is_open() && self.link.has_sights()
    }

    /// Makes the next frame; returns false if there is no message.
    fn load_next(&mut self) -> bool {
        if core::mem::take(&mut self.link.errands.hello) {
            let hello = Hello {
                protocol: PROTOCOL,
                firmware: self.firmware.clone(),
                board: self.profile.name,
                boot: self.boot,
                next: self.out.keeper.next(),
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
            || self.load_proof()
            || self.load_raw()
    }

    /// Loads the next journal line.
    fn load_line(&mut self) -> bool {
        let Some(cursor) = self.link.cursor else {
            return false;
        };
        let Some((seq, line)) = self.out.keeper.line_or_fetch(cursor) else {
            return false;
        };
        self.link.load_line(seq, line);
        self.link.cursor = Some(seq.saturating_add(1));
        true
    }

    /// Loads the waiting state or the sensor faults, if they have changed.
    fn load_state(&mut self) -> bool {
        // The comparison is expensive, and nearly always no input came.
        if self.state_dirty && self.load_waiting() {
            return true;
        }
        if core::mem::take(&mut self.state_dirty) && self.link.streams.contains(WatchStream::Health)
        {
            let sick = self.sensing.troubles().fold(0_u32, |sum, trouble| {
                let mut bytes = [0; 16];
                let said = postcard::to_slice(&trouble, &mut bytes).map_or(&[][..], |bytes| bytes);
                let sum = sum.rotate_left(1);
                sum.wrapping_add(u32::from_le_bytes(checksum::crc32(said)))
            });
            if sick != self.health_crc {
                self.health_crc = sick;
                self.link.errands.health = Some(0);
            }
        }
        let link = &mut self.link;
        let Some(before) = link.errands.health else {
            return false;
        };
        let mut rest = self.sensing.troubles().skip(before.into());
        let troubles: Vec<_, 16> = rest.by_ref().take(16).collect();
        let last = rest.next().is_none();
        link.errands.health = (!last).then_some(before.saturating_add(16));
        link.load(&RingMessage::Health {
            before,
            last,
            troubles,
        });
        true
    }

    /// Loads the waiting state, if it is watched and has changed.
    fn load_waiting(&mut self) -> bool {
        if !self.link.streams.contains(WatchStream::Waiting) {
            return false;
        }
        let waiting = RingMessage::Waiting(self.referee.waiting());
        let mut bytes = [0; crate::wire::PAYLOAD_MAX];
        let said = postcard::to_slice(&waiting, &mut bytes).map_or(&[][..], |bytes| bytes);
        let sum = checksum::crc32(said);
        if self.link.waiting_crc == Some(sum) {
            return false;
        }
        self.link.waiting_crc = Some(sum);
        self.link.load(&waiting);
        true
    }

    fn load_facts(&mut self) -> bool {
        if core::mem::take(&mut self.link.errands.calibration) {
            let state = self.calibrating();
            self.link.load(&RingMessage::CalibrationStatus(state));
            return true;
        }
        if core::mem::take(&mut self.link.errands.calibrated) {
            let stored = StoredCalibration::V2(self.kept.calibration.clone());
            self.link.load(&RingMessage::Calibration(stored));
            return true;
        }
        if core::mem::take(&mut self.link.errands.info) {
            let info = self.info();
            self.link.load(&RingMessage::Info(info));
            return true;
        }
        self.load_match()
    }

    /// Loads the list of captures, or the next part of one, up to its end.
    fn load_proof(&mut self) -> bool {
        if core::mem::take(&mut self.link.errands.proofs) {
            let kept = self.proofs.list().flat_map(|item| item.lines()).collect();
            self.link.load(&RingMessage::Captures(kept));
            return true;
        }
        let Some((seq, offset)) = self.link.errands.proof else {
            return false;
        };
        self.proofs.finish();
        let item = self.proofs.of_line(seq);
        let total = item.map_or(0, |item| u32::from(item.bytes));
        let mut bytes = [0; 512];
        let from = u16::try_from(offset).unwrap_or(u16::MAX);
        let count = item.map_or(0, |item| self.proofs.read(item.id, from, &mut bytes));
        let next = offset.saturating_add(u32::try_from(count).unwrap_or(0));
        let more = count > 0 && next < total;
        self.link.errands.proof = more.then_some((seq, next));
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

    /// Returns facts about the ring.
    #[must_use]
    pub fn info(&self) -> Info {
        let link: &Link = &self.link;
        Info {
            frames: link.counts(),
            unread: link.unread(),
            dropped: link.dropped(),
            first: self.out.keeper.first(),
            next: self.out.keeper.next(),
            stored: self.out.keeper.stored(),
            storage: self.out.keeper.storage(),
            settings: self.kept.settings,
        }
    }

    fn load_raw(&mut self) -> bool {
        if core::mem::take(&mut self.link.errands.curtain)
            && let Some(frame) = self.curtain.take()
        {
            self.link.load(&RingMessage::Curtain(frame));
            return true;
        }
        if core::mem::take(&mut self.link.errands.hall)
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

    pub(super) fn show_curtain(&mut self, frame: &CurtainFrame) {
        let watched = self.link.streams.contains(WatchStream::Curtain);
        if watched && frame.index.is_multiple_of(VIEW_INTERVAL) {
            self.curtain = Some(*frame);
            self.link.errands.curtain = true;
        }
    }

    pub(super) fn show_hall(&mut self, scan: &HallScan) {
        let watched = self.link.streams.contains(WatchStream::Hall);
        if watched && scan.index.is_multiple_of(VIEW_INTERVAL) {
            self.hall = Some(*scan);
            self.link.errands.hall = true;
        }
    }
}
