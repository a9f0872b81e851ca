//! The beams of a side over time, drawn.

use rules_core::board::Dimensions;
use rules_core::board::curtain::{Bit, Curtain, Plane};
use rules_core::place::Edge;
use rules_core::sensing::frame::{CurtainFrame, bit_of};
use rules_core::sensing::observation::{Count, Observation, What};
use rules_core::time::{Instant, Span};
use std::fmt::{self, Write};

/// Something said.
#[derive(Debug, Clone, Copy)]
pub struct Said {
    /// When the last sample it rests on was there.
    pub known: Instant,
    /// What.
    pub observation: Observation,
}

/// Which beams were dark, and when.
#[derive(Debug)]
pub struct Raster {
    curtain: Curtain,
    dimensions: Dimensions,
    dark: Vec<Dark>,
}

/// A beam that was dark in a frame.
#[derive(Debug, Clone, Copy)]
struct Dark {
    at: Instant,
    edge: Edge,
    plane: Plane,
    along: f32,
}

impl Raster {
    /// Nothing is dark yet.
    #[must_use]
    pub fn new(curtain: Curtain, dimensions: &Dimensions) -> Self {
        Self {
            curtain,
            dimensions: *dimensions,
            dark: Vec::new(),
        }
    }

    /// Takes down which beams are dark.
    pub fn darken(&mut self, frame: &CurtainFrame) {
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

    /// The time worth showing: around all dark beams.
    #[must_use]
    pub fn window(&self, said: &[Said]) -> (Instant, Span) {
        let first = self.dark.iter().map(|it| it.at).min();
        let last = self.dark.iter().map(|it| it.at).max();
        let said = said.iter().filter(|it| is_fall(&it.observation.what));
        let last = last.max(said.map(|it| it.known).max());
        let (Some(first), Some(last)) = (first, last) else {
            return (Instant::ZERO, Span::millis(1));
        };
        let from = first - Span::millis(20);
        (from, Span(last.since(from).0 + 20_000))
    }

    /// One side: its dark beams over time, and what was said about them.
    pub(crate) fn draw_side(
        &self,
        edge: Edge,
        top: f32,
        (from, lasts): (Instant, Span),
        said: &[Said],
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
        for it in said {
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
        for it in said {
            let What::NoFall(id, why) = it.observation.what else {
                continue;
            };
            let began = said.iter().rev().find_map(|it| match it.observation.what {
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

/// Where a raster lies in a picture, in SVG units.
pub(crate) const RASTER_LEFT: f32 = 610.0;
pub(crate) const RASTER_WIDE: f32 = 540.0;
pub(crate) const RASTER_HIGH: f32 = 112.0;
/// Blue and orange are told apart by colour-blind eyes as well.
pub(crate) const UPPER: &str = "#0072b2";
pub(crate) const LOWER: &str = "#e69f00";

fn is_fall(what: &What) -> bool {
    matches!(what, What::Fell(_))
}
