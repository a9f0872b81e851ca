//! Words of the schema for pieces, places, sensors and answers.

use rules_core::piece::{Element, Piece, Token};
use rules_core::place::Place;
use rules_core::player::{Seat, Side};
use rules_core::referee::{Choice, Doubt};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use serde_json::{Map, Value, json};

/// Fields of an event.
pub(super) type Fields = Map<String, Value>;

/// Creates fields with a kind.
pub(super) fn of_kind(kind: &str) -> Fields {
    let mut fields = Fields::new();
    fields.insert("kind".into(), kind.into());
    fields
}

/// Returns the fields with one more.
pub(super) fn with(mut fields: Fields, name: &str, value: impl Into<Value>) -> Fields {
    fields.insert(name.into(), value.into());
    fields
}

/// Returns the number of a seat, from 1.
pub(super) const fn seat(seat: Seat) -> usize {
    seat.index() + 1
}

/// Returns the number of a side, from 1.
pub(super) const fn side(side: Side) -> usize {
    side.index() + 1
}

fn token(token: Token) -> String {
    format!("token-{}{}", token.owner.word(), token.slot.word())
}

/// Returns the word for an element: `small`, or `token-1a`.
pub(super) fn element(element: Element) -> String {
    match element {
        Element::Pawn(size) => size.word().to_owned(),
        Element::Token(of) => token(of),
    }
}

/// Returns the word for a piece: that of its element, `sumo-1`, or `belt`.
pub(super) fn piece(piece: Piece) -> String {
    match piece {
        Piece::Element(of) => element(of),
        Piece::Sumo(of) => format!("sumo-{}", of.word()),
        Piece::Belt => "belt".to_owned(),
    }
}

/// Returns a place around the ring.
pub(super) fn place(place: Place) -> Value {
    match place {
        Place::Corner(post) => json!({ "corner": post.index() + 1 }),
        Place::Along { edge, at_mm } => json!({ "edge": edge.word(), "at_mm": at_mm }),
    }
}

/// Returns a faulty sensor with its fault.
pub(super) fn trouble(sensor: Sensor, fault: SensorFault) -> Value {
    json!({ "sensor": sensor.to_string(), "fault": fault.to_string() })
}

/// Returns the word for an answer, with the piece, side or move that it names.
pub(super) fn choice(choice: &Choice) -> Fields {
    let word = |word: &str| with(Fields::new(), "answer", word);
    match choice {
        Choice::AsSeen => word("as-seen"),
        Choice::Piece(of) => with(word("piece"), "piece", piece(*of)),
        Choice::Group => word("group"),
        Choice::One => word("one"),
        Choice::Two => word("two"),
        Choice::Abalone(action) => with(word("move"), "move", action.to_string()),
        Choice::Sumoo(action) => with(word("move"), "move", action.to_string()),
        Choice::ByPush => word("by-push"),
        Choice::ByAccident => word("by-accident"),
        Choice::Marker(of) => with(word("marker"), "side", side(*of)),
        Choice::Other => word("other"),
        Choice::Nothing => word("nothing"),
        Choice::TableIsRight => word("table-is-right"),
        Choice::RefereeIsRight => word("referee-is-right"),
        Choice::Abort => word("abort"),
    }
}

/// Returns the word for the doubt of a question.
pub(super) const fn doubt(doubt: &Doubt) -> &'static str {
    match doubt {
        Doubt::Unsure => "unsure",
        Doubt::OneSensor => "one-sensor",
        Doubt::Policy => "policy",
        Doubt::Which(_) => "which",
        Doubt::Whose => "whose",
        Doubt::Cause(_) => "cause",
        Doubt::Late(_) => "late",
        Doubt::Forbidden(..) => "forbidden",
        Doubt::Group => "group",
        Doubt::Count => "count",
        Doubt::Passed => "passed",
        Doubt::Overflow => "overflow",
        Doubt::AfterCut => "after-cut",
    }
}
