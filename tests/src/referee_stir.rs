//! Soup that is stirred step by step, and what must hold after every step.

use crate::kabuto_play::{Dice, any_setup, trial_deck};
use crate::referee_script::Bench;
use crate::referee_soup::{BEGINNING, any_policies};
use crate::referee_words::Doing;
use rules_core::referee::{Command, Game, Policies, Record, Session};
use rules_core::time::Span;

/// A fresh match of Kabuto, of any edition and number of players; with these
/// policies, or any.
///
/// # Panics
/// If the set-up is not valid, which fails the test.
pub fn begin(dice: &mut Dice, policies: Option<Policies>) -> Bench {
    let deck = match dice.below(2) {
        0 => trial_deck(),
        _ => host_tools::data::house_deck(),
    };
    let setup = any_setup(dice, &deck);
    let game = setup.begin(&deck).expect("the set-up is made to be valid");
    let mut bench = Bench::default();
    bench.wait(BEGINNING);
    let policies = policies.unwrap_or_else(|| any_policies(dice));
    bench
        .begin(BEGINNING, &Game::Kabuto(game), policies)
        .expect("no match is running");
    bench
}

/// Lets so many things happen, with pauses of so many milliseconds between them.
pub fn stir(
    (dice, bench): (&mut Dice, &mut Bench),
    steps: usize,
    any_doing: fn(&mut Dice, &Bench) -> Doing,
    pauses: [u32; 6],
    mut each: impl FnMut(&mut Bench),
) {
    for _ in 0..steps {
        let doing = any_doing(dice, bench);
        // What is declined is declined: the soup does not mind.
        let _ = bench.happen(&doing);
        let pause = pauses[dice.below(6)];
        bench.wait(bench.now() + Span::millis(pause));
        each(bench);
    }
}

/// A session that is told the records of another one, as bytes.
#[derive(Debug, Default)]
pub struct Shadow {
    session: Session,
    done: usize,
}

impl Shadow {
    /// Takes the new records, and must stand as the other one.
    ///
    /// # Panics
    /// If it does not.
    pub fn follow(&mut self, bench: &Bench) {
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

/// Everything that can be taken back is, and is made again: all is as before.
///
/// # Panics
/// If it is not.
pub fn undone_and_redone(bench: &Bench) {
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
