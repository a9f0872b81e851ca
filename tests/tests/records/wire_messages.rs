//! The bytes of every message as they are written down. A message that is added
//! needs a line; a line that changes breaks every ring and host out there.
//!
//! `DOHYO_WRITE_GOLDEN=1 cargo test -p dohyo-tests --test records wire_messages` writes
//! the file anew, for who knows what that means.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use dohyo_tests::ring_host::plain;
use rules_core::board::{BoardId, Dimensions, Profile};
use rules_core::lights::{LightSettings, Spot};
use rules_core::panel::Volume;
use rules_core::place::{Edge, Facing, Place, Post};
use rules_core::player::Seat;
use rules_core::referee::record::MatchStart;
use rules_core::referee::waiting::{NextActions, RestBlocker};
use rules_core::referee::{
    AnyGame, Command, Evidence, EvidenceKind, JournalLine, LineBody, LineContent, Note, Policies,
    Record, Speaker, Waiting,
};
use rules_core::sensing::calibration::Calibration;
use rules_core::sensing::calibration::migration::StoredCalibration;
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::frame::CurtainFrame;
use rules_core::sensing::observation::{Observation, ObservationId, ObservationKind};
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::time::Instant;
use rules_core::wire::device;
use rules_core::wire::hello::{BootReason, Hello, HostHello, PROTOCOL};
use rules_core::wire::message::{
    CalibrationCommand, CalibrationStatus, FlashWear, FollowFrom, Info, RestartMode, Settings,
    StorageStatus, StrokeCommand, WatchStream,
};
use rules_core::wire::{
    Crash, CrashCause, DeviceHealth, FirmwarePhase, FrameCounts, HostMessage, Identity, JournalId,
    PAYLOAD_MAX, Request, RequestError, Response, RingId, RingMessage,
};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

fn settings() -> Settings {
    Settings {
        board: BoardId::Ring,
        dimensions: Dimensions::ASSUMED,
        light: LightSettings::DEFAULT,
        sound: Volume::On,
    }
}

/// One of each request.
fn asks() -> Vec<Request> {
    let game = plain(2);
    let AnyGame::Kabuto(kabuto) = &game else {
        panic!("a plain match is of Kabuto");
    };
    vec![
        Request::Info,
        Request::Follow(FollowFrom::Line(300)),
        Request::Watch(
            [WatchStream::Observations, WatchStream::Waiting]
                .into_iter()
                .collect(),
        ),
        Request::Card(Seat::First, kabuto.terms().cards[Seat::First].clone()),
        Request::Begin(MatchStart {
            opening: game.opening(),
            policies: Policies::DEFAULT,
            asked: 0,
        }),
        Request::Rematch,
        Request::Command(Command::Undo),
        Request::Captures,
        Request::Capture {
            seq: 300,
            offset: 1024,
        },
        Request::Matches,
        Request::Calibrate(CalibrationCommand::Start),
        Request::Configure(settings()),
        Request::Identify(Spot::Post(Post::Three)),
        Request::Restart(RestartMode::BootLoader),
        Request::Calibration,
        Request::Name("Attic".try_into().unwrap()),
        Request::Stroke(StrokeCommand::Report),
    ]
}

fn health() -> DeviceHealth {
    DeviceHealth {
        uptime: 60,
        idle: 437,
        cache_reads: 9_000_000,
        cache_hits: 8_900_000,
        frames_lost: 1,
        scans_lost: 2,
        frames_skipped: 3,
        longest_round: 1_234,
        deepest_backlog: 5_678,
        stack_boot: 20_000,
        stack_play: 19_000,
        stack_size: 24_544,
        erases: 1_042,
    }
}

/// One of each message of a ring.
fn messages() -> Vec<RingMessage> {
    let at = Instant(1_234_567);
    let docked = ObservationKind::Docked {
        place: Place::Corner(Post::Two),
        facing: Facing::Short,
        certainty: Certainty::FULL,
    };
    vec![
        RingMessage::Hello(Hello {
            protocol: PROTOCOL,
            firmware: "0.1.0".try_into().unwrap(),
            board: BoardId::Ring,
            boot: BootReason::PowerUp,
            next: 300,
        }),
        RingMessage::Response(7, Response::Refused(RequestError::Gone { first: 3 })),
        RingMessage::Line(JournalLine {
            seq: 300,
            body: LineBody {
                at,
                hash: 0x0123_4567_89ab_cdef,
                line: LineContent::Record(Record::Note(Note::PowerUp)),
            },
        }),
        RingMessage::Observation(Observation {
            id: ObservationId(7),
            at,
            kind: docked,
        }),
        RingMessage::Waiting(Waiting {
            question: Some(3),
            repair: None,
            unrest: Some(RestBlocker::Until(at)),
            next: NextActions::Begin,
        }),
        RingMessage::Curtain(CurtainFrame {
            index: 50,
            reads: [[1, 2, 3, 4, 5, 6]; 5],
        }),
        RingMessage::Hall {
            index: 50,
            sums: [8192, 8190, 12].into_iter().collect(),
        },
        RingMessage::Health {
            before: 0,
            last: true,
            troubles: [(Sensor::Lane(Edge::East), SensorFault::Slipped)]
                .into_iter()
                .collect(),
        },
        RingMessage::Capture {
            seq: 300,
            offset: 0,
            total: 3,
            bytes: [1, 2, 3].into_iter().collect(),
        },
        RingMessage::Captures([300, 301].into_iter().collect()),
        RingMessage::Match {
            begin: 10,
            last: 300,
        },
        RingMessage::CalibrationStatus(CalibrationStatus {
            done: 0,
            steps: 8,
            wants: None,
            refused: None,
        }),
        RingMessage::Info(Info {
            frames: FrameCounts::default(),
            unread: 0,
            dropped: 0,
            first: 1,
            next: 301,
            stored: 301,
            storage: StorageStatus::Working,
            wear: FlashWear {
                erases: 900,
                busiest: 20,
            },
            settings: settings(),
            identity: Identity {
                ring: RingId(0xe661_4c31_1b7f_5a2c),
                is_virtual: false,
                journal: JournalId(0x9f3c_01d2_7a44_be10),
                name: "Attic".try_into().unwrap(),
            },
            crash: Some(Crash {
                cause: CrashCause::Panic {
                    file: device::file_name("rules-core/src/ring/mod.rs"),
                    line: 120,
                },
                phase: Some(FirmwarePhase::Frames),
            }),
            health: Some(health()),
        }),
        RingMessage::Calibration(StoredCalibration::V2(Calibration::nominal(Profile::of(
            BoardId::GridHex,
        )))),
        RingMessage::Provisional(Some(300)),
        RingMessage::Device(health()),
        RingMessage::Stroke([0, 0x10, 0x200, 0, 0, u32::MAX]),
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
    let hello = HostMessage::Hello(HostHello { protocol: PROTOCOL });
    let mut lines = vec![("host Hello".to_string(), bytes(&hello))];
    for ask in asks() {
        let name = format!("host {}", name(&format!("{ask:?}")));
        lines.push((name, bytes(&HostMessage::Request(7, ask))));
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
        let message = HostMessage::Request(7, ask);
        assert_eq!(
            postcard::from_bytes::<HostMessage>(&bytes(&message)).unwrap(),
            message
        );
    }
    for message in messages() {
        assert_eq!(
            postcard::from_bytes::<RingMessage>(&bytes(&message)).unwrap(),
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
        let asked = postcard::from_bytes::<Request>(&[number as u8]).err();
        let told = postcard::from_bytes::<RingMessage>(&[number as u8]).err();
        [asked, told].map(|it| it == Some(postcard::Error::DeserializeUnexpectedEnd))
    };
    assert!(missing(messages.len() - 1)[1], "this one has fields");
    assert!(!missing(messages.len())[1], "a message is not written down");
    assert!(!missing(asks.len())[0], "a request is not written down");
    assert!(postcard::from_bytes::<Request>(&[asks.len() as u8]).is_err());
    assert!(postcard::from_bytes::<RingMessage>(&[messages.len() as u8]).is_err());
}

/// The longest there can be, of those that vary.
#[test]
fn every_message_fits_a_frame() {
    let evidence = Evidence {
        id: ObservationId(u32::MAX),
        at: Instant(u64::MAX),
        kind: EvidenceKind::Declared(Speaker::Host),
        certainty: Certainty::FULL,
    };
    let longest = [
        bytes(&RingMessage::Curtain(CurtainFrame {
            index: u32::MAX,
            reads: [[u32::MAX; 6]; 5],
        })),
        bytes(&RingMessage::Hall {
            index: u32::MAX,
            sums: [u16::MAX; 96].into_iter().collect(),
        }),
        bytes(&RingMessage::Capture {
            seq: u32::MAX,
            offset: u32::MAX,
            total: u32::MAX,
            bytes: [255; 512].into_iter().collect(),
        }),
        bytes(&RingMessage::Captures([u32::MAX; 64].into_iter().collect())),
        bytes(&RingMessage::Line(JournalLine {
            seq: u32::MAX,
            body: LineBody {
                at: Instant(u64::MAX),
                hash: u64::MAX,
                line: LineContent::Record(Record::Log(evidence)),
            },
        })),
    ];
    let most = longest.iter().map(Vec::len).max().unwrap();
    println!("the longest message has {most} bytes, a frame holds {PAYLOAD_MAX}");
    assert!(most.max(LineBody::MAX_SIZE + 6) <= PAYLOAD_MAX);
}
