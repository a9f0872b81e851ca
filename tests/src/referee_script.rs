//! Table scripts: what sensors see and people say, with times, and what the
//! referee must say to it. `tests/referee/README.md` describes the format.
//!
//! Every script is also replayed: its records go through bytes into a fresh
//! session, which must end in the same hash and have said the same. And what
//! happened is played once more through a whole ring with a host at its wire.

use crate::panel_words::{self, press};
use crate::referee_grid::{cell, game, names, waking};
use crate::referee_words::{Doing, doing};
use crate::ring_mirror::mirror;
use host_tools::scenario::{AbaloneTable, KabutoTable, SumooTable, Table};
use rules_core::board::{Name, Profile};
use rules_core::games::kabuto::Edition;
use rules_core::panel::{Deed, Panel, View};
use rules_core::referee::grid::{Telling, marks};
use rules_core::referee::{
    Declined, Entry, Event, Game, Kind, Line, Note, Policies, Policy, Record, Referee, Session,
    Sink, abalone, sumoo,
};
use rules_core::sensing::observation::Observation;
use rules_core::time::Instant;
use std::path::Path;

/// Everything a referee has handed out.
#[derive(Debug, Clone, Default)]
pub struct Tape {
    /// The records, with their times.
    pub records: Vec<(Instant, Record)>,
    /// The events.
    pub events: Vec<Event>,
}

impl Sink for Tape {
    fn entry(&mut self, entry: Entry) {
        assert_eq!(
            entry.seq as usize,
            self.records.len() + 1,
            "numbered without gaps"
        );
        if let Line::Record(record) = entry.body.line {
            self.records.push((entry.body.at, record));
        }
    }

    fn event(&mut self, event: Event) {
        self.events.push(event);
    }
}

impl Tape {
    /// Plays the records again, through bytes.
    ///
    /// # Errors
    /// What went otherwise.
    pub fn replay(&self) -> Result<Session, String> {
        let mut session = Session::default();
        let mut events = Vec::new();
        for (at, record) in &self.records {
            let bytes = postcard::to_allocvec(record).map_err(|error| error.to_string())?;
            if bytes.len() > Record::LONGEST {
                return Err(format!("{} bytes: {record:?}", bytes.len()));
            }
            let again: Record = postcard::from_bytes(&bytes).map_err(|error| error.to_string())?;
            let said = session
                .apply(&again)
                .map_err(|unfit| format!("replay of {record:?}: {unfit}"))?;
            let (seq, hash) = (session.count(), session.hash());
            said.events(seq, *at, hash, |event| events.push(event));
        }
        if events == self.events {
            Ok(session)
        } else {
            Err("the replay says something else".into())
        }
    }
}

/// A referee at work in a script.
#[derive(Debug, Clone, Default)]
pub struct Bench {
    /// The referee.
    pub referee: Referee,
    /// What it has handed out.
    pub tape: Tape,
    /// What has happened, to be played through a whole ring as well.
    pub log: Vec<(Instant, Happened)>,
    now: Instant,
}

/// Something that has happened at a bench.
#[derive(Debug, Clone)]
pub enum Happened {
    /// A match began.
    Begun(Box<Game>, Policies),
    /// Anything else.
    Done(Doing),
}

impl Bench {
    /// Begins a match at this time.
    ///
    /// # Errors
    /// What the referee declines.
    pub fn begin(&mut self, at: Instant, game: &Game, policies: Policies) -> Result<(), Declined> {
        let happened = Happened::Begun(Box::new(game.clone()), policies);
        self.log.push((at, happened));
        self.referee.begin(at, game, policies, &mut self.tape)
    }

    /// Lets time pass: polls whenever the referee wants to be.
    pub fn wait(&mut self, until: Instant) {
        self.log.push((until, Happened::Done(Doing::Wait)));
        for _ in 0..1_000 {
            match self.referee.poll_at() {
                Some(due) if due <= until => {
                    self.now = self.now.max(due);
                    self.referee.poll(self.now, &mut self.tape);
                }
                _ => break,
            }
        }
        self.now = self.now.max(until);
        self.referee.poll(self.now, &mut self.tape);
    }

    /// Lets something happen now.
    ///
    /// # Errors
    /// What the referee declines.
    pub fn happen(&mut self, doing: &Doing) -> Result<(), String> {
        if !matches!(doing, Doing::Sees(_)) {
            self.log.push((self.now, Happened::Done(doing.clone())));
        }
        match doing {
            Doing::See(what) => {
                let observation = Observation {
                    at: self.now,
                    what: *what,
                };
                self.referee.observe(self.now, &observation, &mut self.tape);
                Ok(())
            }
            Doing::Sees(all) => {
                for what in all {
                    self.happen(&Doing::See(*what))?;
                }
                Ok(())
            }
            Doing::Say(command) => self
                .referee
                .command(self.now, command, &mut self.tape)
                .map_err(|declined| declined.to_string()),
            Doing::Wait => Ok(()),
            Doing::Cut => {
                let session = self.tape.replay()?;
                let board = self.referee.table().board().clone();
                self.referee = Referee::resume(session, self.now, Note::PowerUp, &mut self.tape);
                // The sensors wake up and say what is on the board.
                for number in 0..61 {
                    if let Some(piece @ Some(_)) = board.known(number) {
                        self.happen(&Doing::See(cell(number, piece)))?;
                    }
                }
                Ok(())
            }
        }
    }

    /// The time.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.now
    }
}

/// The state of a game in words.
#[must_use]
pub fn table_of(game: &Game) -> Box<dyn Table> {
    match game {
        Game::Kabuto(game) => Box::new(KabutoTable::of(game.clone())),
        Game::Abalone(game) => Box::new(AbaloneTable::of(game.game().clone())),
        Game::Sumoo(game) => Box::new(SumooTable::of(*game.game())),
    }
}

/// Plays a script; says everything that went otherwise, with its line.
#[must_use]
pub fn run(text: &str, folder: &Path) -> Vec<String> {
    let mut script = Script {
        bench: Bench::default(),
        panel: Panel::default(),
        setup: String::new(),
        kind: Kinds::Kabuto(Edition::SakuraSlam),
        policies: Policies::USUAL,
        heard: 0,
        declined: None,
        began: false,
    };
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        if let Err(mistake) = script.line(line, folder) {
            return vec![format!("line {number}: {mistake}")];
        }
    }
    let mut found: Vec<String> = script.silence().err().into_iter().collect();
    match script.bench.tape.replay() {
        Ok(session) if session == *script.bench.referee.session() => {}
        Ok(_) => found.push("the replayed session differs".into()),
        Err(mistake) => found.push(mistake),
    }
    found.extend(mirror(&script.bench).err());
    found
}

/// What is played.
#[derive(Debug, Clone, Copy)]
enum Kinds {
    Kabuto(Edition),
    Abalone,
    Sumoo,
}

struct Script {
    bench: Bench,
    panel: Panel,
    setup: String,
    kind: Kinds,
    policies: Policies,
    heard: usize,
    declined: Option<String>,
    began: bool,
}

impl Script {
    fn line(&mut self, line: &str, folder: &Path) -> Result<(), String> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match verb {
            "game" => {
                self.kind = match rest {
                    "ss" => Kinds::Kabuto(Edition::SakuraSlam),
                    "ks" => Kinds::Kabuto(Edition::KabutoSumo),
                    "abalone" => Kinds::Abalone,
                    "sumoo" => Kinds::Sumoo,
                    _ => return Err("the game is ss, ks, abalone or sumoo".into()),
                };
            }
            "setup" => {
                self.setup.push_str(rest);
                self.setup.push('\n');
            }
            "policy" => self.policy(rest)?,
            "at" => {
                self.begin(folder)?;
                self.silence()?;
                let (time, rest) = rest.split_once(' ').ok_or("write: at MS WHAT")?;
                let millis: u64 = time.parse().map_err(|_| format!("{time} is no time"))?;
                let at = Instant(millis * 1_000);
                self.bench.wait(at);
                let doing = match press(rest) {
                    Some(press) => {
                        let view = View::of(&self.bench.referee, Profile::of(Name::Ring));
                        match self.panel.press(at, press, &view) {
                            Some(Deed::Tell(command)) => Doing::Say(command),
                            None => Doing::Wait,
                            Some(deed) => return Err(format!("the panel wants {deed:?}")),
                        }
                    }
                    None => doing(rest, at, &self.bench.referee)?,
                };
                if self.heard < self.bench.tape.events.len() && !matches!(doing, Doing::Wait) {
                    return Err(format!(
                        "before this happens the referee says \"{}\"; expect that after an `at MS wait`",
                        self.bench.tape.events[self.heard].what
                    ));
                }
                self.declined = self.bench.happen(&doing).err();
            }
            "expect" => {
                let event = self.bench.tape.events.get(self.heard);
                let said = event.map(|event| event.what.to_string());
                self.heard += 1;
                if said.as_deref() != Some(rest) {
                    let rest = self.bench.tape.events.iter().skip(self.heard);
                    let rest: Vec<String> = rest.map(|it| it.what.to_string()).collect();
                    return Err(format!(
                        "the referee says \"{}\", then {rest:#?}; declined: {:?}",
                        said.unwrap_or("nothing".into()),
                        self.declined
                    ));
                }
            }
            "declined" => match self.declined.take() {
                Some(why) if why == rest => {}
                other => return Err(format!("declined: {other:?}")),
            },
            "state" => self.state(rest)?,
            "repair" => {
                let repair = self.bench.referee.waiting().repair;
                let repair = repair.map_or("none".into(), |it| it.to_string());
                if repair != rest {
                    return Err(format!("the next thing to put right is: {repair}"));
                }
            }
            "marks" => {
                let (which, expected) = rest.split_once('=').ok_or("write: marks put = CELLS")?;
                let game = game(&self.bench.referee)?;
                let marks = marks(game, self.bench.referee.table()).ok_or("this is no grid")?;
                let cells = match which.trim() {
                    "lift" => marks.lift,
                    "put" => marks.put,
                    "last" => marks.last,
                    _ => return Err("marks are lift, put or last".into()),
                };
                let is = names(game, cells);
                if is != expected.trim() {
                    return Err(format!("{which}is {is}"));
                }
            }
            "unrest" => {
                let unrest = format!("{:?}", self.bench.referee.waiting().unrest);
                if unrest != rest {
                    return Err(format!("unrest is {unrest}"));
                }
            }
            "shows" => {
                let view = View::of(&self.bench.referee, Profile::of(Name::Ring));
                let shown = panel_words::shown(&self.panel.showing(self.bench.now(), &view));
                if shown != rest {
                    return Err(format!("the lights show: {shown}"));
                }
            }
            "why" => self.why(rest)?,
            _ => return Err(format!("\"{verb}\" is no word to begin a line with")),
        }
        Ok(())
    }

    fn policy(&mut self, rest: &str) -> Result<(), String> {
        let (kind, policy) = rest.split_once('=').ok_or("write: policy KIND = POLICY")?;
        let policy = Policy::parse(policy.trim()).ok_or("there is no such policy")?;
        match kind.trim() {
            "all" => self.policies = Policies::all(policy),
            kind => {
                let kind = Kind::parse(kind).ok_or("there is no such kind of event")?;
                self.policies[kind] = policy;
            }
        }
        Ok(())
    }

    fn begin(&mut self, folder: &Path) -> Result<(), String> {
        if self.began {
            return Ok(());
        }
        self.began = true;
        let mut setup: toml::Table =
            toml::from_str(&self.setup).map_err(|error| error.to_string())?;
        let telling = match setup.remove("telling") {
            None => Telling::Class,
            Some(word) => word
                .as_str()
                .and_then(Telling::parse)
                .ok_or("telling is occupancy, pole or class")?,
        };
        let all = |faults: Vec<String>| faults.join("; ");
        let game = match self.kind {
            Kinds::Kabuto(edition) => {
                setup
                    .entry("deck")
                    .or_insert_with(|| "../decks/plain.toml".into());
                let table = KabutoTable::open(edition, &setup, folder).map_err(all)?;
                Game::Kabuto(table.game().clone())
            }
            Kinds::Abalone => {
                let table = AbaloneTable::open(&setup).map_err(all)?;
                let (position, rules) = (*table.game().position(), table.game().rules());
                Game::Abalone(abalone::Match::new(position, rules, telling))
            }
            Kinds::Sumoo => {
                let table = SumooTable::open(&setup).map_err(all)?;
                Game::Sumoo(sumoo::Match::new(*table.game(), telling))
            }
        };
        self.bench.happen(&Doing::Sees(waking(&game)))?;
        self.bench
            .begin(Instant::ZERO, &game, self.policies)
            .map_err(|declined| declined.to_string())?;
        self.heard = self.bench.tape.events.len();
        Ok(())
    }

    /// Everything said has been expected.
    fn silence(&self) -> Result<(), String> {
        if let Some(why) = &self.declined {
            return Err(format!("that was declined: {why}"));
        }
        match self.bench.tape.events.get(self.heard) {
            None => Ok(()),
            Some(event) => Err(format!("the referee also says \"{}\"", event.what)),
        }
    }

    fn state(&self, rest: &str) -> Result<(), String> {
        let (key, value) = rest.split_once('=').ok_or("write: state KEY = VALUE")?;
        let (key, value) = (key.trim(), value.trim());
        let table = match self.bench.referee.session().game() {
            None => return Err("no match is running".into()),
            Some(game) => table_of(game),
        };
        match table.state(key) {
            Some(is) if is == table.normal(key, value) => Ok(()),
            Some(is) => Err(format!("{key} is {is}")),
            None => Err(format!("there is no state {key}")),
        }
    }

    /// `why CLAUSE: fell 1 north, 67108864 : 1, two sensors`
    fn why(&self, rest: &str) -> Result<(), String> {
        let (clause, expected) = rest.split_once(':').ok_or("write: why CLAUSE: GROUNDS")?;
        let clause = rules_core::clause::Clause::parse(clause).ok_or("there is no such clause")?;
        let ground = self.bench.referee.session().why().by_clause(clause);
        let ground = ground.ok_or("nothing was ruled by it")?;
        let evidence = &ground.evidence;
        let is = format!(
            "{}, {}, {}",
            evidence.seen, evidence.certainty, ground.passed
        );
        if is == expected.trim() {
            Ok(())
        } else {
            Err(format!("why: {is}"))
        }
    }
}
