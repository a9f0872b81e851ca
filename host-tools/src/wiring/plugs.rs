//! Plugs on the main board of a ring or grid board, wire by wire.

use super::Build;
use super::pins::called;
use rules_core::board::BoardId;
use rules_core::board::Button;
use rules_core::board::curtain::EmitterPhase;
use rules_core::board::hall::{BANK, Channel, INPUTS, Role, ScanPlan, SensorPart};
use rules_core::games::{abalone, sumoo};
use rules_core::place::{Edge, Post};

/// Part of the board that a plug belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The plug belongs to the supply.
    Power,
    /// The plug belongs to the light curtain.
    Curtain,
    /// The plug belongs to the Hall and reflective sensors.
    Analog,
    /// The plug belongs to the LED strip.
    Lights,
    /// The plug belongs to the buttons and the buzzer.
    People,
}

impl Group {
    /// Returns the CSS class of the group's colour in drawings.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Self::Power => "power",
            Self::Curtain => "curtain",
            Self::Analog => "analog",
            Self::Lights => "lights",
            Self::People => "people",
        }
    }
}

/// Plug on the main board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plug {
    /// Label beside the plug.
    pub name: String,
    /// Destination of the plug's cable.
    pub leads_to: String,
    /// Part of the board that the plug belongs to.
    pub group: Group,
    /// Wires of the plug, in the order of its contacts from 1.
    pub wires: Vec<Wire>,
}

/// Wire of a plug.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wire {
    /// Signal on the wire.
    pub signal: String,
    /// End of the wire on the main board.
    pub ends_at: String,
}

fn wire(signal: impl Into<String>, ends_at: impl Into<String>) -> Wire {
    Wire {
        signal: signal.into(),
        ends_at: ends_at.into(),
    }
}

/// Returns the number of multiplexer banks that a scan needs.
#[must_use]
pub const fn banks(scan: &ScanPlan) -> usize {
    scan.addresses().div_ceil(BANK)
}

/// Returns the multiplexer and its channel for a channel of the scan: `M1A Y5` is channel
/// 5 of the one on input 1 in bank A.
///
/// ```
/// use host_tools::wiring::plugs::multiplexed;
///
/// assert_eq!(multiplexed(0), "M0A Y0");
/// assert_eq!(multiplexed(16 * 3 + 2), "M2B Y0");
/// ```
#[must_use]
pub fn multiplexed(channel: usize) -> String {
    let (address, input) = (channel / INPUTS, channel % INPUTS);
    let bank = if address < BANK { 'A' } else { 'B' };
    format!("M{input}{bank} Y{}", address % BANK)
}

/// Lists all plugs of a board.
#[must_use]
pub fn plugs_for(build: &Build) -> Vec<Plug> {
    let mut plugs = vec![power()];
    if build.profile.curtain.is_some() {
        plugs.extend(Edge::ALL.map(|edge| side(build, edge)));
    }
    plugs.extend(analog(build));
    plugs.extend([strip(build), buttons(build), buzzer(build)]);
    plugs
}

fn power() -> Plug {
    Plug {
        name: "POWER".to_owned(),
        leads_to: "5 V supply".to_owned(),
        group: Group::Power,
        wires: vec![wire("5 V", "rail 5 V"), wire("ground", "ground")],
    }
}

fn side(build: &Build, edge: Edge) -> Plug {
    let pins = &build.profile.pins;
    let through = match build.profile.curtain {
        Some(curtain) => format!(", {} Ω", curtain.series),
        None => String::new(),
    };
    let mut wires = vec![
        wire("ground", "ground"),
        wire("5 V", "rail 5 V"),
        wire("3.3 V", "rail 3.3 V"),
        wire("load", called(pins.load) + &through),
        wire("clock", called(pins.clock) + &through),
        wire("data", called(pins.lanes[edge.index()])),
    ];
    wires.extend(EmitterPhase::ALL.map(|phase| {
        let gate = called(pins.phases[phase.index()]);
        wire(format!("phase {phase}"), format!("Q{phase}, gate {gate}"))
    }));
    Plug {
        name: format!("SIDE {}", edge.word().to_uppercase()),
        leads_to: format!("wall and frame of the {edge} side"),
        group: Group::Curtain,
        wires,
    }
}

/// Destination of a cable with analog sensors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cable {
    Post(Post),
    Row(Edge),
    Cells(u8),
    Quiet,
}

fn cable(board: BoardId, role: Role) -> Option<Cable> {
    Some(match role {
        Role::Slot(post, _)
        | Role::Dock(post, _)
        | Role::Element(post, _)
        | Role::Optic(post, _) => Cable::Post(post),
        Role::Edge(edge, _) => Cable::Row(edge),
        Role::Cell(n) => Cable::Cells(row_of(board, n)),
        Role::Quiet => Cable::Quiet,
        // The dividers are on the main board.
        Role::Divider => return None,
    })
}

/// Returns the row of a cell, from 0, the lowest.
fn row_of(board: BoardId, cell: u8) -> u8 {
    match board {
        BoardId::GridSquare => cell / 5,
        _ => {
            let cells = abalone::Cell::all();
            let row = cells.take(usize::from(cell) + 1).last();
            row.map_or(0, |cell| cell.row() as u8 - b'a')
        }
    }
}

/// Returns the name of a cell in the notation of its game.
#[must_use]
pub fn cell_name(board: BoardId, cell: u8) -> String {
    let cell = usize::from(cell);
    let name = match board {
        BoardId::GridSquare => sumoo::Cell::all().nth(cell).map(|cell| cell.to_string()),
        _ => abalone::Cell::all().nth(cell).map(|cell| cell.to_string()),
    };
    name.unwrap_or_default()
}

fn analog(build: &Build) -> Vec<Plug> {
    let board = build.board();
    let channels = build.profile.hall.channels.iter().enumerate();
    let mut plugs: Vec<(Cable, Plug)> = Vec::new();
    for (n, channel) in channels {
        let Channel::Used(role, part) = *channel else {
            continue;
        };
        let Some(cable) = cable(board, role) else {
            continue;
        };
        let at = match plugs.iter().position(|plug| plug.0 == cable) {
            Some(at) => at,
            None => {
                plugs.push((cable, cable_plug(board, cable)));
                plugs.len() - 1
            }
        };
        let wires = &mut plugs[at].1.wires;
        if part == SensorPart::Reflective && !wires.iter().any(|wire| wire.signal == "5 V") {
            wires.insert(2, wire("5 V", "rail 5 V"));
        }
        let signal = match role {
            Role::Cell(cell) => format!("{role}: {}", cell_name(board, cell)),
            role => role.to_string(),
        };
        wires.push(wire(signal, multiplexed(n)));
    }
    let order = |cable: &Cable| match cable {
        Cable::Post(post) => (0, post.index()),
        Cable::Row(edge) => (1, edge.index()),
        Cable::Cells(row) => (2, usize::from(*row)),
        Cable::Quiet => (3, 0),
    };
    plugs.sort_by_key(|(cable, _)| order(cable));
    plugs.into_iter().map(|(_, plug)| plug).collect()
}

fn cable_plug(board: BoardId, cable: Cable) -> Plug {
    let (name, leads_to) = match cable {
        Cable::Post(post) => (
            format!("POST {post}"),
            format!("post {post} and the dock beside it"),
        ),
        Cable::Row(edge) => (
            format!("EDGE {}", edge.word().to_uppercase()),
            format!("Hall sensors in the {edge} wall"),
        ),
        Cable::Cells(row) => {
            let row = match board {
                BoardId::GridSquare => char::from(b'1' + row),
                _ => char::from(b'a' + row),
            };
            (
                format!("ROW {}", row.to_ascii_uppercase()),
                format!("cells of row {row}"),
            )
        }
        Cable::Quiet => (
            "QUIET".to_owned(),
            "the sensor in the frame's north-west corner".to_owned(),
        ),
    };
    Plug {
        name,
        leads_to,
        group: Group::Analog,
        wires: vec![wire("ground", "ground"), wire("3.3 V", "rail 3.3 V")],
    }
}

fn strip(build: &Build) -> Plug {
    let data = called(build.profile.pins.leds);
    Plug {
        name: "STRIP".to_owned(),
        leads_to: format!("{} LEDs", build.profile.leds),
        group: Group::Lights,
        wires: vec![
            wire("ground", "ground"),
            wire("5 V", "rail 5 V"),
            wire("data", format!("{data}, shifter, 470 Ω")),
        ],
    }
}

fn buttons(build: &Build) -> Plug {
    let mut wires = vec![wire("ground", "ground")];
    wires.extend(
        Button::ALL.map(|button| wire(button.word(), called(build.profile.pins.buttons[button]))),
    );
    Plug {
        name: "BUTTONS".to_owned(),
        leads_to: "four buttons to ground".to_owned(),
        group: Group::People,
        wires,
    }
}

fn buzzer(build: &Build) -> Plug {
    let base = called(build.profile.pins.buzzer);
    Plug {
        name: "BUZZER".to_owned(),
        leads_to: "buzzer, diode across it".to_owned(),
        group: Group::People,
        wires: vec![
            wire("5 V", "rail 5 V"),
            wire("switched", format!("transistor, {base}")),
        ],
    }
}
