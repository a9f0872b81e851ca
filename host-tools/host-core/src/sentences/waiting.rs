//! Sentences about awaited actions: answers, repairs, rest, and the next actions of the
//! game.

use super::spoken::SpokenNext;
use super::{Phrasebook, listed, say};
use rules_core::match_game;
use rules_core::player::Seat;
use rules_core::referee::Waiting;
use rules_core::referee::waiting::{NextActions, RestBlocker};

/// Action that the ring waits for, to be read after "waiting for".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Awaited {
    /// Urgency of the action.
    pub urgency: Urgency,
    /// Phrase without a capital: "Ember Fly to set the platform at post 1 or 2".
    pub text: String,
}

/// Urgency of an awaited action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// The match cannot continue without the action.
    Required,
    /// The player may take the action and need not.
    Optional,
}

impl Awaited {
    /// Returns a list of one action without which the match cannot continue.
    pub(super) fn only(text: String) -> Vec<Self> {
        let urgency = Urgency::Required;
        vec![Self { urgency, text }]
    }
}

impl Phrasebook<'_> {
    /// Returns the awaited actions, most urgent first; `seat` is the one whose turn it
    /// is.
    #[must_use]
    pub fn waiting(&self, waiting: &Waiting, seat: Option<Seat>) -> Vec<Awaited> {
        let language = self.language;
        if waiting.question.is_some() {
            let text = say!(
                language,
                "an answer to the question",
                "une réponse à la question"
            );
            return Awaited::only(text);
        }
        if let Some(repair) = &waiting.repair {
            let repair = self.repair(repair);
            return Awaited::only(say!(
                language,
                "the table to be put right: {repair}",
                "la table remise en ordre : {repair}"
            ));
        }
        if let Some(blocker) = waiting.unrest {
            return Awaited::only(self.blocker(blocker));
        }
        match_game!(
            NextActions, &waiting.next, next => next.awaited(self, seat),
            NextActions::Begin => {
                Awaited::only(say!(language, "a match to begin", "le début d’une partie"))
            },
            NextActions::Over => Awaited::only(say!(
                language,
                "nothing: the match is over",
                "rien : la partie est finie"
            )),
        )
    }

    fn blocker(&self, blocker: RestBlocker) -> String {
        let language = self.language;
        match blocker {
            RestBlocker::Falling => say!(language, "a piece to land", "la fin d’une chute"),
            RestBlocker::Push => say!(language, "the push to end", "la fin de la poussée"),
            RestBlocker::Hand(edges) => {
                let (and, et) = ("and", "et");
                let edges: Vec<String> = edges.iter().map(|edge| self.edge(edge)).collect();
                let (all, tous) = (listed(&edges, and), listed(&edges, et));
                say!(
                    language,
                    "the hand to leave the {all} gutter",
                    "la main hors de la gouttière {tous}"
                )
            }
            RestBlocker::Until(_) => say!(
                language,
                "everything to come to rest: hands off",
                "que tout s’arrête : pas touche"
            ),
            RestBlocker::Word => say!(
                language,
                "a player to say that everything is at rest",
                "qu’un joueur dise que tout est arrêté"
            ),
        }
    }
}
