//! `dohyo doctor`: lists every faulty sensor with its position and a remedy.

use super::connect::{RingArgs, or_fail};
use super::rod_stroke::{self, StrokeResult};
use super::{VerbResult, complain};
use rules_core::board::{Dimensions, Profile};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::wire::message::StorageStatus;
use std::io::Write;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

/// List every faulty sensor with its position and a remedy.
///
/// Exit code 1 if there is any. With `--rod` a person draws a rod along each side, and
/// beams that stay lit behind it are listed as well: light of other emitters reaches them.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Observation time, seconds.
    #[arg(long, default_value_t = 2)]
    seconds: u64,
    /// Check with a rod of 4 mm that every beam goes dark; not during a match.
    #[arg(long)]
    rod: bool,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Prints a line for each faulty sensor.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let mut client = or_fail!(args.ring.connect());
    let info = or_fail!(client.info());
    or_fail!(client.health());
    if !client.is_over() {
        thread::sleep(Duration::from_secs(args.seconds));
    }
    let reported = or_fail!(client.health());
    let profile = Profile::of(info.settings.board);
    let dimensions = &info.settings.dimensions;
    for (sensor, fault) in &reported {
        writeln!(out, "{sensor}: {fault}")?;
        writeln!(out, "  where: {}", place(sensor, profile, dimensions))?;
        writeln!(out, "  check: {}", remedy(*fault))?;
    }
    if info.storage == StorageStatus::Broken {
        writeln!(out, "flash: broken")?;
        writeln!(
            out,
            "  check: matches or settings do not outlive the power; use another board"
        )?;
    }
    let mut ill = reported.len() + usize::from(info.storage == StorageStatus::Broken);
    if args.rod {
        let Some(curtain) = &profile.curtain else {
            return Ok(complain("this board has no beams; leave out --rod"));
        };
        let people = rod_stroke::typed_lines();
        match or_fail!(rod_stroke::run(&mut client, profile, &people, out)?) {
            StrokeResult::Skipped => {
                return Ok(complain(
                    "the rod stroke was left out: whether every beam goes dark is not known",
                ));
            }
            StrokeResult::Lit(lit) => {
                let place = |sensor: &Sensor| place(sensor, profile, dimensions);
                rod_stroke::print_lit(&lit, curtain, place, out)?;
                ill += lit.len();
            }
        }
    }
    match ill {
        0 => writeln!(out, "all sensors work")?,
        1 => writeln!(out, "1 fault")?,
        n => writeln!(out, "{n} faults")?,
    }
    Ok(if ill == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Returns the position of a sensor in words, for a person with a ruler.
pub(super) fn place(sensor: &Sensor, profile: &Profile, dimensions: &Dimensions) -> String {
    let mm = |micrometres: i32| micrometres as f64 / 1000.0;
    match sensor {
        Sensor::Beam(edge, plane, n) => match &profile.curtain {
            Some(curtain) => {
                let along = curtain.along(dimensions, *plane, *n).0;
                format!(
                    "{edge} side, {plane} plane, {:.1} mm along it clockwise",
                    f64::from(along) / 1000.0
                )
            }
            None => "on no board of this kind".into(),
        },
        Sensor::Guard(unused) => match *unused {},
        Sensor::Lane(edge) => format!("the board with the detectors of the {edge} side"),
        Sensor::Phase(phase) => format!("every emitter that lights in phase {phase}"),
        Sensor::Channel(_, role) => match profile.mount(*role, dimensions) {
            Some(mount) => format!(
                "{:.1} mm east and {:.1} mm north of the middle",
                mm(mount.point.x),
                mm(mount.point.y)
            ),
            None => "on the main board".into(),
        },
        Sensor::AddressLine(n) => format!("the wire S{n} from the Pico to all multiplexers"),
        Sensor::Input(n) => format!("the wire from a multiplexer to analog input {n} of the Pico"),
        Sensor::CurtainFrames | Sensor::HallScans => "in the Pico".into(),
    }
}

/// Returns the first things to check for a fault.
const fn remedy(fault: SensorFault) -> &'static str {
    match fault {
        SensorFault::StuckDark => {
            "something in the way, then the emitter and the detector of this beam"
        }
        SensorFault::StuckLit => "the detector: it is shorted, or lit from elsewhere",
        SensorFault::Blinded => "sunlight or a lamp that shines into it: turn the ring or shade it",
        SensorFault::Flaky => "its solder joints and plugs",
        SensorFault::Stuck => "its wire: it is broken or shorted to the supply",
        SensorFault::LineStuck => "this line between Pico and multiplexers: broken or shorted",
        SensorFault::Slipped => "clock and latch of this chain, and its length of cable",
        SensorFault::Broken => "the cable between two boards of this chain",
        SensorFault::Swapped => "the plugs of two sides: they are exchanged",
        SensorFault::OffLevel => "the supply of 3.3 V and the two resistors of this reference",
        SensorFault::Lost => "nothing on the board: restart it, and report this if it comes back",
        SensorFault::Overrun => {
            "nothing on the board: restart it, and report this if it comes back"
        }
        SensorFault::Weak => "dust on the optics, then the alignment of emitter and detector",
    }
}

#[cfg(test)]
mod tests {
    use super::place;
    use rules_core::board::curtain::Plane;
    use rules_core::board::hall::Role;
    use rules_core::board::{BoardId, Dimensions, Profile};
    use rules_core::place::{Edge, Post};
    use rules_core::sensing::sensor::Sensor;

    #[test]
    fn a_sensor_can_be_found_with_a_ruler() {
        let ring = Profile::of(BoardId::Ring);
        let at = |sensor| place(&sensor, ring, &Dimensions::ASSUMED);
        assert_eq!(
            at(Sensor::Beam(Edge::East, Plane::Upper, 1)),
            "east side, upper plane, 12.5 mm along it clockwise"
        );
        assert_eq!(
            at(Sensor::Channel(0, Role::Dock(Post::Four, 0))),
            "-80.0 mm east and 103.0 mm north of the middle"
        );
        assert_eq!(at(Sensor::Channel(0, Role::Divider)), "on the main board");
    }
}
