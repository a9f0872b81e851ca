//! One match at a grid board, from the set-up to its end.

use super::board::{Board, Grip};
use super::grips;
use super::people::People;
use super::truth::{Deed, Difference, Grid, Truth};
use crate::virtual_ring::chance::Chance;
use crate::virtual_ring::play::explain;
use crate::virtual_ring::play::judge::Judge;
use crate::virtual_ring::play::lineup::Table;
use crate::virtual_ring::play::result::{End, Played};
use crate::virtual_ring::play::stage::Recording;
use rules_core::referee::sumoo;
use rules_core::referee::{By, Command, Play};

/// Turns after which a match is left.
const LONG: u16 = 100;

/// How long truth and judge may differ while nobody is asked, s.
const PATIENCE: f32 = 8.0;

/// How long a match may stand still, s.
const STILL: f32 = 60.0;

/// How long people wait for the lights before they say that a turn is over, s.
const WAITED: f32 = 2.5;

/// Plays a match before a judge.
pub(in crate::virtual_ring::play) fn play<J: Judge>(
    table: &Table,
    grid: Grid,
    judge: J,
    recording: Option<Recording>,
) -> Played {
    let truth = Truth::new(grid, table.players);
    let (name, cells) = (grid.board(), truth.cells());
    let mut sitting = Sitting {
        board: Board::new(name, cells, table.noise, table.seed, recording),
        judge,
        truth,
        people: People::new(),
        chance: Chance::new(table.seed, 41),
        played: Played::new(table.seed),
        table,
    };
    let end = sitting.play();
    sitting.finish(end)
}

/// A match that is being played.
struct Sitting<'a, J> {
    table: &'a Table,
    board: Board,
    judge: J,
    truth: Truth,
    people: People,
    chance: Chance,
    played: Played,
}

impl<J: Judge> Sitting<'_, J> {
    fn play(&mut self) -> End {
        self.wait(1.5);
        let game = self.truth.to_judge();
        if let Err(why) = self.judge.begin(self.board.now(), &game) {
            return End::Stuck(format!("cannot begin: {why}"));
        }
        loop {
            let asked = self.people.pondering.asked;
            let ends = self.turn();
            if let Err(end) = self.agree(ends, asked) {
                return end;
            }
            if let Some(how) = self.truth.won() {
                return End::Won(how);
            }
            if self.truth.turns() > LONG {
                return End::Long;
            }
            if !self.judge.is_attended() {
                return End::Left;
            }
        }
    }

    /// Somebody plays until the turn is over; says how it ended.
    fn turn(&mut self) -> Deed {
        let turn = self.truth.turns();
        loop {
            let deed = self.truth.play(&self.table.kinds, &mut self.chance);
            explain(|| format!("{} true {deed:?}", self.board.now()));
            if let Deed::Shifts(shifts, pushed) = &deed {
                self.played.pushes += pushed.min(&1);
                self.played.falls += shifts.iter().filter(|it| it.to.is_none()).count() as u32;
                for grip in grips::make(shifts, &mut self.chance) {
                    self.board.grip(&grip, &mut self.judge, |_, _| {});
                }
                // Some wait for the lights, some do not.
                let pause = self.chance.between(0.1, 1.8);
                self.wait(pause);
            }
            self.listen();
            if self.truth.turns() != turn || self.truth.won().is_some() {
                return deed;
            }
        }
    }

    /// Hands off the board, people listen.
    fn wait(&mut self, seconds: f32) {
        let (people, truth, chance) = (&mut self.people, &self.truth, &mut self.chance);
        let pause = Grip::pause(seconds);
        self.board.grip(&pause, &mut self.judge, |now, judge| {
            people.attend(now, judge, truth, chance);
        });
    }

    fn listen(&mut self) {
        self.played.hear(&self.judge.said());
    }

    /// Waits until truth and judge say the same. A turn that ends with points
    /// left is declared once the judge has seen what was done in it. Who was asked
    /// about the board, and is then to put it right, says that it is right.
    fn agree(&mut self, ended: Deed, asked: u32) -> Result<(), End> {
        if self.board.cells() != self.truth.cells() {
            return Err(End::Stuck("the board is not the truth".into()));
        }
        let (mut waited, mut differed) = (0.0, 0.0);
        let mut says_so = ended == Deed::Ends;
        loop {
            let open = self.judge.question().is_some();
            let difference = self.truth.difference(self.judge.game());
            match &difference {
                None if !open => return Ok(()),
                Some(Difference::TurnOpen) if !open && (says_so || waited > WAITED) => {
                    says_so = false;
                    self.played.told += 1;
                    let end = Command::Declare(Play::Sumoo(sumoo::Deed::EndTurn), By::Table);
                    // What is declined shows in the next comparison.
                    let _ = self.judge.command(self.board.now(), &end);
                }
                Some(_) if !open && self.insists(differed, asked) => {
                    self.played.settled += 1;
                    let now = self.board.now();
                    let _ = self.judge.command(now, &Command::TableIsRight);
                }
                _ => {}
            }
            let told = || match &difference {
                Some(Difference::Other(told)) => told.clone(),
                Some(Difference::TurnOpen) => "the turn that is over is still open".into(),
                None => format!("{:?}", self.judge.question()),
            };
            if waited > STILL {
                return Err(End::Stuck(told()));
            }
            if differed > PATIENCE {
                let waiting = self.judge.waiting();
                let what = format!("{}; waits for {:?}", told(), waiting.repair);
                return Err(End::Wrong(what));
            }
            self.wait(0.1);
            waited += 0.1;
            differed = if open { 0.0 } else { differed + 0.1 };
            self.listen();
        }
    }

    /// Whether people say that the board is right: they have been asked about it
    /// in this turn, and are told to put something right all the same.
    fn insists(&self, differed: f32, asked: u32) -> bool {
        let wants = self.judge.waiting().repair.is_some();
        wants && self.people.pondering.asked > asked && differed > WAITED
    }

    fn finish(mut self, end: End) -> Played {
        self.listen();
        self.played.end = end;
        self.played.turns = u32::from(self.truth.turns()) + 1;
        self.played.asked = self.people.pondering.asked;
        self.played.seconds = self.board.now().0 as f64 / 1e6;
        if let Err(why) = self.board.finish() {
            self.played.lines.push(format!("          {why}"));
        }
        self.played
    }
}
