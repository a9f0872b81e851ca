//! The sensors of a board, looking at the table: what comes out is what the state
//! machines and the converter would deliver, bit for bit in the format of
//! [`rules_core::sensing::frame`], with noise and faults by a seed.
//!
//! | module | what it is |
//! |---|---|
//! | `curtain`, `ray` | which beams the things on the table block |
//! | `hall`, `magnet`, `mux` | fields of magnets at the sensors, multiplexers |
//! | `optic` | what lies over the push line |
//! | `light` | light that is not the emitters' |
//! | `adc` | the converter |
//! | `noise` | how much of it there is |
//! | `fault`, `word` | what can fail, and how that is written |
//! | `placed`, `affected` | where it does, and what that touches |
//! | `shade`, `timing` | what that does to frames |
//!
//! A frame depends on the seed, its number and the view, and on nothing else.

mod adc;
mod affected;
mod curtain;
mod fault;
#[cfg(test)]
mod fault_tests;
mod hall;
mod light;
mod magnet;
mod mux;
mod noise;
mod optic;
mod placed;
mod ray;
mod shade;
#[cfg(test)]
mod tests;
mod timing;
mod word;

pub use affected::{Affected, Stretch};
pub use curtain::{GUARD_OUT, Shadows};
pub use fault::{Entry, Fault, Kind, LIST, ONSET};
pub use magnet::{MOMENT_5X1, MOMENT_6X2, MOMENT_8X3, Source};
pub use noise::{Ambient, Level, Noise};
pub use optic::{COVERED, UNCOVERED};
pub use placed::Placed;
pub use word::NoFault;

use super::space::View;
use adc::Converter;
use curtain::{Array, Reads};
use hall::Channels;
use light::Wave;
use mux::Effects;
use noise::Errors;
use rules_core::board::hall::MOST_CHANNELS;
use rules_core::board::{Dimensions, Profile};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::magnet::Magnet;
use shade::Shade;

/// What lies on a grid board.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GridView {
    /// The pieces at rest, by cell.
    pub cells: Vec<Option<Magnet>>,
    /// Pieces that are lifted or slid.
    pub loose: Vec<Loose>,
}

/// A piece in somebody's hand, in mm around the middle of the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loose {
    /// Its magnet.
    pub magnet: Magnet,
    /// To the right.
    pub x: f32,
    /// Away from the lowest row.
    pub y: f32,
    /// Above the board's surface.
    pub lift: f32,
}

/// All sensors of one board.
#[derive(Debug, Clone)]
pub struct Sensors {
    profile: &'static Profile,
    seed: u64,
    noise: Noise,
    faults: Vec<Placed>,
    light: Option<Light>,
    analog: Analog,
}

/// The curtain and what is wrong with it now.
#[derive(Debug, Clone)]
struct Light {
    array: Array,
    errors: Errors,
    shade: Option<Shade>,
    until: Until,
}

/// The analog channels and what is wrong with them now.
#[derive(Debug, Clone)]
struct Analog {
    channels: Channels,
    converter: Converter,
    noise: Noise,
    effects: Effects,
    levels: Vec<i32>,
    until: Until,
}

/// The instant in µs at which the next fault begins.
type Until = u64;

impl Sensors {
    /// The sensors of a board as one seed has built them, with these faults.
    /// Those that do not concern the board are left out.
    ///
    /// ```
    /// use host_tools::virtual_ring::sensors::{Level, Noise, Sensors};
    /// use host_tools::virtual_ring::space::View;
    /// use rules_core::board::{Dimensions, Name, Profile};
    ///
    /// let faults = ["stuck-dark:3@0".parse()?];
    /// let (ring, noise) = (Profile::of(Name::Ring), Noise::of(Level::Nominal));
    /// let mut sensors = Sensors::new(ring, &Dimensions::ASSUMED, noise, &faults, 1);
    /// assert!(sensors.curtain(0, &View::default()).is_some());
    /// assert_eq!(sensors.faults()[0].affected.names.len(), 3);
    /// # Ok::<(), host_tools::virtual_ring::sensors::NoFault>(())
    /// ```
    #[must_use]
    pub fn new(
        profile: &'static Profile,
        dimensions: &Dimensions,
        noise: Noise,
        faults: &[Fault],
        seed: u64,
    ) -> Self {
        let array = (profile.curtain).map(|curtain| Array::new(curtain, dimensions, seed));
        let board = (profile, dimensions, Wave::of_room(noise.ambient));
        let faults = (faults.iter().enumerate())
            .filter(|(_, fault)| fault.concerns(profile))
            .map(|(n, &fault)| Placed::new(fault, n, board, array.as_ref(), seed))
            .collect();
        let light = array.map(|array| Light {
            errors: Errors::new(seed, noise.bit_error * 1.25),
            array,
            shade: None,
            until: 0,
        });
        Self {
            profile,
            seed,
            noise,
            faults,
            light,
            analog: Analog {
                channels: Channels::new(profile, dimensions, &noise, seed),
                converter: Converter::new(seed, noise.sigma, noise.e11),
                noise,
                effects: Effects::default(),
                levels: Vec::new(),
                until: 0,
            },
        }
    }

    /// The faults, at their places.
    #[must_use]
    pub fn faults(&self) -> &[Placed] {
        &self.faults
    }

    /// The curtain's frame of this number, looking at the table as it is then;
    /// nothing when a fault loses it, or from a board without a curtain. Frames
    /// are asked for in order.
    pub fn curtain(&mut self, index: u32, view: &View) -> Option<CurtainFrame> {
        let shadows = self.light.as_ref()?.array.shadows(view);
        self.curtain_of(index, &shadows)
    }

    /// The same with these beams truly blocked.
    pub fn curtain_of(&mut self, index: u32, shadows: &Shadows) -> Option<CurtainFrame> {
        let light = self.light.as_mut()?;
        let array = &light.array;
        let at = u64::from(index) * u64::from(array.curtain.period.0);
        if at >= light.until {
            let (active, until) = begun(&self.faults, at);
            let active: Vec<&Placed> = active.collect();
            light.until = until;
            let room = Wave::of_room(self.noise.ambient);
            light.shade = (!active.is_empty()).then(|| Shade::of(&active, array, room));
        }
        let mut reads = array.reads(shadows);
        let beams = array.beams.len() as u64;
        light.errors.of_frame(index, beams, |beam, lot| {
            flip(array, &mut reads, beam as usize, lot);
        });
        if let Some(shade) = &light.shade {
            if shade.loses(at) {
                return None;
            }
            shade.apply(array, index, at, self.seed, &mut reads);
        }
        Some(CurtainFrame { index, reads })
    }

    /// The scan of this number of a ring; nothing when a fault loses it.
    pub fn hall(&mut self, index: u32, view: &View) -> Option<HallScan> {
        self.analog
            .begin(self.begins(index), self.seed, &self.noise, &self.faults);
        self.analog.channels.look(view, &self.analog.effects);
        self.scan(index)
    }

    /// The scan of this number, looking at a table on which nothing has moved
    /// since the last; nothing when a fault loses it.
    pub fn hall_still(&mut self, index: u32, view: &View) -> Option<HallScan> {
        let begins = self.begins(index);
        if begins >= self.analog.until {
            return self.hall(index, view);
        }
        self.scan(index)
    }

    /// The scan of this number of a grid board; nothing when a fault loses it.
    pub fn hall_grid(&mut self, index: u32, view: &GridView) -> Option<HallScan> {
        self.analog
            .begin(self.begins(index), self.seed, &self.noise, &self.faults);
        self.analog.channels.look_at_grid(view);
        self.scan(index)
    }

    /// Which beams are truly blocked.
    #[must_use]
    pub fn shadows(&self, view: &View) -> Shadows {
        (self.light.as_ref()).map_or_else(Shadows::default, |light| light.array.shadows(view))
    }

    /// When a scan begins, in µs.
    fn begins(&self, index: u32) -> u64 {
        u64::from(index) * u64::from(self.profile.hall.period().0)
    }

    fn scan(&mut self, index: u32) -> Option<HallScan> {
        let (begins, period) = (self.begins(index), self.profile.hall.period());
        let analog = &mut self.analog;
        if analog.effects.losses.iter().any(|loss| loss.covers(begins)) {
            return None;
        }
        let when = (index, begins, u64::from(period.0));
        let (noise, effects) = (&analog.noise, &analog.effects);
        (analog.channels).deliver(when, noise, effects, &mut analog.levels);
        let mut sums = [0; MOST_CHANNELS];
        analog.converter.sums(index, &analog.levels, &mut sums);
        Some(HallScan {
            index,
            sums,
            overrun: false,
        })
    }
}

impl Analog {
    /// Lets the faults begin whose time has come.
    fn begin(&mut self, at: u64, seed: u64, noise: &Noise, faults: &[Placed]) {
        if at < self.until {
            return;
        }
        let (active, until) = begun(faults, at);
        self.until = until;
        self.noise = *noise;
        self.effects = Effects::default();
        for fault in active {
            fault.disturb(&mut self.noise);
            fault.strike_channels(&mut self.effects);
        }
        self.converter = Converter::new(seed, self.noise.sigma, self.noise.e11);
        self.channels.forget();
    }
}

/// The faults that have begun at an instant in µs, and when the next one does.
fn begun(faults: &[Placed], at: u64) -> (impl Iterator<Item = &Placed>, Until) {
    let onsets = faults.iter().map(|placed| placed.fault.onset.0);
    let until = onsets.filter(|&onset| onset > at).min().unwrap_or(u64::MAX);
    let active = faults
        .iter()
        .filter(move |placed| placed.fault.onset.0 <= at);
    (active, until)
}

/// A beam that reads wrong: in its own phase, or one time in five in the dark.
fn flip(array: &Array, reads: &mut Reads, beam: usize, lot: u64) {
    if let Some(beam) = array.beams.get(beam) {
        let read = if lot.is_multiple_of(5) { 0 } else { beam.own };
        reads[read][beam.word] ^= beam.mask;
    }
}
