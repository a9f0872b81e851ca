//! A ring in this process: the very type the device runs, a flash in memory, and
//! a plug to pull.

use crate::client::{Heard, Side};
use crate::flash::{MockFlash, now};
use rules_core::board::{Name, Profile};
use rules_core::journal::calibration::Which;
use rules_core::journal::{OpenError, SECTOR};
use rules_core::lights::{Frame, Milliamperes, Setting, Showing, frame};
use rules_core::referee::{Command, Declined, Game, Policies};
use rules_core::ring::shelf::{Regions, Shelf};
use rules_core::ring::{Input, Kept, Ring};
use rules_core::time::Instant;
use rules_core::wire::{BootReason, PACKET_MAX};

/// The flash of a local ring: 4 bytes a read.
pub type Flash = MockFlash<4>;

/// Both regions as a Pico has them, from the start of a flash of their own.
pub const REGIONS: Regions = Regions {
    journal: 0,
    kept: Regions::PICO.kept - Regions::PICO.journal,
};

/// Sectors of both regions: a Pico has them at the end of its 2 MiB.
pub const SECTORS: usize = ((2 << 20) - Regions::PICO.journal as usize) / SECTOR as usize;

/// A ring with its flash.
#[derive(Debug)]
pub struct LocalRing {
    ring: Box<Ring>,
    shelf: Shelf,
    flash: Flash,
    /// Lines of the journal that could not be followed at the last start.
    lost: u32,
}

impl LocalRing {
    /// A new ring, fresh from the factory.
    #[must_use]
    pub fn new(board: Name) -> Self {
        Self::start(Flash::new(SECTORS), board, BootReason::PowerUp)
    }

    /// Starts with a flash that may hold something.
    ///
    /// # Panics
    /// If a newer program wrote to the flash, which none does here.
    #[must_use]
    pub fn start(mut flash: Flash, board: Name, reason: BootReason) -> Self {
        flash.power_up();
        let mut shelf = match now(Shelf::open(&mut flash, REGIONS)) {
            Ok(shelf) => shelf,
            Err(OpenError::Flash(_) | OpenError::Newer { .. } | OpenError::Unsuitable) => {
                unreachable!("the flash is there, and only this program writes to it")
            }
        };
        let kept = now(shelf.kept(&mut flash, Which::Latest)).ok().flatten();
        let before = now(shelf.kept(&mut flash, Which::Previous)).ok().flatten();
        let recall = now(shelf.recall(&mut flash)).unwrap_or_default();
        let lost = recall.lost();
        let kept = kept.unwrap_or_else(|| Kept::new(board));
        let mut ring = Box::new(Ring::new(kept, recall, reason, crate::VERSION));
        if let Some(before) = before {
            ring.remember_kept(before);
        }
        let mut local = Self {
            ring,
            shelf,
            flash,
            lost,
        };
        local.work();
        local
    }

    /// The ring.
    #[must_use]
    pub fn ring(&self) -> &Ring {
        &self.ring
    }

    /// What the lights are to say.
    pub fn showing(&mut self) -> Showing {
        self.ring.showing().clone()
    }

    /// Its flash.
    #[must_use]
    pub const fn flash(&self) -> &Flash {
        &self.flash
    }

    /// Its flash, to do something to it.
    pub const fn flash_mut(&mut self) -> &mut Flash {
        &mut self.flash
    }

    /// Lines of the journal that could not be followed at the last start.
    #[must_use]
    pub const fn lost(&self) -> u32 {
        self.lost
    }

    /// Lets something happen, and everything that follows from it.
    pub fn step(&mut self, at: Instant, input: Input<'_>) {
        self.ring.step(at, input);
        self.work();
    }

    /// Somebody at the table says something.
    ///
    /// # Errors
    /// Why it is not followed.
    pub fn say(&mut self, at: Instant, command: &Command) -> Result<(), Declined> {
        let said = self.ring.say(at, command);
        self.work();
        said
    }

    /// Begins a match at the table.
    ///
    /// # Errors
    /// If one is running.
    pub fn begin(&mut self, at: Instant, game: &Game, policies: Policies) -> Result<(), Declined> {
        let begun = self.ring.begin(at, game, policies);
        self.work();
        begun
    }

    /// Lets time pass: the ring is woken whenever it wants to be.
    pub fn wait(&mut self, until: Instant) {
        for _ in 0..10_000 {
            match self.ring.poll_at() {
                Some(due) if due <= until => self.step(due.max(self.ring.now()), Input::Time),
                _ => break,
            }
        }
        self.step(until, Input::Time);
    }

    /// What the strip shows then.
    pub fn lights(&mut self, at: Instant) -> Frame {
        self.ring.lights(at)
    }

    /// Does what is to be done with the flash, while there is power.
    pub fn work(&mut self) {
        // Each job brings the ring on; a flash that is full ends it too.
        for _ in 0..1_000 {
            let Some(job) = self.ring.job() else {
                break;
            };
            let kept = self.ring.kept();
            let report = now(self.shelf.work(&mut self.flash, &job, &kept));
            if !self.flash.is_powered() {
                break;
            }
            self.ring.step(self.ring.now(), Input::Storage(&report));
        }
    }

    /// The next bytes for the host, all of them.
    pub fn transmit(&mut self) -> Vec<u8> {
        let (mut bytes, mut packet) = (Vec::new(), [0; PACKET_MAX]);
        loop {
            match self.ring.transmit(&mut packet) {
                0 => {
                    let before = bytes.len();
                    self.work();
                    let count = self.ring.transmit(&mut packet);
                    bytes.extend(&packet[..count]);
                    if bytes.len() == before {
                        return bytes;
                    }
                }
                count => bytes.extend(&packet[..count]),
            }
        }
    }

    /// Lets the ring and a host at its line say what they have to say; what the host
    /// hears.
    pub fn talk(&mut self, at: Instant, side: &mut Side) -> Vec<Heard> {
        let mut heard = Vec::new();
        // Who is never content is left alone.
        for _ in 0..100 {
            let (out, back) = (side.take_outgoing(), self.transmit());
            if out.is_empty() && back.is_empty() {
                break;
            }
            self.step(at, Input::Time);
            // As USB does it: in packets.
            for packet in out.chunks(64) {
                self.step(at, Input::Bytes(packet));
            }
            heard.extend(side.receive(&back));
        }
        heard
    }

    /// What the strip shows now, as bright as it can be.
    pub fn bright_lights(&mut self, now: Instant) -> Frame {
        let showing = self.showing();
        bright(self.ring.profile(), showing, now)
    }

    /// Pulls the plug, and puts it in again.
    pub fn cut(&mut self, reason: BootReason) {
        let board = self.ring.profile().name;
        let flash = std::mem::replace(&mut self.flash, Flash::holding(Vec::new()));
        *self = Self::start(flash, board, reason);
    }
}

/// What a strip shows then, as the eye sees it and not as a supply allows it.
#[must_use]
pub fn bright(profile: &Profile, mut showing: Showing, at: Instant) -> Frame {
    showing.setting = Setting {
        brightness: 255,
        budget: Milliamperes(u16::MAX),
    };
    frame(profile, &showing, at)
}

#[cfg(test)]
mod tests {
    use super::{BootReason, Kept, LocalRing, Name, now};
    use crate::client::Client;
    use crate::client::transport::Process;
    use crate::live::LiveRing;
    use rules_core::ring::{Failure, Job, Report};
    use rules_core::sensing::calibration::Calibration;
    use rules_core::wire::message::Calibrate;

    /// Saves, job by job; no job erases more than one sector, because frames wait
    /// for it.
    fn save(local: &mut LocalRing, kept: &Kept) {
        loop {
            let before: u32 = local.flash.erases().iter().sum();
            let bytes = kept.to_bytes();
            let report = now(local.shelf.work(&mut local.flash, &Job::Save(0), &bytes));
            let erased = local.flash.erases().iter().sum::<u32>() - before;
            assert!(erased <= 1, "{erased} sectors at once");
            match report {
                Report::Saved(_, Err(Failure::NeedsTidy)) => {}
                Report::Saved(_, Ok(())) => return,
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_flash_from_the_factory_is_erased_one_sector_a_job() {
        let flash = super::Flash::new(super::SECTORS);
        let mut local = LocalRing::start(flash, Name::Ring, BootReason::PowerUp);
        save(&mut local, &Kept::new(Name::Ring));
        assert!(local.flash.erases().iter().sum::<u32>() > 1, "it was dirty");
    }

    /// A ring that was calibrated like this, one time after the other, and then
    /// lost its power.
    fn calibrated(leakages: &[i16]) -> LocalRing {
        let mut local = LocalRing::new(Name::Ring);
        for &leakage in leakages {
            let mut kept = Kept::new(Name::Ring);
            kept.calibration.leakage.cells = leakage;
            save(&mut local, &kept);
        }
        local.cut(BootReason::PowerUp);
        local
    }

    fn in_use(local: &LocalRing) -> Option<Calibration> {
        Some(Kept::from_bytes(&local.ring.kept())?.calibration)
    }

    #[test]
    fn the_calibration_before_can_be_had_back_after_the_power_was_off() {
        let leaks = |local: &LocalRing| in_use(local).map(|it| it.leakage.cells);
        let local = calibrated(&[1, 2]);
        assert_eq!(leaks(&local), Some(2));
        let mut client = Client::connect(Process::with(LiveRing::of(local))).unwrap();
        client.calibrate(Calibrate::Restore).unwrap();
        assert_eq!(leaks(client.line().ring().local()), Some(1));
    }

    #[test]
    fn the_same_calibration_again_is_none_before() {
        let ring = LiveRing::of(calibrated(&[1, 1]));
        let mut client = Client::connect(Process::with(ring)).unwrap();
        assert!(client.calibrate(Calibrate::Restore).is_err());
    }
}
