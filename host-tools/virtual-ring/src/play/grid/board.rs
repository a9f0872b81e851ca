//! Model of a grid board on the table: pieces at rest on cells, pieces in hands, and the
//! sensors below them.

use crate::play::ring_under_test::RingUnderTest;
use crate::play::sensor_rig::FrameOutput;
use crate::recording::WriteError;
use crate::sensors::{GridView, Loose, Noise, Sensors};
use glam::Vec2;
use rules_core::board::hall::Role;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::sensing::magnet::Magnet;
use rules_core::time::Instant;

/// Place of a piece at or beside the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum PieceSpot {
    /// The piece stands on the cell with this number.
    Cell(u8),
    /// The piece is in a hand beside the board.
    Hand,
    /// The piece was pushed over the board's edge from the cell with this number.
    Beyond(u8),
}

/// Piece that a hand is moving.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct HeldPiece {
    /// Magnet of the piece.
    pub(super) magnet: Magnet,
    /// Place from which the hand moves the piece.
    pub(super) from: PieceSpot,
    /// Place to which the hand moves the piece.
    pub(super) to: PieceSpot,
}

/// One movement of a hand.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct HandMove {
    /// Pieces that the hand moves, all at once.
    pub(super) pieces: Vec<HeldPiece>,
    /// Height to which the pieces are lifted, mm; 0 slides them.
    pub(super) height: f32,
    /// Duration of the movement, s.
    pub(super) seconds: f32,
}

impl HandMove {
    /// Creates a pause of this many seconds without a movement.
    pub(super) const fn pause(seconds: f32) -> Self {
        Self {
            pieces: Vec::new(),
            height: 0.0,
            seconds,
        }
    }
}

/// Position of a hand beside the board and its height, mm.
const HAND: (Vec2, f32) = (Vec2::new(0.0, -190.0), 80.0);

/// Distance that a piece moves when pushed over the edge, mm.
const OVER: f32 = 40.0;

/// Grid board with its pieces and sensors.
pub(super) struct GridTableModel {
    profile: &'static Profile,
    /// Middle of every cell, mm.
    middles: Vec<Vec2>,
    view: GridView,
    sensors: Sensors,
    /// Number of the next scan.
    index: u32,
    recording: Option<FrameOutput>,
    failed: Option<WriteError>,
}

impl GridTableModel {
    /// Creates a board with these pieces on it, at power-up.
    pub(super) fn new(
        name: BoardId,
        cells: Vec<Option<Magnet>>,
        noise: Noise,
        seed: u64,
        recording: Option<FrameOutput>,
    ) -> Self {
        let (profile, dimensions) = (Profile::of(name), Dimensions::ASSUMED);
        let middle = |cell: usize| {
            let mount = profile.mount(Role::Cell(cell as u8), &dimensions);
            mount.map_or(Vec2::ZERO, |mount| {
                Vec2::new(mount.point.x as f32, mount.point.y as f32) / 1000.0
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

    /// Returns the time since power-up.
    pub(super) fn now(&self) -> Instant {
        Instant(u64::from(self.index) * u64::from(self.profile.hall.period().0))
    }

    /// Returns the magnets of the pieces on the cells; `None` for an empty cell.
    pub(super) fn cells(&self) -> &[Option<Magnet>] {
        &self.view.cells
    }

    /// Performs a hand movement; calls `each` after every scan.
    pub(super) fn grip<J: RingUnderTest>(
        &mut self,
        grip: &HandMove,
        ring: &mut J,
        mut each: impl FnMut(Instant, &mut J),
    ) {
        for piece in &grip.pieces {
            if let PieceSpot::Cell(cell) = piece.from {
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
            self.scan(ring);
            each(self.now(), ring);
        }
        self.view.loose.clear();
        for piece in &grip.pieces {
            if let PieceSpot::Cell(cell) = piece.to {
                self.put(cell, Some(piece.magnet));
            }
        }
    }

    fn put(&mut self, cell: u8, piece: Option<Magnet>) {
        if let Some(there) = self.view.cells.get_mut(usize::from(cell)) {
            *there = piece;
        }
    }

    fn place(&self, spot: PieceSpot) -> (Vec2, f32) {
        let middle = |cell: u8| {
            let middle = self.middles.get(usize::from(cell));
            middle.copied().unwrap_or_default()
        };
        match spot {
            PieceSpot::Cell(cell) => (middle(cell), 0.0),
            PieceSpot::Hand => HAND,
            PieceSpot::Beyond(cell) => {
                let at = middle(cell);
                (at + at.normalize_or(Vec2::Y) * OVER, 0.0)
            }
        }
    }

    fn on_its_way(&self, piece: &HeldPiece, height: f32, done: f32) -> Loose {
        let (from, low) = self.place(piece.from);
        let (to, high) = self.place(piece.to);
        // Hands begin and end gently: up first, then over, then down.
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

    fn scan(&mut self, ring: &mut impl RingUnderTest) {
        let index = self.index;
        self.index += 1;
        let known = self.now();
        if let Some(scan) = self.sensors.hall_grid(index, &self.view) {
            ring.hall(known, &scan);
            let recorded = self
                .recording
                .as_mut()
                .map_or(Ok(()), |recording| recording.hall(&scan));
            if let Err(error) = recorded {
                self.failed.get_or_insert(error);
            }
        }
        ring.poll(known);
    }

    /// Completes the recording of the scans.
    pub(super) fn finish(self) -> Result<(), WriteError> {
        match (self.failed, self.recording) {
            (Some(error), _) => Err(error),
            (None, Some(recording)) => recording.finish().map(|_| ()),
            (None, None) => Ok(()),
        }
    }
}
