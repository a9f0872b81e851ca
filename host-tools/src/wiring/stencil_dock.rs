//! Stencil of a dock in cross-section through its middle: the supports of the platform
//! and of the sensors under it, with all depths.

use super::Build;
use super::sheet::{Anchor, Sheet};
use super::stencil::{at, begin, mm};
use super::stencil_corner::{OPTIC, WINDOW, code};
use rules_core::board::curtain::{Curtain, Plane};
use rules_core::board::hall::Role;
use rules_core::board::mounts::{Mount, PLATFORM_THICK};
use rules_core::place::Post;

/// Position of the wall's face on the paper, in mm from the left.
const WALL: f64 = 42.0;
const SURFACE: f64 = 52.0;
/// Height of the arm below the platform in mm, limited by the beams.
const ARM: f64 = 2.5;
/// Size of a Hall sensor in its TO-92 case, lying, in mm: width and height.
const HALL: (f64, f64) = (4.0, 1.5);
/// Height of a reflective sensor in mm.
const OPTIC_HIGH: f64 = 1.7;
/// Drop of the gutter's floor for each mm away from the ring: 8 degrees.
const FLOOR_FALL: f64 = 0.140_54;
/// Depth of wood drawn below the floor, in mm.
const BELOW: f64 = 8.0;
const POST: Post = Post::Four;

pub(super) fn svg(build: &Build, curtain: &Curtain) -> String {
    let size = &build.dimensions;
    let (wide, deep) = (mm(size.gutter_width), mm(size.gutter_depth));
    let low = deep + wide * FLOOR_FALL + BELOW;
    let reach = wide.max(mm(size.platform_length)) + 12.0;
    let title = format!("A dock from the side, {} board", build.board());
    let (mut sheet, _) = begin(&title, (WALL + reach + 30.0, SURFACE + low + 62.0));
    let says = "Cut through the middle of a dock, 40 mm from its corner; the ring is on the left. Depths count \
                from the ring's surface.";
    sheet.paragraph((10.0, 24.5), 3.0, 105, says);
    solids(&mut sheet, (wide, deep), low, reach);
    platform(build, &mut sheet);
    planes(&mut sheet, curtain, wide);
    arm(&mut sheet, wide);
    sensors(build, &mut sheet);
    depths(build, &mut sheet, curtain);
    let end = SURFACE + low;
    let y = sheet.paragraph((10.0, end + 8.0), 3.0, 110, &carried(build));
    sheet.paragraph((10.0, y + 2.0), 3.0, 110, UNTRIED);
    sheet.finish()
}

const UNTRIED: &str = "Nobody has built this, and the simulation has no arms: a piece that falls just there can stay \
                       on one. Round its upper edges, and if a piece stays, push it down and answer the ring.";

/// Returns a description of the supports.
fn carried(build: &Build) -> String {
    let under = match build.profile.hall.find(Role::Element(POST, 0)) {
        Some(_) => ", the Hall sensors (M) let into it from below",
        None => "",
    };
    format!(
        "An arm {ARM} mm high and 12 mm wide bridges the gutter and carries the platform's inner end; its outer end \
         lies on the frame, {} mm below the ring. The optics (O) stand on the arm and reach into the platform's \
         windows{under}; all wires run along it. The dock's own sensors (D) sit on the wall on both sides of the arm, \
         lying, with the marked side up. The floor falls by 8 degrees, so that pieces slide away from the wall.",
        at(PLATFORM_THICK)
    )
}

/// Draws the ring, the floor and the frame.
fn solids(sheet: &mut Sheet, (wide, deep): (f64, f64), low: f64, reach: f64) {
    let frame = WALL + wide;
    let thick = at(PLATFORM_THICK);
    sheet.rect("pale", (10.0, SURFACE), (WALL - 10.0, low), 0.0);
    sheet.rect(
        "pale",
        (frame, SURFACE + thick),
        (reach - wide, low - thick),
        0.0,
    );
    sheet.line("draw", (10.0, SURFACE), (WALL, SURFACE), 0.5);
    sheet.line("draw", (WALL, SURFACE), (WALL, SURFACE + deep), 0.5);
    let floor = SURFACE + deep + wide * FLOOR_FALL;
    sheet.line("draw", (WALL, SURFACE + deep), (frame, floor), 0.5);
    sheet.line("draw", (frame, SURFACE + thick), (frame, floor), 0.5);
    let top = SURFACE + thick;
    sheet.line("draw", (frame, top), (WALL + reach, top), 0.5);
    sheet.text((12.0, SURFACE + low - 3.0), 3.2, "ink", "ring");
    sheet.text((frame + 3.0, SURFACE + low - 3.0), 3.2, "ink", "frame");
    sheet.anchored(
        (WALL + wide / 2.0, SURFACE + deep - 3.0),
        3.2,
        "ink",
        Anchor::Middle,
        "gutter",
    );
}

/// Draws the platform with its windows.
fn platform(build: &Build, sheet: &mut Sheet) {
    let long = mm(build.dimensions.platform_length);
    let thick = at(PLATFORM_THICK);
    sheet.rect("box", (WALL, SURFACE), (long, thick), 0.3);
    sheet.text(
        (WALL + long - 48.0, SURFACE + 4.0),
        2.8,
        "ink",
        &format!("platform, {thick} mm thick"),
    );
    for n in 0..2 {
        let Some(mount) = mount_of(build, Role::Optic(POST, n)) else {
            continue;
        };
        let x = WALL + out(build, &mount);
        let left = (x - WINDOW.1 / 2.0, SURFACE);
        sheet.rect("page", left, (WINDOW.1, thick), 0.0);
        for side in [-WINDOW.1 / 2.0, WINDOW.1 / 2.0] {
            sheet.line(
                "draw",
                (x + side, SURFACE),
                (x + side, SURFACE + thick),
                0.2,
            );
        }
    }
}

/// Draws both planes of beams.
fn planes(sheet: &mut Sheet, curtain: &Curtain, wide: f64) {
    for plane in Plane::ALL {
        let y = SURFACE + mm(curtain.depths[plane]);
        sheet.dashed((WALL, y), (WALL + wide, y), 0.2);
    }
}

fn arm(sheet: &mut Sheet, wide: f64) {
    let top = SURFACE + at(PLATFORM_THICK);
    sheet.rect("box", (WALL, top), (wide, ARM), 0.3);
    let x = WALL + wide - 10.0;
    sheet.line("draw", (x, top + ARM), (x, top + 8.0), 0.15);
    sheet.anchored((x, top + 10.8), 2.8, "ink", Anchor::Middle, "arm");
}

fn sensors(build: &Build, sheet: &mut Sheet) {
    let floor = SURFACE + at(PLATFORM_THICK);
    for role in [
        Role::Optic(POST, 0),
        Role::Optic(POST, 1),
        Role::Element(POST, 0),
        Role::Element(POST, 1),
        Role::Dock(POST, 0),
    ] {
        let Some(mount) = mount_of(build, role) else {
            continue;
        };
        let (x, y) = (WALL + out(build, &mount), SURFACE - at(mount.point.z));
        if let Role::Optic(_, n) = role {
            let left = x - OPTIC.1 / 2.0;
            let foot = y + OPTIC_HIGH;
            sheet.rect("fill", (left, y), (OPTIC.1, OPTIC_HIGH), 0.0);
            sheet.rect("draw", (left, foot), (OPTIC.1, floor - foot), 0.2);
            sheet.line("draw", (x, SURFACE - 0.5), (x, SURFACE - 5.0), 0.15);
            let below = Role::Element(POST, n);
            let names = match mount_of(build, below) {
                Some(_) => format!("{}, {}", code(role), code(below)),
                None => code(role),
            };
            let over = (x, SURFACE - 6.0);
            sheet.anchored(over, 2.8, "ink", Anchor::Middle, &names);
            continue;
        }
        let corner = (x - HALL.0 / 2.0, y - HALL.1 / 2.0);
        sheet.rect("fill", corner, HALL, 0.0);
        if let Role::Dock(..) = role {
            sheet.text((x + HALL.0 / 2.0 + 0.8, y + 1.0), 2.8, "ink", "D");
        }
    }
}

/// Draws the depth marks in the ring's wood.
fn depths(build: &Build, sheet: &mut Sheet, curtain: &Curtain) {
    let deep = |role| mount_of(build, role).map(|mount| -at(mount.point.z));
    let rows = [
        (Some(at(PLATFORM_THICK)), "frame"),
        (deep(Role::Dock(POST, 0)), "D"),
        (Some(mm(curtain.depths[Plane::Lower])), "lower beams"),
        (Some(mm(build.dimensions.gutter_depth)), "floor"),
    ];
    for (down, what) in rows {
        let Some(down) = down else { continue };
        mark(sheet, down, what);
    }
    // Depths too close together for marks are listed beside the drawing.
    let mut close = vec![format!("upper beams {}", mm(curtain.depths[Plane::Upper]))];
    for (role, what) in [
        (Role::Optic(POST, 0), "faces of O"),
        (Role::Element(POST, 0), "M"),
    ] {
        close.extend(deep(role).map(|down| format!("{what} {down}")));
    }
    let note = format!("{} mm down", close.join(", "));
    sheet.text((WALL + 2.0, SURFACE + 32.0), 2.8, "soft", &note);
}

fn mark(sheet: &mut Sheet, down: f64, what: &str) {
    let y = SURFACE + down;
    sheet.line("draw", (WALL - 3.0, y), (WALL, y), 0.2);
    let words = format!("{what} {down}");
    sheet.anchored((WALL - 4.0, y + 1.0), 2.6, "ink", Anchor::End, &words);
}

fn mount_of(build: &Build, role: Role) -> Option<Mount> {
    build.profile.mount(role, &build.dimensions)
}

/// Returns the distance of a sensor outwards from the wall, in mm; post 4 docks at the
/// north edge.
fn out(build: &Build, mount: &Mount) -> f64 {
    at(mount.point.y) - mm(build.dimensions.ring_side) / 2.0
}

#[cfg(all(test, feature = "physics"))]
mod tests {
    use super::FLOOR_FALL;
    use virtual_ring::arena::FLOOR_SLOPE;

    #[test]
    fn the_floor_falls_as_it_was_simulated() {
        assert!((FLOOR_FALL - f64::from(FLOOR_SLOPE)).abs() < 1e-6);
    }
}
