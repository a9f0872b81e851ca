//! Which analog channels belong together: the slots of a post, the sensors that
//! feel the platform there, those that see what lies on it, the row of an edge.
//! Evidence holds whole groups.

use crate::board::hall::{MOST_CHANNELS, Role};
use crate::board::mounts::{dock_edge, dock_post};
use crate::board::{Name, Profile};
use crate::place::{Edge, Place, Post};
use crate::sensing::grid::Layout;
use crate::sensing::observation::{Observation, What};
use crate::time::Instant;

/// How many groups there are at most.
pub const GROUPS: usize = 17;

/// The first of the groups of the edges.
pub(super) const EDGES: u8 = 12;

/// The group that goes with every other: what hum is measured by, and the
/// dividers.
const SHARED: u8 = 16;

/// No channel there.
const NOBODY: u8 = u8::MAX;

/// Cells of a grid board in one group.
const CELLS: u8 = 6;

/// The group of each channel, and the channels of each group.
#[derive(Debug, Clone, Copy)]
pub(super) struct Map {
    groups: [u8; MOST_CHANNELS],
    /// The channels, group by group, and where each group ends.
    channels: [u8; MOST_CHANNELS],
    ends: [u8; GROUPS],
}

impl Map {
    pub fn of(profile: &Profile) -> Self {
        let mut map = Self {
            groups: [NOBODY; MOST_CHANNELS],
            channels: [NOBODY; MOST_CHANNELS],
            ends: [0; GROUPS],
        };
        for (group, channel) in map.groups.iter_mut().zip(profile.hall.channels) {
            *group = channel.role().map_or(NOBODY, group_of);
        }
        let groups = map.groups;
        let of = |group| (0_u8..).zip(groups).filter(move |it| it.1 == group);
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

    /// Every channel that is there, with its group.
    pub fn channels(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = self.groups.iter().enumerate();
        all.filter(|it| *it.1 != NOBODY)
            .map(|(channel, &group)| (channel, usize::from(group)))
    }

    /// The channels of each group.
    pub fn by_group(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let end = usize::from(end);
            let channels = self.channels.get(start..end).unwrap_or_default();
            start = end;
            channels
        })
    }

    /// The channels of one group.
    pub fn of_group(&self, group: usize) -> &[u8] {
        let end = |group: usize| self.ends.get(group).copied().map_or(0, usize::from);
        let start = group.checked_sub(1).map_or(0, end);
        self.channels.get(start..end(group)).unwrap_or_default()
    }
}

/// Some of the groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Groups(u32);

impl Groups {
    /// Whether a group is among them.
    #[must_use]
    pub const fn has(self, group: usize) -> bool {
        group < GROUPS && self.0 >> group & 1 == 1
    }

    const fn with(self, group: u8) -> Self {
        Self(self.0 | 1 << group)
    }

    /// What an observation rests on.
    #[must_use]
    pub fn behind(observation: &Observation, board: Name, platform: &Whereabouts) -> Self {
        let none = Self::default();
        let shared = none.with(SHARED);
        match observation.what {
            What::Fell(fall) => shared.with(edge(fall.spot.edge)),
            What::Marker { post, .. } => shared.with(slots(post)),
            What::Docked { place, .. } => shared.with_place(place),
            What::Lifted => match platform.now {
                Some(place) => shared.with_place(place),
                None => shared,
            },
            What::Loaded(_) | What::Unloaded | What::PushStarted(_) | What::Pushed(_) => {
                shared.with_load(platform)
            }
            What::Cell { cell, .. } => {
                let beside = Layout::of(board).into_iter();
                let beside = beside.flat_map(|layout| layout.neighbours(cell));
                let own = shared.with(cells(cell));
                beside.fold(own, |groups, cell| groups.with(cells(cell)))
            }
            What::Falling(..)
            | What::NoFall(..)
            | What::Hand(_)
            | What::HandGone(_)
            | What::Leaning(_)
            | What::Cleared(_)
            | What::Blind(_)
            | What::Sighted(_)
            | What::Bump => none,
            What::Trouble(..) | What::Mended(..) => shared,
        }
    }

    /// And the slots of these posts.
    pub(super) fn with_slots(self, posts: impl Iterator<Item = Post>) -> Self {
        posts.fold(self, |groups, post| groups.with(slots(post)))
    }

    /// The platform is felt by the sensors of the corner and by the row beside
    /// it.
    fn with_place(self, place: Place) -> Self {
        match place {
            Place::Corner(post) => self.with(dock(post)).with(edge(dock_edge(post))),
            Place::Along { edge: along, .. } => self.with(dock(dock_post(along))).with(edge(along)),
        }
    }

    /// What lies on the platform is seen at its corner. If it has just been
    /// docked, what felt it come goes along, and where it was before.
    fn with_load(self, platform: &Whereabouts) -> Self {
        let both = [platform.now, platform.before];
        both.into_iter().flatten().fold(self, |groups, place| {
            let post = match place {
                Place::Corner(post) => post,
                Place::Along { edge, .. } => dock_post(edge),
            };
            match platform.is_new {
                true => groups.with(dock(post)).with(load(post)),
                false => groups.with(load(post)),
            }
        })
    }
}

/// Where the platform lies, for all that evidence is kept of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Whereabouts {
    /// Where it lies.
    pub now: Option<Place>,
    /// Where it lay when the evidence begins, if that was elsewhere.
    pub before: Option<Place>,
    /// It was docked since then.
    pub is_new: bool,
}

/// Where the platform lies, and where it lay before.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Platform {
    now: Option<Place>,
    before: Option<Place>,
    moved: Instant,
}

impl Platform {
    pub fn moved(&mut self, to: Option<Place>, at: Instant) {
        // Lifted and docked again is one move.
        self.before = self.now.or(self.before);
        (self.now, self.moved) = (to, at);
    }

    pub fn since(&self, began: Instant) -> Whereabouts {
        let is_new = self.moved >= began;
        Whereabouts {
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
