//! Sentences about actions that the rules forbid, and commands that do not fit the match.

use super::spoken::SpokenPart;
use super::{Phrasebook, say};
use rules_core::match_game;
use rules_core::referee::game::AnyRefusal;
use rules_core::referee::history::HistoryEnd;
use rules_core::referee::{ApplyError, CommandError};

impl Phrasebook<'_> {
    /// Returns the reason why the rules forbid an action, without a capital and without
    /// its clause.
    #[must_use]
    pub fn refusal(&self, refusal: &AnyRefusal) -> String {
        match_game!(
            AnyRefusal, refusal, refusal => refusal.phrase(self),
            AnyRefusal::OtherGame => say!(
                self.language,
                "another game is played",
                "on joue à un autre jeu"
            ),
        )
    }

    /// Returns the reason why the referee does not follow a command, with the clause if a
    /// rule forbids it.
    #[must_use]
    pub fn command_error(&self, error: &CommandError) -> String {
        let language = self.language;
        match error {
            CommandError::Apply(ApplyError::Forbidden(refusal)) => {
                let reason = self.refusal(refusal);
                match refusal.clause() {
                    Some(clause) => format!("{reason} ({clause})"),
                    None => reason,
                }
            }
            CommandError::Apply(ApplyError::NoMatch) => say!(
                language,
                "no match is running; start one with `dohyo setup`",
                "aucune partie n’est en cours ; commencez-en une avec `dohyo setup`"
            ),
            CommandError::Apply(ApplyError::MatchRunning) => say!(
                language,
                "a match is running; abort it first",
                "une partie est en cours ; arrêtez-la d’abord"
            ),
            CommandError::Apply(ApplyError::QuestionOpen) => say!(
                language,
                "a question is open; answer it, take the last step back or abort the match",
                "une question est ouverte ; répondez, reprenez la dernière étape ou arrêtez la partie"
            ),
            CommandError::Apply(ApplyError::NoQuestion) => {
                say!(
                    language,
                    "no question is open",
                    "aucune question n’est ouverte"
                )
            }
            CommandError::Apply(ApplyError::HeldFull) => say!(
                language,
                "too much waits already; answer the open question",
                "trop de choses attendent ; répondez à la question"
            ),
            CommandError::Apply(ApplyError::End(end)) => self.history_end(*end),
            CommandError::OtherQuestion => say!(
                language,
                "that question is not open; answer the open one",
                "cette question n’est pas ouverte ; répondez à celle qui l’est"
            ),
            CommandError::NoAnswer => say!(
                language,
                "that does not answer the question; choose from its list",
                "cela ne répond pas à la question ; choisissez dans sa liste"
            ),
            // Faults of a hand-made correction, which no page can send.
            CommandError::Apply(other) => other.to_string(),
        }
    }

    fn history_end(&self, end: HistoryEnd) -> String {
        let language = self.language;
        match end {
            HistoryEnd::NothingToUndo => {
                say!(
                    language,
                    "there is nothing to take back yet",
                    "il n’y a encore rien à reprendre"
                )
            }
            HistoryEnd::TooLongAgo => say!(
                language,
                "that is too long ago to be taken back",
                "c’est trop ancien pour être repris"
            ),
            HistoryEnd::NothingToRedo => {
                say!(language, "nothing was taken back", "rien n’a été repris")
            }
        }
    }
}
