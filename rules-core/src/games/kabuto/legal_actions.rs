//! Enumeration of the legal actions of a match.
//!
//! Candidates are listed generously and each is checked by the engine itself, so the
//! actions listed here are exactly those that would be accepted.

use super::Match;
use super::action::{
    Action, Contact, FurtherElements, Load, MarkerChange, MoveChoices, MoveUse, OnRing, Remarks,
    Target,
};
use super::card::{Condition, Cost, Effect, MoveIndex, MovePart, MoveRule, PieceKind, SumoTaking};
use super::edition::DockingRule;
use super::state::MatchPhase;
use crate::piece::{Element, Piece};
use crate::place::{Edge, Facing, Place, Post, Posts};
use crate::player::{Seat, Side};
use core::ops::ControlFlow;

/// Answer of a visitor: continue with the next action, or stop.
pub type VisitResult = ControlFlow<()>;

/// Place along an edge that represents all of it, in millimetres: the middle of an
/// assumed ring side of 200 mm. The rules do not distinguish places along an edge.
const MID_EDGE_MM: u16 = 100;

impl Match {
    /// Calls `visit` with every legal action until it returns `Break`. Includes falls
    /// and accidents.
    pub fn legal(&self, visit: &mut dyn FnMut(&Action) -> VisitResult) -> VisitResult {
        self.candidates(&mut |action| {
            if self.permits(action).is_ok() {
                visit(action)
            } else {
                VisitResult::Continue(())
            }
        })
    }

    /// Calls `visit` with every conceivable action, legal or not, until it returns
    /// `Break`.
    pub fn candidates(&self, visit: &mut dyn FnMut(&Action) -> VisitResult) -> VisitResult {
        visit(&Action::EndTurn)?;
        visit(&Action::Submit)?;
        visit(&Action::Settle)?;
        for post in Post::ALL {
            for side in self.terms.players.sides() {
                visit(&Action::PlaceMarker(side, post))?;
                visit(&Action::TakeMarker(side, post))?;
            }
        }
        self.dock_actions(&mut |place| visit(&Action::Dock(place, Facing::Short)))?;
        self.push_loads(&mut |load| visit(&Action::Push(load, Remarks::EMPTY)))?;
        for piece in Piece::all() {
            visit(&Action::Fall(piece))?;
            visit(&Action::Accident(piece))?;
        }
        let card_of = self.state.turn.seat;
        for nth in MoveIndex::ALL {
            self.choices(card_of, nth, &mut |choices| {
                visit(&Action::Use(MoveUse {
                    card_of,
                    nth,
                    choices,
                }))
            })?;
        }
        VisitResult::Continue(())
    }

    /// Calls `visit` with every place for the platform: the corners, or the middle of
    /// each edge.
    pub(super) fn dock_actions(&self, visit: &mut dyn FnMut(Place) -> VisitResult) -> VisitResult {
        match self.terms.book().docking {
            DockingRule::CornersWithPosts => Post::ALL
                .into_iter()
                .try_for_each(|post| visit(Place::Corner(post))),
            DockingRule::AnywhereOnEdge => Edge::ALL.into_iter().try_for_each(|edge| {
                visit(Place::Along {
                    edge,
                    at_mm: MID_EDGE_MM,
                })
            }),
        }
    }

    /// Calls `visit` with every load for the platform: each element in hand, and the
    /// group that a move allows.
    pub(super) fn push_loads(&self, visit: &mut dyn FnMut(Load) -> VisitResult) -> VisitResult {
        let seat = self.state.turn.seat;
        let inventory = &self.state.inventories[self.terms.side_of(seat)];
        for (element, _) in inventory.kinds() {
            let mut load = Load::new();
            let _ = load.push(Piece::Element(element));
            visit(load)?;
        }
        let group = self.state.turn.forms.group;
        if let Some(listed) = group.and_then(|nth| self.terms.group_of(seat, nth)) {
            let mut load = Load::new();
            for (element, count) in listed.stock_for(seat).kinds() {
                for _ in 0..count {
                    let _ = load.push(Piece::Element(element));
                }
            }
            visit(load)?;
        }
        VisitResult::Continue(())
    }

    /// Calls `visit` with every combination of the choices that special move `nth` of
    /// `seat` asks for. Calls it never outside a turn, or if the card has no such move.
    pub(super) fn choices(
        &self,
        seat: Seat,
        nth: MoveIndex,
        visit: &mut dyn FnMut(MoveChoices) -> VisitResult,
    ) -> VisitResult {
        if !matches!(self.state.phase, MatchPhase::InTurn) {
            return VisitResult::Continue(());
        }
        let Some(rule) = self.terms.move_rule(seat, nth) else {
            return VisitResult::Continue(());
        };
        for &cost in rule.alternatives(MovePart::Costs) {
            for &effect in rule.alternatives(MovePart::Effects) {
                let chosen = MoveChoices {
                    cost,
                    effect,
                    ..MoveChoices::default()
                };
                self.further_choices(seat, rule, chosen, visit)?;
            }
        }
        VisitResult::Continue(())
    }

    /// Calls `visit` with every combination of the choices besides the alternatives,
    /// which are chosen.
    fn further_choices(
        &self,
        seat: Seat,
        rule: &MoveRule,
        chosen: MoveChoices,
        visit: &mut dyn FnMut(MoveChoices) -> VisitResult,
    ) -> VisitResult {
        let asks = RequiredChoices::for_rule(rule, &chosen);
        self.payees(asks.pay, &mut |pay_to| {
            self.stack_bases(asks.stack, &mut |stack_on| {
                marker_sets(asks.markers, &mut |markers| {
                    self.targets(seat, &asks, &mut |target| {
                        self.marker_changes(asks.marker, &mut |marker| {
                            visit(MoveChoices {
                                pay_to,
                                stack_on,
                                markers,
                                target,
                                marker,
                                ..chosen
                            })
                        })
                    })
                })
            })
        })
    }

    fn payees(
        &self,
        asked: bool,
        visit: &mut dyn FnMut(Option<Seat>) -> VisitResult,
    ) -> VisitResult {
        if !asked {
            return visit(None);
        }
        let mut seats = self.terms.players.seats();
        seats.try_for_each(|seat| visit(Some(seat)))
    }

    fn stack_bases(
        &self,
        asked: bool,
        visit: &mut dyn FnMut(Option<OnRing>) -> VisitResult,
    ) -> VisitResult {
        if !asked {
            return visit(None);
        }
        self.pieces_on_ring(&mut |piece| visit(Some(piece)))
    }

    fn targets(
        &self,
        seat: Seat,
        asks: &RequiredChoices,
        visit: &mut dyn FnMut(Option<Target>) -> VisitResult,
    ) -> VisitResult {
        if asks.target != TargetRequest::Required {
            visit(None)?;
        }
        if asks.target == TargetRequest::None {
            return VisitResult::Continue(());
        }
        self.pieces_on_ring(&mut |piece| {
            self.further_elements(seat, asks.takes, &mut |further| {
                Contact::ALL.into_iter().try_for_each(|contact| {
                    visit(Some(Target {
                        piece,
                        further,
                        contact,
                    }))
                })
            })
        })
    }

    /// Calls `visit` with every list of further elements that a move which takes several
    /// can take: those of its kind on the ring, each list once.
    fn further_elements(
        &self,
        seat: Seat,
        takes: Option<(PieceKind, u8)>,
        visit: &mut dyn FnMut(FurtherElements) -> VisitResult,
    ) -> VisitResult {
        visit(FurtherElements::None)?;
        let Some((kind, most)) = takes else {
            return VisitResult::Continue(());
        };
        let of_kind = |(element, _): &(Element, u8)| kind.includes(*element, seat);
        for (n, (second, _)) in self.state.ring.kinds().filter(of_kind).enumerate() {
            if most >= 2 {
                visit(FurtherElements::One(second))?;
            }
            for (third, _) in self.state.ring.kinds().filter(of_kind).skip(n) {
                if most >= 3 {
                    visit(FurtherElements::Two(second, third))?;
                }
            }
        }
        VisitResult::Continue(())
    }

    fn pieces_on_ring(&self, visit: &mut dyn FnMut(OnRing) -> VisitResult) -> VisitResult {
        for (element, _) in self.state.ring.kinds() {
            visit(OnRing::Piece(Piece::Element(element)))?;
        }
        for seat in self.state.sumos.iter() {
            visit(OnRing::Piece(Piece::Sumo(seat)))?;
        }
        visit(OnRing::Piece(Piece::Belt))?;
        visit(OnRing::BeltPawn)
    }

    fn marker_changes(
        &self,
        asked: Option<Effect>,
        visit: &mut dyn FnMut(Option<MarkerChange>) -> VisitResult,
    ) -> VisitResult {
        match asked {
            Some(Effect::SetMarker) => Post::ALL
                .into_iter()
                .try_for_each(|post| visit(Some(MarkerChange::Set(post)))),
            Some(effect) => Side::ALL.into_iter().try_for_each(|side| {
                self.state.markers[side].iter().try_for_each(|from| {
                    if effect == Effect::RemoveMarker {
                        return visit(Some(MarkerChange::Removed(side, from)));
                    }
                    Post::ALL
                        .into_iter()
                        .try_for_each(|to| visit(Some(MarkerChange::Moved(side, from, to))))
                })
            }),
            None => visit(None),
        }
    }

    /// Iterates over the elements that the side to move could put on the platform, with
    /// their number.
    pub fn in_hand(&self) -> impl Iterator<Item = (Element, u8)> {
        self.state.inventories[self.terms.side_of(self.state.turn.seat)].kinds()
    }
}

/// Choices that a special move requires of the player.
pub(super) struct RequiredChoices {
    pub(super) pay: bool,
    pub(super) stack: bool,
    /// Number of markers to choose; `None` if the move takes none.
    pub(super) markers: Option<u8>,
    pub(super) target: TargetRequest,
    /// Kind and largest number of the elements that the move takes; `None` if it takes
    /// none.
    pub(super) takes: Option<(PieceKind, u8)>,
    /// Effect that moves, sets or removes a marker; `None` if there is none.
    pub(super) marker: Option<Effect>,
}

/// Need of a special move for a piece that the player points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TargetRequest {
    /// The move asks for no piece.
    None,
    /// One of two alternative conditions asks for a piece.
    Optional,
    /// The move asks for a piece.
    Required,
}

impl TargetRequest {
    /// True if a piece may be named.
    pub(super) fn is_possible(self) -> bool {
        self != Self::None
    }
}

impl RequiredChoices {
    /// Returns the choices that a move requires with the chosen alternatives.
    pub(super) fn for_rule(rule: &MoveRule, chosen: &MoveChoices) -> Self {
        let touches = |condition: &Condition| matches!(condition, Condition::Touches(..));
        let mut asks = Self {
            pay: false,
            stack: false,
            markers: None,
            target: match rule.conditions.iter().any(touches) {
                true if rule.one_of.contains(MovePart::Conditions) => TargetRequest::Optional,
                true => TargetRequest::Required,
                false => TargetRequest::None,
            },
            takes: None,
            marker: None,
        };
        for cost in rule.costs(chosen.cost) {
            match cost {
                Cost::Pay(_) => asks.pay = true,
                Cost::Stack(..) => asks.stack = true,
                Cost::RemoveMarkers(count, _) => asks.markers = Some(*count),
                Cost::PayEach(_) => {}
            }
        }
        for effect in rule.effects(chosen.effect) {
            match effect {
                Effect::Take(kind, most, _) => {
                    asks.target = TargetRequest::Required;
                    asks.takes = Some((*kind, *most));
                }
                Effect::TakeSumo(SumoTaking::OpponentMoved | SumoTaking::OpponentOut) => {
                    asks.target = TargetRequest::Required;
                }
                Effect::MoveMarker(_) | Effect::SetMarker | Effect::RemoveMarker => {
                    asks.marker = Some(*effect);
                }
                Effect::Gain(_)
                | Effect::ExtraPush(_)
                | Effect::PushGroup(_)
                | Effect::Cue(_)
                | Effect::Exchange(..)
                | Effect::TakeSumo(SumoTaking::OwnMoved) => {}
            }
        }
        asks
    }
}

/// Calls `visit` with every set of `count` posts, or with the empty set if `count` is
/// `None`.
fn marker_sets(count: Option<u8>, visit: &mut dyn FnMut(Posts) -> VisitResult) -> VisitResult {
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
    VisitResult::Continue(())
}
