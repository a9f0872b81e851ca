//! What the referee does about one piece of evidence: judge it, ask, refuse,
//! let it wait; and what an answer brings.

use super::command::Declined;
use super::event::Sink;
use super::evidence::{Evidence, Seen};
use super::flow;
use super::game::Play;
use super::live::{Overflow, Quiet, Referee};
use super::question::{Choice, Choices, Doubt, Question};
use super::record::{Judgement, Note, Record, Step};
use super::table::News;
use super::verdict::{Answered, Verdict};
use crate::place::Place;
use crate::time::Instant;

/// What one piece of evidence can imply before it is judged itself: rest,
/// docking, and up to five corrections. More would be a mistake here, and then
/// it is left unjudged rather than gone round for ever.
const ROUNDS: usize = 8;

impl Referee {
    /// Looks at evidence, or lets it wait while a question is open.
    pub(super) fn take(&mut self, now: Instant, evidence: &Evidence, out: &mut impl Sink) {
        if self.session.game().is_none() {
            return;
        }
        let Some(question) = self.session.question() else {
            self.consider(now, evidence, None, Step::New, out);
            self.catch_up(now, out);
            return;
        };
        let about = question.about;
        let forbidden = match question.doubt {
            Doubt::Forbidden(clause, piece) => Some((clause, piece)),
            _ => None,
        };
        if is_superseded(&about.seen, &evidence.seen) {
            let _ = self.put(now, &Record::Withdraw, out);
            self.consider(now, evidence, None, Step::New, out);
            self.drain(now, out);
        } else if let Some((clause, piece)) = forbidden
            && matches!(evidence.seen, Seen::Marker(_) | Seen::Docked(..))
            && matches!(self.verdict(evidence, None), Verdict::Judge(_))
        {
            // The table has been put right: then the push may count after all.
            let _ = self.put(now, &Record::Withdraw, out);
            self.consider(now, evidence, None, Step::New, out);
            let answered = Some((Doubt::Forbidden(clause, piece), Choice::Piece(piece)));
            self.consider(now, &about, answered, Step::New, out);
            self.drain(now, out);
        } else if self.is_worth_holding(evidence)
            && self.put(now, &Record::Hold(*evidence), out).is_err()
        {
            if self.overflow == Overflow::None {
                let _ = self.put(now, &Record::Note(Note::Overflow), out);
            }
            self.overflow = Overflow::Happened;
        }
    }

    /// Whether something seen must wait for the open question. What agrees with
    /// the game need not, nor what the table keeps showing.
    fn is_worth_holding(&self, evidence: &Evidence) -> bool {
        match evidence.seen {
            Seen::Rest | Seen::Unseen(_) | Seen::Lifted | Seen::Cell { .. } | Seen::Board(_) => {
                false
            }
            Seen::Docked(..) | Seen::Marker(_) => self.verdict(evidence, None) != Verdict::Idle,
            _ => true,
        }
    }

    /// Judges, asks or refuses as the game's flow says.
    fn consider(
        &mut self,
        now: Instant,
        evidence: &Evidence,
        answered: Answered,
        step: Step,
        out: &mut impl Sink,
    ) {
        let mut step = step;
        for _ in 0..ROUNDS {
            match self.verdict(evidence, answered) {
                Verdict::Judge(play) => {
                    self.judge(now, play, evidence, step, out);
                    return;
                }
                Verdict::First(play) => {
                    if !self.judge(now, play, evidence, step, out) {
                        return;
                    }
                    self.catch_up(now, out);
                    if self.session.question().is_some() {
                        // Asked in between: this comes right after it.
                        let _ = self.put(now, &Record::Return(*evidence), out);
                        return;
                    }
                }
                Verdict::Correct(overrule) => {
                    let record = Record::Overrule(overrule, step);
                    if self.put(now, &record, out).is_err() {
                        return;
                    }
                    self.table.told_platform();
                    if let Seen::Board(_) | Seen::Rest = evidence.seen {
                        self.compare();
                    }
                }
                Verdict::Refuse(play) => {
                    self.told(&evidence.seen);
                    self.differ();
                    let _ = self.put(now, &Record::Refuse(play, *evidence), out);
                    return;
                }
                Verdict::Ask(doubt, choices) => {
                    self.told(&evidence.seen);
                    self.ask(now, evidence, doubt, choices, out);
                    return;
                }
                Verdict::Log => {
                    self.told(&evidence.seen);
                    let _ = self.put(now, &Record::Log(*evidence), out);
                    return;
                }
                Verdict::Mend => {
                    self.told(&evidence.seen);
                    self.differ();
                    return;
                }
                Verdict::Twice(one) => {
                    for _ in 0..2 {
                        if self.put(now, &Record::Return(one), out).is_err() {
                            self.overflow = Overflow::Happened;
                        }
                    }
                    return;
                }
                Verdict::Idle => {
                    if let Seen::Board(cells) = evidence.seen {
                        self.table.board_mut().told();
                        if cells == 0 {
                            self.table.board_mut().settled();
                        }
                    }
                    return;
                }
            }
            step = Step::Same;
        }
    }

    fn judge(
        &mut self,
        now: Instant,
        play: Play,
        evidence: &Evidence,
        step: Step,
        out: &mut impl Sink,
    ) -> bool {
        let docked = play.docks();
        let judgement = Judgement {
            play,
            evidence: *evidence,
            step,
        };
        let judged = self.put(now, &Record::Judge(judgement), out).is_ok();
        if judged {
            self.told(&evidence.seen);
            if let Seen::Board(_) | Seen::Cell { .. } = evidence.seen {
                self.judged_board(now);
            }
            if let Some(place) = docked {
                self.table.told_platform();
                if let Place::Corner(post) = place {
                    // A marker that came too early may be in time now.
                    self.table.mark_post(post, News::Fresh);
                }
            }
        }
        judged
    }

    /// The board has been taken into the game. What is left over is somebody's
    /// next move, and looked at in its time.
    fn judged_board(&mut self, now: Instant) {
        self.compare();
        self.table.board_mut().settled();
        self.quiet = Quiet::Since(now);
    }

    /// What was seen has been looked at, so that it is not again.
    const fn told(&mut self, seen: &Seen) {
        match seen {
            Seen::Board(_) => self.table.board_mut().told(),
            Seen::Docked(..) => self.table.told_platform(),
            Seen::Marker(change) => self.table.mark_post(change.post, News::Told),
            _ => {}
        }
    }

    fn verdict(&self, evidence: &Evidence, answered: Answered) -> Verdict {
        flow::consider(&self.session, &self.table, evidence, answered)
    }

    pub(super) fn ask(
        &mut self,
        now: Instant,
        about: &Evidence,
        doubt: Doubt,
        choices: Choices,
        out: &mut impl Sink,
    ) {
        let question = Question {
            number: self.session.next_question(),
            about: *about,
            doubt,
            choices,
        };
        let _ = self.put(now, &Record::Ask(question), out);
    }

    pub(super) fn answer(
        &mut self,
        now: Instant,
        choice: Choice,
        out: &mut impl Sink,
    ) -> Result<(), Declined> {
        let Some(question) = self.session.question().cloned() else {
            return Err(Declined::OtherQuestion);
        };
        let always = matches!(
            choice,
            Choice::RefereeIsRight | Choice::Nothing | Choice::Abort
        );
        let named = matches!(
            (question.doubt, question.about.seen, choice),
            (Doubt::Which(_), _, Choice::Piece(_))
                | (
                    _,
                    Seen::Board(_),
                    Choice::TableIsRight | Choice::Abalone(_) | Choice::Sumoo(_)
                )
                | (_, Seen::Docked(..) | Seen::Marker(_), Choice::TableIsRight)
        );
        if !always && !named && !question.choices.contains(&choice) {
            return Err(Declined::NoAnswer);
        }
        self.put(now, &Record::Answer(choice), out)?;
        let grid = self.agrees().is_some();
        self.quiet = match (question.about.seen, choice) {
            // A board is looked at as it is now.
            (Seen::Rest, _) if grid => Quiet::Since(now),
            // That was not asked: quiet makes it rest, as before the cut.
            (Seen::Rest, _) if question.doubt == Doubt::AfterCut => Quiet::Since(now),
            // Not at rest, they say; then they will say when.
            (Seen::Rest, _) if choice != Choice::AsSeen => Quiet::Suspended,
            (Seen::Board(_), Choice::Nothing | Choice::RefereeIsRight) => Quiet::Suspended,
            _ => Quiet::Since(now),
        };
        if let (Seen::Unseen(edge), Choice::Piece(_)) = (question.about.seen, choice) {
            self.table.put_unseen(edge);
        }
        match choice {
            Choice::Abort => return self.abort(now, out),
            // After a cut of the power play just goes on.
            Choice::Nothing if !matches!(question.about.seen, Seen::Board(_)) => {}
            Choice::Nothing | Choice::RefereeIsRight => self.differ(),
            _ => {
                let answered = Some((question.doubt, choice));
                self.consider(now, &question.about, answered, Step::Same, out);
                if let Seen::Board(_) = question.about.seen {
                    self.differ();
                }
            }
        }
        self.drain(now, out);
        Ok(())
    }

    /// Judges what has waited, in order, up to the next question.
    pub(super) fn drain(&mut self, now: Instant, out: &mut impl Sink) {
        self.catch_up(now, out);
        while self.session.question().is_none() {
            let Some(&evidence) = self.session.held().first() else {
                break;
            };
            if self.put(now, &Record::Release, out).is_err() {
                break;
            }
            self.consider(now, &evidence, None, Step::New, out);
            self.catch_up(now, out);
        }
        if self.session.question().is_none() && self.overflow == Overflow::Happened {
            self.overflow = Overflow::None;
            let list = [Choice::RefereeIsRight, Choice::TableIsRight, Choice::Abort];
            let rest = Evidence::rest(now);
            self.ask(now, &rest, Doubt::Overflow, list.into_iter().collect(), out);
        }
    }

    /// Judges what the table has shown before its time had come.
    pub(super) fn catch_up(&mut self, now: Instant, out: &mut impl Sink) {
        for _ in 0..ROUNDS {
            if self.session.question().is_some() {
                return;
            }
            let Some(evidence) = flow::unjudged(&self.session, &self.table, now) else {
                return;
            };
            let before = self.session.count();
            self.consider(now, &evidence, None, Step::New, out);
            if self.session.count() == before {
                return;
            }
        }
    }
}

/// Whether a question about `asked` answers itself by `seen`: the platform or
/// the same slot has been seen anew.
fn is_superseded(asked: &Seen, seen: &Seen) -> bool {
    match (asked, seen) {
        (Seen::Docked(..), Seen::Docked(..) | Seen::Lifted) => true,
        (Seen::Marker(asked), Seen::Marker(seen)) => {
            (asked.post, asked.slot) == (seen.post, seen.slot)
        }
        (Seen::Board(_), Seen::Cell { .. }) => true,
        _ => false,
    }
}
