//! What can be asked of a ring, one method each.

use super::connection::Client;
use super::error::{Error, Fault};
use super::transport::Transport;
use rules_core::lights::Spot;
use rules_core::referee::record::Begin;
use rules_core::referee::{By, Choice, Command, Game, Play, Policies, Waiting};
use rules_core::sensing::calibration::migration::Stored;
use rules_core::sensing::sensor::{Sensor, Trouble};
use rules_core::wire::message::{
    Ask, Calibrate, Calibrating, From, Info, Restart, Settings, Stream, Streams,
};
use rules_core::wire::{FromRing, Refusal};
use std::time::{Duration, Instant};

/// How long the journal may take to come.
const CATCH_UP: Duration = Duration::from_secs(10);

/// How long a step of the calibration may take: a second of measuring, which an
/// emulated ring needs several for.
const MEASURED: Duration = Duration::from_secs(20);

/// Where a match stands in the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchLines {
    /// Its first line.
    pub begin: u32,
    /// Its last one.
    pub last: u32,
}

/// What is asked for to begin a match: its cards one by one, then the game.
#[must_use]
pub fn to_begin(game: &Game, policies: Policies) -> Vec<Ask> {
    let kits = game.kits().into_iter().flat_map(|kits| kits.iter());
    let cards = kits.map(|(seat, kit)| Ask::Kit(seat, kit.clone()));
    let begin = Ask::Begin(Begin {
        opening: game.opening(),
        policies,
        asked: 0,
    });
    cards.chain([begin]).collect()
}

impl<T: Transport> Client<T> {
    /// Facts about the ring.
    ///
    /// # Errors
    /// What the line does, or why the ring refuses. So for all of these.
    pub fn info(&mut self) -> Result<Info, Error> {
        self.fetch(&Ask::Info, "about itself", |message| match message {
            FromRing::Info(info) => Some(*info),
            _ => None,
        })
    }

    /// Follows the journal from there on. What is gone already is replaced by
    /// how it stands now.
    ///
    /// # Errors
    /// As above.
    pub fn follow(&mut self, from: From) -> Result<(), Error> {
        self.await_line()?;
        let id = self.side.follow(from);
        match self.await_answer(id, &Ask::Follow(from)) {
            Ok(_) | Err(Error::Refused(Refusal::Gone { .. } | Refusal::Ahead { .. })) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Follows the running match, or the last one, from its beginning, and
    /// waits until it has caught up.
    ///
    /// # Errors
    /// As above.
    pub fn catch_up(&mut self) -> Result<(), Error> {
        self.follow(From::Match)?;
        let next = self.side.hello().map_or(0, |hello| hello.next);
        let until = Instant::now() + CATCH_UP;
        let mut again = true;
        loop {
            let there = self.side.cursor().is_some_and(|cursor| cursor >= next);
            if self.line.is_over() || (there && self.side.session().is_some()) {
                return Ok(());
            }
            // Its beginning is gone: how it stands has to do.
            if there && again {
                again = false;
                self.follow(From::Now)?;
            }
            if Instant::now() >= until {
                return Err(self.timeout("with the journal"));
            }
            self.pump(Duration::from_millis(20))?;
        }
    }

    /// Watches these streams and no others.
    ///
    /// # Errors
    /// As above.
    pub fn watch(&mut self, streams: Streams) -> Result<(), Error> {
        self.streams = streams;
        self.ask(Ask::Watch(streams)).map(drop)
    }

    /// What is waited for.
    ///
    /// # Errors
    /// As above.
    pub fn waiting(&mut self) -> Result<Waiting, Error> {
        let of = |message: &FromRing| match message {
            FromRing::Waiting(waiting) => Some(waiting.clone()),
            _ => None,
        };
        while self.take(of).is_some() {}
        self.streams = self.streams.with(Stream::Waiting);
        self.fetch(&Ask::Watch(self.streams), "what it waits for", of)
    }

    /// The sensors in trouble.
    ///
    /// # Errors
    /// As above.
    pub fn health(&mut self) -> Result<Vec<(Sensor, Trouble)>, Error> {
        let of = |message: &FromRing| match message {
            FromRing::Health {
                before,
                last,
                troubles,
            } => Some((*before, *last, troubles.clone())),
            _ => None,
        };
        while self.take(of).is_some() {}
        self.watch(self.streams.with(Stream::Health))?;
        let mut all = Vec::new();
        loop {
            let (before, last, troubles) = self.expect("about its sensors", of)?;
            if before == 0 {
                all.clear();
            }
            all.extend(troubles);
            if last {
                return Ok(all);
            }
        }
    }

    /// Begins a match.
    ///
    /// # Errors
    /// As above.
    pub fn begin(&mut self, game: &Game, policies: Policies) -> Result<(), Error> {
        for ask in to_begin(game, policies) {
            self.ask(ask)?;
        }
        Ok(())
    }

    /// Begins the last match again.
    ///
    /// # Errors
    /// As above.
    pub fn again(&mut self) -> Result<(), Error> {
        self.ask(Ask::Again).map(drop)
    }

    /// Tells the referee something.
    ///
    /// # Errors
    /// As above.
    pub fn command(&mut self, command: Command) -> Result<(), Error> {
        self.ask(Ask::Command(command)).map(drop)
    }

    /// Says that something happened.
    ///
    /// # Errors
    /// As above.
    pub fn declare(&mut self, play: Play) -> Result<(), Error> {
        self.command(Command::Declare(play, By::Host))
    }

    /// Answers the question with this number.
    ///
    /// # Errors
    /// As above.
    pub fn answer(&mut self, question: u16, choice: Choice) -> Result<(), Error> {
        self.command(Command::Answer(question, choice))
    }

    /// Takes the last step back.
    ///
    /// # Errors
    /// As above.
    pub fn undo(&mut self) -> Result<(), Error> {
        self.command(Command::Undo)
    }

    /// Makes it again.
    ///
    /// # Errors
    /// As above.
    pub fn redo(&mut self) -> Result<(), Error> {
        self.command(Command::Redo)
    }

    /// Breaks the match off.
    ///
    /// # Errors
    /// As above.
    pub fn abort(&mut self) -> Result<(), Error> {
        self.command(Command::Abort)
    }

    /// The lines there is evidence for.
    ///
    /// # Errors
    /// As above.
    pub fn proofs(&mut self) -> Result<Vec<u32>, Error> {
        self.fetch(
            &Ask::Proofs,
            "what evidence there is",
            |message| match message {
                FromRing::Proofs(lines) => Some(lines.to_vec()),
                _ => None,
            },
        )
    }

    /// The evidence of a line, all of it. Asked once, a ring sends piece after
    /// piece; after the line broke it is asked for the rest.
    ///
    /// # Errors
    /// As above.
    pub fn proof(&mut self, line: u32) -> Result<Vec<u8>, Error> {
        let mut all: Vec<u8> = Vec::new();
        let mut asked = None;
        loop {
            let at = u32::try_from(all.len()).unwrap_or(u32::MAX);
            if asked != Some(self.breaks) {
                self.ask(Ask::Proof {
                    seq: line,
                    offset: at,
                })?;
                asked = Some(self.breaks);
            }
            let piece = self.expect("with the evidence", |message| match message {
                FromRing::Proof {
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

    /// The calibration in use.
    ///
    /// # Errors
    /// As above.
    pub fn calibrated(&mut self) -> Result<Stored, Error> {
        self.fetch(
            &Ask::Calibrated,
            "with its calibration",
            |message| match message {
                FromRing::Calibrated(stored) => Some(stored.clone()),
                _ => None,
            },
        )
    }

    /// The matches in the journal, oldest first.
    ///
    /// # Errors
    /// As above.
    pub fn matches(&mut self) -> Result<Vec<MatchLines>, Error> {
        self.ask(Ask::Matches)?;
        let mut all = Vec::new();
        loop {
            let (begin, last) = self.expect("which matches it has", |message| match message {
                FromRing::Match { begin, last } => Some((*begin, *last)),
                _ => None,
            })?;
            if last < begin {
                return Ok(all);
            }
            all.push(MatchLines { begin, last });
        }
    }

    /// Takes a step of the guided calibration; how it stands then.
    ///
    /// # Errors
    /// As above.
    pub fn calibrate(&mut self, step: Calibrate) -> Result<Calibrating, Error> {
        self.ask(Ask::Calibrate(step))?;
        self.calibrating()
    }

    /// The next thing the ring says about its calibration.
    ///
    /// # Errors
    /// As above.
    pub fn calibrating(&mut self) -> Result<Calibrating, Error> {
        self.expect_within(MEASURED, "about its calibration", |message| match message {
            FromRing::Calibration(calibrating) => Some(*calibrating),
            _ => None,
        })
    }

    /// Uses these settings from now on.
    ///
    /// # Errors
    /// As above.
    pub fn configure(&mut self, settings: Settings) -> Result<(), Error> {
        self.ask(Ask::Configure(settings)).map(drop)
    }

    /// Lets a place blink.
    ///
    /// # Errors
    /// As above.
    pub fn identify(&mut self, spot: Spot) -> Result<(), Error> {
        self.ask(Ask::Identify(spot)).map(drop)
    }

    /// Restarts the ring. A line that breaks before the answer came is an answer.
    ///
    /// # Errors
    /// As above.
    pub fn restart(&mut self, how: Restart) -> Result<(), Error> {
        match self.ask(Ask::Restart(how)) {
            Err(Error::Link {
                fault: Fault::Lost | Fault::LostWhileTelling,
                ..
            }) => Ok(()),
            other => other.map(drop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::Fault;
    use super::super::transport::{Process, Transport};
    use super::{Ask, Client, Duration, FromRing};
    use rules_core::board::Name;
    use rules_core::wire::{Deframer, FRAME_MAX, FromHost, Outcome, encode};
    use serde::Serialize;
    use std::collections::VecDeque;

    /// A ring in this process that has evidence, which it sends piece after piece.
    #[derive(Debug)]
    struct Witness {
        process: Process,
        proof: Vec<u8>,
        deframer: Deframer,
        outgoing: VecDeque<Vec<u8>>,
        /// From where on it was asked for the evidence.
        asked: Vec<u32>,
        /// The line breaks after so many messages more about it.
        holds: Option<usize>,
    }

    fn frame(message: &impl Serialize) -> Vec<u8> {
        let payload = postcard::to_allocvec(message).unwrap();
        encode(&payload, &mut [0; FRAME_MAX]).unwrap().to_vec()
    }

    impl Witness {
        fn hear(&mut self, message: FromHost) {
            let FromHost::Ask(id, Ask::Proof { seq, offset }) = message else {
                self.process.send(&frame(&message)).unwrap();
                return;
            };
            self.asked.push(offset);
            let answer = FromRing::Answer(id, Outcome::Done);
            self.outgoing.push_back(frame(&answer));
            let (mut offset, total) = (offset, self.proof.len() as u32);
            for piece in self.proof[offset as usize..].chunks(500) {
                let bytes = piece.iter().copied().collect();
                self.outgoing.push_back(frame(&FromRing::Proof {
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

        fn send(&mut self, bytes: &[u8]) -> Result<(), Fault> {
            let mut heard = Vec::new();
            self.deframer.push(bytes, |payload| {
                heard.push(postcard::from_bytes(payload).unwrap());
            });
            heard.into_iter().for_each(|message| self.hear(message));
            Ok(())
        }

        fn receive(&mut self, bytes: &mut Vec<u8>, wait: Duration) -> Result<(), Fault> {
            let Some(frame) = self.outgoing.pop_front() else {
                return self.process.receive(bytes, wait);
            };
            match self.holds.as_mut() {
                Some(0) => {
                    self.holds = None;
                    self.outgoing.clear();
                    return Err(Fault::Lost);
                }
                Some(left) => *left -= 1,
                None => {}
            }
            bytes.extend(frame);
            Ok(())
        }

        fn reopen(&mut self) -> Result<(), Fault> {
            self.process.reopen()
        }
    }

    /// From where on a ring was asked for evidence of so many bytes.
    fn asked(length: usize, holds: Option<usize>) -> Vec<u32> {
        let proof: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
        let witness = Witness {
            process: Process::new(Name::Ring),
            proof: proof.clone(),
            deframer: Deframer::new(),
            outgoing: VecDeque::new(),
            asked: Vec::new(),
            holds,
        };
        let mut client = Client::connect(witness).unwrap();
        client.set_patience(Duration::from_secs(5));
        assert_eq!(client.proof(7), Ok(proof));
        client.line().asked.clone()
    }

    #[test]
    fn evidence_is_asked_for_once_however_many_pieces_it_has() {
        assert_eq!(asked(499, None), [0]);
        assert_eq!(asked(2_345, None), [0]);
    }

    #[test]
    fn the_rest_of_the_evidence_is_asked_for_after_the_line_broke() {
        // The answer and two pieces have come.
        assert_eq!(asked(2_345, Some(3)), [0, 1_000]);
    }
}
