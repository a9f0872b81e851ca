//! Table scripts: observations of sensors and words of people, with times, and the
//! rulings that the referee must make. `tests/referee/README.md` describes the format.
//!
//! Every script is also replayed: its records go through bytes into a fresh
//! session, which must end in the same hash and have said the same. And what
//! happened is played once more through a whole ring with a host at its wire.

use crate::panel_text;
use crate::referee_grid::{cell, game, names, waking};
use crate::referee_script_parse::ScriptLine;
use crate::ring_replay::mirror;
use host_core::game::GameArg;
use host_core::game::host_game::driver;
use host_core::table_event::{EventDriver, TableEvent};
use host_tools::files;
use rules_core::board::{BoardId, Profile};
use rules_core::panel::{Intent, Panel, PanelInput, TimedPress};
use rules_core::referee::grid::MagnetCoding;
use rules_core::referee::{
    AnyGame, CommandError, Event, EventClass, JournalLine, LineContent, Note, Policies, Policy,
    Record, Referee, Session, Sink,
};
use rules_core::sensing::observation::Observation;
use rules_core::time::Instant;
use std::path::Path;

/// Records and events that a referee has emitted.
#[derive(Debug, Clone, Default)]
pub struct RefereeOutput {
    /// Records of the referee, with their times.
    pub records: Vec<(Instant, Record)>,
    /// Events of the referee, in order.
    pub events: Vec<Event>,
}

impl Sink for RefereeOutput {
    fn entry(&mut self, entry: JournalLine) {
        assert_eq!(
            entry.seq as usize,
            self.records.len() + 1,
            "numbered without gaps"
        );
        if let LineContent::Record(record) = entry.body.line {
            self.records.push((entry.body.at, record));
        }
    }

    fn event(&mut self, event: Event) {
        self.events.push(event);
    }
}

impl RefereeOutput {
    /// Replays the records, through bytes, into a fresh session.
    ///
    /// # Errors
    /// The difference from the original session.
    pub fn replay(&self) -> Result<Session, String> {
        let mut session = Session::default();
        let mut events = Vec::new();
        for (at, record) in &self.records {
            let bytes = postcard::to_allocvec(record).map_err(|error| error.to_string())?;
            if bytes.len() > Record::MAX_SIZE {
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

/// Referee at work in a script, with its clock and its output.
#[derive(Debug, Clone, Default)]
pub struct ScriptBench {
    /// Referee under test.
    pub referee: Referee,
    /// Records and events of the referee so far.
    pub tape: RefereeOutput,
    /// Inputs so far with their times, for the replay through a whole ring.
    pub log: Vec<(Instant, Happened)>,
    now: Instant,
}

/// Logged input of a bench.
#[derive(Debug, Clone)]
pub enum Happened {
    /// A match began.
    Begun(Box<AnyGame>, Policies),
    /// An input other than the beginning of a match was given.
    Done(ScriptLine),
}

impl ScriptBench {
    /// Begins a match at this time.
    ///
    /// # Errors
    /// The reason for which the referee declines.
    pub fn begin(
        &mut self,
        at: Instant,
        game: &AnyGame,
        policies: Policies,
    ) -> Result<(), CommandError> {
        let happened = Happened::Begun(Box::new(game.clone()), policies);
        self.log.push((at, happened));
        self.referee.begin(at, game, policies, &mut self.tape)
    }

    /// Advances the time to `until`, with a poll whenever the referee has asked for one.
    pub fn wait(&mut self, until: Instant) {
        self.log.push((until, Happened::Done(ScriptLine::Wait)));
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

    /// Applies an input now.
    ///
    /// # Errors
    /// The reason for which the referee declines.
    pub fn happen(&mut self, doing: &ScriptLine) -> Result<(), String> {
        if !matches!(doing, ScriptLine::Sees(_)) {
            self.log.push((self.now, Happened::Done(doing.clone())));
        }
        match doing {
            ScriptLine::See(what) => {
                let observation = Observation::external(self.now, *what);
                self.referee.observe(self.now, &observation, &mut self.tape);
                Ok(())
            }
            ScriptLine::Sees(all) => {
                for what in all {
                    self.happen(&ScriptLine::See(*what))?;
                }
                Ok(())
            }
            ScriptLine::Say(command) => self
                .referee
                .command(self.now, command, &mut self.tape)
                .map_err(|declined| declined.to_string()),
            ScriptLine::Wait => Ok(()),
            ScriptLine::Cut => {
                let session = self.tape.replay()?;
                let board = self.referee.table().board().clone();
                self.referee = Referee::resume(session, self.now, Note::PowerUp, &mut self.tape);
                // The sensors start up and report what is on the board.
                for number in 0..61 {
                    if let Some(piece @ Some(_)) = board.known(number) {
                        self.happen(&ScriptLine::See(cell(number, piece)))?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Returns the time of the bench.
    #[must_use]
    pub const fn now(&self) -> Instant {
        self.now
    }
}

/// Case of a table script.
#[derive(Debug, Clone)]
pub struct ScriptCase<'t> {
    /// Name after the word `case`; empty in a file without that word.
    pub name: &'t str,
    /// Lines, each with its number in the file: those above the first case, then its own.
    lines: Vec<(usize, &'t str)>,
}

/// Splits a script file into its cases. Comments and empty lines are left out.
#[must_use]
pub fn cases(text: &str) -> Vec<ScriptCase<'_>> {
    let mut shared = Vec::new();
    let mut cases: Vec<ScriptCase<'_>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or("").trim();
        match (line.strip_prefix("case "), cases.last_mut()) {
            _ if line.is_empty() => {}
            (Some(name), _) => cases.push(ScriptCase {
                name: name.trim(),
                lines: shared.clone(),
            }),
            (None, Some(case)) => case.lines.push((number, line)),
            (None, None) => shared.push((number, line)),
        }
    }
    if cases.is_empty() {
        cases.push(ScriptCase {
            name: "",
            lines: shared,
        });
    }
    cases
}

impl ScriptCase<'_> {
    /// Plays the case and lists every difference from what it expects, with its line.
    #[must_use]
    pub fn run(&self, folder: &Path) -> Vec<String> {
        let mut script = Script {
            bench: ScriptBench::default(),
            panel: Panel::default(),
            setup: String::new(),
            kind: GameArg::Ss,
            policies: Policies::DEFAULT,
            heard: 0,
            declined: None,
            began: false,
        };
        for (number, line) in &self.lines {
            if let Err(mistake) = script.line(line, folder) {
                return vec![format!("line {number}: {mistake}")];
            }
        }
        let last = self.lines.last().map_or(1, |(number, _)| *number);
        let mistakes = script.end();
        mistakes
            .map(|mistake| format!("line {last}: {mistake}"))
            .collect()
    }
}

struct Script {
    bench: ScriptBench,
    panel: Panel,
    setup: String,
    kind: GameArg,
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
                self.kind = GameArg::parse(rest).ok_or("the game is ss, ks, abalone or sumoo")?;
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
                let doing = match TableEvent::parse(rest, EventDriver::Script)? {
                    TableEvent::Press(press) => {
                        let view = PanelInput::new(&self.bench.referee, Profile::of(BoardId::Ring));
                        match self.panel.press(at, TimedPress { press, began: at }, &view) {
                            Some(Intent::Command(command)) => ScriptLine::Say(command),
                            None => ScriptLine::Wait,
                            Some(deed) => return Err(format!("the panel wants {deed:?}")),
                        }
                    }
                    event => ScriptLine::new(&event, at, &self.bench.referee)?,
                };
                if self.heard < self.bench.tape.events.len() && !matches!(doing, ScriptLine::Wait) {
                    return Err(format!(
                        "before this happens the referee says \"{}\"; expect that after an `at MS wait`",
                        self.bench.tape.events[self.heard].kind
                    ));
                }
                self.declined = self.bench.happen(&doing).err();
            }
            "expect" => {
                let event = self.bench.tape.events.get(self.heard);
                let said = event.map(|event| event.kind.to_string());
                self.heard += 1;
                if said.as_deref() != Some(rest) {
                    let rest = self.bench.tape.events.iter().skip(self.heard);
                    let rest: Vec<String> = rest.map(|it| it.kind.to_string()).collect();
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
                let marks = game.cell_marks(self.bench.referee.table());
                let marks = marks.ok_or("this is no grid")?;
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
                let view = PanelInput::new(&self.bench.referee, Profile::of(BoardId::Ring));
                let shown = panel_text::shown(&self.panel.light_state(self.bench.now(), &view));
                if shown != rest {
                    return Err(format!("the lights show: {shown}"));
                }
            }
            "why" => self.why(rest)?,
            _ => return Err(format!("\"{verb}\" is no word to begin a line with")),
        }
        Ok(())
    }

    /// Checks what must hold at the end of every script.
    fn end(&self) -> impl Iterator<Item = String> {
        let replayed = match self.bench.tape.replay() {
            Ok(session) if session == *self.bench.referee.session() => None,
            Ok(_) => Some("the replayed session differs".to_owned()),
            Err(mistake) => Some(mistake),
        };
        let all = [self.silence().err(), replayed, mirror(&self.bench).err()];
        all.into_iter().flatten()
    }

    fn policy(&mut self, rest: &str) -> Result<(), String> {
        let (kind, policy) = rest.split_once('=').ok_or("write: policy KIND = POLICY")?;
        let policy = Policy::parse(policy.trim()).ok_or("there is no such policy")?;
        match kind.trim() {
            "all" => self.policies = Policies::all(policy),
            kind => {
                let kind = EventClass::parse(kind).ok_or("there is no such kind of event")?;
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
        let coding = match setup.remove("coding") {
            None => MagnetCoding::Class,
            Some(word) => word
                .as_str()
                .and_then(MagnetCoding::parse)
                .ok_or("coding is occupancy, pole or class")?,
        };
        if self.kind.entry().has_leagues {
            setup
                .entry("deck")
                .or_insert_with(|| "../decks/plain.toml".into());
        }
        let table = (self.kind.entry().open)(&setup, &files::folder(folder));
        let game = table.map_err(|faults| faults.join("; "))?.to_match(coding);
        self.bench.happen(&ScriptLine::Sees(waking(&game)))?;
        self.bench
            .begin(Instant::ZERO, &game, self.policies)
            .map_err(|declined| declined.to_string())?;
        self.heard = self.bench.tape.events.len();
        Ok(())
    }

    /// Checks that every output of the referee has been expected.
    fn silence(&self) -> Result<(), String> {
        if let Some(why) = &self.declined {
            return Err(format!("that was declined: {why}"));
        }
        match self.bench.tape.events.get(self.heard) {
            None => Ok(()),
            Some(event) => Err(format!("the referee also says \"{}\"", event.kind)),
        }
    }

    fn state(&self, rest: &str) -> Result<(), String> {
        let (key, value) = rest.split_once('=').ok_or("write: state KEY = VALUE")?;
        let (key, value) = (key.trim(), value.trim());
        let table = match self.bench.referee.session().game() {
            None => return Err("no match is running".into()),
            Some(game) => driver(game),
        };
        match table.state(key) {
            Some(is) if is == table.normal(key, value) => Ok(()),
            Some(is) => Err(format!("{key} is {is}")),
            None => Err(format!("there is no state {key}")),
        }
    }

    /// Checks the grounds of a ruling, written as `why CLAUSE: fell 1 north, 67108864 :
    /// 1, two sensors`.
    fn why(&self, rest: &str) -> Result<(), String> {
        let (clause, expected) = rest.split_once(':').ok_or("write: why CLAUSE: GROUNDS")?;
        let clause = rules_core::clause::Clause::parse(clause).ok_or("there is no such clause")?;
        let ground = self.bench.referee.session().why().by_clause(clause);
        let ground = ground.ok_or("nothing was ruled by it")?;
        let evidence = &ground.evidence;
        let is = format!(
            "{}, {}, {}",
            evidence.kind, evidence.certainty, ground.passed
        );
        if is == expected.trim() {
            Ok(())
        } else {
            Err(format!("why: {is}"))
        }
    }
}
