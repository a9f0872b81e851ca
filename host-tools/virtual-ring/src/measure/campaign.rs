//! Campaigns: many scenes on many boards, over several threads. The figures depend only
//! on the seed, not on the number of threads.
//!
//! A *block* is one powered board that is shown some scenes in sequence. Its tolerances
//! and the places of its faults depend on its own seed.

use super::compare::{CoverageGaps, ExpectedFall, FallScore, Pairs, ReportedFall, count, pair};
use super::idle::{CHUNK, idle};
use super::picture::Sketch;
use super::scene_run::{BoardSession, RasterLabel, SceneResult};
use super::tally::{Samples, Tally};
use crate::executor::Executor;
use crate::explain;
use crate::scene::Scene;
use crate::scenes::Make;
use crate::sensors::build::Build;
use crate::sensors::{Fault, Noise, PlacedFault, Sensors};
use rules_core::board::{Dimensions, Micrometres, Profile};
use rules_core::rng::Rng;
use rules_core::sensing::Sensing;
use rules_core::sensing::body::widths;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::observation::ObservationKind;
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::time::{Instant, Span};
use serde::{Deserialize, Serialize};

/// Plan of a measurement campaign: board, noise, faults, and the amount of each kind of
/// scene.
#[derive(Debug, Clone)]
pub struct CampaignPlan {
    /// Wiring of the board.
    pub profile: &'static Profile,
    /// Dimensions of the board.
    pub dimensions: Dimensions,
    /// Physical ring with its light curtain; `None` for nominal parts on every board.
    pub build: Option<Build>,
    /// Noise figures of the board's sensors.
    pub noise: Noise,
    /// Faults of the board's sensors.
    pub faults: Vec<Fault>,
    /// Number of pushes to simulate.
    pub pushes: u64,
    /// Makers of push scenes, used in turn.
    pub pushing: Vec<Make>,
    /// Makers of scripted scenes, and the number of runs of each.
    pub scripted: (Vec<Make>, u64),
    /// Simulated hours of a board that nobody touches.
    pub idle_hours: f64,
    /// Seed of all random choices.
    pub seed: u64,
}

/// Results of a campaign, by part. Reports of shards add up to the report of the whole.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CampaignReport {
    /// Results of the pushes.
    pub pushes: Tally,
    /// Results of the scripted scenes.
    pub scripted: Tally,
    /// Results of the idle hours.
    pub idle: Tally,
}

impl CampaignReport {
    /// Adds the results of another report.
    pub fn add(&mut self, other: Self) {
        self.pushes.add(other.pushes);
        self.scripted.add(other.scripted);
        self.idle.add(other.idle);
    }

    /// Returns the sum of all parts.
    #[must_use]
    pub fn sum(&self) -> Tally {
        let mut sum = self.pushes.clone();
        sum.add(self.scripted.clone());
        sum.add(self.idle.clone());
        sum
    }
}

/// Number of scenes that one simulated board sees before the next is built.
const BLOCK: u64 = 20;

/// Idle hours that one simulated board runs.
const IDLE_BLOCK: f64 = 0.5;

/// Time left after the onset of a fault below which its report is not required, because
/// there was too little time for it. The delay of a report does not matter here; it is
/// counted separately.
const MIN_NAMING_TIME: Span = Span::millis(1_500);

/// Part of a campaign that runs independently: the scenes or the idle time of one board.
#[derive(Debug, Clone, Copy)]
enum Block {
    Pushes(u64),
    Scripted(usize, u64),
    Idle(u64),
}

impl CampaignPlan {
    /// Runs the campaign; calls `progress` with the number of finished blocks and of all
    /// blocks.
    #[must_use]
    pub fn run(
        &self,
        executor: &impl Executor,
        progress: &(impl Fn(u64, u64) + Sync),
    ) -> CampaignReport {
        self.run_blocks(|_| true, executor, progress)
    }

    /// Returns the number of blocks.
    #[must_use]
    pub fn block_count(&self) -> u64 {
        self.blocks().len() as u64
    }

    /// Runs the blocks for whose number `wanted` returns true, each as
    /// [`CampaignPlan::run`] does.
    #[must_use]
    pub fn run_blocks(
        &self,
        wanted: impl Fn(u64) -> bool,
        executor: &impl Executor,
        progress: &(impl Fn(u64, u64) + Sync),
    ) -> CampaignReport {
        let blocks: Vec<Block> = (0..)
            .zip(self.blocks())
            .filter_map(|(number, block)| wanted(number).then_some(block))
            .collect();
        let all = blocks.len() as u64;
        let work = |n: u64| blocks.get(n as usize).map(|&block| self.run_block(block));
        let tallies = executor.run(all, work, |done| progress(done, all));
        let mut report = CampaignReport::default();
        for (block, tally) in blocks.iter().zip(tallies.into_iter().flatten()) {
            match block {
                Block::Pushes(_) => report.pushes.add(tally),
                Block::Scripted(..) => report.scripted.add(tally),
                Block::Idle(_) => report.idle.add(tally),
            }
        }
        report
    }

    fn blocks(&self) -> Vec<Block> {
        let pushes = (0..self.pushes.div_ceil(BLOCK)).map(Block::Pushes);
        let (scenes, times) = (self.scripted.0.len(), self.scripted.1.div_ceil(BLOCK));
        let scripted =
            (0..scenes).flat_map(|n| (0..times).map(move |time| Block::Scripted(n, time)));
        let idle = (0..(self.idle_hours / IDLE_BLOCK).ceil() as u64).map(Block::Idle);
        pushes.chain(scripted).chain(idle).collect()
    }

    fn run_block(&self, block: Block) -> Tally {
        match block {
            Block::Pushes(n) => {
                let first = n * BLOCK;
                let numbers = first..self.pushes.min(first + BLOCK);
                let scenes = numbers.filter_map(|number| Some((number, self.push(number)?)));
                self.show(mix(self.seed, !n), scenes)
            }
            Block::Scripted(scene, n) => {
                let first = n * BLOCK;
                let numbers = first..self.scripted.1.min(first + BLOCK);
                let make = self.scripted.0.get(scene);
                let scenes = numbers.filter_map(|number| {
                    let seed = mix(self.seed, mix(scene as u64, number));
                    Some((number, make?(seed)))
                });
                self.show(mix(self.seed, mix(!n, scene as u64)), scenes)
            }
            Block::Idle(n) => self.idle_block(n),
        }
    }

    /// Creates the board of this seed, just powered up.
    #[must_use]
    pub fn session(&self, seed: u64) -> BoardSession {
        let Self {
            profile,
            dimensions,
            build,
            noise,
            faults,
            ..
        } = self;
        let sensors = match build {
            Some(build) => Sensors::of_build(build, profile, dimensions, *noise, faults, seed),
            None => Sensors::new(profile, dimensions, *noise, faults, seed),
        };
        let calibration = Calibration::nominal(profile);
        BoardSession::new(
            profile,
            sensors,
            Sensing::new(profile, dimensions, &calibration),
        )
    }

    /// Creates the scene of the push with this number; `None` if the plan has no pushes.
    #[must_use]
    pub fn push(&self, number: u64) -> Option<Scene> {
        let count = self.pushing.len().max(1) as u64;
        let make = self.pushing.get((number % count) as usize)?;
        Some(make(mix(self.seed, number)))
    }

    /// Shows scenes to a new board, one after the other, and counts the results.
    fn show(&self, seed: u64, scenes: impl Iterator<Item = (u64, Scene)>) -> Tally {
        let mut tally = Tally::default();
        let mut session = self.session(seed);
        let faults = session.sensors().faults().to_vec();
        let mut reported = Vec::new();
        let mut blind = CoverageGaps::default();
        for (number, scene) in scenes {
            let name = scene.name();
            let widths = widths(&self.dimensions, scene.world().catalogue().belt_on());
            let touched = |truth: &ExpectedFall| {
                let along = Micrometres((truth.along.max(0.0) * 1000.0) as u32);
                faults.iter().any(|placed| {
                    truth.broke + LOOK_BACK >= placed.fault.onset
                        && (placed.affected).touches(
                            truth.fell.edge,
                            along,
                            widths[truth.fell.body],
                        )
                })
            };
            let watched = session.watch(scene, &mut ());
            blind.on_scene(&watched);
            let pairs = count(&watched, (self.ring_side(), &blind), &touched, &mut tally);
            self.explain(name, number, &watched, &pairs);
            reported.extend(
                watched
                    .said
                    .iter()
                    .filter_map(|said| match said.observation.kind {
                        ObservationKind::FaultRaised(sensor, fault) => {
                            Some((said.known, sensor, fault))
                        }
                        _ => None,
                    }),
            );
        }
        let names = count_names(&faults, &reported, session.now());
        tally.named = names.named;
        tally.unnamed = names.unnamed;
        tally.slandered = names.slandered;
        tally
    }

    fn idle_block(&self, block: u64) -> Tally {
        let mut tally = Tally::default();
        let mut session = self.session(mix(self.seed, block << 32));
        let Some(scene) = self.push(block) else {
            return tally;
        };
        let view = scene.view_at(1.0);
        let hours = IDLE_BLOCK.min(self.idle_hours - block as f64 * IDLE_BLOCK);
        let faults = session.sensors().faults().to_vec();
        let is_so = |said: &&RasterLabel| {
            let mut begun = faults
                .iter()
                .filter(|fault| said.known >= fault.fault.onset);
            match said.observation.kind {
                ObservationKind::CoverageLost(_) | ObservationKind::CoverageRestored(_) => {
                    begun.next().is_some()
                }
                ObservationKind::FaultRaised(sensor, fault)
                | ObservationKind::FaultCleared(sensor, fault) => {
                    begun.any(|placed| placed.affected.explains(sensor, fault))
                }
                _ => false,
            }
        };
        let micros = (hours * 3.6e9) as u64;
        idle(&mut session, &view, &mut |said: &[RasterLabel]| {
            tally.idle_micros += u64::from(CHUNK.0);
            for label in said.iter().filter(|label| !is_so(label)) {
                tally.idle_false += 1;
                if explain::is_on() {
                    explain::explain(|| format!("idle {block}: {:?}", label.observation));
                }
            }
            tally.idle_micros < micros
        });
        tally
    }

    fn ring_side(&self) -> f32 {
        self.dimensions.ring_side.0 as f32 / 1000.0
    }

    /// Draws the push with this number as SVG, as it is measured: on the same board,
    /// after the same pushes. `None` if the plan has no such push or the board no
    /// curtain.
    #[must_use]
    pub fn draw(&self, number: u64, title: &str) -> Option<String> {
        let mut sketch = Sketch::new(self.profile, &self.dimensions)?;
        let block = number / BLOCK;
        let mut session = self.session(mix(self.seed, !block));
        let mut blind = CoverageGaps::default();
        for before in block * BLOCK..number {
            blind.on_scene(&session.watch(self.push(before)?, &mut ()));
        }
        let scene = self.push(number)?;
        let name = scene.name();
        let watched = session.watch(scene, &mut sketch);
        blind.on_scene(&watched);
        let pairs = pair(&watched, self.ring_side(), &blind);
        self.explain(name, number, &watched, &pairs);
        Some(sketch.draw(&watched, title))
    }

    /// Writes debug lines about each wrong or missing report of a scene, so that the
    /// scene can be run again and drawn.
    fn explain(&self, name: &str, number: u64, watched: &SceneResult, pairs: &Pairs) {
        if !explain::is_on() {
            return;
        }
        for truth in &pairs.missed {
            explain::explain(|| {
                format!(
                    "{name} {number}: missed {:?} at {}",
                    truth.fell, truth.broke
                )
            });
        }
        for seen in &pairs.invented {
            explain::explain(|| format!("{name} {number}: invented {:?}", seen.fall));
        }
        for (truth, seen) in &pairs.matched {
            let score = FallScore::score(truth, seen);
            if score != FallScore::Right {
                explain::explain(|| {
                    format!(
                        "{name} {number}: {score:?} {:?}: {:?}",
                        truth.fell, seen.fall
                    )
                });
            }
        }
        let wrong =
            |(truth, seen): &(ExpectedFall, ReportedFall)| truth.fell.cause != seen.fall.cause.kind;
        if pairs.matched.iter().any(wrong) {
            for (at, pushed) in watched.truth.pushes() {
                explain::explain(|| format!("{name} {number}: truly {pushed:?} until {at}"));
            }
            for said in &watched.said {
                if matches!(
                    said.observation.kind,
                    ObservationKind::PushStarted(_)
                        | ObservationKind::Pushed(_)
                        | ObservationKind::Unloaded
                        | ObservationKind::Loaded(_)
                        | ObservationKind::Docked { .. }
                        | ObservationKind::Undocked
                ) {
                    explain::explain(|| format!("{name} {number}: {:?}", said.observation));
                }
            }
        }
        for said in &watched.said {
            if let ObservationKind::FaultRaised(sensor, fault) = said.observation.kind {
                explain::explain(|| format!("{name} {number}: {sensor} {fault} at {}", said.known));
            }
        }
    }
}

/// Time before the onset of a fault within which the fault may still affect a fall.
const LOOK_BACK: Span = Span::millis(200);

/// Comparison of a board's fault reports with its true faults.
#[derive(Debug, Clone, Default)]
pub(super) struct FaultNaming {
    /// Time from the onset of a fault to its report, ms.
    pub named: Samples,
    /// Number of true faults that were not reported.
    pub unnamed: u64,
    /// Number of fault reports about sensors that worked.
    pub slandered: u64,
}

/// Compares fault reports with the true faults: if and when each fault was reported, and
/// which reports were wrong.
pub(super) fn count_names(
    faults: &[PlacedFault],
    reported: &[(Instant, Sensor, SensorFault)],
    until: Instant,
) -> FaultNaming {
    let mut tally = FaultNaming::default();
    for placed in faults {
        let onset = placed.fault.onset;
        if until < onset + MIN_NAMING_TIME {
            continue;
        }
        for names in &placed.affected.names {
            let named = reported
                .iter()
                .find(|&&(at, sensor, fault)| at >= onset && names.contains(&(sensor, fault)));
            match named {
                Some((at, ..)) => {
                    tally.named.push_span(at.since(onset));
                    if explain::is_on() && *at > onset + Span::millis(1_000) {
                        explain::explain(|| format!("named late, at {at}: {names:?}"));
                    }
                }
                None => {
                    tally.unnamed += 1;
                    if explain::is_on() {
                        explain::explain(|| format!("not named by {until}: {names:?}"));
                    }
                }
            }
        }
    }
    let slandered = reported.iter().filter(|&&(at, sensor, fault)| {
        let mut begun = faults.iter().filter(|placed| at >= placed.fault.onset);
        !begun.any(|placed| placed.affected.explains(sensor, fault))
    });
    for (at, sensor, fault) in slandered {
        tally.slandered += 1;
        if explain::is_on() {
            explain::explain(|| format!("named for nothing: {sensor} {fault} at {at}"));
        }
    }
    tally
}

/// Derives a seed from a seed and a number; neighbouring numbers give unrelated seeds.
pub(super) fn mix(seed: u64, number: u64) -> u64 {
    let start = Rng::new(number).next_u64();
    Rng::new(seed ^ start).next_u64()
}

#[cfg(test)]
mod tests {
    use super::count_names;
    use crate::sensors::{Noise, NoiseLevel, Sensors};
    use rules_core::board::{BoardId, Dimensions, Profile};
    use rules_core::time::{Instant, Span};

    #[test]
    fn what_is_named_before_it_fails_is_named_for_nothing() {
        let (ring, noise) = (
            Profile::of(BoardId::Ring),
            Noise::for_level(NoiseLevel::Off),
        );
        let fault = "stuck-dark:1@2".parse().expect("a fault");
        let sensors = Sensors::new(ring, &Dimensions::ASSUMED, noise, &[fault], 1);
        let (sensor, fault) = sensors.faults()[0].affected.names[0][0];
        let at = |seconds: u32| Instant::ZERO + Span::millis(1_000 * seconds);
        let named = |when: u32| count_names(sensors.faults(), &[(at(when), sensor, fault)], at(9));
        let early = named(1);
        assert_eq!(
            (early.named.len(), early.unnamed, early.slandered),
            (0, 1, 1)
        );
        let late = named(5);
        assert_eq!((late.unnamed, late.slandered), (0, 0));
        assert_eq!(late.named.spread().map(|spread| spread.max), Some(3_000.0));
    }
}
