//! Occasional mistakes of players, made without intent.

use super::hand_acts;
use super::match_runner::MatchRunner;
use super::ring_under_test::RingUnderTest;
use crate::arena::dock_point;
use crate::geometry::{EdgeRelative, Pose};
use crate::hand::{Hand, HandId};
use crate::script::{Act, HandPath};
use glam::{Quat, Vec3};
use rules_core::place::{Edge, Place, Post};
use rules_core::referee::kabuto::markers::magnet_of;

impl<J: RingUnderTest> MatchRunner<J> {
    /// Returns true if a player is to make a mistake now. The caller finds out if one is
    /// possible.
    fn errs(&mut self) -> bool {
        self.rng.bool_with(self.table.mistakes)
    }

    /// Sets a marker of another colour before the right one, if the player errs now.
    pub(super) fn err_at_marker(&mut self, post: Post) {
        if !self.errs() {
            return;
        }
        let own = self.side();
        let terms = self.truth.game().terms();
        let other = terms
            .players
            .seats()
            .find(|&seat| terms.side_of(seat) != own);
        let on = |seat| self.truth.game().state().markers[terms.side_of(seat)].contains(post);
        let Some(other) = other.filter(|&seat| !on(seat)) else {
            return;
        };
        let wrong = magnet_of(terms.colours[other]);
        let world = self.rig.scene().world();
        let acts = hand_acts::put_marker(post, wrong, world, &mut self.rng);
        if acts.is_empty() {
            return;
        }
        self.played.mistakes += 1;
        self.run(acts);
        // The players notice the lights and take it away.
        self.run([Act::Wait(0.8)]);
        let world = self.rig.scene().world();
        let acts = hand_acts::take_marker(post, |marker| marker == wrong, world, &mut self.rng);
        self.run(acts);
    }

    /// Moves the platform or reaches into the gutter before a push, if the player errs
    /// now.
    pub(super) fn err_before_push(&mut self, place: Place) {
        if !self.errs() {
            return;
        }
        self.played.mistakes += 1;
        let Place::Corner(post) = place else {
            self.reach_in();
            return;
        };
        if self.truth.game().state().turn.platform_fixed() && self.rng.bool_with(0.5) {
            let others = Post::ALL.into_iter().filter(|&other| other != post);
            let mut others: Vec<Post> = others.collect();
            self.rng.shuffle(&mut others);
            for at in [others[0], post] {
                let world = self.rig.scene().world();
                let acts = hand_acts::dock(Place::Corner(at), world, &mut self.rng);
                self.run(acts);
                self.run([Act::Wait(0.8)]);
            }
        } else {
            self.reach_in();
        }
    }

    /// Reaches into the gutter with a hand that takes no piece.
    fn reach_in(&mut self) {
        let side = self.rig.scene().world().ring_side();
        let docked = self.rig.scene().world().platform();
        let docked = docked.map(|docking| dock_point(docking.place).edge);
        let edges = Edge::ALL.into_iter().filter(|&edge| Some(edge) != docked);
        let mut edges: Vec<Edge> = edges.collect();
        self.rng.shuffle(&mut edges);
        let beside = EdgeRelative {
            edge: edges[0],
            along: self.rng.between(50.0, side - 50.0),
            out: 28.0,
        };
        let pose = |z: f32| Pose {
            position: beside.at_height(side, z),
            rotation: Quat::from_rotation_arc(Vec3::Z, Vec3::Z),
        };
        let hand = Hand::fingers(HandId(1), 2, pose(80.0));
        let path = vec![(pose(-35.0), 0.4), (pose(-35.0), 0.5), (pose(80.0), 0.4)];
        let takes = None;
        self.run([Act::Reach(HandPath { hand, path, takes }), Act::Wait(0.4)]);
    }
}
