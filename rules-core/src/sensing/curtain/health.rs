//! Health of single beams: blinded, stuck lit, flaky, stuck dark.
//!
//! Stray readings are counted for all beams at once, in counters that lie across words:
//! three words hold a counter up to seven for each of 32 beams. A *window* is [`WINDOW`]
//! frames; at its end each beam gets points for a full counter and loses one for an empty
//! one. Reviewing all beams takes nearly a frame period on the RP2040, so the words take
//! turns: one in each of a window's last frames.
//!
//! A beam that *flickers* goes dark alone again and again. Only the first frames of each
//! dark time count, so that an object that hangs before the beam does not. Seven stray
//! readings in a window fill a counter. Noise of one in a hundred does that in 1.4 % of
//! the windows, and in four windows almost in succession for one beam of all about once
//! in an hour; noise of one in a thousand never. A beam that fails 5 % of the time does
//! it in 84 %. A *blinded* beam reads lit in the dark, a *stuck* beam is dark alone for
//! whole windows.

use super::beam_records::{BeamRecord, BeamRecords};
use super::beams::{BeamWords, NONE, each, is_empty};
use crate::place::Edge;
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;
use crate::sensing::frame::{WORDS, mask_of};
use crate::sensing::sensor::SensorFault;

/// Number of frames in a window, after which the health of the beams is reviewed: 102 ms.
pub(super) const WINDOW: u16 = 256;

/// Points at which a beam is blinded; a window with a full counter adds two.
const BLINDED: u8 = 8;

/// Points at which a beam is flaky; a window with a full counter adds two.
const FLAKY: u8 = 8;

/// Highest counter of stray readings at which a window is good: single bad readings.
const EMPTY: u8 = 2;

/// Number of frames at the start of each dark time that count as stray readings.
const FLICKER: usize = 4;

/// Maximum number of points of a beam.
const MAX_POINTS: u8 = 12;

/// Number of good windows before a beam is unmasked.
const GOOD: u8 = 5;

/// Number of good windows before a flaky beam is unmasked.
const LONG_GOOD: u8 = 20;

/// Counters up to seven, one for each beam.
#[derive(Debug, Clone, Copy)]
struct Counters([BeamWords; 3]);

impl Counters {
    const ZERO: Self = Self([NONE; 3]);

    /// Adds one to the counter of each beam in a set, up to seven.
    fn count(&mut self, words: &BeamWords) {
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

    /// Returns the beams of a word whose counter is not zero.
    fn any(&self, word: usize) -> u32 {
        self.0
            .iter()
            .fold(0, |all, words| all | words[word % WORDS])
    }

    /// Returns the beams of a word whose counter is full.
    fn full(&self, word: usize) -> u32 {
        self.0
            .iter()
            .fold(u32::MAX, |all, words| all & words[word % WORDS])
    }

    fn clear(&mut self, word: usize) {
        self.0.iter_mut().for_each(|words| words[word % WORDS] = 0);
    }

    fn value(&self, word: usize, mask: u32) -> u8 {
        let bit = |n: usize| u8::from(self.0[n].get(word).is_some_and(|word| word & mask != 0));
        bit(0) + 2 * bit(1) + 4 * bit(2)
    }
}

/// Health of all beams: stray readings of the present window, points, and faults.
#[derive(Debug, Clone)]
pub(super) struct BeamHealth {
    dark: Counters,
    blind: Counters,
    /// Beams lit in the dark in every frame of this window so far.
    always: BeamWords,
    /// Beams lit in the dark in every frame of some window since they got points.
    steady: BeamWords,
    /// Beams dark alone and unexplained in every frame of this window so far.
    always_dark: BeamWords,
    /// Beams dark alone and unexplained in every frame of some window since they got
    /// points.
    steady_dark: BeamWords,
    /// Masked beams that were bad in a sample of this window.
    bad: BeamWords,
    /// Beams dark alone in each of the last four frames; a longer time is not a flicker.
    recent: [BeamWords; FLICKER],
    /// Number of frames left in this window.
    left: u16,
    /// Index of the word to be reviewed next.
    next: u8,
    /// Words whose window had a quiet frame, a bit each.
    seen_quiet: u8,
    /// Beams with a full counter of lit readings in the word reviewed before.
    blind_before: u32,
    records: BeamRecords,
    /// Beams with the fault; the three sets below likewise.
    pub stuck_dark: BeamWords,
    pub stuck_lit: BeamWords,
    pub blinded: BeamWords,
    pub flaky: BeamWords,
}

/// Fault of one beam that appeared (`began`) or was cleared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BeamChange {
    pub lane: Edge,
    pub place: u8,
    pub fault: SensorFault,
    pub began: bool,
}

impl BeamHealth {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        archive.archive_words(self.dark.0.as_flattened_mut());
        archive.archive_words(self.blind.0.as_flattened_mut());
        archive.archive_words(self.recent.as_flattened_mut());
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
            archive.archive_words(words);
        }
        archive.archive(&mut self.left);
        archive.archive(&mut self.next);
        archive.archive(&mut self.seen_quiet);
        archive.archive(&mut self.blind_before);
        archive.archive(&mut self.records);
    }

    /// Health without a fault, before the first frame.
    pub const NEW: Self = Self {
        dark: Counters::ZERO,
        blind: Counters::ZERO,
        always: [u32::MAX; WORDS],
        steady: NONE,
        always_dark: [u32::MAX; WORDS],
        steady_dark: NONE,
        bad: NONE,
        recent: [NONE; FLICKER],
        left: WINDOW,
        next: 0,
        seen_quiet: 0,
        blind_before: 0,
        records: BeamRecords::FRESH,
        stuck_dark: NONE,
        stuck_lit: NONE,
        blinded: NONE,
        flaky: NONE,
    };

    /// Counts the stray readings of a frame: beams dark alone, those of them without a
    /// body that explains it, and beams lit in the dark.
    pub fn count_strays(&mut self, alone: &BeamWords, unexplained: &BeamWords, blind: &BeamWords) {
        if !is_empty(alone) {
            let flickers = core::array::from_fn(|n| {
                let lasting = self
                    .recent
                    .iter()
                    .fold(u32::MAX, |all, words| all & words[n]);
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

    /// Returns the beams that have been dark alone, with no body to explain it, in every
    /// frame of this window.
    pub const fn still(&self) -> &BeamWords {
        &self.always_dark
    }

    /// Records the masked beams that read badly in a sample.
    pub fn sample(&mut self, dark: &BeamWords, blind: &BeamWords) {
        for n in 0..WORDS {
            let lit = self.stuck_lit[n] | self.blinded[n];
            self.bad[n] |= (dark[n] & !lit) | blind[n];
        }
    }

    /// Returns the beams with any fault.
    pub fn faulty(&self) -> BeamWords {
        core::array::from_fn(|n| self.faulty_in(n))
    }

    fn faulty_in(&self, word: usize) -> u32 {
        let n = word % WORDS;
        self.stuck_dark[n] | self.stuck_lit[n] | self.blinded[n] | self.flaky[n]
    }

    /// Returns the beams of a word whose points or faults may change at the end of the
    /// window. They are few, and there is no time to check the others.
    fn concerned(&self, n: usize) -> u32 {
        let mut word = self.faulty_in(n) | self.dark.any(n) | self.blind.any(n);
        word |= self.always[n] | self.always_dark[n];
        word | self.records.nonzero(n)
    }

    /// Marks a beam that stays dark as stuck; returns true if that is new.
    pub fn set_stuck(&mut self, lane: Edge, place: u8) -> bool {
        let (word, mask) = (usize::from(place / 8), mask_of(lane, place));
        let new = (self.stuck_dark.get(word)).is_some_and(|word| word & mask == 0);
        if let Some(word) = self.stuck_dark.get_mut(word) {
            *word |= mask;
        }
        self.record(word, mask).good = 0;
        new
    }

    fn record(&mut self, word: usize, mask: u32) -> &mut BeamRecord {
        self.records.get_mut(word, mask.trailing_zeros())
    }

    /// Counts a quiet frame; returns true if a word must be reviewed.
    pub fn tick_quiet(&mut self) -> bool {
        self.seen_quiet = u8::MAX;
        self.recent = [NONE; FLICKER];
        self.tick()
    }

    /// Counts a frame; returns true if a word must be reviewed.
    pub fn tick(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        usize::from(self.left) + usize::from(self.next) < WORDS
    }

    /// Reviews the next word of beams and calls `change` for the faults that appeared or
    /// cleared. Returns true if the window ends with this word.
    pub fn review(&mut self, beams: &BeamWords, change: &mut dyn FnMut(BeamChange)) -> bool {
        let n = usize::from(self.next) % WORDS;
        self.forget_if_quiet(n);
        let concerned = self.concerned(n);
        self.steady[n] &= concerned;
        self.steady_dark[n] &= concerned;
        self.close(n, beams[n] & concerned, change)
    }

    /// Clears `always` and `always_dark` of a word whose window had a quiet frame: no
    /// beam was dark or blind in all frames.
    fn forget_if_quiet(&mut self, n: usize) {
        if self.seen_quiet >> n & 1 == 1 {
            (self.always[n], self.always_dark[n]) = (0, 0);
        }
    }

    /// Closes the window of word `n`, evaluating only the given beams of it. Returns true
    /// if it was the last word.
    fn close(&mut self, n: usize, beams: u32, change: &mut dyn FnMut(BeamChange)) -> bool {
        let mut some = NONE;
        some[n] = beams;
        for (lane, place) in each(some) {
            self.close_one(lane, place, change);
        }
        self.blind_before = self.blind.full(n);
        self.dark.clear(n);
        self.blind.clear(n);
        (self.always[n], self.always_dark[n]) = (u32::MAX, u32::MAX);
        self.bad[n] = 0;
        self.seen_quiet &= !(1 << n);
        self.next = (self.next + 1) % WORDS as u8;
        if self.next == 0 {
            self.left = WINDOW;
        }
        self.next == 0
    }

    fn close_one(&mut self, lane: Edge, place: u8, change: &mut dyn FnMut(BeamChange)) {
        let (word, mask) = (usize::from(place / 8), mask_of(lane, place));
        if word >= WORDS {
            return;
        }
        let dark = self.dark.value(word, mask);
        let blind = self.blind.value(word, mask);
        let still = self.always_dark[word] & mask != 0;
        let points = |points: u8, counter: u8| match counter {
            7.. => (points + 2).min(MAX_POINTS),
            ..=EMPTY => points.saturating_sub(1),
            _ => points,
        };
        let record = self.record(word, mask);
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

        let is_faulty = self.faulty_in(word) & mask != 0;
        let mut emit = |fault, began| {
            change(BeamChange {
                lane,
                place,
                fault,
                began,
            });
        };
        if is_faulty {
            let good = self.bad[word] & mask == 0;
            let record = self.record(word, mask);
            record.good = if good {
                record.good.saturating_add(1)
            } else {
                record.good.saturating_sub(2)
            };
            let good = record.good;
            let kinds = [
                (&mut self.stuck_dark, SensorFault::StuckDark, GOOD),
                (&mut self.stuck_lit, SensorFault::StuckLit, GOOD),
                (&mut self.blinded, SensorFault::Blinded, GOOD),
                (&mut self.flaky, SensorFault::Flaky, LONG_GOOD),
            ];
            for (words, fault, enough) in kinds {
                if words[word] & mask != 0 && good >= enough {
                    words[word] &= !mask;
                    emit(fault, false);
                }
            }
        } else if blinded >= BLINDED {
            let alone = !self.neighbour_is_blind(lane, place);
            let (words, fault) = if alone && self.steady[word] & mask != 0 {
                (&mut self.stuck_lit, SensorFault::StuckLit)
            } else {
                (&mut self.blinded, SensorFault::Blinded)
            };
            words[word] |= mask;
            *self.record(word, mask) = BeamRecord {
                ..BeamRecord::default()
            };
            emit(fault, true);
        } else if flaky >= FLAKY {
            // A beam that was dark for a whole window is not flaky but stuck.
            let (words, fault) = if self.steady_dark[word] & mask != 0 {
                (&mut self.stuck_dark, SensorFault::StuckDark)
            } else {
                (&mut self.flaky, SensorFault::Flaky)
            };
            words[word] |= mask;
            let record = self.record(word, mask);
            (record.flaky, record.good) = (0, 0);
            emit(fault, true);
        }
    }

    fn neighbour_is_blind(&self, lane: Edge, place: u8) -> bool {
        [place.checked_sub(1), place.checked_add(1)]
            .into_iter()
            .flatten()
            .any(|place| {
                let (word, mask) = (usize::from(place / 8), mask_of(lane, place));
                // The counters of the word before are cleared already.
                let full = if word < usize::from(self.next) {
                    self.blind_before
                } else {
                    self.blind.full(word)
                };
                full & mask != 0 || (self.blinded.get(word)).is_some_and(|word| word & mask != 0)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::format;

    /// Returns the next pseudo-random number, the same on every machine.
    fn next(seed: &mut u32) -> u32 {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *seed >> 8
    }

    #[test]
    fn beams_that_are_left_out_would_not_have_changed() {
        let all = [u32::MAX; WORDS];
        let mut seed = 7;
        let (mut one, mut other) = (BeamHealth::NEW, BeamHealth::NEW);
        let mut changes = 0;
        for window in 0..200_u32 {
            for _ in 0..8 {
                // Some beams stray now and then, one of them all the time; one is dark
                // for long, now and then without a reason.
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
                    health.count_strays(&dark, &still, &noise);
                }
            }
            if window % 5 == 0 {
                one.tick_quiet();
                other.tick_quiet();
            }
            let mut reported = [std::vec::Vec::new(), std::vec::Vec::new()];
            while !one.review(&all, &mut |change| reported[0].push(change)) {}
            for n in 0..WORDS {
                other.forget_if_quiet(n);
                other.close(n, u32::MAX, &mut |change| reported[1].push(change));
            }
            assert_eq!(reported[0], reported[1], "window {window}");
            changes += reported[0].len();
            assert_eq!(format!("{one:?}"), format!("{other:?}"), "window {window}");
        }
        assert!(changes > 4, "only {changes} changes");
    }

    #[test]
    fn each_word_has_its_turn_once_in_a_window() {
        let mut health = BeamHealth::NEW;
        let mut turns = std::vec::Vec::new();
        for frame in 1..=3 * u32::from(WINDOW) {
            if health.tick() {
                turns.push((frame, health.next));
                health.review(&NONE, &mut |_| {});
            }
        }
        let ends = (1..=3).flat_map(|n| (0..6).map(move |word| (n * 256 - 5 + word, word as u8)));
        assert_eq!(turns, ends.collect::<std::vec::Vec<_>>());
    }

    #[test]
    fn a_beam_beside_a_dazzled_one_of_another_word_is_dazzled_not_stuck() {
        let mut health = BeamHealth::NEW;
        let mut reported = std::vec::Vec::new();
        for frame in 0..4 * WINDOW {
            let mut dazzled = NONE;
            dazzled[1] = mask_of(Edge::South, 8);
            if frame >= 3 * WINDOW {
                dazzled[0] = mask_of(Edge::South, 7);
            }
            health.count_strays(&NONE, &NONE, &dazzled);
            if health.tick() {
                health.review(&[u32::MAX; WORDS], &mut |change| {
                    reported.push((change.place, change.fault))
                });
            }
        }
        assert_eq!(reported, [(8, SensorFault::Blinded)]);
    }
}
