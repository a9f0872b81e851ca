//! When each beam of a shadow was dark: one body, or one after the other?
//!
//! The shadow of one body opens from a point and closes to one: a beam further
//! from its middle goes dark later *and* clears earlier. If a beam goes dark
//! clearly later than another and clears clearly later too, then the second of
//! two bodies was there.
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

/// Beams that are kept.
const BEAMS: usize = 32;

/// Frames in a step of the marks: a shadow of 200 ms fits.
const STEP: u32 = 2;

/// Never dark.
const NEVER: u8 = u8::MAX;

/// Clearly later, in steps: 8 ms at 2.5 kHz.
const LATER: u8 = 10;

/// Somewhat later: 4.8 ms. Hardly any single body does that, but one that turns.
const SOMEWHAT_LATER: u8 = 6;

/// Lit for longer between two times in the dark is no noise, in steps: 2.4 ms.
const HOLE: u8 = 3;

/// The same for a beam that has others on both sides: it cleared and went dark
/// again, each by three frames on end.
const INNER_HOLE: u8 = 1;

/// When beams were dark, in steps since the shadow began.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Marks {
    began: [u8; BEAMS],
    ended: [u8; BEAMS],
    /// A beam was lit for a while and dark again: no body has a hole.
    pub again: bool,
}

impl Marks {
    pub const fn new() -> Self {
        Self {
            began: [NEVER; BEAMS],
            ended: [0; BEAMS],
            again: false,
        }
    }

    /// These beams are dark at this age.
    pub fn note(&mut self, run: Run, age: u32) {
        let step = u8::try_from(age / STEP).unwrap_or(NEVER - 1).min(NEVER - 1);
        let beams = usize::from(run.lo)..=usize::from(run.hi);
        for n in beams.clone() {
            let (Some(&began), Some(&ended)) = (self.began.get(n), self.ended.get(n)) else {
                break;
            };
            // The rim of a body that turns may come and go, its inside not.
            if began != NEVER && step > ended.saturating_add(INNER_HOLE) {
                self.again |= step > ended.saturating_add(HOLE) || self.is_inside(n);
            }
        }
        if let Some(began) = self.began.get_mut(beams.clone()) {
            began.iter_mut().for_each(|it| *it = step.min(*it));
        }
        if let Some(ended) = self.ended.get_mut(beams) {
            ended.fill(step);
        }
    }

    /// Whether the beams on both sides have been dark.
    fn is_inside(&self, n: usize) -> bool {
        let was_dark = |n: Option<usize>| {
            let began = n.and_then(|n| self.began.get(n));
            began.is_some_and(|&it| it != NEVER)
        };
        was_dark(n.checked_sub(1)) && was_dark(n.checked_add(1))
    }

    /// The beams that were dark, with when.
    fn dark(&self) -> impl Iterator<Item = (u8, u8, u8)> {
        (0..)
            .zip(self.began.iter().zip(&self.ended))
            .take(BEAMS)
            .filter_map(|(n, (&began, &ended))| (began != NEVER).then_some((n, began, ended)))
    }

    /// Whether a beam was dark for clearly less time than beams on either side of
    /// it: between two bodies that fall abreast. To one body, the middle beams are
    /// the longest chords.
    pub fn has_valley(&self) -> bool {
        let lasted = |(&began, &ended): (&u8, &u8)| match began {
            NEVER => 0,
            _ => u32::from(ended.saturating_sub(began)) + 1,
        };
        // The longest of those behind each beam, from the last one on.
        let mut behind = [0; BEAMS];
        let mut longest = 0;
        for (it, times) in behind
            .iter_mut()
            .zip(self.began.iter().zip(&self.ended))
            .rev()
        {
            *it = longest;
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

    /// The first and the last beam that was dark, each with how long it was, in
    /// 1024ths of the longest.
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
        let share = |it: (u8, i32)| (it.0, it.1 * 1024 / longest);
        ends.map(|(first, last)| [share(first), share(last)])
    }

    /// Whether the beams up to `last` were the first to go dark.
    pub fn starts_low(&self, last: u8) -> bool {
        let earliest = |low: bool| {
            let beams = self.dark().filter(|it| (it.0 <= last) == low);
            beams.map(|it| it.1).min()
        };
        earliest(true) <= earliest(false)
    }

    /// Whether a second body may have been there, in the shadow of the first: some
    /// beam went dark somewhat later than another, and cleared later too.
    pub fn hints_at_two(&self) -> bool {
        let dark: Vec<_, BEAMS> = self.dark().collect();
        (dark.iter()).any(|a| dark.iter().any(|b| is_later(*b, *a, SOMEWHAT_LATER)))
    }

    /// If two bodies were there, one after the other: the last beam of the one
    /// at the low end, and when the second began, in frames of age.
    pub fn two(&self) -> Option<(u8, u32)> {
        // Nearly always all began at about the same time, and that is soon seen.
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
        // Where both times leap the most towards the second body.
        let leap = |(a, b): &((u8, u8, u8), (u8, u8, u8))| {
            let (from, to) = if rising { (a, b) } else { (b, a) };
            i16::from(to.1) - i16::from(from.1) + i16::from(to.2) - i16::from(from.2)
        };
        let (last, next) = between.max_by_key(leap)?;
        let second = if rising { next } else { last };
        Some((last.0, u32::from(second.1.min(other.1)) * STEP))
    }
}

/// Whether a beam went dark later than another by so many steps, and cleared later
/// too.
fn is_later(it: (u8, u8, u8), than: (u8, u8, u8), by: u8) -> bool {
    it.1 >= than.1.saturating_add(by) && it.2 >= than.2.saturating_add(by)
}

#[cfg(test)]
mod tests {
    use super::super::rows::Run;
    use super::{Marks, STEP};

    /// Each line is one step; `#` is dark.
    fn drawn(lines: &[(&str, u32)]) -> Marks {
        let mut marks = Marks::new();
        let mut age = 0;
        for &(line, steps) in lines {
            for _ in 0..steps {
                if let (Some(lo), Some(hi)) = (line.find('#'), line.rfind('#')) {
                    let run = Run {
                        lo: lo as u8,
                        hi: hi as u8,
                    };
                    marks.note(run, age);
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
        assert_eq!(marks.two(), None);
    }

    #[test]
    fn one_body_that_opens_to_one_side_is_still_one() {
        let marks = drawn(&[("...##", 20), (".####", 30), ("...##", 10)]);
        assert_eq!(marks.two(), None);
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
        assert_eq!(shadow.two(), None);
        assert!(shadow.hints_at_two());
        let one = drawn(&[(".##.", 7), ("####", 60), (".##.", 7), ("..#.", 5)]);
        assert!(!one.hints_at_two());
    }

    #[test]
    fn one_body_has_no_hole() {
        assert!(!drawn(&[(".##.", 10), ("..#.", 2), (".##.", 10)]).again);
        assert!(drawn(&[(".##.", 10), ("..#.", 6), (".##.", 10)]).again);
    }

    #[test]
    fn the_inside_of_a_body_does_not_clear_and_go_dark_again() {
        assert!(drawn(&[("####.", 10), ("#....", 2), ("##...", 10)]).again);
        assert!(!drawn(&[("##...", 10), (".#...", 2), ("##...", 10)]).again);
    }

    #[test]
    fn two_abreast_leave_a_valley() {
        let abreast = drawn(&[("#..#", 10), ("####", 20), ("#..#", 10)]);
        assert!(
            !abreast.has_valley(),
            "drawn as one run: beams between are dark"
        );
        let mut abreast = Marks::new();
        for age in 0..40 {
            for lo in [0, 3] {
                let hi = lo + u8::from((10..30).contains(&age));
                abreast.note(Run { lo, hi: hi.min(3) }, age);
            }
        }
        abreast.note(Run { lo: 2, hi: 2 }, 12);
        assert!(abreast.has_valley());
        let one = drawn(&[("..#..", 10), (".###.", 20), ("#####", 30), (".###.", 20)]);
        assert!(!one.has_valley());
    }

    #[test]
    fn the_second_of_two_goes_dark_later_and_clears_later() {
        let marks = drawn(&[("...##", 20), (".####", 5), (".##..", 20)]);
        assert_eq!(marks.two(), Some((2, 20 * STEP)));
    }
}
