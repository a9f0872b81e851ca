//! Sentences for people: every event, question, repair and state of a match in
//! players' words, in English and French.
//!
//! One table for every reader. Page, demo, `watch`, `status`, `why`, reports and
//! screen readers show the text that is made here, with the clause beside it;
//! the journal's own notation (`Display` of rulings) is for programs and
//! `--verbose`. Both languages stand side by side in each row, so that neither
//! can be forgotten.
//!
//! | file | sentences |
//! |---|---|
//! | `names` | players by their cards, "Player 1", or the colours of a grid game |
//! | `pieces` | discs, tokens, sumos, places, colours |
//! | `spoken` | what a phrasebook needs from a game |
//! | `kabuto`, `abalone`, `sumoo` | everything about one game |
//! | `refusal` | actions that the rules forbid, and commands that do not fit |
//! | `evidence` | observations that rulings rest on, and notes |
//! | `question` | questions and their answers |
//! | `waiting` | awaited actions |
//! | `standing` | whose turn it is and what everybody holds |
//! | [`builder`] | sensors, calibration and refused requests, for those who build a ring |

mod abalone;
pub mod builder;
mod evidence;
mod kabuto;
mod names;
mod pieces;
mod question;
mod refusal;
mod spoken;
mod standing;
mod sumoo;
mod waiting;

pub use names::{Names, Party};
pub use standing::{Holding, turn_number};
pub use waiting::{Awaited, Urgency};

use crate::protocol::FollowedLine;
use rules_core::clause::Clause;
use rules_core::match_game;
use rules_core::player::Seat;
use rules_core::referee::game::{AnyCorrection, AnyRepair, AnyRuling};
use rules_core::referee::record::Record;
use rules_core::referee::{AnyGame, Event, EventKind, Evidence, Session};
use rules_core::referee::{JournalLine, LineContent};
use rules_core::time::Instant;
use spoken::{SpokenPart, SpokenRuling};

/// Language of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// British English.
    English,
    /// French.
    French,
}

impl Language {
    /// Both languages, in the order of the table's columns.
    pub const ALL: [Self; 2] = [Self::English, Self::French];
}

/// Formats the text of a language, of which the English one is given first, then the
/// French one.
macro_rules! say {
    ($language:expr, $english:literal, $french:literal $(,)?) => {
        match $language {
            $crate::sentences::Language::English => format!($english),
            $crate::sentences::Language::French => format!($french),
        }
    };
}
use say;

/// Source of sentences in one language about one match.
#[derive(Debug, Clone, Copy)]
pub struct Phrasebook<'a> {
    /// Names of the players.
    pub names: &'a Names,
    /// Language of every sentence.
    pub language: Language,
}

/// Circumstances of an event that its sentence names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EventContext {
    /// Seat of the player whose turn it is after the event; `None` without a match.
    pub seat: Option<Seat>,
    /// Number of that turn, from 1; `None` before the first one.
    pub turn: Option<u32>,
    /// Observation that the event rests on; `None` if it rests on none.
    pub evidence: Option<Evidence>,
}

/// Event of a session with its circumstances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionEvent {
    /// Event of the journal.
    pub event: Event,
    /// Circumstances of the event.
    pub context: EventContext,
}

impl SessionEvent {
    /// Returns the events of a journal line with their circumstances.
    #[must_use]
    pub fn of_line(followed: &FollowedLine) -> Vec<Self> {
        let context = EventContext::new(&followed.line, followed.session.as_deref());
        let events = followed.events.iter().cloned();
        events.map(|event| Self { event, context }).collect()
    }
}

impl EventContext {
    /// Returns the circumstances of the events of a journal line, with the session after
    /// it.
    #[must_use]
    pub fn new(line: &JournalLine, session: Option<&Session>) -> Self {
        let LineContent::Record(record) = &line.body.line else {
            return Self::default();
        };
        let game = session.and_then(Session::game);
        Self {
            seat: game.map(AnyGame::turn),
            turn: game.and_then(turn_number),
            evidence: match record {
                Record::Judge(judgement) => Some(judgement.evidence),
                Record::Refuse(_, evidence) => Some(*evidence),
                _ => None,
            },
        }
    }
}

/// Kind of a sentence, for columns and colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentenceKind {
    /// The sentence begins a match.
    Start,
    /// The sentence begins a turn.
    Turn,
    /// The sentence states a ruling.
    Ruling,
    /// The sentence ends a turn; the sentence that begins the next turn implies it.
    TurnEnd,
    /// The sentence refuses an action that the rules forbid.
    Refusal,
    /// The sentence asks the players a question.
    Question,
    /// The sentence states the answer to a question.
    Answer,
    /// The sentence is a note about the match or the ring.
    Note,
    /// The sentence states an observation that was logged or held back, without a ruling.
    Trace,
}

/// Sentence about one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// Kind of the event.
    pub kind: SentenceKind,
    /// Clause that the event rests on; `None` if it rests on none.
    pub clause: Option<Clause>,
    /// Sentence with a capital letter and without a full stop.
    pub text: String,
    /// Possible answers, in the order of their numbers; empty unless the sentence is a
    /// question.
    pub answers: Vec<String>,
}

impl<'a> Phrasebook<'a> {
    /// Returns the English phrasebook for players with these names.
    #[must_use]
    pub const fn english(names: &'a Names) -> Self {
        let language = Language::English;
        Self { names, language }
    }
}

impl Phrasebook<'_> {
    /// Returns an event as a sentence.
    #[must_use]
    pub fn event(&self, event: &EventKind, context: &EventContext) -> Sentence {
        let (kind, text) = match event {
            EventKind::Ruled(ruling) => self.ruling(ruling, context),
            EventKind::Illegal(refusal) => {
                let reason = self.refusal(refusal);
                let text = say!(
                    self.language,
                    "Not allowed: {reason}",
                    "Pas permis : {reason}"
                );
                (SentenceKind::Refusal, text)
            }
            EventKind::Asked(question) => (
                SentenceKind::Question,
                self.question(question, context.seat),
            ),
            EventKind::Answered(choice, _) => (SentenceKind::Answer, self.choice(choice)),
            EventKind::Withdrawn => {
                let text = say!(
                    self.language,
                    "The table has answered the question itself",
                    "La table a répondu elle-même à la question"
                );
                (SentenceKind::Answer, text)
            }
            EventKind::Logged(evidence) => {
                let seen = self.evidence(&evidence.kind);
                let text = say!(
                    self.language,
                    "Seen without a ruling: {seen}",
                    "Vu sans décision : {seen}"
                );
                (SentenceKind::Trace, text)
            }
            EventKind::Held(evidence) => {
                let seen = self.evidence(&evidence.kind);
                let text = say!(
                    self.language,
                    "Waits for the answer: {seen}",
                    "Attend la réponse : {seen}"
                );
                (SentenceKind::Trace, text)
            }
            EventKind::Began => {
                let text = say!(self.language, "The match begins", "La partie commence");
                (SentenceKind::Start, text)
            }
            other => (SentenceKind::Note, self.note_of(other)),
        };
        Sentence {
            kind,
            clause: clause(event),
            text: capital(&text),
            answers: match event {
                EventKind::Asked(question) => self.choices(question),
                _ => Vec::new(),
            },
        }
    }

    /// Returns the sentence of an event that changes the match as a whole.
    fn note_of(&self, event: &EventKind) -> String {
        let language = self.language;
        match event {
            EventKind::Overruled(correction) => {
                let what = self.correction(correction);
                say!(
                    language,
                    "The players correct the referee: {what}",
                    "Les joueurs corrigent l’arbitre : {what}"
                )
            }
            EventKind::Undone { voided: 0 } => {
                say!(
                    language,
                    "The last step is taken back",
                    "La dernière étape est reprise"
                )
            }
            EventKind::Undone { voided } => say!(
                language,
                "The last step is taken back; observations that waited do not count: {voided}",
                "La dernière étape est reprise ; observations en attente annulées : {voided}"
            ),
            EventKind::Redone => say!(
                language,
                "The step that was taken back counts again",
                "L’étape reprise compte de nouveau"
            ),
            EventKind::PoliciesSet => say!(
                language,
                "New policies apply from now on",
                "D’autres réglages valent désormais"
            ),
            EventKind::Noted(note) => self.note(note),
            EventKind::Aborted => say!(language, "The match is aborted", "La partie est arrêtée"),
            _ => say!(language, "The match is closed", "La partie est rangée"),
        }
    }

    fn ruling(&self, ruling: &AnyRuling, context: &EventContext) -> (SentenceKind, String) {
        match_game!(AnyRuling, ruling, ruling => ruling.sentence(self, context))
    }

    /// Returns a correction by the players as a phrase without a capital letter.
    fn correction(&self, correction: &AnyCorrection) -> String {
        match_game!(
            AnyCorrection, correction, correction => correction.phrase(self),
            AnyCorrection::Unsettle => say!(
                self.language,
                "not everything is at rest yet",
                "tout n’est pas encore arrêté"
            ),
        )
    }

    /// Returns the correction that adopts what the table shows.
    fn as_shown(&self) -> String {
        say!(
            self.language,
            "what is on the table counts",
            "ce qui est sur la table compte"
        )
    }

    /// Returns a repair of the table as an instruction without a capital letter.
    #[must_use]
    pub fn repair(&self, repair: &AnyRepair) -> String {
        match_game!(AnyRepair, repair, repair => repair.phrase(self))
    }
}

impl SentenceKind {
    /// Returns the word for the kind, for programs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Turn => "turn",
            Self::Ruling => "ruling",
            Self::TurnEnd => "turn-end",
            Self::Refusal => "refusal",
            Self::Question => "question",
            Self::Answer => "answer",
            Self::Note => "note",
            Self::Trace => "trace",
        }
    }
}

impl Sentence {
    /// Returns the label of a sentence that has no clause: "question", "answer" or
    /// "note".
    #[must_use]
    pub fn label(&self, language: Language) -> String {
        match (self.clause, self.kind) {
            (Some(clause), _) => clause.id().to_owned(),
            (None, SentenceKind::Question) => say!(language, "question", "question"),
            (None, SentenceKind::Answer) => say!(language, "answer", "réponse"),
            (None, SentenceKind::Refusal) => say!(language, "refused", "refusé"),
            (None, _) => say!(language, "note", "note"),
        }
    }

    /// Returns the sentence for use without a label beside it: "Answer: a Lantern".
    #[must_use]
    pub fn in_full(&self, language: Language) -> String {
        match self.kind {
            SentenceKind::Question | SentenceKind::Answer => {
                let (label, text) = (capital(&self.label(language)), &self.text);
                say!(language, "{label}: {text}", "{label} : {text}")
            }
            _ => self.text.clone(),
        }
    }
}

/// Returns the clause that an event rests on; `None` if it rests on none.
#[must_use]
pub fn clause(event: &EventKind) -> Option<Clause> {
    match event {
        EventKind::Ruled(ruling) => Some(ruling.clause()),
        EventKind::Illegal(refusal) => refusal.clause(),
        _ => None,
    }
}

/// Returns a time on the ring's clock, as minutes and seconds since it started.
#[must_use]
pub fn clock(at: Instant) -> String {
    let millis = at.0 / 1000;
    format!(
        "{:02}:{:02}.{:03}",
        millis / 60_000,
        millis / 1000 % 60,
        millis % 1000
    )
}

/// Returns `text` with a capital first letter.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Joins items as a list: "1, 2 or 3".
fn listed(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}
