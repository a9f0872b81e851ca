//! Profile of a shadow over time: start and end of the dark time of each beam, which
//! tells one body from two in succession.
//!
//! The shadow of one body opens from a point and closes to one: a beam further from its
//! middle goes dark later *and* clears earlier. If a beam goes dark clearly later than
//! another and clears clearly later too, then the second of two bodies was there.
//!
//! ```text
//!  time  one body     two bodies
//!    |     .#.          .##...
//!    |     ###          .####.
//!    |     ###          ...##.
//!    v     .#.          ...##.
//! ```

use super::rows::Run;
use heapless::Vec;

/// Maximum number of beams of a row in a profile.
const BEAMS: usize = 32;

/// Number of frames in one time step of a profile: 255 steps hold a shadow of 200 ms.
const STEP: u32 = 2;

/// Start of the dark time of a beam that was never dark.
const NEVER: u8 = u8::MAX;

/// Delay from which a beam is clearly later than another, in steps: 8 ms at 2.5 kHz.
const LATER: u8 = 10;

/// Delay from which a beam is slightly later than another, in steps: 4.8 ms. Among single
/// bodies only one that turns does that.
const SLIGHTLY_LATER: u8 = 6;

/// Longest lit time between two dark times that may be noise, in steps: 2.4 ms.
const HOLE: u8 = 3;

/// Longest lit time of a beam that has dark beams on both sides, in steps: it cleared and
/// went dark again, each by three consecutive frames.
const INNER_HOLE: u8 = 1;

/// Start and end of the dark time of each beam, in steps of two frames since the shadow
/// began.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct ShadowProfile {
    began: [u8; BEAMS],
    ended: [u8; BEAMS],
    /// True if a beam was lit for a while and dark again: no body has a hole.
    pub reopened: bool,
}

impl ShadowProfile {
    pub const fn new() -> Self {
        Self {
            began: [NEVER; BEAMS],
            ended: [0; BEAMS],
            reopened: false,
        }
    }

    /// Records that these beams are dark at this age, in frames.
    pub fn add(&mut self, run: Run, age: u32) {
        let step = u8::try_from(age / STEP).unwrap_or(NEVER - 1).min(NEVER - 1);
        let beams = usize::from(run.lo)..=usize::from(run.hi);
        for n in beams.clone() {
            let (Some(&began), Some(&ended)) = (self.began.get(n), self.ended.get(n)) else {
                break;
            };
            // The rim of a body that turns may come and go, its inside does not.
            if began != NEVER && step > ended.saturating_add(INNER_HOLE) {
                self.reopened |= step > ended.saturating_add(HOLE) || self.is_inside(n);
            }
        }
        if let Some(began) = self.began.get_mut(beams.clone()) {
            began.iter_mut().for_each(|began| *began = step.min(*began));
        }
        if let Some(ended) = self.ended.get_mut(beams) {
            ended.fill(step);
        }
    }

    /// True if the beams on both sides have been dark.
    fn is_inside(&self, n: usize) -> bool {
        let was_dark = |n: Option<usize>| {
            let began = n.and_then(|n| self.began.get(n));
            began.is_some_and(|&step| step != NEVER)
        };
        was_dark(n.checked_sub(1)) && was_dark(n.checked_add(1))
    }

    /// Iterates over the beams that were dark: number, and start and end in steps.
    fn dark(&self) -> impl Iterator<Item = (u8, u8, u8)> {
        (0..)
            .zip(self.began.iter().zip(&self.ended))
            .take(BEAMS)
            .filter_map(|(n, (&began, &ended))| (began != NEVER).then_some((n, began, ended)))
    }

    /// True if a beam was dark for clearly less time than beams on both sides of it:
    /// between two bodies that fall abreast. For one body, the middle beams are the
    /// longest chords.
    pub fn has_valley(&self) -> bool {
        let lasted = |(&began, &ended): (&u8, &u8)| match began {
            NEVER => 0,
            _ => u32::from(ended.saturating_sub(began)) + 1,
        };
        // Longest dark time of the beams behind each one, from the last on.
        let mut behind = [0; BEAMS];
        let mut longest = 0;
        for (slot, times) in behind
            .iter_mut()
            .zip(self.began.iter().zip(&self.ended))
            .rev()
        {
            *slot = longest;
            longest = longest.max(lasted(times));
        }
        let mut longest = 0;
        for (behind, times) in behind.iter().zip(self.began.iter().zip(&self.ended)) {
            let here = lasted(times);
            if here * 8 < 7 * longest.min(*behind) {
                return true;
            }
            longest = longest.max(here);
        }
        false
    }

    /// Returns the first and the last beam that was dark, each with its dark time in
    /// 1024ths of the longest; `None` if no beam was dark.
    pub fn ends(&self) -> Option<[(u8, i32); 2]> {
        let mut ends = None;
        let mut longest = 1;
        for (n, (&began, &ended)) in (0..).zip(self.began.iter().zip(&self.ended)) {
            if began == NEVER {
                continue;
            }
            let this = (n, i32::from(ended.saturating_sub(began)) + 1);
            longest = this.1.max(longest);
            ends = Some((ends.map_or(this, |(first, _)| first), this));
        }
        let share = |(beam, steps): (u8, i32)| (beam, steps * 1024 / longest);
        ends.map(|(first, last)| [share(first), share(last)])
    }

    /// True if the beams up to `last` were the first to go dark.
    pub fn starts_low(&self, last: u8) -> bool {
        let earliest = |low: bool| {
            let beams = self.dark().filter(|&(beam, _, _)| (beam <= last) == low);
            beams.map(|(_, began, _)| began).min()
        };
        earliest(true) <= earliest(false)
    }

    /// True if a second body may have been in the shadow of the first: some beam went
    /// dark slightly later than another, and cleared later too.
    pub fn hints_at_two(&self) -> bool {
        let dark: Vec<_, BEAMS> = self.dark().collect();
        (dark.iter()).any(|a| dark.iter().any(|b| is_later(*b, *a, SLIGHTLY_LATER)))
    }

    /// Returns where two bodies that fell one after the other meet; `None` if there was
    /// one. The first value is the last beam of the body at the low end, the second the
    /// age of the shadow in frames at which the later body began.
    pub fn split_point(&self) -> Option<(u8, u32)> {
        // Nearly always all beams began at about the same time, and this check is quick.
        let began = || self.began.iter().filter(|&&began| began != NEVER);
        let (first, last) = (began().min()?, began().max()?);
        if last.saturating_sub(*first) < LATER {
            return None;
        }
        let dark: Vec<_, BEAMS> = self.dark().collect();
        let (one, other) = dark.iter().find_map(|&a| {
            let b = dark
                .iter()
                .find(|b| a.0.abs_diff(b.0) >= 2 && is_later(**b, a, LATER))?;
            Some((a, *b))
        })?;
        let (lo, hi) = (one.0.min(other.0), one.0.max(other.0));
        let rising = other.0 == hi;
        let between = dark.iter().copied().zip(dark.iter().copied().skip(1));
        let between = between.filter(|(a, b)| a.0 >= lo && b.0 <= hi);
        // Pair of beams with the greatest leap of both times towards the second body.
        let leap = |(a, b): &((u8, u8, u8), (u8, u8, u8))| {
            let (from, to) = if rising { (a, b) } else { (b, a) };
            i16::from(to.1) - i16::from(from.1) + i16::from(to.2) - i16::from(from.2)
        };
        let (last, next) = between.max_by_key(leap)?;
        let second = if rising { next } else { last };
        Some((last.0, u32::from(second.1.min(other.1)) * STEP))
    }
}

/// True if a beam went dark later than another by `by` steps or more, and cleared later
/// by as much. Both are given as number, start and end.
fn is_later(beam: (u8, u8, u8), than: (u8, u8, u8), by: u8) -> bool {
    beam.1 >= than.1.saturating_add(by) && beam.2 >= than.2.saturating_add(by)
}

#[cfg(test)]
mod tests {
    use super::super::rows::Run;
    use super::{STEP, ShadowProfile};

    /// Builds a profile from a drawing: each line lasts a number of steps, and `#` is
    /// dark.
    fn drawn(lines: &[(&str, u32)]) -> ShadowProfile {
        let mut marks = ShadowProfile::new();
        let mut age = 0;
        for &(line, steps) in lines {
            for _ in 0..steps {
                if let (Some(lo), Some(hi)) = (line.find('#'), line.rfind('#')) {
                    let run = Run {
                        lo: lo as u8,
                        hi: hi as u8,
                    };
                    marks.add(run, age);
                }
                age += STEP;
            }
        }
        marks
    }

    #[test]
    fn one_body_opens_and_closes() {
        let marks = drawn(&[
            ("..#..", 10),
            (".###.", 20),
            ("#####", 30),
            (".###.", 20),
            ("..#..", 10),
        ]);
        assert_eq!(marks.split_point(), None);
    }

    #[test]
    fn one_body_that_opens_to_one_side_is_still_one() {
        let marks = drawn(&[("...##", 20), (".####", 30), ("...##", 10)]);
        assert_eq!(marks.split_point(), None);
    }

    #[test]
    fn a_small_one_in_the_shadow_of_a_large_one_is_hinted_at() {
        let shadow = drawn(&[
            ("#...", 7),
            ("##..", 3),
            ("###.", 12),
            ("####", 47),
            ("###.", 5),
            (".##.", 7),
            (".#..", 2),
        ]);
        assert_eq!(shadow.split_point(), None);
        assert!(shadow.hints_at_two());
        let one = drawn(&[(".##.", 7), ("####", 60), (".##.", 7), ("..#.", 5)]);
        assert!(!one.hints_at_two());
    }

    #[test]
    fn one_body_has_no_hole() {
        assert!(!drawn(&[(".##.", 10), ("..#.", 2), (".##.", 10)]).reopened);
        assert!(drawn(&[(".##.", 10), ("..#.", 6), (".##.", 10)]).reopened);
    }

    #[test]
    fn the_inside_of_a_body_does_not_clear_and_go_dark_again() {
        assert!(drawn(&[("####.", 10), ("#....", 2), ("##...", 10)]).reopened);
        assert!(!drawn(&[("##...", 10), (".#...", 2), ("##...", 10)]).reopened);
    }

    #[test]
    fn two_abreast_leave_a_valley() {
        let abreast = drawn(&[("#..#", 10), ("####", 20), ("#..#", 10)]);
        assert!(
            !abreast.has_valley(),
            "drawn as one run: beams between are dark"
        );
        let mut abreast = ShadowProfile::new();
        for age in 0..40 {
            for lo in [0, 3] {
                let hi = lo + u8::from((10..30).contains(&age));
                abreast.add(Run { lo, hi: hi.min(3) }, age);
            }
        }
        abreast.add(Run { lo: 2, hi: 2 }, 12);
        assert!(abreast.has_valley());
        let one = drawn(&[("..#..", 10), (".###.", 20), ("#####", 30), (".###.", 20)]);
        assert!(!one.has_valley());
    }

    #[test]
    fn the_second_of_two_goes_dark_later_and_clears_later() {
        let marks = drawn(&[("...##", 20), (".####", 5), (".##..", 20)]);
        assert_eq!(marks.split_point(), Some((2, 20 * STEP)));
    }
}
