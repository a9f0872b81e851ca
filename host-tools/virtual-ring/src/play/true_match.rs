//! True match: the true events of the table, applied as actions to the bare rules engine.
//! No sensor is involved.
//!
//! Falls of a push in progress wait for its end, and actions taken while pieces still
//! move wait for rest, because the rules allow no other order.

use super::respondents::QuestionTopic;
use crate::explain::explain;
use crate::geometry::{Docking, EdgeRelative};
use crate::pieces::body;
use crate::scene::Scene;
use crate::truth::{TrueEvent, TrueEventKind};
use crate::world::{ThingId, World};
use rules_core::games::kabuto::action::{Load, Remarks};
use rules_core::games::kabuto::state::{Platform, PushDuty, State};
use rules_core::games::kabuto::{Action, Change, Match, MatchPhase};
use rules_core::piece::{Piece, Stock};
use rules_core::place::{ByPost, Edge, Facing, Place, Post};
use rules_core::player::Seat;
use rules_core::referee::kabuto::markers::side_of;
use rules_core::sensing::magnet::Magnet;
use rules_core::sensing::observation::Cause;
use rules_core::time::Instant;

/// Largest distance at which two readings mean the same place on an edge, mm.
const SAME_PLACE_MM: u16 = 16;

/// Match as it is truly played, by the bare rules.
#[derive(Debug)]
pub struct TrueMatch {
    game: Match,
    slots: ByPost<[Option<Magnet>; 4]>,
    /// Number of true events of the scene read so far.
    read: usize,
    push: PushPhase,
    /// Actions that wait for rest.
    waits: Vec<Action>,
    /// Falls since [`TrueMatch::forget_falls`].
    falls: Vec<BookedFall>,
    /// Pieces that the rules put back and that are not back on the ring yet.
    put_back: Vec<Piece>,
    /// Element pushed last; `None` before the first push.
    pushed: Option<(ThingId, Piece)>,
    /// Number of elements pushed.
    pub pushes: u32,
    /// Number of pieces fallen.
    pub fallen: u32,
}

/// Progress of a push in the true match.
#[derive(Debug, Clone, PartialEq)]
enum PushPhase {
    /// No push is in progress.
    None,
    /// A push is in progress; these pieces have fallen in it.
    Way(Vec<Piece>),
}

/// Fall as it truly happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BookedFall {
    /// Time at which the piece's middle was well below the surface.
    pub at: Instant,
    /// Kind of piece.
    pub piece: Piece,
    /// Edge that the piece fell over and place along it in mm; `None` if it flew over the
    /// gutter.
    pub spot: Option<(Edge, f32)>,
    /// Cause: push or accident.
    pub cause: Cause,
}

/// True if two places are equal within the accuracy of reading.
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

impl TrueMatch {
    /// Creates a true match that starts in this state.
    #[must_use]
    pub const fn new(game: Match) -> Self {
        Self {
            game,
            slots: ByPost([[None; 4]; Post::ALL.len()]),
            read: 0,
            push: PushPhase::None,
            waits: Vec::new(),
            falls: Vec::new(),
            put_back: Vec::new(),
            pushed: None,
            pushes: 0,
            fallen: 0,
        }
    }

    /// Returns the state of the match.
    #[must_use]
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// Returns the falls since [`TrueMatch::forget_falls`].
    #[must_use]
    pub fn falls(&self) -> &[BookedFall] {
        &self.falls
    }

    /// Forgets the true falls so far, which are settled.
    pub fn forget_falls(&mut self) {
        self.falls.clear();
    }

    /// Returns the element pushed last; `None` before the first push.
    #[must_use]
    pub const fn pushed(&self) -> Option<(ThingId, Piece)> {
        self.pushed
    }

    /// Returns the pieces that the rules put back, each only once.
    pub fn put_back(&mut self) -> Vec<Piece> {
        core::mem::take(&mut self.put_back)
    }

    /// True if a push is in progress.
    #[must_use]
    pub fn is_pushing(&self) -> bool {
        self.push != PushPhase::None
    }

    /// True if a push is in progress or pieces have not come to rest.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.push != PushPhase::None || matches!(self.game.state().phase, MatchPhase::Settling(_))
    }

    /// Adopts the state that people agreed on after a question.
    pub fn adopt(&mut self, state: State) {
        // The referee holds a state of the same match, so this cannot fail.
        let _ = self.game.adopt(state);
    }

    /// Applies an action. Returns false if the rules refuse it, as they refuse a player's
    /// mistake; nothing is changed then.
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

    /// Skips the scene's events so far, which happened before the match.
    pub fn skip(&mut self, scene: &Scene) {
        self.read = scene.truth().events.len();
    }

    /// Reads further true events of a scene.
    pub fn read(&mut self, scene: &Scene) {
        while let Some(event) = scene.truth().events.get(self.read) {
            self.read += 1;
            explain(|| format!("{} true {:?}", event.at, event.what));
            self.enter(event, scene.world());
        }
    }

    fn enter(&mut self, event: &TrueEvent, world: &World) {
        match event.what {
            TrueEventKind::PushStarted(..) if self.is_pushing() => {}
            TrueEventKind::PushStarted(..) => self.push = PushPhase::Way(Vec::new()),
            TrueEventKind::Pushed(pushed) => {
                let Some((piece, _)) = world.thing(pushed.thing) else {
                    return;
                };
                self.pushes += 1;
                self.pushed = Some((pushed.thing, piece));
                let load: Load = [piece].into_iter().collect();
                if matches!(self.game.state().phase, MatchPhase::Settling(_)) {
                    self.at_rest();
                }
                self.apply(&Action::Push(load, Remarks::EMPTY));
                let fell = core::mem::replace(&mut self.push, PushPhase::None);
                if let PushPhase::Way(fell) = fell {
                    for piece in fell {
                        self.apply(&Action::Fall(piece));
                    }
                }
            }
            TrueEventKind::Fell(fell) => {
                // Place in the beams, not where it crossed the edge.
                let now = world.thing(fell.thing).map(|thing| thing.1.position);
                let along = now.map_or(fell.along, |at| {
                    EdgeRelative::new(at, fell.edge, world.ring_side()).along
                });
                let spot = Some((fell.edge, along));
                self.fall(event.at, fell.piece, spot, fell.cause);
            }
            TrueEventKind::Overshot(thing, _) => {
                if let Some((piece, _)) = world.thing(thing) {
                    let cause = if self.is_busy() {
                        Cause::Push
                    } else {
                        Cause::Accident
                    };
                    self.fall(event.at, piece, None, cause);
                }
            }
            TrueEventKind::Rested => self.rest(),
            TrueEventKind::Docked(Docking { place, facing }) => self.dock(place, facing),
            TrueEventKind::Marked(post, slot, marker) => self.mark(post, slot, marker),
            _ => {}
        }
    }

    fn fall(&mut self, at: Instant, piece: Piece, spot: Option<(Edge, f32)>, cause: Cause) {
        self.fallen += 1;
        self.falls.push(BookedFall {
            at,
            piece,
            spot,
            cause,
        });
        match (&mut self.push, cause) {
            (_, Cause::Accident) => {
                self.apply(&Action::Accident(piece));
            }
            (PushPhase::Way(fell), Cause::Push) => fell.push(piece),
            (PushPhase::None, Cause::Push) => {
                self.apply(&Action::Fall(piece));
            }
        }
    }

    /// Settles the turn, since no piece moves as far as anybody can see.
    pub fn rest(&mut self) {
        if let PushPhase::Way(fell) = core::mem::replace(&mut self.push, PushPhase::None) {
            for piece in fell {
                self.apply(&Action::Accident(piece));
            }
        }
        if matches!(self.game.state().phase, MatchPhase::Settling(_)) {
            self.at_rest();
        }
    }

    fn at_rest(&mut self) {
        self.apply(&Action::Settle);
        for action in core::mem::take(&mut self.waits) {
            self.apply(&action);
        }
    }

    /// Applies an action now, or once all pieces are at rest.
    fn in_time(&mut self, action: Action) {
        if matches!(self.game.state().phase, MatchPhase::Settling(_)) {
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
            marker.and_then(|magnet| side_of(terms, magnet)),
            gone.and_then(|magnet| side_of(terms, magnet)),
        );
        let markers = self.game.state().markers;
        let on = |side| markers[side].contains(post);
        if let Some(side) = went.filter(|&side| on(side)) {
            self.in_time(Action::TakeMarker(side, post));
        }
        if let Some(side) = came.filter(|&side| !on(side)) {
            self.in_time(Action::PlaceMarker(side, post));
        }
    }

    /// Compares the pieces in the world with those of the match, to check the reference
    /// itself. Returns the difference; `None` if they agree.
    #[must_use]
    pub fn unlike(&self, scene: &Scene) -> Option<String> {
        let fallen = scene.fallen();
        let world = scene.world();
        let mut here: Vec<Piece> = world
            .things()
            .filter(|thing| !fallen.contains(thing))
            .filter_map(|thing| world.thing(thing))
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
            // The belt and the pawn below it are one body.
            if let Some(n) = ought.iter().position(|&piece| piece == centre) {
                ought.swap_remove(n);
            }
            ought.push(Piece::Belt);
        }
        here.sort_unstable_by_key(|piece| (body(*piece).index(), piece.to_string()));
        ought.sort_unstable_by_key(|piece| (body(*piece).index(), piece.to_string()));
        let list = |pieces: &[Piece]| {
            let words: Vec<String> = pieces.iter().map(ToString::to_string).collect();
            words.join(", ")
        };
        (here != ought).then(|| format!("ring: {} / book: {}", list(&here), list(&ought)))
    }

    /// True if people were asked about everything in which another state differs: each
    /// kind of piece, and each post. The course of the match follows from their answers.
    #[must_use]
    pub(crate) fn is_explained(&self, other: &State, topics: &[QuestionTopic]) -> bool {
        let truth = self.game.state();
        let asked = |piece: Piece| topics.contains(&QuestionTopic::Piece(piece));
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
                let on = |state: &State| state.markers.0.map(|posts| posts.contains(post));
                on(truth) != on(other)
            })
            .all(|post| topics.contains(&QuestionTopic::Post(post)));
        elements && sumos && belt && posts && !topics.is_empty()
    }

    /// Compares the truth with another state, while the platform lies at `lies`. A
    /// platform that was left in place may count as set down for the next turn, because
    /// it can still be moved. Returns the differences; `None` if there are none.
    #[must_use]
    pub fn difference(&self, other: &State, lies: Option<Place>) -> Option<String> {
        let mut other = *other;
        let truth = self.game.state();
        // A place along an edge is read with an accuracy of a few millimetres.
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
            && lies.is_some_and(|place| same_place(place, read))
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
        let names: Vec<&str> = parts
            .iter()
            .filter(|part| part.1)
            .map(|part| part.0)
            .collect();
        (!names.is_empty()).then(|| {
            let how = |state: &State| {
                let holds: Vec<String> = (state.inventories.0.iter())
                    .chain([&state.ring, &state.reserve])
                    .map(|stock| stock.to_string())
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
