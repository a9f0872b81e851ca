//! The light curtain: from raw frames to falls, hands and troubles.
//!
//! | module | what it does |
//! |---|---|
//! | `beams` | raw words to confirmed dark beams, 32 at a time |
//! | `chain`, `phases`, `health`, `records` | whether lanes, drivers and single beams are well |
//! | `rows`, `marks`, `part`, `blob` | dark runs along a side, followed over time in both planes |
//! | `fall` | what a blob is: a pure decision |
//! | `scene` | all blobs of all sides: what is judged and said |
//! | `pairing`, `around`, `corner`, `passage` | its parts: which shadows belong together; what a decision needs; one body at two sides; what is said of a fall |
//! | `care`, `blind` | what is not looked at; where that leaves a gap |
//! | `sight` | what is said |
//! | `width`, `bump`, `vicinity`, `times` | how wide; how many twitch at once; what a side remembers; how long things take |
//!
//! A quiet frame costs one look at its thirty words. A sensor in trouble is
//! named, looked away from, and looked at again when it is well; what it took
//! part in is not *sound*. Nothing here knows what a width means: see
//! [`body`](super::body).

mod around;
mod beams;
mod blind;
mod blob;
mod bump;
mod care;
mod chain;
mod corner;
mod fall;
mod health;
mod marks;
mod pairing;
mod part;
mod passage;
mod phases;
mod records;
mod rows;
mod scene;
mod sight;
#[cfg(test)]
mod tests;
mod times;
mod vicinity;
mod width;

use super::frame::{CurtainFrame, WORDS, mask_of};
use super::sensor::{Sensor, Trouble};
use crate::board::curtain::{Bit, ByPlane, Curtain, Plane};
use crate::board::{Dimensions, Profile};
use crate::place::{ByEdge, Edge};
#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;
use crate::time::Instant;
use beams::{Beams, NONE, Words, bits_of, each, lane_mask, lane_of};
use blind::Blindness;
use care::sensor_of;
use chain::Chains;
use health::Health;
use phases::Drivers;
use rows::{Shown, cut};
use scene::{Scene, Told};
pub use sight::{Passage, Sight};

/// Frames from one sample of the beams that are not looked at to the next.
const SAMPLE: u32 = 8;

/// Watches the curtain.
#[derive(Debug, Clone)]
pub struct CurtainWatch {
    curtain: Curtain,
    beams: Beams,
    guards: Words,
    chains: Chains,
    drivers: Drivers,
    health: Health,
    scene: Scene,
    /// Masked by hand.
    by_hand: Words,
    stream: Stream,
    /// Whether the next frame counts even if it is quiet.
    awake: bool,
    /// Whether there are beams that are not looked at.
    is_blind_somewhere: bool,
    /// Where that leaves a gap.
    blindness: Blindness,
}

/// The stream of frames.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Stream {
    /// The frame last taken.
    last: Option<u32>,
    /// The first frame after a gap, until the stream is well again.
    gap: Option<u32>,
    /// Frames ignored because they were not later than the last.
    stale: u32,
}

impl CurtainWatch {
    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub(in crate::sensing) fn carry(&mut self, carrier: &mut impl Carrier) {
        self.beams.carry(carrier);
        self.chains.carry(carrier);
        self.drivers.carry(carrier);
        self.health.carry(carrier);
        self.scene.carry(carrier);
        carrier.carry_words(&mut self.by_hand);
        carrier.carry(&mut self.stream);
        carrier.carry(&mut self.awake);
        carrier.carry(&mut self.is_blind_somewhere);
        self.blindness.carry(carrier);
    }

    /// A watch over a board's curtain; `None` if the board has none.
    ///
    /// ```
    /// use rules_core::board::{Dimensions, Name, Profile};
    /// use rules_core::sensing::curtain::CurtainWatch;
    ///
    /// let watch = |name| CurtainWatch::new(Profile::of(name), &Dimensions::ASSUMED);
    /// assert!(watch(Name::Ring).is_some());
    /// assert!(watch(Name::GridHex).is_none());
    /// ```
    #[must_use]
    pub fn new(profile: &Profile, dimensions: &Dimensions) -> Option<Self> {
        let curtain = profile.curtain?;
        let beams = Beams::new(&curtain);
        Some(Self {
            curtain,
            chains: Chains::new(&curtain),
            drivers: Drivers::new(&beams),
            beams,
            guards: bits_of(&curtain, |_, bit| matches!(bit, Bit::Guard(_))),
            health: Health::new(),
            scene: Scene::new(&curtain, dimensions),
            by_hand: NONE,
            stream: Stream::default(),
            awake: true,
            is_blind_somewhere: false,
            blindness: Blindness::new(&curtain, dimensions),
        })
    }

    /// Whether frames are looked at closely, because something is or was dark.
    #[cfg(feature = "ring")]
    pub(in crate::sensing) const fn is_awake(&self) -> bool {
        self.awake
    }

    /// When a frame began.
    pub(in crate::sensing) fn time_of(&self, frame: &CurtainFrame) -> Instant {
        frame.at(&self.curtain)
    }

    /// Whether falls are expected in the frames that follow: then less is needed to
    /// say that something begins to fall.
    pub const fn expect(&mut self, falls: bool) {
        self.scene.expecting = falls;
    }

    /// Takes a frame; says what it sees, in order. A frame that is not later
    /// than the last one is ignored.
    ///
    /// ```
    /// use rules_core::board::{Dimensions, Name, Profile};
    /// use rules_core::sensing::curtain::{CurtainWatch, Sight};
    /// use rules_core::sensing::frame::CurtainFrame;
    ///
    /// let ring = Profile::of(Name::Ring);
    /// let mut watch = CurtainWatch::new(ring, &Dimensions::ASSUMED).ok_or("no curtain")?;
    /// let broken = |index| CurtainFrame { index, reads: [[u32::MAX; 6]; 5] };
    /// let (mut broken_chains, mut blind_sides) = (0, 0);
    /// for index in 0..3 {
    ///     watch.step(&broken(index), &mut |_, sight| match sight {
    ///         Sight::Trouble(..) => broken_chains += 1,
    ///         Sight::Blind(_) => blind_sides += 1,
    ///         _ => {}
    ///     });
    /// }
    /// assert_eq!((broken_chains, blind_sides), (4, 4), "each chain ends too early");
    /// assert_eq!(watch.troubles().count(), 4);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn step(&mut self, frame: &CurtainFrame, say: &mut impl FnMut(Instant, Sight)) {
        let at = self.time_of(frame);
        self.take(frame, &mut |sight| say(at, sight));
    }

    fn take(&mut self, frame: &CurtainFrame, say: &mut dyn FnMut(Sight)) {
        let now = frame.index;
        match self.stream.last {
            None => {
                for edge in Edge::ALL {
                    self.scene.begin(edge, now);
                }
            }
            Some(last) if now <= last => {
                self.stream.stale = self.stream.stale.saturating_add(1);
                return;
            }
            Some(last) if now - last > 1 => self.note_gap(last, now, say),
            Some(_) => {}
        }
        self.stream.last = Some(now);

        let sampled = self.is_blind_somewhere && now.is_multiple_of(SAMPLE);
        let skipped = !self.awake && !sampled;
        if skipped && self.beams.is_quiet(frame) && self.chains.are_well(frame) {
            if self.health.tick_quiet() {
                self.look_back(now, say);
            }
            return;
        }
        let raw = self.beams.read(frame);
        self.note_dazzle(&raw);
        let hold = self.check_wires(frame, &raw, now, say);
        let stirred = self.beams.confirm(&raw, &hold);
        self.note_health(frame, &raw, &hold, now, say);
        let is_busy = self.look(now, say);
        self.blindness.speak(say);
        // If a fall is work enough, the next frame will do.
        if self.health.tick() && !is_busy {
            self.look_back(now, say);
        }
        self.mend_stream(now, say);
        self.awake = stirred
            || self.scene.is_awake()
            || self.stream.gap.is_some()
            || self.drivers.are_worried()
            || self.chains.are_worried();
    }

    fn note_gap(&mut self, last: u32, now: u32, say: &mut dyn FnMut(Sight)) {
        self.blindness.lose(now - last - 1);
        if self.stream.gap.is_none() {
            say(Sight::Trouble(Sensor::CurtainFrames, Trouble::Lost));
        }
        self.stream.gap = Some(now);
        self.awake = true;
        self.scene.gap(now);
    }

    fn mend_stream(&mut self, now: u32, say: &mut dyn FnMut(Sight)) {
        let well = self.scene.times().stream;
        if (self.stream.gap).is_some_and(|gap| now.wrapping_sub(gap) >= well) {
            self.stream.gap = None;
            say(Sight::Mended(Sensor::CurtainFrames, Trouble::Lost));
        }
    }

    /// Checks chains and drivers; returns the beams whose word does not count in
    /// this frame.
    fn check_wires(
        &mut self,
        frame: &CurtainFrame,
        raw: &beams::Raw,
        now: u32,
        say: &mut dyn FnMut(Sight),
    ) -> Words {
        let mut changed = None;
        let scene = &mut self.scene;
        let deaf = self.chains.check(frame, &mut |lane, change| {
            let sensor = Sensor::Lane(lane);
            match change {
                chain::Change::Failed(trouble) => {
                    say(Sight::Trouble(sensor, trouble));
                    scene.lose(lane, &mut |told| tell(told, say));
                }
                chain::Change::Mended(trouble) => {
                    say(Sight::Mended(sensor, trouble));
                    scene.begin(lane, now);
                }
            }
            changed = Some(());
        });
        // Beams of a lane that is not listened to are no sign of a dead driver.
        let mut heard = raw.dark;
        heard.iter_mut().for_each(|word| *word &= !deaf);
        let mut hold = self.drivers.check(&self.beams, &heard, &mut |phase| {
            say(Sight::Trouble(Sensor::Phase(phase), Trouble::StuckDark));
            changed = Some(());
        });
        hold.iter_mut().for_each(|word| *word |= deaf);
        if changed.is_some() {
            self.look_away();
        }
        hold
    }

    /// Counts stray readings, and samples the beams that are not looked at.
    fn note_health(
        &mut self,
        frame: &CurtainFrame,
        raw: &beams::Raw,
        hold: &Words,
        now: u32,
        say: &mut dyn FnMut(Sight),
    ) {
        let beams = self.beams.state.iter().zip(&self.guards);
        let dark = beams.fold(0, |all, (state, guards)| all | (state & !guards));
        let lanes = Edge::ALL.map(lane_mask).into_iter();
        let shaded = lanes
            .filter(|lane| dark & lane != 0)
            .fold(0, |all, lane| all | lane);
        let (mut alone, mut blind) = (lonely(&raw.dark, &self.guards), raw.blind);
        let mut unexplained = NONE;
        for (n, hold) in hold.iter().enumerate() {
            blind[n] &= !hold;
            alone[n] &= !hold;
            unexplained[n] = alone[n] & self.health.still()[n];
            // Whatever the beams see, the guard sees too.
            alone[n] &= !(shaded & self.guards[n]);
        }
        for (edge, place) in each(unexplained) {
            let bit = self.curtain.bit(edge, place);
            if bit.is_some_and(|bit| self.scene.explains(edge, bit)) {
                unexplained[usize::from(place / 8) % WORDS] &= !mask_of(edge, place);
            }
        }
        self.health.note(&alone, &unexplained, &blind);
        if !self.is_blind_somewhere || !now.is_multiple_of(SAMPLE) {
            return;
        }
        let all = self.beams.read_all(frame);
        self.health.sample(&all.dark, &all.blind);
        let mut revived = None;
        self.drivers.sample(&self.beams, &all.dark, &mut |phase| {
            say(Sight::Mended(Sensor::Phase(phase), Trouble::StuckDark));
            revived = Some(());
        });
        if revived.is_some() {
            for edge in Edge::ALL {
                self.scene.begin(edge, now);
            }
            self.look_away();
        }
    }

    /// Looks at every side on which something is dark or followed. Returns whether
    /// there was a fall to be measured or said.
    fn look(&mut self, now: u32, say: &mut dyn FnMut(Sight)) -> bool {
        let mut stuck: heapless::Vec<(Edge, Plane, u8), { 2 * blob::MOST }> = heapless::Vec::new();
        let mut hear = |told| match told {
            Told::Sight(sight) => say(sight),
            Told::Stuck(edge, plane, beam) => {
                // What does not fit is said when it is seen again.
                let _ = stuck.push((edge, plane, beam));
            }
        };
        let dark = self.beams.state.iter().fold(0, |all, word| all | word);
        let mut shown = ByEdge::<Shown>::default();
        let mut any = false;
        for edge in Edge::ALL {
            if dark & lane_mask(edge) == 0 && !self.scene.is_watched(edge) {
                continue;
            }
            any = true;
            shown[edge] = self.shown(edge);
            self.scene.see(edge, &mut shown[edge], now, &mut hear);
        }
        let is_busy = any && self.scene.judge(now, &shown, &mut hear);
        for (edge, plane, beam) in stuck {
            self.set_stuck(edge, plane, beam, say);
        }
        is_busy
    }

    fn shown(&self, edge: Edge) -> Shown {
        let cut = |words: &Words| cut(&self.curtain, lane_of(words, edge));
        let (dark, guards) = cut(&self.beams.state);
        let (unseen, _) = cut(self.beams.off());
        let solid = match self.scene.is_watched(edge) {
            true => cut(&self.beams.solid).0,
            false => ByPlane::default(),
        };
        Shown {
            dark,
            solid,
            unseen,
            guards,
        }
    }

    fn set_stuck(&mut self, edge: Edge, plane: Plane, beam: u8, say: &mut dyn FnMut(Sight)) {
        let bit = match (plane, self.curtain.rows[plane]) {
            (plane, 0) => Bit::Guard(plane),
            (plane, _) => Bit::Beam(plane, beam),
        };
        let place = (0..self.curtain.bits).find(|&at| self.curtain.bit(edge, at) == Some(bit));
        let (Some(place), Some(sensor)) = (place, sensor_of(edge, bit)) else {
            return;
        };
        if self.health.set_stuck(edge, place) {
            say(Sight::Trouble(sensor, Trouble::StuckDark));
        }
        self.look_away();
    }

    /// Judges the health of some of the beams by the frames of a window.
    fn look_back(&mut self, now: u32, say: &mut dyn FnMut(Sight)) {
        let (curtain, scene) = (&self.curtain, &mut self.scene);
        let mut changed = None;
        let is_over = self.health.look_back(self.beams.all(), &mut |change| {
            let bit = curtain.bit(change.lane, change.place);
            let Some(sensor) = bit.and_then(|bit| sensor_of(change.lane, bit)) else {
                return;
            };
            changed = Some(());
            if change.began {
                say(Sight::Trouble(sensor, change.trouble));
            } else {
                scene.begin(change.lane, now);
                say(Sight::Mended(sensor, change.trouble));
            }
        });
        if changed.is_some() {
            self.look_away();
        }
        if is_over {
            self.blindness.close(say);
        }
    }

    /// Frames that were ignored because they came twice or out of order.
    #[must_use]
    pub const fn stale_frames(&self) -> u32 {
        self.stream.stale
    }

    /// Shadows for which there was no room among those followed.
    #[must_use]
    pub const fn overflow(&self) -> u16 {
        self.scene.overflow()
    }
}

fn tell(told: Told, say: &mut dyn FnMut(Sight)) {
    if let Told::Sight(sight) = told {
        say(sight);
    }
}

/// Those of the set beams whose neighbours in the chain are not set. A guard has
/// no neighbours.
fn lonely(words: &Words, guards: &Words) -> Words {
    let beams: Words = core::array::from_fn(|n| words[n] & !guards[n]);
    core::array::from_fn(|n| {
        let below = n.checked_sub(1).map_or(0, |n| beams[n]);
        let above = beams.get(n + 1).copied().unwrap_or(0);
        let neighbours = beams[n] << 4 | below >> 28 | beams[n] >> 4 | above << 28;
        (beams[n] & !neighbours) | (words[n] & guards[n])
    })
}
