//! Data files as text for people: a summary line, or everything.

use super::board::BoardFile;
use super::deck::DeckFile;
use super::file::DataFile;
use super::layout::LayoutFile;
use super::vocabulary::FileWord;
use super::write::token_name;
use rules_core::games::kabuto::card::{
    Card, CardElements, Condition, Cost, Effect, MarkerOwner, MarkerSource, MovePart, MoveTiming,
    PieceKind, PushPlace, RingSupport, SpecialMove, StackTarget, SumoTaking, TakeDestination,
    TurnEffect,
};
use rules_core::piece::{Size, TokenSlot};
use std::fmt::{self, Write};

impl DataFile {
    /// Returns a summary of the contents in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        match self {
            Self::Deck(file) => {
                let cards = match file.deck.cards.len() {
                    1 => "1 card".into(),
                    n => format!("{n} cards"),
                };
                let bytes = file.bytes().len();
                let trust = file.head.trust.words();
                format!("deck of {cards}, {bytes} bytes on the device, {trust}")
            }
            Self::Layout(LayoutFile {
                head,
                edition,
                players,
                ..
            }) => {
                let title = edition.game().title();
                format!(
                    "layout for {players} players of {title}, {}",
                    head.trust.words()
                )
            }
            Self::Board(BoardFile { head, board }) => {
                format!(
                    "board with a ring of {}, {}",
                    board.ring_side,
                    head.trust.words()
                )
            }
        }
    }

    /// Returns a full description of the contents, in several lines.
    #[must_use]
    pub fn description(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.describe(&mut text);
        text
    }

    fn describe(&self, out: &mut String) -> fmt::Result {
        match self {
            Self::Deck(file) => {
                let DeckFile { head, deck, .. } = &**file;
                writeln!(out, "{}: {}", head.name, self.summary())?;
                let mut cards = deck.cards.iter().enumerate();
                cards.try_for_each(|(n, card)| describe_card(n + 1, card, out))
            }
            Self::Layout(LayoutFile { head, layout, .. }) => {
                writeln!(out, "{}: {}", head.name, self.summary())?;
                let [small, medium, large] = layout.pawns.0;
                writeln!(
                    out,
                    "  on the ring: {large} large, {medium} medium, {small} small"
                )?;
                writeln!(out, "  in the centre: a {} one", layout.centre)
            }
            Self::Board(BoardFile { head, board }) => {
                writeln!(out, "{}: {}", head.name, self.summary())?;
                for (size, diameter) in board.diameters.iter() {
                    writeln!(out, "  {size} disc: {diameter} across")?;
                }
                writeln!(out, "  every disc: {} thick", board.thickness)?;
                writeln!(out, "  sumo: {} across", board.sumo)?;
                writeln!(out, "  special token: {} across", board.token)?;
                let (depth, width) = (board.gutter_depth, board.gutter_width);
                writeln!(out, "  gutter: {depth} deep, {width} wide")?;
                let (width, length) = (board.platform_width, board.platform_length);
                writeln!(out, "  platform: {width} by {length}")
            }
        }
    }
}

fn describe_card(number: usize, card: &Card, out: &mut String) -> fmt::Result {
    let rings = match card.rings {
        RingSupport::Any => "",
        RingSupport::WithPosts => " (only on a ring with posts)",
    };
    writeln!(out, "\n{number}. {}{rings}", card.name)?;
    for token in &card.tokens {
        writeln!(
            out,
            "   token: {} {}, counts as {} in a stack",
            token.count, token.name, token.size
        )?;
    }
    if let Some(junior) = &card.junior {
        writeln!(out, "   Junior League: starts with {}", list(card, junior))?;
    }
    card.moves
        .iter()
        .try_for_each(|entry| describe_move(card, entry, out))
}

fn describe_move(card: &Card, entry: &SpecialMove, out: &mut String) -> fmt::Result {
    let rule = &entry.rule;
    let when = match (rule.place, rule.when) {
        (TurnEffect::Replaces, _) => "instead of the turn",
        (TurnEffect::Extra, MoveTiming::Before) => "before the push",
        (TurnEffect::Extra, MoveTiming::After) => "after the push",
        (TurnEffect::Extra, MoveTiming::Either) => "before or after the push",
    };
    writeln!(out, "   {}, {when}", entry.name)?;
    let needs = rule.conditions.iter().map(|entry| need(card, entry));
    let costs = rule.costs.iter().map(|entry| cost(card, entry));
    let effects = rule.effects.iter().map(|entry| effect(card, entry));
    for (label, part, entries) in [
        ("needs  ", MovePart::Conditions, needs.collect::<Vec<_>>()),
        ("costs  ", MovePart::Costs, costs.collect()),
        ("effect ", MovePart::Effects, effects.collect()),
    ] {
        for (n, entry) in entries.iter().enumerate() {
            let or = if n > 0 && rule.one_of.contains(part) {
                "or "
            } else {
                ""
            };
            writeln!(out, "     {label} {or}{entry}")?;
        }
    }
    Ok(())
}

fn need(card: &Card, condition: &Condition) -> String {
    match condition {
        Condition::Touches(kind, PieceKind::OwnSumo) => format!("your sumo touches {}", a(*kind)),
        Condition::Touches(kind, by) => format!("{} touches {}", a(*by), a(*kind)),
        Condition::MarkerHere(MarkerOwner::Own) => {
            "your marker is where the platform stands".into()
        }
        Condition::MarkerHere(MarkerOwner::Opponents) => {
            "a marker of an opponent is where the platform stands".into()
        }
        Condition::KnockedOff(kind, 1) => format!("you knocked off {} in this turn", a(*kind)),
        Condition::KnockedOff(kind, count) => {
            format!("you knocked off {count} in this turn: {}", kind.word())
        }
        Condition::Markers(1) => "1 of your markers is on a post".into(),
        Condition::Markers(count) => format!("{count} of your markers are on posts"),
        Condition::Holds(listed) => format!("you hold {}", list(card, listed)),
    }
}

fn cost(card: &Card, cost: &Cost) -> String {
    match cost {
        Cost::Pay(listed) => format!("pay {} to an opponent", list(card, listed)),
        Cost::PayEach(listed) => format!("pay {} to each opponent", list(card, listed)),
        Cost::Stack(listed, StackTarget::Elements) => {
            format!("stack {} onto an element on the ring", list(card, listed))
        }
        Cost::Stack(listed, StackTarget::SumosToo) => {
            format!("stack {} onto an element or a sumo", list(card, listed))
        }
        Cost::RemoveMarkers(_, MarkerSource::Here) => {
            "take back your marker where the platform stands".into()
        }
        Cost::RemoveMarkers(1, MarkerSource::Anywhere) => "take back 1 of your markers".into(),
        Cost::RemoveMarkers(count, MarkerSource::Anywhere) => {
            format!("take back {count} of your markers")
        }
    }
}

fn effect(card: &Card, effect: &Effect) -> String {
    match effect {
        Effect::Gain(listed) => format!("gain {}", list(card, listed)),
        Effect::ExtraPush(PushPlace::Here) => {
            "push once more, with the platform where it is".into()
        }
        Effect::ExtraPush(PushPlace::Anywhere) => {
            "push once more; you may set the platform down elsewhere first".into()
        }
        Effect::PushGroup(listed) => format!("you may push {} interlocked", list(card, listed)),
        Effect::Cue(slot) => {
            let name = token_name(card, *slot);
            format!("you may push with {name} as a cue; it goes back to the reserve")
        }
        Effect::Take(kind, count, to) => {
            let what = match count {
                1 => a(*kind),
                count => format!("up to {count} pieces ({})", kind.word()),
            };
            match to {
                TakeDestination::Inventory => {
                    format!("take {what} off the ring into your inventory")
                }
                TakeDestination::Reserve => format!("take {what} off the ring to the reserve"),
            }
        }
        Effect::Exchange(give, get) => {
            format!("exchange {} for {}", list(card, give), list(card, get))
        }
        Effect::MoveMarker(MarkerOwner::Own) => "move one of your markers to another post".into(),
        Effect::MoveMarker(MarkerOwner::Opponents) => {
            "move a marker of an opponent to another post".into()
        }
        Effect::SetMarker => "set one of your markers on any post".into(),
        Effect::RemoveMarker => "take a marker of an opponent off its post".into(),
        Effect::TakeSumo(SumoTaking::OwnMoved) => {
            "take your sumo and set it down anywhere on the ring".into()
        }
        Effect::TakeSumo(SumoTaking::OpponentMoved) => {
            "take the sumo of an opponent and set it down anywhere on the ring".into()
        }
        Effect::TakeSumo(SumoTaking::OpponentOut) => {
            "take the sumo of an opponent off the ring, as if you had knocked it off".into()
        }
    }
}

/// Returns the name of a kind of piece with its article.
fn a(kind: PieceKind) -> String {
    let article = match kind {
        PieceKind::AnyElement | PieceKind::OpponentSumo => "an",
        PieceKind::OwnToken => "one of your tokens",
        PieceKind::OwnSumo => "your sumo",
        PieceKind::Belt => "the",
        PieceKind::AnyPawn | PieceKind::Pawn(_) | PieceKind::AnyToken => "a",
    };
    match kind {
        PieceKind::OwnToken | PieceKind::OwnSumo => article.to_owned(),
        _ => format!("{article} {}", kind.word()),
    }
}

fn list(card: &Card, listed: &CardElements) -> String {
    let pawns = Size::ALL
        .into_iter()
        .rev()
        .map(|size| (size.word(), listed.pawns[size]));
    let tokens = TokenSlot::ALL
        .into_iter()
        .map(|slot| (token_name(card, slot), listed.tokens[slot]));
    let parts: Vec<String> = pawns
        .chain(tokens)
        .filter(|part| part.1 > 0)
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    parts.join(", ")
}
