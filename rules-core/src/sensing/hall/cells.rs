//! Tracker of the cells of a grid board: classifies a cell's reading when it has changed
//! and is still again.

use super::channels::Channels;
use super::likelihood::{is_update, variance};
use super::magnet_scale::MagnetScale;
use super::wiring::Wiring;
use crate::board::BoardId;
use crate::board::cell_layout::CellLayout;
use crate::board::cells::CellMask;
use crate::board::grid::HEX_CELLS;
use crate::board::hall::Role;
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;
use crate::sensing::calibration::Calibration;
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::Magnet;
use crate::sensing::observation::ObservationKind;
use crate::sensing::sensor::{Sensor, SensorFault};

/// Certainty from which a piece that was in doubt is certain again, so that a reading that
/// wanders about the limit does not change the report all the time: odds of 256 to 1.
const SURE_AGAIN: Certainty = Certainty(64);

/// Number of consecutive visits in which a cell must be unread before it is reported: 2 s,
/// one visit each 54 ms. A hand that hesitates over a cell takes less.
const PATIENCE_VISITS: u8 = 37;

/// Number of consecutive visits in which a weak cell must be read before it works again:
/// 0.3 s.
const RECOVERY_VISITS: u8 = 5;

/// Divisor of the crosstalk that is left after its subtraction.
const CROSSTALK_LEFT: u16 = 4;

/// Last report about the piece on a cell; `ever` is false before the first.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct CellReport {
    piece: Option<Magnet>,
    certainty: Certainty,
    ever: bool,
}

impl CellReport {
    const NEVER: Self = Self {
        piece: None,
        certainty: Certainty::NONE,
        ever: false,
    };
}

/// Tracker of the pieces on all cells of a grid board.
#[derive(Debug, Clone)]
pub(super) struct CellTracker {
    layout: Option<CellLayout>,
    scale: MagnetScale,
    reported: [CellReport; HEX_CELLS],
    /// Number of consecutive visits that contradict `weak`: in which a cell could not be
    /// read, or a weak one could.
    contrary: [u8; HEX_CELLS],
    /// Cells reported as weak: they could not be read for longer than
    /// [`PATIENCE_VISITS`].
    weak: CellMask,
}

impl CellTracker {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        for reported in &mut self.reported {
            archive.archive(reported);
        }
        for contrary in &mut self.contrary {
            archive.archive(contrary);
        }
        archive.archive(&mut self.weak);
    }

    /// Tracker of a board without cells.
    pub(super) const BLANK: Self = Self {
        layout: None,
        scale: MagnetScale::BLANK,
        reported: [CellReport::NEVER; HEX_CELLS],
        contrary: [0; HEX_CELLS],
        weak: CellMask::EMPTY,
    };

    pub(super) fn new(board: BoardId, calibration: &Calibration) -> Self {
        Self {
            layout: CellLayout::for_board(board),
            scale: MagnetScale::new(calibration),
            ..Self::BLANK
        }
    }

    /// True if a piece lies on a cell or an adjacent one, so that the cell's rest level
    /// must not follow drift.
    pub(super) fn is_occupied(&self, cell: u8) -> bool {
        let there = |cell: u8| {
            let reported = self.reported.get(usize::from(cell));
            reported.is_some_and(|reported| reported.piece.is_some())
        };
        let mut beside = self
            .layout
            .into_iter()
            .flat_map(|layout| layout.neighbours(cell));
        there(cell) || beside.any(there)
    }

    /// Iterates over the cells that are reported as weak.
    pub(super) fn weak(&self) -> impl Iterator<Item = u8> + use<> {
        self.weak.iter()
    }

    /// True if no cell is reported as weak.
    pub(super) fn are_well(&self) -> bool {
        self.weak == CellMask::EMPTY
    }

    /// Visits a cell: decides again upon one that is in doubt, reports it as weak if it
    /// could not be read for [`PATIENCE_VISITS`], and as working when it can be. A cell
    /// cannot be read while its reading moves, or has changed and is not decided, and while
    /// what was decided is in doubt. A channel whose own fault is reported names the cell
    /// already.
    pub(super) fn visit(
        &mut self,
        channels: &mut Channels,
        wiring: &Wiring,
        (cell, channel): (u8, u8),
        crosstalk: u16,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        let is_still = channels.is_still(Some(channel));
        if is_still && self.is_in_doubt(cell) {
            // Its neighbours or the noise may have changed, although its reading has not.
            self.classify(channels, wiring, (cell, channel), crosstalk, emit);
        }
        let is_read = is_still && !self.is_in_doubt(cell) && !channels.has_changed(channel);
        let Some(contrary) = self.contrary.get_mut(usize::from(cell)) else {
            return;
        };
        let was_weak = self.weak.contains(cell);
        *contrary = match is_read == was_weak {
            true => contrary.saturating_add(1),
            false => 0,
        };
        let is_weak = match was_weak {
            true => *contrary < RECOVERY_VISITS,
            false => *contrary >= PATIENCE_VISITS,
        };
        let is_weak = is_weak && !channels.is_faulty(Some(channel));
        if is_weak != was_weak {
            *contrary = 0;
            self.change_weak((cell, channel), is_weak, emit);
        }
    }

    /// True if the piece on a cell was reported, and is in doubt.
    fn is_in_doubt(&self, cell: u8) -> bool {
        let reported = self.reported.get(usize::from(cell));
        reported.is_some_and(|reported| reported.ever && !reported.certainty.is_high())
    }

    #[cold]
    #[inline(never)]
    fn change_weak(
        &mut self,
        (cell, channel): (u8, u8),
        is_weak: bool,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        let sensor = Sensor::Channel(channel, Role::Cell(cell));
        if is_weak {
            self.weak = self.weak.with(cell);
            emit(ObservationKind::FaultRaised(sensor, SensorFault::Weak));
            // What lay there before is no longer certain.
            self.fail(cell, emit);
        } else {
            self.weak = self.weak.without(cell);
            emit(ObservationKind::FaultCleared(sensor, SensorFault::Weak));
        }
    }

    /// Classifies a cell if its reading has changed and is still.
    pub(super) fn check_changed(
        &mut self,
        channels: &mut Channels,
        wiring: &Wiring,
        (cell, channel): (u8, u8),
        crosstalk: u16,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        if channels.wants_decision(channel, channels.away(channel)) {
            self.classify(channels, wiring, (cell, channel), crosstalk, emit);
        }
    }

    /// Withdraws the certainty of a cell whose sensor has failed, and reports that.
    pub(super) fn fail(&mut self, cell: u8, emit: &mut impl FnMut(ObservationKind)) {
        if let Some(reported) = self.reported.get_mut(usize::from(cell))
            && !(reported.ever && reported.certainty == Certainty::NONE)
        {
            reported.certainty = Certainty::NONE;
            reported.ever = true;
            emit(statement(cell, *reported));
        }
    }

    /// Returns the sum of the readings of all adjacent cells with working sensors, in ADC
    /// steps from rest, and the number of the others.
    fn beside(&self, cell: u8, channels: &Channels, wiring: &Wiring) -> (i32, i32) {
        let (mut beside, mut unread) = (0, 0);
        for neighbour in self
            .layout
            .into_iter()
            .flat_map(|layout| layout.neighbours(cell))
        {
            let there = wiring.cells.get(usize::from(neighbour)).copied().flatten();
            match channels.sound(there) {
                Some(away) => beside += i32::from(away),
                None => unread += 1,
            }
        }
        (beside, unread)
    }

    /// Returns the part of a cell's reading that magnets on adjacent cells make, in ADC
    /// steps.
    pub(super) fn leak(&self, cell: u8, channels: &Channels, wiring: &Wiring) -> i16 {
        let (beside, _) = self.beside(cell, channels, wiring);
        (-self.scale.without_leak(0, beside)) as i16
    }

    /// Classifies the piece on a cell from its reading, and reports a change.
    #[inline(never)]
    pub(super) fn classify(
        &mut self,
        channels: &mut Channels,
        wiring: &Wiring,
        (cell, channel): (u8, u8),
        crosstalk: u16,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        if channels.sound(Some(channel)).is_none() {
            return;
        }
        let reading = i32::from(channels.decide_now(channel));
        let (beside, unread) = self.beside(cell, channels, wiring);
        let own = self.scale.without_leak(reading, beside);
        let unread = unread * self.scale.most_leak();
        let doubt = u64::from(unread.unsigned_abs());
        // Crosstalk is subtracted from the reading, but for a part of it.
        let noise = channels.sigma(channel).max(channels.ripple());
        let variance = variance(noise, crosstalk / CROSSTALK_LEFT) + doubt * doubt;
        let (piece, certainty) = self.scale.class(own, variance);
        let Some(reported) = self.reported.get_mut(usize::from(cell)) else {
            return;
        };
        let is_new = if reported.ever {
            let is_sure = reported.certainty.is_high() || certainty >= SURE_AGAIN;
            piece != reported.piece
                || (is_update(reported.certainty, certainty) && (is_sure || !certainty.is_high()))
        } else {
            piece.is_some() || !certainty.is_high()
        };
        if is_new {
            *reported = CellReport {
                piece,
                certainty,
                ever: true,
            };
            emit(statement(cell, *reported));
        }
    }
}

fn statement(cell: u8, reported: CellReport) -> ObservationKind {
    ObservationKind::Cell {
        cell,
        piece: reported.piece,
        certainty: reported.certainty,
    }
}
