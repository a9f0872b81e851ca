//! Models of a board's sensors: the output is what the state machines and the ADC would
//! deliver, bit for bit in the format of [`rules_core::sensing::frame`], with noise and
//! faults by a seed.
//!
//! | module | contents |
//! |---|---|
//! | `curtain`, `beam_light`, `ray` | beams that solids block, own and foreign light |
//! | `hall`, `magnet`, `mux` | fields of magnets at the sensors, multiplexers |
//! | `hall_noise`, `hall_build` | noise of Hall sensors; individual sensors and magnets |
//! | `optic` | reflective sensors under the push line |
//! | `ambient_light` | light that does not come from the emitters |
//! | [`build`] | physical rings, drawn from a seed: parts, bores, supply, room |
//! | [`light`] | formulas of a beam, from the emitter to the register |
//! | `adc` | ADC |
//! | `noise` | noise figures and random streams |
//! | `fault`, `fault_syntax` | kinds of faults, and how they are written |
//! | `fault_placement`, `fault_scope` | affected sensors, and the reports that are right |
//! | `late_chain` | bits of a chain without slack |
//! | `curtain_faults`, `frame_loss` | effects on frames |
//!
//! A frame depends only on the seed, its number and the view.

mod adc;
mod ambient_light;
mod beam_light;
pub mod build;
mod curtain;
mod curtain_faults;
#[cfg(test)]
mod curtain_tests;
mod fault;
mod fault_placement;
mod fault_scope;
mod fault_syntax;
#[cfg(test)]
mod fault_tests;
mod frame_loss;
mod hall;
mod hall_build;
mod hall_noise;
mod late_chain;
pub mod light;
mod magnet;
mod mux;
mod noise;
mod optic;
mod ray;
#[cfg(test)]
mod tests;

pub use curtain::Shadows;
pub use fault::{Fault, FaultEntry, LIST, ONSET, SensorFaultKind};
pub use fault_placement::PlacedFault;
pub use fault_scope::{FaultScope, Stretch};
pub use fault_syntax::FaultParseError;
pub use hall_build::HallBuild;
pub use magnet::{DipoleSource, MOMENT_5X1, MOMENT_6X2, MOMENT_8X3};
pub use noise::{Ambient, Noise, NoiseLevel};
pub use optic::{COVERED, UNCOVERED};

use super::geometry::WorldView;
use adc::Converter;
use ambient_light::Wave;
use build::{Build, PROPOSED};
use curtain::{Array, Reads};
use curtain_faults::CurtainFaults;
use hall::Channels;
use late_chain::LateChains;
use mux::Effects;
use noise::BitErrors;
use rules_core::board::hall::MAX_CHANNELS;
use rules_core::board::{Dimensions, Profile};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::sensing::magnet::Magnet;

/// Pieces on a grid board, as far as sensors can detect them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GridView {
    /// Magnets of the pieces at rest, by cell; `None` for an empty cell.
    pub cells: Vec<Option<Magnet>>,
    /// Number of the piece on each cell, which distinguishes pieces with the same code in
    /// a drawn [`HallBuild`]; 0 for a cell beyond the list.
    pub units: Vec<u8>,
    /// Pieces that a hand lifts or slides.
    pub loose: Vec<Loose>,
}

/// Piece in a hand; lengths in mm from the middle of the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loose {
    /// Magnet of the piece.
    pub magnet: Magnet,
    /// Number of the piece among those with the same code.
    pub unit: u8,
    /// Distance of the piece to the right.
    pub x: f32,
    /// Distance of the piece away from the lowest row.
    pub y: f32,
    /// Height of the piece above the board's surface.
    pub lift: f32,
}

/// Models of all sensors of one board.
#[derive(Debug, Clone)]
pub struct Sensors {
    profile: &'static Profile,
    seed: u64,
    noise: Noise,
    faults: Vec<PlacedFault>,
    light: Option<CurtainModel>,
    analog: AnalogModel,
}

/// Model of the light curtain with its active faults.
#[derive(Debug, Clone)]
struct CurtainModel {
    array: Array,
    errors: BitErrors,
    late: LateChains,
    shade: Option<CurtainFaults>,
    until: NextFaultTime,
}

/// Model of the analog channels with their active faults.
#[derive(Debug, Clone)]
struct AnalogModel {
    channels: Channels,
    converter: Converter,
    noise: Noise,
    effects: Effects,
    levels: Vec<i32>,
    /// Noise of each channel's sensor, in 256ths of an ADC step.
    sensor_noise: Vec<i32>,
    until: NextFaultTime,
}

/// Time in us at which the next fault begins.
type NextFaultTime = u64;

impl Sensors {
    /// Creates the sensors of a board with the tolerances of a seed and these faults. The
    /// light curtain is of nominal parts in the proposed design. Faults that cannot occur
    /// on the board are left out.
    ///
    /// ```
    /// use virtual_ring::geometry::WorldView;
    /// use virtual_ring::sensors::{Noise, NoiseLevel, Sensors};
    /// use rules_core::board::{BoardId, Dimensions, Profile};
    ///
    /// let faults = ["stuck-dark:3@0".parse()?];
    /// let (ring, noise) = (Profile::of(BoardId::Ring), Noise::for_level(NoiseLevel::Nominal));
    /// let mut sensors = Sensors::new(ring, &Dimensions::ASSUMED, noise, &faults, 1);
    /// assert!(sensors.curtain(0, &WorldView::default()).is_some());
    /// assert_eq!(sensors.faults()[0].affected.names.len(), 3);
    /// # Ok::<(), virtual_ring::sensors::FaultParseError>(())
    /// ```
    #[must_use]
    pub fn new(
        profile: &'static Profile,
        dimensions: &Dimensions,
        noise: Noise,
        faults: &[Fault],
        seed: u64,
    ) -> Self {
        let build = Build::nominal(PROPOSED, seed);
        Self::of_build(&build, profile, dimensions, noise, faults, seed)
    }

    /// Creates the sensors of a ring that was built in this way, like [`Sensors::new`].
    /// The seed decides over noise, faults and the analog sensors; the build decides over
    /// the light curtain.
    #[must_use]
    pub fn of_build(
        build: &Build,
        profile: &'static Profile,
        dimensions: &Dimensions,
        noise: Noise,
        faults: &[Fault],
        seed: u64,
    ) -> Self {
        let array =
            (profile.curtain).map(|curtain| Array::new(curtain, dimensions, build, noise.ambient));
        let board = (profile, dimensions, Wave::of_room(noise.ambient));
        let faults = (faults.iter().enumerate())
            .filter(|(_, fault)| fault.concerns(profile))
            .map(|(n, &fault)| PlacedFault::new(fault, n, board, array.as_ref(), seed))
            .collect();
        let light = array.map(|array| CurtainModel {
            errors: BitErrors::new(seed, noise.bit_error * 1.25),
            late: LateChains::new(build, seed),
            array,
            shade: None,
            until: 0,
        });
        let channels = Channels::new((profile, dimensions), HallBuild::NOMINAL, &noise, seed);
        Self {
            profile,
            seed,
            noise,
            faults,
            light,
            analog: AnalogModel {
                sensor_noise: channels.sensor_noise(noise.hall),
                channels,
                converter: Converter::new(seed, noise.sigma, noise.e11),
                noise,
                effects: Effects::default(),
                levels: Vec::new(),
                until: 0,
            },
        }
    }

    /// Replaces the nominal Hall sensors and magnets by those of a build. Such a board
    /// reads what its own calibration expects, not what the nominal one does.
    #[must_use]
    pub fn with_hall_build(mut self, dimensions: &Dimensions, build: HallBuild) -> Self {
        let (board, noise) = ((self.profile, dimensions), &self.noise);
        self.analog.channels = Channels::new(board, build, noise, self.seed);
        self.analog.sensor_noise = self.analog.channels.sensor_noise(noise.hall);
        self
    }

    /// Returns the simulated faults with their scope.
    #[must_use]
    pub fn faults(&self) -> &[PlacedFault] {
        &self.faults
    }

    /// Returns the curtain frame of this number for a view of the table; `None` if a
    /// fault loses it or the board has no curtain. Frames must be requested in order.
    pub fn curtain(&mut self, index: u32, view: &WorldView) -> Option<CurtainFrame> {
        let shadows = self.light.as_ref()?.array.shadows(view);
        self.curtain_of(index, &shadows)
    }

    /// Returns the curtain frame of this number like [`Sensors::curtain`], with these
    /// beams truly blocked.
    pub fn curtain_of(&mut self, index: u32, shadows: &Shadows) -> Option<CurtainFrame> {
        let light = self.light.as_mut()?;
        let array = &light.array;
        let at = u64::from(index) * u64::from(array.curtain.period.0);
        if at >= light.until {
            let (active, until) = begun(&self.faults, at);
            let active: Vec<&PlacedFault> = active.collect();
            light.until = until;
            let room = Wave::of_room(self.noise.ambient);
            light.shade = (!active.is_empty()).then(|| CurtainFaults::new(&active, array, room));
        }
        let mut reads = array.reads(shadows, at);
        let beams = array.beams.len() as u64;
        light.errors.of_frame(index, beams, |beam, bits| {
            flip(array, &mut reads, beam as usize, bits);
        });
        if let Some(shade) = &light.shade {
            if shade.loses(at) {
                return None;
            }
            shade.apply(array, index, at, self.seed, &mut reads);
        }
        light.late.apply(index, array.curtain.bits, &mut reads);
        Some(CurtainFrame { index, reads })
    }

    /// Returns the analog scan of this number on a ring; `None` if a fault loses it.
    pub fn hall(&mut self, index: u32, view: &WorldView) -> Option<HallScan> {
        self.analog
            .begin(self.begins(index), self.seed, &self.noise, &self.faults);
        self.analog
            .channels
            .update_levels(view, &self.analog.effects);
        self.scan(index)
    }

    /// Returns the analog scan of this number if nothing has moved since the last one;
    /// `None` if a fault loses it.
    pub fn hall_still(&mut self, index: u32, view: &WorldView) -> Option<HallScan> {
        let begins = self.begins(index);
        if begins >= self.analog.until {
            return self.hall(index, view);
        }
        self.scan(index)
    }

    /// Returns the analog scan of this number on a grid board; `None` if a fault loses
    /// it.
    pub fn hall_grid(&mut self, index: u32, view: &GridView) -> Option<HallScan> {
        self.analog
            .begin(self.begins(index), self.seed, &self.noise, &self.faults);
        self.analog.channels.update_grid(view);
        self.scan(index)
    }

    /// Returns the beams that the solids of a view truly block.
    #[must_use]
    pub fn shadows(&self, view: &WorldView) -> Shadows {
        (self.light.as_ref()).map_or_else(Shadows::default, |light| light.array.shadows(view))
    }

    /// Returns the time at which a scan begins, in us.
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
        let mut sums = [0; MAX_CHANNELS];
        let (levels, sensors) = (&analog.levels, &analog.sensor_noise);
        analog.converter.sums(index, levels, sensors, &mut sums);
        Some(HallScan {
            index,
            sums,
            overrun: false,
        })
    }
}

impl AnalogModel {
    /// Activates the faults whose onset has come.
    fn begin(&mut self, at: u64, seed: u64, noise: &Noise, faults: &[PlacedFault]) {
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

/// Returns the faults active at a time in us, and the time at which the next one begins.
fn begun(faults: &[PlacedFault], at: u64) -> (impl Iterator<Item = &PlacedFault>, NextFaultTime) {
    let onsets = faults.iter().map(|placed| placed.fault.onset.0);
    let until = onsets.filter(|&onset| onset > at).min().unwrap_or(u64::MAX);
    let active = faults
        .iter()
        .filter(move |placed| placed.fault.onset.0 <= at);
    (active, until)
}

/// Inverts a beam's bit: in its own phase, or in one of five cases in the dark read.
fn flip(array: &Array, reads: &mut Reads, beam: usize, bits: u64) {
    if let Some(beam) = array.beams.get(beam) {
        let read = if bits.is_multiple_of(5) { 0 } else { beam.own };
        reads[read][beam.word] ^= beam.mask;
    }
}
