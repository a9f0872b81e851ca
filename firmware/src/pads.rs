//! Electrical settings of the output pins, from the board's profile.
//!
//! Drivers hand a pin to the PIO or the PWM with a pad of their own choice, the PIO's
//! with 2 mA. A task applies the profile's setting after it has made its driver.

use embassy_rp::pac::PADS_BANK0;
use embassy_rp::pac::pads::vals::Drive;
use rules_core::board::output::{DriveStrength, OutputDrive, SlewRate};

/// Applies an electrical setting to the pad of a pin.
pub fn apply(pin: u8, drive: OutputDrive) {
    PADS_BANK0.gpio(usize::from(pin)).modify(|pad| {
        pad.set_drive(match drive.strength {
            DriveStrength::Ma2 => Drive::_2M_A,
            DriveStrength::Ma4 => Drive::_4M_A,
            DriveStrength::Ma8 => Drive::_8M_A,
            DriveStrength::Ma12 => Drive::_12M_A,
        });
        pad.set_slewfast(drive.slew == SlewRate::Fast);
    });
}
