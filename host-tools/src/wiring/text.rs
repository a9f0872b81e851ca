//! Markdown page of a board for builders, section by section.

use super::{Build, bom, emitters, magnets, pins, plugs, power, registers, stencil, timing};
use host_core::svg_text::wrap;
use rules_core::board::curtain::{EmitterPhase, Plane};
use rules_core::board::hall::{Channel, Role};
use rules_core::place::{Edge, Post};
use std::fmt::Write;

/// Command that writes the generated files beside the builder's guide.
pub const COMMAND: &str = "dohyo wiring --write firmware/boards";

/// Number of characters in a line of the page, less the indent of a list.
const WIDTH: usize = 84;

/// Generates the whole page of a board.
#[must_use]
pub fn page(build: &Build) -> String {
    let board = build.board();
    let mut page = format!(
        "# Building a {board} board\n\n\
         <!-- Made by `{COMMAND}`: change rules-core/src/board. -->\n\n\
         Every count, pin and place here is made from the board's profile, the data the \
         firmware itself runs on. [The builder's guide](../README.md) leads through the work. \
         Currents and resistors are calculated; nobody has measured them on a built board yet.\n"
    );
    let parts: [(&str, String); 7] = [
        ("Parts", bom(build)),
        ("Power", power(build)),
        ("Pins of the Pico", pins(build)),
        ("Plugs and wires", plan(build)),
        ("Timing", timing::section(build)),
        ("Holes and places", drill(build)),
        ("Magnets", magnets(build)),
    ];
    for (title, text) in parts {
        let _ = write!(page, "\n## {title}\n\n{text}");
    }
    wrapped(&page)
}

/// Breaks the sentences of a page into lines; tables stay unchanged.
fn wrapped(page: &str) -> String {
    let mut text = String::with_capacity(page.len());
    for line in page.lines() {
        let margin = if line.starts_with("- ") { "\n  " } else { "\n" };
        text += &if line.starts_with(['|', '<', '!']) {
            line.to_owned()
        } else {
            wrap(line, WIDTH).join(margin)
        };
        text.push('\n');
    }
    text
}

/// Formats a table as Markdown.
pub(super) fn table(heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut text = format!(
        "| {} |\n|{}\n",
        heads.join(" | "),
        "---|".repeat(heads.len())
    );
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

/// Returns the section with the bill of materials.
#[must_use]
pub fn bom(build: &Build) -> String {
    let rows = bom::list(build).into_iter();
    table(
        &["count", "part", "for"],
        rows.map(|item| vec![item.count.to_string(), item.part, item.use_for]),
    )
}

/// Returns the section with the power budget.
#[must_use]
pub fn power(build: &Build) -> String {
    let loads = power::loads(build);
    let mut text = table(
        &["what", "rail", "peak, mA", "mean, mA"],
        loads.iter().map(|load| {
            let figures = [load.peak.to_string(), load.mean.to_string()];
            let [peak, mean] = figures;
            vec![load.who.clone(), load.rail.to_owned(), peak, mean]
        }),
    );
    let (peak, mean) = power::total(&loads);
    let _ = writeln!(
        text,
        "\nTogether {peak} mA at most and {mean} mA on average from 5 V: take a supply of {} A. \
         {}The 3.3 V regulator carries {} mA and turns {:.1} W into heat{}.\n\n{}",
        power::supply(&loads),
        match build.profile.curtain {
            Some(_) => "The pulses of the emitters come from the capacitors beside them. ",
            None => "",
        },
        power::regulated(&loads),
        f64::from(power::heat(&loads)) / 1000.0,
        if power::is_hot(&loads) {
            ": without its heat sink it gets too hot to touch"
        } else {
            ""
        },
        rails(build)
    );
    text
}

/// Returns a paragraph about the supply rail of each chip.
fn rails(build: &Build) -> String {
    let count = bom::Count::for_build(build);
    let (mut low, mut high) = (
        vec!["multiplexers"],
        vec!["the LEDs with their level shifter"],
    );
    let mut idle = "the 74AHCT125".to_owned();
    if count.registers > 0 {
        low.push("shift registers");
        high.push("infrared emitters");
    }
    if count.inverters > 0 {
        low.push("inverter");
        idle = format!("the 74HC04 and {idle}");
    }
    low.push("sensors");
    high.extend(["buzzer", "the regulator", "the Pico's VSYS"]);
    format!(
        "On 3.3 V are {}; the Pico's pins stand no more. On 5 V are only {}. All \
         grounds are one. Unused inputs of {idle} go to ground, and so does OE of the \
         gate that is used.",
        listed(&low),
        listed(&high)
    )
}

/// Joins words with commas and "and".
fn listed(words: &[&str]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        words => words.join(""),
    }
}

/// Returns the section with the pins.
#[must_use]
pub fn pins(build: &Build) -> String {
    let profile = build.profile;
    let used = profile.pins.used().map(|(gpio, signal)| {
        let pin = pins::number(gpio).map_or(String::new(), |pin| pin.to_string());
        let (what, to) = match pins::is_used(profile, signal) {
            true => {
                let (what, to) = pins::meaning(signal);
                (what, to.to_owned())
            }
            false => ("free on this board".to_owned(), String::new()),
        };
        vec![format!("GP{gpio}"), pin, what, to]
    });
    let spare = profile.pins.spare.map(|gpio| {
        let pin = pins::number(gpio).map_or(String::new(), |pin| pin.to_string());
        vec![format!("GP{gpio}"), pin, "free".to_owned(), String::new()]
    });
    let supply = [
        ("ADC_VREF", pins::Pad::Reference),
        ("VSYS", pins::Pad::Supply),
        ("AGND", pins::Pad::AnalogGround),
        ("GND", pins::Pad::Ground),
    ];
    let supply = supply.map(|(name, wanted)| {
        let all = (1..).zip(pins::PADS).filter(|(_, pad)| *pad == wanted);
        let at: Vec<String> = all.map(|(pin, _)| u8::to_string(&pin)).collect();
        let duty = pins::duty(profile, wanted);
        vec![name.to_owned(), at.join(", "), "supply".to_owned(), duty]
    });
    table(
        &["GPIO", "pin", "signal", "goes to"],
        used.chain(spare).chain(supply),
    )
}

/// Returns the section with the plugs, shift registers and emitter strings.
#[must_use]
pub fn plan(build: &Build) -> String {
    let board = build.board();
    let mut text = format!(
        "![Wiring plan of the {board} board]({board}-wiring.svg)\n\n\
         `M1A Y5` is channel 5 of the multiplexer on analog input 1 in bank A. All \
         multiplexers share S0 to S3.\n"
    );
    for plug in plugs::plugs_for(build) {
        let wires = (1..).zip(plug.wires);
        let _ = write!(
            text,
            "\n**{}**, to {}\n\n{}",
            plug.name,
            plug.leads_to,
            table(
                &["wire", "carries", "ends at"],
                wires.map(|(n, wire)| vec![n.to_string(), wire.signal, wire.ends_at]),
            )
        );
    }
    text += &dividers(build);
    text += &chains(build);
    text
}

fn dividers(build: &Build) -> String {
    let channels = build.profile.hall.channels.iter().enumerate();
    let at: Vec<String> = channels
        .filter(|(_, channel)| matches!(channel, Channel::Used(Role::Divider, _)))
        .map(|(n, _)| plugs::multiplexed(n))
        .collect();
    format!(
        "\nThree dividers sit on the main board, 10 kΩ to 3.3 V and 30 kΩ to ground, and \
         end at {}.\n",
        at.join(", ")
    )
}

fn chains(build: &Build) -> String {
    let Some(curtain) = &build.profile.curtain else {
        return String::new();
    };
    let letters = registers::letters();
    let mut heads = vec!["chip".to_owned()];
    heads.extend(letters.map(|letter| format!("input {letter}")));
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let chips = (1..).zip(registers::of_a_side(curtain));
    let chips = chips.map(|(n, inputs)| {
        let mut row = vec![n.to_string()];
        row.extend(inputs);
        row
    });
    let strings = emitters::of_a_side(curtain);
    let rows = EmitterPhase::ALL.map(|phase| {
        let of: Vec<String> = strings
            .iter()
            .filter(|string| string.phase == phase)
            .map(|string| {
                let beams: Vec<String> = string
                    .beams
                    .iter()
                    .map(|&bit| emitters::name(bit))
                    .collect();
                beams.join(" + ")
            })
            .collect();
        vec![phase.to_string(), of.join("; ")]
    });
    format!(
        "\n**Shift registers of a side**; chip 1 is the nearest to the Pico. Each input has \
         8.2 kΩ to 3.3 V and a detector to ground; `3.3 V` and `ground` are wired as they \
         say. QH of a chip goes to SER of the one before it, SER of the last one to 3.3 V, \
         CLK INH of all to ground.\n\n{}\n\
         **Emitters of a side**, each string from 5 V through {} Ω to its phase; 470 µF from \
         5 V to ground beside them\n\n{}",
        table(&heads, chips),
        emitters::TSAL4400.resistor,
        table(&["phase", "strings"], rows)
    )
}

/// Returns the section with the stencils and the places of the beams.
#[must_use]
pub fn drill(build: &Build) -> String {
    let board = build.board();
    let mut text = String::new();
    for stencil in stencil::stencils_for(build) {
        let _ = writeln!(
            text,
            "- [{}]({board}-{}.svg): {}",
            stencil.title, stencil.name, stencil.says
        );
    }
    text += "\nPrint them at 100 % and hold a ruler to the bar.\n";
    if let Some(curtain) = &build.profile.curtain {
        let size = &build.dimensions;
        let rows = Plane::ALL
            .into_iter()
            .filter(|&plane| curtain.rows[plane] > 0);
        let rows = rows.map(|plane| {
            let first = curtain.along(size, plane, 0);
            vec![
                plane.to_string(),
                curtain.rows[plane].to_string(),
                curtain.depths[plane].to_string(),
                first.to_string(),
                curtain.pitch(size, plane).to_string(),
            ]
        });
        let _ = write!(
            text,
            "\nFor a ring of {} a side; `--dimensions FILE` takes your own board file.\n\n{}",
            size.ring_side,
            table(
                &[
                    "plane",
                    "beams a side",
                    "below the surface",
                    "first beam, along the side",
                    "from beam to beam"
                ],
                rows,
            )
        );
    }
    text + &places(build)
}

/// Returns the table of the places of the analog sensors.
fn places(build: &Build) -> String {
    let shown = |role| match build.profile.curtain {
        // A ring shows one corner and one side; the others are equal.
        Some(_) => match role {
            Role::Slot(post, _)
            | Role::Dock(post, _)
            | Role::Element(post, _)
            | Role::Optic(post, _) => post == Post::One,
            Role::Edge(edge, _) => edge == Edge::East,
            _ => true,
        },
        None => true,
    };
    let roles = build
        .profile
        .hall
        .channels
        .iter()
        .filter_map(|channel| channel.role());
    let rows = roles.filter(|&role| shown(role)).filter_map(|role| {
        let point = build.profile.mount(role, &build.dimensions)?.point;
        let [x, y, z] = [point.x, point.y, point.z].map(|length| f64::from(length) / 1000.0);
        let figures = [x, y, z].map(|length| format!("{length:.1}"));
        let [x, y, z] = figures;
        Some(vec![role.to_string(), x, y, z])
    });
    let which = match build.profile.curtain {
        Some(_) => "Sensors of post 1 and the east side; the others follow clockwise",
        None => "Sensors of all cells",
    };
    format!(
        "\n{which}. From the middle of the surface, in mm.\n\n{}",
        table(&["sensor", "east", "north", "up"], rows)
    )
}

/// Returns the section with the magnets.
#[must_use]
pub fn magnets(build: &Build) -> String {
    let board = build.board();
    let rows = magnets::fittings(build).into_iter().map(|fitted| {
        vec![
            fitted.piece.clone(),
            fitted.pieces.to_string(),
            fitted.disc.to_string(),
            fitted
                .strength
                .map_or(String::new(), |strength| strength.to_string()),
            fitted.down(),
            fitted.place.to_owned(),
        ]
    });
    format!(
        "![Magnets of the {board} board]({board}-magnets.svg)\n\n\
         A reading rises if a south pole looks down at the sensor. To find the poles, hold \
         a magnet over a sensor while `dohyo calibrate` waits: its bar shows `+` for a \
         south pole. The calibration asks for some of them by what they are called.\n\n{}",
        table(
            &[
                "piece",
                "pieces",
                "magnet",
                "called",
                "pole that looks down",
                "where"
            ],
            rows,
        )
    )
}
