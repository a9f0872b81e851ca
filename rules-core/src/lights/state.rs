//! Light state: the situation of a match in terms of lights, independent of the game.
//! Code that fills it in decides nothing about colours or tempo; code that draws it
//! decides nothing about the match.

use super::colour::Milliamperes;
use super::spot::Spot;
use crate::board::cells::CellMarks;
use crate::closed_enum::closed_enum;
use crate::place::Post;
use crate::player::{BySeat, Colour, Players, Seat, Seats};
use heapless::Vec;

/// Complete input of the LEDs, except the time.
///
/// ```
/// use rules_core::lights::{LightState, Scene};
///
/// let dark_room = LightState::new(Scene::Idle).dimmed(40);
/// assert_eq!(dark_room.setting.brightness, 40);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct LightState {
    /// Situation to show.
    pub scene: Scene,
    /// Places of faulty sensors; at most 8 are shown.
    pub troubles: Vec<Spot, 8, u8>,
    /// Connection to a host.
    pub host: HostStatus,
    /// Brightness and current limit.
    pub setting: LightSettings,
}

impl LightState {
    /// State with a scene, no faulty sensors, no host and default brightness.
    #[must_use]
    pub const fn new(scene: Scene) -> Self {
        Self {
            scene,
            troubles: Vec::new(),
            host: HostStatus::Absent,
            setting: LightSettings::USUAL,
        }
    }

    /// Returns the state with this brightness.
    #[must_use]
    pub const fn dimmed(mut self, brightness: u8) -> Self {
        self.setting.brightness = brightness;
        self
    }
}

/// Brightness and current limit of the strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct LightSettings {
    /// Duty of the brightest LED, in 255ths; 0 is dark.
    pub brightness: u8,
    /// Current that the strip may draw. A frame that would draw more is dimmed as a
    /// whole.
    pub budget: Milliamperes,
}

impl LightSettings {
    /// Default: half duty, and 500 mA, the current of a computer's USB port.
    pub const USUAL: Self = Self {
        brightness: 128,
        budget: Milliamperes(500),
    };
}

/// Situation of the ring.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Scene {
    /// Starting up, without an error so far.
    Boot,
    /// Self-test failed.
    Faulty,
    /// No match is running.
    Idle,
    /// A match was found at power-up; the confirm button resumes it.
    Resuming(Seating),
    /// Guided calibration.
    Calibrating(CalibrationScene),
    /// A match is running.
    Playing(PlayScene),
    /// A match is over.
    Over {
        /// Players of the match.
        seating: Seating,
        /// Winners; empty in a draw.
        winners: Seats,
    },
}

/// Players around the board. Their homes follow from it: turns go clockwise from the
/// south side (from the low side of a grid).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Seating {
    /// Number of players.
    pub players: Players,
    /// Colour of each player.
    pub tints: BySeat<Tint>,
    /// Players who are out of the match.
    pub out: Seats,
}

impl Seating {
    /// Seating with all players in the match, in the default order of colours.
    #[must_use]
    pub const fn for_players(players: Players) -> Self {
        Self {
            players,
            tints: BySeat([Tint::Red, Tint::Blue, Tint::Green, Tint::Yellow]),
            out: Seats::EMPTY,
        }
    }

    /// Returns the seat whose turn follows: the next one that is not out.
    #[must_use]
    pub fn after(&self, seat: Seat) -> Seat {
        let mut next = self.players.after(seat);
        for _ in 0..self.players.count() {
            if !self.out.contains(next) {
                break;
            }
            next = self.players.after(next);
        }
        next
    }
}

closed_enum! {
    /// Colour of a player's pieces as the lights reproduce it.
    enum Tint {
        /// Red.
        Red = "red",
        /// Blue.
        Blue = "blue",
        /// Green.
        Green = "green",
        /// Yellow.
        Yellow = "yellow",
        /// White.
        White = "white",
        /// Black, which an LED cannot show: violet.
        Black = "black",
    }
}

impl From<Colour> for Tint {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Red => Self::Red,
            Colour::Blue => Self::Blue,
            Colour::Green => Self::Green,
            Colour::Yellow => Self::Yellow,
        }
    }
}

/// Running match.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct PlayScene {
    /// Players of the match.
    pub seating: Seating,
    /// Player who must act: usually the player whose turn it is.
    pub turn: Seat,
    /// Event that the match waits for.
    pub focus: Focus,
    /// Cells of a grid to highlight.
    pub cells: CellMarks,
}

/// Event that the match waits for, one at a time: a question is answered before an error
/// is repaired, and both before play continues.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Focus {
    /// One of these actions, the most urgent first.
    Wishes(Vec<Prompt, 16, u8>),
    /// All pieces coming to rest. The lights do not move either.
    Settling,
    /// Choice of the player among special moves or their details.
    Menu {
        /// Place that the selected choice refers to.
        at: Option<Spot>,
        /// Player that the selected choice refers to.
        whose: Option<Seat>,
        /// Choices.
        answers: AnswerList,
    },
    /// Agreement of anybody at the table to a change of the match.
    Everyone(AnswerList),
    /// Answer to a question, because the ring is unsure.
    Question {
        /// Place of the doubtful observation.
        at: Option<Spot>,
        /// Answers.
        answers: AnswerList,
    },
    /// Repair of something illegal.
    Wrong {
        /// Place; `None` if it is unknown.
        at: Option<Spot>,
        /// Kind of repair at that place.
        fix: RepairHint,
        /// Owner of the piece in question.
        whose: Option<Seat>,
    },
}

/// Action that a player must or may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Prompt {
    /// Action.
    pub what: PromptAction,
    /// Obligation or permission.
    pub need: PromptStrength,
}

/// Kind of action that a player must or may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum PromptAction {
    /// Set the platform at a corner.
    Dock(Post),
    /// Set the platform anywhere against the edge.
    DockAnywhere,
    /// Set a marker on a post.
    PlaceMarker(Post),
    /// Take one's own marker off a post.
    TakeMarker(Post),
    /// Push from the place of the platform.
    Push(Spot),
    /// Use a special move.
    Special,
    /// End the turn.
    EndTurn,
}

closed_enum! {
    /// Strength of a prompt.
    enum PromptStrength {
        /// Required: the turn cannot continue without this action or an equivalent one.
        Must = "must",
        /// Permitted: shown dimmer and at half the tempo.
        May = "may",
    }
}

closed_enum! {
    /// Kind of repair shown to the players.
    enum RepairHint {
        /// Look here: no piece to move is known.
        Look = "look",
        /// Take the piece away.
        Take = "take",
        /// Put a piece here.
        Put = "put",
    }
}

/// Answers to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct AnswerList {
    /// Number of answers; more than eight are shown as eight.
    pub count: u8,
    /// Index of the answer that the confirm button would choose, from 0; `None` if none
    /// is selected.
    pub selected: Option<u8>,
}

/// Step of the guided calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CalibrationScene {
    /// Number of steps done.
    pub done: u8,
    /// Number of steps.
    pub steps: u8,
    /// Place where this step needs a piece.
    pub at: Option<Spot>,
}

closed_enum! {
    /// Connection to a host.
    enum HostStatus {
        /// No host since power-up.
        Absent = "absent",
        /// The host has disconnected; play continues.
        Lost = "lost",
        /// A host is connected.
        Connected = "connected",
    }
}
