//! The core: gives the brain all that happens, in order, and passes on what it
//! has to say.
//!
//! The brain judges; nothing is judged here. This is the one file that knows its
//! type.

use crate::board;
use crate::boot::BootReason;
use crate::brain::{Brain, Event};
use crate::inbox::{INBOX, Input, MAY_ERASE, OUTBOX, PICTURE, Packet, RECORDS};
use crate::scan::{Scan, Taken};
use crate::selftest::Verdict;
use crate::trace;
use core::sync::atomic::Ordering;
use embassy_futures::select::{Either3, select3};
use embassy_futures::yield_now;
use embassy_time::{Instant, Timer};
use rules_core::board::Profile;
use rules_core::sensing::calibration::Calibration;
use rules_core::time;
use rules_core::wire::PACKET_MAX;
use static_cell::StaticCell;

/// Frames given to the brain before others get a turn: 3 ms of them.
const PORTION: usize = 12;

/// What the core is started with.
pub struct Start {
    /// The sensors.
    pub sensors: board::Scan,
    /// What they read at rest, and on which board.
    pub calibration: Calibration,
    /// Why the device started.
    pub reason: BootReason,
    /// What the self-test found.
    pub verdict: Verdict,
}

/// Runs the brain for ever.
#[embassy_executor::task]
pub async fn run(start: Start) -> ! {
    static BRAIN: StaticCell<Brain> = StaticCell::new();
    let profile = Profile::of(start.calibration.board);
    let brain =
        BRAIN.init_with(|| Brain::new(profile, &start.calibration, start.reason, start.verdict));
    let mut scan = Scan::start(start.sensors, profile);
    trace::ready();
    let mut lit = time::Instant::ZERO;
    loop {
        let due = brain
            .poll_at()
            .map_or(Instant::MAX, |at| Instant::from_micros(at.0));
        match select3(scan.ready(), INBOX.receive(), Timer::at(due)).await {
            Either3::First(()) | Either3::Third(()) => {}
            Either3::Second(input) => tell(brain, input),
        }
        let mut taken = 0;
        while taken < PORTION
            && let Some(sample) = scan.take()
        {
            match sample {
                Taken::Curtain(frame) => {
                    trace::curtain(&frame);
                    brain.step(now(), Event::Curtain(&frame));
                }
                Taken::Hall(scan) => {
                    trace::hall(&scan);
                    brain.step(now(), Event::Hall(&scan));
                }
            }
            taken += 1;
        }
        while let Ok(input) = INBOX.try_receive() {
            tell(brain, input);
        }
        brain.step(now(), Event::Time(scan.lost()));
        pass_on(brain);
        let at = now();
        if brain.lights_due() > lit && brain.lights_due() <= at {
            PICTURE.signal(brain.lights(at));
            lit = at;
        }
        if taken == PORTION {
            yield_now().await;
        }
        trace::rest();
    }
}

fn tell(brain: &mut Brain, input: Input) {
    let event = match &input {
        Input::Buttons(down) => Event::Buttons(*down),
        Input::Bytes(bytes) => Event::Bytes(bytes),
        Input::Host(listening) => Event::Host(*listening),
        Input::Stored(news) => Event::Stored(news),
    };
    brain.step(now(), event);
}

/// Gives the other tasks what the brain has for them, as far as they have room.
fn pass_on(brain: &mut Brain) {
    MAY_ERASE.store(brain.may_erase(), Ordering::Relaxed);
    while !OUTBOX.is_full() {
        let mut bytes = [0; PACKET_MAX];
        let length = brain.transmit(&mut bytes);
        match Packet::from_slice(bytes.get(..length).unwrap_or_default()) {
            Ok(packet) if !packet.is_empty() => {
                // There is room: only this task sends.
                let _ = OUTBOX.try_send(packet);
            }
            _ => break,
        }
    }
    while !RECORDS.is_full()
        && let Some(record) = brain.unstored()
    {
        let _ = RECORDS.try_send(record);
    }
}

fn now() -> time::Instant {
    time::Instant(Instant::now().as_micros())
}
