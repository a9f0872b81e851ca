//! Grid boards: pieces are put, lifted and slid, and what is said about each cell
//! is compared with what lies there.
//!
//! A *board* is powered up with pieces on it and then used for some moves. After
//! each move people let go; what is believed then is held against the truth.

use super::campaign::{count_names, mix};
use super::tally::Samples;
use crate::threads::on_threads;
use crate::virtual_ring::chance::Chance;
use crate::virtual_ring::sensors::{Fault, GridView, Loose, Noise, Sensors};
use rules_core::board::hall::Role;
use rules_core::board::{Dimensions, Profile};
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::grid::Layout;
use rules_core::sensing::magnet::Magnet;
use rules_core::sensing::observation::What;
use rules_core::sensing::sensor::{Sensor, Trouble};
use rules_core::time::{Instant, Span};

/// What is simulated.
#[derive(Debug, Clone)]
pub struct GridPlan {
    /// The board.
    pub profile: &'static Profile,
    /// How its cells lie.
    pub layout: Layout,
    /// How noisy its sensors are.
    pub noise: Noise,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
    /// Moves to simulate.
    pub moves: u64,
    /// Hours in which nothing happens.
    pub idle_hours: f64,
    /// Decides everything that is left to chance.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
}

/// Everything counted.
#[derive(Debug, Clone, Default)]
pub struct GridTally {
    /// Moves made.
    pub moves: u64,
    /// Cells over sound sensors that changed by them, or were occupied at power-up.
    pub cells: u64,
    /// Of those, changes about which nothing was said.
    pub missed: u64,
    /// Of the missed, those of a cell that was known to be in doubt.
    pub missed_in_doubt: u64,
    /// Of those, said for sure to be something else.
    pub wrong: u64,
    /// Of those, asked.
    pub asked: u64,
    /// Questions about cells over sound sensors that had not changed.
    pub asked_for_nothing: u64,
    /// Cells over a failed sensor that changed: in no figure above.
    pub sector: u64,
    /// Of those, still believed for sure to be what they were.
    pub sector_missed: u64,
    /// Of those, asked, or known to be in doubt.
    pub sector_asked: u64,
    /// Cells over a failed sensor, changed or not, that were said for sure to be
    /// something else than they are.
    pub sector_wrong: u64,
    /// Cells over sound sensors said for sure to have changed that had not.
    pub invented: u64,
    /// Words said for sure while a piece was on its way, and corrected when it
    /// lay still.
    pub corrected: u64,
    /// Milliseconds from the end of the move to the last word about a cell.
    pub latency: Samples,
    /// Seconds simulated in moves.
    pub seconds: f64,
    /// Hours with nothing going on.
    pub idle_hours: f64,
    /// Anything said in those hours.
    pub idle_false: u64,
    /// Milliseconds from the onset of a fault to its name.
    pub named: Samples,
    /// Faults that were not named.
    pub unnamed: u64,
    /// Sensors named that had nothing.
    pub slandered: u64,
}

impl GridTally {
    fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.cells += other.cells;
        self.missed += other.missed;
        self.missed_in_doubt += other.missed_in_doubt;
        self.wrong += other.wrong;
        self.asked += other.asked;
        self.asked_for_nothing += other.asked_for_nothing;
        self.sector += other.sector;
        self.sector_missed += other.sector_missed;
        self.sector_asked += other.sector_asked;
        self.sector_wrong += other.sector_wrong;
        self.invented += other.invented;
        self.corrected += other.corrected;
        self.latency.add(other.latency);
        self.seconds += other.seconds;
        self.idle_hours += other.idle_hours;
        self.idle_false += other.idle_false;
        self.named.add(other.named);
        self.unnamed += other.unnamed;
        self.slandered += other.slandered;
    }
}

/// Moves on one board before the next is built.
const BLOCK: u64 = 25;

/// Hours of one board without anything happening.
const IDLE_BLOCK: f64 = 0.5;

/// People look at the lights this long after a move, s.
const LET_GO: f32 = 0.35;

/// From power-up to the first move, s.
const POWER_UP: f32 = 1.0;

/// A piece in a hand is this high above the board, mm.
const HIGH: f32 = 60.0;

impl GridPlan {
    /// Runs everything; `progress` is told how many of all parts are done.
    #[must_use]
    pub fn run(&self, progress: &(impl Fn(u64, u64) + Sync)) -> GridTally {
        let boards = self.moves.div_ceil(BLOCK);
        let idle = (self.idle_hours / IDLE_BLOCK).ceil() as u64;
        let all = boards + idle;
        let work = |n: u64| match n.checked_sub(boards) {
            None => self.play(n),
            Some(idle) => self.idle(n, idle),
        };
        let mut sum = GridTally::default();
        for tally in on_threads(self.jobs, all, work, |done| progress(done, all)) {
            sum.add(tally);
        }
        sum
    }

    fn play(&self, block: u64) -> GridTally {
        let mut table = Table::new(self, mix(self.seed, block));
        table.power_up();
        for _ in block * BLOCK..self.moves.min((block + 1) * BLOCK) {
            table.make_a_move();
        }
        table.finish()
    }

    fn idle(&self, board: u64, n: u64) -> GridTally {
        let mut table = Table::new(self, mix(self.seed, board));
        table.power_up();
        let hours = IDLE_BLOCK.min(self.idle_hours - n as f64 * IDLE_BLOCK);
        let before = table.heard.len();
        table.wait((hours * 3600.0) as f32);
        GridTally {
            idle_hours: hours,
            idle_false: (table.heard.len() - before) as u64,
            ..GridTally::default()
        }
    }
}

/// What is believed about a cell.
type Belief = (Option<Magnet>, Certainty);

/// A board under power, what lies on it, and what is believed.
struct Table {
    layout: Layout,
    sensors: Sensors,
    sensing: Sensing,
    period: Span,
    places: Vec<(f32, f32)>,
    /// When the sensor of each cell fails, if it does.
    fails: Vec<Option<Instant>>,
    view: GridView,
    beliefs: Vec<Belief>,
    heard: Vec<(Instant, What)>,
    index: u32,
    chance: Chance,
    tally: GridTally,
}

impl Table {
    fn new(plan: &GridPlan, seed: u64) -> Self {
        let profile = plan.profile;
        let dimensions = Dimensions::ASSUMED;
        let sensors = Sensors::new(profile, &dimensions, plan.noise, &plan.faults, seed);
        let places: Vec<(f32, f32)> = (0..)
            .map_while(|n| {
                let used = profile.hall.channels.iter().filter_map(|it| it.role());
                let there = used.into_iter().find(|&it| it == Role::Cell(n))?;
                let point = profile.mount(there, &dimensions)?.point;
                Some((point.x as f32 / 1000.0, point.y as f32 / 1000.0))
            })
            .collect();
        // What nobody has to name, such as crosstalk, is no failure: all is to be
        // seen in spite of it.
        let fails = |n: usize| {
            let role = Role::Cell(n as u8);
            let faults = sensors.faults().iter().map(|it| (&it.affected, it.fault));
            let hit = faults.filter(|(it, _)| !it.names.is_empty() && it.roles.contains(&role));
            hit.map(|(_, fault)| fault.onset).min()
        };
        let mut chance = Chance::new(seed, 60);
        let cells = places.iter();
        let cells = cells.map(|_| chance.happens(0.45).then(|| any_magnet(&mut chance)));
        Self {
            layout: plan.layout,
            period: profile.hall.period(),
            fails: (0..places.len()).map(fails).collect(),
            beliefs: vec![(None, Certainty::FULL); places.len()],
            view: GridView {
                cells: cells.collect(),
                loose: Vec::new(),
            },
            sensing: Sensing::new(profile, &dimensions, &Calibration::nominal(profile)),
            sensors,
            places,
            heard: Vec::new(),
            index: 0,
            chance,
            tally: GridTally::default(),
        }
    }

    /// Everything stays as it is for so many seconds.
    fn wait(&mut self, seconds: f32) {
        for _ in 0..(f64::from(seconds) / self.period_s()) as u64 {
            self.scan();
        }
    }

    /// A scan; what it shows is known at its end.
    fn scan(&mut self) {
        let scan = self.sensors.hall_grid(self.index, &self.view);
        self.index += 1;
        let (now, heard) = (self.now(), &mut self.heard);
        if let Some(scan) = scan {
            self.sensing
                .hall(&scan, &mut |it| heard.push((now, it.what)));
        }
    }

    /// Seconds from one scan to the next.
    fn period_s(&self) -> f64 {
        f64::from(self.period.0) / 1e6
    }

    /// The end of the last scan.
    fn now(&self) -> Instant {
        Instant(u64::from(self.index) * u64::from(self.period.0))
    }

    /// Whether the sensor of a cell has failed.
    fn has_failed(&self, cell: usize) -> bool {
        self.fails[cell].is_some_and(|onset| onset <= self.now())
    }

    /// The board comes under power with everything on it.
    fn power_up(&mut self) {
        let empty = vec![None; self.places.len()];
        self.wait(POWER_UP);
        self.judge(&empty, 0, Instant::ZERO);
    }

    fn make_a_move(&mut self) {
        let before = self.view.cells.clone();
        let heard = self.heard.len();
        let (full, free): (Vec<usize>, Vec<usize>) =
            (0..before.len()).partition(|&n| before[n].is_some());
        match self.chance.whole(0, 2) {
            0 if !free.is_empty() => {
                let cell = free[self.chance.whole(0, free.len() as u32 - 1) as usize];
                let magnet = any_magnet(&mut self.chance);
                let at = self.places[cell];
                self.carry(magnet, (at, HIGH), (at, 0.0));
                self.view.cells[cell] = Some(magnet);
            }
            1 if !full.is_empty() => {
                let cell = full[self.chance.whole(0, full.len() as u32 - 1) as usize];
                let at = self.places[cell];
                if let Some(magnet) = self.view.cells[cell].take() {
                    self.carry(magnet, (at, 0.0), (at, HIGH));
                }
            }
            _ => self.slide(&full),
        }
        self.tally.moves += 1;
        let moved = self.now();
        self.wait(LET_GO);
        self.judge(&before, heard, moved);
    }

    /// Slides a piece to a free neighbour, if any has one.
    fn slide(&mut self, full: &[usize]) {
        let cells = &self.view.cells;
        let free = |n: usize| {
            let beside = self.layout.neighbours(n as u8).map(usize::from);
            beside.filter(|&to| cells[to].is_none()).collect::<Vec<_>>()
        };
        let ways = full
            .iter()
            .flat_map(|&n| free(n).into_iter().map(move |to| (n, to)));
        let ways: Vec<(usize, usize)> = ways.collect();
        if ways.is_empty() {
            return;
        }
        let (from, to) = ways[self.chance.whole(0, ways.len() as u32 - 1) as usize];
        if let Some(magnet) = self.view.cells[from].take() {
            self.carry(magnet, (self.places[from], 0.0), (self.places[to], 0.0));
            self.view.cells[to] = Some(magnet);
        }
    }

    /// A hand moves a piece from a place and height to another, gently.
    fn carry(&mut self, magnet: Magnet, from: ((f32, f32), f32), to: ((f32, f32), f32)) {
        let scans = (self.chance.scale(0.15, 0.8) / self.period_s() as f32) as u32;
        for n in 0..scans {
            let way = n as f32 / scans as f32;
            let part = way * way * (3.0 - 2.0 * way);
            let between = |a: f32, b: f32| a + (b - a) * part;
            self.view.loose = vec![Loose {
                magnet,
                x: between(from.0.0, to.0.0),
                y: between(from.0.1, to.0.1),
                lift: between(from.1, to.1),
            }];
            self.scan();
        }
        self.view.loose.clear();
    }

    /// Holds what is believed now against the truth.
    fn judge(&mut self, before: &[Option<Magnet>], heard: usize, moved: Instant) {
        let mut last = vec![None; before.len()];
        for (at, what) in &self.heard[heard..] {
            if let What::Cell {
                cell,
                piece,
                certainty,
            } = *what
            {
                let n = usize::from(cell);
                let (was, is) = (before[n], self.view.cells[n]);
                let passing = piece != was && piece != is && certainty.is_high();
                self.tally.corrected += u64::from(passing && !self.has_failed(n));
                self.beliefs[n] = (piece, certainty);
                last[n] = Some(*at);
            }
        }
        for n in 0..before.len() {
            let (piece, certainty) = self.beliefs[n];
            let truth = self.view.cells[n];
            let (sure, changed) = (certainty.is_high(), before[n] != truth);
            let wrong = sure && piece != truth;
            let has_failed = self.has_failed(n);
            let tally = &mut self.tally;
            match (has_failed, changed) {
                (true, true) => {
                    tally.sector += 1;
                    match last[n] {
                        _ if !sure => tally.sector_asked += 1,
                        None => tally.sector_missed += 1,
                        Some(_) => tally.sector_wrong += u64::from(wrong),
                    }
                }
                (true, false) => tally.sector_wrong += u64::from(wrong && last[n].is_some()),
                (false, false) => {
                    tally.invented += u64::from(wrong && last[n].is_some());
                    tally.asked_for_nothing += u64::from(!sure && last[n].is_some());
                }
                (false, true) => {
                    tally.cells += 1;
                    match last[n] {
                        None => {
                            tally.missed += 1;
                            tally.missed_in_doubt += u64::from(!sure);
                        }
                        Some(_) if wrong => tally.wrong += 1,
                        Some(_) if !sure => tally.asked += 1,
                        Some(at) => tally.latency.push(at.since(moved).0 as f32 / 1000.0),
                    }
                }
            }
            // People have answered what was asked.
            self.beliefs[n].0 = truth;
        }
    }

    fn finish(mut self) -> GridTally {
        self.tally.seconds += self.now().0 as f64 / 1e6;
        let troubles: Vec<(Instant, Sensor, Trouble)> = (self.heard.iter())
            .filter_map(|&(at, what)| match what {
                What::Trouble(sensor, trouble) => Some((at, sensor, trouble)),
                _ => None,
            })
            .collect();
        let names = count_names(self.sensors.faults(), &troubles, self.now());
        self.tally.named = names.named;
        self.tally.unnamed = names.unnamed;
        self.tally.slandered = names.slandered;
        self.tally
    }
}

fn any_magnet(chance: &mut Chance) -> Magnet {
    let all: Vec<Magnet> = Magnet::all().collect();
    all[chance.whole(0, all.len() as u32 - 1) as usize]
}
