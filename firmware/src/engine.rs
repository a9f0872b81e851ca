//! Engine task: feeds frames, buttons, USB bytes and flash reports into the [`LentRing`] in
//! order, and forwards its outputs.
//!
//! The ring makes all decisions. A frame is time-stamped with the end of its period,
//! which follows from its number, so late processing does not change a ruling.

use crate::binary_info::VERSION;
use crate::board;
use crate::boot::{self, BootReason};
use crate::channels::{
    ENGINE_INPUTS, EngineInput, FLASH_ORDER, FlashOrder, LED_FRAME, TUNE, TxPacket, USB_TX,
};
use crate::crash::{self, CrashNote};
use crate::health::HealthMeter;
use crate::scan::{ReadyFrame, Scanner};
use crate::selftest::SelfTestResult;
use crate::storage::{self, Storage};
use crate::trace;
use crate::usb;
use defmt::warn;
use embassy_executor::Spawner;
use embassy_futures::select::select3;
use embassy_futures::yield_now;
use embassy_rp::clocks::RoscRng;
use embassy_time::{Instant, Timer};
use heapless::Vec;
use rules_core::capture::{Chunk, DEFAULT_CHUNKS};
use rules_core::lights;
use rules_core::panel::SelfTest;
use rules_core::ring::{self, Job, LentRing};
use rules_core::time;
use rules_core::wire::{FirmwarePhase, PACKET_MAX, RingId};
use static_cell::ConstStaticCell;

/// Largest number of frames and scans processed before other tasks run: 3 ms of them.
const MAX_FRAMES: usize = 12;

/// Largest number of inputs from other tasks handled before the next frames, because a
/// host can send faster than the ring answers.
const MAX_MESSAGES: usize = 4;

/// Largest number of rounds of the engine loop without yielding to other tasks, in case a
/// frame is always ready: 13 ms at the rate of the frames.
const MAX_ROUNDS: usize = 32;

/// Shortest time between two jobs that write to the flash. Each write stops the processor for up to 3
/// ms and empties the flash cache, so that many in a row would put it behind the sensors.
const FLASH_PAUSE: time::Span = time::Span::millis(10);

/// Longest time that a restart waits for the host to collect the last packet.
const RESTART_GRACE: time::Span = time::Span::millis(250);

/// Resources and state with which the engine starts.
pub struct EngineStart {
    /// Pins and peripherals of the sensors.
    pub sensors: board::ScanResources,
    /// Opened flash storage.
    pub storage: &'static mut Storage,
    /// Reason for the last start of the device.
    pub reason: BootReason,
    /// Note of the last run about its crash.
    pub note: CrashNote,
    /// Id of the flash chip; `None` if it has none.
    pub id: Option<RingId>,
    /// Result of the self-test.
    pub self_test: SelfTestResult,
}

/// Builds the ring and runs it until reset.
///
/// The ring is larger than the stack, so it lies in a `static` from the start and is
/// replayed into and powered up there.
#[embassy_executor::task]
pub async fn run(spawner: Spawner, start: EngineStart) -> ! {
    static RING: ConstStaticCell<LentRing> = ConstStaticCell::new(LentRing::without_memory());
    static CHUNKS: ConstStaticCell<[Chunk; DEFAULT_CHUNKS]> =
        ConstStaticCell::new([Chunk::BLANK; DEFAULT_CHUNKS]);
    crash::enter(FirmwarePhase::Assembly);
    let ring = RING.take();
    ring.lend(CHUNKS.take());
    power_up(ring, start.storage, start.reason);
    ring.set_crash(start.note.crash(start.reason));
    ring.set_identity(start.id, RoscRng.next_u64());
    pass_previous_config(ring, start.storage);
    ring.set_self_test(match start.self_test {
        SelfTestResult::Sound => SelfTest::Passed,
        SelfTestResult::Faulty => SelfTest::Failed,
    });
    ring.step(now(), ring::Input::Time);
    spawner.spawn(defmt::unwrap!(storage::run(start.storage)));
    let mut scan = Scanner::start(start.sensors, ring.profile());
    let mut core = Engine {
        ring,
        repaint: time::Instant::ZERO,
        due: time::Instant::ZERO,
        flash: FlashUse::Free,
        is_behind_erase: false,
        flash_pause: time::Instant::ZERO,
        leaving: None,
    };
    let mut lost = scan.lost();
    let mut rounds = 0;
    trace::ready();
    let mut meter = HealthMeter::new(now());
    loop {
        crash::enter(FirmwarePhase::Other);
        let due = Instant::from_micros(core.due.0);
        select3(
            scan.ready(),
            ENGINE_INPUTS.ready_to_receive(),
            Timer::at(due),
        )
        .await;
        crash::enter(FirmwarePhase::Frames);
        let began = now();
        let mut taken = 0;
        while taken < MAX_FRAMES
            && let Some(frame) = scan.next_frame()
        {
            taken += 1;
            let end = core.feed_frame(&frame);
            if taken == 1 {
                meter.add_backlog(began, end);
            }
            core.send_observations();
            core.ring.work();
        }
        if core.is_behind_erase && scan.lost() != lost {
            scan.count_as_skipped(lost);
            lost = scan.lost();
        }
        if core.flash != FlashUse::Erase && taken < MAX_FRAMES {
            core.is_behind_erase = false;
        }
        crash::enter(FirmwarePhase::Inputs);
        let mut messages = 0;
        while messages < MAX_MESSAGES
            && let Ok(input) = ENGINE_INPUTS.try_receive()
        {
            messages += 1;
            core.feed(&input);
        }
        crash::enter(FirmwarePhase::Outputs);
        let progressed = core.pump_outputs(taken < MAX_FRAMES);
        if scan.lost() != lost {
            lost = scan.lost();
            warn!("{}", lost);
        }
        let ended = now();
        if let Some(health) = meter.add_round(began, ended, lost) {
            core.ring.step(ended, ring::Input::Device(&health));
        }
        trace::rest();
        // Frames may be ready, but other tasks have work to do.
        rounds += 1;
        if progressed == Progressed::Something
            || taken == MAX_FRAMES
            || messages == MAX_MESSAGES
            || rounds == MAX_ROUNDS
        {
            rounds = 0;
            yield_now().await;
        }
    }
}

/// Starts the ring from the stored settings and the journal.
#[inline(never)]
fn power_up(ring: &mut LentRing, storage: &mut Storage, reason: BootReason) {
    let replay = storage.replay(ring.replay_target());
    ring.power_up(&storage.config(), &replay, reason.to_wire(), VERSION);
}

/// Passes the previous settings and calibration to the ring, so that a person can restore
/// them.
#[inline(never)]
fn pass_previous_config(ring: &mut LentRing, storage: &mut Storage) {
    if let Some(before) = storage.previous_config() {
        ring.set_previous_config(before);
    }
}

/// Result of forwarding outputs: `Something` if another task received work.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progressed {
    Nothing,
    Something,
}

/// Use of the flash by the storage task.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FlashUse {
    /// The storage task waits for an order.
    Free,
    /// The storage task executes an order that may erase.
    Erase,
    /// The storage task writes.
    Write,
    /// The storage task reads.
    Read,
}

/// Engine: the ring, and the state of its outputs.
struct Engine<'a> {
    ring: &'a mut LentRing,
    /// Time at which the LED frame changes next without an input.
    repaint: time::Instant,
    /// Time at which the engine must run next without an input.
    due: time::Instant,
    /// Use of the flash.
    flash: FlashUse,
    /// True from the order of an erase until all frames that waited meanwhile are judged.
    is_behind_erase: bool,
    /// Time before which the flash gets no job that writes.
    flash_pause: time::Instant,
    /// Time at which a requested restart happens at the latest; `None` if none is
    /// requested.
    leaving: Option<time::Instant>,
}

impl Engine<'_> {
    /// Gives the ring an input of another task.
    #[inline(never)]
    fn feed(&mut self, input: &EngineInput) {
        let input = match input {
            EngineInput::Buttons(down) => ring::Input::Buttons(*down),
            EngineInput::Bytes(bytes) => ring::Input::Bytes(bytes),
            EngineInput::Host(presence) => ring::Input::Host(*presence),
            EngineInput::Stored(report) => {
                if self.flash != FlashUse::Read {
                    self.flash_pause = now() + FLASH_PAUSE;
                }
                self.flash = FlashUse::Free;
                ring::Input::Storage(report)
            }
        };
        self.ring.step(now(), input);
    }

    /// Forwards the outputs of the ring as far as other tasks have room. `is_abreast` is
    /// true if no frames are waiting.
    fn pump_outputs(&mut self, is_abreast: bool) -> Progressed {
        let at = now();
        let mut due = self.ring.poll_at();
        if is_abreast && due.is_some_and(|due| at >= due) {
            self.ring.step(at, ring::Input::Time);
            due = self.ring.poll_at();
        }
        while !USB_TX.is_full() && self.ring.has_output() && self.send() {}
        let stored = self.store(is_abreast, at);
        // Painted after storing: the executor runs the task woken last first, and a write
        // takes long.
        let painted = self.paint(at);
        self.due = due.map_or(self.repaint, |due| due.min(self.repaint));
        if let Some(tune) = self.ring.take_tune() {
            TUNE.signal(tune);
        }
        if USB_TX.is_empty()
            && let Some(how) = self.ring.restart()
        {
            let latest = *self.leaving.get_or_insert(at + RESTART_GRACE);
            if at >= latest || !usb::is_sending() {
                boot::restart(how);
            }
        } else {
            self.leaving = None;
        }
        match (stored, painted) {
            (Progressed::Nothing, Progressed::Nothing) => Progressed::Nothing,
            _ => Progressed::Something,
        }
    }

    /// Gives the ring a frame or scan, time-stamped with the end of its period, and
    /// returns that time.
    #[inline(never)]
    fn feed_frame(&mut self, frame: &ReadyFrame<'_>) -> time::Instant {
        if self.is_behind_erase {
            // Older frames may have been overwritten during the erase.
            self.ring.expect_gap();
        }
        let profile = self.ring.profile();
        let (end, input) = match *frame {
            ReadyFrame::Curtain(frame) => {
                trace::curtain(frame);
                let wiring = profile.curtain.as_ref();
                let end = wiring.map_or_else(now, |wiring| frame.at(wiring) + wiring.period);
                (end, ring::Input::Curtain(frame))
            }
            ReadyFrame::Hall(scan) => {
                trace::hall(scan);
                let end = scan.at(&profile.hall) + profile.hall.period();
                (end, ring::Input::Hall(scan))
            }
        };
        self.ring.step(end, input);
        trace::taken();
        end
    }

    /// Sends the observations of the last frame to the USB task, before the ring judges
    /// them.
    fn send_observations(&mut self) {
        while !USB_TX.is_full() && self.ring.has_observations() && self.send() {}
    }

    /// Sends the next packet of the ring to the USB task; returns false if there was
    /// none. [`USB_TX`] must have room.
    fn send(&mut self) -> bool {
        let mut bytes = [0; PACKET_MAX];
        let length = self.ring.transmit(&mut bytes);
        match TxPacket::from_slice(bytes.get(..length).unwrap_or_default()) {
            // Only this task sends, so there is room.
            Ok(packet) => !packet.is_empty() && USB_TX.try_send(packet).is_ok(),
            Err(_) => false,
        }
    }

    /// Sends a new LED frame to the LED task if the light state or its animation has
    /// changed.
    #[inline(never)]
    fn paint(&mut self, at: time::Instant) -> Progressed {
        if at < self.repaint && !self.ring.is_stale() {
            return Progressed::Nothing;
        }
        self.send_lights(at);
        Progressed::Something
    }

    #[inline(never)]
    fn send_lights(&mut self, at: time::Instant) {
        let profile = self.ring.profile();
        LED_FRAME.signal(self.ring.lights(at));
        let change = lights::next_change(profile, self.ring.showing(), at);
        self.repaint = change.unwrap_or(time::Instant(u64::MAX));
    }

    /// Sends the next flash job to the storage task if no frame waits, and one that writes
    /// after a pause: no code runs during a write or an erase.
    fn store(&mut self, is_abreast: bool, at: time::Instant) -> Progressed {
        if !is_abreast || self.flash != FlashUse::Free {
            return Progressed::Nothing;
        }
        self.order_job(at)
    }

    /// Sends the next flash job, with its own frame on the stack, because an order is
    /// large.
    #[inline(never)]
    fn order_job(&mut self, at: time::Instant) -> Progressed {
        let Some(job) = self.ring.job() else {
            return Progressed::Nothing;
        };
        let use_of_job = match job {
            Job::Reclaim | Job::Save(_) => FlashUse::Erase,
            Job::Append { .. } => FlashUse::Write,
            Job::Read(_) => FlashUse::Read,
        };
        // Reading stops nothing.
        if at < self.flash_pause && use_of_job != FlashUse::Read {
            return Progressed::Nothing;
        }
        self.flash = use_of_job;
        self.is_behind_erase |= use_of_job == FlashUse::Erase;
        let config = match job {
            Job::Save(_) => self.ring.config_bytes(),
            _ => Vec::new(),
        };
        FLASH_ORDER.signal(FlashOrder { job, config });
        Progressed::Something
    }
}

/// Returns the time since the start of the chip.
fn now() -> time::Instant {
    time::Instant(Instant::now().as_micros())
}
