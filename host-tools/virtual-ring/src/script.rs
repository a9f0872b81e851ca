//! Acts of people at the table, performed one after the other.

use super::geometry::{Docking, Pose};
use super::hand::{Hand, HandId};
use super::manner::PushManner;
use super::push::Push;
use super::world::ThingId;
use glam::Vec3;
use rules_core::piece::Piece;
use rules_core::place::Post;
use rules_core::sensing::magnet::Magnet;

/// Act of people at the table.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// People do nothing for this many seconds.
    Wait(f32),
    /// People wait until all pieces are at rest, at most this many seconds.
    Settle(f32),
    /// The platform is laid against the ring.
    Dock(Docking),
    /// The platform is taken away, with everything on it.
    Lift,
    /// A marker is put into a slot of a post, or taken out (`None`).
    Mark(Post, u8, Option<Magnet>),
    /// An element is laid on the platform.
    Load {
        /// Kind of element.
        piece: Piece,
        /// Distance of the element outwards from the ring's edge, mm.
        out: f32,
        /// Distance of the element clockwise from the platform's middle line, mm.
        aside: f32,
    },
    /// An element is laid on the platform, turned by this angle.
    Lay {
        /// Kind of element.
        piece: Piece,
        /// Distance of the element outwards from the ring's edge, mm.
        out: f32,
        /// Distance of the element clockwise from the platform's middle line, mm.
        aside: f32,
        /// Rotation of the element, radians.
        turn: f32,
    },
    /// A thumb pushes the element loaded last, straight and steadily.
    Push(Push),
    /// A thumb pushes the element loaded last in this manner.
    PushWith(Push, PushManner),
    /// The element loaded last is taken off the platform from above.
    TakeBack,
    /// A hand comes to rest at the table, and stays.
    Lean(Hand),
    /// A hand that rested at the table leaves it.
    Unlean(HandId),
    /// A thumb pushes the element pushed last further, if it still lies on the platform.
    PushOn,
    /// A piece slips off a finger with this velocity, mm/s.
    Shove(ThingId, Vec3),
    /// A piece is dropped: it appears in the air with this velocity, mm/s.
    Drop(Piece, Pose, Vec3),
    /// A hand follows a path.
    Reach(HandPath),
    /// A hand takes the piece fallen last out of the gutter.
    Retrieve,
    /// The table is bumped: it moves and comes back.
    Bump(Bump),
}

/// Path of a hand, which may carry a piece away.
#[derive(Debug, Clone, PartialEq)]
pub struct HandPath {
    /// Hand at the start of the path.
    pub hand: Hand,
    /// Poses to reach, each with the duration of its leg in seconds.
    pub path: Vec<(Pose, f32)>,
    /// Piece that the hand takes after the leg of this number, and carries away; `None`
    /// if it takes none.
    pub takes: Option<(ThingId, usize)>,
}

/// Motion of a bumped table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bump {
    /// Displacement of the table at the turning point, mm.
    pub way: Vec3,
    /// Duration of the motion to the turning point, s.
    pub there: f32,
    /// Duration of the motion back, s.
    pub back: f32,
}
