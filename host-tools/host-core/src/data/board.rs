//! Board files: the dimensions of a ring and its pieces.

use super::diagnostics::{Diagnostics, Parsed};
use super::file::{COMMON, Head, read_head};
use super::toml_cursor::{Field, TomlTable};
use rules_core::board::curtain::Plane;
use rules_core::board::{BoardId, Dimensions, Micrometres, Profile};
use rules_core::piece::{BySize, Size};
use std::ops::RangeInclusive;
use toml::de::DeTable;

/// Contents of a board file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardFile {
    /// Name of the board, and a statement if its dimensions were measured on a real ring.
    pub head: Head,
    /// Dimensions of the ring and its pieces.
    pub board: Dimensions,
}

/// Allowed side lengths of a tabletop ring, in micrometres: a smaller one has no room for
/// a match, a larger one fits no table.
const RING: RangeInclusive<u32> = 100_000..=600_000;
/// Allowed diameters of discs, which fingers must be able to push, in micrometres.
const DIAMETER: RangeInclusive<u32> = 5_000..=100_000;
/// Required clearance between a piece on its edge in the gutter and the lower beams, in
/// micrometres.
const SPARE: u32 = 4_000;
const THICKNESS: RangeInclusive<u32> = 2_000..=30_000;
const GUTTER: RangeInclusive<u32> = 5_000..=200_000;
const GUTTER_WIDTH: RangeInclusive<u32> = 20_000..=200_000;
const PLATFORM: RangeInclusive<u32> = 20_000..=300_000;

pub(super) fn read<'a>(root: &'a DeTable<'a>, diagnostics: &mut Diagnostics) -> Parsed<BoardFile> {
    let mut table = TomlTable::new(root, 0, "a board");
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
    table.only(&known, diagnostics);
    let head = read_head(&table, diagnostics);
    let mut length = |key, range| read_length(&table, key, range, diagnostics);
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
    check_sizes(small, medium, diagnostics);
    check_sizes(medium, large, diagnostics);
    check_room(ring_side, large, diagnostics);
    check_flat(small, thickness, diagnostics);
    check_gutter(large, sumo, gutter_depth, diagnostics);
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

/// Length, and the field of the file it was read from.
type Measured<'a> = (Micrometres, Field<'a>);

fn read_length<'a>(
    table: &TomlTable<'a>,
    key: &'static str,
    range: RangeInclusive<u32>,
    diagnostics: &mut Diagnostics,
) -> Parsed<Measured<'a>> {
    let example = format_args!("write {key} = and a length in thousandths of a millimetre");
    let field = table.need(key, example, diagnostics)?;
    let length = field.whole(range, diagnostics)?;
    Ok((Micrometres(length), field))
}

fn check_sizes(smaller: Parsed<Measured>, larger: Parsed<Measured>, diagnostics: &mut Diagnostics) {
    if let (Ok(smaller), Ok(larger)) = (smaller, larger)
        && smaller.0 >= larger.0
    {
        let wrong = format_args!(
            "`{}` ({}) is not more than `{}` ({})",
            larger.1.key, larger.0, smaller.1.key, smaller.0
        );
        diagnostics.report(larger.1.at, wrong, "write small < medium < large");
    }
}

fn check_room(ring: Parsed<Measured>, large: Parsed<Measured>, diagnostics: &mut Diagnostics) {
    if let (Ok(ring), Ok(large)) = (ring, large)
        && large.0.0 > ring.0.0 / 3
    {
        let wrong = format_args!("a large disc of {} fills a ring of {}", large.0, ring.0);
        let instead = format_args!("write {} or less, a third of the ring", ring.0.0 / 3);
        diagnostics.report(large.1.at, wrong, instead);
    }
}

fn check_flat(small: Parsed<Measured>, thickness: Parsed<Measured>, diagnostics: &mut Diagnostics) {
    if let (Ok(small), Ok(thickness)) = (small, thickness)
        && thickness.0 > small.0
    {
        let wrong = format_args!("a small disc is thicker than it is wide ({})", small.0);
        let instead = format_args!("write {} or less", small.0.0);
        diagnostics.report(thickness.1.at, wrong, instead);
    }
}

/// Returns the greatest depth of the lower beams below the surface over all boards, in
/// micrometres.
fn lower_beams() -> u32 {
    let curtains = BoardId::ALL
        .into_iter()
        .filter_map(|board| Profile::of(board).curtain);
    let depths = curtains.map(|curtain| curtain.depths[Plane::Lower].0);
    depths.max().unwrap_or(0)
}

/// Reports a gutter too shallow for a piece that comes to rest on its edge: such a piece
/// must stay below the lower beams by `SPARE`, or it keeps them dark and hides later falls.
fn check_gutter(
    large: Parsed<Measured>,
    sumo: Parsed<Measured>,
    gutter: Parsed<Measured>,
    diagnostics: &mut Diagnostics,
) {
    if let (Ok(large), Ok(sumo), Ok(gutter)) = (large, sumo, gutter) {
        let least = lower_beams() + large.0.0.max(sumo.0.0) + SPARE;
        if gutter.0.0 < least {
            let wrong = format_args!(
                "a piece on its edge reaches up to the beams in a gutter of {}",
                gutter.0
            );
            diagnostics.report(gutter.1.at, wrong, format_args!("write {least} or more"));
        }
    }
}
