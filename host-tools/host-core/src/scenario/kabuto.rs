//! Kabuto Sumo and Sakura Slam as a [`GameDriver`].

use super::{GameDriver, StepError};
use crate::data;
use crate::folder::Folder;
use crate::kabuto::parse;
use crate::kabuto::read_deck;
use crate::table_event::play::{Mover, kabuto_action};
use crate::table_event::{EventDriver, TableEvent};
use rules_core::games::kabuto::setup::{Entrant, FirstBy, Team};
use rules_core::games::kabuto::state::{Belt, MarkerDuty, Platform, PushDuty, SlamDuty, State};
use rules_core::games::kabuto::terms::{EmptySlam, Fallen, HouseRules, League, Terms};
use rules_core::games::kabuto::{ActionStatus, Edition, Layout, Match, MatchPhase, Setup};
use rules_core::piece::{BySize, Element, Size, Stock};
use rules_core::place::{Place, Posts};
use rules_core::player::{Colour, Players, Seat, Side};
use rules_core::referee::AnyGame;
use rules_core::referee::grid::MagnetCoding;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Match of Kabuto Sumo or Sakura Slam, driven by words.
#[derive(Debug)]
pub struct KabutoTable(Match);

/// Keys of `[setup]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct KabutoKeys {
    players: Option<u8>,
    league: Option<String>,
    deck: Option<String>,
    cards: Option<Vec<String>>,
    colours: Option<Vec<String>>,
    teams: Option<Vec<u8>>,
    first: Option<u8>,
    first_by: Option<String>,
    layout: Option<LayoutKeys>,
    waive_empty_slam: bool,
    put_back_fallen: bool,
    given: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayoutKeys {
    centre: String,
    small: u8,
    medium: u8,
    large: u8,
}

impl KabutoTable {
    /// Sets up a match from the keys of a scenario; files that they name are read from
    /// `folder`.
    ///
    /// # Errors
    /// Everything that is wrong with the set-up.
    pub fn open(
        edition: Edition,
        setup: &toml::Table,
        folder: &Folder<'_>,
    ) -> Result<Self, Vec<String>> {
        let keys: KabutoKeys = setup
            .clone()
            .try_into()
            .map_err(|error: toml::de::Error| vec![error.message().to_owned()])?;
        keys.check_numbers().map_err(|error| vec![error])?;
        let deck = keys.deck(folder).map_err(|error| vec![error])?;
        let setup = keys.setup(edition, &deck).map_err(|error| vec![error])?;
        let game = setup
            .begin(&deck.cards)
            .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        if keys.given.is_empty() {
            return Ok(Self(game));
        }
        let terms = game.terms().clone();
        let mut state = *game.state();
        for (key, value) in &keys.given {
            give(&mut state, key, value).map_err(|error| vec![error])?;
        }
        state.reserve = rest(&terms, &state).map_err(|error| vec![error])?;
        Match::resume(terms, state)
            .map(Self)
            .map_err(|why| vec![format!("this cannot be given: {why}")])
    }
}

impl KabutoTable {
    /// Creates a table with this match on it.
    #[must_use]
    pub const fn new(game: Match) -> Self {
        Self(game)
    }

    /// Returns the match in its present state.
    #[must_use]
    pub const fn game(&self) -> &Match {
        &self.0
    }
}

impl KabutoKeys {
    /// Checks that players are counted from 1 and lists have one entry per player.
    fn check_numbers(&self) -> Result<(), String> {
        let count = usize::from(self.players.unwrap_or(2));
        if self.first == Some(0) {
            return Err("players are counted from 1; write first = 1 for the first".into());
        }
        let lengths = [
            ("cards", self.cards.as_ref().map(Vec::len)),
            ("colours", self.colours.as_ref().map(Vec::len)),
            ("teams", self.teams.as_ref().map(Vec::len)),
        ];
        for (key, length) in lengths {
            if length.is_some_and(|length| length > count) {
                return Err(format!("`{key}` has more entries than the {count} players"));
            }
        }
        Ok(())
    }

    fn deck(&self, folder: &Folder<'_>) -> Result<data::Deck, String> {
        let Some(path) = &self.deck else {
            return Ok(data::house_deck());
        };
        let path = folder.path_of(path);
        let text = folder
            .read(&path)
            .map_err(|error| format!("cannot read the deck {}: {error}", path.display()))?;
        read_deck(&text).map_err(|mistake| format!("the deck {}, {mistake}", path.display()))
    }

    fn setup(&self, edition: Edition, deck: &data::Deck) -> Result<Setup, String> {
        let count = self.players.unwrap_or(2);
        let players = match count {
            3 => Players::Three,
            4 => Players::Four,
            _ => Players::Two,
        };
        let mut entrants = heapless::Vec::new();
        for n in 0..count {
            let index = usize::from(n);
            let entrant = Entrant {
                colour: self.colour(index)?,
                card: self.card(index, deck)?,
                team: self.team(index, count)?,
            };
            entrants
                .push(entrant)
                .map_err(|_| format!("{count} players do not fit at this table"))?;
        }
        Ok(Setup {
            edition,
            league: match self.league.as_deref() {
                None | Some("full") => League::Full,
                Some("junior") => League::Junior,
                Some(other) => {
                    return Err(format!("unknown league \"{other}\"; write full or junior"));
                }
            },
            players: entrants,
            first: self.first.unwrap_or(1).wrapping_sub(1),
            first_by: match self.first_by.as_deref() {
                None => FirstBy::as_printed(edition, players),
                Some("youngest") => FirstBy::Youngest,
                Some("centre") => FirstBy::CentrePosition,
                Some("chance") => FirstBy::Chance,
                Some(other) => {
                    return Err(format!(
                        "\"{other}\" does not decide who begins; write youngest, centre or chance"
                    ));
                }
            },
            layout: self.layout(edition, players)?,
            house_rules: HouseRules {
                empty_slam: if self.waive_empty_slam {
                    EmptySlam::Waived
                } else {
                    EmptySlam::Loses
                },
                fallen_with_pusher: if self.put_back_fallen {
                    Fallen::PutBack
                } else {
                    Fallen::Counts
                },
            },
        })
    }

    fn layout(&self, edition: Edition, players: Players) -> Result<Layout, String> {
        let Some(keys) = &self.layout else {
            return Ok(data::default_layout(edition, players));
        };
        Ok(Layout {
            centre: Size::parse(&keys.centre).ok_or_else(|| {
                format!(
                    "\"{}\" is not a size; write small, medium or large",
                    keys.centre
                )
            })?,
            pawns: BySize([keys.small, keys.medium, keys.large]),
        })
    }

    fn colour(&self, index: usize) -> Result<Colour, String> {
        match self.colours.as_ref().and_then(|list| list.get(index)) {
            None => Ok(Colour::ALL[index % Colour::ALL.len()]),
            Some(word) => Colour::parse(word).ok_or_else(|| {
                format!("\"{word}\" is not a colour; write red, blue, green or yellow")
            }),
        }
    }

    /// Returns the index of a player's card: by its name, or without one the next of the
    /// deck. A name the deck does not have gives an index beyond it, which the set-up
    /// will refuse.
    fn card(&self, index: usize, deck: &data::Deck) -> Result<u8, String> {
        let index = match self.cards.as_ref().and_then(|list| list.get(index)) {
            None => index,
            Some(name) => deck
                .cards
                .iter()
                .position(|card| card.name == name.as_str())
                .unwrap_or(deck.cards.len()),
        };
        u8::try_from(index).map_err(|_| "the deck is too large".to_owned())
    }

    fn team(&self, index: usize, count: u8) -> Result<Option<Team>, String> {
        match self.teams.as_ref().map(|list| list.get(index)) {
            None if count == 4 && index.is_multiple_of(2) => Ok(Some(Team::One)),
            None if count == 4 => Ok(Some(Team::Two)),
            None | Some(None) => Ok(None),
            Some(Some(1)) => Ok(Some(Team::One)),
            Some(Some(2)) => Ok(Some(Team::Two)),
            Some(Some(other)) => Err(format!("unknown team {other}; write 1 or 2")),
        }
    }
}

/// Puts one part of a given state in place.
fn give(state: &mut State, key: &str, value: &str) -> Result<(), String> {
    let side = |word: &str| Side::parse(word).ok_or_else(|| format!("\"{word}\" is not a side"));
    match key.split_once(' ') {
        Some(("inventory", word)) => state.inventories[side(word)?] = parse::stock(value)?,
        Some(("markers", word)) => state.markers[side(word)?] = parse::posts(value)?,
        None if key == "ring" => state.ring = parse::stock(value)?,
        None if key == "phase" && value == "in turn" => state.phase = MatchPhase::InTurn,
        _ => {
            return Err(format!(
                "\"{key} = {value}\" cannot be given; write inventory N, markers N, ring, or phase = \"in turn\""
            ));
        }
    }
    Ok(())
}

/// Returns the elements left for the reserve when the given ones are in place.
fn rest(terms: &Terms, state: &State) -> Result<Stock, String> {
    let mut reserve = Stock::default();
    for element in Element::all() {
        let placed = std::iter::once(&state.ring)
            .chain(&state.inventories.0)
            .map(|heap| u32::from(heap.count(element)))
            .sum::<u32>();
        let left = u32::from(terms.count(element)).checked_sub(placed);
        let left = left
            .and_then(|left| u8::try_from(left).ok())
            .ok_or_else(|| format!("more {element} given than there are"))?;
        if !reserve.add(element, left) {
            return Err(format!("too many {element}"));
        }
    }
    Ok(reserve)
}

impl GameDriver for KabutoTable {
    fn to_match(&self, _coding: MagnetCoding) -> AnyGame {
        AnyGame::Kabuto(self.0.clone())
    }

    fn act(&mut self, text: &str) -> Result<Vec<String>, StepError> {
        let action = TableEvent::parse(text, EventDriver::Rules)
            .and_then(|event| kabuto_action(&event, Mover::new(&self.0)))
            .map_err(StepError::Unreadable)?;
        let rulings = self
            .0
            .apply(&action)
            .map_err(|refusal| StepError::Refused {
                clause: refusal.clause,
                reason: refusal.reason.to_string(),
            })?;
        Ok(rulings.iter().map(ToString::to_string).collect())
    }

    /// Returns `value` in the order of elements that [`GameDriver::state`] uses; people
    /// write heaps in any order.
    fn normal(&self, key: &str, value: &str) -> String {
        let is_heap = key == "ring" || key == "reserve" || key.starts_with("inventory ");
        match parse::stock(value) {
            Ok(heap) if is_heap => heap.to_string(),
            _ => value.to_owned(),
        }
    }

    fn state(&self, key: &str) -> Option<String> {
        let state = self.0.state();
        let turn = &state.turn;
        let list = |need: fn(&ActionStatus) -> bool| {
            let wishes = self.0.expectations();
            let words = wishes.iter().filter(|wish| need(&wish.status));
            joined(words.map(|wish| wish.action.to_string()), ", ")
        };
        Some(match key {
            "turn" => turn.seat.to_string(),
            "turn number" => turn.number.to_string(),
            "phase" => match state.phase {
                MatchPhase::Opening => "opening".into(),
                MatchPhase::InTurn => "in turn".into(),
                MatchPhase::Settling(_) => "settling".into(),
                MatchPhase::Over(_) => "over".into(),
            },
            "outcome" => self
                .0
                .outcome()
                .map_or("none".into(), |outcome| outcome.to_string()),
            "ring" => state.ring.to_string(),
            "reserve" => state.reserve.to_string(),
            "sumos" => joined(state.sumos.iter().map(Seat::word), " "),
            "belt" => match state.belt {
                Belt::InTheBox => "in the box".into(),
                Belt::OnRing => "on the ring".into(),
                Belt::Off => "off".into(),
            },
            "out" => joined(state.out.iter().map(Side::word), " "),
            "platform" => match turn.platform {
                Platform::Away => "away".into(),
                Platform::Down(place, _) => Place::to_string(&place),
            },
            "marker" => match turn.platform {
                Platform::Down(_, MarkerDuty::Owed) => "owed".into(),
                Platform::Down(_, MarkerDuty::Placed) => "placed".into(),
                Platform::Away | Platform::Down(_, MarkerDuty::NotDue) => "not due".into(),
            },
            "push" => match turn.push {
                PushDuty::Due => "due".into(),
                PushDuty::Made => "made".into(),
                PushDuty::Replaced => "replaced".into(),
            },
            "slam" => match turn.slam {
                SlamDuty::NotDue => "not due".into(),
                SlamDuty::Owed => "owed".into(),
                SlamDuty::Done => "done".into(),
            },
            "extra pushes" => turn.extra.to_string(),
            "owed" => list(|need| *need == ActionStatus::Owed),
            "possible" => list(|need| *need == ActionStatus::Possible),
            "hash" => format!("{:016x}", state.fingerprint()),
            _ => return self.numbered(key),
        })
    }
}

impl KabutoTable {
    /// Returns the state that belongs to a side, or to a possible next action.
    fn numbered(&self, key: &str) -> Option<String> {
        let state = self.0.state();
        let (what, which) = key.split_once(' ')?;
        match what {
            "inventory" => Some(state.inventories[Side::parse(which)?].to_string()),
            "markers" => {
                let posts: Posts = state.markers[Side::parse(which)?];
                Some(joined(posts.iter().map(|post| post.word()), " "))
            }
            "blocked" => {
                let wishes = self.0.expectations();
                let wish = wishes
                    .iter()
                    .find(|wish| wish.action.to_string() == which)?;
                Some(match wish.status {
                    ActionStatus::Blocked(clause) => clause.to_string(),
                    ActionStatus::Owed | ActionStatus::Possible => "no".into(),
                })
            }
            _ => None,
        }
    }
}

/// Joins words with `comma` between them; `none` if there are none.
fn joined(words: impl Iterator<Item = impl ToString>, comma: &str) -> String {
    let words: Vec<String> = words.map(|word| word.to_string()).collect();
    if words.is_empty() {
        "none".into()
    } else {
        words.join(comma)
    }
}
