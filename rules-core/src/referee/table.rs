//! What the table shows right now, as far as sensors tell: markers, platform,
//! hands, troubles. It is no part of the session and judges nothing; it knows
//! what has changed and what nobody has looked at yet.

use super::evidence::{Evidence, Seen, SlotChange, Way};
use super::grid::Board;
use crate::place::{ByEdge, ByPost, Edge, Edges, Facing, Place, Post};
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::Magnet;
use crate::sensing::observation::What;
use crate::sensing::sensor::{Sensor, Trouble};
use crate::time::{Instant, Span};
use heapless::Vec;

/// Slots of a post.
pub const SLOTS: usize = 4;

/// So long after a hand has left the gutter it may still have to do with what
/// is seen there: it carries out what lay in it.
const HANDLED: Span = Span::millis(600);

/// What the table shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    posts: ByPost<[Slot; SLOTS]>,
    regard: ByPost<[Regard; SLOTS]>,
    news: ByPost<[News; SLOTS]>,
    platform: Berth,
    load: Motion,
    hands: Edges,
    hand_gone: ByEdge<Option<Instant>>,
    blind: Edges,
    unseen: Edges,
    troubles: Vec<(Sensor, Trouble), 16, u8>,
    board: Board,
}

/// What is in a slot of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Slot {
    /// Nothing has been said about it.
    #[default]
    Unknown,
    /// Nothing.
    Empty(Certainty),
    /// A marker.
    Holds(Magnet, Certainty),
}

/// Where the platform is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Berth {
    /// Not at the ring, or nothing has been said about it.
    #[default]
    Away,
    /// Against the ring.
    Down(Dock),
}

/// The platform against the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dock {
    /// Where.
    pub place: Place,
    /// Which way round.
    pub facing: Facing,
    /// How sure.
    pub certainty: Certainty,
    /// Whether it has been judged.
    pub news: News,
    /// Whether it is minded if the game cannot have it so.
    pub regard: Regard,
}

/// Whether a difference between table and game is minded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Regard {
    /// It is to be put right.
    #[default]
    Minded,
    /// People let it be, until it changes.
    LetBe,
}

/// Whether something seen has been judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum News {
    /// Not yet: the game was not ready for it.
    #[default]
    Fresh,
    /// It has.
    Told,
}

/// What lies on the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Motion {
    /// Nothing, as far as is known.
    #[default]
    None,
    /// Something that lies still.
    Loaded,
    /// Something that moves towards the ring.
    UnderWay,
}

/// What an observation gives the referee to look at.
pub type Findings = Vec<Evidence, 2, u8>;

impl Table {
    /// Takes note of an observation; gives what is new in it. Falls are not the
    /// table's business.
    pub fn see(&mut self, at: Instant, what: &What) -> Findings {
        let mut news = Findings::new();
        let mut say = |seen, certainty| {
            // Two at most: a marker that goes and one that comes.
            let _ = news.push(Evidence {
                at,
                seen,
                certainty,
            });
        };
        match *what {
            What::Marker {
                post,
                slot,
                marker,
                certainty,
            } => {
                let Some(place) = self.posts[post].get_mut(usize::from(slot)) else {
                    return news;
                };
                if let Some(regard) = self.regard[post].get_mut(usize::from(slot)) {
                    *regard = Regard::Minded;
                }
                if let Some(news) = self.news[post].get_mut(usize::from(slot)) {
                    *news = News::Fresh;
                }
                let before = core::mem::replace(
                    place,
                    match marker {
                        Some(magnet) => Slot::Holds(magnet, certainty),
                        None => Slot::Empty(certainty),
                    },
                );
                let mut change = |marker, way| {
                    let change = SlotChange {
                        post,
                        slot,
                        marker,
                        way,
                    };
                    say(Seen::Marker(change), certainty);
                };
                match (before, marker) {
                    (Slot::Holds(old, doubt), Some(new)) if old == new => {
                        if !doubt.is_high() && certainty.is_high() {
                            change(new, Way::On);
                        }
                    }
                    (Slot::Holds(old, _), new) => {
                        change(old, Way::Off);
                        if let Some(new) = new {
                            change(new, Way::On);
                        }
                    }
                    (Slot::Unknown | Slot::Empty(_), Some(new)) => change(new, Way::On),
                    (Slot::Unknown | Slot::Empty(_), None) => {}
                }
            }
            What::Docked {
                place,
                facing,
                certainty,
            } => {
                self.platform = Berth::Down(Dock {
                    place,
                    facing,
                    certainty,
                    news: News::Fresh,
                    regard: Regard::Minded,
                });
                self.load = Motion::None;
                self.unseen = self.blind;
                say(Seen::Docked(place, facing), certainty);
            }
            What::Lifted => {
                self.platform = Berth::Away;
                self.load = Motion::None;
                say(Seen::Lifted, Certainty::FULL);
            }
            What::Loaded(_) => self.load = Motion::Loaded,
            What::Unloaded => self.load = Motion::None,
            What::PushStarted(_) => {
                self.load = Motion::UnderWay;
                self.unseen = self.blind;
            }
            What::Pushed(push) => {
                self.load = Motion::None;
                news = Vec::new();
                let _ = news.push(Evidence::of_push(at, &push));
            }
            What::Hand(spot) => self.hands = self.hands.with(spot.edge),
            What::HandGone(edge) => {
                self.hands = self.hands.without(edge);
                self.hand_gone[edge] = Some(at);
            }
            What::Trouble(sensor, trouble) => {
                let known = self.troubles.contains(&(sensor, trouble));
                if !known && self.troubles.push((sensor, trouble)).is_err() {
                    // The list is for people; sixteen are enough to act on.
                }
            }
            What::Mended(sensor, trouble) => {
                self.troubles.retain(|it| *it != (sensor, trouble));
            }
            What::Cell {
                cell,
                piece,
                certainty,
            } => {
                if self.board.see(cell, piece, certainty) {
                    say(Seen::Cell { cell, piece }, certainty);
                }
            }
            What::Blind(edge) => {
                self.blind = self.blind.with(edge);
                self.unseen = self.unseen.with(edge);
            }
            What::Sighted(edge) => self.blind = self.blind.without(edge),
            What::Falling(..)
            | What::Fell(_)
            | What::NoFall(..)
            | What::Leaning(_)
            | What::Cleared(_)
            | What::Bump => {}
        }
        news
    }

    /// The slots of a post.
    #[must_use]
    pub const fn slots(&self, post: Post) -> &[Slot; SLOTS] {
        &self.posts.0[post.index()]
    }

    /// The slots of a post whose content is minded.
    pub fn minded(&self, post: Post) -> impl Iterator<Item = (u8, Slot)> {
        let all = self.posts[post].iter().zip(&self.regard[post]);
        (0..)
            .zip(all)
            .filter(|(_, (_, regard))| **regard == Regard::Minded)
            .map(|(n, (slot, _))| (n, *slot))
    }

    /// The slots of a post that nobody has looked at since they changed, or
    /// since the platform came there.
    pub fn fresh(&self, post: Post) -> impl Iterator<Item = (u8, Slot)> {
        let all = self.posts[post].iter().zip(&self.news[post]);
        (0..)
            .zip(all)
            .filter(|(_, (_, news))| **news == News::Fresh)
            .map(|(n, (slot, _))| (n, *slot))
    }

    /// The slots of a post have been looked at, or are to be again.
    pub(super) const fn mark_post(&mut self, post: Post, news: News) {
        self.news.0[post.index()] = [news; SLOTS];
    }

    /// People let be what is there now.
    pub(super) fn let_be(&mut self) {
        self.regard = ByPost([[Regard::LetBe; SLOTS]; Post::ALL.len()]);
        if let Berth::Down(dock) = &mut self.platform {
            dock.regard = Regard::LetBe;
        }
    }

    /// Where the platform is.
    #[must_use]
    pub const fn platform(&self) -> Berth {
        self.platform
    }

    /// What lies on the platform.
    #[must_use]
    pub const fn load(&self) -> Motion {
        self.load
    }

    /// Sides with a hand in the gutter.
    #[must_use]
    pub const fn hands(&self) -> Edges {
        self.hands
    }

    /// Whether a hand is or just was in the gutter of this side, or is in any
    /// other.
    #[must_use]
    pub fn is_handled(&self, edge: Edge, at: Instant) -> bool {
        let just_was = self.hand_gone[edge].is_some_and(|gone| at <= gone + HANDLED);
        just_was || !self.hands.is_empty()
    }

    /// Takes a side that could not see all the time since the platform was set
    /// down or the push began.
    pub(super) fn take_unseen(&mut self) -> Option<Edge> {
        let edge = self.unseen.iter().next()?;
        self.unseen = self.unseen.without(edge);
        Some(edge)
    }

    /// More may have fallen over this side unseen.
    pub(super) const fn put_unseen(&mut self, edge: Edge) {
        self.unseen = self.unseen.with(edge);
    }

    /// Sensors in trouble.
    #[must_use]
    pub fn troubles(&self) -> &[(Sensor, Trouble)] {
        &self.troubles
    }

    /// The cells of a grid board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    pub(super) const fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// The platform's place has been judged.
    pub(super) const fn told_platform(&mut self) {
        if let Berth::Down(dock) = &mut self.platform {
            dock.news = News::Told;
        }
    }
}
