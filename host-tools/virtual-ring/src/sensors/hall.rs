//! Model of the analog channels up to the ADC: sensor outputs, multiplexers, and hum.
//!
//! Fields and reflections are recalculated only when something has moved; on a table at
//! rest a scan costs no more than its noise. What distinguishes one sensor or magnet from
//! the next is in `hall_build`, their noise in `hall_noise`.

use super::adc::FINE;
use super::ambient_light::{Wave, sine};
use super::hall_build::{HallBuild, MagnetPlace};
use super::hall_noise;
use super::magnet::{self, DipoleSource};
use super::mux::{Effects, FLOATING};
use super::noise::{self, Noise, RngStream};
use super::{GridView, optic};
use crate::geometry::{Dipole, Docking, Solid, WorldView};
use glam::Vec3;
use rules_core::board::hall::{Channel, INPUTS, Role, SensorPart};
use rules_core::board::mounts::{FieldAxis, HEAD_Z, Point, dock_edge};
use rules_core::board::{Dimensions, Profile};
use rules_core::place::{ByPost, Edge, Post};
use rules_core::sensing::magnet::Magnet;

/// Rest level of a Hall sensor, in ADC steps.
const REST: f32 = 2048.0;
/// Lowest output of a Hall sensor, in ADC steps: 0.2 V above the lower supply.
const LOWEST: f32 = 248.0;
const HIGHEST: f32 = 3847.0;
/// Level of a reference divider, in ADC steps: three quarters of the reference voltage.
const DIVIDER: f32 = 3072.0;
/// Offset that the light of the room adds to a reflective sensor (*optic*), in ADC steps,
/// at the level at which it would just make a detector of the curtain read lit.
const ROOM_LIGHT: f32 = 400.0;
/// Distance inside the ring's edge beyond which solids cannot cover a reflective sensor,
/// in mm.
const NEAR_THE_EDGE: f32 = 50.0;

/// Returns the sensitivity of a sensor part in ADC steps per mT; 0 for a part that senses
/// no field.
pub(super) fn steps_per_mt(part: SensorPart) -> f32 {
    match part {
        SensorPart::A1 => 1.0 / 0.0134,
        SensorPart::A2 => 1.0 / 0.027,
        SensorPart::A3 => 1.0 / 0.054,
        SensorPart::Reflective | SensorPart::Resistors => 0.0,
    }
}

/// Sensor of one analog channel.
#[derive(Debug, Clone)]
struct Probe {
    role: Option<Role>,
    point: Vec3,
    axis: Vec3,
    /// Sensitivity of this individual sensor, in ADC steps per mT.
    gain: f32,
    /// Rest level of this individual sensor, in ADC steps.
    rest: f32,
}

/// Effect of the mains' magnetic hum on one channel.
#[derive(Debug, Clone)]
struct Hum {
    /// Offset that a hum of 1 mT adds, in ADC steps.
    gain: f32,
    /// Time of the channel's reading, as a fraction of the scan.
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
    build: HallBuild,
    ring_side: f32,
    platform_width: f32,
    /// Channels of the reflective sensors, with their edges.
    optics: Vec<(usize, Edge)>,
    seen: LastView,
    /// Outputs of the sensors, in ADC steps.
    truth: Vec<f32>,
    /// Outputs of the multiplexers, in 256ths of an ADC step.
    routed: Vec<i32>,
    stale: bool,
    seed: u64,
}

/// Markers in the posts' slots, and the docked platform.
type Fixtures = (ByPost<[Option<Magnet>; 4]>, Option<Docking>);

/// View that the levels were last calculated from.
#[derive(Debug, Clone, Default)]
struct LastView {
    moving: Vec<(Dipole, Vec<f32>)>,
    /// Markers and platform that the levels were last calculated from; `None` before the
    /// first calculation.
    fixed: Option<Fixtures>,
    fixed_fields: Vec<f32>,
    near: Vec<Solid>,
    hands: Vec<Solid>,
    grid: Option<GridView>,
}

impl Channels {
    pub fn new(
        (profile, dimensions): (&Profile, &Dimensions),
        build: HallBuild,
        noise: &Noise,
        seed: u64,
    ) -> Self {
        let mut rng = noise::rng(seed, RngStream::Build, 1);
        let probes: Vec<Probe> = (profile.hall.channels.iter().enumerate())
            .map(|(n, &channel)| {
                let mut about_zero = || noise::about_zero(&mut rng);
                let (part, role) = match channel {
                    Channel::Used(role, part) => (Some(part), Some(role)),
                    Channel::Spare => (None, None),
                };
                let mount = role.and_then(|role| profile.mount(role, dimensions));
                let (offset, gain) = (about_zero() * noise.tolerance, about_zero());
                let own = build.sensor(n);
                let per_mt = part.map_or(0.0, steps_per_mt) * own.gain;
                let rest = match part {
                    None => FLOATING,
                    Some(SensorPart::Resistors) => DIVIDER,
                    Some(SensorPart::Reflective) => offset,
                    Some(SensorPart::A1 | SensorPart::A2 | SensorPart::A3) => {
                        REST + own.rest + offset
                    }
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
        // Each sensor has another orientation in the field of the hum.
        let hums = (probes.iter().enumerate())
            .map(|(n, probe)| Hum {
                gain: probe.gain * (0.75 + 0.25 * noise::about_zero(&mut rng)),
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
            build,
            ring_side: dimensions.ring_side.0 as f32 / 1000.0,
            platform_width: dimensions.platform_width.0 as f32 / 1000.0,
            optics,
            seen: LastView::default(),
            truth: vec![0.0; count],
            routed: vec![0; count],
            stale: true,
            seed,
        }
    }

    /// Makes the next scan recalculate all levels, because the faults have changed.
    pub fn forget(&mut self) {
        self.seen = LastView::default();
        self.stale = true;
    }

    /// Returns the noise of each channel's sensor in 256ths of an ADC step (rms of one
    /// reading), for a density in nT/sqrt(Hz); 0 for a channel without a Hall sensor.
    pub fn sensor_noise(&self, density: f32) -> Vec<i32> {
        let felt = hall_noise::millitesla(density) * FINE;
        let probes = self.probes.iter();
        probes
            .map(|probe| libm::roundf(probe.gain * felt) as i32)
            .collect()
    }

    /// Updates the levels from the view of a ring.
    pub fn update_levels(&mut self, view: &WorldView, effects: &Effects) {
        let mut changed = self.update_fixtures(view);
        changed |= self.update_magnets(view);
        if changed {
            self.add_fields();
        }
        if self.update_optics(view) || changed {
            let brightness = effects.brightness.unwrap_or(1.0);
            let LastView { near, hands, .. } = &self.seen;
            for &(n, _) in &self.optics {
                let probe = &self.probes[n];
                let level = optic::level(near, hands, probe.point, brightness);
                self.truth[n] = probe.rest + level;
            }
            self.stale = true;
        }
    }

    /// Updates the levels from the view of a grid board.
    pub fn update_grid(&mut self, view: &GridView) {
        if self.seen.grid.as_ref() == Some(view) {
            return;
        }
        let cell_of = |n: usize| {
            let is = |probe: &&Probe| probe.role == Some(Role::Cell(n as u8));
            self.probes.iter().find(is).map(|probe| probe.point)
        };
        let resting = view.cells.iter().enumerate().filter_map(|(n, piece)| {
            let place = cell_of(n)?.with_z(0.0);
            let unit = view.units.get(n).copied().unwrap_or(0);
            piece.map(|magnet| magnet::cell_piece(&self.build, (magnet, unit), place))
        });
        let loose = (view.loose.iter()).map(|loose| {
            let place = Vec3::new(loose.x, loose.y, loose.lift);
            magnet::cell_piece(&self.build, (loose.magnet, loose.unit), place)
        });
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

    fn fields_of(&self, source: &DipoleSource) -> Vec<f32> {
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

    /// Updates the fields of markers and platform. Returns true if they have changed.
    fn update_fixtures(&mut self, view: &WorldView) -> bool {
        let now = (view.markers, view.platform);
        if self.seen.fixed == Some(now) {
            return false;
        }
        let mut fields = vec![0.0; self.probes.len()];
        for post in Post::ALL {
            for (slot, marker) in self.slots[post].iter().zip(view.markers[post]) {
                if let Some(marker) = marker {
                    let head = HEAD_Z as f32 / 1000.0;
                    let source = magnet::marker(&self.build, marker, (post, *slot), head);
                    add(&mut fields, &self.fields_of(&source));
                }
            }
        }
        if let Some(docking) = view.platform {
            for source in
                magnet::platform(&self.build, docking, self.ring_side, self.platform_width)
            {
                add(&mut fields, &self.fields_of(&source));
            }
        }
        self.seen.fixed_fields = fields;
        self.seen.fixed = Some(now);
        true
    }

    /// Updates the fields of magnets in pieces. Returns true if any has moved.
    fn update_magnets(&mut self, view: &WorldView) -> bool {
        let mut count = 0;
        let mut changed = false;
        for dipole in view.things.iter().filter_map(|thing| thing.magnet) {
            let known = self.seen.moving.get(count);
            if known.is_none_or(|(seen, _)| *seen != dipole) {
                let source = DipoleSource::new(dipole);
                let own = (self.build).magnet((MagnetPlace::Token, count as u32), source.size());
                let row = (dipole, self.fields_of(&own.of(source)));
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

    /// Updates the solids that could cover an optic. Returns true if they have changed.
    fn update_optics(&mut self, view: &WorldView) -> bool {
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

    /// Calculates the outputs of the multiplexers for a scan that begins at this time in
    /// us, in 256ths of an ADC step.
    pub fn deliver(
        &mut self,
        (index, begins, period): (u32, u64, u64),
        noise: &Noise,
        effects: &Effects,
        levels: &mut Vec<i32>,
    ) {
        // A drift is updated four times a second, in increments of less than a hundredth
        // of a step.
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
        // The hum is nearly linear during a scan.
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
            // Fails for eight scans at a time: 5.5 ms.
            let moment = u64::from(index / 8) << 8 | n as u64;
            if noise::rng(self.seed, RngStream::Moments, moment).below(20) == 0 {
                levels[n] = 0;
            }
        }
    }

    /// Routes the sensor outputs through the multiplexers.
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
                *level = level.clamp(LOWEST, HIGHEST);
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

fn direction(axis: FieldAxis) -> Vec3 {
    match axis {
        FieldAxis::Up => Vec3::Z,
        FieldAxis::Outward(Edge::North) => Vec3::Y,
        FieldAxis::Outward(Edge::East) => Vec3::X,
        FieldAxis::Outward(Edge::South) => Vec3::NEG_Y,
        FieldAxis::Outward(Edge::West) => Vec3::NEG_X,
    }
}
