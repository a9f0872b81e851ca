//! Scenarios of Kabuto, played at a refereed table: every action becomes the observations
//! of its sensors or a declaration, and the referee must rule as the bare engine does.

use crate::referee_script::ScriptBench;
use crate::referee_script_parse::ScriptLine;
use crate::ring_replay::mirror;
use host_core::kabuto::ideal_observations;
use host_core::scenario::{GameDriver, KabutoTable, StepError};
use host_core::table_event::play::{Mover, kabuto_action};
use host_core::table_event::{EventDriver, TableEvent};
use rules_core::clause::Clause;
use rules_core::games::kabuto::state::Platform;
use rules_core::games::kabuto::{Action, Match};
use rules_core::place::{Facing, Post};
use rules_core::player::Side;
use rules_core::referee::grid::MagnetCoding;
use rules_core::referee::{
    AnyAction, AnyGame, ApplyError, Choice, Command, Doubt, EventKind as Said, Policies, Speaker,
};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::observation::{FallId, ObservationKind};
use rules_core::time::{Instant, Span};

/// Checks that the referee declines a declaration by the clause by which the rules
/// refuse it. While a question is open it declines everything but the answer.
///
/// # Errors
/// The difference, if it does not.
pub fn declined(answer: &Result<(), String>, clause: Clause) -> Result<(), StepError> {
    let asked = ApplyError::QuestionOpen.to_string();
    match answer {
        Err(why) if why.ends_with(&format!(", {clause}")) || *why == asked => Ok(()),
        answer => Err(StepError::Unreadable(format!(
            "{clause} refuses it, but the referee says {answer:?}"
        ))),
    }
}

/// Match refereed at a table.
#[derive(Debug)]
pub struct RefereeTable {
    bench: ScriptBench,
    falls: u16,
}

impl RefereeTable {
    /// Begins a refereed match from this one.
    ///
    /// # Panics
    /// If the referee does not begin, which fails the test.
    #[must_use]
    pub fn new(game: &Match) -> Self {
        let mut bench = ScriptBench::default();
        bench.wait(Instant(1_000_000));
        // Markers that are on the table already.
        for side in game.terms().players.sides() {
            for post in game.state().markers[side].iter() {
                let what = ideal_observations::marker(game, side, post, true);
                let _ = bench.happen(&ScriptLine::See(what));
            }
        }
        let whole = AnyGame::Kabuto(game.clone());
        bench
            .begin(Instant(1_000_000), &whole, Policies::DEFAULT)
            .expect("a match begins");
        Self { bench, falls: 0 }
    }

    fn game(&self) -> &Match {
        let game = self.bench.referee.session().game();
        game.and_then(AnyGame::get).expect("the match runs")
    }

    fn inject(&mut self, what: ObservationKind) {
        self.bench
            .happen(&ScriptLine::See(what))
            .expect("observations are taken");
        self.bench.wait(self.bench.now() + Span::millis(1));
    }

    /// Returns the observations that sensors make of an action; `None` if they cannot
    /// see it.
    fn sight(&mut self, action: &Action) -> Option<Vec<ObservationKind>> {
        if matches!(action, Action::Fall(_) | Action::Accident(_)) {
            self.falls = self.falls.wrapping_add(1);
        }
        let id = FallId(self.falls);
        ideal_observations::observations_for(self.game(), action, id, self.bench.now())
    }

    /// Answers the referee's questions as the scenario's action says.
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
            let _ = self.bench.happen(&ScriptLine::Say(command));
        }
    }

    /// Moves the markers as a special move says.
    fn follow_markers(&mut self) {
        let sides: Vec<Side> = self.game().terms().players.sides().collect();
        for side in sides {
            for post in Post::ALL {
                let there = self.game().state().markers[side].contains(post);
                let what = ideal_observations::marker(self.game(), side, post, there);
                self.inject(what);
            }
        }
    }

    /// Restores the table to the state of the game, after an action was refused.
    fn put_right(&mut self, action: &Action) {
        match action {
            Action::Dock(..) => {
                self.inject(ObservationKind::Undocked);
                // If it were set down again after the push, it would begin the next
                // turn.
                let turn = self.game().state().turn;
                if let Platform::Down(place, _) = turn.platform
                    && turn.pushes == 0
                {
                    self.inject(ObservationKind::Docked {
                        place,
                        facing: Facing::Short,
                        certainty: Certainty::FULL,
                    });
                }
            }
            Action::PlaceMarker(side, post) | Action::TakeMarker(side, post) => {
                let there = self.game().state().markers[*side].contains(*post);
                let what = ideal_observations::marker(self.game(), *side, *post, there);
                self.inject(what);
            }
            _ => {}
        }
    }
}

impl Drop for RefereeTable {
    /// Replays the inputs through a whole ring as well.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            mirror(&self.bench).expect("a ring says what its referee says");
        }
    }
}

impl GameDriver for RefereeTable {
    fn to_match(&self, _coding: MagnetCoding) -> AnyGame {
        AnyGame::Kabuto(self.game().clone())
    }

    fn act(&mut self, text: &str) -> Result<Vec<String>, StepError> {
        let game = self.game();
        let action = TableEvent::parse(text, EventDriver::Rules)
            .and_then(|event| kabuto_action(&event, Mover::new(game)))
            .map_err(StepError::Unreadable)?;
        let refusal = game.permits(&action).err();
        let hash = game.state().fingerprint();
        let heard = self.bench.tape.events.len();
        if matches!(action, Action::Settle) && refusal.is_none() {
            // Longer than any push takes to come to rest.
            self.bench.wait(self.bench.now() + Span::millis(4_000));
        } else if let Some(sights) = self.sight(&action) {
            for what in sights {
                self.inject(what);
            }
        } else {
            let said = ScriptLine::Say(Command::Declare(
                AnyAction::Kabuto(action.clone()),
                Speaker::Table,
            ));
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
            .filter_map(|event| match &event.kind {
                Said::Ruled(ruled) => Some(ruled.to_string()),
                _ => None,
            })
            .collect();
        let moved = self.game().state().fingerprint() != hash;
        match refusal {
            Some(refusal) if !moved => {
                self.put_right(&action);
                Err(StepError::Refused {
                    clause: refusal.clause,
                    reason: refusal.reason.to_string(),
                })
            }
            None if !moved && rulings.is_empty() => {
                self.put_right(&action);
                Err(StepError::Unreadable("the referee does nothing".into()))
            }
            _ => Ok(rulings),
        }
    }

    fn state(&self, key: &str) -> Option<String> {
        KabutoTable::new(self.game().clone()).state(key)
    }

    fn normal(&self, key: &str, value: &str) -> String {
        KabutoTable::new(self.game().clone()).normal(key, value)
    }
}
