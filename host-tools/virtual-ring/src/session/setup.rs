//! Set-up of a session: game, number of players, who plays each seat, noise.

use super::Mistake;
use crate::play::TableSetup;
use crate::players::Strategy;
use crate::sensors::{Noise, NoiseLevel};
use host_core::game::GameArg;
use rules_core::games::kabuto::terms::League;
use rules_core::player::{BySeat, Players, Seat};
use serde::Deserialize;
use serde_json::{Value, json};

/// Player of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatPlayer {
    /// A person whose hand the session's inputs move.
    Person,
    /// A simulated player with this strategy.
    Simulated(Strategy),
    /// A player of a grid game who looks this many plays ahead, 1 to 3; on the ring a
    /// careful one.
    Searching(u8),
}

/// Word for a person in a set-up.
const PERSON: &str = "you";

/// Words for players who look one, two and three plays ahead.
const SEARCHING: [&str; 3] = ["search1", "search2", "search3"];

impl SeatPlayer {
    /// Returns the strategy at a ring.
    pub(super) const fn strategy(self) -> Strategy {
        match self {
            Self::Person => Strategy::Random,
            Self::Simulated(kind) => kind,
            Self::Searching(_) => Strategy::Careful,
        }
    }

    fn parse(word: &str) -> Option<Self> {
        if word == PERSON {
            return Some(Self::Person);
        }
        if let Some(depth) = (1..).zip(SEARCHING).find(|searching| searching.1 == word) {
            return Some(Self::Searching(depth.0));
        }
        let mut all = Strategy::ALL.into_iter();
        all.find(|kind| kind.word() == word).map(Self::Simulated)
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Person => PERSON,
            Self::Simulated(kind) => kind.word(),
            Self::Searching(0 | 1) => SEARCHING[0],
            Self::Searching(2) => SEARCHING[1],
            Self::Searching(_) => SEARCHING[2],
        }
    }
}

/// Set-up of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Game of the match.
    pub game: GameArg,
    /// Number of players.
    pub players: Players,
    /// Player of each seat; those beyond the number of players are not used.
    pub seats: BySeat<SeatPlayer>,
    /// League, which says whether there are special moves.
    pub league: League,
    /// Noise of the sensors.
    pub noise: NoiseLevel,
}

/// Set-up as it is written in JSON.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupText {
    game: String,
    players: Option<u8>,
    seats: Option<Vec<String>>,
    league: Option<String>,
    noise: Option<String>,
}

/// Words of the leagues.
const JUNIOR: &str = "junior";
const FULL: &str = "full";

impl Setup {
    /// Returns the set-up of a game for this many players: a person at the first seat,
    /// greedy simulated players at the others.
    #[must_use]
    pub fn new(game: GameArg, players: Players) -> Self {
        Self {
            game,
            players,
            seats: BySeat::from_fn(|seat| match seat {
                Seat::First => SeatPlayer::Person,
                _ => SeatPlayer::Simulated(Strategy::Greedy),
            }),
            league: League::Junior,
            noise: NoiseLevel::Nominal,
        }
    }

    /// Reads a set-up from JSON such as `{"game":"ss","seats":["you","greedy"]}`. What is
    /// missing is as [`Setup::new`] has it.
    ///
    /// # Errors
    /// [`Mistake`] if the text is no set-up, or no game is played like this.
    pub fn from_json(text: &str) -> Result<Self, Mistake> {
        let text: SetupText = serde_json::from_str(text)
            .map_err(|error| Mistake::new(format!("this is no set-up: {error}")))?;
        let game = GameArg::parse(&text.game).ok_or_else(|| {
            let words = GameArg::alternatives("");
            Mistake::new(format!("no game is called \"{}\"; give {words}", text.game))
        })?;
        let players = match text.players {
            None | Some(2) => Players::Two,
            Some(3) => Players::Three,
            Some(4) => Players::Four,
            Some(count) => {
                let sentence = format!("{count} cannot play; set \"players\" to 2, 3 or 4");
                return Err(Mistake::new(sentence));
            }
        };
        let mut setup = Self::new(game, players);
        if !game.entry().players.contains(&players) {
            let sentence = format!("{} is a game for two; set \"players\" to 2", game.name());
            return Err(Mistake::new(sentence));
        }
        if let Some(words) = text.seats {
            setup.seat(&words)?;
        }
        if let Some(word) = text.league {
            setup.league = match word.as_str() {
                JUNIOR => League::Junior,
                FULL => League::Full,
                _ => {
                    let sentence =
                        format!("no league is called \"{word}\"; give {JUNIOR} or {FULL}");
                    return Err(Mistake::new(sentence));
                }
            };
        }
        if let Some(word) = text.noise {
            setup.noise = NoiseLevel::parse(&word).ok_or_else(|| {
                let words = NoiseLevel::ALL.map(NoiseLevel::word).join(", ");
                Mistake::new(format!(
                    "no noise is called \"{word}\"; give one of: {words}"
                ))
            })?;
        }
        Ok(setup)
    }

    fn seat(&mut self, words: &[String]) -> Result<(), Mistake> {
        let count = self.players.count();
        if words.len() != count {
            let sentence = format!(
                "{} seats for {count} players; give one word for each",
                words.len()
            );
            return Err(Mistake::new(sentence));
        }
        for (seat, word) in Seat::ALL.into_iter().zip(words) {
            self.seats[seat] = SeatPlayer::parse(word).ok_or_else(|| {
                let words = Strategy::ALL.map(Strategy::word).join(", ");
                let searching = SEARCHING.join(", ");
                Mistake::new(format!(
                    "nobody is called \"{word}\"; give {PERSON}, {words}, {searching}"
                ))
            })?;
        }
        Ok(())
    }

    /// Returns the set-up as JSON, with all its parts.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let seats = self.players.seats().map(|seat| self.seats[seat].word());
        json!({
            "game": self.game.word(),
            "players": self.players.count(),
            "seats": seats.collect::<Vec<_>>(),
            "league": match self.league {
                League::Junior => JUNIOR,
                League::Full => FULL,
            },
            "noise": self.noise.word(),
        })
    }

    /// True if a person plays this seat.
    #[must_use]
    pub fn is_person(&self, seat: Seat) -> bool {
        self.seats[seat] == SeatPlayer::Person
    }

    /// Returns the table for this set-up and seed.
    pub(crate) fn table(&self, seed: u32) -> TableSetup {
        let mut table = TableSetup::for_game(self.game, self.players, self.league, u64::from(seed));
        table.noise = Noise::for_level(self.noise);
        table.kinds = self.strategies();
        table
    }

    /// Returns the strategies of the simulated players.
    pub(super) fn strategies(&self) -> BySeat<Strategy> {
        BySeat::from_fn(|seat| self.seats[seat].strategy())
    }
}
