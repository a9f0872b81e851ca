//! Light state: the situation of a match as the lights show it, independent of the game.
//! The panel fills it in and decides nothing about colours or tempo. The code that draws
//! it decides nothing about the match.

use super::colour::Milliamperes;
use super::spot::Spot;
use crate::board::cells::CellMarks;
use crate::closed_enum::closed_enum;
use crate::place::Post;
use crate::player::{BySeat, Colour, Players, Seat, Seats};
use heapless::Vec;

/// Complete input of [`frame`](super::frame) besides board and time.
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
    pub faults: Vec<Spot, 8, u8>,
    /// State of the connection to a host.
    pub host: HostStatus,
    /// Brightness and current limit.
    pub setting: LightSettings,
}

impl LightState {
    /// Creates a state that shows a scene, with no faulty sensors, no host and default
    /// brightness.
    #[must_use]
    pub const fn new(scene: Scene) -> Self {
        Self {
            scene,
            faults: Vec::new(),
            host: HostStatus::Absent,
            setting: LightSettings::DEFAULT,
        }
    }

    /// Returns the state with the brightness set to this duty, in 255ths.
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
    /// PWM duty of an LED at full level, in 255ths; 0 is dark.
    pub brightness: u8,
    /// Current that the strip may draw. A frame that would draw more is dimmed as a
    /// whole.
    pub budget: Milliamperes,
}

impl LightSettings {
    /// Default settings: half duty, and 500 mA, the current of a computer's USB port.
    pub const DEFAULT: Self = Self {
        brightness: 128,
        budget: Milliamperes(500),
    };
}

/// Situation of the ring that the lights show.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Scene {
    /// The ring is starting up, without an error so far.
    Boot,
    /// The self-test failed.
    Faulty,
    /// No match is running.
    Idle,
    /// A match was found at power-up; the confirm button resumes it.
    Resuming(Seating),
    /// A guided calibration is running.
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

/// Players around the board, from which the LEDs of their homes follow. Turns go
/// clockwise from the south side of a ring or the low side of a grid.
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
    /// Creates the seating of this number of players with default colours, none of them
    /// out.
    #[must_use]
    pub const fn for_players(players: Players) -> Self {
        Self {
            players,
            tints: BySeat([Tint::Red, Tint::Blue, Tint::Green, Tint::Yellow]),
            out: Seats::EMPTY,
        }
    }

    /// Returns the seat whose turn comes after `seat`: the next one that is not out.
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
        /// Red pieces.
        Red = "red",
        /// Blue pieces.
        Blue = "blue",
        /// Green pieces.
        Green = "green",
        /// Yellow pieces.
        Yellow = "yellow",
        /// White pieces.
        White = "white",
        /// Black pieces, shown in violet because an LED cannot show black.
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

/// Running match, as the lights show it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct PlayScene {
    /// Players of the match.
    pub seating: Seating,
    /// Player who must act: usually the player whose turn it is.
    pub turn: Seat,
    /// Event that the match waits for, which the lights prompt.
    pub focus: Focus,
    /// Cells of a grid board to highlight; empty on a ring.
    pub cells: CellMarks,
}

/// Event that the match waits for, one at a time. A question is answered before an error
/// is repaired, and both before play continues.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Focus {
    /// The match waits for one of these actions, the most urgent first.
    Wishes(Vec<Prompt, 16, u8>),
    /// The match waits until all pieces are at rest. The lights do not move either.
    Settling,
    /// The acting player chooses a special move or a detail of one.
    Menu {
        /// Place that the selected choice refers to; `None` if it refers to none.
        at: Option<Spot>,
        /// Player that the selected choice refers to; `None` if it refers to none.
        whose: Option<Seat>,
        /// Number of choices, and the selected one.
        answers: AnswerList,
    },
    /// The table has asked to end the match, and the match waits until anybody at the
    /// table agrees or refuses.
    Everyone(AnswerList),
    /// A host has requested a change, and the ring waits until anybody at the table
    /// agrees or refuses.
    Request,
    /// The match waits for the answer to a question, because the ring is unsure.
    Question {
        /// Place of the doubtful observation; `None` if it has none.
        at: Option<Spot>,
        /// Number of answers, and the selected one.
        answers: AnswerList,
    },
    /// The match waits until players repair a difference between table and match.
    Wrong {
        /// Place to repair; `None` if it is unknown.
        at: Option<Spot>,
        /// Kind of repair at that place.
        fix: RepairHint,
        /// Owner of the piece in question; `None` if it has none or is unknown.
        whose: Option<Seat>,
    },
}

/// Action that a player must or may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Prompt {
    /// Action to take.
    pub what: PromptAction,
    /// Obligation or permission to take it.
    pub need: PromptStrength,
}

/// Kind of action that a player must or may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum PromptAction {
    /// Set the platform at this corner post.
    Dock(Post),
    /// Set the platform anywhere against the edge.
    DockAnywhere,
    /// Set a marker on this post.
    PlaceMarker(Post),
    /// Take one's own marker off this post.
    TakeMarker(Post),
    /// Push an element from the platform, which lies at this place.
    Push(Spot),
    /// Use one of the special moves that the menu lists.
    Special,
    /// End the turn.
    EndTurn,
}

closed_enum! {
    /// Strength of a prompt: obligation or permission.
    enum PromptStrength {
        /// The action is required: the turn cannot continue without it or an equivalent
        /// one.
        Must = "must",
        /// The action is permitted; the lights show it dimmer and at half the tempo.
        May = "may",
    }
}

closed_enum! {
    /// Kind of repair that the lights show to the players.
    enum RepairHint {
        /// Look at this place; the ring knows no piece to move.
        Look = "look",
        /// Take the piece away from this place.
        Take = "take",
        /// Put a piece at this place.
        Put = "put",
    }
}

/// Number of answers or menu lines to choose from, and the selected one.
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

/// Progress of the guided calibration, as the lights show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CalibrationScene {
    /// Number of steps done.
    pub done: u8,
    /// Number of all steps.
    pub steps: u8,
    /// Place where the present step needs a piece; `None` if it needs none.
    pub at: Option<Spot>,
}

closed_enum! {
    /// State of the connection to a host.
    enum HostStatus {
        /// No host has connected since power-up.
        Absent = "absent",
        /// The host has disconnected; play continues.
        Lost = "lost",
        /// A host is connected.
        Connected = "connected",
    }
}
