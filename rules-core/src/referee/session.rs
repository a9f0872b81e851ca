//! A session: the fold of its records. Nothing else changes it.
//!
//! ```text
//!           Kit*, Begin                 Judge, Overrule, Undo, Redo
//!   Idle ----------------> Playing ---+------------------------------> Playing
//!     ^                       |       +-- Ask --> question open
//!     +------- Abort ---------+             Answer | Withdraw | Undo --> closed
//! ```
//!
//! Live play decides on records and applies them; a replay applies the same
//! ones. [`Session::hash`] covers what has been judged and what is asked, not
//! what waits behind a question and not how far one can undo: so it is the same
//! for a session taken up from a snapshot.

use super::event::{Said, What};
use super::evidence::{Evidence, Seen};
use super::game::{Game, Overrule, Snapshot};
use super::history::{End, History, Moment};
use super::kind::Policies;
use super::question::{Choice, Question};
use super::record::{Begin, Judgement, Record, Step};
use super::unfit::Unfit;
use super::why::{Ground, Passed, Why};
use crate::checksum::{FNV1A, fnv1a};
use crate::games::kabuto::terms::Kit;
use crate::player::BySeat;
use heapless::Vec;

/// Observations that can wait behind a question.
pub const HELD: usize = 24;

/// A session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    stage: Stage,
    question: Option<Question>,
    held: Vec<Evidence, HELD, u8>,
    history: History,
    policies: Policies,
    why: Why,
    /// How it stood before the rest that was judged last, if nothing was since.
    before_rest: Option<Snapshot>,
    asked: u16,
    count: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "there is one of it, and no heap")]
enum Stage {
    /// No match; cards are laid out for one.
    Idle(BySeat<Kit>),
    /// A match, running or over.
    Playing(Game),
}

impl Default for Session {
    fn default() -> Self {
        Self {
            stage: Stage::Idle(BySeat::default()),
            question: None,
            held: Vec::new(),
            history: History::default(),
            policies: Policies::USUAL,
            why: Why::default(),
            before_rest: None,
            asked: 0,
            count: 0,
        }
    }
}

impl Session {
    /// No match, after so many lines of the journal.
    #[must_use]
    pub fn after(count: u32) -> Self {
        Self {
            count,
            ..Self::default()
        }
    }

    /// Lines that change nothing take numbers too.
    pub const fn pass(&mut self, lines: u32) {
        self.count = self.count.wrapping_add(lines);
    }

    /// The same session, numbered as if so many lines had led to it.
    #[must_use]
    pub const fn numbered(mut self, count: u32) -> Self {
        self.count = count;
        self
    }

    /// Goes on by one record.
    ///
    /// # Errors
    /// Why it does not fit; the session is then unchanged.
    pub fn apply(&mut self, record: &Record) -> Result<Said, Unfit> {
        let said = self.fold(record)?;
        self.count = self.count.wrapping_add(1);
        Ok(said)
    }

    fn fold(&mut self, record: &Record) -> Result<Said, Unfit> {
        match record {
            Record::Kit(seat, kit) => match &mut self.stage {
                Stage::Idle(kits) => {
                    kits[*seat] = kit.clone();
                    Ok(Said::Nothing)
                }
                Stage::Playing(_) => Err(Unfit::MatchRunning),
            },
            Record::Begin(begin) => self.begin(begin),
            Record::Judge(judgement) => self.judge(judgement),
            Record::Refuse(play, _) => match self.playing()?.permits(play) {
                Ok(()) => Err(Unfit::Permitted),
                Err(objection) => Ok(Said::One(What::Illegal(objection))),
            },
            Record::Log(evidence) => Ok(Said::One(What::Logged(*evidence))),
            Record::Ask(question) => self.ask(question),
            Record::Answer(choice) => self.answer(*choice),
            Record::Withdraw => match self.question.take() {
                Some(_) => Ok(Said::One(What::Withdrawn)),
                None => Err(Unfit::NoQuestion),
            },
            Record::Hold(evidence) => match self.held.push(*evidence) {
                Ok(()) => Ok(Said::One(What::Held(*evidence))),
                Err(_) => Err(Unfit::HeldFull),
            },
            Record::Release => {
                if self.held.is_empty() {
                    return Err(Unfit::NothingHeld);
                }
                self.held.remove(0);
                Ok(Said::Nothing)
            }
            Record::Return(evidence) => match self.held.insert(0, *evidence) {
                Ok(()) => Ok(Said::Nothing),
                Err(_) => Err(Unfit::HeldFull),
            },
            Record::Overrule(overrule, step) => self.overrule(overrule, *step),
            Record::Undo => self
                .travel(History::undo)
                .map(|voided| Said::One(What::Undone { voided })),
            Record::Redo => self.travel(History::redo).map(|_| Said::One(What::Redone)),
            Record::SetPolicies(policies) => {
                self.policies = *policies;
                Ok(Said::One(What::PoliciesSet))
            }
            Record::Note(note) => Ok(Said::One(What::Noted(*note))),
            Record::Abort => {
                self.playing()?;
                self.clear();
                Ok(Said::One(What::Aborted))
            }
            Record::Close => {
                if !self.playing()?.is_over() {
                    return Err(Unfit::MatchRunning);
                }
                self.clear();
                Ok(Said::One(What::Closed))
            }
        }
    }

    /// Puts the match away.
    fn clear(&mut self) {
        *self = Self {
            count: self.count,
            ..Self::default()
        };
    }

    fn begin(&mut self, begin: &Begin) -> Result<Said, Unfit> {
        let Stage::Idle(kits) = &self.stage else {
            return Err(Unfit::MatchRunning);
        };
        let game = Game::open(&begin.opening, kits).map_err(Unfit::Unsound)?;
        let mut history = History::default();
        if !game.is_fresh() {
            history.forget();
        }
        *self = Self {
            stage: Stage::Playing(game),
            policies: begin.policies,
            asked: begin.asked,
            count: self.count,
            history,
            ..Self::default()
        };
        Ok(Said::One(What::Began))
    }

    fn judge(&mut self, judgement: &Judgement) -> Result<Said, Unfit> {
        let Stage::Playing(game) = &mut self.stage else {
            return Err(Unfit::NoMatch);
        };
        if self.question.is_some() {
            return Err(Unfit::QuestionOpen);
        }
        let before = game.snapshot();
        let rulings = game.judge(&judgement.play).map_err(Unfit::Forbidden)?;
        self.before_rest = judgement.play.settles().then(|| before.clone());
        if judgement.step == Step::New {
            self.history.push(Moment {
                game: before,
                question: None,
            });
        }
        // What an answer brings is part of its step; so is what something else implied.
        let answered = judgement.step == Step::Same && self.history.has_answer(&judgement.evidence);
        let people = answered || matches!(judgement.evidence.seen, Seen::Said(_));
        let ground = Ground {
            seq: self.count.wrapping_add(1),
            evidence: judgement.evidence,
            passed: match judgement.play.kind() {
                Some(kind) if !people => Passed::By(self.policies[kind]),
                _ => Passed::People,
            },
        };
        self.why.note(ground, &rulings);
        Ok(Said::Rulings(rulings))
    }

    fn ask(&mut self, question: &Question) -> Result<Said, Unfit> {
        self.playing()?;
        if self.question.is_some() {
            return Err(Unfit::QuestionOpen);
        }
        // A snapshot may bring back an earlier one.
        if question.number == self.asked.wrapping_add(1) {
            self.asked = question.number;
        }
        self.question = Some(question.clone());
        Ok(Said::One(What::Asked(question.clone())))
    }

    fn answer(&mut self, choice: Choice) -> Result<Said, Unfit> {
        let Stage::Playing(game) = &self.stage else {
            return Err(Unfit::NoMatch);
        };
        let question = self.question.take().ok_or(Unfit::NoQuestion)?;
        self.history.push(Moment {
            game: game.snapshot(),
            question: Some(question),
        });
        let voided = match choice {
            Choice::RefereeIsRight => self.void(),
            _ => 0,
        };
        Ok(Said::One(What::Answered(choice, voided)))
    }

    fn overrule(&mut self, overrule: &Overrule, step: Step) -> Result<Said, Unfit> {
        let Stage::Playing(game) = &mut self.stage else {
            return Err(Unfit::NoMatch);
        };
        if self.question.is_some() {
            return Err(Unfit::QuestionOpen);
        }
        let before = game.snapshot();
        match (overrule, &self.before_rest) {
            (Overrule::Unsettle, Some(unsettled)) => game.restore(unsettled),
            _ => game.correct(overrule),
        }
        .map_err(Unfit::Unsound)?;
        self.before_rest = None;
        if step == Step::New {
            self.history.push(Moment {
                game: before,
                question: None,
            });
        }
        Ok(Said::One(What::Overruled(*overrule)))
    }

    /// Goes back or forward; says how much of what waited does not count.
    fn travel(
        &mut self,
        way: fn(&mut History, &mut Moment) -> Result<(), End>,
    ) -> Result<u8, Unfit> {
        let Stage::Playing(game) = &mut self.stage else {
            return Err(Unfit::NoMatch);
        };
        let mut now = Moment {
            game: game.snapshot(),
            question: self.question.clone(),
        };
        way(&mut self.history, &mut now).map_err(Unfit::End)?;
        // It stood like that before, under the same terms.
        game.restore(&now.game).map_err(Unfit::Unsound)?;
        self.question = now.question;
        self.before_rest = None;
        Ok(self.void())
    }

    /// What waits does not count; says how much it was.
    fn void(&mut self) -> u8 {
        let voided = self.held.len() as u8;
        self.held.clear();
        voided
    }

    fn playing(&self) -> Result<&Game, Unfit> {
        match &self.stage {
            Stage::Playing(game) => Ok(game),
            Stage::Idle(_) => Err(Unfit::NoMatch),
        }
    }

    /// The match, running or over.
    #[must_use]
    pub const fn game(&self) -> Option<&Game> {
        match &self.stage {
            Stage::Playing(game) => Some(game),
            Stage::Idle(_) => None,
        }
    }

    /// The open question.
    #[must_use]
    pub const fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// What waits behind it, in order.
    #[must_use]
    pub fn held(&self) -> &[Evidence] {
        &self.held
    }

    /// What may pass by itself.
    #[must_use]
    pub const fn policies(&self) -> &Policies {
        &self.policies
    }

    /// The grounds of the last rulings.
    #[must_use]
    pub const fn why(&self) -> &Why {
        &self.why
    }

    /// What can be undone and redone.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The number of the last line: records applied, snapshots passed.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// The number the next question has.
    #[must_use]
    pub const fn next_question(&self) -> u16 {
        self.asked.wrapping_add(1)
    }

    /// Whether the rest judged last can still be taken back, because nothing
    /// was judged since.
    #[must_use]
    pub const fn can_unsettle(&self) -> bool {
        self.before_rest.is_some()
    }

    /// How it stood before the rest judged last, if nothing was judged since.
    #[must_use]
    pub const fn before_rest(&self) -> Option<&Snapshot> {
        self.before_rest.as_ref()
    }

    /// The session's number: what has been judged, and what is asked.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let game = match &self.stage {
            Stage::Idle(_) => 0,
            Stage::Playing(game) => game.fingerprint(),
        };
        let question = self.question.as_ref().map_or(0, |it| it.number);
        let policies = self.policies.0.iter().map(|policy| policy.index() as u8);
        let bytes = game
            .to_le_bytes()
            .into_iter()
            .chain(question.to_le_bytes())
            .chain([u8::from(self.question.is_some())])
            .chain(policies);
        fnv1a(FNV1A, bytes)
    }

    /// The records that lead to this session without its past: to be stored as
    /// a snapshot, or sent to somebody who comes late.
    pub fn snapshot(&self, mut to: impl FnMut(&Record)) {
        let Stage::Playing(game) = &self.stage else {
            return;
        };
        for (seat, kit) in game.kits().into_iter().flat_map(BySeat::iter) {
            to(&Record::Kit(seat, kit.clone()));
        }
        to(&Record::Begin(Begin {
            opening: game.opening(),
            policies: self.policies,
            asked: self.asked,
        }));
        if let Some(question) = &self.question {
            to(&Record::Ask(question.clone()));
        }
        for evidence in &self.held {
            to(&Record::Hold(*evidence));
        }
    }
}
