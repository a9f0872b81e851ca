//! The outputs are driven, and the chains are clocked, as the board's profile says.

use crate::twin::Twin;
use rules_core::board::chain_timing::{BIT_TICKS, LIGHT, LOAD_TICKS, RECOVERY_TICKS, TICK};
use rules_core::board::output::{DriveStrength, SlewRate};
use rules_core::board::{BoardId, Profile};

#[test]
fn pins_and_pulses_are_those_of_the_profile() {
    let Some(mut twin) = Twin::booted("electrical", BoardId::Ring) else {
        return;
    };
    twin.run(20);
    let counts = twin.last.counts;
    let pins = &Profile::of(BoardId::Ring).pins;
    for (pin, signal) in pins.used() {
        let Some(drive) = pins.output(signal) else {
            continue;
        };
        let pad = counts.pads[usize::from(pin)];
        let strength = match pad >> 4 & 3 {
            0 => DriveStrength::Ma2,
            1 => DriveStrength::Ma4,
            2 => DriveStrength::Ma8,
            _ => DriveStrength::Ma12,
        };
        assert_eq!(strength, drive.strength, "{signal:?}");
        assert_eq!(pad & 1 == 1, drive.slew == SlewRate::Fast, "{signal:?}");
        assert_eq!(pad >> 7 & 1, 0, "{signal:?}: its output is disabled");
    }
    // An unplugged side reads all ones.
    for pin in pins.lanes {
        let pulls = counts.pads[usize::from(pin)] >> 2 & 3;
        assert_eq!(pulls, 0b10, "GP{pin} is pulled up");
    }
    let pulses = counts.chain;
    let half = Some(BIT_TICKS / 2 * TICK);
    assert_eq!((pulses.clock_high, pulses.clock_low), (half, half));
    assert_eq!(pulses.load, Some(LOAD_TICKS * TICK));
    assert_eq!(pulses.recovery, Some(RECOVERY_TICKS * TICK));
    assert_eq!(pulses.light, Some(LIGHT.0 * 1_000));
    assert_eq!(counts.lit_shifts, 0, "bits are clocked in the dark");
    assert_eq!(counts.curtain_hz.round(), 2_500.0);
}
