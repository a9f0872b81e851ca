//! Table of a session: what it needs of a ring with its pieces, or of a grid board.

use super::Mistake;
use super::input::HandInput;
use crate::demo::view::DemoView;
use crate::play::ring_under_test::HostRing;
use core::fmt;
use host_core::sentences::Names;
use rules_core::games::kabuto::action::MoveUse;
use rules_core::piece::Piece;
use rules_core::referee::Command;
use rules_core::time::Instant;
use serde_json::Value;

/// Table of a session.
pub(super) trait TableModel: fmt::Debug {
    /// Returns the time since power-up.
    fn now(&self) -> Instant;

    /// Advances the table before the match until everything rests.
    fn settle(&mut self, ring: &mut HostRing);

    /// Notes that the match has begun.
    fn begin(&mut self);

    /// Advances the table by one step of 2 ms, with its simulated players.
    fn advance(&mut self, ring: &mut HostRing);

    /// Does what a hand does.
    fn hand(&mut self, hand: &HandInput, ring: &mut HostRing) -> Result<(), Mistake>;

    /// Notes what a person is about to tell the ring.
    fn told(&mut self, _command: &Command, _ring: &HostRing) {}

    /// Notes that the ring ruled that this piece goes back on the ring.
    fn put_back(&mut self, piece: Piece);

    /// Appends the poses of everything on the table.
    fn poses(&self, into: &mut Vec<f32>);

    /// Returns the table and the ring's match as a picture for a terminal.
    fn view(&self, ring: &mut HostRing, names: &Names) -> DemoView;

    /// Returns what never changes, for drawing.
    fn describe(&self) -> Value;

    /// Returns what changes besides poses and the match: the name of each event with its
    /// data.
    fn state(&self, ring: &HostRing) -> Vec<(&'static str, Value)>;

    /// Returns the special moves that the player who acts can make, with true choices.
    fn specials(&self, ring: &HostRing) -> Vec<MoveUse>;

    /// Returns a number that changes whenever `state` may have changed.
    fn version(&self) -> u64;
}
