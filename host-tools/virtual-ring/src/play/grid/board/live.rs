//! Grid board that a caller advances scan by scan, with hand movements in progress.

use super::{GridTableModel, HandMove, PieceSpot};
use crate::play::ring_under_test::RingUnderTest;
use crate::sensors::Loose;
use glam::Vec2;
use rules_core::sensing::magnet::Magnet;
use rules_core::time::Instant;

impl GridTableModel {
    /// Takes the pieces of a hand movement off their cells.
    pub(crate) fn lift_off(&mut self, grip: &HandMove) {
        for piece in &grip.pieces {
            if let PieceSpot::Cell(cell) = piece.from {
                self.put(cell, None);
            }
        }
    }

    /// Shows the pieces of a hand movement on their way; `done` goes from 0 to 1.
    pub(crate) fn carry(&mut self, grip: &HandMove, done: f32) {
        let pieces = grip.pieces.iter();
        let loose = pieces.map(|piece| self.on_its_way(piece, grip.height, done));
        self.view.loose = loose.collect();
    }

    /// Puts the pieces of a hand movement on their cells.
    pub(crate) fn put_down(&mut self, grip: &HandMove) {
        self.view.loose.clear();
        for piece in &grip.pieces {
            if let PieceSpot::Cell(cell) = piece.to {
                self.put(cell, Some(piece.magnet));
            }
        }
    }

    /// Shows these pieces in a hand.
    pub(crate) fn hold(&mut self, loose: Vec<Loose>) {
        self.view.loose = loose;
    }

    /// Puts a piece on a cell, or takes it away (`None`).
    pub(crate) fn set(&mut self, cell: u8, piece: Option<Magnet>) {
        self.put(cell, piece);
    }

    /// Returns the pieces in hands.
    pub(crate) fn loose(&self) -> &[Loose] {
        &self.view.loose
    }

    /// Returns the middle of every cell, mm.
    pub(crate) fn middles(&self) -> &[Vec2] {
        &self.middles
    }

    /// Makes all scans that are over at `until`.
    pub(crate) fn scan_until(&mut self, until: Instant, ring: &mut impl RingUnderTest) {
        while self.now() + self.profile.hall.period() <= until {
            self.scan(ring);
        }
    }
}
