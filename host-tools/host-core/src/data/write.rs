//! Writer of decks as TOML text that reads as the same deck again.

use super::deck::{DeckFile, DeckFormat};
use super::file::Verification;
use super::vocabulary::FileWord;
use rules_core::games::kabuto::card::{
    Card, CardElements, Condition, Cost, Effect, MarkerOwner, MovePart, PieceKind, PushPlace,
    RingSupport, SpecialMove, StackTarget, SumoTaking, TurnEffect,
};
use rules_core::piece::{Size, TokenSlot};
use std::fmt;

impl fmt::Display for DeckFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "kind = \"deck\"")?;
        writeln!(f, "name = {}", quoted(&self.head.name))?;
        writeln!(
            f,
            "verified = {}",
            self.head.trust == Verification::Verified
        )?;
        writeln!(f, "format = {}", DeckFormat::Second.number())?;
        writeln!(f, "game = \"{}\"", self.boxes.word())?;
        self.deck.cards.iter().try_for_each(|entry| card(entry, f))
    }
}

fn card(card: &Card, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "\n[[card]]\nname = {}", quoted(&card.name))?;
    writeln!(f, "posts = {}", card.rings == RingSupport::WithPosts)?;
    for token in &card.tokens {
        writeln!(f, "\n[[card.token]]\nname = {}", quoted(&token.name))?;
        writeln!(f, "size = \"{}\"\ncount = {}", token.size, token.count)?;
    }
    if let Some(junior) = &card.junior {
        writeln!(f, "\n[card.junior]")?;
        for (key, count) in entries(card, junior) {
            writeln!(f, "{key} = {count}")?;
        }
    }
    card.moves
        .iter()
        .try_for_each(|entry| special_move(card, entry, f))
}

fn special_move(card: &Card, entry: &SpecialMove, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let rule = &entry.rule;
    writeln!(f, "\n[[card.move]]\nname = {}", quoted(&entry.name))?;
    writeln!(f, "when = \"{}\"", rule.when.word())?;
    if rule.place == TurnEffect::Replaces {
        writeln!(f, "replaces_turn = true")?;
    }
    let costs = rule.costs.iter().map(|entry| cost(card, entry));
    let needs = rule.conditions.iter().map(|entry| need(card, entry));
    let effects = rule.effects.iter().map(|entry| effect(card, entry));
    for (part, entries) in [
        (MovePart::Costs, costs.collect::<Vec<_>>()),
        (MovePart::Conditions, needs.collect()),
        (MovePart::Effects, effects.collect()),
    ] {
        list(part, rule.one_of.contains(part), &entries, f)?;
    }
    Ok(())
}

fn list(
    part: MovePart,
    is_choice: bool,
    entries: &[String],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    if entries.is_empty() {
        return Ok(());
    }
    let entries: Vec<String> = entries
        .iter()
        .map(|entry| format!("{{ {entry} }}"))
        .collect();
    let entries = entries.join(", ");
    if is_choice {
        writeln!(f, "{part} = {{ one_of = [ {entries} ] }}")
    } else {
        writeln!(f, "{part} = [ {entries} ]")
    }
}

fn cost(card: &Card, cost: &Cost) -> String {
    match cost {
        Cost::Pay(listed) => format!("pay = {}", amounts(card, listed)),
        Cost::PayEach(listed) => format!("pay_each = {}", amounts(card, listed)),
        Cost::Stack(listed, onto) => {
            let onto_sumo = *onto == StackTarget::SumosToo;
            format!("stack = {}, onto_sumo = {onto_sumo}", amounts(card, listed))
        }
        Cost::RemoveMarkers(count, at) => {
            format!("remove_markers = {count}, at = \"{}\"", at.word())
        }
    }
}

fn need(card: &Card, condition: &Condition) -> String {
    match condition {
        Condition::Touches(kind, PieceKind::OwnSumo) => format!("touches = \"{}\"", kind.word()),
        Condition::Touches(kind, by) => {
            format!("touches = \"{}\", by = \"{}\"", kind.word(), by.word())
        }
        Condition::MarkerHere(MarkerOwner::Own) => "marker_here = true".into(),
        Condition::MarkerHere(owner) => format!("marker_here = \"{}\"", owner.word()),
        Condition::KnockedOff(kind, count) => {
            format!("knocked_off = \"{}\", count = {count}", kind.word())
        }
        Condition::Markers(count) => format!("markers = {count}"),
        Condition::Holds(listed) => format!("holds = {}", amounts(card, listed)),
    }
}

fn effect(card: &Card, effect: &Effect) -> String {
    match effect {
        Effect::Gain(listed) => format!("gain = {}", amounts(card, listed)),
        Effect::ExtraPush(PushPlace::Here) => "extra_push = true".into(),
        Effect::ExtraPush(place) => format!("extra_push = \"{}\"", place.word()),
        Effect::PushGroup(listed) => format!("push_group = {}", amounts(card, listed)),
        Effect::Cue(slot) => format!("cue = {}", quoted(token_name(card, *slot))),
        Effect::Take(kind, 1, to) => format!("take = \"{}\", to = \"{}\"", kind.word(), to.word()),
        Effect::Take(kind, count, to) => {
            let (kind, to) = (kind.word(), to.word());
            format!("take = \"{kind}\", count = {count}, to = \"{to}\"")
        }
        Effect::Exchange(give, get) => format!(
            "exchange = {}, for = {}",
            amounts(card, give),
            amounts(card, get)
        ),
        Effect::MoveMarker(whose) => format!("move_marker = \"{}\"", whose.word()),
        Effect::SetMarker => "set_marker = true".into(),
        Effect::RemoveMarker => "remove_marker = \"opponent\"".into(),
        Effect::TakeSumo(taking) => {
            let (owner, to) = match taking {
                SumoTaking::OwnMoved => ("own", "ring"),
                SumoTaking::OpponentMoved => ("opponent", "ring"),
                SumoTaking::OpponentOut => ("opponent", "out"),
            };
            format!("take_sumo = \"{owner}\", to = \"{to}\"")
        }
    }
}

fn amounts(card: &Card, listed: &CardElements) -> String {
    let entries: Vec<String> = entries(card, listed)
        .map(|(key, count)| format!("{key} = {count}"))
        .collect();
    format!("{{ {} }}", entries.join(", "))
}

/// Returns the elements of an amount, largest disc first, with their keys in a file.
fn entries(card: &Card, listed: &CardElements) -> impl Iterator<Item = (String, u8)> {
    let pawns = Size::ALL
        .into_iter()
        .rev()
        .map(|size| (size.word().to_owned(), listed.pawns[size]));
    let tokens = TokenSlot::ALL
        .into_iter()
        .map(|slot| (key(token_name(card, slot)), listed.tokens[slot]));
    pawns.chain(tokens).filter(|entry| entry.1 > 0)
}

/// Returns the name of a card's token; `?` if the card has no such token.
pub(super) fn token_name(card: &Card, slot: TokenSlot) -> &str {
    card.tokens
        .get(slot.index())
        .map_or("?", |token| token.name.as_str())
}

/// Returns `name` as a TOML key, in quotation marks if necessary.
fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(is_bare) {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// Returns text in quotation marks on one line. The `toml` crate would choose a multi-line
/// string for some names, which cannot be a key.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted += &format!("\\U{:08X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
