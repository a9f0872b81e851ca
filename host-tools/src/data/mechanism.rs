//! What moves are made of: costs, needs and effects, one entry each.
//!
//! An entry is a small table with one key that names the mechanism, and
//! perhaps one more that goes with it: `{ take = "pawn", to = "reserve" }`.

use super::amounts::Supply;
use super::mistake::{Notes, Read};
use super::walk::{Field, Table, nearest, one_of, one_of_quoted};
use super::words::Word;
use rules_core::games::kabuto::card::{
    At, Condition, Cost, Effect, Kind, Listed, Onto, TakeTo, Whose,
};

/// Corner markers a side has (SS-S5).
const MARKERS: u8 = 4;
/// Elements that fit on the platform; the engine's `Load`.
const PLATFORM: u8 = 6;

/// A mechanism and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed<T> {
    pub(super) it: T,
    pub(super) at: usize,
}

/// A mechanism's key, and the key that may go with it.
type Shape = (&'static str, Option<&'static str>);

const COSTS: &[Shape] = &[
    ("pay", None),
    ("pay_each", None),
    ("stack", Some("onto_sumo")),
    ("remove_markers", Some("at")),
];
const NEEDS: &[Shape] = &[
    ("touches", None),
    ("marker_here", None),
    ("markers", None),
    ("holds", None),
];
const EFFECTS: &[Shape] = &[
    ("gain", None),
    ("extra_push", None),
    ("push_group", None),
    ("cue", None),
    ("take", Some("to")),
    ("exchange", Some("for")),
    ("move_marker", None),
];

pub(super) fn read_cost(
    mut entry: Table,
    supply: &Supply,
    notes: &mut Notes,
) -> Read<Placed<Cost>> {
    let field = mechanism(&mut entry, "a cost", COSTS, notes)?;
    let it = match field.key {
        "pay" => Cost::Pay(supply.amounts(field, notes)?),
        "pay_each" => Cost::PayEach(supply.amounts(field, notes)?),
        "stack" => {
            let listed = supply.amounts(field, notes);
            let onto_sumo = entry.find("onto_sumo");
            let onto = match onto_sumo.map(|it| it.flag(notes)).transpose()? {
                Some(true) => Onto::SumosToo,
                Some(false) | None => Onto::Elements,
            };
            Cost::Stack(listed?, onto)
        }
        _ => {
            // The platform stands at one corner, so only one marker is "here".
            let at = match entry.find("at") {
                Some(at) => at.word(&At::all(), At::parse, notes)?,
                None => At::Anywhere,
            };
            let most = match at {
                At::Here => 1,
                At::Anywhere => MARKERS,
            };
            Cost::RemoveMarkers(field.count(most, notes)?, at)
        }
    };
    Ok(Placed { it, at: field.at })
}

pub(super) fn read_need(
    mut entry: Table,
    supply: &Supply,
    notes: &mut Notes,
) -> Read<Placed<Condition>> {
    let field = mechanism(&mut entry, "a need", NEEDS, notes)?;
    let it = match field.key {
        "touches" => Condition::Touches(field.word(&Kind::all(), Kind::parse, notes)?),
        "marker_here" => {
            field.set(notes)?;
            Condition::MarkerHere
        }
        "markers" => Condition::Markers(field.count(MARKERS, notes)?),
        _ => Condition::Holds(supply.amounts(field, notes)?),
    };
    Ok(Placed { it, at: field.at })
}

pub(super) fn read_effect(
    mut entry: Table,
    supply: &Supply,
    notes: &mut Notes,
) -> Read<Placed<Effect>> {
    let field = mechanism(&mut entry, "an effect", EFFECTS, notes)?;
    let it = match field.key {
        "gain" => Effect::Gain(supply.amounts(field, notes)?),
        "extra_push" => {
            field.set(notes)?;
            Effect::ExtraPush
        }
        "push_group" => Effect::PushGroup(read_group(field, supply, notes)?),
        "cue" => {
            let name = field.text(notes)?;
            let slot = supply.slot(name).ok_or_else(|| {
                let wrong = format_args!("\"{name}\" is no token of this card");
                notes.say(field.at, wrong, supply.hint(name, &[]))
            })?;
            Effect::Cue(slot)
        }
        "take" => read_take(field, &entry, notes)?,
        "exchange" => {
            let give = supply.amounts(field, notes);
            let get = entry
                .need("for", "write { exchange = { ... }, for = { ... } }", notes)
                .and_then(|it| supply.amounts(it, notes));
            let (give, get) = (give?, get?);
            if give == get {
                let wrong = "this exchange gives back what it takes";
                return Err(notes.say(field.at, wrong, "write something else after `for`"));
            }
            Effect::Exchange(give, get)
        }
        _ => Effect::MoveMarker(field.word(&Whose::all(), Whose::parse, notes)?),
    };
    Ok(Placed { it, at: field.at })
}

/// The field that names the mechanism, once the entry has exactly one.
fn mechanism<'a>(
    entry: &mut Table<'a>,
    what: &'static str,
    shapes: &'static [Shape],
    notes: &mut Notes,
) -> Read<Field<'a>> {
    let keys: Vec<&str> = shapes.iter().map(|it| it.0).collect();
    let found: Vec<(Field, Option<&str>)> = shapes
        .iter()
        .filter_map(|&(key, companion)| Some((entry.find(key)?, companion)))
        .collect();
    match found.as_slice() {
        [(field, companion)] => {
            let mut known = vec![field.key];
            known.extend(*companion);
            entry.only(&known, notes);
            Ok(*field)
        }
        [] => {
            let fields = entry.fields();
            let near = fields
                .iter()
                .find_map(|it| Some((it.key, nearest(it.key, keys.iter().copied())?)));
            Err(match (near, fields.first()) {
                (Some((key, near)), _) => notes.say(
                    entry.at,
                    format_args!("{what} has no key `{key}`"),
                    format_args!("write `{near}` instead"),
                ),
                (None, Some(first)) => notes.say(
                    entry.at,
                    format_args!("{what} has no key `{}`", first.key),
                    format_args!("write one of {}", one_of(&keys)),
                ),
                (None, None) => notes.say(
                    entry.at,
                    format_args!("{what} says nothing"),
                    format_args!("write one of {}", one_of(&keys)),
                ),
            })
        }
        [(first, _), (second, _), ..] => Err(notes.say(
            entry.at,
            format_args!("{what} is both `{}` and `{}`", first.key, second.key),
            format_args!(
                "write two entries: {{ {} = ... }}, {{ {} = ... }}",
                first.key, second.key
            ),
        )),
    }
}

/// Reads what an interlocked push is made of: several elements, not more than
/// the platform carries.
fn read_group(field: Field, supply: &Supply, notes: &mut Notes) -> Read<Listed> {
    let group = supply.amounts(field, notes)?;
    let elements = group.pawns.0.iter().chain(&group.tokens.0);
    match elements.map(|&count| u32::from(count)).sum::<u32>() {
        1 => Err(notes.say(
            field.at,
            "a group of one is no group",
            format_args!("write 2 to {PLATFORM} elements, or leave it out"),
        )),
        count if count > u32::from(PLATFORM) => Err(notes.say(
            field.at,
            format_args!("{count} elements do not fit on the platform"),
            format_args!("write 2 to {PLATFORM} of them"),
        )),
        _ => Ok(group),
    }
}

/// Reads what is taken off the ring: an element, never a sumo or the belt.
fn read_take(field: Field, entry: &Table, notes: &mut Notes) -> Read<Effect> {
    let kind = field.word(&Kind::all(), Kind::parse, notes).and_then(|it| {
        let clause = match it {
            Kind::OpponentSumo => "SS-M10",
            Kind::Belt => "SS-2a",
            _ => return Ok(it),
        };
        let takeable: Vec<&str> = Kind::all()
            .into_iter()
            .filter(|word| !matches!(Kind::parse(word), Some(Kind::OpponentSumo | Kind::Belt)))
            .collect();
        let wrong = format_args!("the {} is never taken off the ring ({clause})", it.word());
        let instead = format_args!("write {}", one_of_quoted(&takeable));
        Err(notes.say(field.at, wrong, instead))
    });
    let to = entry
        .need("to", "write to = \"inventory\" or to = \"reserve\"", notes)
        .and_then(|it| it.word(&TakeTo::all(), TakeTo::parse, notes));
    Ok(Effect::Take(kind?, to?))
}
