//! Result of a simulated match.

use super::certainty_curve::CertaintyCurve;
use super::question_tally::QuestionTally;
use host_core::narration::narrate;
use host_core::sentences::{Phrasebook, SessionEvent};
use rules_core::sensing::calibration::guide::StepRefusal;

/// Way in which a simulated match ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchEnd {
    /// A side won, and truth and referee agree on winner and reason, which the text
    /// states.
    Won(String),
    /// The match hit the turn limit.
    Long,
    /// The observer ended the match.
    Left,
    /// The referee ruled something untrue without having asked; the text states the
    /// difference.
    Wrong(String),
    /// The ring has named a trouble that keeps it from seeing the board, has ruled nothing
    /// since, and waits; the text names the sensors.
    Waits(String),
    /// The referee ruled something untrue although it had asked about it; the text states
    /// the difference.
    Misled(String),
    /// The match made no progress; the text states the reason.
    Stuck(String),
}

impl MatchEnd {
    /// Returns what was wrong, or why the match waits or was stuck; `None` otherwise.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        match self {
            Self::Won(_) | Self::Long | Self::Left => None,
            Self::Wrong(why) => Some(format!("wrong: {why}")),
            Self::Waits(why) => Some(format!("waits, and says why: {why}")),
            Self::Misled(why) => Some(format!("wrong though asked: {why}")),
            Self::Stuck(why) => Some(format!("stuck: {why}")),
        }
    }
}

/// Result of a simulated match.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedMatch {
    /// Seed of the match.
    pub seed: u64,
    /// Way in which the match ended.
    pub end: MatchEnd,
    /// Number of turns begun.
    pub turns: u32,
    /// Number of pushes made.
    pub pushes: u32,
    /// Number of pieces that left the ring.
    pub falls: u32,
    /// Number of special moves made.
    pub moves: u32,
    /// Number of corner slams made.
    pub slams: u32,
    /// Number of mistakes that the players made.
    pub mistakes: u32,
    /// Questions that the ring asked.
    pub questions: QuestionTally,
    /// Number of declarations by players about events that no sensor could detect.
    pub told: u32,
    /// Number of sensor faults that the ring named.
    pub troubles: u32,
    /// Number of repairs that the ring requested and people made.
    pub repairs: u32,
    /// Number of differences from ground truth that count as right, because people had
    /// been asked about them.
    pub settled: u32,
    /// Certainty claimed for pushed elements, and what they were.
    pub pushed: CertaintyCurve,
    /// Certainty claimed for fallen pieces, and what they were.
    pub fell: CertaintyCurve,
    /// Simulated time of the match, us.
    pub micros: u64,
    /// Events of the match as lines of text.
    pub lines: Vec<String>,
}

impl PlayedMatch {
    /// Creates the result of a match that has not begun.
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
            questions: QuestionTally::NEW,
            told: 0,
            troubles: 0,
            repairs: 0,
            settled: 0,
            pushed: CertaintyCurve::NEW,
            fell: CertaintyCurve::NEW,
            micros: 0,
            lines: Vec::new(),
        }
    }

    /// Creates the result of a match that has not begun because the guide refused to
    /// calibrate the board.
    pub(super) fn without_calibration(seed: u64, why: StepRefusal) -> Self {
        Self {
            end: MatchEnd::Waits(format!("not calibrated: {why}")),
            troubles: 1,
            ..Self::new(seed)
        }
    }

    /// Adds a line for each event that is narrated.
    pub(super) fn on_events(&mut self, book: &Phrasebook<'_>, events: &[SessionEvent]) {
        let narrated = events.iter().filter_map(|event| narrate(book, event));
        self.lines
            .extend(narrated.map(|narration| narration.line()));
    }

    /// Returns the number of times people had to do something for the ring.
    #[must_use]
    pub fn interruptions(&self) -> u32 {
        self.questions.asked() + self.told + self.repairs + self.settled
    }

    /// True if the referee's match equalled the true one to the end, or the ring waits and
    /// has said why.
    #[must_use]
    pub const fn is_right(&self) -> bool {
        matches!(
            self.end,
            MatchEnd::Won(_) | MatchEnd::Long | MatchEnd::Left | MatchEnd::Waits(_)
        )
    }
}
