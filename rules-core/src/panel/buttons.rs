//! From what is down to what was pressed.
//!
//! ```text
//!        down for 20 ms              up for 20 ms
//!   Up -----------------> Down -------------------> Up, a short press
//!                          |  1.5 s
//!                          +---> a long press, at once; its release says nothing
//!                          |  the other of Confirm and Undo within 1 s
//!                          +---> a chord: neither counts by itself;
//!                                both for 3 s: both pressed, once
//! ```
//!
//! A contact that bounces is not believed until it has kept still for 20 ms, so
//! bouncing of any shape is one press, or none. Times are those of the first
//! touch, not of the look at it: how often somebody polls changes nothing.
//!
//! A button that is stuck gives one long press and is then out of the game; it
//! makes no chord with another that comes later than a second after it.

use crate::board::{Button, Buttons, ByButton};
use crate::time::{Instant, Span};
use heapless::Vec;

/// A contact that has kept still for so long is believed. Small push buttons
/// bounce for 1 to 10 ms.
pub const STILL: Span = Span::millis(20);
/// Held for so long is a long press.
pub const LONG: Span = Span::millis(1_500);
/// Two buttons that come down within this time are held together.
pub const TOGETHER: Span = Span::millis(1_000);
/// Held together for so long is a press of both.
pub const BOTH: Span = Span::millis(3_000);

/// Something pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Press {
    /// Pressed and let go.
    Short(Button),
    /// Held, and still held.
    Long(Button),
    /// Confirm and Undo held together.
    Both,
}

/// What one look at the buttons can bring: one press of each, and of both.
pub type Presses = Vec<Press, 5, u8>;

/// The buttons of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Keys {
    /// What is down as far as the last look tells.
    levels: Buttons,
    /// Since when each has been like that.
    since: ByButton<Instant>,
    keys: ByButton<Key>,
}

/// What is believed of a button.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Key {
    #[default]
    Up,
    /// Down since then, and nothing said about it yet.
    Down(Instant),
    /// In a chord since the second came down.
    Chord(Instant),
    /// Down, and all has been said.
    Said,
}

impl Keys {
    /// Takes what is down now; says what has been pressed up to now.
    ///
    /// ```
    /// use rules_core::board::{Button, Buttons};
    /// use rules_core::panel::buttons::{Keys, Press};
    /// use rules_core::time::Instant;
    ///
    /// let mut keys = Keys::default();
    /// keys.step(Instant(0), Buttons::of(Button::Mode));
    /// keys.step(Instant(300_000), Buttons::EMPTY);
    /// let due = keys.poll_at().unwrap();
    /// assert_eq!(due, Instant(320_000));
    /// assert_eq!(keys.step(due, Buttons::EMPTY), [Press::Short(Button::Mode)]);
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

    /// Says what time alone has brought.
    pub fn poll(&mut self, now: Instant) -> Presses {
        let mut presses = Presses::new();
        let mut say = |press| {
            // Room for one press of each button and one of both.
            let _ = presses.push(press);
        };
        for button in Button::ALL {
            let still = now >= self.since[button] + STILL;
            let (is_down, since) = (self.levels.contains(button), self.since[button]);
            match (self.keys[button], is_down) {
                (Key::Up, true) if still => self.keys[button] = Key::Down(since),
                (Key::Down(began), false) if still => {
                    // Let go too late for a short press, and nobody looked.
                    let held_long = since >= began + LONG;
                    say(if held_long {
                        Press::Long(button)
                    } else {
                        Press::Short(button)
                    });
                    self.keys[button] = Key::Up;
                }
                (Key::Chord(_) | Key::Said, false) if still => self.keys[button] = Key::Up,
                _ => {}
            }
        }
        self.join();
        for button in Button::ALL {
            let Key::Down(began) = self.keys[button] else {
                continue;
            };
            if self.levels.contains(button) && now >= began + LONG {
                say(Press::Long(button));
                self.keys[button] = Key::Said;
            }
        }
        if self.chord_at().is_some_and(|due| now >= due) {
            say(Press::Both);
            self.keys[Button::Confirm] = Key::Said;
            self.keys[Button::Undo] = Key::Said;
        }
        presses
    }

    /// When [`Keys::poll`] has something to do, unless a level changes before.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        // So it is nearly always, and this is asked with every frame.
        if self.levels.is_empty() && self.keys.iter().all(|(_, key)| matches!(key, Key::Up)) {
            return None;
        }
        let each = Button::ALL.into_iter().filter_map(|button| {
            let is_down = self.levels.contains(button);
            match (self.keys[button], is_down) {
                (Key::Up, false) | (Key::Chord(_) | Key::Said, true) => None,
                (Key::Down(began), true) => Some(began + LONG),
                (Key::Up, true) | (_, false) => Some(self.since[button] + STILL),
            }
        });
        each.chain(self.chord_at()).min()
    }

    /// What is down, as far as is believed.
    #[must_use]
    pub fn down(&self) -> Buttons {
        let down = |&button: &Button| self.keys[button] != Key::Up;
        Button::ALL.into_iter().filter(down).collect()
    }

    /// Confirm and Undo become a chord if one came down soon after the other.
    fn join(&mut self) {
        if let (Key::Down(one), Key::Down(other)) =
            (self.keys[Button::Confirm], self.keys[Button::Undo])
            && one.max(other).since(one.min(other)) < TOGETHER
        {
            let chord = Key::Chord(one.max(other));
            self.keys[Button::Confirm] = chord;
            self.keys[Button::Undo] = chord;
        }
    }

    /// When both have been held long enough, if both still are.
    fn chord_at(&self) -> Option<Instant> {
        let both = Buttons::of(Button::Confirm).with(Button::Undo);
        match (self.keys[Button::Confirm], self.keys[Button::Undo]) {
            (Key::Chord(since), Key::Chord(_)) if both.is_within(self.levels) => Some(since + BOTH),
            _ => None,
        }
    }
}
