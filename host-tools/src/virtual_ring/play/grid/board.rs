//! A grid board on the table: pieces at rest on cells, pieces in hands, and the
//! sensors below them.

use crate::virtual_ring::play::judge::Judge;
use crate::virtual_ring::play::stage::Recording;
use crate::virtual_ring::recording::WriteError;
use crate::virtual_ring::sensors::{GridView, Loose, Noise, Sensors};
use glam::Vec2;
use rules_core::board::hall::Role;
use rules_core::board::{Dimensions, Name, Profile};
use rules_core::sensing::magnet::Magnet;
use rules_core::time::Instant;

/// Where a piece can be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Spot {
    /// On this cell.
    Cell(u8),
    /// In a hand beside the board.
    Hand,
    /// Pushed over the edge from this cell.
    Beyond(u8),
}

/// A piece on its way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Carry {
    /// Its magnet.
    pub(super) magnet: Magnet,
    /// Where it was.
    pub(super) from: Spot,
    /// Where it goes.
    pub(super) to: Spot,
}

/// One movement of a hand.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Grip {
    /// The pieces it moves, all at once.
    pub(super) pieces: Vec<Carry>,
    /// How high they are lifted, mm; 0 slides them.
    pub(super) height: f32,
    /// How long it takes, s.
    pub(super) seconds: f32,
}

impl Grip {
    /// Nothing moves for so long.
    pub(super) const fn pause(seconds: f32) -> Self {
        Self {
            pieces: Vec::new(),
            height: 0.0,
            seconds,
        }
    }
}

/// The middle of a hand beside the board, mm, and how high it is.
const HAND: (Vec2, f32) = (Vec2::new(0.0, -190.0), 80.0);

/// How far a piece goes that is pushed over the edge, mm.
const OVER: f32 = 40.0;

/// A board and its sensors.
pub(super) struct Board {
    profile: &'static Profile,
    /// The middle of every cell, mm.
    middles: Vec<Vec2>,
    view: GridView,
    sensors: Sensors,
    /// The number of the next scan.
    index: u32,
    recording: Option<Recording>,
    failed: Option<WriteError>,
}

impl Board {
    /// A board with these pieces on it, at power-up.
    pub(super) fn new(
        name: Name,
        cells: Vec<Option<Magnet>>,
        noise: Noise,
        seed: u64,
        recording: Option<Recording>,
    ) -> Self {
        let (profile, dimensions) = (Profile::of(name), Dimensions::ASSUMED);
        let middle = |cell: usize| {
            let mount = profile.mount(Role::Cell(cell as u8), &dimensions);
            mount.map_or(Vec2::ZERO, |it| {
                Vec2::new(it.point.x as f32, it.point.y as f32) / 1000.0
            })
        };
        Self {
            profile,
            middles: (0..cells.len()).map(middle).collect(),
            view: GridView {
                cells,
                loose: Vec::new(),
            },
            sensors: Sensors::new(profile, &dimensions, noise, &[], seed),
            index: 0,
            recording,
            failed: None,
        }
    }

    /// How long it has been on.
    pub(super) fn now(&self) -> Instant {
        Instant(u64::from(self.index) * u64::from(self.profile.hall.period().0))
    }

    /// What lies on the cells.
    pub(super) fn cells(&self) -> &[Option<Magnet>] {
        &self.view.cells
    }

    /// Makes a grip; after every scan `each` may look and speak.
    pub(super) fn grip<J: Judge>(
        &mut self,
        grip: &Grip,
        judge: &mut J,
        mut each: impl FnMut(Instant, &mut J),
    ) {
        for piece in &grip.pieces {
            if let Spot::Cell(cell) = piece.from {
                self.put(cell, None);
            }
        }
        let began = self.now();
        let lasts = (grip.seconds * 1e6).max(1.0);
        loop {
            let done = self.now().since(began).0 as f32 / lasts;
            if done >= 1.0 {
                break;
            }
            self.view.loose = (grip.pieces.iter())
                .map(|piece| self.on_its_way(piece, grip.height, done))
                .collect();
            self.scan(judge);
            each(self.now(), judge);
        }
        self.view.loose.clear();
        for piece in &grip.pieces {
            if let Spot::Cell(cell) = piece.to {
                self.put(cell, Some(piece.magnet));
            }
        }
    }

    fn put(&mut self, cell: u8, piece: Option<Magnet>) {
        if let Some(there) = self.view.cells.get_mut(usize::from(cell)) {
            *there = piece;
        }
    }

    fn place(&self, spot: Spot) -> (Vec2, f32) {
        let middle = |cell: u8| {
            let middle = self.middles.get(usize::from(cell));
            middle.copied().unwrap_or_default()
        };
        match spot {
            Spot::Cell(cell) => (middle(cell), 0.0),
            Spot::Hand => HAND,
            Spot::Beyond(cell) => {
                let at = middle(cell);
                (at + at.normalize_or(Vec2::Y) * OVER, 0.0)
            }
        }
    }

    fn on_its_way(&self, piece: &Carry, height: f32, done: f32) -> Loose {
        let (from, low) = self.place(piece.from);
        let (to, high) = self.place(piece.to);
        // Hands begin and end gently; up first, then over, then down.
        let ease = done * done * (3.0 - 2.0 * done);
        let at = from.lerp(to, ease);
        let arc = height * (4.0 * done * (1.0 - done)).sqrt();
        Loose {
            magnet: piece.magnet,
            x: at.x,
            y: at.y,
            lift: low + (high - low) * ease + arc,
        }
    }

    fn scan(&mut self, judge: &mut impl Judge) {
        let index = self.index;
        self.index += 1;
        let known = self.now();
        if let Some(scan) = self.sensors.hall_grid(index, &self.view) {
            judge.hall(known, &scan);
            let recorded = self.recording.as_mut().map_or(Ok(()), |it| it.hall(&scan));
            if let Err(error) = recorded {
                self.failed.get_or_insert(error);
            }
        }
        judge.poll(known);
    }

    /// Ends the recording.
    pub(super) fn finish(self) -> Result<(), WriteError> {
        match (self.failed, self.recording) {
            (Some(error), _) => Err(error),
            (None, Some(recording)) => recording.finish().map(|_| ()),
            (None, None) => Ok(()),
        }
    }
}
