//! State of the table as the sensors report it: markers, platform, hands, faults. It is
//! not part of the session and judges nothing; it tracks changes, and those that the
//! referee has not handled yet.

use super::evidence::{Evidence, EvidenceKind, MarkerMove, SlotChange};
use super::grid::CellStates;
use crate::place::{ByEdge, ByPost, Edge, Edges, Facing, Place, Post};
use crate::sensing::cause::AFTERMATH;
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::Magnet;
use crate::sensing::observation::{Observation, ObservationId, ObservationKind};
use crate::sensing::sensor::{Sensor, SensorFault};
use crate::time::{Instant, Span};
use heapless::Vec;

/// Number of slots for markers on a post.
pub const SLOTS: usize = 4;

/// Time after a hand has left the gutter for which it may still explain an event there,
/// because it carries a piece out.
const HANDLED: Span = Span::millis(600);

/// State of the table as the sensors report it: markers, platform, hands, faults, cells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    posts: ByPost<[SlotContent; SLOTS]>,
    regard: ByPost<[Tolerance; SLOTS]>,
    status: ByPost<[JudgeStatus; SLOTS]>,
    /// Last observation about each slot of a post.
    slot_ids: ByPost<[ObservationId; SLOTS]>,
    platform: PlatformPosition,
    load: LoadState,
    /// End of the last push; `None` before the first.
    push_ended: Option<Instant>,
    hands: Edges,
    hand_gone: ByEdge<Option<Instant>>,
    blind: Edges,
    unseen: Edges,
    faults: Vec<(Sensor, SensorFault), 16, u8>,
    board: CellStates,
}

/// Content of a slot of a post, or of a cell of a grid board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SlotContent {
    /// Sensing has not reported the slot yet.
    #[default]
    Unknown,
    /// The slot is empty, with this certainty.
    Empty(Certainty),
    /// The slot holds this magnet, with this certainty.
    Holds(Magnet, Certainty),
}

/// Position of the platform as the sensors report it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PlatformPosition {
    /// The platform is not at the ring, or was not reported yet.
    #[default]
    Away,
    /// The platform lies against the ring.
    Down(DockedPlatform),
}

/// Platform that lies against the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DockedPlatform {
    /// Observation that reported the platform there.
    pub id: ObservationId,
    /// Place of the platform.
    pub place: Place,
    /// Edge of the platform that faces the ring.
    pub facing: Facing,
    /// Certainty of place and orientation.
    pub certainty: Certainty,
    /// Status of the docking: judged, or not yet.
    pub status: JudgeStatus,
    /// Treatment of a place that the game does not allow.
    pub regard: Tolerance,
}

/// Treatment of a difference between table and game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tolerance {
    /// The difference must be repaired.
    #[default]
    Enforced,
    /// People tolerate the difference, until it changes.
    Tolerated,
}

/// Status of a reading: judged, or not yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum JudgeStatus {
    /// The reading is not judged yet: the game was not ready for it.
    #[default]
    Fresh,
    /// The reading was judged, asked about or refused.
    Handled,
}

/// State of the platform's load, the element on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LoadState {
    /// No element is on the platform, as far as is known.
    #[default]
    None,
    /// An element lies still on the platform.
    Loaded,
    /// An element on the platform moves towards the ring.
    UnderWay,
}

/// Evidence that is new in an observation, at most two pieces.
pub type NewEvidence = Vec<Evidence, 2, u8>;

impl Table {
    /// Table that the sensors have not reported yet.
    pub(super) const BLANK: Self = Self {
        posts: ByPost([[SlotContent::Unknown; SLOTS]; 4]),
        regard: ByPost([[Tolerance::Enforced; SLOTS]; 4]),
        status: ByPost([[JudgeStatus::Fresh; SLOTS]; 4]),
        slot_ids: ByPost([[ObservationId::NONE; SLOTS]; 4]),
        platform: PlatformPosition::Away,
        load: LoadState::None,
        push_ended: None,
        hands: Edges::EMPTY,
        hand_gone: ByEdge([None; 4]),
        blind: Edges::EMPTY,
        unseen: Edges::EMPTY,
        faults: Vec::new(),
        board: CellStates::BLANK,
    };

    /// Updates the table from an observation and returns the evidence that is new in it.
    /// Falls are not part of the table.
    pub fn update(&mut self, observation: &Observation) -> NewEvidence {
        let Observation { id, at, .. } = *observation;
        let mut evidence = NewEvidence::new();
        let mut emit = |kind, certainty| {
            // Two at most: a marker that goes and one that comes.
            let _ = evidence.push(Evidence {
                id,
                at,
                kind,
                certainty,
            });
        };
        match observation.kind {
            ObservationKind::Marker {
                post,
                slot,
                marker,
                certainty,
            } => self.update_slot((post, slot), (marker, certainty), id, &mut |change| {
                emit(EvidenceKind::Marker(change), certainty);
            }),
            ObservationKind::Docked {
                place,
                facing,
                certainty,
            } => {
                self.platform = PlatformPosition::Down(DockedPlatform {
                    id,
                    place,
                    facing,
                    certainty,
                    status: JudgeStatus::Fresh,
                    regard: Tolerance::Enforced,
                });
                self.load = LoadState::None;
                self.unseen = self.blind;
                emit(EvidenceKind::Docked(place, facing), certainty);
            }
            ObservationKind::Undocked => {
                self.platform = PlatformPosition::Away;
                self.load = LoadState::None;
                emit(EvidenceKind::Undocked, Certainty::FULL);
            }
            ObservationKind::Loaded(_) => self.load = LoadState::Loaded,
            ObservationKind::Unloaded => self.load = LoadState::None,
            ObservationKind::PushStarted(_) => {
                self.load = LoadState::UnderWay;
                self.unseen = self.blind;
            }
            ObservationKind::Pushed(push) => {
                self.load = LoadState::None;
                self.push_ended = Some(at);
                evidence = Vec::new();
                let _ = evidence.push(Evidence::from_push(id, at, &push));
            }
            ObservationKind::Hand(spot) => self.hands = self.hands.with(spot.edge),
            ObservationKind::HandGone(edge) => {
                self.hands = self.hands.without(edge);
                self.hand_gone[edge] = Some(at);
            }
            ObservationKind::FaultRaised(sensor, fault) => {
                let known = self.faults.contains(&(sensor, fault));
                if !known && self.faults.push((sensor, fault)).is_err() {
                    // The list is for people; sixteen are enough to act on.
                }
            }
            ObservationKind::FaultCleared(sensor, fault) => {
                self.faults.retain(|known| *known != (sensor, fault));
            }
            ObservationKind::Cell {
                cell,
                piece,
                certainty,
            } => {
                if self.board.update(id, cell, piece, certainty) {
                    emit(EvidenceKind::Cell { cell, piece }, certainty);
                }
            }
            ObservationKind::CoverageLost(edge) => {
                self.blind = self.blind.with(edge);
                self.unseen = self.unseen.with(edge);
            }
            ObservationKind::CoverageRestored(edge) => self.blind = self.blind.without(edge),
            ObservationKind::Falling(..)
            | ObservationKind::Fell(_)
            | ObservationKind::NoFall(..)
            | ObservationKind::Leaning(_)
            | ObservationKind::Cleared(_)
            | ObservationKind::Bump => {}
        }
        evidence
    }

    /// Updates a slot of a post; calls `on_change` for the marker that went and the one
    /// that came.
    fn update_slot(
        &mut self,
        (post, slot): (Post, u8),
        (marker, certainty): (Option<Magnet>, Certainty),
        id: ObservationId,
        on_change: &mut dyn FnMut(SlotChange),
    ) {
        let index = usize::from(slot);
        let Some(place) = self.posts[post].get_mut(index) else {
            return;
        };
        if let Some(regard) = self.regard[post].get_mut(index) {
            *regard = Tolerance::Enforced;
        }
        if let Some(status) = self.status[post].get_mut(index) {
            *status = JudgeStatus::Fresh;
        }
        if let Some(last) = self.slot_ids[post].get_mut(index) {
            *last = id;
        }
        let before = core::mem::replace(
            place,
            match marker {
                Some(magnet) => SlotContent::Holds(magnet, certainty),
                None => SlotContent::Empty(certainty),
            },
        );
        let mut change = |marker, movement| {
            on_change(SlotChange {
                post,
                slot,
                marker,
                movement,
            });
        };
        match (before, marker) {
            (SlotContent::Holds(old, doubt), Some(new)) if old == new => {
                if !doubt.is_high() && certainty.is_high() {
                    change(new, MarkerMove::On);
                }
            }
            (SlotContent::Holds(old, _), new) => {
                change(old, MarkerMove::Off);
                if let Some(new) = new {
                    change(new, MarkerMove::On);
                }
            }
            (SlotContent::Unknown | SlotContent::Empty(_), Some(new)) => {
                change(new, MarkerMove::On);
            }
            (SlotContent::Unknown | SlotContent::Empty(_), None) => {}
        }
    }

    /// Returns the last observation about a slot of a post; [`ObservationId::NONE`] if
    /// there is none.
    #[must_use]
    pub fn slot_id(&self, post: Post, slot: u8) -> ObservationId {
        let id = self.slot_ids[post].get(usize::from(slot));
        id.copied().unwrap_or(ObservationId::NONE)
    }

    /// Returns the last observation about any slot of a post; [`ObservationId::NONE`] if
    /// there is none.
    #[must_use]
    pub fn post_id(&self, post: Post) -> ObservationId {
        let ids = self.slot_ids[post].iter().copied();
        ids.max().unwrap_or(ObservationId::NONE)
    }

    /// Returns the contents of the slots of a post.
    #[must_use]
    pub const fn slots(&self, post: Post) -> &[SlotContent; SLOTS] {
        &self.posts.0[post.index()]
    }

    /// Iterates over the slots of a post, with their index, whose differences from the
    /// game must be repaired.
    pub fn enforced(&self, post: Post) -> impl Iterator<Item = (u8, SlotContent)> {
        let all = self.posts[post].iter().zip(&self.regard[post]);
        (0..)
            .zip(all)
            .filter(|(_, (_, regard))| **regard == Tolerance::Enforced)
            .map(|(n, (slot, _))| (n, *slot))
    }

    /// Iterates over the slots of a post, with their index, that have not been judged
    /// since they changed, or since the platform came there.
    pub fn fresh(&self, post: Post) -> impl Iterator<Item = (u8, SlotContent)> {
        let all = self.posts[post].iter().zip(&self.status[post]);
        (0..)
            .zip(all)
            .filter(|(_, (_, status))| **status == JudgeStatus::Fresh)
            .map(|(n, (slot, _))| (n, *slot))
    }

    /// Sets the judgement status of all slots of a post.
    pub(super) const fn mark_post(&mut self, post: Post, status: JudgeStatus) {
        self.status.0[post.index()] = [status; SLOTS];
    }

    /// Tolerates the present differences between table and game.
    pub(super) fn tolerate(&mut self) {
        self.regard = ByPost([[Tolerance::Tolerated; SLOTS]; Post::ALL.len()]);
        if let PlatformPosition::Down(dock) = &mut self.platform {
            dock.regard = Tolerance::Tolerated;
        }
    }

    /// Returns the position of the platform.
    #[must_use]
    pub const fn platform(&self) -> PlatformPosition {
        self.platform
    }

    /// Returns the state of the platform's load.
    #[must_use]
    pub const fn load(&self) -> LoadState {
        self.load
    }

    /// Returns the time until which the last push can still make a piece fall; `None`
    /// before the first.
    pub(super) fn falls_until(&self) -> Option<Instant> {
        self.push_ended.map(|ended| ended + AFTERMATH)
    }

    /// Returns the sides with a hand in the gutter.
    #[must_use]
    pub const fn hands(&self) -> Edges {
        self.hands
    }

    /// True if a hand is in any gutter, or was in that of this side up to 600 ms before
    /// `at`.
    #[must_use]
    pub fn is_handled(&self, edge: Edge, at: Instant) -> bool {
        let just_was = self.hand_gone[edge].is_some_and(|gone| at <= gone + HANDLED);
        just_was || !self.hands.is_empty()
    }

    /// Removes and returns a side that lost sight at some time since the platform was set
    /// down or the push began; `None` if there is none.
    pub(super) fn take_unseen(&mut self) -> Option<Edge> {
        let edge = self.unseen.iter().next()?;
        self.unseen = self.unseen.without(edge);
        Some(edge)
    }

    /// Adds a side over which more pieces may have fallen unseen.
    pub(super) const fn put_unseen(&mut self, edge: Edge) {
        self.unseen = self.unseen.with(edge);
    }

    /// Returns the faulty sensors with their faults, 16 at most.
    #[must_use]
    pub fn faults(&self) -> &[(Sensor, SensorFault)] {
        &self.faults
    }

    /// Returns the state of the cells of a grid board.
    #[must_use]
    pub const fn board(&self) -> &CellStates {
        &self.board
    }

    pub(super) const fn board_mut(&mut self) -> &mut CellStates {
        &mut self.board
    }

    /// Marks the platform's place as judged.
    pub(super) const fn mark_platform_judged(&mut self) {
        if let PlatformPosition::Down(dock) = &mut self.platform {
            dock.status = JudgeStatus::Handled;
        }
    }
}
