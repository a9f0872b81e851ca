//! State of a grid board as the sensors reported it, cell by cell. It knows no game.
//!
//! Sensing does not report a cell that is empty from the start. A cell without a report
//! is therefore empty once any other has been reported; before that no cell is known.

use crate::board::cells::CellMask;
use crate::board::grid::HEX_CELLS;
use crate::referee::table::{JudgeStatus, SlotContent};
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::Magnet;
use crate::sensing::observation::ObservationId;

/// State of a grid board: the last report of every cell, and the changes since board and
/// game last agreed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellStates {
    cells: [SlotContent; HEX_CELLS],
    reports: ReportStatus,
    /// Cells that have changed since board and game last agreed.
    touched: CellMask,
    status: JudgeStatus,
    standing: BoardAgreement,
    /// Observation of the last change of a cell.
    last: ObservationId,
}

/// Record of whether sensing has reported any cell yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum ReportStatus {
    #[default]
    Silent,
    Reported,
}

/// Agreement of board and game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BoardAgreement {
    /// Board and game agree, or a move is being made.
    #[default]
    Agrees,
    /// Board and game differ, and the board must be repaired. The referee asks about a
    /// move that would explain the board meanwhile.
    Wrong,
}

impl Default for CellStates {
    fn default() -> Self {
        Self::BLANK
    }
}

impl CellStates {
    /// State of a board without a report.
    pub const BLANK: Self = Self {
        cells: [SlotContent::Unknown; HEX_CELLS],
        reports: ReportStatus::Silent,
        touched: CellMask::EMPTY,
        status: JudgeStatus::Handled,
        standing: BoardAgreement::Agrees,
        last: ObservationId::NONE,
    };

    /// Updates a cell from an observation; returns true if its known content has changed.
    pub fn update(
        &mut self,
        id: ObservationId,
        cell: u8,
        piece: Option<Magnet>,
        certainty: Certainty,
    ) -> bool {
        let before = (self.reports, self.known(cell));
        let Some(slot) = self.cells.get_mut(usize::from(cell)) else {
            return false;
        };
        *slot = match piece {
            Some(magnet) => SlotContent::Holds(magnet, certainty),
            None => SlotContent::Empty(certainty),
        };
        self.reports = ReportStatus::Reported;
        let changed = before != (self.reports, self.known(cell));
        if changed {
            self.touched = self.touched.with(cell);
            self.status = JudgeStatus::Fresh;
            self.last = id;
        }
        changed
    }

    /// Returns the content of a cell, where `Some(None)` is an empty one; `None` if it is
    /// not certain.
    #[must_use]
    pub fn known(&self, cell: u8) -> Option<Option<Magnet>> {
        match (self.cells.get(usize::from(cell))?, self.reports) {
            (SlotContent::Unknown, ReportStatus::Reported) => Some(None),
            (SlotContent::Empty(certainty), _) if certainty.is_high() => Some(None),
            (SlotContent::Holds(magnet, certainty), _) if certainty.is_high() => {
                Some(Some(*magnet))
            }
            _ => None,
        }
    }

    /// Returns the certainty of a cell's content.
    #[must_use]
    pub fn certainty(&self, cell: u8) -> Certainty {
        match self.cells.get(usize::from(cell)) {
            Some(SlotContent::Empty(certainty) | SlotContent::Holds(_, certainty)) => *certainty,
            Some(SlotContent::Unknown) if self.reports == ReportStatus::Reported => Certainty::FULL,
            Some(SlotContent::Unknown) | None => Certainty::NONE,
        }
    }

    /// True if a cell has changed since board and game last agreed.
    #[must_use]
    pub const fn is_touched(&self, cell: u8) -> bool {
        self.touched.contains(cell)
    }

    /// Returns the observation of the last change of a cell; [`ObservationId::NONE`] if
    /// there is none.
    #[must_use]
    pub const fn last_id(&self) -> ObservationId {
        self.last
    }

    /// Returns the agreement of board and game.
    #[must_use]
    pub const fn standing(&self) -> BoardAgreement {
        self.standing
    }

    /// Returns [`JudgeStatus::Fresh`] if the board has changed since it was last judged.
    #[must_use]
    pub const fn status(&self) -> JudgeStatus {
        self.status
    }

    /// Marks the board as judged.
    pub(in crate::referee) const fn mark_handled(&mut self) {
        self.status = JudgeStatus::Handled;
    }

    /// Forgets the changed cells, because board and game agree.
    pub(in crate::referee) const fn settled(&mut self) {
        self.touched = CellMask::EMPTY;
    }

    /// Sets the agreement of board and game.
    pub(in crate::referee) const fn set_agreement(&mut self, standing: BoardAgreement) {
        self.standing = standing;
    }
}
