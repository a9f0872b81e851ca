//! Input of the panel: the state of the ring that it reads.

use super::sound::Volume;
use crate::board::{Dimensions, Profile};
use crate::closed_enum::closed_enum;
use crate::lights::{CalibrationScene, HostStatus, LightSettings};
use crate::referee::{AnyGame, Referee};
use crate::time::Instant;

/// State of the ring that the panel reads to interpret presses and to set the lights.
#[derive(Debug, Clone, Copy)]
pub struct PanelInput<'a> {
    /// Referee, with the running match and the state of the table.
    pub referee: &'a Referee,
    /// Profile of the board.
    pub profile: &'a Profile,
    /// Dimensions of the board, which locate sensors along an edge.
    pub dimensions: &'a Dimensions,
    /// State of the host connection.
    pub host: HostStatus,
    /// Brightness and current limit of the lights.
    pub setting: LightSettings,
    /// Buzzer: on or muted.
    pub volume: Volume,
    /// Request of a host that waits for a press on the ring; `None` if there is none.
    pub pending: Option<PendingTouch>,
    /// Calibration under way; `None` if there is none.
    pub calibrating: Option<CalibrationScene>,
    /// Result of the board's self-test.
    pub self_test: SelfTest,
    /// Last match as it began, which a rematch repeats; `None` if there is none.
    pub last: Option<&'a AnyGame>,
}

/// A request of a host that waits for a press on the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PendingTouch {
    /// Time since which the lights show the request.
    pub shown: Instant,
    /// Time at which the request expires: [`ALLOW_WITHIN`](super::ALLOW_WITHIN) after its
    /// arrival.
    pub until: Instant,
    /// Press that allows the request.
    pub touch: Touch,
}

closed_enum! {
    /// Touch by which a person at the table allows a host's request.
    enum Touch {
        /// Short press of Confirm.
        Press = "press",
        /// Long press of Confirm, for a request that ends or alters a result.
        Hold = "hold",
    }
}

/// Result of the board's self-test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SelfTest {
    /// The self-test is running, without a failure so far.
    Running,
    /// The self-test passed.
    #[default]
    Passed,
    /// The self-test failed.
    Failed,
}

impl<'a> PanelInput<'a> {
    /// Creates the input for a board that passed its self-test, without a host and with
    /// default settings.
    #[must_use]
    pub const fn new(referee: &'a Referee, profile: &'a Profile) -> Self {
        Self {
            referee,
            profile,
            dimensions: &Dimensions::ASSUMED,
            host: HostStatus::Absent,
            setting: LightSettings::DEFAULT,
            volume: Volume::On,
            pending: None,
            calibrating: None,
            self_test: SelfTest::Passed,
            last: None,
        }
    }

    /// True if there is a match that is not over.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.game().is_some_and(|game| !game.is_over())
    }

    /// True if a match is running, no question is open, and no piece has yet to come to
    /// rest.
    #[must_use]
    pub(super) fn is_in_turn(&self) -> bool {
        let asks = self.referee.session().question().is_some();
        self.is_running() && !asks && !self.game().is_some_and(super::game::is_settling)
    }

    pub(super) fn game(&self) -> Option<&'a AnyGame> {
        self.referee.session().game()
    }

    /// Returns the pending request; `None` if there is none or it has expired.
    pub(super) fn pending(&self, now: Instant) -> Option<PendingTouch> {
        self.pending.filter(|pending| now < pending.until)
    }

    /// Returns the calibration under way; `None` during a running match, which takes
    /// precedence.
    pub(super) fn calibrating(&self) -> Option<CalibrationScene> {
        self.calibrating.filter(|_| !self.is_running())
    }
}
