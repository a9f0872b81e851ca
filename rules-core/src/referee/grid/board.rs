//! A grid board as sensors have told it, cell by cell. It knows no game.
//!
//! Sensing does not speak of a cell that is empty from the start. So a cell
//! nobody has spoken of is empty once any other has been spoken of; before that
//! nothing is known at all.

use crate::board::grid::HEX_CELLS;
use crate::lights::Cells;
use crate::referee::table::{News, Slot};
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::Magnet;

/// What is known of the cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    cells: [Slot; HEX_CELLS],
    voice: Voice,
    /// Cells that have changed since board and game were last settled.
    touched: Cells,
    news: News,
    standing: Standing,
}

/// Whether any cell has been spoken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Voice {
    #[default]
    Silent,
    Heard,
}

/// How board and game stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Standing {
    /// They agree, or a move is being made.
    #[default]
    Fine,
    /// They differ, and it is to be put right. A move that would explain the
    /// board meanwhile is asked about.
    Wrong,
}

impl Default for Board {
    fn default() -> Self {
        Self {
            cells: [Slot::Unknown; HEX_CELLS],
            voice: Voice::Silent,
            touched: Cells::EMPTY,
            news: News::Told,
            standing: Standing::Fine,
        }
    }
}

impl Board {
    /// Takes note of a cell; says whether what is known of it has changed.
    pub fn see(&mut self, cell: u8, piece: Option<Magnet>, certainty: Certainty) -> bool {
        let before = (self.voice, self.known(cell));
        let Some(slot) = self.cells.get_mut(usize::from(cell)) else {
            return false;
        };
        *slot = match piece {
            Some(magnet) => Slot::Holds(magnet, certainty),
            None => Slot::Empty(certainty),
        };
        self.voice = Voice::Heard;
        let changed = before != (self.voice, self.known(cell));
        if changed {
            self.touched = self.touched.with(cell);
            self.news = News::Fresh;
        }
        changed
    }

    /// What is on a cell, if that is certain.
    #[must_use]
    pub fn known(&self, cell: u8) -> Option<Option<Magnet>> {
        match (self.cells.get(usize::from(cell))?, self.voice) {
            (Slot::Unknown, Voice::Heard) => Some(None),
            (Slot::Empty(certainty), _) if certainty.is_high() => Some(None),
            (Slot::Holds(magnet, certainty), _) if certainty.is_high() => Some(Some(*magnet)),
            _ => None,
        }
    }

    /// How sure that is.
    #[must_use]
    pub fn certainty(&self, cell: u8) -> Certainty {
        match self.cells.get(usize::from(cell)) {
            Some(Slot::Empty(certainty) | Slot::Holds(_, certainty)) => *certainty,
            Some(Slot::Unknown) if self.voice == Voice::Heard => Certainty::FULL,
            Some(Slot::Unknown) | None => Certainty::NONE,
        }
    }

    /// Whether a cell has changed since board and game were last settled.
    #[must_use]
    pub const fn is_touched(&self, cell: u8) -> bool {
        self.touched.contains(cell)
    }

    /// How board and game stand to each other.
    #[must_use]
    pub const fn standing(&self) -> Standing {
        self.standing
    }

    /// Whether it has changed since it was last looked at.
    #[must_use]
    pub const fn news(&self) -> News {
        self.news
    }

    /// It has been looked at.
    pub(in crate::referee) const fn told(&mut self) {
        self.news = News::Told;
    }

    /// What it shows has been taken into the game, or nothing differed.
    pub(in crate::referee) const fn settled(&mut self) {
        self.touched = Cells::EMPTY;
    }

    /// How board and game stand to each other from here on.
    pub(in crate::referee) const fn stand(&mut self, standing: Standing) {
        self.standing = standing;
    }
}
