//! The book of a match: what truly happened on the table, as actions for the
//! bare rules engine. It sees no sensor.
//!
//! Falls of a push that is still under way wait for its end, and whatever is
//! done while things still move waits for rest: the rules know no other order.

use super::explain;
use super::people::Topic;
use crate::virtual_ring::pieces::body;
use crate::virtual_ring::scene::Scene;
use crate::virtual_ring::space::{Beside, Docking};
use crate::virtual_ring::truth::{Event, Happening};
use crate::virtual_ring::world::{ThingId, World};
use rules_core::games::kabuto::action::{Load, Remarks};
use rules_core::games::kabuto::state::{Platform, PushDuty, State};
use rules_core::games::kabuto::{Action, Change, Match, Phase};
use rules_core::piece::{Piece, Stock};
use rules_core::place::{ByPost, Edge, Facing, Place, Post};
use rules_core::player::Seat;
use rules_core::referee::kabuto::markers::side_of;
use rules_core::sensing::magnet::Magnet;
use rules_core::sensing::observation::Cause;
use rules_core::time::Instant;

/// How far apart two readings of one place on an edge may be, mm.
const SAME_PLACE_MM: u16 = 16;

/// The true match.
#[derive(Debug)]
pub struct Book {
    game: Match,
    slots: ByPost<[Option<Magnet>; 4]>,
    /// How much of the truth has been read.
    read: usize,
    push: Under,
    /// What waits for rest.
    waits: Vec<Action>,
    /// Falls since [`Book::forget_falls`].
    falls: Vec<TrueFall>,
    /// Pieces that the rules put back and nobody has yet.
    put_back: Vec<Piece>,
    /// The element pushed last.
    pushed: Option<(ThingId, Piece)>,
    /// How many elements were pushed.
    pub pushes: u32,
    /// How many pieces fell.
    pub fallen: u32,
}

/// Whether a push is under way.
#[derive(Debug, Clone, PartialEq)]
enum Under {
    /// None is.
    None,
    /// One is, and these have fallen in it.
    Way(Vec<Piece>),
}

/// A fall as it was.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrueFall {
    /// When its middle was well below the surface.
    pub at: Instant,
    /// What.
    pub piece: Piece,
    /// Over which edge; nothing if it flew over the gutter.
    pub spot: Option<(Edge, f32)>,
    /// Why.
    pub cause: Cause,
}

/// Whether two places are one, as far as places are read.
#[must_use]
pub fn same_place(one: Place, other: Place) -> bool {
    match (one, other) {
        (
            Place::Along { edge, at_mm },
            Place::Along {
                edge: read_edge,
                at_mm: read_mm,
            },
        ) => edge == read_edge && at_mm.abs_diff(read_mm) <= SAME_PLACE_MM,
        _ => one == other,
    }
}

impl Book {
    /// A book that begins with this match.
    #[must_use]
    pub const fn new(game: Match) -> Self {
        Self {
            game,
            slots: ByPost([[None; 4]; Post::ALL.len()]),
            read: 0,
            push: Under::None,
            waits: Vec::new(),
            falls: Vec::new(),
            put_back: Vec::new(),
            pushed: None,
            pushes: 0,
            fallen: 0,
        }
    }

    /// The match.
    #[must_use]
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// Falls since they were last forgotten.
    #[must_use]
    pub fn falls(&self) -> &[TrueFall] {
        &self.falls
    }

    /// The falls so far are settled.
    pub fn forget_falls(&mut self) {
        self.falls.clear();
    }

    /// The element that was pushed last.
    #[must_use]
    pub const fn pushed(&self) -> Option<(ThingId, Piece)> {
        self.pushed
    }

    /// Pieces the rules put back: each is named once.
    pub fn put_back(&mut self) -> Vec<Piece> {
        core::mem::take(&mut self.put_back)
    }

    /// Whether a push is under way.
    #[must_use]
    pub fn is_pushing(&self) -> bool {
        self.push != Under::None
    }

    /// Whether a push is under way or things have not come to rest.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.push != Under::None || matches!(self.game.state().phase, Phase::Settling(_))
    }

    /// Follows what people agreed on after they were asked.
    pub fn adopt(&mut self, state: State) {
        // What the referee holds is a state of the same match.
        let _ = self.game.adopt(state);
    }

    /// Judges something that was said or done; says whether the rules take it.
    /// What people do by mistake they do not, and nothing is changed by it.
    pub fn apply(&mut self, action: &Action) -> bool {
        match self.game.apply(action) {
            Ok(rulings) => {
                for ruling in rulings {
                    if let Change::PutBack(piece) = ruling.change {
                        self.put_back.push(piece);
                    }
                }
                true
            }
            Err(refusal) => {
                explain(|| format!("the rules refuse {action:?}: {refusal}"));
                false
            }
        }
    }

    /// What has happened so far was before the match.
    pub fn skip(&mut self, scene: &Scene) {
        self.read = scene.truth().events.len();
    }

    /// Reads on in the truth of a scene.
    pub fn read(&mut self, scene: &Scene) {
        while let Some(event) = scene.truth().events.get(self.read) {
            self.read += 1;
            explain(|| format!("{} true {:?}", event.at, event.what));
            self.enter(event, scene.world());
        }
    }

    fn enter(&mut self, event: &Event, world: &World) {
        match event.what {
            Happening::PushStarted(..) if self.is_pushing() => {}
            Happening::PushStarted(..) => self.push = Under::Way(Vec::new()),
            Happening::Pushed(pushed) => {
                let Some((piece, _)) = world.thing(pushed.thing) else {
                    return;
                };
                self.pushes += 1;
                self.pushed = Some((pushed.thing, piece));
                let load: Load = [piece].into_iter().collect();
                if matches!(self.game.state().phase, Phase::Settling(_)) {
                    self.settle();
                }
                self.apply(&Action::Push(load, Remarks::EMPTY));
                let fell = core::mem::replace(&mut self.push, Under::None);
                if let Under::Way(fell) = fell {
                    for piece in fell {
                        self.apply(&Action::Fall(piece));
                    }
                }
            }
            Happening::Fell(fell) => {
                // Where it is in the beams, not where it went over the edge.
                let now = world.thing(fell.thing).map(|it| it.1.position);
                let along = now.map_or(fell.along, |at| {
                    Beside::of(at, fell.edge, world.ring_side()).along
                });
                let spot = Some((fell.edge, along));
                self.fall(event.at, fell.piece, spot, fell.cause);
            }
            Happening::Overshot(thing, _) => {
                if let Some((piece, _)) = world.thing(thing) {
                    let cause = if self.is_busy() {
                        Cause::Push
                    } else {
                        Cause::Accident
                    };
                    self.fall(event.at, piece, None, cause);
                }
            }
            Happening::Rested => self.rest(),
            Happening::Docked(Docking { place, facing }) => self.dock(place, facing),
            Happening::Marked(post, slot, marker) => self.mark(post, slot, marker),
            _ => {}
        }
    }

    fn fall(&mut self, at: Instant, piece: Piece, spot: Option<(Edge, f32)>, cause: Cause) {
        self.fallen += 1;
        self.falls.push(TrueFall {
            at,
            piece,
            spot,
            cause,
        });
        match (&mut self.push, cause) {
            (_, Cause::Accident) => {
                self.apply(&Action::Accident(piece));
            }
            (Under::Way(fell), Cause::Push) => fell.push(piece),
            (Under::None, Cause::Push) => {
                self.apply(&Action::Fall(piece));
            }
        }
    }

    /// Everything has come to rest, as far as anybody can see.
    pub fn rest(&mut self) {
        if let Under::Way(fell) = core::mem::replace(&mut self.push, Under::None) {
            for piece in fell {
                self.apply(&Action::Accident(piece));
            }
        }
        if matches!(self.game.state().phase, Phase::Settling(_)) {
            self.settle();
        }
    }

    fn settle(&mut self) {
        self.apply(&Action::Settle);
        for action in core::mem::take(&mut self.waits) {
            self.apply(&action);
        }
    }

    /// Does it now, or once everything rests.
    fn in_time(&mut self, action: Action) {
        if matches!(self.game.state().phase, Phase::Settling(_)) {
            self.waits.push(action);
        } else {
            self.apply(&action);
        }
    }

    fn dock(&mut self, place: Place, facing: Facing) {
        let turn = &self.game.state().turn;
        let stays = matches!(turn.platform, Platform::Down(at, _) if at == place);
        if !(stays && turn.pushes == 0 && turn.push != PushDuty::Replaced) {
            self.in_time(Action::Dock(place, facing));
        }
    }

    fn mark(&mut self, post: Post, slot: u8, marker: Option<Magnet>) {
        let Some(held) = self.slots[post].get_mut(usize::from(slot)) else {
            return;
        };
        let gone = core::mem::replace(held, marker);
        let terms = self.game.terms();
        let (came, went) = (
            marker.and_then(|it| side_of(terms, it)),
            gone.and_then(|it| side_of(terms, it)),
        );
        let markers = self.game.state().markers;
        let on = |side| markers[side].contains(post);
        if let Some(side) = went.filter(|&it| on(it)) {
            self.in_time(Action::TakeMarker(side, post));
        }
        if let Some(side) = came.filter(|&it| !on(it)) {
            self.in_time(Action::PlaceMarker(side, post));
        }
    }

    /// Whether the world holds what the match says is on the ring: the yardstick
    /// itself must be sound. Gives the first difference.
    #[must_use]
    pub fn unlike(&self, scene: &Scene) -> Option<String> {
        let fallen = scene.fallen();
        let world = scene.world();
        let mut here: Vec<Piece> = world
            .things()
            .filter(|it| !fallen.contains(it))
            .filter_map(|it| world.thing(it))
            .map(|(piece, _)| piece)
            .collect();
        let state = self.game.state();
        let belt = state.belt == rules_core::games::kabuto::state::Belt::OnRing;
        let centre = Piece::pawn(self.game.terms().book().centre);
        let mut ought: Vec<Piece> = (state.ring.kinds())
            .flat_map(|(element, count)| {
                std::iter::repeat_n(Piece::Element(element), usize::from(count))
            })
            .chain(state.sumos.iter().map(Piece::Sumo))
            .collect();
        if belt {
            // The pawn below the belt and the belt are one body.
            if let Some(n) = ought.iter().position(|&it| it == centre) {
                ought.swap_remove(n);
            }
            ought.push(Piece::Belt);
        }
        here.sort_unstable_by_key(|it| (body(*it).index(), it.to_string()));
        ought.sort_unstable_by_key(|it| (body(*it).index(), it.to_string()));
        let list = |pieces: &[Piece]| {
            let words: Vec<String> = pieces.iter().map(ToString::to_string).collect();
            words.join(", ")
        };
        (here != ought).then(|| format!("ring: {} / book: {}", list(&here), list(&ought)))
    }

    /// Whether people were asked about everything in which somebody else's state
    /// differs: about each kind of piece, and each post. The course of the match
    /// follows from what they said.
    #[must_use]
    pub(super) fn is_explained(&self, other: &State, topics: &[Topic]) -> bool {
        let truth = self.game.state();
        let asked = |piece: Piece| topics.contains(&Topic::Piece(piece));
        let heaps = |state: &State| -> Vec<Stock> {
            let heaps = state.inventories.0.iter().copied();
            heaps.chain([state.ring, state.reserve]).collect()
        };
        let (ours, theirs) = (heaps(truth), heaps(other));
        let elements = (ours.iter().chain(&theirs))
            .flat_map(Stock::kinds)
            .map(|(element, _)| element)
            .filter(|&element| {
                let count = |heap: &Stock| heap.count(element);
                !ours.iter().map(count).eq(theirs.iter().map(count))
            });
        let centre = Piece::pawn(self.game.terms().book().centre);
        let with_belt = |piece| piece == centre && asked(Piece::Belt);
        let elements = elements
            .map(Piece::Element)
            .all(|piece| asked(piece) || with_belt(piece));
        let sumos = Seat::ALL
            .into_iter()
            .filter(|&seat| truth.sumos.contains(seat) != other.sumos.contains(seat))
            .all(|seat| asked(Piece::Sumo(seat)));
        let belt = truth.belt == other.belt || asked(Piece::Belt);
        let posts = Post::ALL
            .into_iter()
            .filter(|&post| {
                let on = |state: &State| state.markers.0.map(|it| it.contains(post));
                on(truth) != on(other)
            })
            .all(|post| topics.contains(&Topic::Post(post)));
        elements && sumos && belt && posts && !topics.is_empty()
    }

    /// The differences between the truth and how somebody else has it, while the
    /// platform lies there. A platform that was left where it is may count as set
    /// down for the next turn: it can still be moved.
    #[must_use]
    pub fn difference(&self, other: &State, lies: Option<Place>) -> Option<String> {
        let mut other = *other;
        let truth = self.game.state();
        // A place along an edge is read to a few millimetres.
        if let (Platform::Down(place, duty), Platform::Down(read, read_duty)) =
            (truth.turn.platform, other.turn.platform)
            && duty == read_duty
            && same_place(place, read)
        {
            other.turn.platform = truth.turn.platform;
        }
        if let (Platform::Away, Platform::Down(read, _)) =
            (truth.turn.platform, other.turn.platform)
            && !other.turn.platform_fixed()
            && lies.is_some_and(|it| same_place(it, read))
        {
            other.turn.platform = Platform::Away;
        }
        let parts = [
            ("phase", truth.phase != other.phase),
            ("ring", truth.ring != other.ring),
            ("inventories", truth.inventories != other.inventories),
            ("reserve", truth.reserve != other.reserve),
            ("sumos", truth.sumos != other.sumos),
            ("belt", truth.belt != other.belt),
            ("markers", truth.markers != other.markers),
            ("out", truth.out != other.out),
            ("turn", truth.turn != other.turn),
            ("rest", *truth != other),
        ];
        let names: Vec<&str> = parts.iter().filter(|it| it.1).map(|it| it.0).collect();
        (!names.is_empty()).then(|| {
            let how = |state: &State| {
                let holds: Vec<String> = (state.inventories.0.iter())
                    .chain([&state.ring, &state.reserve])
                    .map(|it| it.to_string())
                    .collect();
                format!(
                    "{:?} turn {} of {} {:?} after {} pushes [{}]",
                    state.phase,
                    state.turn.number,
                    state.turn.seat,
                    state.turn.platform,
                    state.turn.pushes,
                    holds.join(" | ")
                )
            };
            let names = names.join(", ");
            format!("{names}: truly {}, judged {}", how(truth), how(&other))
        })
    }
}
