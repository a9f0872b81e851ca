//! Set-up of a match on a real ring, as a page has it. Names of people stay in the page.

use crate::data::{Deck, house_deck};
use crate::folder::Folder;
use crate::game::GameArg;
use crate::table_file::{self, TableFile};
use rules_core::board::BoardId;
use rules_core::games::kabuto::Edition;
use rules_core::games::kabuto::terms::League;
use serde::Deserialize;
use serde_json::json;
use std::io;
use std::path::Path;
use toml::{Table, Value};

/// Set-up of a match, as it is written in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineSetup {
    /// Word of the game.
    game: String,
    /// Number of players.
    players: Option<u8>,
    /// League, `junior` or `full`.
    league: Option<String>,
    /// Name of each seat's card; null for any that nobody else has.
    cards: Option<Vec<Option<String>>>,
    /// Colour of each seat.
    colours: Option<Vec<String>>,
}

impl LineSetup {
    /// Sets up the match for a board.
    ///
    /// # Errors
    /// A sentence that says what is wrong and what to do.
    pub fn table(&self, board: BoardId) -> Result<TableFile, String> {
        let Some(game) = GameArg::parse(&self.game) else {
            let words = GameArg::alternatives("");
            return Err(format!("unknown game \"{}\"; write {words}", self.game));
        };
        let mut keys = Table::new();
        // The other game on a grid board is for two and has no such key.
        if let Some(players) = self.players.filter(|_| game.entry().players.len() > 1) {
            keys.insert("players".into(), i64::from(players).into());
        }
        if let Some(edition) = edition(game) {
            if let Some(league) = &self.league {
                keys.insert("league".into(), league.as_str().into());
            }
            if let Some(colours) = &self.colours {
                keys.insert("colours".into(), words(colours.iter()));
            }
            keys.insert("cards".into(), words(self.dealt(edition)?.iter()));
        }
        let mut root = Table::new();
        root.insert("game".into(), game.word().into());
        root.insert("setup".into(), Value::Table(keys));
        let table = table_file::from_table(&root, &Folder::new(Path::new(""), no_file))?;
        table.suits(board)?;
        Ok(table)
    }

    /// Returns the name of a card for each seat: the chosen one, or the next of the deck
    /// that nobody has chosen.
    fn dealt(&self, edition: Edition) -> Result<Vec<String>, String> {
        let league = match self.league.as_deref() {
            Some("junior") => League::Junior,
            _ => League::Full,
        };
        let known: Vec<String> = (suitable(edition, league, &house_deck()).into_iter())
            .map(|card| card.0)
            .collect();
        let chosen = self.cards.clone().unwrap_or_default();
        let chosen_by = |name: &String| chosen.iter().flatten().any(|other| other == name);
        let mut free = known.iter().filter(|name| !chosen_by(name));
        let count = usize::from(self.players.unwrap_or(2));
        let mut dealt: Vec<String> = Vec::new();
        for seat in 0..count {
            let name = match chosen.get(seat).cloned().flatten() {
                Some(name) if !known.contains(&name) => {
                    let all = known.join(", ");
                    return Err(format!(
                        "no card here is called \"{name}\"; give one of: {all}"
                    ));
                }
                Some(name) if dealt.contains(&name) => {
                    return Err(format!("\"{name}\" is taken twice; give another card"));
                }
                Some(name) => Some(name),
                None => free.next().cloned(),
            };
            dealt.extend(name);
        }
        Ok(dealt)
    }
}

fn words<'a>(words: impl Iterator<Item = &'a String>) -> Value {
    Value::Array(words.map(|word| word.as_str().into()).collect())
}

/// Returns the edition of a game on the ring; `None` for a grid game.
const fn edition(game: GameArg) -> Option<Edition> {
    match game {
        GameArg::Ss => Some(Edition::SakuraSlam),
        GameArg::Ks => Some(Edition::KabutoSumo),
        GameArg::Sumoo | GameArg::Abalone => None,
    }
}

/// Refuses to read a file: a page has none.
fn no_file(_: &Path) -> io::Result<String> {
    Err(io::Error::other("a page reads no files"))
}

/// Returns the cards of a deck that a game can be played with: their names, and those of
/// their special moves.
fn suitable(edition: Edition, league: League, deck: &Deck) -> Vec<(String, Vec<String>)> {
    let suits = (deck.cards.iter()).filter(|card| card.suits(edition, league));
    suits
        .map(|card| {
            let moves = card.moves.iter().map(|one| one.name.to_string());
            (card.name.to_string(), moves.collect())
        })
        .collect()
}

/// Returns the cards that can be chosen on a real ring, by game and league, as JSON: names
/// of cards, each with the names of its special moves.
#[must_use]
pub fn cards() -> serde_json::Value {
    let deck = house_deck();
    let list = |edition, league| -> serde_json::Value {
        let cards = suitable(edition, league, &deck).into_iter();
        let cards = cards.map(|(name, moves)| json!({ "name": name, "moves": moves }));
        cards.collect()
    };
    let leagues = |edition| {
        json!({
            "junior": list(edition, League::Junior),
            "full": list(edition, League::Full),
        })
    };
    json!({ "ss": leagues(Edition::SakuraSlam), "ks": leagues(Edition::KabutoSumo) })
}

#[cfg(test)]
mod tests {
    use super::{LineSetup, cards};
    use rules_core::board::BoardId;
    use rules_core::player::Players;
    use rules_core::referee::AnyGame;

    fn read(text: &str) -> LineSetup {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_page_sets_up_every_game_on_its_board() {
        for (text, board, players) in [
            (
                r#"{"game":"ss","players":3,"league":"full","cards":[null,"Ember Fly",null]}"#,
                BoardId::Ring,
                Players::Three,
            ),
            (
                r#"{"game":"ks","players":4,"league":"junior"}"#,
                BoardId::Ring,
                Players::Four,
            ),
            (
                r#"{"game":"abalone","players":3}"#,
                BoardId::GridHex,
                Players::Three,
            ),
            (
                r#"{"game":"sumoo","players":2,"league":"junior"}"#,
                BoardId::GridSquare,
                Players::Two,
            ),
        ] {
            let table = read(text).table(board).unwrap();
            assert_eq!(table.game.players(), players, "{text}");
        }
    }

    #[test]
    fn chosen_cards_are_dealt_and_the_others_differ() {
        let setup = read(r#"{"game":"ss","league":"full","cards":[null,"Ember Fly"]}"#);
        let AnyGame::Kabuto(game) = setup.table(BoardId::Ring).unwrap().game else {
            panic!("a game on the ring");
        };
        let known = cards();
        let first = &known["ss"]["full"][0]["name"];
        assert_eq!(first, "Ember Fly");
        let rules: Vec<_> = game.terms().players.seats().collect();
        assert_eq!(rules.len(), 2);
        let twice = read(r#"{"game":"ss","league":"full","cards":["Ember Fly","Ember Fly"]}"#);
        let why = twice.table(BoardId::Ring).unwrap_err();
        assert_eq!(why, "\"Ember Fly\" is taken twice; give another card");
        let unknown = read(r#"{"game":"ss","league":"full","cards":["Dragon"]}"#);
        let why = unknown.table(BoardId::Ring).unwrap_err();
        assert!(why.starts_with("no card here is called \"Dragon\"; give one of: Ember Fly"));
    }

    #[test]
    fn a_game_that_the_board_does_not_fit_is_refused() {
        let why = read(r#"{"game":"abalone"}"#).table(BoardId::Ring);
        let why = why.unwrap_err();
        assert_eq!(
            why,
            "Abalone is not played on a ring: use a grid-hex, or set up another game"
        );
    }
}
