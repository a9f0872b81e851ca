//! The health of single beams: blinded, stuck lit, flaky, stuck dark.
//!
//! Stray readings are counted for all beams at once, in counters that lie across
//! words: three words hold a counter to seven for each of 32 beams. A *window* is
//! [`WINDOW`] frames; at its end each beam gets points for a full counter and
//! loses one for an empty one.
//!
//! A beam that *flickers* goes dark alone again and again; of each time only the
//! first frames count, so that what hangs before it does not. Seven stray readings
//! in a window: noise of one in a hundred does that in 1.4 % of the windows, and
//! four of them almost on end for one beam of all about once in an hour; noise of
//! one in a thousand never. A beam that fails 5 % of the time does it in 84 %. A
//! *blinded* beam reads lit in the dark, one that is *stuck* is dark alone for
//! whole windows.

use super::beams::{NONE, Words, each, is_empty};
use super::records::{Record, Records};
use crate::place::Edge;
#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;
use crate::sensing::frame::{WORDS, mask_of};
use crate::sensing::sensor::Trouble;

/// Frames of a window: 102 ms.
pub(super) const WINDOW: u16 = 256;

/// Points at which a beam is blinded, and flaky: two for a window.
const BLINDED: u8 = 8;
const FLAKY: u8 = 8;

/// A counter up to here is empty: single bad readings.
const EMPTY: u8 = 2;

/// Frames of a time in the dark that count.
const FLICKER: usize = 4;

/// Most points.
const MOST_POINTS: u8 = 12;

/// Windows a beam must have been good for before it is looked at again.
const GOOD: u8 = 5;
const LONG_GOOD: u8 = 20;

/// One counter to seven for each of all beams.
#[derive(Debug, Clone, Copy)]
struct Counters([Words; 3]);

impl Counters {
    const ZERO: Self = Self([NONE; 3]);

    fn count(&mut self, words: &Words) {
        let [ones, twos, fours] = &mut self.0;
        for n in 0..WORDS {
            let add = words[n] & !(ones[n] & twos[n] & fours[n]);
            let carry = ones[n] & add;
            ones[n] ^= add;
            let carry_on = twos[n] & carry;
            twos[n] ^= carry;
            fours[n] ^= carry_on;
        }
    }

    /// Beams whose counter is not zero.
    fn any(&self, word: usize) -> u32 {
        self.0.iter().fold(0, |all, it| all | it[word % WORDS])
    }

    fn value(&self, word: usize, mask: u32) -> u8 {
        let bit = |n: usize| u8::from(self.0[n].get(word).is_some_and(|it| it & mask != 0));
        bit(0) + 2 * bit(1) + 4 * bit(2)
    }
}

/// The health of all beams.
#[derive(Debug, Clone)]
pub(super) struct Health {
    dark: Counters,
    blind: Counters,
    /// Blind in every frame of this window so far.
    always: Words,
    /// Blind in every frame of some window since the points began.
    steady: Words,
    /// The same for dark.
    always_dark: Words,
    steady_dark: Words,
    /// Beams not looked at that were bad in a sample of this window.
    bad: Words,
    /// Dark alone in each of the last frames: longer is no flicker.
    recent: [Words; FLICKER],
    left: u16,
    /// A frame of this window was quiet.
    seen_quiet: bool,
    records: Records,
    /// Beams in each kind of trouble.
    pub stuck_dark: Words,
    pub stuck_lit: Words,
    pub blinded: Words,
    pub flaky: Words,
}

/// A beam's trouble began or ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Change {
    pub lane: Edge,
    pub place: u8,
    pub trouble: Trouble,
    pub began: bool,
}

impl Health {
    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn carry(&mut self, carrier: &mut impl Carrier) {
        carrier.carry_words(self.dark.0.as_flattened_mut());
        carrier.carry_words(self.blind.0.as_flattened_mut());
        carrier.carry_words(self.recent.as_flattened_mut());
        for words in [
            &mut self.always,
            &mut self.steady,
            &mut self.always_dark,
            &mut self.steady_dark,
            &mut self.bad,
            &mut self.stuck_dark,
            &mut self.stuck_lit,
            &mut self.blinded,
            &mut self.flaky,
        ] {
            carrier.carry_words(words);
        }
        carrier.carry(&mut self.left);
        carrier.carry(&mut self.seen_quiet);
        carrier.carry(&mut self.records);
    }

    /// Whether a window has just ended.
    #[cfg(feature = "ring")]
    pub const fn is_window_new(&self) -> bool {
        self.left == WINDOW
    }

    pub const fn new() -> Self {
        Self {
            dark: Counters::ZERO,
            blind: Counters::ZERO,
            always: [u32::MAX; WORDS],
            steady: NONE,
            always_dark: [u32::MAX; WORDS],
            steady_dark: NONE,
            bad: NONE,
            recent: [NONE; FLICKER],
            left: WINDOW,
            seen_quiet: false,
            records: Records::FRESH,
            stuck_dark: NONE,
            stuck_lit: NONE,
            blinded: NONE,
            flaky: NONE,
        }
    }

    /// Counts the stray readings of a frame: dark alone, the same where nothing
    /// passes, and lit in the dark.
    pub fn note(&mut self, alone: &Words, unexplained: &Words, blind: &Words) {
        if !is_empty(alone) {
            let flickers = core::array::from_fn(|n| {
                let lasting = self.recent.iter().fold(u32::MAX, |all, it| all & it[n]);
                alone[n] & !lasting
            });
            self.dark.count(&flickers);
        }
        self.recent.rotate_right(1);
        self.recent[0] = *alone;
        if !is_empty(blind) {
            self.blind.count(blind);
        }
        for n in 0..WORDS {
            self.always[n] &= blind[n];
            self.always_dark[n] &= unexplained[n];
        }
    }

    /// Beams that have been dark without a reason in every frame of this window.
    pub const fn still(&self) -> &Words {
        &self.always_dark
    }

    /// A sample of the beams that are not looked at.
    pub fn sample(&mut self, dark: &Words, blind: &Words) {
        for n in 0..WORDS {
            let lit = self.stuck_lit[n] | self.blinded[n];
            self.bad[n] |= (dark[n] & !lit) | blind[n];
        }
    }

    /// Whether a beam is in trouble, of any kind.
    pub fn troubled(&self) -> Words {
        core::array::from_fn(|n| self.troubled_in(n))
    }

    fn troubled_in(&self, word: usize) -> u32 {
        let n = word % WORDS;
        self.stuck_dark[n] | self.stuck_lit[n] | self.blinded[n] | self.flaky[n]
    }

    /// Beams for which the end of the window may change something: few, and the
    /// chip has no time to look at all of them between two frames.
    fn concerned(&self) -> Words {
        core::array::from_fn(|n| {
            let mut word = self.troubled_in(n) | self.dark.any(n) | self.blind.any(n);
            word |= self.always[n] | self.always_dark[n];
            word | self.records.stirred(n)
        })
    }

    /// Puts a beam that stays dark out of use; says whether that is new.
    pub fn set_stuck(&mut self, lane: Edge, place: u8) -> bool {
        let (word, mask) = (usize::from(place / 8), mask_of(lane, place));
        let new = (self.stuck_dark.get(word)).is_some_and(|it| it & mask == 0);
        if let Some(it) = self.stuck_dark.get_mut(word) {
            *it |= mask;
        }
        self.record(word, mask).good = 0;
        new
    }

    fn record(&mut self, word: usize, mask: u32) -> &mut Record {
        self.records.get_mut(word, mask.trailing_zeros())
    }

    /// How much a beam has in hand: 255 if it never strays, 0 if it does all
    /// the time.
    pub fn margin(&self, lane: Edge, place: u8) -> u8 {
        let bit = mask_of(lane, place).trailing_zeros();
        255 - self.records.get(usize::from(place / 8), bit).stray
    }

    /// A quiet frame has passed; says whether the window is over.
    pub fn tick_quiet(&mut self) -> bool {
        self.seen_quiet = true;
        self.recent = [NONE; FLICKER];
        self.tick()
    }

    /// A frame has passed; says whether the window is over.
    pub fn tick(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }

    /// Closes the window; says whose trouble began or ended.
    pub fn close(&mut self, beams: &Words, change: &mut dyn FnMut(Change)) {
        if self.seen_quiet {
            (self.always, self.always_dark) = (NONE, NONE);
        }
        let concerned = self.concerned();
        for (n, word) in concerned.iter().enumerate() {
            self.steady[n] &= word;
            self.steady_dark[n] &= word;
        }
        let some = core::array::from_fn(|n| beams[n] & concerned[n]);
        self.close_each(&some, change);
    }

    fn close_each(&mut self, beams: &Words, change: &mut dyn FnMut(Change)) {
        for (lane, place) in each(*beams) {
            self.close_one(lane, place, change);
        }
        self.dark = Counters::ZERO;
        self.blind = Counters::ZERO;
        self.always = [u32::MAX; WORDS];
        self.always_dark = [u32::MAX; WORDS];
        self.bad = NONE;
        self.left = WINDOW;
        self.seen_quiet = false;
    }

    fn close_one(&mut self, lane: Edge, place: u8, change: &mut dyn FnMut(Change)) {
        let (word, mask) = (usize::from(place / 8), mask_of(lane, place));
        if word >= WORDS {
            return;
        }
        let dark = self.dark.value(word, mask);
        let blind = self.blind.value(word, mask);
        let still = self.always_dark[word] & mask != 0;
        let points = |points: u8, counter: u8| match counter {
            7.. => (points + 2).min(MOST_POINTS),
            ..=EMPTY => points.saturating_sub(1),
            _ => points,
        };
        let record = self.record(word, mask);
        record.stray = record.stray - record.stray / 8 + (dark + blind).min(7) * 4;
        record.blinded = points(record.blinded, blind);
        record.flaky = points(record.flaky, if still { 7 } else { dark });
        let (blinded, flaky) = (record.blinded, record.flaky);
        if blinded == 0 {
            self.steady[word] &= !mask;
        }
        if flaky == 0 {
            self.steady_dark[word] &= !mask;
        }
        self.steady[word] |= self.always[word] & mask;
        self.steady_dark[word] |= self.always_dark[word] & mask;

        let troubles = self.troubled_in(word) & mask != 0;
        let mut say = |trouble, began| {
            change(Change {
                lane,
                place,
                trouble,
                began,
            });
        };
        if troubles {
            let good = self.bad[word] & mask == 0;
            let record = self.record(word, mask);
            record.good = match good {
                true => record.good.saturating_add(1),
                false => record.good.saturating_sub(2),
            };
            let good = record.good;
            let kinds = [
                (&mut self.stuck_dark, Trouble::StuckDark, GOOD),
                (&mut self.stuck_lit, Trouble::StuckLit, GOOD),
                (&mut self.blinded, Trouble::Blinded, GOOD),
                (&mut self.flaky, Trouble::Flaky, LONG_GOOD),
            ];
            for (words, trouble, enough) in kinds {
                if words[word] & mask != 0 && good >= enough {
                    words[word] &= !mask;
                    say(trouble, false);
                }
            }
        } else if blinded >= BLINDED {
            let alone = !self.neighbour_is_blind(lane, place);
            let (words, trouble) = match alone && self.steady[word] & mask != 0 {
                true => (&mut self.stuck_lit, Trouble::StuckLit),
                false => (&mut self.blinded, Trouble::Blinded),
            };
            words[word] |= mask;
            *self.record(word, mask) = Record {
                stray: 255,
                ..Record::default()
            };
            say(trouble, true);
        } else if flaky >= FLAKY {
            // One that was dark for a whole window is not flaky but stuck.
            let (words, trouble) = match self.steady_dark[word] & mask != 0 {
                true => (&mut self.stuck_dark, Trouble::StuckDark),
                false => (&mut self.flaky, Trouble::Flaky),
            };
            words[word] |= mask;
            let record = self.record(word, mask);
            (record.flaky, record.good) = (0, 0);
            say(trouble, true);
        }
    }

    fn neighbour_is_blind(&self, lane: Edge, place: u8) -> bool {
        [place.checked_sub(1), place.checked_add(1)]
            .into_iter()
            .flatten()
            .any(|place| {
                let (word, mask) = (usize::from(place / 8), mask_of(lane, place));
                self.blind.value(word, mask) == 7
                    || (self.blinded.get(word)).is_some_and(|it| it & mask != 0)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::format;

    /// Numbers that repeat on every machine.
    fn next(seed: &mut u32) -> u32 {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *seed >> 8
    }

    #[test]
    fn beams_that_are_left_out_would_not_have_changed() {
        let all = [u32::MAX; WORDS];
        let mut seed = 7;
        let (mut one, mut other) = (Health::new(), Health::new());
        let mut changes = 0;
        for window in 0..200_u32 {
            for _ in 0..8 {
                // Some beams stray now and then, one of them all the time; one is
                // dark for long, now and then without a reason.
                let mut noise = NONE;
                for word in noise.iter_mut().filter(|_| window % 7 < 2) {
                    *word = 1 << (next(&mut seed) % 32) & next(&mut seed);
                }
                let mut dark = noise;
                dark[window as usize / 40] |= 0x80;
                let mut still = if window % 3 == 0 { NONE } else { dark };
                dark[5] |= 0x4000;
                still[5] = if window % 4 == 0 { 0x4000 } else { 0 };
                for health in [&mut one, &mut other] {
                    health.note(&dark, &still, &noise);
                }
            }
            if window % 5 == 0 {
                one.tick_quiet();
                other.tick_quiet();
            }
            let mut told = [std::vec::Vec::new(), std::vec::Vec::new()];
            one.close(&all, &mut |it| told[0].push(it));
            if other.seen_quiet {
                (other.always, other.always_dark) = (NONE, NONE);
            }
            other.close_each(&all, &mut |it| told[1].push(it));
            assert_eq!(told[0], told[1], "window {window}");
            changes += told[0].len();
            assert_eq!(format!("{one:?}"), format!("{other:?}"), "window {window}");
        }
        assert!(changes > 4, "only {changes} changes");
    }
}
