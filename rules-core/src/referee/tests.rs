//! What rulings rest on, and what is left when a match is broken off. Tables are
//! played through in the `tests` package.

use super::kabuto::markers::magnet_of;
use super::kind::{Kind, Policies, Policy};
use super::live::Overflow;
use super::why::Passed;
use super::{Choice, Command, Entry, Event, Note, Referee, Seen, Sink};
use crate::board::Micrometres;
use crate::panel::plain;
use crate::place::{Edge, Facing, Place, Post};
use crate::player::{Colour, Players};
use crate::sensing::body::{Body, ByBody};
use crate::sensing::certainty::Certainty;
use crate::sensing::observation::{FallId, Observation, Pushed, Spot, What};
use crate::time::Instant;

struct Nobody;

impl Sink for Nobody {
    fn entry(&mut self, _: Entry) {}
    fn event(&mut self, _: Event) {}
}

const NOW: Instant = Instant(1_000_000);

fn see(referee: &mut Referee, what: What) {
    referee.observe(NOW, &Observation { at: NOW, what }, &mut Nobody);
}

fn marker(post: Post, colour: Colour) -> What {
    What::Marker {
        post,
        slot: 0,
        marker: Some(magnet_of(colour)),
        certainty: Certainty::FULL,
    }
}

fn docked(post: Post) -> What {
    What::Docked {
        place: Place::Corner(post),
        facing: Facing::Short,
        certainty: Certainty::FULL,
    }
}

/// A small disc, for sure.
fn pushed(post: Post) -> What {
    What::Pushed(Pushed {
        place: Place::Corner(post),
        began: NOW,
        speed: 200,
        costs: ByBody::from_fn(|body| if body == Body::Small { 0 } else { 255 }),
        body: Body::Small,
        certainty: Certainty::FULL,
    })
}

/// A match of two after its opening marker.
fn begun(policies: Policies) -> Referee {
    let mut referee = Referee::default();
    let game = plain::game(Players::Two, plain::ASSUMED[Players::Two]);
    let game = game.expect("it fits the box");
    let begun = referee.begin(NOW, &game, policies, &mut Nobody);
    begun.expect("no match runs");
    see(&mut referee, marker(Post::One, Colour::Blue));
    referee
}

/// Red pushes, and while things still move Blue sets the platform down, sets a
/// marker and pushes, too: that implies rest. What is asked is answered as seen.
fn hurried(policies: Policies) -> Referee {
    let mut referee = begun(policies);
    for (post, colour) in [(Post::Two, Colour::Red), (Post::Three, Colour::Blue)] {
        for what in [docked(post), marker(post, colour), pushed(post)] {
            see(&mut referee, what);
            if let Some(question) = referee.session().question() {
                let answer = Command::Answer(question.number, question.choices[0]);
                let answered = referee.command(NOW, &answer, &mut Nobody);
                answered.expect("it is on the list");
            }
        }
    }
    referee
}

/// What let the last push pass, the rest before it, and the push before that.
fn passed(referee: &Referee) -> [Option<Passed>; 3] {
    let grounds = referee.session().why().grounds();
    let mut pushes = grounds.filter(|it| matches!(it.evidence.seen, Seen::Pushed(_)));
    [(); 3].map(|()| pushes.next().map(|it| it.passed))
}

#[test]
fn what_something_seen_implies_passes_by_its_policy_and_so_does_the_thing_itself() {
    let accept = Some(Passed::By(Policy::Accept));
    assert_eq!(passed(&hurried(Policies::USUAL)), [accept; 3]);
}

#[test]
fn what_people_have_answered_passes_by_them() {
    let mut policies = Policies::USUAL;
    policies[Kind::Push] = Policy::Ask;
    let (people, accept) = (Some(Passed::People), Some(Passed::By(Policy::Accept)));
    assert_eq!(passed(&hurried(policies)), [people, accept, people]);
}

/// Cut while something falls and more happens than can be kept.
#[test]
fn nothing_is_left_of_a_match_that_an_answer_breaks_off() {
    let session = begun(Policies::USUAL).session().clone();
    let mut referee = Referee::resume(session, NOW, Note::PowerUp, &mut Nobody);
    for _ in 0..30 {
        see(&mut referee, pushed(Post::Two));
    }
    let spot = Spot {
        edge: Edge::South,
        along: Micrometres::mm(100),
    };
    see(&mut referee, What::Falling(FallId(1), spot));
    assert_eq!(referee.overflow, Overflow::Happened);
    assert!(referee.poll_at().is_some(), "it has to end");

    let number = referee.session().question().map(|it| it.number);
    let abort = Command::Answer(number.expect("people are asked"), Choice::Abort);
    let aborted = referee.command(NOW, &abort, &mut Nobody);
    aborted.expect("it can always be broken off");
    assert_eq!(referee.poll_at(), None);
    assert_eq!(referee.overflow, Overflow::None);
}
