//! What ships with the house: decks, layouts and boards inside the binary.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed unwrap is a failed test, in what tests share as well"
)]

use host_core::data::{self, Boxes, DataFile, Verification};
use rules_core::board::Dimensions;
use rules_core::games::kabuto::Edition;
use rules_core::games::kabuto::card::{
    Condition, Cost, Effect, MarkerOwner, MarkerSource, MovePart, MoveRule, MoveTiming, PieceKind,
    PushPlace, RingSupport, StackTarget, SumoTaking, TakeDestination, TurnEffect,
};
use rules_core::piece::{BySize, Size};
use rules_core::player::Players;
use std::collections::BTreeSet;

const EDITIONS: [Edition; 2] = [Edition::SakuraSlam, Edition::KabutoSumo];

#[test]
fn the_house_deck_is_a_deck_of_twelve_that_nobody_verified() {
    let file = data::house_deck_file().unwrap();
    assert_eq!(file.head.trust, Verification::Unverified);
    assert_eq!(file.boxes, Boxes::Both);
    assert_eq!(file.deck.cards.len(), 12);
    assert_eq!(data::house_deck(), file.deck);
}

#[test]
fn six_house_cards_have_a_junior_side() {
    let deck = data::house_deck();
    assert!(deck.cards.iter().filter(|it| it.junior.is_some()).count() >= 6);
}

#[test]
fn the_house_deck_serves_four_players_with_and_without_posts() {
    let deck = data::house_deck();
    let any = || deck.cards.iter().filter(|it| it.rings == RingSupport::Any);
    assert!(any().count() >= 5);
}

#[test]
fn the_house_deck_uses_every_mechanism() {
    let deck = data::house_deck();
    let used: BTreeSet<&str> = deck
        .cards
        .iter()
        .flat_map(|it| &it.moves)
        .flat_map(|it| mechanisms(&it.rule))
        .collect();
    let all = BTreeSet::from([
        "before",
        "after",
        "either",
        "extra",
        "replaces",
        "pay",
        "pay each",
        "stack onto elements",
        "stack onto sumos",
        "remove markers here",
        "remove markers anywhere",
        "touches",
        "marker here",
        "markers",
        "holds",
        "any pawn",
        "pawn of a size",
        "any token",
        "own token",
        "any element",
        "opponent sumo",
        "belt",
        "gain",
        "extra push",
        "push group",
        "cue",
        "exchange",
        "take to inventory",
        "take to reserve",
        "move own marker",
        "move opponent's marker",
        "one of the costs",
        "one of the needs",
        "one of the effects",
        "touched by another piece",
        "own sumo",
        "opponent's marker here",
        "knocked off",
        "extra push elsewhere",
        "take several",
        "set marker",
        "remove opponent's marker",
        "own sumo moved",
        "opponent's sumo moved",
        "opponent's sumo out",
    ]);
    assert_eq!(used, all);
}

/// The mechanisms a move uses. The matches are complete, so a mechanism that
/// the engine learns does not compile here until it is named, and then fails
/// above until the house deck uses it.
fn mechanisms(rule: &MoveRule) -> Vec<&'static str> {
    let mut used = vec![
        match rule.when {
            MoveTiming::Before => "before",
            MoveTiming::After => "after",
            MoveTiming::Either => "either",
        },
        match rule.place {
            TurnEffect::Extra => "extra",
            TurnEffect::Replaces => "replaces",
        },
    ];
    used.extend(rule.costs.iter().map(|it| match it {
        Cost::Pay(_) => "pay",
        Cost::PayEach(_) => "pay each",
        Cost::Stack(_, StackTarget::Elements) => "stack onto elements",
        Cost::Stack(_, StackTarget::SumosToo) => "stack onto sumos",
        Cost::RemoveMarkers(_, MarkerSource::Here) => "remove markers here",
        Cost::RemoveMarkers(_, MarkerSource::Anywhere) => "remove markers anywhere",
    }));
    for condition in &rule.conditions {
        used.push(match condition {
            Condition::Touches(_, PieceKind::OwnSumo) => "touches",
            Condition::Touches(..) => "touched by another piece",
            Condition::MarkerHere(MarkerOwner::Own) => "marker here",
            Condition::MarkerHere(MarkerOwner::Opponents) => "opponent's marker here",
            Condition::Markers(_) => "markers",
            Condition::Holds(_) => "holds",
            Condition::KnockedOff(..) => "knocked off",
        });
        if let Condition::Touches(kind, by) = condition {
            used.extend([name_of(*kind), name_of(*by)]);
        }
    }
    for effect in &rule.effects {
        used.push(match effect {
            Effect::Gain(_) => "gain",
            Effect::ExtraPush(PushPlace::Here) => "extra push",
            Effect::ExtraPush(PushPlace::Anywhere) => "extra push elsewhere",
            Effect::PushGroup(_) => "push group",
            Effect::Cue(_) => "cue",
            Effect::Take(_, 1, TakeDestination::Inventory) => "take to inventory",
            Effect::Take(_, 1, TakeDestination::Reserve) => "take to reserve",
            Effect::Take(..) => "take several",
            Effect::Exchange(..) => "exchange",
            Effect::MoveMarker(MarkerOwner::Own) => "move own marker",
            Effect::MoveMarker(MarkerOwner::Opponents) => "move opponent's marker",
            Effect::SetMarker => "set marker",
            Effect::RemoveMarker => "remove opponent's marker",
            Effect::TakeSumo(SumoTaking::OwnMoved) => "own sumo moved",
            Effect::TakeSumo(SumoTaking::OpponentMoved) => "opponent's sumo moved",
            Effect::TakeSumo(SumoTaking::OpponentOut) => "opponent's sumo out",
        });
        if let Effect::Take(kind, ..) = effect {
            used.push(name_of(*kind));
        }
    }
    used.extend(rule.one_of.iter().map(|part| match part {
        MovePart::Costs => "one of the costs",
        MovePart::Conditions => "one of the needs",
        MovePart::Effects => "one of the effects",
    }));
    used
}

fn name_of(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::AnyPawn => "any pawn",
        PieceKind::Pawn(_) => "pawn of a size",
        PieceKind::AnyToken => "any token",
        PieceKind::OwnToken => "own token",
        PieceKind::AnyElement => "any element",
        PieceKind::OpponentSumo => "opponent sumo",
        PieceKind::Belt => "belt",
        PieceKind::OwnSumo => "own sumo",
    }
}

#[test]
fn the_template_is_itself_a_deck_that_nobody_verified() {
    let Ok(DataFile::Deck(file)) = data::read(data::DECK_TEMPLATE) else {
        panic!("{:?}", data::read(data::DECK_TEMPLATE));
    };
    assert_eq!(file.head.trust, Verification::Unverified);
}

/// Cites: KS-S1.
#[test]
fn kabuto_sumo_starts_by_the_printed_table() {
    let table = [
        (Players::Two, [14, 8, 3]),
        (Players::Three, [12, 10, 3]),
        (Players::Four, [14, 6, 3]),
    ];
    for (players, pawns) in table {
        let layout = data::default_layout(Edition::KabutoSumo, players);
        assert_eq!(layout.pawns, BySize(pawns));
        assert_eq!(layout.centre, Size::Large);
    }
}

/// Cites: SS-S2, SS-S4.
#[test]
fn sakura_slam_starts_with_what_inventories_leave() {
    let most = [
        (Players::Two, [16, 9, 6]),
        (Players::Three, [14, 8, 6]),
        (Players::Four, [16, 9, 6]),
    ];
    for (players, most) in most {
        let layout = data::default_layout(Edition::SakuraSlam, players);
        for (size, &count) in layout.pawns.iter() {
            assert!(count <= BySize(most)[size], "{players} players, {size}");
        }
        assert_eq!(layout.centre, Size::Medium);
        assert!(layout.pawns[Size::Medium] > 0);

        // The bounds hold for every layout: at them is right, beyond is wrong.
        let text = data::default_layout_text(Edition::SakuraSlam, players);
        for (size, &bound) in BySize(most).iter() {
            let with = |count: u8| {
                let line = format!("{size} = {}", layout.pawns[size]);
                data::read(&text.replace(&line, &format!("{size} = {count}")))
            };
            assert!(with(bound).is_ok(), "{players} players, {size} {bound}");
            assert_eq!(with(bound + 1).unwrap_err().len(), 1);
        }
    }
}

#[test]
fn layouts_say_for_whom_they_are_and_that_nobody_verified_them() {
    for edition in EDITIONS {
        for players in Players::ALL {
            let text = data::default_layout_text(edition, players);
            let Ok(DataFile::Layout(file)) = data::read(text) else {
                panic!("{:?}", data::read(text));
            };
            assert_eq!((file.edition, file.players), (edition, players));
            assert_eq!(file.head.trust, Verification::Unverified);
        }
    }
}

#[test]
fn the_assumed_board_has_the_assumed_dimensions() {
    assert_eq!(data::assumed_board(), Some(Dimensions::ASSUMED));
}
