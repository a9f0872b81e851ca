//! Requests to a ring: one method of the client for each.

use super::connection::Client;
use super::error::{Error, LinkError};
use super::transport::Transport;
use host_core::requests::to_begin;
use rules_core::lights::Spot;
use rules_core::referee::{AnyAction, AnyGame, Choice, Command, Policies, Speaker, Waiting};
use rules_core::sensing::calibration::migration::StoredCalibration;
use rules_core::sensing::frame::CurtainRead;
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::wire::message::{
    CalibrationCommand, CalibrationStatus, FollowFrom, Info, Request, RestartMode, Settings,
    Streams, StrokeCommand, WatchStream,
};
use rules_core::wire::{RequestError, RingMessage, RingName};
use std::time::{Duration, Instant};

/// Longest wait for the journal lines in `catch_up`.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(10);

/// Longest wait for a calibration step. Measuring takes a second on the device, and
/// several on an emulated ring.
const CALIBRATION_TIMEOUT: Duration = Duration::from_secs(20);

/// Range of the journal lines of one match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchLines {
    /// Number of the first line of the match.
    pub begin: u32,
    /// Number of the last line of the match.
    pub last: u32,
}

impl<T: Transport> Client<T> {
    /// Requests message counts, journal numbers, flash state and settings of the ring.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses,
    /// `Error::Timeout` if it does not answer. The same holds for every request below.
    pub fn info(&mut self) -> Result<Info, Error> {
        self.fetch(&Request::Info, "about itself", |message| match message {
            RingMessage::Info(info) => Some(info.clone()),
            _ => None,
        })
    }

    /// Follows the journal from `from` on. Lines that the ring no longer has are replaced
    /// by a snapshot of the present state.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn follow(&mut self, from: FollowFrom) -> Result<(), Error> {
        match self.request(Request::Follow(from)) {
            Ok(_) | Err(Error::Refused(RequestError::Gone { .. } | RequestError::Ahead { .. })) => {
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Follows the running match, or else the last one, from its first line, and waits
    /// until its state is known.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn catch_up(&mut self) -> Result<(), Error> {
        self.follow(FollowFrom::Match)?;
        let next = self.side.hello().map_or(0, |hello| hello.next);
        let until = Instant::now() + CATCH_UP_TIMEOUT;
        let mut again = true;
        loop {
            let there = self.side.cursor().is_some_and(|cursor| cursor >= next);
            if self.line.is_over() || (there && self.side.session().is_some()) {
                return Ok(());
            }
            // The first lines are gone: a snapshot of the present state replaces them.
            if there && again {
                again = false;
                self.follow(FollowFrom::Now)?;
            }
            if Instant::now() >= until {
                return Err(self.timeout("with the journal"));
            }
            self.pump(Duration::from_millis(20))?;
        }
    }

    /// Subscribes to these streams and to no others.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn watch(&mut self, streams: Streams) -> Result<(), Error> {
        self.request(Request::Watch(streams)).map(drop)
    }

    /// Requests the state that the referee waits for.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn waiting(&mut self) -> Result<Waiting, Error> {
        let of = |message: &RingMessage| match message {
            RingMessage::Waiting(waiting) => Some(waiting.clone()),
            _ => None,
        };
        while self.take_message(of).is_some() {}
        let streams = self.streams.with(WatchStream::Waiting);
        self.fetch(&Request::Watch(streams), "what it waits for", of)
    }

    /// Requests the present sensor faults.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn health(&mut self) -> Result<Vec<(Sensor, SensorFault)>, Error> {
        let of = |message: &RingMessage| match message {
            RingMessage::Health { last, .. } => Some(*last),
            _ => None,
        };
        while self.take_message(of).is_some() {}
        self.watch(self.streams.with(WatchStream::Health))?;
        // The list arrives in pieces.
        while !self.expect("about its sensors", of)? {}
        Ok(self.state().faults().to_vec())
    }

    /// Begins a match: sends its cards, then the game.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn begin(&mut self, game: &AnyGame, policies: Policies) -> Result<(), Error> {
        for ask in to_begin(game, policies) {
            self.request(ask)?;
        }
        Ok(())
    }

    /// Begins the last match again, with the same set-up.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn rematch(&mut self) -> Result<(), Error> {
        self.request(Request::Rematch).map(drop)
    }

    /// Sends a command to the referee.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn command(&mut self, command: Command) -> Result<(), Error> {
        self.request(Request::Command(command)).map(drop)
    }

    /// Declares a play to the referee.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn declare(&mut self, play: AnyAction) -> Result<(), Error> {
        self.command(Command::Declare(play, Speaker::Host))
    }

    /// Answers the question with this number.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn answer(&mut self, question: u16, choice: Choice) -> Result<(), Error> {
        self.command(Command::Answer(question, choice))
    }

    /// Undoes the last step of the match.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn undo(&mut self) -> Result<(), Error> {
        self.command(Command::Undo)
    }

    /// Redoes the last undone step of the match.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn redo(&mut self) -> Result<(), Error> {
        self.command(Command::Redo)
    }

    /// Aborts the running match.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn abort(&mut self) -> Result<(), Error> {
        self.command(Command::Abort)
    }

    /// Requests the numbers of the journal lines that have a capture.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn captures(&mut self) -> Result<Vec<u32>, Error> {
        self.fetch(
            &Request::Captures,
            "what evidence there is",
            |message| match message {
                RingMessage::Captures(lines) => Some(lines.to_vec()),
                _ => None,
            },
        )
    }

    /// Fetches the whole capture of a journal line. One request makes the ring send all
    /// pieces; after an outage the client requests the rest.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn capture(&mut self, line: u32) -> Result<Vec<u8>, Error> {
        let mut all: Vec<u8> = Vec::new();
        let mut asked = None;
        loop {
            let at = u32::try_from(all.len()).unwrap_or(u32::MAX);
            if asked != Some(self.breaks) {
                self.request(Request::Capture {
                    seq: line,
                    offset: at,
                })?;
                asked = Some(self.breaks);
            }
            let piece = self.expect("with the evidence", |message| match message {
                RingMessage::Capture {
                    seq,
                    offset,
                    total,
                    bytes,
                } if (*seq, *offset) == (line, at) => Some((*total, bytes.clone())),
                _ => None,
            });
            let (total, bytes) = match piece {
                Err(Error::Timeout { .. }) if asked != Some(self.breaks) => continue,
                piece => piece?,
            };
            all.extend(&bytes);
            if bytes.is_empty() || all.len() as u64 >= u64::from(total) {
                return Ok(all);
            }
        }
    }

    /// Requests the calibration in use.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn calibrated(&mut self) -> Result<StoredCalibration, Error> {
        self.fetch(
            &Request::Calibration,
            "with its calibration",
            |message| match message {
                RingMessage::Calibration(stored) => Some(stored.clone()),
                _ => None,
            },
        )
    }

    /// Requests the matches in the journal, oldest first.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn matches(&mut self) -> Result<Vec<MatchLines>, Error> {
        self.request(Request::Matches)?;
        let mut all = Vec::new();
        loop {
            let (begin, last) = self.expect("which matches it has", |message| match message {
                RingMessage::Match { begin, last } => Some((*begin, *last)),
                _ => None,
            })?;
            if last < begin {
                return Ok(all);
            }
            all.push(MatchLines { begin, last });
        }
    }

    /// Sends a command to the guided calibration, and returns its status afterwards.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn calibrate(&mut self, step: CalibrationCommand) -> Result<CalibrationStatus, Error> {
        self.request(Request::Calibrate(step))?;
        self.calibrating()
    }

    /// Waits for the next status of the guided calibration, for up to 20 s.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn calibrating(&mut self) -> Result<CalibrationStatus, Error> {
        self.expect_within(
            CALIBRATION_TIMEOUT,
            "about its calibration",
            |message| match message {
                RingMessage::CalibrationStatus(calibrating) => Some(*calibrating),
                _ => None,
            },
        )
    }

    /// Sends a command to the rod stroke, and returns the beams that have gone dark so
    /// far, laid out as the bits of a read.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn stroke(&mut self, command: StrokeCommand) -> Result<CurtainRead, Error> {
        self.request(Request::Stroke(command))?;
        self.expect("about its rod stroke", |message| match message {
            RingMessage::Stroke(seen) => Some(*seen),
            _ => None,
        })
    }

    /// Replaces the settings of the ring.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn configure(&mut self, settings: Settings) -> Result<(), Error> {
        self.request(Request::Configure(settings)).map(drop)
    }

    /// Gives the ring a name; an empty one takes its name away.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn name(&mut self, name: RingName) -> Result<(), Error> {
        self.request(Request::Name(name)).map(drop)
    }

    /// Blinks the LEDs at a place of the board for some seconds.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn identify(&mut self, spot: Spot) -> Result<(), Error> {
        self.request(Request::Identify(spot)).map(drop)
    }

    /// Restarts the ring. A connection that breaks before the response counts as success.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn restart(&mut self, how: RestartMode) -> Result<(), Error> {
        match self.request(Request::Restart(how)) {
            Err(Error::Link {
                fault: LinkError::Lost | LinkError::LostDuringRequest,
                ..
            }) => Ok(()),
            other => other.map(drop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Client, Duration, Request, RingMessage};
    use crate::error::LinkError;
    use crate::transport::{InProcess, Transport};
    use rules_core::board::BoardId;
    use rules_core::wire::{Deframer, FRAME_MAX, HostMessage, Response, encode};
    use serde::Serialize;
    use std::collections::VecDeque;

    /// Ring in this process with a capture, which it sends in pieces of 500 bytes.
    #[derive(Debug)]
    struct Witness {
        process: InProcess,
        capture: Vec<u8>,
        deframer: Deframer,
        outgoing: VecDeque<Vec<u8>>,
        /// Offsets at which the capture was requested.
        asked: Vec<u32>,
        /// Number of messages until the connection breaks; `None` if it does not.
        holds: Option<usize>,
    }

    fn frame(message: &impl Serialize) -> Vec<u8> {
        let payload = postcard::to_allocvec(message).unwrap();
        encode(&payload, &mut [0; FRAME_MAX]).unwrap().to_vec()
    }

    impl Witness {
        fn on_message(&mut self, message: HostMessage) {
            let HostMessage::Request(id, Request::Capture { seq, offset }) = message else {
                self.process.send(&frame(&message)).unwrap();
                return;
            };
            self.asked.push(offset);
            let answer = RingMessage::Response(id, Response::Done);
            self.outgoing.push_back(frame(&answer));
            let (mut offset, total) = (offset, self.capture.len() as u32);
            for piece in self.capture[offset as usize..].chunks(500) {
                let bytes = piece.iter().copied().collect();
                self.outgoing.push_back(frame(&RingMessage::Capture {
                    seq,
                    offset,
                    total,
                    bytes,
                }));
                offset += piece.len() as u32;
            }
        }
    }

    impl Transport for Witness {
        fn place(&self) -> String {
            "a witness".into()
        }

        fn send(&mut self, bytes: &[u8]) -> Result<(), LinkError> {
            let mut heard = Vec::new();
            self.deframer.push(bytes, |payload| {
                heard.push(postcard::from_bytes(payload).unwrap());
            });
            heard
                .into_iter()
                .for_each(|message| self.on_message(message));
            Ok(())
        }

        fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), LinkError> {
            let Some(frame) = self.outgoing.pop_front() else {
                return self.process.receive(bytes, wait);
            };
            match self.holds.as_mut() {
                Some(0) => {
                    self.holds = None;
                    self.outgoing.clear();
                    return Err(LinkError::Lost);
                }
                Some(left) => *left -= 1,
                None => {}
            }
            bytes.extend(frame);
            Ok(())
        }

        fn reopen(&mut self) -> Result<(), LinkError> {
            self.process.reopen()
        }
    }

    /// Fetches a capture of `length` bytes and returns the offsets at which it was
    /// requested.
    fn offsets_requested(length: usize, holds: Option<usize>) -> Vec<u32> {
        let capture: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
        let witness = Witness {
            process: InProcess::new(BoardId::Ring),
            capture: capture.clone(),
            deframer: Deframer::new(),
            outgoing: VecDeque::new(),
            asked: Vec::new(),
            holds,
        };
        let mut client = Client::connect(witness).unwrap();
        client.set_patience(Duration::from_secs(5));
        assert_eq!(client.capture(7), Ok(capture));
        client.line().asked.clone()
    }

    #[test]
    fn evidence_is_asked_for_once_however_many_pieces_it_has() {
        assert_eq!(offsets_requested(499, None), [0]);
        assert_eq!(offsets_requested(2_345, None), [0]);
    }

    #[test]
    fn the_rest_of_the_evidence_is_asked_for_after_the_line_broke() {
        // The response and two pieces of 500 bytes arrived before the break.
        assert_eq!(offsets_requested(2_345, Some(3)), [0, 1_000]);
    }
}
