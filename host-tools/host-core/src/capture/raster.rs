//! Drawing of the beams of a side over time.

use rules_core::board::Dimensions;
use rules_core::board::curtain::{ChainBit, Curtain, Plane};
use rules_core::place::Edge;
use rules_core::referee::weighing::{Prior, weigh};
use rules_core::sensing::frame::{CurtainFrame, bit_of};
use rules_core::sensing::observation::{BodyCount, Observation, ObservationKind};
use rules_core::time::{Instant, Span};
use std::fmt::{self, Write};

/// Observation with the time at which it is drawn.
#[derive(Debug, Clone, Copy)]
pub struct RasterLabel {
    /// Time of the last sample on which the observation rests.
    pub known: Instant,
    /// Observation that the label names.
    pub observation: Observation,
    /// Pieces that can be on the ring at that time, according to the ledger.
    pub prior: Prior,
}

/// Record of the dark beams of all frames.
#[derive(Debug)]
pub struct Raster {
    curtain: Curtain,
    dimensions: Dimensions,
    dark: Vec<Dark>,
}

/// Dark beam in one frame.
#[derive(Debug, Clone, Copy)]
struct Dark {
    at: Instant,
    edge: Edge,
    plane: Plane,
    along: f32,
}

impl Raster {
    /// Creates a raster without dark beams.
    #[must_use]
    pub fn new(curtain: Curtain, dimensions: &Dimensions) -> Self {
        Self {
            curtain,
            dimensions: *dimensions,
            dark: Vec::new(),
        }
    }

    /// Records the dark beams of a frame.
    pub fn darken(&mut self, frame: &CurtainFrame) {
        let at = frame.at(&self.curtain);
        for edge in Edge::ALL {
            for place in 0..self.curtain.bits {
                let Some(bit @ ChainBit::Beam(plane, beam)) = self.curtain.bit(edge, place) else {
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

    /// Returns the start and duration of the time around all dark beams and reported falls.
    #[must_use]
    pub fn window(&self, said: &[RasterLabel]) -> (Instant, Span) {
        let first = self.dark.iter().map(|dark| dark.at).min();
        let last = self.dark.iter().map(|dark| dark.at).max();
        let said = said.iter().filter(|label| is_fall(&label.observation.kind));
        let last = last.max(said.map(|label| label.known).max());
        let (Some(first), Some(last)) = (first, last) else {
            return (Instant::ZERO, Span::millis(1));
        };
        let from = first - Span::millis(20);
        (from, Span(last.since(from).0 + 20_000))
    }

    /// Draws one side: its dark beams over time, and the observations about them.
    pub fn draw_side(
        &self,
        edge: Edge,
        top: f32,
        (from, lasts): (Instant, Span),
        said: &[RasterLabel],
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
                .filter(|dark| dark.edge == edge && dark.plane == plane)
            {
                let (x, y) = (x(it.at), y(it.along) - high / 2.0);
                write!(out, "M{x:.2} {y:.1}h{frame:.2}v{high:.1}h-{frame:.2}z")?;
            }
            writeln!(out, r##""/>"##)?;
        }
        let mut labels = Labels::new(top);
        for it in said {
            let ObservationKind::Fell(fall) = it.observation.kind else {
                continue;
            };
            let measured = &fall.measured;
            if measured.pattern.edge != edge {
                continue;
            }
            let (onset, known) = (x(measured.onset), x(it.known));
            let y = y(measured.along.0 as f32 / 1000.0);
            let found = weigh(&fall, &it.prior);
            let sure = if found.certainty.is_high() { "" } else { "?" };
            let two = match measured.pattern.count {
                BodyCount::One => "",
                BodyCount::PerhapsTwo => ", perhaps two",
            };
            let text = format!(
                "{}{sure}{two}, {} ({} mm wide, after {} ms)",
                found.body,
                fall.cause.kind,
                (measured.width.0 + 500) / 1000,
                it.known.since(measured.onset).as_millis(),
            );
            writeln!(
                out,
                r##"<path d="M{onset:.1} {y:.1}H{known:.1}m0 -5v10" stroke="#222" stroke-width="2" fill="none"/>"##,
            )?;
            labels.write((onset, known), y, "#222", &text, out)?;
        }
        for it in said {
            let ObservationKind::NoFall(id, why) = it.observation.kind else {
                continue;
            };
            let began = said
                .iter()
                .rev()
                .find_map(|label| match label.observation.kind {
                    ObservationKind::Falling(other, spot) if other == id => {
                        Some((label.known, spot))
                    }
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

/// Layout of the labels in one raster, which keeps them from overlapping.
struct Labels {
    top: f32,
    /// Text lines in use, as their y coordinates.
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

    /// Writes `text` next to an interval from `begin` to `end`, on the free line nearest to
    /// `y`: after the interval if there is room, otherwise before it.
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

/// Left edge of the rasters in a picture, in SVG units.
pub const RASTER_LEFT: f32 = 610.0;
/// Width of a raster, in SVG units.
pub const RASTER_WIDE: f32 = 540.0;
/// Height of a raster, in SVG units.
pub const RASTER_HIGH: f32 = 112.0;
/// Colour of the upper plane. Blue and orange can be told apart by colour-blind people.
pub const UPPER: &str = "#0072b2";
/// Colour of the lower plane.
pub const LOWER: &str = "#e69f00";

fn is_fall(what: &ObservationKind) -> bool {
    matches!(what, ObservationKind::Fell(_))
}
