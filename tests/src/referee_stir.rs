//! Soup that is stirred step by step, and the laws that must hold for it on every
//! kind of board.

use crate::dice::Dice;
use crate::referee_script::Bench;
use crate::referee_soup::Ended;
use crate::referee_words::Doing;
use crate::ring_mirror::mirror;
use rules_core::referee::record::Judgement;
use rules_core::referee::{Command, Policies, Record, Session};
use rules_core::sensing::observation::What;
use rules_core::time::Span;

/// What the soup of a kind of board is made of.
#[derive(Debug, Clone, Copy)]
pub struct Soup {
    /// A match, with these policies or any.
    pub begin: fn(&mut Dice, Option<Policies>) -> Bench,
    /// Something that may happen.
    pub any_doing: fn(&mut Dice, &Bench) -> Doing,
    /// Something that may be seen.
    pub any_what: fn(&mut Dice, &Bench) -> What,
    /// Gets a match out of the soup again, in so many steps at most.
    pub sort_out: fn(&mut Bench, usize) -> Ended,
    /// Whether a judgement rests on what it may rest on.
    pub is_grounded: fn(&Judgement) -> bool,
    /// Pauses between two steps, ms.
    pub pauses: [u32; 6],
    /// Steps of a long soup, and of one with much to look at after each.
    pub steps: (usize, usize),
    /// How often time alone may bring something about in a row.
    pub polls: usize,
}

impl Soup {
    /// Lets so many things happen, and has a look after each.
    pub fn stir(
        &self,
        dice: &mut Dice,
        bench: &mut Bench,
        steps: usize,
        mut each: impl FnMut(&mut Bench),
    ) {
        for _ in 0..steps {
            let doing = (self.any_doing)(dice, bench);
            // What is declined is declined: the soup does not mind.
            let _ = bench.happen(&doing);
            let pause = self.pauses[dice.below(6)];
            bench.wait(bench.now() + Span::millis(pause));
            each(bench);
        }
    }

    /// A match after so many steps, at each of which somebody looked.
    pub fn stirred(&self, seed: u64, steps: usize, each: impl FnMut(&mut Bench)) -> Bench {
        let mut dice = Dice::new(seed);
        let mut bench = (self.begin)(&mut dice, None);
        self.stir(&mut dice, &mut bench, steps, each);
        bench
    }

    /// A match after any number of steps.
    #[must_use]
    pub fn any(&self, seed: u64) -> Bench {
        let mut dice = Dice::new(seed);
        let mut bench = (self.begin)(&mut dice, None);
        let steps = dice.below(self.steps.1 * 3 / 2);
        self.stir(&mut dice, &mut bench, steps, |_| ());
        bench
    }

    /// Records lead to the live session, after every step.
    ///
    /// # Panics
    /// If they do not.
    pub fn replays(&self, seed: u64) {
        let mut shadow = Shadow::default();
        self.stirred(seed, self.steps.0, |bench| shadow.follow(bench));
    }

    /// Everything that can be taken back is, and is made again: all is as before.
    ///
    /// # Panics
    /// If it is not.
    pub fn undoes_and_redoes(&self, seed: u64) {
        self.stirred(seed, self.steps.1, |bench| undone_and_redone(bench));
    }

    /// A person who gives documented answers only gets a match out of it.
    ///
    /// # Panics
    /// If there is no way out, or a ring says something else.
    pub fn is_never_stuck(&self, seed: u64) {
        let mut bench = self.any(seed);
        let heard = bench.tape.records.len();
        let ended = (self.sort_out)(&mut bench, 8);
        let since: Vec<_> = bench.tape.records.iter().skip(heard).collect();
        let waiting = bench.referee.waiting();
        assert!(ended != Ended::Stuck, "{waiting:?} after {since:#?}");
        assert_eq!(mirror(&bench), Ok(()));
    }

    /// When nothing happens any more, nothing is said any more.
    ///
    /// # Panics
    /// If it goes on and on.
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

    /// What is not certain is asked, not judged.
    ///
    /// # Panics
    /// If it is judged.
    pub fn judges_what_is_certain(&self, seed: u64) {
        let bench = self.stirred(seed, self.steps.0, |_| ());
        for (_, record) in &bench.tape.records {
            if let Record::Judge(judgement) = record {
                assert!((self.is_grounded)(judgement), "{judgement:?}");
            }
        }
    }

    /// A referee that only looks on changes nothing.
    ///
    /// # Panics
    /// If it does.
    pub fn looks_on(&self, seed: u64) {
        let mut dice = Dice::new(seed);
        let mut bench = (self.begin)(&mut dice, Some(Policies::PASSIVE));
        let before = bench.referee.session().hash();
        for _ in 0..self.steps.0 {
            let what = (self.any_what)(&mut dice, &bench);
            let seen = bench.happen(&Doing::See(what));
            seen.expect("observations are taken");
            bench.wait(bench.now() + Span::millis(700));
        }
        assert_eq!(bench.referee.session().hash(), before);
    }

    /// A snapshot leads to the same state without the past.
    ///
    /// # Panics
    /// If it does not.
    pub fn snapshots(&self, seed: u64) {
        self.stirred(seed, self.steps.1, |bench| {
            let session = bench.referee.session();
            let mut again = Session::default();
            session.snapshot(|record| {
                let bytes = postcard::to_allocvec(record).expect("a record as bytes");
                assert!(bytes.len() <= Record::LONGEST, "{} bytes", bytes.len());
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

/// A session that is told the records of another one, as bytes.
#[derive(Debug, Default)]
struct Shadow {
    session: Session,
    done: usize,
}

impl Shadow {
    /// Takes the new records, and must stand as the other one.
    fn follow(&mut self, bench: &Bench) {
        for (_, record) in &bench.tape.records[self.done..] {
            let bytes = postcard::to_allocvec(record).expect("a record as bytes");
            assert!(bytes.len() <= Record::LONGEST, "{} bytes", bytes.len());
            let again: Record = postcard::from_bytes(&bytes).expect("a record from bytes");
            assert_eq!(&again, record);
            self.session.apply(&again).expect("it fitted once");
        }
        self.done = bench.tape.records.len();
        assert_eq!(self.session.hash(), bench.referee.session().hash());
        assert_eq!(&self.session, bench.referee.session());
    }
}

fn undone_and_redone(bench: &Bench) {
    let session = bench.referee.session();
    let mut trial = bench.clone();
    let mut steps = 0;
    while trial.happen(&Doing::Say(Command::Undo)).is_ok() {
        steps += 1;
    }
    assert_eq!(steps, usize::from(session.history().undoable()));
    for _ in 0..steps {
        let redone = trial.happen(&Doing::Say(Command::Redo));
        redone.expect("it was undone");
    }
    assert_eq!(trial.referee.session().hash(), session.hash());
}
