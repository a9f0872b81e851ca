//! The scenarios of the bare engine, played at a table: every action becomes
//! what sensors would see of it or what people would say, and the referee must
//! rule as the engine does.

use crate::referee_script::Bench;
use crate::referee_words::Doing;
use crate::ring_mirror::mirror;
use host_tools::kabuto::sights;
use host_tools::kabuto::words::{self, Mover};
use host_tools::scenario::{KabutoTable, Objection, Table};
use rules_core::clause::Clause;
use rules_core::games::kabuto::state::Platform;
use rules_core::games::kabuto::{Action, Match};
use rules_core::place::{Facing, Post};
use rules_core::player::Side;
use rules_core::referee::{By, Choice, Command, Doubt, Game, Play, Policies, Unfit, What as Said};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::{FallId, What};
use rules_core::time::{Instant, Span};

/// What people say and the rules refuse, the referee declines by the same clause.
/// While a question is open it takes nothing else.
///
/// # Errors
/// That it does not.
pub fn declined(answer: &Result<(), String>, clause: Clause) -> Result<(), Objection> {
    let asked = Unfit::QuestionOpen.to_string();
    match answer {
        Err(why) if why.ends_with(&format!(", {clause}")) || *why == asked => Ok(()),
        answer => Err(Objection::Unreadable(format!(
            "{clause} refuses it, but the referee says {answer:?}"
        ))),
    }
}

/// A match refereed at a table.
#[derive(Debug)]
pub struct RefereeTable {
    bench: Bench,
    falls: u16,
}

impl RefereeTable {
    /// Sits down to this match.
    ///
    /// # Panics
    /// If the referee does not begin, which fails the test.
    #[must_use]
    pub fn of(game: &Match) -> Self {
        let mut bench = Bench::default();
        bench.wait(Instant(1_000_000));
        // Markers that are there already.
        for side in game.terms().players.sides() {
            for post in game.state().markers[side].iter() {
                let what = sights::marker(game, side, post, true);
                let _ = bench.happen(&Doing::See(what));
            }
        }
        let whole = Game::Kabuto(game.clone());
        bench
            .begin(Instant(1_000_000), &whole, Policies::USUAL)
            .expect("a match begins");
        Self { bench, falls: 0 }
    }

    fn game(&self) -> &Match {
        match self.bench.referee.session().game() {
            Some(Game::Kabuto(game)) => game,
            _ => panic!("the match is gone"),
        }
    }

    fn see(&mut self, what: What) {
        self.bench
            .happen(&Doing::See(what))
            .expect("observations are taken");
        self.bench.wait(self.bench.now() + Span::millis(1));
    }

    /// What sensors see of an action; nothing if they cannot.
    fn sight(&mut self, action: &Action) -> Option<Vec<What>> {
        if matches!(action, Action::Fall(_) | Action::Accident(_)) {
            self.falls = self.falls.wrapping_add(1);
        }
        let id = FallId(self.falls);
        sights::of(self.game(), action, id, self.bench.now())
    }

    /// Answers as the scenario's action says.
    fn answer(&mut self, action: &Action) {
        for _ in 0..4 {
            let Some(question) = self.bench.referee.session().question() else {
                return;
            };
            let piece = match action {
                Action::Fall(piece) | Action::Accident(piece) => Some(*piece),
                Action::Push(load, _) => load.first().copied(),
                _ => None,
            };
            let choice = match (question.doubt, action, piece) {
                (Doubt::Forbidden(..), _, _) => Choice::RefereeIsRight,
                (Doubt::Late(_), Action::Fall(_), _) => Choice::RefereeIsRight,
                (Doubt::Cause(_), Action::Fall(_), _) => Choice::ByPush,
                (Doubt::Cause(_) | Doubt::Late(_), _, _) => Choice::ByAccident,
                (_, _, Some(piece)) => Choice::Piece(piece),
                _ => Choice::AsSeen,
            };
            let listed =
                question.choices.contains(&choice) || matches!(question.doubt, Doubt::Which(_));
            let choice = if listed {
                choice
            } else {
                Choice::RefereeIsRight
            };
            let command = Command::Answer(question.number, choice);
            let _ = self.bench.happen(&Doing::Say(command));
        }
    }

    /// Moves the markers as a special move says.
    fn follow_markers(&mut self) {
        let sides: Vec<Side> = self.game().terms().players.sides().collect();
        for side in sides {
            for post in Post::ALL {
                let there = self.game().state().markers[side].contains(post);
                let what = sights::marker(self.game(), side, post, there);
                self.see(what);
            }
        }
    }

    /// Puts the table back as the game has it, after something was refused.
    fn put_right(&mut self, action: &Action) {
        match action {
            Action::Dock(..) => {
                self.see(What::Lifted);
                // Set down again after the push it would begin the next turn.
                let turn = self.game().state().turn;
                if let Platform::Down(place, _) = turn.platform
                    && turn.pushes == 0
                {
                    self.see(What::Docked {
                        place,
                        facing: Facing::Short,
                        certainty: Certainty::FULL,
                    });
                }
            }
            Action::PlaceMarker(side, post) | Action::TakeMarker(side, post) => {
                let there = self.game().state().markers[*side].contains(*post);
                let what = sights::marker(self.game(), *side, *post, there);
                self.see(what);
            }
            _ => {}
        }
    }
}

impl Drop for RefereeTable {
    /// What happened goes through a whole ring as well.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            mirror(&self.bench).expect("a ring says what its referee says");
        }
    }
}

impl Table for RefereeTable {
    fn act(&mut self, text: &str) -> Result<Vec<String>, Objection> {
        let game = self.game();
        let mover = Mover::of(game);
        let action = words::action(text, mover).map_err(Objection::Unreadable)?;
        let refusal = game.permits(&action).err();
        let hash = game.state().fingerprint();
        let heard = self.bench.tape.events.len();
        if matches!(action, Action::Settle) && refusal.is_none() {
            // Longer than any push takes to come to rest.
            self.bench.wait(self.bench.now() + Span::millis(4_000));
        } else if let Some(sights) = self.sight(&action) {
            for what in sights {
                self.see(what);
            }
        } else {
            let said = Doing::Say(Command::Declare(Play::Kabuto(action.clone()), By::Table));
            let answer = self.bench.happen(&said);
            if let Some(refusal) = &refusal {
                declined(&answer, refusal.clause)?;
            }
        }
        self.answer(&action);
        if let Action::Use(_) = action {
            self.follow_markers();
        }
        let rulings: Vec<String> = self.bench.tape.events[heard..]
            .iter()
            .filter_map(|event| match &event.what {
                Said::Ruled(ruled) => Some(ruled.to_string()),
                _ => None,
            })
            .collect();
        let moved = self.game().state().fingerprint() != hash;
        match refusal {
            Some(refusal) if !moved => {
                self.put_right(&action);
                Err(Objection::Refused {
                    clause: refusal.clause,
                    reason: refusal.reason.to_string(),
                })
            }
            None if !moved && rulings.is_empty() => {
                self.put_right(&action);
                Err(Objection::Unreadable("the referee does nothing".into()))
            }
            _ => Ok(rulings),
        }
    }

    fn state(&self, key: &str) -> Option<String> {
        KabutoTable::of(self.game().clone()).state(key)
    }

    fn normal(&self, key: &str, value: &str) -> String {
        KabutoTable::of(self.game().clone()).normal(key, value)
    }
}
