//! Acts of people at the table, performed one after the other.

use super::geometry::{Docking, Pose};
use super::hand::Hand;
use super::push::Push;
use super::world::ThingId;
use glam::Vec3;
use rules_core::piece::Piece;
use rules_core::place::Post;
use rules_core::sensing::magnet::Magnet;

/// Act at the table.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// Pause of this many seconds.
    Wait(f32),
    /// Pause until all pieces are at rest, at most this many seconds.
    Settle(f32),
    /// Platform laid against the ring.
    Dock(Docking),
    /// Platform taken away, with everything on it.
    Lift,
    /// Marker put into a slot of a post, or taken out (`None`).
    Mark(Post, u8, Option<Magnet>),
    /// Element laid on the platform.
    Load {
        /// Kind of element.
        piece: Piece,
        /// Distance outwards from the ring's edge, mm.
        out: f32,
        /// Distance clockwise from the platform's middle line, mm.
        aside: f32,
    },
    /// Push of the element loaded last.
    Push(Push),
    /// Thumb placed behind the element pushed last, if it still lies on the platform, to
    /// push it further.
    PushOn,
    /// Piece that slips off a finger with this velocity, mm/s.
    Shove(ThingId, Vec3),
    /// Piece that is dropped: it appears in the air with this velocity, mm/s.
    Drop(Piece, Pose, Vec3),
    /// Hand that follows a path.
    Reach(HandPath),
    /// Hand that takes the piece fallen last out of the gutter.
    Retrieve,
    /// Bump of the table: it moves and comes back.
    Bump(Bump),
}

/// Path of a hand.
#[derive(Debug, Clone, PartialEq)]
pub struct HandPath {
    /// Hand at the start of the path.
    pub hand: Hand,
    /// Poses to reach, each with the duration of its leg in seconds.
    pub path: Vec<(Pose, f32)>,
    /// Piece that the hand takes after the leg of this number, and carries away.
    pub takes: Option<(ThingId, usize)>,
}

/// Bump of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bump {
    /// Displacement, mm.
    pub way: Vec3,
    /// Duration of the way there, s.
    pub there: f32,
    /// Duration of the way back, s.
    pub back: f32,
}
