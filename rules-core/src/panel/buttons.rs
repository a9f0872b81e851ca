//! Debouncer of buttons: turns levels into short, long and combined presses.
//!
//! ```text
//!        down for 20 ms              up for 20 ms
//!   Up -----------------> Down -------------------> Up, a short press
//!                          |  1.5 s
//!                          +---> a long press, at once; its release is not reported
//!                          |  the other of Confirm and Undo within 1 s
//!                          +---> a chord: neither counts on its own;
//!                                both for 3 s: both pressed, once
//! ```
//!
//! A contact counts only after it has been still for 20 ms, so that bouncing of any shape
//! gives one press, or none. Times are measured from the change of the level, so that the
//! poll rate changes nothing.
//!
//! A stuck button gives one long press and is ignored from then on. It makes no chord
//! with a button that comes down more than a second later.

use crate::board::{Button, Buttons, ByButton};
use crate::time::{Instant, Span};
use heapless::Vec;

/// Time for which a contact must be still before its level counts. Small push buttons
/// bounce for 1 to 10 ms.
pub const STILL: Span = Span::millis(20);
/// Time after which a held button gives a long press.
pub const LONG: Span = Span::millis(1_500);
/// Time within which Confirm and Undo must both come down to form a chord.
pub const TOGETHER: Span = Span::millis(1_000);
/// Time after which a held chord of Confirm and Undo gives [`Press::Both`].
pub const BOTH: Span = Span::millis(3_000);

/// A press of a button, or of Confirm and Undo together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Press {
    /// Button was pressed and released within [`LONG`].
    Short(Button),
    /// Button was held for [`LONG`]; reported before its release.
    Long(Button),
    /// Confirm and Undo were held together for [`BOTH`].
    Both,
}

/// A press and the time at which the button came down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimedPress {
    /// Kind of press.
    pub press: Press,
    /// Time at which the button came down; of [`Press::Both`] the second one.
    pub began: Instant,
}

/// Presses of one poll, at most one of each button and one of both.
pub type Presses = Vec<TimedPress, 5, u8>;

/// Debouncer of a board's buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Debouncer {
    /// Buttons that were down at the last step, not debounced.
    levels: Buttons,
    /// Time of the last change of each button's level.
    since: ByButton<Instant>,
    keys: ByButton<ButtonState>,
}

/// Debounced state of a button.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum ButtonState {
    #[default]
    Up,
    /// Button is down since this time and not reported yet.
    Down(Instant),
    /// Button is part of a chord since this time, at which the second button came down.
    Chord(Instant),
    /// Button is down and already reported.
    Reported,
}

impl Debouncer {
    /// Debouncer of buttons that are all up.
    pub const NEW: Self = Self {
        levels: Buttons::EMPTY,
        since: ByButton([Instant::ZERO; Button::ALL.len()]),
        keys: ByButton([ButtonState::Up; Button::ALL.len()]),
    };

    /// Sets the buttons that are down now, and returns the presses that were due before.
    ///
    /// ```
    /// use rules_core::board::{Button, Buttons};
    /// use rules_core::panel::buttons::{Debouncer, Press};
    /// use rules_core::time::Instant;
    ///
    /// let mut buttons = Debouncer::default();
    /// buttons.step(Instant(0), Buttons::of(Button::Mode));
    /// buttons.step(Instant(300_000), Buttons::EMPTY);
    /// let due = buttons.poll_at().unwrap();
    /// assert_eq!(due, Instant(320_000));
    /// let presses = buttons.step(due, Buttons::EMPTY);
    /// assert_eq!(presses[0].press, Press::Short(Button::Mode));
    /// assert_eq!(presses[0].began, Instant(0));
    /// ```
    pub fn step(&mut self, now: Instant, down: Buttons) -> Presses {
        let presses = self.poll(now);
        for button in Button::ALL {
            if down.contains(button) != self.levels.contains(button) {
                self.since[button] = now;
            }
        }
        self.levels = down;
        presses
    }

    /// Returns the presses that are due at `now` without a change of levels.
    pub fn poll(&mut self, now: Instant) -> Presses {
        let mut presses = Presses::new();
        let mut report = |press, began| {
            // Room for one press of each button and one of both.
            let _ = presses.push(TimedPress { press, began });
        };
        for button in Button::ALL {
            let still = now >= self.since[button] + STILL;
            let (is_down, since) = (self.levels.contains(button), self.since[button]);
            match (self.keys[button], is_down) {
                (ButtonState::Up, true) if still => self.keys[button] = ButtonState::Down(since),
                (ButtonState::Down(began), false) if still => {
                    // Released too late for a short press, between two polls.
                    let held_long = since >= began + LONG;
                    let press = if held_long {
                        Press::Long(button)
                    } else {
                        Press::Short(button)
                    };
                    report(press, began);
                    self.keys[button] = ButtonState::Up;
                }
                (ButtonState::Chord(_) | ButtonState::Reported, false) if still => {
                    self.keys[button] = ButtonState::Up
                }
                _ => {}
            }
        }
        self.join();
        for button in Button::ALL {
            let ButtonState::Down(began) = self.keys[button] else {
                continue;
            };
            if self.levels.contains(button) && now >= began + LONG {
                report(Press::Long(button), began);
                self.keys[button] = ButtonState::Reported;
            }
        }
        if let Some(due) = self.chord_at()
            && now >= due
        {
            report(Press::Both, due - BOTH);
            self.keys[Button::Confirm] = ButtonState::Reported;
            self.keys[Button::Undo] = ButtonState::Reported;
        }
        presses
    }

    /// Returns the time at which the caller must call [`Debouncer::poll`] if no level
    /// changes before; `None` if there is none.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        // Nearly always, and this is called with every frame.
        if self.levels.is_empty()
            && self
                .keys
                .iter()
                .all(|(_, key)| matches!(key, ButtonState::Up))
        {
            return None;
        }
        let each = Button::ALL.into_iter().filter_map(|button| {
            let is_down = self.levels.contains(button);
            match (self.keys[button], is_down) {
                (ButtonState::Up, false)
                | (ButtonState::Chord(_) | ButtonState::Reported, true) => None,
                (ButtonState::Down(began), true) => Some(began + LONG),
                (ButtonState::Up, true) | (_, false) => Some(self.since[button] + STILL),
            }
        });
        each.chain(self.chord_at()).min()
    }

    /// Joins Confirm and Undo to a chord if one came down within [`TOGETHER`] of the
    /// other.
    fn join(&mut self) {
        if let (ButtonState::Down(one), ButtonState::Down(other)) =
            (self.keys[Button::Confirm], self.keys[Button::Undo])
            && one.max(other).since(one.min(other)) < TOGETHER
        {
            let chord = ButtonState::Chord(one.max(other));
            self.keys[Button::Confirm] = chord;
            self.keys[Button::Undo] = chord;
        }
    }

    /// Returns the time at which the chord of Confirm and Undo is due; `None` unless both
    /// are still down.
    fn chord_at(&self) -> Option<Instant> {
        let both = Buttons::of(Button::Confirm).with(Button::Undo);
        match (self.keys[Button::Confirm], self.keys[Button::Undo]) {
            (ButtonState::Chord(since), ButtonState::Chord(_)) if both.is_within(self.levels) => {
                Some(since + BOTH)
            }
            _ => None,
        }
    }
}
