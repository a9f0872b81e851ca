//! Messages of a page to the ring: whole frames out of its bytes, and what each message
//! may be sent by.
//!
//! The decision rests on the decoded message, never on what the page says that it sends,
//! and only frames that were decoded go on: the hub reads what was judged here.

use host_core::printable::printable;
use rules_core::wire::message::{HostMessage, Request, StrokeCommand};
use rules_core::wire::{Deframer, FRAME_MAX, encode};

/// Right that a message needs, least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WireAccess {
    /// The hub answers it, and the ring does nothing for it: everybody may send it.
    Watching,
    /// The ring answers it, and nothing changes: everybody may send it, as often as they
    /// may fetch captures.
    Reading,
    /// Only who has shown the table code may send it.
    TableCode,
}

impl WireAccess {
    /// Returns the right that a message needs. A request that is added must say it here.
    #[must_use]
    pub const fn of(message: &HostMessage) -> Self {
        let HostMessage::Request(_, request) = message else {
            return Self::Watching;
        };
        match request {
            Request::Follow(_) | Request::Watch(_) => Self::Watching,
            Request::Info
            | Request::Captures
            | Request::Capture { .. }
            | Request::Matches
            | Request::Calibration => Self::Reading,
            Request::Card(..)
            | Request::Begin(_)
            | Request::Rematch
            | Request::Command(_)
            | Request::Calibrate(_)
            | Request::Configure(_)
            | Request::Identify(_)
            | Request::Restart(_)
            | Request::Name(_)
            | Request::Stroke(
                StrokeCommand::Start | StrokeCommand::Report | StrokeCommand::Finish,
            ) => Self::TableCode,
        }
    }
}

/// Bytes of a page that do not end a frame yet.
#[derive(Debug, Default)]
pub struct WireInbox {
    pending: Vec<u8>,
}

/// Whole frames of a page, and the right that they need together.
#[derive(Debug, PartialEq, Eq)]
pub struct WireBatch {
    /// Frames, encoded anew.
    pub frames: Vec<u8>,
    /// Right that all of them need.
    pub needs: WireAccess,
    /// Bytes after the last frame.
    rest: Vec<u8>,
}

impl WireInbox {
    /// Reads the frames that these bytes complete. Nothing is kept before
    /// [`WireInbox::accept`], so that a page can send refused bytes again.
    ///
    /// # Errors
    /// A sentence if the bytes hold a damaged frame.
    pub fn read(&self, bytes: &[u8]) -> Result<WireBatch, String> {
        let all = [self.pending.as_slice(), bytes].concat();
        let end = all
            .iter()
            .rposition(|&byte| byte == 0)
            .map_or(0, |at| at + 1);
        let (whole, rest) = all.split_at(end);
        if rest.len() > FRAME_MAX {
            return Err(format!("a frame has at most {FRAME_MAX} bytes"));
        }
        let mut batch = WireBatch {
            frames: Vec::new(),
            needs: WireAccess::Watching,
            rest: rest.to_vec(),
        };
        let mut deframer = Deframer::new();
        let mut fault = None;
        deframer.push(whole, |payload| {
            // A message that is not known here could be one that the hub knows.
            let message = postcard::from_bytes(payload);
            let needs = message.map_or(WireAccess::TableCode, |it| WireAccess::of(&it));
            batch.needs = batch.needs.max(needs);
            match encode(payload, &mut [0; FRAME_MAX]) {
                Ok(frame) => batch.frames.extend_from_slice(frame),
                Err(error) => fault = Some(error.to_string()),
            }
        });
        let counts = deframer.counts();
        if counts.bad_crc > 0 || counts.oversized > 0 || counts.malformed > 0 {
            fault = Some("a frame is damaged".to_owned());
        }
        match fault {
            Some(why) => Err(printable(&why).into_owned()),
            None => Ok(batch),
        }
    }

    /// Takes a batch that may be sent, and returns its frames.
    pub fn accept(&mut self, batch: WireBatch) -> Vec<u8> {
        self.pending = batch.rest;
        batch.frames
    }
}

#[cfg(test)]
mod tests {
    use super::{WireAccess, WireInbox};
    use rules_core::referee::Command;
    use rules_core::wire::message::{FollowFrom, HostMessage, Request, Streams};
    use rules_core::wire::{FRAME_MAX, HostHello, PROTOCOL, encode};

    fn frame(message: &HostMessage) -> Vec<u8> {
        let payload = postcard::to_allocvec(message).unwrap();
        encode(&payload, &mut [0; FRAME_MAX]).unwrap().to_vec()
    }

    fn request(request: Request) -> Vec<u8> {
        frame(&HostMessage::Request(7, request))
    }

    fn needs(bytes: &[u8]) -> WireAccess {
        WireInbox::default().read(bytes).unwrap().needs
    }

    #[test]
    fn only_what_changes_nothing_is_free() {
        let hello = frame(&HostMessage::Hello(HostHello { protocol: PROTOCOL }));
        let follow = request(Request::Follow(FollowFrom::Match));
        let watch = request(Request::Watch(Streams::EMPTY));
        for bytes in [&hello, &follow, &watch] {
            assert_eq!(needs(bytes), WireAccess::Watching);
        }
        assert_eq!(needs(&request(Request::Info)), WireAccess::Reading);
        let undo = request(Request::Command(Command::Undo));
        assert_eq!(needs(&undo), WireAccess::TableCode);
        assert_eq!(
            needs(&[hello, follow, undo, watch].concat()),
            WireAccess::TableCode
        );
    }

    #[test]
    fn a_message_of_a_later_version_needs_the_code() {
        let unknown = encode(&[1, 7, 200, 1], &mut [0; FRAME_MAX])
            .unwrap()
            .to_vec();
        assert_eq!(needs(&unknown), WireAccess::TableCode);
    }

    #[test]
    fn a_frame_counts_once_its_end_is_there_and_not_before() {
        let undo = request(Request::Command(Command::Undo));
        for cut in 1..undo.len() {
            let mut inbox = WireInbox::default();
            let first = inbox.read(&undo[..cut]).unwrap();
            assert_eq!((first.needs, first.frames.len()), (WireAccess::Watching, 0));
            inbox.accept(first);
            let second = inbox.read(&undo[cut..]).unwrap();
            assert_eq!(second.needs, WireAccess::TableCode, "cut at {cut}");
            // Refused bytes can come again.
            let again = inbox.read(&undo[cut..]).unwrap();
            assert_eq!(inbox.accept(again), undo);
        }
    }

    #[test]
    fn an_empty_frame_is_none_and_a_damaged_one_is_refused() {
        let inbox = WireInbox::default();
        assert!(inbox.read(&[0]).unwrap().frames.is_empty());
        let mut bad = request(Request::Info);
        bad[2] ^= 1;
        assert_eq!(inbox.read(&bad), Err("a frame is damaged".into()));
        let endless = vec![1; FRAME_MAX + 1];
        assert!(inbox.read(&endless).unwrap_err().contains("at most"));
    }
}
