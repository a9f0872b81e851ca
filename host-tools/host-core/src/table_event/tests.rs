use super::speech::Speech;
use super::{
    CellEvent, EventDriver, FallEvent, FallReport, GridPiece, HostEvent, MarkerChange, MarkerEvent,
    MarkerName, PieceName, PushEvent, Sureness, TableEvent,
};
use rules_core::games::abalone::Player;
use rules_core::games::kabuto::action::{Remark, Remarks};
use rules_core::piece::{Piece, Size};
use rules_core::place::{Edge, Place, Post};
use rules_core::player::Colour;
use rules_core::sensing::body::Body;
use rules_core::sensing::observation::{Cause, FallId};

fn parsed(text: &str, driver: EventDriver) -> TableEvent {
    TableEvent::parse(text, driver).unwrap()
}

fn refused(text: &str, driver: EventDriver) -> String {
    TableEvent::parse(text, driver).unwrap_err()
}

#[test]
fn a_push_is_read_with_its_body_place_and_remarks() {
    let small = PieceName::Piece(Piece::pawn(Size::Small));
    let sensed = TableEvent::Push(PushEvent {
        load: vec![small],
        or: Some(Body::Medium),
        place: Some(Place::Corner(Post::Two)),
        remarks: Remarks::of(Remark::Flicked),
        sureness: Sureness::Unsure,
        motion: None,
    });
    let text = "push small or medium at 2, flicked, unsure";
    assert_eq!(parsed(text, EventDriver::Script), sensed);
    let TableEvent::Push(push) = parsed("push, 200 mm/s, 16 mm over", EventDriver::Physics) else {
        panic!("no push");
    };
    let motion = push.motion.unwrap();
    assert_eq!((motion.speed, motion.over), (200.0, 16.0));
}

#[test]
fn a_fall_is_read_with_its_number_and_details() {
    let event = parsed(
        "accident 2 sumo east, cause unsure, onset 2050",
        EventDriver::Script,
    );
    let expected = FallEvent {
        number: Some(FallId(2)),
        piece: PieceName::Sumo,
        or: None,
        edge: Some(Edge::East),
        cause: Cause::Accident,
        report: FallReport {
            cause_sureness: Sureness::Unsure,
            onset_ms: Some(2_050),
            ..FallReport::default()
        },
    };
    assert_eq!(event, TableEvent::Fall(expected));
}

#[test]
fn a_marker_is_named_by_colour_side_and_slot() {
    let marker = |owner, slot| {
        TableEvent::Marker(MarkerEvent {
            change: MarkerChange::Set,
            post: Post::One,
            owner,
            slot,
            sureness: Sureness::Sure,
        })
    };
    let red = Some(MarkerName::Colour(Colour::Red));
    assert_eq!(parsed("marker 1", EventDriver::Rules), marker(None, None));
    let event = parsed("marker 1 red in slot 2", EventDriver::Script);
    assert_eq!(event, marker(red, Some(1)));
    assert!(refused("marker 1 red in slot 5", EventDriver::Script).contains("has no slot 5"));
}

#[test]
fn a_piece_is_put_on_a_cell_or_at_an_edge() {
    let event = parsed("put white on e5 unsure", EventDriver::Script);
    let TableEvent::Cell(CellEvent::Put(GridPiece::Marble(player), _, sureness)) = event else {
        panic!("{event:?}");
    };
    assert_eq!((player, sureness), (Player::White, Sureness::Unsure));
    let event = parsed("put white 3 on 4,2", EventDriver::Manual);
    assert!(matches!(
        event,
        TableEvent::Cell(CellEvent::Put(GridPiece::Token(_), ..))
    ));
    assert!(refused("put small at north 160, 60", EventDriver::Physics).contains("how far in"));
}

#[test]
fn the_longest_lead_counts() {
    let boot_loader = parsed("host asks boot loader", EventDriver::Physics);
    assert_eq!(boot_loader, TableEvent::Host(HostEvent::BootLoader));
    let undo = parsed("host asks undo", EventDriver::Physics);
    assert_eq!(undo, TableEvent::Host(HostEvent::Command(Speech::Undo)));
    let gone = parsed("hand gone north", EventDriver::Script);
    assert_ne!(gone, parsed("hand north", EventDriver::Script));
}

#[test]
fn only_rings_whose_inputs_are_typed_know_the_older_words() {
    for text in ["docked 2", "lifted", "unmarked 1 blue"] {
        parsed(text, EventDriver::Manual);
        parsed(text, EventDriver::Emulated);
        assert!(refused(text, EventDriver::Script).contains("is not understood"));
    }
}

#[test]
fn notation_is_kept_as_it_is_written() {
    for text in ["a1b2", "3 N", "White: 3 2E NN", "1U 2U =/3 N"] {
        let event = parsed(text, EventDriver::Rules);
        assert_eq!(event, TableEvent::Notation(text.to_owned()));
    }
}

#[test]
fn a_word_too_few_or_too_many_is_named() {
    let few = refused("dock", EventDriver::Rules);
    assert_eq!(few, "\"dock\" is not complete; write a post next");
    let many = refused("dock 1 twice", EventDriver::Rules);
    assert_eq!(many, "\"twice\" makes no sense in \"dock 1 twice\"");
    let wrong = refused("marker 5", EventDriver::Rules);
    assert_eq!(wrong, "\"5\" is not a post; write 1, 2, 3 or 4");
}
