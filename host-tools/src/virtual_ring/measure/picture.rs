//! A push as a picture: the ring from above with the way of every piece, and
//! beside it the beams over time with what was recognised.

use super::watch::{Onlooker, Watched};
use crate::virtual_ring::space::{Shape, View};
use rules_core::board::curtain::{Bit, Curtain, Plane};
use rules_core::board::{Dimensions, Profile};
use rules_core::place::Edge;
use rules_core::sensing::frame::{CurtainFrame, HallScan, bit_of};
use rules_core::sensing::observation::{Count, What};
use rules_core::time::{Instant, Span};
use std::fmt::{self, Write};

/// Takes down what a picture needs while a scene is watched.
#[derive(Debug)]
pub struct Sketch {
    curtain: Curtain,
    dimensions: Dimensions,
    dark: Vec<Dark>,
    ways: Vec<Way>,
    frames: u32,
}

/// A beam that was dark in a frame.
#[derive(Debug, Clone, Copy)]
struct Dark {
    at: Instant,
    edge: Edge,
    plane: Plane,
    along: f32,
}

/// The way of a piece, seen from above.
#[derive(Debug, Clone, Default)]
struct Way {
    radius: f32,
    points: Vec<(f32, f32)>,
    lowest: f32,
}

impl Onlooker for Sketch {
    fn curtain(&mut self, frame: &CurtainFrame, view: &View) {
        self.darken(frame);
        // Every fourth frame: 1.6 ms is smooth enough on paper.
        if self.frames.is_multiple_of(4) {
            self.follow(view);
        }
        self.frames += 1;
    }

    fn hall(&mut self, _: &HallScan) {}
}

impl Sketch {
    /// An empty sketch for a board; nothing for one without a curtain.
    #[must_use]
    pub fn new(profile: &Profile, dimensions: &Dimensions) -> Option<Self> {
        Some(Self {
            curtain: profile.curtain?,
            dimensions: *dimensions,
            dark: Vec::new(),
            ways: Vec::new(),
            frames: 0,
        })
    }

    fn darken(&mut self, frame: &CurtainFrame) {
        let at = frame.at(&self.curtain);
        for edge in Edge::ALL {
            for place in 0..self.curtain.bits {
                let Some(bit @ Bit::Beam(plane, beam)) = self.curtain.bit(edge, place) else {
                    continue;
                };
                let phase = self.curtain.phase(bit);
                if phase.is_some_and(|phase| bit_of(frame.lit(phase), edge, place)) {
                    let along = self.curtain.along(&self.dimensions, plane, beam);
                    let along = along.0 as f32 / 1000.0;
                    self.dark.push(Dark {
                        at,
                        edge,
                        plane,
                        along,
                    });
                }
            }
        }
    }

    fn follow(&mut self, view: &View) {
        self.ways
            .resize_with(view.things.len().max(self.ways.len()), Way::default);
        for (way, thing) in self.ways.iter_mut().zip(&view.things) {
            if let Shape::Disc { radius_x, .. } = thing.solid.shape {
                way.radius = radius_x;
            }
            let at = thing.solid.pose.position;
            way.lowest = way.lowest.min(at.z);
            let point = (at.x, at.y);
            if way
                .points
                .last()
                .is_none_or(|last| apart(*last, point) > 0.3)
            {
                way.points.push(point);
            }
        }
    }

    /// The picture, as SVG. `truths` are the falls that really happened.
    #[must_use]
    pub fn draw(&self, watched: &Watched, title: &str) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.draw_into(watched, title, &mut out);
        out
    }

    fn draw_into(&self, watched: &Watched, title: &str, out: &mut String) -> fmt::Result {
        writeln!(
            out,
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" fill="#222">
<title>{title}</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf8f2"/>
<text x="20" y="28" font-size="17">{title}</text>"##
        )?;
        self.draw_ring(out)?;
        let window = self.window(watched);
        for (n, edge) in Edge::ALL.into_iter().enumerate() {
            self.draw_side(edge, 60.0 + n as f32 * SIDE_STEP, window, watched, out)?;
        }
        writeln!(
            out,
            r##"<g font-size="12"><rect x="20" y="{y}" width="12" height="12" fill="{UPPER}"/><text x="38" y="{t}">upper beam dark</text>
<rect x="160" y="{y}" width="12" height="12" fill="{LOWER}"/><text x="178" y="{t}">lower beam dark</text>
<path d="M300 {m}h22" stroke="#222" stroke-width="2"/><text x="328" y="{t}">what was said</text></g>
</svg>"##,
            y = HEIGHT - 30.0,
            t = HEIGHT - 19.0,
            m = HEIGHT - 24.0,
        )
    }

    /// The ring from above: where each piece began, its way, where it ended.
    fn draw_ring(&self, out: &mut String) -> fmt::Result {
        let side = self.dimensions.ring_side.0 as f32 / 1000.0;
        let gutter = self.dimensions.gutter_width.0 as f32 / 1000.0;
        let scale = RING / (side + 2.0 * gutter);
        let middle = 20.0 + RING / 2.0;
        let top = 50.0 + RING / 2.0;
        let x = |mm: f32| middle + mm * scale;
        let y = |mm: f32| top - mm * scale;
        let half = side / 2.0;
        writeln!(
            out,
            r##"<rect x="{:.1}" y="{:.1}" width="{RING}" height="{RING}" fill="#e3dccd" stroke="#8a7d63"/>
<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="#f6efe0" stroke="#5a4a32" stroke-width="2"/>"##,
            x(-half - gutter),
            y(half + gutter),
            x(-half),
            y(half),
            side * scale,
            side * scale,
        )?;
        for (label, at) in [
            ("N", (0.0, 1.0)),
            ("E", (1.0, 0.0)),
            ("S", (0.0, -1.0)),
            ("W", (-1.0, 0.0)),
        ] {
            let out_mm = half + gutter - 8.0;
            writeln!(
                out,
                r##"<text x="{:.1}" y="{:.1}" text-anchor="middle" fill="#8a7d63">{label}</text>"##,
                x(at.0 * out_mm),
                y(at.1 * out_mm) + 5.0,
            )?;
        }
        for way in &self.ways {
            let (Some(first), Some(last)) = (way.points.first(), way.points.last()) else {
                continue;
            };
            let fell = way.lowest < -12.0;
            let colour = if fell { FELL } else { STAYED };
            let radius = way.radius * scale;
            writeln!(
                out,
                r##"<circle cx="{:.1}" cy="{:.1}" r="{radius:.1}" fill="none" stroke="{colour}" stroke-opacity="0.45" stroke-dasharray="3 3"/>"##,
                x(first.0),
                y(first.1),
            )?;
            write!(
                out,
                r##"<polyline fill="none" stroke="{colour}" stroke-width="1.5" points=""##
            )?;
            for point in &way.points {
                write!(out, "{:.1},{:.1} ", x(point.0), y(point.1))?;
            }
            writeln!(
                out,
                r##""/><circle cx="{:.1}" cy="{:.1}" r="{radius:.1}" fill="{colour}" fill-opacity="0.18" stroke="{colour}" stroke-width="1.5"/>"##,
                x(last.0),
                y(last.1),
            )?;
        }
        writeln!(
            out,
            r##"<text x="20" y="{:.1}" font-size="12"><tspan fill="{FELL}">filled ring: fell</tspan>, <tspan fill="{STAYED}">stayed</tspan>; dashed: where it began</text>"##,
            50.0 + RING + 18.0
        )
    }

    /// The time worth showing: around all dark beams.
    fn window(&self, watched: &Watched) -> (Instant, Span) {
        let first = self.dark.iter().map(|it| it.at).min();
        let last = self.dark.iter().map(|it| it.at).max();
        let said = watched
            .said
            .iter()
            .filter(|it| is_fall(&it.observation.what));
        let last = last.max(said.map(|it| it.known).max());
        let (Some(first), Some(last)) = (first, last) else {
            return (Instant::ZERO, Span::millis(1));
        };
        let from = first - Span::millis(20);
        (from, Span(last.since(from).0 + 20_000))
    }

    fn draw_side(
        &self,
        edge: Edge,
        top: f32,
        (from, lasts): (Instant, Span),
        watched: &Watched,
        out: &mut String,
    ) -> fmt::Result {
        let side = self.dimensions.ring_side.0 as f32 / 1000.0;
        let x = |at: Instant| {
            RASTER_LEFT + at.since(from).0 as f32 / lasts.0.max(1) as f32 * RASTER_WIDE
        };
        let y = |along: f32| top + along / side * RASTER_HIGH;
        writeln!(
            out,
            r##"<rect x="{RASTER_LEFT}" y="{top}" width="{RASTER_WIDE}" height="{RASTER_HIGH}" fill="#fff" stroke="#b9ae97"/>
<text x="{:.1}" y="{:.1}" text-anchor="end">{edge}</text>"##,
            RASTER_LEFT - 8.0,
            top + RASTER_HIGH / 2.0 + 4.0,
        )?;
        let frame = self.curtain.period.0 as f32 / lasts.0.max(1) as f32 * RASTER_WIDE;
        let high = RASTER_HIGH / 44.0;
        for (plane, colour) in [(Plane::Upper, UPPER), (Plane::Lower, LOWER)] {
            write!(out, r##"<path fill="{colour}" d=""##)?;
            for it in self
                .dark
                .iter()
                .filter(|it| it.edge == edge && it.plane == plane)
            {
                let (x, y) = (x(it.at), y(it.along) - high / 2.0);
                write!(out, "M{x:.2} {y:.1}h{frame:.2}v{high:.1}h-{frame:.2}z")?;
            }
            writeln!(out, r##""/>"##)?;
        }
        let mut labels = Labels::new(top);
        for it in &watched.said {
            let What::Fell(fall) = it.observation.what else {
                continue;
            };
            if fall.spot.edge != edge {
                continue;
            }
            let (onset, known) = (x(fall.onset), x(it.known));
            let y = y(fall.spot.along.0 as f32 / 1000.0);
            let sure = if fall.identity.certainty.is_high() {
                ""
            } else {
                "?"
            };
            let two = match fall.count {
                Count::One => "",
                Count::PerhapsTwo => ", perhaps two",
            };
            let text = format!(
                "{}{sure}{two}, {} ({} mm wide, after {} ms)",
                fall.identity.body,
                fall.cause,
                (fall.width.0 + 500) / 1000,
                it.known.since(fall.onset).as_millis(),
            );
            writeln!(
                out,
                r##"<path d="M{onset:.1} {y:.1}H{known:.1}m0 -5v10" stroke="#222" stroke-width="2" fill="none"/>"##,
            )?;
            labels.write((onset, known), y, "#222", &text, out)?;
        }
        for it in &watched.said {
            let What::NoFall(id, why) = it.observation.what else {
                continue;
            };
            let began = watched
                .said
                .iter()
                .rev()
                .find_map(|it| match it.observation.what {
                    What::Falling(other, spot) if other == id => Some((it.known, spot)),
                    _ => None,
                });
            let Some((began, spot)) = began.filter(|(_, spot)| spot.edge == edge) else {
                continue;
            };
            let (began, known) = (x(began), x(it.known));
            let y = y(spot.along.0 as f32 / 1000.0);
            writeln!(
                out,
                r##"<path d="M{began:.1} {y:.1}H{known:.1}m-4 -4l8 8m0 -8l-8 8" stroke="#777" stroke-width="1.5" fill="none"/>"##,
            )?;
            labels.write((began, known), y, "#777", &format!("no fall: {why}"), out)?;
        }
        if edge == Edge::West {
            self.draw_scale(top + RASTER_HIGH, lasts, out)?;
        }
        Ok(())
    }

    fn draw_scale(&self, y: f32, lasts: Span, out: &mut String) -> fmt::Result {
        let step = [10, 20, 50, 100, 200, 500, 1000].into_iter();
        let step = step
            .clone()
            .find(|step| lasts.as_millis() / step <= 12)
            .unwrap_or(2000);
        for millis in (0..=lasts.as_millis()).step_by(step as usize) {
            let x =
                RASTER_LEFT + Span::millis(millis).0 as f32 / lasts.0.max(1) as f32 * RASTER_WIDE;
            writeln!(
                out,
                r##"<path d="M{x:.1} {y:.1}v5" stroke="#8a7d63"/><text x="{x:.1}" y="{:.1}" text-anchor="middle" font-size="11">{millis}</text>"##,
                y + 17.0
            )?;
        }
        writeln!(
            out,
            r##"<text x="{:.1}" y="{:.1}" text-anchor="end" font-size="11">ms</text>"##,
            RASTER_LEFT - 8.0,
            y + 17.0
        )
    }
}

/// The words in one raster, none upon another.
struct Labels {
    top: f32,
    /// Lines that are taken.
    taken: Vec<f32>,
}

impl Labels {
    const LINE: f32 = 13.0;

    const fn new(top: f32) -> Self {
        Self {
            top,
            taken: Vec::new(),
        }
    }

    /// Writes beside what lasts from `begin` to `end`, on the free line nearest to
    /// `y`: behind it if there is room, else before it.
    fn write(
        &mut self,
        (begin, end): (f32, f32),
        y: f32,
        colour: &str,
        text: &str,
        out: &mut String,
    ) -> fmt::Result {
        let lines = (0..8).map(|n| self.top + 10.0 + n as f32 * Self::LINE);
        let free = lines.filter(|line| !self.taken.contains(line));
        let nearest = free.min_by(|a, b| (a - y).abs().total_cmp(&(b - y).abs()));
        let line = nearest.unwrap_or(y);
        self.taken.push(line);
        let fits = end + 8.0 + 5.8 * text.len() as f32 <= RASTER_LEFT + RASTER_WIDE;
        let (x, anchor) = match fits {
            true => (end + 8.0, "start"),
            false => (begin - 6.0, "end"),
        };
        writeln!(
            out,
            r##"<text x="{x:.1}" y="{:.1}" text-anchor="{anchor}" font-size="12" fill="{colour}" paint-order="stroke" stroke="#fff" stroke-width="3">{text}</text>"##,
            line + 4.0,
        )
    }
}

/// The whole picture, in SVG units.
const WIDTH: f32 = 1180.0;
const HEIGHT: f32 = 640.0;
/// The ring with its gutter.
const RING: f32 = 500.0;
const RASTER_LEFT: f32 = 610.0;
const RASTER_WIDE: f32 = 540.0;
const RASTER_HIGH: f32 = 112.0;
/// From one side's raster to the next.
const SIDE_STEP: f32 = 128.0;
/// Blue and orange are told apart by colour-blind eyes as well.
const UPPER: &str = "#0072b2";
const LOWER: &str = "#e69f00";
const FELL: &str = "#b0412e";
const STAYED: &str = "#6b6b6b";

fn is_fall(what: &What) -> bool {
    matches!(what, What::Fell(_))
}

fn apart(a: (f32, f32), b: (f32, f32)) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}
