//! Sentences about awaited actions of Kabuto Sumo and Sakura Slam.

use crate::sentences::spoken::SpokenNext;
use crate::sentences::{Awaited, Phrasebook, Urgency, listed, say};
use rules_core::games::kabuto::expectation::{ActionStatus, Expectations, NextAction};
use rules_core::player::Seat;

impl SpokenNext for Expectations {
    fn awaited(&self, book: &Phrasebook<'_>, seat: Option<Seat>) -> Vec<Awaited> {
        book.expected(seat, self)
    }
}

impl Phrasebook<'_> {
    fn expected(&self, seat: Option<Seat>, list: &Expectations) -> Vec<Awaited> {
        let language = self.language;
        let phrases = |status: ActionStatus| {
            let actions = list.iter().filter(move |entry| entry.status == status);
            self.actions(seat, actions.map(|entry| entry.action))
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
