//! Laws of the referee that must hold after every step of random inputs, on every kind
//! of board.

use crate::referee_random::EndedBy;
use crate::referee_script::ScriptBench;
use crate::referee_script_parse::ScriptLine;
use crate::ring_replay::mirror;
use crate::test_rng::TestRng;
use rules_core::referee::record::Judgement;
use rules_core::referee::{Command, Policies, Record, Session};
use rules_core::sensing::observation::ObservationKind;
use rules_core::time::Span;

/// Generators and limits of the random inputs of one kind of board.
#[derive(Debug, Clone, Copy)]
pub struct RandomInputs {
    /// Function that begins a match, with these policies or random ones (`None`).
    pub begin: fn(&mut TestRng, Option<Policies>) -> ScriptBench,
    /// Function that draws an input that may come next.
    pub any_doing: fn(&mut TestRng, &ScriptBench) -> ScriptLine,
    /// Function that draws an observation that may come next.
    pub any_what: fn(&mut TestRng, &ScriptBench) -> ObservationKind,
    /// Function that brings table and match back together, in this many steps at most.
    pub sort_out: fn(&mut ScriptBench, usize) -> EndedBy,
    /// Function that is true if a judgement rests on admissible evidence only.
    pub is_grounded: fn(&Judgement) -> bool,
    /// Pauses between two steps, in ms.
    pub pauses: [u32; 6],
    /// Number of steps of a long run, and of a run with costly checks after each step.
    pub steps: (usize, usize),
    /// Number of polls in a row, without any input, before which a referee must stop asking
    /// for more.
    pub polls: usize,
}

impl RandomInputs {
    /// Applies this many random inputs, and calls the check after each.
    pub fn stir(
        &self,
        dice: &mut TestRng,
        bench: &mut ScriptBench,
        steps: usize,
        mut each: impl FnMut(&mut ScriptBench),
    ) {
        for _ in 0..steps {
            let doing = (self.any_doing)(dice, bench);
            // A declined input is no failure here.
            let _ = bench.happen(&doing);
            let pause = self.pauses[dice.below(6)];
            bench.wait(bench.now() + Span::millis(pause));
            each(bench);
        }
    }

    /// Returns a random match after this number of steps, with a check after each.
    pub fn stirred(
        &self,
        seed: u64,
        steps: usize,
        each: impl FnMut(&mut ScriptBench),
    ) -> ScriptBench {
        let mut dice = TestRng::new(seed);
        let mut bench = (self.begin)(&mut dice, None);
        self.stir(&mut dice, &mut bench, steps, each);
        bench
    }

    /// Returns a random match after a random number of steps.
    #[must_use]
    pub fn any(&self, seed: u64) -> ScriptBench {
        let mut dice = TestRng::new(seed);
        let mut bench = (self.begin)(&mut dice, None);
        let steps = dice.below(self.steps.1 * 3 / 2);
        self.stir(&mut dice, &mut bench, steps, |_| ());
        bench
    }

    /// Checks after every step that the records lead to the live session.
    ///
    /// # Panics
    /// If they do not.
    pub fn replays(&self, seed: u64) {
        let mut shadow = ShadowSession::default();
        self.stirred(seed, self.steps.0, |bench| shadow.follow(bench));
    }

    /// Checks that undoing all that can be undone, and redoing it, restores the state.
    ///
    /// # Panics
    /// If the state differs.
    pub fn undoes_and_redoes(&self, seed: u64) {
        self.stirred(seed, self.steps.1, |bench| undone_and_redone(bench));
    }

    /// Checks that a person who gives documented answers only can sort the match out.
    ///
    /// # Panics
    /// If there is no way out, or a ring reports something else.
    pub fn is_never_stuck(&self, seed: u64) {
        let mut bench = self.any(seed);
        let heard = bench.tape.records.len();
        let ended = (self.sort_out)(&mut bench, 8);
        let since: Vec<_> = bench.tape.records.iter().skip(heard).collect();
        let waiting = bench.referee.waiting();
        assert!(ended != EndedBy::Stuck, "{waiting:?} after {since:#?}");
        assert_eq!(mirror(&bench), Ok(()));
    }

    /// Checks that the referee falls silent once no input comes any more.
    ///
    /// # Panics
    /// If it does not stop.
    pub fn time_alone_ends(&self, seed: u64) {
        self.stirred(seed, self.steps.1, |bench| {
            let mut trial = bench.clone();
            for _ in 0..self.polls {
                let Some(due) = trial.referee.poll_at() else {
                    return;
                };
                trial.wait(due);
            }
            panic!("polled for ever");
        });
    }

    /// Checks that the referee asks about uncertain events instead of judging them.
    ///
    /// # Panics
    /// If an uncertain event is judged.
    pub fn judges_what_is_certain(&self, seed: u64) {
        let bench = self.stirred(seed, self.steps.0, |_| ());
        for (_, record) in &bench.tape.records {
            if let Record::Judge(judgement) = record {
                assert!((self.is_grounded)(judgement), "{judgement:?}");
            }
        }
    }

    /// Checks that a referee with [`Policies::PASSIVE`] changes nothing.
    ///
    /// # Panics
    /// If it changes anything.
    pub fn looks_on(&self, seed: u64) {
        let mut dice = TestRng::new(seed);
        let mut bench = (self.begin)(&mut dice, Some(Policies::PASSIVE));
        let before = bench.referee.session().hash();
        for _ in 0..self.steps.0 {
            let what = (self.any_what)(&mut dice, &bench);
            let seen = bench.happen(&ScriptLine::See(what));
            seen.expect("observations are taken");
            bench.wait(bench.now() + Span::millis(700));
        }
        assert_eq!(bench.referee.session().hash(), before);
    }

    /// Checks that a snapshot leads to the same state without the past.
    ///
    /// # Panics
    /// If the state differs.
    pub fn snapshots(&self, seed: u64) {
        self.stirred(seed, self.steps.1, |bench| {
            let session = bench.referee.session();
            let mut again = Session::default();
            session.snapshot(|record| {
                let bytes = postcard::to_allocvec(record).expect("a record as bytes");
                assert!(bytes.len() <= Record::MAX_SIZE, "{} bytes", bytes.len());
                let applied = again.apply(record);
                applied.expect("a snapshot fits an empty session");
            });
            if session.game().is_some() {
                assert_eq!(again.hash(), session.hash());
                assert_eq!(again.held(), session.held());
            }
        });
    }
}

/// Session that follows the records of another one, as bytes.
#[derive(Debug, Default)]
struct ShadowSession {
    session: Session,
    done: usize,
}

impl ShadowSession {
    /// Applies the new records, and checks that both sessions are in the same state.
    fn follow(&mut self, bench: &ScriptBench) {
        for (_, record) in &bench.tape.records[self.done..] {
            let bytes = postcard::to_allocvec(record).expect("a record as bytes");
            assert!(bytes.len() <= Record::MAX_SIZE, "{} bytes", bytes.len());
            let again: Record = postcard::from_bytes(&bytes).expect("a record from bytes");
            assert_eq!(&again, record);
            self.session.apply(&again).expect("it fitted once");
        }
        self.done = bench.tape.records.len();
        assert_eq!(self.session.hash(), bench.referee.session().hash());
        assert_eq!(&self.session, bench.referee.session());
    }
}

fn undone_and_redone(bench: &ScriptBench) {
    let session = bench.referee.session();
    let mut trial = bench.clone();
    let mut steps = 0;
    while trial.happen(&ScriptLine::Say(Command::Undo)).is_ok() {
        steps += 1;
    }
    assert_eq!(steps, usize::from(session.history().undoable()));
    for _ in 0..steps {
        let redone = trial.happen(&ScriptLine::Say(Command::Redo));
        redone.expect("it was undone");
    }
    assert_eq!(trial.referee.session().hash(), session.hash());
}
