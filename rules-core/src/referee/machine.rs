//! Referee state machine: observations, commands and time in, records and their events
//! out. `decide` contains its decisions.

use super::apply_error::ApplyError;
use super::command::{Command, CommandError};
use super::event::Sink;
use super::evidence::{Evidence, EvidenceKind};
use super::fall_queue::FallQueue;
use super::game::{AnyGame, CorrectionError};
use super::history::Checkpoint;
use super::interpret;
use super::line::{JournalLine, LineBody, LineContent, SnapshotPart};
use super::policy::Policies;
use super::question::{Choice, Doubt};
use super::record::{Judgement, MatchStart, Note, RecallTarget, Record, UndoStep};
use super::session::Session;
use super::table::{LoadState, Table};
use super::waiting::{RestBlocker, Waiting};
use super::weighing::Prior;
use crate::games::kabuto::terms::CardRules;
use crate::player::{BySeat, Seat};
use crate::sensing::observation::{Observation, ObservationKind};
use crate::time::Instant;

/// Referee of one table: a session, the state of the table, and the falls not judged yet.
#[derive(Debug, Clone, Default)]
pub struct Referee {
    pub(super) session: Session,
    pub(super) table: Table,
    pub(super) falls: FallQueue,
    pub(super) quiet: RestTimer,
    pub(super) overflow: Overflow,
}

/// Timer of the time without motion, after which pieces count as at rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum RestTimer {
    /// The time is not counted: a person must state that everything is at rest.
    #[default]
    Suspended,
    /// Nothing has moved since this time.
    Since(Instant),
}

/// Loss of evidence while a question was open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Overflow {
    /// No evidence was lost.
    #[default]
    None,
    /// Evidence was lost, and people have not been asked to check the table yet.
    Happened,
}

impl Referee {
    /// Creates a referee that resumes a session, after a power cut for instance. It logs
    /// `note` and, if a match is running without an open question, asks people to check
    /// the table.
    pub fn resume(session: Session, now: Instant, note: Note, out: &mut impl Sink) -> Self {
        let mut referee = Self {
            session,
            ..Self::BLANK
        };
        referee.continue_session(now, note, out);
        referee
    }

    /// Referee of an empty table, before the first line of its journal.
    pub(crate) const BLANK: Self = Self {
        session: Session::BLANK,
        table: Table::BLANK,
        falls: FallQueue::EMPTY,
        quiet: RestTimer::Suspended,
        overflow: Overflow::None,
    };

    /// Resumes the session that a replay has restored in place, like [`Referee::resume`].
    pub(crate) fn continue_session(&mut self, now: Instant, note: Note, out: &mut impl Sink) {
        self.quiet = RestTimer::Since(now);
        let _ = self.commit(now, &Record::Note(note), out);
        let running = self.session.game().is_some_and(|game| !game.is_over());
        if running && self.session.question().is_none() {
            let list = [Choice::Nothing, Choice::TableIsRight, Choice::Abort];
            let rest = Evidence::rest(now);
            self.ask(now, &rest, Doubt::AfterCut, list.into_iter().collect(), out);
        }
    }

    /// Returns the session, for a replay that restores it in place.
    #[cfg(feature = "ring")]
    pub(crate) const fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Forgets the table, because sensing starts again: it will report what is there
    /// again, but will not withdraw what it has reported. Not for a running match.
    pub fn reset_sensing(&mut self) {
        self.table = const { Table::BLANK };
        self.falls = const { FallQueue::EMPTY };
    }

    /// Begins a match, or resumes one from its present state.
    ///
    /// # Errors
    /// [`CommandError`] if a match is running; abort it first.
    pub fn begin(
        &mut self,
        now: Instant,
        game: &AnyGame,
        policies: Policies,
        out: &mut impl Sink,
    ) -> Result<(), CommandError> {
        self.close(now, out)?;
        for (seat, card) in game.cards().into_iter().flat_map(BySeat::iter) {
            self.commit(now, &Record::Card(seat, card.clone()), out)?;
        }
        let begin = MatchStart {
            opening: game.opening(),
            policies,
            asked: 0,
        };
        self.begin_from(now, &begin, out)
    }

    /// Sets the card of a seat for the next match. A match that is over is closed for it.
    ///
    /// # Errors
    /// [`CommandError`] if a match is running; abort it first.
    pub fn set_card(
        &mut self,
        now: Instant,
        seat: Seat,
        card: &CardRules,
        out: &mut impl Sink,
    ) -> Result<(), CommandError> {
        self.close(now, out)?;
        Ok(self.commit(now, &Record::Card(seat, card.clone()), out)?)
    }

    /// Begins a match with the cards set before.
    ///
    /// # Errors
    /// [`CommandError`] if a match is running, or if the start is not a possible match.
    pub fn begin_from(
        &mut self,
        now: Instant,
        begin: &MatchStart,
        out: &mut impl Sink,
    ) -> Result<(), CommandError> {
        self.close(now, out)?;
        self.commit(now, &Record::Begin(begin.clone()), out)?;
        self.quiet = RestTimer::Since(now);
        self.table.board_mut().settled();
        self.require_repair();
        self.handle_deferred(now, out);
        Ok(())
    }

    /// Closes a match that is over; does nothing without a match.
    ///
    /// # Errors
    /// [`CommandError`] if the match is not over.
    pub fn close(&mut self, now: Instant, out: &mut impl Sink) -> Result<(), CommandError> {
        match self.session.game() {
            Some(game) if !game.is_over() => Err(ApplyError::MatchRunning.into()),
            Some(_) => Ok(self.commit(now, &Record::Close, out)?),
            None => Ok(()),
        }
    }

    /// Emits a snapshot of the session, as journal lines that change nothing. Without a
    /// match it emits none.
    pub fn snapshot(&mut self, now: Instant, out: &mut impl Sink) {
        let mut count = 0_u8;
        self.session.snapshot(|_| count = count.saturating_add(1));
        let (mut index, mut seq, hash) = (0_u8, self.session.count(), self.session.hash());
        self.session.snapshot(|record| {
            seq = seq.wrapping_add(1);
            out.entry(JournalLine {
                seq,
                body: LineBody {
                    at: now,
                    hash,
                    line: LineContent::Snapshot(SnapshotPart { index, count }, record.clone()),
                },
            });
            index = index.saturating_add(1);
        });
        self.session.skip_lines(count.into());
    }

    /// Processes an observation of the sensing pipeline.
    pub fn observe(&mut self, now: Instant, observation: &Observation, out: &mut impl Sink) {
        let Observation { id, at, .. } = *observation;
        let findings = self.table.update(observation);
        match observation.kind {
            ObservationKind::Falling(id, _) => self.falls.begin(id, at),
            ObservationKind::Fell(fall) => {
                let evidence = Evidence::from_fall(id, at, &fall, &self.prior());
                let (fall, onset) = (fall.measured.pattern.id, fall.measured.onset);
                if let Some(next) = self.falls.complete(fall, onset, evidence) {
                    self.fallen(now, next, out);
                }
            }
            ObservationKind::NoFall(id, _) => self.falls.withdraw(id),
            ObservationKind::FaultRaised(sensor, fault) => {
                let _ = self.commit(now, &Record::Note(Note::FaultRaised(sensor, fault)), out);
            }
            ObservationKind::FaultCleared(sensor, fault) => {
                let _ = self.commit(now, &Record::Note(Note::FaultCleared(sensor, fault)), out);
            }
            _ => {}
        }
        let cell = findings
            .iter()
            .any(|evidence| matches!(evidence.kind, EvidenceKind::Cell { .. }));
        if is_motion(&observation.kind) || cell {
            self.quiet = RestTimer::Since(at);
        }
        if cell {
            self.recheck_board();
        }
        if let ObservationKind::Loaded(_) | ObservationKind::PushStarted(_) = observation.kind {
            // A player who loads the platform where it lies has put it there.
            self.handle_deferred(now, out);
        }
        for evidence in findings {
            self.handle(now, &evidence, out);
        }
        self.release_falls(now, out);
    }

    /// Does the work that is due by time alone.
    pub fn poll(&mut self, now: Instant, out: &mut impl Sink) {
        self.release_falls(now, out);
        if self.rest_at().is_some_and(|due| now >= due) {
            self.quiet = RestTimer::Suspended;
            self.ask_unseen(now, out);
            if self.session.question().is_none() {
                let rest = interpret::rest(&self.session, &self.table, now);
                self.handle(now, &rest, out);
            }
        }
    }

    /// Asks which piece fell over each side that could not see everything, up to the
    /// first question.
    fn ask_unseen(&mut self, now: Instant, out: &mut impl Sink) {
        while self.session.question().is_none() {
            let Some(edge) = self.table.take_unseen() else {
                return;
            };
            self.handle(now, &Evidence::unseen(now, edge), out);
        }
    }

    /// Returns the time at which [`Referee::poll`] has work; `None` if there is none.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        let falls = self.falls.due(self.table.load());
        [falls, self.rest_at()].into_iter().flatten().min()
    }

    /// Carries out a command of people.
    ///
    /// # Errors
    /// [`CommandError`] if the command is declined; nothing has changed then.
    pub fn command(
        &mut self,
        now: Instant,
        command: &Command,
        out: &mut impl Sink,
    ) -> Result<(), CommandError> {
        let open = self.session.question().map(|question| question.number);
        match (command, open) {
            (Command::Declare(action, by), _) => {
                let judgement = Judgement {
                    action: action.clone(),
                    evidence: Evidence::declared(now, *by),
                    step: UndoStep::New,
                };
                self.commit(now, &Record::Judge(judgement), out)?;
                self.quiet = RestTimer::Since(now);
                self.require_repair();
                self.handle_deferred(now, out);
            }
            (Command::Answer(number, choice), _) => {
                if open != Some(*number) {
                    return Err(CommandError::OtherQuestion);
                }
                self.answer(now, *choice, out)?;
            }
            (Command::TableIsRight, Some(_)) => self.answer(now, Choice::TableIsRight, out)?,
            (Command::RefereeIsRight, Some(_)) => self.answer(now, Choice::RefereeIsRight, out)?,
            (Command::TableIsRight, None) => {
                let shown = interpret::shown(&self.session, &self.table);
                if shown.is_none() && self.agrees() == Some(false) {
                    return Err(ApplyError::Unsound(CorrectionError::Untold).into());
                }
                if let Some(overrule) = shown {
                    self.commit(now, &Record::Overrule(overrule, UndoStep::New), out)?;
                    self.table.mark_platform_judged();
                    self.table.board_mut().settled();
                    self.recheck_board();
                }
                self.table.tolerate();
                self.handle_deferred(now, out);
            }
            // The next repair is shown all the time.
            (Command::RefereeIsRight, None) => self.require_repair(),
            (Command::Overrule(overrule), _) => {
                self.commit(now, &Record::Overrule(*overrule, UndoStep::New), out)?;
                self.quiet = RestTimer::Since(now);
                self.require_repair();
                self.handle_deferred(now, out);
            }
            (Command::Undo, _) => {
                self.recall(now, RecallTarget::Undo, out);
                self.commit(now, &Record::Undo, out)?;
                // A player who undoes a step does not want it repeated automatically.
                self.quiet = RestTimer::Suspended;
                self.overflow = Overflow::None;
                self.require_repair();
            }
            (Command::Redo, _) => {
                self.recall(now, RecallTarget::Redo, out);
                self.commit(now, &Record::Redo, out)?;
                self.quiet = RestTimer::Suspended;
                self.require_repair();
            }
            (Command::SetPolicies(policies), _) => {
                self.commit(now, &Record::SetPolicies(*policies), out)?;
            }
            (Command::Abort, _) => self.abort(now, out)?,
        }
        Ok(())
    }

    /// Records the state that an undo or redo leads to, for followers that do not know it.
    fn recall(&mut self, now: Instant, target: RecallTarget, out: &mut impl Sink) {
        let history = self.session.history();
        let checkpoint = match target {
            RecallTarget::Undo => history.undo_target(),
            RecallTarget::Redo => history.redo_target(),
            RecallTarget::BeforeRest => None,
        };
        let Some(Checkpoint { game, question }) = checkpoint.cloned() else {
            return;
        };
        let _ = self.commit(now, &Record::Recall(target, game), out);
        if let Some(question) = question {
            let _ = self.commit(now, &Record::RecallQuestion(target, question), out);
        }
    }

    /// Aborts the match, and drops the falls that are not judged yet.
    pub(super) fn abort(&mut self, now: Instant, out: &mut impl Sink) -> Result<(), CommandError> {
        self.commit(now, &Record::Abort, out)?;
        self.falls = FallQueue::default();
        self.overflow = Overflow::None;
        Ok(())
    }

    /// Returns the session that the records lead to.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the state of the table as the sensors report it.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the pieces that can fall off the ring; one of each class without a match.
    #[must_use]
    pub fn prior(&self) -> Prior {
        interpret::prior(&self.session)
    }

    /// Returns true if the cells of a grid board agree with the game; `None` for games on
    /// the ring and without a match.
    #[must_use]
    pub fn agrees(&self) -> Option<bool> {
        interpret::agrees(&self.session, &self.table)
    }

    /// True if the match does not wait for pieces to come to rest.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.unrest().is_none()
    }

    /// Returns everything that the referee waits for: an answer, a repair, rest, the next
    /// action.
    #[must_use]
    pub fn waiting(&self) -> Waiting {
        Waiting {
            question: self.session.question().map(|question| question.number),
            repair: interpret::repair(&self.session, &self.table),
            unrest: self.unrest(),
            next: interpret::next(&self.session),
        }
    }

    fn release_falls(&mut self, now: Instant, out: &mut impl Sink) {
        while let Some(next) = self.falls.next(now, self.table.load()) {
            self.fallen(now, next, out);
        }
    }

    /// Returns the reason why the table is not at rest; `None` if the match does not wait
    /// for that.
    fn unrest(&self) -> Option<RestBlocker> {
        let patience = interpret::patience(&self.session, &self.table)?;
        Some(match (self.quiet, self.table.load()) {
            _ if !self.falls.is_empty() => RestBlocker::Falling,
            (_, LoadState::UnderWay) => RestBlocker::Push,
            _ if !self.table.hands().is_empty() => RestBlocker::Hand(self.table.hands()),
            (RestTimer::Since(since), _) => {
                let still = since + patience;
                RestBlocker::Until(
                    self.table
                        .falls_until()
                        .map_or(still, |until| still.max(until)),
                )
            }
            (RestTimer::Suspended, _) => RestBlocker::Word,
        })
    }

    /// Returns the time at which everything counts as at rest; `None` if that needs more
    /// than time.
    fn rest_at(&self) -> Option<Instant> {
        match self.unrest() {
            Some(RestBlocker::Until(due)) if self.session.question().is_none() => Some(due),
            _ => None,
        }
    }
}

/// True if an observation shows motion on or around the ring.
const fn is_motion(what: &ObservationKind) -> bool {
    matches!(
        what,
        ObservationKind::Falling(..)
            | ObservationKind::Fell(_)
            | ObservationKind::NoFall(..)
            | ObservationKind::Hand(_)
            | ObservationKind::HandGone(_)
            | ObservationKind::Leaning(_)
            | ObservationKind::Cleared(_)
            | ObservationKind::Bump
            | ObservationKind::PushStarted(_)
            | ObservationKind::Pushed(_)
    )
}
