//! Interpretation of button presses, which depends on what the lights show at that time.

use super::buttons::{Press, TimedPress};
use super::input::{PanelInput, PendingTouch, Touch};
use super::intent::{CalibrationInput, Intent};
use super::menu::{Menu, MenuResult, following};
use super::{ABORT_WITHIN, LIST_STAYS, Open, Panel, SHOWN_FIRST};
use crate::board::Button;
use crate::referee::waiting::RestBlocker;
use crate::referee::{AnyGame, Command, Question, Speaker};
use crate::time::Instant;

/// Levels of brightness that Calibrate steps through, in 255ths; the middle one is the
/// default.
const BRIGHTNESS: [u8; 3] = [40, 128, 255];

impl Panel {
    /// Handles a press. Returns the resulting intent; `None` if the press only changes
    /// the panel or nothing.
    pub fn press(
        &mut self,
        now: Instant,
        TimedPress { press, began }: TimedPress,
        view: &PanelInput<'_>,
    ) -> Option<Intent> {
        self.open = self.open(now, view);
        if began < self.ignored_before {
            return None;
        }
        // A press that began before the request was shown was meant for what the lights
        // showed then.
        if let Some(pending) = view.pending(now).filter(|pending| began >= pending.shown) {
            return allow(press, began, pending);
        }
        if matches!(self.open, Open::Abort { .. }) && press != Press::Both {
            self.open = Open::Nothing;
            let is_confirmed = press == Press::Short(Button::Confirm);
            return is_confirmed.then_some(Intent::Command(Command::Abort));
        }
        match press {
            Press::Long(Button::Mode) => return Some(Intent::Sound(view.volume.other())),
            Press::Both if view.calibrating().is_some() => {
                return Some(Intent::Calibrate(CalibrationInput::Cancel));
            }
            Press::Both => {
                if view.is_running() {
                    let until = now + ABORT_WITHIN;
                    self.open = Open::Abort { until };
                }
                return None;
            }
            _ => {}
        }
        if view.calibrating().is_some() {
            return calibrate(press);
        }
        if press == Press::Short(Button::Calibrate) {
            let now = view.setting.brightness;
            let brighter = BRIGHTNESS.into_iter().find(|&step| step > now);
            return Some(Intent::Brighten(brighter.unwrap_or(BRIGHTNESS[0])));
        }
        if press == Press::Long(Button::Undo) && view.game().is_some() {
            return self.command(Command::Redo);
        }
        match (view.game(), view.referee.session().question()) {
            (Some(_), Some(question)) => self.answer(press, question),
            (Some(game), None) if !game.is_over() => self.play(now, press, game, view),
            _ => self.idle(now, press, view),
        }
    }

    /// Closes the dialogue and returns the intent to give the referee a command.
    fn command(&mut self, command: Command) -> Option<Intent> {
        self.open = Open::Nothing;
        Some(Intent::Command(command))
    }

    /// Handles a press while a question is open.
    fn answer(&mut self, press: Press, question: &Question) -> Option<Intent> {
        let number = question.number;
        let selected = self.selected(question);
        match press {
            Press::Short(Button::Mode) => {
                let selected = following(selected, question.choices.len() as u8);
                self.open = Open::Answer { number, selected };
                None
            }
            Press::Short(Button::Confirm) => {
                let choice = question.choices.get(usize::from(selected))?;
                self.command(Command::Answer(number, *choice))
            }
            Press::Long(Button::Confirm) => self.command(Command::TableIsRight),
            Press::Short(Button::Undo) => self.command(Command::Undo),
            _ => None,
        }
    }

    /// Returns the index of the selected answer; 0 until a person selects another.
    pub(super) fn selected(&self, question: &Question) -> u8 {
        match self.open {
            Open::Answer { number, selected } if number == question.number => selected,
            _ => 0,
        }
    }

    /// Handles a press during a match without an open question.
    fn play(
        &mut self,
        now: Instant,
        press: Press,
        game: &AnyGame,
        view: &PanelInput<'_>,
    ) -> Option<Intent> {
        match (press, self.open) {
            (Press::Short(Button::Mode), Open::Menu(menu)) => {
                self.open = Open::Menu(menu.next(now, game));
                None
            }
            (Press::Short(Button::Mode), _) if view.is_in_turn() => {
                let hash = view.referee.session().hash();
                self.open = Menu::open(now, game, hash).map_or(Open::Nothing, Open::Menu);
                None
            }
            (Press::Short(Button::Confirm), Open::Menu(menu)) => match menu.select(now, game)? {
                MenuResult::More(menu) => {
                    self.open = Open::Menu(menu);
                    None
                }
                MenuResult::Declared(play) => self.command(Command::Declare(play, Speaker::Table)),
            },
            (Press::Short(Button::Undo), Open::Menu(_)) => {
                self.open = Open::Nothing;
                None
            }
            (Press::Short(Button::Undo), _) => self.command(Command::Undo),
            (Press::Short(Button::Confirm), _) => {
                let waiting = view.referee.waiting();
                match (waiting.repair, waiting.unrest) {
                    (Some(_), _) => self.command(Command::RefereeIsRight),
                    // No motion any more, as far as the sensors show.
                    (None, Some(RestBlocker::Until(_) | RestBlocker::Word)) => self.rest(game),
                    (None, _) => None,
                }
            }
            (Press::Long(Button::Confirm), _) => {
                let waiting = view.referee.waiting();
                match (waiting.repair, waiting.unrest) {
                    (Some(_), _) => self.command(Command::TableIsRight),
                    (None, Some(_)) => self.rest(game),
                    (None, None) => None,
                }
            }
            _ => None,
        }
    }

    /// Returns the intent to declare that everything is at rest; `None` if the game has
    /// no such action.
    fn rest(&mut self, game: &AnyGame) -> Option<Intent> {
        let rest = game.rest_action()?;
        self.command(Command::Declare(rest, Speaker::Table))
    }

    /// Handles a press while no match is running.
    fn idle(&mut self, now: Instant, press: Press, view: &PanelInput<'_>) -> Option<Intent> {
        let session = view.referee.session();
        if session.game().is_some() && !self.is_idle(view) {
            return match press {
                Press::Short(Button::Confirm) => {
                    self.away = Some(session.hash());
                    None
                }
                Press::Short(Button::Undo) => self.command(Command::Undo),
                _ => None,
            };
        }
        let starts = Self::starts(view);
        let list = |selected| Open::Starts {
            selected,
            until: now + LIST_STAYS,
        };
        match (press, self.open) {
            (Press::Short(Button::Mode), Open::Starts { selected, .. }) => {
                self.open = list(following(selected, starts.len() as u8));
                None
            }
            (Press::Short(Button::Confirm), Open::Starts { selected, .. }) => {
                self.open = Open::Nothing;
                starts
                    .get(usize::from(selected))
                    .copied()
                    .map(Intent::Begin)
            }
            (Press::Short(Button::Mode | Button::Confirm), _) if !starts.is_empty() => {
                self.open = list(0);
                None
            }
            (Press::Short(Button::Undo), Open::Starts { .. }) => {
                self.open = Open::Nothing;
                None
            }
            // Back to the match that was put away.
            (Press::Short(Button::Undo), _) => {
                self.away = None;
                None
            }
            (Press::Long(Button::Calibrate), _) => Some(Intent::Calibrate(CalibrationInput::Begin)),
            _ => None,
        }
    }
}

/// Handles a press while a host's request waits for a touch. It allows nothing unless it
/// began after the request had been shown for [`SHOWN_FIRST`].
fn allow(press: Press, began: Instant, pending: PendingTouch) -> Option<Intent> {
    let is_shown = began >= pending.shown + SHOWN_FIRST;
    match (press, pending.touch) {
        (Press::Short(Button::Undo), _) => Some(Intent::Refuse),
        (Press::Short(Button::Confirm | Button::Calibrate), Touch::Press)
        | (Press::Long(Button::Confirm | Button::Calibrate), _) => {
            is_shown.then_some(Intent::Allow)
        }
        _ => None,
    }
}

/// Handles a press during a calibration.
const fn calibrate(press: Press) -> Option<Intent> {
    match press {
        Press::Short(Button::Confirm | Button::Calibrate) => {
            Some(Intent::Calibrate(CalibrationInput::Ready))
        }
        Press::Short(Button::Undo) | Press::Long(Button::Calibrate) => {
            Some(Intent::Calibrate(CalibrationInput::Cancel))
        }
        _ => None,
    }
}
