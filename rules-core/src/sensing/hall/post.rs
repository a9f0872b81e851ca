//! Decoder of the markers in the slots of a post.
//!
//! Each slot holds nothing or one of four magnets, and its neighbours' sensors read each
//! magnet a little too. The four slots are therefore decoded together: of all 5^4 = 625
//! states of a post, the decoder finds the one that explains the four readings best. The
//! certainty of a slot is the distance to the best state that differs in it.
//!
//! A post is decoded only when one of its readings has changed and all are still. Each
//! scan tries 125 states, so that no scan takes long.

use super::channels::Channels;
use super::likelihood::{certainty, is_update, variance};
use super::wiring::Wiring;
use crate::place::{ByPost, Post, Posts};
#[cfg(feature = "ring")]
use crate::sensing::archive::Archive;
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::values::ChannelGroup;
use crate::sensing::certainty::Certainty;
use crate::sensing::magnet::{Magnet, Polarity, Strength};
use crate::sensing::observation::ObservationKind;

/// Possible contents of a slot, by the number that the decoder gives them (*choice*).
const CHOICES: [Option<Magnet>; 5] = [
    None,
    marker(Polarity::Plus, Strength::Weak),
    marker(Polarity::Minus, Strength::Weak),
    marker(Polarity::Plus, Strength::Strong),
    marker(Polarity::Minus, Strength::Strong),
];

const fn marker(polarity: Polarity, strength: Strength) -> Option<Magnet> {
    Some(Magnet { polarity, strength })
}

/// Reading from which a magnet is strong instead of weak, in ADC steps from rest: well
/// clear of the ADC's bad codes at 512.
pub(super) const STRONG_FROM: i32 = 620;

/// Bad code of the RP2040's ADC, in steps from the middle of the range.
const BAD_CODE: i32 = 512;

/// Distance from the bad code within which a threshold would chatter, in ADC steps.
const BAD_CODE_REACH: i32 = 32;

/// Distance of a reading from the best state's prediction from which no state explains
/// it, in ADC steps.
const IMPLAUSIBLE: i32 = 220;

/// Number of rows of 25 states decoded in one scan.
const ROWS: u8 = 5;

/// Last report about the marker in a slot; `ever` is false before the first.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SlotReport {
    choice: u8,
    certainty: Certainty,
    ever: bool,
}

impl SlotReport {
    const NEVER: Self = Self {
        choice: 0,
        certainty: Certainty::NONE,
        ever: false,
    };
}

/// Decoder of the markers of all posts.
#[derive(Debug, Clone)]
pub(super) struct MarkerDecoder {
    /// Effect of each choice on the slot's own sensor and on those one, two and three
    /// numbers away, in ADC steps.
    spread: [[i16; 4]; 5],
    /// Extra cost of a strong magnet, which moves the border between weak and strong to
    /// [`threshold`].
    strong_bias: i32,
    reported: ByPost<[SlotReport; 4]>,
    waiting: Posts,
    job: Option<DecodeJob>,
}

/// Decoding of one post, under way.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct DecodeJob {
    post: Post,
    readings: [i16; 4],
    /// Mask for each slot's reading: all ones if the channel works, else 0.
    counts: [i32; 4],
    /// Number of rows of 25 states that are done.
    row: u8,
    /// Least cost of all states with this choice in this slot, by slot and choice.
    least: [[i32; 5]; 4],
}

impl MarkerDecoder {
    /// Saves or restores, through `archive`, the state that does not follow from the
    /// board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn archive(&mut self, archive: &mut impl Archive) {
        archive.archive(&mut self.reported);
        archive.archive(&mut self.waiting);
        archive.archive(&mut self.job);
    }

    /// Decoder without levels, before it is given a calibration.
    pub(super) const BLANK: Self = Self {
        spread: [[0; 4]; 5],
        strong_bias: 0,
        reported: ByPost([[SlotReport::NEVER; 4]; 4]),
        waiting: Posts::EMPTY,
        job: None,
    };

    pub(super) fn new(calibration: &Calibration) -> Self {
        let steps =
            |strength| i32::from(calibration.steps(ChannelGroup::Slots, strength)).min(4095);
        let (weak, strong) = (steps(Strength::Weak), steps(Strength::Strong));
        let leaks = calibration.leakage.slots;
        let spread = CHOICES.map(|choice| {
            let own = choice.map_or(0, |magnet| {
                let steps = match magnet.strength {
                    Strength::Weak => weak,
                    Strength::Middle | Strength::Strong => strong,
                };
                match magnet.polarity {
                    Polarity::Plus => steps,
                    Polarity::Minus => -steps,
                }
            });
            let leaked = |n: usize| leaks.get(n).map_or(0, |&leak| own * i32::from(leak) / 1024);
            [own, leaked(0), leaked(1), leaked(2)].map(clip)
        });
        let bias = (2 * threshold(weak, strong) - weak - strong) * (strong - weak);
        Self {
            spread,
            strong_bias: bias,
            ..Self::BLANK
        }
    }

    /// Returns the posts that are being decoded or wait for it; one is decoded at a time.
    pub(super) fn busy(&self) -> Posts {
        match &self.job {
            Some(job) => self.waiting.with(job.post),
            None => self.waiting,
        }
    }

    /// True if a marker was last reported on a post, so that the rest levels of its slots
    /// must not follow drift.
    pub(super) fn is_occupied(&self, post: Post) -> bool {
        self.reported[post]
            .iter()
            .any(|reported| reported.choice != 0)
    }

    /// Requests the decoding of a post if the channel of one slot has changed and those
    /// of all slots are still.
    pub(super) fn request_decode(
        &mut self,
        channels: &Channels,
        wiring: &Wiring,
        post: Post,
        channel: u8,
    ) {
        let ready = || (wiring.slots[post].iter()).all(|&slot| channels.is_still(slot));
        if channels.wants_decision(channel, channels.away(channel)) && ready() {
            self.waiting = self.waiting.with(post);
        }
    }

    /// Requests the decoding of a post whose last result no longer holds.
    pub(super) fn invalidate(&mut self, post: Post) {
        self.waiting = self.waiting.with(post);
    }

    /// Withdraws the certainty of a slot whose channel is faulty, and reports that.
    pub(super) fn fail(&mut self, post: Post, slot: u8, emit: &mut impl FnMut(ObservationKind)) {
        if let Some(reported) = self.reported[post].get_mut(usize::from(slot))
            && !(reported.ever && reported.certainty == Certainty::NONE)
        {
            reported.certainty = Certainty::NONE;
            reported.ever = true;
            emit(statement(post, slot, *reported));
        }
    }

    /// Tries the next 125 states of the post being decoded, and reports the changes once
    /// all are tried. Without such a post, starts with the next one that waits.
    pub(super) fn step(
        &mut self,
        channels: &mut Channels,
        wiring: &Wiring,
        crosstalk: u16,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        if self.job.is_some() || !self.waiting.is_empty() {
            self.decode(channels, wiring, crosstalk, emit);
        }
    }

    #[inline(never)]
    fn decode(
        &mut self,
        channels: &mut Channels,
        wiring: &Wiring,
        crosstalk: u16,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        let Some(job) = &mut self.job else {
            let next = self.waiting.iter().next();
            if let Some(post) = next {
                self.waiting = self.waiting.without(post);
                self.job = Some(DecodeJob::new(post, channels, wiring));
            }
            return;
        };
        for _ in 0..ROWS {
            job.decode_row(&self.spread, self.strong_bias);
        }
        if job.row < 25 {
            return;
        }
        let done = *job;
        self.job = None;
        self.conclude(&done, channels, wiring, crosstalk, emit);
    }

    /// Evaluates a complete decoding and reports the slots that changed.
    fn conclude(
        &mut self,
        job: &DecodeJob,
        channels: &Channels,
        wiring: &Wiring,
        crosstalk: u16,
        emit: &mut impl FnMut(ObservationKind),
    ) {
        let best = job.least.map(|costs| lowest(&costs).0);
        for (slot, reported) in (0_u8..).zip(&mut self.reported[job.post]) {
            let n = usize::from(slot);
            let (choice, gap) = job.least.get(n).map_or((0, 0), lowest);
            let channel = wiring.slots[job.post].get(n).copied().flatten();
            let noise = channel.map_or(1, |channel| channels.sigma(channel));
            let error = job.error(&self.spread, &best, n);
            let sound = channel.is_some() && job.counts.get(n) == Some(&-1);
            let certainty = if !sound || error.abs() > IMPLAUSIBLE {
                Certainty::NONE
            } else {
                certainty(u64::from(gap), variance(noise, crosstalk))
            };
            let choice = if sound { choice } else { reported.choice };
            let is_new = if reported.ever {
                choice != reported.choice || is_update(reported.certainty, certainty)
            } else {
                choice != 0 || !certainty.is_high()
            };
            if channel.is_some() && is_new {
                *reported = SlotReport {
                    choice,
                    certainty,
                    ever: true,
                };
                emit(statement(job.post, slot, *reported));
            }
        }
    }
}

impl DecodeJob {
    fn new(post: Post, channels: &mut Channels, wiring: &Wiring) -> Self {
        let slots = wiring.slots[post];
        let counts = slots.map(|channel| {
            if channels.sound(channel).is_some() {
                -1
            } else {
                0
            }
        });
        let readings =
            slots.map(|channel| channel.map_or(0, |channel| channels.decide_now(channel)));
        Self {
            post,
            readings,
            counts,
            row: 0,
            least: [[i32::MAX; 5]; 4],
        }
    }

    /// Computes the costs of the 25 states that share the choices of the first two slots.
    fn decode_row(&mut self, spread: &[[i16; 4]; 5], strong_bias: i32) {
        let (a, b) = (usize::from(self.row / 5), usize::from(self.row % 5));
        let (Some(first), Some(second)) = (spread.get(a), spread.get(b)) else {
            return;
        };
        self.row += 1;
        let bias = |choice: usize| if choice >= 3 { strong_bias } else { 0 };
        let left = minus(minus(self.readings.map(i32::from), first, 0), second, 1);
        let mut least_of_row = i32::MAX;
        let [of_first, of_second, of_third, of_fourth] = &mut self.least;
        for (c, (third, of_third)) in spread.iter().zip(of_third).enumerate() {
            let left = minus(left, third, 2);
            let bias_of_three = bias(a) + bias(b) + bias(c);
            for (d, (fourth, of_fourth)) in spread.iter().zip(&mut *of_fourth).enumerate() {
                let left = minus(left, fourth, 3);
                let mut cost = bias_of_three + bias(d);
                for (error, counts) in left.iter().zip(self.counts) {
                    // At most five times 4095 off: four squares fit.
                    cost += (error * error) & counts;
                }
                *of_third = cost.min(*of_third);
                *of_fourth = cost.min(*of_fourth);
                least_of_row = cost.min(least_of_row);
            }
        }
        for (least, n) in [(of_first, a), (of_second, b)] {
            if let Some(least) = least.get_mut(n) {
                *least = least_of_row.min(*least);
            }
        }
    }

    /// Returns the part of a slot's reading that the best state leaves unexplained, in
    /// ADC steps.
    fn error(&self, spread: &[[i16; 4]; 5], best: &[u8; 4], slot: usize) -> i32 {
        let explained = best.iter().enumerate().map(|(from, &choice)| {
            let effect = spread.get(usize::from(choice));
            let effect = effect.and_then(|effect| effect.get(from.abs_diff(slot)));
            effect.map_or(0, |&steps| i32::from(steps))
        });
        let reading = self.readings.get(slot).copied().map_or(0, i32::from);
        reading - explained.sum::<i32>()
    }
}

/// Returns the four readings without the effect of a magnet in slot `from`.
#[inline]
fn minus(left: [i32; 4], effect: &[i16; 4], from: usize) -> [i32; 4] {
    let [own, one, two, three] = effect.map(i32::from);
    let [p, q, r, s] = left;
    match from {
        0 => [p - own, q - one, r - two, s - three],
        1 => [p - one, q - own, r - one, s - two],
        2 => [p - two, q - one, r - own, s - one],
        _ => [p - three, q - two, r - one, s - own],
    }
}

/// Returns the choice with the lowest cost, and the cost that the next best has more.
fn lowest(costs: &[i32; 5]) -> (u8, u32) {
    let (mut best, mut next) = ((0, i32::MAX), i32::MAX);
    for (choice, &cost) in (0..).zip(costs) {
        if cost < best.1 {
            next = best.1;
            best = (choice, cost);
        } else {
            next = next.min(cost);
        }
    }
    (best.0, next.abs_diff(best.1))
}

/// Returns the reading from which a magnet is strong instead of weak: [`STRONG_FROM`],
/// but in the middle third between the two levels and clear of the bad code.
pub(super) fn threshold(weak: i32, strong: i32) -> i32 {
    let third = (strong - weak) / 3;
    let wished = STRONG_FROM.clamp(weak + third, (strong - third).max(weak + third));
    if (wished - BAD_CODE).abs() >= BAD_CODE_REACH {
        wished
    } else if wished >= BAD_CODE {
        BAD_CODE + BAD_CODE_REACH
    } else {
        BAD_CODE - BAD_CODE_REACH
    }
}

fn statement(post: Post, slot: u8, reported: SlotReport) -> ObservationKind {
    let marker = CHOICES.get(usize::from(reported.choice)).copied().flatten();
    ObservationKind::Marker {
        post,
        slot,
        marker,
        certainty: reported.certainty,
    }
}

fn clip(steps: i32) -> i16 {
    steps.clamp(-4095, 4095) as i16
}
