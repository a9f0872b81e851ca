//! A grid game before a ring: pieces are moved by lots, models of the sensors
//! deliver the scans, and the ring judges what it sees.
//!
//! Simulated are the pieces as magnets over their cells and the sensors beneath
//! them; hands are not, and a piece in a hand is nowhere. Who plays takes what
//! pushes something off, else anything legal.

use super::audience::Audience;
use super::grid::{look_of, seated};
use super::view::{Board, Cell, Grid, View, asked, leds};
use super::words::{Names, Start};
use crate::lights::places::{places, radius};
use crate::virtual_ring::measure::clocks::Clocks;
use crate::virtual_ring::play::judge::{Eyes, Judge, RingJudge};
use crate::virtual_ring::play::stage::Recording;
use crate::virtual_ring::sensors::{Fault, GridView, Noise, Sensors};
use core::ops::ControlFlow;
use rules_core::board::{Dimensions, Name, Profile};
use rules_core::games::abalone::Cell as Point;
use rules_core::games::sumoo::Cell as Square;
use rules_core::lots::Lots;
use rules_core::referee::sumoo::{Acts, Deed};
use rules_core::referee::{By, Choice, Command, Game, Play, abalone, sumoo};
use rules_core::sensing::magnet::Magnet;
use rules_core::time::{Instant, Span};

/// A table at which a grid game is to be played.
#[derive(Debug, Clone)]
pub struct GridTable {
    /// The game as it begins.
    pub game: Game,
    /// The board.
    pub board: Name,
    /// How noisy the sensors are.
    pub noise: Noise,
    /// What is wrong with them.
    pub faults: Vec<Fault>,
    /// Decides everything that is left to chance.
    pub seed: u64,
    /// Moves after which the game is left.
    pub long: u32,
}

/// How a grid game ended for those who watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GridEnd {
    /// By the rules: somebody won, or it is drawn.
    Over(String),
    /// So many moves were made that nobody wants to see more.
    Long,
    /// Those who looked on had seen enough.
    Left,
    /// The ring has it otherwise than it was, and did not ask.
    Wrong,
    /// It could not go on.
    Stuck(String),
}

impl core::fmt::Display for GridEnd {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Over(how) => f.write_str(how),
            Self::Long => f.write_str("none: too many moves"),
            Self::Left => f.write_str("left"),
            Self::Wrong => f.write_str("the ring has it otherwise than it was"),
            Self::Stuck(why) => write!(f, "it could not go on: {why}"),
        }
    }
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridPlayed {
    /// How it ended.
    pub end: GridEnd,
    /// Moves made.
    pub moves: u32,
    /// Questions asked.
    pub asked: u32,
    /// Moves that people had to say.
    pub told: u32,
    /// When it ended.
    pub at: Instant,
}

/// How long people wait for the ring before they say what they did.
const PATIENCE: Span = Span::millis(4_000);

/// From one look at the table to the next.
const STEP: Span = Span::millis(10);

/// Plays a game.
pub fn play_grid<A: Audience>(
    table: &GridTable,
    recording: Option<Recording>,
    audience: &mut A,
) -> GridPlayed {
    let profile = Profile::of(table.board);
    let dimensions = Dimensions::ASSUMED;
    let mut sitting = Sitting {
        view: GridView {
            cells: magnets(&table.game),
            loose: Vec::new(),
        },
        truth: table.game.clone(),
        judge: RingJudge::new(table.board),
        sensors: Sensors::new(profile, &dimensions, table.noise, &table.faults, table.seed),
        clocks: Clocks::new(profile),
        lots: Lots::new(table.seed),
        names: Names::new(Vec::new(), Start::Untold),
        now: Instant::ZERO,
        recording,
        audience,
        played: GridPlayed {
            end: GridEnd::Long,
            moves: 0,
            asked: 0,
            told: 0,
            at: Instant::ZERO,
        },
    };
    sitting.played.end = match sitting.play(table.long) {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) => GridEnd::Long,
    };
    sitting.played.at = sitting.now;
    if let Some(recording) = sitting.recording.take()
        && let Err(why) = recording.finish()
    {
        sitting.played.end = GridEnd::Stuck(format!("the recording failed: {why}"));
    }
    sitting.played
}

/// The magnet on every cell, as the game has it.
fn magnets(game: &Game) -> Vec<Option<Magnet>> {
    match game {
        Game::Kabuto(_) => Vec::new(),
        Game::Abalone(game) => Point::all()
            .map(|point| game.position().board().at(point).map(abalone::magnet_of))
            .collect(),
        Game::Sumoo(game) => Square::all()
            .map(|cell| game.game().position().at(cell).map(sumoo::magnet_of))
            .collect(),
    }
}

struct Sitting<'a, A> {
    truth: Game,
    view: GridView,
    judge: RingJudge,
    sensors: Sensors,
    clocks: Clocks,
    lots: Lots,
    names: Names,
    now: Instant,
    recording: Option<Recording>,
    audience: &'a mut A,
    played: GridPlayed,
}

impl<A: Audience> Sitting<'_, A> {
    fn play(&mut self, long: u32) -> ControlFlow<GridEnd> {
        self.wait(Span::millis(2_000))?;
        if let Err(why) = self.judge.begin(self.now, &self.truth.clone()) {
            return ControlFlow::Break(GridEnd::Stuck(why.to_string()));
        }
        self.wait(Span::millis(500))?;
        for _ in 0..long {
            if self.truth.is_over() {
                let end = match self.truth.winner() {
                    Some(side) => format!("side {side} wins"),
                    None => "drawn".into(),
                };
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

    /// A play that pushes something off, else any.
    fn choose(&mut self) -> Option<Play> {
        let mut all: Vec<Play> = Vec::new();
        match &self.truth {
            Game::Kabuto(_) => {}
            Game::Abalone(game) => all.extend(game.position().moves().map(Play::Abalone)),
            Game::Sumoo(game) => {
                let game = game.game();
                game.each_action(|it| all.push(Play::Sumoo(Deed::Acts(Acts::one(it)))));
                let may_end = game.clone().end_turn().is_ok();
                if all.is_empty() || (may_end && self.lots.below(4) == 0) {
                    all = vec![Play::Sumoo(Deed::EndTurn)];
                }
            }
        }
        let before = count(&self.view.cells);
        let pushes_off = |play: &&Play| {
            let mut after = self.truth.clone();
            after.judge(play).is_ok() && count(&magnets(&after)) < before
        };
        let off: Vec<Play> = all.iter().filter(pushes_off).cloned().collect();
        let from = if off.is_empty() { &all } else { &off };
        self.lots.pick(from).cloned()
    }

    /// Somebody does it with their hands; what no sensor sees is said.
    fn make(&mut self, play: &Play) -> ControlFlow<GridEnd> {
        let mut after = self.truth.clone();
        if let Err(why) = after.judge(play) {
            return ControlFlow::Break(GridEnd::Stuck(why.to_string()));
        }
        self.played.moves += 1;
        let there = magnets(&after);
        // A turn whose points are spent ends by itself.
        let seen = there != self.view.cells || is_spent(&self.truth);
        // A cell whose piece is replaced is empty in between.
        for lift in [true, false] {
            for (cell, &new) in there.iter().enumerate() {
                let old = self.view.cells[cell];
                if old != new && lift == old.is_some() {
                    self.view.cells[cell] = if lift { None } else { new };
                    let pause = 150 + self.lots.below(250);
                    self.wait(Span::millis(pause))?;
                }
            }
        }
        self.truth = after;
        if !seen {
            self.say(play);
        }
        self.agree(play)
    }

    fn say(&mut self, play: &Play) {
        self.played.told += 1;
        let said = Command::Declare(play.clone(), By::Table);
        // What is declined shows when truth and ring are compared.
        let _ = self.judge.command(self.now, &said);
    }

    fn agrees(&self) -> bool {
        let judged = self.judge.game().map(Game::fingerprint);
        judged == Some(self.truth.fingerprint()) && self.judge.question().is_none()
    }

    /// Waits until the ring has it as it is; answers and tells what it cannot see.
    fn agree(&mut self, play: &Play) -> ControlFlow<GridEnd> {
        let until = self.now + PATIENCE;
        while !self.agrees() && self.now < until {
            self.wait(Span::millis(50))?;
            if let Some(question) = self.judge.question() {
                let number = question.number;
                self.played.asked += 1;
                self.wait(Span::millis(900))?;
                let choice = match play {
                    Play::Abalone(action) => Choice::Abalone(*action),
                    Play::Sumoo(deed) => Choice::Sumoo(*deed),
                    Play::Kabuto(_) => Choice::Nothing,
                };
                let answer = Command::Answer(number, choice);
                if self.judge.command(self.now, &answer).is_err() {
                    let table = Command::Answer(number, Choice::TableIsRight);
                    let _ = self.judge.command(self.now, &table);
                }
            }
        }
        if !self.agrees() {
            self.say(play);
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
                self.judge.hall(due.known, &scan);
                if let Some(recording) = &mut self.recording
                    && let Err(why) = recording.hall(&scan)
                {
                    return ControlFlow::Break(GridEnd::Stuck(why.to_string()));
                }
            }
            self.judge.poll(self.now);
            for event in self.judge.said() {
                self.audience.hear(&event);
            }
            let flow = if self.audience.wants(self.now) {
                let view = self.picture();
                self.audience.see(view)
            } else {
                self.audience.pass()
            };
            if flow.is_break() {
                return ControlFlow::Break(GridEnd::Left);
            }
        }
        ControlFlow::Continue(())
    }

    fn picture(&mut self) -> View {
        let showing = self.judge.showing();
        let ring = self.judge.ring().ring();
        let profile = ring.profile();
        let leds = leds(profile, showing, self.now);
        let at = places(profile.name, profile.leds);
        let cells = at.into_iter().zip(leds).zip(&self.view.cells);
        let cells = cells.map(|(((x, y), led), magnet)| Cell {
            at: (x as f32, y as f32),
            piece: magnet.and_then(|it| look_of(&self.truth, it)),
            led,
        });
        let referee = ring.referee();
        let game = referee.session().game();
        View {
            at: self.now,
            board: Board::Grid(Grid {
                cells: cells.collect(),
                radius: radius(profile.name) as f32,
            }),
            players: game.map_or_else(Vec::new, seated),
            posts: None,
            waiting: self.names.waiting(&referee.waiting(), game),
            question: asked(referee, &self.names),
        }
    }
}

fn is_spent(game: &Game) -> bool {
    let Game::Sumoo(game) = game else {
        return false;
    };
    let mut can = false;
    game.game().each_action(|_| can = true);
    !can
}

fn count(cells: &[Option<Magnet>]) -> usize {
    cells.iter().flatten().count()
}
