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
    CardElements, Condition, Cost, Effect, MAX_TAKEN, MarkerOwner, MarkerSource, PieceKind,
    PushPlace, StackTarget, SumoTaking, TakeDestination,
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

/// Largest number of pieces that a card can ask to be knocked off.
const MAX_KNOCKED_OFF: u8 = 20;

/// Key of a mechanism, and the further keys that it allows.
type MechanismKeys = (&'static str, &'static [&'static str]);

const COSTS: &[MechanismKeys] = &[
    ("pay", &[]),
    ("pay_each", &[]),
    ("stack", &["onto_sumo"]),
    ("remove_markers", &["at"]),
];
const NEEDS: &[MechanismKeys] = &[
    ("touches", &["by"]),
    ("marker_here", &[]),
    ("markers", &[]),
    ("holds", &[]),
    ("knocked_off", &["count"]),
];
const EFFECTS: &[MechanismKeys] = &[
    ("gain", &[]),
    ("extra_push", &[]),
    ("push_group", &[]),
    ("cue", &[]),
    ("take", &["to", "count"]),
    ("exchange", &["for"]),
    ("move_marker", &[]),
    ("set_marker", &[]),
    ("remove_marker", &[]),
    ("take_sumo", &["to"]),
];

/// Mechanisms and further keys of the second format.
const SECOND_FORMAT: &[&str] = &[
    "by",
    "count",
    "knocked_off",
    "set_marker",
    "remove_marker",
    "take_sumo",
];

pub(super) fn read_cost(
    mut entry: TomlTable,
    supply: &Supply,
    diagnostics: &mut Diagnostics,
) -> Parsed<Spanned<Cost>> {
    let field = mechanism(&mut entry, "a cost", COSTS, supply, diagnostics)?;
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
    let field = mechanism(&mut entry, "a need", NEEDS, supply, diagnostics)?;
    let value = match field.key {
        "touches" => {
            let kind = piece_kind(field, diagnostics);
            let by = match entry.find("by") {
                Some(by) => piece_kind(by, diagnostics)?,
                None => PieceKind::OwnSumo,
            };
            Condition::Touches(kind?, by)
        }
        "marker_here" if field.as_text().is_some() => {
            let owner = field.word(&MarkerOwner::all(), MarkerOwner::parse, diagnostics)?;
            supply.needs_second_format(field.at, "whose marker is here", diagnostics)?;
            Condition::MarkerHere(owner)
        }
        "marker_here" => {
            field.set(diagnostics)?;
            Condition::MarkerHere(MarkerOwner::Own)
        }
        "markers" => Condition::Markers(field.count(MARKERS, diagnostics)?),
        "knocked_off" => {
            let kind = piece_kind(field, diagnostics).and_then(|kind| {
                if is_element(kind) {
                    return Ok(kind);
                }
                let wrong =
                    format_args!("a push that knocks off the {kind} ends the match or the turn");
                let instead = format_args!("write {}", one_of_quoted(&elements()));
                Err(diagnostics.report(field.at, wrong, instead))
            });
            let count = count(&entry, MAX_KNOCKED_OFF, diagnostics)?;
            Condition::KnockedOff(kind?, count)
        }
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
    let field = mechanism(&mut entry, "an effect", EFFECTS, supply, diagnostics)?;
    let value = match field.key {
        "gain" => Effect::Gain(supply.amounts(field, diagnostics)?),
        "extra_push" if field.as_text().is_some() => {
            let place = field.word(&PushPlace::all(), PushPlace::parse, diagnostics)?;
            supply.needs_second_format(field.at, "the place of an extra push", diagnostics)?;
            Effect::ExtraPush(place)
        }
        "extra_push" => {
            field.set(diagnostics)?;
            Effect::ExtraPush(PushPlace::Here)
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
        "move_marker" => {
            Effect::MoveMarker(field.word(&MarkerOwner::all(), MarkerOwner::parse, diagnostics)?)
        }
        "set_marker" => {
            field.set(diagnostics)?;
            Effect::SetMarker
        }
        "remove_marker" => {
            match field.word(&MarkerOwner::all(), MarkerOwner::parse, diagnostics)? {
                MarkerOwner::Opponents => Effect::RemoveMarker,
                MarkerOwner::Own => {
                    let wrong = "taking back an own marker is a cost";
                    let instead = "write cost = [ { remove_markers = 1 } ]";
                    return Err(diagnostics.report(field.at, wrong, instead));
                }
            }
        }
        _ => Effect::TakeSumo(read_sumo_taking(field, &entry, diagnostics)?),
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
    supply: &Supply,
    diagnostics: &mut Diagnostics,
) -> Parsed<Field<'a>> {
    let keys: Vec<&str> = shapes.iter().map(|shape| shape.0).collect();
    let found: Vec<(Field, &[&str])> = shapes
        .iter()
        .filter_map(|&(key, further)| Some((entry.find(key)?, further)))
        .collect();
    match found.as_slice() {
        [(field, further)] => {
            let mut known = vec![field.key];
            known.extend(*further);
            entry.only(&known, diagnostics);
            for later in entry.fields() {
                if known.contains(&later.key) && SECOND_FORMAT.contains(&later.key) {
                    let what = format_args!("`{}`", later.key);
                    supply.needs_second_format(later.at, what, diagnostics)?;
                }
            }
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

/// Reads the pieces that a move takes off the ring: elements, never the belt. Sumos have a
/// mechanism of their own.
fn read_take(field: Field, entry: &TomlTable, diagnostics: &mut Diagnostics) -> Parsed<Effect> {
    let kind = piece_kind(field, diagnostics).and_then(|kind| {
        let instead = match kind {
            PieceKind::OpponentSumo | PieceKind::OwnSumo => {
                "write { take_sumo = \"own\" or \"opponent\", to = ... }".to_owned()
            }
            PieceKind::Belt => format!("write {}", one_of_quoted(&elements())),
            _ => return Ok(kind),
        };
        let wrong = match kind {
            PieceKind::Belt => "the belt is never taken off the ring (SS-2a)",
            _ => "a sumo goes neither to the inventory nor to the reserve (SS-M10)",
        };
        Err(diagnostics.report(field.at, wrong, instead))
    });
    let to = entry
        .need(
            "to",
            "write to = \"inventory\" or to = \"reserve\"",
            diagnostics,
        )
        .and_then(|field| field.word(&TakeDestination::all(), TakeDestination::parse, diagnostics));
    let count = count(entry, MAX_TAKEN, diagnostics)?;
    Ok(Effect::Take(kind?, count, to?))
}

/// Reads the sumo that a move takes off the ring, and what becomes of it.
fn read_sumo_taking(
    field: Field,
    entry: &TomlTable,
    diagnostics: &mut Diagnostics,
) -> Parsed<SumoTaking> {
    let owner = field.word(&MarkerOwner::all(), MarkerOwner::parse, diagnostics);
    let to = entry.need("to", "write to = \"ring\" or to = \"out\"", diagnostics)?;
    let is_out = to.word(
        &["ring", "out"],
        |word| match word {
            "ring" => Some(false),
            "out" => Some(true),
            _ => None,
        },
        diagnostics,
    )?;
    match (owner?, is_out) {
        (MarkerOwner::Own, false) => Ok(SumoTaking::OwnMoved),
        (MarkerOwner::Opponents, false) => Ok(SumoTaking::OpponentMoved),
        (MarkerOwner::Opponents, true) => Ok(SumoTaking::OpponentOut),
        (MarkerOwner::Own, true) => Err(diagnostics.report(
            to.at,
            "a player who takes the own sumo out has lost",
            "write to = \"ring\"",
        )),
    }
}

fn piece_kind(field: Field, diagnostics: &mut Diagnostics) -> Parsed<PieceKind> {
    field.word(&PieceKind::all(), PieceKind::parse, diagnostics)
}

/// Reads the key `count`; 1 if it is missing.
fn count(entry: &TomlTable, most: u8, diagnostics: &mut Diagnostics) -> Parsed<u8> {
    match entry.find("count") {
        Some(field) => field.count(most, diagnostics),
        None => Ok(1),
    }
}

/// True if the kind means elements: pawns or tokens.
fn is_element(kind: PieceKind) -> bool {
    !matches!(
        kind,
        PieceKind::OpponentSumo | PieceKind::OwnSumo | PieceKind::Belt
    )
}

/// Returns the words for kinds of elements.
fn elements() -> Vec<&'static str> {
    let words = PieceKind::WORDS.iter();
    let elements = words.filter(|(_, kind)| is_element(*kind));
    elements.map(|(word, _)| *word).collect()
}
