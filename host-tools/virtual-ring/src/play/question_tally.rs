//! Count of the questions of a match, by kind and by whether there was anything to ask
//! about.
//!
//! The kinds divide questions by what made the ring doubt, so that a count says which
//! doubt to remove next.

use rules_core::piece::{Element, Piece};
use rules_core::referee::{Choice, Doubt, EvidenceKind, Question};
use std::collections::BTreeMap;

/// Kind of a question: what it is about, and why the ring doubts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum QuestionKind {
    /// Which element was pushed.
    PushedWhich,
    /// One element was pushed, or the whole group.
    PushedGroup,
    /// A push that the rules forbid.
    PushedForbidden,
    /// One piece fell, or two.
    FellCount,
    /// Which piece fell, though the sensors doubt that one did.
    FellUnsound,
    /// Which piece fell: a magnet was felt.
    FellMagnet,
    /// Which piece fell: its width fits several.
    FellWidth,
    /// Which of several tokens or sumos fell that look alike.
    FellAlike,
    /// A fall that only one plane of the curtain saw.
    FellOnePlane,
    /// The push made the piece fall, or an accident.
    FellCause,
    /// A side of the ring could not see what fell.
    Unseen,
    /// A marker on a post.
    Marker,
    /// The platform.
    Platform,
    /// Pieces moved on a grid board.
    Board,
    /// Rest, a power cut, or evidence that was lost.
    Other,
}

impl QuestionKind {
    /// Returns the kind of a question.
    #[must_use]
    pub fn of(question: &Question) -> Self {
        match (question.about.kind, question.doubt) {
            (_, Doubt::AfterCut | Doubt::Overflow) => Self::Other,
            (EvidenceKind::Pushed(_), Doubt::Forbidden(..)) => Self::PushedForbidden,
            (EvidenceKind::Pushed(_), Doubt::Group) => Self::PushedGroup,
            (EvidenceKind::Pushed(_), _) => Self::PushedWhich,
            (EvidenceKind::Fell(_), Doubt::Count) => Self::FellCount,
            (EvidenceKind::Fell(_), Doubt::Cause(_) | Doubt::Late(_)) => Self::FellCause,
            (EvidenceKind::Fell(_), Doubt::OneSensor) => Self::FellOnePlane,
            (EvidenceKind::Fell(fall), _) if !fall.pattern.sound => Self::FellUnsound,
            (EvidenceKind::Fell(_), _) if is_among_alike(&question.choices) => Self::FellAlike,
            (EvidenceKind::Fell(fall), _) if fall.polarity.is_some() => Self::FellMagnet,
            (EvidenceKind::Fell(_), _) => Self::FellWidth,
            (EvidenceKind::Unseen(_), _) => Self::Unseen,
            (EvidenceKind::Marker(_), _) => Self::Marker,
            (EvidenceKind::Docked(..) | EvidenceKind::Undocked, _) => Self::Platform,
            (EvidenceKind::Board(_) | EvidenceKind::Cell { .. }, _) => Self::Board,
            (EvidenceKind::Rest | EvidenceKind::Declared(_), _) => Self::Other,
        }
    }

    /// Returns the words for the kind in a table.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::PushedWhich => "pushed: which piece",
            Self::PushedGroup => "pushed: one or the group",
            Self::PushedForbidden => "pushed: forbidden",
            Self::FellCount => "fell: one or two",
            Self::FellUnsound => "fell: which, doubtful",
            Self::FellMagnet => "fell: which, by magnet",
            Self::FellWidth => "fell: which, by width",
            Self::FellAlike => "fell: which of a kind",
            Self::FellOnePlane => "fell: seen once",
            Self::FellCause => "fell: why",
            Self::Unseen => "fell: unseen side",
            Self::Marker => "marker",
            Self::Platform => "platform",
            Self::Board => "grid board",
            Self::Other => "whole table",
        }
    }
}

/// True if the two likeliest answers are pieces that the sensors cannot tell apart.
fn is_among_alike(choices: &[Choice]) -> bool {
    let token =
        |choice: &Choice| matches!(choice, Choice::Piece(Piece::Element(Element::Token(_))));
    let sumo = |choice: &Choice| matches!(choice, Choice::Piece(Piece::Sumo(_)));
    match choices {
        [first, second, ..] => token(first) && token(second) || sumo(first) && sumo(second),
        _ => false,
    }
}

/// Questions of a match, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct QuestionTally {
    /// Number of questions of each kind.
    pub by_kind: BTreeMap<QuestionKind, u32>,
    /// Number of those of each kind to which the true answer was "nothing".
    pub nothing: BTreeMap<QuestionKind, u32>,
}

impl QuestionTally {
    /// Tally without a question.
    pub const NEW: Self = Self {
        by_kind: BTreeMap::new(),
        nothing: BTreeMap::new(),
    };

    /// Returns the number of questions.
    #[must_use]
    pub fn asked(&self) -> u32 {
        self.by_kind.values().sum()
    }

    /// Counts a question that has been asked.
    pub(crate) fn ask(&mut self, kind: QuestionKind) {
        *self.by_kind.entry(kind).or_default() += 1;
    }

    /// Counts the true answer to a question.
    pub(crate) fn answer(&mut self, kind: QuestionKind, truly: Choice) {
        if truly == Choice::Nothing {
            *self.nothing.entry(kind).or_default() += 1;
        }
    }
}
