//! The panel: what lies between people's fingers and eyes and the referee.
//! Presses in, deeds out; and what the lights show, always. No I/O, no clock.
//!
//! ```text
//!   levels --Keys--> Press --Panel::press--> Deed --> the ring does it
//!   Referee, View ---------Panel::showing--> Showing --> lights
//! ```
//!
//! The panel holds nothing that matters: what is selected, an open menu, what a
//! confirm would do. All of it is thrown away when what it was about is gone.
//! Without special moves nobody needs to press anything.
//!
//! # What the buttons do
//!
//! The first row that holds counts:
//!
//! | when | Confirm | Mode | Undo | Calibrate |
//! |---|---|---|---|---|
//! | a host wants something | allow it (within 10 s) | | refuse it | allow it |
//! | both were held 3 s | break the match off (within 5 s) | leave it | leave it | leave it |
//! | calibration | it is there: measure | | leave it | it is there: measure; *long:* leave it |
//! | the ring asks | give the chosen answer; *long:* the table is right | next answer | take the last step back | |
//! | a menu is open | take the chosen one | next one | leave the menu | |
//! | something is wrong | the referee is right; *long:* the table is right | open the menu | take the last step back | |
//! | things settle | all is at rest, if only time is missing; *long:* all is at rest | | take the last step back | |
//! | a turn | | open the menu | take the last step back | |
//! | the match is over | put it away | | take the last step back | |
//! | a list of what can be begun | begin the chosen one | next one | leave the list | *long:* guided calibration |
//! | no match | open that list | open that list | back to the match that was put away | *long:* guided calibration |
//!
//! Otherwise: Undo held long in a match makes a step again (redo). Confirm and Undo
//! held together ask whether to break off, and leave a calibration. Calibrate, short:
//! the next brightness. Mode held long: sound off and on.
//!
//! Why a *long* press says that the table is right: it changes the game, so a
//! hand that brushes the button must not do it, and everybody at the table sees
//! somebody hold it down for a second and a half. A short press says that the
//! referee is right, which is what holds anyway: the next thing to put right
//! stays lit.
//!
//! | file | concern |
//! |---|---|
//! | [`buttons`] | levels to presses |
//! | [`deed`], [`view`] | what is to be done; what the panel looks at |
//! | `press`, `menu` | presses to deeds; lists to choose from |
//! | `showing`, [`spots`] | what the lights show, and where things are |
//! | `game`, `kabuto`, `grid` | what each game brings: wishes, repairs, menus |
//! | [`plain`] | a match that needs no computer |
//! | [`sound`] | what the buzzer plays |
//!
//! What it does not do: it decides nothing about a match, and it keeps no time of
//! a host's command; both are others' to say.

pub mod buttons;
pub mod deed;
mod game;
mod grid;
mod kabuto;
mod menu;
pub mod plain;
mod press;
mod showing;
pub mod sound;
pub mod spots;
#[cfg(test)]
mod tests;
pub mod view;

pub use buttons::{Keys, Press, Presses};
pub use deed::{Deed, Guidance, Start};
pub use sound::{Tune, Volume};
pub use view::{Pending, SelfTest, View};

use crate::lights::Spot;
use crate::time::{Instant, Span};
use menu::Menu;

/// How long people have to say that they mean to break off.
pub const ABORT_WITHIN: Span = Span::millis(5_000);
/// How long a host's command waits for a touch.
pub const ALLOW_WITHIN: Span = Span::millis(10_000);
/// A list that nobody touches for so long closes, so that the lights show again
/// what the match waits for.
pub const LIST_STAYS: Span = Span::millis(30_000);
/// How long a place that somebody looks for is shown.
pub const IDENTIFY: Span = Span::millis(8_000);

/// What people have begun with buttons and not ended yet.
#[derive(Debug, Clone, Default)]
pub struct Panel {
    open: Open,
    /// The match that is over and was put away, by the session's hash.
    away: Option<u64>,
    /// A place that somebody looks for, and until when it is shown.
    sought: Option<(Spot, Instant)>,
}

/// What is open on the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// An answer to the question with this number is chosen.
    Answer { number: u16, selected: u8 },
    /// The menu of a turn.
    Menu(Menu),
    /// The list of what can be begun.
    Starts { selected: u8, until: Instant },
    /// Breaking off was asked for.
    Abort { until: Instant },
}

impl Panel {
    /// Shows a place for a while, for a builder who looks for a sensor.
    pub fn identify(&mut self, now: Instant, spot: Spot) {
        self.sought = Some((spot, now + IDENTIFY));
    }

    /// When [`Panel::showing`] may change by itself.
    #[must_use]
    pub fn poll_at(&self, now: Instant) -> Option<Instant> {
        let open = match self.open {
            Open::Nothing | Open::Answer { .. } => None,
            Open::Menu(Menu { until, .. }) | Open::Starts { until, .. } | Open::Abort { until } => {
                Some(until)
            }
        };
        let sought = self.sought.map(|it| it.1);
        let ends = open.into_iter().chain(sought);
        ends.filter(|&until| until > now).min()
    }

    /// The place that somebody looks for now.
    fn sought(&self, now: Instant) -> Option<Spot> {
        match self.sought {
            Some((spot, until)) if now < until => Some(spot),
            _ => None,
        }
    }

    /// What is open now: what its time or its reason is gone is not.
    fn open(&self, now: Instant, view: &View<'_>) -> Open {
        let session = view.referee.session();
        let holds = match self.open {
            Open::Nothing => true,
            Open::Answer { number, .. } => {
                let asked = session.question().map(|it| it.number);
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

    /// Whether no match is to be seen: none is there, or it is over and was put
    /// away.
    fn is_idle(&self, view: &View<'_>) -> bool {
        let session = view.referee.session();
        match session.game() {
            None => true,
            Some(game) => {
                game.is_over() && session.question().is_none() && self.away == Some(session.hash())
            }
        }
    }
}
