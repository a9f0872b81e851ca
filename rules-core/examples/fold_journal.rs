//! Folds a journal: the lines that a referee wrote lead anybody to the same state.
//!
//! `cargo run -p rules-core --features referee --example fold_journal` referees three
//! moves of Abalone, keeps the numbered lines as the flash of a ring does, and follows
//! them from outside. Every line carries the hash of the state after it, so a missing or
//! altered line is noticed at once.

use rules_core::games::abalone::{DrawRules, StartPosition};
use rules_core::referee::grid::MagnetCoding;
use rules_core::referee::{
    AnyAction, AnyGame, Command, Event, FollowError, Follower, JournalLine, Policies, Referee,
    Sink, Speaker, abalone,
};
use rules_core::time::Instant;
use std::error::Error;

/// Journal in memory.
#[derive(Default)]
struct Journal(Vec<JournalLine>);

impl Sink for Journal {
    fn entry(&mut self, line: JournalLine) {
        self.0.push(line);
    }

    fn event(&mut self, event: Event) {
        println!("line {:>2}  {}", event.seq, event.kind);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("the referee rules:");
    let (journal, hash) = referee()?;

    println!("\na follower folds {} lines:", journal.len());
    let mut follower = Follower::default();
    for line in &journal {
        follower.apply(line).map_err(|error| error.to_string())?;
    }
    let session = follower.session().ok_or("no session was followed")?;
    assert_eq!(
        session.hash(),
        hash,
        "the same lines lead to the same state"
    );
    println!("state {hash:016x}, as the referee's");

    println!("\none line is missing:");
    let mut follower = Follower::default();
    let missing = journal.iter().filter(|line| line.seq != 3);
    let refused = missing
        .map(|line| follower.apply(line))
        .find_map(Result::err);
    assert!(matches!(refused, Some(FollowError::Gap { .. })));
    println!("{}", refused.ok_or("nobody noticed")?);

    println!("\none line claims another state:");
    let mut altered = journal;
    let last = altered.last_mut().ok_or("the journal is empty")?;
    last.body.hash ^= 1;
    let mut follower = Follower::default();
    let refused = altered
        .iter()
        .map(|line| follower.apply(line))
        .find_map(Result::err);
    assert!(matches!(refused, Some(FollowError::OtherHash { .. })));
    println!("{}", refused.ok_or("nobody noticed")?);
    Ok(())
}

/// Referees three moves; returns the journal and the hash of the last state.
fn referee() -> Result<(Vec<JournalLine>, u64), Box<dyn Error>> {
    let (mut referee, mut journal) = (Referee::default(), Journal::default());
    let position = StartPosition::Standard.position();
    let game = abalone::Match::new(position, DrawRules::default(), MagnetCoding::Class);
    let game = AnyGame::Abalone(game);
    let mut now = Instant(1_000_000);
    referee
        .begin(now, &game, Policies::DEFAULT, &mut journal)
        .map_err(|error| error.to_string())?;
    for action in ["c3d3", "i9h8", "c4d4"] {
        now = Instant(now.0 + 5_000_000);
        let action = AnyAction::Abalone(action.parse()?);
        let command = Command::Declare(action, Speaker::Table);
        let told = referee.command(now, &command, &mut journal);
        told.map_err(|error| error.to_string())?;
    }
    Ok((journal.0, referee.session().hash()))
}
