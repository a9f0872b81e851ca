//! Match as JSON for the page: numbers and words for drawing, and sentences in every
//! language of the page.

use crate::sentences::{Language, Names, Phrasebook, capital};
use rules_core::games::kabuto::MatchPhase;
use rules_core::games::kabuto::state::{Belt, Platform};
use rules_core::games::{abalone, kabuto, sumoo};
use rules_core::match_game;
use rules_core::piece::{Element, Stock};
use rules_core::place::Place;
use rules_core::player::{Seat, Side};
use rules_core::referee::game::RefereedGame;
use rules_core::referee::{AnyGame, abalone as abalone_match, sumoo as sumoo_match};
use serde_json::{Value, json};

/// Returns a text in every language of the page, as a JSON object.
pub fn texts(names: &Names, text: impl Fn(&Phrasebook<'_>) -> String) -> Value {
    let [english, french] = Language::ALL.map(|language| text(&Phrasebook { names, language }));
    json!({ "en": english, "fr": french })
}

/// Returns a match as the JSON that the page draws; `people` are the names of the persons
/// in turn order, or empty.
#[must_use]
pub fn to_json(game: &AnyGame, names: &Names, people: &[String]) -> Value {
    let mut view = match_game!(AnyGame, game, game => game.to_view(names));
    name_people(&mut view, game, people);
    view["headline"] = texts(names, |book| book.headline(game));
    view["summary"] = texts(names, |book| book.summary(game));
    view["counts"] = texts(names, |book| book.counts(game));
    view["winner"] = game.winner().map(|side| side.index() + 1).into();
    view
}

/// Adds the names of the persons to the players of a view. Where one player stands for a
/// side, the names of all its persons are together.
fn name_people(view: &mut Value, game: &AnyGame, people: &[String]) {
    for side in view["sides"].as_array_mut().into_iter().flatten() {
        let number = side["side"].clone();
        for player in side["players"].as_array_mut().into_iter().flatten() {
            let of_player = game
                .players()
                .seats()
                .filter(|&seat| match &player["seat"] {
                    Value::Null => number == game.side_of(seat).index() + 1,
                    known => *known == self::number(seat),
                });
            let named: Vec<&str> = of_player
                .filter_map(|seat| people.get(seat.index()))
                .map(String::as_str)
                .collect();
            if !named.is_empty() {
                player["person"] = named.join(", ").into();
            }
        }
    }
}

/// Match that the page can draw.
trait PageGame: RefereedGame {
    /// Returns cells or pieces, and the sides with their players, as JSON.
    fn to_view(&self, names: &Names) -> Value;
}

impl PageGame for kabuto::Match {
    fn to_view(&self, names: &Names) -> Value {
        kabuto(self, names)
    }
}

impl PageGame for abalone_match::Match {
    fn to_view(&self, names: &Names) -> Value {
        abalone(self, names)
    }
}

impl PageGame for sumoo_match::Match {
    fn to_view(&self, names: &Names) -> Value {
        sumoo(self, names)
    }
}

fn kabuto(game: &kabuto::Match, names: &Names) -> Value {
    let (terms, state) = (game.terms(), game.state());
    let seats = terms.players.seats().map(|seat| {
        json!({
            "seat": number(seat),
            "side": terms.side_of(seat).index() + 1,
            "colour": terms.colours[seat].word(),
            "sumo": state.sumos.contains(seat),
        })
    });
    let sides = terms.players.sides();
    json!({
        "kind": "kabuto",
        "title": terms.edition.game().title(),
        "posts": terms.edition.book().has_posts(),
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
        "seats": seats.collect::<Vec<_>>(),
        "sides": sides.map(|side| kabuto_side(game, side, names)).collect::<Vec<_>>(),
    })
}

fn kabuto_side(game: &kabuto::Match, side: Side, names: &Names) -> Value {
    let (terms, state) = (game.terms(), game.state());
    let acting = match state.phase {
        MatchPhase::Opening => Some(terms.players.last()),
        MatchPhase::InTurn | MatchPhase::Settling(_) => Some(state.turn.seat),
        MatchPhase::Over(_) => None,
    };
    let players = terms.players.seats_of(side).map(|seat| {
        let colour = terms.colours[seat];
        json!({
            "seat": number(seat),
            "colour": colour.word(),
            "name": texts(names, |book| {
                let name = book.names.seat(seat, book.language).subject();
                format!("{}, {}", capital(&name), book.colour(colour))
            }),
        })
    });
    let held = state.inventories[side].kinds().map(|(element, count)| {
        let text = texts(names, |book| book.counted(element, count));
        json!({ "kind": kind(element), "count": count, "text": text })
    });
    let posts: Vec<usize> = (state.markers[side].iter())
        .map(|post| post.index() + 1)
        .collect();
    json!({
        "side": side.index() + 1,
        "players": players.collect::<Vec<_>>(),
        "stock": held.collect::<Vec<_>>(),
        "markers": posts,
        "note": if terms.book().has_posts() {
            texts(names, |book| book.markers(game, side))
        } else {
            Value::Null
        },
        "acts": acting.is_some_and(|seat| terms.side_of(seat) == side),
        "out": state.out.contains(side),
        "slammed": state.slammed.contains(side),
    })
}

const fn number(seat: Seat) -> usize {
    seat.index() + 1
}

fn place_of(place: Place) -> Value {
    match place {
        Place::Corner(post) => json!({ "post": post.index() + 1 }),
        Place::Along { edge, at_mm } => json!({ "edge": edge.word(), "at": at_mm }),
    }
}

/// Returns the key of an element: the size of a disc, or owner and kind of a token, such
/// as `1a`.
fn kind(element: Element) -> String {
    match element {
        Element::Pawn(size) => size.word().to_owned(),
        Element::Token(token) => format!("{}{}", token.owner, token.slot),
    }
}

fn stock(stock: &Stock) -> Vec<(String, u8)> {
    stock
        .kinds()
        .map(|(element, count)| (kind(element), count))
        .collect()
}

fn abalone(game: &abalone_match::Match, names: &Names) -> Value {
    let position = game.position();
    let players = position.players();
    let is_over = game.game().outcome() != abalone::Outcome::Playing;
    let cells: Vec<Option<&str>> = abalone::Cell::all()
        .map(|cell| position.board().at(cell).map(abalone::Player::name))
        .collect();
    let cell_names: Vec<String> = abalone::Cell::all().map(|cell| cell.to_string()).collect();
    let sides = players.sides().enumerate().map(|(index, side)| {
        let score = position.score().ejected_by(side);
        json!({
            "side": index + 1,
            "players": [{ "name": texts(names, |book| book.marble_side(players.named(side)).subject()) }],
            "note": texts(names, |book| book.score(score)),
            "acts": !is_over && players.side(position.to_move()) == side,
        })
    });
    json!({
        "kind": "abalone",
        "title": "Abalone",
        "cells": cells,
        "names": cell_names,
        "sides": sides.collect::<Vec<_>>(),
        "last": game.last().iter().collect::<Vec<u8>>(),
    })
}

fn sumoo(game: &sumoo_match::Match, names: &Names) -> Value {
    let (position, last) = (game.game().position(), game.state().last);
    let token = |token: sumoo::Token| json!({ "colour": token.colour, "name": token.to_string() });
    let cells: Vec<Value> = sumoo::Cell::all()
        .map(|cell| position.at(cell).map_or(Value::Null, token))
        .collect();
    let cell_names: Vec<String> = sumoo::Cell::all().map(|cell| cell.to_string()).collect();
    let sides = sumoo::Colour::ALL.into_iter().enumerate().map(|(index, colour)| {
        let seat = Seat::ALL[index];
        json!({
            "side": index + 1,
            "players": [{ "name": texts(names, |book| book.names.seat(seat, book.language).subject()) }],
            "note": texts(names, |book| book.token_count(position, colour)),
            "acts": matches!(game.game().phase(), sumoo::GamePhase::Turn { colour: mover, .. } if mover == colour),
        })
    });
    json!({
        "kind": "sumoo",
        "title": "SUMOO",
        "cells": cells,
        "names": cell_names,
        "sides": sides.collect::<Vec<_>>(),
        "last": last.iter().collect::<Vec<u8>>(),
    })
}
