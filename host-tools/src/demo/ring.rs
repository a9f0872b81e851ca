//! Drawing of a ring from above, to scale, with everything on it and around it.

use super::canvas::{Canvas, Point};
use glam::Vec2;
use host_core::palette::{self, Rgb, dimmed, mixed};
use rules_core::place::Post;
use virtual_ring::arena::POST_RADIUS;
use virtual_ring::demo::view::{DiscView, RingView};

/// Width of the LED strip with its frame, in mm.
const STRIP: f32 = 10.0;

/// Radius at which a marker is drawn, in mm.
const MARKER: f32 = 9.5;

/// Half the width of the line by which a person aims, in mm.
const AIM: f32 = 1.5;

/// Greatest depth of a fallen piece below the surface, in mm.
const DEEP: f32 = 95.0;

/// Draws the ring into an area of terminal cells.
#[must_use]
pub fn draw(ring: &RingView, columns: u16, rows: u16) -> Canvas {
    let edge = ring.half + ring.gutter + STRIP;
    let step = 2.0 * edge / f32::from(columns.max(1));
    let place = |x: f32, y: f32| Vec2::new(x * 2.0 - 1.0, 1.0 - y * 2.0) * edge;
    let mut canvas = Canvas::new(columns, rows, |x, y| point(ring, place(x, y), edge, step));
    let mut label = |at: Vec2, letter, back| {
        let place = (at.x / edge / 2.0 + 0.5, 0.5 - at.y / edge / 2.0);
        canvas.label(place, letter, [palette::PAGE, back]);
    };
    for disc in ring.discs.iter().filter(|disc| disc.named) {
        label(disc.at, disc.letter, lit(disc));
    }
    for post in Post::ALL {
        let number = post.word().chars().next().unwrap_or('?');
        label(corner(post) * ring.half, number, palette::POST);
        for (slot, marker) in ring.markers[post].into_iter().enumerate() {
            if let Some(colour) = marker {
                let at = slot_at(ring, post, slot);
                label(at, palette::letter(colour), palette::rgb(colour));
            }
        }
    }
    canvas
}

/// Returns the direction of a corner from the centre.
fn corner(post: Post) -> Vec2 {
    match post {
        Post::One => Vec2::new(1.0, 1.0),
        Post::Two => Vec2::new(1.0, -1.0),
        Post::Three => Vec2::new(-1.0, -1.0),
        Post::Four => Vec2::new(-1.0, 1.0),
    }
}

/// Returns the position at which a marker in a slot is drawn: beyond the corner, where
/// nothing falls.
fn slot_at(ring: &RingView, post: Post, slot: usize) -> Vec2 {
    let near = 20.0;
    let far = near + 26.0;
    let (x, y) = [(near, near), (far, near), (near, far), (far, far)][slot % 4];
    corner(post) * (Vec2::splat(ring.half) + Vec2::new(x, y))
}

fn point(ring: &RingView, at: Vec2, edge: f32, step: f32) -> Point {
    let strip = STRIP.max(step);
    if at.abs().max_element() > edge - strip {
        return led(ring, at, edge);
    }
    let mut point = ground(ring, at, step);
    for post in Post::ALL {
        if at.distance(corner(post) * ring.half) < POST_RADIUS.max(step) {
            let number = post.word().chars().next().unwrap_or('?');
            point = Point {
                colour: palette::POST,
                letter: number,
            };
        }
        for (slot, marker) in ring.markers[post].into_iter().enumerate() {
            let there = slot_at(ring, post, slot);
            if let Some(colour) = marker.filter(|_| at.distance(there) < MARKER.max(step)) {
                point = Point {
                    colour: palette::rgb(colour),
                    letter: palette::letter(colour),
                };
            }
        }
    }
    for &(one, other, thick) in &ring.fingers {
        if distance(at, one, other) < thick {
            point.colour = mixed(point.colour, palette::HAND);
            point.letter = '%';
        }
    }
    if let Some((one, other)) = ring.aim
        && distance(at, one, other) < AIM.max(step / 2.0)
    {
        point = Point {
            colour: palette::ALERT,
            letter: '+',
        };
    }
    point
}

/// Returns the distance of a point from a line between two others.
fn distance(at: Vec2, one: Vec2, other: Vec2) -> f32 {
    let along = other - one;
    let share = (at - one).dot(along) / along.length_squared().max(1.0);
    at.distance(one + along * share.clamp(0.0, 1.0))
}

/// Returns the canvas point at a place: fallen pieces, the platform over them, then the
/// pieces on the ring.
fn ground(ring: &RingView, at: Vec2, step: f32) -> Point {
    let on_ring = at.abs().max_element() <= ring.half;
    let (colour, letter) = if on_ring {
        (palette::SURFACE, ' ')
    } else if at.abs().max_element() <= ring.half + ring.gutter {
        (
            palette::GUTTER,
            if at.abs().min_element() > ring.half {
                ' '
            } else {
                '.'
            },
        )
    } else {
        (palette::FRAME, ' ')
    };
    let mut point = Point { colour, letter };
    let (low, high) = (ring.discs).split_at(ring.discs.partition_point(|disc| disc.height < 0.0));
    for disc in low {
        lay(disc, at, step, &mut point);
    }
    if let Some((middle, half)) = ring.platform
        && (at - middle).abs().cmple(half).all()
    {
        point = Point {
            colour: palette::PLATFORM,
            letter: '=',
        };
    }
    for disc in high {
        lay(disc, at, step, &mut point);
    }
    point
}

fn lay(disc: &DiscView, at: Vec2, step: f32, point: &mut Point) {
    let (thin, way) = disc.thin;
    let off = at - disc.at;
    let (u, v) = (
        off.dot(way) / thin.max(step / 2.0),
        off.perp_dot(way) / disc.radius,
    );
    let far = (u * u + v * v).sqrt();
    if far > 1.0 {
        return;
    }
    // A rim tells neighbours apart, where there is room for one.
    let rim = disc.radius > 2.5 * step && far > 1.0 - 0.6 * step / disc.radius;
    let colour = lit(disc);
    *point = Point {
        colour: if rim { dimmed(colour, 0.72) } else { colour },
        letter: disc.letter,
    };
}

/// Returns the colour of a piece at its depth: deeper is darker.
fn lit(disc: &DiscView) -> Rgb {
    let deep = (-disc.height).clamp(0.0, DEEP) / DEEP;
    dimmed(disc.colour, 1.0 - 0.55 * deep)
}

fn led(ring: &RingView, at: Vec2, edge: f32) -> Point {
    let side = ring.leds.len() / 4;
    let share = |length: f32| (length / edge / 2.0 + 0.5).clamp(0.0, 0.9999);
    let (number, along) = if at.y.abs() >= at.x.abs() {
        if at.y > 0.0 {
            (0, share(at.x))
        } else {
            (2, share(-at.x))
        }
    } else if at.x > 0.0 {
        (1, share(-at.y))
    } else {
        (3, share(at.y))
    };
    let along = along * side as f32;
    let led = ring
        .leds
        .get(number * side + along as usize)
        .copied()
        .flatten();
    let middle = (along.fract() - 0.5).abs() < 0.38;
    match led {
        Some(colour) if middle => Point {
            colour,
            letter: '*',
        },
        None if middle => Point {
            colour: palette::DARK_LED,
            letter: ' ',
        },
        _ => Point {
            colour: palette::FRAME,
            letter: ' ',
        },
    }
}
