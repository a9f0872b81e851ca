//! Stencil of a ring's corner from above: the slots in a post's head and the sensors
//! under a docked platform. North is up and the post is number 4; the others are rotated.

use super::Build;
use super::sheet::{Anchor, Sheet};
use super::stencil::{at, begin, mm};
use rules_core::board::hall::Role;
use rules_core::board::mounts::{DOCK_ALONG, Mount};
use rules_core::place::Post;

/// Place of the corner on the paper in mm: from the left, and below the platform's end.
const CORNER: (f64, f64) = (58.0, 86.0);
/// Half the width of a Hall sensor in its TO-92 case, standing, in mm.
const HALL: f64 = 2.2;
/// Size of a QRE1114GR from above in mm: along the edge and outwards.
pub(super) const OPTIC: (f64, f64) = (3.6, 2.9);
/// Size of the window in the platform above a QRE1114GR, in mm.
pub(super) const WINDOW: (f64, f64) = (8.0, 6.0);
/// Half the width of a post's head, around its slots, in mm.
const HEAD: f64 = 18.0;
const POST: Post = Post::Four;

pub(super) fn svg(build: &Build) -> String {
    let size = &build.dimensions;
    let title = format!("Post and dock of a corner, {} board", build.board());
    let high = CORNER.1 + mm(size.platform_length) + 80.0;
    let (mut sheet, (paper, _)) = begin(&title, (200.0, high));
    let says = "Seen from above, north up, for post 4 in the north-west. For post 1 turn it by a quarter \
                clockwise, and so on; the slots keep their numbers by the compass: 1 north-west, 2 north-east, \
                3 south-east, 4 south-west. Depths count from the ring's surface.";
    sheet.paragraph((10.0, 24.5), 3.0, 105, says);
    let (x0, y0) = corner(build);
    sheet.rect("pale", (x0, y0), (paper - x0 - 10.0, 60.0), 0.0);
    sheet.line("draw", (x0, y0), (paper - 10.0, y0), 0.6);
    sheet.line("draw", (x0, y0), (x0, y0 + 60.0), 0.6);
    sheet.text((x0 + 40.0, y0 + 30.0), 3.4, "ink", "ring");
    sheet.text(
        (x0 + 40.0, y0 + 34.5),
        2.8,
        "soft",
        "its north edge is the line above",
    );
    platform(build, &mut sheet);
    sheet.circle("rule", (x0, y0), HEAD, 0.4);
    sheet.anchored(
        (x0 - 2.0, y0 + 23.0),
        2.8,
        "ink",
        Anchor::End,
        "head of the post, 30 mm above",
    );
    sheet.anchored(
        (x0 - 2.0, y0 + 26.6),
        2.8,
        "ink",
        Anchor::End,
        "the ring, on a shaft of at most",
    );
    sheet.anchored(
        (x0 - 2.0, y0 + 30.2),
        2.8,
        "ink",
        Anchor::End,
        "20 mm, to leave the dock free",
    );
    let mut legend = y0 - 40.0;
    for role in roles() {
        let Some(mount) = build.profile.mount(role, size) else {
            continue;
        };
        let (x, y) = place(build, &mount);
        match role {
            Role::Optic(..) => {
                let corner = |size: (f64, f64)| (x - size.0 / 2.0, y - size.1 / 2.0);
                sheet.rect("draw", corner(WINDOW), WINDOW, 0.15);
                sheet.rect("draw", corner(OPTIC), OPTIC, 0.25);
            }
            _ => sheet.hole((x, y), HALL),
        }
        let code = code(role);
        let (label, anchor) = match role {
            Role::Slot(..) if x < x0 => ((x + 3.2, y + 1.0), Anchor::Start),
            Role::Slot(..) => ((x - 3.2, y + 1.0), Anchor::End),
            Role::Dock(..) => ((x, y - 3.2), Anchor::Middle),
            Role::Optic(..) => ((x - 0.6, y - 4.4), Anchor::End),
            _ => ((x + 0.6, y - 4.4), Anchor::Start),
        };
        sheet.anchored(label, 2.8, "ink", anchor, &code);
        if !matches!(role, Role::Slot(..)) {
            sheet.text((x0 + 78.0, legend), 2.8, "ink", &words(role, &mount, build));
            legend += 5.0;
        }
    }
    let below = match build.profile.hall.find(Role::Element(POST, 0)) {
        Some(_) => ", with a magnet sensor under each",
        None => "",
    };
    let note = format!(
        "Slot sensors lie 6 mm under the markers, marked side up. Optics look up through windows of {} x {} mm in \
         the platform{below}; the sheet of a dock from the side shows what carries them. Along and out count from the corner, in mm.",
        WINDOW.0, WINDOW.1
    );
    sheet.paragraph((10.0, y0 + 70.0), 2.8, 125, &note);
    sheet.finish()
}

/// Returns the short label beside a sensor.
pub(super) fn code(role: Role) -> String {
    match role {
        Role::Slot(_, n) => format!("{}", n + 1),
        Role::Dock(_, n) => format!("D{}", n + 1),
        Role::Element(_, n) => format!("M{}", n + 1),
        Role::Optic(_, n) => format!("O{}", n + 1),
        other => other.to_string(),
    }
}

fn roles() -> Vec<Role> {
    let mut all: Vec<Role> = (0..4).map(|n| Role::Slot(POST, n)).collect();
    all.extend([
        Role::Optic(POST, 0),
        Role::Element(POST, 0),
        Role::Optic(POST, 1),
        Role::Element(POST, 1),
        Role::Dock(POST, 0),
        Role::Dock(POST, 1),
    ]);
    all
}

fn corner(build: &Build) -> (f64, f64) {
    (CORNER.0, CORNER.1 + mm(build.dimensions.platform_length))
}

/// Returns the distance of a sensor from the corner in mm: along the edge and outwards.
fn from_corner(build: &Build, mount: &Mount) -> (f64, f64) {
    let half = mm(build.dimensions.ring_side) / 2.0;
    (at(mount.point.x) + half, at(mount.point.y) - half)
}

fn place(build: &Build, mount: &Mount) -> (f64, f64) {
    let (along, out) = from_corner(build, mount);
    let (x0, y0) = corner(build);
    (x0 + along, y0 - out)
}

fn words(role: Role, mount: &Mount, build: &Build) -> String {
    let (along, out) = from_corner(build, mount);
    let name = match role {
        Role::Dock(_, n) => format!("dock magnet {}", n + 1),
        Role::Element(_, n) => format!("platform magnet {}", n + 1),
        Role::Optic(_, n) => format!("platform optic {}", n + 1),
        other => other.to_string(),
    };
    let down = -at(mount.point.z);
    let code = code(role);
    format!("{code} {name}: {along} along, {out} out, {down} deep")
}

/// Draws the outline of the docked platform.
fn platform(build: &Build, sheet: &mut Sheet) {
    let size = &build.dimensions;
    let (wide, long) = (mm(size.platform_width), mm(size.platform_length));
    let (x0, bottom) = corner(build);
    let left = x0 + at(DOCK_ALONG) - wide / 2.0;
    let top = bottom - long;
    for (from, to) in [
        ((left, top), (left + wide, top)),
        ((left, top), (left, bottom)),
        ((left + wide, top), (left + wide, bottom)),
    ] {
        sheet.dashed(from, to, 0.3);
    }
    sheet.text((left + 3.0, top + 6.0), 3.0, "ink", "platform, docked");
    sheet.text(
        (left + 3.0, top + 10.0),
        2.8,
        "soft",
        &format!("{wide} x {long} mm"),
    );
}
