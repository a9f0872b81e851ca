//! A line to a ring whose messages are written by hand.

use super::Line;
use rules_core::board::BoardId;
use rules_core::board::curtain::Plane;
use rules_core::panel::Touch;
use rules_core::place::Edge;
use rules_core::sensing::sensor::{Sensor, SensorFault};
use rules_core::wire::message::{CalibrationStatus, FollowFrom};
use rules_core::wire::{
    BootReason, Deframer, FRAME_MAX, Hello, HostMessage, PROTOCOL, Request, RequestError, Response,
    RingMessage, encode,
};
use serde_json::{Value, json};

fn hello() -> RingMessage {
    RingMessage::Hello(Hello {
        protocol: PROTOCOL,
        firmware: heapless::String::try_from("1.2.3").unwrap(),
        board: BoardId::Ring,
        boot: BootReason::PowerUp,
        next: 1,
    })
}

/// Line with what the host has sent so far.
struct Wire {
    line: Line,
    deframer: Deframer,
}

impl Wire {
    /// A line to a ring that has greeted.
    fn new() -> Self {
        let mut wire = Self {
            line: Line::default(),
            deframer: Deframer::new(),
        };
        wire.line.open();
        wire.say(&hello());
        wire
    }

    fn say(&mut self, message: &RingMessage) {
        let payload = postcard::to_allocvec(message).unwrap();
        let frame = encode(&payload, &mut [0; FRAME_MAX]).unwrap().to_vec();
        self.line.receive(&frame);
    }

    /// Requests that the host has sent since the last call, with their numbers.
    fn asked(&mut self) -> Vec<(u16, Request)> {
        let mut asked = Vec::new();
        let bytes = self.line.outgoing();
        self.deframer.push(&bytes, |payload| {
            if let Ok(HostMessage::Request(number, request)) = postcard::from_bytes(payload) {
                asked.push((number, request));
            }
        });
        asked
    }

    /// Data of the events with this name since the last call; others are dropped.
    fn told(&mut self, event: &str) -> Vec<Value> {
        let news = self.line.news();
        let lines = news.lines().map(|line| serde_json::from_str(line).unwrap());
        let named = lines.filter(|line: &Value| line["event"] == event);
        named.map(|line| line["data"].clone()).collect()
    }

    /// Number of the request that this input makes.
    fn input(&mut self, json: &Value) -> u16 {
        self.asked();
        self.line.input(&json.to_string()).unwrap();
        self.asked().first().unwrap().0
    }
}

#[test]
fn a_ring_that_greets_is_asked_for_everything_that_is_shown() {
    let mut wire = Wire::new();
    let asked: Vec<Request> = wire.asked().into_iter().map(|asked| asked.1).collect();
    assert!(asked.contains(&Request::Info));
    assert!(asked.contains(&Request::Follow(FollowFrom::Match)));
    assert!(asked.iter().any(|ask| matches!(ask, Request::Watch(_))));
    assert_eq!(wire.told("table")[0]["kind"], "ring");
    // It greets twice: when a host comes, and when it is greeted.
    wire.say(&hello());
    assert_eq!(wire.asked().len(), 0);
    wire.line.open();
    wire.asked();
    wire.say(&hello());
    assert!(!wire.asked().is_empty(), "after an outage");
}

#[test]
fn a_touch_is_told_until_the_final_response() {
    let mut wire = Wire::new();
    let number = wire.input(&json!({ "say": "Undo" }));
    let touch = RingMessage::Response(number, Response::TouchNeeded(Touch::Hold));
    wire.say(&touch);
    assert_eq!(wire.told("touch"), [json!({ "hold": true })]);
    let refused = Response::Refused(RequestError::NotTouched);
    wire.say(&RingMessage::Response(number, refused));
    let news = wire.line.news();
    assert!(news.contains(r#"{"event":"touch","data":null}"#), "{news}");
    assert!(news.contains("Confirm was not pressed"), "{news}");
    assert!(news.contains("personne n’a appuyé"), "{news}");
    // The same response again is nobody's.
    wire.say(&touch);
    assert_eq!(wire.line.news(), "");
}

#[test]
fn requests_without_a_response_are_told_when_the_connection_breaks() {
    let mut wire = Wire::new();
    wire.line.news();
    wire.line.lost();
    assert_eq!(wire.told("refused").len(), 0, "nobody asked for anything");
    wire.input(&json!("rematch"));
    wire.line.lost();
    let told = wire.told("refused");
    assert!(told[0]["en"].as_str().unwrap().contains("connection broke"));
}

#[test]
fn cards_and_match_are_sent_one_after_the_other() {
    let mut wire = Wire::new();
    let setup = json!({ "setup": { "game": "ss", "players": 2, "league": "full" } });
    let mut number = wire.input(&setup);
    let mut cards = 0;
    loop {
        assert_eq!(wire.asked().len(), 0, "nothing before the response");
        wire.say(&RingMessage::Response(number, Response::Done));
        let asked = wire.asked();
        assert_eq!(asked.len(), 1, "after {cards} cards");
        number = asked[0].0;
        cards += 1;
        if matches!(asked[0].1, Request::Begin(_)) {
            break;
        }
        assert!(matches!(asked[0].1, Request::Card(..)));
    }
    assert!(cards >= 2, "one for each player");
    wire.say(&RingMessage::Response(number, Response::Done));
    assert_eq!(wire.asked().len(), 0);
}

#[test]
fn a_refused_beginning_goes_no_further() {
    let mut wire = Wire::new();
    let setup = json!({ "setup": { "game": "ss", "players": 2, "league": "junior" } });
    let number = wire.input(&setup);
    let refused = Response::Refused(RequestError::MatchRunning);
    wire.say(&RingMessage::Response(number, refused));
    assert_eq!(wire.asked().len(), 0);
    assert_eq!(wire.told("refused").len(), 1);
}

#[test]
fn a_set_up_for_another_board_is_refused_before_it_is_sent() {
    let mut wire = Wire::new();
    wire.asked();
    let setup = json!({ "setup": { "game": "abalone", "players": 2 } });
    let why = wire.line.input(&setup.to_string()).unwrap_err();
    assert!(why.contains("use a grid-hex"), "{why}");
    assert_eq!(wire.asked().len(), 0);
}

#[test]
fn faults_are_told_once_the_list_is_whole() {
    let mut wire = Wire::new();
    let fault = |n| {
        let beam = Sensor::Beam(Edge::West, Plane::Upper, n);
        [(beam, SensorFault::StuckDark)].into_iter().collect()
    };
    wire.say(&RingMessage::Health {
        before: 0,
        last: false,
        troubles: fault(1),
    });
    assert_eq!(wire.told("doctor").len(), 0);
    wire.say(&RingMessage::Health {
        before: 1,
        last: true,
        troubles: fault(2),
    });
    let told = wire.told("doctor");
    assert_eq!(told[0].as_array().map(Vec::len), Some(2));
    assert_eq!(told[0][1]["beam"], 3);
}

#[test]
fn a_page_that_comes_later_is_told_everything_anew() {
    let mut wire = Wire::new();
    assert_eq!(wire.told("table").len(), 1);
    let asked = {
        wire.asked();
        wire.line.input("\"tell\"").unwrap();
        wire.asked()
    };
    let follow = Request::Follow(FollowFrom::Match);
    assert!(asked.iter().any(|asked| asked.1 == follow));
    assert_eq!(wire.told("table").len(), 1);
}

#[test]
fn a_calibration_is_told_whoever_controls_it() {
    let mut wire = Wire::new();
    wire.say(&RingMessage::CalibrationStatus(CalibrationStatus {
        done: 8,
        steps: 8,
        wants: None,
        refused: None,
    }));
    let told = wire.told("calibration");
    assert_eq!(told[0]["done"], 8);
    assert!(told[0]["step"].is_null());
}
