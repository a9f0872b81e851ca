//! What people do wrong now and then, without meaning to.

use super::deeds;
use super::judge::Judge;
use super::sitting::Sitting;
use crate::virtual_ring::arena::dock_point;
use crate::virtual_ring::hand::{Hand, HandId};
use crate::virtual_ring::script::{Act, Reach};
use crate::virtual_ring::space::{Beside, Pose};
use glam::{Quat, Vec3};
use rules_core::place::{Edge, Place, Post};
use rules_core::referee::kabuto::markers::magnet_of;

impl<J: Judge> Sitting<J> {
    /// Whether somebody is to err now. Whether there is a way to, shows then.
    fn errs(&mut self) -> bool {
        self.chance.happens(self.table.mistakes)
    }

    /// Before a marker is set: one of another colour is.
    pub(super) fn err_at_marker(&mut self, post: Post) {
        if !self.errs() {
            return;
        }
        let own = self.side();
        let terms = self.book.game().terms();
        let other = terms.players.seats().find(|&it| terms.side_of(it) != own);
        let on = |it| self.book.game().state().markers[terms.side_of(it)].contains(post);
        let Some(other) = other.filter(|&it| !on(it)) else {
            return;
        };
        let wrong = magnet_of(terms.colours[other]);
        let world = self.stage.scene().world();
        let acts = deeds::put_marker(post, wrong, world, &mut self.chance);
        if acts.is_empty() {
            return;
        }
        self.played.mistakes += 1;
        self.run(acts);
        // They see the light, and take it away.
        self.run([Act::Wait(0.8)]);
        let world = self.stage.scene().world();
        let acts = deeds::take_marker(post, |it| it == wrong, world, &mut self.chance);
        self.run(acts);
    }

    /// Before a push: the platform is moved, or a hand is in the gutter.
    pub(super) fn err_before_push(&mut self, place: Place) {
        if !self.errs() {
            return;
        }
        self.played.mistakes += 1;
        let Place::Corner(post) = place else {
            self.reach_in();
            return;
        };
        if self.book.game().state().turn.platform_fixed() && self.chance.happens(0.5) {
            let others = Post::ALL.into_iter().filter(|&it| it != post);
            let mut others: Vec<Post> = others.collect();
            self.chance.shuffle(&mut others);
            for at in [others[0], post] {
                let world = self.stage.scene().world();
                let acts = deeds::dock(Place::Corner(at), world, &mut self.chance);
                self.run(acts);
                self.run([Act::Wait(0.8)]);
            }
        } else {
            self.reach_in();
        }
    }

    /// A hand reaches into the gutter and takes nothing.
    fn reach_in(&mut self) {
        let side = self.stage.scene().world().ring_side();
        let docked = self.stage.scene().world().platform();
        let docked = docked.map(|it| dock_point(it.place).edge);
        let edges = Edge::ALL.into_iter().filter(|&it| Some(it) != docked);
        let mut edges: Vec<Edge> = edges.collect();
        self.chance.shuffle(&mut edges);
        let beside = Beside {
            edge: edges[0],
            along: self.chance.between(50.0, side - 50.0),
            out: 28.0,
        };
        let pose = |z: f32| Pose {
            position: beside.at_height(side, z),
            rotation: Quat::from_rotation_arc(Vec3::Z, Vec3::Z),
        };
        let hand = Hand::fingers(HandId(1), 2, pose(80.0));
        let path = vec![(pose(-35.0), 0.4), (pose(-35.0), 0.5), (pose(80.0), 0.4)];
        let takes = None;
        self.run([Act::Reach(Reach { hand, path, takes }), Act::Wait(0.4)]);
    }
}
