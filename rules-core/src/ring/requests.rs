//! Execution of a host's requests.
//!
//! Only people at the table change results: a request that would do so during a match
//! waits until a person presses Confirm on the ring.

use super::matches::MatchScan;
use super::{HostPresence, Ring};
use crate::panel::ALLOW_WITHIN;
use crate::referee::{Command, CommandError, Speaker};
use crate::sensing::Sensing;
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::guide::{Guide, StepResult};
use crate::sensing::frame::HallScan;
use crate::time::Instant;
use crate::wire::message::{
    CalibrationCommand, FollowFrom, HostMessage, Request, RequestError, Response, RestartMode,
    WatchStream,
};
use core::mem;

/// A host request that waits for a touch: a press of Confirm on the ring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PendingRequest {
    id: u16,
    what: GuardedAction,
    /// Time at which the ring refuses the request.
    until: Instant,
}

/// Action of a pending request, carried out once a touch allows it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum GuardedAction {
    Command(Command),
    Restart(RestartMode),
}

impl PendingRequest {
    pub(super) const fn until(&self) -> Instant {
        self.until
    }
}

impl Ring {
    /// Executes all complete requests in `bytes`, and queues their responses. A repeated
    /// request gets the same response again, without being executed twice.
    pub(super) fn receive(&mut self, mut bytes: &[u8]) {
        while let Some(message) = self.link.receive(&mut bytes) {
            match message {
                HostMessage::Hello(host) => self.link.greet(host.protocol.major),
                HostMessage::Request(id, request) => {
                    let outcome = match self.link.cached_response(id) {
                        Some(outcome) => outcome,
                        None if !self.link.is_host() => Response::Refused(RequestError::NoHello),
                        None => self.handle_request(id, request),
                    };
                    self.link.answer(id, outcome);
                }
            }
        }
    }

    /// Handles the arrival or departure of a host. Drops the request that waited for a
    /// touch.
    pub(super) fn host(&mut self, presence: HostPresence) {
        match presence {
            HostPresence::There => self.link.open(),
            HostPresence::Gone => self.link.close(),
        }
        self.pending = None;
        self.lights_dirty = true;
    }

    fn handle_request(&mut self, id: u16, request: Request) -> Response {
        match request {
            Request::Info => self.link.sends.info = true,
            Request::Follow(from) => return self.follow(from),
            Request::Watch(streams) => {
                self.link.streams = streams;
                self.link.waiting_crc = None;
                self.link.sends.health = streams.contains(WatchStream::Health).then_some(0);
            }
            Request::Card(seat, kit) => {
                let laid = self.referee.set_card(self.now, seat, &kit, &mut self.out);
                return done(laid);
            }
            Request::Begin(begin) => {
                let begun = self.referee.begin_from(self.now, &begin, &mut self.out);
                if begun.is_ok() {
                    self.store_last_match();
                }
                return done(begun);
            }
            Request::Rematch => return self.rematch(),
            Request::Command(command) => {
                if self.is_match_running() && needs_touch(&command) {
                    return self.wait_for_touch(id, GuardedAction::Command(command));
                }
                return done(self.command(&command, Speaker::Host));
            }
            Request::Captures => self.link.sends.captures = true,
            Request::Capture { seq, offset } => {
                if self.captures.of_line(seq).is_none() {
                    return Response::Refused(RequestError::None);
                }
                self.link.sends.capture = Some((seq, offset));
            }
            Request::Matches => {
                self.link.sends.matches = Some(MatchScan::from(self.out.journal.first()))
            }
            Request::Calibrate(step) => return self.calibrate(step),
            Request::Calibrated => self.link.sends.calibrated = true,
            Request::Configure(settings) => {
                if self.is_match_running() {
                    return Response::Refused(RequestError::MatchRunning);
                }
                let mut config = self.config.clone();
                config.settings = settings;
                self.use_config(config);
            }
            Request::Identify(spot) => {
                self.panel.identify(self.now, spot);
                self.lights_dirty = true;
            }
            Request::Restart(how) => {
                if self.is_match_running() {
                    return self.wait_for_touch(id, GuardedAction::Restart(how));
                }
                self.restart = Some(how);
            }
        }
        Response::Done
    }

    pub(super) fn is_match_running(&self) -> bool {
        let game = self.referee.session().game();
        game.is_some_and(|game| !game.is_over())
    }

    /// Begins a match with the setup of the last one; refuses if there was none.
    pub(super) fn rematch(&mut self) -> Response {
        let Some(game) = self.last_match.clone() else {
            return Response::Refused(RequestError::None);
        };
        let policies = *self.referee.session().policies();
        done(self.begin(self.now, &game, policies))
    }

    /// Stores the match that has just begun, for a rematch.
    fn store_last_match(&mut self) {
        self.last_match = self.referee.session().game().cloned();
    }

    /// Gives the referee a command of this speaker.
    pub(super) fn command(&mut self, command: &Command, by: Speaker) -> Result<(), CommandError> {
        match command {
            // The ring knows the speaker; a host cannot claim one.
            Command::Declare(play, _) => {
                let command = Command::Declare(play.clone(), by);
                self.referee.command(self.now, &command, &mut self.out)
            }
            command => self.referee.command(self.now, command, &mut self.out),
        }
    }

    /// Sets the journal line from which the host receives lines.
    fn follow(&mut self, from: FollowFrom) -> Response {
        let (first, next) = (self.out.journal.first(), self.out.journal.next());
        let seq = match from {
            FollowFrom::Line(seq) if seq > next => {
                return Response::Refused(RequestError::Ahead { next });
            }
            FollowFrom::Line(seq) if seq < next && !self.out.journal.has(seq) => {
                return Response::Refused(RequestError::Gone { first });
            }
            FollowFrom::Line(seq) => seq,
            FollowFrom::Match => match self.out.journal.has(self.out.journal.begin()) {
                true => self.out.journal.begin(),
                false => next,
            },
            FollowFrom::Now => {
                self.out.journal.begin_snapshot();
                self.referee.snapshot(self.now, &mut self.out);
                next
            }
        };
        self.link.cursor = Some(seq);
        let idle = seq >= next && self.referee.session().game().is_none();
        Response::From { seq, idle }
    }

    /// Makes a request pending until a touch, for at most [`ALLOW_WITHIN`]. Refuses if
    /// another request is pending.
    fn wait_for_touch(&mut self, id: u16, what: GuardedAction) -> Response {
        match &self.pending {
            // The same request once more.
            Some(pending) if pending.id == id && pending.what == what => {
                return Response::TouchNeeded;
            }
            Some(_) => return Response::Refused(RequestError::Busy),
            None => {}
        }
        self.pending = Some(PendingRequest {
            id,
            what,
            until: self.now + ALLOW_WITHIN,
        });
        self.lights_dirty = true;
        Response::TouchNeeded
    }

    /// Refuses the pending request if no person touched the ring in time.
    pub(super) fn expire_pending(&mut self, now: Instant) {
        if self
            .pending
            .as_ref()
            .is_some_and(|pending| now >= pending.until)
        {
            self.touch(false);
        }
    }

    /// Carries out the request that waits for a touch, or refuses it if `allowed` is
    /// false.
    pub(super) fn touch(&mut self, allowed: bool) {
        let Some(pending) = self.pending.take() else {
            return;
        };
        self.lights_dirty = true;
        let outcome = match pending.what {
            _ if !allowed => Response::Refused(RequestError::NotTouched),
            GuardedAction::Command(command) => done(self.command(&command, Speaker::Table)),
            GuardedAction::Restart(how) => {
                self.restart = Some(how);
                Response::Done
            }
        };
        self.link.answer(pending.id, outcome);
    }

    /// Starts, continues, cancels or restores a calibration; refuses during a match.
    pub(super) fn calibrate(&mut self, step: CalibrationCommand) -> Response {
        if self.is_match_running() {
            return Response::Refused(RequestError::MatchRunning);
        }
        match step {
            CalibrationCommand::Start => {
                self.guide = Some(Guide::new(self.profile, &self.config.calibration));
            }
            CalibrationCommand::Ready => match &mut self.guide {
                Some(guide) => guide.ready(),
                None => return Response::Refused(RequestError::NotCalibrating),
            },
            CalibrationCommand::Cancel => self.guide = None,
            CalibrationCommand::Restore => match self.previous.take() {
                Some(previous) => self.use_calibration(previous),
                None => return Response::Refused(RequestError::None),
            },
        }
        self.guide_refused = None;
        self.lights_dirty = true;
        self.link.sends.calibration = true;
        Response::Done
    }

    /// Adds a scan to the guided calibration, and uses the result after the last step.
    pub(super) fn measure(&mut self, scan: &HallScan) {
        let Some(guide) = &mut self.guide else {
            return;
        };
        let Some(result) = guide.add_scan(scan) else {
            return;
        };
        self.guide_refused = match result {
            StepResult::Taken => None,
            StepResult::Refused(why) => Some(why),
        };
        self.lights_dirty = true;
        self.link.sends.calibration = true;
        if let Some(calibration) = guide.finish().cloned() {
            self.guide = None;
            self.use_calibration(calibration);
        }
    }

    /// Replaces and saves the calibration. The previous one can be restored.
    fn use_calibration(&mut self, calibration: Calibration) {
        let mut config = self.config.clone();
        self.previous = Some(mem::replace(&mut config.calibration, calibration));
        self.use_config(config);
    }

    /// Replaces and saves the configuration, and restarts sensing with it. No match may
    /// be running.
    fn use_config(&mut self, config: super::StoredConfig) {
        let last = self.sensing.last_id();
        let (dimensions, calibration) = (&config.settings.dimensions, &config.calibration);
        self.sensing = Sensing::after(self.profile, dimensions, calibration, last);
        // Sensing reports again what it sees, but not what it no longer can.
        self.referee.reset_sensing();
        self.captures
            .reset(&config.settings.dimensions, &config.calibration);
        self.config = config;
        self.lights_dirty = true;
        self.out.journal.save();
    }
}

/// Converts the result of a referee's command to a response.
fn done(result: Result<(), CommandError>) -> Response {
    match result {
        Ok(()) => Response::Done,
        Err(declined) => Response::Refused(RequestError::Declined(declined)),
    }
}

/// True if a host's command needs a touch during a match. All commands do, except
/// declarations that belong to no event class.
fn needs_touch(command: &Command) -> bool {
    match command {
        Command::Declare(play, _) => play.event_class().is_some(),
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
