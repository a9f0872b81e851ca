//! A board file: the dimensions of a ring and its pieces.

use super::file::{COMMON, Head, read_head};
use super::mistake::{Notes, Read};
use super::walk::{Field, Table};
use rules_core::board::curtain::Plane;
use rules_core::board::{Dimensions, Micrometres, Name, Profile};
use rules_core::piece::{BySize, Size};
use std::ops::RangeInclusive;
use toml::de::DeTable;

/// A board and what its file says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardFile {
    /// Name, and whether it was measured on the real thing.
    pub head: Head,
    /// The dimensions.
    pub board: Dimensions,
}

/// A tabletop ring: less has no room for a match, more fits no table.
const RING: RangeInclusive<u32> = 100_000..=600_000;
/// Discs that fingers can push.
const DIAMETER: RangeInclusive<u32> = 5_000..=100_000;
/// What a piece on its edge may not reach into.
const SPARE: u32 = 4_000;
const THICKNESS: RangeInclusive<u32> = 2_000..=30_000;
const GUTTER: RangeInclusive<u32> = 5_000..=200_000;
const GUTTER_WIDTH: RangeInclusive<u32> = 20_000..=200_000;
const PLATFORM: RangeInclusive<u32> = 20_000..=300_000;

pub(super) fn read<'a>(root: &'a DeTable<'a>, notes: &mut Notes) -> Read<BoardFile> {
    let mut table = Table::new(root, 0, "a board");
    let [kind, name, verified] = COMMON;
    let lengths = [
        "ring_side_um",
        "small_diameter_um",
        "medium_diameter_um",
        "large_diameter_um",
        "disc_thickness_um",
        "sumo_width_um",
        "token_width_um",
        "gutter_depth_um",
        "gutter_width_um",
        "platform_width_um",
        "platform_length_um",
    ];
    let [
        ring,
        small,
        medium,
        large,
        thick,
        sumo,
        token,
        gutter,
        gutter_width,
        platform,
        platform_length,
    ] = lengths;
    let mut known = vec![kind, name, verified];
    known.extend(lengths);
    table.only(&known, notes);
    let head = read_head(&table, notes);
    let mut length = |key, range| read_length(&table, key, range, notes);
    let ring_side = length(ring, RING);
    let diameters = [small, medium, large].map(|key| length(key, DIAMETER));
    let thickness = length(thick, THICKNESS);
    let sumo = length(sumo, DIAMETER);
    let token = length(token, DIAMETER);
    let gutter_depth = length(gutter, GUTTER);
    let gutter_width = length(gutter_width, GUTTER_WIDTH);
    let platform_width = length(platform, PLATFORM);
    let platform_length = length(platform_length, PLATFORM);

    let [small, medium, large] = diameters;
    check_sizes(small, medium, notes);
    check_sizes(medium, large, notes);
    check_room(ring_side, large, notes);
    check_flat(small, thickness, notes);
    check_gutter(large, sumo, gutter_depth, notes);
    let head = head?;
    let (small, medium, large) = (small?.0, medium?.0, large?.0);
    Ok(BoardFile {
        head,
        board: Dimensions {
            ring_side: ring_side?.0,
            diameters: BySize::from_fn(|size| match size {
                Size::Small => small,
                Size::Medium => medium,
                Size::Large => large,
            }),
            thickness: thickness?.0,
            sumo: sumo?.0,
            token: token?.0,
            gutter_depth: gutter_depth?.0,
            gutter_width: gutter_width?.0,
            platform_width: platform_width?.0,
            platform_length: platform_length?.0,
        },
    })
}

/// A length and the field it comes from.
type Measured<'a> = (Micrometres, Field<'a>);

fn read_length<'a>(
    table: &Table<'a>,
    key: &'static str,
    range: RangeInclusive<u32>,
    notes: &mut Notes,
) -> Read<Measured<'a>> {
    let example = format_args!("write {key} = and a length in thousandths of a millimetre");
    let field = table.need(key, example, notes)?;
    let length = field.whole(range, notes)?;
    Ok((Micrometres(length), field))
}

fn check_sizes(smaller: Read<Measured>, larger: Read<Measured>, notes: &mut Notes) {
    if let (Ok(smaller), Ok(larger)) = (smaller, larger)
        && smaller.0 >= larger.0
    {
        let wrong = format_args!(
            "`{}` ({}) is not more than `{}` ({})",
            larger.1.key, larger.0, smaller.1.key, smaller.0
        );
        notes.say(larger.1.at, wrong, "write small < medium < large");
    }
}

fn check_room(ring: Read<Measured>, large: Read<Measured>, notes: &mut Notes) {
    if let (Ok(ring), Ok(large)) = (ring, large)
        && large.0.0 > ring.0.0 / 3
    {
        let wrong = format_args!("a large disc of {} fills a ring of {}", large.0, ring.0);
        let instead = format_args!("write {} or less, a third of the ring", ring.0.0 / 3);
        notes.say(large.1.at, wrong, instead);
    }
}

fn check_flat(small: Read<Measured>, thickness: Read<Measured>, notes: &mut Notes) {
    if let (Ok(small), Ok(thickness)) = (small, thickness)
        && thickness.0 > small.0
    {
        let wrong = format_args!("a small disc is thicker than it is wide ({})", small.0);
        let instead = format_args!("write {} or less", small.0.0);
        notes.say(thickness.1.at, wrong, instead);
    }
}

/// How far below the surface the lower beams of any ring lie at most.
fn lower_beams() -> u32 {
    let curtains = Name::ALL
        .into_iter()
        .filter_map(|it| Profile::of(it).curtain);
    let depths = curtains.map(|it| it.depths[Plane::Lower].0);
    depths.max().unwrap_or(0)
}

/// A piece that comes to stand on its edge must stay below the lower beams, with
/// a little to spare, or it keeps them dark and hides what falls after it.
fn check_gutter(
    large: Read<Measured>,
    sumo: Read<Measured>,
    gutter: Read<Measured>,
    notes: &mut Notes,
) {
    if let (Ok(large), Ok(sumo), Ok(gutter)) = (large, sumo, gutter) {
        let least = lower_beams() + large.0.0.max(sumo.0.0) + SPARE;
        if gutter.0.0 < least {
            let wrong = format_args!(
                "a piece on its edge reaches up to the beams in a gutter of {}",
                gutter.0
            );
            notes.say(gutter.1.at, wrong, format_args!("write {least} or more"));
        }
    }
}
