//! Reader of the cards in a deck file.

use super::amounts::{Declared, MAX_TOKENS, Supply};
use super::deck::{Boxes, CardSource};
use super::diagnostics::{Diagnostics, Parsed};
use super::label::{self, Named};
use super::lint::{self, MoveParts};
use super::mechanism::{Spanned, read_cost, read_effect, read_need};
use super::toml_cursor::{Field, TomlTable};
use super::vocabulary::FileWord;
use crate::spelling::nearest;
use rules_core::games::kabuto::card::{
    Card, CardElements, Effect, MovePart, MoveRule, MoveTiming, RingSupport, SpecialMove,
    TokenKind, TurnEffect,
};
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::{BySize, Size, TokenSlot};

const CARD: [&str; 5] = ["name", "posts", "token", "junior", "move"];
const TOKEN: [&str; 3] = ["name", "size", "count"];
const MOVE: [&str; 6] = ["name", "when", "replaces_turn", "cost", "needs", "effect"];

/// Card as read from a file. Its name is kept even if other parts are broken, so that a
/// second card of the same name is found.
#[derive(Debug)]
pub(super) struct ReadCard {
    pub(super) name: Parsed<Named>,
    pub(super) card: Parsed<Card>,
}

pub(super) fn read(
    mut table: TomlTable,
    source: CardSource,
    diagnostics: &mut Diagnostics,
) -> ReadCard {
    table.only(&CARD, diagnostics);
    let name = label::read(&table, "the card's name", diagnostics);
    let rings = read_rings(&table, source.boxes, diagnostics);
    let (supply, tokens) = read_tokens(&table, source, diagnostics);
    let junior = table
        .find("junior")
        .map(|field| supply.amounts(field, diagnostics));
    let has_posts = !matches!(rings, Ok(RingSupport::Any));
    let moves = read_moves(&table, &supply, has_posts, diagnostics);
    if table.find("move").is_none() && junior.is_none() {
        let wrong = "this card can do nothing";
        diagnostics.report_missing(
            table.at,
            wrong,
            "give it a [[card.move]] or a [card.junior]",
        );
    }
    let card = name.clone().and_then(|name| {
        let card = Card {
            name: name.label,
            rings: rings?,
            tokens: tokens?,
            junior: junior.transpose()?,
            moves: moves?,
        };
        check_tokens_come_in(&card, table.at, diagnostics);
        Ok(card)
    });
    ReadCard { name, card }
}

fn read_rings(
    table: &TomlTable,
    boxes: Boxes,
    diagnostics: &mut Diagnostics,
) -> Parsed<RingSupport> {
    let Some(field) = table.find("posts") else {
        return Ok(RingSupport::Any);
    };
    if !field.flag(diagnostics)? {
        return Ok(RingSupport::Any);
    }
    if boxes == Boxes::One(Edition::KabutoSumo) {
        let wrong = "a ring of game = \"ks\" has no posts";
        return Err(diagnostics.report(field.at, wrong, "write posts = false, or game = \"both\""));
    }
    Ok(RingSupport::WithPosts)
}

fn read_tokens(
    table: &TomlTable,
    source: CardSource,
    diagnostics: &mut Diagnostics,
) -> (Supply, Parsed<heapless::Vec<TokenKind, 2, u8>>) {
    let entries = table
        .find("token")
        .map_or_else(Vec::new, |field| field.tables("a token", diagnostics));
    let mut declared = Vec::new();
    let mut names = Vec::new();
    let kinds = fill::<_, 2>(
        &entries,
        "token",
        "write at most 2 kinds for a card",
        diagnostics,
        |mut entry, diagnostics| {
            entry.only(&TOKEN, diagnostics);
            let name = label::read(&entry, "the token's name", diagnostics);
            let size = entry
                .need("size", "write size = \"medium\"", diagnostics)
                .and_then(|field| field.word(&Size::all(), <Size as FileWord>::parse, diagnostics));
            let count = entry
                .need("count", "write count = 1", diagnostics)
                .and_then(|field| field.count(MAX_TOKENS, diagnostics));
            // A name too long for the device is reported elsewhere; moves that use the name
            // mean this token.
            let written = entry.find("name").and_then(|field| field.as_text());
            declared.push(Declared {
                name: written.unwrap_or_default().to_owned(),
                count: count.ok(),
            });
            let name = name?;
            if let Some(size) = <Size as FileWord>::parse(&name.label) {
                let wrong = format_args!("a token named \"{}\" reads like a pawn", size.word());
                return Err(diagnostics.report(name.at, wrong, "write another name"));
            }
            names.push(name.clone());
            Ok(TokenKind {
                name: name.label,
                size: size?,
                count: count?,
            })
        },
    );
    let kinds = kinds.map(|kinds| kinds.into_iter().collect());
    label::check_distinct(&names, "token of this card", diagnostics);
    let supply = Supply {
        pawns: BySize::from_fn(|size| source.boxes.pawns(size)),
        format: source.format,
        tokens: declared,
    };
    (supply, kinds)
}

fn read_moves(
    table: &TomlTable,
    supply: &Supply,
    has_posts: bool,
    diagnostics: &mut Diagnostics,
) -> Parsed<heapless::Vec<SpecialMove, 3, u8>> {
    let entries = table
        .find("move")
        .map_or_else(Vec::new, |field| field.tables("a move", diagnostics));
    let mut names = Vec::new();
    let moves = fill::<_, 3>(
        &entries,
        "move",
        "write at most 3 for a card",
        diagnostics,
        |mut entry, diagnostics| {
            entry.only(&MOVE, diagnostics);
            let name = label::read(&entry, "the move's name", diagnostics);
            names.extend(name.clone());
            let rule = read_rule(&entry, supply, has_posts, diagnostics);
            Ok(SpecialMove {
                name: name?.label,
                rule: rule?,
            })
        },
    );
    label::check_distinct(&names, "move of this card", diagnostics);
    moves.map(|moves| moves.into_iter().collect())
}

fn read_rule(
    entry: &TomlTable,
    supply: &Supply,
    has_posts: bool,
    diagnostics: &mut Diagnostics,
) -> Parsed<MoveRule> {
    let when = match entry.find("when") {
        Some(field) => field
            .word(&MoveTiming::all(), MoveTiming::parse, diagnostics)
            .map(|value| Spanned {
                value,
                at: field.at,
            }),
        None => Ok(Spanned {
            value: MoveTiming::Either,
            at: entry.at,
        }),
    };
    let place = match entry
        .find("replaces_turn")
        .map(|field| field.flag(diagnostics))
    {
        Some(Ok(true)) => Ok(TurnEffect::Replaces),
        Some(Ok(false)) | None => Ok(TurnEffect::Extra),
        Some(Err(broken)) => Err(broken),
    };
    let costs = read_list(entry, supply, MovePart::Costs, diagnostics, read_cost);
    let needs = read_list(entry, supply, MovePart::Conditions, diagnostics, read_need);
    let effects = read_list(entry, supply, MovePart::Effects, diagnostics, read_effect);
    let (costs_whole, needs_whole, effects_whole) = (costs.whole, needs.whole, effects.whole);
    let is_choice = [
        (MovePart::Costs, costs.is_choice),
        (MovePart::Conditions, needs.is_choice),
        (MovePart::Effects, effects.is_choice),
    ];
    let parts = MoveParts {
        costs: costs.entries,
        needs: needs.entries,
        effects: effects.entries,
        one_of: is_choice
            .into_iter()
            .filter(|(_, is_choice)| *is_choice)
            .map(|(part, _)| part)
            .collect(),
    };
    lint::check_parts(&parts, has_posts, diagnostics);
    let (when, place) = (when?, place?);
    effects_whole?;
    // Effects that could not be read were reported where they stand.
    if !parts.effects.is_empty() || entry.find("effect").is_none() {
        lint::check_time(when, place, &parts.effects, entry.at, diagnostics);
    }
    costs_whole.and(needs_whole)?;
    Ok(MoveRule {
        when: when.value,
        place,
        costs: parts.costs.iter().map(|cost| cost.value).collect(),
        conditions: parts.needs.iter().map(|need| need.value).collect(),
        effects: parts.effects.iter().map(|effect| effect.value).collect(),
        one_of: parts.one_of,
    })
}

/// List of a move as read from a file.
#[derive(Debug)]
struct ReadList<T> {
    /// Entries that could be read.
    entries: Vec<Spanned<T>>,
    /// True if one of the entries applies instead of all.
    is_choice: bool,
    /// Error if any entry could not be read.
    whole: Parsed<()>,
}

/// Reader of one entry in a list of a move.
type EntryReader<T> = fn(TomlTable, &Supply, &mut Diagnostics) -> Parsed<Spanned<T>>;

/// Reads a list of at most two entries: `[ ... ]`, or `{ one_of = [ ... ] }` for
/// alternatives.
fn read_list<T>(
    entry: &TomlTable,
    supply: &Supply,
    part: MovePart,
    diagnostics: &mut Diagnostics,
    read: EntryReader<T>,
) -> ReadList<T> {
    let (key, what) = match part {
        MovePart::Costs => ("cost", "a cost"),
        MovePart::Conditions => ("needs", "a need"),
        MovePart::Effects => ("effect", "an effect"),
    };
    let mut list = ReadList {
        entries: Vec::new(),
        is_choice: false,
        whole: Ok(()),
    };
    let Some(mut field) = entry.find(key) else {
        return list;
    };
    let is_close = |field: &Field| nearest(field.key, ["one_of"]).is_some();
    let alternatives = field
        .as_table(what)
        .filter(|table| table.fields().iter().any(is_close));
    if let Some(mut table) = alternatives {
        table.only(&["one_of"], diagnostics);
        let instead = format_args!("write {key} = [ ... ], or {key} = {{ one_of = [ ... ] }}");
        match table.need("one_of", instead, diagnostics) {
            Ok(alternatives) => field = alternatives,
            Err(broken) => {
                list.whole = Err(broken);
                return list;
            }
        }
        list.is_choice = true;
        list.whole = supply.needs_second_format(field.at, "`one_of`", diagnostics);
    }
    let entries = field.tables(what, diagnostics);
    if list.is_choice && entries.len() == 1 {
        let wrong = "`one_of` has one entry and leaves no choice";
        let instead = format_args!("write two entries, or {key} = [ ... ]");
        list.whole = Err(diagnostics.report(field.at, wrong, instead));
    }
    let filled = fill::<_, 2>(
        &entries,
        key,
        "write at most 2 in a move",
        diagnostics,
        |entry, diagnostics| read(entry, supply, diagnostics).map(|part| list.entries.push(part)),
    );
    list.whole = list.whole.and(filled.map(|_| ()));
    list
}

/// Reads every entry of a list. Reports each mistake in them and the first entry beyond
/// the capacity `N`.
pub(super) fn fill<'a, T, const N: usize>(
    entries: &[TomlTable<'a>],
    key: &str,
    instead: &str,
    diagnostics: &mut Diagnostics,
    mut read: impl FnMut(TomlTable<'a>, &mut Diagnostics) -> Parsed<T>,
) -> Parsed<Vec<T>> {
    let mut list = Vec::new();
    let mut whole = Ok(());
    for (n, entry) in entries.iter().enumerate() {
        if n == N {
            let wrong = format_args!("there are {} of `{key}`", entries.len());
            whole = Err(diagnostics.report(entry.at, wrong, instead));
        }
        match read(entry.clone(), diagnostics) {
            Ok(value) => list.push(value),
            Err(broken) => whole = Err(broken),
        }
    }
    whole.map(|()| list)
}

/// Reports a special token that no move or junior set-up brings into play: all tokens start
/// in the reserve (SS-S3), so it would never be played.
fn check_tokens_come_in(card: &Card, at: usize, diagnostics: &mut Diagnostics) {
    let lists = |listed: &CardElements, slot: TokenSlot| listed.tokens[slot] > 0;
    for (slot, token) in TokenSlot::ALL.into_iter().zip(&card.tokens) {
        let gained = card
            .moves
            .iter()
            .flat_map(|entry| &entry.rule.effects)
            .any(|effect| match effect {
                Effect::Gain(listed) | Effect::Exchange(_, listed) => lists(listed, slot),
                _ => false,
            });
        if !gained && !card.junior.is_some_and(|junior| lists(&junior, slot)) {
            let wrong = format_args!(
                "nothing on this card brings in its token \"{}\"",
                token.name
            );
            let instead = "give a move an effect { gain = { ... } } with it, or drop it";
            diagnostics.report(at, wrong, instead);
        }
    }
}
