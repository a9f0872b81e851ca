//! Reader of the mechanisms of special moves: costs, needs and effects, one entry each.
//!
//! An entry is a small table with one key that names the mechanism, and for some mechanisms
//! a second key: `{ take = "pawn", to = "reserve" }`.

use super::amounts::Supply;
use super::diagnostics::{Diagnostics, Parsed};
use super::toml_cursor::{Field, TomlTable, one_of, one_of_quoted};
use super::vocabulary::FileWord;
use crate::spelling::nearest;
use rules_core::games::kabuto::card::{
    CardElements, Condition, Cost, Effect, MarkerOwner, MarkerSource, PieceKind, StackTarget,
    TakeDestination,
};

/// Number of corner markers of a side (SS-S5).
const MARKERS: u8 = 4;
/// Number of elements that fit on the platform: the capacity of the engine's `Load`.
const PLATFORM: u8 = 6;

/// Value read from a data file, with its byte offset.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spanned<T> {
    pub(super) value: T,
    pub(super) at: usize,
}

/// Key of a mechanism, and the second key that it allows; `None` if it allows none.
type MechanismKeys = (&'static str, Option<&'static str>);

const COSTS: &[MechanismKeys] = &[
    ("pay", None),
    ("pay_each", None),
    ("stack", Some("onto_sumo")),
    ("remove_markers", Some("at")),
];
const NEEDS: &[MechanismKeys] = &[
    ("touches", None),
    ("marker_here", None),
    ("markers", None),
    ("holds", None),
];
const EFFECTS: &[MechanismKeys] = &[
    ("gain", None),
    ("extra_push", None),
    ("push_group", None),
    ("cue", None),
    ("take", Some("to")),
    ("exchange", Some("for")),
    ("move_marker", None),
];

pub(super) fn read_cost(
    mut entry: TomlTable,
    supply: &Supply,
    diagnostics: &mut Diagnostics,
) -> Parsed<Spanned<Cost>> {
    let field = mechanism(&mut entry, "a cost", COSTS, diagnostics)?;
    let value = match field.key {
        "pay" => Cost::Pay(supply.amounts(field, diagnostics)?),
        "pay_each" => Cost::PayEach(supply.amounts(field, diagnostics)?),
        "stack" => {
            let listed = supply.amounts(field, diagnostics);
            let onto_sumo = entry.find("onto_sumo");
            let onto = match onto_sumo.map(|field| field.flag(diagnostics)).transpose()? {
                Some(true) => StackTarget::SumosToo,
                Some(false) | None => StackTarget::Elements,
            };
            Cost::Stack(listed?, onto)
        }
        _ => {
            // The platform stands at one corner, so only one marker is "here".
            let at = match entry.find("at") {
                Some(at) => at.word(&MarkerSource::all(), MarkerSource::parse, diagnostics)?,
                None => MarkerSource::Anywhere,
            };
            let most = match at {
                MarkerSource::Here => 1,
                MarkerSource::Anywhere => MARKERS,
            };
            Cost::RemoveMarkers(field.count(most, diagnostics)?, at)
        }
    };
    Ok(Spanned {
        value,
        at: field.at,
    })
}

pub(super) fn read_need(
    mut entry: TomlTable,
    supply: &Supply,
    diagnostics: &mut Diagnostics,
) -> Parsed<Spanned<Condition>> {
    let field = mechanism(&mut entry, "a need", NEEDS, diagnostics)?;
    let value = match field.key {
        "touches" => {
            Condition::Touches(field.word(&PieceKind::all(), PieceKind::parse, diagnostics)?)
        }
        "marker_here" => {
            field.set(diagnostics)?;
            Condition::MarkerHere
        }
        "markers" => Condition::Markers(field.count(MARKERS, diagnostics)?),
        _ => Condition::Holds(supply.amounts(field, diagnostics)?),
    };
    Ok(Spanned {
        value,
        at: field.at,
    })
}

pub(super) fn read_effect(
    mut entry: TomlTable,
    supply: &Supply,
    diagnostics: &mut Diagnostics,
) -> Parsed<Spanned<Effect>> {
    let field = mechanism(&mut entry, "an effect", EFFECTS, diagnostics)?;
    let value = match field.key {
        "gain" => Effect::Gain(supply.amounts(field, diagnostics)?),
        "extra_push" => {
            field.set(diagnostics)?;
            Effect::ExtraPush
        }
        "push_group" => Effect::PushGroup(read_group(field, supply, diagnostics)?),
        "cue" => {
            let name = field.text(diagnostics)?;
            let slot = supply.slot(name).ok_or_else(|| {
                let wrong = format_args!("\"{name}\" is not a token of this card");
                diagnostics.report(field.at, wrong, supply.hint(name, &[]))
            })?;
            Effect::Cue(slot)
        }
        "take" => read_take(field, &entry, diagnostics)?,
        "exchange" => {
            let give = supply.amounts(field, diagnostics);
            let get = entry
                .need(
                    "for",
                    "write { exchange = { ... }, for = { ... } }",
                    diagnostics,
                )
                .and_then(|field| supply.amounts(field, diagnostics));
            let (give, get) = (give?, get?);
            if give == get {
                let wrong = "this exchange gives back what it takes";
                return Err(diagnostics.report(
                    field.at,
                    wrong,
                    "write something else after `for`",
                ));
            }
            Effect::Exchange(give, get)
        }
        _ => {
            Effect::MoveMarker(field.word(&MarkerOwner::all(), MarkerOwner::parse, diagnostics)?)
        }
    };
    Ok(Spanned {
        value,
        at: field.at,
    })
}

/// Returns the field that names the mechanism; reports an entry that has none or several.
fn mechanism<'a>(
    entry: &mut TomlTable<'a>,
    what: &'static str,
    shapes: &'static [MechanismKeys],
    diagnostics: &mut Diagnostics,
) -> Parsed<Field<'a>> {
    let keys: Vec<&str> = shapes.iter().map(|shape| shape.0).collect();
    let found: Vec<(Field, Option<&str>)> = shapes
        .iter()
        .filter_map(|&(key, companion)| Some((entry.find(key)?, companion)))
        .collect();
    match found.as_slice() {
        [(field, companion)] => {
            let mut known = vec![field.key];
            known.extend(*companion);
            entry.only(&known, diagnostics);
            Ok(*field)
        }
        [] => {
            let fields = entry.fields();
            let near = fields
                .iter()
                .find_map(|field| Some((field.key, nearest(field.key, keys.iter().copied())?)));
            Err(match (near, fields.first()) {
                (Some((key, near)), _) => diagnostics.report(
                    entry.at,
                    format_args!("{what} has no key `{key}`"),
                    format_args!("write `{near}` instead"),
                ),
                (None, Some(first)) => diagnostics.report(
                    entry.at,
                    format_args!("{what} has no key `{}`", first.key),
                    format_args!("write one of {}", one_of(&keys)),
                ),
                (None, None) => diagnostics.report(
                    entry.at,
                    format_args!("{what} has no effect"),
                    format_args!("write one of {}", one_of(&keys)),
                ),
            })
        }
        [(first, _), (second, _), ..] => Err(diagnostics.report(
            entry.at,
            format_args!("{what} is both `{}` and `{}`", first.key, second.key),
            format_args!(
                "write two entries: {{ {} = ... }}, {{ {} = ... }}",
                first.key, second.key
            ),
        )),
    }
}

/// Reads the elements of an interlocked push: at least two, and at most as many as the
/// platform holds.
fn read_group(
    field: Field,
    supply: &Supply,
    diagnostics: &mut Diagnostics,
) -> Parsed<CardElements> {
    let group = supply.amounts(field, diagnostics)?;
    let elements = group.pawns.0.iter().chain(&group.tokens.0);
    match elements.map(|&count| u32::from(count)).sum::<u32>() {
        1 => Err(diagnostics.report(
            field.at,
            "one element is not a group",
            format_args!("write 2 to {PLATFORM} elements, or leave it out"),
        )),
        count if count > u32::from(PLATFORM) => Err(diagnostics.report(
            field.at,
            format_args!("{count} elements do not fit on the platform"),
            format_args!("write 2 to {PLATFORM} of them"),
        )),
        _ => Ok(group),
    }
}

/// Reads the piece that a move takes off the ring: an element, never a sumo or the belt.
fn read_take(field: Field, entry: &TomlTable, diagnostics: &mut Diagnostics) -> Parsed<Effect> {
    let kind = field
        .word(&PieceKind::all(), PieceKind::parse, diagnostics)
        .and_then(|kind| {
            let clause = match kind {
                PieceKind::OpponentSumo => "SS-M10",
                PieceKind::Belt => "SS-2a",
                _ => return Ok(kind),
            };
            let takeable: Vec<&str> = PieceKind::all()
                .into_iter()
                .filter(|word| {
                    !matches!(
                        PieceKind::parse(word),
                        Some(PieceKind::OpponentSumo | PieceKind::Belt)
                    )
                })
                .collect();
            let wrong = format_args!("the {} is never taken off the ring ({clause})", kind.word());
            let instead = format_args!("write {}", one_of_quoted(&takeable));
            Err(diagnostics.report(field.at, wrong, instead))
        });
    let to = entry
        .need(
            "to",
            "write to = \"inventory\" or to = \"reserve\"",
            diagnostics,
        )
        .and_then(|field| field.word(&TakeDestination::all(), TakeDestination::parse, diagnostics));
    Ok(Effect::Take(kind?, to?))
}
