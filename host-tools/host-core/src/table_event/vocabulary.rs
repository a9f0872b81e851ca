//! Readers of pieces, places and numbers inside a table event.

use super::phrase::Phrase;
use super::{GridCell, GridPiece, PieceName, RingPosition};
use crate::kabuto::parse;
use rules_core::board::Button;
use rules_core::board::curtain::Plane;
use rules_core::games::abalone;
use rules_core::games::sumoo;
use rules_core::piece::Piece;
use rules_core::place::{Edge, Place, Post};
use rules_core::player::Seat;
use rules_core::sensing::body::Body;
use rules_core::sensing::observation::FallId;
use std::str::FromStr;

pub(super) fn post(phrase: &mut Phrase<'_>) -> Result<Post, String> {
    parse::post(phrase.expect("a post")?)
}

pub(super) fn seat(phrase: &mut Phrase<'_>) -> Result<Seat, String> {
    parse::seat(phrase.expect("a player")?)
}

pub(super) fn edge(phrase: &mut Phrase<'_>) -> Result<Edge, String> {
    let word = phrase.expect("a side")?;
    Edge::parse(word)
        .ok_or_else(|| format!("\"{word}\" is not a side; write north, east, south or west"))
}

/// Reads a place of the platform: a post, `2`, or a point of an edge in mm, `north 120`.
pub(super) fn place(phrase: &mut Phrase<'_>) -> Result<Place, String> {
    match phrase.read(Edge::parse) {
        Some(edge) => {
            let at_mm = number(phrase, "millimetres")?;
            Ok(Place::Along { edge, at_mm })
        }
        None => Ok(Place::Corner(post(phrase)?)),
    }
}

/// Reads a beam, `north upper 4`: counted from 1, returned counted from 0.
pub(super) fn beam(phrase: &mut Phrase<'_>) -> Result<(Edge, Plane, u8), String> {
    let edge = edge(phrase)?;
    let word = phrase.expect("a plane")?;
    let plane = Plane::parse(word)
        .ok_or_else(|| format!("\"{word}\" is not a plane; write upper or lower"))?;
    let word = phrase.expect("a beam")?;
    let number = word.parse::<u8>().ok().and_then(|n| n.checked_sub(1));
    let number = number
        .ok_or_else(|| format!("\"{word}\" is not a beam; write its number, counted from 1"))?;
    Ok((edge, plane, number))
}

pub(super) fn button(phrase: &mut Phrase<'_>) -> Result<Button, String> {
    let word = phrase.expect("a button")?;
    Button::parse(word).ok_or_else(|| {
        let names = Button::ALL.map(Button::word).join(", ");
        format!("unknown button \"{word}\"; write {names}")
    })
}

pub(super) fn fall_id(phrase: &mut Phrase<'_>) -> Result<FallId, String> {
    number(phrase, "the number of the fall").map(FallId)
}

pub(super) fn number<N: FromStr>(phrase: &mut Phrase<'_>, wanted: &str) -> Result<N, String> {
    let word = phrase.expect(wanted)?;
    word.parse()
        .map_err(|_| format!("\"{word}\" is not a number; write {wanted}"))
}

/// Reads the name of a piece: `small`, `token 1a`, `token`, `sumo 1`, `sumo`, `belt` or
/// `belt pawn`.
pub(super) fn piece_name(phrase: &mut Phrase<'_>) -> Result<PieceName, String> {
    let word = phrase.expect("a piece")?;
    Ok(match word {
        "belt" if phrase.accept(&["pawn"]) => PieceName::BeltPawn,
        "sumo" => match phrase.read(Seat::parse) {
            Some(seat) => PieceName::Piece(Piece::Sumo(seat)),
            None => PieceName::Sumo,
        },
        "token" => match phrase.read(|name| parse::piece(&["token", name]).ok()) {
            Some(token) => PieceName::Piece(token),
            None => PieceName::Token,
        },
        word => PieceName::Piece(parse::piece(&[word])?),
    })
}

/// Reads a piece of known kind and owner.
pub(super) fn piece(phrase: &mut Phrase<'_>) -> Result<Piece, String> {
    piece_name(phrase)?.piece()
}

impl PieceName {
    /// Returns the piece of known kind and owner.
    ///
    /// # Errors
    /// It is not said whose it is, or it is the belt's pawn.
    pub fn piece(self) -> Result<Piece, String> {
        match self {
            Self::Piece(piece) => Ok(piece),
            Self::Token => Err("whose token? write token 1a".to_owned()),
            Self::Sumo => Err("whose sumo? write sumo 1".to_owned()),
            Self::BeltPawn => Err("the belt pawn cannot be named here; write belt".to_owned()),
        }
    }
}

/// Reads a second body, `or medium`, if it comes next.
pub(super) fn or_body(phrase: &mut Phrase<'_>) -> Result<Option<Body>, String> {
    if !phrase.accept(&["or"]) {
        return Ok(None);
    }
    let word = phrase.expect("a body")?;
    let body = Body::parse(word).ok_or_else(|| {
        let words = Body::ALL.map(Body::word).join(", ");
        format!("\"{word}\" is not a body; write {words}")
    })?;
    Ok(Some(body))
}

/// Reads a piece and its position on the ring: `small north 160, 12 in`.
///
/// # Errors
/// A sentence that says what was not understood.
pub fn placed_piece(text: &str) -> Result<(Piece, RingPosition), String> {
    let mut phrase = Phrase::new(text);
    let placed = (piece(&mut phrase)?, ring_position(&mut phrase)?);
    phrase.end()?;
    Ok(placed)
}

/// Reads a position on the ring, `north 160, 12 in`: along an edge and inwards, in mm.
pub(super) fn ring_position(phrase: &mut Phrase<'_>) -> Result<RingPosition, String> {
    let position = RingPosition {
        edge: edge(phrase)?,
        along: number(phrase, "millimetres along the edge")?,
        inwards: number(phrase, "millimetres from the edge")?,
    };
    match phrase.accept(&["in"]) {
        true => Ok(position),
        false => Err(format!(
            "\"{}\" does not say how far in; write north 160, 12 in",
            phrase.text()
        )),
    }
}

/// Reads a cell, `e5`, or `4,2` for column and row; `None` for any other word.
pub(super) fn cell(word: &str) -> Option<GridCell> {
    match word.split_once(',') {
        Some((column, row)) => {
            let cell = sumoo::Cell::at(column.parse().ok()?, row.parse().ok()?)?;
            Some(GridCell::Square(cell))
        }
        None => word.parse().ok().map(GridCell::Hex),
    }
}

pub(super) fn next_cell(phrase: &mut Phrase<'_>) -> Result<GridCell, String> {
    let word = phrase.expect("a cell")?;
    cell(word).ok_or_else(|| format!("\"{word}\" is not a cell; write e5, or 4,2"))
}

/// Reads a piece of a grid game, `white`, or `white 3` for a token of force 3; `None` if
/// none comes next.
pub(super) fn grid_piece(phrase: &mut Phrase<'_>) -> Option<GridPiece> {
    let player = phrase.read(|word| {
        let mut players = abalone::Player::ALL.into_iter();
        players.find(|player| player.name() == word)
    })?;
    let token = |word: &str| {
        let name = match word {
            "1" => sumoo::TokenName::OneWest,
            "2" => sumoo::TokenName::TwoWest,
            "3" => sumoo::TokenName::Three,
            _ => return None,
        };
        let mut colours = sumoo::Colour::ALL.into_iter();
        let colour = colours.find(|colour| colour.to_string().to_lowercase() == player.name())?;
        Some(GridPiece::Token(colour.token(name)))
    };
    Some(phrase.read(token).unwrap_or(GridPiece::Marble(player)))
}
