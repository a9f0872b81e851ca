//! Table events: acts of people and reports of sensors, in one vocabulary.
//!
//! Scenarios, promises, table scripts, `dohyo ring` and `dohyo declare` write an event
//! with the same words. [`TableEvent::parse`] reads them without knowing the match;
//! each driver turns the event into what it works with.
//!
//! | module | concern |
//! |---|---|
//! | [`forms`] | every form of words, with its meaning and the drivers that know it |
//! | `parse`, `read_table`, `read_device` | from words to an event |
//! | `phrase`, `words` | parts of it: words one by one, pieces, places, numbers |
//! | [`play`] | from an event to an action of a game |
//! | [`observation`] | from an event to what ideal sensors report |
//! | [`speech`] | from an event to a command for the referee |

pub mod forms;
pub mod observation;
mod parse;
mod phrase;
pub mod play;
mod read_device;
mod read_table;
pub mod speech;
#[cfg(test)]
mod tests;
mod vocabulary;

use crate::kabuto::ideal_observations::body_of;
use rules_core::board::curtain::Plane;
use rules_core::board::{Button, Buttons};
use rules_core::clause::Clause;
use rules_core::games::abalone;
use rules_core::games::kabuto::action::{MoveChoices, Remarks};
use rules_core::games::kabuto::card::MoveIndex;
use rules_core::games::sumoo;
use rules_core::panel::Press;
use rules_core::piece::Piece;
use rules_core::place::{Edge, Facing, Place, Post};
use rules_core::player::{Colour, Seat, Side};
use rules_core::sensing::body::Body;
use rules_core::sensing::magnet::Polarity;
use rules_core::sensing::observation::{Cause, FallId, NoFallReason};
use rules_core::time::Span;
use speech::Speech;
pub use vocabulary::placed_piece;

/// Program or test that makes table events happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventDriver {
    /// The rules of a game alone, without sensors: scenarios, `dohyo declare` and `say`.
    Rules,
    /// Ideal sensors in front of a referee: table scripts.
    Script,
    /// A ring without hardware whose inputs are typed: `dohyo ring`.
    Manual,
    /// The real firmware image on an emulated Pico: `dohyo ring --emulated`.
    Emulated,
    /// Hands at a simulated table: promise files, which state how the ring reacts to
    /// acts.
    Physics,
    /// An emulated device beside a reference ring: the emulator's tests.
    Device,
}

/// Event at a table.
#[derive(Debug, Clone, PartialEq)]
pub enum TableEvent {
    /// The platform is set down.
    Dock {
        /// Place at which the platform lies.
        place: Place,
        /// Edge of the platform that touches the ring.
        facing: Facing,
        /// Certainty of the sensor report.
        sureness: Sureness,
    },
    /// The platform is taken away.
    Undock,
    /// A marker is set on a post, or taken off.
    Marker(MarkerEvent),
    /// An element is put on the platform.
    Load {
        /// Element put on the platform; `None` where its kind does not matter.
        piece: Option<Piece>,
        /// Place of the platform as sensors report it; `None` where it does not matter.
        place: Option<Place>,
    },
    /// The element is taken off the platform.
    Unload,
    /// A push begins at this place.
    PushStart(Place),
    /// A push is made.
    Push(PushEvent),
    /// The first beam of a fall over this edge becomes dark.
    FallStart(FallId, Edge),
    /// A piece falls.
    Fall(FallEvent),
    /// A reported fall turns out not to be one, for this reason.
    FallRetracted(FallId, NoFallReason),
    /// A piece on a grid board moves, or a cell fails.
    Cell(CellEvent),
    /// A hand does something at a simulated table.
    Hand(HandEvent),
    /// A sensor of the ring reports an event without naming a piece.
    Sensor(SensorEvent),
    /// A player takes a step of the turn that moves no piece.
    Turn(TurnEvent),
    /// A player makes a move, written in the notation of a grid game.
    Notation(String),
    /// Buttons are pressed.
    Press(Press),
    /// People at the table give the referee a command.
    Speech(Speech),
    /// A host does something at its end of the connection.
    Host(HostEvent),
    /// Power is lost and returns: at once (`None`), or within the n-th write to the flash
    /// from now, counted from 1.
    PowerCut(Option<u64>),
    /// Time passes: this many seconds, or until the next event (`None`).
    Wait(Option<f32>),
    /// A sensor or its cable is disturbed.
    Disturbance(Disturbance),
}

/// Certainty of a sensor report, as a script writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sureness {
    /// The report is certain enough to be judged.
    #[default]
    Sure,
    /// The report is too uncertain to be judged without a question.
    Unsure,
}

/// Change of a marker on a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkerEvent {
    /// Direction of the change: set or taken.
    pub change: MarkerChange,
    /// Post of the marker.
    pub post: Post,
    /// Owner of the marker; `None` for the side to move.
    pub owner: Option<MarkerName>,
    /// Slot of the post, from 0; `None` for the slot of the colour.
    pub slot: Option<u8>,
    /// Certainty of the sensor report.
    pub sureness: Sureness,
}

/// Direction in which a marker changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkerChange {
    /// The marker is set.
    Set,
    /// The marker is taken off.
    Take,
}

/// Name of a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkerName {
    /// The marker is named by the side it belongs to.
    Side(Side),
    /// The marker is named by its colour.
    Colour(Colour),
}

/// Name of a piece as people or sensors give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceName {
    /// A piece of known kind and owner.
    Piece(Piece),
    /// The pawn that carries the belt.
    BeltPawn,
    /// A special token of unknown kind and owner.
    Token,
    /// A sumo of unknown owner.
    Sumo,
}

impl PieceName {
    /// Returns the body that sensors take the piece for; `None` for the pawn below the
    /// belt, which they never report alone.
    #[must_use]
    pub fn body(self) -> Option<Body> {
        match self {
            Self::Piece(piece) => Some(body_of(piece)),
            Self::BeltPawn => None,
            Self::Token => Some(Body::Token),
            Self::Sumo => Some(Body::Sumo),
        }
    }
}

/// Push of one or more elements.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PushEvent {
    /// Elements pushed, in order; empty if the elements on the platform are meant.
    pub load: Vec<PieceName>,
    /// Second body that explains the push almost as well; `None` if there is none.
    pub or: Option<Body>,
    /// Place of the platform as sensors report it; `None` where it does not matter.
    pub place: Option<Place>,
    /// Remarks of the players about the push, such as `flicked`.
    pub remarks: Remarks,
    /// Certainty of the sensor report.
    pub sureness: Sureness,
    /// Motion of the hand at a simulated table; `None` where no hand is simulated.
    pub motion: Option<PushSpeed>,
}

/// Motion of a simulated push.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PushSpeed {
    /// Speed of the hand, mm/s.
    pub speed: f32,
    /// Distance beyond the ring's edge at which the push ends, mm.
    pub over: f32,
}

/// Fall of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FallEvent {
    /// Number that sensors give the fall; `None` if it is not stated.
    pub number: Option<FallId>,
    /// Piece that falls.
    pub piece: PieceName,
    /// Second body that explains the fall almost as well; `None` if there is none.
    pub or: Option<Body>,
    /// Edge over which the piece falls; `None` for the north one.
    pub edge: Option<Edge>,
    /// Cause of the fall.
    pub cause: Cause,
    /// Details of the fall that only sensors report.
    pub report: FallReport,
}

/// Details of a fall that only sensors know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FallReport {
    /// Certainty of the reported body.
    pub sureness: Sureness,
    /// Certainty of the reported cause.
    pub cause_sureness: Sureness,
    /// True if only one plane of beams saw the fall.
    pub one_plane: bool,
    /// True if the fall may have been two pieces abreast.
    pub perhaps_two: bool,
    /// True if a faulty sensor took part in the report.
    pub unsound: bool,
    /// Polarity of the magnet in the fallen piece; `None` if none was sensed.
    pub polarity: Option<Polarity>,
    /// Time of the first dark beam, ms; `None` for the time of the report.
    pub onset_ms: Option<u64>,
}

/// Cell of a grid board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridCell {
    /// Cell of the hexagonal board, as in `e5`.
    Hex(abalone::Cell),
    /// Cell of the square board by column and row, as in `4,2`.
    Square(sumoo::Cell),
}

/// Piece of a grid game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridPiece {
    /// Marble of this player of Abalone.
    Marble(abalone::Player),
    /// Token of SUMOO, with its owner.
    Token(sumoo::Token),
}

/// Event on a grid board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellEvent {
    /// A piece is put on a cell.
    Put(GridPiece, GridCell, Sureness),
    /// The pieces on these cells are lifted.
    Lift(Vec<GridCell>, Sureness),
    /// A piece slides from one cell to another.
    Slide(GridCell, GridCell),
    /// The sensor of a cell fails.
    Mask(GridCell),
}

/// Position on the surface of a simulated ring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RingPosition {
    /// Edge from which both distances are measured.
    pub edge: Edge,
    /// Distance of the position along the edge, clockwise, mm.
    pub along: f32,
    /// Distance of the position inwards from the edge, mm.
    pub inwards: f32,
}

/// Movement of a hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum HandEvent {
    /// Fingers reach into the gutter.
    Reach {
        /// Edge of the ring at whose gutter the hand is.
        edge: Edge,
        /// Distance of the hand along the edge, mm; `None` where no hand is simulated.
        along: Option<f32>,
        /// Time for which the fingers stay, s; `None` where no hand is simulated.
        seconds: Option<f32>,
    },
    /// The hand leaves the gutter of this edge.
    Gone(Edge),
    /// A thumb moves the piece with this number, counted from 1, over an edge by
    /// accident.
    Nudge(u16, Edge),
    /// A piece is put down on the ring.
    Put(Piece, RingPosition),
    /// The piece that fell last is taken out of the gutter.
    Retrieve,
}

/// Report of a sensor that names no piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SensorEvent {
    /// A piece leans over this edge.
    Leaning(Edge),
    /// No piece leans over this edge any longer.
    Cleared(Edge),
    /// The table is bumped: it moves by this many mm and back; `None` where only the
    /// report of a bump counts.
    Bump(Option<f32>),
    /// A side can no longer see the smallest piece fall.
    CoverageLost(Edge),
    /// A side can see the smallest piece fall again.
    CoverageRestored(Edge),
    /// The beam with this number, counted from 0, becomes flaky.
    FaultRaised(Edge, Plane, u8),
    /// The flaky beam with this number, counted from 0, works again.
    FaultCleared(Edge, Plane, u8),
}

/// Step of a turn that moves no piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnEvent {
    /// All pieces have come to rest.
    Settle,
    /// The turn ends.
    End,
    /// A player gives up the match.
    Submit,
    /// A special move is used.
    Use(MoveName),
    /// Both players agree on a draw.
    AgreeDraw,
    /// A player who cannot move passes.
    Pass,
}

/// Use of a special move, with its choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveName {
    /// Seat of the player whose card has the move; `None` for the player to move.
    pub card_of: Option<Seat>,
    /// Index of the move on the card.
    pub nth: MoveIndex,
    /// Choices that the player makes with the move.
    pub choices: MoveChoices,
}

/// Event at the host's end of the connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostEvent {
    /// The host's cable is plugged in.
    Plug,
    /// The host's cable is unplugged.
    Unplug,
    /// The host sends this many random bytes.
    Garbage(usize),
    /// The host sends a command.
    Command(Speech),
    /// The host requests a restart into the boot loader.
    BootLoader,
    /// The host fetches and replays the capture of the last ruling by this clause.
    Challenge(Clause),
}

/// Largest offset of an analog channel, in ADC steps: the highest reading of the ADC.
pub const MAX_CHANNEL_OFFSET: i16 = 4095;

/// Disturbance of a sensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disturbance {
    /// The analog channel with this number, counted from 0, reads this many ADC steps
    /// more or less.
    Channel(usize, i16),
    /// The detector cable of a side is plugged in (true) or unplugged (false).
    Cable(Edge, bool),
    /// The beam with this number, counted from 0, is darkened (true) or let through
    /// (false).
    Beam(Edge, Plane, u8, bool),
}

impl TableEvent {
    /// True if working sensors report the event at once.
    #[must_use]
    pub const fn is_sensed(&self) -> bool {
        matches!(self, Self::Marker(_) | Self::Dock { .. } | Self::Undock)
    }
}

/// Returns the buttons that are down in a press, and the time for which they are held.
#[must_use]
pub fn buttons_of(press: Press) -> (Buttons, Span) {
    match press {
        Press::Short(button) => (Buttons::of(button), Span::millis(150)),
        Press::Long(button) => (Buttons::of(button), Span::millis(1_700)),
        Press::Both => {
            let both = [Button::Confirm, Button::Undo];
            (both.into_iter().collect(), Span::millis(3_200))
        }
    }
}
