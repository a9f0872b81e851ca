//! Size of what is shown and speed of frames: `cargo bench --bench lights`.

use rules_core::board::{BoardId, Profile};
use rules_core::lights::{CYCLE, LedFrame, LightState, Sign, TICK, current, frame};
use rules_core::time::Instant;
use std::hint::black_box;
use std::time::{Duration, Instant as Clock};

/// How long to draw.
const SPAN: Duration = Duration::from_secs(1);

fn main() {
    println!("size of Showing    {:>9} bytes", size_of::<LightState>());
    println!("size of Frame      {:>9} bytes", size_of::<LedFrame>());
    for name in BoardId::ALL {
        let profile = Profile::of(name);
        let signs = Sign::ALL.into_iter().filter(|sign| sign.is_on(name));
        let shown: Vec<LightState> = signs.map(|sign| sign.example(name)).collect();
        let (mut frames, mut most) = (0_u64, 0);
        let start = Clock::now();
        while start.elapsed() < SPAN {
            for showing in &shown {
                for tick in 0..u64::from(CYCLE) {
                    let now = Instant(tick * u64::from(TICK.0));
                    let leds = black_box(frame(profile, showing, now));
                    most = most.max(current(&leds).0);
                    frames += 1;
                }
            }
        }
        let nanos = start.elapsed().as_nanos() / u128::from(frames);
        println!("{name:<11} {nanos:>6} ns a frame, at most {most} mA of 500");
    }
}
