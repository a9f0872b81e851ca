//! Tests of the grounds of rulings, and of the state after an abort. Whole tables are
//! played in the `tests` package.

use super::grounds::PassedBy;
use super::kabuto::markers::magnet_of;
use super::machine::Overflow;
use super::policy::{EventClass, Policies, Policy};
use super::{Choice, Command, Event, EvidenceKind, JournalLine, Note, Referee, Sink};
use crate::board::Micrometres;
use crate::panel::quick_match;
use crate::place::{Edge, Facing, Place, Post};
use crate::player::{Colour, Players};
use crate::sensing::body::{Body, ByBody};
use crate::sensing::certainty::Certainty;
use crate::sensing::observation::{
    EdgePoint, FallId, Observation, ObservationId, ObservationKind, Push,
};
use crate::time::Instant;

struct Nobody;

impl Sink for Nobody {
    fn entry(&mut self, _: JournalLine) {}
    fn event(&mut self, _: Event) {}
}

const NOW: Instant = Instant(1_000_000);

fn inject(referee: &mut Referee, what: ObservationKind) {
    referee.observe(NOW, &Observation::external(NOW, what), &mut Nobody);
}

fn marker(post: Post, colour: Colour) -> ObservationKind {
    ObservationKind::Marker {
        post,
        slot: 0,
        marker: Some(magnet_of(colour)),
        certainty: Certainty::FULL,
    }
}

fn docked(post: Post) -> ObservationKind {
    ObservationKind::Docked {
        place: Place::Corner(post),
        facing: Facing::Short,
        certainty: Certainty::FULL,
    }
}

/// Returns the push of a small disc, with full certainty.
fn pushed(post: Post) -> ObservationKind {
    ObservationKind::Pushed(Push {
        place: Place::Corner(post),
        began: NOW,
        speed: 200,
        costs: ByBody::from_fn(|body| if body == Body::Small { 0 } else { 255 }),
        body: Body::Small,
        certainty: Certainty::FULL,
    })
}

/// Starts a match of two, after its opening marker.
fn begun(policies: Policies) -> Referee {
    let mut referee = Referee::default();
    let game = quick_match::game(Players::Two, quick_match::DEFAULT_LAYOUTS[Players::Two]);
    let game = game.expect("it fits the box");
    let begun = referee.begin(NOW, &game, policies, &mut Nobody);
    begun.expect("no match runs");
    inject(&mut referee, marker(Post::One, Colour::Blue));
    referee
}

/// Plays a hurried turn: Red pushes, and while pieces still move Blue sets the platform
/// down, sets a marker and pushes, too, which implies rest. Questions are answered as
/// seen.
fn hurried(policies: Policies) -> Referee {
    let mut referee = begun(policies);
    for (post, colour) in [(Post::Two, Colour::Red), (Post::Three, Colour::Blue)] {
        for what in [docked(post), marker(post, colour), pushed(post)] {
            inject(&mut referee, what);
            if let Some(question) = referee.session().question() {
                let answer = Command::Answer(question.number, question.choices[0]);
                let answered = referee.command(NOW, &answer, &mut Nobody);
                answered.expect("it is on the list");
            }
        }
    }
    referee
}

/// Returns the authority behind the last push, the rest before it, and the push before
/// that.
fn passed(referee: &Referee) -> [Option<PassedBy>; 3] {
    let grounds = referee.session().why().grounds();
    let mut pushes =
        grounds.filter(|ground| matches!(ground.evidence.kind, EvidenceKind::Pushed(_)));
    [(); 3].map(|()| pushes.next().map(|ground| ground.passed))
}

#[test]
fn what_something_seen_implies_passes_by_its_policy_and_so_does_the_thing_itself() {
    let accept = Some(PassedBy::By(Policy::Accept));
    assert_eq!(passed(&hurried(Policies::DEFAULT)), [accept; 3]);
}

#[test]
fn what_people_have_answered_passes_by_them() {
    let mut policies = Policies::DEFAULT;
    policies[EventClass::Push] = Policy::Ask;
    let (people, accept) = (Some(PassedBy::People), Some(PassedBy::By(Policy::Accept)));
    assert_eq!(passed(&hurried(policies)), [people, accept, people]);
}

/// Power cut while a piece falls and more happens than can be held.
#[test]
fn nothing_is_left_of_a_match_that_an_answer_breaks_off() {
    let session = begun(Policies::DEFAULT).session().clone();
    let mut referee = Referee::resume(session, NOW, Note::PowerUp, &mut Nobody);
    for _ in 0..30 {
        inject(&mut referee, pushed(Post::Two));
    }
    let spot = EdgePoint {
        edge: Edge::South,
        along: Micrometres::mm(100),
    };
    inject(&mut referee, ObservationKind::Falling(FallId(1), spot));
    assert_eq!(referee.overflow, Overflow::Happened);
    assert!(referee.poll_at().is_some(), "it has to end");

    let number = referee.session().question().map(|question| question.number);
    let abort = Command::Answer(number.expect("people are asked"), Choice::Abort);
    let aborted = referee.command(NOW, &abort, &mut Nobody);
    aborted.expect("it can always be broken off");
    assert_eq!(referee.poll_at(), None);
    assert_eq!(referee.overflow, Overflow::None);
}

fn numbered(id: u32, kind: ObservationKind) -> Observation {
    Observation {
        id: ObservationId(id),
        at: NOW,
        kind,
    }
}

/// Two observations of one instant: the ruling names the one it rests on.
#[test]
fn a_ruling_names_its_observation_whatever_else_was_seen_at_that_time() {
    let mut referee = begun(Policies::DEFAULT);
    referee.observe(NOW, &numbered(7, ObservationKind::Bump), &mut Nobody);
    referee.observe(NOW, &numbered(8, docked(Post::Two)), &mut Nobody);
    let ground = referee.session().why().grounds().next();
    let evidence = ground.expect("docking is judged").evidence;
    assert_eq!((evidence.id, evidence.at), (ObservationId(8), NOW));
}

/// A marker set before the platform is judged later, and still names its observation.
#[test]
fn what_is_judged_late_names_the_observation_of_its_time() {
    let mut referee = begun(Policies::DEFAULT);
    referee.observe(
        NOW,
        &numbered(7, marker(Post::Two, Colour::Red)),
        &mut Nobody,
    );
    let judged = |referee: &Referee| referee.session().why().grounds().next().copied();
    let before = judged(&referee);
    referee.observe(NOW, &numbered(8, docked(Post::Two)), &mut Nobody);
    let after = judged(&referee).expect("both are judged");
    assert_ne!(before, Some(after));
    assert_eq!(after.evidence.id, ObservationId(7), "{after:?}");
}

/// Ids go on above those that still wait, so that none is given twice.
#[test]
fn the_highest_id_that_waits_is_known_after_a_cut() {
    let session = begun(Policies::DEFAULT).session().clone();
    assert_eq!(session.last_observation(), ObservationId::NONE);
    let mut referee = Referee::resume(session, NOW, Note::PowerUp, &mut Nobody);
    referee.observe(NOW, &numbered(9, pushed(Post::Two)), &mut Nobody);
    assert_eq!(referee.session().held().len(), 1, "the cut is asked about");
    assert_eq!(referee.session().last_observation(), ObservationId(9));
}
