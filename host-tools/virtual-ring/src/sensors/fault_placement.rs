//! Placement of a simulated fault by the seed, and its effects on sensors.

use super::ambient_light::Wave;
use super::curtain::Array;
use super::curtain_faults::{ChainFault, CurtainFaults};
use super::fault::{Fault, SensorFaultKind};
use super::fault_scope::FaultScope;
use super::frame_loss::Loss;
use super::mux::{Drift, Effects};
use super::noise::{self, Noise, RngStream};
use rules_core::board::hall::{BANK, Channel, INPUTS, ScanPlan};
use rules_core::board::{Dimensions, Profile};
use rules_core::place::Edge;
use rules_core::rng::Rng;

/// Simulated fault with the sensors it affects.
#[derive(Debug, Clone)]
pub struct PlacedFault {
    /// Fault with its onset.
    pub fault: Fault,
    /// True scope of the fault: places and sensors affected, and the reports that are
    /// right.
    pub affected: FaultScope,
    strike: FaultTarget,
    seed: u64,
}

/// Parts of the hardware that a fault affects.
#[derive(Debug, Clone)]
pub(super) enum FaultTarget {
    /// All sensors that the kind of fault concerns.
    All,
    Beams(Vec<usize>),
    /// Lamp on these beams, with the fraction of its light that each receives, and on the
    /// reflective sensors of these edges.
    Lamp(Vec<(usize, f32)>, Vec<Edge>, Wave),
    Channels(Vec<(usize, f32)>),
    /// Offset of each analog channel, in ADC steps.
    Offsets(Vec<f32>),
    Multiplexer(usize, usize),
    Chain(ChainFault),
}

impl PlacedFault {
    /// Places a fault by the seed; `number` is its index among all faults of a run. The
    /// board is in a room with this light.
    pub(super) fn new(
        fault: Fault,
        number: usize,
        (profile, dimensions, room): (&Profile, &Dimensions, Wave),
        array: Option<&Array>,
        seed: u64,
    ) -> Self {
        let mut rng = noise::rng(seed, RngStream::Places, number as u64);
        let seed = rng.next_u64();
        let strike = strike(fault.kind, &profile.hall, array, &mut rng);
        let affected = FaultScope::by(fault.kind, &strike, (profile, dimensions, room), array);
        Self {
            fault,
            affected,
            strike,
            seed,
        }
    }

    /// Applies the fault to the noise figures.
    pub(super) fn disturb(&self, noise: &mut Noise) {
        match self.fault.kind {
            SensorFaultKind::Gaussian { lsb } => noise.sigma = f32::from(lsb),
            SensorFaultKind::E11 => noise.e11 = true,
            SensorFaultKind::Hum { microtesla } => noise.hum = f32::from(microtesla) / 1000.0,
            SensorFaultKind::Crosstalk { permille } => {
                noise.crosstalk = f32::from(permille) / 1000.0
            }
            _ => {}
        }
    }

    /// Adds the fault's effects on the curtain to `shade`.
    pub(super) fn shade(&self, array: &Array, shade: &mut CurtainFaults) {
        let since = self.fault.onset.0;
        let period = u64::from(array.curtain.period.0);
        let loss = Loss::of_curtain(self.fault.kind, since, period, self.seed);
        shade.losses.extend(loss);
        match &self.strike {
            FaultTarget::Beams(beams) => match self.fault.kind {
                SensorFaultKind::StuckDark { .. } => shade.darken(array, beams),
                SensorFaultKind::StuckLit { .. } => shade.light(array, beams),
                SensorFaultKind::DeadLed { .. } => shade.put_out(array, beams),
                SensorFaultKind::Flaky { .. } => shade.flaky.extend(beams),
                _ => {
                    // Aged: each beam differently, up to one frame in fifty.
                    let mut rng = Rng::new(self.seed);
                    let weak = beams.iter().map(|&beam| (beam, 2 + rng.below(19)));
                    shade.weak.extend(weak);
                }
            },
            FaultTarget::Lamp(beams, _, wave) => shade.lamps.push((beams.clone(), *wave)),
            FaultTarget::Chain(chain) => shade.chains.push(*chain),
            _ => {}
        }
    }

    /// Adds the fault's effects on the analog channels to `effects`.
    pub(super) fn strike_channels(&self, effects: &mut Effects) {
        let since = self.fault.onset.0;
        let loss = Loss::of_hall(self.fault.kind, since, self.seed);
        effects.losses.extend(loss);
        match (&self.strike, self.fault.kind) {
            (FaultTarget::Channels(channels), SensorFaultKind::HallFlaky { .. }) => {
                effects
                    .flaky
                    .extend(channels.iter().map(|channel| channel.0));
            }
            (FaultTarget::Channels(channels), _) => effects.stuck.extend(channels),
            (FaultTarget::Offsets(by), SensorFaultKind::Drift { .. }) => {
                effects.drifts.push(Drift {
                    since,
                    // 30 minutes.
                    over: 1_800_000_000,
                    by: by.clone(),
                })
            }
            (FaultTarget::Offsets(by), _) => effects.offsets.clone_from(by),
            (FaultTarget::Multiplexer(input, bank), _) => effects.closed = Some((*input, *bank)),
            (FaultTarget::Lamp(_, edges, wave), _) => {
                effects
                    .lamps
                    .extend(edges.iter().map(|&edge| (edge, *wave)));
            }
            (_, SensorFaultKind::MuxLine { line, high }) => effects.line = Some((line, high)),
            (_, SensorFaultKind::LedAgeing) => effects.brightness = Some(0.7),
            _ => {}
        }
    }
}

fn strike(
    kind: SensorFaultKind,
    scan: &ScanPlan,
    array: Option<&Array>,
    rng: &mut Rng,
) -> FaultTarget {
    let channels = scan.channels.len();
    let mut offsets = |lsb: u8, part: fn(f32) -> f32| {
        let each = |_| f32::from(lsb) * part(noise::about_zero(rng));
        FaultTarget::Offsets((0..channels).map(each).collect())
    };
    match kind {
        // Each channel differently; half of them drift by the full amount.
        SensorFaultKind::Drift { lsb } => return offsets(lsb, |by| (2.0 * by).clamp(-1.0, 1.0)),
        SensorFaultKind::Step { lsb } => return offsets(lsb, f32::signum),
        SensorFaultKind::HallStuck { count } | SensorFaultKind::HallFlaky { count } => {
            let used: Vec<usize> = (0..channels)
                .filter(|&n| !matches!(scan.channels[n], Channel::Spare))
                .collect();
            let picked = some_of(&used, usize::from(count), rng);
            let end = |rng: &mut Rng| if rng.below(2) == 0 { 0.0 } else { 4095.0 };
            return FaultTarget::Channels(picked.into_iter().map(|n| (n, end(rng))).collect());
        }
        SensorFaultKind::EnStuck => {
            let banks = scan.addresses().div_ceil(BANK) as u32;
            let input = rng.below(INPUTS as u32) as usize;
            return FaultTarget::Multiplexer(input, rng.below(banks) as usize);
        }
        _ => {}
    }
    match array {
        Some(array) => strike_curtain(kind, array, rng),
        None => FaultTarget::All,
    }
}

fn strike_curtain(kind: SensorFaultKind, array: &Array, rng: &mut Rng) -> FaultTarget {
    let every: Vec<usize> = (0..array.beams.len()).collect();
    let edge = |rng: &mut Rng| Edge::ALL[rng.below(4) as usize];
    match kind {
        SensorFaultKind::StuckDark { count }
        | SensorFaultKind::StuckLit { count }
        | SensorFaultKind::DeadLed { count }
        | SensorFaultKind::Flaky { count } => {
            FaultTarget::Beams(some_of(&every, usize::from(count), rng))
        }
        SensorFaultKind::LedAgeing => {
            FaultTarget::Beams(some_of(&every, every.len().div_ceil(10), rng))
        }
        SensorFaultKind::Ambient { hertz, percent } => {
            let wave = Wave::Sine {
                mean: 0.65,
                depth: f32::from(percent) / 100.0,
                hertz: u16::from(hertz),
            };
            lamp(array, edge(rng), 1.0, 0.6, wave, rng)
        }
        SensorFaultKind::Pwm { hertz } => {
            let wave = Wave::Square { level: 1.2, hertz };
            lamp(array, edge(rng), 0.5, 0.6, wave, rng)
        }
        SensorFaultKind::Sun => lamp(array, edge(rng), 0.45, 0.9, Wave::Steady(1.5), rng),
        SensorFaultKind::Remote => {
            let wave = Wave::Remote {
                level: 1.3,
                seed: rng.next_u64(),
            };
            lamp(array, edge(rng), 1.0, 0.6, wave, rng)
        }
        SensorFaultKind::LedLight => lamp(array, edge(rng), 0.25, 0.7, Wave::Strip(1.15), rng),
        SensorFaultKind::ChainSlip => {
            let lane = edge(rng);
            FaultTarget::Chain(if rng.below(2) == 0 {
                ChainFault::Lost(lane)
            } else {
                ChainFault::Gained(lane)
            })
        }
        SensorFaultKind::ChainBroken => {
            // Behind one of the chips, of eight bits each.
            let chips = u32::from(array.curtain.bits / 8);
            let from = 8 * rng.below(chips) as u8;
            FaultTarget::Chain(ChainFault::Broken(edge(rng), from))
        }
        SensorFaultKind::LanesSwapped => {
            let one = rng.below(4) as usize;
            let other = (one + 1 + rng.below(3) as usize) % 4;
            FaultTarget::Chain(ChainFault::Swapped(Edge::ALL[one], Edge::ALL[other]))
        }
        _ => FaultTarget::All,
    }
}

/// Returns a lamp that shines on a random part of a side. Each detector there receives at
/// least `least` of its light.
fn lamp(
    array: &Array,
    edge: Edge,
    part: f32,
    least: f32,
    wave: Wave,
    rng: &mut Rng,
) -> FaultTarget {
    let side = array.ring_side;
    let from = side * (1.0 - part) * noise::unit(rng) as f32;
    let beams = (array.beams.iter().enumerate())
        .filter(|(_, beam)| beam.edge == edge)
        .filter(|(_, beam)| (from..=from + side * part).contains(&beam.along))
        .map(|(n, _)| (n, least + (1.0 - least) * noise::unit(rng) as f32))
        .collect();
    FaultTarget::Lamp(beams, vec![edge], wave)
}

/// Draws `count` different elements at random.
fn some_of(of: &[usize], count: usize, rng: &mut Rng) -> Vec<usize> {
    let mut left = of.to_vec();
    let mut picked = Vec::new();
    while picked.len() < count && !left.is_empty() {
        let n = rng.below(left.len() as u32) as usize;
        picked.push(left.swap_remove(n));
    }
    picked
}
