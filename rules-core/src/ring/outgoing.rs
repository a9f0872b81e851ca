//! What is sent next, made when the host is ready for it.
//!
//! | first | what |
//! |---|---|
//! | 1 | who the ring is |
//! | 2 | answers |
//! | 3 | what has just been seen |
//! | 4 | lines of the journal |
//! | 5 | what is waited for, troubles, calibration, facts |
//! | 6 | evidence |
//! | 7 | raw frames |

use super::Ring;
use super::link::Link;
use crate::checksum;
use crate::sensing::calibration::guide::Guide;
use crate::sensing::calibration::migration::Stored;
use crate::sensing::frame::{CurtainFrame, HallScan};
use crate::wire::hello::{Hello, PROTOCOL};
use crate::wire::message::{Calibrating, FromRing, Info, Stream};
use heapless::Vec;

/// Of so many frames the live view shows one: 50 of the curtain a second, and
/// 29 of the analog channels.
const EVERY: u32 = 50;

impl Ring {
    /// Puts the next bytes for the host into `out` and says how many. Nothing: there
    /// is nothing to say, or nobody to say it to.
    pub fn transmit(&mut self, out: &mut [u8]) -> usize {
        if !self.link.is_open() {
            return 0;
        }
        if self.link.is_free() && !self.load_next() {
            return 0;
        }
        self.link.send(out)
    }

    /// Whether [`Ring::transmit`] may have something.
    #[must_use]
    pub fn has_news(&self) -> bool {
        self.link.is_open()
    }

    /// Whether a host has not been sent all that was seen: it is to hear of that
    /// at once.
    #[must_use]
    pub fn has_sights(&self) -> bool {
        self.link.is_open() && self.link.has_sights()
    }

    /// Makes the next frame, if there is anything to say.
    fn load_next(&mut self) -> bool {
        if core::mem::take(&mut self.link.errands.hello) {
            let hello = Hello {
                protocol: PROTOCOL,
                firmware: self.firmware.clone(),
                board: self.profile.name,
                boot: self.boot,
                next: self.out.keeper.next(),
            };
            self.link.load(&FromRing::Hello(hello));
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

    /// The next line of the journal.
    fn load_line(&mut self) -> bool {
        let Some(cursor) = self.link.cursor else {
            return false;
        };
        let Some((seq, line)) = self.out.keeper.find(cursor) else {
            return false;
        };
        self.link.load_line(seq, line);
        self.link.cursor = Some(seq.saturating_add(1));
        true
    }

    /// What is waited for, and who is in trouble, if that has changed.
    fn load_state(&mut self) -> bool {
        // To find out takes long, and nearly always nothing has happened.
        if self.stirred && self.load_waiting() {
            return true;
        }
        if core::mem::take(&mut self.stirred) && self.link.streams.contains(Stream::Health) {
            let sick = self.sensing.troubles().fold(0_u32, |sum, trouble| {
                let mut bytes = [0; 16];
                let said = postcard::to_slice(&trouble, &mut bytes).map_or(&[][..], |it| it);
                let sum = sum.rotate_left(1);
                sum.wrapping_add(u32::from_le_bytes(checksum::of(said)))
            });
            if sick != self.sick {
                self.sick = sick;
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
        link.load(&FromRing::Health {
            before,
            last,
            troubles,
        });
        true
    }

    /// What is waited for, if it is watched and has changed.
    fn load_waiting(&mut self) -> bool {
        if !self.link.streams.contains(Stream::Waiting) {
            return false;
        }
        let waiting = FromRing::Waiting(self.referee.waiting());
        let mut bytes = [0; crate::wire::PAYLOAD_MAX];
        let said = postcard::to_slice(&waiting, &mut bytes).map_or(&[][..], |it| it);
        let sum = checksum::of(said);
        if self.link.told == Some(sum) {
            return false;
        }
        self.link.told = Some(sum);
        self.link.load(&waiting);
        true
    }

    fn load_facts(&mut self) -> bool {
        if core::mem::take(&mut self.link.errands.calibration) {
            let state = self.calibrating();
            self.link.load(&FromRing::Calibration(state));
            return true;
        }
        if core::mem::take(&mut self.link.errands.calibrated) {
            let stored = Stored::V2(self.kept.calibration.clone());
            self.link.load(&FromRing::Calibrated(stored));
            return true;
        }
        if core::mem::take(&mut self.link.errands.info) {
            let info = self.info();
            self.link.load(&FromRing::Info(info));
            return true;
        }
        self.load_match()
    }

    /// The next piece of evidence, up to its end.
    fn load_proof(&mut self) -> bool {
        if core::mem::take(&mut self.link.errands.proofs) {
            let kept = self.proofs.list().filter_map(|item| item.seq).collect();
            self.link.load(&FromRing::Proofs(kept));
            return true;
        }
        let Some((seq, offset)) = self.link.errands.proof else {
            return false;
        };
        self.proofs.finish();
        let item = self.proofs.list().find(|item| item.seq == Some(seq));
        let total = item.map_or(0, |item| u32::from(item.bytes));
        let mut bytes = [0; 512];
        let from = u16::try_from(offset).unwrap_or(u16::MAX);
        let count = self.proofs.read(seq, from, &mut bytes);
        let next = offset.saturating_add(u32::try_from(count).unwrap_or(0));
        let more = count > 0 && next < total;
        self.link.errands.proof = more.then_some((seq, next));
        let bytes = bytes.iter().copied().take(count).collect();
        self.link.load(&FromRing::Proof {
            seq,
            offset,
            total,
            bytes,
        });
        true
    }

    /// How the guided calibration stands.
    fn calibrating(&self) -> Calibrating {
        let guide = self.guide.as_ref();
        let (done, steps) = guide.map_or((0, 0), Guide::progress);
        Calibrating {
            done,
            steps,
            wants: guide.and_then(Guide::wants),
            refused: self.guide_refused,
        }
    }

    /// Facts.
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
            self.link.load(&FromRing::Curtain(frame));
            return true;
        }
        if core::mem::take(&mut self.link.errands.hall)
            && let Some(scan) = self.hall.take()
        {
            let count = self.profile.hall.channels.len();
            let sums = scan.sums.iter().copied().take(count).collect();
            self.link.load(&FromRing::Hall {
                index: scan.index,
                sums,
            });
            return true;
        }
        false
    }

    pub(super) fn show_curtain(&mut self, frame: &CurtainFrame) {
        let watched = self.link.streams.contains(Stream::Curtain);
        if watched && frame.index.is_multiple_of(EVERY) {
            self.curtain = Some(*frame);
            self.link.errands.curtain = true;
        }
    }

    pub(super) fn show_hall(&mut self, scan: &HallScan) {
        let watched = self.link.streams.contains(Stream::Hall);
        if watched && scan.index.is_multiple_of(EVERY) {
            self.hall = Some(*scan);
            self.link.errands.hall = true;
        }
    }
}
