//! Conversion of a table event to the observations of ideal sensors.

use super::{
    CellEvent, FallEvent, GridCell, GridPiece, HandEvent, MarkerChange, MarkerEvent, MarkerName,
    PieceName, PushEvent, SensorEvent, Sureness, TableEvent,
};
use rules_core::board::{BoardId, Micrometres};
use rules_core::games::kabuto::action::Remark;
use rules_core::place::Edge;
use rules_core::player::Colour;
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::referee::{AnyGame, Referee, abalone, sumoo};
use rules_core::sensing::body::{Body, ByBody};
use rules_core::sensing::certainty::{Certainty, Costs};
use rules_core::sensing::magnet::Magnet;
use rules_core::sensing::observation::{
    BodyCount, CurtainFall, EdgePoint, Fall, FallCause, FallPattern, ObservationKind, PassedMagnet,
    PlatformLoad, Push, Witnesses,
};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::time::{Instant, Span};

/// Place along the edge of every event that names only an edge.
const ALONG: Micrometres = Micrometres::mm(100);

/// Certainties that simulated sensors report.
#[derive(Debug, Clone, Copy)]
pub struct Certainties {
    /// Certainty of a report that is written as sure.
    pub sure: Certainty,
    /// Certainty of a report that is written as unsure.
    pub unsure: Certainty,
}

impl Certainties {
    /// Extreme certainties: full, or none at all.
    pub const EXTREME: Self = Self {
        sure: Certainty::FULL,
        unsure: Certainty::NONE,
    };
    /// Certainties of good sensors: 2^25 to 1, or about 2 to 1.
    pub const DEFAULT: Self = Self {
        sure: Certainty(200),
        unsure: Certainty(10),
    };

    const fn of(self, sureness: Sureness) -> Certainty {
        match sureness {
            Sureness::Sure => self.sure,
            Sureness::Unsure => self.unsure,
        }
    }
}

/// Returns the observations that ideal sensors make of an event at this time, in order.
///
/// # Errors
/// A sentence that says why sensors cannot report it.
pub fn observations(
    event: &TableEvent,
    at: Instant,
    referee: &Referee,
    certainties: Certainties,
) -> Result<Vec<ObservationKind>, String> {
    let one = match event {
        TableEvent::Dock {
            place,
            facing,
            sureness,
        } => ObservationKind::Docked {
            place: *place,
            facing: *facing,
            certainty: certainties.of(*sureness),
        },
        TableEvent::Undock => ObservationKind::Undocked,
        TableEvent::Marker(event) => marker(event, certainties)?,
        TableEvent::Load {
            piece: None,
            place: Some(place),
        } => ObservationKind::Loaded(PlatformLoad {
            place: *place,
            magnet: None,
            certainty: Certainty::FULL,
        }),
        TableEvent::Unload => ObservationKind::Unloaded,
        TableEvent::PushStart(place) => ObservationKind::PushStarted(*place),
        TableEvent::Push(event) => push(event, at)?,
        TableEvent::FallStart(id, edge) => ObservationKind::Falling(*id, point(*edge)),
        TableEvent::Fall(event) => ObservationKind::Fell(fall(event, at)?),
        TableEvent::FallRetracted(id, reason) => ObservationKind::NoFall(*id, *reason),
        TableEvent::Cell(event) => return cells(event, referee, certainties),
        TableEvent::Hand(HandEvent::Reach {
            edge,
            along: None,
            seconds: None,
        }) => ObservationKind::Hand(point(*edge)),
        TableEvent::Hand(HandEvent::Gone(edge)) => ObservationKind::HandGone(*edge),
        TableEvent::Sensor(event) => sensor(*event)?,
        _ => return Err("sensors cannot report that".to_owned()),
    };
    Ok(vec![one])
}

/// Returns the slot of a post that is for this colour, from 0.
#[must_use]
pub const fn slot_of(colour: Colour) -> u8 {
    colour.index() as u8
}

fn marker(event: &MarkerEvent, certainties: Certainties) -> Result<ObservationKind, String> {
    let Some(MarkerName::Colour(colour)) = event.owner else {
        return Err("of which colour? write red, blue, green or yellow after the post".to_owned());
    };
    Ok(ObservationKind::Marker {
        post: event.post,
        slot: event.slot.unwrap_or(slot_of(colour)),
        marker: match event.change {
            MarkerChange::Set => Some(magnet_of(colour)),
            MarkerChange::Take => None,
        },
        certainty: certainties.of(event.sureness),
    })
}

fn push(event: &PushEvent, at: Instant) -> Result<ObservationKind, String> {
    let (Some(place), [piece]) = (event.place, event.load.as_slice()) else {
        return Err("sensors report one element at a place; write push small at 2".to_owned());
    };
    let is_flicked = event.remarks.contains(Remark::Flicked);
    if !event.remarks.without(Remark::Flicked).is_empty() {
        return Err("of all remarks sensors know only flicked".to_owned());
    }
    let (body, costs, certainty) = weighed(*piece, event.or, event.sureness)?;
    Ok(ObservationKind::Pushed(Push {
        place,
        began: at,
        speed: if is_flicked { 2_000 } else { 100 },
        costs,
        body,
        certainty,
    }))
}

fn fall(event: &FallEvent, at: Instant) -> Result<Fall, String> {
    let number = event.number;
    let id = number.ok_or("sensors number what falls; write fall 1 small")?;
    let report = event.report;
    let (_, costs, _) = weighed(event.piece, event.or, report.sureness)?;
    let edge = event.edge.unwrap_or(Edge::North);
    Ok(Fall {
        measured: CurtainFall {
            pattern: FallPattern {
                id,
                edge,
                witnesses: if report.one_plane {
                    Witnesses::One
                } else {
                    Witnesses::Two
                },
                count: if report.perhaps_two {
                    BodyCount::PerhapsTwo
                } else {
                    BodyCount::One
                },
                sound: !report.unsound,
            },
            onset: report.onset_ms.map_or(at, |ms| Instant(ms * 1_000)),
            along: point(edge).along,
            width: Micrometres::mm(30),
            width_doubt: Micrometres::mm(5),
            drop: Span::millis(30),
            dark: Span::millis(60),
        },
        magnet: report.polarity.map(|polarity| PassedMagnet {
            peak: 200,
            polarity,
            certainty: Certainty::FULL,
        }),
        costs: costs.into(),
        cause: FallCause {
            kind: event.cause,
            certainty: Certainties::EXTREME.of(report.cause_sureness),
        },
    })
}

/// Returns the body of a piece, its costs and its certainty: a second body `or` explains
/// the report almost as well, the others not at all.
fn weighed(
    piece: PieceName,
    or: Option<Body>,
    sureness: Sureness,
) -> Result<(Body, Costs, Certainty), String> {
    let body = piece.body();
    let body = body.ok_or("sensors never see the belt's pawn alone")?;
    let mut costs = ByBody([200_u8; 6]);
    costs[body] = 0;
    if let Some(or) = or {
        costs[or] = 10;
    }
    let sureness = match or {
        Some(_) => Sureness::Unsure,
        None => sureness,
    };
    Ok((body, costs, Certainties::DEFAULT.of(sureness)))
}

fn cells(
    event: &CellEvent,
    referee: &Referee,
    certainties: Certainties,
) -> Result<Vec<ObservationKind>, String> {
    let report = |cell: u8, piece, certainty| ObservationKind::Cell {
        cell,
        piece,
        certainty,
    };
    let game = referee.session().game();
    let number = |cell: &GridCell| cell.number(game);
    let known = |number: u8| referee.table().board().known(number).flatten();
    let sure = certainties.sure;
    Ok(match event {
        CellEvent::Put(piece, cell, sureness) => {
            let certainty = certainties.of(*sureness);
            vec![report(number(cell)?, Some(piece.magnet(*cell)?), certainty)]
        }
        CellEvent::Lift(cells, sureness) => {
            let certainty = certainties.of(*sureness);
            let lifted = cells
                .iter()
                .map(|cell| Ok(report(number(cell)?, None, certainty)));
            lifted.collect::<Result<_, String>>()?
        }
        CellEvent::Slide(from, to) => {
            let (from, to) = (number(from)?, number(to)?);
            vec![report(from, None, sure), report(to, known(from), sure)]
        }
        CellEvent::Mask(cell) => {
            let cell = number(cell)?;
            vec![report(cell, known(cell), Certainty::NONE)]
        }
    })
}

impl CellEvent {
    /// Returns the board on which the event can happen; `None` if it names no cell.
    #[must_use]
    pub fn board(&self) -> Option<BoardId> {
        let cell = match self {
            Self::Put(_, cell, _) | Self::Slide(cell, _) | Self::Mask(cell) => cell,
            Self::Lift(cells, _) => cells.first()?,
        };
        Some(cell.board())
    }
}

impl GridCell {
    /// Returns the board that the cell belongs to.
    #[must_use]
    pub const fn board(self) -> BoardId {
        match self {
            Self::Hex(_) => BoardId::GridHex,
            Self::Square(_) => BoardId::GridSquare,
        }
    }

    /// Returns the number of the cell on its board.
    ///
    /// # Errors
    /// The game that is played has another board.
    pub fn number(self, game: Option<&AnyGame>) -> Result<u8, String> {
        let (number, name) = match self {
            Self::Hex(cell) => (abalone::number_of(cell), cell.to_string()),
            Self::Square(cell) => (u8::from(cell), cell.to_string()),
        };
        if game.is_none_or(|game| game.boards().contains(&self.board())) {
            Ok(number)
        } else {
            Err(format!("\"{name}\" is not a cell of this board"))
        }
    }
}

impl GridPiece {
    /// Returns the magnet in the piece.
    ///
    /// # Errors
    /// The piece belongs to a game with another board than the cell's.
    fn magnet(self, cell: GridCell) -> Result<Magnet, String> {
        match (self, cell) {
            (Self::Marble(player), GridCell::Hex(_)) => Ok(abalone::magnet_of(player)),
            (Self::Token(token), GridCell::Square(_)) => Ok(sumoo::magnet_of(token)),
            (Self::Marble(_), GridCell::Square(_)) => {
                Err("of which force? write put white 3 on 4,2".to_owned())
            }
            (Self::Token(_), GridCell::Hex(_)) => {
                Err("marbles have no force; write put white on e5".to_owned())
            }
        }
    }
}

fn sensor(event: SensorEvent) -> Result<ObservationKind, String> {
    Ok(match event {
        SensorEvent::Leaning(edge) => ObservationKind::Leaning(point(edge)),
        SensorEvent::Cleared(edge) => ObservationKind::Cleared(edge),
        SensorEvent::Bump(None) => ObservationKind::Bump,
        SensorEvent::Bump(Some(_)) => {
            return Err("sensors do not measure a bump; write bump".to_owned());
        }
        SensorEvent::CoverageLost(edge) => ObservationKind::CoverageLost(edge),
        SensorEvent::CoverageRestored(edge) => ObservationKind::CoverageRestored(edge),
        SensorEvent::FaultRaised(edge, plane, beam) => {
            ObservationKind::FaultRaised(Sensor::Beam(edge, plane, beam), SensorFault::Flaky)
        }
        SensorEvent::FaultCleared(edge, plane, beam) => {
            ObservationKind::FaultCleared(Sensor::Beam(edge, plane, beam), SensorFault::Flaky)
        }
    })
}

const fn point(edge: Edge) -> EdgePoint {
    EdgePoint { edge, along: ALONG }
}
