//! What the rules allow next, and what people may declare.

use super::view::texts;
use crate::game::host_game;
use crate::sentences::{Names, Phrasebook};
use rules_core::games::kabuto::action::{MarkerChange, MoveUse, OnRing};
use rules_core::games::kabuto::{self, Action, ActionStatus, MatchPhase};
use rules_core::piece::Piece;
use rules_core::player::Seat;
use rules_core::referee::waiting::{NextActions, RestBlocker};
use rules_core::referee::{AnyAction, AnyGame, Command, Speaker, Waiting};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// Returns the seat whose player acts; `None` once the match is over.
#[must_use]
pub fn acting(game: &AnyGame) -> Option<Seat> {
    match game {
        AnyGame::Kabuto(game) => acting_at_ring(game),
        game => game.winner().is_none().then(|| game.turn()),
    }
}

/// Returns the seat whose player acts at the ring; `None` once the match is over.
#[must_use]
pub fn acting_at_ring(game: &kabuto::Match) -> Option<Seat> {
    match game.state().phase {
        MatchPhase::Opening => Some(game.terms().players.last()),
        MatchPhase::InTurn | MatchPhase::Settling(_) => Some(game.state().turn.seat),
        MatchPhase::Over(_) => None,
    }
}

/// Returns every special move that the rules allow now, each with every combination of its
/// choices: who does not know where the pieces lie leaves the choice to the players.
#[must_use]
pub fn legal_specials(game: &kabuto::Match) -> Vec<MoveUse> {
    let mut all = Vec::new();
    let _ = game.legal(&mut |action| {
        if let Action::Use(chosen) = action {
            all.push(*chosen);
        }
        ControlFlow::Continue(())
    });
    all
}

/// Returns what the rules allow next, with its urgency.
#[must_use]
pub fn next(waiting: &Waiting) -> Vec<Value> {
    match &waiting.next {
        NextActions::Kabuto(expected) => (expected.iter())
            .filter(|expected| !matches!(expected.status, ActionStatus::Blocked(_)))
            .map(|expected| {
                let owed = expected.status == ActionStatus::Owed;
                json!({ "do": expected.action.to_string(), "owed": owed })
            })
            .collect(),
        NextActions::Abalone(_) | NextActions::Sumoo(_) => {
            vec![json!({ "do": "move", "owed": true })]
        }
        NextActions::Begin | NextActions::Over => Vec::new(),
    }
}

fn offer(kind: &str, command: &Command, text: Value) -> Value {
    json!({ "say": command, "kind": kind, "text": text })
}

fn words(english: &str, french: &str) -> Value {
    json!({ "en": english, "fr": french })
}

/// Returns what a person may declare now.
#[must_use]
pub fn of(game: &AnyGame, waiting: &Waiting, specials: &[MoveUse], names: &Names) -> Vec<Value> {
    if waiting.question.is_some() {
        return Vec::new();
    }
    if waiting.repair.is_some() {
        let right = words("The table is right", "La table est juste");
        let game = words("The game is right", "La partie est juste");
        return vec![
            offer("table", &Command::TableIsRight, right),
            offer("game", &Command::RefereeIsRight, game),
        ];
    }
    match game {
        AnyGame::Kabuto(game) => kabuto(game, waiting, specials, names),
        AnyGame::Abalone(_) | AnyGame::Sumoo(_) => {
            let end = host_game::turn_end(game).map(declared);
            let text = words("End the turn", "Finir le tour");
            end.map(|end| offer("end", &end, text))
                .into_iter()
                .collect()
        }
    }
}

fn declared(action: AnyAction) -> Command {
    Command::Declare(action, Speaker::Host)
}

fn kabuto(
    game: &kabuto::Match,
    waiting: &Waiting,
    specials: &[MoveUse],
    names: &Names,
) -> Vec<Value> {
    let declare = |action| declared(AnyAction::Kabuto(action));
    if waiting.unrest.is_some() {
        let rest = words("Everything rests", "Tout est immobile");
        let word = waiting.unrest == Some(RestBlocker::Word);
        let rest = word.then(|| offer("rest", &declare(Action::Settle), rest));
        return rest.into_iter().collect();
    }
    let mut offers = Vec::new();
    for (action, kind, text) in [
        (
            Action::EndTurn,
            "end",
            words("End the turn", "Finir le tour"),
        ),
        (Action::Submit, "submit", words("Give up", "Abandonner")),
    ] {
        if game.clone().apply(&action).is_ok() {
            offers.push(offer(kind, &declare(action), text));
        }
    }
    let seat = game.state().turn.seat;
    offers.extend(specials.iter().map(|chosen| {
        let text = texts(names, |book| special(book, seat, chosen));
        let mut offer = offer("special", &declare(Action::Use(*chosen)), text);
        offer["card"] = names
            .card(chosen.card_of)
            .map(|card| card.name.as_str())
            .into();
        offer["move"] = texts(names, |book| book.special_move(seat, chosen.nth));
        offer["choice"] = texts(names, |book| choices(book, chosen).join(", "));
        offer
    }));
    offers
}

/// Returns the choices that a special move asks for, in words.
fn choices(book: &Phrasebook<'_>, chosen: &MoveUse) -> Vec<String> {
    let choices = &chosen.choices;
    let mut parts: Vec<String> = Vec::new();
    let piece = |piece: OnRing| match piece {
        OnRing::Piece(piece) => book.piece(piece),
        OnRing::BeltPawn => book.piece(Piece::Belt),
    };
    parts.extend(choices.target.map(|target| piece(target.piece)));
    parts.extend(choices.stack_on.map(piece));
    parts.extend(
        choices
            .pay_to
            .map(|to| book.names.seat(to, book.language).subject()),
    );
    parts.extend(choices.marker.map(|change| match change {
        MarkerChange::Moved(_, from, to) => format!("{from} → {to}"),
        MarkerChange::Set(post) => format!("+ {post}"),
        MarkerChange::Removed(_, post) => format!("− {post}"),
    }));
    parts
}

/// Returns a special move with its choices in words.
fn special(book: &Phrasebook<'_>, seat: Seat, chosen: &MoveUse) -> String {
    let (name, parts) = (book.special_move(seat, chosen.nth), choices(book, chosen));
    match parts.is_empty() {
        true => name,
        false => format!("{name}: {}", parts.join(", ")),
    }
}
