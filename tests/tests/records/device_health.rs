//! The health of a device, from the firmware to hosts.
#![allow(clippy::unwrap_used, reason = "what is not there fails the test")]

use host_core::protocol::{ClientEvent, HostProtocol};
use rules_core::board::BoardId;
use rules_core::ring::{HostPresence, Input};
use rules_core::time::Instant;
use rules_core::wire::message::{Streams, WatchStream};
use rules_core::wire::{DeviceHealth, Request, RingMessage};
use virtual_ring::in_process::InProcessRing;

/// A ring whose device is measured once a second, and its host.
struct Measured {
    ring: InProcessRing,
    host: HostProtocol,
    now: Instant,
}

impl Measured {
    fn new(streams: Streams) -> Self {
        let mut measured = Self {
            ring: InProcessRing::new(BoardId::Ring),
            host: HostProtocol::default(),
            now: Instant::ZERO,
        };
        measured
            .ring
            .step(Instant::ZERO, Input::Host(HostPresence::There));
        measured.host.open();
        measured.host.ask(Request::Watch(streams));
        measured.talk();
        measured
    }

    /// Returns the messages that the ring sends.
    fn talk(&mut self) -> Vec<RingMessage> {
        let heard = self.ring.talk(self.now, &mut self.host).into_iter();
        let messages = heard.filter_map(|event| match event {
            ClientEvent::Message(message) => Some(*message),
            _ => None,
        });
        messages.collect()
    }

    /// Measures the device; returns what the ring sends about it by itself.
    fn measure(&mut self, uptime: u32) -> Option<DeviceHealth> {
        self.now = Instant(u64::from(uptime) * 1_000_000);
        let health = DeviceHealth {
            uptime,
            ..DeviceHealth::default()
        };
        self.ring.step(self.now, Input::Device(&health));
        self.talk().into_iter().find_map(|message| match message {
            RingMessage::Device(health) => Some(health),
            _ => None,
        })
    }

    /// Returns the health that the ring tells on request.
    fn told(&mut self) -> Option<DeviceHealth> {
        self.host.ask(Request::Info);
        let told = self.talk().into_iter().find_map(|message| match message {
            RingMessage::Info(info) => Some(info.health),
            _ => None,
        });
        told.unwrap()
    }
}

#[test]
fn a_host_that_watches_the_device_is_told_once_a_minute() {
    let mut ring = Measured::new(Streams::of(WatchStream::Device));
    let told: Vec<u32> = (1..=200)
        .filter_map(|second| ring.measure(second))
        .map(|health| health.uptime)
        .collect();
    assert_eq!(told, [60, 120, 180]);
    // A second that was missed, for example during an erase.
    assert_eq!(ring.measure(239), None);
    assert_eq!(ring.measure(241).unwrap().uptime, 241);
}

#[test]
fn a_host_that_does_not_watch_the_device_is_told_on_request_alone() {
    let mut ring = Measured::new(Streams::of(WatchStream::Health));
    assert_eq!(ring.told(), None, "nothing is measured in a program");
    assert_eq!(ring.measure(59), None);
    assert_eq!(ring.measure(60), None);
    assert_eq!(ring.told().unwrap().uptime, 60);
}
