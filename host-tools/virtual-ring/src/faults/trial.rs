//! Trial of a ring against one fault: the bare rules play a match and know the truth, the
//! ring sees it through the fault. A person at the table answers truthfully.

use super::followers::SecondClient;
use super::outage::Outages;
use crate::in_process::InProcessRing;
use host_core::kabuto::{ideal_observations, random_play};
use host_core::protocol::{ClientEvent, HostProtocol};
use rules_core::board::BoardId;
use rules_core::games::kabuto::{Action, Match, MatchPhase};
use rules_core::panel::quick_match;
use rules_core::place::Post;
use rules_core::player::Players;
use rules_core::referee::waiting::RestBlocker;
use rules_core::referee::{
    AnyAction, AnyGame, Choice, Command, Doubt, EvidenceKind, Policies, Question, Session, Speaker,
};
use rules_core::ring::{HostPresence, Input};
use rules_core::rng::Rng;
use rules_core::sensing::observation::{FallId, Observation, ObservationKind};
use rules_core::time::{Instant, Span};
use rules_core::wire::BootReason;
use rules_core::wire::message::FollowFrom;
use std::collections::VecDeque;

/// Number of questions a person answers in a row before the round counts as stuck.
const MAX_QUESTIONS: usize = 8;

/// Number of recent events kept for the report of a failed round.
const MAX_EVENTS: usize = 12;

/// Match played by the bare rules and by a ring under a fault.
#[derive(Debug)]
pub struct Trial {
    /// Ring under test.
    pub local: InProcessRing,
    /// Host that follows the ring's journal.
    pub side: HostProtocol,
    /// Match according to the bare rules: ground truth.
    pub truth: Match,
    /// Random numbers of the trial.
    pub rng: Rng,
    /// Time on the simulated clock.
    pub now: Instant,
    /// Number of questions that the ring asked.
    pub asked: u64,
    /// Number of the last journal line that the host received; 0 before the first.
    pub line: u32,
    /// Number of journal lines that arrived out of order.
    pub gaps: u64,
    /// Second client and interruptions of a round with two faults; `None` with one fault.
    pub(super) paired: Option<Box<Paired>>,
    falls: u16,
    said: VecDeque<String>,
}

/// State of a trial in which two faults act at once.
#[derive(Debug)]
pub(super) struct Paired {
    /// Client that shares the ring's port with the first host.
    pub second: SecondClient,
    /// Power cuts that are due, and what the last one left behind.
    pub outages: Outages,
    /// True state before the last action, which the ring may resume with after a cut.
    pub before: Match,
    /// Last action that happened in this round.
    pub last: Option<Action>,
    /// Last actions of the match, each with the true state before it.
    pub path: VecDeque<(Match, Action)>,
    /// Observations that the sensors repeat after a restart, because they still hold.
    pub standing: Vec<ObservationKind>,
    /// True while the first host follows from lines that it asked for at random, so that
    /// gaps are of its own making.
    pub is_random_follow: bool,
    /// True while people take steps back and forth, so that a cut may leave any of them.
    pub is_undoing: bool,
}

/// Result of comparing the ring's match with ground truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// The states are equal.
    Yes,
    /// The states differ, and the ring does not ask.
    Wrong,
    /// The ring still asks after `MAX_QUESTIONS` truthful answers.
    Stuck,
}

impl Trial {
    /// Creates a trial with a new match of two, three or four players.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let players = *rng.choose(&Players::ALL).unwrap_or(&Players::Two);
        let mut trial = Self {
            local: InProcessRing::new(BoardId::Ring),
            side: HostProtocol::default(),
            truth: opening(players),
            rng,
            now: Instant(1_000_000),
            asked: 0,
            line: 0,
            gaps: 0,
            paired: None,
            falls: 0,
            said: VecDeque::new(),
        };
        trial.plug();
        trial.side.follow(FollowFrom::Now);
        trial.talk();
        trial.begin();
        trial
    }

    /// Begins another match on both sides and removes all markers from the posts.
    pub fn begin(&mut self) {
        let players = *self.rng.choose(&Players::ALL).unwrap_or(&Players::Two);
        self.truth = opening(players);
        if let Some(paired) = &mut self.paired {
            paired.path.clear();
        }
        let _ = self.local.command(self.now, &Command::Abort);
        for post in Post::ALL {
            for slot in 0..4 {
                self.inject(ObservationKind::Marker {
                    post,
                    slot,
                    marker: None,
                    certainty: rules_core::sensing::certainty::Certainty::FULL,
                });
            }
        }
        self.inject(ObservationKind::Undocked);
        let game = AnyGame::Kabuto(self.truth.clone());
        let _ = self.local.begin(self.now, &game, Policies::DEFAULT);
        self.talk();
    }

    /// Connects the host to the ring.
    pub fn plug(&mut self) {
        self.local.step(self.now, Input::Host(HostPresence::There));
        self.connected().open();
    }

    /// Returns the host that is connected to the ring.
    pub(super) fn connected(&mut self) -> &mut HostProtocol {
        match &mut self.paired {
            Some(paired) if paired.second.is_connected => &mut paired.second.side,
            _ => &mut self.side,
        }
    }

    /// Exchanges all pending bytes between the ring and the connected host.
    pub fn talk(&mut self) {
        let heard = match &mut self.paired {
            Some(paired) if paired.second.is_connected => {
                self.local.talk(self.now, &mut paired.second.side)
            }
            _ => self.local.talk(self.now, &mut self.side),
        };
        self.on_events(heard);
    }

    /// Passes bytes from the ring to the connected host.
    pub fn on_bytes(&mut self, bytes: &[u8]) {
        let heard = self.connected().receive(bytes);
        self.on_events(heard);
    }

    fn on_events(&mut self, heard: Vec<ClientEvent>) {
        if let Some(paired) = &mut self.paired
            && paired.second.is_connected
        {
            paired.second.on_events(heard);
            return;
        }
        let is_random = (self.paired.as_ref()).is_some_and(|paired| paired.is_random_follow);
        for heard in heard {
            if let ClientEvent::Line(followed) = heard {
                let line = followed.line.seq;
                for event in followed.events {
                    self.said
                        .push_back(format!("{}: {}", event.seq, event.kind));
                }
                while self.said.len() > MAX_EVENTS {
                    self.said.pop_front();
                }
                let expected = self.line + 1;
                self.gaps += u64::from(self.line > 0 && line > expected && !is_random);
                self.line = line;
            }
        }
    }

    /// Advances the ring's time by `millis` milliseconds.
    pub fn wait(&mut self, millis: u32) {
        self.now += Span::millis(millis);
        self.local.advance_to(self.now);
        self.interrupt();
    }

    /// Injects an observation into the ring as if its sensors had made it.
    pub fn inject(&mut self, what: ObservationKind) {
        let at = self.now;
        self.local
            .step(at, Input::Seen(&Observation::external(at, what)));
        self.now += Span::millis(1);
        self.interrupt();
    }

    /// Returns an unused number for the next fall.
    pub const fn next_fall(&mut self) -> FallId {
        self.falls = self.falls.wrapping_add(1);
        FallId(self.falls)
    }

    /// Returns the next random action of the match; begins a new match if it is over.
    pub fn next_action(&mut self) -> Action {
        loop {
            if let Some(action) = random_play::next(&self.truth, &mut self.rng) {
                return action;
            }
            self.begin();
        }
    }

    /// Plays the next action with ideal observations.
    pub fn play(&mut self) -> Action {
        let action = self.next_action();
        self.show(&action);
        self.happen(&action);
        action
    }

    /// Applies an action to the true match only; the ring does not see it.
    pub fn happen(&mut self, action: &Action) {
        if let Some(paired) = &mut self.paired {
            paired.before = self.truth.clone();
            paired.last = Some(action.clone());
            paired.path.push_back((self.truth.clone(), action.clone()));
            if paired.path.len() > MAX_EVENTS {
                paired.path.pop_front();
            }
        }
        let _ = self.truth.apply(action);
    }

    /// Injects the observations of an action into the ring, or declares it if no sensor
    /// sees it.
    pub fn show(&mut self, action: &Action) {
        if matches!(action, Action::Settle) {
            self.withdraw_hands();
            self.wait(2_000);
            if self.local.ring().referee().waiting().unrest == Some(RestBlocker::Word) {
                // After an undo a player has to declare that the table is at rest.
                self.declare(action);
            }
            return;
        }
        let id = self.next_fall();
        match ideal_observations::observations_for(&self.truth, action, id, self.now) {
            Some(sights) => {
                for what in sights {
                    // A ring that starts does not see the rest.
                    if self.is_starting() {
                        break;
                    }
                    self.inject(what);
                }
            }
            None => self.declare(action),
        }
    }

    /// Settles a push that has not come to rest, in both matches, so that time may pass.
    pub fn rest(&mut self) {
        if matches!(self.truth.state().phase, MatchPhase::Settling(_)) {
            self.show(&Action::Settle);
            self.happen(&Action::Settle);
        }
    }

    /// Declares an action to the ring as a player at the table.
    pub fn declare(&mut self, action: &Action) {
        let command = Command::Declare(AnyAction::Kabuto(action.clone()), Speaker::Table);
        let _ = self.local.command(self.now, &command);
        self.interrupt();
    }

    /// Returns the ring's session.
    #[must_use]
    pub fn session(&self) -> &Session {
        self.local.ring().referee().session()
    }

    /// Returns both states and the last events, for the report of a failed round.
    #[must_use]
    pub fn story(&self) -> String {
        let ring = match self.judged() {
            Some(game) => format!("{:?}", game.state()),
            None => "no match".into(),
        };
        let said: Vec<&str> = self.said.iter().map(String::as_str).collect();
        format!(
            "said: {}\nlines not followed at the last start: {}\ntruth: {:?}\nring:  {ring}\nquestion: {:?}",
            said.join("\n      "),
            self.local.lost(),
            self.truth.state(),
            self.session().question()
        )
    }

    /// True if the ring's match has the state of the true match.
    #[must_use]
    pub fn agrees(&self) -> bool {
        (self.judged()).is_some_and(|game| game.state() == self.truth.state())
    }

    /// Returns the ring's match; `None` if none is running.
    pub(super) fn judged(&self) -> Option<&Match> {
        self.session().game().and_then(AnyGame::get)
    }

    /// Answers questions truthfully until the ring asks no more, and compares the states.
    /// `happened` is the action that the questions can be about; `None` if nothing
    /// happened.
    pub fn sort_out(&mut self, happened: Option<&Action>) -> Agreement {
        for _ in 0..MAX_QUESTIONS {
            self.answer_all(happened);
            if self.session().question().is_some() {
                return Agreement::Stuck;
            }
            if let Some(Action::Use(_)) = happened {
                self.follow_markers();
            }
            if self.agrees() || matches!(self.truth.state().phase, MatchPhase::Settling(_)) {
                break;
            }
            // Only time may be missing, since the truth is at rest. Waiting may raise a
            // question.
            self.wait(2_000);
            if self.session().question().is_none() {
                break;
            }
        }
        self.talk();
        if self.agrees() {
            Agreement::Yes
        } else {
            Agreement::Wrong
        }
    }

    /// Answers every open question truthfully, at most `MAX_QUESTIONS` of them.
    pub(super) fn answer_all(&mut self, happened: Option<&Action>) {
        for _ in 0..MAX_QUESTIONS {
            let Some(question) = self.session().question().cloned() else {
                return;
            };
            self.asked += 1;
            let choice = truthful(&question, happened, (&self.truth, self.agrees()));
            let command = Command::Answer(question.number, choice);
            if self.local.command(self.now, &command).is_err() {
                let nothing = Command::Answer(question.number, Choice::Nothing);
                let _ = self.local.command(self.now, &nothing);
            }
            self.interrupt();
        }
    }

    /// Injects the observations of markers that a special move has moved.
    fn follow_markers(&mut self) {
        for side in self.truth.terms().players.sides() {
            for post in Post::ALL {
                let there = self.truth.state().markers[side].contains(post);
                let what = ideal_observations::marker(&self.truth, side, post, there);
                self.inject(what);
            }
        }
    }

    /// Cuts the power, restarts the ring and reconnects the host.
    pub fn cut(&mut self, reason: BootReason) {
        self.local.power_cycle(reason);
        self.now = Instant(1_000_000);
        self.plug();
    }

    /// Injects the markers as the ring sees them after power-up: one after the other,
    /// without statements about empty slots.
    pub fn look_around(&mut self) {
        for side in self.truth.terms().players.sides() {
            for post in self.truth.state().markers[side].iter() {
                let what = ideal_observations::marker(&self.truth, side, post, true);
                self.inject(what);
            }
        }
    }
}

/// Creates a plain match of this number of players.
fn opening(players: Players) -> Match {
    let game = quick_match::game(players, quick_match::DEFAULT_LAYOUTS[players]);
    match game.as_ref().and_then(AnyGame::get::<Match>) {
        Some(game) => game.clone(),
        None => unreachable!("the plain match is a Kabuto match and fits the box"),
    }
}

/// Returns the answer of a person who saw `happened`, or saw that nothing happened.
fn truthful(
    question: &Question,
    happened: Option<&Action>,
    (truth, is_told): (&Match, bool),
) -> Choice {
    let piece = match happened {
        Some(Action::Fall(piece) | Action::Accident(piece)) => Some(*piece),
        Some(Action::Push(load, _)) => load.first().copied(),
        _ => None,
    };
    let about_fall = matches!(question.about.kind, EvidenceKind::Fell(_));
    let about_push = matches!(question.about.kind, EvidenceKind::Pushed(_));
    let fell = matches!(happened, Some(Action::Fall(_) | Action::Accident(_)));
    let pushed = matches!(happened, Some(Action::Push(..)));
    match (question.doubt, happened) {
        (Doubt::AfterCut | Doubt::Overflow, _) => Choice::Nothing,
        _ if matches!(question.about.kind, EvidenceKind::Unseen(_)) && (is_told || !fell) => {
            Choice::Nothing
        }
        _ if (about_fall && !fell) || (about_push && !pushed) => Choice::Nothing,
        (Doubt::Cause(_), Some(Action::Fall(_))) => Choice::ByPush,
        (Doubt::Cause(_) | Doubt::Late(_), _) => Choice::ByAccident,
        _ => match piece {
            Some(piece) => Choice::Piece(piece),
            // If the ring asks whether the table is at rest, the truth has rested.
            None if matches!(question.about.kind, EvidenceKind::Rest)
                && matches!(truth.state().phase, MatchPhase::Settling(_)) =>
            {
                Choice::Nothing
            }
            None => Choice::AsSeen,
        },
    }
}
