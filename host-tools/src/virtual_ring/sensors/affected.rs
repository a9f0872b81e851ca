//! What a fault truly touches, and what would rightly be said about it: the truth
//! that detection is measured against.

use super::curtain::Array;
use super::fault::Kind;
use super::light::Wave;
use super::placed::Strike;
use rules_core::board::curtain::Bit;
use rules_core::board::hall::{BANK, INPUTS, Role, Scan};
use rules_core::board::mounts::dock_edge;
use rules_core::board::{Dimensions, Micrometres, Profile};
use rules_core::place::Edge;
use rules_core::sensing::sensor::{Sensor, Trouble};

/// What a fault truly touches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Affected {
    /// Where things may fall unseen or be taken for others.
    pub stretches: Vec<Stretch>,
    /// What may be read wrongly.
    pub roles: Vec<Role>,
    /// Whether nothing at all is seen for a while.
    pub blackout: bool,
    /// What must be named: for each entry, one of its names.
    pub names: Vec<Vec<(Sensor, Trouble)>>,
    /// What may rightly be named besides.
    pub also: Vec<(Sensor, Trouble)>,
}

/// A part of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// The edge.
    pub edge: Edge,
    /// From here, clockwise.
    pub from: Micrometres,
    /// To here.
    pub to: Micrometres,
}

impl Affected {
    /// Whether something of this width in the middle of this place is touched by
    /// it; what is not must be seen as if all were well.
    #[must_use]
    pub fn touches(&self, edge: Edge, along: Micrometres, width: Micrometres) -> bool {
        let half = width.0 / 2;
        let (low, high) = (along.0.saturating_sub(half), along.0.saturating_add(half));
        let meets = |it: &Stretch| it.edge == edge && it.from.0 <= high && low <= it.to.0;
        self.blackout || self.stretches.iter().any(meets)
    }

    /// Whether it is right to name this.
    #[must_use]
    pub fn explains(&self, sensor: Sensor, trouble: Trouble) -> bool {
        let named = self.names.iter().flatten().chain(&self.also);
        named.into_iter().any(|&it| it == (sensor, trouble))
    }
}

/// The optics of the docks at some edges, by channel.
fn optics(scan: &Scan, at: impl Fn(Edge) -> bool) -> Vec<(u8, Role)> {
    let channels = (0..).zip(scan.channels);
    let roles = channels.filter_map(|(n, it)| Some((n, it.role()?)));
    let there = |role: &Role| matches!(role, Role::Optic(post, _) if at(dock_edge(*post)));
    roles.filter(|it| there(&it.1)).collect()
}

/// The channels behind one multiplexer.
fn on_chip(scan: &Scan, input: usize, bank: usize) -> impl Iterator<Item = (usize, Role)> {
    let all = scan.channels.iter().enumerate();
    all.filter(move |(n, _)| n % INPUTS == input && n / INPUTS / BANK == bank)
        .filter_map(|(n, channel)| channel.role().map(|role| (n, role)))
}

impl Affected {
    /// What a fault that strikes there touches, in a room with this light.
    pub(super) fn by(
        kind: Kind,
        strike: &Strike,
        (profile, dimensions, room): (&Profile, &Dimensions, Wave),
        array: Option<&Array>,
    ) -> Affected {
        let mut affected = Affected::default();
        let scan = &profile.hall;
        match strike {
            Strike::Beams(beams) => {
                let troubles: &[Trouble] = match kind {
                    Kind::StuckDark { .. } | Kind::DeadLed { .. } => &[Trouble::StuckDark],
                    Kind::StuckLit { .. } => &[Trouble::StuckLit, Trouble::Blinded],
                    Kind::Flaky { .. } => &[Trouble::Flaky],
                    _ => &[Trouble::Weak, Trouble::Flaky],
                };
                for name in affected.add_beams(beams, dimensions, array) {
                    let names = troubles.iter().map(|&trouble| (name, trouble));
                    if kind == Kind::LedAgeing {
                        affected.also.extend(names);
                    } else {
                        affected.names.push(names.collect());
                    }
                }
                if kind == Kind::LedAgeing {
                    affected.add_optics(scan, |_| true);
                }
            }
            Strike::Lamp(beams, edges, wave) => {
                let most = |gain: f32| gain * wave.most() + room.most();
                let lit = beams.iter().filter(|it| most(it.1) >= 1.0);
                let lit: Vec<usize> = lit.map(|it| it.0).collect();
                for name in affected.add_beams(&lit, dimensions, array) {
                    if kind == Kind::Sun {
                        let names = [Trouble::Blinded, Trouble::StuckLit];
                        let names = names.map(|trouble| (name, trouble));
                        affected.names.push(names.to_vec());
                    } else {
                        let names = [
                            Trouble::Blinded,
                            Trouble::StuckLit,
                            Trouble::Flaky,
                            Trouble::Weak,
                        ];
                        affected.also.extend(names.map(|trouble| (name, trouble)));
                    }
                }
                affected.add_optics(scan, |edge| edges.contains(&edge));
            }
            Strike::Channels(channels) => {
                for &(n, _) in channels {
                    let Some(role) = scan.channels.get(n).and_then(|it| it.role()) else {
                        continue;
                    };
                    let sensor = Sensor::Channel(n as u8, role);
                    let troubles: &[Trouble] = match kind {
                        // A lamp that flickers looks the same to an optic.
                        Kind::HallFlaky { .. } if matches!(role, Role::Optic(..)) => {
                            &[Trouble::Flaky, Trouble::Stuck, Trouble::Blinded]
                        }
                        Kind::HallFlaky { .. } => {
                            &[Trouble::Flaky, Trouble::Stuck, Trouble::OffLevel]
                        }
                        _ => &[Trouble::Stuck, Trouble::OffLevel],
                    };
                    let names = troubles.iter().map(|&trouble| (sensor, trouble));
                    affected.roles.push(role);
                    affected.names.push(names.collect());
                }
            }
            Strike::Offsets(_) => {}
            Strike::Multiplexer(input, bank) => {
                let input_name = Sensor::Input(*input as u8);
                let mut names = vec![
                    (input_name, Trouble::Stuck),
                    (input_name, Trouble::OffLevel),
                    (input_name, Trouble::LineStuck),
                ];
                for (n, role) in on_chip(scan, *input, *bank) {
                    affected.roles.push(role);
                    let sensor = Sensor::Channel(n as u8, role);
                    names.extend([Trouble::Stuck, Trouble::OffLevel].map(|it| (sensor, it)));
                }
                if !affected.roles.is_empty() {
                    affected.names.push(names);
                }
            }
            Strike::Chain(chain) => {
                for (edge, trouble) in chain.named() {
                    affected.stretches.push(Stretch {
                        edge,
                        from: Micrometres(0),
                        to: dimensions.ring_side,
                    });
                    affected.names.push(vec![(Sensor::Lane(edge), trouble)]);
                }
            }
            Strike::All => affected.add_rest(kind, scan),
        }
        affected
    }

    /// Light or the lack of it disturbs the optics at some edges too: they may be
    /// named, and what depends on them is asked.
    fn add_optics(&mut self, scan: &Scan, at: impl Fn(Edge) -> bool) {
        for (n, role) in optics(scan, at) {
            self.roles.push(role);
            let sensor = Sensor::Channel(n, role);
            let names = [Trouble::Blinded, Trouble::Weak, Trouble::Flaky];
            self.also.extend(names.map(|trouble| (sensor, trouble)));
        }
    }

    /// Notes where these beams are missing; gives their names.
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
            Bit::Beam(plane, n) => {
                let middle = array.curtain.along(dimensions, plane, n).0;
                let half = array.curtain.pitch(dimensions, plane).0 / 2;
                self.stretches.push(Stretch {
                    edge: beam.edge,
                    from: Micrometres(middle.saturating_sub(half)),
                    to: Micrometres(middle + half),
                });
                Some(Sensor::Beam(beam.edge, plane, n))
            }
            // A witness less; what falls is still seen.
            Bit::Guard(plane) => Some(Sensor::Guard(beam.edge, plane)),
            Bit::Strap(_) => None,
        });
        named.collect()
    }

    fn add_rest(&mut self, kind: Kind, scan: &Scan) {
        let roles = || scan.channels.iter().filter_map(|it| it.role());
        match kind {
            Kind::MuxLine { line, high } => {
                // Stuck where no address needs it otherwise, it does no harm.
                let needed = |address: usize| (address >> line & 1 == 1) != high;
                let hit = (scan.channels.iter().enumerate())
                    .filter(|(n, _)| needed(n / INPUTS))
                    .filter_map(|(_, channel)| channel.role());
                self.roles = hit.collect();
                if !self.roles.is_empty() {
                    let name = (Sensor::AddressLine(line), Trouble::LineStuck);
                    self.names.push(vec![name]);
                }
            }
            Kind::Crosstalk { .. } => {
                self.roles = roles().collect();
                let dividers = (scan.channels.iter().enumerate())
                    .filter(|(_, it)| it.role() == Some(Role::Divider))
                    .map(|(n, _)| Sensor::Channel(n as u8, Role::Divider));
                let inputs = (0..INPUTS as u8).map(Sensor::Input);
                let named = dividers.chain(inputs);
                let troubles = [Trouble::OffLevel, Trouble::Weak];
                self.also = named
                    .flat_map(|it| troubles.map(|trouble| (it, trouble)))
                    .collect();
            }
            Kind::Dropped { .. } => {
                self.names
                    .push(vec![(Sensor::CurtainFrames, Trouble::Lost)]);
            }
            Kind::Stall { .. } => {
                self.blackout = true;
                self.names
                    .push(vec![(Sensor::CurtainFrames, Trouble::Lost)]);
                self.names.push(vec![
                    (Sensor::HallScans, Trouble::Lost),
                    (Sensor::HallScans, Trouble::Overrun),
                ]);
            }
            _ => {}
        }
    }
}
