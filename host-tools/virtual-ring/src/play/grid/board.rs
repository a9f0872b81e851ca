//! Model of a grid board on the table: pieces at rest on cells, pieces in hands, and the
//! sensors below them.

mod live;

use crate::play::ring_under_test::RingUnderTest;
use crate::play::sensor_rig::FrameOutput;
use crate::recording::WriteError;
use crate::sensors::{GridView, HallBuild, Loose, Noise, Sensors};
use glam::Vec2;
use rules_core::board::hall::Role;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::sensing::magnet::Magnet;
use rules_core::time::Instant;

/// Place of a piece at or beside the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum PieceSpot {
    /// The piece stands on the cell with this number.
    Cell(u8),
    /// The piece is in a hand beside the board.
    Hand,
    /// The piece was pushed over the board's edge from the cell with this number.
    Beyond(u8),
}

/// Piece that a hand is moving.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct HeldPiece {
    /// Magnet of the piece.
    pub(crate) magnet: Magnet,
    /// Place from which the hand moves the piece.
    pub(crate) from: PieceSpot,
    /// Place to which the hand moves the piece.
    pub(crate) to: PieceSpot,
}

/// One movement of a hand.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HandMove {
    /// Pieces that the hand moves, all at once.
    pub(crate) pieces: Vec<HeldPiece>,
    /// Height to which the pieces are lifted, mm; 0 slides them.
    pub(crate) height: f32,
    /// Duration of the movement, s.
    pub(crate) seconds: f32,
}

impl HandMove {
    /// Creates a pause of this many seconds without a movement.
    pub(crate) const fn pause(seconds: f32) -> Self {
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
pub(crate) struct GridTableModel {
    profile: &'static Profile,
    /// Middle of every cell, mm.
    middles: Vec<Vec2>,
    view: GridView,
    /// Numbers and magnets of the pieces that hands hold beside the board.
    held: Vec<(Magnet, u8)>,
    /// Numbers of the pieces of the live movement in progress.
    moving: Vec<u8>,
    sensors: Sensors,
    /// Number of the next scan.
    index: u32,
    recording: Option<FrameOutput>,
    failed: Option<WriteError>,
}

impl GridTableModel {
    /// Creates a board with these pieces on it, at power-up. `build` is that of its sensors
    /// and of the magnets of the pieces.
    pub(crate) fn new(
        name: BoardId,
        cells: Vec<Option<Magnet>>,
        (noise, build): (Noise, HallBuild),
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
                units: (0..cells.len() as u8).collect(),
                cells,
                loose: Vec::new(),
            },
            held: Vec::new(),
            moving: Vec::new(),
            sensors: Sensors::new(profile, &dimensions, noise, &[], seed)
                .with_hall_build(&dimensions, build),
            index: 0,
            recording,
            failed: None,
        }
    }

    /// Returns the kind of the board.
    pub(super) const fn name(&self) -> BoardId {
        self.profile.name
    }

    /// Returns the time since power-up.
    pub(crate) fn now(&self) -> Instant {
        Instant(u64::from(self.index) * u64::from(self.profile.hall.period().0))
    }

    /// Returns the magnets of the pieces on the cells; `None` for an empty cell.
    pub(crate) fn cells(&self) -> &[Option<Magnet>] {
        &self.view.cells
    }

    /// Performs a hand movement; calls `each` after every scan.
    pub(crate) fn grip<J: RingUnderTest>(
        &mut self,
        grip: &HandMove,
        ring: &mut J,
        mut each: impl FnMut(Instant, &mut J),
    ) {
        let units: Vec<u8> = (grip.pieces.iter()).map(|piece| self.take(piece)).collect();
        let began = self.now();
        let lasts = (grip.seconds * 1e6).max(1.0);
        loop {
            let done = self.now().since(began).0 as f32 / lasts;
            if done >= 1.0 {
                break;
            }
            self.view.loose = (grip.pieces.iter().zip(&units))
                .map(|(piece, &unit)| self.on_its_way((piece, unit), grip.height, done))
                .collect();
            self.scan(ring);
            each(self.now(), ring);
        }
        self.let_go(grip, units);
    }

    /// Puts the pieces of a hand movement, which have these numbers, where they go.
    fn let_go(&mut self, grip: &HandMove, units: Vec<u8>) {
        self.view.loose.clear();
        for (piece, unit) in grip.pieces.iter().zip(units) {
            match piece.to {
                PieceSpot::Cell(cell) => self.put(cell, piece.magnet, unit),
                PieceSpot::Hand => self.held.push((piece.magnet, unit)),
                PieceSpot::Beyond(_) => {}
            }
        }
    }

    /// Takes a piece from where it is, and returns its number.
    fn take(&mut self, piece: &HeldPiece) -> u8 {
        match piece.from {
            PieceSpot::Cell(cell) => {
                let cell = usize::from(cell);
                if let Some(there) = self.view.cells.get_mut(cell) {
                    *there = None;
                }
                self.view.units.get(cell).copied().unwrap_or(0)
            }
            PieceSpot::Hand | PieceSpot::Beyond(_) => {
                let held = (self.held.iter()).position(|(magnet, _)| *magnet == piece.magnet);
                held.map_or(0, |held| self.held.swap_remove(held).1)
            }
        }
    }

    fn put(&mut self, cell: u8, piece: Magnet, unit: u8) {
        let cell = usize::from(cell);
        let there = self.view.cells.get_mut(cell);
        if let (Some(there), Some(number)) = (there, self.view.units.get_mut(cell)) {
            (*there, *number) = (Some(piece), unit);
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

    fn on_its_way(&self, (piece, unit): (&HeldPiece, u8), height: f32, done: f32) -> Loose {
        let (from, low) = self.place(piece.from);
        let (to, high) = self.place(piece.to);
        // Hands begin and end gently: up first, then over, then down.
        let ease = done * done * (3.0 - 2.0 * done);
        let at = from.lerp(to, ease);
        let arc = height * (4.0 * done * (1.0 - done)).sqrt();
        Loose {
            magnet: piece.magnet,
            unit,
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
    pub(crate) fn finish(self) -> Result<(), WriteError> {
        match (self.failed, self.recording) {
            (Some(error), _) => Err(error),
            (None, Some(recording)) => recording.finish().map(|_| ()),
            (None, None) => Ok(()),
        }
    }
}
