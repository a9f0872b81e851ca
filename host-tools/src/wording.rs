//! What a referee says and waits for, in sentences; and what people say to it,
//! in the words that are printed.

use crate::kabuto::words::{self, Mover};
use rules_core::clause::Clause;
use rules_core::games::abalone::{Move, NotAMove};
use rules_core::games::kabuto::Need;
use rules_core::games::sumoo::notation::Written;
use rules_core::games::sumoo::{Colour, Game as Sumoo};
use rules_core::referee::event::What;
use rules_core::referee::sumoo::{Acts, Deed};
use rules_core::referee::waiting::{Next, Unrest};
use rules_core::referee::{Choice, Game, Play, Question, Session, Waiting};
use rules_core::sensing::certainty::Certainty;
use rules_core::time::Instant;

/// Reads what happened in a game, in the words of that game.
///
/// # Errors
/// What was not understood, and what to write.
pub fn play(game: &Game, text: &str) -> Result<Play, String> {
    match game {
        Game::Kabuto(game) => words::action(text, Mover::of(game)).map(Play::Kabuto),
        Game::Abalone(_) => {
            let action: Result<Move, NotAMove> = text.parse();
            action.map(Play::Abalone).map_err(|why| why.to_string())
        }
        Game::Sumoo(game) => deed(game.game(), text).map(Play::Sumoo),
    }
}

/// Reads one to three actions of SUMOO, separated by `/`.
fn deed(game: &Sumoo, text: &str) -> Result<Deed, String> {
    match text {
        "end turn" => return Ok(Deed::EndTurn),
        "agree draw" => return Ok(Deed::AgreeDraw),
        _ => {}
    }
    let colour = game.to_move().unwrap_or(Colour::White);
    let mut game = *game;
    let mut all = Vec::new();
    for action in text.split('/') {
        let written = Written::read(colour, action.trim()).map_err(|why| why.to_string())?;
        let action = written.in_position(game.position());
        // One that is refused is refused when it is said.
        let _ = game.apply(action);
        all.push(action);
    }
    Ok(Deed::Acts(all.into_iter().collect::<Acts>()))
}

/// The answer that `text` stands for: its number in the list, or its words.
///
/// # Errors
/// The list.
pub fn choice(question: &Question, text: &str) -> Result<Choice, String> {
    let by_number = text.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let found = match by_number {
        Some(n) => question.choices.get(n),
        None => question.choices.iter().find(|it| it.to_string() == text),
    };
    found.copied().ok_or_else(|| {
        format!(
            "\"{text}\" does not answer question {}; give one of: {}",
            question.number,
            choices(question)
        )
    })
}

/// The answers with their numbers, in one line.
#[must_use]
pub fn choices(question: &Question) -> String {
    let all = (1..).zip(&question.choices);
    let all: Vec<String> = all.map(|(n, it)| format!("{n} {it}")).collect();
    all.join(", ")
}

/// What the referee says, as a line with the clause at its side.
#[must_use]
pub fn event(what: &What) -> String {
    match what {
        What::Ruled(ruled) => ruled.to_string(),
        What::Illegal(objection) => match objection.clause() {
            Some(clause) => format!("{clause} not allowed: {objection}"),
            None => format!("not allowed: {objection}"),
        },
        What::Asked(question) => format!(
            "QUESTION {}: {} ({})? Answer with one of: {}",
            question.number,
            question.about.seen,
            question.doubt,
            choices(question)
        ),
        other => other.to_string(),
    }
}

/// The clause something rests on, if it rests on one.
#[must_use]
pub fn clause(what: &What) -> Option<Clause> {
    match what {
        What::Ruled(ruled) => Some(ruled.clause()),
        What::Illegal(objection) => objection.clause(),
        _ => None,
    }
}

/// What is waited for, most urgent first, one sentence each.
#[must_use]
pub fn waiting(waiting: &Waiting, session: Option<&Session>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(number) = waiting.question {
        let question = session.and_then(Session::question);
        lines.push(match question.filter(|it| it.number == number) {
            Some(question) => format!(
                "waiting for an answer to question {number}: {} ({})? {}",
                question.about.seen,
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
            Unrest::Falling => "waiting for a piece to land".into(),
            Unrest::Push => "waiting for a push to end".into(),
            Unrest::Hand(edges) => {
                let edges: Vec<String> = edges.iter().map(|it| it.to_string()).collect();
                format!(
                    "waiting for a hand to leave the {} gutter",
                    edges.join(" and ")
                )
            }
            Unrest::Until(_) => "waiting for everything to come to rest".into(),
            Unrest::Word => {
                "waiting for somebody to say that everything rests (declare settle)".into()
            }
        });
    }
    match &waiting.next {
        Next::Begin => lines.push("waiting for a match to begin".into()),
        Next::Over => lines.push("the match is over".into()),
        Next::Kabuto(expectations) => {
            for (need, title) in [
                (Need::Owed, "waiting for"),
                (Need::Possible, "possible now:"),
            ] {
                let wishes = expectations.iter().filter(|it| it.need == need);
                let wishes: Vec<String> = wishes.map(|it| it.wish.to_string()).collect();
                if !wishes.is_empty() {
                    lines.push(format!("{title} {}", wishes.join(", ")));
                }
            }
            let blocked = expectations.iter().filter_map(|it| match it.need {
                Need::Blocked(clause) => Some(format!("{} ({clause})", it.wish)),
                Need::Owed | Need::Possible => None,
            });
            let blocked: Vec<String> = blocked.collect();
            if !blocked.is_empty() {
                lines.push(format!("not now: {}", blocked.join(", ")));
            }
        }
        Next::Abalone { player, lift } => {
            lines.push(match lift.iter().next().is_none() {
                true => format!("waiting for {player} to pass"),
                false => format!("waiting for a move of {player}"),
            });
        }
        Next::Sumoo { colour, left, .. } => {
            lines.push(format!(
                "waiting for {colour} to act ({left} left) or to end the turn"
            ));
        }
    }
    lines
}

/// How sure an observation was.
#[must_use]
pub fn odds(certainty: Certainty) -> String {
    match certainty {
        Certainty::FULL => "beyond doubt".into(),
        other => format!("odds {other}"),
    }
}

/// A time on the ring's clock, as minutes and seconds since it started.
#[must_use]
pub fn clock(at: Instant) -> String {
    let millis = at.0 / 1000;
    format!(
        "{:02}:{:02}.{:03}",
        millis / 60_000,
        millis / 1000 % 60,
        millis % 1000
    )
}
