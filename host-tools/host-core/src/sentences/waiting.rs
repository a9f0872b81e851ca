//! Sentences about awaited actions: answers, repairs, rest, and the next actions of the
//! game.

use super::names::{marbles, tokens};
use super::{Phrasebook, listed, say};
use rules_core::board::cells::CellMask;
use rules_core::games::kabuto::expectation::{ActionStatus, Expectations, NextAction};
use rules_core::games::sumoo::Points;
use rules_core::player::Seat;
use rules_core::referee::Waiting;
use rules_core::referee::abalone::AbaloneTurn;
use rules_core::referee::sumoo::SumooTurn;
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

impl Phrasebook<'_> {
    /// Returns the awaited actions, most urgent first; `seat` is the one whose turn it
    /// is.
    #[must_use]
    pub fn waiting(&self, waiting: &Waiting, seat: Option<Seat>) -> Vec<Awaited> {
        let language = self.language;
        let required = |text| {
            vec![Awaited {
                urgency: Urgency::Required,
                text,
            }]
        };
        if waiting.question.is_some() {
            let text = say!(
                language,
                "an answer to the question",
                "une réponse à la question"
            );
            return required(text);
        }
        if let Some(repair) = &waiting.repair {
            let repair = self.repair(repair);
            return required(say!(
                language,
                "the table to be put right: {repair}",
                "la table remise en ordre : {repair}"
            ));
        }
        if let Some(blocker) = waiting.unrest {
            return required(self.blocker(blocker));
        }
        match &waiting.next {
            NextActions::Begin => {
                required(say!(language, "a match to begin", "le début d’une partie"))
            }
            NextActions::Over => required(say!(
                language,
                "nothing: the match is over",
                "rien : la partie est finie"
            )),
            NextActions::Kabuto(list) => self.expected(seat, list),
            NextActions::Abalone(AbaloneTurn { player, lift }) => {
                let who = marbles(*player, language);
                required(if *lift == CellMask::EMPTY {
                    say!(language, "{who} to pass", "{who}, qui doit passer")
                } else {
                    say!(language, "{who} to move", "un coup de {who}")
                })
            }
            NextActions::Sumoo(SumooTurn { colour, left, .. }) => {
                let (who, points) = (tokens(*colour, language), self.points(*left));
                required(say!(
                    language,
                    "{who} to act ({points} left) or to end the turn",
                    "{who} : agir (reste {points}) ou finir le tour"
                ))
            }
        }
    }

    /// Returns action points: "1 point", "3 points".
    pub(super) fn points(&self, points: Points) -> String {
        let count = points.number();
        let s = if count == 1 { "" } else { "s" };
        say!(self.language, "{count} point{s}", "{count} point{s}")
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

    fn expected(&self, seat: Option<Seat>, list: &Expectations) -> Vec<Awaited> {
        let language = self.language;
        let phrases = |status: ActionStatus| {
            let actions = list.iter().filter(move |entry| entry.need == status);
            self.actions(seat, actions.map(|entry| entry.wish))
        };
        let (must, may) = (phrases(ActionStatus::Owed), phrases(ActionStatus::Possible));
        let who = match seat {
            Some(seat) => self.names.seat(seat, language).subject(),
            None => say!(language, "the player", "le joueur"),
        };
        let mut all = Vec::new();
        if !must.is_empty() {
            let text = say!(language, "{who} to {must}", "{who}, qui doit {must}");
            all.push(Awaited {
                urgency: Urgency::Required,
                text,
            });
        }
        if !may.is_empty() {
            let text = if must.is_empty() {
                say!(language, "{who}, who may {may}", "{who}, qui peut {may}")
            } else {
                say!(language, "or to {may}", "ou peut {may}")
            };
            all.push(Awaited {
                urgency: Urgency::Optional,
                text,
            });
        }
        all
    }

    /// Returns actions as infinitives; posts of the same action are named together.
    fn actions(&self, seat: Option<Seat>, actions: impl Iterator<Item = NextAction>) -> String {
        let language = self.language;
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for action in actions {
            let (verb, object) = match action {
                NextAction::DockAtCorner(post) => (
                    say!(
                        language,
                        "set the platform at post",
                        "poser la plateforme au poteau"
                    ),
                    Some(post.to_string()),
                ),
                NextAction::DockAtEdge => (
                    say!(
                        language,
                        "set the platform anywhere at the edge",
                        "poser la plateforme n’importe où au bord"
                    ),
                    None,
                ),
                NextAction::PlaceMarker(post) => (
                    say!(
                        language,
                        "set a marker on post",
                        "poser un marqueur sur le poteau"
                    ),
                    Some(post.to_string()),
                ),
                NextAction::TakeMarker(post) => (
                    say!(
                        language,
                        "take the marker off post",
                        "retirer le marqueur du poteau"
                    ),
                    Some(post.to_string()),
                ),
                NextAction::Push => (say!(language, "push", "pousser"), None),
                NextAction::Settle => (
                    say!(
                        language,
                        "let everything come to rest",
                        "laisser tout s’arrêter"
                    ),
                    None,
                ),
                NextAction::Use(index) => {
                    let name = seat.map(|seat| self.special_move(seat, index));
                    (say!(language, "use", "utiliser"), name)
                }
                NextAction::EndTurn => (say!(language, "end the turn", "finir le tour"), None),
                // Always possible, and seldom wanted.
                NextAction::Submit => continue,
            };
            match groups.iter_mut().find(|group| group.0 == verb) {
                Some(group) => group.1.extend(object),
                None => groups.push((verb, object.into_iter().collect())),
            }
        }
        let or = say!(language, "or", "ou");
        let all: Vec<String> = (groups.into_iter())
            .map(|(verb, objects)| {
                if objects.is_empty() {
                    verb
                } else {
                    format!("{verb} {}", listed(&objects, &or))
                }
            })
            .collect();
        all.join(", ")
    }
}
