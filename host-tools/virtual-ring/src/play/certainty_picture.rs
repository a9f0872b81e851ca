//! Drawing of curves of certainty: the share of wrong classifications that was claimed
//! against the true one, both axes in powers of two.

use super::certainty_curve::CertaintyCurve;
use std::fmt::{self, Write};

/// Side of the plot, in units of the picture.
const SIDE: f64 = 360.0;

/// Left and upper margin of the plot.
const MARGIN: f64 = 70.0;

/// Number of bits that the axes show: shares down to one in 65,536.
const BITS: f64 = 16.0;

/// Colours of the curves, which colour-blind people can tell apart.
const COLOURS: [&str; 3] = ["#0b5fa5", "#d55e00", "#222222"];

/// Draws named curves as SVG.
#[must_use]
pub fn draw(curves: &[(&str, &CertaintyCurve)], title: &str) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = draw_into(curves, title, &mut out);
    out
}

/// Returns the place of a share on an axis, in units from one; 0 is at its end.
fn place(share: f64) -> f64 {
    let bits = if share > 0.0 {
        -libm::log2(share)
    } else {
        BITS
    };
    bits.clamp(0.0, BITS) / BITS * SIDE
}

/// Appends the drawing to `out`.
fn draw_into(curves: &[(&str, &CertaintyCurve)], title: &str, out: &mut String) -> fmt::Result {
    let (width, height) = (SIDE + MARGIN + 30.0, SIDE + MARGIN + 70.0);
    let (x, y) = (
        |share: f64| MARGIN + place(share),
        |share: f64| MARGIN + place(share),
    );
    writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" font-family="sans-serif" font-size="12" fill="#222">
<title>{title}</title>
<rect width="{width:.0}" height="{height:.0}" fill="#fbf8f2"/>
<text x="20" y="26" font-size="15">{title}</text>
<text x="20" y="46">Share wrong: claimed to the right, true downwards; 1 in 2 to 1 in 65,536.</text>
<rect x="{MARGIN}" y="{MARGIN}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#222"/>"##
    )?;
    // Twice and half as often as claimed.
    for (factor, dash) in [(0.5, "4 4"), (1.0, "none"), (2.0, "4 4")] {
        let least = libm::exp2(-BITS);
        writeln!(
            out,
            r##"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="#a9884f" stroke-dasharray="{dash}"/>"##,
            x(0.5),
            y(0.5 * factor),
            x(least),
            y(least * factor),
        )?;
    }
    for bits in [0, 4, 8, 12, 16] {
        let share = libm::exp2(-f64::from(bits));
        let one_in = 1_u64 << bits;
        writeln!(
            out,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="middle">1 in {one_in}</text><text x="{:.1}" y="{:.1}" text-anchor="end">1 in {one_in}</text>"#,
            x(share),
            MARGIN + SIDE + 16.0,
            MARGIN - 5.0,
            y(share) + 4.0,
        )?;
    }
    for ((name, curve), colour) in curves.iter().zip(COLOURS) {
        for bin in curve.bins.values() {
            let (at, truly) = (x(bin.claimed()), y(bin.truly()));
            writeln!(
                out,
                r#"<line x1="{at:.1}" y1="{truly:.1}" x2="{at:.1}" y2="{:.1}" stroke="{colour}"/><circle cx="{at:.1}" cy="{truly:.1}" r="4" fill="{colour}"><title>{name}: {} of {} wrong</title></circle>"#,
                y(bin.at_most()),
                bin.wrong,
                bin.count,
            )?;
        }
    }
    for (n, ((name, _), colour)) in curves.iter().zip(COLOURS).enumerate() {
        let at = MARGIN + 110.0 * n as f64;
        writeln!(
            out,
            r#"<text x="{at:.0}" y="{:.0}" fill="{colour}">{name}</text>"#,
            MARGIN + SIDE + 44.0
        )?;
    }
    writeln!(out, "</svg>")
}

#[cfg(test)]
mod tests {
    use super::draw;
    use crate::play::certainty_curve::CertaintyCurve;
    use rules_core::sensing::certainty::Certainty;

    #[test]
    fn every_bin_is_a_point_with_its_counts() {
        let mut curve = CertaintyCurve::NEW;
        curve.add(Certainty(32), true);
        curve.add(Certainty(33), false);
        curve.add(Certainty(255), true);
        let picture = draw(&[("fell", &curve)], "A title");
        assert_eq!(picture.matches("<circle").count(), 2, "{picture}");
        assert!(picture.contains("fell: 1 of 2 wrong"), "{picture}");
    }
}
