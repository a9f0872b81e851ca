//! What the panel looks at.

use super::sound::Volume;
use crate::board::{Dimensions, Profile};
use crate::lights::{Calibration, Host, Setting};
use crate::referee::{Game, Referee};
use crate::time::Instant;

/// Everything the panel looks at. Nothing in it is the panel's own.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The match and the table.
    pub referee: &'a Referee,
    /// The board.
    pub profile: &'a Profile,
    /// Its dimensions, to find places along an edge.
    pub dimensions: &'a Dimensions,
    /// Whether a host listens.
    pub host: Host,
    /// How bright the lights are.
    pub setting: Setting,
    /// Whether the buzzer sounds.
    pub volume: Volume,
    /// A host's command that waits for a touch.
    pub pending: Option<Pending>,
    /// The calibration under way.
    pub calibrating: Option<Calibration>,
    /// What the board says about itself.
    pub self_test: SelfTest,
    /// The match that can be repeated.
    pub last: Option<&'a Game>,
}

/// A host's command that waits for a touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pending {
    /// It is void from then on; usually [`ALLOW_WITHIN`](super::ALLOW_WITHIN)
    /// after it came.
    pub until: Instant,
}

/// What the board says about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SelfTest {
    /// Starting up, all well so far.
    Running,
    /// All well.
    #[default]
    Passed,
    /// It failed.
    Failed,
}

impl<'a> View<'a> {
    /// A board that is well, without a host.
    #[must_use]
    pub const fn of(referee: &'a Referee, profile: &'a Profile) -> Self {
        Self {
            referee,
            profile,
            dimensions: &Dimensions::ASSUMED,
            host: Host::Absent,
            setting: Setting::USUAL,
            volume: Volume::On,
            pending: None,
            calibrating: None,
            self_test: SelfTest::Passed,
            last: None,
        }
    }

    /// A match that is not over.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.game().is_some_and(|game| !game.is_over())
    }

    /// A running match that waits for no answer and for nothing to rest.
    #[must_use]
    pub(super) fn is_in_turn(&self) -> bool {
        let asks = self.referee.session().question().is_some();
        self.is_running() && !asks && !self.game().is_some_and(super::game::settles)
    }

    pub(super) fn game(&self) -> Option<&'a Game> {
        self.referee.session().game()
    }

    /// The pending command, if it is still to be allowed.
    pub(super) fn pending(&self, now: Instant) -> Option<Pending> {
        self.pending.filter(|it| now < it.until)
    }

    /// A calibration never stands before a running match.
    pub(super) fn calibrating(&self) -> Option<Calibration> {
        self.calibrating.filter(|_| !self.is_running())
    }
}
