//! One ring, many programs through a hub.

use super::playing_ring::PlayingRing;
use host_tools::hub::Hub;
use host_tools::hub::listener::Listeners;
use ring_client::transport::Tcp;
use ring_client::{Address, Client, ClientUpdate, Error};
use rules_core::referee::{JournalLine, LineContent, Record};
use rules_core::wire::message::{FollowFrom, Request, Streams, WatchStream};
use rules_core::wire::{FRAME_MAX, HostHello, HostMessage, PROTOCOL, RequestError, encode};
use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Hub in this process.
pub struct RunningHub {
    /// Address on loopback, `HOST:PORT`.
    pub address: String,
    closing: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl RunningHub {
    pub fn start(ring: &str) -> Self {
        let listeners = Listeners::open(Some("127.0.0.1:0".parse().unwrap())).unwrap();
        let address = listeners.tcp_address().unwrap().to_string();
        let closing = Arc::new(AtomicBool::new(false));
        let (ring, closes) = (Address::parse(ring).unwrap(), closing.clone());
        let thread = thread::spawn(move || {
            let is_closed = || closes.load(Ordering::Relaxed);
            Hub::new(listeners).run(&ring, is_closed, |_| {}).unwrap();
        });
        Self {
            address,
            closing,
            thread: Some(thread),
        }
    }

    /// Connects a program, and waits until the hub has its ring.
    pub fn connect(&self) -> Client<Tcp> {
        let until = Instant::now() + Duration::from_secs(10);
        loop {
            match Tcp::open(&self.address).and_then(Client::connect) {
                Ok(mut client) => {
                    client.set_patience(Duration::from_secs(20));
                    return client;
                }
                Err(why) => assert!(Instant::now() < until, "{why}"),
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for RunningHub {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Follows a journal to line `last`, with a pause after each line.
fn follow(
    client: &mut Client<Tcp>,
    last: impl Fn() -> Option<u32>,
    pause: Duration,
) -> Vec<JournalLine> {
    client.follow(FollowFrom::Line(1)).unwrap();
    let mut lines: Vec<JournalLine> = Vec::new();
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(ClientUpdate::Line(line)) = client.next(Duration::from_millis(20)).unwrap() {
            lines.push(line.line);
            thread::sleep(pause);
        }
        let seen = lines.last().map_or(0, |line| line.seq);
        if last().is_some_and(|last| seen >= last) {
            return lines;
        }
        assert!(Instant::now() < until, "only line {seen} came");
    }
}

/// Sends what no program should: noise, half frames, unknown requests, a flood of good
/// ones, and never reads.
fn hostile(address: &str, is_over: &AtomicBool) -> u32 {
    let mut attempts = 0;
    while !is_over.load(Ordering::Relaxed) {
        attempts += 1;
        let Ok(mut socket) = TcpStream::connect(address) else {
            continue;
        };
        let _ = socket.set_write_timeout(Some(Duration::from_millis(200)));
        let frame = |message: &HostMessage| {
            let payload = postcard::to_allocvec(message).unwrap();
            encode(&payload, &mut [0; FRAME_MAX]).unwrap().to_vec()
        };
        let mut bytes = match attempts % 3 {
            0 => (0..20_000_u32).map(|n| (n * 7 % 251) as u8).collect(),
            _ => frame(&HostMessage::Hello(HostHello { protocol: PROTOCOL })),
        };
        for id in 0..400_u16 {
            let ask = match id % 4 {
                0 => Request::Follow(FollowFrom::Line(1)),
                1 => Request::Capture { seq: 1, offset: 0 },
                2 => Request::Info,
                _ => Request::Watch(Streams::of(WatchStream::Waiting)),
            };
            bytes.extend(frame(&HostMessage::Request(id, ask)));
        }
        let _ = socket.write_all(&bytes);
        thread::sleep(Duration::from_millis(50));
    }
    attempts
}

#[test]
fn twelve_programs_share_a_whole_match_and_every_honest_one_has_all_of_it() {
    let ring = PlayingRing::start(11, 1, Duration::from_millis(10));
    let hub = RunningHub::start(&ring.address);
    let is_over = AtomicBool::new(false);
    let last = || {
        is_over
            .load(Ordering::Relaxed)
            .then(|| ring.next_line() - 1)
    };
    let journals: Vec<Vec<JournalLine>> = thread::scope(|scope| {
        // Eleven follow, two of them slowly, and the twelfth is hostile.
        let programs: Vec<_> = (0..11)
            .map(|n| {
                let pause = Duration::from_millis(if n < 2 { 15 } else { 0 });
                let (hub, last) = (&hub, &last);
                scope.spawn(move || {
                    let mut client = hub.connect();
                    if n % 3 == 0 {
                        client.watch(Streams::of(WatchStream::Waiting)).unwrap();
                    }
                    follow(&mut client, last, pause)
                })
            })
            .collect();
        let hostile = scope.spawn(|| hostile(&hub.address, &is_over));
        // Requests go on beside all that.
        let mut asking = hub.connect();
        assert!(asking.info().unwrap().next >= 1);
        ring.wait(Duration::from_secs(60));
        assert!(asking.matches().unwrap().len() == 1);
        is_over.store(true, Ordering::Relaxed);
        assert!(hostile.join().unwrap() > 1);
        programs
            .into_iter()
            .map(|program| program.join().unwrap())
            .collect()
    });
    let whole = &journals[0];
    assert_eq!(whole.len() as u32, ring.next_line() - 1);
    assert!(
        whole.len() > 50,
        "a match has more lines than {}",
        whole.len()
    );
    for journal in &journals {
        assert_eq!(journal, whole);
    }
}

#[test]
fn a_ring_that_restarts_is_shared_with_its_whole_journal() {
    let ring = PlayingRing::start(8, 2, Duration::from_millis(10));
    let hub = RunningHub::start(&ring.address);
    let mut early = hub.connect();
    early.follow(FollowFrom::Line(1)).unwrap();
    for _ in 0..4 {
        thread::sleep(Duration::from_millis(300));
        ring.cut();
    }
    ring.wait(Duration::from_secs(60));
    let last = ring.next_line() - 1;
    let journal = follow(&mut hub.connect(), || Some(last), Duration::ZERO);
    assert_eq!(journal.len() as u32, last);
    // Who was there before the power cuts has them all as well, each once.
    let (mut seqs, until) = (Vec::new(), Instant::now() + Duration::from_secs(20));
    while seqs.last() != Some(&last) && Instant::now() < until {
        match early.next(Duration::from_millis(50)).unwrap() {
            Some(ClientUpdate::Line(line)) => seqs.push(line.line.seq),
            Some(ClientUpdate::Void(lines)) => seqs.retain(|seq| *seq < lines.from()),
            _ => {}
        }
    }
    assert_eq!(seqs, (1..=last).collect::<Vec<_>>());
}

#[test]
fn answers_of_two_programs_at_once_are_decided_once() {
    let ring = PlayingRing::start(5, 1, Duration::from_millis(10));
    let hub = RunningHub::start(&ring.address);
    thread::sleep(Duration::from_millis(300));
    ring.pause(true);
    // After a power cut the ring asks.
    ring.cut();
    let mut asking = [hub.connect(), hub.connect()];
    let question = {
        let client = &mut asking[0];
        client.catch_up().unwrap();
        let until = Instant::now() + Duration::from_secs(10);
        loop {
            let session = client.session();
            if let Some(question) = session.and_then(|session| session.question()) {
                break question.clone();
            }
            assert!(Instant::now() < until, "the ring does not ask");
            let _ = client.next(Duration::from_millis(20));
        }
    };
    // The two do not agree.
    let number = question.number;
    let choices = [question.choices[0], question.choices[1]];
    let before = ring.next_line();
    let results: Vec<Result<(), Error>> = thread::scope(|scope| {
        let answering: Vec<_> = asking
            .iter_mut()
            .zip(choices)
            .map(|(client, choice)| scope.spawn(move || client.answer(number, choice)))
            .collect();
        // After a power cut an answer needs a touch, once the ring has shown it; a long one
        // if it sets the match aside.
        thread::sleep(Duration::from_millis(1_200));
        ring.hold();
        answering.into_iter().map(|it| it.join().unwrap()).collect()
    });
    let done = results.iter().filter(|result| result.is_ok()).count();
    assert_eq!(done, 1, "{results:?}");
    let refused = |result: &Result<(), Error>| {
        let is = matches!(
            result,
            Err(Error::Refused(
                RequestError::Declined(_) | RequestError::Busy
            ))
        );
        is
    };
    assert!(results.iter().any(refused), "{results:?}");
    // The journal has one answer, that of the one who was not refused.
    let last = ring.next_line() - 1;
    let journal = follow(&mut hub.connect(), || Some(last), Duration::ZERO);
    let answers = journal.iter().filter(|line| line.seq >= before);
    let answers = answers.filter_map(|line| match &line.body.line {
        LineContent::Record(Record::Answer(choice)) => Some(*choice),
        _ => None,
    });
    let taken = results.iter().position(Result::is_ok).unwrap();
    assert_eq!(answers.collect::<Vec<_>>(), [choices[taken]]);
}

#[test]
fn a_hub_serves_this_computer_only() {
    let why = Listeners::open(Some("192.0.2.1:7070".parse().unwrap())).unwrap_err();
    assert!(
        why.starts_with("192.0.2.1:7070 is not on loopback"),
        "{why}"
    );
}
