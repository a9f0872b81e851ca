//! Scenarios of the grid games, played at a refereed board: every legal action becomes a
//! shuffled sequence of cell changes, and the referee must rule as the engine does.
//! Actions that no sensor sees are declared.

use crate::referee_grid::{cell, magnets, waking};
use crate::referee_script::ScriptBench;
use crate::referee_script_parse::ScriptLine;
use crate::referee_table::declined;
use crate::ring_replay::mirror;
use crate::test_rng::TestRng;
use host_core::game::host_game::{driver, is_turn_spent};
use host_core::scenario::{GameDriver, StepError};
use host_core::table_event::play::parse_play;
use rules_core::referee::game::AnyRefusal as Refused;
use rules_core::referee::grid::MagnetCoding;
use rules_core::referee::sumoo::TurnAction;
use rules_core::referee::{
    AnyAction, AnyGame, Choice, Command, EventKind as Said, Policies, Speaker,
};
use rules_core::sensing::magnet::Magnet;
use rules_core::sensing::observation::ObservationKind;
use rules_core::time::{Instant, Span};

/// Game refereed at a grid board. Questions are answered truthfully.
#[derive(Debug)]
pub struct GridTable {
    bench: ScriptBench,
    dice: TestRng,
}

impl GridTable {
    /// Begins a match with this game.
    ///
    /// # Panics
    /// If the referee does not begin, which fails the test.
    #[must_use]
    pub fn new(game: &AnyGame, seed: u64) -> Self {
        let mut bench = ScriptBench::default();
        bench.wait(Instant(1_000_000));
        bench
            .happen(&ScriptLine::Sees(waking(game)))
            .expect("observations are taken");
        bench
            .begin(bench.now(), game, Policies::DEFAULT)
            .expect("a match begins");
        Self {
            bench,
            dice: TestRng::new(seed),
        }
    }

    /// Returns the game in the referee's session.
    ///
    /// # Panics
    /// If there is none, which fails the test.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        self.bench.referee.session().game().expect("it runs")
    }

    /// Moves pieces from one arrangement to another: pieces that go are lifted, pieces
    /// that come are put, in any order in which no piece is put upon another.
    fn handle(&mut self, before: &[Option<Magnet>], after: &[Option<Magnet>]) {
        let changed = (0..).zip(before.iter().zip(after));
        let mut moves: Vec<(u8, Option<Magnet>)> = Vec::new();
        for (number, (old, new)) in changed.filter(|(_, (old, new))| old != new) {
            // A cell whose piece is replaced is seen empty in between.
            if old.is_some() {
                moves.push((number, None));
            }
            if new.is_some() {
                moves.push((number, *new));
            }
        }
        for last in (1..moves.len()).rev() {
            moves.swap(last, self.dice.below(last + 1));
        }
        // The lift of a cell comes before the placement on it.
        while !moves.is_empty() {
            let next = (0..moves.len())
                .find(|&n| {
                    let (number, piece) = moves[n];
                    let lift_to_come = moves.contains(&(number, None));
                    piece.is_none() || !lift_to_come
                })
                .expect("a lift waits for nothing");
            let (number, piece) = moves.remove(next);
            self.inject(cell(number, piece));
            let pause = self.dice.below(400) as u32;
            self.bench.wait(self.bench.now() + Span::millis(pause));
        }
    }

    fn inject(&mut self, what: ObservationKind) {
        self.bench
            .happen(&ScriptLine::See(what))
            .expect("observations are taken");
    }
}

impl Drop for GridTable {
    /// Replays the inputs through a whole ring as well.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            mirror(&self.bench).expect("a ring says what its referee says");
        }
    }
}

impl GameDriver for GridTable {
    fn to_match(&self, _coding: MagnetCoding) -> AnyGame {
        self.game().clone()
    }

    fn act(&mut self, text: &str) -> Result<Vec<String>, StepError> {
        let action = parse_play(self.game(), text)?;
        self.play(&action)
    }

    fn state(&self, key: &str) -> Option<String> {
        driver(self.game()).state(key)
    }
}

impl GridTable {
    /// Performs the play at the board, or declares it if no sensor sees it.
    ///
    /// # Errors
    /// The referee's objection.
    ///
    /// # Panics
    /// If the referee does not accept observations, which fails the test.
    pub fn play(&mut self, play: &AnyAction) -> Result<Vec<String>, StepError> {
        let before = self.game().clone();
        let mut after = before.clone();
        let refusal = after.apply(play).err();
        let heard = self.bench.tape.events.len();
        let (old, new) = (magnets(&before), magnets(&after));
        if refusal.is_none() && old != new {
            self.handle(&old, &new);
            let settled = self.bench.now() + Span::millis(1_200);
            if self.game().fingerprint() == before.fingerprint() {
                self.bench.wait(settled);
            }
        } else if *play == AnyAction::Sumoo(TurnAction::EndTurn) && is_turn_spent(&before) {
            self.bench.wait(self.bench.now() + Span::millis(1_300));
        } else {
            let said = Command::Declare(play.clone(), Speaker::Table);
            let answer = self.bench.happen(&ScriptLine::Say(said));
            if let Some(refusal) = &refusal {
                declined(&answer, refusal.clause().expect("of this game"))?;
            }
        }
        if let Some(question) = self.bench.referee.session().question() {
            let choice = match play {
                AnyAction::Abalone(action) => Choice::Abalone(*action),
                AnyAction::Sumoo(deed) => Choice::Sumoo(*deed),
                AnyAction::Kabuto(_) => Choice::RefereeIsRight,
            };
            let command = Command::Answer(question.number, choice);
            let _ = self.bench.happen(&ScriptLine::Say(command));
        }
        let events = self.bench.tape.events[heard..].iter();
        let rulings: Vec<String> = events
            .filter_map(|event| match &event.kind {
                Said::Ruled(ruled) => Some(ruled.to_string()),
                _ => None,
            })
            .collect();
        match refusal {
            None if rulings.is_empty() => {
                let why = self.bench.referee.waiting();
                Err(StepError::Unreadable(format!("nothing is ruled: {why:?}")))
            }
            None => Ok(rulings),
            Some(_) if !rulings.is_empty() => Ok(rulings),
            Some(refusal) => Err(StepError::Refused {
                clause: refusal.clause().expect("of this game"),
                reason: match refusal {
                    Refused::Abalone(refusal) => refusal.reason.to_string(),
                    Refused::Sumoo(refusal) => refusal.reason.to_string(),
                    Refused::Kabuto(_) | Refused::OtherGame => String::new(),
                },
            }),
        }
    }
}
