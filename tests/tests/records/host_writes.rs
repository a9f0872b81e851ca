//! Flash writes that a host can cause without a touch: bounded, and never at the expense
//! of the people at the table.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use dohyo_tests::journal_rig::JournalRig;
use dohyo_tests::referee_random::RING;
use dohyo_tests::ring_host::{Pair, plain};
use dohyo_tests::test_rng::TestRng;
use host_core::protocol::{ClientEvent, HostProtocol};
use rules_core::board::{BoardId, Button};
use rules_core::games::kabuto::terms::CardRules;
use rules_core::player::{BySeat, Seat};
use rules_core::referee::{Command, EventClass, Policies, Policy};
use rules_core::ring::write_budget::ERASES_PER_HOUR;
use rules_core::ring::{HostPresence, Input};
use rules_core::time::Span;
use rules_core::wire::message::RestartMode;
use rules_core::wire::{Request, RequestError, Response, RingMessage};
use virtual_ring::in_process::REGIONS;
use virtual_ring::mock_flash::SECTOR;

/// Returns the longest card of some random matches.
fn card() -> CardRules {
    let matches = (0..20).map(|seed| (RING.begin)(&mut TestRng::new(seed), None));
    let games = matches.filter_map(|bench| bench.referee.session().game().cloned());
    let cards = games.flat_map(|game| {
        let cards = game.cards().into_iter().flat_map(BySeat::iter);
        cards.map(|(_, card)| card.clone()).collect::<Vec<_>>()
    });
    let longest = cards.max_by_key(|card| postcard::to_allocvec(card).unwrap().len());
    longest.unwrap()
}

fn policies(number: usize) -> Policies {
    let mut policies = Policies::DEFAULT;
    policies[EventClass::Dock] = Policy::ALL[number % 2];
    policies
}

/// Returns the request number `number` of a host that wants to wear the flash out.
fn worst(way: &str, number: usize, card: &CardRules, pair: &Pair) -> Request {
    match (way, number % 3) {
        ("cards", _) | ("mix", 0) => Request::Card(Seat::First, card.clone()),
        ("policies", _) => Request::Command(Command::SetPolicies(policies(number))),
        ("settings", _) | ("mix", 1) => {
            let mut settings = pair.local.ring().info().settings;
            settings.light.brightness = 10 + (number % 100) as u8;
            Request::Configure(settings)
        }
        _ => Request::Restart(RestartMode::Program),
    }
}

/// Lets a host send requests for five simulated hours. Checks the erases of each hour.
fn wear(way: &str) {
    let mut pair = Pair::new(BoardId::Ring);
    pair.plug();
    let card = card();
    let mut erases: Vec<u32> = pair.local.flash().erases().to_vec();
    let mut number = 0;
    for hour in 0..5 {
        for _ in 0..3_600 / 4 {
            for _ in 0..2 {
                number += 1;
                let request = worst(way, number, &card, &pair);
                let restarts = matches!(request, Request::Restart(_));
                let response = pair.ask(request);
                if restarts && response == Some(Response::Done) {
                    pair.restart();
                    pair.plug();
                }
            }
            pair.wait(Span::millis(4_000));
        }
        let now = pair.local.flash().erases().to_vec();
        let grown: Vec<u32> = now
            .iter()
            .zip(&erases)
            .map(|(now, then)| now - then)
            .collect();
        let (journal, kept) = grown.split_at(REGIONS.kept as usize / SECTOR);
        let total: u32 = grown.iter().sum();
        assert!(total <= ERASES_PER_HOUR, "{way}, hour {hour}: {total}");
        // A hundred thousand erases of a sector last for years.
        assert!(
            journal.iter().all(|&count| count <= 2),
            "{way}: {journal:?}"
        );
        assert!(kept.iter().all(|&count| count <= 4), "{way}: {kept:?}");
        erases = now;
    }
}

#[test]
fn a_host_alone_wears_no_flash() {
    for way in ["cards", "policies", "settings", "mix"] {
        wear(way);
    }
}

#[test]
fn a_host_without_budget_does_not_stop_the_table() {
    let mut pair = Pair::new(BoardId::Ring);
    pair.plug();
    let request = Request::Card(Seat::First, card());
    let refused = loop {
        match pair.ask(request.clone()) {
            Some(Response::Done) => {}
            other => break other,
        }
    };
    let error = RequestError::TooManyWrites { seconds: 5 };
    assert_eq!(refused, Some(Response::Refused(error)));
    let brightness = pair.local.ring().info().settings.light.brightness;
    pair.press(Button::Mode);
    pair.press(Button::Confirm);
    assert!(pair.local.ring().referee().session().game().is_some());
    pair.press(Button::Calibrate);
    pair.cut();
    assert!(pair.local.ring().referee().session().game().is_some());
    let info = pair.local.ring().info();
    assert_ne!(info.settings.light.brightness, brightness);
}

#[test]
fn after_a_while_a_host_is_served_again() {
    let mut pair = Pair::new(BoardId::Ring);
    pair.plug();
    let request = Request::Card(Seat::First, card());
    while pair.ask(request.clone()) == Some(Response::Done) {}
    pair.wait(Span::millis(5_000));
    assert_eq!(pair.ask(request), Some(Response::Done));
    pair.wait(Span::millis(60_000));
    assert_eq!(pair.begin(&plain(2)), Some(Response::Done));
}

/// The flash is busy for long: half of the room is left to the table.
#[test]
fn a_host_takes_only_its_share_of_the_room() {
    let mut rig = JournalRig::new();
    rig.run_jobs(|_, _| {});
    rig.step(Input::Host(HostPresence::There));
    let mut host = HostProtocol::default();
    host.open();
    let mut ask = |rig: &mut JournalRig| {
        let id = host.ask(Request::Card(Seat::First, CardRules::default()));
        rig.step(Input::Bytes(&host.take_outgoing()));
        let (mut packet, mut bytes) = ([0; 64], Vec::new());
        loop {
            match rig.ring.transmit(&mut packet) {
                0 => break,
                count => bytes.extend(&packet[..count]),
            }
        }
        let mut answers = host.receive(&bytes).into_iter();
        answers.find_map(|event| match event {
            ClientEvent::Message(message) => match *message {
                RingMessage::Response(number, response) if number == id => Some(response),
                _ => None,
            },
            _ => None,
        })
    };
    let done = (0..80).take_while(|_| ask(&mut rig) == Some(Response::Done));
    assert_eq!(done.count(), 64);
    let busy = Response::Refused(RequestError::JournalBusy);
    assert_eq!(ask(&mut rig), Some(busy));
    rig.run_jobs(|_, _| {});
    assert_eq!(ask(&mut rig), Some(Response::Done));
}

/// The flash of the simulation counts its erases; the ring estimates them.
#[test]
fn the_ring_knows_about_how_often_its_flash_was_erased() {
    let mut pair = Pair::new(BoardId::Ring);
    pair.plug();
    for number in 0..400 {
        let request = worst("mix", number * 3 + number % 2, &card(), &pair);
        assert_eq!(pair.ask(request), Some(Response::Done));
        pair.wait(Span::millis(60_000));
    }
    for _ in 0..2 {
        let wear = pair.local.ring().info().wear;
        let erases = pair.local.flash().erases();
        let total: u32 = erases.iter().sum();
        assert!(
            wear.erases.abs_diff(total) <= total / 4,
            "{wear:?}, {total}"
        );
        pair.cut();
        let wear = pair.local.ring().info().wear;
        let most = erases_of(&pair);
        assert!(
            wear.busiest.abs_diff(most) <= 1 + most / 4,
            "{wear:?}, {most}"
        );
    }
}

/// Returns the number of erases of the most worn sector.
fn erases_of(pair: &Pair) -> u32 {
    pair.local.flash().erases().iter().copied().max().unwrap()
}
