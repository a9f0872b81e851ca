//! Powered grid board whose pieces hands move: true pieces, sensors, and what sensing
//! reports about each cell.

use super::campaign::count_names;
use super::grid::GridPlan;
use super::grid_tally::GridTally;
use crate::grid_calibration::GridLot;
use crate::sensors::{GridView, Loose, Sensors};
use crate::sim_rng::SimRng;
use rules_core::board::cell_layout::CellLayout;
use rules_core::board::cells::CellMask;
use rules_core::board::hall::Role;
use rules_core::board::{Dimensions, Profile};
use rules_core::sensing::Sensing;
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::cell_scope::unread_cells;
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::magnet::{Magnet, Strength};
use rules_core::sensing::observation::ObservationKind;
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::time::{Instant, Span};

/// Time after a move at which its result is checked, s.
const LET_GO: f32 = 0.35;

/// Time within which the ring must name a cell that it cannot read, s.
const NAMED_WITHIN: f32 = 3.0;

/// Time from power-up to the first move, s.
const POWER_UP: f32 = 1.0;

/// Height of a held piece above the board, mm.
const HIGH: f32 = 60.0;

/// Reported piece of a cell, with its certainty.
type Belief = (Option<Magnet>, Certainty);

/// Powered board with its true pieces and the reported ones.
pub(super) struct GridRig {
    profile: &'static Profile,
    layout: CellLayout,
    sensors: Sensors,
    sensing: Sensing,
    period: Span,
    places: Vec<(f32, f32)>,
    /// Time at which the sensor of each cell fails; `None` if it does not.
    fails: Vec<Option<Instant>>,
    view: GridView,
    beliefs: Vec<Belief>,
    heard: Vec<(Instant, ObservationKind)>,
    index: u32,
    rng: SimRng,
    tally: GridTally,
}

impl GridRig {
    /// Creates a board with pieces on it, of nominal parts or drawn by lot.
    pub(super) fn new(plan: &GridPlan, lot: Option<&GridLot>, seed: u64) -> Self {
        let profile = plan.profile;
        let dimensions = Dimensions::ASSUMED;
        let sensors = Sensors::new(profile, &dimensions, plan.noise, &plan.faults, seed);
        let (sensors, calibration) = match lot {
            None => (sensors, Calibration::nominal(profile)),
            Some(lot) => (
                sensors.with_hall_build(&dimensions, lot.build),
                lot.calibration.clone(),
            ),
        };
        let places: Vec<(f32, f32)> = (0..)
            .map_while(|n| {
                let used = profile
                    .hall
                    .channels
                    .iter()
                    .filter_map(|channel| channel.role());
                let there = used.into_iter().find(|&role| role == Role::Cell(n))?;
                let point = profile.mount(there, &dimensions)?.point;
                Some((point.x as f32 / 1000.0, point.y as f32 / 1000.0))
            })
            .collect();
        // Faults without a required report, such as crosstalk, do not count as failures:
        // the board must work in spite of them.
        let fails = |n: usize| {
            let role = Role::Cell(n as u8);
            let faults = sensors
                .faults()
                .iter()
                .map(|placed| (&placed.affected, placed.fault));
            let hit =
                faults.filter(|(scope, _)| !scope.names.is_empty() && scope.roles.contains(&role));
            hit.map(|(_, fault)| fault.onset).min()
        };
        let mut rng = SimRng::new(seed, 60);
        let cells = places.iter();
        let cells = cells.map(|_| {
            rng.bool_with(0.45)
                .then(|| any_magnet(plan.layout, &mut rng))
        });
        Self {
            profile,
            layout: plan.layout,
            period: profile.hall.period(),
            fails: (0..places.len()).map(fails).collect(),
            beliefs: vec![(None, Certainty::FULL); places.len()],
            view: GridView {
                units: (0..places.len() as u8).collect(),
                cells: cells.collect(),
                loose: Vec::new(),
            },
            sensing: Sensing::new(profile, &dimensions, &calibration),
            sensors,
            places,
            heard: Vec::new(),
            index: 0,
            rng,
            tally: GridTally::default(),
        }
    }

    /// Returns the number of reports so far.
    pub(super) const fn heard(&self) -> usize {
        self.heard.len()
    }

    /// Scans an unchanged board for `seconds`.
    pub(super) fn wait(&mut self, seconds: f32) {
        for _ in 0..(f64::from(seconds) / self.period_s()) as u64 {
            self.scan();
        }
    }

    /// Takes a scan of the board and stores the cell reports, timed at the scan's end.
    fn scan(&mut self) {
        let scan = self.sensors.hall_grid(self.index, &self.view);
        self.index += 1;
        let (now, heard) = (self.now(), &mut self.heard);
        if let Some(scan) = scan {
            self.sensing.step_hall(&scan, &mut |observation| {
                heard.push((now, observation.kind))
            });
        }
    }

    /// Returns the time from one scan to the next, s.
    fn period_s(&self) -> f64 {
        f64::from(self.period.0) / 1e6
    }

    /// Returns the time at which the last scan ended.
    fn now(&self) -> Instant {
        Instant(u64::from(self.index) * u64::from(self.period.0))
    }

    /// True if the sensor of a cell has failed.
    fn has_failed(&self, cell: usize) -> bool {
        self.fails[cell].is_some_and(|onset| onset <= self.now())
    }

    /// Powers up the board with all pieces on it.
    pub(super) fn power_up(&mut self) {
        let empty = vec![None; self.places.len()];
        self.wait(POWER_UP);
        self.score_move(&empty, 0, Instant::ZERO);
    }

    /// Puts, lifts or slides a piece, and compares what is reported.
    pub(super) fn make_a_move(&mut self) {
        let before = self.view.cells.clone();
        let heard = self.heard.len();
        let (full, free): (Vec<usize>, Vec<usize>) =
            (0..before.len()).partition(|&n| before[n].is_some());
        match self.rng.whole(0, 2) {
            0 if !free.is_empty() => {
                let cell = free[self.rng.whole(0, free.len() as u32 - 1) as usize];
                let magnet = any_magnet(self.layout, &mut self.rng);
                let at = self.places[cell];
                let unit = self.rng.whole(0, 60) as u8;
                self.move_piece((magnet, unit), (at, HIGH), (at, 0.0));
                self.view.cells[cell] = Some(magnet);
                self.view.units[cell] = unit;
            }
            1 if !full.is_empty() => {
                let cell = full[self.rng.whole(0, full.len() as u32 - 1) as usize];
                let at = self.places[cell];
                if let Some(magnet) = self.view.cells[cell].take() {
                    let piece = (magnet, self.view.units[cell]);
                    self.move_piece(piece, (at, 0.0), (at, HIGH));
                }
            }
            _ => self.slide(&full),
        }
        self.tally.moves += 1;
        let moved = self.now();
        self.wait(LET_GO);
        if self.is_silent(&before, heard) {
            self.wait(NAMED_WITHIN);
        }
        self.score_move(&before, heard, moved);
    }

    /// True if a cell over a working sensor has changed without a report, and the ring has
    /// not named it as unread.
    fn is_silent(&self, before: &[Option<Magnet>], heard: usize) -> bool {
        let named = self.unread();
        let reported: CellMask = (self.heard[heard..].iter())
            .filter_map(|(_, what)| match what {
                ObservationKind::Cell { cell, .. } => Some(*cell),
                _ => None,
            })
            .collect();
        (0..before.len()).any(|n| {
            let changed = before[n] != self.view.cells[n] && !self.has_failed(n);
            changed && !reported.contains(n as u8) && !named.contains(n as u8)
        })
    }

    /// Returns the cells that the ring has named as unread.
    fn unread(&self) -> CellMask {
        let faults = self.sensing.faults();
        let cells = faults.flat_map(|fault| unread_cells(fault, self.profile).iter());
        cells.collect()
    }

    /// Slides a random piece to a free neighbouring cell, if any piece has one.
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
        let (from, to) = ways[self.rng.whole(0, ways.len() as u32 - 1) as usize];
        if let Some(magnet) = self.view.cells[from].take() {
            let unit = self.view.units[from];
            let (start, end) = ((self.places[from], 0.0), (self.places[to], 0.0));
            self.move_piece((magnet, unit), start, end);
            self.view.cells[to] = Some(magnet);
            self.view.units[to] = unit;
        }
    }

    /// Moves a piece from one place and height to another, smoothly.
    fn move_piece(
        &mut self,
        (magnet, unit): (Magnet, u8),
        from: ((f32, f32), f32),
        to: ((f32, f32), f32),
    ) {
        let scans = (self.rng.scale(0.15, 0.8) / self.period_s() as f32) as u32;
        for n in 0..scans {
            let way = n as f32 / scans as f32;
            let part = way * way * (3.0 - 2.0 * way);
            let between = |a: f32, b: f32| a + (b - a) * part;
            self.view.loose = vec![Loose {
                magnet,
                unit,
                x: between(from.0.0, to.0.0),
                y: between(from.0.1, to.0.1),
                lift: between(from.1, to.1),
            }];
            self.scan();
        }
        self.view.loose.clear();
    }

    /// Compares the reported pieces with the truth.
    fn score_move(&mut self, before: &[Option<Magnet>], heard: usize, moved: Instant) {
        let mut last = vec![None; before.len()];
        for (at, what) in &self.heard[heard..] {
            if let ObservationKind::Cell {
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
        let named = self.unread();
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
                            tally.missed_told += u64::from(named.contains(n as u8));
                        }
                        Some(_) if wrong => tally.wrong += 1,
                        Some(_) if !sure => tally.asked += 1,
                        Some(at) => tally.latency.push_span(at.since(moved)),
                    }
                }
            }
            // People have answered the questions.
            self.beliefs[n].0 = truth;
        }
    }

    /// Returns the counts, with the faults that were named.
    pub(super) fn finish(mut self) -> GridTally {
        self.tally.micros += self.now().0;
        let reported: Vec<(Instant, Sensor, SensorFault)> = (self.heard.iter())
            .filter_map(|&(at, what)| match what {
                ObservationKind::FaultRaised(sensor, fault) => Some((at, sensor, fault)),
                _ => None,
            })
            .collect();
        let names = count_names(self.sensors.faults(), &reported, self.now());
        self.tally.named = names.named;
        self.tally.unnamed = names.unnamed;
        self.tally.slandered = names.slandered;
        self.tally
    }
}

/// Returns a random magnet of the game that is played on a board: Abalone has pieces of two
/// strengths, SUMOO of three.
fn any_magnet(layout: CellLayout, rng: &mut SimRng) -> Magnet {
    let is_used = |magnet: &Magnet| match layout {
        CellLayout::Hexagons => magnet.strength != Strength::Middle,
        CellLayout::Squares => true,
    };
    let all: Vec<Magnet> = Magnet::all().filter(is_used).collect();
    all[rng.whole(0, all.len() as u32 - 1) as usize]
}
