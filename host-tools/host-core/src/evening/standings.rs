//! Standings, computed from the table of results and never stored.
//!
//! 1. Points: of a pairing everybody gets one for each player behind and a half for each
//!    one who is level. Against one opponent that is 1 for a win and ½ for a draw. A bye is
//!    worth 1.
//! 2. Mutual result: points from each other, among those who have equal points.
//! 3. Games won.
//!
//! Who is equal in all three shares a place.

use super::pairing::{DecidedBy, seat_points};
use super::results::{Counting, ResultRow};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Rules in one sentence, to be printed with every table.
pub const RULES: &str = "places by points (1 for a win or a bye, ½ for a draw; at larger \
                         tables 1 for each player behind), then by the mutual result, then by \
                         games won";

/// Place of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Place, from 1; equal for those who share it.
    pub place: u32,
    /// Name.
    pub name: String,
    /// Points, in halves.
    pub half_points: u32,
    /// Points from those with equal points, in halves; `None` if nobody has as many.
    pub mutual: Option<u32>,
    /// Games won.
    pub wins: u32,
    /// Games played.
    pub games: u32,
    /// Rule that separates this place from the one above, or the first from the second.
    pub rule: PlaceRule,
}

/// Rule that made a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceRule {
    /// Points.
    Points,
    /// Points from each other.
    Mutual,
    /// Games won.
    Wins,
    /// No rule: the place is shared.
    Level,
}

impl PlaceRule {
    /// Returns the rule in words.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Mutual => "mutual result",
            Self::Wins => "games won",
            Self::Level => "level",
        }
    }
}

/// Returns points as text: `3`, `3½`.
#[must_use]
pub fn points_text(half_points: u32) -> String {
    match (half_points / 2, half_points % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Returns the places of these people and of everybody in the table.
#[must_use]
pub fn standings(people: &[String], rows: &[ResultRow]) -> Vec<Standing> {
    let rows: Vec<&ResultRow> = rows
        .iter()
        .filter(|row| row.counts == Counting::Counts)
        .collect();
    let mut names: Vec<&str> = people.iter().map(String::as_str).collect();
    for name in rows.iter().flat_map(|row| &row.seats) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let gains = gains(&rows);
    let points = |name: &str| -> u32 {
        let own = gains.iter().filter(|gain| gain.player == name);
        own.map(|gain| gain.half_points).sum()
    };
    let mut groups: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    for name in &names {
        groups.entry(points(name)).or_default().insert(name);
    }
    let mut all: Vec<Standing> = Vec::new();
    for (half_points, group) in groups.into_iter().rev() {
        let mutual = |name: &str| -> u32 {
            let own = gains.iter().filter(|gain| gain.player == name);
            let among = own.filter(|gain| gain.from.is_some_and(|other| group.contains(other)));
            among.map(|gain| gain.half_points).sum()
        };
        let level = group.iter().map(|name| Standing {
            place: 0,
            name: (*name).to_owned(),
            half_points,
            mutual: (group.len() > 1).then(|| mutual(name)),
            wins: count(&rows, |row| row.winners().contains(name)),
            games: count(&rows, |row| row.seats.iter().any(|seat| seat == name)),
            rule: PlaceRule::Points,
        });
        let mut level: Vec<Standing> = level.collect();
        let order = |one: &Standing| names.iter().position(|name| *name == one.name);
        level.sort_by_key(|one| (Reverse((one.mutual, one.wins)), order(one)));
        all.extend(level);
    }
    number(&mut all);
    all
}

fn count(rows: &[&ResultRow], is_wanted: impl Fn(&ResultRow) -> bool) -> u32 {
    let at_table = |by| matches!(by, DecidedBy::Ring | DecidedBy::People);
    let wanted = rows.iter().filter(|row| at_table(row.by) && is_wanted(row));
    u32::try_from(wanted.count()).unwrap_or(u32::MAX)
}

/// Writes places and rules into standings in their order.
fn number(all: &mut [Standing]) {
    let rule = |one: &Standing, other: &Standing| match () {
        () if one.half_points != other.half_points => PlaceRule::Points,
        () if one.mutual != other.mutual => PlaceRule::Mutual,
        () if one.wins != other.wins => PlaceRule::Wins,
        () => PlaceRule::Level,
    };
    let mut place = 1;
    for at in 0..all.len() {
        let above = at.checked_sub(1).map(|above| rule(&all[above], &all[at]));
        if above.is_some_and(|rule| rule != PlaceRule::Level) {
            place = u32::try_from(at + 1).unwrap_or(u32::MAX);
        }
        let below = all.get(at + 1).map(|below| rule(&all[at], below));
        all[at].rule = above.or(below).unwrap_or(PlaceRule::Points);
        all[at].place = place;
    }
}

/// Half points that a player got in a pairing.
struct Gain<'a> {
    player: &'a str,
    /// Opponent from whom they came; `None` for a bye.
    from: Option<&'a str>,
    half_points: u32,
}

fn gains<'a>(rows: &[&'a ResultRow]) -> Vec<Gain<'a>> {
    // Points of the games of a series decide who is ahead in its pairing.
    let mut pairings: BTreeMap<(u32, u32), BTreeMap<&str, u32>> = BTreeMap::new();
    let mut gains = Vec::new();
    for row in rows {
        if row.by == DecidedBy::Bye {
            gains.extend(row.seats.iter().map(|player| Gain {
                player,
                from: None,
                half_points: 2,
            }));
            continue;
        }
        let players = pairings.entry((row.round, row.number)).or_default();
        for (seat, half_points) in seat_points(&row.places) {
            for name in row.names(&[seat]) {
                *players.entry(name).or_default() += half_points;
            }
        }
    }
    for players in pairings.values() {
        for (player, own) in players {
            for (other, theirs) in players.iter().filter(|(other, _)| *other != player) {
                gains.push(Gain {
                    player,
                    from: Some(other),
                    half_points: match own.cmp(theirs) {
                        std::cmp::Ordering::Greater => 2,
                        std::cmp::Ordering::Equal => 1,
                        std::cmp::Ordering::Less => 0,
                    },
                });
            }
        }
    }
    gains
}

/// Returns the standings as a table of text with the rule that made each place.
#[must_use]
pub fn text(standings: &[Standing]) -> String {
    let width = standings
        .iter()
        .map(|it| it.name.chars().count())
        .max()
        .unwrap_or(0)
        .max(6);
    let mut lines = format!(
        "place  {:width$}  points  wins  games  decided by\n",
        "player"
    );
    for one in standings {
        let points = points_text(one.half_points);
        let rule = match (one.rule, one.mutual) {
            (PlaceRule::Mutual, Some(mutual)) => {
                format!("mutual result ({} of equal points)", points_text(mutual))
            }
            (rule, _) => rule.word().to_owned(),
        };
        let (place, name, wins, games) = (one.place, &one.name, one.wins, one.games);
        let line =
            format!("{place:>5}  {name:width$}  {points:>6}  {wins:>4}  {games:>5}  {rule}\n");
        lines.push_str(&line);
    }
    lines
}
