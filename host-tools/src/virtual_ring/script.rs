//! What people do at the table, one act after the other.

use super::hand::Hand;
use super::push::Push;
use super::space::{Docking, Pose};
use super::world::ThingId;
use glam::Vec3;
use rules_core::piece::Piece;
use rules_core::place::Post;
use rules_core::sensing::magnet::Magnet;

/// Something done at the table.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// Nothing, for so many seconds.
    Wait(f32),
    /// Nothing, until everything is at rest, but at most so many seconds.
    Settle(f32),
    /// The platform is laid against the ring.
    Dock(Docking),
    /// The platform is taken away, with what lies on it.
    Lift,
    /// A marker is put into a slot, or taken out.
    Mark(Post, u8, Option<Magnet>),
    /// An element is laid on the platform: this far outwards from the ring's
    /// edge and this far clockwise from the platform's middle line, mm.
    Load {
        /// What.
        piece: Piece,
        /// Outwards.
        out: f32,
        /// Clockwise.
        aside: f32,
    },
    /// What was loaded last is pushed.
    Push(Push),
    /// The thumb goes behind what was pushed last, if that still lies on the
    /// platform, to push on.
    PushOn,
    /// A piece slips off a finger: it has this velocity, mm/s.
    Shove(ThingId, Vec3),
    /// A piece is dropped: it appears in the air with this velocity, mm/s.
    Drop(Piece, Pose, Vec3),
    /// A hand follows a path.
    Reach(Reach),
    /// A hand takes the piece that fell last out of the gutter.
    Retrieve,
    /// The table is bumped: it moves and comes back.
    Bump(Bump),
}

/// A hand on its way.
#[derive(Debug, Clone, PartialEq)]
pub struct Reach {
    /// The hand, at the start of its way.
    pub hand: Hand,
    /// Where it goes, and how many seconds each leg takes.
    pub path: Vec<(Pose, f32)>,
    /// The piece it takes after the leg of this number, and carries away.
    pub takes: Option<(ThingId, usize)>,
}

/// How the table is bumped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bump {
    /// How far and where to, mm.
    pub way: Vec3,
    /// Seconds until it is there.
    pub there: f32,
    /// Seconds until it is back.
    pub back: f32,
}
