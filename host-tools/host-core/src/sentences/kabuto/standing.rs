//! Sentences about the state of a match of Kabuto Sumo or Sakura Slam.

use crate::sentences::spoken::SpokenGame;
use crate::sentences::{Holding, Names, Phrasebook, capital, listed, say};
use rules_core::games::kabuto::card::Card;
use rules_core::games::kabuto::terms::CardRules;
use rules_core::games::kabuto::{Match, MatchPhase};
use rules_core::player::{Seat, Side};

impl SpokenGame for Match {
    /// Returns the names of the players by their cards. A ring knows the rules of each
    /// card and not its name, so that the one card of `known` with these rules gives the
    /// name; a seat whose rules are on no card, or on several, is "Player 1".
    fn names(&self, known: &[Card]) -> Names {
        let terms = self.terms();
        let card = |seat: Seat| {
            let mut fitting = known
                .iter()
                .filter(|card| CardRules::from_card(card) == terms.cards[seat]);
            let first = fitting.next()?;
            fitting.next().is_none().then(|| first.clone())
        };
        Names::Cards {
            players: terms.players,
            cards: terms.players.seats().map(card).collect(),
        }
    }

    fn turn_number(&self) -> Option<u32> {
        match self.state().phase {
            MatchPhase::Opening => None,
            MatchPhase::InTurn | MatchPhase::Settling(_) | MatchPhase::Over(_) => {
                Some(self.state().turn.number.into())
            }
        }
    }

    fn headline(&self, book: &Phrasebook<'_>) -> String {
        book.kabuto_headline(self)
    }

    fn holdings(&self, book: &Phrasebook<'_>) -> Vec<Holding> {
        let sides = self.terms().players.sides();
        sides.map(|side| book.kabuto_holding(self, side)).collect()
    }

    fn summary(&self, book: &Phrasebook<'_>) -> String {
        let standing = self
            .terms()
            .players
            .seats()
            .filter(|&seat| self.state().sumos.contains(seat));
        let sumos: Vec<String> = standing.map(|seat| book.sumo(seat)).collect();
        let (and, et) = (listed(&sumos, "and"), listed(&sumos, "et"));
        let stock = book.stock(&self.state().ring);
        say!(
            book.language,
            "The ring: {and}; {stock}",
            "L’arène : {et} ; {stock}"
        )
    }

    fn counts(&self, book: &Phrasebook<'_>) -> String {
        let state = self.state();
        let (ring, reserve) = (book.stock(&state.ring), book.stock(&state.reserve));
        say!(
            book.language,
            "On the ring: {ring}. In the reserve: {reserve}.",
            "Sur l’arène : {ring}. Dans la réserve : {reserve}."
        )
    }
}

impl Phrasebook<'_> {
    fn kabuto_headline(&self, game: &Match) -> String {
        let (language, turn) = (self.language, &game.state().turn);
        match game.state().phase {
            MatchPhase::Opening => {
                let last = game.terms().players.last();
                let who = self.names.seat(last, language).subject();
                say!(
                    language,
                    "{who} sets the opening marker",
                    "{who} pose le marqueur d’ouverture"
                )
            }
            MatchPhase::InTurn => self.numbered(turn.number.into(), &self.turn_of(turn.seat)),
            MatchPhase::Settling(_) => {
                let text = self.numbered(turn.number.into(), &self.turn_of(turn.seat));
                say!(
                    language,
                    "{text}; pieces still move or fall",
                    "{text} ; des pièces bougent ou tombent encore"
                )
            }
            MatchPhase::Over(outcome) => self.outcome(outcome),
        }
    }

    fn kabuto_holding(&self, game: &Match, side: Side) -> Holding {
        let (language, state) = (self.language, game.state());
        let stock = self.stock(&state.inventories[side]);
        let mut parts = vec![say!(language, "holds {stock}", "en main : {stock}")];
        if game.terms().book().has_posts() {
            parts.push(self.markers(game, side));
        }
        if state.out.contains(side) {
            parts.push(say!(language, "out of the match", "hors jeu"));
        }
        Holding {
            who: capital(&self.names.side(side, language).subject()),
            what: parts.join("; "),
        }
    }

    /// Returns the markers of a side in words: "markers on posts 2 and 4".
    #[must_use]
    pub fn markers(&self, game: &Match, side: Side) -> String {
        let posts = game.state().markers[side].iter();
        let posts: Vec<String> = posts.map(|post| post.to_string()).collect();
        let (and, et) = (listed(&posts, "and"), listed(&posts, "et"));
        match posts.len() {
            0 => say!(self.language, "no marker on a post", "aucun marqueur posé"),
            1 => say!(
                self.language,
                "a marker on post {and}",
                "un marqueur sur le poteau {et}"
            ),
            _ => say!(
                self.language,
                "markers on posts {and}",
                "des marqueurs sur les poteaux {et}"
            ),
        }
    }
}
