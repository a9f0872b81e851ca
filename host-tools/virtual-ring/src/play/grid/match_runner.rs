//! Runner of one match on a grid board, from set-up to its end.

use super::board::{GridTableModel, HandMove};
use super::hand_moves;
use super::player_errors::misplace;
use super::respondents::GridRespondents;
use super::truth::{Difference, GridAct, GridGameId, TrueGame};
use crate::explain::explain;
use crate::play::result::{MatchEnd, PlayedMatch};
use crate::play::ring_under_test::RingUnderTest;
use crate::play::sensor_rig::FrameOutput;
use crate::play::table_setup::{TableSetup, names};
use crate::sensors::HallBuild;
use crate::sim_rng::SimRng;
use host_core::sentences::{Names, Phrasebook};
use rules_core::board::Profile;
use rules_core::board::cell_layout::CellLayout;
use rules_core::board::cells::CellMask;
use rules_core::referee::{AnyAction, Command, Speaker};
use rules_core::sensing::cell_scope::unread_cells;

/// Largest number of turns before a match is ended.
const MAX_TURNS: u16 = 100;

/// Longest time for which truth and ring may differ while no question is open, s.
const DIFFERENCE_TIMEOUT: f32 = 8.0;

/// Longest time without progress, s.
const STALL_TIMEOUT: f32 = 60.0;

/// Time after which people declare what they did, if the ring has named a trouble and shows
/// no reaction, s.
const DECLARE_DELAY: f32 = 4.0;

/// Time that people wait for the lights before they declare the end of a turn, s.
const END_TURN_DELAY: f32 = 2.5;

/// Time that people wait after they put a piece back, s.
const PUT_BACK_PAUSE: f32 = 0.5;

/// Plays a match on a grid board with a ring under test as referee.
pub(in crate::play) fn play<J: RingUnderTest>(
    table: &TableSetup,
    grid: GridGameId,
    ring: J,
    recording: Option<FrameOutput>,
) -> PlayedMatch {
    let truth = grid.begin(table.players);
    let (name, cells) = (grid.board(), truth.cells());
    let names = names(table);
    let build = table.lot.map_or(HallBuild::NOMINAL, HallBuild::drawn);
    let kind = (table.noise, build);
    let mut runner = GridMatchRunner {
        board: GridTableModel::new(name, cells, kind, table.seed, recording),
        ring,
        truth,
        respondents: GridRespondents::new(),
        rng: SimRng::new(table.seed, 41),
        played: PlayedMatch::new(table.seed),
        names,
        table,
        actions: Vec::new(),
        asked: 0,
    };
    let end = runner.play();
    runner.finish(end)
}

/// Match on a grid board in progress.
struct GridMatchRunner<'a, J> {
    table: &'a TableSetup,
    board: GridTableModel,
    ring: J,
    truth: Box<dyn TrueGame>,
    respondents: GridRespondents,
    rng: SimRng,
    played: PlayedMatch,
    names: Names,
    /// Actions of this turn, in order.
    actions: Vec<AnyAction>,
    /// Number of questions answered before this turn.
    asked: u32,
}

impl<J: RingUnderTest> GridMatchRunner<'_, J> {
    fn play(&mut self) -> MatchEnd {
        self.wait(1.5);
        let game = self.truth.to_judge();
        if let Err(why) = self.ring.begin(self.board.now(), &game) {
            return MatchEnd::Stuck(format!("cannot begin: {why}"));
        }
        loop {
            self.asked = self.respondents.pondering.tally.asked();
            let ends = self.turn();
            if let Err(end) = self.agree(ends) {
                return end;
            }
            if self.truth.is_won() {
                let game = self.truth.to_judge();
                return MatchEnd::Won(Phrasebook::english(&self.names).headline(&game));
            }
            if self.truth.turns() > self.table.max_turns.min(MAX_TURNS) {
                return MatchEnd::Long;
            }
            if !self.ring.is_attended() {
                return MatchEnd::Left;
            }
        }
    }

    /// Plays until the turn is over, and returns the act that ended it.
    fn turn(&mut self) -> GridAct {
        let turn = self.truth.turns();
        self.actions.clear();
        self.err();
        loop {
            let action = self.truth.play(&self.table.kinds, &mut self.rng);
            explain(|| format!("{} true {action:?}", self.board.now()));
            if let GridAct::Shifts(shifts, pushed, done) = &action {
                self.actions.push(done.clone());
                self.played.pushes += pushed.min(&1);
                self.played.falls +=
                    shifts.iter().filter(|shift| shift.to.is_none()).count() as u32;
                for grip in hand_moves::make(shifts, &mut self.rng) {
                    self.board.grip(&grip, &mut self.ring, |_, _| {});
                }
                // Some players wait for the lights, some do not.
                let pause = self.rng.between(0.1, 1.8);
                self.wait(pause);
            }
            self.listen();
            if self.truth.turns() != turn || self.truth.is_won() {
                return action;
            }
        }
    }

    /// Misplaces a piece and puts it back, if the player errs now.
    fn err(&mut self) {
        let layout = CellLayout::for_board(self.board.name());
        let errs = self.table.mistakes > 0.0 && self.rng.bool_with(self.table.mistakes);
        let (Some(layout), true) = (layout, errs) else {
            return;
        };
        let truth = &self.truth;
        let own = |piece| truth.is_own(piece);
        let Some(moves) = misplace(self.board.cells(), layout, own, &mut self.rng) else {
            return;
        };
        self.played.mistakes += 1;
        for grip in moves {
            self.board.grip(&grip, &mut self.ring, |_, _| {});
        }
        self.wait(PUT_BACK_PAUSE);
    }

    /// Waits with hands off the board; people answer questions.
    fn wait(&mut self, seconds: f32) {
        let (respondents, truth, rng) = (&mut self.respondents, &*self.truth, &mut self.rng);
        let pause = HandMove::pause(seconds);
        self.board.grip(&pause, &mut self.ring, |now, ring| {
            respondents.attend(now, ring, truth, rng);
        });
    }

    fn listen(&mut self) {
        let said = self.ring.said();
        self.played
            .on_events(&Phrasebook::english(&self.names), &said);
    }

    /// Waits until true game and ring's game agree. A turn that ends with points left is
    /// declared once the ring has detected its actions. People who were asked about the
    /// board, and are then told to repair it, declare that it is right.
    fn agree(&mut self, ended: GridAct) -> Result<(), MatchEnd> {
        if self.board.cells() != self.truth.cells() {
            return Err(MatchEnd::Stuck("the board is not the truth".into()));
        }
        let (mut waited, mut differed) = (0.0, 0.0);
        let mut says_so = ended == GridAct::Ends;
        let mut declares = true;
        loop {
            let open = self.ring.question().is_some();
            let difference = match self.ring.game() {
                Some(judged) => self.truth.difference(judged),
                None => Some(Difference::Other("no match is judged".into())),
            };
            match &difference {
                None if !open => return Ok(()),
                Some(Difference::TurnOpen) if !open && (says_so || waited > END_TURN_DELAY) => {
                    says_so = false;
                    self.played.told += 1;
                    if let Some(end) = self.truth.turn_end() {
                        let end = Command::Declare(end, Speaker::Table);
                        // A refusal shows in the next comparison.
                        let _ = self.ring.command(self.board.now(), &end);
                    }
                }
                Some(_) if !open && self.insists(differed) => {
                    self.played.settled += 1;
                    let now = self.board.now();
                    let _ = self.ring.command(now, &Command::TableIsRight);
                }
                Some(_) if !open && declares && differed > DECLARE_DELAY => {
                    declares = false;
                    self.declare_unseen();
                }
                _ => {}
            }
            let told = || match &difference {
                Some(Difference::Other(told)) => told.clone(),
                Some(Difference::TurnOpen) => "the turn that is over is still open".into(),
                None => format!("{:?}", self.ring.question()),
            };
            if waited > STALL_TIMEOUT {
                return Err(MatchEnd::Stuck(told()));
            }
            if differed > DIFFERENCE_TIMEOUT {
                let waiting = self.ring.waiting();
                let what = format!("{}; waits for {:?}", told(), waiting.repair);
                return Err(self.disagreement(what));
            }
            self.wait(0.1);
            waited += 0.1;
            differed = if open { 0.0 } else { differed + 0.1 };
            self.listen();
        }
    }

    /// True if people declare that the board is right: they were asked about it in this
    /// turn, and the ring requests a repair all the same.
    fn insists(&self, differed: f32) -> bool {
        let wants = self.ring.waiting().repair.is_some();
        wants && self.respondents.pondering.tally.asked() > self.asked && differed > END_TURN_DELAY
    }

    /// Declares the actions of this turn that the ring has not seen, if it has named a
    /// trouble.
    fn declare_unseen(&mut self) {
        if !self.is_troubled() {
            return;
        }
        for action in self.missing().unwrap_or_default() {
            self.played.told += 1;
            let declared = Command::Declare(action, Speaker::Table);
            // A refusal shows in the next comparison.
            let _ = self.ring.command(self.board.now(), &declared);
        }
    }

    /// Returns the last actions of this turn that lead from the ring's game to the true
    /// one; `None` if the ring has ruled something else.
    fn missing(&self) -> Option<Vec<AnyAction>> {
        let judged = self.ring.game()?;
        (0..self.actions.len()).rev().find_map(|first| {
            let actions = self.actions.get(first..)?;
            let mut after = judged.clone();
            let all = actions.iter().all(|action| after.apply(action).is_ok());
            let rest = self.truth.difference(&after);
            let leads = all && matches!(rest, None | Some(Difference::TurnOpen));
            leads.then(|| actions.to_vec())
        })
    }

    /// True if the ring has named a fault that leaves cells unread.
    fn is_troubled(&self) -> bool {
        let faults = self.ring.troubles();
        let board = Profile::of(self.board.name());
        let unread = |fault| unread_cells(fault, board) != CellMask::EMPTY;
        faults.into_iter().any(unread)
    }

    /// Returns the end of a match in which ring and truth differ: the ring waits if it has
    /// named a trouble and only lacks what it could not see.
    fn disagreement(&self, what: String) -> MatchEnd {
        let is_told = self.is_troubled();
        if is_told && self.missing().is_some() {
            let faults = self.ring.troubles();
            let faults = faults
                .iter()
                .map(|(sensor, fault)| format!("{sensor} {fault}"));
            return MatchEnd::Waits(faults.collect::<Vec<_>>().join(", "));
        }
        match is_told || self.respondents.pondering.tally.asked() > self.asked {
            true => MatchEnd::Misled(what),
            false => MatchEnd::Wrong(what),
        }
    }

    fn finish(mut self, end: MatchEnd) -> PlayedMatch {
        self.listen();
        self.played.troubles = self.ring.troubles().len() as u32;
        self.played.end = end;
        self.played.turns = u32::from(self.truth.turns()) + 1;
        self.played.questions = self.respondents.pondering.tally.clone();
        self.played.micros = self.board.now().0;
        if let Err(why) = self.board.finish() {
            self.played.lines.push(format!("          {why}"));
        }
        self.played
    }
}
