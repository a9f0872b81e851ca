//! How a match stands, for drawing: plain numbers and words, no bit sets.

use rules_core::games::kabuto::state::{Belt, How, Outcome, Phase, Platform};
use rules_core::games::{abalone, kabuto, sumoo};
use rules_core::piece::{Element, Stock};
use rules_core::place::Place;
use rules_core::player::Seat;
use rules_core::referee::{Game, abalone as abalone_table, sumoo as sumoo_table};
use serde_json::{Value, json};

/// The match as the page draws it.
#[must_use]
pub fn of(game: &Game) -> Value {
    match game {
        Game::Kabuto(game) => kabuto(game),
        Game::Abalone(game) => abalone(game),
        Game::Sumoo(game) => sumoo(game),
    }
}

fn kabuto(game: &kabuto::Match) -> Value {
    let (terms, state) = (game.terms(), game.state());
    let phase = match state.phase {
        Phase::Opening => "opening",
        Phase::InTurn => "turn",
        Phase::Settling(_) => "settling",
        Phase::Over(_) => "over",
    };
    let seats = terms.players.seats().map(|seat| {
        json!({
            "seat": number(seat),
            "side": terms.side_of(seat).index() + 1,
            "colour": terms.colours[seat].word(),
            "sumo": state.sumos.contains(seat),
        })
    });
    let sides = terms.players.sides().map(|side| {
        let posts: Vec<usize> = (state.markers[side].iter())
            .map(|post| post.index() + 1)
            .collect();
        json!({
            "side": side.index() + 1,
            "stock": stock(&state.inventories[side]),
            "markers": posts,
            "out": state.out.contains(side),
            "slammed": state.slammed.contains(side),
        })
    });
    json!({
        "kind": "kabuto",
        "title": terms.edition.game().title(),
        "posts": terms.edition.book().has_posts(),
        "phase": phase,
        "outcome": game.outcome().map(outcome),
        "turn": { "seat": number(state.turn.seat), "number": state.turn.number },
        "platform": match state.turn.platform {
            Platform::Away => Value::Null,
            Platform::Down(place, _) => place_of(place),
        },
        "belt": match state.belt {
            Belt::InTheBox => "box",
            Belt::OnRing => "ring",
            Belt::Off => "off",
        },
        "ring": stock(&state.ring),
        "reserve": stock(&state.reserve),
        "seats": seats.collect::<Vec<_>>(),
        "sides": sides.collect::<Vec<_>>(),
    })
}

const fn number(seat: Seat) -> usize {
    seat.index() + 1
}

fn outcome(outcome: Outcome) -> Value {
    let (how, seat) = match outcome.how {
        How::KnockOut(seat) => ("knock-out", Some(number(seat))),
        How::Belt => ("belt", None),
        How::LastLeft => ("last", None),
    };
    json!({ "winner": outcome.winner.index() + 1, "how": how, "seat": seat })
}

fn place_of(place: Place) -> Value {
    match place {
        Place::Corner(post) => json!({ "post": post.index() + 1 }),
        Place::Along { edge, at_mm } => json!({ "edge": edge.word(), "at": at_mm }),
    }
}

/// Pawns by their size, tokens by owner and kind: `1a`.
fn stock(stock: &Stock) -> Vec<(String, u8)> {
    let name = |element| match element {
        Element::Pawn(size) => size.word().to_owned(),
        Element::Token(token) => format!("{}{}", token.owner, token.slot),
    };
    stock.kinds().map(|(it, n)| (name(it), n)).collect()
}

fn abalone(game: &abalone_table::Match) -> Value {
    let position = game.position();
    let players = position.players();
    let cells: Vec<Option<&str>> = abalone::Cell::all()
        .map(|cell| position.board().at(cell).map(abalone::Player::name))
        .collect();
    let names: Vec<String> = abalone::Cell::all().map(|it| it.to_string()).collect();
    // What is ruled numbers them otherwise than boards do.
    let points: Vec<String> = (0..names.len())
        .filter_map(|n| Some(abalone::Cell::from_index(n)?.to_string()))
        .collect();
    let score: Vec<Value> = (players.sides())
        .map(|side| json!([players.named(side).to_string(), position.score().of(side)]))
        .collect();
    let result = match game.game().outcome() {
        abalone::Outcome::Playing => Value::Null,
        abalone::Outcome::Won(side) => json!({ "winner": players.named(side).to_string() }),
        abalone::Outcome::Drawn(_) => json!({ "winner": null }),
    };
    json!({
        "kind": "abalone",
        "title": "Abalone",
        "cells": cells,
        "names": names,
        "points": points,
        "mover": position.to_move().name(),
        "turns": game.game().turns(),
        "score": score,
        "last": game.last().iter().collect::<Vec<u8>>(),
        "outcome": result,
    })
}

fn sumoo(game: &sumoo_table::Match) -> Value {
    let (position, last) = (game.game().position(), game.state().last);
    let token = |token: sumoo::Token| json!({ "colour": token.colour, "name": token.to_string() });
    let cells: Vec<Value> = sumoo::Cell::all()
        .map(|cell| position.at(cell).map_or(Value::Null, token))
        .collect();
    let names: Vec<String> = sumoo::Cell::all().map(|it| it.to_string()).collect();
    let result = match game.game().phase() {
        sumoo::Phase::Turn { .. } => Value::Null,
        sumoo::Phase::Won(colour) => json!({ "winner": colour }),
        sumoo::Phase::Drawn => json!({ "winner": null }),
    };
    json!({
        "kind": "sumoo",
        "title": "SUMOO",
        "cells": cells,
        "names": names,
        "mover": game.game().to_move(),
        "left": game.game().points_left().number(),
        "turns": game.game().turns_ended(),
        "out": position.out().map(token).collect::<Vec<_>>(),
        "last": last.iter().collect::<Vec<u8>>(),
        "outcome": result,
    })
}

#[cfg(test)]
mod tests {
    use super::abalone as view_of;
    use rules_core::games::abalone::{Cell, DrawRules, Start};
    use rules_core::referee::abalone::Match;
    use rules_core::referee::grid::Telling;
    use serde_json::json;

    #[test]
    fn points_have_the_names_that_rulings_mean() {
        let position = Start::Standard.position();
        let view = view_of(&Match::new(position, DrawRules::default(), Telling::Class));
        for cell in Cell::all() {
            let ruled = json!(cell).as_u64().expect("a number") as usize;
            assert_eq!(view["points"][ruled], json!(cell.to_string()));
        }
    }
}
