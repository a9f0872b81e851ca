//! Result of a simulated match.

use host_core::narration::narrate;
use host_core::sentences::{Phrasebook, SessionEvent};

/// End of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchEnd {
    /// A side won, and truth and referee agree on winner and reason.
    Won(String),
    /// The match hit the turn limit.
    Long,
    /// The observer ended the match.
    Left,
    /// The referee ruled something untrue without having asked.
    Wrong(String),
    /// The match made no progress.
    Stuck(String),
}

/// Match that was played.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedMatch {
    /// Seed of the match.
    pub seed: u64,
    /// End of the match.
    pub end: MatchEnd,
    /// Turns begun.
    pub turns: u32,
    /// Pushes made.
    pub pushes: u32,
    /// Pieces that left the ring.
    pub falls: u32,
    /// Special moves made.
    pub moves: u32,
    /// Corner slams made.
    pub slams: u32,
    /// Mistakes of the players.
    pub mistakes: u32,
    /// Questions of the ring.
    pub asked: u32,
    /// Declarations of players that no sensor could replace.
    pub told: u32,
    /// Repairs that were requested and made.
    pub repairs: u32,
    /// Accepted differences that people had been asked about.
    pub settled: u32,
    /// Simulated seconds.
    pub seconds: f64,
    /// Events of the match as lines of text.
    pub lines: Vec<String>,
}

impl PlayedMatch {
    /// Result before the match begins.
    pub(super) const fn new(seed: u64) -> Self {
        Self {
            seed,
            end: MatchEnd::Long,
            turns: 0,
            pushes: 0,
            falls: 0,
            moves: 0,
            slams: 0,
            mistakes: 0,
            asked: 0,
            told: 0,
            repairs: 0,
            settled: 0,
            seconds: 0.0,
            lines: Vec::new(),
        }
    }

    /// Adds a line for each event that is narrated.
    pub(super) fn on_events(&mut self, book: &Phrasebook<'_>, events: &[SessionEvent]) {
        let narrated = events.iter().filter_map(|event| narrate(book, event));
        self.lines
            .extend(narrated.map(|narration| narration.line()));
    }

    /// True if the referee was right to the end.
    #[must_use]
    pub const fn is_right(&self) -> bool {
        matches!(self.end, MatchEnd::Won(_) | MatchEnd::Long | MatchEnd::Left)
    }
}
