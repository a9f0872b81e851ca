//! Tunes of the buzzer for events of the referee. Tunes differ by their shape, so that
//! nobody has to know pitches: rising is good, falling is not, a question ends high.
//!
//! Sound only repeats what the lights show, and it can be muted.

use super::game;
use crate::closed_enum::closed_enum;
use crate::referee::{EventKind, Note};
use crate::time::Span;

/// A note of a tune, or a rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Tone {
    /// Pitch in hertz; `None` is a rest.
    pub hertz: Option<u16>,
    /// Duration of the note or rest.
    pub lasts: Span,
}

closed_enum! {
    /// Tune of the buzzer. A later variant is more important: of several tunes at the
    /// same time, the buzzer plays the most important one.
    enum Tune {
        /// One tick, for a ruling, and for the start or a correction of a match.
        Ruling = "ruling",
        /// Two notes, low and high, for a question.
        Question = "question",
        /// Three low notes, for a sensor fault or a lost observation.
        Trouble = "trouble",
        /// Two notes, high and low, for an illegal action.
        Illegal = "illegal",
        /// Four rising notes, for a win.
        Win = "win",
    }
}

closed_enum! {
    /// State of the buzzer.
    enum Volume {
        /// The buzzer plays tunes.
        On = "on",
        /// The buzzer is silent.
        Muted = "muted",
    }
}

impl Volume {
    /// Returns the other state.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::On => Self::Muted,
            Self::Muted => Self::On,
        }
    }
}

const fn tone(hertz: u16, millis: u32) -> Tone {
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
    /// Returns the tune for an event of the referee; `None` if the event has no sound.
    ///
    /// ```
    /// use rules_core::panel::Tune;
    /// use rules_core::referee::EventKind;
    ///
    /// assert_eq!(Tune::for_event(&EventKind::Undone { voided: 0 }), Some(Tune::Ruling));
    /// assert_eq!(Tune::for_event(&EventKind::PoliciesSet), None);
    /// ```
    #[must_use]
    pub fn for_event(event: &EventKind) -> Option<Self> {
        match event {
            EventKind::Ruled(ruled) => game::tune(ruled),
            EventKind::Asked(_) => Some(Self::Question),
            EventKind::Illegal(_) => Some(Self::Illegal),
            EventKind::Noted(Note::FaultRaised(..) | Note::Overflow | Note::LostFall) => {
                Some(Self::Trouble)
            }
            EventKind::Began
            | EventKind::Overruled(_)
            | EventKind::Undone { .. }
            | EventKind::Redone
            | EventKind::Aborted => Some(Self::Ruling),
            EventKind::Noted(Note::PowerUp | Note::Watchdog | Note::FaultCleared(..))
            | EventKind::Logged(_)
            | EventKind::Answered(..)
            | EventKind::Withdrawn
            | EventKind::Held(_)
            | EventKind::PoliciesSet
            | EventKind::Closed => None,
        }
    }

    /// Returns the notes of the tune, in order.
    #[must_use]
    pub const fn tones(self) -> &'static [Tone] {
        match self {
            Self::Ruling => const { &[tone(1_760, 30)] },
            Self::Question => const { &[tone(880, 120), tone(1_320, 200)] },
            Self::Trouble => {
                const {
                    &[
                        tone(330, 80),
                        rest(80),
                        tone(330, 80),
                        rest(80),
                        tone(330, 80),
                    ]
                }
            }
            Self::Illegal => const { &[tone(660, 120), tone(330, 250)] },
            Self::Win => {
                const {
                    &[
                        tone(660, 120),
                        tone(880, 120),
                        tone(1_100, 120),
                        tone(1_320, 400),
                    ]
                }
            }
        }
    }
}
