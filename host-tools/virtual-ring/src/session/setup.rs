//! Set-up of a session: game, number of players, who plays each seat, cards, noise.

use super::Mistake;
use crate::play::table_setup::playable_cards;
use crate::play::{PlayedGame, TableSetup};
use crate::players::Strategy;
use crate::sensors::{Noise, NoiseLevel};
use host_core::data::house_deck;
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
    /// Card of each seat, by its place in the house deck; `None` for one at random.
    pub cards: BySeat<Option<u8>>,
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
    cards: Option<Vec<Option<String>>>,
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
            cards: BySeat::default(),
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
        if let Some(names) = text.cards {
            setup.deal(&names)?;
        }
        Ok(setup)
    }

    /// Gives the seats the cards with these names.
    fn deal(&mut self, names: &[Option<String>]) -> Result<(), Mistake> {
        let count = self.players.count();
        if names.len() > count {
            let sentence = format!("{} cards for {count} players; leave some out", names.len());
            return Err(Mistake::new(sentence));
        }
        let known = playable(self.game, self.league);
        for (seat, name) in Seat::ALL.into_iter().zip(names) {
            let Some(name) = name else {
                continue;
            };
            let card = known.iter().find(|card| card.1 == *name).ok_or_else(|| {
                let all: Vec<&str> = known.iter().map(|card| card.1.as_str()).collect();
                let all = all.join(", ");
                Mistake::new(format!(
                    "no card here is called \"{name}\"; give one of: {all}"
                ))
            })?;
            if Seat::ALL
                .iter()
                .any(|&other| self.cards[other] == Some(card.0))
            {
                let sentence = format!("\"{name}\" is taken twice; give another card");
                return Err(Mistake::new(sentence));
            }
            self.cards[seat] = Some(card.0);
        }
        Ok(())
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
            "cards": self.cards_to_json(),
        })
    }

    /// Returns the names of the chosen cards, null for one at random; no list if none was
    /// chosen.
    fn cards_to_json(&self) -> Value {
        if self.cards == BySeat::default() {
            return Value::Null;
        }
        let deck = house_deck();
        let name = |card: u8| deck.cards.get(usize::from(card)).map(|it| it.name.as_str());
        let names = self.players.seats();
        names.map(|seat| self.cards[seat].and_then(name)).collect()
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
        table.cards = self.cards;
        table
    }

    /// Returns the strategies of the simulated players.
    pub(super) fn strategies(&self) -> BySeat<Strategy> {
        BySeat::from_fn(|seat| self.seats[seat].strategy())
    }
}

/// Returns the cards with which a game can be played here: their places in the house
/// deck, and their names. A grid game has none.
fn playable(game: GameArg, league: League) -> Vec<(u8, String)> {
    let PlayedGame::Ring(edition, league) = PlayedGame::from_game(game, league) else {
        return Vec::new();
    };
    let deck = house_deck();
    let places = playable_cards(edition, league, &deck).into_iter();
    let name = |card: u8| Some((card, deck.cards.get(usize::from(card))?.name.to_string()));
    places.filter_map(name).collect()
}

/// Returns the cards that can be chosen, by game and league, as JSON: names of cards,
/// each with the names of its special moves.
#[must_use]
pub fn cards() -> Value {
    let deck = house_deck();
    let moves = |place: u8| {
        let card = deck.cards.get(usize::from(place));
        let moves = card.into_iter().flat_map(|card| card.moves.iter());
        moves.map(|one| one.name.to_string()).collect::<Vec<_>>()
    };
    let list = |game, league| -> Value {
        let cards = playable(game, league).into_iter();
        let cards = cards.map(|(place, name)| json!({ "name": name, "moves": moves(place) }));
        cards.collect()
    };
    let leagues =
        |game| json!({ JUNIOR: list(game, League::Junior), FULL: list(game, League::Full) });
    json!({ "ss": leagues(GameArg::Ss), "ks": leagues(GameArg::Ks) })
}
