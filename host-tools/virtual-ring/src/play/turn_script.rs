//! Script of a turn: the next act of the player whose turn it is, according to the true
//! state of the match.

use super::hand_acts;
use super::match_runner::MatchRunner;
use super::ring_under_test::RingUnderTest;
use super::true_match::same_place;
use crate::pieces::Catalogue;
use crate::players::push::{PushOrigin, PushPlan, choose as choose_push};
use crate::players::push_preview::TablePreview;
use crate::players::{Strategy, moves};
use crate::script::Act;
use crate::world::ThingId;
use glam::Vec2;
use rules_core::games::kabuto::action::{MoveUse, OnRing, Remarks};
use rules_core::games::kabuto::state::{Platform, PushDuty, SlamDuty, State};
use rules_core::games::kabuto::{Action, Match, MatchPhase};
use rules_core::piece::Piece;
use rules_core::place::{Facing, Place, Post};
use rules_core::player::Side;
use rules_core::referee::kabuto::markers::{magnet_of, side_of};
use rules_core::referee::kabuto::repair::KabutoRepair;
use rules_core::referee::{AnyAction, AnyGame, AnyRepair, Command, Speaker};
use rules_core::sensing::magnet::Magnet;

/// Longest time for which people wait for the pieces to come to rest, s.
const REST_TIMEOUT: f32 = 6.0;

/// True if two platforms are at the same place within the accuracy of reading.
fn is_near(one: Platform, other: Platform) -> bool {
    match (one, other) {
        (Platform::Down(one, _), Platform::Down(other, _)) => same_place(one, other),
        (Platform::Away, Platform::Away) => true,
        _ => false,
    }
}

impl<J: RingUnderTest> MatchRunner<J> {
    /// Performs the next act of the player whose turn it is.
    pub(super) fn next_act(&mut self) {
        let state = *self.truth.game().state();
        let turn = state.turn;
        match (state.phase, turn.platform) {
            (MatchPhase::Opening, _) => self.open(),
            (MatchPhase::Settling(_) | MatchPhase::Over(_), _) => self.run([Act::Wait(0.2)]),
            (MatchPhase::InTurn, Platform::Down(Place::Corner(post), _)) if turn.marker_owed() => {
                self.set_marker(post);
            }
            (MatchPhase::InTurn, _) if self.uses_move() => {}
            (MatchPhase::InTurn, Platform::Away) if turn.push != PushDuty::Replaced => {
                self.dock_for_turn();
            }
            (MatchPhase::InTurn, Platform::Down(place, _)) if turn.push == PushDuty::Due => {
                self.push_from(place);
            }
            (MatchPhase::InTurn, Platform::Down(place, _)) if turn.slam == SlamDuty::Owed => {
                self.slam(place);
            }
            (MatchPhase::InTurn, Platform::Down(place, _))
                if turn.extra > 0 && self.holds_any() && self.rng.bool_with(0.8) =>
            {
                self.push_from(place);
            }
            (MatchPhase::InTurn, _) => self.end_turn(),
        }
    }

    fn kind(&self) -> Strategy {
        self.table.kinds[self.truth.game().state().turn.seat]
    }

    fn holds_any(&self) -> bool {
        self.truth.game().in_hand().next().is_some()
    }

    fn preview(&self) -> TablePreview {
        TablePreview::at(self.rig.scene())
    }

    fn catalogue(&self) -> Catalogue {
        *self.rig.scene().world().catalogue()
    }

    /// Returns the magnet of a side's markers; `None` if no player belongs to the side.
    fn marker_of(&self, side: Side) -> Option<Magnet> {
        let terms = self.truth.game().terms();
        let seat = terms.players.seats_of(side).next()?;
        Some(magnet_of(terms.colours[seat]))
    }

    fn put_marker(&mut self, side: Side, post: Post) {
        let Some(marker) = self.marker_of(side) else {
            return;
        };
        let world = self.rig.scene().world();
        let acts = hand_acts::put_marker(post, marker, world, &mut self.rng);
        self.run(acts);
    }

    fn take_marker(&mut self, side: Side, post: Post) {
        let terms = self.truth.game().terms().clone();
        let world = self.rig.scene().world();
        let own = |magnet| side_of(&terms, magnet) == Some(side);
        let acts = hand_acts::take_marker(post, own, world, &mut self.rng);
        self.run(acts);
    }

    /// Sets the first marker of the match, which is up to the last player in turn order.
    fn open(&mut self) {
        let terms = self.truth.game().terms();
        let side = terms.side_of(terms.players.last());
        let post = self.rng.pick(Post::ALL);
        self.put_marker(side, post);
    }

    fn set_marker(&mut self, post: Post) {
        let side = self.side();
        self.err_at_marker(post);
        self.put_marker(side, post);
    }

    /// Returns the side whose turn it is.
    pub(super) fn side(&self) -> Side {
        let game = self.truth.game();
        game.terms().side_of(game.state().turn.seat)
    }

    /// Docks the platform at a place that the player chooses with a push in mind.
    fn dock_for_turn(&mut self) {
        if !self.holds_any() {
            self.no_push_left();
            return;
        }
        let game = self.truth.game().clone();
        self.dock_as(&game);
    }

    fn dock_as(&mut self, game: &Match) {
        let kind = self.table.kinds[game.state().turn.seat];
        let (look, catalogue) = (self.preview(), self.catalogue());
        let rng = &mut self.rng;
        let plan = choose_push(kind, game, &look, &catalogue, PushOrigin::Anywhere, rng);
        let Some(plan) = plan else {
            return;
        };
        let acts = hand_acts::dock(plan.place, self.rig.scene().world(), &mut self.rng);
        self.run(acts);
        if let Place::Along { .. } = plan.place {
            self.run([Act::Wait(0.8)]);
            self.declare_docked(plan.place);
        }
    }

    /// Declares the place of the platform to the ring if it did not detect it away from
    /// the docks.
    fn declare_docked(&mut self, place: Place) {
        let truth = self.truth.game().state().turn;
        let judged = self.ring.game().and_then(AnyGame::get::<Match>);
        let seen = judged.is_some_and(|game| {
            let turn = game.state().turn;
            turn.number == truth.number && is_near(turn.platform, truth.platform)
        });
        if !seen && truth.platform != Platform::Away {
            self.declare_unseen(Action::Dock(place, Facing::Short));
        }
    }

    /// Declares to the ring an action that no sensor detected. A refusal shows when truth
    /// and ring are compared.
    fn declare_unseen(&mut self, action: Action) {
        self.played.told += 1;
        let said = Command::Declare(AnyAction::Kabuto(action), Speaker::Table);
        let _ = self.ring.command(self.rig.now(), &said);
    }

    /// Handles a turn without an element to push: a move that helps, or submission.
    fn no_push_left(&mut self) {
        let look = self.preview();
        let rng = &mut self.rng;
        match moves::any(Strategy::Random, self.truth.game(), &look, rng) {
            Some(chosen) if rng.bool_with(0.7) => self.make(chosen),
            _ => {
                self.run([Act::Wait(0.5)]);
                self.declare(Action::Submit);
            }
        }
    }

    fn push_from(&mut self, place: Place) {
        if !self.holds_any() {
            self.no_push_left();
            return;
        }
        self.err_before_push(place);
        let (look, catalogue, kind) = (self.preview(), self.catalogue(), self.kind());
        let game = self.truth.game().clone();
        let rng = &mut self.rng;
        let Some(plan) = choose_push(kind, &game, &look, &catalogue, PushOrigin::Here(place), rng)
        else {
            return;
        };
        let before = *game.state();
        let acts = hand_acts::lay(&plan, rng);
        self.run(acts);
        if let Place::Along { .. } = place {
            self.announce(plan.piece);
        }
        let pushes = self.truth.pushes;
        let push = hand_acts::push(&plan, &mut self.rng);
        self.run([push]);
        // The element has not left the platform yet, perhaps because the thumb slipped
        // off it: the player pushes on, straight.
        for _ in 0..3 {
            if self.truth.pushes > pushes || !self.rig.scene().can_push_on() {
                break;
            }
            let pause = self.rng.between(0.1, 0.3);
            let on = hand_acts::push(&PushPlan { angle: 0.0, ..plan }, &mut self.rng);
            self.run([Act::Wait(pause), Act::PushOn, on]);
        }
        self.after_push();
        self.take_cue(&before, plan.piece);
    }

    /// Declares the pushed element to the ring: away from the docks no sensor detects it.
    fn announce(&mut self, piece: Piece) {
        let load = [piece].into_iter().collect();
        self.declare_unseen(Action::Push(load, Remarks::EMPTY));
    }

    /// Waits for rest and takes out the fallen pieces, sometimes too early.
    fn after_push(&mut self) {
        if self.rng.bool_with(0.1) {
            let soon = self.rng.between(0.2, 0.6);
            self.run([Act::Wait(soon)]);
            let fallen = self.rig.scene().fallen();
            let world = self.rig.scene().world();
            if let Some(fetch) = fallen
                .first()
                .and_then(|&thing| hand_acts::fetch(thing, world))
            {
                self.run([fetch]);
            }
        }
        for _ in 0..5 {
            self.run([Act::Settle(REST_TIMEOUT), Act::Wait(0.004)]);
            if !self.truth.is_busy() {
                break;
            }
        }
        // Some players wait for the lights, some do not.
        let wait = self.rng.between(0.2, 1.4);
        self.run([Act::Wait(wait)]);
        self.clear_gutter();
    }

    /// Takes out the fallen pieces, one after the other.
    pub(super) fn clear_gutter(&mut self) {
        for _ in 0..40 {
            let fallen = self.rig.scene().fallen();
            let world = self.rig.scene().world();
            let Some(fetch) = fallen
                .first()
                .and_then(|&thing| hand_acts::fetch(thing, world))
            else {
                break;
            };
            let pause = hand_acts::pause(&mut self.rng);
            self.run([fetch, pause]);
        }
    }

    /// Takes an element that a special move used as a cue off the ring, where it may not
    /// stay.
    fn take_cue(&mut self, before: &State, piece: Piece) {
        let Piece::Element(element) = piece else {
            return;
        };
        let now = self.truth.game().state();
        let cue = now.reserve.count(element) > before.reserve.count(element);
        let pushed = self.truth.pushed();
        if let Some((thing, _)) = pushed.filter(|_| cue && before.turn.forms.cue.is_some()) {
            let act = hand_acts::pick_up(thing, self.rig.scene().world());
            self.run(act.into_iter().chain([Act::Settle(REST_TIMEOUT)]));
        }
    }

    /// Performs a corner slam: the markers leave the posts, then one more element is
    /// pushed.
    fn slam(&mut self, place: Place) {
        let side = self.side();
        let on = self.truth.game().state().markers[side];
        let first = on.iter().next();
        match first {
            Some(post) => self.take_marker(side, post),
            None => {
                self.played.slams += 1;
                self.push_from(place);
            }
        }
    }

    /// Makes a special move if the player wants one. Returns true if one was made.
    fn uses_move(&mut self) -> bool {
        let (kind, look) = (self.kind(), self.preview());
        let chosen = moves::choose(kind, self.truth.game(), &look, &mut self.rng);
        match chosen {
            Some(chosen) => {
                self.make(chosen);
                true
            }
            None => false,
        }
    }

    /// Declares a special move and performs it with the hands.
    fn make(&mut self, chosen: MoveUse) {
        let before = *self.truth.game().state();
        let look = self.preview();
        if !self.declare(Action::Use(chosen)) {
            return;
        }
        self.played.moves += 1;
        let pause = hand_acts::pause(&mut self.rng);
        self.run([pause]);
        let after = *self.truth.game().state();
        self.move_markers(&before, &after);
        for (element, count) in before.ring.kinds() {
            let taken = count.saturating_sub(after.ring.count(element));
            let target = chosen.choices.target.filter(|_| taken > 0);
            let thing = target.and_then(|target| {
                let OnRing::Piece(_) = target.piece else {
                    return None;
                };
                moves::find(&look, before.turn.seat, target.piece, target.contact)
            });
            if let Some(thing) = thing {
                let act = hand_acts::pick_up(thing.thing, self.rig.scene().world());
                self.run(act.into_iter().chain([Act::Settle(REST_TIMEOUT)]));
            }
        }
        for (element, count) in after.ring.kinds() {
            for _ in before.ring.count(element)..count {
                let below = chosen
                    .choices
                    .stack_on
                    .and_then(|base| moves::on_ring(&look, base));
                let world = self.rig.scene().world();
                let put = below
                    .and_then(|base| hand_acts::put_on(Piece::Element(element), base.thing, world));
                self.run(put.into_iter().chain([Act::Settle(REST_TIMEOUT)]));
            }
        }
        self.clear_platform();
        self.clear_gutter();
    }

    /// Puts pieces that slid from a stack onto the platform back on the ring.
    fn clear_platform(&mut self) {
        let world = self.rig.scene().world();
        let slid: Vec<(ThingId, Piece)> = (world.things())
            .filter_map(|thing| {
                let (piece, pose) = world.thing(thing)?;
                (world.is_on_platform(pose.position)).then_some((thing, piece))
            })
            .collect();
        for (thing, piece) in slid {
            let world = self.rig.scene().world();
            let picked = hand_acts::pick_up(thing, world);
            let put = hand_acts::put_down(piece, Vec2::ZERO, world);
            self.run(picked.into_iter().chain([put, Act::Settle(REST_TIMEOUT)]));
        }
    }

    fn move_markers(&mut self, before: &State, after: &State) {
        let sides: Vec<Side> = self.truth.game().terms().players.sides().collect();
        for &side in &sides {
            for post in before.markers[side].iter() {
                if !after.markers[side].contains(post) {
                    self.take_marker(side, post);
                }
            }
        }
        for side in sides {
            for post in after.markers[side].iter() {
                if !before.markers[side].contains(post) {
                    self.put_marker(side, post);
                }
            }
        }
    }

    /// Declares the end of the turn, or docks the platform for the next one, which ends
    /// it without a declaration.
    fn end_turn(&mut self) {
        let mut next = self.truth.game().clone();
        let over = next.apply(&Action::EndTurn).is_err() || next.outcome().is_some();
        let helpless = next.in_hand().next().is_none();
        // In a replaced turn, a platform that is away may still be put down for it.
        let turn = self.truth.game().state().turn;
        let replaced = turn.push == PushDuty::Replaced && turn.platform == Platform::Away;
        if over || helpless || replaced || self.rng.bool_with(0.4) {
            let pause = hand_acts::pause(&mut self.rng);
            self.run([pause]);
            self.declare(Action::EndTurn);
        } else {
            self.dock_as(&next);
        }
    }

    /// Makes a repair that the ring requests, or declares that the table is right.
    pub(super) fn repair(&mut self, repair: AnyRepair) {
        self.played.repairs += 1;
        let Some(&repair) = repair.get::<KabutoRepair>() else {
            return;
        };
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
                self.run(acts);
            }
            KabutoRepair::PutMarker(colour, post) if is_true(colour, post) => {
                let world = self.rig.scene().world();
                let acts = hand_acts::put_marker(post, magnet_of(colour), world, &mut self.rng);
                self.run(acts);
            }
            KabutoRepair::TakePlatform(_) => self.run([Act::Lift, Act::Wait(0.5)]),
            KabutoRepair::PutPlatform(place) | KabutoRepair::TurnPlatform(place) => {
                let acts = hand_acts::dock(place, self.rig.scene().world(), &mut self.rng);
                self.run(acts);
            }
            _ => {
                let now = self.rig.now();
                let _ = self.ring.command(now, &Command::TableIsRight);
            }
        }
    }
}
