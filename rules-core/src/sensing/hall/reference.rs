//! Check of the dividers: three resistor pairs, one on each ADC input, that read three
//! quarters of full scale, where no sensor rests.
//!
//! A stuck address line makes channels read other channels: some divider then shows up in
//! a wrong place, or is missing. Each hypothesis (line, level) predicts exactly the
//! channels that read the divider's level, so that the dividers alone identify the line.
//! A divider that is off by a little shows the offset of its input.

use super::channels::Channels;
use super::wiring::Wiring;
use crate::board::hall::INPUTS;
use crate::sensing::calibration::values::DIVIDER_REST;

/// Distance from its recent level from which a divider is off, in ADC steps.
pub(super) const OFF: i16 = 32;

/// Distance from its nominal level from which a divider is off, in ADC steps.
const DRIFT: i32 = 58;

/// Largest distance of a channel's reading from a divider's level at which the channel
/// may be reading the divider, in ADC steps.
const NEAR: u16 = 24;

/// Distance of a grid board's divider from its level from which it reads another channel,
/// in ADC steps. Crosstalk of 6 % from a strong magnet makes 130.
const MISSING: u16 = 200;

/// Number of consecutive checks that must agree before an address line is reported as
/// stuck or as working again.
const MIN_AGREEING_CHECKS: u8 = 20;

/// Part of a divider's error that a reading in the middle of the range has, in 1024ths:
/// two thirds of it for a gain error, all of it for an offset. The value lies in between.
const SHARE: i32 = 850;

/// Fault of the multiplexers' address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum AddressFault {
    /// An address line keeps its level.
    Stuck { line: u8, high: bool },
    /// A bank stays selected: its channels are mixed into the other bank's.
    BankHeld { upper: bool },
}

/// Number of address lines of the multiplexers.
const LINES: u8 = 5;

/// Address line that selects the bank of multiplexers.
const BANK_LINE: u8 = 4;

impl AddressFault {
    fn all() -> impl Iterator<Item = Self> {
        let lines =
            (0..LINES).flat_map(|line| [false, true].map(|high| Self::Stuck { line, high }));
        lines.chain([false, true].map(|upper| Self::BankHeld { upper }))
    }

    /// Returns the number of the address line to report as stuck.
    pub(super) fn line(self) -> u8 {
        match self {
            Self::Stuck { line, .. } => line,
            Self::BankHeld { .. } => BANK_LINE,
        }
    }

    /// True if the channels at this address read wrong values, on a board with
    /// `addresses` addresses in use.
    pub(super) fn affects(self, address: u8, addresses: u8) -> bool {
        match self {
            Self::Stuck { line, high } => (address >> line & 1 == 1) != high,
            Self::BankHeld { upper } => {
                let other = address ^ (1 << BANK_LINE);
                (address >> BANK_LINE & 1 == 1) != upper && other < addresses
            }
        }
    }

    /// Returns how much of the divider at address `divider` a channel at `address` reads.
    fn share(self, address: u8, divider: u8, addresses: u8) -> DividerShare {
        match self {
            Self::Stuck { line, high } => {
                let bit = 1 << line;
                let read = if high { address | bit } else { address & !bit };
                if read == divider {
                    DividerShare::All
                } else {
                    DividerShare::None
                }
            }
            Self::BankHeld { .. } if self.affects(address, addresses) => {
                let other = address ^ (1 << BANK_LINE);
                if address == divider || other == divider {
                    DividerShare::Half
                } else {
                    DividerShare::None
                }
            }
            Self::BankHeld { .. } if address == divider => DividerShare::All,
            Self::BankHeld { .. } => DividerShare::None,
        }
    }
}

/// Part of a divider's voltage that a channel reads because of a wrong address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DividerShare {
    All,
    Half,
    None,
}

/// Check of the dividers, which finds faults of the address and offsets of the inputs.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct DividerCheck {
    /// Fault of the address that has been reported; `None` if there is none.
    pub(super) named: Option<AddressFault>,
    /// Fault that explains the dividers in the last check.
    suspected: Option<AddressFault>,
    /// Number of consecutive checks that agree on `suspected`.
    agreed: u8,
    /// Number of consecutive checks in which each divider was off.
    off_for: [u8; INPUTS],
    /// True if a divider is off and no fault is reported for it yet; until then no
    /// reading of any channel is decided upon.
    pub(super) is_suspect: bool,
}

impl DividerCheck {
    /// Check without a fault, before the first scan.
    pub(super) const NEW: Self = Self {
        named: None,
        suspected: None,
        agreed: 0,
        off_for: [0; INPUTS],
        is_suspect: false,
    };

    /// Checks the dividers of all inputs. `bleeds` is the change that crosstalk makes to
    /// each, in ADC steps. Returns true if the reported fault has changed.
    pub(super) fn check(
        &mut self,
        channels: &mut Channels,
        wiring: &Wiring,
        bleeds: [i16; INPUTS],
    ) -> bool {
        let (mut any_off, mut unexplained) = (false, false);
        for (input, channel) in wiring.dividers.iter().enumerate() {
            let Some(channel) = *channel else { continue };
            let Some(state) = channels.get(channel) else {
                continue;
            };
            let bleed = bleeds.get(input).copied().unwrap_or(0);
            // From its recent level, and from its nominal one.
            let away = state.away().saturating_sub(bleed);
            let drift = (i32::from(state.rest.sum()) - i32::from(DIVIDER_REST)) / 4;
            let off = away.abs() > OFF || drift.abs() >= DRIFT;
            any_off |= off;
            // A divider whose fault is reported no longer points to a wrong address:
            // channels on its input are doubted, all others count.
            unexplained |= off && !state.is_faulty();
            let drift = i32::from(away) + drift;
            if let Some(count) = self.off_for.get_mut(input) {
                *count = if off { count.saturating_add(1) } else { 0 };
            }
            if let Some(shift) = channels.shifts.get_mut(input) {
                // Slowly, so that the divider's noise does not reach all channels.
                let target = if off { 0 } else { (drift * 4 * SHARE) >> 10 };
                let step = (target - i32::from(*shift)).clamp(-1, 1);
                *shift += step as i16;
            }
        }
        let explained = self.explain(channels, wiring, any_off);
        if explained == self.suspected {
            self.agreed = self.agreed.saturating_add(1);
        } else {
            self.suspected = explained;
            self.agreed = 0;
        }
        let settled = self.agreed >= MIN_AGREEING_CHECKS;
        let changed = settled && self.suspected != self.named;
        if changed {
            self.named = self.suspected;
        }
        self.is_suspect = (unexplained && self.named.is_none()) || self.suspected != self.named;
        changed
    }

    /// True if an address line is known or suspected to be stuck.
    pub(super) fn is_miswired(&self) -> bool {
        self.named.is_some() || self.suspected.is_some()
    }

    /// Returns the number of consecutive checks in which an input's divider was off; 0 if
    /// a stuck address line may explain it.
    pub(super) fn off_for(&self, input: usize) -> u8 {
        match (self.named, self.suspected) {
            (None, None) => self.off_for.get(input).copied().unwrap_or(0),
            _ => 0,
        }
    }

    fn explain(&self, channels: &Channels, wiring: &Wiring, any_off: bool) -> Option<AddressFault> {
        if !any_off {
            return None;
        }
        let is_shown = |fault: &AddressFault| {
            is_borne_out(*fault, channels, wiring)
                && (!channels.has_cells() || aliases_agree(*fault, channels))
        };
        AddressFault::all().find(is_shown)
    }
}

/// True if the readings bear out a fault of the address: all channels that should read a
/// divider do, and the dividers that should be missing are.
fn is_borne_out(miswired: AddressFault, channels: &Channels, wiring: &Wiring) -> bool {
    let bit = 1 << miswired.line();
    let addresses = channels.addresses();
    // On a grid board, crosstalk from a magnet moves a divider further.
    let missing_from = if channels.has_cells() { MISSING } else { NEAR };
    let (mut witnesses, mut missing, mut imitated) = (0, 0, 0);
    for (input, channel) in (0_u8..).zip(wiring.dividers) {
        let Some(channel) = channel else { continue };
        let Some(rest) = channels.get(channel).map(|state| state.rest.sum() / 4) else {
            continue;
        };
        let divider = channel / INPUTS as u8;
        for address in [divider, divider ^ bit] {
            let channel = address.saturating_mul(INPUTS as u8).saturating_add(input);
            let Some(read) = read(channels, channel) else {
                continue;
            };
            let is_near = read.abs_diff(rest) <= NEAR;
            let expected = match miswired.share(address, divider, addresses) {
                DividerShare::All => is_near,
                // Half a divider and half of a sensor at rest.
                DividerShare::Half => read.abs_diff(2560) <= 4 * NEAR,
                // A strong marker may read what a divider does.
                DividerShare::None => {
                    let own = address == divider;
                    let is_missing = read.abs_diff(rest) > missing_from;
                    missing += u8::from(own && is_missing);
                    imitated += u8::from(own && !is_missing);
                    continue;
                }
            };
            if !expected {
                return false;
            }
            witnesses += 1;
        }
    }
    match missing {
        0 => witnesses > 0 && imitated == 0,
        _ => imitated <= 1,
    }
}

/// True if every channel reads what the channel does that a stuck address line selects
/// instead. A bank that stays selected mixes two channels, and is not compared.
fn aliases_agree(miswired: AddressFault, channels: &Channels) -> bool {
    let AddressFault::Stuck { line, .. } = miswired else {
        return true;
    };
    let addresses = channels.addresses();
    let mut affected = (0..addresses).filter(|&address| miswired.affects(address, addresses));
    affected.all(|address| {
        (0..INPUTS as u8).all(|input| {
            let at = |address: u8| read(channels, address * INPUTS as u8 + input);
            match (at(address), at(address ^ (1 << line))) {
                (Some(own), Some(other)) => own.abs_diff(other) <= MISSING,
                _ => true,
            }
        })
    })
}

/// Returns a channel's smoothed reading, in ADC steps; `None` if the board has no such
/// channel.
fn read(channels: &Channels, channel: u8) -> Option<u16> {
    let state = channels.get(channel).filter(|_| channels.has(channel))?;
    u16::try_from(state.filter.level() >> 10).ok()
}
