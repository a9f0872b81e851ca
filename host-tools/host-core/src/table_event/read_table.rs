//! Readers of table events on the table: platform, markers, pushes, falls, hands, cells,
//! turns.

use super::parse::ParsedEvent;
use super::phrase::Phrase;
use super::vocabulary::{
    beam, cell, edge, fall_id, grid_piece, next_cell, number, or_body, piece, piece_name, place,
    post, ring_position, seat,
};
use super::{
    CellEvent, FallEvent, FallReport, HandEvent, MarkerChange, MarkerEvent, MarkerName, MoveName,
    PieceName, PushEvent, PushSpeed, SensorEvent, Sureness, TableEvent, TurnEvent,
};
use crate::kabuto::parse::side;
use rules_core::games::kabuto::action::{
    Contact, FurtherElements, MarkerChange as ChosenMarker, MoveChoices, OnRing, Remark, Target,
};
use rules_core::games::kabuto::card::{Alternative, MAX_TAKEN, MoveIndex};
use rules_core::piece::Piece;
use rules_core::place::{Edge, Facing, Post};
use rules_core::player::Colour;
use rules_core::sensing::magnet::Polarity;
use rules_core::sensing::observation::{Cause, NoFallReason};

pub(super) fn dock(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let place = place(phrase)?;
    Ok(TableEvent::Dock {
        place,
        facing: if phrase.accept(&["long"]) {
            Facing::Long
        } else {
            Facing::Short
        },
        sureness: sureness(phrase),
    })
}

pub(super) fn marker(phrase: &mut Phrase<'_>) -> ParsedEvent {
    change_marker(phrase, MarkerChange::Set)
}

pub(super) fn take_marker(phrase: &mut Phrase<'_>) -> ParsedEvent {
    change_marker(phrase, MarkerChange::Take)
}

fn change_marker(phrase: &mut Phrase<'_>, change: MarkerChange) -> ParsedEvent {
    let post = post(phrase)?;
    let owner = if phrase.accept(&["by"]) {
        Some(MarkerName::Side(side(
            phrase.expect("a side of the match")?,
        )?))
    } else {
        phrase.read(Colour::parse).map(MarkerName::Colour)
    };
    let slot = if phrase.accept(&["in", "slot"]) {
        Some(slot(phrase)?)
    } else {
        None
    };
    Ok(TableEvent::Marker(MarkerEvent {
        change,
        post,
        owner,
        slot,
        sureness: sureness(phrase),
    }))
}

/// Reads the number of a slot, from 1, and returns it from 0.
fn slot(phrase: &mut Phrase<'_>) -> Result<u8, String> {
    let number: u8 = number(phrase, "1, 2, 3 or 4")?;
    let slot = number.checked_sub(1).filter(|slot| *slot < 4);
    slot.ok_or_else(|| format!("a post has no slot {number}; write 1, 2, 3 or 4"))
}

fn sureness(phrase: &mut Phrase<'_>) -> Sureness {
    if phrase.accept(&["unsure"]) {
        Sureness::Unsure
    } else {
        Sureness::Sure
    }
}

pub(super) fn load(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let piece = Some(piece(phrase)?);
    Ok(TableEvent::Load { piece, place: None })
}

pub(super) fn load_at(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let place = Some(place(phrase)?);
    Ok(TableEvent::Load { piece: None, place })
}

pub(super) fn push_start(phrase: &mut Phrase<'_>) -> ParsedEvent {
    place(phrase).map(TableEvent::PushStart)
}

pub(super) fn push(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let mut push = PushEvent::default();
    if phrase
        .peek()
        .is_some_and(|word| word.parse::<f32>().is_err())
    {
        push.load.push(piece_name(phrase)?);
        while phrase.accept(&["+"]) {
            push.load.push(piece_name(phrase)?);
        }
        push.or = or_body(phrase)?;
        if phrase.accept(&["at"]) {
            push.place = Some(place(phrase)?);
        }
        while let Some(remark) = phrase.read(Remark::parse) {
            push.remarks = push.remarks.with(remark);
        }
        push.sureness = sureness(phrase);
    } else {
        let speed = number(phrase, "a speed, as 200 mm/s")?;
        let is_speed = phrase.accept(&["mm/s"]);
        let over = number(phrase, "a distance, as 16 mm over")?;
        if !is_speed || !phrase.accept(&["mm", "over"]) {
            return Err(format!(
                "\"{}\" is not a push; write push, 200 mm/s, 16 mm over",
                phrase.text()
            ));
        }
        push.motion = Some(PushSpeed { speed, over });
    }
    Ok(TableEvent::Push(push))
}

pub(super) fn falling(phrase: &mut Phrase<'_>) -> ParsedEvent {
    Ok(TableEvent::FallStart(fall_id(phrase)?, edge(phrase)?))
}

pub(super) fn fall(phrase: &mut Phrase<'_>) -> ParsedEvent {
    fall_by(phrase, Cause::Push)
}

pub(super) fn accident(phrase: &mut Phrase<'_>) -> ParsedEvent {
    fall_by(phrase, Cause::Accident)
}

fn fall_by(phrase: &mut Phrase<'_>, cause: Cause) -> ParsedEvent {
    let numbered = phrase
        .peek()
        .is_some_and(|word| word.parse::<u16>().is_ok());
    let number = if numbered {
        Some(fall_id(phrase)?)
    } else {
        None
    };
    Ok(TableEvent::Fall(FallEvent {
        number,
        piece: piece_name(phrase)?,
        or: or_body(phrase)?,
        edge: phrase.read(Edge::parse),
        cause,
        report: fall_report(phrase)?,
    }))
}

fn fall_report(phrase: &mut Phrase<'_>) -> Result<FallReport, String> {
    let mut report = FallReport::default();
    loop {
        if phrase.accept(&["unsure"]) {
            report.sureness = Sureness::Unsure;
        } else if phrase.accept(&["cause", "unsure"]) {
            report.cause_sureness = Sureness::Unsure;
        } else if phrase.accept(&["one", "plane"]) {
            report.one_plane = true;
        } else if phrase.accept(&["perhaps", "two"]) {
            report.perhaps_two = true;
        } else if phrase.accept(&["unsound"]) {
            report.unsound = true;
        } else if phrase.accept(&["plus"]) {
            report.polarity = Some(Polarity::Plus);
        } else if phrase.accept(&["minus"]) {
            report.polarity = Some(Polarity::Minus);
        } else if phrase.accept(&["onset"]) {
            report.onset_ms = Some(number(phrase, "milliseconds")?);
        } else {
            return Ok(report);
        }
    }
}

pub(super) fn no_fall(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let id = fall_id(phrase)?;
    let word = phrase.rest();
    let reason = NoFallReason::parse(word).ok_or_else(|| {
        let words = NoFallReason::ALL.map(NoFallReason::word).join(", ");
        format!("\"{word}\" is not a reason; write {words}")
    })?;
    Ok(TableEvent::FallRetracted(id, reason))
}

pub(super) fn nudge(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let piece = number(phrase, "the number of a piece")?;
    if !phrase.accept(&["over"]) {
        return Err("over which edge? write nudge 1 over west".to_owned());
    }
    Ok(TableEvent::Hand(HandEvent::Nudge(piece, edge(phrase)?)))
}

/// Reads a piece put on the ring, `small at north 160, 60 in`, or on a cell, `white on
/// e5`.
pub(super) fn put(phrase: &mut Phrase<'_>) -> ParsedEvent {
    if let Some(piece) = grid_piece(phrase) {
        if !phrase.accept(&["on"]) {
            return Err("on which cell? write put white on e5".to_owned());
        }
        let cell = next_cell(phrase)?;
        let sureness = sureness(phrase);
        return Ok(TableEvent::Cell(CellEvent::Put(piece, cell, sureness)));
    }
    let piece = piece(phrase)?;
    if !phrase.accept(&["at"]) {
        return Err("where? write put small at north 160, 60 in".to_owned());
    }
    let position = ring_position(phrase)?;
    Ok(TableEvent::Hand(HandEvent::Put(piece, position)))
}

pub(super) fn lift(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let mut cells = vec![next_cell(phrase)?];
    while let Some(cell) = phrase.read(cell) {
        cells.push(cell);
    }
    let sureness = sureness(phrase);
    Ok(TableEvent::Cell(CellEvent::Lift(cells, sureness)))
}

pub(super) fn slide(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let (from, to) = (next_cell(phrase)?, next_cell(phrase)?);
    Ok(TableEvent::Cell(CellEvent::Slide(from, to)))
}

pub(super) fn mask(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let cell = next_cell(phrase)?;
    Ok(TableEvent::Cell(CellEvent::Mask(cell)))
}

pub(super) fn hand(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let edge = edge(phrase)?;
    let (mut along, mut seconds) = (None, None);
    if phrase.peek().is_some() {
        along = Some(number(phrase, "millimetres along the edge")?);
        if !phrase.accept(&["for"]) {
            return Err("for how long? write hand north 60 for 1".to_owned());
        }
        seconds = Some(number(phrase, "seconds")?);
    }
    Ok(TableEvent::Hand(HandEvent::Reach {
        edge,
        along,
        seconds,
    }))
}

pub(super) fn hand_gone(phrase: &mut Phrase<'_>) -> ParsedEvent {
    Ok(TableEvent::Hand(HandEvent::Gone(edge(phrase)?)))
}

pub(super) fn bump(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let mm = match phrase.peek() {
        Some(_) => Some(number(phrase, "millimetres")?),
        None => None,
    };
    Ok(TableEvent::Sensor(SensorEvent::Bump(mm)))
}

pub(super) fn leaning(phrase: &mut Phrase<'_>) -> ParsedEvent {
    Ok(TableEvent::Sensor(SensorEvent::Leaning(edge(phrase)?)))
}

pub(super) fn cleared(phrase: &mut Phrase<'_>) -> ParsedEvent {
    Ok(TableEvent::Sensor(SensorEvent::Cleared(edge(phrase)?)))
}

pub(super) fn blind(phrase: &mut Phrase<'_>) -> ParsedEvent {
    Ok(TableEvent::Sensor(SensorEvent::CoverageLost(edge(phrase)?)))
}

pub(super) fn sighted(phrase: &mut Phrase<'_>) -> ParsedEvent {
    Ok(TableEvent::Sensor(SensorEvent::CoverageRestored(edge(
        phrase,
    )?)))
}

pub(super) fn faulty(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let (edge, plane, beam) = beam(phrase)?;
    Ok(TableEvent::Sensor(SensorEvent::FaultRaised(
        edge, plane, beam,
    )))
}

pub(super) fn working(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let (edge, plane, beam) = beam(phrase)?;
    Ok(TableEvent::Sensor(SensorEvent::FaultCleared(
        edge, plane, beam,
    )))
}

pub(super) fn special_move(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let word = phrase.expect("the number of the move")?;
    let nth = MoveIndex::parse(word)
        .ok_or_else(|| format!("\"{word}\" is not a move; write 1, 2 or 3"))?;
    let card_of = if phrase.accept(&["of"]) {
        Some(seat(phrase)?)
    } else {
        None
    };
    let mut choices = MoveChoices::default();
    loop {
        if phrase.accept(&["pay"]) {
            choices.pay_to = Some(seat(phrase)?);
        } else if phrase.accept(&["stack", "on"]) {
            choices.stack_on = Some(on_ring(phrase)?);
        } else if phrase.accept(&["markers"]) {
            choices.markers = choices.markers.with(post(phrase)?);
            while let Some(post) = phrase.read(Post::parse) {
                choices.markers = choices.markers.with(post);
            }
        } else if phrase.accept(&["cost"]) {
            choices.cost = Some(alternative(phrase)?);
        } else if phrase.accept(&["effect"]) {
            choices.effect = Some(alternative(phrase)?);
        } else if phrase.accept(&["target"]) {
            choices.target = Some(target(phrase)?);
        } else if phrase.accept(&["shift"]) {
            choices.marker = Some(ChosenMarker::Moved(
                side(phrase.expect("a side of the match")?)?,
                post(phrase)?,
                post(phrase)?,
            ));
        } else if phrase.accept(&["set"]) {
            choices.marker = Some(ChosenMarker::Set(post(phrase)?));
        } else if phrase.accept(&["remove"]) {
            choices.marker = Some(ChosenMarker::Removed(
                side(phrase.expect("a side of the match")?)?,
                post(phrase)?,
            ));
        } else {
            let used = MoveName {
                card_of,
                nth,
                choices,
            };
            return Ok(TableEvent::Turn(TurnEvent::Use(used)));
        }
    }
}

/// Reads the pieces that a player points at, `small + medium touching`.
fn target(phrase: &mut Phrase<'_>) -> Result<Target, String> {
    let piece = on_ring(phrase)?;
    let mut further = Vec::new();
    while phrase.accept(&["+"]) {
        match on_ring(phrase)? {
            OnRing::Piece(Piece::Element(element)) => further.push(element),
            _ => return Err("several pieces are taken at once only of pawns and tokens".to_owned()),
        }
    }
    let word = phrase.expect("touching, stacked or apart")?;
    let contact = Contact::parse(word)
        .ok_or_else(|| format!("\"{word}\" is not a contact; write touching, stacked or apart"))?;
    let further = match further[..] {
        [] => FurtherElements::None,
        [second] => FurtherElements::One(second),
        [second, third] => FurtherElements::Two(second, third),
        _ => return Err(format!("a move takes {MAX_TAKEN} pieces at most")),
    };
    Ok(Target {
        piece,
        further,
        contact,
    })
}

fn alternative(phrase: &mut Phrase<'_>) -> Result<Alternative, String> {
    let word = phrase.expect("1 or 2")?;
    Alternative::parse(word).ok_or_else(|| format!("\"{word}\" is no alternative; write 1 or 2"))
}

fn on_ring(phrase: &mut Phrase<'_>) -> Result<OnRing, String> {
    match piece_name(phrase)? {
        PieceName::BeltPawn => Ok(OnRing::BeltPawn),
        name => name.piece().map(OnRing::Piece),
    }
}

pub(super) fn notation(phrase: &mut Phrase<'_>) -> ParsedEvent {
    Ok(TableEvent::Notation(phrase.rest().to_owned()))
}
