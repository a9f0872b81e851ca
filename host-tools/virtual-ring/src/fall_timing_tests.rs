//! Tests of the fall timing of single discs against a plane model of a rigid disc
//! (friction 0.35, sharp edge, no floor) that was calculated separately.

use super::geometry::{Pose, Shape, Solid, WorldView};
use super::hand::{Hand, HandId};
use super::pieces::Catalogue;
use super::world::World;
use glam::{Quat, Vec2, Vec3};
use rules_core::board::{Dimensions, Micrometres};
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::{Piece, Size};

/// Depths of the upper and lower plane of beams below the ring's surface, mm.
const PLANES: [f32; 2] = [10.0, 22.0];

/// Time between two samples of the beams, ms.
const SAMPLE_INTERVAL: f32 = 0.4;

/// Behaviour of the thumb once the disc's middle is over the edge.
#[derive(Debug, Clone, Copy)]
enum Thumb {
    /// The thumb continues at its speed.
    GoesOn,
    /// The thumb stops.
    Stops,
}

/// Times of one fall, in ms: from the middle crossing the edge to the first break of the
/// upper plane, then how long the upper and the lower plane were dark without
/// interruption.
type Timing = [f32; 3];

fn contains(solid: &Solid, point: Vec3) -> bool {
    let Shape::Disc {
        radius_x,
        half_height,
        ..
    } = solid.shape
    else {
        return false;
    };
    let local = solid.pose.rotation.inverse() * (point - solid.pose.position);
    local.z.abs() <= half_height && local.truncate().length() <= radius_x
}

/// True if the beam across the northern gutter at x = 0 is dark.
fn is_dark(view: &WorldView, depth: f32) -> bool {
    let mut points = (0..240).map(|n| Vec3::new(0.0, 100.0 + n as f32 * 0.25, -depth));
    points.any(|point| {
        view.things
            .iter()
            .any(|thing| contains(&thing.solid, point))
    })
}

/// Measures the times of one piece that goes over the northern edge.
fn time(world: &mut World, mut before_step: impl FnMut(&mut World, bool)) -> Timing {
    let mut crossed: Option<f32> = None;
    let mut dark: [Option<(f32, f32)>; 2] = [None; 2];
    let mut clear = [false; 2];
    for _ in 0..2_000 {
        before_step(world, crossed.is_some());
        world.step();
        let base = world.now().0 as f32 / 1000.0 - 2.0;
        for n in 1..=5 {
            let now = base + n as f32 * SAMPLE_INTERVAL;
            let view = world.view_at(n as f32 * SAMPLE_INTERVAL / 2.0);
            let Some(thing) = view.things.first() else {
                continue;
            };
            if crossed.is_none() && thing.solid.pose.position.y >= 100.0 {
                crossed = Some(now);
            }
            for plane in 0..2 {
                match (is_dark(&view, PLANES[plane]), clear[plane], dark[plane]) {
                    (true, false, None) => dark[plane] = Some((now, now)),
                    (true, false, Some((from, _))) => dark[plane] = Some((from, now)),
                    (false, false, Some((_, to))) if now - to > 3.0 => clear[plane] = true,
                    _ => {}
                }
            }
        }
        if clear == [true; 2] {
            break;
        }
    }
    let [upper, lower] = dark.map(|plane| plane.unwrap_or((f32::NAN, f32::NAN)));
    let crossed = crossed.unwrap_or(f32::NAN);
    [upper.0 - crossed, upper.1 - upper.0, lower.1 - lower.0]
}

/// Gutter depth at which no disc lands while it is still in the beams.
const DEEP: Micrometres = Micrometres::mm(300);

fn catalogue(gutter_depth: Micrometres) -> Catalogue {
    Catalogue {
        dimensions: Dimensions {
            gutter_depth,
            ..Dimensions::ASSUMED
        },
        edition: Edition::SakuraSlam,
    }
}

fn push_over(depth: Micrometres, size: Size, speed: f32, thumb: Thumb) -> Timing {
    let catalogue = catalogue(depth);
    let piece = Piece::pawn(size);
    let radius = catalogue.radius(piece);
    let at = Vec2::new(0.0, 88.0);
    let placed = catalogue.lay(piece, at, 0.0, 0.0);
    let mut world = World::new(&catalogue.dimensions, catalogue.edition, &[placed], 1);
    let mut pose = Pose {
        position: Vec3::new(0.0, at.y - radius - 0.5, 0.0),
        rotation: Quat::IDENTITY,
    };
    let id = world.add_hand(Hand::thumb(HandId(0), pose));
    time(&mut world, move |world, crossed| {
        if !(crossed && matches!(thumb, Thumb::Stops)) {
            pose.position.y += speed * 0.002;
        }
        world.move_hand(id, pose);
    })
}

/// Times of the plane model for pushes of 20, 100, 300 and 600 mm/s.
const MODEL: [(Size, [Timing; 4]); 3] = [
    (
        Size::Small,
        [
            [114.0, 48.0, 30.0],
            [63.0, 48.0, 29.0],
            [45.0, 37.0, 30.0],
            [44.0, 28.0, 23.0],
        ],
    ),
    (
        Size::Medium,
        [
            [131.0, 73.0, 47.0],
            [66.0, 69.0, 45.0],
            [46.0, 48.0, 41.0],
            [44.0, 35.0, 30.0],
        ],
    ),
    (
        Size::Large,
        [
            [153.0, 97.0, 64.0],
            [72.0, 89.0, 63.0],
            [48.0, 58.0, 51.0],
            [45.0, 41.0, 37.0],
        ],
    ),
];

const SPEEDS: [f32; 4] = [20.0, 100.0, 300.0, 600.0];

/// Prints measured and calculated times:
/// `cargo test -p virtual-ring --lib timing -- --ignored --nocapture`.
#[test]
#[ignore = "prints a table"]
fn print_the_comparison() {
    let gutter = Dimensions::ASSUMED.gutter_depth;
    for (depth, thumb) in [
        (DEEP, Thumb::Stops),
        (DEEP, Thumb::GoesOn),
        (gutter, Thumb::Stops),
    ] {
        println!("gutter {depth}, thumb {thumb:?}: first break, dark upper / lower, ms (model)");
        for (size, row) in MODEL {
            for (speed, model) in SPEEDS.into_iter().zip(row) {
                let [first, upper, lower] = push_over(depth, size, speed, thumb);
                let [m_first, m_upper, m_lower] = model;
                println!(
                    "{size:>7} {speed:>4} mm/s  {first:>6.1} {upper:>6.1} / {lower:>6.1}   \
                     ({m_first:>4}, {m_upper:>3} / {m_lower:>3})"
                );
            }
        }
    }
}

/// The model's disc leaves its thumb when its middle is over the edge, and it never
/// lands. Therefore the thumb stops and the gutter is deep here.
#[test]
fn toppling_takes_as_long_as_in_the_plane_model() {
    for (size, row) in MODEL {
        for (speed, model) in SPEEDS.into_iter().zip(row) {
            let timing = push_over(DEEP, size, speed, Thumb::Stops);
            for (part, (ours, theirs)) in timing.into_iter().zip(model).enumerate() {
                assert!(
                    (ours - theirs).abs() <= 0.15 * theirs,
                    "{size} {speed} mm/s, part {part}: {ours} ms, model {theirs} ms"
                );
            }
        }
    }
}

/// A disc dropped flat with its bottom at the height of the edge falls freely: `sqrt(2 h
/// / g)` to a depth `h`.
#[test]
fn a_flat_fall_is_a_free_fall() {
    for size in Size::ALL {
        let catalogue = catalogue(DEEP);
        let placed = catalogue.lay(Piece::pawn(size), Vec2::new(0.0, 130.0), 0.0, 0.0);
        let mut world = World::new(&catalogue.dimensions, catalogue.edition, &[placed], 1);
        let [first, upper, lower] = time(&mut world, |_, _| {});
        let after = |depth: f32| (2.0 * depth / 9_810.0).sqrt() * 1000.0;
        let free = [
            after(10.0),
            after(19.0) - after(10.0),
            after(31.0) - after(22.0),
        ];
        // 45.2, 17.1 and 12.5 ms; sampled every 0.4 ms, at the end of an interval.
        for (ours, exact) in [first, upper, lower].into_iter().zip(free) {
            assert!(
                (ours - exact).abs() < 1.3,
                "{size}: {ours} ms, free {exact} ms"
            );
        }
    }
}
