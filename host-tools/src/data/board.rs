//! A board file: the dimensions of a ring and its discs.
//!
//! Whole micrometres, so that a calliper's reading can be written down as it is
//! and nothing is rounded on the way to a machine without floats.

use super::file::{COMMON, Head, read_head};
use super::mistake::{Notes, Read};
use super::walk::{Field, Table};
use rules_core::piece::{BySize, Size};
use std::fmt;
use std::ops::RangeInclusive;
use toml::de::DeTable;

/// A board and what its file says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardFile {
    /// Name, and whether it was measured on the real thing.
    pub head: Head,
    /// The dimensions.
    pub board: Board,
}

/// The dimensions of a square ring and what falls off it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// One side of the ring.
    pub ring_side: Micrometres,
    /// Across a disc.
    pub diameters: BySize<Micrometres>,
    /// Height of a disc lying flat.
    pub thickness: Micrometres,
    /// From the ring's surface down to the floor that fallen pieces land on.
    pub gutter_depth: Micrometres,
}

/// A length in thousandths of a millimetre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Micrometres(pub u32);

impl fmt::Display for Micrometres {
    /// In millimetres, as people say it: `20`, `8.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 1000, self.0 % 1000);
        if rest == 0 {
            write!(f, "{whole} mm")
        } else {
            let digits = format!("{rest:03}");
            write!(f, "{whole}.{} mm", digits.trim_end_matches('0'))
        }
    }
}

/// A tabletop ring: less has no room for a match, more fits no table.
const RING: RangeInclusive<u32> = 100_000..=600_000;
/// Discs that fingers can push.
const DIAMETER: RangeInclusive<u32> = 5_000..=100_000;
const THICKNESS: RangeInclusive<u32> = 2_000..=30_000;
const GUTTER: RangeInclusive<u32> = 5_000..=200_000;

pub(super) fn read<'a>(root: &'a DeTable<'a>, notes: &mut Notes) -> Read<BoardFile> {
    let mut table = Table::new(root, 0, "a board");
    let [kind, name, verified] = COMMON;
    let lengths = [
        "ring_side_um",
        "small_diameter_um",
        "medium_diameter_um",
        "large_diameter_um",
        "disc_thickness_um",
        "gutter_depth_um",
    ];
    let [ring, small, medium, large, thick, gutter] = lengths;
    let known = [
        kind, name, verified, ring, small, medium, large, thick, gutter,
    ];
    table.only(&known, notes);
    let head = read_head(&table, notes);
    let mut length = |key, range| read_length(&table, key, range, notes);
    let ring_side = length(ring, RING);
    let diameters = [small, medium, large].map(|key| length(key, DIAMETER));
    let thickness = length(thick, THICKNESS);
    let gutter_depth = length(gutter, GUTTER);

    let [small, medium, large] = diameters;
    check_sizes(small, medium, notes);
    check_sizes(medium, large, notes);
    check_room(ring_side, large, notes);
    check_flat(small, thickness, notes);
    check_gutter(large, gutter_depth, notes);
    let head = head?;
    let (small, medium, large) = (small?.0, medium?.0, large?.0);
    Ok(BoardFile {
        head,
        board: Board {
            ring_side: ring_side?.0,
            diameters: BySize::from_fn(|size| match size {
                Size::Small => small,
                Size::Medium => medium,
                Size::Large => large,
            }),
            thickness: thickness?.0,
            gutter_depth: gutter_depth?.0,
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

/// A disc that comes to stand on its edge in a shallower gutter reaches up to
/// the ring and blocks the beams there; a tenth is spare.
fn check_gutter(large: Read<Measured>, gutter: Read<Measured>, notes: &mut Notes) {
    if let (Ok(large), Ok(gutter)) = (large, gutter) {
        let least = large.0.0.div_ceil(10) * 11;
        if gutter.0.0 < least {
            let wrong = format_args!(
                "a large disc on its edge sticks out of a gutter of {}",
                gutter.0
            );
            notes.say(gutter.1.at, wrong, format_args!("write {least} or more"));
        }
    }
}
