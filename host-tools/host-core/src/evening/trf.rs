//! Tournament report of FIDE, TRF16: text with fixed columns that arbiters' programs and
//! pairing engines exchange. A line that begins with `001` has one player; columns 92 to 99
//! are the first round, and every further round is ten columns on. `012` to `092` describe
//! the tournament; `XXR` and `XXC` tell an engine the number of rounds and the first colour.
//!
//! The columns are bytes, so names are written in ASCII and cut after 33 letters. Who a
//! player is says the starting number, which is the place in the plan.

use super::Evening;
use super::pairing::{DecidedBy, Pairing, PairingState};
use super::plan::PairingMethod;
use super::standings::Standing;
use std::fmt::Write;

/// Report of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentReport {
    /// Name of the tournament.
    pub name: String,
    /// Date of its beginning, as 2026/11/19.
    pub date: String,
    /// Way of pairing, for people.
    pub kind: String,
    /// Number of rounds that are planned.
    pub rounds: u32,
    /// Players by their starting numbers, the first of which is 1.
    pub players: Vec<ReportedPlayer>,
}

/// Player of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedPlayer {
    /// Name in ASCII.
    pub name: String,
    /// Points, in halves.
    pub half_points: u32,
    /// Place, from 1.
    pub place: u32,
    /// Rounds so far.
    pub games: Vec<ReportedGame>,
}

/// Round of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportedGame {
    /// Starting number of the opponent; `None` if there was none.
    pub opponent: Option<u32>,
    /// True for the first seat, which is white; `None` without an opponent.
    pub is_first: Option<bool>,
    /// Result.
    pub mark: GameMark,
}

/// Result of a round for a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameMark {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
    /// Won without rating.
    UnratedWin,
    /// Drawn without rating.
    UnratedDraw,
    /// Lost without rating.
    UnratedLoss,
    /// Won without play.
    ForfeitWin,
    /// Lost without play.
    ForfeitLoss,
    /// Bye of half a point.
    HalfBye,
    /// Bye of a point that was asked for.
    FullBye,
    /// Bye of a point by the pairing.
    PairingBye,
    /// Absence.
    ZeroBye,
}

impl GameMark {
    /// All marks.
    pub const ALL: [Self; 12] = [
        Self::Win,
        Self::Draw,
        Self::Loss,
        Self::UnratedWin,
        Self::UnratedDraw,
        Self::UnratedLoss,
        Self::ForfeitWin,
        Self::ForfeitLoss,
        Self::HalfBye,
        Self::FullBye,
        Self::PairingBye,
        Self::ZeroBye,
    ];

    /// Returns the letter in the report.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Win => '1',
            Self::Draw => '=',
            Self::Loss => '0',
            Self::UnratedWin => 'W',
            Self::UnratedDraw => 'D',
            Self::UnratedLoss => 'L',
            Self::ForfeitWin => '+',
            Self::ForfeitLoss => '-',
            Self::HalfBye => 'H',
            Self::FullBye => 'F',
            Self::PairingBye => 'U',
            Self::ZeroBye => 'Z',
        }
    }

    /// Returns the points, in halves.
    #[must_use]
    pub const fn half_points(self) -> u32 {
        match self {
            Self::Win | Self::UnratedWin | Self::ForfeitWin | Self::FullBye | Self::PairingBye => 2,
            Self::Draw | Self::UnratedDraw | Self::HalfBye => 1,
            Self::Loss | Self::UnratedLoss | Self::ForfeitLoss | Self::ZeroBye => 0,
        }
    }
}

impl ReportedGame {
    /// Round without an opponent.
    #[must_use]
    pub const fn alone(mark: GameMark) -> Self {
        Self {
            opponent: None,
            is_first: None,
            mark,
        }
    }
}

/// Largest number of players that the columns hold.
const MAX_PLAYERS: usize = 9999;

/// Returns the report of an evening with its standings: all rounds that are decided. With
/// `absences`, whoever has withdrawn is marked as absent in the next round, which tells an
/// engine not to pair them.
///
/// # Errors
/// A sentence if the report cannot express the evening.
pub fn report(
    evening: &Evening,
    standings: &[Standing],
    absences: bool,
) -> Result<TournamentReport, String> {
    let plan = evening.plan();
    if plan.people.len() > MAX_PLAYERS {
        return Err(format!("a report holds {MAX_PLAYERS} players at most"));
    }
    if evening.pairings().any(|pairing| pairing.players.len() > 2) {
        return Err(
            "TRF16 knows two players in a game: export tables of three and four as CSV".into(),
        );
    }
    let is_decided = |round: &&Vec<Pairing>| {
        round
            .iter()
            .all(|pairing| evening.state_of(pairing).is_decided())
    };
    let rounds: Vec<&Vec<Pairing>> = evening.rounds().iter().take_while(is_decided).collect();
    let players = plan.people.iter().map(|person| {
        let mut games: Vec<ReportedGame> = rounds
            .iter()
            .map(|round| game(evening, round, &person.name))
            .collect();
        let half_points = games.iter().map(|game| game.mark.half_points()).sum();
        if absences && evening.withdrawn().contains(&person.name) {
            games.push(ReportedGame::alone(GameMark::ZeroBye));
        }
        let standing = standings
            .iter()
            .find(|standing| standing.name == person.name);
        ReportedPlayer {
            name: ascii(&person.name),
            half_points,
            place: standing.map_or(0, |standing| standing.place),
            games,
        }
    });
    let date = evening.begun().get(..10).unwrap_or_default();
    Ok(TournamentReport {
        name: ascii(&plan.name),
        date: date.replace('-', "/"),
        kind: match plan.pairing {
            PairingMethod::RoundRobin => "Individual: Round-Robin (Berger)",
            PairingMethod::Swiss => "Individual: Swiss-System",
            PairingMethod::Import => "Individual",
        }
        .to_owned(),
        rounds: plan
            .round_count()
            .unwrap_or_else(|| evening.next_round() - 1),
        players: players.collect(),
    })
}

/// Returns the round of a player.
fn game(evening: &Evening, round: &[Pairing], player: &str) -> ReportedGame {
    let own = |pairing: &&Pairing| pairing.players.iter().any(|name| name == player);
    let Some(pairing) = round.iter().find(own) else {
        return ReportedGame::alone(GameMark::ZeroBye);
    };
    let opponent = pairing.players.iter().find(|name| *name != player);
    let Some(opponent) = opponent else {
        return ReportedGame::alone(GameMark::PairingBye);
    };
    let PairingState::Decided(places, by) = evening.state_of(pairing) else {
        return ReportedGame::alone(GameMark::ZeroBye);
    };
    let place = places
        .iter()
        .position(|group| group.iter().any(|name| name == player));
    let mark = match (place, by, places.len()) {
        (Some(0), DecidedBy::Walkover, _) => GameMark::ForfeitWin,
        (_, DecidedBy::Walkover, _) => GameMark::ForfeitLoss,
        (_, _, 1) => GameMark::Draw,
        (Some(0), ..) => GameMark::Win,
        _ => GameMark::Loss,
    };
    let people = &evening.plan().people;
    let number = people.iter().position(|person| person.name == *opponent);
    ReportedGame {
        opponent: number.and_then(|number| u32::try_from(number + 1).ok()),
        is_first: Some(pairing.players[0] == player),
        mark,
    }
}

/// Returns a name in the letters of a report.
fn ascii(name: &str) -> String {
    let letter = |letter: char| match letter {
        ' '..='~' => letter,
        _ => '?',
    };
    let name: String = name.chars().map(letter).take(33).collect();
    name.trim().to_owned()
}

/// Returns the report as text.
#[must_use]
pub fn write(report: &TournamentReport) -> String {
    let mut text = String::new();
    let count = report.players.len();
    let _ = writeln!(text, "012 {}", report.name);
    let _ = writeln!(text, "042 {}", report.date);
    let _ = writeln!(text, "062 {count}");
    let _ = writeln!(text, "072 0");
    let _ = writeln!(text, "092 {}", report.kind);
    for (number, player) in (1..).zip(&report.players) {
        let points = format!("{}.{}", player.half_points / 2, player.half_points % 2 * 5);
        // Sex and title, rating, federation, number and birthday are those of chess.
        let _ = write!(
            text,
            "001 {number:>4} {:4} {:<33} {:>4} {:>3} {:>11} {:>10} {points:>4} {:>4}",
            "", player.name, "", "", "", "", player.place
        );
        for game in &player.games {
            let opponent = game.opponent.unwrap_or(0);
            let colour = match game.is_first {
                Some(true) => 'w',
                Some(false) => 'b',
                None => '-',
            };
            let _ = write!(text, "  {opponent:04} {colour} {}", game.mark.letter());
        }
        text.push('\n');
    }
    let _ = writeln!(text, "XXR {}", report.rounds);
    let _ = writeln!(text, "XXC white1");
    text
}

/// Checks that a report agrees with itself: opponents name each other, with other colours
/// and results that belong together, and points are the sum of the rounds.
///
/// # Errors
/// A sentence with the first contradiction.
pub fn check(report: &TournamentReport) -> Result<(), String> {
    for (number, player) in (1..).zip(&report.players) {
        let points: u32 = player
            .games
            .iter()
            .map(|game| game.mark.half_points())
            .sum();
        if points != player.half_points {
            return Err(format!(
                "points of player {number} are not the sum of the rounds"
            ));
        }
        for (round, game) in (1..).zip(&player.games) {
            if !is_answered(report, number, round, *game) {
                return Err(format!(
                    "player {number} and the opponent differ in round {round}"
                ));
            }
        }
    }
    Ok(())
}

/// True if the opponent of a round has the other half of it.
fn is_answered(report: &TournamentReport, number: u32, round: usize, game: ReportedGame) -> bool {
    use GameMark::{
        Draw, ForfeitLoss, ForfeitWin, Loss, UnratedDraw, UnratedLoss, UnratedWin, Win,
    };
    let fitting: &[GameMark] = match game.mark {
        Win => &[Loss],
        Loss => &[Win],
        Draw => &[Draw],
        UnratedWin => &[UnratedLoss],
        UnratedLoss => &[UnratedWin],
        UnratedDraw => &[UnratedDraw],
        ForfeitWin => &[ForfeitLoss],
        ForfeitLoss => &[ForfeitWin, ForfeitLoss],
        // Byes have no opponent.
        _ => return game.opponent.is_none(),
    };
    let opponent = game
        .opponent
        .and_then(|at| report.players.get(super::index(at)));
    let other = opponent.and_then(|player| player.games.get(round - 1));
    other.is_some_and(|other| {
        other.opponent == Some(number)
            && other.is_first == game.is_first.map(|is_first| !is_first)
            && fitting.contains(&other.mark)
    })
}
