//! Names of the players: their cards, "Player 1", or the colours of a grid game.

use super::spoken::SpokenGame;
use super::{Language, say};
use rules_core::games::abalone::Player;
use rules_core::games::kabuto::card::{Card, MoveIndex};
use rules_core::games::{abalone, sumoo};
use rules_core::match_game;
use rules_core::piece::{Token, TokenSlot};
use rules_core::player::{Players, Seat, Side};
use rules_core::referee::AnyGame;

/// Names of the players of one match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Names {
    /// The players of Kabuto Sumo or Sakura Slam are named by their cards, or "Player 1".
    Cards {
        /// Number of players.
        players: Players,
        /// Card of each seat, in turn order; `None` where it is unknown.
        cards: Vec<Option<Card>>,
    },
    /// The players of Abalone are named by the colours of their marbles.
    Marbles,
    /// The players of SUMOO are named by the colours of their tokens.
    Tokens,
}

impl Default for Names {
    /// Returns the names of two players whose cards are unknown.
    fn default() -> Self {
        Self::Cards {
            players: Players::Two,
            cards: Vec::new(),
        }
    }
}

impl Names {
    /// Returns the names of the players in `game`; `known` are the cards that can give
    /// one.
    #[must_use]
    pub fn new(game: &AnyGame, known: &[Card]) -> Self {
        match_game!(AnyGame, game, game => game.names(known))
    }

    /// Returns the names of players who hold these cards, in turn order.
    #[must_use]
    pub fn dealt(players: Players, cards: Vec<Card>) -> Self {
        let cards = cards.into_iter().map(Some).collect();
        Self::Cards { players, cards }
    }

    /// True if the players are named by the colours of their pieces.
    #[must_use]
    pub const fn are_colours(&self) -> bool {
        match self {
            Self::Marbles | Self::Tokens => true,
            Self::Cards { .. } => false,
        }
    }

    /// True if a turn can take several actions, so that its beginning is told. In Abalone
    /// every move is a turn.
    #[must_use]
    pub const fn tell_turns(&self) -> bool {
        match self {
            Self::Cards { .. } | Self::Tokens => true,
            Self::Marbles => false,
        }
    }

    /// Returns the card of a seat; `None` if it is unknown.
    #[must_use]
    pub fn card(&self, seat: Seat) -> Option<&Card> {
        match self {
            Self::Cards { cards, .. } => cards.get(seat.index())?.as_ref(),
            Self::Marbles | Self::Tokens => None,
        }
    }

    /// Returns the side of a seat; `None` in a grid game.
    pub(super) fn side_of(&self, seat: Seat) -> Option<Side> {
        match self {
            Self::Cards { players, .. } => Some(players.side_of(seat)),
            Self::Marbles | Self::Tokens => None,
        }
    }

    /// Returns the player of a seat.
    #[must_use]
    pub fn seat(&self, seat: Seat, language: Language) -> Party {
        let name = match self {
            Self::Cards { .. } => self.card(seat).map(|card| card.name.to_string()),
            Self::Marbles => Player::ALL
                .get(seat.index())
                .map(|&player| marbles(player, language)),
            Self::Tokens => {
                let colour = sumoo::Colour::ALL.get(seat.index() % 2);
                colour.map(|&colour| tokens(colour, language))
            }
        };
        let name = name.map_or(PartyName::Number(seat.index() + 1), PartyName::Known);
        Party {
            names: vec![name],
            language,
        }
    }

    /// Returns the players of a side: two in a team.
    #[must_use]
    pub fn side(&self, side: Side, language: Language) -> Party {
        let Self::Cards { players, .. } = self else {
            return Party {
                names: vec![PartyName::Number(side.index() + 1)],
                language,
            };
        };
        let seats = players.seats_of(side);
        let names = seats
            .flat_map(|seat| self.seat(seat, language).names)
            .collect();
        Party { names, language }
    }

    /// Returns the name of a kind of token; `None` if its card is unknown.
    pub(super) fn token(&self, token: Token) -> Option<&str> {
        let kinds = &self.card(token.owner)?.tokens;
        kinds.get(token.slot.index()).map(|kind| kind.name.as_str())
    }

    /// Returns the name of a special move; `None` if its card is unknown.
    pub(super) fn special_move(&self, seat: Seat, index: MoveIndex) -> Option<&str> {
        let moves = &self.card(seat)?.moves;
        moves.get(index.index()).map(|entry| entry.name.as_str())
    }

    /// Returns the name of a cell of a grid board, by its number on the board.
    pub(super) fn cell(&self, number: u8) -> String {
        let number = usize::from(number);
        let name = match self {
            Self::Marbles => abalone::Cell::all()
                .nth(number)
                .map(|cell| cell.to_string()),
            Self::Tokens => sumoo::Cell::all().nth(number).map(|cell| cell.to_string()),
            Self::Cards { .. } => None,
        };
        name.unwrap_or_else(|| (number + 1).to_string())
    }
}

/// Returns the letter of a token's kind: `a` or `b`.
pub(super) fn slot_letter(slot: TokenSlot) -> String {
    slot.to_string()
}

/// Returns the name of a player of Abalone, by the colour of the marbles.
pub(super) fn marbles(player: Player, language: Language) -> String {
    let (english, french) = match player {
        Player::Black => ("Black", "Noir"),
        Player::White => ("White", "Blanc"),
        Player::Red => ("Red", "Rouge"),
        Player::Green => ("Green", "Vert"),
    };
    say!(language, "{english}", "{french}")
}

/// Returns the name of a player of SUMOO, by the colour of the tokens.
pub(super) fn tokens(colour: sumoo::Colour, language: Language) -> String {
    let (english, french) = match colour {
        sumoo::Colour::White => ("White", "Blanc"),
        sumoo::Colour::Black => ("Black", "Noir"),
    };
    say!(language, "{english}", "{french}")
}

/// One player, or the two players of a team, in the forms that sentences need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    names: Vec<PartyName>,
    language: Language,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum PartyName {
    /// Name of the player's card or colour.
    Known(String),
    /// Number of the player's seat, from 1.
    Number(usize),
}

impl Party {
    /// Creates the party of players with these names.
    pub(super) fn of(names: Vec<String>, language: Language) -> Self {
        Self {
            names: names.into_iter().map(PartyName::Known).collect(),
            language,
        }
    }

    /// True if the party is two players, who need a verb in the plural.
    #[must_use]
    pub fn is_team(&self) -> bool {
        self.names.len() > 1
    }

    /// Returns the verb form that fits the party: `one` for a player, `two` for a team.
    pub(super) fn verb<'a>(&self, one: &'a str, two: &'a str) -> &'a str {
        if self.is_team() { two } else { one }
    }

    /// Returns the party as the subject of a sentence: "Knot Weaver", "Player 1"; "le
    /// joueur 1".
    #[must_use]
    pub fn subject(&self) -> String {
        self.joined(|name| match (name, self.language) {
            (PartyName::Known(name), _) => name.clone(),
            (PartyName::Number(n), Language::English) => format!("Player {n}"),
            (PartyName::Number(n), Language::French) => format!("le joueur {n}"),
        })
    }

    /// Returns the party as an owner: "Knot Weaver's"; "de Knot Weaver", "du joueur 1".
    #[must_use]
    pub fn possessive(&self) -> String {
        match self.language {
            Language::English => format!("{}'s", self.subject()),
            Language::French => self.joined(|name| match name {
                PartyName::Known(name) if name.starts_with(is_vowel) => format!("d’{name}"),
                PartyName::Known(name) => format!("de {name}"),
                PartyName::Number(n) => format!("du joueur {n}"),
            }),
        }
    }

    /// Returns the party as a receiver, with the preposition: "to Knot Weaver"; "à Knot
    /// Weaver", "au joueur 1".
    #[must_use]
    pub fn receiver(&self) -> String {
        match self.language {
            Language::English => format!("to {}", self.subject()),
            Language::French => self.joined(|name| match name {
                PartyName::Known(name) => format!("à {name}"),
                PartyName::Number(n) => format!("au joueur {n}"),
            }),
        }
    }

    fn joined(&self, form: impl Fn(&PartyName) -> String) -> String {
        let forms: Vec<String> = self.names.iter().map(form).collect();
        forms.join(match self.language {
            Language::English => " and ",
            Language::French => " et ",
        })
    }
}

/// True if French drops the vowel of "de" before this letter.
fn is_vowel(letter: char) -> bool {
    "AEIOUYÀÂÉÈÊÎÔaeiouyàâéèêîô".contains(letter)
}
