//! Hands of people at the ring of a session: a thumb, the platform, markers, pieces.

use super::Mistake;
use super::input::{self, LayPiece, MarkAt, Point, PutPiece};
use super::pointer::Thumb;
use super::push_watch::PushWatch;
use super::ring_player::Todo;
use super::ring_table::{RingTable, judged};
use crate::arena::{dock_point, turn_to};
use crate::geometry::{Docking, EdgeRelative};
use crate::play::hand_acts;
use crate::play::ring_under_test::HostRing;
use crate::players::push_preview::TablePreview;
use crate::script::Act;
use crate::world::ThingId;
use glam::{Quat, Vec2, Vec3};
use host_core::page::offers::acting_at_ring as acting;
use rules_core::games::kabuto::state::Platform;
use rules_core::piece::Piece;
use rules_core::place::{Facing, Place};
use rules_core::referee::kabuto::markers::magnet_of;

/// Distance of the best place for an element from the ring's edge, mm.
pub(super) const SPOT: f32 = 36.0;

/// Farthest that a thumb is moved back to find room behind an element, mm.
const ROOM_BEHIND: f32 = 70.0;

/// Least distance of the platform's middle from a corner, mm.
const FROM_CORNER: u16 = 28;

impl RingTable {
    pub(super) fn thumb_down(&mut self, at: Point) -> Result<(), Mistake> {
        if self.thumb.as_ref().is_some_and(|thumb| !thumb.is_lifting()) {
            return Err(Mistake::new("the thumb is down already; lift it first"));
        }
        let pointer = Vec2::from_array(at);
        let half_turn = Quat::from_rotation_z(core::f32::consts::PI);
        let turn = match self.world().platform() {
            Some(docking) => turn_to(dock_point(docking.place).edge) * half_turn,
            // Towards the middle of the ring.
            None => Quat::from_rotation_z(libm::atan2f(pointer.x, -pointer.y)),
        };
        let ahead = (turn * Vec3::Y).truncate();
        let mut back = 0.0;
        while !self.has_room(pointer - ahead * back, turn) {
            back += 1.0;
            if back > ROOM_BEHIND {
                let sentence = "there is no room for the thumb; put it behind the element";
                return Err(Mistake::new(sentence));
            }
        }
        let front = pointer - ahead * back;
        let step = self.steps();
        let world = self.rig.scene_mut().world_mut();
        if let Some(mut old) = self.thumb.take() {
            while old.step(world, step) {}
        }
        self.thumb = Some(Thumb::down(world, step, pointer, front, turn));
        Ok(())
    }

    /// True if no piece is in the way of a thumb with its front at this point.
    fn has_room(&self, front: Vec2, turn: Quat) -> bool {
        let world = self.world();
        let mut pieces = world.things().filter_map(|thing| world.thing(thing));
        pieces.all(|(piece, pose)| {
            let to = turn.inverse() * (pose.position - front.extend(0.0));
            // Distance of the piece's middle from the thumb: 18 mm wide, 12 mm deep.
            let aside = (to.x.abs() - 9.0).max(0.0);
            let ahead = to.y.max(-12.0 - to.y).max(0.0);
            let radius = world.catalogue().radius(piece) + 0.5;
            pose.position.z < -5.0 || aside * aside + ahead * ahead > radius * radius
        })
    }

    pub(super) fn dock(&mut self, place: Place, ring: &HostRing) -> Result<(), Mistake> {
        if let Place::Along { at_mm, .. } = place {
            let side = self.world().ring_side() as u16;
            let range = FROM_CORNER..=side - FROM_CORNER;
            if !range.contains(&at_mm) {
                let (from, to) = (range.start(), range.end());
                let sentence =
                    format!("the platform does not fit there; set \"at\" to {from} to {to}");
                return Err(Mistake::new(sentence));
            }
        }
        let lies = self.world().platform().map(|docking| docking.place);
        let counts = judged(ring).is_some_and(
            |game| matches!(game.state().turn.platform, Platform::Down(at, _) if at == place),
        );
        if lies == Some(place) && counts {
            return Ok(());
        }
        if lies.is_some() {
            self.then([Act::Lift, Act::Wait(0.4)]);
        }
        let facing = Facing::Short;
        self.then([Act::Dock(Docking { place, facing })]);
        if matches!(place, Place::Along { .. }) {
            self.then([Act::Wait(0.8)]);
            self.player.todo.push_back(Todo::SayDocked(place));
        }
        Ok(())
    }

    pub(super) fn then(&mut self, acts: impl IntoIterator<Item = Act>) {
        self.player.todo.extend(acts.into_iter().map(Todo::Act));
    }

    pub(super) fn mark(&mut self, at: MarkAt, ring: &HostRing, on: bool) -> Result<(), Mistake> {
        let post = at.post()?;
        let game = judged(ring).ok_or_else(|| Mistake::new("no match is running"))?;
        let terms = game.terms();
        if !terms.book().has_posts() {
            let sentence = format!("{} has no markers", terms.edition.game().title());
            return Err(Mistake::new(sentence));
        }
        let seat = at.seat()?.or_else(|| acting(game));
        let seat = seat.ok_or_else(|| Mistake::new("the match is over"))?;
        // A team plays with the markers of its first player.
        let side = terms.side_of(seat);
        let first = terms.players.seats_of(side).next().unwrap_or(seat);
        let marker = magnet_of(terms.colours[first]);
        let slots = self.world().markers()[post];
        let wanted = if on { None } else { Some(marker) };
        let slot = (0..).zip(slots).find(|slot| slot.1 == wanted);
        let (slot, _) = slot.ok_or_else(|| {
            Mistake::new(if on {
                format!("all slots of post {post} are taken; take a marker off first")
            } else {
                format!("there is no such marker on post {post}; name another post")
            })
        })?;
        self.then([Act::Mark(post, slot, on.then_some(marker))]);
        Ok(())
    }

    pub(super) fn lay(&mut self, lay: &LayPiece, ring: &HostRing) -> Result<(), Mistake> {
        let element = input::element(&lay.piece)?;
        let piece = Piece::Element(element);
        let Some(docking) = self.world().platform() else {
            return Err(Mistake::new(
                "the platform is not at the ring; set it down first",
            ));
        };
        let gone = self.rig.scene().fallen();
        let is_it = |thing: &&ThingId| self.world().thing(**thing).is_some_and(|it| it.0 == piece);
        let lying = gone.iter().filter(is_it).count();
        let game = judged(ring).ok_or_else(|| Mistake::new("no match is running"))?;
        let held = game.in_hand().find(|held| held.0 == element);
        let held = held.map_or(0, |held| usize::from(held.1));
        let on_platform = self.watches.iter().filter(|watch| {
            let it = self.world().thing(watch.thing());
            it.is_some_and(|(kind, pose)| {
                kind == piece && self.world().is_on_platform(pose.position)
            })
        });
        if held <= on_platform.count() {
            let sentence = format!("you have no {} to push; take another element", lay.piece);
            return Err(Mistake::new(sentence));
        }
        if lying >= held {
            let sentence = "it still lies in the gutter; take the fallen pieces out first";
            return Err(Mistake::new(sentence));
        }
        let dock = dock_point(docking.place);
        let (out, aside) = match lay.at {
            None => (SPOT, 0.0),
            Some([x, y]) => {
                let at = Vec3::new(x, y, 0.0);
                if !self.world().is_on_platform(at) {
                    return Err(Mistake::new("this is not on the platform; lay it there"));
                }
                let here = EdgeRelative::new(at, dock.edge, self.world().ring_side());
                (here.out, here.along - dock.along)
            }
        };
        let preview = TablePreview::at(self.rig.scene());
        let (at, _) = preview.line(docking.place, out, aside, 0.0);
        if !preview.is_free(at, self.world().catalogue().radius(piece)) {
            return Err(Mistake::new(
                "another piece lies there; lay it beside that one",
            ));
        }
        let laid = self.rig.scene_mut().lay(piece, out, aside);
        self.watches.extend(laid.map(PushWatch::new));
        Ok(())
    }

    pub(super) fn take(&mut self, id: u16) -> Result<(), Mistake> {
        let thing = ThingId(id);
        if self.world().thing(thing).is_none() {
            return Err(Mistake::new("that piece is not on the table any more"));
        }
        let fallen = self.rig.scene().fallen().contains(&thing);
        let world = self.world();
        let act = if fallen {
            hand_acts::fetch(thing, world)
        } else {
            hand_acts::pick_up(thing, world)
        };
        self.then(act);
        Ok(())
    }

    pub(super) fn put(&mut self, put: &PutPiece) -> Result<(), Mistake> {
        let piece = input::piece(&put.piece)?;
        let [x, y] = put.at.unwrap_or_default();
        let unique = matches!(piece, Piece::Sumo(_) | Piece::Belt);
        if unique && self.is_on_table(piece) {
            let sentence = format!("{piece} is on the table already; take it first");
            return Err(Mistake::new(sentence));
        }
        let act = hand_acts::put_down(piece, Vec2::new(x, y), self.world());
        self.then([act]);
        Ok(())
    }
}
