//! Match state, the variable part of a match: small, `Copy`, and with a fingerprint that
//! is identical on every machine.

use super::card::{MoveIndex, Nths, PieceKind};
use crate::piece::{BySize, Element, Piece, Stock, Token, TokenSlot};
use crate::place::{Place, Posts};
use crate::player::{BySide, Seat, Seats, Side, Sides};

/// State of a match. The agreed terms (players, cards, edition) do not change and are
/// kept apart, in [`super::Terms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    /// Elements on the ring.
    pub ring: Stock,
    /// Reserve, the common supply of elements.
    pub reserve: Stock,
    /// Inventory of each side: the elements that it may push.
    pub inventories: BySide<Stock>,
    /// Sumos that stand on the ring.
    pub sumos: Seats,
    /// Location of the belt.
    pub belt: Belt,
    /// Posts that carry a marker, by side.
    pub markers: BySide<Posts>,
    /// Sides that have lost while others play on.
    pub out: Sides,
    /// Sides that have made a corner slam already.
    pub slammed: Sides,
    /// Turn that is being played, or is about to be.
    pub turn: Turn,
    /// Phase of the match.
    pub phase: MatchPhase,
}

/// Location of the belt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Belt {
    /// The belt is in the box: it is only in play with two players.
    InTheBox,
    /// The belt is on the centre pawn.
    OnRing,
    /// The belt was knocked off.
    Off,
}

/// Phase of a match.
///
/// ```text
///  Opening --marker--> InTurn --push--> Settling --settle--> InTurn ... Over
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MatchPhase {
    /// The last player in turn order still has to set the opening marker.
    Opening,
    /// A player is taking a turn, and all pieces on the ring are at rest.
    InTurn,
    /// A push has been made, and pieces may still move and fall.
    Settling(Settling),
    /// The match has ended with this result.
    Over(Outcome),
}

/// Falls of the push under way that decide the match once everything is at rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settling {
    /// First opposing sumo, or belt, that fell: a win if no later fall undoes it. `None`
    /// if none fell.
    pub knocked: Option<Piece>,
    /// Fall of a sumo of the pusher's own side: a loss, whatever else falls.
    pub own_fall: OwnFall,
}

/// Fall of a sumo of the pusher's own side in a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OwnFall {
    /// All sumos of the side stand.
    None,
    /// A sumo of the side fell; the side is out.
    Happened,
}

/// Result of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Outcome {
    /// Side that won.
    pub winner: Side,
    /// Reason why that side won.
    pub how: WinReason,
}

/// Reason why a side won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum WinReason {
    /// The winner knocked off the sumo of this opponent.
    KnockOut(Seat),
    /// The winner knocked off the belt.
    Belt,
    /// All other sides have lost.
    LastLeft,
}

/// Turn of one player: the actions done in it and those still due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Turn {
    /// Seat whose turn it is.
    pub seat: Seat,
    /// Number of turns begun in this match, from 1; stays at 65,535.
    pub number: u16,
    /// Position of the platform, and the marker due there.
    pub platform: Platform,
    /// Number of pushes made in this turn.
    pub pushes: u8,
    /// State of the turn's own push.
    pub push: PushDuty,
    /// State of the corner slam, the extra push that a side's fourth marker obliges to.
    pub slam: SlamDuty,
    /// Number of additional pushes that special moves allow.
    pub extra: u8,
    /// Number of those pushes for which the platform may be set down elsewhere.
    pub relocations: u8,
    /// Elements that the pushes of this turn knocked off.
    pub knocked_off: KnockedOff,
    /// Loads that the next push may have besides a single element.
    pub forms: AllowedLoads,
    /// Special moves used in this turn.
    pub used: Nths,
}

/// Position of the platform in a turn, and the marker due there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Platform {
    /// The platform is not set down yet.
    Away,
    /// The platform is set down at this place, with this duty to set a marker there.
    Down(Place, MarkerDuty),
}

/// Duty to set a marker where the platform stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MarkerDuty {
    /// No marker is due: the side had one there already, or there are no posts.
    NotDue,
    /// A marker must be set before the push.
    Owed,
    /// The marker of this turn has been set.
    Placed,
}

/// State of the turn's own push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PushDuty {
    /// The push is still to be made.
    Due,
    /// The push has been made.
    Made,
    /// A special move replaced the push.
    Replaced,
}

/// State of the corner slam in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SlamDuty {
    /// No slam is due: no fourth marker was set in this turn.
    NotDue,
    /// The fourth marker was set; the slam comes after the push.
    Owed,
    /// The slam was made, or waived by house rule.
    Done,
}

/// Loads that the next push may have besides one element of the inventory. Special moves
/// allow them, each for one push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AllowedLoads {
    /// Special move whose interlocked group may be pushed; `None` if no group is allowed.
    pub group: Option<MoveIndex>,
    /// Special token of the own card that may be used as a cue; `None` if none may.
    pub cue: Option<TokenSlot>,
}

/// Number of elements that the pushes of a turn knocked off, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KnockedOff {
    /// Number of pawns, by size.
    pub pawns: BySize<u8>,
    /// Number of special tokens of the player's own card.
    pub own_tokens: u8,
    /// Number of special tokens of other cards.
    pub other_tokens: u8,
}

impl KnockedOff {
    /// No element was knocked off.
    pub const NONE: Self = Self {
        pawns: BySize([0; 3]),
        own_tokens: 0,
        other_tokens: 0,
    };

    /// Adds one element that a push of the player in `seat` knocked off.
    pub fn add(&mut self, element: Element, seat: Seat) {
        let count = match element {
            Element::Pawn(size) => &mut self.pawns[size],
            Element::Token(Token { owner, .. }) if owner == seat => &mut self.own_tokens,
            Element::Token(_) => &mut self.other_tokens,
        };
        *count = count.saturating_add(1);
    }

    /// Returns the number of elements of this kind; 0 for sumos and the belt, which end
    /// the match.
    #[must_use]
    pub fn count(&self, kind: PieceKind) -> u8 {
        let pawns = || {
            self.pawns
                .0
                .iter()
                .fold(0, |sum: u8, n| sum.saturating_add(*n))
        };
        let tokens = || self.own_tokens.saturating_add(self.other_tokens);
        match kind {
            PieceKind::AnyPawn => pawns(),
            PieceKind::Pawn(size) => self.pawns[size],
            PieceKind::AnyToken => tokens(),
            PieceKind::OwnToken => self.own_tokens,
            PieceKind::AnyElement => pawns().saturating_add(tokens()),
            PieceKind::OpponentSumo | PieceKind::OwnSumo | PieceKind::Belt => 0,
        }
    }
}

impl Turn {
    /// Creates a turn in which no action has been taken.
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
            relocations: 0,
            knocked_off: KnockedOff::NONE,
            forms: AllowedLoads {
                group: None,
                cue: None,
            },
            used: Nths::EMPTY,
        }
    }

    /// True if the platform has to stay where it is for the rest of the turn.
    #[must_use]
    pub const fn platform_fixed(&self) -> bool {
        self.pushes > 0 || matches!(self.platform, Platform::Down(_, MarkerDuty::Placed))
    }

    /// True if the platform may be set down elsewhere for an extra push, after the turn's
    /// own push and a slam that is owed.
    #[must_use]
    pub const fn may_relocate(&self) -> bool {
        self.relocations > 0 && self.pushes > 0 && !self.push_due()
    }

    /// True if the player has to push, now or later in the turn.
    #[must_use]
    pub const fn push_due(&self) -> bool {
        matches!(self.push, PushDuty::Due) || matches!(self.slam, SlamDuty::Owed)
    }

    /// True if a marker is owed where the platform stands.
    #[must_use]
    pub const fn marker_owed(&self) -> bool {
        matches!(self.platform, Platform::Down(_, MarkerDuty::Owed))
    }
}
