//! Reference model of Kabuto Sumo and Sakura Slam: slow, written from the clauses alone,
//! with maps and words, to disagree with the engine wherever one of them is wrong.
//!
//! The model takes the engine's actions and cards, because both sides must be asked the
//! same question; everything it keeps about a match is its own. An action is tried on a
//! copy of the match. A refusal is the set of *all* clauses that speak against the action,
//! and the engine may name any of them. A comment with *reading* marks a point that the
//! clauses leave open, where the model follows the engine.
//!
//! | file | clauses |
//! |---|---|
//! | `mod` | SS-S1 to SS-S6, KS-S1 to KS-S4: the start |
//! | `turns` | SS-T1 to SS-T3, SS-T8, SS-C1 to SS-C5, SS-L1: turns, platform, markers |
//! | `submission` | SS-L1, SS-C4, SS-3b, KS-L2: nothing left to push |
//! | `pushes` | SS-T4 to SS-T7, SS-M8, SS-M10: pushes |
//! | `falls` | SS-K1 to SS-K7, SS-2a to SS-3c, SS-4c, SS-J3: falls, accidents, rest |
//! | `moves` | SS-M1 to SS-M5, SS-M9, SS-4b, SS-J2: times, conditions and costs of moves |
//! | `move_effects` | SS-M5 to SS-M8, SS-M10: effects of moves |
//! | `picture` | words for a state, of the model and of the engine |

mod falls;
mod move_effects;
mod moves;
mod picture;
mod pushes;
mod submission;
mod turns;

pub use picture::{Picture, picture_of};

use host_core::data::Deck;
use rules_core::clause::Clause;
use rules_core::games::kabuto::action::Action;
use rules_core::games::kabuto::card::{Card, CardElements};
use rules_core::games::kabuto::edition::Edition;
use rules_core::games::kabuto::setup::Setup;
use rules_core::games::kabuto::terms::{EmptySlam, Fallen, League};
use rules_core::piece::{Element, Piece, Size, Token, TokenSlot};
use rules_core::place::{Place, Post};
use rules_core::player::{Seat, Side};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Elements in one spot, by kind; a kind that is not there has no entry.
pub type Heap = BTreeMap<Element, u32>;

/// Clauses that forbid an action; an action without any is allowed.
pub type Objections = BTreeSet<Clause>;

/// Match as the clauses describe it.
#[derive(Debug, Clone)]
pub struct ReferenceMatch {
    agreed: Rc<Agreed>,
    table: Table,
    turn: ReferenceTurn,
    stage: Stage,
    /// Rulings of the action that is being applied, as `SS-K1 1 small: ring -> ...`.
    log: Vec<String>,
}

/// Choices of the players before the match.
#[derive(Debug)]
struct Agreed {
    /// True for Kabuto Sumo, false for Sakura Slam.
    first_box: bool,
    junior: bool,
    /// House switch of SS-C4.
    waives_empty_slam: bool,
    /// SS-3c: a sumo that fell with the pusher's own goes back.
    puts_fallen_back: bool,
    /// Cards in turn order.
    cards: Vec<Card>,
}

/// Pieces and markers, and the sides that are out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Table {
    ring: Heap,
    reserve: Heap,
    hands: BTreeMap<Side, Heap>,
    sumos: BTreeSet<Seat>,
    belt: BeltSpot,
    markers: BTreeMap<Side, BTreeSet<Post>>,
    out: BTreeSet<Side>,
    /// Sides that have made a corner slam.
    slammed: BTreeSet<Side>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum BeltSpot {
    Box,
    Ring,
    Floor,
}

/// Turn of one player.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct ReferenceTurn {
    seat: Seat,
    number: u32,
    platform: Option<Place>,
    marker: MarkerNeed,
    pushes: u32,
    push: OwnPush,
    slam: SlamNeed,
    extra: u32,
    /// Further pushes before which the platform may move.
    moves_of_platform: u32,
    /// Elements that the pushes of the turn knocked off.
    knocked_off: Heap,
    group: Option<Heap>,
    cue: Option<TokenSlot>,
    used: BTreeSet<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum MarkerNeed {
    NotDue,
    Owed,
    Placed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum OwnPush {
    Due,
    Made,
    Replaced,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum SlamNeed {
    NotDue,
    Owed,
    Done,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Stage {
    /// The last in order still has to set a marker (SS-S6).
    Opening,
    /// A turn, with everything at rest.
    Resting,
    /// A push under way: its opposing sumos and belt that fell, in order, and whether
    /// the pusher's own side lost a sumo.
    Moving { fallen: Vec<Piece>, own_fell: bool },
    /// The end, in a sentence.
    Over(String),
}

/// Spot that elements come from or go to.
#[derive(Debug, Clone, Copy)]
enum Spot {
    Ring,
    Reserve,
    Hand(Side),
}

impl ReferenceMatch {
    /// Begins a match from a set-up that has no faults.
    #[must_use]
    pub fn new(setup: &Setup, deck: &Deck) -> Self {
        let first_box = setup.edition == Edition::KabutoSumo;
        let junior = setup.league == League::Junior;
        let count = setup.players.len();
        let cards: Vec<Card> = (0..count)
            .map(|n| (usize::from(setup.first) + n) % count)
            .map(|n| deck.cards[usize::from(setup.players[n].card)].clone())
            .collect();
        let agreed = Agreed {
            first_box,
            junior,
            waives_empty_slam: setup.house_rules.empty_slam == EmptySlam::Waived,
            // SS-3c: the first box always puts back.
            puts_fallen_back: first_box || setup.house_rules.fallen_with_pusher == Fallen::PutBack,
            cards,
        };
        let pawns = |small, medium, large| {
            let mut heap = Heap::new();
            add(&mut heap, Element::Pawn(Size::Small), small);
            add(&mut heap, Element::Pawn(Size::Medium), medium);
            add(&mut heap, Element::Pawn(Size::Large), large);
            heap
        };
        let on_ring = |size| u32::from(setup.layout.pawns[size]);
        let ring = pawns(
            on_ring(Size::Small),
            on_ring(Size::Medium),
            on_ring(Size::Large),
        );
        let mut model = Self {
            agreed: Rc::new(agreed),
            table: Table {
                ring,
                // The material of the box; what is dealt out leaves it below.
                reserve: if first_box {
                    pawns(20, 15, 5)
                } else {
                    pawns(20, 11, 6)
                },
                hands: Side::ALL.map(|side| (side, Heap::new())).into(),
                sumos: Seat::ALL.into_iter().take(count).collect(),
                belt: if count == 2 {
                    BeltSpot::Ring
                } else {
                    BeltSpot::Box
                },
                markers: Side::ALL.map(|side| (side, BTreeSet::new())).into(),
                out: BTreeSet::new(),
                slammed: BTreeSet::new(),
            },
            turn: ReferenceTurn::new(Seat::First, 1),
            stage: if first_box {
                Stage::Resting
            } else {
                Stage::Opening
            },
            log: Vec::new(),
        };
        model.deal();
        model
    }

    /// Fills the inventories, and takes them and the ring out of the reserve.
    fn deal(&mut self) {
        let agreed = Rc::clone(&self.agreed);
        for seat in self.seats() {
            let card = &agreed.cards[seat.index()];
            for (slot, kind) in TokenSlot::ALL.into_iter().zip(&card.tokens) {
                // SS-S3
                let token = Element::Token(Token { owner: seat, slot });
                add(&mut self.table.reserve, token, kind.count.into());
            }
            let side = self.side_of(seat);
            if agreed.junior {
                // SS-J1, KS-J1
                let junior = card.junior.unwrap_or_default();
                for (element, count) in listed(junior, seat) {
                    add(self.hand_mut(side), element, count);
                }
            } else if self.seats_of(side).first() == Some(&seat) {
                // SS-S4, KS-S4
                let third = agreed.first_box && agreed.cards.len() == 3 && seat == Seat::Third;
                let medium = if third { 2 } else { 1 };
                add(self.hand_mut(side), Element::Pawn(Size::Small), 2);
                add(self.hand_mut(side), Element::Pawn(Size::Medium), medium);
            }
        }
        if agreed.junior && agreed.cards.len() == 4 {
            for side in self.sides() {
                let small = Element::Pawn(Size::Small);
                let surplus = count(self.hand(side), small).saturating_sub(3);
                remove(self.hand_mut(side), small, surplus);
            }
        }
        let mut dealt = vec![self.table.ring.clone()];
        dealt.extend(self.table.hands.values().cloned());
        for (element, count) in dealt.into_iter().flatten() {
            remove(&mut self.table.reserve, element, count);
        }
    }

    /// Applies an action and returns the rulings that follow, in words.
    ///
    /// # Errors
    /// All clauses that speak against the action; the match is then unchanged.
    pub fn apply(&mut self, action: &Action) -> Result<Vec<String>, Objections> {
        let mut after = self.clone();
        after.log.clear();
        after.attempt(action)?;
        after.conclude();
        *self = after;
        Ok(self.log.clone())
    }

    /// Applies an action without the consequences that come by themselves.
    fn attempt(&mut self, action: &Action) -> Result<(), Objections> {
        if let Stage::Over(_) = self.stage {
            return Err([Clause::SsT1].into());
        }
        match action {
            Action::Dock(place, facing) => self.dock(*place, *facing),
            Action::PlaceMarker(side, post) => self.place_marker(*side, *post),
            Action::TakeMarker(side, post) => self.take_marker(*side, *post),
            Action::Use(special) => self.use_move(special),
            Action::Push(load, remarks) => self.push(load, *remarks),
            Action::Fall(piece) => self.fall(*piece),
            Action::Settle => self.settle(),
            Action::Accident(piece) => self.accident(*piece),
            Action::EndTurn => self.end_turn(),
            Action::Submit => self.submit(),
        }
    }

    fn seats(&self) -> Vec<Seat> {
        Seat::ALL
            .into_iter()
            .take(self.agreed.cards.len())
            .collect()
    }

    fn sides(&self) -> Vec<Side> {
        let all: BTreeSet<Side> = self.seats().into_iter().map(|s| self.side_of(s)).collect();
        all.into_iter().collect()
    }

    /// Returns the side of a seat: its own, or with four players every other's (SS-S7).
    fn side_of(&self, seat: Seat) -> Side {
        let sides = if self.agreed.cards.len() == 3 { 3 } else { 2 };
        Side::ALL[seat.index() % sides]
    }

    fn seats_of(&self, side: Side) -> Vec<Seat> {
        let mut seats = self.seats();
        seats.retain(|&seat| self.side_of(seat) == side);
        seats
    }

    /// Returns the side whose turn it is.
    fn mover(&self) -> Side {
        self.side_of(self.turn.seat)
    }

    fn hand(&self, side: Side) -> &Heap {
        &self.table.hands[&side]
    }

    fn hand_mut(&mut self, side: Side) -> &mut Heap {
        self.table.hands.entry(side).or_default()
    }

    fn markers_of(&mut self, side: Side) -> &mut BTreeSet<Post> {
        self.table.markers.entry(side).or_default()
    }

    /// Returns the size of the pawn in the centre (SS-S2, KS-B1).
    fn centre(&self) -> Size {
        if self.agreed.first_box {
            Size::Large
        } else {
            Size::Medium
        }
    }

    /// Returns the clause of the box that is played: the two number the same rule
    /// differently.
    fn cite(&self, sakura_slam: Clause, first_box: Clause) -> Clause {
        if self.agreed.first_box {
            first_box
        } else {
            sakura_slam
        }
    }

    fn rule(&mut self, clause: Clause, words: impl std::fmt::Display) {
        self.log.push(format!("{clause} {words}"));
    }

    /// Carries elements from one spot to another, where they must be.
    fn carry(&mut self, clause: Clause, number: u32, element: Element, from: Spot, to: Spot) {
        let words = |spot| match spot {
            Spot::Ring => "ring".to_owned(),
            Spot::Reserve => "reserve".to_owned(),
            Spot::Hand(side) => format!("inventory {side}"),
        };
        let sentence = format!("{number} {element}: {} -> {}", words(from), words(to));
        self.rule(clause, sentence);
        remove(self.heap(from), element, number);
        add(self.heap(to), element, number);
    }

    fn heap(&mut self, spot: Spot) -> &mut Heap {
        match spot {
            Spot::Ring => &mut self.table.ring,
            Spot::Reserve => &mut self.table.reserve,
            Spot::Hand(side) => self.hand_mut(side),
        }
    }
}

fn count(heap: &Heap, element: Element) -> u32 {
    heap.get(&element).copied().unwrap_or(0)
}

fn holds(heap: &Heap, wanted: &Heap) -> bool {
    wanted.iter().all(|(&kind, &n)| count(heap, kind) >= n)
}

fn add(heap: &mut Heap, element: Element, number: u32) {
    if number > 0 {
        *heap.entry(element).or_default() += number;
    }
}

fn remove(heap: &mut Heap, element: Element, number: u32) {
    let left = count(heap, element).checked_sub(number);
    let left = left.expect("the model removes only what is there");
    if left == 0 {
        heap.remove(&element);
    } else {
        heap.insert(element, left);
    }
}

/// Returns the elements that a card lists, with the tokens of the card's owner.
fn listed(elements: CardElements, owner: Seat) -> Heap {
    let mut heap = Heap::new();
    for size in Size::ALL {
        add(&mut heap, Element::Pawn(size), elements.pawns[size].into());
    }
    for slot in TokenSlot::ALL {
        let token = Element::Token(Token { owner, slot });
        add(&mut heap, token, elements.tokens[slot].into());
    }
    heap
}

/// Returns the objections as a refusal, or nothing where there are none.
fn unless(objections: Objections) -> Result<(), Objections> {
    if objections.is_empty() {
        Ok(())
    } else {
        Err(objections)
    }
}
