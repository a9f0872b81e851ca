//! Scene with live hands: somebody outside moves a hand while time passes, with or
//! without a script of acts.

use super::{ActiveAct, Scene};
use crate::truth::TrueEventKind;
use crate::world::{ThingId, World};
use rules_core::piece::Piece;
use rules_core::sensing::observation::Cause;

impl Scene {
    /// True if no act is in progress and none is left in the script.
    pub(crate) fn is_idle(&self) -> bool {
        let ended = matches!(self.acting, None | Some(ActiveAct::Wait(0)));
        ended && self.acts.is_empty()
    }

    /// Advances the scene by one step (2 ms), also if the script has ended.
    pub(crate) fn advance_live(&mut self) {
        if self.is_idle() {
            self.acting = Some(ActiveAct::Wait(1));
        }
        if !self.advance() {
            // Every act left has ended without taking time.
            self.acting = Some(ActiveAct::Wait(1));
            self.advance();
        }
    }

    /// Returns the simulated world, for live hands to move in.
    pub(crate) const fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Lays an element on the docked platform at once; `None` if there is no platform.
    pub(crate) fn lay(&mut self, piece: Piece, out: f32, aside: f32) -> Option<ThingId> {
        self.loaded = None;
        self.load(piece, (out, aside), 0.0);
        self.loaded
    }

    /// Sets whether a live hand may be pushing.
    pub(crate) const fn set_live_hand(&mut self, is_there: bool) {
        self.live_hand = is_there;
    }

    /// Records a true event of a live hand; the begin of a push is the cause of all falls
    /// until the pieces rest.
    pub(crate) fn record(&mut self, what: TrueEventKind) {
        if matches!(what, TrueEventKind::PushStarted(..)) {
            self.cause = Cause::Push;
        }
        self.truth.push(self.world.now(), what);
    }
}
