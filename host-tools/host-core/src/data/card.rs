//! Reader of the cards in a deck file.

use super::amounts::{Declared, Supply};
use super::deck::Boxes;
use super::diagnostics::{Diagnostics, Parsed};
use super::label::{self, Named};
use super::lint::{self, MoveParts};
use super::mechanism::{Spanned, read_cost, read_effect, read_need};
use super::toml_cursor::TomlTable;
use super::vocabulary::FileWord;
use rules_core::games::kabuto::card::{
    Card, CardElements, Effect, MoveRule, MoveTiming, RingSupport, SpecialMove, TokenKind,
    TurnEffect,
};
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::{BySize, Size, TokenSlot};

const CARD: [&str; 5] = ["name", "posts", "token", "junior", "move"];
const TOKEN: [&str; 3] = ["name", "size", "count"];
const MOVE: [&str; 6] = ["name", "when", "replaces_turn", "cost", "needs", "effect"];

/// Card as read from a file. The parts that the checks of the whole deck need are kept even
/// if other parts are broken, so that a second card of its name or a token too many is
/// found.
#[derive(Debug)]
pub(super) struct ReadCard {
    pub(super) name: Parsed<Named>,
    pub(super) rings: Parsed<RingSupport>,
    /// Number of special tokens of all kinds that the card declares.
    pub(super) tokens: u32,
    pub(super) card: Parsed<Card>,
    pub(super) at: usize,
}

pub(super) fn read(mut table: TomlTable, boxes: Boxes, diagnostics: &mut Diagnostics) -> ReadCard {
    table.only(&CARD, diagnostics);
    let name = label::read(&table, "the card's name", diagnostics);
    let rings = read_rings(&table, boxes, diagnostics);
    let (supply, tokens) = read_tokens(&table, boxes, diagnostics);
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
    let counts = supply.tokens.iter().filter_map(|token| token.count);
    ReadCard {
        name,
        rings,
        tokens: counts.map(u32::from).sum(),
        card,
        at: table.at,
    }
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
    boxes: Boxes,
    diagnostics: &mut Diagnostics,
) -> (Supply, Parsed<heapless::Vec<TokenKind, 2, u8>>) {
    let entries = table
        .find("token")
        .map_or_else(Vec::new, |field| field.tables("a token", diagnostics));
    let mut declared = Vec::new();
    let mut names = Vec::new();
    let kinds = fill(
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
                .and_then(|field| field.count(boxes.tokens(), diagnostics));
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
    label::check_distinct(&names, "token of this card", diagnostics);
    let supply = Supply {
        pawns: BySize::from_fn(|size| boxes.pawns(size)),
        all_tokens: boxes.tokens(),
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
    let moves = fill(
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
    moves
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
    let (costs, costs_whole) =
        read_list(entry, "cost", "a cost", diagnostics, |cost, diagnostics| {
            read_cost(cost, supply, diagnostics)
        });
    let (needs, needs_whole) = read_list(
        entry,
        "needs",
        "a need",
        diagnostics,
        |need, diagnostics| read_need(need, supply, diagnostics),
    );
    let (effects, effects_whole) = read_list(
        entry,
        "effect",
        "an effect",
        diagnostics,
        |effect, diagnostics| read_effect(effect, supply, diagnostics),
    );
    let parts = MoveParts {
        costs,
        needs,
        effects,
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
    })
}

/// Reads the list of at most two entries under `key`. Returns the entries that could be
/// read, and an error if any could not.
fn read_list<'a, T>(
    entry: &TomlTable<'a>,
    key: &'static str,
    what: &'static str,
    diagnostics: &mut Diagnostics,
    mut read: impl FnMut(TomlTable<'a>, &mut Diagnostics) -> Parsed<Spanned<T>>,
) -> (Vec<Spanned<T>>, Parsed<()>) {
    let Some(field) = entry.find(key) else {
        return (Vec::new(), Ok(()));
    };
    let entries = field.tables(what, diagnostics);
    let mut list = Vec::new();
    let whole: Parsed<heapless::Vec<(), 2, u8>> = fill(
        &entries,
        key,
        "write at most 2 in a move",
        diagnostics,
        |entry, diagnostics| read(entry, diagnostics).map(|part| list.push(part)),
    );
    (list, whole.map(|_| ()))
}

/// Reads every entry of a list. Reports each mistake in them and the first entry beyond
/// the capacity `N`.
pub(super) fn fill<'a, T, const N: usize>(
    entries: &[TomlTable<'a>],
    key: &str,
    instead: &str,
    diagnostics: &mut Diagnostics,
    mut read: impl FnMut(TomlTable<'a>, &mut Diagnostics) -> Parsed<T>,
) -> Parsed<heapless::Vec<T, N, u8>> {
    let mut list = heapless::Vec::new();
    let mut whole = Ok(());
    for (n, entry) in entries.iter().enumerate() {
        if n == N {
            let wrong = format_args!("there are {} of `{key}`", entries.len());
            whole = Err(diagnostics.report(entry.at, wrong, instead));
        }
        match read(entry.clone(), diagnostics) {
            // An entry beyond the capacity was reported above.
            Ok(value) => drop(list.push(value)),
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
