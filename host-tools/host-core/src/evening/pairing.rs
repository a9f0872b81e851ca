//! Pairing of a round: players who meet in a series of games until it is decided.

use super::Evening;
use super::event::{MatchId, Places, PlannedPair};
use std::collections::BTreeMap;

/// Pairing of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// Number of the round, from 1.
    pub round: u32,
    /// Number in the round, from 1.
    pub number: u32,
    /// Name of the table; empty for a bye.
    pub table: String,
    /// Names of the players.
    pub players: Vec<String>,
    /// Matches that count, in the order in which they began.
    pub matches: Vec<MatchId>,
    /// Matches that people have declared void.
    pub void: Vec<MatchId>,
    /// Places that people decided; `None` if the matches decide.
    pub decided: Option<Places<String>>,
}

/// Match of an evening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EveningMatch {
    /// Round and number of its pairing; `None` for a match that does not count.
    pub pairing: Option<(u32, u32)>,
    /// Word for the game.
    pub game: String,
    /// Names of the players in turn order.
    pub seats: Vec<String>,
    /// Time at which its beginning was heard of, as RFC 3339.
    pub begun: String,
    /// Result; `None` while it is played, and if it was aborted.
    pub result: Option<MatchResult>,
    /// Number of the line with an end that was taken back; 0 if none was.
    pub reopened: u32,
}

/// Result of a match, as its ring has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchResult {
    /// Number of the line that ended it.
    pub last: u32,
    /// Places of the seats.
    pub places: Places<u8>,
    /// Clause of the ruling that ended it.
    pub clause: Option<String>,
    /// True if the people at the table overruled the ring.
    pub overruled: bool,
    /// State hash after the last line.
    pub hash: String,
    /// Duration by the ring's clock, seconds.
    pub seconds: u64,
    /// Time at which it was heard of, as RFC 3339.
    pub time: String,
}

/// State of a pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairingState {
    /// No match of it runs.
    Waiting,
    /// This match runs.
    Playing(MatchId),
    /// Places are known; they are empty if nobody is left to play.
    Decided(Places<String>, DecidedBy),
}

/// Reason why a pairing is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecidedBy {
    /// Matches at the ring.
    Ring,
    /// People at the table.
    People,
    /// The opponent has withdrawn.
    Walkover,
    /// There was no opponent.
    Bye,
}

impl DecidedBy {
    /// All reasons.
    pub const ALL: [Self; 4] = [Self::Ring, Self::People, Self::Walkover, Self::Bye];

    /// Returns the word for the reason.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::People => "people",
            Self::Walkover => "walkover",
            Self::Bye => "bye",
        }
    }
}

impl PairingState {
    /// True if the places are known.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        matches!(self, Self::Decided(..))
    }
}

impl EveningMatch {
    pub(super) fn new(
        pairing: Option<(u32, u32)>,
        game: &str,
        seats: &[String],
        time: &str,
    ) -> Self {
        Self {
            pairing,
            game: game.to_owned(),
            seats: seats.to_vec(),
            begun: time.to_owned(),
            result: None,
            reopened: 0,
        }
    }
}

impl Pairing {
    pub(super) fn new(round: u32, number: u32, pair: &PlannedPair) -> Self {
        Self {
            round,
            number,
            table: pair.table.clone(),
            players: pair.players.clone(),
            matches: Vec::new(),
            void: Vec::new(),
            decided: None,
        }
    }

    /// Iterates over the finished matches that count.
    pub fn finished<'a>(
        &'a self,
        evening: &'a Evening,
    ) -> impl Iterator<Item = (&'a MatchId, &'a EveningMatch, &'a MatchResult)> {
        self.matches.iter().filter_map(|id| {
            let played = evening.match_of(id)?;
            Some((id, played, played.result.as_ref()?))
        })
    }

    /// Returns the half points of every player in the finished matches: one for each player
    /// who is level, two for each one behind.
    #[must_use]
    pub fn half_points(&self, evening: &Evening) -> BTreeMap<&str, u32> {
        let mut points: BTreeMap<&str, u32> = BTreeMap::new();
        for player in &self.players {
            points.insert(player, 0);
        }
        for (_, played, result) in self.finished(evening) {
            for (seat, gained) in seat_points(&result.places) {
                let name = played.seats.get(usize::from(seat).wrapping_sub(1));
                if let Some(sum) = name.and_then(|name| points.get_mut(name.as_str())) {
                    *sum += gained;
                }
            }
        }
        points
    }

    pub(super) fn state(&self, evening: &Evening) -> PairingState {
        if let Some(places) = &self.decided {
            return PairingState::Decided(places.clone(), DecidedBy::People);
        }
        if self.players.len() == 1 {
            return PairingState::Decided(vec![self.players.clone()], DecidedBy::Bye);
        }
        let best_of = evening.plan().best_of;
        let played = u32::try_from(self.finished(evening).count()).unwrap_or(u32::MAX);
        let points = self.half_points(evening);
        let most = points.values().copied().max().unwrap_or(0);
        // Of two players the one with more than half of all points cannot be caught up.
        let is_decided = self.players.len() == 2 && most > best_of;
        if played >= best_of || is_decided {
            return PairingState::Decided(ranked(&points), DecidedBy::Ring);
        }
        let is_gone = |name: &&String| evening.withdrawn().contains(*name);
        let (gone, here): (Vec<&String>, Vec<&String>) = self.players.iter().partition(is_gone);
        if !gone.is_empty() && self.players.len() == 2 {
            let places = match here.is_empty() {
                true => Vec::new(),
                false => vec![
                    here.into_iter().cloned().collect(),
                    gone.into_iter().cloned().collect(),
                ],
            };
            return PairingState::Decided(places, DecidedBy::Walkover);
        }
        let last = self.matches.last().filter(|id| {
            let played = evening.match_of(id);
            played.is_some_and(|played| played.result.is_none())
        });
        last.map_or(PairingState::Waiting, |id| {
            PairingState::Playing(id.clone())
        })
    }
}

/// Returns the half points of every seat or player: one for each one who is level, two for
/// each one behind.
pub(super) fn seat_points<T: Copy>(places: &Places<T>) -> Vec<(T, u32)> {
    let count = |group: &[T]| u32::try_from(group.len()).unwrap_or(u32::MAX);
    let mut behind: u32 = places.iter().map(|group| count(group)).sum();
    let mut points = Vec::new();
    for group in places {
        behind -= count(group);
        let gained = 2 * behind + count(group).saturating_sub(1);
        points.extend(group.iter().map(|one| (*one, gained)));
    }
    points
}

/// Returns the players in groups of equal points, the most first.
fn ranked(points: &BTreeMap<&str, u32>) -> Places<String> {
    let mut groups: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for (player, points) in points {
        groups
            .entry(*points)
            .or_default()
            .push((*player).to_owned());
    }
    groups.into_values().rev().collect()
}
