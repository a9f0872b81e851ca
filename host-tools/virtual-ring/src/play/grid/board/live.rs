//! Grid board that a caller advances scan by scan, with hand movements in progress.

use super::{GridTableModel, HandMove};
use crate::play::ring_under_test::RingUnderTest;
use crate::sensors::Loose;
use glam::Vec2;
use rules_core::sensing::magnet::Magnet;
use rules_core::time::Instant;

impl GridTableModel {
    /// Takes the pieces of a hand movement off their cells.
    pub(crate) fn lift_off(&mut self, grip: &HandMove) {
        self.moving = (grip.pieces.iter()).map(|piece| self.take(piece)).collect();
    }

    /// Shows the pieces of a hand movement on their way; `done` goes from 0 to 1.
    pub(crate) fn carry(&mut self, grip: &HandMove, done: f32) {
        let pieces = grip.pieces.iter().zip(&self.moving);
        let loose = pieces.map(|(piece, &unit)| self.on_its_way((piece, unit), grip.height, done));
        self.view.loose = loose.collect();
    }

    /// Puts the pieces of a hand movement on their cells.
    pub(crate) fn put_down(&mut self, grip: &HandMove) {
        let units = core::mem::take(&mut self.moving);
        self.let_go(grip, units);
    }

    /// Shows these pieces in a hand.
    pub(crate) fn hold(&mut self, loose: Vec<Loose>) {
        self.view.loose = loose;
    }

    /// Puts a piece that a hand holds on a cell.
    pub(crate) fn set(&mut self, cell: u8, magnet: Magnet) {
        let held = self.held.iter().position(|(held, _)| *held == magnet);
        let unit = held.map_or(0, |held| self.held.swap_remove(held).1);
        self.put(cell, magnet, unit);
    }

    /// Takes the piece on a cell into a hand.
    pub(crate) fn pick(&mut self, cell: u8) {
        let there = self.view.cells.get_mut(usize::from(cell));
        if let Some(magnet) = there.and_then(Option::take) {
            let unit = self.view.units.get(usize::from(cell));
            self.held.push((magnet, unit.copied().unwrap_or(0)));
        }
    }

    /// Returns the number of a piece with this magnet that a hand holds; 0 if none does.
    pub(crate) fn unit_in_hand(&self, magnet: Magnet) -> u8 {
        let held = self.held.iter().find(|(held, _)| *held == magnet);
        held.map_or(0, |(_, unit)| *unit)
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
