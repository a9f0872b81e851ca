//! Where things happen around the ring: corners, posts, edges, the platform.

use crate::closed::closed;
use core::fmt;

closed! {
    /// A corner post, numbered clockwise from the north-east.
    enum Post {
        /// North-east.
        One = "1",
        /// South-east.
        Two = "2",
        /// South-west.
        Three = "3",
        /// North-west.
        Four = "4",
    }
    map ByPost
    set Posts
}

closed! {
    /// An edge of the ring.
    enum Edge {
        /// The north edge.
        North = "north",
        /// The east edge.
        East = "east",
        /// The south edge.
        South = "south",
        /// The west edge.
        West = "west",
    }
    map ByEdge
    set Edges
}

/// A place for the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Place {
    /// At the corner of this post.
    Corner(Post),
    /// Against an edge.
    Along {
        /// Which edge.
        edge: Edge,
        /// How far along it, clockwise, in millimetres.
        at_mm: u16,
    },
}

/// Which way round the platform lies against the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Facing {
    /// A short edge against the ring, as it should.
    Short,
    /// A long edge against the ring.
    Long,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Corner(post) => write!(f, "corner {post}"),
            Self::Along { edge, at_mm } => write!(f, "{edge} edge at {at_mm} mm"),
        }
    }
}
