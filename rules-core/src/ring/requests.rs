//! Execution of a host's requests.
//!
//! Only people at the table change results: a request that would do so waits until a
//! person presses Confirm on the ring. [`super::permission`] has the table.

use super::matches::MatchScan;
use super::permission::{Consent, MatchState};
use super::write_budget::WriteCost;
use super::{HostPresence, Ring};
use crate::panel::{ALLOW_WITHIN, PendingTouch, Touch};
use crate::referee::{Command, CommandError, Speaker};
use crate::sensing::calibration::Calibration;
use crate::sensing::calibration::guide::{Guide, StepResult};
use crate::sensing::curtain::RodStroke;
use crate::sensing::frame::HallScan;
use crate::time::Instant;
use crate::wire::message::{
    CalibrationCommand, FollowFrom, HostMessage, Request, RequestError, Response, StrokeCommand,
    WatchStream,
};
use core::mem;

/// A host request that waits for a touch: a press of Confirm on the ring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PendingRequest {
    id: u16,
    request: Request,
    touch: Touch,
    /// Time since which the lights show the request.
    shown: Instant,
    /// Hash of the session for which the request was made.
    session: u64,
}

impl PendingRequest {
    /// Time at which the ring refuses the request.
    pub(super) fn until(&self) -> Instant {
        self.shown + ALLOW_WITHIN
    }

    /// Returns the request as the panel sees it.
    pub(super) fn view(&self) -> PendingTouch {
        PendingTouch {
            shown: self.shown,
            until: self.until(),
            touch: self.touch,
        }
    }
}

impl<const CHUNKS: usize> Ring<CHUNKS> {
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
        self.drop_pending();
    }

    /// Executes a request, refuses it, or has it wait for a touch, as the table of
    /// permissions says.
    fn handle_request(&mut self, id: u16, request: Request) -> Response {
        let state = self.match_state();
        match self.class_of(&request).consent(state) {
            Consent::Free => self.execute_for_host(request),
            Consent::Touch(touch) => self.wait_for_touch(id, request, touch),
            Consent::Refused if state == MatchState::Over => {
                Response::Refused(RequestError::MatchOver)
            }
            Consent::Refused => Response::Refused(RequestError::MatchRunning),
        }
    }

    /// Executes a request that needs no touch, as far as the budget of writes allows.
    fn execute_for_host(&mut self, request: Request) -> Response {
        let cost = WriteCost::of(&request);
        if let Err(refusal) = self.check_budget(cost) {
            return Response::Refused(refusal);
        }
        let next = self.out.journal.next();
        let response = self.execute(request, Speaker::Host);
        if !matches!(response, Response::Refused(_)) {
            self.pay(cost, next);
        }
        response
    }

    /// Executes a request that needs no consent, or has it.
    fn execute(&mut self, request: Request, by: Speaker) -> Response {
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
            Request::Command(command) => return done(self.command(&command, by)),
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
            Request::Calibration => self.link.sends.calibrated = true,
            Request::Configure(settings) => {
                let mut config = self.config.clone();
                config.settings = settings;
                self.use_config(config);
            }
            Request::Identify(spot) => {
                self.panel.identify(self.now, spot);
                self.lights_dirty = true;
            }
            Request::Restart(how) => self.restart = Some(how),
            Request::Name(name) => self.rename(name),
            Request::Stroke(command) => return self.stroke(command),
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
            FollowFrom::Now if self.referee.session().is_blank() => next,
            // Reading never writes: the lines that are there lead to the present.
            FollowFrom::Now => match self.out.journal.session_start() {
                Some(seq) => seq,
                // Only in RAM: the flash is broken, so that nothing is written to it.
                None => {
                    self.out.journal.begin_snapshot();
                    self.referee.snapshot(self.now, &mut self.out);
                    next
                }
            },
        };
        self.link.cursor = Some(seq);
        self.link.provisional = None;
        let idle = seq >= next && self.referee.session().is_blank();
        let next = self.out.journal.next();
        Response::From { seq, idle, next }
    }

    /// Makes a request pending until a touch, for at most [`ALLOW_WITHIN`]. Refuses if
    /// another request is pending.
    fn wait_for_touch(&mut self, id: u16, request: Request, touch: Touch) -> Response {
        match &self.pending {
            // The same request once more.
            Some(pending) if pending.id == id && pending.request == request => {}
            Some(_) => return Response::Refused(RequestError::Busy),
            None => {
                self.pending = Some(PendingRequest {
                    id,
                    request,
                    touch,
                    shown: self.now,
                    session: self.referee.session().hash(),
                });
                self.lights_dirty = true;
            }
        }
        Response::TouchNeeded(touch)
    }

    /// Removes and returns the request that waits for a touch. Presses that began while
    /// it was shown were meant for it and count for nothing else.
    fn drop_pending(&mut self) -> Option<PendingRequest> {
        let pending = self.pending.take()?;
        self.panel.ignore_presses_before(self.now);
        self.lights_dirty = true;
        Some(pending)
    }

    /// Refuses the pending request if no person touched the ring in time.
    pub(super) fn expire_pending(&mut self, now: Instant) {
        if self
            .pending
            .as_ref()
            .is_some_and(|pending| now >= pending.until())
        {
            self.touch(false);
        }
    }

    /// Executes the request that waits for a touch, or refuses it if `allowed` is false.
    /// Consent is for what was shown: if the match has changed since, the ring refuses.
    #[inline(never)]
    pub(super) fn touch(&mut self, allowed: bool) {
        let Some(pending) = self.drop_pending() else {
            return;
        };
        let outcome = if !allowed {
            Response::Refused(RequestError::NotTouched)
        } else if pending.session != self.referee.session().hash() {
            Response::Refused(RequestError::Outdated)
        } else {
            self.execute(pending.request, Speaker::Table)
        };
        self.link.answer(pending.id, outcome);
    }

    /// Starts or ends a rod stroke, or sends its result so far.
    fn stroke(&mut self, command: StrokeCommand) -> Response {
        if command == StrokeCommand::Start {
            self.stroke = self.profile.curtain.as_ref().map(RodStroke::new);
        }
        let Some(stroke) = &self.stroke else {
            return Response::Refused(RequestError::None);
        };
        self.link.sends.stroke = Some(*stroke.seen());
        if command == StrokeCommand::Finish {
            self.stroke = None;
        }
        Response::Done
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
    #[inline(never)]
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
            self.pay_save();
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
        self.config = config;
        self.begin_sensing(self.sensing.last_id());
        // Sensing reports again what it sees, but not what it no longer can.
        self.referee.reset_sensing();
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
