//! Ring in this process: the `Ring` that the device runs, a flash in memory, and a power
//! switch.

use crate::mock_flash::{MockFlash, Tear, now};
use host_core::lights::bright;
use host_core::protocol::{ClientEvent, HostProtocol};
use rules_core::board::BoardId;
use rules_core::board::withdrawn::BoardNumber;
use rules_core::journal::settings_store::Generation;
use rules_core::journal::{OpenError, SECTOR};
use rules_core::lights::{LedFrame, LightState};
use rules_core::referee::{AnyGame, Command, CommandError, Policies};
use rules_core::ring::flash_store::{FlashStore, Regions};
use rules_core::ring::{Input, Job, Report, Ring, StoredConfig};
use rules_core::sensing::calibration::Calibration;
use rules_core::time::Instant;
use rules_core::wire::{BootReason, PACKET_MAX};

/// Flash of an in-process ring, read in words of 4 bytes.
pub type Flash = MockFlash<4>;

/// Flash regions of the journal and the settings with the sizes of a Pico, starting at
/// offset 0.
pub const REGIONS: Regions = Regions {
    journal: 0,
    kept: Regions::PICO.kept - Regions::PICO.journal,
};

/// Number of sectors of both flash regions, which a Pico has at the end of its 2 MiB
/// flash.
pub const SECTORS: usize = ((2 << 20) - Regions::PICO.journal as usize) / SECTOR as usize;

/// Ring with its flash, in this process.
#[derive(Debug)]
pub struct InProcessRing {
    ring: Box<Ring>,
    store: FlashStore,
    flash: Flash,
    /// Number of journal lines that could not be replayed at the last start.
    lost: u32,
    /// Seed of the ring's ids.
    seed: u64,
}

impl InProcessRing {
    /// Creates a ring with an empty flash, and so with factory settings.
    #[must_use]
    pub fn new(board: BoardId) -> Self {
        Self::start(Flash::new(SECTORS), board, BootReason::PowerUp)
    }

    /// Creates a ring that was calibrated, with otherwise factory settings.
    #[must_use]
    pub fn calibrated(calibration: Calibration) -> Self {
        let board = calibration.board;
        let mut local = Self::new(board);
        let kept = StoredConfig {
            calibration,
            ..StoredConfig::new(board)
        };
        let bytes = kept.to_bytes();
        // A job erases one sector at most: several free the settings' region.
        for _ in 0..SECTORS {
            let saved = now((local.store).execute(&mut local.flash, &Job::Save(0), &bytes));
            if matches!(saved, Report::Saved(_, Ok(()))) {
                break;
            }
        }
        local.power_cycle(BootReason::PowerUp);
        local
    }

    /// Starts a ring with a flash that may have contents.
    ///
    /// # Panics
    /// If a newer program wrote to the flash, which cannot happen here.
    #[must_use]
    pub fn start(mut flash: Flash, board: BoardId, reason: BootReason) -> Self {
        flash.power_up();
        Self::boot(flash, board, reason, BoardNumber::from(board) as u64)
    }

    /// Starts a ring with a flash that has power.
    fn boot(mut flash: Flash, board: BoardId, reason: BootReason, seed: u64) -> Self {
        let mut store = match now(FlashStore::open(&mut flash, REGIONS)) {
            Ok(store) => store,
            Err(OpenError::Flash(_) | OpenError::Newer { .. } | OpenError::Unsuitable) => {
                unreachable!("the flash is there, and only this program writes to it")
            }
        };
        let kept = now(store.config(&mut flash, Generation::Latest))
            .ok()
            .flatten();
        let before = now(store.config(&mut flash, Generation::Previous))
            .ok()
            .flatten();
        let mut ring = Box::new(Ring::blank());
        let recall = now(store.replay(&mut flash, ring.replay_target())).unwrap_or_default();
        let lost = recall.lost();
        let kept = kept.unwrap_or_else(|| StoredConfig::new(board));
        ring.power_up(&kept, &recall, reason, host_core::VERSION);
        if let Some(before) = before {
            ring.set_previous_config(before);
        }
        ring.set_virtual_identity(seed);
        let mut local = Self {
            ring,
            store,
            flash,
            lost,
            seed,
        };
        local.run_flash_jobs();
        local
    }

    /// Sets the seed of the ring's ids. Rings with the same board and no seed have the same
    /// ids.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.ring.set_virtual_identity(seed);
    }

    /// Returns the logic of the ring.
    #[must_use]
    pub fn ring(&self) -> &Ring {
        &self.ring
    }

    /// Returns the present light state.
    pub fn showing(&mut self) -> LightState {
        self.ring.showing().clone()
    }

    /// Returns the flash.
    #[must_use]
    pub const fn flash(&self) -> &Flash {
        &self.flash
    }

    /// Returns the flash, for example to cut its power.
    pub const fn flash_mut(&mut self) -> &mut Flash {
        &mut self.flash
    }

    /// Returns the number of journal lines that could not be replayed at the last start.
    #[must_use]
    pub const fn lost(&self) -> u32 {
        self.lost
    }

    /// Passes an input to the ring and runs the flash jobs that follow from it.
    pub fn step(&mut self, at: Instant, input: Input<'_>) {
        self.ring.step(at, input);
        self.ring.work();
        self.run_flash_jobs();
    }

    /// Executes a command of the people at the table.
    ///
    /// # Errors
    /// `CommandError` if the referee refuses the command.
    pub fn command(&mut self, at: Instant, command: &Command) -> Result<(), CommandError> {
        let said = self.ring.command_from_table(at, command);
        self.run_flash_jobs();
        said
    }

    /// Begins a match as the people at the table do.
    ///
    /// # Errors
    /// `CommandError` if a match is running.
    pub fn begin(
        &mut self,
        at: Instant,
        game: &AnyGame,
        policies: Policies,
    ) -> Result<(), CommandError> {
        let begun = self.ring.begin(at, game, policies);
        self.run_flash_jobs();
        begun
    }

    /// Advances the ring's time to `until`, with a step at every time the ring asked for.
    pub fn advance_to(&mut self, until: Instant) {
        for _ in 0..10_000 {
            match self.ring.poll_at() {
                Some(due) if due <= until => self.step(due.max(self.ring.now()), Input::Time),
                _ => break,
            }
        }
        self.step(until, Input::Time);
    }

    /// Returns the LED frame that the ring shows at time `at`.
    pub fn lights(&mut self, at: Instant) -> LedFrame {
        self.ring.lights(at)
    }

    /// Runs the pending flash jobs while the flash has power.
    pub fn run_flash_jobs(&mut self) {
        // Each job makes progress, and a full flash ends the loop as well; the limit only
        // guards against a bug.
        for _ in 0..1_000 {
            let Some(job) = self.ring.job() else {
                break;
            };
            let kept = self.ring.config_bytes();
            let report = now(self.store.execute(&mut self.flash, &job, &kept));
            if !self.flash.is_powered() {
                break;
            }
            self.ring.step(self.ring.now(), Input::Storage(&report));
        }
    }

    /// Returns all pending bytes for the host.
    pub fn transmit(&mut self) -> Vec<u8> {
        let (mut bytes, mut packet) = (Vec::new(), [0; PACKET_MAX]);
        loop {
            match self.ring.transmit(&mut packet) {
                0 => {
                    let before = bytes.len();
                    self.run_flash_jobs();
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

    /// Exchanges bytes between the ring and a host until both are quiet, and returns the
    /// host's events.
    pub fn talk(&mut self, at: Instant, side: &mut HostProtocol) -> Vec<ClientEvent> {
        let mut events = Vec::new();
        // The limit ends a conversation that never becomes quiet.
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
            events.extend(side.receive(&back));
        }
        events
    }

    /// Returns the LED frame at full brightness, without the power budget.
    pub fn bright_lights(&mut self, now: Instant) -> LedFrame {
        let showing = self.showing();
        bright(self.ring.profile(), showing, now)
    }

    /// Cuts the power and restarts the ring with the contents of its flash.
    pub fn power_cycle(&mut self, reason: BootReason) {
        self.power_cycle_within(reason, None);
    }

    /// Cuts the power and restarts the ring; `cut` plans the next power cut within this
    /// number of flash operations from the restart on, which are those of the recovery.
    pub fn power_cycle_within(&mut self, reason: BootReason, cut: Option<(u64, Tear)>) {
        let board = self.ring.profile().name;
        let mut flash = std::mem::replace(&mut self.flash, Flash::holding(Vec::new()));
        flash.power_up();
        if let Some((operations, tear)) = cut {
            flash.cut_after(operations, tear);
        }
        *self = Self::boot(flash, board, reason, self.seed);
    }
}

#[cfg(test)]
mod tests {
    use super::{BoardId, BootReason, InProcessRing, Input, StoredConfig, now};
    use super::{Calibration, Job, Report};
    use super::{ClientEvent, HostProtocol};
    use rules_core::ring::{HostPresence, StorageError};
    use rules_core::wire::message::CalibrationCommand;
    use rules_core::wire::{Request, Response, RingMessage};

    /// Saves the settings one flash job at a time. No job may erase more than one sector,
    /// since frames wait for it.
    fn save(local: &mut InProcessRing, kept: &StoredConfig) {
        loop {
            let before: u32 = local.flash.erases().iter().sum();
            let bytes = kept.to_bytes();
            let report = now(local.store.execute(&mut local.flash, &Job::Save(0), &bytes));
            let erased = local.flash.erases().iter().sum::<u32>() - before;
            assert!(erased <= 1, "{erased} sectors at once");
            match report {
                Report::Saved(_, Err(StorageError::NeedsReclaim)) => {}
                Report::Saved(_, Ok(())) => return,
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_flash_from_the_factory_is_erased_one_sector_a_job() {
        let flash = super::Flash::new(super::SECTORS);
        let mut local = InProcessRing::start(flash, BoardId::Ring, BootReason::PowerUp);
        save(&mut local, &StoredConfig::new(BoardId::Ring));
        assert!(local.flash.erases().iter().sum::<u32>() > 1, "it was dirty");
    }

    /// Creates a ring that was calibrated with each of these leakages in turn and then lost
    /// its power.
    fn calibrated(leakages: &[i16]) -> InProcessRing {
        let mut local = InProcessRing::new(BoardId::Ring);
        for &leakage in leakages {
            let mut kept = StoredConfig::new(BoardId::Ring);
            kept.calibration.leakage.cells = leakage;
            save(&mut local, &kept);
        }
        local.power_cycle(BootReason::PowerUp);
        local
    }

    fn in_use(local: &InProcessRing) -> Option<Calibration> {
        Some(StoredConfig::from_bytes(&local.ring.config_bytes())?.calibration)
    }

    /// Returns the ring's response to a request for the previous calibration.
    fn restore(local: &mut InProcessRing) -> Option<Response> {
        let now = local.ring.now();
        let mut host = HostProtocol::default();
        local.step(now, Input::Host(HostPresence::There));
        host.open();
        let id = host.ask(Request::Calibrate(CalibrationCommand::Restore));
        let events = local.talk(now, &mut host);
        events.into_iter().find_map(|event| match event {
            ClientEvent::Message(message) => match *message {
                RingMessage::Response(number, response) if number == id => Some(response),
                _ => None,
            },
            _ => None,
        })
    }

    #[test]
    fn the_calibration_before_can_be_had_back_after_the_power_was_off() {
        let leaks =
            |local: &InProcessRing| in_use(local).map(|calibration| calibration.leakage.cells);
        let mut local = calibrated(&[1, 2]);
        assert_eq!(leaks(&local), Some(2));
        assert_eq!(restore(&mut local), Some(Response::Done));
        assert_eq!(leaks(&local), Some(1));
    }

    #[test]
    fn the_same_calibration_again_is_none_before() {
        let mut local = calibrated(&[1, 1]);
        let refused = restore(&mut local);
        assert!(matches!(refused, Some(Response::Refused(_))), "{refused:?}");
    }
}
