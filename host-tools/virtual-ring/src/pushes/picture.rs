//! Drawing of the outcomes by place: the platform from above, once for each kind of load,
//! with the share of pushes that the referee asked about in every square.

use super::tally::{CELL, PlaceCount, PushTally};
use rules_core::board::Dimensions;
use rules_core::board::mounts::PUSH_OUT;
use rules_core::piece::Size;
use std::fmt::{self, Write};

/// Width of the drawing of one platform, in units of the picture.
const PANEL: f32 = 190.0;

/// Units of the picture for each mm.
const SCALE: f32 = 2.6;

/// Height of the heading.
const TOP: f32 = 96.0;

/// Draws the shares by place as SVG.
#[must_use]
pub fn draw(tally: &PushTally, title: &str) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = draw_into(tally, title, &mut out);
    out
}

fn draw_into(tally: &PushTally, title: &str, out: &mut String) -> fmt::Result {
    let sizes = Dimensions::ASSUMED;
    let (wide, long) = (
        sizes.platform_width.0 as f32 / 1000.0,
        sizes.platform_length.0 as f32 / 1000.0,
    );
    let panels = tally.loads().count().max(1) as f32;
    let (width, height) = (PANEL * panels + 40.0, TOP + long * SCALE + 92.0);
    writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" font-family="sans-serif" font-size="12" fill="#222">
<title>{title}</title>
<rect width="{width:.0}" height="{height:.0}" fill="#fbf8f2"/>
<text x="20" y="28" font-size="17">{title}</text>
<text x="20" y="48">The platform from above, the ring at the top. Each square of {CELL:.0} mm is a place of the element's middle: white = ruled, orange = asked, red = not noticed or ruled wrongly.</text>"##
    )?;
    for (n, (word, sum)) in tally.loads().enumerate() {
        let middle = 20.0 + PANEL * (n as f32 + 0.5);
        let x = |aside: f32| middle + aside * SCALE;
        let y = |from_edge: f32| TOP + from_edge * SCALE;
        writeln!(
            out,
            r##"<g><text x="{middle:.0}" y="74" font-size="15" text-anchor="middle">{word}</text>
<line x1="{:.1}" y1="{TOP}" x2="{:.1}" y2="{TOP}" stroke="#222" stroke-width="2"/>
<rect x="{:.1}" y="{TOP}" width="{:.1}" height="{:.1}" fill="#efe6d2" stroke="#a9884f"/>"##,
            x(-wide / 2.0 - 6.0),
            x(wide / 2.0 + 6.0),
            x(-wide / 2.0),
            wide * SCALE,
            long * SCALE,
        )?;
        let squares = tally
            .by_place
            .iter()
            .filter(|((load, ..), _)| *load == word);
        for (&(_, from_edge, aside), count) in squares {
            writeln!(
                out,
                r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="{}"/>"#,
                x(aside as f32 * CELL),
                y(from_edge as f32 * CELL),
                CELL * SCALE,
                CELL * SCALE,
                colour(count),
            )?;
        }
        let front = PUSH_OUT as f32 / 1000.0;
        let back = front + sizes.diameters[Size::Medium].0 as f32 / 1000.0;
        for sensor in [front, back] {
            writeln!(
                out,
                r##"<circle cx="{:.1}" cy="{:.1}" r="4" fill="none" stroke="#0b5fa5" stroke-width="2"/>"##,
                x(0.0),
                y(sensor),
            )?;
        }
        let share = |count: u64| 100.0 * count as f64 / sum.pushes.max(1) as f64;
        let lines = [
            format!("{} pushes", sum.pushes),
            format!("{:.1} % ruled", share(sum.ruled)),
            format!("{:.1} % asked", share(sum.asked)),
            format!("{} wrong, {} not noticed", sum.wrong, sum.unnoticed),
        ];
        for (line, text) in (1..).zip(lines) {
            let down = y(long) + 6.0 + 17.0 * line as f32;
            writeln!(
                out,
                r#"<text x="{middle:.0}" y="{down:.0}" text-anchor="middle">{text}</text>"#
            )?;
        }
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</svg>")
}

/// Returns the colour of a square: from white to orange by the share asked about, red if
/// anything was missed.
fn colour(count: &PlaceCount) -> String {
    if count.unnoticed + count.wrong > 0 {
        return "#c0392b".into();
    }
    let asked = count.asked as f32 / count.pushes.max(1) as f32;
    let mix = |from: f32, to: f32| libm::roundf(from + (to - from) * asked) as u8;
    format!(
        "#{:02x}{:02x}{:02x}",
        mix(255.0, 230.0),
        mix(255.0, 126.0),
        mix(255.0, 34.0)
    )
}
