//! Scale from the reading of a cell's sensor to the magnet on the cell.
//!
//! A magnet on a cell also reaches the sensors of the neighbouring cells, weaker and with
//! the opposite sign. The readings of the neighbours show how much of that is in a cell's
//! own reading; it is subtracted before the reading is classified.

use super::likelihood::{misfit, square};
use crate::board::BoardId;
use crate::sensing::calibration::values::ChannelGroup;
use crate::sensing::calibration::{Calibration, Provenance};
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::{Magnet, Polarity, Strength};

/// Scale from readings to magnets on a grid board.
#[derive(Debug, Clone, Copy)]
pub struct MagnetScale {
    /// Readings of a weak, middle and strong magnet, in ADC steps from rest; 0 for one that
    /// no piece of this board has.
    steps: [i32; 3],
    /// Part of an adjacent cell's reading that a cell's sensor reads too, in 1024ths.
    leak: i32,
}

/// Divisor of a level: one standard deviation of the readings of all pieces of a strength
/// over all cells. Magnets of a strength differ by up to 18 %, sensors by 5 %, and one of
/// each was calibrated.
const SPREAD: i32 = 8;

/// Divisor of the strong level: a reading more than a quarter above that level is not a
/// magnet of the game.
const ABOVE_STRONG: i32 = 4;

impl MagnetScale {
    /// Scale of a board without cells.
    pub(super) const BLANK: Self = Self {
        steps: [0; 3],
        leak: 0,
    };

    /// Creates the scale from the cell levels and leakage of a calibration.
    #[must_use]
    pub fn new(calibration: &Calibration) -> Self {
        let steps =
            |strength| i32::from(calibration.steps(ChannelGroup::Cells, strength)).min(2047);
        let mut steps = Strength::ALL.map(steps);
        // The guide puts no piece of middle strength on this board: nobody measured one.
        let cells = calibration.levels[ChannelGroup::Cells];
        if calibration.board == BoardId::GridHex && cells.from == Provenance::Manual {
            steps[1] = 0;
        }
        Self {
            steps,
            leak: i32::from(calibration.leakage.cells).clamp(-256, 256),
        }
    }

    /// Returns a cell's reading without the effect of magnets on adjacent cells, whose
    /// readings add up to `neighbours`. All are in ADC steps from rest.
    #[must_use]
    pub fn without_leak(&self, reading: i32, neighbours: i32) -> i32 {
        reading - ((neighbours * self.leak) >> 10)
    }

    /// Returns the largest error that a strong magnet on an adjacent cell with a faulty
    /// sensor may add to a reading, in ADC steps.
    #[must_use]
    pub fn most_leak(&self) -> i32 {
        self.steps[2] * self.leak.abs() / 1024
    }

    /// Returns the magnet that a reading stands for, or `None` for an empty cell, and the
    /// certainty. `variance` is that of the readings of one piece, in square ADC steps.
    #[must_use]
    pub fn class(&self, reading: i32, variance: u64) -> (Option<Magnet>, Certainty) {
        let felt = reading.abs();
        let [weak, middle, strong] = self.steps;
        if felt > strong + strong / ABOVE_STRONG {
            return (magnet(reading, Strength::Strong), Certainty::NONE);
        }
        let choices = [
            (0, None),
            (weak, Some(Strength::Weak)),
            (middle, Some(Strength::Middle)),
            (strong, Some(Strength::Strong)),
        ];
        let (mut best, mut least, mut next) = (None, u64::MAX, u64::MAX);
        let is_used = |&(level, strength): &(i32, Option<_>)| level > 0 || strength.is_none();
        for (level, strength) in choices.into_iter().filter(is_used) {
            let cost = misfit(square(felt - level), variance + square(level / SPREAD));
            if cost < least {
                (best, next, least) = (strength, least, cost);
            } else {
                next = next.min(cost);
            }
        }
        let sure = Certainty(u8::try_from(next - least).unwrap_or(u8::MAX));
        (best.and_then(|strength| magnet(reading, strength)), sure)
    }
}

fn magnet(reading: i32, strength: Strength) -> Option<Magnet> {
    let polarity = if reading > 0 {
        Polarity::Plus
    } else {
        Polarity::Minus
    };
    Some(Magnet { polarity, strength })
}

#[cfg(test)]
mod tests {
    use super::{MagnetScale, Strength};
    use crate::sensing::hall::likelihood::variance;

    #[test]
    fn a_weak_magnet_over_a_weak_sensor_is_not_another_one_for_sure() {
        // A strong pair was calibrated, then a weak one: 18, 12 and 8 % of magnets and 5 %
        // of sensors, in both directions.
        let strongest = [275, 609, 1_307];
        let weakest = [173, 433, 999];
        let quiet = variance(2, 0);
        for (calibrated, read) in [(strongest, weakest), (weakest, strongest)] {
            let scale = MagnetScale {
                steps: calibrated,
                leak: 0,
            };
            for (strength, reading) in Strength::ALL.into_iter().zip(read) {
                let (found, certainty) = scale.class(reading, quiet);
                let is_right = found.is_some_and(|magnet| magnet.strength == strength);
                assert!(
                    is_right || !certainty.is_high(),
                    "{calibrated:?} {strength} {reading}: {found:?} {certainty}"
                );
            }
        }
    }

    #[test]
    fn magnets_as_calibrated_are_certain() {
        let scale = MagnetScale {
            steps: [222, 518, 1_148],
            leak: 0,
        };
        for (strength, reading) in Strength::ALL.into_iter().zip(scale.steps) {
            let (found, certainty) = scale.class(-reading, variance(2, 5));
            assert!(found.is_some_and(|magnet| magnet.strength == strength));
            assert!(certainty.is_high(), "{strength}: {certainty}");
        }
        assert!(scale.class(0, variance(2, 5)).1.is_high());
    }
}
