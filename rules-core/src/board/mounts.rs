//! Where the analog sensors are mounted, and which way they look.
//!
//! One source for the wiring plan and the virtual ring. A [`Mount`] is given in
//! the frame of the ring: the origin is the centre of its surface, x points east,
//! y north, z up. Beams are not here: [`Curtain::along`] places them.
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

use super::hall::{Role, Scan};
use super::{Dimensions, Name, Profile};
use crate::piece::Size;
use crate::place::{Edge, Post};

/// A point in the frame of the ring, in micrometres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// Eastwards.
    pub x: i32,
    /// Northwards.
    pub y: i32,
    /// Upwards from the ring's surface.
    pub z: i32,
}

/// The direction in which a field makes a reading rise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// Upwards.
    Up,
    /// Horizontally, away from the ring across this edge.
    Outward(Edge),
}

/// Where a sensor is and which way it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mount {
    /// The point that is sensed at.
    pub point: Point,
    /// The sensitive direction.
    pub axis: Axis,
}

/// How thick the platform is. The frame's top lies as much lower than the ring's
/// surface, so that a platform on it is flush.
pub const PLATFORM_THICK: i32 = 6_000;
/// The middle of a dock along its edge.
pub const DOCK_ALONG: i32 = 40_000;
/// From the middle of a dock to each magnet of the platform, along the edge, and
/// so to each dock sensor.
pub const DOCK_REACH: i32 = 20_000;
/// From the ring's wall outwards to the dock sensors.
const DOCK_OUT: i32 = 3_000;
/// The dock sensors lie below the magnets in the platform's underside, far enough
/// for 35 mT: within the range of the part.
const DOCK_Z: i32 = -12_000;
/// From the ring's wall outwards to the optic and Hall sensor at the ring's edge.
pub const PUSH_OUT: i32 = 4_000;
/// The Hall sensors under the push line, above the upper plane of beams.
const ELEMENT_Z: i32 = -8_000;
/// The optics look up from here, within windows of the platform.
pub const OPTIC_Z: i32 = -1_000;
/// The edge row sits in the ring's wall between the two planes.
const EDGE_Z: i32 = -16_000;
/// Behind the face of the wall.
const EDGE_OUT: i32 = -2_000;
/// From the ring's wall outwards to the guard beams, which look along a side.
pub const GUARD_OUT: i32 = 25_000;
/// A post's head, on which markers lie, above the ring's surface.
pub const HEAD_Z: i32 = 30_000;
/// From a marker's lower face down to the sensor of its slot.
const SLOT_GAP: i32 = 6_000;
/// From a post's middle to its slots, eastwards and northwards: 20 mm from one
/// slot to the next, where a strong neighbour leaks 2 mT.
const SLOT_REACH: i32 = 10_000;
/// From the surface of a grid board, on which a piece's magnet rests, down to the
/// sensor of its cell.
const CELL_GAP: i32 = 5_000;
/// From one hexagonal cell to the next.
const HEX_PITCH: i32 = 25_000;
/// From one row of hexagonal cells to the next: the pitch by half of the root of 3.
const HEX_ROWS: i32 = 21_651;
/// From one square cell to the next.
const SQUARE_PITCH: i32 = 30_000;
/// The quiet sensor sits in the north-west corner of the frame, this far beyond
/// the gutter and this far down.
const QUIET_BEYOND: i32 = 20_000;
const QUIET_Z: i32 = -40_000;

impl Profile {
    /// Where the sensor of this role sits on a board of these dimensions; `None`
    /// for what senses no place, and for what the board does not have.
    ///
    /// ```
    /// use rules_core::board::hall::Role;
    /// use rules_core::board::mounts::Axis;
    /// use rules_core::board::{Dimensions, Name, Profile};
    /// use rules_core::place::{Edge, Post};
    ///
    /// let ring = Profile::of(Name::Ring);
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
            axis: Axis::Up,
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
                    axis: Axis::Outward(edge),
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

/// The edge at which the platform docks at a post: the one that starts there,
/// clockwise.
#[must_use]
pub const fn dock_edge(post: Post) -> Edge {
    match post {
        Post::One => Edge::East,
        Post::Two => Edge::South,
        Post::Three => Edge::West,
        Post::Four => Edge::North,
    }
}

/// The post at which the platform docks at an edge: the one where it starts.
#[must_use]
pub const fn dock_post(edge: Edge) -> Post {
    match edge {
        Edge::East => Post::One,
        Edge::South => Post::Two,
        Edge::West => Post::Three,
        Edge::North => Post::Four,
    }
}

/// A point beside the ring: so far along an edge, clockwise, and so far outwards.
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

/// The slots of a post lie in a square around it, clockwise from the north-west.
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

/// Cells count from the lowest row up, from left to right, around the middle.
fn cell(board: Name, n: u8) -> Point {
    let n = i32::from(n);
    let (x, y) = match board {
        Name::GridSquare => {
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

/// Cells in a row of the hexagonal board: 5 up to 9 and back.
const fn hex_row(row: i32) -> i32 {
    9 - (row - 4).abs()
}

fn edge_row(scan: &Scan, of: Edge) -> i32 {
    let row = |role| matches!(role, Some(Role::Edge(edge, _)) if edge == of);
    let count = scan.channels.iter().filter(|it| row(it.role())).count();
    i32::try_from(count.max(1)).unwrap_or(1)
}
