//! Reads what people write for an action: `push small, flicked`.
//!
//! The words for pieces and places are those the core prints, so that what is
//! printed can be typed back.

use rules_core::games::kabuto::action::{
    Choices, Contact, Load, OnRing, Remark, Remarks, Shift, Target, Use,
};
use rules_core::games::kabuto::card::Nth;
use rules_core::games::kabuto::{Action, Match, Phase};
use rules_core::piece::{Element, Piece, Size, Slot, Stock, Token};
use rules_core::place::{Edge, Facing, Place, Post, Posts};
use rules_core::player::{Seat, Side};

/// Whose action it is, if it does not say.
#[derive(Debug, Clone, Copy)]
pub struct Mover {
    /// The seat.
    pub seat: Seat,
    /// Its side.
    pub side: Side,
}

impl Mover {
    /// Whoever is to do something in a match: the last in turn order as it opens,
    /// later whoever's turn it is.
    #[must_use]
    pub fn of(game: &Match) -> Self {
        let (terms, state) = (game.terms(), game.state());
        let seat = match state.phase {
            Phase::Opening => terms.players.last(),
            _ => state.turn.seat,
        };
        Self {
            seat,
            side: terms.side_of(seat),
        }
    }
}

/// What can be written for an action; shown when somebody wrote something else.
pub const HELP: &str = "write one of: dock POST [long] | dock EDGE MM | marker POST [by SIDE] | \
take marker POST [by SIDE] | push PIECE [+ PIECE...][, flicked | swerved | overrun | off-centre] | \
fall PIECE | settle | accident PIECE | move N [of SEAT][, pay SEAT][, stack on PIECE][, markers POST...]\
[, target PIECE touching|stacked|apart][, shift SIDE POST POST] | end turn | submit; \
a PIECE is small, medium, large, token 1a, sumo 1, belt or belt pawn";

/// Reads an action; `mover` is who is meant where nobody is named.
///
/// # Errors
/// A sentence that says what was not understood.
pub fn action(text: &str, mover: Mover) -> Result<Action, String> {
    let mut parts = text.split(',').map(str::trim);
    let head: Vec<&str> = parts.next().unwrap_or("").split_whitespace().collect();
    let rest: Vec<&str> = parts.collect();
    let plain = |action: Action| {
        if rest.is_empty() {
            Ok(action)
        } else {
            Err(format!("\"{}\" makes no sense here", rest.join(", ")))
        }
    };
    match head.as_slice() {
        ["dock", place @ ..] => plain(dock(place)?),
        ["marker", post, by @ ..] => plain(Action::PlaceMarker(
            side(by, mover.side)?,
            self::post(post)?,
        )),
        ["take", "marker", post, by @ ..] => {
            plain(Action::TakeMarker(side(by, mover.side)?, self::post(post)?))
        }
        ["push", load @ ..] => Ok(Action::Push(self::load(load)?, remarks(&rest)?)),
        ["fall", it @ ..] => plain(Action::Fall(piece(it)?)),
        ["accident", it @ ..] => plain(Action::Accident(piece(it)?)),
        ["settle"] => plain(Action::Settle),
        ["end", "turn"] => plain(Action::EndTurn),
        ["submit"] => plain(Action::Submit),
        ["move", nth, of @ ..] => special(nth, of, &rest, mover),
        _ => Err(format!("\"{text}\" is no action; {HELP}")),
    }
}

/// Reads a heap such as `1 medium, 2 small`, or `nothing`.
///
/// # Errors
/// A sentence that says what was not understood.
pub fn stock(text: &str) -> Result<Stock, String> {
    let mut heap = Stock::default();
    if text.trim() == "nothing" {
        return Ok(heap);
    }
    for part in text.split(',') {
        let words: Vec<&str> = part.split_whitespace().collect();
        let [count, it @ ..] = words.as_slice() else {
            return Err(format!(
                "\"{text}\" is no heap of elements; write e.g. \"1 medium, 2 small\""
            ));
        };
        let count = number(count)?;
        let Piece::Element(element) = piece(it)? else {
            return Err(format!("\"{}\" is no element", it.join(" ")));
        };
        if !heap.put(element, count) {
            return Err(format!("too many: \"{part}\""));
        }
    }
    Ok(heap)
}

/// Reads posts such as `1 3`, or `none`.
///
/// # Errors
/// A sentence that says what was not understood.
pub fn posts(text: &str) -> Result<Posts, String> {
    if text.trim() == "none" {
        return Ok(Posts::EMPTY);
    }
    text.split_whitespace().map(post).collect()
}

fn dock(place: &[&str]) -> Result<Action, String> {
    match place {
        [post] => Ok(Action::Dock(
            Place::Corner(self::post(post)?),
            Facing::Short,
        )),
        [post, "long"] => Ok(Action::Dock(Place::Corner(self::post(post)?), Facing::Long)),
        [edge, at] => {
            let edge = Edge::parse(edge).ok_or_else(|| {
                format!("\"{edge}\" is no edge; write north, east, south or west")
            })?;
            let at_mm = at
                .parse()
                .map_err(|_| format!("\"{at}\" is no number of millimetres"))?;
            Ok(Action::Dock(Place::Along { edge, at_mm }, Facing::Short))
        }
        _ => Err("where is the platform? write dock 1, or dock north 100".into()),
    }
}

fn load(words: &[&str]) -> Result<Load, String> {
    let mut load = Load::new();
    for it in words.split(|word| *word == "+") {
        load.push(piece(it)?)
            .map_err(|_| "more pieces than fit on the platform".to_owned())?;
    }
    Ok(load)
}

fn remarks(words: &[&str]) -> Result<Remarks, String> {
    words
        .iter()
        .map(|word| {
            Remark::parse(word).ok_or_else(|| {
                format!("\"{word}\" is no remark; write off-centre, swerved, flicked or overrun")
            })
        })
        .collect()
}

fn special(nth: &str, of: &[&str], rest: &[&str], mover: Mover) -> Result<Action, String> {
    let nth = Nth::parse(nth).ok_or_else(|| format!("\"{nth}\" is no move; write 1, 2 or 3"))?;
    let card_of = match of {
        [] => mover.seat,
        ["of", seat] => self::seat(seat)?,
        _ => return Err(format!("\"{}\" makes no sense after a move", of.join(" "))),
    };
    let mut choices = Choices::default();
    for part in rest {
        let words: Vec<&str> = part.split_whitespace().collect();
        match words.as_slice() {
            ["pay", to] => choices.pay_to = Some(seat(to)?),
            ["stack", "on", it @ ..] => choices.stack_on = Some(on_ring(it)?),
            ["markers", it @ ..] => choices.markers = posts(&it.join(" "))?,
            ["target", it @ .., contact] => {
                let contact = Contact::parse(contact).ok_or_else(|| {
                    format!("\"{contact}\" is no contact; write touching, stacked or apart")
                })?;
                let piece = on_ring(it)?;
                choices.target = Some(Target { piece, contact });
            }
            ["shift", side, from, to] => {
                choices.shift = Some(Shift {
                    side: self::side(&["by", side], mover.side)?,
                    from: post(from)?,
                    to: post(to)?,
                });
            }
            _ => return Err(format!("\"{part}\" is no choice of a move; {HELP}")),
        }
    }
    Ok(Action::Use(Use {
        card_of,
        nth,
        choices,
    }))
}

fn on_ring(words: &[&str]) -> Result<OnRing, String> {
    match words {
        ["belt", "pawn"] => Ok(OnRing::BeltPawn),
        _ => piece(words).map(OnRing::Piece),
    }
}

fn piece(words: &[&str]) -> Result<Piece, String> {
    let token = |name: &str| {
        let mut letters = name.chars().map(String::from);
        let owner = Seat::parse(&letters.next()?)?;
        let slot = Slot::parse(&letters.next()?)?;
        letters.next().is_none().then_some(Token { owner, slot })
    };
    let found = match words {
        ["belt"] => Some(Piece::Belt),
        ["sumo", seat] => Seat::parse(seat).map(Piece::Sumo),
        ["token", name] => token(name).map(|it| Piece::Element(Element::Token(it))),
        [size] => Size::parse(size).map(Piece::pawn),
        _ => None,
    };
    found.ok_or_else(|| {
        format!(
            "\"{}\" is no piece; write small, medium, large, token 1a, sumo 1 or belt",
            words.join(" ")
        )
    })
}

fn post(word: &str) -> Result<Post, String> {
    Post::parse(word).ok_or_else(|| format!("\"{word}\" is no post; write 1, 2, 3 or 4"))
}

fn seat(word: &str) -> Result<Seat, String> {
    Seat::parse(word).ok_or_else(|| format!("\"{word}\" is no player; write 1, 2, 3 or 4"))
}

fn side(words: &[&str], own: Side) -> Result<Side, String> {
    match words {
        [] => Ok(own),
        ["by", side] => {
            Side::parse(side).ok_or_else(|| format!("\"{side}\" is no side; write 1, 2 or 3"))
        }
        _ => Err(format!(
            "\"{}\" makes no sense here; write by SIDE",
            words.join(" ")
        )),
    }
}

fn number(word: &str) -> Result<u8, String> {
    word.parse().map_err(|_| format!("\"{word}\" is no number"))
}
