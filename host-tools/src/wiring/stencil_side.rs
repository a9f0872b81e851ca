//! Stencil of one side: the bar of the ring's wall with its emitters, and the bar of the
//! frame opposite with its detectors. Both are seen from the gutter. Emitters and
//! detectors look through bores alike: without them each detector sees the light of its
//! neighbours' emitters.

use super::Build;
use super::sheet::{Anchor, Sheet};
use super::stencil::{at, begin, mm};
use rules_core::board::curtain::{ChainBit, Curtain, Plane};
use rules_core::board::hall::Role;
use rules_core::board::mounts;
use rules_core::place::Edge;

/// Radius of a bore, in mm.
const BORE: f64 = 1.5;
/// Length of a bore, in mm.
const BORE_LONG: f64 = 10.0;
/// Length of the frame beyond each end of the ring's side, in mm.
const BEYOND: f64 = 20.0;
/// Size of the pocket for a Hall sensor in TO-92, lying, in mm.
const POCKET: (f64, f64) = (5.0, 3.4);
/// Depth of wood drawn below the lower plane, in mm.
const BELOW: f64 = 16.0;

/// Strip of wood as it is drawn; lengths in mm.
struct Strip {
    /// Start of the side on the paper.
    left: f64,
    /// Height of the ring's surface on the paper.
    top: f64,
    /// Length of the side.
    side: f64,
    /// True if clockwise along the ring's side runs to the left on the paper.
    mirrored: bool,
}

impl Strip {
    fn x(&self, along: f64) -> f64 {
        if self.mirrored {
            self.left + self.side - along
        } else {
            self.left + along
        }
    }
}

pub(super) fn svg(build: &Build, curtain: &Curtain) -> String {
    let size = &build.dimensions;
    let side = mm(size.ring_side);
    let deep = mm(curtain.depths[Plane::Lower]) + BELOW;
    let wide = side + 2.0 * BEYOND;
    let high = 30.0 + 2.0 * (deep + 34.0);
    let title = format!("Wall and frame of a side, {} board", build.board());
    let (mut sheet, (paper, _)) = begin(&title, (wide + 10.0, high));
    let left = (paper - side) / 2.0;
    let says = "All four sides are the same. The number of a beam counts clockwise along the side, \
                seen from above; the letter is the phase of its emitter.";
    sheet.paragraph((10.0, 24.5), 3.0, 150, says);

    let wall = Strip {
        left,
        top: 46.0,
        side,
        mirrored: true,
    };
    sheet.heading(
        (left, wall.top - 7.5),
        3.8,
        &format!("Bar of the ring's wall, from the gutter: bores of 3 x {BORE_LONG} mm before the emitters"),
    );
    wood(&mut sheet, (left, wall.top), (side, deep));
    depths(&mut sheet, curtain, (left + side + 2.0, wall.top));
    for (bit, along) in beams(build, curtain) {
        let ChainBit::Beam(plane, _) = bit else {
            continue;
        };
        let middle = (wall.x(along), wall.top + mm(curtain.depths[plane]));
        sheet.hole(middle, BORE);
        label(&mut sheet, curtain, bit, middle, false);
    }
    pockets(build, &mut sheet, &wall);
    ends(&mut sheet, &wall, deep);

    let frame = Strip {
        left,
        top: wall.top + deep + 26.0,
        side,
        mirrored: false,
    };
    let far = BEYOND;
    sheet.heading(
        (left - far, frame.top - 7.5),
        3.8,
        &format!("Bar of the frame opposite, from the gutter: bores of 3 x {BORE_LONG} mm before the detectors"),
    );
    let lower = at(mounts::PLATFORM_THICK);
    wood(
        &mut sheet,
        (left - far, frame.top + lower),
        (side + 2.0 * far, deep - lower),
    );
    sheet.text(
        (left - far + 2.0, frame.top + 2.0),
        2.8,
        "soft",
        &format!("the frame ends {lower} mm below the ring's surface, so that the platform on it is flush"),
    );
    for end in [0.0, side] {
        for (from, to) in [(lower, lower + 2.5), (deep - 6.0, deep)] {
            let x = left + end;
            sheet.line("draw", (x, frame.top + from), (x, frame.top + to), 0.25);
        }
    }
    for (bit, along) in beams(build, curtain) {
        let ChainBit::Beam(plane, _) = bit else {
            continue;
        };
        let middle = (frame.x(along), frame.top + mm(curtain.depths[plane]));
        sheet.hole(middle, BORE);
        label(&mut sheet, curtain, bit, middle, true);
    }
    ends(&mut sheet, &frame, deep);
    let note = "Print both bars in black with carbon, or machine them: bores drilled by hand are 3 degrees askew and make one \
                ring in a hundred; 0.5 degrees are needed. The bores must be matt: thread them, or paint them. Many black \
                plastics pass 940 nm: try yours before a detector. Emitters and detectors sit behind their bores, each in \
                line with its own. The feet of the posts are notched where they stand before the first and last bores.";
    sheet.paragraph((10.0, frame.top + deep + 12.0), 3.0, 150, note);
    sheet.finish()
}

/// Lists every beam across the gutter with its place along the side in mm.
fn beams(build: &Build, curtain: &Curtain) -> Vec<(ChainBit, f64)> {
    let rows = Plane::ALL.into_iter();
    rows.flat_map(|plane| (0..curtain.rows[plane]).map(move |n| (plane, n)))
        .map(|(plane, n)| {
            let along = mm(curtain.along(&build.dimensions, plane, n));
            (ChainBit::Beam(plane, n), along)
        })
        .collect()
}

fn wood(sheet: &mut Sheet, at: (f64, f64), size: (f64, f64)) {
    sheet.rect("draw", at, size, 0.25);
    sheet.line("draw", at, (at.0 + size.0, at.1), 0.6);
}

/// Draws the depth of each plane, beside the wall.
fn depths(sheet: &mut Sheet, curtain: &Curtain, (x, top): (f64, f64)) {
    sheet.text((x, top + 1.0), 2.8, "ink", "surface of the ring");
    for plane in Plane::ALL {
        let deep = mm(curtain.depths[plane]);
        sheet.line("draw", (x - 2.0, top + deep), (x, top + deep), 0.2);
        sheet.text(
            (x + 0.5, top + deep + 1.0),
            2.8,
            "ink",
            &format!("{plane}: {deep} mm down"),
        );
    }
}

fn label(sheet: &mut Sheet, curtain: &Curtain, bit: ChainBit, (x, y): (f64, f64), in_frame: bool) {
    let ChainBit::Beam(plane, n) = bit else {
        return;
    };
    let phase = curtain
        .phase(bit)
        .map_or(String::new(), |phase| phase.to_string());
    let y = match plane {
        // The label is below a bore of the frame, which ends close above its bores.
        Plane::Upper if !in_frame => y - 4.4,
        _ => y + 6.4,
    };
    sheet.anchored(
        (x, y),
        2.2,
        "ink",
        Anchor::Middle,
        &format!("{}{phase}", n + 1),
    );
}

fn pockets(build: &Build, sheet: &mut Sheet, wall: &Strip) {
    let half = wall.side / 2.0;
    for n in 0.. {
        let role = Role::Edge(Edge::North, n);
        let Some(mount) = build.profile.mount(role, &build.dimensions) else {
            break;
        };
        let (x, y) = (
            wall.x(at(mount.point.x) + half),
            wall.top - at(mount.point.z),
        );
        let (wide, high) = POCKET;
        sheet.rect("box", (x - wide / 2.0, y - high / 2.0), POCKET, 0.25);
        sheet.anchored(
            (x, y + 0.9),
            2.5,
            "ink",
            Anchor::Middle,
            &format!("H{}", n + 1),
        );
    }
    sheet.text(
        (wall.left + 2.0, wall.top + mm_of_lower(build) + 12.5),
        2.8,
        "soft",
        "H: pocket from behind for a Hall sensor, up to 2 mm from the face, looking outwards",
    );
}

fn mm_of_lower(build: &Build) -> f64 {
    let curtain = build.profile.curtain.as_ref();
    curtain.map_or(0.0, |curtain| mm(curtain.depths[Plane::Lower]))
}

/// Labels the two ends of a strip.
fn ends(sheet: &mut Sheet, strip: &Strip, deep: f64) {
    let y = strip.top + deep + 4.5;
    let (start, end) = (strip.x(0.0), strip.x(strip.side));
    let (near, far) = if strip.mirrored {
        (Anchor::End, Anchor::Start)
    } else {
        (Anchor::Start, Anchor::End)
    };
    sheet.anchored((start, y), 2.8, "ink", near, "side begins (0 mm)");
    sheet.anchored(
        (end, y),
        2.8,
        "ink",
        far,
        &format!("side ends ({} mm)", strip.side),
    );
}
