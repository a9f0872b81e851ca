//! The core: gives the ring all that happens, in order, and passes on what it
//! has to say.
//!
//! The ring judges; nothing is judged here. A frame happens when it is complete,
//! by its number: when it is taken makes no difference to what is said of it.

use crate::binary_info::VERSION;
use crate::board;
use crate::boot::{self, BootReason};
use crate::inbox::{INBOX, Input, ORDER, OUTBOX, Order, PICTURE, Packet, TUNE};
use crate::scan::{Scan, Taker};
use crate::selftest::Verdict;
use crate::storage::{self, Storage};
use crate::trace;
use crate::usb;
use defmt::warn;
use embassy_executor::Spawner;
use embassy_futures::select::select3;
use embassy_futures::yield_now;
use embassy_time::{Instant, Timer};
use heapless::Vec;
use rules_core::lights;
use rules_core::panel::SelfTest;
use rules_core::ring::{self, Job, Ring};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time;
use rules_core::wire::PACKET_MAX;

/// Frames given to the ring before others get a turn: 3 ms of them.
const PORTION: usize = 12;

/// Messages of the other tasks taken before frames get a turn: a host can send
/// faster than it is answered.
const LETTERS: usize = 4;

/// Rounds with something to do before others get a turn in any case, if it never
/// ends: 13 ms of keeping step with the frames.
const ROUNDS: usize = 32;

/// How long a host may take to come for the answer to its wish for a restart.
const FAREWELL: time::Span = time::Span::millis(250);

/// What the core is started with.
pub struct Start {
    /// The sensors.
    pub sensors: board::Scan,
    /// What there is in flash.
    pub storage: &'static mut Storage,
    /// Why the device started.
    pub reason: BootReason,
    /// What the self-test found.
    pub verdict: Verdict,
}

/// Builds the ring and runs it for ever.
///
/// The ring is a variable of this task, so that it is built where it stays: it
/// is larger than the stack. What it is built from takes more than the stack
/// has, too, so the sensors start after that (memory.x).
#[embassy_executor::task]
pub async fn run(spawner: Spawner, start: Start) -> ! {
    let mut ring = recall(start.storage, start.reason);
    remember(&mut ring, start.storage);
    ring.tested(match start.verdict {
        Verdict::Sound => SelfTest::Passed,
        Verdict::Faulty => SelfTest::Failed,
    });
    ring.step(now(), ring::Input::Time);
    // Fails only if the guard is there already, which is as good.
    let _ = embassy_rp::install_core0_stack_guard();
    spawner.spawn(defmt::unwrap!(storage::run(start.storage)));
    let mut scan = Scan::start(start.sensors, ring.profile());
    let mut core = Core {
        ring: &mut ring,
        repaint: time::Instant::ZERO,
        due: time::Instant::ZERO,
        is_storing: false,
        leaving: None,
    };
    let mut lost = scan.lost();
    let mut rounds = 0;
    trace::ready();
    loop {
        let due = Instant::from_micros(core.due.0);
        select3(scan.ready(), INBOX.ready_to_receive(), Timer::at(due)).await;
        let mut taken = 0;
        while taken < PORTION && scan.take(&mut core) {
            taken += 1;
            core.tell_at_once();
        }
        let mut letters = 0;
        while letters < LETTERS
            && let Ok(input) = INBOX.try_receive()
        {
            letters += 1;
            core.tell(&input);
        }
        let gave = core.pass_on(taken < PORTION);
        if scan.lost() != lost {
            lost = scan.lost();
            warn!("{}", lost);
        }
        trace::rest();
        // Frames may wait already, but others have something to do.
        rounds += 1;
        if gave == Gave::Something || taken == PORTION || letters == LETTERS || rounds == ROUNDS {
            rounds = 0;
            yield_now().await;
        }
    }
}

/// The ring after power-up, with what it kept and what its journal recalls.
#[inline(never)]
fn recall(storage: &mut Storage, reason: BootReason) -> Ring {
    Ring::assemble(storage.kept(), storage.recall(), reason.told(), VERSION)
}

/// What can be had back of what was kept before.
#[inline(never)]
fn remember(ring: &mut Ring, storage: &mut Storage) {
    if let Some(before) = storage.kept_before() {
        ring.remember_kept(before);
    }
}

/// Whether another task was given something to do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gave {
    Nothing,
    Something,
}

/// The ring, and what was passed on of what it says.
struct Core<'a> {
    ring: &'a mut Ring,
    /// When the picture changes by itself.
    repaint: time::Instant,
    /// When something is to be done by time alone.
    due: time::Instant,
    /// An order is not answered yet.
    is_storing: bool,
    /// When to restart at the latest, if it is to be.
    leaving: Option<time::Instant>,
}

impl Core<'_> {
    fn tell(&mut self, input: &Input) {
        let input = match input {
            Input::Buttons(down) => ring::Input::Buttons(*down),
            Input::Bytes(bytes) => ring::Input::Bytes(bytes),
            Input::Host(presence) => ring::Input::Host(*presence),
            Input::Stored(report) => {
                self.is_storing = false;
                ring::Input::Storage(report)
            }
        };
        self.ring.step(now(), input);
    }

    /// Gives the other tasks what the ring has for them, as far as they have
    /// room. `is_abreast`: no frames wait.
    fn pass_on(&mut self, is_abreast: bool) -> Gave {
        let at = now();
        let mut due = self.ring.poll_at();
        if is_abreast && due.is_some_and(|due| at >= due) {
            self.ring.step(at, ring::Input::Time);
            due = self.ring.poll_at();
        }
        while !OUTBOX.is_full() && self.ring.has_news() && self.send() {}
        let stored = self.store(is_abreast);
        // After that: who is woken last goes first, and a write takes long.
        let painted = self.paint(at);
        self.due = due.map_or(self.repaint, |due| due.min(self.repaint));
        if let Some(tune) = self.ring.take_tune() {
            TUNE.signal(tune);
        }
        if OUTBOX.is_empty()
            && let Some(how) = self.ring.restart()
        {
            let latest = *self.leaving.get_or_insert(at + FAREWELL);
            if at >= latest || !usb::is_sending() {
                boot::restart(how);
            }
        } else {
            self.leaving = None;
        }
        match (stored, painted) {
            (Gave::Nothing, Gave::Nothing) => Gave::Nothing,
            _ => Gave::Something,
        }
    }

    /// Hands over what has just been seen, before it is judged.
    fn tell_at_once(&mut self) {
        while !OUTBOX.is_full() && self.ring.has_sights() && self.send() {}
        self.ring.catch_up();
    }

    /// Hands the next packet over; says whether there was one. There must be room.
    fn send(&mut self) -> bool {
        let mut bytes = [0; PACKET_MAX];
        let length = self.ring.transmit(&mut bytes);
        match Packet::from_slice(bytes.get(..length).unwrap_or_default()) {
            // Only this task sends.
            Ok(packet) => !packet.is_empty() && OUTBOX.try_send(packet).is_ok(),
            Err(_) => false,
        }
    }

    /// A new picture if the lights say something else, or the same in another
    /// moment of its motion.
    fn paint(&mut self, at: time::Instant) -> Gave {
        let profile = self.ring.profile();
        if at < self.repaint && !self.ring.is_stale() {
            return Gave::Nothing;
        }
        PICTURE.signal(self.ring.lights(at));
        let change = lights::next_change(profile, self.ring.showing(), at);
        self.repaint = change.unwrap_or(time::Instant(u64::MAX));
        Gave::Something
    }

    /// The next job for the flash. While it is erased frames wait, so none may
    /// wait already.
    fn store(&mut self, is_abreast: bool) -> Gave {
        if self.is_storing {
            return Gave::Nothing;
        }
        let Some(job) = self.ring.job() else {
            return Gave::Nothing;
        };
        let erases = matches!(job, Job::Tidy | Job::Save(_));
        if erases && !is_abreast {
            return Gave::Nothing;
        }
        let kept = match job {
            Job::Save(_) => self.ring.kept(),
            _ => Vec::new(),
        };
        self.is_storing = true;
        ORDER.signal(Order { job, kept });
        Gave::Something
    }
}

impl Taker for Core<'_> {
    #[inline(never)]
    fn curtain(&mut self, frame: &CurtainFrame) {
        trace::curtain(frame);
        let wiring = self.ring.profile().curtain.as_ref();
        let end = wiring.map_or_else(now, |it| frame.at(it) + it.period);
        self.ring.take(end, ring::Input::Curtain(frame));
        trace::taken();
    }

    #[inline(never)]
    fn hall(&mut self, scan: &HallScan) {
        trace::hall(scan);
        let wiring = &self.ring.profile().hall;
        let end = scan.at(wiring) + wiring.period();
        self.ring.step(end, ring::Input::Hall(scan));
        trace::taken();
    }
}

fn now() -> time::Instant {
    time::Instant(Instant::now().as_micros())
}
