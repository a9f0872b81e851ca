//! Pictures of a state in words, of the model and of the engine, to lay side by side.

use super::{BeltSpot, Heap, MarkerNeed, OwnPush, ReferenceMatch, SlamNeed, Stage, add, listed};
use rules_core::games::kabuto::Match;
use rules_core::games::kabuto::state::{
    Belt, MarkerDuty, MatchPhase, OwnFall, Platform, PushDuty, SlamDuty, State,
};
use rules_core::piece::{Element, Piece, Stock};
use rules_core::player::Side;
use std::collections::BTreeMap;
use std::fmt::Display;

/// State of a match in words, by the name of the part.
pub type Picture = BTreeMap<String, String>;

impl ReferenceMatch {
    /// Describes the state of the match.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let (table, turn) = (&self.table, &self.turn);
        let mut picture = Picture::new();
        let mut put = |name: &str, words: String| picture.insert(name.to_owned(), words);
        put("ring", heap_words(&table.ring));
        put("reserve", heap_words(&table.reserve));
        for side in Side::ALL {
            put(
                &format!("inventory {side}"),
                heap_words(&table.hands[&side]),
            );
            put(&format!("markers {side}"), list(&table.markers[&side]));
        }
        put("sumos", list(&table.sumos));
        let belt = match table.belt {
            BeltSpot::Box => "box",
            BeltSpot::Ring => "ring",
            BeltSpot::Floor => "off",
        };
        put("belt", belt.to_owned());
        put("out", list(&table.out));
        put("slammed", list(&table.slammed));
        put("seat", turn.seat.to_string());
        put("number", turn.number.to_string());
        put("platform", maybe(turn.platform));
        let marker = match turn.marker {
            MarkerNeed::NotDue => "not due",
            MarkerNeed::Owed => "owed",
            MarkerNeed::Placed => "placed",
        };
        put("marker", marker.to_owned());
        put("pushes", turn.pushes.to_string());
        let push = match turn.push {
            OwnPush::Due => "due",
            OwnPush::Made => "made",
            OwnPush::Replaced => "replaced",
        };
        put("push", push.to_owned());
        let slam = match turn.slam {
            SlamNeed::NotDue => "not due",
            SlamNeed::Owed => "owed",
            SlamNeed::Done => "done",
        };
        put("slam", slam.to_owned());
        put("extra", turn.extra.to_string());
        put("platform moves", turn.moves_of_platform.to_string());
        let own = |element: &Element| matches!(element, Element::Token(token) if token.owner == turn.seat);
        let mut knocked_off = [0; 5];
        for (element, number) in &turn.knocked_off {
            let place = match element {
                Element::Pawn(size) => size.index(),
                Element::Token(_) if own(element) => 3,
                Element::Token(_) => 4,
            };
            knocked_off[place] += number;
        }
        put("knocked off", format!("{knocked_off:?}"));
        put("group", maybe(turn.group.as_ref().map(heap_words)));
        put("cue", maybe(turn.cue));
        let used = turn.used.iter().map(|nth| nth + 1);
        put("used", list(&used.collect::<Vec<_>>()));
        let stage = match &self.stage {
            Stage::Opening => "opening".to_owned(),
            Stage::Resting => "in turn".to_owned(),
            Stage::Moving { fallen, own_fell } => moving_words(fallen.first(), *own_fell),
            Stage::Over(sentence) => format!("over: {sentence}"),
        };
        put("stage", stage);
        picture
    }
}

/// Describes the state of the engine's match in the same words.
#[must_use]
pub fn picture_of(game: &Match) -> Picture {
    let state: &State = game.state();
    let turn = &state.turn;
    let mut picture = Picture::new();
    let mut put = |name: &str, words: String| picture.insert(name.to_owned(), words);
    put("ring", stock_words(&state.ring));
    put("reserve", stock_words(&state.reserve));
    for side in Side::ALL {
        let inventory = &state.inventories[side];
        put(&format!("inventory {side}"), stock_words(inventory));
        let markers: Vec<_> = state.markers[side].iter().collect();
        put(&format!("markers {side}"), list(&markers));
    }
    put("sumos", list(&state.sumos.iter().collect::<Vec<_>>()));
    let belt = match state.belt {
        Belt::InTheBox => "box",
        Belt::OnRing => "ring",
        Belt::Off => "off",
    };
    put("belt", belt.to_owned());
    put("out", list(&state.out.iter().collect::<Vec<_>>()));
    put("slammed", list(&state.slammed.iter().collect::<Vec<_>>()));
    put("seat", turn.seat.to_string());
    put("number", turn.number.to_string());
    let (platform, marker) = match turn.platform {
        Platform::Away => (None, "not due"),
        Platform::Down(place, MarkerDuty::NotDue) => (Some(place), "not due"),
        Platform::Down(place, MarkerDuty::Owed) => (Some(place), "owed"),
        Platform::Down(place, MarkerDuty::Placed) => (Some(place), "placed"),
    };
    put("platform", maybe(platform));
    put("marker", marker.to_owned());
    put("pushes", turn.pushes.to_string());
    let push = match turn.push {
        PushDuty::Due => "due",
        PushDuty::Made => "made",
        PushDuty::Replaced => "replaced",
    };
    put("push", push.to_owned());
    let slam = match turn.slam {
        SlamDuty::NotDue => "not due",
        SlamDuty::Owed => "owed",
        SlamDuty::Done => "done",
    };
    put("slam", slam.to_owned());
    put("extra", turn.extra.to_string());
    put("platform moves", turn.relocations.to_string());
    let [small, medium, large] = turn.knocked_off.pawns.0;
    let (own, other) = (turn.knocked_off.own_tokens, turn.knocked_off.other_tokens);
    put(
        "knocked off",
        format!("{:?}", [small, medium, large, own, other]),
    );
    let group = turn.forms.group;
    let group = group.and_then(|nth| game.terms().group_of(turn.seat, nth));
    put(
        "group",
        maybe(group.map(|group| heap_words(&listed(group, turn.seat)))),
    );
    put("cue", maybe(turn.forms.cue));
    put("used", list(&turn.used.iter().collect::<Vec<_>>()));
    let stage = match &state.phase {
        MatchPhase::Opening => "opening".to_owned(),
        MatchPhase::InTurn => "in turn".to_owned(),
        MatchPhase::Settling(falls) => {
            moving_words(falls.knocked.as_ref(), falls.own_fall == OwnFall::Happened)
        }
        MatchPhase::Over(outcome) => format!("over: {outcome}"),
    };
    put("stage", stage);
    picture
}

fn moving_words(first: Option<&Piece>, own_fell: bool) -> String {
    let own = if own_fell { ", own sumo fell" } else { "" };
    format!("moving, first fallen: {}{own}", maybe(first))
}

fn heap_words(heap: &Heap) -> String {
    let kinds = heap.iter().map(|(kind, number)| format!("{number} {kind}"));
    kinds.collect::<Vec<_>>().join(", ")
}

fn stock_words(stock: &Stock) -> String {
    let mut heap = Heap::new();
    for (element, number) in stock.kinds() {
        add(&mut heap, element, number.into());
    }
    heap_words(&heap)
}

fn list<'a, T: Display + 'a>(items: impl IntoIterator<Item = &'a T>) -> String {
    let words = items.into_iter().map(ToString::to_string);
    words.collect::<Vec<_>>().join(" ")
}

fn maybe<T: Display>(value: Option<T>) -> String {
    value.map_or_else(|| "none".to_owned(), |it| it.to_string())
}
