//! Where a fault strikes, by the seed, and what it does there.

use super::affected::Affected;
use super::curtain::Array;
use super::fault::{Fault, Kind};
use super::light::Wave;
use super::mux::{Drift, Effects};
use super::noise::{self, Noise, Purpose};
use super::shade::{Chain, Shade};
use super::timing::Loss;
use rules_core::board::curtain::Bit;
use rules_core::board::hall::{BANK, Channel, INPUTS, Scan};
use rules_core::board::{Dimensions, Profile};
use rules_core::lots::Lots;
use rules_core::place::Edge;

/// A fault at its place.
#[derive(Debug, Clone)]
pub struct Placed {
    /// The fault.
    pub fault: Fault,
    /// What it touches.
    pub affected: Affected,
    strike: Strike,
    seed: u64,
}

/// Where and how it strikes.
#[derive(Debug, Clone)]
pub(super) enum Strike {
    /// Everything, as the kind says.
    All,
    Beams(Vec<usize>),
    /// Beams, and how much of the light each gets; optics at these edges.
    Lamp(Vec<(usize, f32)>, Vec<Edge>, Wave),
    Channels(Vec<(usize, f32)>),
    /// By channel, in steps.
    Offsets(Vec<f32>),
    Multiplexer(usize, usize),
    Chain(Chain),
}

impl Placed {
    /// Places the fault with this number among all faults of a run, on a board in
    /// a room with this light.
    pub(super) fn new(
        fault: Fault,
        number: usize,
        (profile, dimensions, room): (&Profile, &Dimensions, Wave),
        array: Option<&Array>,
        seed: u64,
    ) -> Self {
        let mut lots = noise::lots(seed, Purpose::Places, number as u64);
        let seed = lots.draw();
        let strike = strike(fault.kind, &profile.hall, array, &mut lots);
        let affected = Affected::by(fault.kind, &strike, (profile, dimensions, room), array);
        Self {
            fault,
            affected,
            strike,
            seed,
        }
    }

    /// What it does to the surroundings.
    pub(super) fn disturb(&self, noise: &mut Noise) {
        match self.fault.kind {
            Kind::Gaussian { lsb } => noise.sigma = f32::from(lsb),
            Kind::E11 => noise.e11 = true,
            Kind::Hum { microtesla } => noise.hum = f32::from(microtesla) / 1000.0,
            Kind::Crosstalk { permille } => noise.crosstalk = f32::from(permille) / 1000.0,
            _ => {}
        }
    }

    /// What it does to the curtain.
    pub(super) fn shade(&self, array: &Array, shade: &mut Shade) {
        let since = self.fault.onset.0;
        let period = u64::from(array.curtain.period.0);
        let loss = Loss::of_curtain(self.fault.kind, since, period, self.seed);
        shade.losses.extend(loss);
        match &self.strike {
            Strike::Beams(beams) => match self.fault.kind {
                Kind::StuckDark { .. } => shade.darken(array, beams),
                Kind::StuckLit { .. } => shade.light(array, beams),
                Kind::DeadLed { .. } => shade.put_out(array, beams),
                Kind::Flaky { .. } => shade.flaky.extend(beams),
                _ => {
                    // Aged: each its own way, up to one frame in fifty.
                    let mut lots = Lots::new(self.seed);
                    let weak = beams.iter().map(|&beam| (beam, 2 + lots.below(19)));
                    shade.weak.extend(weak);
                }
            },
            Strike::Lamp(beams, _, wave) => shade.lamps.push((beams.clone(), *wave)),
            Strike::Chain(chain) => shade.chains.push(*chain),
            _ => {}
        }
    }

    /// What it does to the analog channels.
    pub(super) fn strike_channels(&self, effects: &mut Effects) {
        let since = self.fault.onset.0;
        let loss = Loss::of_hall(self.fault.kind, since, self.seed);
        effects.losses.extend(loss);
        match (&self.strike, self.fault.kind) {
            (Strike::Channels(channels), Kind::HallFlaky { .. }) => {
                effects.flaky.extend(channels.iter().map(|it| it.0));
            }
            (Strike::Channels(channels), _) => effects.stuck.extend(channels),
            (Strike::Offsets(by), Kind::Drift { .. }) => effects.drifts.push(Drift {
                since,
                // 30 minutes.
                over: 1_800_000_000,
                by: by.clone(),
            }),
            (Strike::Offsets(by), _) => effects.offsets.clone_from(by),
            (Strike::Multiplexer(input, bank), _) => effects.closed = Some((*input, *bank)),
            (Strike::Lamp(_, edges, wave), _) => {
                effects
                    .lamps
                    .extend(edges.iter().map(|&edge| (edge, *wave)));
            }
            (_, Kind::MuxLine { line, high }) => effects.line = Some((line, high)),
            (_, Kind::LedAgeing) => effects.brightness = Some(0.7),
            _ => {}
        }
    }
}

fn strike(kind: Kind, scan: &Scan, array: Option<&Array>, lots: &mut Lots) -> Strike {
    let channels = scan.channels.len();
    let mut offsets = |lsb: u8, part: fn(f32) -> f32| {
        let each = |_| f32::from(lsb) * part(noise::about_zero(lots));
        Strike::Offsets((0..channels).map(each).collect())
    };
    match kind {
        // Each its own way, half of them all of it.
        Kind::Drift { lsb } => return offsets(lsb, |by| (2.0 * by).clamp(-1.0, 1.0)),
        Kind::Step { lsb } => return offsets(lsb, f32::signum),
        Kind::HallStuck { count } | Kind::HallFlaky { count } => {
            let used: Vec<usize> = (0..channels)
                .filter(|&n| !matches!(scan.channels[n], Channel::Spare))
                .collect();
            let picked = some_of(&used, usize::from(count), lots);
            let end = |lots: &mut Lots| if lots.below(2) == 0 { 0.0 } else { 4095.0 };
            return Strike::Channels(picked.into_iter().map(|n| (n, end(lots))).collect());
        }
        Kind::EnStuck => {
            let banks = scan.addresses().div_ceil(BANK) as u32;
            let input = lots.below(INPUTS as u32) as usize;
            return Strike::Multiplexer(input, lots.below(banks) as usize);
        }
        _ => {}
    }
    match array {
        Some(array) => strike_curtain(kind, array, lots),
        None => Strike::All,
    }
}

fn strike_curtain(kind: Kind, array: &Array, lots: &mut Lots) -> Strike {
    let every: Vec<usize> = (0..array.beams.len()).collect();
    let edge = |lots: &mut Lots| Edge::ALL[lots.below(4) as usize];
    match kind {
        Kind::StuckDark { count }
        | Kind::StuckLit { count }
        | Kind::DeadLed { count }
        | Kind::Flaky { count } => Strike::Beams(some_of(&every, usize::from(count), lots)),
        Kind::LedAgeing => Strike::Beams(some_of(&every, every.len().div_ceil(10), lots)),
        Kind::Ambient { hertz, percent } => {
            let wave = Wave::Sine {
                mean: 0.65,
                depth: f32::from(percent) / 100.0,
                hertz: u16::from(hertz),
            };
            lamp(array, edge(lots), 1.0, 0.6, wave, lots)
        }
        Kind::Pwm { hertz } => {
            let wave = Wave::Square { level: 1.2, hertz };
            lamp(array, edge(lots), 0.5, 0.6, wave, lots)
        }
        Kind::Sun => lamp(array, edge(lots), 0.45, 0.9, Wave::Steady(1.5), lots),
        Kind::Remote => {
            let wave = Wave::Remote {
                level: 1.3,
                seed: lots.draw(),
            };
            lamp(array, edge(lots), 1.0, 0.6, wave, lots)
        }
        Kind::LedLight => lamp(array, edge(lots), 0.25, 0.7, Wave::Strip(1.15), lots),
        Kind::ChainSlip => {
            let lane = edge(lots);
            Strike::Chain(if lots.below(2) == 0 {
                Chain::Lost(lane)
            } else {
                Chain::Gained(lane)
            })
        }
        Kind::ChainBroken => {
            // Behind one of the chips, of eight bits each.
            let chips = u32::from(array.curtain.bits / 8);
            let from = 8 * lots.below(chips) as u8;
            Strike::Chain(Chain::Broken(edge(lots), from))
        }
        Kind::LanesSwapped => {
            let one = lots.below(4) as usize;
            let other = (one + 1 + lots.below(3) as usize) % 4;
            Strike::Chain(Chain::Swapped(Edge::ALL[one], Edge::ALL[other]))
        }
        _ => Strike::All,
    }
}

/// A lamp that shines on a part of a side, on each detector with at least
/// `least` of its light.
fn lamp(array: &Array, edge: Edge, part: f32, least: f32, wave: Wave, lots: &mut Lots) -> Strike {
    let side = array.ring_side;
    let from = side * (1.0 - part) * noise::unit(lots) as f32;
    let beams = (array.beams.iter().enumerate())
        .filter(|(_, beam)| beam.edge == edge)
        .filter(|(_, beam)| match beam.bit {
            Bit::Beam(..) => (from..=from + side * part).contains(&beam.along),
            // Its detector sits at the far end of the side.
            _ => from + side * part >= side,
        })
        .map(|(n, _)| (n, least + (1.0 - least) * noise::unit(lots) as f32))
        .collect();
    Strike::Lamp(beams, vec![edge], wave)
}

/// So many of these, all different.
fn some_of(of: &[usize], count: usize, lots: &mut Lots) -> Vec<usize> {
    let mut left = of.to_vec();
    let mut picked = Vec::new();
    while picked.len() < count && !left.is_empty() {
        let n = lots.below(left.len() as u32) as usize;
        picked.push(left.swap_remove(n));
    }
    picked
}
