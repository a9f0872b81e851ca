//! Check that a recording goes on with the ring it was begun with.
//!
//! The journal of a ring identifies it, also in recordings of firmware that told no ids.
//! Each line carries a hash of the whole match, so two rings have no line in common:
//!
//! ```text
//!             line that is recorded    line recorded with      line behind the end
//!             arrives unchanged        other contents
//!   doubtful  proves the ring          refused                 proves the ring if it
//!                                                              follows, or is refused
//!   proved    not recorded again       recorded: a power cut   recorded
//!                                      took the old one back
//! ```

use super::MessageRecording;
use rules_core::board::BoardId;
use rules_core::referee::{JournalLine, LineContent};
use rules_core::wire::Hello;
use std::collections::BTreeMap;
use std::fmt;

/// Check that all lines of a recording are of one ring.
#[derive(Debug, Default)]
pub struct SameRing {
    board: Option<BoardId>,
    known: BTreeMap<u32, JournalLine>,
    /// True if the ring at the other end has proved to be that of the recording.
    is_proved: bool,
    /// True if the host has followed the recorded journal, so that a line that follows
    /// proves the ring as well.
    is_followed: bool,
}

/// Reason why a ring is not taken for that of the recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherRing {
    /// The ring has another kind of board: that of the recording, that of the ring.
    Board(BoardId, BoardId),
    /// The ring has another line under this number.
    Line(u32),
    /// The recording ends with the first line, and the ring sent none up to the second.
    Gap(u32, u32),
    /// The ring sent no line that the recording holds.
    Silent,
}

impl fmt::Display for OtherRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(known, board) => write!(
                f,
                "it holds another ring, with the board {known} instead of {board}"
            ),
            Self::Line(seq) => write!(f, "it holds another ring, with another line {seq}"),
            Self::Gap(last, seq) => write!(
                f,
                "it ends with line {last} and this ring goes on with line {seq}, so it may be another ring"
            ),
            Self::Silent => f.write_str(
                "it holds a match, and this ring sends none of its lines, so it may be another ring",
            ),
        }
    }
}

impl SameRing {
    /// Creates the check of a recording that is continued.
    #[must_use]
    pub fn new(recording: &MessageRecording) -> Self {
        let lines = recording.journal().lines;
        Self {
            board: recording.board(),
            known: lines.into_iter().map(|line| (line.seq, line)).collect(),
            ..Self::default()
        }
    }

    /// Notes that the ring has to prove its identity again, because the connection was
    /// lost or a line did not follow.
    pub const fn doubt(&mut self) {
        self.is_proved = false;
    }

    /// True if the ring has proved to be that of the recording, or if the recording holds
    /// no line yet. Messages that arrive before must be kept and recorded after the proof.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.is_proved || self.known.is_empty()
    }

    /// Checks the board of a ring that greets. A ring that was followed and has written
    /// nothing since is proved by the number of its next line.
    ///
    /// # Errors
    /// [`OtherRing::Board`] if it is not that of the recording.
    pub fn greeted(&mut self, hello: &Hello) -> Result<(), OtherRing> {
        let board = hello.board;
        if let Some(known) = self.board.replace(board)
            && known != board
        {
            return Err(OtherRing::Board(known, board));
        }
        let last = self.known.last_key_value().map(|(&seq, _)| seq);
        self.is_proved |= self.is_followed && last.is_some_and(|last| last + 1 == hello.next);
        Ok(())
    }

    /// Checks a line. Returns true if it must be recorded, false if it has been before.
    ///
    /// # Errors
    /// [`OtherRing`] if the line is of another ring, or may be.
    pub fn line(&mut self, line: &JournalLine) -> Result<bool, OtherRing> {
        let is_known = self.known.get(&line.seq) == Some(line);
        let is_proved = self.is_proved || is_known || self.follows(line);
        if let Some((&last, _)) = self.known.last_key_value()
            && !is_proved
        {
            return Err(match self.known.contains_key(&line.seq) {
                true => OtherRing::Line(line.seq),
                false => OtherRing::Gap(last, line.seq),
            });
        }
        self.is_proved = true;
        self.is_followed = true;
        if !is_known {
            // A line that is written again takes back all that followed it.
            self.known.split_off(&line.seq);
            self.known.insert(line.seq, line.clone());
        }
        Ok(!is_known)
    }

    /// True if the line continues the journal that the host has followed so far. The host
    /// has compared the hash of a record; a snapshot must have that of the last line.
    fn follows(&self, line: &JournalLine) -> bool {
        let Some((&last, known)) = self.known.last_key_value() else {
            return false;
        };
        self.is_followed
            && line.seq == last.wrapping_add(1)
            && match line.body.line {
                LineContent::Record(_) => true,
                LineContent::Snapshot(..) => line.body.hash == known.body.hash,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::{OtherRing, SameRing};
    use rules_core::board::BoardId;
    use rules_core::referee::{JournalLine, LineBody, LineContent, Note, Record};
    use rules_core::time::Instant;
    use rules_core::wire::{BootReason, Hello, PROTOCOL};

    fn hello(board: BoardId, next: u32) -> Hello {
        Hello {
            protocol: PROTOCOL,
            firmware: Default::default(),
            board,
            boot: BootReason::PowerUp,
            next,
        }
    }

    fn line(seq: u32, hash: u64) -> JournalLine {
        let line = LineContent::Record(Record::Note(Note::PowerUp));
        let at = Instant(0);
        JournalLine {
            seq,
            body: LineBody { at, hash, line },
        }
    }

    /// Returns the check of a recording that holds lines 1 to 5 and is continued.
    fn continued() -> SameRing {
        SameRing {
            board: Some(BoardId::Ring),
            known: (1..6).map(|seq| (seq, line(seq, 7))).collect(),
            ..SameRing::default()
        }
    }

    #[test]
    fn a_new_recording_takes_any_ring() {
        let mut check = SameRing::default();
        assert_eq!(check.greeted(&hello(BoardId::Ring, 40)), Ok(()));
        assert_eq!(check.line(&line(40, 1)), Ok(true));
        assert_eq!(check.line(&line(41, 1)), Ok(true));
    }

    #[test]
    fn known_lines_prove_the_ring_and_are_not_recorded_again() {
        let mut check = continued();
        assert_eq!(check.line(&line(4, 7)), Ok(false));
        assert_eq!(check.line(&line(5, 7)), Ok(false));
        assert_eq!(check.line(&line(6, 1)), Ok(true));
    }

    #[test]
    fn another_ring_is_found_by_its_board_its_lines_or_a_gap() {
        let other = OtherRing::Board(BoardId::Ring, BoardId::GridHex);
        assert_eq!(continued().greeted(&hello(BoardId::GridHex, 6)), Err(other));
        assert_eq!(continued().line(&line(4, 8)), Err(OtherRing::Line(4)));
        // Line 6 may be the first of another ring's match.
        for seq in [6, 9] {
            let gap = OtherRing::Gap(5, seq);
            assert_eq!(continued().line(&line(seq, 8)), Err(gap));
        }
    }

    #[test]
    fn a_ring_that_wrote_nothing_during_an_outage_is_proved_by_its_greeting() {
        let mut check = continued();
        // The number alone is no proof: the journal was not followed yet.
        assert_eq!(check.greeted(&hello(BoardId::Ring, 6)), Ok(()));
        assert!(!check.is_proved());
        assert_eq!(check.line(&line(5, 7)), Ok(false));
        for (next, is_proved) in [(6, true), (4, false), (60, false)] {
            check.doubt();
            assert_eq!(check.greeted(&hello(BoardId::Ring, next)), Ok(()));
            assert_eq!(check.is_proved(), is_proved, "{next}");
        }
    }

    #[test]
    fn a_line_that_a_power_cut_took_back_is_replaced() {
        let mut check = continued();
        assert_eq!(check.line(&line(3, 7)), Ok(false));
        assert_eq!(check.line(&line(4, 8)), Ok(true));
        assert_eq!(check.line(&line(5, 8)), Ok(true), "the old line 5 is gone");
    }

    #[test]
    fn after_an_outage_the_next_line_that_follows_proves_the_ring() {
        let mut check = continued();
        assert_eq!(check.line(&line(5, 7)), Ok(false));
        check.doubt();
        assert_eq!(check.line(&line(6, 8)), Ok(true));
        check.doubt();
        assert_eq!(check.line(&line(9, 8)), Err(OtherRing::Gap(6, 9)));
        assert_eq!(check.line(&line(2, 8)), Err(OtherRing::Line(2)));
    }
}
