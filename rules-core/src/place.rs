//! Places around the ring: corners, posts, edges, the platform.

use crate::closed_enum::closed_enum;
use core::fmt;

closed_enum! {
    /// Corner post, numbered clockwise from the north-east.
    enum Post {
        /// North-east post.
        One = "1",
        /// South-east post.
        Two = "2",
        /// South-west post.
        Three = "3",
        /// North-west post.
        Four = "4",
    }
    map ByPost
    set Posts
}

closed_enum! {
    /// Edge of the ring.
    enum Edge {
        /// North edge.
        North = "north",
        /// East edge.
        East = "east",
        /// South edge.
        South = "south",
        /// West edge.
        West = "west",
    }
    map ByEdge
    set Edges
}

/// Place of the platform against the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Place {
    /// The platform is at the corner of this post.
    Corner(Post),
    /// The platform lies along an edge.
    Along {
        /// Edge the platform lies against.
        edge: Edge,
        /// Distance of the platform's middle from the post where the edge starts,
        /// clockwise, in millimetres.
        at_mm: u16,
    },
}

/// Orientation of the platform against the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Facing {
    /// The short edge of the platform is against the ring, as the rules require.
    Short,
    /// The long edge of the platform is against the ring.
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
