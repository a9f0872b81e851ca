//! Special moves of a simulated player at the ring of a session: declared, then carried
//! out with the hands.

use super::Mistake;
use super::ring_player::{REST_TIMEOUT, Todo};
use super::ring_table::{RingTable, judged};
use crate::play::hand_acts;
use crate::play::ring_under_test::HostRing;
use crate::players::push_preview::TablePreview;
use crate::players::{Strategy, moves};
use crate::script::Act;
use crate::world::ThingId;
use glam::Vec2;
use rules_core::games::kabuto::action::{MoveUse, OnRing};
use rules_core::games::kabuto::state::State;
use rules_core::games::kabuto::{Action, Match};
use rules_core::piece::Piece;
use rules_core::player::Side;

impl RingTable {
    /// Makes a special move if the player wants one. Returns true if one was made.
    pub(super) fn uses_move(&mut self, kind: Strategy, game: &Match, ring: &mut HostRing) -> bool {
        let look = TablePreview::at(self.rig.scene());
        let chosen = moves::choose(kind, game, &look, &mut self.rng);
        if let Some(chosen) = chosen {
            self.make(chosen, game, ring);
        }
        chosen.is_some()
    }

    /// Declares a special move; if the ring accepts it, hands carry it out.
    pub(super) fn make(&mut self, chosen: MoveUse, game: &Match, ring: &mut HostRing) {
        let before = Box::new(*game.state());
        if self.declare(Action::Use(chosen), ring) {
            self.truth.apply(&Action::Use(chosen));
            let pause = hand_acts::pause(&mut self.rng);
            self.player
                .todo
                .extend([Todo::Act(pause), Todo::CarryOut(chosen, before)]);
        }
    }

    /// Carries out the special move that a person has declared, once the ring has ruled it.
    pub(super) fn perform_declared(&mut self, ring: &HostRing) -> Result<(), Mistake> {
        let game = judged(ring).ok_or_else(|| Mistake::new("no match is running"))?;
        // An untouched state means that the ring has not ruled it yet, or refused it.
        let is_ruled = |declared: &(MoveUse, Box<State>)| *declared.1 != *game.state();
        let Some((chosen, before)) = self.declared.take_if(|declared| is_ruled(declared)) else {
            let sentence = "the ring has ruled no special move of yours; declare one first";
            return Err(Mistake::new(sentence));
        };
        self.truth.apply(&Action::Use(chosen));
        self.player.todo.push_back(Todo::CarryOut(chosen, before));
        Ok(())
    }

    /// Carries out a special move that was declared in the state `before`.
    pub(super) fn carry_out(&mut self, chosen: MoveUse, before: &State, ring: &HostRing) {
        let Some(game) = judged(ring).cloned() else {
            return;
        };
        let after = *game.state();
        self.move_markers(&game, before, &after);
        let look = TablePreview::at(self.rig.scene());
        let mut acts: Vec<Act> = Vec::new();
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
                let act = hand_acts::pick_up(thing.thing, self.world());
                acts.extend(act.into_iter().chain([Act::Settle(REST_TIMEOUT)]));
            }
        }
        for (element, count) in after.ring.kinds() {
            for _ in before.ring.count(element)..count {
                let below = chosen
                    .choices
                    .stack_on
                    .and_then(|base| moves::on_ring(&look, base));
                let put = below.and_then(|base| {
                    hand_acts::put_on(Piece::Element(element), base.thing, self.world())
                });
                acts.extend(put.into_iter().chain([Act::Settle(REST_TIMEOUT)]));
            }
        }
        self.player.todo.extend(acts.into_iter().map(Todo::Act));
        self.clear_platform();
        self.player.todo.push_back(Todo::ClearGutter(40));
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
            let acts = picked.into_iter().chain([put, Act::Settle(REST_TIMEOUT)]);
            self.player.todo.extend(acts.map(Todo::Act));
        }
    }

    fn move_markers(&mut self, game: &Match, before: &State, after: &State) {
        let sides: Vec<Side> = game.terms().players.sides().collect();
        for &side in &sides {
            for post in before.markers[side].iter() {
                if !after.markers[side].contains(post) {
                    self.take_marker(game, side, post);
                }
            }
        }
        for side in sides {
            for post in after.markers[side].iter() {
                if !before.markers[side].contains(post) {
                    self.put_marker(game, side, post);
                }
            }
        }
    }

    /// Takes an element that a special move used as a cue off the ring, where it may not
    /// stay.
    pub(super) fn take_cue(&mut self, before: &State, piece: Piece, ring: &HostRing) {
        let (Piece::Element(element), Some(game)) = (piece, judged(ring)) else {
            return;
        };
        let cue = game.state().reserve.count(element) > before.reserve.count(element);
        let pushed = self.truth.pushed();
        if let Some((thing, _)) = pushed.filter(|_| cue && before.turn.forms.cue.is_some()) {
            let act = hand_acts::pick_up(thing, self.world());
            let acts = act.into_iter().chain([Act::Settle(REST_TIMEOUT)]);
            self.player.todo.extend(acts.map(Todo::Act));
        }
    }
}
