//! What a press means: it depends on what people see when they press.

use super::buttons::Press;
use super::deed::{Deed, Guidance};
use super::menu::{Menu, Taken, following};
use super::view::View;
use super::{ABORT_WITHIN, LIST_STAYS, Open, Panel, game};
use crate::board::Button;
use crate::referee::waiting::Unrest;
use crate::referee::{By, Command, Game, Question};
use crate::time::Instant;

/// Steps of brightness, in 255ths; the middle one is the usual.
const BRIGHTNESS: [u8; 3] = [40, 128, 255];

impl Panel {
    /// What somebody wants done who presses this now.
    pub fn press(&mut self, now: Instant, press: Press, view: &View<'_>) -> Option<Deed> {
        self.open = self.open(now, view);
        if view.pending(now).is_some() {
            return allow(press);
        }
        if matches!(self.open, Open::Abort { .. }) && press != Press::Both {
            self.open = Open::Nothing;
            let meant = press == Press::Short(Button::Confirm);
            return meant.then_some(Deed::Tell(Command::Abort));
        }
        match press {
            Press::Long(Button::Mode) => return Some(Deed::Sound(view.volume.other())),
            Press::Both if view.calibrating().is_some() => {
                return Some(Deed::Calibrate(Guidance::Cancel));
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
            let brighter = BRIGHTNESS.into_iter().find(|&it| it > now);
            return Some(Deed::Brighten(brighter.unwrap_or(BRIGHTNESS[0])));
        }
        if press == Press::Long(Button::Undo) && view.game().is_some() {
            return self.tell(Command::Redo);
        }
        match (view.game(), view.referee.session().question()) {
            (Some(_), Some(question)) => self.answer(press, question),
            (Some(game), None) if !game.is_over() => self.play(now, press, game, view),
            _ => self.idle(now, press, view),
        }
    }

    fn tell(&mut self, command: Command) -> Option<Deed> {
        self.open = Open::Nothing;
        Some(Deed::Tell(command))
    }

    /// A question is open. Its first answer is chosen from the beginning.
    fn answer(&mut self, press: Press, question: &Question) -> Option<Deed> {
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
                self.tell(Command::Answer(number, *choice))
            }
            Press::Long(Button::Confirm) => self.tell(Command::TableIsRight),
            Press::Short(Button::Undo) => self.tell(Command::Undo),
            _ => None,
        }
    }

    /// The answer that is chosen.
    pub(super) fn selected(&self, question: &Question) -> u8 {
        match self.open {
            Open::Answer { number, selected } if number == question.number => selected,
            _ => 0,
        }
    }

    /// A match is on, and nothing is asked.
    fn play(&mut self, now: Instant, press: Press, game: &Game, view: &View<'_>) -> Option<Deed> {
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
            (Press::Short(Button::Confirm), Open::Menu(menu)) => match menu.take(now, game)? {
                Taken::More(menu) => {
                    self.open = Open::Menu(menu);
                    None
                }
                Taken::Declared(play) => self.tell(Command::Declare(play, By::Table)),
            },
            (Press::Short(Button::Undo), Open::Menu(_)) => {
                self.open = Open::Nothing;
                None
            }
            (Press::Short(Button::Undo), _) => self.tell(Command::Undo),
            (Press::Short(Button::Confirm), _) => {
                let waiting = view.referee.waiting();
                match (waiting.repair, waiting.unrest) {
                    (Some(_), _) => self.tell(Command::RefereeIsRight),
                    // Nothing moves any more as far as is seen.
                    (None, Some(Unrest::Until(_) | Unrest::Word)) => self.rest(game),
                    (None, _) => None,
                }
            }
            (Press::Long(Button::Confirm), _) => {
                let waiting = view.referee.waiting();
                match (waiting.repair, waiting.unrest) {
                    (Some(_), _) => self.tell(Command::TableIsRight),
                    (None, Some(_)) => self.rest(game),
                    (None, None) => None,
                }
            }
            _ => None,
        }
    }

    fn rest(&mut self, game: &Game) -> Option<Deed> {
        let rest = game::at_rest(game)?;
        self.tell(Command::Declare(rest, By::Table))
    }

    /// No match, or one that is over.
    fn idle(&mut self, now: Instant, press: Press, view: &View<'_>) -> Option<Deed> {
        let session = view.referee.session();
        if session.game().is_some() && !self.is_idle(view) {
            return match press {
                Press::Short(Button::Confirm) => {
                    self.away = Some(session.hash());
                    None
                }
                Press::Short(Button::Undo) => self.tell(Command::Undo),
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
                starts.get(usize::from(selected)).copied().map(Deed::Begin)
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
            (Press::Long(Button::Calibrate), _) => Some(Deed::Calibrate(Guidance::Begin)),
            _ => None,
        }
    }
}

/// A host's command waits for a touch.
const fn allow(press: Press) -> Option<Deed> {
    match press {
        Press::Short(Button::Confirm | Button::Calibrate) => Some(Deed::Allow),
        Press::Short(Button::Undo) => Some(Deed::Refuse),
        _ => None,
    }
}

/// A calibration is under way.
const fn calibrate(press: Press) -> Option<Deed> {
    match press {
        Press::Short(Button::Confirm | Button::Calibrate) => Some(Deed::Calibrate(Guidance::Ready)),
        Press::Short(Button::Undo) | Press::Long(Button::Calibrate) => {
            Some(Deed::Calibrate(Guidance::Cancel))
        }
        _ => None,
    }
}
