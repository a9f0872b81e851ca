//! Tracker of the cells of a grid board: classifies a cell's reading when it has changed
//! and is still again.

use super::channels::Channels;
use super::likelihood::{is_update, variance};
use super::magnet_scale::MagnetScale;
use super::wiring::Wiring;
use crate::board::BoardId;
use crate::board::cell_layout::CellLayout;
use crate::board::grid::HEX_CELLS;
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;
use crate::sensing::calibration::Calibration;
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::Magnet;
use crate::sensing::observation::ObservationKind;

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
}

impl CellTracker {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        for reported in &mut self.reported {
            archive.archive(reported);
        }
    }

    /// Tracker of a board without cells.
    pub(super) const BLANK: Self = Self {
        layout: None,
        scale: MagnetScale::BLANK,
        reported: [CellReport::NEVER; HEX_CELLS],
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
        let own = self.scale.without_leak(reading, beside);
        let unread = unread * self.scale.most_leak();
        let doubt = u64::from(unread.unsigned_abs());
        let variance = variance(channels.sigma(channel), crosstalk) + doubt * doubt;
        let (piece, certainty) = self.scale.class(own, variance);
        let Some(reported) = self.reported.get_mut(usize::from(cell)) else {
            return;
        };
        let is_new = if reported.ever {
            piece != reported.piece || is_update(reported.certainty, certainty)
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
