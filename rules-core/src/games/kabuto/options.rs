//! Every action that is legal now, one by one.
//!
//! Candidates are listed generously and each is judged by the engine itself, so
//! what is offered here is exactly what would be accepted.

use super::Match;
use super::action::{Action, Choices, Contact, Load, OnRing, Remarks, Shift, Target, Use};
use super::card::{Condition, Cost, Effect, MoveRule, Nth};
use super::edition::Docking;
use super::state::Phase;
use crate::piece::{Element, Piece};
use crate::place::{Edge, Facing, Place, Post, Posts};
use crate::player::{Seat, Side};
use core::ops::ControlFlow;

/// What a visitor of options says: go on, or stop.
pub type Visit = ControlFlow<()>;

/// Half of an assumed ring side of 200 mm: one place for the platform stands
/// for all along an edge, which differ in nothing the rules look at.
const MID_EDGE_MM: u16 = 100;

impl Match {
    /// Shows `visit` every legal action until it breaks off. Falls and
    /// accidents are among them: they are legal, if unwished.
    pub fn legal(&self, visit: &mut dyn FnMut(&Action) -> Visit) -> Visit {
        self.candidates(&mut |action| {
            if self.permits(action).is_ok() {
                visit(action)
            } else {
                Visit::Continue(())
            }
        })
    }

    /// Shows `visit` everything that could conceivably happen now.
    pub fn candidates(&self, visit: &mut dyn FnMut(&Action) -> Visit) -> Visit {
        visit(&Action::EndTurn)?;
        visit(&Action::Submit)?;
        visit(&Action::Settle)?;
        for post in Post::ALL {
            for side in self.terms.players.sides() {
                visit(&Action::PlaceMarker(side, post))?;
                visit(&Action::TakeMarker(side, post))?;
            }
        }
        self.docks(&mut |place| visit(&Action::Dock(place, Facing::Short)))?;
        self.loads(&mut |load| visit(&Action::Push(load, Remarks::EMPTY)))?;
        for piece in Piece::all() {
            visit(&Action::Fall(piece))?;
            visit(&Action::Accident(piece))?;
        }
        let card_of = self.state.turn.seat;
        for nth in Nth::ALL {
            self.choices(card_of, nth, &mut |choices| {
                visit(&Action::Use(Use {
                    card_of,
                    nth,
                    choices,
                }))
            })?;
        }
        Visit::Continue(())
    }

    /// Places for the platform.
    pub(super) fn docks(&self, visit: &mut dyn FnMut(Place) -> Visit) -> Visit {
        match self.terms.book().docking {
            Docking::CornersWithPosts => Post::ALL
                .into_iter()
                .try_for_each(|post| visit(Place::Corner(post))),
            Docking::AnywhereOnEdge => Edge::ALL.into_iter().try_for_each(|edge| {
                visit(Place::Along {
                    edge,
                    at_mm: MID_EDGE_MM,
                })
            }),
        }
    }

    /// Loads for the platform: each element in hand, and the group a move allows.
    pub(super) fn loads(&self, visit: &mut dyn FnMut(Load) -> Visit) -> Visit {
        let seat = self.state.turn.seat;
        let inventory = &self.state.inventories[self.terms.side_of(seat)];
        for (element, _) in inventory.kinds() {
            let mut load = Load::new();
            let _ = load.push(Piece::Element(element));
            visit(load)?;
        }
        if let Some(listed) = self.state.turn.forms.group {
            let mut load = Load::new();
            for (element, count) in listed.of(seat).kinds() {
                for _ in 0..count {
                    let _ = load.push(Piece::Element(element));
                }
            }
            visit(load)?;
        }
        Visit::Continue(())
    }

    /// Choices for a special move: all combinations of what it asks for.
    pub(super) fn choices(
        &self,
        seat: Seat,
        nth: Nth,
        visit: &mut dyn FnMut(Choices) -> Visit,
    ) -> Visit {
        if !matches!(self.state.phase, Phase::InTurn) {
            return Visit::Continue(());
        }
        let Some(rule) = self.terms.move_rule(seat, nth) else {
            return Visit::Continue(());
        };
        let asks = Asks::of(rule);
        self.payees(asks.pay, &mut |pay_to| {
            self.stack_bases(asks.stack, &mut |stack_on| {
                marker_sets(asks.markers, &mut |markers| {
                    self.targets(asks.target, &mut |target| {
                        self.shifts(asks.shift, &mut |shift| {
                            visit(Choices {
                                pay_to,
                                stack_on,
                                markers,
                                target,
                                shift,
                            })
                        })
                    })
                })
            })
        })
    }

    fn payees(&self, asked: bool, visit: &mut dyn FnMut(Option<Seat>) -> Visit) -> Visit {
        if !asked {
            return visit(None);
        }
        let mut seats = self.terms.players.seats();
        seats.try_for_each(|seat| visit(Some(seat)))
    }

    fn stack_bases(&self, asked: bool, visit: &mut dyn FnMut(Option<OnRing>) -> Visit) -> Visit {
        if !asked {
            return visit(None);
        }
        self.pieces_on_ring(&mut |piece| visit(Some(piece)))
    }

    fn targets(&self, asked: bool, visit: &mut dyn FnMut(Option<Target>) -> Visit) -> Visit {
        if !asked {
            return visit(None);
        }
        self.pieces_on_ring(&mut |piece| {
            Contact::ALL
                .into_iter()
                .try_for_each(|contact| visit(Some(Target { piece, contact })))
        })
    }

    fn pieces_on_ring(&self, visit: &mut dyn FnMut(OnRing) -> Visit) -> Visit {
        for (element, _) in self.state.ring.kinds() {
            visit(OnRing::Piece(Piece::Element(element)))?;
        }
        for seat in self.state.sumos.iter() {
            visit(OnRing::Piece(Piece::Sumo(seat)))?;
        }
        visit(OnRing::Piece(Piece::Belt))?;
        visit(OnRing::BeltPawn)
    }

    fn shifts(&self, asked: bool, visit: &mut dyn FnMut(Option<Shift>) -> Visit) -> Visit {
        if !asked {
            return visit(None);
        }
        for side in Side::ALL {
            for from in self.state.markers[side].iter() {
                for to in Post::ALL {
                    visit(Some(Shift { side, from, to }))?;
                }
            }
        }
        Visit::Continue(())
    }

    /// Elements the side to move could put on the platform.
    pub fn in_hand(&self) -> impl Iterator<Item = (Element, u8)> {
        self.state.inventories[self.terms.side_of(self.state.turn.seat)].kinds()
    }
}

/// Which choices a move asks for.
pub(super) struct Asks {
    pub(super) pay: bool,
    pub(super) stack: bool,
    /// How many markers.
    pub(super) markers: Option<u8>,
    pub(super) target: bool,
    pub(super) shift: bool,
}

impl Asks {
    pub(super) fn of(rule: &MoveRule) -> Self {
        let mut asks = Self {
            pay: false,
            stack: false,
            markers: None,
            target: false,
            shift: false,
        };
        for cost in &rule.costs {
            match cost {
                Cost::Pay(_) => asks.pay = true,
                Cost::Stack(..) => asks.stack = true,
                Cost::RemoveMarkers(count, _) => asks.markers = Some(*count),
                Cost::PayEach(_) => {}
            }
        }
        asks.target |= rule
            .conditions
            .iter()
            .any(|it| matches!(it, Condition::Touches(_)));
        for effect in &rule.effects {
            asks.target |= matches!(effect, Effect::Take(..));
            asks.shift |= matches!(effect, Effect::MoveMarker(_));
        }
        asks
    }
}

/// All sets of posts of the size asked for.
fn marker_sets(count: Option<u8>, visit: &mut dyn FnMut(Posts) -> Visit) -> Visit {
    let Some(count) = count else {
        return visit(Posts::EMPTY);
    };
    for bits in 0..1_u8 << Post::ALL.len() {
        let set: Posts = Post::ALL
            .into_iter()
            .filter(|post| bits & Posts::of(*post).bits() != 0)
            .collect();
        if set.len() == usize::from(count) {
            visit(set)?;
        }
    }
    Visit::Continue(())
}
