//! Simulated player at the ring of a session. It goes by the match as the ring has it and
//! by the true table, and acts with the hands and the timing of the simulated people.

use super::ring_table::{RingTable, judged};
use crate::play::hand_acts;
use crate::play::ring_under_test::{HostRing, RingUnderTest};
use crate::players::push::{PushOrigin, PushPlan, choose as choose_push};
use crate::players::push_preview::TablePreview;
use crate::players::{Strategy, moves};
use crate::script::Act;
use host_core::page::offers::acting_at_ring as acting;
use rules_core::games::kabuto::action::{Load, MoveUse, Remarks};
use rules_core::games::kabuto::state::{Platform, PushDuty, SlamDuty, State};
use rules_core::games::kabuto::{Action, Match, MatchPhase};
use rules_core::piece::Piece;
use rules_core::place::{Facing, Place, Post};
use rules_core::player::Side;
use rules_core::referee::Command;
use rules_core::referee::kabuto::markers::{magnet_of, side_of};
use rules_core::referee::kabuto::repair::KabutoRepair;
use rules_core::referee::waiting::RestBlocker;
use rules_core::sensing::magnet::Magnet;
use std::collections::VecDeque;

/// Longest time for which people wait for the pieces to come to rest, s.
pub(super) const REST_TIMEOUT: f32 = 6.0;

/// Number of looks before a player acts, or makes a repair that the ring requests.
const BEFORE_ACT: u32 = 3;
const BEFORE_REPAIR: u32 = 12;

/// Simulated player at the ring.
#[derive(Debug, Default)]
pub(super) struct RingPlayer {
    /// What hands at the table will do, the next first.
    pub(super) todo: VecDeque<Todo>,
}

/// Thing to do at the table, once all that came before is done.
#[derive(Debug, Clone)]
pub(super) enum Todo {
    /// Hands do this.
    Act(Act),
    /// Somebody declares this.
    Declare(Action),
    /// Somebody declares where the platform is, unless the ring has seen it.
    SayDocked(Place),
    /// A thumb pushes the element laid last.
    Push(PushPlan),
    /// The player looks whether the element has left the platform since there were this
    /// many pushes, and pushes on so many times.
    PushOn {
        /// Push that was made.
        plan: PushPlan,
        /// Number of pushes before it.
        pushes: u32,
        /// Number of further attempts.
        left: u8,
    },
    /// The player waits for rest, at most so many times.
    Rest(u8),
    /// Two fingers take fallen pieces out of the gutter, at most so many.
    ClearGutter(u8),
    /// The player takes a cue back that was pushed in this state.
    TakeCue(Box<State>, Piece),
    /// The player carries out a special move that was declared in this state.
    CarryOut(MoveUse, Box<State>),
}

impl RingTable {
    /// Does one thing.
    pub(super) fn perform(&mut self, todo: Todo, ring: &mut HostRing) {
        match todo {
            Todo::Act(act) => self.rig.then(act),
            Todo::Declare(action) => {
                self.declare(action, ring);
            }
            Todo::SayDocked(place) => {
                let seen = judged(ring)
                    .is_some_and(|game| matches!(game.state().turn.platform, Platform::Down(..)));
                if !seen {
                    self.declare(Action::Dock(place, Facing::Short), ring);
                }
            }
            Todo::Push(plan) => {
                let pushes = self.truth.pushes;
                self.rig.then(hand_acts::push(&plan, &mut self.rng));
                self.first(Todo::PushOn {
                    plan,
                    pushes,
                    left: 3,
                });
            }
            Todo::PushOn { plan, pushes, left } => {
                if self.truth.pushes == pushes && left > 0 && self.rig.scene().can_push_on() {
                    let straight = PushPlan { angle: 0.0, ..plan };
                    let pause = Act::Wait(self.rng.between(0.1, 0.3));
                    let push = hand_acts::push(&straight, &mut self.rng);
                    for act in [pause, Act::PushOn, push] {
                        self.rig.then(act);
                    }
                    let left = left - 1;
                    self.first(Todo::PushOn { plan, pushes, left });
                }
            }
            Todo::Rest(left) => {
                if left > 0 && self.truth.is_busy() {
                    self.rig.then(Act::Settle(REST_TIMEOUT));
                    self.rig.then(Act::Wait(0.004));
                    self.first(Todo::Rest(left - 1));
                }
            }
            Todo::ClearGutter(left) => {
                let fallen = self.rig.scene().fallen();
                let first = fallen.first();
                let fetch = first.and_then(|&thing| hand_acts::fetch(thing, self.world()));
                if let Some(fetch) = fetch {
                    self.rig.then(fetch);
                    let pause = hand_acts::pause(&mut self.rng);
                    self.rig.then(pause);
                    if left > 0 {
                        self.first(Todo::ClearGutter(left - 1));
                    }
                }
            }
            Todo::TakeCue(before, piece) => self.take_cue(&before, piece, ring),
            Todo::CarryOut(chosen, before) => self.carry_out(chosen, &before, ring),
        }
    }

    /// Puts a thing to do before all others.
    fn first(&mut self, todo: Todo) {
        self.player.todo.push_front(todo);
    }

    fn acts(&mut self, acts: impl IntoIterator<Item = Act>) {
        self.player.todo.extend(acts.into_iter().map(Todo::Act));
    }

    /// Plays on if nothing else is under way.
    pub(super) fn play(&mut self, ring: &mut HostRing) {
        if ring.question().is_some() {
            self.wanted = None;
            return;
        }
        let waiting = ring.waiting();
        if waiting.unrest == Some(RestBlocker::Word) && !self.truth.is_busy() {
            self.declare(Action::Settle, ring);
            return;
        }
        if let Some(repair) = waiting.repair {
            let looks = match &self.wanted {
                Some((wanted, looks)) if *wanted == repair => looks + 1,
                _ => 0,
            };
            if looks > BEFORE_REPAIR {
                self.wanted = None;
                if let Some(&repair) = repair.get::<KabutoRepair>() {
                    self.repair(repair, ring);
                }
            } else {
                self.wanted = Some((repair, looks));
            }
            return;
        }
        self.wanted = None;
        if self.calm < BEFORE_ACT {
            return;
        }
        let Some(game) = judged(ring).cloned() else {
            return;
        };
        let Some(seat) = acting(&game) else {
            return;
        };
        if !self.setup.is_person(seat) {
            self.calm = 0;
            let kind = self.setup.seats[seat].strategy();
            self.next_act(kind, &game, ring);
        }
    }

    fn next_act(&mut self, kind: Strategy, game: &Match, ring: &mut HostRing) {
        let turn = game.state().turn;
        let holds_any = game.in_hand().next().is_some();
        match (game.state().phase, turn.platform) {
            (MatchPhase::Opening, _) => {
                let terms = game.terms();
                let side = terms.side_of(terms.players.last());
                let post = self.rng.pick(Post::ALL);
                self.put_marker(game, side, post);
            }
            (MatchPhase::Settling(_) | MatchPhase::Over(_), _) => {}
            (MatchPhase::InTurn, Platform::Down(Place::Corner(post), _)) if turn.marker_owed() => {
                let side = game.terms().side_of(turn.seat);
                self.put_marker(game, side, post);
            }
            (MatchPhase::InTurn, _) if self.uses_move(kind, game, ring) => {}
            (MatchPhase::InTurn, Platform::Away) if turn.push != PushDuty::Replaced => {
                if holds_any {
                    self.dock_as(kind, game);
                } else {
                    self.no_push_left(game, ring);
                }
            }
            (MatchPhase::InTurn, Platform::Down(place, _)) if turn.push == PushDuty::Due => {
                self.push_from(kind, game, place, ring);
            }
            (MatchPhase::InTurn, Platform::Down(place, _)) if turn.slam == SlamDuty::Owed => {
                let side = game.terms().side_of(turn.seat);
                match game.state().markers[side].iter().next() {
                    Some(post) => self.take_marker(game, side, post),
                    None => self.push_from(kind, game, place, ring),
                }
            }
            (MatchPhase::InTurn, Platform::Down(place, _))
                if turn.extra > 0 && holds_any && self.rng.bool_with(0.8) =>
            {
                self.push_from(kind, game, place, ring);
            }
            (MatchPhase::InTurn, _) => {
                let pause = hand_acts::pause(&mut self.rng);
                self.acts([pause]);
                self.player.todo.push_back(Todo::Declare(Action::EndTurn));
            }
        }
    }

    /// Returns the magnet of a side's markers; `None` if no player belongs to the side.
    fn marker_of(game: &Match, side: Side) -> Option<Magnet> {
        let terms = game.terms();
        let seat = terms.players.seats_of(side).next()?;
        Some(magnet_of(terms.colours[seat]))
    }

    pub(super) fn put_marker(&mut self, game: &Match, side: Side, post: Post) {
        if let Some(marker) = Self::marker_of(game, side) {
            let world = self.rig.scene().world();
            let acts = hand_acts::put_marker(post, marker, world, &mut self.rng);
            self.acts(acts);
        }
    }

    pub(super) fn take_marker(&mut self, game: &Match, side: Side, post: Post) {
        let own = |magnet| side_of(game.terms(), magnet) == Some(side);
        let world = self.rig.scene().world();
        let acts = hand_acts::take_marker(post, own, world, &mut self.rng);
        self.acts(acts);
    }

    fn dock_as(&mut self, kind: Strategy, game: &Match) {
        let look = TablePreview::at(self.rig.scene());
        let catalogue = *self.world().catalogue();
        let rng = &mut self.rng;
        let plan = choose_push(kind, game, &look, &catalogue, PushOrigin::Anywhere, rng);
        if let Some(plan) = plan {
            let acts = hand_acts::dock(plan.place, self.rig.scene().world(), &mut self.rng);
            self.acts(acts);
            if matches!(plan.place, Place::Along { .. }) {
                self.acts([Act::Wait(0.8)]);
                self.player.todo.push_back(Todo::SayDocked(plan.place));
            }
        }
    }

    fn push_from(&mut self, kind: Strategy, game: &Match, place: Place, ring: &mut HostRing) {
        let look = TablePreview::at(self.rig.scene());
        let catalogue = *self.world().catalogue();
        let rng = &mut self.rng;
        let here = PushOrigin::Here(place);
        let Some(plan) = choose_push(kind, game, &look, &catalogue, here, rng) else {
            self.no_push_left(game, ring);
            return;
        };
        let acts = hand_acts::lay(&plan, rng);
        self.acts(acts);
        if matches!(place, Place::Along { .. }) {
            let load: Load = [plan.piece].into_iter().collect();
            let push = Action::Push(load, Remarks::EMPTY);
            self.player.todo.push_back(Todo::Declare(push));
        }
        self.player.todo.extend([Todo::Push(plan), Todo::Rest(5)]);
        // Some players wait for the lights, some do not.
        let wait = self.rng.between(0.2, 1.4);
        self.acts([Act::Settle(REST_TIMEOUT), Act::Wait(wait)]);
        let before = Box::new(*game.state());
        self.player
            .todo
            .extend([Todo::ClearGutter(40), Todo::TakeCue(before, plan.piece)]);
    }

    /// Handles a turn without an element to push: a move that helps, or submission.
    fn no_push_left(&mut self, game: &Match, ring: &mut HostRing) {
        let look = TablePreview::at(self.rig.scene());
        let rng = &mut self.rng;
        match moves::any(Strategy::Random, game, &look, rng) {
            Some(chosen) if rng.bool_with(0.7) => self.make(chosen, game, ring),
            _ => {
                self.declare(Action::Submit, ring);
            }
        }
    }

    /// Makes a repair that the ring requests, or declares that the table is right.
    fn repair(&mut self, repair: KabutoRepair, ring: &mut HostRing) {
        let truth = *self.truth.game().state();
        let terms = self.truth.game().terms().clone();
        let is_true = |colour, post| {
            let side = side_of(&terms, magnet_of(colour));
            side.is_some_and(|side| truth.markers[side].contains(post))
        };
        match repair {
            KabutoRepair::TakeMarker(colour, post) if !is_true(colour, post) => {
                let world = self.rig.scene().world();
                let its = |magnet| magnet == magnet_of(colour);
                let acts = hand_acts::take_marker(post, its, world, &mut self.rng);
                self.acts(acts);
            }
            KabutoRepair::PutMarker(colour, post) if is_true(colour, post) => {
                let world = self.rig.scene().world();
                let acts = hand_acts::put_marker(post, magnet_of(colour), world, &mut self.rng);
                self.acts(acts);
            }
            KabutoRepair::TakePlatform(_) => self.acts([Act::Lift, Act::Wait(0.5)]),
            KabutoRepair::PutPlatform(place) | KabutoRepair::TurnPlatform(place) => {
                let acts = hand_acts::dock(place, self.rig.scene().world(), &mut self.rng);
                self.acts(acts);
            }
            _ => {
                let _ = ring.command(self.rig.now(), &Command::TableIsRight);
            }
        }
    }
}
