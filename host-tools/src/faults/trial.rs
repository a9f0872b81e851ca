//! A match that is played twice: by the bare rules, which know the truth, and by
//! a ring that sees it through whatever is wrong. A person at the table answers
//! truthfully.

use crate::client::{Heard, Side};
use crate::kabuto::{lot, sights};
use crate::local::LocalRing;
use rules_core::board::Name;
use rules_core::games::kabuto::{Action, Match, Phase};
use rules_core::lots::Lots;
use rules_core::panel::plain;
use rules_core::place::Post;
use rules_core::player::Players;
use rules_core::referee::waiting::Unrest;
use rules_core::referee::{
    By, Choice, Command, Doubt, Game, Play, Policies, Question, Seen, Session,
};
use rules_core::ring::{Input, Presence};
use rules_core::sensing::observation::{FallId, Observation, What};
use rules_core::time::{Instant, Span};
use rules_core::wire::BootReason;
use rules_core::wire::message::From;
use std::collections::VecDeque;

/// Questions a person answers in a row before calling it stuck.
const PATIENCE: usize = 8;

/// What the referee said last that is remembered, for who asks what went wrong.
const REMEMBERED: usize = 12;

/// A match played twice.
#[derive(Debug)]
pub struct Trial {
    /// The ring that is tried.
    pub local: LocalRing,
    /// A host that listens all the time.
    pub side: Side,
    /// The truth.
    pub truth: Match,
    /// Chance.
    pub lots: Lots,
    /// The time at the table.
    pub now: Instant,
    /// Questions that were asked.
    pub asked: u64,
    /// The number of the last line the host heard of.
    pub line: u32,
    /// Lines that did not come in order.
    pub gaps: u64,
    falls: u16,
    said: VecDeque<String>,
}

/// Whether the ring knows the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// It does.
    Yes,
    /// It stands otherwise, and does not ask.
    Wrong,
    /// It asks on and on.
    Stuck,
}

impl Trial {
    /// A match of two, three or four begins.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut lots = Lots::new(seed);
        let players = *lots.pick(&Players::ALL).unwrap_or(&Players::Two);
        let mut trial = Self {
            local: LocalRing::new(Name::Ring),
            side: Side::default(),
            truth: opening(players),
            lots,
            now: Instant(1_000_000),
            asked: 0,
            line: 0,
            gaps: 0,
            falls: 0,
            said: VecDeque::new(),
        };
        trial.plug();
        trial.side.follow(From::Now);
        trial.talk();
        trial.begin();
        trial
    }

    /// Begins a match anew; what was on the posts is taken off.
    pub fn begin(&mut self) {
        let players = *self.lots.pick(&Players::ALL).unwrap_or(&Players::Two);
        self.truth = opening(players);
        let _ = self.local.say(self.now, &Command::Abort);
        for post in Post::ALL {
            for slot in 0..4 {
                self.see(What::Marker {
                    post,
                    slot,
                    marker: None,
                    certainty: rules_core::sensing::certainty::Certainty::FULL,
                });
            }
        }
        self.see(What::Lifted);
        let game = Game::Kabuto(self.truth.clone());
        let _ = self.local.begin(self.now, &game, Policies::USUAL);
        self.talk();
    }

    /// A host opens the line.
    pub fn plug(&mut self) {
        self.local.step(self.now, Input::Host(Presence::There));
        self.side.open();
    }

    /// Both say what they have to say.
    pub fn talk(&mut self) {
        let heard = self.local.talk(self.now, &mut self.side);
        self.note(heard);
    }

    /// The host hears bytes.
    pub fn hear(&mut self, bytes: &[u8]) {
        let heard = self.side.receive(bytes);
        self.note(heard);
    }

    fn note(&mut self, heard: Vec<Heard>) {
        for heard in heard {
            if let Heard::Line(entry, events) = heard {
                for event in events {
                    self.said
                        .push_back(format!("{}: {}", event.seq, event.what));
                }
                while self.said.len() > REMEMBERED {
                    self.said.pop_front();
                }
                let expected = self.line + 1;
                self.gaps += u64::from(self.line > 0 && entry.seq > expected);
                self.line = entry.seq;
            }
        }
    }

    /// Lets time pass.
    pub fn wait(&mut self, millis: u32) {
        self.now += Span::millis(millis);
        self.local.wait(self.now);
    }

    /// Something is seen.
    pub fn see(&mut self, what: What) {
        let at = self.now;
        self.local.step(at, Input::Seen(&Observation { at, what }));
        self.now += Span::millis(1);
    }

    /// The number of the next fall.
    pub const fn next_fall(&mut self) -> FallId {
        self.falls = self.falls.wrapping_add(1);
        FallId(self.falls)
    }

    /// What happens next in the match; a new one begins when it is over.
    pub fn next_action(&mut self) -> Action {
        loop {
            if let Some(action) = lot::next(&self.truth, &mut self.lots) {
                return action;
            }
            self.begin();
        }
    }

    /// Plays the next thing as it should be.
    pub fn play(&mut self) -> Action {
        let action = self.next_action();
        self.show(&action);
        self.happen(&action);
        action
    }

    /// The truth goes on.
    pub fn happen(&mut self, action: &Action) {
        let _ = self.truth.apply(action);
    }

    /// Shows the ring what happens, or says it where no sensor sees it.
    pub fn show(&mut self, action: &Action) {
        if matches!(action, Action::Settle) {
            self.wait(2_000);
            if self.local.ring().referee().waiting().unrest == Some(Unrest::Word) {
                // After an undo somebody has to say so.
                self.declare(action);
            }
            return;
        }
        let id = self.next_fall();
        match sights::of(&self.truth, action, id, self.now) {
            Some(sights) => {
                for what in sights {
                    self.see(what);
                }
            }
            None => self.declare(action),
        }
    }

    /// Nothing moves any more, if anything did: time may pass.
    pub fn rest(&mut self) {
        if matches!(self.truth.state().phase, Phase::Settling(_)) {
            self.show(&Action::Settle);
            self.happen(&Action::Settle);
        }
    }

    /// Somebody at the table says what happened.
    pub fn declare(&mut self, action: &Action) {
        let command = Command::Declare(Play::Kabuto(action.clone()), By::Table);
        let _ = self.local.say(self.now, &command);
    }

    /// The ring's session.
    #[must_use]
    pub fn session(&self) -> &Session {
        self.local.ring().referee().session()
    }

    /// How the two stand, and what the referee said last.
    #[must_use]
    pub fn story(&self) -> String {
        let ring = match self.session().game() {
            Some(Game::Kabuto(game)) => format!("{:?}", game.state()),
            _ => "no match".into(),
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

    /// Whether the ring stands as the truth does.
    #[must_use]
    pub fn agrees(&self) -> bool {
        match self.session().game() {
            Some(Game::Kabuto(game)) => game.state() == self.truth.state(),
            _ => false,
        }
    }

    /// Answers questions truthfully until the ring asks no more; `happened` is
    /// what the last of them can be about.
    pub fn sort_out(&mut self, happened: Option<&Action>) -> Agreement {
        for _ in 0..PATIENCE {
            self.answer_all(happened);
            if self.session().question().is_some() {
                return Agreement::Stuck;
            }
            if let Some(Action::Use(_)) = happened {
                self.follow_markers();
            }
            if self.agrees() || matches!(self.truth.state().phase, Phase::Settling(_)) {
                break;
            }
            // Time alone may be missing: the truth has rested. It may bring a
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

    fn answer_all(&mut self, happened: Option<&Action>) {
        for _ in 0..PATIENCE {
            let Some(question) = self.session().question().cloned() else {
                return;
            };
            self.asked += 1;
            let choice = truthful(&question, happened, (&self.truth, self.agrees()));
            let command = Command::Answer(question.number, choice);
            if self.local.say(self.now, &command).is_err() {
                let nothing = Command::Answer(question.number, Choice::Nothing);
                let _ = self.local.say(self.now, &nothing);
            }
        }
    }

    /// Moves the markers as a special move says.
    fn follow_markers(&mut self) {
        for side in self.truth.terms().players.sides() {
            for post in Post::ALL {
                let there = self.truth.state().markers[side].contains(post);
                let what = sights::marker(&self.truth, side, post, there);
                self.see(what);
            }
        }
    }

    /// The power goes and comes back; what stands on the table is seen again.
    pub fn cut(&mut self, reason: BootReason) {
        self.local.cut(reason);
        self.now = Instant(1_000_000);
        self.plug();
    }

    /// The ring looks at the posts again, as after power-up: markers are seen one
    /// after the other, and of empty slots nothing is said.
    pub fn look_around(&mut self) {
        for side in self.truth.terms().players.sides() {
            for post in self.truth.state().markers[side].iter() {
                let what = sights::marker(&self.truth, side, post, true);
                self.see(what);
            }
        }
    }
}

/// A plain match of so many.
fn opening(players: Players) -> Match {
    match plain::game(players, plain::ASSUMED[players]) {
        Some(Game::Kabuto(game)) => game,
        _ => unreachable!("the plain match is a Kabuto match and fits the box"),
    }
}

/// What somebody answers who saw what happened, or that nothing did.
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
    let about_fall = matches!(question.about.seen, Seen::Fell(_));
    let about_push = matches!(question.about.seen, Seen::Pushed(_));
    let fell = matches!(happened, Some(Action::Fall(_) | Action::Accident(_)));
    let pushed = matches!(happened, Some(Action::Push(..)));
    match (question.doubt, happened) {
        (Doubt::AfterCut | Doubt::Overflow, _) => Choice::Nothing,
        _ if matches!(question.about.seen, Seen::Unseen(_)) && (is_told || !fell) => {
            Choice::Nothing
        }
        _ if (about_fall && !fell) || (about_push && !pushed) => Choice::Nothing,
        (Doubt::Cause(_), Some(Action::Fall(_))) => Choice::ByPush,
        (Doubt::Cause(_) | Doubt::Late(_), _) => Choice::ByAccident,
        _ => match piece {
            Some(piece) => Choice::Piece(piece),
            // The truth has rested if the ring asks whether it has.
            None if matches!(question.about.seen, Seen::Rest)
                && matches!(truth.state().phase, Phase::Settling(_)) =>
            {
                Choice::Nothing
            }
            None => Choice::AsSeen,
        },
    }
}
