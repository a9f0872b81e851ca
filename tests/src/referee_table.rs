//! The scenarios of the bare engine, played at a table: every action becomes
//! what sensors would see of it or what people would say, and the referee must
//! rule as the engine does.

use crate::referee_script::Bench;
use crate::referee_words::Doing;
use crate::ring_mirror::mirror;
use host_tools::kabuto::sights;
use host_tools::kabuto::words::{self, Mover};
use host_tools::scenario::{KabutoTable, Objection, Table};
use rules_core::games::kabuto::state::Platform;
use rules_core::games::kabuto::{Action, Match, Phase};
use rules_core::place::{Facing, Post};
use rules_core::player::Side;
use rules_core::referee::{By, Choice, Command, Doubt, Game, Play, Policies, What as Said};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::{FallId, What};
use rules_core::time::{Instant, Span};
use std::cell::Cell;

thread_local! {
    /// How often something only people can say was said.
    static SAID: Cell<u32> = const { Cell::new(0) };
    /// How often something was seen and judged.
    static SEEN: Cell<u32> = const { Cell::new(0) };
}

/// Actions declared, and actions seen, since the last call.
#[must_use]
pub fn counts() -> (u32, u32) {
    (SAID.replace(0), SEEN.replace(0))
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
        let mut table = Self {
            bench: bench.clone(),
            falls: 0,
        };
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
        table.bench = bench;
        table
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
        let seat = match game.state().phase {
            Phase::Opening => game.terms().players.last(),
            _ => game.state().turn.seat,
        };
        let mover = Mover {
            seat,
            side: game.terms().side_of(seat),
        };
        let action = words::action(text, mover).map_err(Objection::Unreadable)?;
        let refusal = game.permits(&action).err();
        let hash = game.state().fingerprint();
        let heard = self.bench.tape.events.len();
        if matches!(action, Action::Settle) && refusal.is_none() {
            SEEN.set(SEEN.get() + 1);
            // Longer than any push takes to come to rest.
            self.bench.wait(self.bench.now() + Span::millis(4_000));
        } else if let Some(sights) = self.sight(&action) {
            SEEN.set(SEEN.get() + 1);
            for what in sights {
                self.see(what);
            }
        } else {
            SAID.set(SAID.get() + 1);
            let said = Doing::Say(Command::Declare(Play::Kabuto(action.clone()), By::Table));
            let _ = self.bench.happen(&said);
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
