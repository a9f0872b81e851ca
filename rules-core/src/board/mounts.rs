//! Places and orientations of the analog sensors.
//!
//! The wiring plan and the virtual ring both use these mounts. A [`Mount`] is given in
//! the coordinate frame of the ring: the origin is the centre of its surface, x points
//! east, y north, z up. [`Curtain::along`] gives the places of the beams.
//!
//! ```text
//!   from above, a dock (post 1: the east edge)      from the side
//!
//!   post o--------------- ring's edge ---->         ring ==== z = 0 =platform=
//!            D0   E1 O1   D1                              |E (z = -8, below)
//!           20mm   40mm  60mm  along                      |D (z = -12)
//!                  E0 O0                                  |<- edge row, z = -16,
//!           out = 4 mm + one medium disc                      looks outwards
//! ```
//!
//! [`Curtain::along`]: super::curtain::Curtain::along

use super::hall::{Role, ScanPlan};
use super::{BoardId, Dimensions, Profile};
use crate::piece::Size;
use crate::place::{Edge, Post};

/// Point in the coordinate frame of the ring, in micrometres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// Distance eastwards from the centre.
    pub x: i32,
    /// Distance northwards from the centre.
    pub y: i32,
    /// Height above the ring's surface.
    pub z: i32,
}

/// Direction of a magnetic field that makes a sensor's reading rise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldAxis {
    /// Field upwards, out of the ring's surface.
    Up,
    /// Horizontal field, away from the ring across this edge.
    Outward(Edge),
}

/// Place and orientation of an analog sensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mount {
    /// Point at which the sensor measures.
    pub point: Point,
    /// Direction in which the sensor is sensitive.
    pub axis: FieldAxis,
}

/// Thickness of the platform, in micrometres like all constants here. The outer frame's
/// top lies lower than the ring's surface by the same distance, so that a platform on it
/// is flush with the ring.
pub const PLATFORM_THICK: i32 = 6_000;
/// Distance from a post, clockwise along the edge that starts there, to the middle of its
/// dock: the place where the platform lies at this corner. In micrometres.
pub const DOCK_ALONG: i32 = 40_000;
/// Distance from the middle of a dock, along the edge, to each of the platform's two
/// magnets and therefore to each dock sensor, in micrometres.
pub const DOCK_REACH: i32 = 20_000;
/// Distance of the dock sensors from the ring's wall, outwards.
const DOCK_OUT: i32 = 3_000;
/// Height of the dock sensors: far enough below the magnets in the platform's underside
/// for 35 mT, within the range of the part.
const DOCK_Z: i32 = -12_000;
/// Distance from the ring's wall outwards to the front reflective and Hall sensor under
/// the platform, in micrometres.
pub const PUSH_OUT: i32 = 4_000;
/// Height of the Hall sensors under the push line, above the upper plane of beams.
const ELEMENT_Z: i32 = -8_000;
/// Height of the reflective sensors, which look up within windows of the platform, in
/// micrometres.
pub const OPTIC_Z: i32 = -1_000;
/// Height of the Hall sensors along an edge, in the ring's wall between the two planes.
const EDGE_Z: i32 = -16_000;
/// Distance of the Hall sensors along an edge from the face of the wall; negative,
/// because they lie behind the face.
const EDGE_OUT: i32 = -2_000;
/// Height of a post's head, on which markers lie, in micrometres.
pub const HEAD_Z: i32 = 30_000;
/// Distance from a marker's lower face down to the sensor of its slot.
const SLOT_GAP: i32 = 6_000;
/// Distance from a post's middle to its slots, eastwards and northwards: 20 mm from one
/// slot to the next, where a strong neighbour leaks 2 mT.
const SLOT_REACH: i32 = 10_000;
/// Distance from the surface of a grid board, on which a piece's magnet rests, down to
/// the sensor of its cell.
const CELL_GAP: i32 = 5_000;
/// Distance from the centre of one hexagonal cell to the next in its row.
const HEX_PITCH: i32 = 25_000;
/// Distance from one row of hexagonal cells to the next: the pitch times half of the
/// root of 3.
const HEX_ROWS: i32 = 21_651;
/// Distance from the centre of one square cell to the next.
const SQUARE_PITCH: i32 = 30_000;
/// Distance from the gutter outwards to the quiet sensor, which lies in the north-west
/// corner of the frame.
const QUIET_BEYOND: i32 = 20_000;
/// Height of the quiet sensor.
const QUIET_Z: i32 = -40_000;

impl Profile {
    /// Returns the place and orientation of the sensor with this role on a board of these
    /// dimensions; `None` for the divider, and for a role that the board does not have.
    ///
    /// ```
    /// use rules_core::board::hall::Role;
    /// use rules_core::board::{BoardId, Dimensions, Profile};
    /// use rules_core::place::Post;
    ///
    /// let ring = Profile::of(BoardId::Ring);
    /// let dock = ring.mount(Role::Dock(Post::Four, 0), &Dimensions::ASSUMED);
    /// let point = dock.ok_or("a ring has docks")?.point;
    /// assert_eq!((point.x, point.y), (-80_000, 103_000), "on the north edge");
    /// assert_eq!(ring.mount(Role::Divider, &Dimensions::ASSUMED), None);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn mount(&self, role: Role, dimensions: &Dimensions) -> Option<Mount> {
        self.hall.find(role)?;
        let side = dimensions.ring_side.signed();
        let up = |point| Mount {
            point,
            axis: FieldAxis::Up,
        };
        let dock = |post, along, out, z| up(beside(dock_edge(post), along, out, z, side));
        let push_out = |n| match n {
            0 => PUSH_OUT + dimensions.diameters[Size::Medium].signed(),
            _ => PUSH_OUT,
        };
        Some(match role {
            Role::Slot(post, n) => up(slot(post, n, side)),
            Role::Dock(post, n) => {
                let reach = if n == 0 { -DOCK_REACH } else { DOCK_REACH };
                dock(post, DOCK_ALONG + reach, DOCK_OUT, DOCK_Z)
            }
            Role::Element(post, n) => dock(post, DOCK_ALONG, push_out(n), ELEMENT_Z),
            Role::Optic(post, n) => dock(post, DOCK_ALONG, push_out(n), OPTIC_Z),
            Role::Edge(edge, n) => {
                let count = edge_row(&self.hall, edge);
                let along = side * (2 * i32::from(n) + 1) / (2 * count);
                Mount {
                    point: beside(edge, along, EDGE_OUT, EDGE_Z, side),
                    axis: FieldAxis::Outward(edge),
                }
            }
            Role::Cell(n) => up(cell(self.name, n)),
            Role::Quiet => {
                let far = side / 2 + dimensions.gutter_width.signed() + QUIET_BEYOND;
                up(Point {
                    x: -far,
                    y: far,
                    z: QUIET_Z,
                })
            }
            Role::Divider => return None,
        })
    }
}

/// Returns the edge that a platform docked at a post lies against: the one that starts at
/// the post, clockwise.
#[must_use]
pub const fn dock_edge(post: Post) -> Edge {
    match post {
        Post::One => Edge::East,
        Post::Two => Edge::South,
        Post::Three => Edge::West,
        Post::Four => Edge::North,
    }
}

/// Returns the post whose dock is at an edge: the one where the edge starts, clockwise.
#[must_use]
pub const fn dock_post(edge: Edge) -> Post {
    match edge {
        Edge::East => Post::One,
        Edge::South => Post::Two,
        Edge::West => Post::Three,
        Edge::North => Post::Four,
    }
}

/// Returns the point at distance `along` from the start of an edge, clockwise, and `out`
/// from the ring's wall, at height `z`. All lengths are in micrometres.
#[must_use]
pub const fn beside(edge: Edge, along: i32, out: i32, z: i32, ring_side: i32) -> Point {
    let half = ring_side / 2;
    let (along, out) = (along - half, out + half);
    let (x, y) = match edge {
        Edge::North => (along, out),
        Edge::East => (out, -along),
        Edge::South => (-along, -out),
        Edge::West => (-out, along),
    };
    Point { x, y, z }
}

/// Returns the place of slot `n` of a post. The slots lie in a square around the post,
/// clockwise from the north-west.
fn slot(post: Post, n: u8, ring_side: i32) -> Point {
    let half = ring_side / 2;
    let (x, y) = match post {
        Post::One => (half, half),
        Post::Two => (half, -half),
        Post::Three => (-half, -half),
        Post::Four => (-half, half),
    };
    let (east, north) = match n {
        0 => (-SLOT_REACH, SLOT_REACH),
        1 => (SLOT_REACH, SLOT_REACH),
        2 => (SLOT_REACH, -SLOT_REACH),
        _ => (-SLOT_REACH, -SLOT_REACH),
    };
    Point {
        x: x + east,
        y: y + north,
        z: HEAD_Z - SLOT_GAP,
    }
}

/// Returns the place of cell `n` of a grid board. Cells are numbered from the lowest
/// row up, from left to right, and centred on the origin.
fn cell(board: BoardId, n: u8) -> Point {
    let n = i32::from(n);
    let (x, y) = match board {
        BoardId::GridSquare => {
            let (row, column) = (n / 5, n % 5);
            ((column - 2) * SQUARE_PITCH, (row - 3) * SQUARE_PITCH)
        }
        _ => {
            let (mut row, mut column) = (0, n);
            while column >= hex_row(row) && row < 8 {
                column -= hex_row(row);
                row += 1;
            }
            let x = (2 * column - (hex_row(row) - 1)) * HEX_PITCH / 2;
            (x, (row - 4) * HEX_ROWS)
        }
    };
    Point { x, y, z: -CELL_GAP }
}

/// Returns the number of cells in a row of the hexagonal board: 5 up to 9 and back.
const fn hex_row(row: i32) -> i32 {
    9 - (row - 4).abs()
}

fn edge_row(scan: &ScanPlan, of: Edge) -> i32 {
    let row = |role| matches!(role, Some(Role::Edge(edge, _)) if edge == of);
    let count = scan
        .channels
        .iter()
        .filter(|channel| row(channel.role()))
        .count();
    i32::try_from(count.max(1)).unwrap_or(1)
}
