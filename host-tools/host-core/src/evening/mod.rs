//! Club evening without I/O: people, tables, pairings, results and standings. All of it is
//! a fold of the events in a file to which lines are only appended, so that a program that
//! is killed and started again has the same evening.
//!
//! ```text
//!   plan (TOML) --> begun --+
//!   Berger, CSV, engine --> paired --+--> Evening --> ResultTable --> standings, CSV, TRF16
//!   rings --> assigned, result ------+        |
//!   people --> corrected, withdrawn -+        +--> hall: every table, who waits
//! ```
//!
//! | file | concern |
//! |---|---|
//! | this one | [`Evening`]: the fold |
//! | [`plan`] | people, tables and way of pairing from TOML |
//! | [`event`] | events and their lines |
//! | [`pairing`] | series of games between the players of a pairing |
//! | [`seating`] | seat of each player in a match |
//! | [`berger`], [`pair_list`], [`engine`] | pairs by Berger tables, from CSV, from a Swiss engine |
//! | [`match_end`] | beginning and end of matches in a journal |
//! | [`results`] | table of results, which anybody can verify |
//! | [`standings`] | places, computed from that table, with the rule that made each |
//! | [`trf`], [`trf_read`] | tournament report of FIDE, written and read |
//! | [`bg_stats`] | links for the play diary BG Stats |
//! | [`hall`] | contents of the page for the hall |
//! | [`csv`] | comma-separated values |
//!
//! Nothing here pairs a Swiss round: engines that chess clubs use do that.

pub mod berger;
pub mod bg_stats;
pub mod csv;
pub mod engine;
pub mod event;
pub mod hall;
pub mod match_end;
pub mod pair_list;
pub mod pairing;
pub mod plan;
pub mod results;
pub mod seating;
pub mod standings;
pub mod trf;
pub mod trf_read;

#[cfg(test)]
mod export_tests;
#[cfg(test)]
mod tests;

use event::{EveningEvent, EveningLine, MatchId, PlannedPair};
use pairing::{EveningMatch, MatchResult, Pairing, PairingState};
use plan::{EveningPlan, PairingMethod};
use std::collections::{BTreeMap, BTreeSet};

/// State of an evening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evening {
    plan: EveningPlan,
    begun: String,
    rounds: Vec<Vec<Pairing>>,
    matches: BTreeMap<MatchId, EveningMatch>,
    journals: Vec<OpenedJournal>,
    withdrawn: Vec<String>,
}

/// Journal of a table's ring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedJournal {
    /// Name of the table.
    pub table: String,
    /// Ring id.
    pub ring: String,
    /// Journal id.
    pub journal: String,
    /// Number of the first line that counts.
    pub from: u32,
}

impl Evening {
    /// Computes the evening from the lines of its file.
    ///
    /// # Errors
    /// A sentence with the line that does not follow from those before.
    pub fn read(lines: &[EveningLine]) -> Result<Self, String> {
        let Some((first, rest)) = lines.split_first() else {
            return Err("no evening was begun in this file: `dohyo evening begin` does".into());
        };
        let EveningEvent::Begun { plan } = &first.event else {
            return Err("line 1 does not begin an evening: is this another file?".into());
        };
        let mut evening = Self {
            plan: plan.clone(),
            begun: first.time.clone(),
            rounds: Vec::new(),
            matches: BTreeMap::new(),
            journals: Vec::new(),
            withdrawn: Vec::new(),
        };
        for (number, line) in (2..).zip(rest) {
            let applied = evening.apply(line);
            applied.map_err(|why| format!("line {number}: {why}"))?;
        }
        Ok(evening)
    }

    /// Applies an event. Returns false if it changes nothing: a result counts once.
    ///
    /// # Errors
    /// A sentence with the reason why it does not follow from the events so far.
    pub fn apply(&mut self, line: &EveningLine) -> Result<bool, String> {
        match &line.event {
            EveningEvent::Begun { .. } => Err("the evening has begun already".into()),
            EveningEvent::Paired { round, pairs, .. } => {
                let due = self.next_round();
                if *round != due {
                    return Err(format!("round {round} is paired, and round {due} is next"));
                }
                self.check_pairs(pairs)?;
                let pairings = (1..).zip(pairs).map(|(n, pair)| Pairing::new(due, n, pair));
                self.rounds.push(pairings.collect());
                Ok(true)
            }
            EveningEvent::Opened {
                table,
                ring,
                journal,
                from,
            } => {
                let table = self.plan.find_table(table)?.to_owned();
                if self.journal(&table, ring, journal).is_some() {
                    return Ok(false);
                }
                self.journals.push(OpenedJournal {
                    table,
                    ring: ring.clone(),
                    journal: journal.clone(),
                    from: *from,
                });
                Ok(true)
            }
            EveningEvent::Assigned {
                id,
                round,
                number,
                game,
                seats,
            } => {
                let pairing = self.pairing_mut(*round, *number)?;
                let names = |players: &[String]| players.iter().cloned().collect::<BTreeSet<_>>();
                if names(seats) != names(&pairing.players) {
                    return Err(format!(
                        "pairing {number} of round {round} has other players"
                    ));
                }
                let pairing = (pairing.round, pairing.number);
                if self.matches.contains_key(id) {
                    return Ok(false);
                }
                self.pairing_mut(*round, *number)?.matches.push(id.clone());
                let begun = EveningMatch::new(Some(pairing), game, seats, &line.time);
                self.matches.insert(id.clone(), begun);
                Ok(true)
            }
            EveningEvent::Free { id, .. } => {
                if self.matches.contains_key(id) {
                    return Ok(false);
                }
                let begun = EveningMatch::new(None, "", &[], &line.time);
                self.matches.insert(id.clone(), begun);
                Ok(true)
            }
            EveningEvent::Result {
                id,
                last,
                places,
                clause,
                overruled,
                hash,
                seconds,
            } => {
                let found = self.matches.get_mut(id);
                let found = found.ok_or_else(|| format!("no match began in {id}"))?;
                let known = found.result.as_ref().map_or(0, |result| result.last);
                if found.pairing.is_none() || *last <= known.max(found.reopened) {
                    return Ok(false);
                }
                found.result = Some(MatchResult {
                    last: *last,
                    places: places.clone(),
                    clause: clause.clone(),
                    overruled: *overruled,
                    hash: hash.clone(),
                    seconds: *seconds,
                    time: line.time.clone(),
                });
                Ok(true)
            }
            EveningEvent::Reopened { id } => {
                let found = self.matches.get_mut(id);
                let found = found.ok_or_else(|| format!("no match began in {id}"))?;
                let Some(result) = found.result.take() else {
                    return Ok(false);
                };
                found.reopened = result.last;
                Ok(true)
            }
            EveningEvent::Corrected {
                round,
                number,
                places,
                ..
            } => {
                let pairing = self.pairing_mut(*round, *number)?;
                if let Some(places) = places {
                    let named: BTreeSet<&String> = places.iter().flatten().collect();
                    if named != pairing.players.iter().collect() {
                        return Err("a corrected result names every player of the pairing".into());
                    }
                }
                pairing.decided = places.clone();
                if places.is_none() {
                    let void = std::mem::take(&mut pairing.matches);
                    pairing.void.extend(void);
                }
                Ok(true)
            }
            EveningEvent::Withdrawn { player } => {
                let player = self.plan.find_person(player)?.to_owned();
                if self.withdrawn.contains(&player) {
                    return Ok(false);
                }
                self.withdrawn.push(player);
                Ok(true)
            }
        }
    }

    fn pairing_mut(&mut self, round: u32, number: u32) -> Result<&mut Pairing, String> {
        let pairings = self.rounds.get_mut(index(round));
        let pairing = pairings.and_then(|round| round.get_mut(index(number)));
        pairing.ok_or_else(|| format!("there is no pairing {number} in round {round}"))
    }

    /// Checks that a round can be played as it is paired.
    ///
    /// # Errors
    /// A sentence with the mistake.
    pub fn check_pairs(&self, pairs: &[PlannedPair]) -> Result<(), String> {
        let mut seated = BTreeSet::new();
        for pair in pairs {
            if !(1..=4).contains(&pair.players.len()) {
                return Err("a table has two to four players; alone somebody has a bye".into());
            }
            if pair.players.len() > 1 {
                self.plan.find_table(&pair.table)?;
            }
            for player in &pair.players {
                if self.plan.find_person(player)? != player {
                    return Err(format!("write {player:?} as the plan does"));
                }
                if self.withdrawn.contains(player) {
                    return Err(format!("{player} has withdrawn: leave the name out"));
                }
                if !seated.insert(player) {
                    return Err(format!(
                        "{player} plays twice in one round: pair everybody once"
                    ));
                }
            }
        }
        match pairs.is_empty() {
            true => Err("a round without pairs: name at least one".into()),
            false => Ok(()),
        }
    }

    /// Returns the plan.
    #[must_use]
    pub const fn plan(&self) -> &EveningPlan {
        &self.plan
    }

    /// Returns the time at which the evening began, as RFC 3339.
    #[must_use]
    pub fn begun(&self) -> &str {
        &self.begun
    }

    /// Returns the pairings of every round that is paired.
    #[must_use]
    pub fn rounds(&self) -> &[Vec<Pairing>] {
        &self.rounds
    }

    /// Iterates over all pairings, round by round.
    pub fn pairings(&self) -> impl DoubleEndedIterator<Item = &Pairing> {
        self.rounds.iter().flatten()
    }

    /// Returns the number of the round that is paired next.
    #[must_use]
    pub fn next_round(&self) -> u32 {
        u32::try_from(self.rounds.len()).map_or(u32::MAX, |rounds| rounds.saturating_add(1))
    }

    /// Returns the match with this identity; `None` if none began.
    #[must_use]
    pub fn match_of(&self, id: &MatchId) -> Option<&EveningMatch> {
        self.matches.get(id)
    }

    /// Returns the people who have withdrawn.
    #[must_use]
    pub fn withdrawn(&self) -> &[String] {
        &self.withdrawn
    }

    /// Returns the names of those who still play, in the order of the plan.
    pub fn active(&self) -> impl Iterator<Item = &str> {
        let names = self.plan.people.iter().map(|person| person.name.as_str());
        names.filter(|name| !self.withdrawn.iter().any(|gone| gone == name))
    }

    /// Returns the journal of a table's ring; `None` if the ring was not reached.
    #[must_use]
    pub fn journal(&self, table: &str, ring: &str, journal: &str) -> Option<&OpenedJournal> {
        self.journals
            .iter()
            .find(|known| known.table == table && known.ring == ring && known.journal == journal)
    }

    /// True if a journal of this ring was reached before.
    #[must_use]
    pub fn knows_ring(&self, table: &str, ring: &str) -> bool {
        let is_same = |known: &OpenedJournal| known.table == table && known.ring == ring;
        self.journals.iter().any(is_same)
    }

    /// Returns the first journal line that may change the evening: of the last match that
    /// began, because its end may still be taken back.
    #[must_use]
    pub fn follow_from(&self, journal: &OpenedJournal) -> u32 {
        let ids = self.matches.keys();
        let own = ids.filter(|id| id.ring == journal.ring && id.journal == journal.journal);
        own.map(|id| id.first).max().unwrap_or(journal.from)
    }

    /// Returns the state of a pairing.
    #[must_use]
    pub fn state_of(&self, pairing: &Pairing) -> PairingState {
        pairing.state(self)
    }

    /// Returns the pairing that a table plays now or next: the first one that is not
    /// decided. `None` if there is none.
    #[must_use]
    pub fn due(&self, table: &str) -> Option<&Pairing> {
        self.queue(table).next()
    }

    /// Iterates over the pairings of a table that are not decided, the first one first.
    pub fn queue(&self, table: &str) -> impl Iterator<Item = &Pairing> {
        let of_table = self
            .pairings()
            .filter(move |pairing| pairing.table == table);
        of_table.filter(|pairing| !self.state_of(pairing).is_decided())
    }

    /// Returns the first pairing of a player that is not decided; `None` if there is none.
    #[must_use]
    pub fn next_of(&self, player: &str) -> Option<&Pairing> {
        let own = |pairing: &&Pairing| pairing.players.iter().any(|name| name == player);
        let open = self.pairings().filter(own);
        open.into_iter()
            .find(|pairing| !self.state_of(pairing).is_decided())
    }

    /// True if every pairing so far is decided.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.pairings()
            .all(|pairing| self.state_of(pairing).is_decided())
    }

    /// True if all rounds are paired and decided.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let planned = self.plan.round_count().unwrap_or(1);
        self.next_round() > planned && self.is_settled()
    }

    /// Returns the rounds of a round robin, by Berger tables; none for another plan.
    #[must_use]
    pub fn berger_rounds(plan: &EveningPlan) -> Vec<Vec<PlannedPair>> {
        if plan.pairing != PairingMethod::RoundRobin {
            return Vec::new();
        }
        let name = |player: usize| plan.people[player].name.clone();
        let rounds = berger::rounds(plan.people.len()).into_iter();
        let pairs = rounds.map(|pairs| {
            let players = pairs.into_iter().map(|(a, b)| vec![name(a), name(b)]);
            at_tables(plan, players)
        });
        pairs.collect()
    }
}

/// Distributes groups of players over the tables of a plan, in order. Somebody alone has a
/// bye and no table.
pub fn at_tables(
    plan: &EveningPlan,
    groups: impl IntoIterator<Item = Vec<String>>,
) -> Vec<PlannedPair> {
    let mut tables = plan.tables.iter().cycle();
    let pair = |players: Vec<String>| PlannedPair {
        table: match players.len() {
            1 => String::new(),
            _ => tables
                .next()
                .map_or_else(String::new, |table| table.name.clone()),
        },
        players,
    };
    groups.into_iter().map(pair).collect()
}

/// Returns the place in a list of what people count from 1.
fn index(number: u32) -> usize {
    usize::try_from(number).map_or(usize::MAX, |number| number.wrapping_sub(1))
}
