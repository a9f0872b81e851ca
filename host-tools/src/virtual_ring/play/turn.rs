//! What whoever's turn it is does next, by the true state of the match.

use super::book::same_place;
use super::deeds;
use super::judge::Judge;
use super::sitting::Sitting;
use crate::players::look::Look;
use crate::players::push::{From, PushPlan, choose as choose_push};
use crate::players::{Kind, moves};
use crate::virtual_ring::pieces::Catalogue;
use crate::virtual_ring::script::Act;
use crate::virtual_ring::world::ThingId;
use glam::Vec2;
use rules_core::games::kabuto::action::{OnRing, Remarks, Use};
use rules_core::games::kabuto::state::{Platform, PushDuty, SlamDuty, State};
use rules_core::games::kabuto::{Action, Match, Phase};
use rules_core::piece::Piece;
use rules_core::place::{Facing, Place, Post};
use rules_core::player::Side;
use rules_core::referee::kabuto::markers::{magnet_of, side_of};
use rules_core::referee::kabuto::repair::Repair as KabutoRepair;
use rules_core::referee::{By, Command, Game, Play, Repair};
use rules_core::sensing::magnet::Magnet;

/// Longest that people wait for everything to rest, s.
const REST: f32 = 6.0;

/// Whether two platforms are at one place along an edge, as far as it is read.
fn is_near(one: Platform, other: Platform) -> bool {
    match (one, other) {
        (Platform::Down(one, _), Platform::Down(other, _)) => same_place(one, other),
        (Platform::Away, Platform::Away) => true,
        _ => false,
    }
}

impl<J: Judge> Sitting<J> {
    /// One deed.
    pub(super) fn deed(&mut self) {
        let state = *self.book.game().state();
        let turn = state.turn;
        match (state.phase, turn.platform) {
            (Phase::Opening, _) => self.open(),
            (Phase::Settling(_) | Phase::Over(_), _) => self.run([Act::Wait(0.2)]),
            (Phase::InTurn, Platform::Down(Place::Corner(post), _)) if turn.marker_owed() => {
                self.set_marker(post);
            }
            (Phase::InTurn, _) if self.uses_move() => {}
            (Phase::InTurn, Platform::Away) if turn.push != PushDuty::Replaced => {
                self.dock_for_turn();
            }
            (Phase::InTurn, Platform::Down(place, _)) if turn.push == PushDuty::Due => {
                self.push_from(place);
            }
            (Phase::InTurn, Platform::Down(place, _)) if turn.slam == SlamDuty::Owed => {
                self.slam(place);
            }
            (Phase::InTurn, Platform::Down(place, _))
                if turn.extra > 0 && self.holds_any() && self.chance.happens(0.8) =>
            {
                self.push_from(place);
            }
            (Phase::InTurn, _) => self.end_turn(),
        }
    }

    fn kind(&self) -> Kind {
        self.table.kinds[self.book.game().state().turn.seat]
    }

    fn holds_any(&self) -> bool {
        self.book.game().in_hand().next().is_some()
    }

    fn look(&self) -> Look {
        Look::at(self.stage.scene())
    }

    fn catalogue(&self) -> Catalogue {
        *self.stage.scene().world().catalogue()
    }

    /// The markers of a side.
    fn marker_of(&self, side: Side) -> Option<Magnet> {
        let terms = self.book.game().terms();
        let seat = terms.players.seats_of(side).next()?;
        Some(magnet_of(terms.colours[seat]))
    }

    fn put_marker(&mut self, side: Side, post: Post) {
        let Some(marker) = self.marker_of(side) else {
            return;
        };
        let world = self.stage.scene().world();
        let acts = deeds::put_marker(post, marker, world, &mut self.chance);
        self.run(acts);
    }

    fn take_marker(&mut self, side: Side, post: Post) {
        let terms = self.book.game().terms().clone();
        let world = self.stage.scene().world();
        let own = |it| side_of(&terms, it) == Some(side);
        let acts = deeds::take_marker(post, own, world, &mut self.chance);
        self.run(acts);
    }

    /// The last in turn order sets the first marker.
    fn open(&mut self) {
        let terms = self.book.game().terms();
        let side = terms.side_of(terms.players.last());
        let post = self.chance.pick(Post::ALL);
        self.put_marker(side, post);
    }

    fn set_marker(&mut self, post: Post) {
        let side = self.side();
        self.err_at_marker(post);
        self.put_marker(side, post);
    }

    /// The side whose turn it is.
    pub(super) fn side(&self) -> Side {
        let game = self.book.game();
        game.terms().side_of(game.state().turn.seat)
    }

    /// Whoever's turn it is chooses a place with a push in mind.
    fn dock_for_turn(&mut self) {
        if !self.holds_any() {
            self.despair();
            return;
        }
        let game = self.book.game().clone();
        self.dock_as(&game);
    }

    fn dock_as(&mut self, game: &Match) {
        let kind = self.table.kinds[game.state().turn.seat];
        let (look, catalogue) = (self.look(), self.catalogue());
        let chance = &mut self.chance;
        let plan = choose_push(kind, game, &look, &catalogue, From::Anywhere, chance);
        let Some(plan) = plan else {
            return;
        };
        let acts = deeds::dock(plan.place, self.stage.scene().world(), &mut self.chance);
        self.run(acts);
        if let Place::Along { .. } = plan.place {
            self.run([Act::Wait(0.8)]);
            self.say_docked(plan.place);
        }
    }

    /// Away from the docks the platform is not always seen: then the player says
    /// where it lies.
    fn say_docked(&mut self, place: Place) {
        let truth = self.book.game().state().turn;
        let seen = match self.judge.game() {
            Some(Game::Kabuto(game)) => {
                let turn = game.state().turn;
                turn.number == truth.number && is_near(turn.platform, truth.platform)
            }
            _ => false,
        };
        if !seen && truth.platform != Platform::Away {
            self.tell(Action::Dock(place, Facing::Short));
        }
    }

    /// Tells the judge what no sensor saw. What is declined shows when truth and
    /// judge are compared.
    fn tell(&mut self, action: Action) {
        self.played.told += 1;
        let said = Command::Declare(Play::Kabuto(action), By::Table);
        let _ = self.judge.command(self.stage.now(), &said);
    }

    /// Nothing to push: a move that helps, or the end.
    fn despair(&mut self) {
        let look = self.look();
        let chance = &mut self.chance;
        match moves::any(Kind::Random, self.book.game(), &look, chance) {
            Some(it) if chance.happens(0.7) => self.make(it),
            _ => {
                self.run([Act::Wait(0.5)]);
                self.declare(Action::Submit);
            }
        }
    }

    fn push_from(&mut self, place: Place) {
        if !self.holds_any() {
            self.despair();
            return;
        }
        self.err_before_push(place);
        let (look, catalogue, kind) = (self.look(), self.catalogue(), self.kind());
        let game = self.book.game().clone();
        let chance = &mut self.chance;
        let Some(plan) = choose_push(kind, &game, &look, &catalogue, From::Here(place), chance)
        else {
            return;
        };
        let before = *game.state();
        let acts = deeds::lay(&plan, chance);
        self.run(acts);
        if let Place::Along { .. } = place {
            self.announce(plan.piece);
        }
        let pushes = self.book.pushes;
        let push = deeds::push(&plan, &mut self.chance);
        self.run([push]);
        // The element is not off the platform yet, or was not when the thumb
        // slipped off it: the player pushes on, straight.
        for _ in 0..3 {
            if self.book.pushes > pushes || !self.stage.scene().can_push_on() {
                break;
            }
            let pause = self.chance.between(0.1, 0.3);
            let on = deeds::push(&PushPlan { angle: 0.0, ..plan }, &mut self.chance);
            self.run([Act::Wait(pause), Act::PushOn, on]);
        }
        self.after_push();
        self.take_cue(&before, plan.piece);
    }

    /// Away from the docks no sensor sees what leaves the platform: the player
    /// says what is pushed.
    fn announce(&mut self, piece: Piece) {
        let load = [piece].into_iter().collect();
        self.tell(Action::Push(load, Remarks::EMPTY));
    }

    /// Things come to rest, and people take out what fell: sometimes too early.
    fn after_push(&mut self) {
        if self.chance.happens(0.1) {
            let soon = self.chance.between(0.2, 0.6);
            self.run([Act::Wait(soon)]);
            let fallen = self.stage.scene().fallen();
            let world = self.stage.scene().world();
            if let Some(fetch) = fallen.first().and_then(|&it| deeds::fetch(it, world)) {
                self.run([fetch]);
            }
        }
        for _ in 0..5 {
            self.run([Act::Settle(REST), Act::Wait(0.004)]);
            if !self.book.is_busy() {
                break;
            }
        }
        // Some wait for the lights, some do not.
        let wait = self.chance.between(0.2, 1.4);
        self.run([Act::Wait(wait)]);
        self.clear_gutter();
    }

    /// Hands take out what fell, one after the other.
    pub(super) fn clear_gutter(&mut self) {
        for _ in 0..40 {
            let fallen = self.stage.scene().fallen();
            let world = self.stage.scene().world();
            let Some(fetch) = fallen.first().and_then(|&it| deeds::fetch(it, world)) else {
                break;
            };
            let pause = deeds::pause(&mut self.chance);
            self.run([fetch, pause]);
        }
    }

    /// A cue does not stay on the ring.
    fn take_cue(&mut self, before: &State, piece: Piece) {
        let Piece::Element(element) = piece else {
            return;
        };
        let now = self.book.game().state();
        let cue = now.reserve.count(element) > before.reserve.count(element);
        let pushed = self.book.pushed();
        if let Some((thing, _)) = pushed.filter(|_| cue && before.turn.forms.cue.is_some()) {
            let act = deeds::pick_up(thing, self.stage.scene().world());
            self.run(act.into_iter().chain([Act::Settle(REST)]));
        }
    }

    /// The markers leave the posts, then one more is pushed.
    fn slam(&mut self, place: Place) {
        let side = self.side();
        let on = self.book.game().state().markers[side];
        let first = on.iter().next();
        match first {
            Some(post) => self.take_marker(side, post),
            None => {
                self.played.slams += 1;
                self.push_from(place);
            }
        }
    }

    /// Makes a special move if the player wants one; says whether.
    fn uses_move(&mut self) -> bool {
        let (kind, look) = (self.kind(), self.look());
        let chosen = moves::choose(kind, self.book.game(), &look, &mut self.chance);
        match chosen {
            Some(it) => {
                self.make(it);
                true
            }
            None => false,
        }
    }

    /// Declares a move and does with the hands what it says.
    fn make(&mut self, it: Use) {
        let before = *self.book.game().state();
        let look = self.look();
        if !self.declare(Action::Use(it)) {
            return;
        }
        self.played.moves += 1;
        let pause = deeds::pause(&mut self.chance);
        self.run([pause]);
        let after = *self.book.game().state();
        self.move_markers(&before, &after);
        for (element, count) in before.ring.kinds() {
            let taken = count.saturating_sub(after.ring.count(element));
            let target = it.choices.target.filter(|_| taken > 0);
            let thing = target.and_then(|target| {
                let OnRing::Piece(_) = target.piece else {
                    return None;
                };
                moves::find(&look, before.turn.seat, target.piece, target.contact)
            });
            if let Some(thing) = thing {
                let act = deeds::pick_up(thing.thing, self.stage.scene().world());
                self.run(act.into_iter().chain([Act::Settle(REST)]));
            }
        }
        for (element, count) in after.ring.kinds() {
            for _ in before.ring.count(element)..count {
                let below = it.choices.stack_on.and_then(|it| moves::on_ring(&look, it));
                let world = self.stage.scene().world();
                let put =
                    below.and_then(|it| deeds::put_on(Piece::Element(element), it.thing, world));
                self.run(put.into_iter().chain([Act::Settle(REST)]));
            }
        }
        self.clear_platform();
        self.clear_gutter();
    }

    /// What has slid from a stack onto the platform is put back on the ring.
    fn clear_platform(&mut self) {
        let world = self.stage.scene().world();
        let slid: Vec<(ThingId, Piece)> = (world.things())
            .filter_map(|it| {
                let (piece, pose) = world.thing(it)?;
                (world.is_on_platform(pose.position)).then_some((it, piece))
            })
            .collect();
        for (thing, piece) in slid {
            let world = self.stage.scene().world();
            let picked = deeds::pick_up(thing, world);
            let put = deeds::put_down(piece, Vec2::ZERO, world);
            self.run(picked.into_iter().chain([put, Act::Settle(REST)]));
        }
    }

    fn move_markers(&mut self, before: &State, after: &State) {
        let sides: Vec<Side> = self.book.game().terms().players.sides().collect();
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

    /// Says that the turn is over, or the next one simply begins.
    fn end_turn(&mut self) {
        let mut next = self.book.game().clone();
        let over = next.apply(&Action::EndTurn).is_err() || next.outcome().is_some();
        let helpless = next.in_hand().next().is_none();
        // In a replaced turn a platform that is away may yet be put down for it.
        let turn = self.book.game().state().turn;
        let replaced = turn.push == PushDuty::Replaced && turn.platform == Platform::Away;
        if over || helpless || replaced || self.chance.happens(0.4) {
            let pause = deeds::pause(&mut self.chance);
            self.run([pause]);
            self.declare(Action::EndTurn);
        } else {
            self.dock_as(&next);
        }
    }

    /// Does what the referee wants, or says that the table is right.
    pub(super) fn mend(&mut self, repair: Repair) {
        self.played.repairs += 1;
        let Repair::Kabuto(repair) = repair else {
            return;
        };
        let truth = *self.book.game().state();
        let terms = self.book.game().terms().clone();
        let is_true = |colour, post| {
            let side = side_of(&terms, magnet_of(colour));
            side.is_some_and(|side| truth.markers[side].contains(post))
        };
        match repair {
            KabutoRepair::TakeMarker(colour, post) if !is_true(colour, post) => {
                let world = self.stage.scene().world();
                let its = |it| it == magnet_of(colour);
                let acts = deeds::take_marker(post, its, world, &mut self.chance);
                self.run(acts);
            }
            KabutoRepair::PutMarker(colour, post) if is_true(colour, post) => {
                let world = self.stage.scene().world();
                let acts = deeds::put_marker(post, magnet_of(colour), world, &mut self.chance);
                self.run(acts);
            }
            KabutoRepair::TakePlatform(_) => self.run([Act::Lift, Act::Wait(0.5)]),
            KabutoRepair::PutPlatform(place) | KabutoRepair::TurnPlatform(place) => {
                let acts = deeds::dock(place, self.stage.scene().world(), &mut self.chance);
                self.run(acts);
            }
            _ => {
                let now = self.stage.now();
                let _ = self.judge.command(now, &Command::TableIsRight);
            }
        }
    }
}
