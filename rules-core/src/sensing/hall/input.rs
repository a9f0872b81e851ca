//! Health of one ADC input: dead, off its divider's level, or with crosstalk from one
//! channel to the next.
//!
//! Crosstalk is a regression of each reading on the channel read before it, with the
//! divider as a second witness. On a grid board a strong magnet may lie before any
//! channel, the divider too, so that it is measured differently there.

use super::health::report_change;
use crate::board::hall::Role;
use crate::sensing::observation::ObservationKind;
use crate::sensing::sensor::{Sensor, SensorFault};

/// Crosstalk from which an input is reported, in 1024ths of the channel read before.
const CROSSTALK: i16 = 10;

/// Crosstalk below which an input works again, in 1024ths of the channel read before.
const NO_CROSSTALK: i16 = 7;

/// Highest crosstalk that is subtracted from a divider of a grid board before the input is
/// reported, in 1024ths. More has another cause.
const MAX_CROSSTALK: i16 = 80;

/// Fading sum of squares from which the regression on the channel before means anything:
/// about one channel in each sweep.
const ENOUGH: i32 = 300_000;

/// Distance of two readings, in ADC steps, from which their crosstalk shows.
const APART: i32 = 500;

/// Largest reading of a channel without a magnet, in ADC steps from rest.
const NO_MAGNET: i16 = 120;

/// Number of consecutive sweeps that must agree on crosstalk.
const CROSSTALK_SWEEPS: u8 = 4;

/// Health of one ADC input as a whole.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct InputFault {
    pub(super) is_stuck: bool,
    /// True if the input has crosstalk from one channel to the next.
    pub(super) is_weak: bool,
    /// True if the divider of the input is off level.
    pub(super) is_off: bool,
    /// Number of channels visited in this sweep.
    pub(super) there: u8,
    /// Number of those channels that do not move.
    pub(super) frozen: u8,
    /// Crosstalk as last measured, in 1024ths.
    pub(super) crosstalk: i16,
    /// Number of consecutive sweeps that contradict `is_weak`.
    sweeps: u8,
    /// Crosstalk measured by the divider alone, in 1024ths: no magnet disturbs it.
    by_divider: i16,
    /// Fading sum of products of the regression: reading times distance to the channel
    /// before.
    product: i32,
    /// Fading sum of squared distances to the channel before.
    square: i32,
}

impl InputFault {
    /// Health without a fault, before the first sweep.
    pub(super) const NONE: Self = Self {
        is_stuck: false,
        is_weak: false,
        is_off: false,
        there: 0,
        frozen: 0,
        crosstalk: 0,
        sweeps: 0,
        by_divider: 0,
        product: 0,
        square: 0,
    };

    /// Adds a channel to the regression on the one read before, which reads `apart` ADC
    /// steps more.
    pub(super) fn regress(
        &mut self,
        away: i16,
        apart: i32,
        (role, before): (Role, Role),
        sound: bool,
    ) {
        let is_informative = |role| matches!(role, Role::Divider | Role::Optic(..));
        if role == Role::Divider {
            self.measure_divider(away, apart.min(-APART));
        } else if is_informative(role) || is_informative(before) {
            self.add(away, apart, sound);
        }
    }

    /// Adds a channel of a grid board to the regression on the one read before, which reads
    /// `apart` ADC steps more. A cell that reads next to nothing is empty, whatever the
    /// channel before holds.
    pub(super) fn regress_cells(
        &mut self,
        away: i16,
        apart: i32,
        (role, before): (Role, Role),
        sound: bool,
    ) {
        let is_informative = |role| matches!(role, Role::Divider | Role::Cell(_));
        if role == Role::Divider {
            if apart.abs() >= APART {
                self.measure_divider(away, apart);
            }
        } else if is_informative(role) || is_informative(before) {
            self.add(away, apart, sound);
        }
    }

    fn measure_divider(&mut self, away: i16, apart: i32) {
        let found = i32::from(away) * 1024 / apart;
        self.by_divider = found.clamp(-200, 200) as i16;
    }

    fn add(&mut self, away: i16, apart: i32, sound: bool) {
        if apart.abs() > APART && away.abs() < NO_MAGNET && sound {
            self.product += i32::from(away) * apart / 16;
            self.square += apart * apart / 16;
        }
    }

    /// Forgets what was measured while an address line may be stuck.
    pub(super) fn forget(&mut self) {
        self.product = 0;
        self.square = 0;
        self.sweeps = 0;
    }

    /// Returns the change that crosstalk makes to the reading of the divider, in ADC steps;
    /// 0 without crosstalk.
    pub(super) const fn bleed(&self) -> i16 {
        // The channel before rests 1024 steps lower: one step for each 1024th.
        if self.is_weak { -self.crosstalk } else { 0 }
    }

    /// Returns the change that crosstalk, reported or not, makes to the reading of the
    /// divider of a grid board, in ADC steps. The channel read before it, which may hold a
    /// magnet, reads `apart` steps more. Where no other channel can show crosstalk, the
    /// divider is believed.
    pub(super) fn cell_bleed(&self, apart: Option<i16>) -> i16 {
        let is_alone = self.square < ENOUGH && self.by_divider <= MAX_CROSSTALK;
        let share = match is_alone {
            true => self.by_divider,
            false => self.crosstalk,
        };
        let share = i32::from(share.clamp(0, MAX_CROSSTALK));
        ((share * i32::from(apart.unwrap_or(0))) >> 10) as i16
    }

    /// True if channels other than the divider show crosstalk.
    pub(super) const fn is_shown(&self) -> bool {
        self.is_weak && self.square >= ENOUGH
    }

    /// Evaluates the crosstalk of input `n` at the end of a sweep, on a board with or
    /// without cells, and reports it when it begins and ends. `elsewhere` is true if
    /// another input shows crosstalk.
    pub(super) fn check_crosstalk(
        &mut self,
        n: u8,
        (has_cells, elsewhere): (bool, bool),
        emit: &mut impl FnMut(ObservationKind),
    ) {
        // All inputs have one settling time: a full board may show it on some only.
        let is_full = has_cells && elsewhere && self.square < ENOUGH;
        if self.square > 0 || is_full {
            let square = i64::from(self.square.max(1));
            let found = (i64::from(self.product) * 1024 / square) as i32;
            let found = found.clamp(-200, 200) as i16;
            // Magnets beside a cell make the regression vague: it confirms, and the divider
            // measures.
            let is_confirmed = self.is_weak || is_full || found >= self.by_divider / 2;
            let is_alike = has_cells && is_confirmed && self.by_divider <= MAX_CROSSTALK;
            // Else both must show it: sensors read magnets, and a divider may be off.
            let found = match is_alike {
                true => self.by_divider,
                false => found.min(self.by_divider),
            };
            let wrong = found
                >= if self.is_weak {
                    NO_CROSSTALK
                } else {
                    CROSSTALK
                };
            self.sweeps = if wrong == self.is_weak {
                0
            } else {
                self.sweeps.saturating_add(1)
            };
            self.crosstalk = found;
            let is_weak = (self.sweeps >= CROSSTALK_SWEEPS) != self.is_weak;
            report_change(
                &mut self.is_weak,
                is_weak,
                Sensor::Input(n),
                SensorFault::Weak,
                emit,
            );
            self.sweeps = if is_weak == wrong { 0 } else { self.sweeps };
        }
        // Hum averages out over eight sweeps.
        self.product -= self.product / 8;
        self.square -= self.square / 8;
    }
}
