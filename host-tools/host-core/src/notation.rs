//! Notation of the journal: events and awaited actions as programs and `--verbose`
//! print them. Sentences for people are in [`sentences`](crate::sentences).

use rules_core::games::kabuto::{ActionStatus, Expectations};
use rules_core::match_game;
use rules_core::referee::abalone::AbaloneTurn;
use rules_core::referee::event::EventKind;
use rules_core::referee::sumoo::SumooTurn;
use rules_core::referee::waiting::{NextActions, RestBlocker};
use rules_core::referee::{Question, Session, Waiting};

/// Returns the answers of a question with their numbers, in one line.
fn choices(question: &Question) -> String {
    let all = (1..).zip(&question.choices);
    let all: Vec<String> = all.map(|(n, it)| format!("{n} {it}")).collect();
    all.join(", ")
}

/// Returns an event in the notation of the journal, with the clause in front.
#[must_use]
pub fn event(what: &EventKind) -> String {
    match what {
        EventKind::Ruled(ruled) => ruled.to_string(),
        EventKind::Illegal(objection) => match objection.clause() {
            Some(clause) => format!("{clause} not allowed: {objection}"),
            None => format!("not allowed: {objection}"),
        },
        EventKind::Asked(question) => format!(
            "QUESTION {}: {} ({})? Answer with one of: {}",
            question.number,
            question.about.kind,
            question.doubt,
            choices(question)
        ),
        other => other.to_string(),
    }
}

/// Returns the awaited actions in the notation of the journal, most urgent first.
#[must_use]
pub fn waiting(waiting: &Waiting, session: Option<&Session>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(number) = waiting.question {
        let question = session.and_then(Session::question);
        lines.push(match question.filter(|open| open.number == number) {
            Some(question) => format!(
                "waiting for an answer to question {number}: {} ({})? {}",
                question.about.kind,
                question.doubt,
                choices(question)
            ),
            None => format!("waiting for an answer to question {number}"),
        });
    }
    if let Some(repair) = &waiting.repair {
        lines.push(format!("waiting for the table to be put right: {repair}"));
    }
    if let Some(unrest) = &waiting.unrest {
        lines.push(match unrest {
            RestBlocker::Falling => "waiting for a piece to land".into(),
            RestBlocker::Push => "waiting for a push to end".into(),
            RestBlocker::Hand(edges) => {
                let edges: Vec<String> = edges.iter().map(|edge| edge.to_string()).collect();
                format!(
                    "waiting for a hand to leave the {} gutter",
                    edges.join(" and ")
                )
            }
            RestBlocker::Until(_) => "waiting for everything to come to rest".into(),
            RestBlocker::Word => {
                "waiting for somebody to say that everything rests (declare settle)".into()
            }
        });
    }
    lines.extend(match_game!(
        NextActions, &waiting.next, next => next.lines(),
        NextActions::Begin => vec!["waiting for a match to begin".into()],
        NextActions::Over => vec!["the match is over".into()],
    ));
    lines
}

/// Actions that can come next in one game, in notation.
trait NotatedNext {
    /// Returns the awaited actions, most urgent first.
    fn lines(&self) -> Vec<String>;
}

impl NotatedNext for Expectations {
    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (need, title) in [
            (ActionStatus::Owed, "waiting for"),
            (ActionStatus::Possible, "possible now:"),
        ] {
            let wishes = self.iter().filter(|wish| wish.status == need);
            let wishes: Vec<String> = wishes.map(|wish| wish.action.to_string()).collect();
            if !wishes.is_empty() {
                lines.push(format!("{title} {}", wishes.join(", ")));
            }
        }
        let blocked = self.iter().filter_map(|wish| match wish.status {
            ActionStatus::Blocked(clause) => Some(format!("{} ({clause})", wish.action)),
            ActionStatus::Owed | ActionStatus::Possible => None,
        });
        let blocked: Vec<String> = blocked.collect();
        if !blocked.is_empty() {
            lines.push(format!("not now: {}", blocked.join(", ")));
        }
        lines
    }
}

impl NotatedNext for AbaloneTurn {
    fn lines(&self) -> Vec<String> {
        let Self { player, lift } = self;
        vec![match lift.iter().next().is_none() {
            true => format!("waiting for {player} to pass"),
            false => format!("waiting for a move of {player}"),
        }]
    }
}

impl NotatedNext for SumooTurn {
    fn lines(&self) -> Vec<String> {
        let Self { colour, left, .. } = self;
        vec![format!(
            "waiting for {colour} to act ({left} left) or to end the turn"
        )]
    }
}
