//! Groups of analog channels that a capture holds as a whole: the slots of a post, the
//! sensors that read the platform there, those that read its load, the row of an edge, or
//! six cells of a grid board.

use crate::board::cell_layout::CellLayout;
use crate::board::hall::{MAX_CHANNELS, Role};
use crate::board::mounts::{dock_edge, dock_post};
use crate::board::{BoardId, Profile};
use crate::place::{Edge, Place, Post};
use crate::sensing::observation::{Observation, ObservationKind};
use crate::time::Instant;

/// Number of channel groups of a board. On a ring: 0 to 3 slots, 4 to 7 docks, 8 to 11
/// loads, 12 to 15 edges, 16 references. On a grid: from 0 the cells, 16 references.
pub const GROUPS: usize = 17;

/// Number of the first of the four edge groups.
pub(super) const EDGES: u8 = 12;

/// Number of the group that every capture with analog channels includes: the quiet
/// reference for hum, and the dividers.
const SHARED: u8 = 16;

/// Mark of a channel without a group, and of an unused entry in the list of channels.
const NO_CHANNEL: u8 = u8::MAX;

/// Number of cells of a grid board in one group.
const CELLS: u8 = 6;

/// Index from each analog channel to its group, and from each group to its channels.
#[derive(Debug, Clone, Copy)]
pub(super) struct GroupMap {
    groups: [u8; MAX_CHANNELS],
    /// Channel numbers, group by group; `ends` is the end of each group in this list.
    channels: [u8; MAX_CHANNELS],
    ends: [u8; GROUPS],
}

impl GroupMap {
    /// Index of a board without channels.
    pub const EMPTY: Self = Self {
        groups: [NO_CHANNEL; MAX_CHANNELS],
        channels: [NO_CHANNEL; MAX_CHANNELS],
        ends: [0; GROUPS],
    };

    pub fn from_profile(profile: &Profile) -> Self {
        let mut map = Self::EMPTY;
        for (group, channel) in map.groups.iter_mut().zip(profile.hall.channels) {
            *group = channel.role().map_or(NO_CHANNEL, group_of);
        }
        let groups = map.groups;
        let of = |group| (0_u8..).zip(groups).filter(move |&(_, own)| own == group);
        let mut places = map.channels.iter_mut();
        let mut end = 0;
        for (group, there) in (0_u8..).zip(&mut map.ends) {
            for ((channel, _), place) in of(group).zip(&mut places) {
                *place = channel;
                end += 1;
            }
            *there = end;
        }
        map
    }

    /// Iterates over the channels of the board, each with its group.
    pub fn channels(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = self.groups.iter().enumerate();
        all.filter(|&(_, &group)| group != NO_CHANNEL)
            .map(|(channel, &group)| (channel, usize::from(group)))
    }

    /// Iterates over the groups in order, each as the numbers of its channels.
    pub fn by_group(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let end = usize::from(end);
            let channels = self.channels.get(start..end).unwrap_or_default();
            start = end;
            channels
        })
    }

    /// Returns the numbers of the channels of one group.
    pub fn of_group(&self, group: usize) -> &[u8] {
        let end = |group: usize| self.ends.get(group).copied().map_or(0, usize::from);
        let start = group.checked_sub(1).map_or(0, end);
        self.channels.get(start..end(group)).unwrap_or_default()
    }
}

/// A set of channel groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct GroupSet(u32);

impl GroupSet {
    /// True if the set contains a group.
    #[must_use]
    pub const fn has(self, group: usize) -> bool {
        group < GROUPS && self.0 >> group & 1 == 1
    }

    const fn with(self, group: u8) -> Self {
        Self(self.0 | 1 << group)
    }

    /// Returns the channel groups that an observation rests on.
    #[must_use]
    pub fn for_observation(
        observation: &Observation,
        board: BoardId,
        platform: &PlatformPositions,
    ) -> Self {
        let none = Self::default();
        let shared = none.with(SHARED);
        match observation.kind {
            ObservationKind::Fell(fall) => shared.with(edge(fall.measured.pattern.edge)),
            ObservationKind::Marker { post, .. } => shared.with(slots(post)),
            ObservationKind::Docked { place, .. } => shared.with_place(place),
            ObservationKind::Undocked => match platform.now {
                Some(place) => shared.with_place(place),
                None => shared,
            },
            ObservationKind::Loaded(_)
            | ObservationKind::Unloaded
            | ObservationKind::PushStarted(_)
            | ObservationKind::Pushed(_) => shared.with_load(platform),
            ObservationKind::Cell { cell, .. } => {
                let beside = CellLayout::for_board(board).into_iter();
                let beside = beside.flat_map(|layout| layout.neighbours(cell));
                let own = shared.with(cells(cell));
                beside.fold(own, |groups, cell| groups.with(cells(cell)))
            }
            ObservationKind::Falling(..)
            | ObservationKind::NoFall(..)
            | ObservationKind::Hand(_)
            | ObservationKind::HandGone(_)
            | ObservationKind::Leaning(_)
            | ObservationKind::Cleared(_)
            | ObservationKind::CoverageLost(_)
            | ObservationKind::CoverageRestored(_)
            | ObservationKind::Bump => none,
            ObservationKind::FaultRaised(..) | ObservationKind::FaultCleared(..) => shared,
        }
    }

    /// Returns the set with the slots of these posts added.
    pub(super) fn with_slots(self, posts: impl Iterator<Item = Post>) -> Self {
        posts.fold(self, |groups, post| groups.with(slots(post)))
    }

    /// Returns the set with the groups added that read a platform at this place: the dock
    /// sensors of the corner and the row of the edge.
    fn with_place(self, place: Place) -> Self {
        match place {
            Place::Corner(post) => self.with(dock(post)).with(edge(dock_edge(post))),
            Place::Along { edge: along, .. } => self.with(dock(dock_post(along))).with(edge(along)),
        }
    }

    /// Returns the set with the groups added that read the platform's load. If the
    /// platform was docked during the capture, these include the dock sensors, and the
    /// groups of its place before.
    fn with_load(self, platform: &PlatformPositions) -> Self {
        let both = [platform.now, platform.before];
        both.into_iter().flatten().fold(self, |groups, place| {
            let post = match place {
                Place::Corner(post) => post,
                Place::Along { edge, .. } => dock_post(edge),
            };
            if platform.is_new {
                groups.with(dock(post)).with(load(post))
            } else {
                groups.with(load(post))
            }
        })
    }
}

/// Places of the platform during one capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlatformPositions {
    /// Place of the platform at the end of the capture; `None` if it is away.
    pub now: Option<Place>,
    /// Place of the platform before it last moved; `None` if it did not move during the
    /// capture or had no place before.
    pub before: Option<Place>,
    /// True if the platform was docked or lifted since the start of the capture.
    pub is_new: bool,
}

/// Present and previous place of the platform, and the time of its last move.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlatformHistory {
    now: Option<Place>,
    before: Option<Place>,
    moved: Instant,
}

impl PlatformHistory {
    /// History of a platform that was never at the ring.
    pub const NEW: Self = Self {
        now: None,
        before: None,
        moved: Instant::ZERO,
    };

    pub fn moved(&mut self, to: Option<Place>, at: Instant) {
        // Lifted and docked again is one move.
        self.before = self.now.or(self.before);
        (self.now, self.moved) = (to, at);
    }

    /// Returns the places of the platform during a capture that began at this time.
    pub fn since(&self, began: Instant) -> PlatformPositions {
        let is_new = self.moved >= began;
        PlatformPositions {
            now: self.now,
            before: self.before.filter(|_| is_new),
            is_new,
        }
    }
}

fn group_of(role: Role) -> u8 {
    match role {
        Role::Slot(post, _) => slots(post),
        Role::Dock(post, _) => dock(post),
        Role::Element(post, _) | Role::Optic(post, _) => load(post),
        Role::Edge(along, _) => edge(along),
        Role::Cell(cell) => cells(cell),
        Role::Quiet | Role::Divider => SHARED,
    }
}

const fn slots(post: Post) -> u8 {
    post.index() as u8
}

const fn dock(post: Post) -> u8 {
    4 + post.index() as u8
}

const fn load(post: Post) -> u8 {
    8 + post.index() as u8
}

const fn edge(edge: Edge) -> u8 {
    EDGES + edge.index() as u8
}

fn cells(cell: u8) -> u8 {
    (cell / CELLS).min(SHARED - 1)
}
