//! Demo of a grid game: random moves, scans from sensor models, and rulings of the ring.
//!
//! The simulation covers the pieces as magnets over their cells and the sensors below them.
//! Hands are not simulated, and a piece in a hand is nowhere. A player prefers an action
//! that pushes a piece off; otherwise any legal action is chosen at random.

use super::grid_pieces::grid_view;
use super::view::DemoView;
use super::viewer::Viewer;
use crate::measure::clocks::Clocks;
use crate::play::ring_under_test::{FrameConsumer, HostRing, RingUnderTest};
use crate::play::sensor_rig::{FrameOutput, MatchOutputs};
use crate::sensors::{Fault, GridView, Noise, Sensors};
use core::ops::ControlFlow;
use host_core::game::host_game::{cell_actions, is_turn_spent, magnets, turn_end};
use host_core::sentences::{Names, Phrasebook};
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::referee::{AnyAction, AnyGame, Choice, Command, Speaker};
use rules_core::rng::Rng;
use rules_core::sensing::magnet::Magnet;
use rules_core::time::{Instant, Span};

/// Set-up of a demo grid game.
#[derive(Debug, Clone)]
pub struct GridTable {
    /// State of the game before the first move.
    pub game: AnyGame,
    /// Board that the game is played on.
    pub board: BoardId,
    /// Noise figures of the simulated sensors.
    pub noise: Noise,
    /// Faults of the simulated sensors.
    pub faults: Vec<Fault>,
    /// Seed of all random choices.
    pub seed: u64,
    /// Number of moves after which the game is abandoned.
    pub long: u32,
}

/// End of a grid game, as the viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GridEnd {
    /// The game ended by the rules; the text says who won, or that it is a draw.
    Over(String),
    /// The game reached its limit of moves.
    Long,
    /// The viewer left before the game ended.
    Left,
    /// The ring's state differed from ground truth, and the ring did not ask.
    Wrong,
    /// The game could not continue, for this reason.
    Stuck(String),
}

impl core::fmt::Display for GridEnd {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Over(how) => f.write_str(how),
            Self::Long => f.write_str("none: too many moves"),
            Self::Left => f.write_str("left"),
            Self::Wrong => f.write_str("the ring has another position than the table"),
            Self::Stuck(why) => write!(f, "the game got stuck: {why}"),
        }
    }
}

/// Result of a grid game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridPlayed {
    /// End of the game.
    pub end: GridEnd,
    /// Number of moves made.
    pub moves: u32,
    /// Number of questions that the ring asked.
    pub asked: u32,
    /// Number of moves that players had to declare to the ring.
    pub told: u32,
    /// Time on the simulated clock at which the game ended.
    pub at: Instant,
}

/// Time for which players wait for the ring to recognise a move before they declare it.
const RECOGNITION_TIMEOUT: Span = Span::millis(4_000);

/// Time step of the simulation.
const STEP: Span = Span::millis(10);

/// Plays a grid game for `audience`, and records it to `outputs`.
pub fn play_grid<A: Viewer>(
    table: &GridTable,
    outputs: MatchOutputs,
    audience: &mut A,
) -> GridPlayed {
    let profile = Profile::of(table.board);
    let dimensions = Dimensions::ASSUMED;
    let mut runner = GridMatch {
        view: GridView {
            cells: magnets(&table.game),
            ..GridView::default()
        },
        truth: table.game.clone(),
        ring: HostRing::recorded(table.board, outputs.messages),
        sensors: Sensors::new(profile, &dimensions, table.noise, &table.faults, table.seed),
        clocks: Clocks::new(profile),
        rng: Rng::new(table.seed),
        names: Names::new(&table.game, &[]),
        now: Instant::ZERO,
        recording: outputs.frames,
        audience,
        played: GridPlayed {
            end: GridEnd::Long,
            moves: 0,
            asked: 0,
            told: 0,
            at: Instant::ZERO,
        },
    };
    runner.played.end = match runner.play(table.long) {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) => GridEnd::Long,
    };
    runner.played.at = runner.now;
    if let Some(recording) = runner.recording.take()
        && let Err(why) = recording.finish()
    {
        runner.played.end = GridEnd::Stuck(format!("the recording failed: {why}"));
    }
    runner.played
}

struct GridMatch<'a, A> {
    truth: AnyGame,
    view: GridView,
    ring: HostRing,
    sensors: Sensors,
    clocks: Clocks,
    rng: Rng,
    names: Names,
    now: Instant,
    recording: Option<FrameOutput>,
    audience: &'a mut A,
    played: GridPlayed,
}

impl<A: Viewer> GridMatch<'_, A> {
    fn play(&mut self, long: u32) -> ControlFlow<GridEnd> {
        self.wait(Span::millis(2_000))?;
        if let Err(why) = self.ring.begin(self.now, &self.truth.clone()) {
            return ControlFlow::Break(GridEnd::Stuck(why.to_string()));
        }
        self.wait(Span::millis(500))?;
        for _ in 0..long {
            if self.truth.is_over() {
                let end = Phrasebook::english(&self.names).headline(&self.truth);
                self.wait(Span::millis(1_500))?;
                return ControlFlow::Break(GridEnd::Over(end));
            }
            let Some(play) = self.choose() else {
                return ControlFlow::Break(GridEnd::Stuck("nobody can move".into()));
            };
            self.make(&play)?;
        }
        ControlFlow::Continue(())
    }

    /// Chooses an action at random: among those that push a piece off if there are any,
    /// or else among all.
    fn choose(&mut self) -> Option<AnyAction> {
        let mut all = cell_actions(&self.truth);
        if let Some(end) = turn_end(&self.truth)
            && (all.is_empty() || self.rng.below(4) == 0)
        {
            all = vec![end];
        }
        let before = count(&self.view.cells);
        let pushes_off = |play: &&AnyAction| {
            let mut after = self.truth.clone();
            after.apply(play).is_ok() && count(&magnets(&after)) < before
        };
        let off: Vec<AnyAction> = all.iter().filter(pushes_off).cloned().collect();
        let from = if off.is_empty() { &all } else { &off };
        self.rng.choose(from).cloned()
    }

    /// Moves the pieces by hand, and declares an action that no sensor can see.
    fn make(&mut self, play: &AnyAction) -> ControlFlow<GridEnd> {
        let mut after = self.truth.clone();
        if let Err(why) = after.apply(play) {
            return ControlFlow::Break(GridEnd::Stuck(why.to_string()));
        }
        self.played.moves += 1;
        let there = magnets(&after);
        // A turn without points left ends automatically.
        let seen = there != self.view.cells || is_turn_spent(&self.truth);
        // A cell whose piece is replaced is empty in between.
        for lift in [true, false] {
            for (cell, &new) in there.iter().enumerate() {
                let old = self.view.cells[cell];
                if old != new && lift == old.is_some() {
                    self.view.cells[cell] = if lift { None } else { new };
                    let pause = 150 + self.rng.below(250);
                    self.wait(Span::millis(pause))?;
                }
            }
        }
        self.truth = after;
        if !seen {
            self.declare_unseen(play);
        }
        self.agree(play)
    }

    fn declare_unseen(&mut self, play: &AnyAction) {
        self.played.told += 1;
        let said = Command::Declare(play.clone(), Speaker::Table);
        // A refused declaration shows when truth and ring are compared.
        let _ = self.ring.command(self.now, &said);
    }

    fn agrees(&self) -> bool {
        let judged = self.ring.game().map(AnyGame::fingerprint);
        judged == Some(self.truth.fingerprint()) && self.ring.question().is_none()
    }

    /// Waits until the ring's game equals ground truth; answers its questions and
    /// declares unseen actions.
    fn agree(&mut self, play: &AnyAction) -> ControlFlow<GridEnd> {
        let until = self.now + RECOGNITION_TIMEOUT;
        while !self.agrees() && self.now < until {
            self.wait(Span::millis(50))?;
            if let Some(question) = self.ring.question() {
                let number = question.number;
                self.played.asked += 1;
                self.wait(Span::millis(900))?;
                let choice = play.choice().unwrap_or(Choice::Nothing);
                let answer = Command::Answer(number, choice);
                if self.ring.command(self.now, &answer).is_err() {
                    let table = Command::Answer(number, Choice::TableIsRight);
                    let _ = self.ring.command(self.now, &table);
                }
            }
        }
        if !self.agrees() {
            self.declare_unseen(play);
            self.wait(Span::millis(500))?;
        }
        if self.agrees() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(GridEnd::Wrong)
        }
    }

    fn wait(&mut self, span: Span) -> ControlFlow<GridEnd> {
        let until = self.now + span;
        while self.now < until {
            self.now += STEP;
            while let Some(due) = self.clocks.next_until(self.now) {
                let Some(scan) = self.sensors.hall_grid(due.index, &self.view) else {
                    continue;
                };
                self.ring.hall(due.known, &scan);
                if let Some(recording) = &mut self.recording
                    && let Err(why) = recording.hall(&scan)
                {
                    return ControlFlow::Break(GridEnd::Stuck(why.to_string()));
                }
            }
            self.ring.poll(self.now);
            for event in self.ring.said() {
                self.audience.on_event(&event);
            }
            let flow = if self.audience.wants(self.now) {
                let view = self.picture();
                self.audience.on_view(view)
            } else {
                self.audience.on_idle()
            };
            if flow.is_break() {
                return ControlFlow::Break(GridEnd::Left);
            }
        }
        ControlFlow::Continue(())
    }

    fn picture(&mut self) -> DemoView {
        let look = Some(&self.truth);
        grid_view(
            &mut self.ring,
            self.now,
            &self.view.cells,
            look,
            &self.names,
        )
    }
}

fn count(cells: &[Option<Magnet>]) -> usize {
    cells.iter().flatten().count()
}
