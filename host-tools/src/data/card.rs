//! One card of a deck file.

use super::amounts::{Declared, Supply};
use super::deck::Boxes;
use super::label::{self, Named};
use super::mechanism::{Placed, read_cost, read_effect, read_need};
use super::mistake::{Notes, Read};
use super::sense::{self, Parts};
use super::walk::Table;
use super::words::Word;
use rules_core::games::kabuto::card::{
    Card, Effect, InTurn, Listed, Move, MoveRule, Rings, TokenKind, When,
};
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::{BySize, Size, Slot};

const CARD: [&str; 5] = ["name", "posts", "token", "junior", "move"];
const TOKEN: [&str; 3] = ["name", "size", "count"];
const MOVE: [&str; 6] = ["name", "when", "replaces_turn", "cost", "needs", "effect"];

/// A card as read. What concerns the whole deck is kept even if the rest is
/// broken, so that a second card of its name or a token too many is found.
#[derive(Debug)]
pub(super) struct ReadCard {
    pub(super) name: Read<Named>,
    pub(super) rings: Read<Rings>,
    /// Special tokens of all its kinds.
    pub(super) tokens: u32,
    pub(super) card: Read<Card>,
    pub(super) at: usize,
}

pub(super) fn read(mut table: Table, boxes: Boxes, notes: &mut Notes) -> ReadCard {
    table.only(&CARD, notes);
    let name = label::read(&table, "the card's name", notes);
    let rings = read_rings(&table, boxes, notes);
    let (supply, tokens) = read_tokens(&table, boxes, notes);
    let junior = table.find("junior").map(|it| supply.amounts(it, notes));
    let has_posts = !matches!(rings, Ok(Rings::Any));
    let moves = read_moves(&table, &supply, has_posts, notes);
    if table.find("move").is_none() && junior.is_none() {
        let wrong = "this card can do nothing";
        notes.say_missing(
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
        check_tokens_come_in(&card, table.at, notes);
        Ok(card)
    });
    let counts = supply.tokens.iter().filter_map(|it| it.count);
    ReadCard {
        name,
        rings,
        tokens: counts.map(u32::from).sum(),
        card,
        at: table.at,
    }
}

fn read_rings(table: &Table, boxes: Boxes, notes: &mut Notes) -> Read<Rings> {
    let Some(field) = table.find("posts") else {
        return Ok(Rings::Any);
    };
    if !field.flag(notes)? {
        return Ok(Rings::Any);
    }
    if boxes == Boxes::One(Edition::KabutoSumo) {
        let wrong = "a ring of game = \"ks\" has no posts";
        return Err(notes.say(field.at, wrong, "write posts = false, or game = \"both\""));
    }
    Ok(Rings::WithPosts)
}

fn read_tokens(
    table: &Table,
    boxes: Boxes,
    notes: &mut Notes,
) -> (Supply, Read<heapless::Vec<TokenKind, 2, u8>>) {
    let entries = table
        .find("token")
        .map_or_else(Vec::new, |it| it.tables("a token", notes));
    let mut declared = Vec::new();
    let mut names = Vec::new();
    let kinds = fill(
        &entries,
        "token",
        "write at most 2 kinds for a card",
        notes,
        |mut entry, notes| {
            entry.only(&TOKEN, notes);
            let name = label::read(&entry, "the token's name", notes);
            let size = entry
                .need("size", "write size = \"medium\"", notes)
                .and_then(|it| it.word(&Size::all(), <Size as Word>::parse, notes));
            let count = entry
                .need("count", "write count = 1", notes)
                .and_then(|it| it.count(boxes.tokens(), notes));
            // A name too long for the device is a mistake of its own; those
            // who use it mean this token.
            let written = entry.find("name").and_then(|it| it.as_text());
            declared.push(Declared {
                name: written.unwrap_or_default().to_owned(),
                count: count.ok(),
            });
            let name = name?;
            if let Some(size) = <Size as Word>::parse(&name.label) {
                let wrong = format_args!("a token named \"{}\" reads like a pawn", size.word());
                return Err(notes.say(name.at, wrong, "write another name"));
            }
            names.push(name.clone());
            Ok(TokenKind {
                name: name.label,
                size: size?,
                count: count?,
            })
        },
    );
    label::check_distinct(&names, "token of this card", notes);
    let supply = Supply {
        pawns: BySize::from_fn(|size| boxes.pawns(size)),
        all_tokens: boxes.tokens(),
        tokens: declared,
    };
    (supply, kinds)
}

fn read_moves(
    table: &Table,
    supply: &Supply,
    has_posts: bool,
    notes: &mut Notes,
) -> Read<heapless::Vec<Move, 3, u8>> {
    let entries = table
        .find("move")
        .map_or_else(Vec::new, |it| it.tables("a move", notes));
    let mut names = Vec::new();
    let moves = fill(
        &entries,
        "move",
        "write at most 3 for a card",
        notes,
        |mut entry, notes| {
            entry.only(&MOVE, notes);
            let name = label::read(&entry, "the move's name", notes);
            names.extend(name.clone());
            let rule = read_rule(&entry, supply, has_posts, notes);
            Ok(Move {
                name: name?.label,
                rule: rule?,
            })
        },
    );
    label::check_distinct(&names, "move of this card", notes);
    moves
}

fn read_rule(entry: &Table, supply: &Supply, has_posts: bool, notes: &mut Notes) -> Read<MoveRule> {
    let when = match entry.find("when") {
        Some(field) => field
            .word(&When::all(), When::parse, notes)
            .map(|it| Placed { it, at: field.at }),
        None => Ok(Placed {
            it: When::Either,
            at: entry.at,
        }),
    };
    let place = match entry.find("replaces_turn").map(|it| it.flag(notes)) {
        Some(Ok(true)) => Ok(InTurn::Replaces),
        Some(Ok(false)) | None => Ok(InTurn::Extra),
        Some(Err(broken)) => Err(broken),
    };
    let (costs, costs_whole) = read_list(entry, "cost", "a cost", notes, |it, notes| {
        read_cost(it, supply, notes)
    });
    let (needs, needs_whole) = read_list(entry, "needs", "a need", notes, |it, notes| {
        read_need(it, supply, notes)
    });
    let (effects, effects_whole) = read_list(entry, "effect", "an effect", notes, |it, notes| {
        read_effect(it, supply, notes)
    });
    let parts = Parts {
        costs,
        needs,
        effects,
    };
    sense::check_parts(&parts, has_posts, notes);
    let (when, place) = (when?, place?);
    effects_whole?;
    // Effects that could not be read have their own mistakes.
    if !parts.effects.is_empty() || entry.find("effect").is_none() {
        sense::check_time(when, place, &parts.effects, entry.at, notes);
    }
    costs_whole.and(needs_whole)?;
    Ok(MoveRule {
        when: when.it,
        place,
        costs: parts.costs.iter().map(|it| it.it).collect(),
        conditions: parts.needs.iter().map(|it| it.it).collect(),
        effects: parts.effects.iter().map(|it| it.it).collect(),
    })
}

/// Reads the list under `key`, of at most two: what could be read of it, and
/// whether that is all.
fn read_list<'a, T>(
    entry: &Table<'a>,
    key: &'static str,
    what: &'static str,
    notes: &mut Notes,
    mut read: impl FnMut(Table<'a>, &mut Notes) -> Read<Placed<T>>,
) -> (Vec<Placed<T>>, Read<()>) {
    let Some(field) = entry.find(key) else {
        return (Vec::new(), Ok(()));
    };
    let entries = field.tables(what, notes);
    let mut list = Vec::new();
    let whole: Read<heapless::Vec<(), 2, u8>> = fill(
        &entries,
        key,
        "write at most 2 in a move",
        notes,
        |entry, notes| read(entry, notes).map(|it| list.push(it)),
    );
    (list, whole.map(|_| ()))
}

/// Reads every entry; notes each mistake in them, and the first one that is
/// too many.
pub(super) fn fill<'a, T, const N: usize>(
    entries: &[Table<'a>],
    key: &str,
    instead: &str,
    notes: &mut Notes,
    mut read: impl FnMut(Table<'a>, &mut Notes) -> Read<T>,
) -> Read<heapless::Vec<T, N, u8>> {
    let mut list = heapless::Vec::new();
    let mut whole = Ok(());
    for (n, entry) in entries.iter().enumerate() {
        if n == N {
            let wrong = format_args!("there are {} of `{key}`", entries.len());
            whole = Err(notes.say(entry.at, wrong, instead));
        }
        match read(entry.clone(), notes) {
            // Past the room for it; noted above.
            Ok(it) => drop(list.push(it)),
            Err(broken) => whole = Err(broken),
        }
    }
    whole.map(|()| list)
}

/// Every special token starts in the reserve (SS-S3): one that nothing brings
/// in would never be played.
fn check_tokens_come_in(card: &Card, at: usize, notes: &mut Notes) {
    let lists = |listed: &Listed, slot: Slot| listed.tokens[slot] > 0;
    for (slot, token) in Slot::ALL.into_iter().zip(&card.tokens) {
        let gained = card
            .moves
            .iter()
            .flat_map(|it| &it.rule.effects)
            .any(|it| match it {
                Effect::Gain(listed) | Effect::Exchange(_, listed) => lists(listed, slot),
                _ => false,
            });
        if !gained && !card.junior.is_some_and(|it| lists(&it, slot)) {
            let wrong = format_args!(
                "nothing on this card brings in its token \"{}\"",
                token.name
            );
            let instead = "give a move an effect { gain = { ... } } with it, or drop it";
            notes.say(at, wrong, instead);
        }
    }
}
