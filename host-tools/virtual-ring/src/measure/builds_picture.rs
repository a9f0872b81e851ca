//! Picture of the margins of many rings: two histograms for each design, on a scale of
//! ratios.

use super::builds::{BIN_COUNT, BuildReport, Margins, bin_of};
use std::fmt::{self, Write};

const LEFT: f64 = 130.0;
const WIDE: f64 = 300.0;
const BETWEEN: f64 = 40.0;
const HIGH: f64 = 44.0;
const ROW: f64 = 58.0;
const TOP: f64 = 62.0;

/// Draws the distributions of both margins of each design, as SVG.
#[must_use]
pub fn draw(reports: &[BuildReport]) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = draw_into(reports, &mut out);
    out
}

fn draw_into(reports: &[BuildReport], out: &mut String) -> fmt::Result {
    let width = LEFT + 2.0 * WIDE + BETWEEN + 20.0;
    let height = TOP + ROW * reports.len() as f64 + 20.0;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>"
    )?;
    let rings = reports.first().map_or(0, |report| report.rings);
    writeln!(
        out,
        "<text x=\"10\" y=\"18\" font-size=\"14\">Margins of the beams of {rings} simulated \
         rings of each design; red: the beam fails; dashed: 1.5</text>"
    )?;
    let panels = [LEFT, LEFT + WIDE + BETWEEN];
    for (x, title) in panels.into_iter().zip([
        "clear beam: light over need",
        "blocked beam: threshold over foreign light",
    ]) {
        writeln!(out, "<text x=\"{x}\" y=\"36\">{title}</text>")?;
        for tick in [0.1, 1.0, 10.0, 100.0] {
            let at = place(x, tick);
            writeln!(
                out,
                "<text x=\"{at:.1}\" y=\"52\" text-anchor=\"middle\" fill=\"#555\">{tick}</text>"
            )?;
        }
    }
    for (n, report) in reports.iter().enumerate() {
        let foot = TOP + ROW * n as f64 + HIGH;
        let good = report.good as f64 * 100.0 / report.rings.max(1) as f64;
        writeln!(
            out,
            "<text x=\"10\" y=\"{:.1}\">{}</text>\n\
             <text x=\"10\" y=\"{:.1}\" fill=\"#555\">{good:.1} % good</text>",
            foot - 20.0,
            report.design,
            foot - 6.0,
        )?;
        histogram(&report.lit, panels[0], foot, out)?;
        histogram(&report.blocked, panels[1], foot, out)?;
    }
    out.write_str("</svg>\n")
}

/// Returns the place of a margin on the axis of a panel that begins at `x`.
fn place(x: f64, margin: f64) -> f64 {
    x + bin_of(margin) * WIDE / BIN_COUNT as f64
}

fn histogram(margins: &Margins, x: f64, foot: f64, out: &mut String) -> fmt::Result {
    let most = margins.counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let step = WIDE / BIN_COUNT as f64;
    let failing = bin_of(1.0);
    for (bin, &count) in margins
        .counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
    {
        // A single beam is visible, too.
        let high = (count as f64 / most * HIGH).max(1.0);
        let colour = if (bin as f64) < failing - 0.5 {
            "#c0392b"
        } else {
            "#5b7fa6"
        };
        writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{high:.1}\" fill=\"{colour}\"/>",
            x + bin as f64 * step,
            foot - high,
            step - 0.5,
        )?;
    }
    writeln!(
        out,
        "<line x1=\"{x:.1}\" x2=\"{:.1}\" y1=\"{foot:.1}\" y2=\"{foot:.1}\" stroke=\"#555\"/>",
        x + WIDE
    )?;
    let at = place(x, 1.5);
    writeln!(
        out,
        "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{:.1}\" y2=\"{foot:.1}\" stroke=\"#555\" \
         stroke-dasharray=\"2 2\"/>",
        foot - HIGH
    )
}

#[cfg(test)]
mod tests {
    use super::super::builds::BuildPlan;
    use super::draw;
    use crate::executor::Sequential;
    use crate::sensors::build::{Design, PROPOSED};
    use rules_core::board::{BoardId, Dimensions, Profile};

    #[test]
    fn failing_beams_are_red() {
        let plan = BuildPlan {
            curtain: Profile::of(BoardId::Ring).curtain.expect("a curtain"),
            dimensions: Dimensions::ASSUMED,
            rings: 5,
            seed: 1,
        };
        let picture = |design: &Design| draw(&[plan.run(design, &Sequential)]);
        let glossy = Design::parse("glossy").expect("a design");
        assert!(picture(&glossy).contains("#c0392b"));
        assert!(!picture(&PROPOSED).contains("#c0392b"));
        assert!(picture(&PROPOSED).ends_with("</svg>\n"));
    }
}
