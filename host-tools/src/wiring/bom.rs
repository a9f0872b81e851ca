//! Bill of materials of a board, counted from its profile.

use super::emitters::{TSAL4400, VSLB3940};
use super::{Build, emitters, magnets, plugs, power};
use rules_core::board::Button;
use rules_core::board::curtain::EmitterPhase;
use rules_core::board::hall::{BANK, Channel, INPUTS, SensorPart};

/// Line of the bill of materials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BomItem {
    /// Number of parts to buy.
    pub count: usize,
    /// Name of the part to buy.
    pub part: String,
    /// Purpose of the part on the board.
    pub use_for: String,
}

/// Numbers of parts that several sections of the documents need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Number of Hall sensors of types DRV5055A1, A2 and A3.
    pub hall: [usize; 3],
    /// Number of reflective sensors.
    pub optics: usize,
    /// Number of voltage dividers.
    pub dividers: usize,
    /// Number of multiplexers.
    pub multiplexers: usize,
    /// Number of shift registers.
    pub registers: usize,
    /// Number of inverters: one if there are two banks of multiplexers.
    pub inverters: usize,
}

impl Count {
    /// Counts the parts of a board.
    #[must_use]
    pub fn for_build(build: &Build) -> Self {
        let scan = &build.profile.hall;
        let banks = plugs::banks(scan);
        let mut count = Self {
            multiplexers: banks * INPUTS,
            registers: build
                .profile
                .curtain
                .map_or(0, |curtain| 4 * usize::from(curtain.bits / 8)),
            inverters: usize::from(banks > 1),
            ..Self::default()
        };
        for channel in scan.channels {
            match channel {
                Channel::Used(_, SensorPart::A1) => count.hall[0] += 1,
                Channel::Used(_, SensorPart::A2) => count.hall[1] += 1,
                Channel::Used(_, SensorPart::A3) => count.hall[2] += 1,
                Channel::Used(_, SensorPart::Reflective) => count.optics += 1,
                Channel::Used(_, SensorPart::Resistors) => count.dividers += 1,
                Channel::Spare => {}
            }
        }
        count
    }

    /// Returns the number of Hall sensors of all types.
    #[must_use]
    pub fn halls(&self) -> usize {
        self.hall.iter().sum()
    }

    /// Returns the number of logic chips on 3.3 V: all but the level shifter of the LED
    /// strip, which is on 5 V.
    #[must_use]
    pub const fn chips(&self) -> usize {
        self.multiplexers + self.registers + self.inverters
    }
}

/// Bill of materials under construction; equal parts with different purposes are merged
/// into one line.
#[derive(Debug, Default)]
struct List(Vec<BomItem>);

impl List {
    fn add(&mut self, count: usize, part: impl Into<String>, use_for: &str) {
        let part = part.into();
        if count == 0 {
            return;
        }
        match self.0.iter_mut().find(|item| item.part == part) {
            Some(item) => {
                item.count += count;
                item.use_for = format!("{}; {use_for}", item.use_for);
            }
            None => self.0.push(BomItem {
                count,
                part,
                use_for: use_for.to_owned(),
            }),
        }
    }
}

/// Lists all parts to buy for a board.
///
/// ```
/// use host_tools::wiring::{Build, bom};
/// use rules_core::board::{BoardId, Dimensions};
///
/// let list = bom::list(&Build::new(BoardId::Ring, Dimensions::ASSUMED));
/// let registers = list.iter().find(|item| item.part.contains("SN74HCS165"));
/// assert_eq!(registers.map(|item| item.count), Some(24));
/// ```
#[must_use]
pub fn list(build: &Build) -> Vec<BomItem> {
    let count = Count::for_build(build);
    let mut list = List::default();
    list.add(1, "Raspberry Pi Pico with pins", "the brain");
    list.add(2, "female header, 20 pins", "its socket");
    list.add(1, "USB cable with data lines", "to the computer");
    curtain(build, &count, &mut list);
    analog(&count, &mut list);
    lights_and_people(build, &mut list);
    supply(build, &count, &mut list);
    cables(build, &mut list);
    for fitted in magnets::fittings(build) {
        let part = format!("disc magnet N42, {}", fitted.disc);
        list.add(fitted.magnets(), part, &fitted.piece);
    }
    list.0
}

fn curtain(build: &Build, count: &Count, list: &mut List) {
    let Some(curtain) = &build.profile.curtain else {
        return;
    };
    let beams = usize::from(curtain.beams());
    let (emitter, second) = (&TSAL4400, &VSLB3940);
    list.add(
        beams,
        format!("{}, 940 nm, 3 mm, ±{}°", emitter.name, emitter.half_angle),
        &format!(
            "emitters of the beams; or {} (±{}°) with strings on {} Ω",
            second.name, second.half_angle, second.resistor
        ),
    );
    list.add(
        beams,
        "ams-OSRAM SFH 309 FA-4/5 phototransistor, 3 mm, ±12°",
        "detectors of the beams; all of one bin, which is on the packing",
    );
    list.add(beams, "resistor 8.2 kΩ", "pull-ups of the detectors");
    list.add(
        4 * emitters::of_a_side(curtain).len(),
        format!("resistor {} Ω", emitter.resistor),
        &format!("strings of {} emitters", emitters::IN_SERIES),
    );
    list.add(
        8,
        "bar with bores of 3 x 10 mm, black and matt, printed",
        "wall and frame of each side; try whether the plastic stops 940 nm",
    );
    list.add(
        count.registers,
        "TI SN74HCS165 shift register",
        "reads the detectors, whose slow edges need its Schmitt inputs; no 74HC165",
    );
    list.add(
        2,
        format!("resistor {} Ω", curtain.series),
        "load and clock, at the Pico",
    );
    let phases = EmitterPhase::ALL.len();
    list.add(
        phases,
        "AO3400A N-channel MOSFET, on an adapter",
        "one for each phase",
    );
    list.add(phases, "resistor 100 Ω", "gates of the phases");
    list.add(phases, "resistor 100 kΩ", "gates of the phases to ground");
}

fn analog(count: &Count, list: &mut List) {
    list.add(
        count.multiplexers,
        "74HC4067 multiplexer",
        &format!("{BANK} analog channels each"),
    );
    list.add(count.inverters, "74HC04 inverter", "chooses the bank");
    for (n, variant) in count.hall.into_iter().zip(["A1", "A2", "A3"]) {
        let part = format!("DRV5055{variant} linear Hall sensor, TO-92 ({variant}QLPG)");
        let use_for = match variant {
            "A1" => "edge rows and the quiet sensor",
            "A2" => "docks, platform or cells",
            _ => "slots of the posts",
        };
        list.add(n, part, use_for);
    }
    list.add(
        count.optics,
        "onsemi QRE1114GR reflective sensor, 3.6 x 2.9 x 1.7 mm",
        "elements on the platform; no QRE1113, which scatters 9 : 1",
    );
    list.add(count.optics, "resistor 220 Ω", "their emitters, from 5 V");
    list.add(
        count.optics,
        "resistor 10 kΩ",
        "reflective sensors, emitter to ground",
    );
    list.add(count.dividers, "resistor 10 kΩ", "dividers, to 3.3 V (1 %)");
    list.add(
        count.dividers,
        "resistor 30 kΩ",
        "dividers, to ground (1 %)",
    );
}

fn lights_and_people(build: &Build, list: &mut List) {
    let leds = usize::from(build.profile.leds);
    if build.profile.curtain.is_some() {
        list.add(leds, "WS2812B LED, on a strip", &strip(build));
    } else {
        list.add(leds, "WS2812B LED, single", "one beside each cell");
        list.add(leds, "capacitor 100 nF", "supply of each LED");
    }
    list.add(1, "74AHCT125 buffer", "3.3 V to 5 V for the strip");
    list.add(1, "resistor 470 Ω", "data of the strip");
    list.add(
        Button::ALL.len(),
        "push button",
        "confirm, undo, mode, calibrate",
    );
    list.add(1, "passive buzzer, 5 V", "beeps");
    list.add(1, "NPN transistor (BC547 or alike)", "the buzzer");
    list.add(1, "resistor 1 kΩ", "its base");
    list.add(1, "1N4148 diode", "across the buzzer");
}

/// Returns a description of the LED strip: the lowest density at which one side's LEDs
/// fit the ring's side.
fn strip(build: &Build) -> String {
    let a_side = f64::from(build.profile.leds) / 4.0;
    let side = f64::from(build.dimensions.ring_side.0) / 1000.0;
    let around = side + 2.0 * f64::from(build.dimensions.gutter_width.0) / 1000.0;
    let sold = [30.0, 60.0, 96.0, 144.0];
    let fitting = sold.into_iter().find(|n| a_side * 1000.0 / n <= around);
    let density = fitting.unwrap_or(144.0);
    let long = a_side * 1000.0 / density;
    format!("four pieces of {a_side}: {density} a metre make {long:.0} mm a side")
}

fn supply(build: &Build, count: &Count, list: &mut List) {
    let loads = power::loads(build);
    let supply = format!("5 V supply, {} A, and its socket", power::supply(&loads));
    list.add(1, supply, "everything");
    let fuse = format!("fuse, {} A, with its holder", power::supply(&loads));
    list.add(1, fuse, "5 V behind the socket");
    list.add(
        1,
        "Schottky diode, 1 A (1N5819 or alike)",
        "5 V to VSYS of the Pico",
    );
    list.add(
        1,
        "LD1117V33 linear regulator, 3.3 V, 0.8 A, TO-220",
        "sensors and logic",
    );
    let sinks = usize::from(power::is_hot(&loads));
    list.add(sinks, "heat sink, 20 K/W or better", "the regulator");
    list.add(
        2,
        "capacitor 470 µF, 10 V",
        "5 V at the plug and at the strip",
    );
    if build.profile.curtain.is_some() {
        list.add(4, "capacitor 470 µF, 10 V", "5 V of each side's emitters");
    }
    list.add(2, "capacitor 10 µF", "before and behind the regulator");
    let chips = count.chips() + 1 + count.halls();
    list.add(
        chips,
        "capacitor 100 nF",
        "supply of each chip and Hall sensor; none at sensor outputs",
    );
}

fn cables(build: &Build, list: &mut List) {
    for plug in plugs::plugs_for(build) {
        if plug.group == plugs::Group::Power {
            continue;
        }
        let part = format!("plug, socket and cable, {} wires", plug.wires.len());
        list.add(1, part, &plug.name.to_lowercase());
    }
}
