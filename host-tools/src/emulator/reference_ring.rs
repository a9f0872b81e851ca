//! Reference ring on the host with the inputs of an emulated Pico: the same bytes and
//! buttons, and every frame that the device received, at its time.

use super::HarnessReply;
use host_core::protocol::{ClientEvent, HostProtocol};
use rules_core::board::{BoardId, Buttons, Dimensions, Profile};
use rules_core::referee::JournalLine;
use rules_core::ring::{HostPresence, Input};
use rules_core::sensing::frame::{CurtainFrame, HallScan};
use rules_core::time::{Instant, Span};
use rules_core::wire::{Hello, RingMessage};
use virtual_ring::geometry::WorldView;
use virtual_ring::in_process::InProcessRing;
use virtual_ring::sensors::{GridView, Noise, NoiseLevel, Sensors};

/// Longest USB packet of a host, in bytes.
const PACKET: usize = 64;

/// Sequence of fed frames; the first is repeated before and the last after them.
#[derive(Debug, Default)]
struct FedFrames {
    /// Numbers of the device's frame and scan from which on the sequence is fed.
    from: (u32, u32),
    /// Numbers of the first frame and the first scan of the sequence.
    first: (u32, u32),
    frames: Vec<CurtainFrame>,
    scans: Vec<HallScan>,
}

/// Ring on the host whose output the device must match.
#[derive(Debug)]
pub struct ReferenceRing {
    profile: &'static Profile,
    ring: InProcessRing,
    /// Protocol state of the ring's host.
    side: HostProtocol,
    lines: Vec<JournalLine>,
    messages: Vec<RingMessage>,
    feeds: Vec<FedFrames>,
    next: (Option<u32>, Option<u32>),
}

impl ReferenceRing {
    /// Creates a ring at power-up, with nothing on the table.
    #[must_use]
    pub fn new(board: BoardId) -> Self {
        let profile = Profile::of(board);
        let noise = Noise::for_level(NoiseLevel::Off);
        let mut sensors = Sensors::new(profile, &Dimensions::ASSUMED, noise, &[], 1);
        let rest = FedFrames {
            frames: sensors
                .curtain(0, &WorldView::default())
                .into_iter()
                .collect(),
            scans: match profile.curtain {
                Some(_) => sensors.hall(0, &WorldView::default()),
                None => sensors.hall_grid(0, &GridView::default()),
            }
            .into_iter()
            .collect(),
            ..FedFrames::default()
        };
        Self {
            profile,
            ring: InProcessRing::new(board),
            side: HostProtocol::default(),
            lines: Vec::new(),
            messages: Vec::new(),
            feeds: vec![rest],
            next: (None, None),
        }
    }

    /// Returns a frame and a scan of an empty table.
    #[must_use]
    pub fn resting(&self) -> (&[CurtainFrame], &[HallScan]) {
        let rest = self.feeds.first();
        rest.map_or((&[], &[]), |fed| (&fed.frames, &fed.scans))
    }

    /// Returns the ring, for inputs or to read its light state.
    pub const fn ring_mut(&mut self) -> &mut InProcessRing {
        &mut self.ring
    }

    /// Returns the journal lines that the ring's host received.
    #[must_use]
    pub fn lines(&self) -> &[JournalLine] {
        &self.lines
    }

    /// Returns the messages other than journal lines that the ring's host received.
    #[must_use]
    pub fn messages(&self) -> &[RingMessage] {
        &self.messages
    }

    /// Returns the ring's `Hello`; `None` until its host received it.
    #[must_use]
    pub const fn hello(&self) -> Option<&Hello> {
        self.side.hello()
    }

    /// Returns the periods of curtain frames and of scans.
    pub(super) fn periods(&self) -> (Span, Span) {
        let curtain = self
            .profile
            .curtain
            .map_or(Span(0), |curtain| curtain.period);
        (curtain, self.profile.hall.period())
    }

    /// Returns the time at which the first of these frames or scans began.
    #[must_use]
    pub fn beginning(&self, frames: &[CurtainFrame], scans: &[HallScan]) -> Instant {
        let frame =
            (frames.first().zip(self.profile.curtain.as_ref())).map(|(frame, by)| frame.at(by));
        let scan = scans.first().map(|scan| scan.at(&self.profile.hall));
        frame.or(scan).unwrap_or(Instant::ZERO)
    }

    /// Starts a new sequence of frames.
    pub fn feed(&mut self, frames: Vec<CurtainFrame>, scans: Vec<HallScan>) {
        self.feeds.push(FedFrames {
            frames,
            scans,
            ..FedFrames::default()
        });
    }

    /// Appends frames to the present sequence.
    pub fn more(&mut self, frames: Vec<CurtainFrame>, scans: Vec<HallScan>) {
        if let Some(fed) = self.feeds.last_mut() {
            fed.frames.extend(frames);
            fed.scans.extend(scans);
        }
    }

    /// Sets the time at which the device was fed the last sequence, in us, and the
    /// numbers of its first frame and scan from the reply.
    pub fn fed(&mut self, at: u64, answer: &HarnessReply) {
        let (curtain, hall) = self.periods();
        let number = |period: Span| match (at, period.0) {
            (0, _) | (_, 0) => 0,
            (at, period) => (at / u64::from(period)) as u32 + 1,
        };
        let (frame, scan) = (answer.first_frame, answer.first_scan);
        if let Some(fed) = self.feeds.last_mut() {
            fed.from = (number(curtain), number(hall));
            fed.first = (frame.unwrap_or(0), scan.unwrap_or(0));
        }
    }

    /// Connects the host to the ring.
    pub fn host_comes(&mut self, at: Instant) {
        self.ring.step(at, Input::Host(HostPresence::There));
    }

    /// Passes bytes from the host to the ring.
    pub fn receive(&mut self, at: Instant, bytes: &[u8]) {
        for packet in bytes.chunks(PACKET) {
            self.ring.step(at, Input::Bytes(packet));
        }
        self.listen();
    }

    /// Presses these buttons of the ring. The device samples them twice, 5 ms apart.
    pub fn press(&mut self, at: Instant, down: Buttons) {
        let at = at + Span::millis(8);
        self.ring.step(at, Input::Buttons(down));
    }

    /// Passes the ring all frames that the device received according to the reply.
    pub fn follow(&mut self, answer: &HarnessReply) {
        let (frame_time, scan_time) = self.periods();
        let counts = &answer.counts;
        let mut frame = self.next.0.or(counts.curtain.first);
        let mut scan = self.next.1.or(counts.hall.first);
        let end = |n: u32, period: Span| Instant(u64::from(n + 1) * u64::from(period.0));
        loop {
            let next_frame = frame.filter(|&n| Some(n) <= counts.curtain.last);
            let next_scan = scan.filter(|&n| Some(n) <= counts.hall.last);
            match (next_frame, next_scan) {
                (Some(n), m) if m.is_none_or(|m| end(n, frame_time) <= end(m, scan_time)) => {
                    if let Some(it) = self.frame(n) {
                        self.ring.step(end(n, frame_time), Input::Curtain(&it));
                    }
                    frame = Some(n + 1);
                }
                (_, Some(m)) => {
                    if let Some(it) = self.scan(m) {
                        self.ring.step(end(m, scan_time), Input::Hall(&it));
                    }
                    scan = Some(m + 1);
                }
                _ => break,
            }
            self.listen();
        }
        self.next = (frame, scan);
        self.ring.advance_to(Instant(answer.now.max(0.0) as u64));
        self.listen();
    }

    fn frame(&self, index: u32) -> Option<CurtainFrame> {
        let fed = self.feeds.iter().rev().find(|fed| fed.from.0 <= index)?;
        let n = index.saturating_sub(fed.first.0) as usize;
        let frame = fed.frames.get(n).or(fed.frames.last())?;
        Some(CurtainFrame { index, ..*frame })
    }

    fn scan(&self, index: u32) -> Option<HallScan> {
        let fed = self.feeds.iter().rev().find(|fed| fed.from.1 <= index)?;
        let n = index.saturating_sub(fed.first.1) as usize;
        let scan = fed.scans.get(n).or(fed.scans.last())?;
        Some(HallScan { index, ..*scan })
    }

    /// Passes the ring's bytes to the host.
    fn listen(&mut self) {
        let bytes = self.ring.transmit();
        if bytes.is_empty() {
            return;
        }
        for event in self.side.receive(&bytes) {
            match event {
                ClientEvent::Line(followed) => self.lines.push(followed.line),
                ClientEvent::Message(message) => self.messages.push(*message),
                ClientEvent::FollowFailed(_)
                | ClientEvent::Void(_)
                | ClientEvent::Incompatible(_) => {}
            }
        }
        // Follow-up requests of this host are dropped: the device's host sends its own to
        // both rings.
        let _ = self.side.take_outgoing();
    }
}
