//! Table events: what people and sensors do, in one vocabulary.
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

/// Program or test that lets table events happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventDriver {
    /// Rules of a game alone: scenarios, `dohyo declare` and `say`.
    Rules,
    /// Ideal sensors before a referee: table scripts.
    Script,
    /// Ring without hardware whose inputs are typed: `dohyo ring`.
    Manual,
    /// Real image on an emulated Pico: `dohyo ring --emulated`.
    Emulated,
    /// Hands at a simulated table: promises.
    Physics,
    /// Emulated device beside a reference ring: the emulator's tests.
    Device,
}

/// Event at a table.
#[derive(Debug, Clone, PartialEq)]
pub enum TableEvent {
    /// The platform is set down.
    Dock {
        /// Place at which it lies.
        place: Place,
        /// Edge of the platform that touches the ring.
        facing: Facing,
        /// Certainty of the sensors.
        sureness: Sureness,
    },
    /// The platform is taken away.
    Undock,
    /// A marker is set on a post, or taken off.
    Marker(MarkerEvent),
    /// An element is put on the platform.
    Load {
        /// The element, where it matters.
        piece: Option<Piece>,
        /// Place of the platform, where sensors report it.
        place: Option<Place>,
    },
    /// The element is taken off the platform.
    Unload,
    /// A push begins at this place.
    PushStart(Place),
    /// A push is made.
    Push(PushEvent),
    /// A fall begins over this edge.
    FallStart(FallId, Edge),
    /// A piece falls.
    Fall(FallEvent),
    /// A fall that began turns out to be none.
    FallRetracted(FallId, NoFallReason),
    /// A piece on a grid board moves, or a cell fails.
    Cell(CellEvent),
    /// A hand does something at a simulated table.
    Hand(HandEvent),
    /// A sensor of the ring reports something else.
    Sensor(SensorEvent),
    /// A player does something that moves no piece by itself.
    Turn(TurnEvent),
    /// A player makes a move, written in the notation of a grid game.
    Notation(String),
    /// Buttons are pressed.
    Press(Press),
    /// People at the table tell the referee something.
    Speech(Speech),
    /// A host does something at its end of the line.
    Host(HostEvent),
    /// Power is lost and returns: now, or within the n-th write to the flash from now,
    /// counted from 1.
    PowerCut(Option<u64>),
    /// Time passes: this many seconds, or until the next event.
    Wait(Option<f32>),
    /// A sensor is disturbed.
    Disturbance(Disturbance),
}

/// Certainty of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sureness {
    /// Certain enough to be judged.
    #[default]
    Sure,
    /// Too uncertain to be judged without a question.
    Unsure,
}

/// Change of a marker on a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkerEvent {
    /// Direction of the change.
    pub change: MarkerChange,
    /// The post.
    pub post: Post,
    /// Owner of the marker; left out, the side to move.
    pub owner: Option<MarkerName>,
    /// Slot of the post, from 0; left out, the slot of the colour.
    pub slot: Option<u8>,
    /// Certainty of the sensors.
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
    /// By the side it belongs to.
    Side(Side),
    /// By its colour.
    Colour(Colour),
}

/// Name of a piece as people or sensors give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceName {
    /// The piece itself.
    Piece(Piece),
    /// The pawn below the belt.
    BeltPawn,
    /// Some special token.
    Token,
    /// Some sumo.
    Sumo,
}

impl PieceName {
    /// Body that sensors take it for; none for the pawn below the belt, which they
    /// never report alone.
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
    /// Elements pushed, in order; empty for what lies on the platform.
    pub load: Vec<PieceName>,
    /// Second body that explains the push almost as well.
    pub or: Option<Body>,
    /// Place of the platform, where sensors report it.
    pub place: Option<Place>,
    /// Remarks of the players.
    pub remarks: Remarks,
    /// Certainty of the sensors.
    pub sureness: Sureness,
    /// Motion at a simulated table.
    pub motion: Option<PushSpeed>,
}

/// Motion of a simulated push.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PushSpeed {
    /// Speed, mm/s.
    pub speed: f32,
    /// Distance beyond the edge at which it ends, mm.
    pub over: f32,
}

/// Fall of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FallEvent {
    /// Number that sensors give the fall.
    pub number: Option<FallId>,
    /// The piece.
    pub piece: PieceName,
    /// Second body that explains the fall almost as well.
    pub or: Option<Body>,
    /// Edge over which it falls; left out, the north one.
    pub edge: Option<Edge>,
    /// Cause of the fall.
    pub cause: Cause,
    /// Further details of the report.
    pub report: FallReport,
}

/// Details of a fall that only sensors know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FallReport {
    /// Certainty of the body.
    pub sureness: Sureness,
    /// Certainty of the cause.
    pub cause_sureness: Sureness,
    /// True if one plane alone saw it.
    pub one_plane: bool,
    /// True if it may have been two pieces abreast.
    pub perhaps_two: bool,
    /// True if a sensor that is not sound took part.
    pub unsound: bool,
    /// Polarity of the magnet that passed.
    pub polarity: Option<Polarity>,
    /// Time of the first dark beam, ms; left out, the time of the report.
    pub onset_ms: Option<u64>,
}

/// Cell of a grid board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridCell {
    /// Of the hexagonal board, as in `e5`.
    Hex(abalone::Cell),
    /// Of the square board, column and row, as in `4,2`.
    Square(sumoo::Cell),
}

/// Piece of a grid game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridPiece {
    /// Marble of Abalone.
    Marble(abalone::Player),
    /// Token of SUMOO.
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
    /// Edge from which it is measured.
    pub edge: Edge,
    /// Distance along the edge, clockwise, mm.
    pub along: f32,
    /// Distance from the edge inwards, mm.
    pub inwards: f32,
}

/// Movement of a hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum HandEvent {
    /// Fingers reach into the gutter.
    Reach {
        /// Edge of the gutter.
        edge: Edge,
        /// Distance along the edge, mm.
        along: Option<f32>,
        /// Time they stay, s.
        seconds: Option<f32>,
    },
    /// The hand has left the gutter of this edge.
    Gone(Edge),
    /// A thumb moves a piece, counted from 1, over an edge by accident.
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
    /// The edge is clear again.
    Cleared(Edge),
    /// The table is moved, by this many mm and back.
    Bump(Option<f32>),
    /// A side can no longer see the smallest piece fall.
    CoverageLost(Edge),
    /// A side sees again.
    CoverageRestored(Edge),
    /// A beam, counted from 0, becomes flaky.
    FaultRaised(Edge, Plane, u8),
    /// A flaky beam works again.
    FaultCleared(Edge, Plane, u8),
}

/// Step of a turn that moves no piece by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnEvent {
    /// All pieces have come to rest.
    Settle,
    /// The turn ends.
    End,
    /// A player submits.
    Submit,
    /// A special move is used.
    Use(MoveName),
    /// Both players agree on a draw.
    AgreeDraw,
    /// A player who cannot move passes.
    Pass,
}

/// Special move with its choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveName {
    /// Seat whose card it is on; left out, that of the player to move.
    pub card_of: Option<Seat>,
    /// Number of the move on the card.
    pub nth: MoveIndex,
    /// Choices the move asks for.
    pub choices: MoveChoices,
}

/// Event at the host's end of the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostEvent {
    /// The cable is put in.
    Plug,
    /// The cable is pulled.
    Unplug,
    /// Random bytes are sent, this many.
    Garbage(usize),
    /// A command is sent.
    Command(Speech),
    /// A restart into the boot loader is requested.
    BootLoader,
    /// The capture of the last ruling by this clause is fetched and replayed.
    Challenge(Clause),
}

/// Largest offset of an analog channel, ADC steps: the highest reading of the converter.
pub const MAX_CHANNEL_OFFSET: i16 = 4095;

/// Disturbance of a sensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disturbance {
    /// An analog channel, counted from 0, reads this many ADC steps more or less.
    Channel(usize, i16),
    /// The cable of a side is put in (true) or pulled (false).
    Cable(Edge, bool),
    /// A beam, counted from 0, is darkened (true) or let through (false).
    Beam(Edge, Plane, u8, bool),
}

impl TableEvent {
    /// True if sensors that work report it at once.
    #[must_use]
    pub const fn is_sensed(&self) -> bool {
        matches!(self, Self::Marker(_) | Self::Dock { .. } | Self::Undock)
    }
}

/// Buttons that are down in a press, and for how long.
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
