//! The scenarios of the grid games, played at a board: every legal action
//! becomes a shuffled sequence of cell changes, and the referee must rule as the
//! engine does. What no sensor sees is said.

use crate::dice::Dice;
use crate::referee_grid::{cell, deed, magnets, waking};
use crate::referee_script::{Bench, table_of};
use crate::referee_table::declined;
use crate::referee_words::Doing;
use crate::ring_mirror::mirror;
use host_tools::scenario::{Objection, Table};
use rules_core::games::abalone::{Move, NotAMove};
use rules_core::games::sumoo::Colour;
use rules_core::referee::game::Objection as Refused;
use rules_core::referee::sumoo::Deed;
use rules_core::referee::{By, Choice, Command, Game, Play, Policies, What as Said};
use rules_core::sensing::magnet::Magnet;
use rules_core::sensing::observation::What;
use rules_core::time::{Instant, Span};

/// A game refereed at a grid board. Questions are answered with what was played.
#[derive(Debug)]
pub struct GridTable {
    bench: Bench,
    dice: Dice,
}

impl GridTable {
    /// Sits down to this game.
    ///
    /// # Panics
    /// If the referee does not begin, which fails the test.
    #[must_use]
    pub fn of(game: &Game, seed: u64) -> Self {
        let mut bench = Bench::default();
        bench.wait(Instant(1_000_000));
        bench
            .happen(&Doing::Sees(waking(game)))
            .expect("observations are taken");
        bench
            .begin(bench.now(), game, Policies::USUAL)
            .expect("a match begins");
        Self {
            bench,
            dice: Dice::new(seed),
        }
    }

    /// The game as the referee has it.
    ///
    /// # Panics
    /// If there is none, which fails the test.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.bench.referee.session().game().expect("it runs")
    }

    fn read(&self, text: &str) -> Result<Play, Objection> {
        match self.game() {
            Game::Kabuto(_) => Err(Objection::Unreadable("no grid game".into())),
            Game::Abalone(_) => {
                let action: Result<Move, NotAMove> = text.parse();
                action.map(Play::Abalone).map_err(|why| match why.clause() {
                    Some(clause) => Objection::Refused {
                        clause,
                        reason: why.to_string(),
                    },
                    None => Objection::Unreadable(why.to_string()),
                })
            }
            Game::Sumoo(game) => {
                let whose = game.game().to_move().unwrap_or(Colour::White);
                let (colour, text) = match text.split_once(':') {
                    None => (whose, text),
                    Some(("White", action)) => (Colour::White, action),
                    Some((_, action)) => (Colour::Black, action),
                };
                deed(game.game(), colour, text.trim())
                    .map(Play::Sumoo)
                    .map_err(Objection::Unreadable)
            }
        }
    }

    /// Moves pieces from one arrangement to the other: everything that goes is
    /// lifted, everything that comes is put, in any order in which nothing is
    /// put upon another.
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
        // Of one cell the lift comes first.
        while !moves.is_empty() {
            let next = (0..moves.len())
                .find(|&n| {
                    let (number, piece) = moves[n];
                    let lift_to_come = moves.contains(&(number, None));
                    piece.is_none() || !lift_to_come
                })
                .expect("a lift waits for nothing");
            let (number, piece) = moves.remove(next);
            self.see(cell(number, piece));
            let pause = self.dice.below(400) as u32;
            self.bench.wait(self.bench.now() + Span::millis(pause));
        }
    }

    fn see(&mut self, what: What) {
        self.bench
            .happen(&Doing::See(what))
            .expect("observations are taken");
    }
}

impl Drop for GridTable {
    /// What happened goes through a whole ring as well.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            mirror(&self.bench).expect("a ring says what its referee says");
        }
    }
}

impl Table for GridTable {
    fn act(&mut self, text: &str) -> Result<Vec<String>, Objection> {
        let play = self.read(text)?;
        self.play(&play)
    }

    fn state(&self, key: &str) -> Option<String> {
        table_of(self.game()).state(key)
    }
}

impl GridTable {
    /// Lets somebody do this at the board, or say it if no sensor sees it.
    ///
    /// # Errors
    /// What the referee objects.
    ///
    /// # Panics
    /// If observations are not taken, which fails the test.
    pub fn play(&mut self, play: &Play) -> Result<Vec<String>, Objection> {
        let before = self.game().clone();
        let mut after = before.clone();
        let refusal = after.judge(play).err();
        let heard = self.bench.tape.events.len();
        let (old, new) = (magnets(&before), magnets(&after));
        if refusal.is_none() && old != new {
            self.handle(&old, &new);
            let settled = self.bench.now() + Span::millis(1_200);
            if self.game().fingerprint() == before.fingerprint() {
                self.bench.wait(settled);
            }
        } else if *play == Play::Sumoo(Deed::EndTurn) && is_spent(&before) {
            self.bench.wait(self.bench.now() + Span::millis(1_300));
        } else {
            let said = Command::Declare(play.clone(), By::Table);
            let answer = self.bench.happen(&Doing::Say(said));
            if let Some(refusal) = &refusal {
                declined(&answer, refusal.clause().expect("of this game"))?;
            }
        }
        if let Some(question) = self.bench.referee.session().question() {
            let choice = match play {
                Play::Abalone(action) => Choice::Abalone(*action),
                Play::Sumoo(deed) => Choice::Sumoo(*deed),
                Play::Kabuto(_) => Choice::RefereeIsRight,
            };
            let command = Command::Answer(question.number, choice);
            let _ = self.bench.happen(&Doing::Say(command));
        }
        let events = self.bench.tape.events[heard..].iter();
        let rulings: Vec<String> = events
            .filter_map(|event| match &event.what {
                Said::Ruled(ruled) => Some(ruled.to_string()),
                _ => None,
            })
            .collect();
        match refusal {
            None if rulings.is_empty() => {
                let why = self.bench.referee.waiting();
                Err(Objection::Unreadable(format!("nothing is ruled: {why:?}")))
            }
            None => Ok(rulings),
            Some(_) if !rulings.is_empty() => Ok(rulings),
            Some(refusal) => Err(Objection::Refused {
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

fn is_spent(game: &Game) -> bool {
    match game {
        Game::Sumoo(game) => game.game().points_left().number() == 0,
        Game::Kabuto(_) | Game::Abalone(_) => false,
    }
}
