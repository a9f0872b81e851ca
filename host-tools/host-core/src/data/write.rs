//! Writer of decks as TOML text that reads as the same deck again.

use super::deck::DeckFile;
use super::file::Verification;
use super::vocabulary::FileWord;
use rules_core::games::kabuto::card::{
    Card, CardElements, Condition, Cost, Effect, RingSupport, SpecialMove, StackTarget, TurnEffect,
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
    list("cost", rule.costs.iter().map(|entry| cost(card, entry)), f)?;
    list(
        "needs",
        rule.conditions.iter().map(|entry| need(card, entry)),
        f,
    )?;
    list(
        "effect",
        rule.effects.iter().map(|entry| effect(card, entry)),
        f,
    )
}

fn list(
    key: &str,
    entries: impl Iterator<Item = String>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let entries: Vec<String> = entries.map(|entry| format!("{{ {entry} }}")).collect();
    match entries.as_slice() {
        [] => Ok(()),
        some => writeln!(f, "{key} = [ {} ]", some.join(", ")),
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
        Condition::Touches(kind) => format!("touches = \"{}\"", kind.word()),
        Condition::MarkerHere => "marker_here = true".into(),
        Condition::Markers(count) => format!("markers = {count}"),
        Condition::Holds(listed) => format!("holds = {}", amounts(card, listed)),
    }
}

fn effect(card: &Card, effect: &Effect) -> String {
    match effect {
        Effect::Gain(listed) => format!("gain = {}", amounts(card, listed)),
        Effect::ExtraPush => "extra_push = true".into(),
        Effect::PushGroup(listed) => format!("push_group = {}", amounts(card, listed)),
        Effect::Cue(slot) => format!("cue = {}", quoted(token_name(card, *slot))),
        Effect::Take(kind, to) => format!("take = \"{}\", to = \"{}\"", kind.word(), to.word()),
        Effect::Exchange(give, get) => format!(
            "exchange = {}, for = {}",
            amounts(card, give),
            amounts(card, get)
        ),
        Effect::MoveMarker(whose) => format!("move_marker = \"{}\"", whose.word()),
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
