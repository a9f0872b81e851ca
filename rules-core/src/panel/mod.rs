//! Panel: turns button presses into intents, and the match into a state of the lights. No
//! I/O, no clock.
//!
//! ```text
//!   levels --Debouncer--> Press --Panel::press--> Intent --> the ring performs it
//!   Referee, PanelInput ---------Panel::light_state--> LightState --> lights
//! ```
//!
//! The panel holds no part of the match, only an open menu or list and its selected line.
//! The panel drops them when their subject is gone. Without special moves no player needs
//! to press a button.
//!
#![doc = include_str!("buttons.md")]
//!
//! | module | contents |
//! |---|---|
//! | [`buttons`] | levels to presses |
//! | [`intent`], [`input`] | actions that people request; state that the panel reads |
//! | `press`, `menu` | presses to intents; lists to choose from |
//! | `light_state`, [`spot_lookup`] | state of the lights; places of things |
//! | `game` | prompts, menus, repairs and sounds of a game |
//! | `kabuto`, `grid`, `abalone`, `sumoo` | the panel side of each game, and of all on grids |
//! | [`quick_match`] | a match that needs no computer |
//! | [`sound`] | tunes of the buzzer |
//!
//! The panel decides nothing about a match and does not time a host's command: the
//! referee and the ring do.

mod abalone;
pub mod buttons;
mod game;
mod grid;
pub mod input;
pub mod intent;
mod kabuto;
mod light_state;
mod menu;
mod press;
pub mod quick_match;
pub mod sound;
pub mod spot_lookup;
mod sumoo;
#[cfg(test)]
mod tests;

pub use buttons::{Debouncer, Press, Presses, TimedPress};
pub use input::{PanelInput, PendingTouch, SelfTest, Touch};
pub use intent::{CalibrationInput, Intent, QuickStart};
pub use sound::{Tune, Volume};

use crate::lights::Spot;
use crate::time::{Instant, Span};
use menu::Menu;

/// Time within which a press must confirm the abort of a match.
pub const ABORT_WITHIN: Span = Span::millis(5_000);
/// Time within which a press on the ring must allow a host's request.
pub const ALLOW_WITHIN: Span = Span::millis(10_000);
/// Time for which the lights must have shown a host's request before a press that begins
/// then counts as consent.
pub const SHOWN_FIRST: Span = Span::millis(500);
/// Time after the last press at which a menu or list closes, so that the lights show
/// again what the match waits for.
pub const LIST_STAYS: Span = Span::millis(30_000);
/// Time for which a place blinks after [`Panel::identify`].
pub const IDENTIFY: Span = Span::millis(8_000);

/// Panel of a board: the dialogue that people have begun with the buttons and not
/// finished.
#[derive(Debug, Clone, Default)]
pub struct Panel {
    open: Open,
    /// Session hash of the finished match that a press of Confirm has put away; `None` if
    /// none is.
    away: Option<u64>,
    /// Place that blinks for a builder, and the time at which it stops; `None` if none
    /// blinks.
    identified: Option<(Spot, Instant)>,
    /// Time before which a press must not have begun to count: that of the last request
    /// that stopped waiting for a touch.
    ignored_before: Instant,
}

/// Dialogue that is open on the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Open {
    /// No dialogue is open.
    #[default]
    Nothing,
    /// A person selects an answer to the question with this number.
    Answer { number: u16, selected: u8 },
    /// The menu of a turn is open.
    Menu(Menu),
    /// The list of matches that can begin is open.
    Starts { selected: u8, until: Instant },
    /// The abort of the match waits for its confirmation.
    Abort { until: Instant },
}

impl Panel {
    /// Panel on which no dialogue is open.
    pub const NEW: Self = Self {
        open: Open::Nothing,
        away: None,
        identified: None,
        ignored_before: Instant::ZERO,
    };

    /// Makes a place blink for [`IDENTIFY`], for a builder who looks for a sensor.
    pub fn identify(&mut self, now: Instant, spot: Spot) {
        self.identified = Some((spot, now + IDENTIFY));
    }

    /// Ignores presses that began before `now`: a request of a host was shown until then,
    /// and they were meant for it.
    pub const fn ignore_presses_before(&mut self, now: Instant) {
        self.ignored_before = now;
    }

    /// Returns the time at which [`Panel::light_state`] may change without input; `None`
    /// if it does not.
    #[must_use]
    pub fn poll_at(&self, now: Instant) -> Option<Instant> {
        let open = match self.open {
            Open::Nothing | Open::Answer { .. } => None,
            Open::Menu(Menu { until, .. }) | Open::Starts { until, .. } | Open::Abort { until } => {
                Some(until)
            }
        };
        let identified = self.identified.map(|(_, until)| until);
        let ends = open.into_iter().chain(identified);
        ends.filter(|&until| until > now).min()
    }

    /// Returns the place that blinks now; `None` if none does.
    fn identified(&self, now: Instant) -> Option<Spot> {
        match self.identified {
            Some((spot, until)) if now < until => Some(spot),
            _ => None,
        }
    }

    /// Returns the open dialogue, or [`Open::Nothing`] if its time is over or its subject
    /// is gone.
    fn open(&self, now: Instant, view: &PanelInput<'_>) -> Open {
        let session = view.referee.session();
        let holds = match self.open {
            Open::Nothing => true,
            Open::Answer { number, .. } => {
                let asked = session.question().map(|question| question.number);
                asked == Some(number)
            }
            Open::Menu(menu) => {
                now < menu.until && menu.hash == session.hash() && view.is_in_turn()
            }
            Open::Starts { until, .. } => now < until && self.is_idle(view),
            Open::Abort { until } => now < until && view.is_running(),
        };
        if holds { self.open } else { Open::Nothing }
    }

    /// True if no match is shown: there is none, or it is over and was put away.
    fn is_idle(&self, view: &PanelInput<'_>) -> bool {
        let session = view.referee.session();
        match session.game() {
            None => true,
            Some(game) => {
                game.is_over() && session.question().is_none() && self.away == Some(session.hash())
            }
        }
    }
}
