//! Anything the lights can be asked to show.

use proptest::prelude::*;
use rules_core::board::BoardId;
use rules_core::board::cells::{CellMarks, CellMask};
use rules_core::lights::{
    AnswerList, CalibrationScene, EdgeFraction, Focus, HostStatus, LightSettings, LightState,
    Milliamperes, PlayScene, Prompt, PromptAction, PromptStrength, RepairHint, Scene, Seating,
    Spot, Tint,
};
use rules_core::place::{Edge, Post};
use rules_core::player::{BySeat, Players, Seat, Seats};

fn seat() -> impl Strategy<Value = Seat> {
    prop::sample::select(Seat::ALL.to_vec())
}

fn post() -> impl Strategy<Value = Post> {
    prop::sample::select(Post::ALL.to_vec())
}

/// Any place.
pub fn spot() -> impl Strategy<Value = Spot> {
    let edge = prop::sample::select(Edge::ALL.to_vec());
    prop_oneof![
        post().prop_map(Spot::Post),
        edge.clone().prop_map(Spot::Edge),
        (edge, any::<u8>()).prop_map(|(edge, share)| Spot::Along(edge, EdgeFraction(share))),
        (0..70_u8).prop_map(Spot::Cell),
        any::<u8>().prop_map(Spot::Cell),
    ]
}

fn seating() -> impl Strategy<Value = Seating> {
    let players = prop::sample::select(Players::ALL.to_vec());
    let tints = prop::sample::subsequence(Tint::ALL.to_vec(), 4).prop_shuffle();
    let out = prop::collection::vec(seat(), 0..3);
    (players, tints, out).prop_map(|(players, tints, out)| Seating {
        players,
        tints: BySeat([tints[0], tints[1], tints[2], tints[3]]),
        out: out.into_iter().collect::<Seats>(),
    })
}

fn wish() -> impl Strategy<Value = Prompt> {
    let what = prop_oneof![
        post().prop_map(PromptAction::Dock),
        Just(PromptAction::DockAnywhere),
        post().prop_map(PromptAction::PlaceMarker),
        post().prop_map(PromptAction::TakeMarker),
        spot().prop_map(PromptAction::Push),
        Just(PromptAction::Special),
        Just(PromptAction::EndTurn),
    ];
    let need = prop::sample::select(PromptStrength::ALL.to_vec());
    (what, need).prop_map(|(what, need)| Prompt { what, need })
}

fn answers() -> impl Strategy<Value = AnswerList> {
    let selected = prop::option::of(0..9_u8);
    (0..9_u8, selected).prop_map(|(count, selected)| AnswerList { count, selected })
}

fn focus() -> impl Strategy<Value = Focus> {
    let fix = prop::sample::select(RepairHint::ALL.to_vec());
    let place = || prop::option::of(spot());
    prop_oneof![
        4 => prop::collection::vec(wish(), 0..=16)
            .prop_map(|wishes| Focus::Wishes(wishes.into_iter().collect())),
        1 => Just(Focus::Settling),
        1 => (place(), prop::option::of(seat()), answers())
            .prop_map(|(at, whose, answers)| Focus::Menu { at, whose, answers }),
        1 => answers().prop_map(Focus::Everyone),
        1 => Just(Focus::Request),
        2 => (place(), answers()).prop_map(|(at, answers)| Focus::Question { at, answers }),
        2 => (place(), fix, prop::option::of(seat()))
            .prop_map(|(at, fix, whose)| Focus::Wrong { at, fix, whose }),
    ]
}

fn play() -> impl Strategy<Value = PlayScene> {
    let cells = || prop_oneof![2 => Just(CellMask::EMPTY), 1 => any::<u64>().prop_map(CellMask)];
    let marks = (cells(), cells(), cells());
    (seating(), seat(), focus(), marks).prop_map(|(seating, turn, focus, marks)| PlayScene {
        seating,
        turn,
        focus,
        cells: CellMarks {
            lift: marks.0,
            put: marks.1,
            last: marks.2,
        },
    })
}

fn scene() -> impl Strategy<Value = Scene> {
    prop_oneof![
        1 => Just(Scene::Boot),
        1 => Just(Scene::Faulty),
        1 => Just(Scene::Idle),
        1 => seating().prop_map(Scene::Resuming),
        2 => (any::<u8>(), any::<u8>(), prop::option::of(spot())).prop_map(
            |(done, steps, at)| Scene::Calibrating(CalibrationScene { done, steps, at })
        ),
        12 => play().prop_map(Scene::Playing),
        2 => (seating(), prop::collection::vec(seat(), 0..=4)).prop_map(|(seating, winners)| {
            let winners = winners.into_iter().collect();
            Scene::Over { seating, winners }
        }),
    ]
}

/// Anything the lights can be asked to show.
pub fn showing() -> impl Strategy<Value = LightState> {
    let faults = prop::collection::vec(spot(), 0..=8);
    let host = prop::sample::select(HostStatus::ALL.to_vec());
    let setting = (any::<u8>(), 0..2_500_u16).prop_map(|(brightness, budget)| LightSettings {
        brightness,
        budget: Milliamperes(budget),
    });
    (scene(), faults, host, setting).prop_map(|(scene, faults, host, setting)| LightState {
        scene,
        faults: faults.into_iter().collect(),
        host,
        setting,
    })
}

/// What can happen on this board: a player who plays acts, and a grid has no
/// platform and no posts.
pub fn sensible(board: BoardId, mut showing: LightState) -> LightState {
    if let Scene::Playing(play) = &mut showing.scene {
        if play.turn.index() >= play.seating.players.count() {
            play.turn = Seat::First;
        }
        let is_grid = matches!(board, BoardId::GridHex | BoardId::GridSquare);
        if let Focus::Wishes(wishes) = &mut play.focus {
            wishes.retain(|wish| {
                !is_grid || matches!(wish.what, PromptAction::Special | PromptAction::EndTurn)
            });
        }
    }
    showing
}

/// Any of the boards.
pub fn board() -> impl Strategy<Value = BoardId> {
    prop::sample::select(BoardId::ALL.to_vec())
}
