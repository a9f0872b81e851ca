//! Readers of table events at the device: buttons, words of people, hosts, power,
//! sensors.

use super::parse::ParsedEvent;
use super::phrase::Phrase;
use super::speech::Speech;
use super::vocabulary::{beam, button, edge, number, seat};
use super::{Disturbance, EventDriver, HostEvent, MAX_CHANNEL_OFFSET, TableEvent};
use rules_core::clause::Clause;
use rules_core::panel::Press;

pub(super) fn press(phrase: &mut Phrase<'_>) -> ParsedEvent {
    Ok(TableEvent::Press(Press::Short(button(phrase)?)))
}

pub(super) fn hold(phrase: &mut Phrase<'_>) -> ParsedEvent {
    Ok(TableEvent::Press(match phrase.accept(&["both"]) {
        true => Press::Both,
        false => Press::Long(button(phrase)?),
    }))
}

pub(super) fn say(phrase: &mut Phrase<'_>) -> ParsedEvent {
    Ok(TableEvent::Speech(Speech::Declare(
        phrase.rest().to_owned(),
    )))
}

pub(super) fn answer(phrase: &mut Phrase<'_>) -> ParsedEvent {
    Ok(TableEvent::Speech(Speech::Answer(phrase.rest().to_owned())))
}

pub(super) fn overrule_turn(phrase: &mut Phrase<'_>) -> ParsedEvent {
    Ok(TableEvent::Speech(Speech::OverruleTurn(seat(phrase)?)))
}

pub(super) fn host_asks(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let text = phrase.rest();
    match TableEvent::parse(text, EventDriver::Physics)? {
        TableEvent::Speech(speech) => Ok(TableEvent::Host(HostEvent::Command(speech))),
        _ => Err(format!("a host cannot ask for \"{text}\"")),
    }
}

pub(super) fn garbage(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let bytes = number(phrase, "a number of bytes")?;
    Ok(TableEvent::Host(HostEvent::Garbage(bytes)))
}

pub(super) fn challenge(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let word = phrase.expect("a clause")?;
    let clause = Clause::parse(word).ok_or_else(|| format!("unknown clause \"{word}\""))?;
    Ok(TableEvent::Host(HostEvent::Challenge(clause)))
}

pub(super) fn power_cut_in_write(phrase: &mut Phrase<'_>) -> ParsedEvent {
    number(phrase, "which write").map(|write| TableEvent::PowerCut(Some(write)))
}

pub(super) fn wait(phrase: &mut Phrase<'_>) -> ParsedEvent {
    Ok(TableEvent::Wait(match phrase.peek() {
        Some(_) => Some(number(phrase, "seconds")?),
        None => None,
    }))
}

pub(super) fn channel(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let word = phrase.expect("the number of a channel")?;
    let channel = word
        .parse()
        .map_err(|_| format!("\"{word}\" is not a channel; write its number, counted from 0"))?;
    let word = phrase.expect("steps")?;
    let steps = word.parse().ok();
    let steps = steps.filter(|steps| (-MAX_CHANNEL_OFFSET..=MAX_CHANNEL_OFFSET).contains(steps));
    let steps = steps.ok_or_else(|| {
        format!("\"{word}\" is not an offset; write steps from -{MAX_CHANNEL_OFFSET} to {MAX_CHANNEL_OFFSET}")
    })?;
    Ok(TableEvent::Disturbance(Disturbance::Channel(
        channel, steps,
    )))
}

pub(super) fn plug(phrase: &mut Phrase<'_>) -> ParsedEvent {
    edge(phrase).map(|edge| TableEvent::Disturbance(Disturbance::Cable(edge, true)))
}

pub(super) fn unplug(phrase: &mut Phrase<'_>) -> ParsedEvent {
    edge(phrase).map(|edge| TableEvent::Disturbance(Disturbance::Cable(edge, false)))
}

pub(super) fn darken(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let (edge, plane, beam) = beam(phrase)?;
    Ok(TableEvent::Disturbance(Disturbance::Beam(
        edge, plane, beam, true,
    )))
}

pub(super) fn light(phrase: &mut Phrase<'_>) -> ParsedEvent {
    let (edge, plane, beam) = beam(phrase)?;
    Ok(TableEvent::Disturbance(Disturbance::Beam(
        edge, plane, beam, false,
    )))
}
