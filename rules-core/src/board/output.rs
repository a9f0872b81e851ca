//! Electrical setting of output pins: drive strength and slew rate.
//!
//! The driver that hands a pin to the PIO sets its pad to the weakest strength, 2 mA. The
//! firmware then applies the setting of the pin's signal from here. How fast a line is
//! with it follows in [`chain_timing`](super::chain_timing).

/// Current that an output pin of the RP2040 can deliver within its data-sheet levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriveStrength {
    /// 2 mA, the weakest.
    Ma2,
    /// 4 mA, the setting after a reset of the chip.
    Ma4,
    /// 8 mA.
    Ma8,
    /// 12 mA, the strongest.
    Ma12,
}

impl DriveStrength {
    /// Returns the current in mA that the pin delivers at least, up to 2.62 V when it
    /// rises and down to 0.5 V when it falls (RP2040 data sheet, digital IO).
    #[must_use]
    pub const fn milliamperes(self) -> u32 {
        match self {
            Self::Ma2 => 2,
            Self::Ma4 => 4,
            Self::Ma8 => 8,
            Self::Ma12 => 12,
        }
    }
}

/// Steepness of an output pin's edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlewRate {
    /// Edges that ring less on a long cable.
    Slow,
    /// Edges as steep as the drive strength allows.
    Fast,
}

/// Electrical setting of an output pin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutputDrive {
    /// Current that the pin can deliver.
    pub strength: DriveStrength,
    /// Steepness of the pin's edges.
    pub slew: SlewRate,
}

impl OutputDrive {
    /// Setting for a line over cables to many chips: strong, with slow edges.
    pub const CABLE: Self = Self {
        strength: DriveStrength::Ma12,
        slew: SlewRate::Slow,
    };

    /// Setting for a line to one gate or transistor on the main board.
    pub const LOCAL: Self = Self {
        strength: DriveStrength::Ma4,
        slew: SlewRate::Slow,
    };
}

/// Electrical settings of a board's outputs, by signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outputs {
    /// Setting of the multiplexers' address lines.
    pub mux: OutputDrive,
    /// Setting of the shift registers' load line.
    pub load: OutputDrive,
    /// Setting of the shift registers' clock.
    pub clock: OutputDrive,
    /// Setting of the emitters' gates.
    pub phases: OutputDrive,
    /// Setting of the LED strip's data.
    pub leds: OutputDrive,
    /// Setting of the buzzer's drive.
    pub buzzer: OutputDrive,
}
