//! Everything that changes in a match: small, `Copy`, and with a fingerprint
//! that is the same on every machine.

use super::card::{Listed, Nths};
use crate::piece::{Piece, Slot, Stock};
use crate::place::{Place, Posts};
use crate::player::{BySide, Seat, Seats, Side, Sides};

/// The state of a match. The agreed terms (players, cards, edition) do not
/// change and are kept apart, in [`super::Terms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    /// Elements on the ring.
    pub ring: Stock,
    /// The common supply.
    pub reserve: Stock,
    /// What each side may push.
    pub inventories: BySide<Stock>,
    /// Sumos that stand on the ring.
    pub sumos: Seats,
    /// Where the belt is.
    pub belt: Belt,
    /// Posts that carry a marker of each side.
    pub markers: BySide<Posts>,
    /// Sides that have lost while others play on.
    pub out: Sides,
    /// Sides that have made a corner slam already.
    pub slammed: Sides,
    /// The turn that is being played, or is about to be.
    pub turn: Turn,
    /// What is going on.
    pub phase: Phase,
}

/// Where the belt is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Belt {
    /// In the box: only two play for the title.
    InTheBox,
    /// On the centre pawn.
    OnRing,
    /// Knocked off.
    Off,
}

/// What is going on.
///
/// ```text
///  Opening --marker--> InTurn --push--> Settling --settle--> InTurn ... Over
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Phase {
    /// The last in turn order still has to set the opening marker.
    Opening,
    /// A player is taking a turn, and nothing moves on the ring.
    InTurn,
    /// A push has been made and things may still move and fall.
    Settling(Settling),
    /// The match has ended.
    Over(Outcome),
}

/// What the falls of a push have brought so far that is not decided yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settling {
    /// The first opposing sumo, or the belt, that fell: a win if nothing undoes it.
    pub knocked: Option<Piece>,
    /// Whether a sumo of the pusher's own side fell: lost, whatever else falls.
    pub own_fall: OwnFall,
}

/// Whether the pusher's own side lost a sumo in a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OwnFall {
    /// All of them stand.
    None,
    /// One fell; the side is out.
    Happened,
}

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Outcome {
    /// The side that won.
    pub winner: Side,
    /// How it won.
    pub how: How,
}

/// How a side won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum How {
    /// By knocking this opponent's sumo off.
    KnockOut(Seat),
    /// By knocking the belt off.
    Belt,
    /// As the last side left.
    LastLeft,
}

/// One player's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Turn {
    /// Whose turn it is.
    pub seat: Seat,
    /// Turns begun in this match, from 1; stops at the largest number.
    pub number: u16,
    /// The platform.
    pub platform: Platform,
    /// Pushes made in this turn.
    pub pushes: u8,
    /// The turn's own push.
    pub push: PushDuty,
    /// The corner slam.
    pub slam: SlamDuty,
    /// Further pushes that a special move allows.
    pub extra: u8,
    /// What else than a single element the next push may be.
    pub forms: Forms,
    /// Special moves used in this turn.
    pub used: Nths,
}

/// Where the platform is in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Platform {
    /// Not set down yet.
    Away,
    /// Set down.
    Down(Place, MarkerDuty),
}

/// Whether a marker is due where the platform stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MarkerDuty {
    /// The side had one there already, or there are no posts.
    NotDue,
    /// One must be set before the push.
    Owed,
    /// This turn's marker has been set.
    Placed,
}

/// Whether the turn's own push is still to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PushDuty {
    /// Still to be made.
    Due,
    /// Made.
    Made,
    /// A special move took its place.
    Replaced,
}

/// Whether a corner slam is to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SlamDuty {
    /// No fourth marker was set in this turn.
    NotDue,
    /// The fourth marker was set; the slam comes after the push.
    Owed,
    /// Made, or waived by the house.
    Done,
}

/// What the next push may be made of, beside one element of the inventory.
/// Special moves allow it; what was pushed so is allowed no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Forms {
    /// These, interlocked.
    pub group: Option<Listed>,
    /// This special token of the own card, as a cue.
    pub cue: Option<Slot>,
}

impl Turn {
    /// A fresh turn.
    #[must_use]
    pub const fn new(seat: Seat, number: u16) -> Self {
        Self {
            seat,
            number,
            platform: Platform::Away,
            pushes: 0,
            push: PushDuty::Due,
            slam: SlamDuty::NotDue,
            extra: 0,
            forms: Forms {
                group: None,
                cue: None,
            },
            used: Nths::EMPTY,
        }
    }

    /// Whether the platform has to stay where it is for the rest of the turn.
    #[must_use]
    pub const fn platform_fixed(&self) -> bool {
        self.pushes > 0 || matches!(self.platform, Platform::Down(_, MarkerDuty::Placed))
    }

    /// Whether the player has to push, now or later in the turn.
    #[must_use]
    pub const fn push_due(&self) -> bool {
        matches!(self.push, PushDuty::Due) || matches!(self.slam, SlamDuty::Owed)
    }

    /// Whether a marker is owed where the platform stands.
    #[must_use]
    pub const fn marker_owed(&self) -> bool {
        matches!(self.platform, Platform::Down(_, MarkerDuty::Owed))
    }
}
