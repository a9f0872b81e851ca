//! Ring as the source of a match: at a serial port, at a socket, or in a recording.
//!
//! ```text
//!   ring --> Client --- lines, state ---> SourceHandle --> page
//!              ^                                            |
//!              +--- commands; captures of every decision ---+
//! ```
//!
//! A ring that is not there yet is waited for. The client reconnects after an outage and
//! computes the state of the ring; this source keeps none. The capture of every decision is
//! fetched as soon as the decision is made, while the ring still has it.
//!
//! A ring does not send what its LEDs show, so this source has no LED frames.

use super::source::{RequestResult, Source, SourceError, SourceHandle, SourceRequest};
use crate::people::MatchPeople;
use host_core::page::capture_store::CaptureStore;
use host_core::page::writer::MatchInfo;
use ring_client::{Address, Client, ClientUpdate, Error, LinkError, Transport};
use rules_core::board::{BoardId, Profile};
use rules_core::games::kabuto::card::Card;
use rules_core::wire::RequestError;
use rules_core::wire::message::{FollowFrom, Info, Request, Streams, WatchStream};
use rules_core::wire::{Response, RingMessage};
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Time for which the connection is read before the requests of people are served.
const TURN: Duration = Duration::from_millis(20);

/// Time for which a request of people is waited for before the connection is read.
const GLANCE: Duration = Duration::from_millis(1);

/// Interval between two attempts to reach a ring that is not there yet.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Source of a ring at a serial port or socket, or of a recording.
#[derive(Debug)]
pub struct RingSource {
    /// Address of the ring.
    pub address: Address,
    /// Cards that name the players.
    pub cards: Vec<Card>,
    /// Reason for which the hub at the address will never serve; empty while it may.
    pub hub_failure: HubFailure,
}

/// Sentence why a hub of this process gave its ring up; empty while it serves or waits.
pub type HubFailure = Arc<OnceLock<String>>;

impl Source for RingSource {
    fn run(&mut self, handle: &mut SourceHandle) -> Result<(), String> {
        let Some(client) = connect(&self.address, handle, &self.hub_failure)? else {
            return Ok(());
        };
        let followed = FollowedRing::new(client, handle, &self.cards);
        followed.run(&self.hub_failure)
    }

    fn shared_ring(&self) -> Option<Address> {
        let is_shared = match &self.address {
            Address::Hub(_) => true,
            address => address.find_hub().is_ok_and(|hub| hub.is_some()),
        };
        is_shared.then(|| self.address.clone())
    }
}

/// Returns an error if the hub at the address has given its ring up.
fn check(hub_failure: &HubFailure) -> Result<(), String> {
    hub_failure.get().map_or(Ok(()), |why| Err(why.clone()))
}

/// Connects to a ring, and waits for one that is not there yet. Returns `None` if the
/// server closes meanwhile.
fn connect(
    address: &Address,
    handle: &mut SourceHandle,
    hub_failure: &HubFailure,
) -> Result<Option<Client<Box<dyn Transport>>>, String> {
    while !handle.is_closed() {
        check(hub_failure)?;
        match address.open().and_then(Client::connect) {
            Ok(client) => return Ok(Some(client)),
            Err(why) if can_change(&why) => handle.link(Some(&why.to_string())),
            Err(why) => return Err(why.to_string()),
        }
        let until = Instant::now() + RETRY_INTERVAL;
        while !handle.is_closed() && Instant::now() < until {
            if let Some(request) = handle.next_request(TURN) {
                refuse(request, "no ring is connected: plug it in");
            }
        }
    }
    Ok(None)
}

/// True if a failure to connect can end by itself, when a ring is plugged in or switched
/// on or another program ends.
const fn can_change(why: &Error) -> bool {
    match why {
        Error::Timeout { .. } => true,
        Error::Link { fault, .. } => !matches!(
            fault,
            LinkError::BadAddress(_) | LinkError::NoRecording(_) | LinkError::OnlyARecording
        ),
        Error::Refused(_) | Error::Incompatible(_) => false,
    }
}

/// Refuses a request of the page, whose sender may have gone.
fn refuse(request: SourceRequest, why: &str) {
    let why = SourceError(why.into());
    let _ = match request {
        SourceRequest::Command(_, reply) => reply.send(Err(why)).is_ok(),
        SourceRequest::Capture(_, reply) => reply.send(Err(why)).is_ok(),
    };
}

/// Ring that is being followed.
struct FollowedRing<'a> {
    client: Client<Box<dyn Transport>>,
    handle: &'a mut SourceHandle,
    archive: CaptureStore,
    /// Number of the journal line that was due when the connection broke.
    missing: Option<u32>,
    /// Numbers of the lines whose captures must be fetched.
    decided: VecDeque<u32>,
    /// Capture being fetched: request number and line.
    coming: Option<(u16, u32)>,
    /// Commands of people that wait for a response, by request number.
    open: Vec<(u16, oneshot::Sender<Result<RequestResult, SourceError>>)>,
    /// Cards that name the players.
    cards: &'a [Card],
    people: MatchPeople,
}

impl<'a> FollowedRing<'a> {
    fn new(
        mut client: Client<Box<dyn Transport>>,
        handle: &'a mut SourceHandle,
        cards: &'a [Card],
    ) -> Self {
        client.set_patience(Duration::MAX);
        Self {
            client,
            handle,
            archive: CaptureStore::new(BoardId::Ring),
            missing: None,
            decided: VecDeque::new(),
            coming: None,
            open: Vec::new(),
            cards,
            people: MatchPeople::of_user(None),
        }
    }

    fn run(mut self, hub_failure: &HubFailure) -> Result<(), String> {
        while !self.handle.is_closed() {
            check(hub_failure)?;
            // A recording at its end can still be viewed.
            let is_over = self.client.is_over();
            self.serve(if is_over { TURN } else { GLANCE });
            let (mut wait, mut is_changed) = (TURN, false);
            while let Some(update) = self.client.next(wait).map_err(|why| why.to_string())? {
                is_changed |= self.on_update(update);
                wait = Duration::ZERO;
            }
            if is_changed {
                self.handle.now(self.client.state());
            }
            self.fetch();
        }
        Ok(())
    }

    /// Handles an update and returns whether it changes the state that is shown.
    fn on_update(&mut self, update: ClientUpdate) -> bool {
        match update {
            ClientUpdate::Line(followed) => {
                self.decided.extend(CaptureStore::decided(&followed));
                if let Some(people) = self.people.of_line(&followed.line) {
                    self.handle.page.set_people(people);
                }
                self.handle.line(&followed);
                true
            }
            ClientUpdate::Message(message) => self.on_message(&message),
            ClientUpdate::Response(id, outcome) => {
                self.answered(id, outcome);
                false
            }
            ClientUpdate::Lost(why) => {
                self.lost(&why);
                false
            }
            ClientUpdate::Void(_) => {
                self.start_over();
                false
            }
            ClientUpdate::FollowFailed(_) | ClientUpdate::Back => false,
        }
    }

    fn on_message(&mut self, message: &RingMessage) -> bool {
        self.archive.on_message(message);
        match message {
            RingMessage::Hello(hello) => self.greeted(hello.next),
            RingMessage::Info(info) => self.about(info),
            RingMessage::Calibration(stored) => {
                let hello = self.client.hello();
                let board = hello.map_or(BoardId::Ring, |hello| hello.board);
                if let Ok(calibration) = stored.clone().open(Profile::of(board)) {
                    self.archive.calibrate(calibration);
                }
            }
            RingMessage::Capture {
                seq,
                offset,
                total,
                bytes,
            } => {
                let ends = bytes.is_empty() || offset + bytes.len() as u32 >= *total;
                self.coming = self.coming.filter(|coming| coming.1 != *seq || !ends);
            }
            RingMessage::Waiting(_) | RingMessage::Health { .. } => return true,
            _ => {}
        }
        false
    }

    /// Handles the ring's `Hello`, in which `next` is the next line it will write: requests
    /// everything that is shown.
    fn greeted(&mut self, next: u32) {
        self.handle.link(None);
        // The missing line does not exist there: it is another ring, or its journal was
        // erased.
        let is_other = self.missing.take().is_some_and(|line| line > next);
        if is_other {
            self.decided.clear();
            self.archive = CaptureStore::new(BoardId::Ring);
        }
        self.ask_info();
        self.client.send(Request::Calibration);
        let streams: Streams = [WatchStream::Waiting, WatchStream::Health]
            .into_iter()
            .collect();
        self.client.send(Request::Watch(streams));
        if is_other || self.client.cursor().is_none() {
            self.client.send(Request::Follow(FollowFrom::Match));
        }
    }

    /// Requests the facts and the match anew, because lines that are shown are void.
    fn start_over(&mut self) {
        self.decided.clear();
        self.archive = CaptureStore::new(BoardId::Ring);
        self.ask_info();
        self.client.send(Request::Calibration);
        self.client.send(Request::Follow(FollowFrom::Match));
    }

    /// Asks the ring about itself, and waits: its matches are named by its identity, and a
    /// hub sends lines sooner than it answers. A recording need not hold the answer.
    fn ask_info(&mut self) {
        if let Ok(info) = self.client.info() {
            self.about(&info);
        }
    }

    fn about(&mut self, info: &Info) {
        self.people.identity = Some(info.identity.clone());
        self.handle.page.about(&MatchInfo {
            board: info.settings.board,
            dimensions: info.settings.dimensions,
            origin: self.client.line().place(),
            cards: self.cards,
            lights: false,
        });
    }

    fn answered(&mut self, id: u16, outcome: Response) {
        let is_coming = self.coming.is_some_and(|coming| coming.0 == id);
        if is_coming && matches!(outcome, Response::Refused(_)) {
            self.coming = None;
        }
        let Some(at) = self.open.iter().position(|open| open.0 == id) else {
            return;
        };
        let (_, reply) = self.open.swap_remove(at);
        // The request that asked may have been cancelled.
        let _ = reply.send(match outcome {
            Response::Done | Response::From { .. } => Ok(RequestResult::Done),
            Response::TouchNeeded(touch) => Ok(RequestResult::TouchNeeded(touch)),
            Response::Refused(RequestError::Declined(declined)) => {
                Err(self.handle.refusal(self.client.state(), &declined))
            }
            Response::Refused(why) => Err(SourceError(why.to_string())),
        });
    }

    /// Requests the capture of the next decision.
    fn fetch(&mut self) {
        if self.coming.is_none()
            && !self.client.is_away()
            && let Some(seq) = self.decided.pop_front()
        {
            self.archive.expect(seq);
            let id = self.client.send(Request::Capture { seq, offset: 0 });
            self.coming = Some((id, seq));
        }
    }

    /// Waits up to `patience` for a request of the page and serves it.
    fn serve(&mut self, patience: Duration) {
        match self.handle.next_request(patience) {
            Some(SourceRequest::Command(command, reply)) => {
                let refusal = if self.client.is_over() {
                    "a recording takes no commands: serve a ring with --ring"
                } else if self.client.is_away() {
                    "the ring is disconnected: plug it in again"
                } else {
                    let id = self.client.send(Request::Command(command));
                    self.open.push((id, reply));
                    return;
                };
                // The request that asked may have been cancelled.
                let _ = reply.send(Err(SourceError(refusal.into())));
            }
            Some(SourceRequest::Capture(seq, reply)) => {
                let _ = reply.send(self.archive.picture(seq).map_err(SourceError));
            }
            None => {}
        }
    }

    /// Handles the start of an outage, which the client tries to end.
    fn lost(&mut self, why: &Error) {
        self.handle.link(Some(&why.to_string()));
        // A capture that broke off is fetched again.
        self.decided.extend(self.coming.take().map(|(_, seq)| seq));
        self.missing = self.client.cursor().or(self.missing);
        for (_, reply) in self.open.drain(..) {
            let sentence = "connection lost: check at the ring whether the command arrived";
            let _ = reply.send(Err(SourceError(sentence.into())));
        }
    }
}
