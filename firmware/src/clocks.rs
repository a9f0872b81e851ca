//! System clock: its frequency, and the dividers that follow from it.
//!
//! All other modules state the frequency they need, and derive their divider here. USB,
//! ADC and timer have clocks of their own.

use embassy_rp::clocks::{ClockConfig, clk_sys_freq};
use embassy_rp::config::Config;
use rules_core::board::chain_timing::TICK_HERTZ;

/// Frequency of the system clock: 200 MHz, with the core voltage of 1.15 V that the driver
/// sets for it. The device keeps up with its sensors at 125 MHz too; the faster clock
/// halves the delay and leaves time for more.
const SYSTEM_HERTZ: u32 = 200_000_000;

/// Counter frequency of the buzzer's PWM slice.
pub const BUZZER_HERTZ: u32 = 1_000_000;

/// Compile-time check that the frequencies that are derived come out exactly.
const _: () = {
    assert!(SYSTEM_HERTZ.is_multiple_of(TICK_HERTZ));
    assert!(SYSTEM_HERTZ.is_multiple_of(BUZZER_HERTZ));
    assert!(SYSTEM_HERTZ / BUZZER_HERTZ <= u8::MAX as u32);
};

/// Returns the configuration of the chip with this system clock. If the clock cannot be
/// made from the crystal, it is that of the driver, 125 MHz.
pub fn config() -> Config {
    ClockConfig::system_freq(SYSTEM_HERTZ).map_or_else(|_| Config::default(), Config::new)
}

/// Returns the divider that makes this frequency from the system clock, at most 255.
pub fn divider(hertz: u32) -> u8 {
    u8::try_from(clk_sys_freq() / hertz).unwrap_or(u8::MAX)
}
