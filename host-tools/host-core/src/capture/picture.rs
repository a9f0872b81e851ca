//! Drawings of captures: the analog channels over time at the left, the beams of the four
//! sides with the recognised falls at the right.

use super::raster::{Raster, RasterLabel};
use super::replay;
use rules_core::board::hall::Role;
use rules_core::capture::{AnyFrame, Capture, CaptureError};
use rules_core::place::Edge;
use rules_core::referee::weighing::{Prior, weigh};
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::observation::ObservationKind;
use rules_core::time::{Instant, Span};
use std::fmt::{self, Write};

/// Width of the whole picture, in SVG units.
const WIDTH: f32 = 1180.0;
const HEIGHT: f32 = 640.0;
/// Distance from one side's raster to the next, in SVG units.
const SIDE_STEP: f32 = 128.0;
/// Left edge of the channels' traces, in SVG units.
const LEFT: f32 = 90.0;
const WIDE: f32 = 440.0;
const TOP: f32 = 60.0;
const HIGH: f32 = 496.0;
const TRACE: &str = "#0072b2";

/// Readings of one channel over time.
struct Trace {
    name: String,
    points: Vec<(Instant, u16)>,
}

/// Draws a capture as SVG.
///
/// # Errors
///
/// `CaptureError`, as for [`replay`].
pub fn draw(bytes: &[u8], calibration: &Calibration) -> Result<String, CaptureError> {
    let evidence = Capture::parse(bytes)?;
    let replayed = replay(bytes, calibration)?;
    let same = match (replayed.is_same(), replayed.header.whole) {
        (true, true) => "replayed: the same result",
        (true, false) => "replayed: the same result; begins after its first sign",
        (false, _) => "replayed: NOT the same result",
    };
    let title = format!("{} ({same})", words(&replayed.header.observation.kind));
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = draw_into(&evidence, &title, &mut out);
    Ok(out)
}

fn draw_into(evidence: &Capture<'_>, title: &str, out: &mut String) -> fmt::Result {
    let header = evidence.header();
    let profile = evidence.profile();
    let mut raster = (profile.curtain).map(|curtain| Raster::new(curtain, &header.dimensions));
    let mut traces: Vec<(usize, Trace)> = evidence.channels().map(|n| trace(evidence, n)).collect();
    let mut times = Vec::new();
    for frame in evidence.frames() {
        match frame {
            AnyFrame::Curtain(frame) => {
                if let (Some(raster), Some(curtain)) = (&mut raster, &profile.curtain) {
                    raster.darken(&frame);
                    times.push(frame.at(curtain));
                }
            }
            AnyFrame::Hall(scan) => {
                let at = scan.at(&profile.hall);
                times.push(at);
                for (channel, trace) in &mut traces {
                    trace.points.push((at, scan.sums[*channel]));
                }
            }
        }
    }
    let from = times.iter().min().copied().unwrap_or(Instant::ZERO);
    let until = times.iter().max().copied().unwrap_or(Instant::ZERO);
    let window = (from, Span(until.since(from).0 + 10_000));
    let said = [RasterLabel {
        known: header.observation.at,
        observation: header.observation,
        prior: Prior::ANYTHING,
    }];
    writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" fill="#222">
<title>{title}</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf8f2"/>
<text x="20" y="28" font-size="17">{title}</text>"##
    )?;
    draw_traces(&traces, window, header.observation.at, out)?;
    if let Some(raster) = raster {
        for (n, edge) in Edge::ALL.into_iter().enumerate() {
            raster.draw_side(edge, TOP + n as f32 * SIDE_STEP, window, &said, out)?;
        }
    }
    writeln!(
        out,
        r##"<text x="20" y="{:.1}" font-size="12">Each channel in steps of the converter between its least and its greatest; the line is when it was said.</text>
</svg>"##,
        HEIGHT - 19.0
    )
}

fn trace(evidence: &Capture<'_>, channel: usize) -> (usize, Trace) {
    let role = evidence.profile().hall.channels.get(channel);
    let name = match role.and_then(|channel| channel.role()) {
        Some(Role::Slot(post, n)) => format!("post {post} slot {n}"),
        Some(Role::Dock(post, n)) => format!("post {post} dock {n}"),
        Some(Role::Element(post, n)) => format!("post {post} magnet {n}"),
        Some(Role::Optic(post, n)) => format!("post {post} light {n}"),
        Some(Role::Edge(edge, n)) => format!("{edge} {n}"),
        Some(Role::Cell(cell)) => format!("cell {cell}"),
        Some(Role::Quiet) => "quiet".to_owned(),
        Some(Role::Divider) => "divider".to_owned(),
        None => String::new(),
    };
    let points = Vec::new();
    (channel, Trace { name, points })
}

fn draw_traces(
    traces: &[(usize, Trace)],
    (from, lasts): (Instant, Span),
    said: Instant,
    out: &mut String,
) -> fmt::Result {
    let x = |at: Instant| LEFT + at.since(from).0 as f32 / lasts.0.max(1) as f32 * WIDE;
    let step = HIGH / traces.len().max(1) as f32;
    for (n, (_, trace)) in traces.iter().enumerate() {
        let top = TOP + n as f32 * step;
        let sums = trace.points.iter().map(|point| point.1);
        let (least, greatest) = (sums.clone().min().unwrap_or(0), sums.max().unwrap_or(0));
        let span = f32::from(greatest.saturating_sub(least)).max(1.0);
        writeln!(
            out,
            r##"<rect x="{LEFT}" y="{top:.1}" width="{WIDE}" height="{:.1}" fill="#fff" stroke="#e3dccd"/>
<text x="{:.1}" y="{:.1}" text-anchor="end" font-size="10">{}</text>
<text x="{:.1}" y="{:.1}" font-size="9" fill="#8a7d63">{} to {}</text>"##,
            step - 2.0,
            LEFT - 5.0,
            top + step / 2.0 + 3.0,
            trace.name,
            LEFT + WIDE + 3.0,
            top + step / 2.0 + 3.0,
            least / 4,
            greatest / 4,
        )?;
        write!(out, r##"<polyline fill="none" stroke="{TRACE}" points=""##)?;
        for &(at, sum) in &trace.points {
            let y = top + (step - 2.0) * (1.0 - f32::from(sum - least) / span);
            write!(out, "{:.1},{y:.1} ", x(at))?;
        }
        writeln!(out, r##""/>"##)?;
    }
    let said = x(said);
    writeln!(
        out,
        r##"<path d="M{said:.1} {TOP}v{HIGH}" stroke="#222" stroke-dasharray="4 3"/>"##
    )
}

/// Returns a short description of an observation for the title.
fn words(what: &ObservationKind) -> String {
    match what {
        ObservationKind::Fell(fall) => format!(
            "{} fell: {}, {} wide",
            weigh(fall, &Prior::ANYTHING).body,
            fall.cause.kind,
            fall.measured.width
        ),
        ObservationKind::Marker {
            post, slot, marker, ..
        } => {
            let there = if marker.is_some() { "taken" } else { "empty" };
            format!("post {post} slot {slot}: {there}")
        }
        ObservationKind::Docked { place, .. } => format!("platform docked at {place}"),
        ObservationKind::Undocked => "platform lifted".to_owned(),
        ObservationKind::Loaded(loaded) => format!("platform loaded at {}", loaded.place),
        ObservationKind::Unloaded => "platform unloaded".to_owned(),
        ObservationKind::PushStarted(place) => format!("push began at {place}"),
        ObservationKind::Pushed(pushed) => format!("{} pushed at {}", pushed.body, pushed.place),
        ObservationKind::Cell { cell, piece, .. } => {
            let there = if piece.is_some() { "taken" } else { "empty" };
            format!("cell {cell}: {there}")
        }
        other => format!("{other:?}"),
    }
}
