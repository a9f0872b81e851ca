//! What the buzzer plays to what the referee says: a few notes, told apart by
//! their shape, so that nobody has to know pitches. Rising is good, falling is
//! not, the question ends high and stays open.
//!
//! Sound only repeats what lights show, and it can be switched off.

use super::game;
use crate::closed::closed;
use crate::referee::{Note, What};
use crate::time::Span;

/// A note, or a rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Tone {
    /// How high; nothing is a rest.
    pub hertz: Option<u16>,
    /// How long.
    pub lasts: Span,
}

closed! {
    /// A few notes. A later one is more important: of what is said at once, the
    /// most important one is played.
    enum Tune {
        /// Judged: one tick.
        Ruling = "ruling",
        /// The ring asks: low, high.
        Question = "question",
        /// A sensor is in trouble: three low ones.
        Trouble = "trouble",
        /// Not allowed: high, low.
        Illegal = "illegal",
        /// Won: up in four steps.
        Win = "win",
    }
}

closed! {
    /// Whether the buzzer sounds.
    enum Volume {
        /// It does.
        On = "on",
        /// It is silent.
        Muted = "muted",
    }
}

impl Volume {
    /// On for muted, and muted for on.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::On => Self::Muted,
            Self::Muted => Self::On,
        }
    }
}

const fn note(hertz: u16, millis: u32) -> Tone {
    Tone {
        hertz: Some(hertz),
        lasts: Span::millis(millis),
    }
}

const fn rest(millis: u32) -> Tone {
    Tone {
        hertz: None,
        lasts: Span::millis(millis),
    }
}

impl Tune {
    /// What is played to something said; nothing to what needs no sound.
    ///
    /// ```
    /// use rules_core::panel::Tune;
    /// use rules_core::referee::What;
    ///
    /// assert_eq!(Tune::of(&What::Undone { voided: 0 }), Some(Tune::Ruling));
    /// assert_eq!(Tune::of(&What::PoliciesSet), None);
    /// ```
    #[must_use]
    pub const fn of(said: &What) -> Option<Self> {
        match said {
            What::Ruled(ruled) => game::tune(ruled),
            What::Asked(_) => Some(Self::Question),
            What::Illegal(_) => Some(Self::Illegal),
            What::Noted(Note::Trouble(..) | Note::Overflow | Note::LostFall) => Some(Self::Trouble),
            What::Began
            | What::Overruled(_)
            | What::Undone { .. }
            | What::Redone
            | What::Aborted => Some(Self::Ruling),
            What::Noted(Note::PowerUp | Note::Watchdog | Note::Mended(..))
            | What::Logged(_)
            | What::Answered(..)
            | What::Withdrawn
            | What::Held(_)
            | What::PoliciesSet
            | What::Closed => None,
        }
    }

    /// Its notes.
    #[must_use]
    pub const fn tones(self) -> &'static [Tone] {
        match self {
            Self::Ruling => const { &[note(1_760, 30)] },
            Self::Question => const { &[note(880, 120), note(1_320, 200)] },
            Self::Trouble => {
                const {
                    &[
                        note(330, 80),
                        rest(80),
                        note(330, 80),
                        rest(80),
                        note(330, 80),
                    ]
                }
            }
            Self::Illegal => const { &[note(660, 120), note(330, 250)] },
            Self::Win => {
                const {
                    &[
                        note(660, 120),
                        note(880, 120),
                        note(1_100, 120),
                        note(1_320, 400),
                    ]
                }
            }
        }
    }
}
