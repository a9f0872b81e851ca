//! The referee itself: takes observations and commands and time, and hands out
//! records with the events that follow. What it decides is in `decide`.

use super::command::{Command, Declined};
use super::entry::{Body, Entry, Line, Part};
use super::event::Sink;
use super::evidence::{Evidence, Seen};
use super::falls::{Falls, Next};
use super::flow;
use super::game::{Game, Unsound};
use super::grid::board::Standing;
use super::kind::Policies;
use super::question::{Choice, Doubt};
use super::record::{Begin, Judgement, Note, Record, Step};
use super::session::Session;
use super::table::{Motion, Table};
use super::unfit::Unfit;
use super::waiting::{Unrest, Waiting};
use crate::games::kabuto::terms::Kit;
use crate::player::{BySeat, Seat};
use crate::sensing::identity::Prior;
use crate::sensing::observation::{Observation, What};
use crate::time::{Instant, Span};

/// Nothing has moved for so long: at rest. A disc that tips over the edge is in
/// the beams at most 153 ms later (simulated); a wobble takes longer.
pub const REST: Span = Span::millis(800);

/// A push that no sensor sees is told, and may only begin then: so long nothing
/// must fall.
pub const UNSEEN_REST: Span = Span::millis(3_000);

/// The referee of one table.
#[derive(Debug, Clone, Default)]
pub struct Referee {
    pub(super) session: Session,
    pub(super) table: Table,
    pub(super) falls: Falls,
    pub(super) quiet: Quiet,
    pub(super) overflow: Overflow,
}

/// Since when nothing has moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Quiet {
    /// Not counted: somebody has to say that everything rests.
    #[default]
    Suspended,
    /// Since then.
    Since(Instant),
}

/// Whether something could not be kept while a question was open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Overflow {
    /// No.
    #[default]
    None,
    /// Yes, and people have not been told to look yet.
    Happened,
}

impl Referee {
    /// A referee who goes on with a session, after a cut of the power or the
    /// like. The log shows it, and people are asked to look at the table.
    pub fn resume(session: Session, now: Instant, note: Note, out: &mut impl Sink) -> Self {
        let mut referee = Self {
            session,
            quiet: Quiet::Since(now),
            ..Self::default()
        };
        let _ = referee.put(now, &Record::Note(note), out);
        let running = referee.session.game().is_some_and(|game| !game.is_over());
        if running && referee.session.question().is_none() {
            let list = [Choice::Nothing, Choice::TableIsRight, Choice::Abort];
            let rest = Evidence::rest(now);
            referee.ask(now, &rest, Doubt::AfterCut, list.into_iter().collect(), out);
        }
        referee
    }

    /// A referee without a match, after what a journal says.
    #[must_use]
    pub fn idle(session: Session) -> Self {
        Self {
            session,
            ..Self::default()
        }
    }

    /// The senses start anew: they will say again what is there, and what they
    /// have said is forgotten, because they will not take it back. Not for a
    /// running match.
    pub fn see_anew(&mut self) {
        self.table = Table::default();
        self.falls = Falls::default();
    }

    /// Begins a match, or takes one up where it stands.
    ///
    /// # Errors
    /// If one is running; break it off first.
    pub fn begin(
        &mut self,
        now: Instant,
        game: &Game,
        policies: Policies,
        out: &mut impl Sink,
    ) -> Result<(), Declined> {
        self.put_away(now, out)?;
        for (seat, kit) in game.kits().into_iter().flat_map(BySeat::iter) {
            self.put(now, &Record::Kit(seat, kit.clone()), out)?;
        }
        let begin = Begin {
            opening: game.opening(),
            policies,
            asked: 0,
        };
        self.open(now, &begin, out)
    }

    /// Lays out the card of a seat for the next match. A match that is over is
    /// put away for it.
    ///
    /// # Errors
    /// If one is running; break it off first.
    pub fn lay_out(
        &mut self,
        now: Instant,
        seat: Seat,
        kit: &Kit,
        out: &mut impl Sink,
    ) -> Result<(), Declined> {
        self.put_away(now, out)?;
        Ok(self.put(now, &Record::Kit(seat, kit.clone()), out)?)
    }

    /// Begins a match with the cards laid out.
    ///
    /// # Errors
    /// If one is running, or if it is no match.
    pub fn open(
        &mut self,
        now: Instant,
        begin: &Begin,
        out: &mut impl Sink,
    ) -> Result<(), Declined> {
        self.put_away(now, out)?;
        self.put(now, &Record::Begin(begin.clone()), out)?;
        self.quiet = Quiet::Since(now);
        self.table.board_mut().settled();
        self.differ();
        self.catch_up(now, out);
        Ok(())
    }

    /// Puts away a match that is over.
    ///
    /// # Errors
    /// If it is not.
    pub fn put_away(&mut self, now: Instant, out: &mut impl Sink) -> Result<(), Declined> {
        match self.session.game() {
            Some(game) if !game.is_over() => Err(Unfit::MatchRunning.into()),
            Some(_) => Ok(self.put(now, &Record::Close, out)?),
            None => Ok(()),
        }
    }

    /// Hands out how the session stands, as lines that change nothing. Without a
    /// match there are none.
    pub fn snapshot(&mut self, now: Instant, out: &mut impl Sink) {
        let mut count = 0_u8;
        self.session.snapshot(|_| count = count.saturating_add(1));
        let (mut index, mut seq, hash) = (0_u8, self.session.count(), self.session.hash());
        self.session.snapshot(|record| {
            seq = seq.wrapping_add(1);
            out.entry(Entry {
                seq,
                body: Body {
                    at: now,
                    hash,
                    line: Line::Snapshot(Part { index, count }, record.clone()),
                },
            });
            index = index.saturating_add(1);
        });
        self.session.pass(count.into());
    }

    /// Takes an observation.
    pub fn observe(&mut self, now: Instant, observation: &Observation, out: &mut impl Sink) {
        let at = observation.at;
        let findings = self.table.see(at, &observation.what);
        match observation.what {
            What::Falling(id, _) => self.falls.begin(id, at),
            What::Fell(fall) => {
                let evidence = Evidence::of_fall(at, &fall);
                if let Some(next) = self.falls.complete(fall.id, fall.onset, evidence) {
                    self.fallen(now, next, out);
                }
            }
            What::NoFall(id, _) => self.falls.withdraw(id),
            What::Trouble(sensor, trouble) => {
                let _ = self.put(now, &Record::Note(Note::Trouble(sensor, trouble)), out);
            }
            What::Mended(sensor, trouble) => {
                let _ = self.put(now, &Record::Note(Note::Mended(sensor, trouble)), out);
            }
            _ => {}
        }
        let cell = findings
            .iter()
            .any(|it| matches!(it.seen, Seen::Cell { .. }));
        if is_motion(&observation.what) || cell {
            self.quiet = Quiet::Since(at);
        }
        if cell {
            self.compare();
        }
        if let What::Loaded(_) | What::PushStarted(_) = observation.what {
            // Whoever loads the platform where it lies has put it there.
            self.catch_up(now, out);
        }
        for evidence in findings {
            self.take(now, &evidence, out);
        }
        self.release_falls(now, out);
    }

    /// Does what time alone brings.
    pub fn poll(&mut self, now: Instant, out: &mut impl Sink) {
        self.release_falls(now, out);
        if self.rest_at().is_some_and(|due| now >= due) {
            self.quiet = Quiet::Suspended;
            self.ask_unseen(now, out);
            if self.session.question().is_none() {
                let rest = flow::rest(&self.session, &self.table, now);
                self.take(now, &rest, out);
            }
        }
    }

    /// Asks what fell over the next side that could not see everything.
    fn ask_unseen(&mut self, now: Instant, out: &mut impl Sink) {
        while self.session.question().is_none() {
            let Some(edge) = self.table.take_unseen() else {
                return;
            };
            self.take(now, &Evidence::unseen(now, edge), out);
        }
    }

    /// When [`Referee::poll`] has something to do.
    #[must_use]
    pub fn poll_at(&self) -> Option<Instant> {
        let falls = self.falls.due(self.table.load());
        [falls, self.rest_at()].into_iter().flatten().min()
    }

    /// Takes a command.
    ///
    /// # Errors
    /// Why it is not followed. Nothing has changed then.
    pub fn command(
        &mut self,
        now: Instant,
        command: &Command,
        out: &mut impl Sink,
    ) -> Result<(), Declined> {
        let open = self.session.question().map(|question| question.number);
        match (command, open) {
            (Command::Declare(play, by), _) => {
                let judgement = Judgement {
                    play: play.clone(),
                    evidence: Evidence::said(now, *by),
                    step: Step::New,
                };
                self.put(now, &Record::Judge(judgement), out)?;
                self.quiet = Quiet::Since(now);
                self.differ();
                self.catch_up(now, out);
            }
            (Command::Answer(number, choice), _) => {
                if open != Some(*number) {
                    return Err(Declined::OtherQuestion);
                }
                self.answer(now, *choice, out)?;
            }
            (Command::TableIsRight, Some(_)) => self.answer(now, Choice::TableIsRight, out)?,
            (Command::RefereeIsRight, Some(_)) => self.answer(now, Choice::RefereeIsRight, out)?,
            (Command::TableIsRight, None) => {
                let shown = flow::shown(&self.session, &self.table);
                if shown.is_none() && self.agrees() == Some(false) {
                    return Err(Unfit::Unsound(Unsound::Untold).into());
                }
                if let Some(overrule) = shown {
                    self.put(now, &Record::Overrule(overrule, Step::New), out)?;
                    self.table.told_platform();
                    self.table.board_mut().settled();
                    self.compare();
                }
                self.table.let_be();
                self.catch_up(now, out);
            }
            // The next thing to put right is shown all the time.
            (Command::RefereeIsRight, None) => self.differ(),
            (Command::Overrule(overrule), _) => {
                self.put(now, &Record::Overrule(*overrule, Step::New), out)?;
                self.quiet = Quiet::Since(now);
                self.differ();
                self.catch_up(now, out);
            }
            (Command::Undo, _) => {
                self.put(now, &Record::Undo, out)?;
                // Who takes a step back does not want it made again by itself.
                self.quiet = Quiet::Suspended;
                self.overflow = Overflow::None;
                self.differ();
            }
            (Command::Redo, _) => {
                self.put(now, &Record::Redo, out)?;
                self.quiet = Quiet::Suspended;
                self.differ();
            }
            (Command::SetPolicies(policies), _) => {
                self.put(now, &Record::SetPolicies(*policies), out)?;
            }
            (Command::Abort, _) => self.abort(now, out)?,
        }
        Ok(())
    }

    /// Breaks the match off. What falls is nobody's business any more.
    pub(super) fn abort(&mut self, now: Instant, out: &mut impl Sink) -> Result<(), Declined> {
        self.put(now, &Record::Abort, out)?;
        self.falls = Falls::default();
        self.overflow = Overflow::None;
        Ok(())
    }

    /// The session.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// What the table shows.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// What can fall off the ring now; anything, if no match tells.
    #[must_use]
    pub fn prior(&self) -> Prior {
        flow::prior(&self.session)
    }

    /// Whether a grid board shows what the game says; nothing for other games.
    #[must_use]
    pub fn agrees(&self) -> Option<bool> {
        flow::agrees(&self.session, &self.table)
    }

    /// Whether nothing is waited for to come to rest.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.unrest().is_none()
    }

    /// What is waited for.
    #[must_use]
    pub fn waiting(&self) -> Waiting {
        Waiting {
            question: self.session.question().map(|it| it.number),
            repair: flow::repair(&self.session, &self.table),
            unrest: self.unrest(),
            next: flow::next(&self.session),
        }
    }

    /// Applies a record and hands it out.
    pub(super) fn put(
        &mut self,
        now: Instant,
        record: &Record,
        out: &mut impl Sink,
    ) -> Result<(), Unfit> {
        let said = self.session.apply(record)?;
        let (seq, hash) = (self.session.count(), self.session.hash());
        out.entry(Entry {
            seq,
            body: Body {
                at: now,
                hash,
                line: Line::Record(record.clone()),
            },
        });
        said.events(seq, now, hash, |event| out.event(event));
        Ok(())
    }

    /// A grid board that shows what the game says is right again.
    pub(super) fn compare(&mut self) {
        if self.agrees() == Some(true) {
            self.table.board_mut().stand(Standing::Fine);
        }
    }

    /// The game stands otherwise than by what was seen: a grid board that does
    /// not show that is to be put right.
    pub(super) fn differ(&mut self) {
        if let Some(agrees) = self.agrees() {
            self.table.board_mut().stand(match agrees {
                true => Standing::Fine,
                false => Standing::Wrong,
            });
        }
    }

    fn release_falls(&mut self, now: Instant, out: &mut impl Sink) {
        while let Some(next) = self.falls.next(now, self.table.load()) {
            self.fallen(now, next, out);
        }
    }

    fn fallen(&mut self, now: Instant, next: Next, out: &mut impl Sink) {
        match next {
            Next::Fell(evidence) => self.take(now, &evidence, out),
            Next::Lost => {
                let _ = self.put(now, &Record::Note(Note::LostFall), out);
            }
        }
    }

    /// What keeps things from being at rest; nothing if that is not waited for.
    fn unrest(&self) -> Option<Unrest> {
        let patience = flow::patience(&self.session, &self.table)?;
        Some(match (self.quiet, self.table.load()) {
            _ if !self.falls.is_empty() => Unrest::Falling,
            (_, Motion::UnderWay) => Unrest::Push,
            _ if !self.table.hands().is_empty() => Unrest::Hand(self.table.hands()),
            (Quiet::Since(since), _) => Unrest::Until(since + patience),
            (Quiet::Suspended, _) => Unrest::Word,
        })
    }

    /// When everything counts as at rest.
    fn rest_at(&self) -> Option<Instant> {
        match self.unrest() {
            Some(Unrest::Until(due)) if self.session.question().is_none() => Some(due),
            _ => None,
        }
    }
}

/// Whether something moves on or around the ring.
const fn is_motion(what: &What) -> bool {
    matches!(
        what,
        What::Falling(..)
            | What::Fell(_)
            | What::NoFall(..)
            | What::Hand(_)
            | What::HandGone(_)
            | What::Leaning(_)
            | What::Cleared(_)
            | What::Bump
            | What::PushStarted(_)
            | What::Pushed(_)
    )
}
