//! Inputs of a session: what a hand does, answers, commands; from JSON.

use super::Mistake;
use rules_core::piece::{Element, Piece, Size, Token, TokenSlot};
use rules_core::place::{Edge, Place, Post};
use rules_core::player::Seat;
use rules_core::referee::{Choice, Command};
use serde::{Deserialize, Serialize};

/// Point of the table, in mm from the middle of the ring or board: to the east, to the
/// north.
pub type Point = [f32; 2];

/// Input of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SessionInput {
    /// A hand at the table does this.
    Hand(HandInput),
    /// A person answers an open question.
    Answer {
        /// Number of the question.
        question: u16,
        /// Answer.
        choice: Choice,
    },
    /// A host sends a command.
    Say(Command),
}

/// Act of a hand at the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HandInput {
    /// The thumb comes down at this point, its flat turned to the direction of a push.
    Down(Point),
    /// The pointer that the thumb or the held piece follows is at this point.
    Move(Point),
    /// The thumb is lifted.
    Up,
    /// The platform is set down at this place.
    Dock(DockAt),
    /// The platform is taken away, with all that lies on it.
    Lift,
    /// A marker is put on a post.
    Mark(MarkAt),
    /// A marker is taken off a post.
    Unmark(MarkAt),
    /// An element is laid on the platform.
    Lay(LayPiece),
    /// Two fingers take the piece with this identifier away.
    Take(u16),
    /// Hands change the table as the special move says that the ring has ruled last.
    Perform,
    /// Two fingers take all fallen pieces out of the gutter, one after the other.
    Clear,
    /// A piece is put on the ring or on a cell.
    Put(PutPiece),
    /// The piece on this cell is lifted.
    Grab(u8),
    /// The lifted piece is put on this cell; `None` puts it beside the board.
    Drop(Option<u8>),
    /// Pieces are slid along the board at once, each from a cell to a cell, or over the
    /// board's edge.
    Slide(Vec<(u8, Option<u8>)>),
    /// A button of the ring is tapped.
    Press(String),
    /// A button of the ring is held for a long press.
    Hold(String),
}

/// Place of the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DockAt {
    /// Corner of the post with this number, 1 to 4.
    Corner {
        /// Number of the post.
        post: u8,
    },
    /// Place along an edge.
    Along {
        /// Word of the edge.
        #[serde(with = "edge_word")]
        edge: Edge,
        /// Distance from the start of the edge, clockwise, mm.
        at: u16,
    },
}

impl DockAt {
    /// Returns the place.
    pub(super) fn place(self) -> Result<Place, Mistake> {
        Ok(match self {
            Self::Corner { post: number } => Place::Corner(post(number)?),
            Self::Along { edge, at } => Place::Along { edge, at_mm: at },
        })
    }
}

mod edge_word {
    use super::Edge;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(edge: &Edge, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(edge.word())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Edge, D::Error> {
        let word = String::deserialize(from)?;
        Edge::parse(&word).ok_or_else(|| D::Error::custom("no such edge"))
    }
}

/// Post of a marker, and the seat whose marker it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkAt {
    /// Number of the post, 1 to 4.
    pub post: u8,
    /// Number of the seat; `None` for the player who acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
}

impl MarkAt {
    /// Returns the post.
    pub(super) fn post(self) -> Result<Post, Mistake> {
        post(self.post)
    }

    /// Returns the seat; `None` for the player who acts.
    pub(super) fn seat(self) -> Result<Option<Seat>, Mistake> {
        let Some(number) = self.seat else {
            return Ok(None);
        };
        let seat = usize::from(number)
            .checked_sub(1)
            .and_then(|n| Seat::ALL.get(n));
        let sentence = || Mistake::new(format!("there is no seat {number}; give 1 to 4"));
        seat.copied().map(Some).ok_or_else(sentence)
    }
}

fn post(number: u8) -> Result<Post, Mistake> {
    let post = usize::from(number)
        .checked_sub(1)
        .and_then(|n| Post::ALL.get(n));
    let sentence = || Mistake::new(format!("there is no post {number}; give 1 to 4"));
    post.copied().ok_or_else(sentence)
}

/// Element to lay on the platform, and where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LayPiece {
    /// Word of the element: `small`, or `1a` for a token.
    pub piece: String,
    /// Middle of the element; `None` for where the sensors see it best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
}

/// Piece to put on the ring or on a cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PutPiece {
    /// Word of the piece: `small`, `1a`, `sumo 1`, `belt`, or the colour of a piece of a
    /// grid board.
    pub piece: String,
    /// Point on the ring.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    /// Cell of a grid board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<u8>,
}

/// Returns the element with this word.
pub(super) fn element(word: &str) -> Result<Element, Mistake> {
    let token = || {
        let (owner, slot) = word.split_at_checked(1)?;
        let (owner, slot) = (Seat::parse(owner)?, TokenSlot::parse(slot)?);
        Some(Element::Token(Token { owner, slot }))
    };
    let found = Size::parse(word).map(Element::Pawn).or_else(token);
    found.ok_or_else(|| {
        let sentence = "give small, medium, large, or a token such as 1a";
        Mistake::new(format!("no element is called \"{word}\"; {sentence}"))
    })
}

/// Returns the piece with this word.
pub(super) fn piece(word: &str) -> Result<Piece, Mistake> {
    match word.strip_prefix("sumo ").and_then(Seat::parse) {
        Some(seat) => Ok(Piece::Sumo(seat)),
        None if word == "belt" => Ok(Piece::Belt),
        None => element(word).map(Piece::Element),
    }
}

/// Farthest that a point may be from the middle, mm.
const FARTHEST: f32 = 2_000.0;

impl SessionInput {
    /// Reads an input from JSON such as `{"hand":{"dock":{"post":2}}}`.
    ///
    /// # Errors
    /// [`Mistake`] if the text is no input.
    pub fn from_json(text: &str) -> Result<Self, Mistake> {
        serde_json::from_str(text)
            .map_err(|error| Mistake::new(format!("this is no input: {error}")))
    }

    /// Rounds all points to tenths of a millimetre, as the text of a script has them.
    pub(super) fn rounded(mut self) -> Result<Self, Mistake> {
        let point = match &mut self {
            Self::Hand(HandInput::Down(point) | HandInput::Move(point)) => Some(point),
            Self::Hand(HandInput::Lay(lay)) => lay.at.as_mut(),
            Self::Hand(HandInput::Put(put)) => put.at.as_mut(),
            _ => None,
        };
        for length in point.into_iter().flatten() {
            if !(-FARTHEST..=FARTHEST).contains(&*length) {
                return Err(Mistake::new(
                    "this point is off the table; give millimetres",
                ));
            }
            *length = from_tenths(tenths(*length));
        }
        Ok(self)
    }
}

/// Returns a length in tenths of a millimetre.
pub(super) fn tenths(length: f32) -> i32 {
    (length * 10.0).round() as i32
}

/// Returns a length in millimetres.
pub(super) fn from_tenths(tenths: i32) -> f32 {
    tenths as f32 / 10.0
}
