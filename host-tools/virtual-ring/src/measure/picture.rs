//! Drawing of a push: the ring from above with the path of every piece, and beside it the
//! beams over time with the reports.

use super::scene_run::{FrameObserver, SceneResult};
use crate::geometry::{Shape, WorldView};
use host_core::capture::raster::{LOWER, Raster, UPPER};
use rules_core::board::{Dimensions, Profile};
use rules_core::place::Edge;
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use std::fmt::{self, Write};

/// Data of a push drawing, collected while a scene runs.
#[derive(Debug)]
pub struct Sketch {
    dimensions: Dimensions,
    raster: Raster,
    ways: Vec<PiecePath>,
    frames: u32,
}

/// Path of a piece, seen from above.
#[derive(Debug, Clone, Default)]
struct PiecePath {
    radius: f32,
    points: Vec<(f32, f32)>,
    lowest: f32,
}

impl FrameObserver for Sketch {
    fn curtain(&mut self, frame: &CurtainFrame, view: &WorldView) {
        self.raster.darken(frame);
        // Every fourth frame: 1.6 ms is smooth enough on paper.
        if self.frames.is_multiple_of(4) {
            self.follow(view);
        }
        self.frames += 1;
    }

    fn hall(&mut self, _: &HallScan) {}
}

impl Sketch {
    /// Creates an empty sketch for a board; `None` for a board without a curtain.
    #[must_use]
    pub fn new(profile: &Profile, dimensions: &Dimensions) -> Option<Self> {
        Some(Self {
            dimensions: *dimensions,
            raster: Raster::new(profile.curtain?, dimensions),
            ways: Vec::new(),
            frames: 0,
        })
    }

    fn follow(&mut self, view: &WorldView) {
        self.ways
            .resize_with(view.things.len().max(self.ways.len()), PiecePath::default);
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

    /// Draws the collected paths and beams with the ring's reports, as SVG.
    #[must_use]
    pub fn draw(&self, watched: &SceneResult, title: &str) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.draw_into(watched, title, &mut out);
        out
    }

    fn draw_into(&self, watched: &SceneResult, title: &str, out: &mut String) -> fmt::Result {
        writeln!(
            out,
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" fill="#222">
<title>{title}</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf8f2"/>
<text x="20" y="28" font-size="17">{title}</text>"##
        )?;
        self.draw_ring(out)?;
        let window = self.raster.window(&watched.said);
        for (n, edge) in Edge::ALL.into_iter().enumerate() {
            self.raster.draw_side(
                edge,
                60.0 + n as f32 * SIDE_STEP,
                window,
                &watched.said,
                out,
            )?;
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

    /// Draws the ring from above: start, path and end of each piece.
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
}

/// Width of the whole drawing, in SVG units.
const WIDTH: f32 = 1180.0;
const HEIGHT: f32 = 640.0;
/// Width and height of the ring with its gutter, in SVG units.
const RING: f32 = 500.0;
/// Distance from one side's raster to the next, in SVG units.
const SIDE_STEP: f32 = 128.0;
const FELL: &str = "#b0412e";
const STAYED: &str = "#6b6b6b";

fn apart(a: (f32, f32), b: (f32, f32)) -> f32 {
    libm::hypotf(a.0 - b.0, a.1 - b.1)
}
