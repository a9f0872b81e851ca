//! What is done about a host's requests.
//!
//! Only people at the table change results: what would do so during a match
//! waits until somebody presses Confirm on the ring.

use super::matches::Walk;
use super::{Presence, Ring};
use crate::panel::ALLOW_WITHIN;
use crate::referee::{By, Command, Declined};
use crate::sensing::Sensing;
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::guide::{Guide, Verdict};
use crate::sensing::frame::HallScan;
use crate::time::Instant;
use crate::wire::message::{Ask, Calibrate, From, FromHost, Outcome, Refusal, Restart, Stream};
use core::mem;

/// A request that waits for a touch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pending {
    id: u16,
    what: Deed,
    until: Instant,
}

/// What a touch allows.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Deed {
    Command(Command),
    Restart(Restart),
}

impl Pending {
    pub(super) const fn until(&self) -> Instant {
        self.until
    }
}

impl Ring {
    pub(super) fn receive(&mut self, mut bytes: &[u8]) {
        while let Some(message) = self.link.receive(&mut bytes) {
            match message {
                FromHost::Hello(host) => self.link.greet(host.protocol.major),
                FromHost::Ask(id, ask) => {
                    let outcome = match self.link.given(id) {
                        Some(outcome) => outcome,
                        None if !self.link.is_host() => Outcome::Refused(Refusal::NoHello),
                        None => self.ask(id, ask),
                    };
                    self.link.answer(id, outcome);
                }
            }
        }
    }

    /// A host has come or gone. Whoever wanted a touch is not there any more.
    pub(super) fn host(&mut self, presence: Presence) {
        match presence {
            Presence::There => self.link.open(),
            Presence::Gone => self.link.close(),
        }
        self.pending = None;
        self.stale = true;
    }

    fn ask(&mut self, id: u16, ask: Ask) -> Outcome {
        match ask {
            Ask::Info => self.link.errands.info = true,
            Ask::Follow(from) => return self.follow(from),
            Ask::Watch(streams) => {
                self.link.streams = streams;
                self.link.told = None;
                self.link.errands.health = streams.contains(Stream::Health).then_some(0);
            }
            Ask::Kit(seat, kit) => {
                let laid = self.referee.lay_out(self.now, seat, &kit, &mut self.out);
                return done(laid);
            }
            Ask::Begin(begin) => {
                let begun = self.referee.open(self.now, &begin, &mut self.out);
                if begun.is_ok() {
                    self.remember();
                }
                return done(begun);
            }
            Ask::Again => return self.again(),
            Ask::Command(command) => {
                if self.is_match_running() && needs_touch(&command) {
                    return self.wait_for_touch(id, Deed::Command(command));
                }
                return done(self.command(&command, By::Host));
            }
            Ask::Proofs => self.link.errands.proofs = true,
            Ask::Proof { seq, offset } => {
                if self.proofs.read(seq, 0, &mut [0]) == 0 {
                    return Outcome::Refused(Refusal::None);
                }
                self.link.errands.proof = Some((seq, offset));
            }
            Ask::Matches => self.link.errands.matches = Some(Walk::from(self.out.keeper.first())),
            Ask::Calibrate(step) => return self.calibrate(step),
            Ask::Calibrated => self.link.errands.calibrated = true,
            Ask::Configure(settings) => {
                if self.is_match_running() {
                    return Outcome::Refused(Refusal::MatchRunning);
                }
                let mut kept = self.kept.clone();
                kept.settings = settings;
                self.use_kept(kept);
            }
            Ask::Identify(spot) => {
                self.panel.identify(self.now, spot);
                self.stale = true;
            }
            Ask::Restart(how) => {
                if self.is_match_running() {
                    return self.wait_for_touch(id, Deed::Restart(how));
                }
                self.restart = Some(how);
            }
        }
        Outcome::Done
    }

    pub(super) fn is_match_running(&self) -> bool {
        let game = self.referee.session().game();
        game.is_some_and(|game| !game.is_over())
    }

    /// Begins the last match again.
    pub(super) fn again(&mut self) -> Outcome {
        let Some(game) = self.last.clone() else {
            return Outcome::Refused(Refusal::None);
        };
        let policies = *self.referee.session().policies();
        done(self.begin(self.now, &game, policies))
    }

    /// Keeps the match that has just begun, to be played again.
    fn remember(&mut self) {
        self.last = self.referee.session().game().cloned();
    }

    /// Tells the referee something.
    pub(super) fn command(&mut self, command: &Command, by: By) -> Result<(), Declined> {
        match command {
            // Who says so is for the ring to know, not for the host to claim.
            Command::Declare(play, _) => {
                let command = Command::Declare(play.clone(), by);
                self.referee.command(self.now, &command, &mut self.out)
            }
            command => self.referee.command(self.now, command, &mut self.out),
        }
    }

    fn follow(&mut self, from: From) -> Outcome {
        let (first, next) = (self.out.keeper.first(), self.out.keeper.next());
        let seq = match from {
            From::Line(seq) if seq > next => return Outcome::Refused(Refusal::Ahead { next }),
            From::Line(seq) if seq < next && !self.out.keeper.has(seq) => {
                return Outcome::Refused(Refusal::Gone { first });
            }
            From::Line(seq) => seq,
            From::Match => match self.out.keeper.has(self.out.keeper.begin()) {
                true => self.out.keeper.begin(),
                false => next,
            },
            From::Now => {
                self.out.keeper.begin_snapshot();
                self.referee.snapshot(self.now, &mut self.out);
                next
            }
        };
        self.link.cursor = Some(seq);
        let idle = seq >= next && self.referee.session().game().is_none();
        Outcome::From { seq, idle }
    }

    fn wait_for_touch(&mut self, id: u16, what: Deed) -> Outcome {
        match &self.pending {
            // The same request once more.
            Some(it) if it.id == id && it.what == what => return Outcome::TouchNeeded,
            Some(_) => return Outcome::Refused(Refusal::Busy),
            None => {}
        }
        self.pending = Some(Pending {
            id,
            what,
            until: self.now + ALLOW_WITHIN,
        });
        self.stale = true;
        Outcome::TouchNeeded
    }

    /// Nobody has touched the ring in time.
    pub(super) fn let_pass(&mut self, now: Instant) {
        if self.pending.as_ref().is_some_and(|it| now >= it.until) {
            self.touch(false);
        }
    }

    /// Somebody allows or refuses what waits for it.
    pub(super) fn touch(&mut self, allowed: bool) {
        let Some(pending) = self.pending.take() else {
            return;
        };
        self.stale = true;
        let outcome = match pending.what {
            _ if !allowed => Outcome::Refused(Refusal::NotTouched),
            Deed::Command(command) => done(self.command(&command, By::Table)),
            Deed::Restart(how) => {
                self.restart = Some(how);
                Outcome::Done
            }
        };
        self.link.answer(pending.id, outcome);
    }

    /// A step of the guided calibration.
    pub(super) fn calibrate(&mut self, step: Calibrate) -> Outcome {
        if self.is_match_running() {
            return Outcome::Refused(Refusal::MatchRunning);
        }
        match step {
            Calibrate::Start => {
                self.guide = Some(Guide::new(self.profile, &self.kept.calibration));
            }
            Calibrate::Ready => match &mut self.guide {
                Some(guide) => guide.ready(),
                None => return Outcome::Refused(Refusal::NotCalibrating),
            },
            Calibrate::Cancel => self.guide = None,
            Calibrate::Restore => match self.previous.take() {
                Some(previous) => self.use_calibration(previous),
                None => return Outcome::Refused(Refusal::None),
            },
        }
        self.guide_refused = None;
        self.stale = true;
        self.link.errands.calibration = true;
        Outcome::Done
    }

    /// A scan for the guided calibration.
    pub(super) fn measure(&mut self, scan: &HallScan) {
        let Some(guide) = &mut self.guide else {
            return;
        };
        let Some(verdict) = guide.take(scan) else {
            return;
        };
        self.guide_refused = match verdict {
            Verdict::Taken => None,
            Verdict::Refused(why) => Some(why),
        };
        self.stale = true;
        self.link.errands.calibration = true;
        if let Some(calibration) = guide.finish().cloned() {
            self.guide = None;
            self.use_calibration(calibration);
        }
    }

    /// Uses and saves another calibration. The one before can be had back.
    fn use_calibration(&mut self, calibration: Calibration) {
        let mut kept = self.kept.clone();
        self.previous = Some(mem::replace(&mut kept.calibration, calibration));
        self.use_kept(kept);
    }

    /// Uses and saves other settings. No match runs.
    fn use_kept(&mut self, kept: super::Kept) {
        self.sensing = Sensing::new(self.profile, &kept.settings.dimensions, &kept.calibration);
        // It will say anew what it sees, but not what it no longer can.
        self.referee.see_anew();
        self.sensing.expect(self.referee.prior());
        self.proofs
            .begin_anew(&kept.settings.dimensions, &kept.calibration);
        self.kept = kept;
        self.stale = true;
        self.out.keeper.save();
    }
}

/// The answer to what the referee was told.
fn done(result: Result<(), Declined>) -> Outcome {
    match result {
        Ok(()) => Outcome::Done,
        Err(declined) => Outcome::Refused(Refusal::Declined(declined)),
    }
}

/// Whether a command alters a result: all do but what a player says in the
/// course of a turn.
fn needs_touch(command: &Command) -> bool {
    match command {
        Command::Declare(play, _) => play.kind().is_some(),
        Command::Answer(..)
        | Command::TableIsRight
        | Command::RefereeIsRight
        | Command::Overrule(_)
        | Command::Undo
        | Command::Redo
        | Command::SetPolicies(_)
        | Command::Abort => true,
    }
}
