//! The analog channels before the converter: what each sensor puts out, what the
//! multiplexer makes of it, and the hum on top.
//!
//! Fields and reflections are only reckoned anew when something has moved; on a
//! table at rest a scan costs no more than its noise.

use super::adc::FINE;
use super::light::{Wave, sine};
use super::magnet::{self, Source};
use super::mux::{Effects, FLOATING};
use super::noise::{self, Noise, Purpose};
use super::{GridView, optic};
use crate::virtual_ring::space::{Dipole, Docking, Solid, View};
use glam::Vec3;
use rules_core::board::hall::{Channel, INPUTS, Part, Role};
use rules_core::board::mounts::{Axis, HEAD_Z, Point, dock_edge};
use rules_core::board::{Dimensions, Profile};
use rules_core::place::{ByPost, Edge, Post};
use rules_core::sensing::magnet::Magnet;

/// Where a Hall sensor rests.
const REST: f32 = 2048.0;
/// A Hall sensor drives its output no nearer than 0.2 V to either supply.
const LOWEST: f32 = 248.0;
const HIGHEST: f32 = 3847.0;
/// A divider gives three quarters of the reference.
const DIVIDER: f32 = 3072.0;
/// What the light of the room adds to an optic, in steps, where it would just
/// make a detector of the curtain read lit.
const ROOM_LIGHT: f32 = 400.0;
/// Things farther inside the ring than this cannot cover an optic, in mm.
const NEAR_THE_EDGE: f32 = 50.0;

/// Steps of the converter for each mT; nothing for what senses no field.
pub(super) fn steps_per_mt(part: Part) -> f32 {
    match part {
        Part::A1 => 1.0 / 0.0134,
        Part::A2 => 1.0 / 0.027,
        Part::A3 => 1.0 / 0.054,
        Part::Reflective | Part::Resistors => 0.0,
    }
}

/// One channel's sensor.
#[derive(Debug, Clone)]
struct Probe {
    role: Option<Role>,
    point: Vec3,
    axis: Vec3,
    /// Steps for each mT, as built.
    gain: f32,
    /// Where it rests, as built.
    rest: f32,
}

/// How a channel hums.
#[derive(Debug, Clone)]
struct Hum {
    /// What hum of 1 mT adds, in steps.
    gain: f32,
    /// When it is read, as a part of the scan.
    when: f32,
}

impl Probe {
    fn is_hall(&self) -> bool {
        self.gain != 0.0
    }
}

/// All analog channels of a board.
#[derive(Debug, Clone)]
pub(super) struct Channels {
    probes: Vec<Probe>,
    hums: Vec<Hum>,
    slots: ByPost<[Vec3; 4]>,
    ring_side: f32,
    platform_width: f32,
    /// Optics: their channels, the edge they sit at.
    optics: Vec<(usize, Edge)>,
    seen: Seen,
    /// What the sensors put out.
    truth: Vec<f32>,
    /// What the multiplexers deliver, in 256ths of a step.
    routed: Vec<i32>,
    stale: bool,
    seed: u64,
}

/// Markers and platform.
type Fixtures = (ByPost<[Option<Magnet>; 4]>, Option<Docking>);

/// What the last levels were reckoned from.
#[derive(Debug, Clone, Default)]
struct Seen {
    moving: Vec<(Dipole, Vec<f32>)>,
    /// Markers and platform, and the field they make.
    fixed: Option<Fixtures>,
    fixed_fields: Vec<f32>,
    near: Vec<Solid>,
    hands: Vec<Solid>,
    grid: Option<GridView>,
}

impl Channels {
    pub fn new(profile: &Profile, dimensions: &Dimensions, noise: &Noise, seed: u64) -> Self {
        let mut lots = noise::lots(seed, Purpose::Build, 1);
        let probes: Vec<Probe> = (profile.hall.channels.iter())
            .map(|&channel| {
                let mut about_zero = || noise::about_zero(&mut lots);
                let (part, role) = match channel {
                    Channel::Used(role, part) => (Some(part), Some(role)),
                    Channel::Spare => (None, None),
                };
                let mount = role.and_then(|role| profile.mount(role, dimensions));
                let (offset, gain) = (about_zero() * noise.tolerance, about_zero());
                let per_mt = part.map_or(0.0, steps_per_mt);
                let rest = match part {
                    None => FLOATING,
                    Some(Part::Resistors) => DIVIDER,
                    Some(Part::Reflective) => offset,
                    Some(Part::A1 | Part::A2 | Part::A3) => REST + offset,
                };
                Probe {
                    role,
                    point: mount.map_or(Vec3::ZERO, |mount| in_mm(mount.point)),
                    axis: mount.map_or(Vec3::Z, |mount| direction(mount.axis)),
                    gain: per_mt * (1.0 + gain * noise.tolerance / 1000.0),
                    rest,
                }
            })
            .collect();
        // Each lies another way round in the hum.
        let hums = (probes.iter().enumerate())
            .map(|(n, probe)| Hum {
                gain: probe.gain * (0.75 + 0.25 * noise::about_zero(&mut lots)),
                when: (n / INPUTS) as f32 / profile.hall.addresses() as f32,
            })
            .collect();
        let slots = ByPost::from_fn(|post| {
            [0, 1, 2, 3].map(|n| {
                let mount = profile.mount(Role::Slot(post, n), dimensions);
                mount.map_or(Vec3::splat(1e4), |mount| in_mm(mount.point))
            })
        });
        let optics = (probes.iter().enumerate())
            .filter_map(|(n, probe)| match probe.role {
                Some(Role::Optic(post, _)) => Some((n, dock_edge(post))),
                _ => None,
            })
            .collect();
        let count = probes.len();
        Self {
            probes,
            hums,
            slots,
            ring_side: dimensions.ring_side.0 as f32 / 1000.0,
            platform_width: dimensions.platform_width.0 as f32 / 1000.0,
            optics,
            seen: Seen::default(),
            truth: vec![0.0; count],
            routed: vec![0; count],
            stale: true,
            seed,
        }
    }

    /// Reckons everything anew at the next scan: the faults have changed.
    pub fn forget(&mut self) {
        self.seen = Seen::default();
        self.stale = true;
    }

    /// Looks at a ring.
    pub fn look(&mut self, view: &View, effects: &Effects) {
        let mut changed = self.look_at_fixtures(view);
        changed |= self.look_at_magnets(view);
        if changed {
            self.add_fields();
        }
        if self.look_at_optics(view) || changed {
            let brightness = effects.brightness.unwrap_or(1.0);
            let Seen { near, hands, .. } = &self.seen;
            for &(n, _) in &self.optics {
                let probe = &self.probes[n];
                let level = optic::level(near, hands, probe.point, brightness);
                self.truth[n] = probe.rest + level;
            }
            self.stale = true;
        }
    }

    /// Looks at a grid board.
    pub fn look_at_grid(&mut self, view: &GridView) {
        if self.seen.grid.as_ref() == Some(view) {
            return;
        }
        let cell_of = |n: usize| {
            let is = |probe: &&Probe| probe.role == Some(Role::Cell(n as u8));
            self.probes.iter().find(is).map(|probe| probe.point)
        };
        let resting = view.cells.iter().enumerate().filter_map(|(n, piece)| {
            let place = cell_of(n)?.with_z(0.0);
            piece.map(|magnet| magnet::cell_piece(magnet, place))
        });
        let loose = (view.loose.iter())
            .map(|loose| magnet::cell_piece(loose.magnet, Vec3::new(loose.x, loose.y, loose.lift)));
        let fields: Vec<Vec<f32>> = resting
            .chain(loose)
            .map(|source| self.fields_of(&source))
            .collect();
        self.seen.fixed_fields = vec![0.0; self.probes.len()];
        for row in &fields {
            add(&mut self.seen.fixed_fields, row);
        }
        self.seen.grid = Some(view.clone());
        self.add_fields();
    }

    fn fields_of(&self, source: &Source) -> Vec<f32> {
        self.probes
            .iter()
            .map(|probe| {
                if probe.is_hall() {
                    source.field(probe.point).dot(probe.axis)
                } else {
                    0.0
                }
            })
            .collect()
    }

    /// Markers and platform; says whether they have changed.
    fn look_at_fixtures(&mut self, view: &View) -> bool {
        let now = (view.markers, view.platform);
        if self.seen.fixed == Some(now) {
            return false;
        }
        let mut fields = vec![0.0; self.probes.len()];
        for post in Post::ALL {
            for (slot, marker) in self.slots[post].iter().zip(view.markers[post]) {
                if let Some(marker) = marker {
                    let source = magnet::marker(marker, *slot, HEAD_Z as f32 / 1000.0);
                    add(&mut fields, &self.fields_of(&source));
                }
            }
        }
        if let Some(docking) = view.platform {
            for source in magnet::platform(docking, self.ring_side, self.platform_width) {
                add(&mut fields, &self.fields_of(&source));
            }
        }
        self.seen.fixed_fields = fields;
        self.seen.fixed = Some(now);
        true
    }

    /// Magnets in pieces; says whether any has moved.
    fn look_at_magnets(&mut self, view: &View) -> bool {
        let mut count = 0;
        let mut changed = false;
        for dipole in view.things.iter().filter_map(|thing| thing.magnet) {
            let known = self.seen.moving.get(count);
            if known.is_none_or(|(seen, _)| *seen != dipole) {
                let row = (dipole, self.fields_of(&Source::of(dipole)));
                match self.seen.moving.get_mut(count) {
                    Some(known) => *known = row,
                    None => self.seen.moving.push(row),
                }
                changed = true;
            }
            count += 1;
        }
        changed |= self.seen.moving.len() > count;
        self.seen.moving.truncate(count);
        changed
    }

    /// What could lie over an optic; says whether that has changed.
    fn look_at_optics(&mut self, view: &View) -> bool {
        let inside = self.ring_side / 2.0 - NEAR_THE_EDGE;
        let near = || {
            (view.things.iter().map(|thing| &thing.solid)).filter(|solid| {
                let at = solid.pose.position;
                at.z > -NEAR_THE_EDGE && at.x.abs().max(at.y.abs()) > inside
            })
        };
        if near().eq(&self.seen.near) && self.seen.hands == view.hands {
            return false;
        }
        self.seen.near.clear();
        self.seen.near.extend(near());
        self.seen.hands.clone_from(&view.hands);
        true
    }

    fn add_fields(&mut self) {
        let mut sums = self.seen.fixed_fields.clone();
        for (_, row) in &self.seen.moving {
            add(&mut sums, row);
        }
        for ((level, probe), field) in self.truth.iter_mut().zip(&self.probes).zip(&sums) {
            if probe.is_hall() {
                *level = (probe.rest + field * probe.gain).clamp(LOWEST, HIGHEST);
            } else if !matches!(probe.role, Some(Role::Optic(..))) {
                *level = probe.rest;
            }
        }
        self.stale = true;
    }

    /// What the multiplexers deliver at a scan that begins at this instant in µs,
    /// in 256ths of a step.
    pub fn deliver(
        &mut self,
        (index, begins, period): (u32, u64, u64),
        noise: &Noise,
        effects: &Effects,
        levels: &mut Vec<i32>,
    ) {
        // A drift is reckoned anew four times a second: less than a hundredth of
        // a step.
        if self.stale || (!effects.drifts.is_empty() && index.is_multiple_of(350)) {
            self.route(begins, noise, effects);
            self.stale = false;
        }
        let at = |micros| noise.hum * FINE * sine(micros, noise.mains);
        let (start, rise) = if noise.hum > 0.0 {
            (at(begins), at(begins + period) - at(begins))
        } else {
            (0.0, 0.0)
        };
        // The hum hardly bends during a scan.
        levels.clear();
        let hums = self.hums.iter().zip(&self.routed);
        levels
            .extend(hums.map(|(hum, level)| level + ((start + rise * hum.when) * hum.gain) as i32));
        let room = Wave::of_room(noise.ambient).at(begins);
        for &(n, edge) in &self.optics {
            let lamps = effects.lamps.iter().filter(|(side, _)| *side == edge);
            let light = room + lamps.map(|(_, wave)| wave.at(begins)).sum::<f32>();
            levels[n] += (light * ROOM_LIGHT * FINE) as i32;
        }
        for &n in &effects.flaky {
            // For eight scans at a time: 5.5 ms.
            let moment = u64::from(index / 8) << 8 | n as u64;
            if noise::lots(self.seed, Purpose::Moments, moment).below(20) == 0 {
                levels[n] = 0;
            }
        }
    }

    /// From the sensors through the multiplexers.
    fn route(&mut self, at: u64, noise: &Noise, effects: &Effects) {
        let mut levels = self.truth.clone();
        for (n, (level, probe)) in levels.iter_mut().zip(&self.probes).enumerate() {
            let of = |by: &[f32]| by.get(n).copied().unwrap_or(0.0);
            if probe.is_hall() {
                *level += of(&effects.offsets);
                for drift in &effects.drifts {
                    let gone = at.saturating_sub(drift.since).min(drift.over);
                    *level += of(&drift.by) * gone as f32 / drift.over.max(1) as f32;
                }
            }
        }
        for &(n, level) in &effects.stuck {
            if let Some(stuck) = levels.get_mut(n) {
                *stuck = level;
            }
        }
        effects.misread(&mut levels);
        let count = levels.len();
        let before = levels.iter().cycle().skip(count.saturating_sub(INPUTS));
        for ((routed, level), before) in self.routed.iter_mut().zip(&levels).zip(before) {
            *routed = ((level + noise.crosstalk * (before - level)) * FINE) as i32;
        }
    }
}

fn add(sums: &mut [f32], row: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += value;
    }
}

fn in_mm(point: Point) -> Vec3 {
    Vec3::new(point.x as f32, point.y as f32, point.z as f32) / 1000.0
}

fn direction(axis: Axis) -> Vec3 {
    match axis {
        Axis::Up => Vec3::Z,
        Axis::Outward(Edge::North) => Vec3::Y,
        Axis::Outward(Edge::East) => Vec3::X,
        Axis::Outward(Edge::South) => Vec3::NEG_Y,
        Axis::Outward(Edge::West) => Vec3::NEG_X,
    }
}
