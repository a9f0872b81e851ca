//! Drawing sheet as SVG, with its own background so that it is legible in a light and in
//! a dark viewer.

use host_core::svg_text::{escaped, wrap};
use std::fmt::Write;

/// Unit of a sheet's coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// The sheet is for screens and follows the light or dark theme of the viewer.
    Pixels,
    /// The sheet is for paper: always black on white, and printed to scale.
    Millimetres,
}

/// Alignment of a text relative to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// SVG drawing under construction.
#[derive(Debug)]
pub(super) struct Sheet {
    svg: String,
}

/// Styles of the drawing classes in the light theme.
const LIGHT: &str = ".page{fill:#fbfaf6}.box{fill:#ffffff;stroke:#9a958a}.ink{fill:#1c1c1c}.soft{fill:#57534a}\
.rule{stroke:#cfc9bb;fill:none}.draw{stroke:#1c1c1c;fill:none}.fill{fill:#1c1c1c}.pale{fill:#ece8dd}\
.power{fill:#b3261e}.curtain{fill:#6a3fa0}.analog{fill:#00695c}.lights{fill:#8a5a00}.people{fill:#1f5fa8}\
.power-line{stroke:#b3261e;fill:none}.curtain-line{stroke:#6a3fa0;fill:none}.analog-line{stroke:#00695c;fill:none}\
.lights-line{stroke:#8a5a00;fill:none}.people-line{stroke:#1f5fa8;fill:none}";
const DARK: &str = ".page{fill:#1b1b1d}.box{fill:#242427;stroke:#6d6a64}.ink{fill:#f2f0ea}.soft{fill:#bcb8ae}\
.rule{stroke:#45433e}.draw{stroke:#f2f0ea}.fill{fill:#f2f0ea}.pale{fill:#33322f}\
.power{fill:#ff8a80}.curtain{fill:#c3a5f0}.analog{fill:#6fd3c4}.lights{fill:#f0b95a}.people{fill:#8dbdf5}\
.power-line{stroke:#ff8a80}.curtain-line{stroke:#c3a5f0}.analog-line{stroke:#6fd3c4}\
.lights-line{stroke:#f0b95a}.people-line{stroke:#8dbdf5}";

impl Sheet {
    pub fn new(title: &str, (wide, high): (f64, f64), unit: Unit) -> Self {
        let (suffix, dark) = match unit {
            Unit::Pixels => (
                "",
                format!("@media (prefers-color-scheme: dark){{{DARK}}}\n"),
            ),
            Unit::Millimetres => ("mm", ".page{fill:#ffffff}\n".to_owned()),
        };
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}{suffix}\" height=\"{high}{suffix}\" \
             viewBox=\"0 0 {wide} {high}\" font-family=\"Helvetica, Arial, sans-serif\">\n\
             <title>{}</title>\n<style>\n{LIGHT}\n{dark}</style>\n\
             <rect class=\"page\" width=\"{wide}\" height=\"{high}\"/>\n",
            escaped(title)
        );
        Self { svg }
    }

    pub fn finish(mut self) -> String {
        self.svg += "</svg>\n";
        self.svg
    }

    pub fn text(&mut self, at: (f64, f64), size: f64, class: &str, text: &str) {
        self.anchored(at, size, class, Anchor::Start, text);
    }

    pub fn anchored(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        class: &str,
        anchor: Anchor,
        text: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let _ = writeln!(
            self.svg,
            "<text class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\"{anchor}>{}</text>",
            escaped(text)
        );
    }

    pub fn heading(&mut self, (x, y): (f64, f64), size: f64, text: &str) {
        let _ = writeln!(
            self.svg,
            "<text class=\"ink\" x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\" font-weight=\"bold\">{}</text>",
            escaped(text)
        );
    }

    /// Writes sentences in lines of at most `most` characters and returns the y
    /// coordinate below them.
    pub fn paragraph(&mut self, (x, mut y): (f64, f64), size: f64, most: usize, text: &str) -> f64 {
        for line in wrap(text, most) {
            self.text((x, y), size, "soft", &line);
            y += size * 1.35;
        }
        y
    }

    pub fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64), width: f64) {
        let _ = writeln!(
            self.svg,
            "<line class=\"{class}\" x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\" stroke-width=\"{width}\"/>"
        );
    }

    pub fn dashed(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), width: f64) {
        let _ = writeln!(
            self.svg,
            "<line class=\"draw\" x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\" stroke-width=\"{width}\" stroke-dasharray=\"3 1.5\"/>"
        );
    }

    pub fn rect(&mut self, class: &str, (x, y): (f64, f64), (w, h): (f64, f64), stroke: f64) {
        let _ = writeln!(
            self.svg,
            "<rect class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{w:.2}\" height=\"{h:.2}\" stroke-width=\"{stroke}\"/>"
        );
    }

    pub fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: f64, stroke: f64) {
        let _ = writeln!(
            self.svg,
            "<circle class=\"{class}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" stroke-width=\"{stroke}\"/>"
        );
    }

    /// Draws a hole: its outline, and a cross at its middle.
    pub fn hole(&mut self, (x, y): (f64, f64), radius: f64) {
        self.circle("draw", (x, y), radius, 0.2);
        let reach = radius * 0.55;
        self.line("draw", (x - reach, y), (x + reach, y), 0.15);
        self.line("draw", (x, y - reach), (x, y + reach), 0.15);
    }

    /// Draws a bar of 50 mm with its length, to check the scale of the print with a
    /// ruler.
    pub fn scale_bar(&mut self, (x, y): (f64, f64)) {
        self.line("draw", (x, y), (x + 50.0, y), 0.4);
        for at in 0..=5 {
            let at = x + f64::from(at) * 10.0;
            self.line("draw", (at, y - 1.5), (at, y), 0.3);
        }
        self.text(
            (x, y + 4.0),
            3.0,
            "ink",
            "50 mm: measure me; print at 100 %",
        );
    }
}
