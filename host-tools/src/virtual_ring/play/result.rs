//! What came of a match.

use rules_core::games::kabuto::state::Outcome;
use rules_core::referee::Event;

/// How a match ended for those who watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// Somebody won, and truth and referee agree who and how.
    Won(String),
    /// So many turns were played that nobody wants to see more.
    Long,
    /// Those who looked on had seen enough.
    Left,
    /// The referee took something for true that was not, and did not ask.
    Wrong(String),
    /// Nothing went on any more.
    Stuck(String),
}

/// A match that was played.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// Its seed.
    pub seed: u64,
    /// How it ended.
    pub end: End,
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
    /// Mistakes people made.
    pub mistakes: u32,
    /// Questions asked.
    pub asked: u32,
    /// Things people had to say because no sensor sees them.
    pub told: u32,
    /// Repairs that were wanted and done.
    pub repairs: u32,
    /// Differences that people had been asked about.
    pub settled: u32,
    /// Simulated seconds.
    pub seconds: f64,
    /// What was said, line by line.
    pub lines: Vec<String>,
}

impl Played {
    /// A match of which nothing is known yet.
    pub(super) const fn new(seed: u64) -> Self {
        Self {
            seed,
            end: End::Long,
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

    /// Writes down what was said.
    pub(super) fn hear(&mut self, events: &[Event]) {
        let line = |event: &Event| format!("{:>8.2}  {}", event.at.0 as f64 / 1e6, event.what);
        self.lines.extend(events.iter().map(line));
    }

    /// Whether the referee was right to the end.
    #[must_use]
    pub const fn is_right(&self) -> bool {
        matches!(self.end, End::Won(_) | End::Long | End::Left)
    }
}

/// An outcome in words.
#[must_use]
pub(super) fn in_words(outcome: Outcome) -> String {
    use rules_core::games::kabuto::state::How;
    match outcome.how {
        How::KnockOut(seat) => {
            format!("side {} wins by knocking out player {seat}", outcome.winner)
        }
        How::Belt => format!("side {} wins by the belt", outcome.winner),
        How::LastLeft => format!("side {} wins as the last one left", outcome.winner),
    }
}
