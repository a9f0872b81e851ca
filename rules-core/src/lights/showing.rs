//! What the lights are to show: how the match stands, without a game's own words.
//! Whoever fills it in decides nothing about colours or tempo; whoever draws it
//! decides nothing about the match.

use super::ink::Milliamperes;
use super::spot::{Cells, Spot};
use crate::closed::closed;
use crate::place::Post;
use crate::player::{BySeat, Colour, Players, Seat, Seats};
use heapless::Vec;

/// Everything that decides what the LEDs do, except the time.
///
/// ```
/// use rules_core::lights::{Scene, Showing};
///
/// let dark_room = Showing::of(Scene::Idle).dimmed(40);
/// assert_eq!(dark_room.setting.brightness, 40);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Showing {
    /// What is going on.
    pub scene: Scene,
    /// Where sensors are in trouble.
    pub troubles: Vec<Spot, 8, u8>,
    /// Whether a host listens.
    pub host: Host,
    /// How bright.
    pub setting: Setting,
}

impl Showing {
    /// A scene without troubles or host, as bright as usual.
    #[must_use]
    pub const fn of(scene: Scene) -> Self {
        Self {
            scene,
            troubles: Vec::new(),
            host: Host::Absent,
            setting: Setting::USUAL,
        }
    }

    /// The same with this brightness.
    #[must_use]
    pub const fn dimmed(mut self, brightness: u8) -> Self {
        self.setting.brightness = brightness;
        self
    }
}

/// How bright the strip may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Setting {
    /// Duty of the brightest LED, in 255ths; 0 is dark.
    pub brightness: u8,
    /// What the strip may draw. A frame that would draw more is dimmed as a
    /// whole.
    pub budget: Milliamperes,
}

impl Setting {
    /// Half duty; what a computer's USB port gives.
    pub const USUAL: Self = Self {
        brightness: 128,
        budget: Milliamperes(500),
    };
}

/// What is going on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Scene {
    /// Starting up, all well so far.
    Boot,
    /// The self-test failed.
    Faulty,
    /// No match.
    Idle,
    /// A match was found at power-up: confirm to go on.
    Resuming(Seating),
    /// Guided calibration.
    Calibrating(Calibration),
    /// A match is on.
    Playing(Play),
    /// A match is over.
    Over {
        /// Who played.
        seating: Seating,
        /// Who won; nobody in a draw.
        winners: Seats,
    },
}

/// Who sits around the board. Homes follow from it: turns go round clockwise
/// from the south side (from the low side of a grid).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Seating {
    /// How many.
    pub players: Players,
    /// Their colours.
    pub tints: BySeat<Tint>,
    /// Who is out of the match.
    pub out: Seats,
}

impl Seating {
    /// Everyone in, in the order of the colours.
    #[must_use]
    pub const fn of(players: Players) -> Self {
        Self {
            players,
            tints: BySeat([Tint::Red, Tint::Blue, Tint::Green, Tint::Yellow]),
            out: Seats::EMPTY,
        }
    }

    /// The seat whose turn comes after this one's: the next that is not out.
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

closed! {
    /// The colour of a player's pieces, as the lights give it back.
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
        /// Black, which no lamp can show: violet.
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

/// A match that is on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Play {
    /// Who plays.
    pub seating: Seating,
    /// Who has to do something: mostly whose turn it is.
    pub turn: Seat,
    /// What the match waits for.
    pub focus: Focus,
    /// What is shown on the cells of a grid.
    pub cells: CellMarks,
}

/// The cells of a grid worth pointing at. The first two are shown only while the
/// match waits for [wishes](Focus::Wishes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CellMarks {
    /// Pieces that may be lifted: they can take part in a legal play.
    pub lift: Cells,
    /// Where what is in the hand may be put.
    pub put: Cells,
    /// Where the last play took pieces from and to.
    pub last: Cells,
}

/// What the match waits for. One thing at a time: a question is answered before
/// what is wrong is put right, and both before play goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Focus {
    /// For one of these, the most urgent first.
    Wishes(Vec<Wish, 16, u8>),
    /// For everything to come to rest. Nothing moves in the lights either.
    Settling,
    /// For the player to choose among special moves or their details.
    Menu {
        /// Where the chosen one is about.
        at: Option<Spot>,
        /// Whom it is about.
        whose: Option<Seat>,
        /// What can be chosen.
        answers: Answers,
    },
    /// For anybody at the table to agree to something that changes the match.
    Everyone(Answers),
    /// For an answer: the ring is unsure.
    Question {
        /// Where it saw what it is unsure about.
        at: Option<Spot>,
        /// The answers.
        answers: Answers,
    },
    /// For something illegal to be put right.
    Wrong {
        /// Where.
        at: Option<Spot>,
        /// What to do there.
        fix: Fix,
        /// Whose piece it is about.
        whose: Option<Seat>,
    },
}

/// Something the player owes or may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Wish {
    /// What.
    pub what: What,
    /// How it stands with it.
    pub need: Need,
}

/// What a player can owe or be allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum What {
    /// Set the platform at a corner.
    Dock(Post),
    /// Set the platform anywhere against the edge.
    DockAnywhere,
    /// Set a marker on a post.
    PlaceMarker(Post),
    /// Take an own marker off a post.
    TakeMarker(Post),
    /// Push from where the platform lies.
    Push(Spot),
    /// Use a special move.
    Special,
    /// End the turn.
    EndTurn,
}

closed! {
    /// How it stands with a wish.
    enum Need {
        /// The turn cannot go on without it, or without one of its like.
        Must = "must",
        /// It may be done: dimmer, at half the tempo.
        May = "may",
    }
}

closed! {
    /// How to put right what is wrong.
    enum Fix {
        /// Look here; nothing to move is known.
        Look = "look",
        /// Take away what is here.
        Take = "take",
        /// Put something here.
        Put = "put",
    }
}

/// Answers to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Answers {
    /// How many; more than eight are shown as eight.
    pub count: u8,
    /// The one the button would choose, from 0.
    pub selected: Option<u8>,
}

/// A step of the guided calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Calibration {
    /// Steps done.
    pub done: u8,
    /// Steps in all.
    pub steps: u8,
    /// Where something is to be put for this step.
    pub at: Option<Spot>,
}

closed! {
    /// Whether a host listens.
    enum Host {
        /// None since power-up.
        Absent = "absent",
        /// There was one. Play goes on.
        Lost = "lost",
        /// One listens.
        Connected = "connected",
    }
}
