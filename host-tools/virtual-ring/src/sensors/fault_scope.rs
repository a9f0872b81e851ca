//! True scope of a simulated fault: the affected places and sensors, and the reports that
//! would be right. Detection is measured against it.

use super::ambient_light::Wave;
use super::curtain::Array;
use super::fault::SensorFaultKind;
use super::fault_placement::FaultTarget;
use rules_core::board::curtain::ChainBit;
use rules_core::board::hall::{BANK, INPUTS, Role, ScanPlan};
use rules_core::board::mounts::dock_edge;
use rules_core::board::{Dimensions, Micrometres, Profile};
use rules_core::place::Edge;
use rules_core::sensing::sensor::{Sensor, SensorFault};

/// True scope of a simulated fault.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FaultScope {
    /// Stretches of the edges over which pieces may fall unseen or be confused with
    /// others.
    pub stretches: Vec<Stretch>,
    /// Analog channels that may be misread.
    pub roles: Vec<Role>,
    /// True if no sensor is read for a while.
    pub blackout: bool,
    /// Required fault reports: for each entry, one of its alternatives.
    pub names: Vec<Vec<(Sensor, SensorFault)>>,
    /// Further fault reports that would be right, but are not required.
    pub also: Vec<(Sensor, SensorFault)>,
}

/// Part of an edge of the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// Edge of the ring.
    pub edge: Edge,
    /// Start of the stretch, clockwise along the edge.
    pub from: Micrometres,
    /// End of the stretch, clockwise along the edge.
    pub to: Micrometres,
}

impl FaultScope {
    /// True if the fault may affect a body of this width at this place. Other bodies must
    /// be detected as without the fault.
    #[must_use]
    pub fn touches(&self, edge: Edge, along: Micrometres, width: Micrometres) -> bool {
        let half = width.0 / 2;
        let (low, high) = (along.0.saturating_sub(half), along.0.saturating_add(half));
        let meets = |stretch: &Stretch| {
            stretch.edge == edge && stretch.from.0 <= high && low <= stretch.to.0
        };
        self.blackout || self.stretches.iter().any(meets)
    }

    /// True if a report of this sensor fault is right.
    #[must_use]
    pub fn explains(&self, sensor: Sensor, fault: SensorFault) -> bool {
        let named = self.names.iter().flatten().chain(&self.also);
        named.into_iter().any(|&report| report == (sensor, fault))
    }
}

/// Returns the channels of the reflective sensors at the docks of some edges.
fn optics(scan: &ScanPlan, at: impl Fn(Edge) -> bool) -> Vec<(u8, Role)> {
    let channels = (0..).zip(scan.channels);
    let roles = channels.filter_map(|(n, channel)| Some((n, channel.role()?)));
    let there = |role: &Role| matches!(role, Role::Optic(post, _) if at(dock_edge(*post)));
    roles.filter(|optic| there(&optic.1)).collect()
}

/// Returns the channels behind one multiplexer.
fn on_chip(scan: &ScanPlan, input: usize, bank: usize) -> impl Iterator<Item = (usize, Role)> {
    let all = scan.channels.iter().enumerate();
    all.filter(move |(n, _)| n % INPUTS == input && n / INPUTS / BANK == bank)
        .filter_map(|(n, channel)| channel.role().map(|role| (n, role)))
}

impl FaultScope {
    /// Determines the scope of a fault with this target, in a room with this light.
    pub(super) fn by(
        kind: SensorFaultKind,
        strike: &FaultTarget,
        (profile, dimensions, room): (&Profile, &Dimensions, Wave),
        array: Option<&Array>,
    ) -> FaultScope {
        let mut affected = FaultScope::default();
        let scan = &profile.hall;
        match strike {
            FaultTarget::Beams(beams) => {
                let faults: &[SensorFault] = match kind {
                    SensorFaultKind::StuckDark { .. } | SensorFaultKind::DeadLed { .. } => {
                        &[SensorFault::StuckDark]
                    }
                    SensorFaultKind::StuckLit { .. } => {
                        &[SensorFault::StuckLit, SensorFault::Blinded]
                    }
                    SensorFaultKind::Flaky { .. } => &[SensorFault::Flaky],
                    _ => &[SensorFault::Weak, SensorFault::Flaky],
                };
                for name in affected.add_beams(beams, dimensions, array) {
                    let names = faults.iter().map(|&fault| (name, fault));
                    if kind == SensorFaultKind::LedAgeing {
                        affected.also.extend(names);
                    } else {
                        affected.names.push(names.collect());
                    }
                }
                if kind == SensorFaultKind::LedAgeing {
                    affected.add_optics(scan, |_| true);
                }
            }
            FaultTarget::Lamp(beams, edges, wave) => {
                let most = |gain: f32| gain * wave.most() + room.most();
                let lit = beams.iter().filter(|beam| most(beam.1) >= 1.0);
                let lit: Vec<usize> = lit.map(|beam| beam.0).collect();
                for name in affected.add_beams(&lit, dimensions, array) {
                    if kind == SensorFaultKind::Sun {
                        let names = [SensorFault::Blinded, SensorFault::StuckLit];
                        let names = names.map(|fault| (name, fault));
                        affected.names.push(names.to_vec());
                    } else {
                        let names = [
                            SensorFault::Blinded,
                            SensorFault::StuckLit,
                            SensorFault::Flaky,
                            SensorFault::Weak,
                        ];
                        affected.also.extend(names.map(|fault| (name, fault)));
                    }
                }
                affected.add_optics(scan, |edge| edges.contains(&edge));
            }
            FaultTarget::Channels(channels) => {
                for &(n, _) in channels {
                    let Some(role) = scan.channels.get(n).and_then(|channel| channel.role()) else {
                        continue;
                    };
                    let sensor = Sensor::Channel(n as u8, role);
                    let faults: &[SensorFault] = match kind {
                        // To an optic, a flickering lamp looks the same.
                        SensorFaultKind::HallFlaky { .. } if matches!(role, Role::Optic(..)) => {
                            &[SensorFault::Flaky, SensorFault::Stuck, SensorFault::Blinded]
                        }
                        SensorFaultKind::HallFlaky { .. } => &[
                            SensorFault::Flaky,
                            SensorFault::Stuck,
                            SensorFault::OffLevel,
                        ],
                        _ => &[SensorFault::Stuck, SensorFault::OffLevel],
                    };
                    let names = faults.iter().map(|&fault| (sensor, fault));
                    affected.roles.push(role);
                    affected.names.push(names.collect());
                }
            }
            FaultTarget::Offsets(_) => {}
            FaultTarget::Multiplexer(input, bank) => {
                let input_name = Sensor::Input(*input as u8);
                let mut names = vec![
                    (input_name, SensorFault::Stuck),
                    (input_name, SensorFault::OffLevel),
                    (input_name, SensorFault::LineStuck),
                ];
                for (n, role) in on_chip(scan, *input, *bank) {
                    affected.roles.push(role);
                    let sensor = Sensor::Channel(n as u8, role);
                    names.extend(
                        [SensorFault::Stuck, SensorFault::OffLevel].map(|fault| (sensor, fault)),
                    );
                }
                if !affected.roles.is_empty() {
                    affected.names.push(names);
                }
            }
            FaultTarget::Chain(chain) => {
                for (edge, fault) in chain.named() {
                    affected.stretches.push(Stretch {
                        edge,
                        from: Micrometres(0),
                        to: dimensions.ring_side,
                    });
                    affected.names.push(vec![(Sensor::Lane(edge), fault)]);
                }
            }
            FaultTarget::All => affected.add_rest(kind, scan),
        }
        affected
    }

    /// Adds the reflective sensors at some edges, which light or the lack of it disturbs
    /// as well: they may be reported, and the ring asks where it depends on them.
    fn add_optics(&mut self, scan: &ScanPlan, at: impl Fn(Edge) -> bool) {
        for (n, role) in optics(scan, at) {
            self.roles.push(role);
            let sensor = Sensor::Channel(n, role);
            let names = [SensorFault::Blinded, SensorFault::Weak, SensorFault::Flaky];
            self.also.extend(names.map(|fault| (sensor, fault)));
        }
    }

    /// Adds the stretches that these beams cover, and returns the names of the beams.
    fn add_beams(
        &mut self,
        beams: &[usize],
        dimensions: &Dimensions,
        array: Option<&Array>,
    ) -> Vec<Sensor> {
        let Some(array) = array else {
            return Vec::new();
        };
        let known = beams.iter().filter_map(|&n| array.beams.get(n));
        let named = known.filter_map(|beam| match beam.bit {
            ChainBit::Beam(plane, n) => {
                let middle = array.curtain.along(dimensions, plane, n).0;
                let half = array.curtain.pitch(dimensions, plane).0 / 2;
                self.stretches.push(Stretch {
                    edge: beam.edge,
                    from: Micrometres(middle.saturating_sub(half)),
                    to: Micrometres(middle + half),
                });
                Some(Sensor::Beam(beam.edge, plane, n))
            }
            ChainBit::Strap(_) => None,
        });
        named.collect()
    }

    fn add_rest(&mut self, kind: SensorFaultKind, scan: &ScanPlan) {
        let roles = || scan.channels.iter().filter_map(|channel| channel.role());
        match kind {
            SensorFaultKind::MuxLine { line, high } => {
                // A line stuck at the level that every used address needs does no harm.
                let needed = |address: usize| (address >> line & 1 == 1) != high;
                let hit = (scan.channels.iter().enumerate())
                    .filter(|(n, _)| needed(n / INPUTS))
                    .filter_map(|(_, channel)| channel.role());
                self.roles = hit.collect();
                if !self.roles.is_empty() {
                    let name = (Sensor::AddressLine(line), SensorFault::LineStuck);
                    self.names.push(vec![name]);
                }
            }
            SensorFaultKind::Crosstalk { .. } => {
                self.roles = roles().collect();
                let dividers = (scan.channels.iter().enumerate())
                    .filter(|(_, channel)| channel.role() == Some(Role::Divider))
                    .map(|(n, _)| Sensor::Channel(n as u8, Role::Divider));
                let inputs = (0..INPUTS as u8).map(Sensor::Input);
                let named = dividers.chain(inputs);
                let faults = [SensorFault::OffLevel, SensorFault::Weak];
                self.also = named
                    .flat_map(|sensor| faults.map(|fault| (sensor, fault)))
                    .collect();
            }
            SensorFaultKind::Dropped { .. } => {
                self.names
                    .push(vec![(Sensor::CurtainFrames, SensorFault::Lost)]);
            }
            SensorFaultKind::Stall { .. } => {
                self.blackout = true;
                self.names
                    .push(vec![(Sensor::CurtainFrames, SensorFault::Lost)]);
                self.names.push(vec![
                    (Sensor::HallScans, SensorFault::Lost),
                    (Sensor::HallScans, SensorFault::Overrun),
                ]);
            }
            _ => {}
        }
    }
}
