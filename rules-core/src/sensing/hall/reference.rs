//! The dividers: three resistor pairs that read three quarters of full scale,
//! one on each input, where no sensor rests.
//!
//! A stuck address line makes channels read other channels: some divider then
//! shows up where it should not, or is missing. Each hypothesis (line, level)
//! predicts exactly which channels read the divider's level, so the dividers
//! alone name the line. A divider that is off by a little says what its input is
//! off by.

use super::lines::Lines;
use super::wiring::Wiring;
use crate::board::hall::INPUTS;
use crate::sensing::calibration::record::DIVIDER_REST;

/// A divider this far off (steps) is off its level.
pub(super) const OFF: i16 = 32;

/// One that has drifted so far (steps) is off as well.
const DRIFT: i32 = 58;

/// A channel this near to the divider's level (steps) may be reading it.
const NEAR: u16 = 24;

/// Looks in a row that must agree before a line is named or cleared.
const AGREE: u8 = 20;

/// Of what the divider is off by, the part a reading in the middle is off by:
/// two thirds for a gain, all of it for an offset; in 1024ths, in between.
const SHARE: i32 = 850;

/// What is wrong with the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Miswired {
    /// An address line keeps its level.
    Stuck { line: u8, high: bool },
    /// A bank does not let go: its channels are mixed into the other bank's.
    BankHeld { upper: bool },
}

/// Address lines.
const LINES: u8 = 5;

/// The address line that chooses the bank.
const BANK_LINE: u8 = 4;

impl Miswired {
    fn all() -> impl Iterator<Item = Self> {
        let lines =
            (0..LINES).flat_map(|line| [false, true].map(|high| Self::Stuck { line, high }));
        lines.chain([false, true].map(|upper| Self::BankHeld { upper }))
    }

    /// The line to name.
    pub(super) fn line(self) -> u8 {
        match self {
            Self::Stuck { line, .. } => line,
            Self::BankHeld { .. } => BANK_LINE,
        }
    }

    /// Whether the channels at this address are wrong, if so many are in use.
    pub(super) fn affects(self, address: u8, addresses: u8) -> bool {
        match self {
            Self::Stuck { line, high } => (address >> line & 1 == 1) != high,
            Self::BankHeld { upper } => {
                let other = address ^ (1 << BANK_LINE);
                (address >> BANK_LINE & 1 == 1) != upper && other < addresses
            }
        }
    }

    /// What a channel at `address` reads of a divider at `divider`: all of it,
    /// half of it, or nothing.
    fn share(self, address: u8, divider: u8, addresses: u8) -> Share {
        match self {
            Self::Stuck { line, high } => {
                let bit = 1 << line;
                let read = if high { address | bit } else { address & !bit };
                if read == divider {
                    Share::All
                } else {
                    Share::None
                }
            }
            Self::BankHeld { .. } if self.affects(address, addresses) => {
                let other = address ^ (1 << BANK_LINE);
                if address == divider || other == divider {
                    Share::Half
                } else {
                    Share::None
                }
            }
            Self::BankHeld { .. } if address == divider => Share::All,
            Self::BankHeld { .. } => Share::None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Share {
    All,
    Half,
    None,
}

/// The watch over the dividers.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct References {
    /// What is said to be wrong.
    pub(super) named: Option<Miswired>,
    suspected: Option<Miswired>,
    agreed: u8,
    /// Looks in a row in which a divider was off.
    off_for: [u8; INPUTS],
    /// Whether a divider is off now and nothing is named for it: until then nothing is
    /// decided.
    pub(super) is_suspect: bool,
}

impl References {
    /// Looks at the dividers. `bleeds` is what crosstalk takes off each, in
    /// steps. Says whether what is named has changed.
    pub(super) fn look(
        &mut self,
        lines: &mut Lines,
        wiring: &Wiring,
        bleeds: [i16; INPUTS],
    ) -> bool {
        let (mut any_off, mut unexplained) = (false, false);
        for (input, channel) in wiring.dividers.iter().enumerate() {
            let Some(channel) = *channel else { continue };
            let Some(line) = lines.line(channel) else {
                continue;
            };
            let bleed = bleeds.get(input).copied().unwrap_or(0);
            // From where it was lately, and from where it belongs.
            let away = line.away().saturating_sub(bleed);
            let drift = (i32::from(line.rest.sum()) - i32::from(DIVIDER_REST)) / 4;
            let off = away.abs() > OFF || drift.abs() >= DRIFT;
            any_off |= off;
            // One that is named is no sign of a wrong address any more: what shares its
            // input is doubted, the others may speak.
            unexplained |= off && !line.is_in_trouble();
            let drift = i32::from(away) + drift;
            if let Some(count) = self.off_for.get_mut(input) {
                *count = if off { count.saturating_add(1) } else { 0 };
            }
            if let Some(shift) = lines.shifts.get_mut(input) {
                // Slowly, so that the divider's noise is not everybody's.
                let target = if off { 0 } else { (drift * 4 * SHARE) >> 10 };
                let step = (target - i32::from(*shift)).clamp(-1, 1);
                *shift += step as i16;
            }
        }
        let explained = self.explain(lines, wiring, any_off);
        if explained == self.suspected {
            self.agreed = self.agreed.saturating_add(1);
        } else {
            self.suspected = explained;
            self.agreed = 0;
        }
        let settled = self.agreed >= AGREE;
        let changed = settled && self.suspected != self.named;
        if changed {
            self.named = self.suspected;
        }
        self.is_suspect = (unexplained && self.named.is_none()) || self.suspected != self.named;
        changed
    }

    /// Whether the address is wrong, or may be.
    pub(super) fn is_miswired(&self) -> bool {
        self.named.is_some() || self.suspected.is_some()
    }

    /// Looks in a row in which an input's divider was off without a stuck line.
    pub(super) fn off_for(&self, input: usize) -> u8 {
        match (self.named, self.suspected) {
            (None, None) => self.off_for.get(input).copied().unwrap_or(0),
            _ => 0,
        }
    }

    fn explain(&self, lines: &Lines, wiring: &Wiring, any_off: bool) -> Option<Miswired> {
        if !any_off {
            return None;
        }
        Miswired::all().find(|&it| is_borne_out(it, lines, wiring))
    }
}

/// Whether all channels that should read a divider do, and the dividers that
/// should be missing are.
fn is_borne_out(miswired: Miswired, lines: &Lines, wiring: &Wiring) -> bool {
    let bit = 1 << miswired.line();
    let addresses = lines.addresses();
    let (mut witnesses, mut missing, mut imitated) = (0, 0, 0);
    for (input, channel) in (0_u8..).zip(wiring.dividers) {
        let Some(channel) = channel else { continue };
        let Some(rest) = lines.line(channel).map(|line| line.rest.sum() / 4) else {
            continue;
        };
        let divider = channel / INPUTS as u8;
        for address in [divider, divider ^ bit] {
            let channel = address.saturating_mul(INPUTS as u8).saturating_add(input);
            let Some(read) = read(lines, channel) else {
                continue;
            };
            let is_near = read.abs_diff(rest) <= NEAR;
            let expected = match miswired.share(address, divider, addresses) {
                Share::All => is_near,
                // Half a divider and half of a sensor at rest.
                Share::Half => read.abs_diff(2560) <= 4 * NEAR,
                // A strong marker may read what a divider does.
                Share::None => {
                    let own = address == divider;
                    missing += u8::from(own && !is_near);
                    imitated += u8::from(own && is_near);
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

/// A channel's smoothed reading in steps.
fn read(lines: &Lines, channel: u8) -> Option<u16> {
    let line = lines.line(channel).filter(|_| lines.has(channel))?;
    u16::try_from(line.filter.level() >> 10).ok()
}
