//! Drawing of the wiring plan: the Pico with all its pins, the circuits between it and
//! the plugs, and every plug wire by wire.

use super::pins::{self, PADS, Pad};
use super::plugs::{self, Group, Plug};
use super::sheet::{Anchor, Sheet, Unit};
use super::{Build, bom};
use rules_core::board::pins::Signal;

const WIDTH: f64 = 1400.0;
const MARGIN: f64 = 24.0;
/// Position of the Pico on the drawing, in pixels.
const PICO: (f64, f64) = (262.0, 104.0);
const PICO_WIDE: f64 = 120.0;
const PIN: f64 = 21.0;
/// Left edge of the rows of blocks to the right of the Pico, in pixels.
const BLOCKS: f64 = 690.0;
const BLOCK: f64 = 66.0;
/// Number of columns of plugs.
const COLUMNS: usize = 4;
const COLUMN: f64 = 338.0;
const WIRE: f64 = 17.0;

/// Draws the wiring plan of a board as SVG.
#[must_use]
pub fn svg(build: &Build) -> String {
    let plugs = plugs::plugs_for(build);
    let top = PICO.1 + 20.0 * PIN + 96.0;
    let (places, bottom) = arrange(&plugs, top);
    let title = format!("Wiring plan of the {} board", build.board());
    let mut sheet = Sheet::new(&title, (WIDTH, bottom + MARGIN), Unit::Pixels);
    sheet.heading((MARGIN, 40.0), 24.0, &title);
    let says = "Left: the Pico from above with its USB plug on top. Right: what lies between it and the plugs. \
                Below: every plug on the main board, wire by wire.";
    sheet.text((MARGIN, 66.0), 14.0, "soft", says);
    pico(&mut sheet, build);
    for (n, row) in blocks(build).iter().enumerate() {
        block(&mut sheet, row, PICO.1 + n as f64 * BLOCK);
    }
    sheet.heading((MARGIN, top - 18.0), 17.0, "Plugs");
    for (plug, place) in plugs.iter().zip(places) {
        draw(&mut sheet, plug, place);
    }
    sheet.finish()
}

/// Returns the group of a pin; `None` if the pin is free.
fn group(build: &Build, pad: Pad) -> Option<Group> {
    let gpio = match pad {
        Pad::Gpio(gpio) => gpio,
        Pad::Supply | Pad::Reference => return Some(Group::Power),
        _ => return None,
    };
    let profile = build.profile;
    let (_, signal) = profile.pins.used().find(|&(pin, _)| pin == gpio)?;
    if !pins::is_used(profile, signal) {
        return None;
    }
    Some(match signal {
        Signal::Load | Signal::Clock | Signal::Lane(_) | Signal::Phase(_) => Group::Curtain,
        Signal::Mux(_) | Signal::Adc(_) => Group::Analog,
        Signal::Leds => Group::Lights,
        Signal::Buzzer | Signal::Button(_) => Group::People,
    })
}

fn pico(sheet: &mut Sheet, build: &Build) {
    let (left, top) = PICO;
    sheet.rect(
        "box",
        (left, top - 14.0),
        (PICO_WIDE, 20.0 * PIN + 22.0),
        1.5,
    );
    sheet.rect("pale", (left + 40.0, top - 24.0), (40.0, 22.0), 0.0);
    sheet.anchored(
        (left + PICO_WIDE / 2.0, top - 9.0),
        11.0,
        "soft",
        Anchor::Middle,
        "USB",
    );
    for (n, pad) in PADS.into_iter().enumerate() {
        let number = n + 1;
        let is_left = n < 20;
        let row = if is_left { n } else { 39 - n };
        let y = top + row as f64 * PIN + 12.0;
        let name = match pad {
            Pad::Gpio(gpio) => format!("GP{gpio}"),
            Pad::Ground | Pad::AnalogGround => "GND".to_owned(),
            Pad::Run => "RUN".to_owned(),
            Pad::Reference => "VREF".to_owned(),
            Pad::Out3V3 => "3V3".to_owned(),
            Pad::Enable3V3 => "EN".to_owned(),
            Pad::Supply => "VSYS".to_owned(),
            Pad::Usb => "VBUS".to_owned(),
        };
        let (class, stroke) = match group(build, pad) {
            Some(group) => (group.class(), format!("{}-line", group.class())),
            None => ("soft", "rule".to_owned()),
        };
        let duty = pins::duty(build.profile, pad);
        let middle = y - 4.0;
        if is_left {
            sheet.anchored(
                (left + 6.0, y),
                11.0,
                "ink",
                Anchor::Start,
                &format!("{number} {name}"),
            );
            sheet.line(&stroke, (left - 22.0, middle), (left, middle), 2.0);
            sheet.anchored((left - 28.0, y), 12.5, class, Anchor::End, &duty);
        } else {
            let right = left + PICO_WIDE;
            sheet.anchored(
                (right - 6.0, y),
                11.0,
                "ink",
                Anchor::End,
                &format!("{name} {number}"),
            );
            sheet.line(&stroke, (right, middle), (right + 22.0, middle), 2.0);
            sheet.anchored((right + 28.0, y), 12.5, class, Anchor::Start, &duty);
        }
    }
}

/// Row of three blocks in the drawing: Pico, circuit, plugs.
struct BlockRow {
    group: Group,
    boxes: [[String; 2]; 3],
}

fn row(group: Group, from: [&str; 2], over: [&str; 2], to: [&str; 2]) -> BlockRow {
    let owned = |lines: [&str; 2]| lines.map(str::to_owned);
    BlockRow {
        group,
        boxes: [owned(from), owned(over), owned(to)],
    }
}

/// Returns a range of consecutive pins: `GP7 to GP10`.
fn span(pins: &[u8]) -> String {
    match pins {
        [one] => format!("GP{one}"),
        [first, .., last] => format!("GP{first} to GP{last}"),
        [] => String::new(),
    }
}

fn blocks(build: &Build) -> Vec<BlockRow> {
    let profile = build.profile;
    let pins = &profile.pins;
    let count = bom::Count::for_build(build);
    let mut rows = vec![row(
        Group::Power,
        ["VSYS (pin 39) and", "ADC_VREF (pin 35)"],
        ["Schottky diode to VSYS;", "regulator 3.3 V to ADC_VREF"],
        ["POWER: 5 V", "3.3 V to all sensors"],
    )];
    if profile.curtain.is_some() {
        rows.push(row(
            Group::Curtain,
            [&span(&pins.phases), "phases A to D"],
            ["4 MOSFETs QA to QD,", "100 Ω gates, 100 kΩ down"],
            ["SIDE NORTH, EAST, SOUTH,", "WEST: wires 7 to 10"],
        ));
        rows.push(row(
            Group::Curtain,
            [
                &format!("{}: load, clock", span(&[pins.load, pins.clock])),
                &format!("{}: data", span(&pins.lanes)),
            ],
            [
                &format!(
                    "{} SN74HCS165, {} a side,",
                    count.registers,
                    count.registers / 4
                ),
                "on the sides' own boards",
            ],
            ["SIDE NORTH, EAST, SOUTH,", "WEST: wires 4 to 6"],
        ));
    }
    let sensors = match profile.curtain {
        Some(_) => ["POST 1 to 4, EDGE NORTH", "to WEST, QUIET"],
        None => ["ROW plugs", "of all cells"],
    };
    let banks = match count.inverters {
        0 => "bank A: M0A, M1A, M2A",
        _ => "banks A, B; 74HC04 for B",
    };
    rows.push(row(
        Group::Analog,
        [
            &format!("{}: address", span(&pins.mux)),
            &format!("{}: values", span(&pins.adc)),
        ],
        [&format!("{} 74HC4067,", count.multiplexers), banks],
        sensors,
    ));
    rows.push(row(
        Group::Lights,
        [&span(&[pins.leds]), "LED strip"],
        ["74AHCT125 at 5 V,", "470 Ω"],
        ["STRIP", &format!("{} WS2812B", profile.leds)],
    ));
    rows.push(row(
        Group::People,
        [&span(&pins.buttons.0), "buttons"],
        ["nothing: pull-ups", "are in the Pico"],
        ["BUTTONS", "to ground"],
    ));
    rows.push(row(
        Group::People,
        [&span(&[pins.buzzer]), "buzzer"],
        ["1 kΩ, NPN transistor,", "diode across the buzzer"],
        ["BUZZER", "at 5 V"],
    ));
    rows
}

fn block(sheet: &mut Sheet, row: &BlockRow, y: f64) {
    let class = row.group.class();
    let line = format!("{class}-line");
    let (wide, high) = (205.0, 46.0);
    for (n, [first, second]) in row.boxes.iter().enumerate() {
        let x = BLOCKS + n as f64 * 240.0;
        sheet.rect("box", (x, y), (wide, high), 1.0);
        sheet.rect(class, (x, y), (5.0, high), 0.0);
        sheet.text((x + 14.0, y + 19.0), 13.0, "ink", first);
        sheet.text((x + 14.0, y + 37.0), 13.0, "ink", second);
        if n > 0 {
            let middle = y + high / 2.0;
            sheet.line(&line, (x - 35.0, middle), (x, middle), 2.0);
        }
    }
}

fn height(plug: &Plug) -> f64 {
    52.0 + plug.wires.len() as f64 * WIRE + 8.0
}

/// Assigns each plug to the column that is shortest so far. Returns the places of the
/// plugs and the bottom of the drawing, in pixels.
fn arrange(plugs: &[Plug], top: f64) -> (Vec<(f64, f64)>, f64) {
    let mut columns = [top; COLUMNS];
    let mut places = Vec::new();
    for plug in plugs {
        let mut shortest = 0;
        for (n, end) in columns.iter().enumerate() {
            if *end < columns[shortest] {
                shortest = n;
            }
        }
        places.push((MARGIN + shortest as f64 * (COLUMN + 4.0), columns[shortest]));
        columns[shortest] += height(plug) + 12.0;
    }
    (places, columns.into_iter().fold(top, f64::max))
}

fn draw(sheet: &mut Sheet, plug: &Plug, (x, y): (f64, f64)) {
    let class = plug.group.class();
    sheet.rect("box", (x, y), (COLUMN - 12.0, height(plug)), 1.0);
    sheet.rect(class, (x, y), (5.0, height(plug)), 0.0);
    sheet.heading((x + 16.0, y + 21.0), 14.0, &plug.name);
    sheet.text(
        (x + 16.0, y + 38.0),
        12.0,
        "soft",
        &format!("to {}", plug.leads_to),
    );
    for (n, wire) in plug.wires.iter().enumerate() {
        let y = y + 58.0 + n as f64 * WIRE;
        sheet.anchored(
            (x + 30.0, y),
            12.0,
            class,
            Anchor::End,
            &(n + 1).to_string(),
        );
        sheet.text((x + 38.0, y), 12.0, "ink", &wire.signal);
        sheet.text((x + 158.0, y), 12.0, "soft", &wire.ends_at);
    }
}
