//! Handling of evidence by the referee: judge, ask, refuse or hold one piece of it; and
//! the handling of an answer.

use super::apply_error::ApplyError;
use super::command::CommandError;
use super::decision::{Decision, GivenAnswer};
use super::event::Sink;
use super::evidence::{Evidence, EvidenceKind};
use super::fall_queue::DueFall;
use super::game::AnyAction;
use super::grid::cell_states::BoardAgreement;
use super::interpret;
use super::line::{JournalLine, LineBody, LineContent};
use super::machine::{Overflow, Referee, RestTimer};
use super::question::{Choice, ChoiceList, Doubt, Question};
use super::record::{Judgement, Note, Record, UndoStep};
use super::table::JudgeStatus;
use crate::place::Place;
use crate::time::Instant;

/// Maximum number of actions that one piece of evidence can imply before it is judged
/// itself: rest, docking, and up to five corrections. More would be a defect here, and
/// then the evidence is left unjudged rather than looped over.
const MAX_ROUNDS: usize = 8;

impl Referee {
    /// Applies a record and emits its journal line and events.
    pub(super) fn commit(
        &mut self,
        now: Instant,
        record: &Record,
        out: &mut impl Sink,
    ) -> Result<(), ApplyError> {
        let events = self.session.apply(record)?;
        let (seq, hash) = (self.session.count(), self.session.hash());
        out.entry(JournalLine {
            seq,
            body: LineBody {
                at: now,
                hash,
                line: LineContent::Record(record.clone()),
            },
        });
        events.events(seq, now, hash, |event| out.event(event));
        Ok(())
    }

    /// Clears the repair mark of a grid board if the board agrees with the game again.
    pub(super) fn recheck_board(&mut self) {
        if self.agrees() == Some(true) {
            self.table.board_mut().set_agreement(BoardAgreement::Agrees);
        }
    }

    /// Sets the repair mark of a grid board after a change without evidence: set if the
    /// board differs from the game, cleared if they agree.
    pub(super) fn require_repair(&mut self) {
        if let Some(agrees) = self.agrees() {
            self.table.board_mut().set_agreement(if agrees {
                BoardAgreement::Agrees
            } else {
                BoardAgreement::Wrong
            });
        }
    }

    pub(super) fn fallen(&mut self, now: Instant, next: DueFall, out: &mut impl Sink) {
        match next {
            DueFall::Fell(evidence) => self.handle(now, &evidence, out),
            DueFall::Lost => {
                let _ = self.commit(now, &Record::Note(Note::LostFall), out);
            }
        }
    }

    /// Handles evidence, or holds it while a question is open.
    pub(super) fn handle(&mut self, now: Instant, evidence: &Evidence, out: &mut impl Sink) {
        if self.session.game().is_none() {
            return;
        }
        let Some(question) = self.session.question() else {
            self.consider(now, evidence, None, UndoStep::New, out);
            self.handle_deferred(now, out);
            return;
        };
        let about = question.about;
        let forbidden = match question.doubt {
            Doubt::Forbidden(clause, piece) => Some((clause, piece)),
            _ => None,
        };
        if is_superseded(&about.kind, &evidence.kind) {
            let _ = self.commit(now, &Record::Withdraw, out);
            self.consider(now, evidence, None, UndoStep::New, out);
            self.handle_held(now, out);
        } else if let Some((clause, piece)) = forbidden
            && matches!(
                evidence.kind,
                EvidenceKind::Marker(_) | EvidenceKind::Docked(..)
            )
            && matches!(self.decision(evidence, None), Decision::Judge(_))
        {
            // The table has been repaired: the push may count after all.
            let _ = self.commit(now, &Record::Withdraw, out);
            self.consider(now, evidence, None, UndoStep::New, out);
            let answered = Some((Doubt::Forbidden(clause, piece), Choice::Piece(piece)));
            self.consider(now, &about, answered, UndoStep::New, out);
            self.handle_held(now, out);
        } else if self.is_worth_holding(evidence)
            && self.commit(now, &Record::Hold(*evidence), out).is_err()
        {
            if self.overflow == Overflow::None {
                let _ = self.commit(now, &Record::Note(Note::Overflow), out);
            }
            self.overflow = Overflow::Happened;
        }
    }

    /// True if evidence must wait for the open question. Evidence that agrees with the
    /// game need not, nor evidence that the table keeps showing.
    fn is_worth_holding(&self, evidence: &Evidence) -> bool {
        match evidence.kind {
            EvidenceKind::Rest
            | EvidenceKind::Unseen(_)
            | EvidenceKind::Undocked
            | EvidenceKind::Cell { .. }
            | EvidenceKind::Board(_) => false,
            EvidenceKind::Docked(..) | EvidenceKind::Marker(_) => {
                self.decision(evidence, None) != Decision::Nothing
            }
            _ => true,
        }
    }

    /// Carries out the decision of the game's interpreter about one piece of evidence.
    /// `answered` is what people said about it.
    fn consider(
        &mut self,
        now: Instant,
        evidence: &Evidence,
        answered: GivenAnswer,
        step: UndoStep,
        out: &mut impl Sink,
    ) {
        let mut step = step;
        for _ in 0..MAX_ROUNDS {
            match self.decision(evidence, answered) {
                Decision::Judge(action) => {
                    self.judge(now, action, evidence, step, out);
                    return;
                }
                Decision::JudgeFirst(action) => {
                    if !self.judge(now, action, evidence, step, out) {
                        return;
                    }
                    self.handle_deferred(now, out);
                    if self.session.question().is_some() {
                        // A question came in between: this evidence follows right after
                        // it.
                        let _ = self.commit(now, &Record::Return(*evidence), out);
                        return;
                    }
                }
                Decision::Correct(overrule) => {
                    let record = Record::Overrule(overrule, step);
                    if self.commit(now, &record, out).is_err() {
                        return;
                    }
                    self.table.mark_platform_judged();
                    if let EvidenceKind::Board(_) | EvidenceKind::Rest = evidence.kind {
                        self.recheck_board();
                    }
                }
                Decision::Refuse(action) => {
                    self.mark_handled(&evidence.kind);
                    self.require_repair();
                    let _ = self.commit(now, &Record::Refuse(action, *evidence), out);
                    return;
                }
                Decision::Ask(doubt, choices) => {
                    self.mark_handled(&evidence.kind);
                    self.ask(now, evidence, doubt, choices, out);
                    return;
                }
                Decision::Log => {
                    self.mark_handled(&evidence.kind);
                    let _ = self.commit(now, &Record::Log(*evidence), out);
                    return;
                }
                Decision::Repair => {
                    self.mark_handled(&evidence.kind);
                    self.require_repair();
                    return;
                }
                Decision::Twice(one) => {
                    for _ in 0..2 {
                        if self.commit(now, &Record::Return(one), out).is_err() {
                            self.overflow = Overflow::Happened;
                        }
                    }
                    return;
                }
                Decision::Nothing => {
                    if let EvidenceKind::Board(cells) = evidence.kind {
                        self.table.board_mut().mark_handled();
                        if cells == 0 {
                            self.table.board_mut().settled();
                        }
                    }
                    return;
                }
            }
            step = UndoStep::Same;
        }
    }

    fn judge(
        &mut self,
        now: Instant,
        action: AnyAction,
        evidence: &Evidence,
        step: UndoStep,
        out: &mut impl Sink,
    ) -> bool {
        let docked = action.docks();
        let judgement = Judgement {
            action,
            evidence: *evidence,
            step,
        };
        let judged = self.commit(now, &Record::Judge(judgement), out).is_ok();
        if judged {
            self.mark_handled(&evidence.kind);
            if let EvidenceKind::Board(_) | EvidenceKind::Cell { .. } = evidence.kind {
                self.judged_board(now);
            }
            if let Some(place) = docked {
                self.table.mark_platform_judged();
                if let Place::Corner(post) = place {
                    // A marker that came too early may be in time now.
                    self.table.mark_post(post, JudgeStatus::Fresh);
                }
            }
        }
        judged
    }

    /// Marks the board as judged. Cells that still differ belong to the next move and are
    /// handled in their time.
    fn judged_board(&mut self, now: Instant) {
        self.recheck_board();
        self.table.board_mut().settled();
        self.quiet = RestTimer::Since(now);
    }

    /// Marks evidence as handled, so that it is not handled again.
    const fn mark_handled(&mut self, kind: &EvidenceKind) {
        match kind {
            EvidenceKind::Board(_) => self.table.board_mut().mark_handled(),
            EvidenceKind::Docked(..) => self.table.mark_platform_judged(),
            EvidenceKind::Marker(change) => self.table.mark_post(change.post, JudgeStatus::Handled),
            _ => {}
        }
    }

    fn decision(&self, evidence: &Evidence, answered: GivenAnswer) -> Decision {
        interpret::interpret(&self.session, &self.table, evidence, answered)
    }

    pub(super) fn ask(
        &mut self,
        now: Instant,
        about: &Evidence,
        doubt: Doubt,
        choices: ChoiceList,
        out: &mut impl Sink,
    ) {
        let question = Question {
            number: self.session.next_question(),
            about: *about,
            doubt,
            choices,
        };
        let _ = self.commit(now, &Record::Ask(question), out);
    }

    pub(super) fn answer(
        &mut self,
        now: Instant,
        choice: Choice,
        out: &mut impl Sink,
    ) -> Result<(), CommandError> {
        let Some(question) = self.session.question().cloned() else {
            return Err(CommandError::OtherQuestion);
        };
        let always = matches!(
            choice,
            Choice::RefereeIsRight | Choice::Nothing | Choice::Abort
        );
        let named = matches!(
            (question.doubt, question.about.kind, choice),
            (Doubt::Which(_), _, Choice::Piece(_))
                | (
                    _,
                    EvidenceKind::Board(_) | EvidenceKind::Docked(..) | EvidenceKind::Marker(_),
                    Choice::TableIsRight
                )
        );
        let on_grid = matches!(question.about.kind, EvidenceKind::Board(_));
        let named = named || (on_grid && choice.action().is_some());
        if !always && !named && !question.choices.contains(&choice) {
            return Err(CommandError::NoAnswer);
        }
        self.commit(now, &Record::Answer(choice), out)?;
        let grid = self.agrees().is_some();
        self.quiet = match (question.about.kind, choice) {
            // A board is judged by its present state.
            (EvidenceKind::Rest, _) if grid => RestTimer::Since(now),
            // The question was not about rest: stillness makes it rest, as before the
            // cut.
            (EvidenceKind::Rest, _) if question.doubt == Doubt::AfterCut => RestTimer::Since(now),
            // Not at rest, by the answer: people will then state when it is.
            (EvidenceKind::Rest, _) if choice != Choice::AsSeen => RestTimer::Suspended,
            (EvidenceKind::Board(_), Choice::Nothing | Choice::RefereeIsRight) => {
                RestTimer::Suspended
            }
            _ => RestTimer::Since(now),
        };
        if let (EvidenceKind::Unseen(edge), Choice::Piece(_)) = (question.about.kind, choice) {
            self.table.put_unseen(edge);
        }
        match choice {
            Choice::Abort => return self.abort(now, out),
            // After a power cut action just goes on.
            Choice::Nothing if !matches!(question.about.kind, EvidenceKind::Board(_)) => {}
            Choice::Nothing | Choice::RefereeIsRight => self.require_repair(),
            _ => {
                let answered = Some((question.doubt, choice));
                self.consider(now, &question.about, answered, UndoStep::Same, out);
                if let EvidenceKind::Board(_) = question.about.kind {
                    self.require_repair();
                }
            }
        }
        self.handle_held(now, out);
        Ok(())
    }

    /// Judges the evidence that was held behind a question, in order, up to the next
    /// question.
    pub(super) fn handle_held(&mut self, now: Instant, out: &mut impl Sink) {
        self.handle_deferred(now, out);
        while self.session.question().is_none() {
            let Some(&evidence) = self.session.held().first() else {
                break;
            };
            if self.commit(now, &Record::Release, out).is_err() {
                break;
            }
            self.consider(now, &evidence, None, UndoStep::New, out);
            self.handle_deferred(now, out);
        }
        if self.session.question().is_none() && self.overflow == Overflow::Happened {
            self.overflow = Overflow::None;
            let list = [Choice::RefereeIsRight, Choice::TableIsRight, Choice::Abort];
            let rest = Evidence::rest(now);
            self.ask(now, &rest, Doubt::Overflow, list.into_iter().collect(), out);
        }
    }

    /// Judges evidence that the table showed before its time had come, and whose time is
    /// now.
    pub(super) fn handle_deferred(&mut self, now: Instant, out: &mut impl Sink) {
        for _ in 0..MAX_ROUNDS {
            if self.session.question().is_some() {
                return;
            }
            let Some(evidence) = interpret::unjudged(&self.session, &self.table, now) else {
                return;
            };
            let before = self.session.count();
            self.consider(now, &evidence, None, UndoStep::New, out);
            if self.session.count() == before {
                return;
            }
        }
    }
}

/// True if `new` answers a question about `asked`: a new reading of the platform, of the
/// same slot or of the board.
fn is_superseded(asked: &EvidenceKind, new: &EvidenceKind) -> bool {
    match (asked, new) {
        (EvidenceKind::Docked(..), EvidenceKind::Docked(..) | EvidenceKind::Undocked) => true,
        (EvidenceKind::Marker(asked), EvidenceKind::Marker(new)) => {
            (asked.post, asked.slot) == (new.post, new.slot)
        }
        (EvidenceKind::Board(_), EvidenceKind::Cell { .. }) => true,
        _ => false,
    }
}
