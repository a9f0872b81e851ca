//! The bytes of every message as they are written down. A message that is added
//! needs a line; a line that changes breaks every ring and host out there.
//!
//! `DOHYO_WRITE_GOLDEN=1 cargo test -p dohyo-tests --test records wire_messages` writes
//! the file anew, for who knows what that means.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use dohyo_tests::ring_host::plain;
use rules_core::board::{Dimensions, Name, Profile};
use rules_core::lights::{Setting, Spot};
use rules_core::panel::Volume;
use rules_core::place::{Edge, Facing, Place, Post};
use rules_core::player::Seat;
use rules_core::referee::record::Begin;
use rules_core::referee::waiting::{Next, Unrest};
use rules_core::referee::{
    Body, By, Command, Entry, Evidence, Game, Line, Note, Policies, Record, Seen, Waiting,
};
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::calibration::migration::Stored;
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::frame::CurtainFrame;
use rules_core::sensing::observation::{Observation, What};
use rules_core::sensing::sensor::{Sensor, Trouble};
use rules_core::time::Instant;
use rules_core::wire::hello::{BootReason, Hello, HostHello, PROTOCOL};
use rules_core::wire::message::{
    Calibrate, Calibrating, From, Info, Restart, Settings, Storage, Stream,
};
use rules_core::wire::{Ask, Counts, FromHost, FromRing, Outcome, PAYLOAD_MAX, Refusal};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

fn settings() -> Settings {
    Settings {
        board: Name::Ring,
        dimensions: Dimensions::ASSUMED,
        light: Setting::USUAL,
        sound: Volume::On,
    }
}

/// One of each request.
fn asks() -> Vec<Ask> {
    let game = plain(2);
    let Game::Kabuto(kabuto) = &game else {
        panic!("a plain match is of Kabuto");
    };
    vec![
        Ask::Info,
        Ask::Follow(From::Line(300)),
        Ask::Watch(
            [Stream::Observations, Stream::Waiting]
                .into_iter()
                .collect(),
        ),
        Ask::Kit(Seat::First, kabuto.terms().kits[Seat::First].clone()),
        Ask::Begin(Begin {
            opening: game.opening(),
            policies: Policies::USUAL,
            asked: 0,
        }),
        Ask::Again,
        Ask::Command(Command::Undo),
        Ask::Proofs,
        Ask::Proof {
            seq: 300,
            offset: 1024,
        },
        Ask::Matches,
        Ask::Calibrate(Calibrate::Start),
        Ask::Configure(settings()),
        Ask::Identify(Spot::Post(Post::Three)),
        Ask::Restart(Restart::BootLoader),
        Ask::Calibrated,
    ]
}

/// One of each message of a ring.
fn messages() -> Vec<FromRing> {
    let at = Instant(1_234_567);
    let docked = What::Docked {
        place: Place::Corner(Post::Two),
        facing: Facing::Short,
        certainty: Certainty::FULL,
    };
    vec![
        FromRing::Hello(Hello {
            protocol: PROTOCOL,
            firmware: "0.1.0".try_into().unwrap(),
            board: Name::Ring,
            boot: BootReason::PowerUp,
            next: 300,
        }),
        FromRing::Answer(7, Outcome::Refused(Refusal::Gone { first: 3 })),
        FromRing::Entry(Entry {
            seq: 300,
            body: Body {
                at,
                hash: 0x0123_4567_89ab_cdef,
                line: Line::Record(Record::Note(Note::PowerUp)),
            },
        }),
        FromRing::Seen(Observation { at, what: docked }),
        FromRing::Waiting(Waiting {
            question: Some(3),
            repair: None,
            unrest: Some(Unrest::Until(at)),
            next: Next::Begin,
        }),
        FromRing::Curtain(CurtainFrame {
            index: 50,
            reads: [[1, 2, 3, 4, 5, 6]; 5],
        }),
        FromRing::Hall {
            index: 50,
            sums: [8192, 8190, 12].into_iter().collect(),
        },
        FromRing::Health {
            before: 0,
            last: true,
            troubles: [(Sensor::Lane(Edge::East), Trouble::Slipped)]
                .into_iter()
                .collect(),
        },
        FromRing::Proof {
            seq: 300,
            offset: 0,
            total: 3,
            bytes: [1, 2, 3].into_iter().collect(),
        },
        FromRing::Proofs([300, 301].into_iter().collect()),
        FromRing::Match {
            begin: 10,
            last: 300,
        },
        FromRing::Calibration(Calibrating {
            done: 0,
            steps: 8,
            wants: None,
            refused: None,
        }),
        FromRing::Info(Info {
            frames: Counts::default(),
            unread: 0,
            dropped: 0,
            first: 1,
            next: 301,
            stored: 301,
            storage: Storage::Working,
            settings: settings(),
        }),
        FromRing::Calibrated(Stored::V2(Calibration::nominal(Profile::of(Name::GridHex)))),
    ]
}

/// The name of a message as it stands in the table.
fn name(debug: &str) -> String {
    debug
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap()
        .to_string()
}

/// What each line is to say.
fn lines() -> Vec<(String, Vec<u8>)> {
    let hello = FromHost::Hello(HostHello { protocol: PROTOCOL });
    let mut lines = vec![("host Hello".to_string(), bytes(&hello))];
    for ask in asks() {
        let name = format!("host {}", name(&format!("{ask:?}")));
        lines.push((name, bytes(&FromHost::Ask(7, ask))));
    }
    for message in messages() {
        let name = format!("ring {}", name(&format!("{message:?}")));
        lines.push((name, bytes(&message)));
    }
    lines
}

fn bytes(message: &impl serde::Serialize) -> Vec<u8> {
    postcard::to_allocvec(message).unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[test]
fn messages_become_the_bytes_written_down() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("wire/messages.txt");
    let text: String = lines()
        .iter()
        .map(|(name, bytes)| format!("{name} {}\n", hex(bytes)))
        .collect();
    if std::env::var_os("DOHYO_WRITE_GOLDEN").is_some() {
        let head = "# Payloads of the wire: who sends it, its name, its bytes as hex.\n\
                    # frames.txt says how a payload becomes a frame.\n\n";
        std::fs::write(&path, format!("{head}{text}")).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    let golden: Vec<&str> = golden
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    assert_eq!(text.lines().collect::<Vec<_>>(), golden);
}

#[test]
fn bytes_become_the_messages_again() {
    for ask in asks() {
        let message = FromHost::Ask(7, ask);
        assert_eq!(
            postcard::from_bytes::<FromHost>(&bytes(&message)).unwrap(),
            message
        );
    }
    for message in messages() {
        assert_eq!(
            postcard::from_bytes::<FromRing>(&bytes(&message)).unwrap(),
            message
        );
    }
}

/// The number of a message is its place in the table: none is left out here.
#[test]
fn every_message_is_written_down() {
    let numbers = |first: &dyn Fn(&[u8]) -> u8, all: &[Vec<u8>]| -> BTreeSet<u8> {
        all.iter().map(|bytes| first(bytes)).collect()
    };
    let asks: Vec<Vec<u8>> = asks().iter().map(bytes).collect();
    let messages: Vec<Vec<u8>> = messages().iter().map(bytes).collect();
    for (all, count) in [(&asks, asks.len()), (&messages, messages.len())] {
        let seen = numbers(&|bytes| bytes[0], all);
        assert_eq!(seen, (0..count as u8).collect::<BTreeSet<u8>>());
    }
    // The next number is no message yet: one that is there would miss its fields.
    let missing = |number: usize| {
        let asked = postcard::from_bytes::<Ask>(&[number as u8]).err();
        let told = postcard::from_bytes::<FromRing>(&[number as u8]).err();
        [asked, told].map(|it| it == Some(postcard::Error::DeserializeUnexpectedEnd))
    };
    assert!(missing(messages.len() - 1)[1], "this one has fields");
    assert!(!missing(messages.len())[1], "a message is not written down");
    assert!(!missing(asks.len())[0], "a request is not written down");
    assert!(postcard::from_bytes::<Ask>(&[asks.len() as u8]).is_err());
    assert!(postcard::from_bytes::<FromRing>(&[messages.len() as u8]).is_err());
}

/// The longest there can be, of those that vary.
#[test]
fn every_message_fits_a_frame() {
    let evidence = Evidence {
        at: Instant(u64::MAX),
        seen: Seen::Said(By::Host),
        certainty: Certainty::FULL,
    };
    let longest = [
        bytes(&FromRing::Curtain(CurtainFrame {
            index: u32::MAX,
            reads: [[u32::MAX; 6]; 5],
        })),
        bytes(&FromRing::Hall {
            index: u32::MAX,
            sums: [u16::MAX; 96].into_iter().collect(),
        }),
        bytes(&FromRing::Proof {
            seq: u32::MAX,
            offset: u32::MAX,
            total: u32::MAX,
            bytes: [255; 512].into_iter().collect(),
        }),
        bytes(&FromRing::Proofs([u32::MAX; 64].into_iter().collect())),
        bytes(&FromRing::Entry(Entry {
            seq: u32::MAX,
            body: Body {
                at: Instant(u64::MAX),
                hash: u64::MAX,
                line: Line::Record(Record::Log(evidence)),
            },
        })),
    ];
    let most = longest.iter().map(Vec::len).max().unwrap();
    println!("the longest message has {most} bytes, a frame holds {PAYLOAD_MAX}");
    assert!(most.max(Body::LONGEST + 6) <= PAYLOAD_MAX);
}
