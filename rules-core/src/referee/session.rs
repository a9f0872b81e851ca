//! Session: the fold of its records. Nothing else changes it.
//!
//! ```text
//!           Card*, Begin                 Judge, Overrule, Undo, Redo
//!   Idle ----------------> Playing ---+------------------------------> Playing
//!     ^                       |       +-- Ask --> question open
//!     +---- Abort, Close -----+             Answer | Withdraw | Undo --> closed
//! ```
//!
//! Live play chooses records and applies them; a replay applies the same ones.
//! [`Session::hash`] covers the state of the match, the open question, the policies and
//! the seats that have a card, but not the evidence held behind the question and not the
//! depth of the history: it is therefore the same for a session resumed from a snapshot.

mod snapshot;

use super::apply_error::ApplyError;
use super::event::{EventKind, Events};
use super::evidence::{Evidence, EvidenceKind};
use super::game::{AnyCorrection, AnyGame, GameSnapshot};
use super::grounds::{Ground, GroundsLog, PassedBy};
use super::history::{Checkpoint, History, HistoryEnd};
use super::policy::Policies;
use super::question::{Choice, Question};
use super::record::{Judgement, MatchStart, RecallTarget, Record, UndoStep};
use crate::games::kabuto::terms::CardRules;
use crate::hash::{FNV1A, fnv1a};
use crate::player::{BySeat, Seat};
use crate::sensing::observation::ObservationId;
use heapless::Vec;

/// Maximum number of pieces of evidence held behind a question.
pub const HELD: usize = 24;

/// Session: the state that the referee, a host and a replay all compute from the same
/// records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    stage: SessionState,
    question: Option<Question>,
    held: Vec<Evidence, HELD, u8>,
    history: History,
    policies: Policies,
    why: GroundsLog,
    /// State before the last judgement of rest; `None` if there was none, or if another
    /// judgement followed.
    before_rest: Option<GameSnapshot>,
    asked: u16,
    count: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "there is one of it, and no heap")]
enum SessionState {
    /// No match is running; cards are set for the next one.
    Idle(BySeat<CardRules>),
    /// A match is running, or over and not closed.
    Playing(AnyGame),
}

impl SessionState {
    /// State without a match and without cards.
    const IDLE: Self = Self::Idle(BySeat([const { CardRules::NONE }; Seat::ALL.len()]));
}

impl Default for Session {
    fn default() -> Self {
        Self::BLANK
    }
}

impl Session {
    /// Session without a match, before the first line of the journal.
    pub const BLANK: Self = Self {
        stage: SessionState::IDLE,
        question: None,
        held: Vec::new(),
        history: History::NEW,
        policies: Policies::DEFAULT,
        why: GroundsLog::EMPTY,
        before_rest: None,
        asked: 0,
        count: 0,
    };

    /// Creates a session without a match, after `count` lines of the journal.
    #[must_use]
    pub const fn after(count: u32) -> Self {
        let mut session = Self::BLANK;
        session.count = count;
        session
    }

    /// Becomes a session without a match, after `count` lines of the journal. In place,
    /// because a session is too large for the stack of a device.
    pub fn begin_anew(&mut self, count: u32) {
        let Self {
            stage,
            question,
            held,
            history,
            policies,
            why,
            before_rest,
            asked,
            count: counted,
        } = self;
        *stage = const { SessionState::IDLE };
        *question = None;
        held.clear();
        history.begin_anew();
        *policies = Policies::DEFAULT;
        why.clear();
        *before_rest = None;
        *asked = 0;
        *counted = count;
    }

    /// True if cards are set for a match that has not begun.
    #[must_use]
    pub fn has_cards(&self) -> bool {
        self.game().is_none() && self.card_seats() != 0
    }

    /// Returns the seats that have a card, set or in play, as bits.
    fn card_seats(&self) -> u8 {
        let cards = match &self.stage {
            SessionState::Idle(cards) => Some(cards),
            SessionState::Playing(game) => game.cards(),
        };
        let cards = cards.into_iter().flat_map(BySeat::iter);
        let set = cards.map(|(_, card)| *card != CardRules::default());
        set.fold(0, |bits, set| bits << 1 | u8::from(set))
    }

    /// Skips the numbers of lines that change nothing.
    pub const fn skip_lines(&mut self, lines: u32) {
        self.count = self.count.wrapping_add(lines);
    }

    /// Numbers the session as if `count` lines had led to it.
    pub const fn set_count(&mut self, count: u32) {
        self.count = count;
    }

    /// Applies one record and returns its events.
    ///
    /// # Errors
    /// [`ApplyError`] if the record does not apply; the session is then unchanged.
    pub fn apply(&mut self, record: &Record) -> Result<Events, ApplyError> {
        let events = self.fold(record)?;
        self.count = self.count.wrapping_add(1);
        Ok(events)
    }

    // The arms are functions of their own where their values are large, so that the stack
    // of one is not reserved for all.
    fn fold(&mut self, record: &Record) -> Result<Events, ApplyError> {
        match record {
            Record::Card(seat, card) => match &mut self.stage {
                SessionState::Idle(cards) => {
                    cards[*seat] = card.clone();
                    Ok(Events::Nothing)
                }
                SessionState::Playing(_) => Err(ApplyError::MatchRunning),
            },
            Record::Begin(begin) => self.begin(begin),
            Record::Judge(judgement) => self.apply_judgement(judgement),
            Record::Refuse(action, _) => match self.playing()?.permits(action) {
                Ok(()) => Err(ApplyError::Permitted),
                Err(objection) => Ok(Events::One(EventKind::Illegal(objection))),
            },
            Record::Log(evidence) => Ok(Events::One(EventKind::Logged(*evidence))),
            Record::Ask(question) => self.ask(question),
            Record::Answer(choice) => self.answer(*choice),
            Record::Withdraw => match self.question.take() {
                Some(_) => Ok(Events::One(EventKind::Withdrawn)),
                None => Err(ApplyError::NoQuestion),
            },
            Record::Hold(evidence) => match self.held.push(*evidence) {
                Ok(()) => Ok(Events::One(EventKind::Held(*evidence))),
                Err(_) => Err(ApplyError::HeldFull),
            },
            Record::Release => {
                if self.held.is_empty() {
                    return Err(ApplyError::NothingHeld);
                }
                self.held.remove(0);
                Ok(Events::Nothing)
            }
            Record::Return(evidence) => match self.held.insert(0, *evidence) {
                Ok(()) => Ok(Events::Nothing),
                Err(_) => Err(ApplyError::HeldFull),
            },
            Record::Overrule(overrule, step) => self.overrule(overrule, *step),
            Record::Undo => self
                .undo_or_redo(History::undo)
                .map(|voided| Events::One(EventKind::Undone { voided })),
            Record::Redo => self
                .undo_or_redo(History::redo)
                .map(|_| Events::One(EventKind::Redone)),
            Record::SetPolicies(policies) => {
                self.policies = *policies;
                Ok(Events::One(EventKind::PoliciesSet))
            }
            Record::Note(note) => Ok(Events::One(EventKind::Noted(*note))),
            Record::Abort => {
                self.playing()?;
                self.clear();
                Ok(Events::One(EventKind::Aborted))
            }
            Record::Close => {
                if !self.playing()?.is_over() {
                    return Err(ApplyError::MatchRunning);
                }
                self.clear();
                Ok(Events::One(EventKind::Closed))
            }
            Record::Recall(target, game) => self.recall(*target, game),
            Record::RecallQuestion(target, question) => {
                self.playing()?;
                self.history.recall_question(*target, question.clone());
                Ok(Events::Nothing)
            }
        }
    }

    /// Removes the match and resets all but the line count.
    fn clear(&mut self) {
        self.begin_anew(self.count);
    }

    #[inline(never)]
    fn begin(&mut self, begin: &MatchStart) -> Result<Events, ApplyError> {
        let SessionState::Idle(cards) = &self.stage else {
            return Err(ApplyError::MatchRunning);
        };
        let game = AnyGame::open(&begin.opening, cards).map_err(ApplyError::Unsound)?;
        self.clear();
        if !game.is_fresh() {
            self.history.forget();
        }
        self.policies = begin.policies;
        self.asked = begin.asked;
        self.stage = SessionState::Playing(game);
        Ok(Events::One(EventKind::Began))
    }

    #[inline(never)]
    fn apply_judgement(&mut self, judgement: &Judgement) -> Result<Events, ApplyError> {
        let SessionState::Playing(game) = &mut self.stage else {
            return Err(ApplyError::NoMatch);
        };
        if self.question.is_some() {
            return Err(ApplyError::QuestionOpen);
        }
        let before = game.snapshot();
        let rulings = game
            .apply(&judgement.action)
            .map_err(ApplyError::Forbidden)?;
        self.before_rest = judgement.action.settles().then(|| before.clone());
        if judgement.step == UndoStep::New {
            self.history.push(Checkpoint {
                game: before,
                question: None,
            });
        }
        // The result of an answer is part of its step; so are actions that other evidence
        // implied.
        let answered =
            judgement.step == UndoStep::Same && self.history.has_answer(&judgement.evidence);
        let people = answered || matches!(judgement.evidence.kind, EvidenceKind::Declared(_));
        let ground = Ground {
            seq: self.count.wrapping_add(1),
            evidence: judgement.evidence,
            passed: match judgement.action.event_class() {
                Some(kind) if !people => PassedBy::By(self.policies[kind]),
                _ => PassedBy::People,
            },
        };
        self.why.push(ground, &rulings);
        Ok(Events::Rulings(rulings))
    }

    #[inline(never)]
    fn ask(&mut self, question: &Question) -> Result<Events, ApplyError> {
        self.playing()?;
        if self.question.is_some() {
            return Err(ApplyError::QuestionOpen);
        }
        // A snapshot may bring back an earlier one.
        if question.number == self.asked.wrapping_add(1) {
            self.asked = question.number;
        }
        self.question = Some(question.clone());
        Ok(Events::One(EventKind::Asked(question.clone())))
    }

    #[inline(never)]
    fn answer(&mut self, choice: Choice) -> Result<Events, ApplyError> {
        let SessionState::Playing(game) = &self.stage else {
            return Err(ApplyError::NoMatch);
        };
        let question = self.question.take().ok_or(ApplyError::NoQuestion)?;
        self.history.push(Checkpoint {
            game: game.snapshot(),
            question: Some(question),
        });
        let voided = match choice {
            Choice::RefereeIsRight => self.discard_held(),
            _ => 0,
        };
        Ok(Events::One(EventKind::Answered(choice, voided)))
    }

    #[inline(never)]
    fn overrule(&mut self, overrule: &AnyCorrection, step: UndoStep) -> Result<Events, ApplyError> {
        let SessionState::Playing(game) = &mut self.stage else {
            return Err(ApplyError::NoMatch);
        };
        if self.question.is_some() {
            return Err(ApplyError::QuestionOpen);
        }
        let before = game.snapshot();
        match (overrule, &self.before_rest) {
            (AnyCorrection::Unsettle, Some(unsettled)) => game.restore(unsettled),
            _ => game.correct(overrule),
        }
        .map_err(ApplyError::Unsound)?;
        self.before_rest = None;
        if step == UndoStep::New {
            self.history.push(Checkpoint {
                game: before,
                question: None,
            });
        }
        Ok(Events::One(EventKind::Overruled(*overrule)))
    }

    /// Stores a state that the next undo, redo or unsettling needs, unless it is known.
    #[inline(never)]
    fn recall(&mut self, target: RecallTarget, game: &GameSnapshot) -> Result<Events, ApplyError> {
        self.playing()?;
        let checkpoint = || Checkpoint {
            game: game.clone(),
            question: None,
        };
        match target {
            RecallTarget::Undo => self.history.recall_undo(checkpoint()),
            RecallTarget::Redo => self.history.recall_redo(checkpoint()),
            RecallTarget::BeforeRest => self.before_rest = Some(game.clone()),
        }
        Ok(Events::Nothing)
    }

    /// Undoes or redoes a step; returns the number of held observations that were
    /// discarded.
    #[inline(never)]
    fn undo_or_redo(
        &mut self,
        way: fn(&mut History, &mut Checkpoint) -> Result<(), HistoryEnd>,
    ) -> Result<u8, ApplyError> {
        let SessionState::Playing(game) = &mut self.stage else {
            return Err(ApplyError::NoMatch);
        };
        let mut now = Checkpoint {
            game: game.snapshot(),
            question: self.question.clone(),
        };
        way(&mut self.history, &mut now).map_err(ApplyError::End)?;
        // This state existed before, under the same terms.
        game.restore(&now.game).map_err(ApplyError::Unsound)?;
        self.question = now.question;
        self.before_rest = None;
        Ok(self.discard_held())
    }

    /// Discards the held observations; returns their number.
    fn discard_held(&mut self) -> u8 {
        let voided = self.held.len() as u8;
        self.held.clear();
        voided
    }

    fn playing(&self) -> Result<&AnyGame, ApplyError> {
        match &self.stage {
            SessionState::Playing(game) => Ok(game),
            SessionState::Idle(_) => Err(ApplyError::NoMatch),
        }
    }

    /// Returns the match, running or over; `None` if there is none.
    #[must_use]
    pub const fn game(&self) -> Option<&AnyGame> {
        match &self.stage {
            SessionState::Playing(game) => Some(game),
            SessionState::Idle(_) => None,
        }
    }

    /// Returns the open question; `None` if there is none.
    #[must_use]
    pub const fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Returns the highest id of the observations that are still to be judged;
    /// [`ObservationId::NONE`] if there is none.
    #[must_use]
    pub fn last_observation(&self) -> ObservationId {
        let asked = self.question.iter().map(|question| question.about.id);
        let held = self.held.iter().map(|evidence| evidence.id);
        asked.chain(held).max().unwrap_or(ObservationId::NONE)
    }

    /// Returns the evidence held behind the question, in order.
    #[must_use]
    pub fn held(&self) -> &[Evidence] {
        &self.held
    }

    /// Returns the policies in force.
    #[must_use]
    pub const fn policies(&self) -> &Policies {
        &self.policies
    }

    /// Returns the grounds of the last rulings.
    #[must_use]
    pub const fn why(&self) -> &GroundsLog {
        &self.why
    }

    /// Returns the history of steps for undo and redo.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Returns the number of the last journal line: records applied, snapshots skipped.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// Returns the number that the next question will have.
    #[must_use]
    pub const fn next_question(&self) -> u16 {
        self.asked.wrapping_add(1)
    }

    /// True if the last judgement of rest can still be taken back, because no other
    /// judgement followed.
    #[must_use]
    pub const fn can_unsettle(&self) -> bool {
        self.before_rest.is_some()
    }

    /// Returns the state before the last judgement of rest; `None` if there was none, or
    /// if another judgement followed.
    #[must_use]
    pub const fn before_rest(&self) -> Option<&GameSnapshot> {
        self.before_rest.as_ref()
    }

    /// Returns the state hash: a number for the state of the match, the open question,
    /// the policies and the seats that have a card.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let game = match &self.stage {
            SessionState::Idle(_) => 0,
            SessionState::Playing(game) => game.fingerprint(),
        };
        let question = self.question.as_ref().map_or(0, |question| question.number);
        let policies = self.policies.0.iter().map(|policy| policy.index() as u8);
        let bytes = game
            .to_le_bytes()
            .into_iter()
            .chain(question.to_le_bytes())
            .chain([u8::from(self.question.is_some())])
            .chain(policies)
            .chain(Some(self.card_seats()).filter(|&seats| seats != 0));
        fnv1a(FNV1A, bytes)
    }

    /// True if no match is running or set up, and the policies are the default ones.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.game().is_none() && !self.has_cards() && self.policies == Policies::DEFAULT
    }
}
