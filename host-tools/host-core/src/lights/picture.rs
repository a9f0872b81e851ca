//! Picture of all signs, each as a labelled strip of moments, since motion carries meaning.
//!
//! Boards are dark in the picture, as LEDs are seen best. The page has a background of its
//! own, so that it is readable in a light and in a dark viewer.

use super::colour_vision::{ColourVision, encoded, seen};
use super::led_positions::{places, radius};
use super::signs;
use crate::lights::bright;
use crate::svg_text::wrap;
use rules_core::board::{BoardId, Profile};
use rules_core::lights::{RGB8, Sign, TICK};
use rules_core::time::Instant;
use std::fmt::Write;

/// Number of moments shown of each sign.
const MOMENTS: u32 = 6;
/// Side of one board, in SVG units.
const BOARD: f64 = 150.0;
/// Distance from one board to the next, in SVG units.
const STEP: f64 = BOARD + 10.0;
/// Width of the text column, in SVG units.
const WORDS: f64 = 330.0;
/// Height of a sign's row, in SVG units.
const ROW: f64 = BOARD + 32.0;
/// Height above the first sign, in SVG units.
const HEAD: f64 = 236.0;
const MARGIN: f64 = 16.0;
/// Side of the large board in the head, in SVG units.
const MAP: f64 = 210.0;

/// Draws all signs of a board as SVG.
#[must_use]
pub fn svg(board: BoardId, eyes: Option<ColourVision>) -> String {
    let all: Vec<Sign> = signs(Some(board)).collect();
    let width = 2.0 * MARGIN + WORDS + f64::from(MOMENTS) * STEP;
    let height = HEAD + all.len() as f64 * ROW + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\">\n\
         <title>The light language of the {board} board</title>\n\
         <style>\n\
         .page {{ fill: #faf8f3 }} .ink {{ fill: #1c1c1c }} .soft {{ fill: #55524b }} .line {{ stroke: #cfc9bb }}\n\
         @media (prefers-color-scheme: dark) {{\n\
         .page {{ fill: #1b1b1d }} .ink {{ fill: #f2f0ea }} .soft {{ fill: #b9b5aa }} .line {{ stroke: #44423d }}\n\
         }}\n\
         </style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n"
    );
    head(&mut svg, board, eyes);
    for (n, &sign) in all.iter().enumerate() {
        row(&mut svg, board, eyes, sign, HEAD + n as f64 * ROW);
    }
    svg += "</svg>\n";
    svg
}

fn head(svg: &mut String, board: BoardId, eyes: Option<ColourVision>) {
    let seen_by = match eyes {
        None => String::new(),
        Some(ColourVision::Grey) => ", as eyes without colours see it".to_owned(),
        Some(eyes) => format!(", as eyes with {} see it", eyes.word()),
    };
    let title = format!("The light language: {board}{seen_by}");
    text(svg, (MARGIN, 38.0), 24.0, "ink", &title);
    let players = match board {
        BoardId::Ring => {
            "In the pictures four play: 1 red in the south, 2 blue in the west, 3 green in the north, 4 yellow in the east; red acts."
        }
        BoardId::GridHex => {
            "In the pictures two play: 1 black (shown violet) below, 2 white above; black acts."
        }
        BoardId::GridSquare => {
            "In the pictures two play: 1 white in the south, 2 black (shown violet) in the north; white acts."
        }
    };
    let sentences = [
        "Each player has a home on their side, with as many marks as their number in the turn order: one, two, three, four.",
        "Place and motion say what is meant; colour only repeats it.",
        "Light that runs in: bring something here. Light that runs out: take it away. Light that swings: which was it? Orange, twice: not allowed. No motion at all: the ring watches, hands off.",
        players,
    ];
    let mut y = 44.0;
    for sentence in sentences {
        y += 6.0;
        for line in wrap(sentence, 128) {
            y += 18.0;
            text(svg, (MARGIN, y), 14.0, "soft", &line);
        }
    }
    let left = MARGIN + WORDS + f64::from(MOMENTS) * STEP - 10.0 - MAP;
    map(svg, board, eyes, (left, 14.0));
}

/// Draws one large board with the players' numbers at their homes.
fn map(svg: &mut String, board: BoardId, eyes: Option<ColourVision>, (left, top): (f64, f64)) {
    let _ = writeln!(
        svg,
        "<g transform=\"translate({left:.1} {top:.1}) scale({:.4})\">",
        MAP / BOARD
    );
    // A moment between two runs of the points.
    let still = Instant(u64::from(50 * TICK.0));
    moment(svg, board, eyes, Sign::Turn, still, (0.0, 0.0));
    let labels: &[(&str, (f64, f64))] = match board {
        BoardId::Ring => &[
            ("1", (0.5, 0.86)),
            ("2", (0.16, 0.52)),
            ("3", (0.5, 0.19)),
            ("4", (0.84, 0.52)),
        ],
        BoardId::GridHex | BoardId::GridSquare => &[("1", (0.92, 0.93)), ("2", (0.92, 0.12))],
    };
    for (number, (x, y)) in labels {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\" font-weight=\"bold\" fill=\"#f2f0ea\" text-anchor=\"middle\">{number}</text>",
            x * BOARD,
            y * BOARD
        );
    }
    svg.push_str("</g>\n");
}

fn row(svg: &mut String, board: BoardId, eyes: Option<ColourVision>, sign: Sign, top: f64) {
    let end = MARGIN + WORDS + f64::from(MOMENTS) * STEP;
    let _ = writeln!(
        svg,
        "<line class=\"line\" x1=\"{MARGIN}\" y1=\"{top}\" x2=\"{end}\" y2=\"{top}\"/>"
    );
    let entry = sign.entry();
    let mut y = top + 24.0;
    text(svg, (MARGIN, y), 16.0, "ink", &bold(sign.word()));
    for line in wrap(entry.meaning, 46) {
        y += 17.0;
        text(svg, (MARGIN, y), 13.0, "ink", &line);
    }
    let details = [
        format!("where: {}", entry.place),
        format!("motion: {}", entry.motion),
        format!("colour: {}", entry.colour),
    ];
    y += 3.0;
    for detail in details {
        for line in wrap(&detail, 54) {
            y += 14.0;
            text(svg, (MARGIN, y), 11.0, "soft", &line);
        }
    }
    for n in 0..MOMENTS {
        let at = Instant(u64::from(n * stride(sign) * TICK.0));
        let left = MARGIN + WORDS + f64::from(n) * STEP;
        moment(svg, board, eyes, sign, at, (left, top + 6.0));
        let seconds = f64::from(n * stride(sign) * TICK.0) / 1e6;
        let _ = writeln!(
            svg,
            "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" text-anchor=\"middle\">{seconds:.2} s</text>",
            left + BOARD / 2.0,
            top + BOARD + 19.0
        );
    }
}

/// Returns the ticks between two moments, chosen so that the motion of the sign shows.
fn stride(sign: Sign) -> u32 {
    match sign {
        // Runs in or out during 0.8 s of 1.2 s.
        Sign::Dock | Sign::TakeMarker | Sign::Calibrate => 8,
        Sign::MayDock => 16,
        // Runs during 0.8 s of 1.6 s.
        Sign::Turn | Sign::Out => 8,
        Sign::Special => 12,
        Sign::DockAnywhere => 10,
        // Two flashes, then another sign, within 2.4 s.
        Sign::Wrong => 9,
        Sign::WrongTake | Sign::WrongPut => 17,
        // The second beat comes after 0.34 s.
        Sign::Push => 9,
        Sign::Lift | Sign::Menu => 10,
        // A swing takes 1.92 s.
        Sign::Unsure | Sign::Trouble => 16,
        Sign::Marker | Sign::Put => 16,
        Sign::Idle => 32,
        Sign::HostLost | Sign::Draw => 48,
        _ => 20,
    }
}

fn moment(
    svg: &mut String,
    board: BoardId,
    eyes: Option<ColourVision>,
    sign: Sign,
    at: Instant,
    (left, top): (f64, f64),
) {
    let profile = Profile::of(board);
    let leds = bright(profile, sign.example(board), at);
    let _ = writeln!(
        svg,
        "<g transform=\"translate({left:.1} {top:.1})\"><rect width=\"{BOARD}\" height=\"{BOARD}\" rx=\"6\" fill=\"#101014\"/>"
    );
    if board == BoardId::Ring {
        let (inset, side) = (BOARD * 0.13, BOARD * 0.74);
        let _ = writeln!(
            svg,
            "<rect x=\"{inset:.1}\" y=\"{inset:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"#2b2823\"/>"
        );
        for (post, (x, y)) in [
            (1, (0.77, 0.22)),
            (2, (0.77, 0.83)),
            (3, (0.23, 0.83)),
            (4, (0.23, 0.22)),
        ] {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"8\" fill=\"#8d8677\" text-anchor=\"middle\">post {post}</text>",
                x * BOARD,
                y * BOARD
            );
        }
    }
    let size = radius(board) * BOARD;
    for (led, (x, y)) in leds.iter().zip(places(board, profile.leds)) {
        let (x, y) = (x * BOARD, y * BOARD);
        if *led == RGB8::default() {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"#2c2c32\"/>",
                size * 0.6
            );
            continue;
        }
        let [r, g, b] = seen(*led, eyes).map(encoded);
        let colour = format!("#{r:02x}{g:02x}{b:02x}");
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{colour}\" opacity=\"0.35\"/><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size:.1}\" fill=\"{colour}\"/>",
            size * 1.7
        );
    }
    svg.push_str("</g>\n");
}

fn bold(words: &str) -> String {
    format!("<tspan font-weight=\"bold\">{words}</tspan>")
}

fn text(svg: &mut String, (x, y): (f64, f64), size: f64, class: &str, content: &str) {
    let _ = writeln!(
        svg,
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{content}</text>"
    );
}
