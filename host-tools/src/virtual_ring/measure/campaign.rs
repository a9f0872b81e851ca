//! Many scenes on many boards, over several threads; the same figures for the
//! same seed whatever the number of threads.
//!
//! A *block* is one board under power that is shown some scenes one after the
//! other: it is built, and its faults are placed, by a seed of its own.

use super::compare::{Blind, Pairs, SaidFall, TrueFall, Verdict, count, pair};
use super::idle::idle;
use super::picture::Sketch;
use super::tally::{Samples, Tally};
use super::watch::{Said, Session, Watched};
use crate::threads::on_threads;
use crate::virtual_ring::scene::Scene;
use crate::virtual_ring::scenes::Make;
use crate::virtual_ring::sensors::{Fault, Noise, Placed, Sensors};
use rules_core::board::{Dimensions, Micrometres, Profile};
use rules_core::lots::Lots;
use rules_core::sensing::Sensing;
use rules_core::sensing::body::widths;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::observation::What;
use rules_core::sensing::sensor::{Sensor, Trouble};
use rules_core::time::{Instant, Span};

/// What is simulated.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The board.
    pub profile: &'static Profile,
    /// Its dimensions.
    pub dimensions: Dimensions,
    /// How noisy its sensors are.
    pub noise: Noise,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
    /// Pushes to simulate.
    pub pushes: u64,
    /// Scenes that pushes are taken from, in turn.
    pub pushing: Vec<Make>,
    /// Scenes that are told by a script, and how often each is run.
    pub scripted: (Vec<Make>, u64),
    /// Hours in which nothing happens.
    pub idle_hours: f64,
    /// Decides everything that is left to chance.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
}

/// What came of it, by part.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The pushes.
    pub pushes: Tally,
    /// The scripted scenes.
    pub scripted: Tally,
    /// The hours in which nothing happened.
    pub idle: Tally,
}

impl Report {
    /// All parts together.
    #[must_use]
    pub fn sum(&self) -> Tally {
        let mut sum = self.pushes.clone();
        sum.add(self.scripted.clone());
        sum.add(self.idle.clone());
        sum
    }
}

/// Scenes a board sees before the next is built.
const BLOCK: u64 = 20;

/// Hours of one board without anything happening.
const IDLE_BLOCK: f64 = 0.5;

/// A fault that begins later than this before the end is not asked for its name:
/// there was too little time to give it. How late a name is given does not matter
/// here: it is counted with its time.
const NAMING: Span = Span::millis(1_500);

/// A part of the work.
#[derive(Debug, Clone, Copy)]
enum Block {
    Pushes(u64),
    Scripted(usize, u64),
    Idle(u64),
}

impl Plan {
    /// Runs everything; `progress` is told how many of all parts are done.
    #[must_use]
    pub fn run(&self, progress: &(impl Fn(u64, u64) + Sync)) -> Report {
        let blocks = self.blocks();
        let all = blocks.len() as u64;
        let work = |n: u64| blocks.get(n as usize).map(|&block| self.run_block(block));
        let tallies = on_threads(self.jobs, all, work, |done| progress(done, all));
        let mut report = Report::default();
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
        let scripted = (0..scenes).flat_map(|n| (0..times).map(move |it| Block::Scripted(n, it)));
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

    /// A board of this seed, just powered up.
    #[must_use]
    pub fn session(&self, seed: u64) -> Session {
        let Self {
            profile,
            dimensions,
            noise,
            faults,
            ..
        } = self;
        let sensors = Sensors::new(profile, dimensions, *noise, faults, seed);
        let calibration = Calibration::nominal(profile);
        Session::new(
            profile,
            sensors,
            Sensing::new(profile, dimensions, &calibration),
        )
    }

    /// The push of this number.
    #[must_use]
    pub fn push(&self, number: u64) -> Option<Scene> {
        let count = self.pushing.len().max(1) as u64;
        let make = self.pushing.get((number % count) as usize)?;
        Some(make(mix(self.seed, number)))
    }

    /// Shows scenes to a new board, one after the other.
    fn show(&self, seed: u64, scenes: impl Iterator<Item = (u64, Scene)>) -> Tally {
        let mut tally = Tally::default();
        let mut session = self.session(seed);
        let faults = session.sensors().faults().to_vec();
        let mut troubles = Vec::new();
        let mut blind = Blind::default();
        for (number, scene) in scenes {
            let name = scene.name();
            let widths = widths(&self.dimensions, scene.world().catalogue().belt_on());
            let touched = |truth: &TrueFall| {
                let along = Micrometres((truth.along.max(0.0) * 1000.0) as u32);
                faults.iter().any(|it| {
                    truth.broke + LOOK_BACK >= it.fault.onset
                        && (it.affected).touches(truth.fell.edge, along, widths[truth.fell.body])
                })
            };
            let watched = session.watch(scene, &mut ());
            blind.hear(&watched);
            let pairs = count(&watched, (self.ring_side(), &blind), &touched, &mut tally);
            self.explain(name, number, &watched, &pairs);
            troubles.extend(
                watched
                    .said
                    .iter()
                    .filter_map(|it| match it.observation.what {
                        What::Trouble(sensor, trouble) => Some((it.known, sensor, trouble)),
                        _ => None,
                    }),
            );
        }
        let names = count_names(&faults, &troubles, session.now());
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
        let is_so = |it: &&Said| {
            let mut begun = faults.iter().filter(|fault| it.known >= fault.fault.onset);
            match it.observation.what {
                What::Blind(_) | What::Sighted(_) => begun.next().is_some(),
                What::Trouble(sensor, trouble) | What::Mended(sensor, trouble) => {
                    begun.any(|fault| fault.affected.explains(sensor, trouble))
                }
                _ => false,
            }
        };
        idle(&mut session, &view, &mut |seconds: f64, said: &[Said]| {
            tally.idle_hours += seconds / 3600.0;
            for it in said.iter().filter(|it| !is_so(it)) {
                tally.idle_false += 1;
                if explains() {
                    eprintln!("idle {block}: {:?}", it.observation);
                }
            }
            tally.idle_hours < hours
        });
        tally
    }

    fn ring_side(&self) -> f32 {
        self.dimensions.ring_side.0 as f32 / 1000.0
    }

    /// Draws the push of this number as it is measured: on the same board, after
    /// the same pushes.
    #[must_use]
    pub fn draw(&self, number: u64, title: &str) -> Option<String> {
        let mut sketch = Sketch::new(self.profile, &self.dimensions)?;
        let block = number / BLOCK;
        let mut session = self.session(mix(self.seed, !block));
        let mut blind = Blind::default();
        for before in block * BLOCK..number {
            blind.hear(&session.watch(self.push(before)?, &mut ()));
        }
        let scene = self.push(number)?;
        let name = scene.name();
        let watched = session.watch(scene, &mut sketch);
        blind.hear(&watched);
        let pairs = pair(&watched, self.ring_side(), &blind);
        self.explain(name, number, &watched, &pairs);
        Some(sketch.draw(&watched, title))
    }

    /// Says on standard error what went wrong in which scene, so that it can be
    /// run again and drawn.
    fn explain(&self, name: &str, number: u64, watched: &Watched, pairs: &Pairs) {
        if !explains() {
            return;
        }
        for truth in &pairs.missed {
            eprintln!(
                "{name} {number}: missed {:?} at {}",
                truth.fell, truth.broke
            );
        }
        for seen in &pairs.invented {
            eprintln!("{name} {number}: invented {:?}", seen.fall);
        }
        for (truth, seen) in &pairs.matched {
            let verdict = Verdict::of(truth, seen);
            if verdict != Verdict::Right {
                eprintln!(
                    "{name} {number}: {verdict:?} {:?}: {:?}",
                    truth.fell, seen.fall
                );
            }
        }
        let wrong = |(truth, seen): &(TrueFall, SaidFall)| truth.fell.cause != seen.fall.cause;
        if pairs.matched.iter().any(wrong) {
            for (at, pushed) in watched.truth.pushes() {
                eprintln!("{name} {number}: truly {pushed:?} until {at}");
            }
            for said in &watched.said {
                if matches!(
                    said.observation.what,
                    What::PushStarted(_)
                        | What::Pushed(_)
                        | What::Unloaded
                        | What::Loaded(_)
                        | What::Docked { .. }
                        | What::Lifted
                ) {
                    eprintln!("{name} {number}: {:?}", said.observation);
                }
            }
        }
        for said in &watched.said {
            if let What::Trouble(sensor, trouble) = said.observation.what {
                eprintln!("{name} {number}: {sensor} {trouble} at {}", said.known);
            }
        }
    }
}

/// A fall that began this long before a fault may still be touched by it.
const LOOK_BACK: Span = Span::millis(200);

/// Whether everything that goes wrong is told: with `DOHYO_EXPLAIN` set.
fn explains() -> bool {
    std::env::var_os("DOHYO_EXPLAIN").is_some()
}

/// How well the faults of a board were named.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    /// Milliseconds from the onset of a fault to its name.
    pub named: Samples,
    /// Faults that were not named.
    pub unnamed: u64,
    /// Sensors named that had nothing.
    pub slandered: u64,
}

/// Whether and when each fault was named, and who was named for nothing.
pub(super) fn count_names(
    faults: &[Placed],
    troubles: &[(Instant, Sensor, Trouble)],
    until: Instant,
) -> Names {
    let mut tally = Names::default();
    for placed in faults {
        let onset = placed.fault.onset;
        if until < onset + NAMING {
            continue;
        }
        for names in &placed.affected.names {
            let named = troubles
                .iter()
                .find(|&&(at, sensor, trouble)| at >= onset && names.contains(&(sensor, trouble)));
            match named {
                Some((at, ..)) => {
                    tally.named.push(at.since(onset).0 as f32 / 1000.0);
                    if explains() && *at > onset + Span::millis(1_000) {
                        eprintln!("named late, at {at}: {names:?}");
                    }
                }
                None => {
                    tally.unnamed += 1;
                    if explains() {
                        eprintln!("not named by {until}: {names:?}");
                    }
                }
            }
        }
    }
    let slandered = troubles.iter().filter(|&&(at, sensor, trouble)| {
        let mut begun = faults.iter().filter(|it| at >= it.fault.onset);
        !begun.any(|it| it.affected.explains(sensor, trouble))
    });
    for (at, sensor, trouble) in slandered {
        tally.slandered += 1;
        if explains() {
            eprintln!("named for nothing: {sensor} {trouble} at {at}");
        }
    }
    tally
}

/// A seed from a seed and a number: neighbours have nothing in common.
pub(super) fn mix(seed: u64, number: u64) -> u64 {
    let start = Lots::new(number).draw();
    Lots::new(seed ^ start).draw()
}

#[cfg(test)]
mod tests {
    use super::count_names;
    use crate::virtual_ring::sensors::{Level, Noise, Sensors};
    use rules_core::board::{Dimensions, Name, Profile};
    use rules_core::time::{Instant, Span};

    #[test]
    fn what_is_named_before_it_fails_is_named_for_nothing() {
        let (ring, noise) = (Profile::of(Name::Ring), Noise::of(Level::Off));
        let fault = "stuck-dark:1@2".parse().expect("a fault");
        let sensors = Sensors::new(ring, &Dimensions::ASSUMED, noise, &[fault], 1);
        let (sensor, trouble) = sensors.faults()[0].affected.names[0][0];
        let at = |seconds: u32| Instant::ZERO + Span::millis(1_000 * seconds);
        let named =
            |when: u32| count_names(sensors.faults(), &[(at(when), sensor, trouble)], at(9));
        let early = named(1);
        assert_eq!(
            (early.named.len(), early.unnamed, early.slandered),
            (0, 1, 1)
        );
        let late = named(5);
        assert_eq!((late.unnamed, late.slandered), (0, 0));
        assert_eq!(late.named.spread().map(|it| it.max), Some(3_000.0));
    }
}
