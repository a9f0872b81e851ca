//! Rulings, repairs and corrections of SUMOO.

use super::names::tokens;
use super::{Phrasebook, SentenceKind, say};
use rules_core::games::cell_reading::GridRepair;
use rules_core::games::sumoo::{Cell, Colour, Token};
use rules_core::referee::sumoo::Correction;
use rules_core::referee::sumoo::ruling::{Change, DisplacementKind};

impl Phrasebook<'_> {
    pub(super) fn sumoo_change(&self, change: &Change) -> (SentenceKind, String) {
        let language = self.language;
        let text = match *change {
            Change::Went(token, how, to) => self.displacement(token, how, to),
            Change::Won(colour) => {
                let who = tokens(colour, language);
                say!(language, "{who} wins", "{who} gagne")
            }
            Change::Turn(colour) => return (SentenceKind::Turn, self.colour_to_play(colour)),
            Change::Capped => say!(
                language,
                "drawn: the agreed number of turns is reached",
                "partie nulle : le nombre de tours convenu est atteint"
            ),
            Change::Agreed => say!(language, "drawn by agreement", "partie nulle par accord"),
        };
        (SentenceKind::Ruling, text)
    }

    fn displacement(&self, token: Token, how: DisplacementKind, to: Option<Cell>) -> String {
        let language = self.language;
        let who = tokens(token.colour, language);
        let place = match to {
            Some(cell) => say!(language, "to {cell}", "en {cell}"),
            None => say!(language, "out of the arena", "hors de l’arène"),
        };
        match how {
            DisplacementKind::Moves => {
                say!(
                    language,
                    "{who} moves {token} {place}",
                    "{who} déplace {token} {place}"
                )
            }
            DisplacementKind::Swapped => {
                say!(
                    language,
                    "{who} swaps {token} {place}",
                    "{who} échange {token} {place}"
                )
            }
            DisplacementKind::Advances => {
                say!(
                    language,
                    "{who}'s {token} advances {place}",
                    "{token} de {who} avance {place}"
                )
            }
            DisplacementKind::StepsBack => {
                say!(
                    language,
                    "{who}'s {token} steps back {place}",
                    "{token} de {who} recule {place}"
                )
            }
            DisplacementKind::Pushed => {
                say!(
                    language,
                    "{who}'s {token} is pushed {place}",
                    "{token} de {who} est poussé {place}"
                )
            }
            DisplacementKind::Pulled => {
                say!(
                    language,
                    "{who}'s {token} is pulled {place}",
                    "{token} de {who} est tiré {place}"
                )
            }
        }
    }

    pub(super) fn colour_to_play(&self, colour: Colour) -> String {
        let who = tokens(colour, self.language);
        say!(self.language, "{who} to play", "à {who} de jouer")
    }

    /// Returns a token with its owner, in words: "White's 2U"; "2U de Blanc".
    pub(super) fn sumoo_token(&self, token: Token) -> String {
        let who = tokens(token.colour, self.language);
        say!(self.language, "{who}'s {token}", "{token} de {who}")
    }

    pub(super) fn sumoo_repair(&self, repair: &GridRepair<Cell, Token>) -> String {
        match *repair {
            GridRepair::Remove(cell) => say!(
                self.language,
                "take the token off {cell}",
                "retirez le jeton de {cell}"
            ),
            GridRepair::Place(token, cell) => {
                let token = self.sumoo_token(token);
                say!(
                    self.language,
                    "put {token} on {cell}",
                    "posez {token} en {cell}"
                )
            }
        }
    }

    pub(super) fn sumoo_correction(&self, correction: &Correction) -> String {
        match *correction {
            Correction::Shown(_) => self.as_shown(),
            Correction::Turn(colour) => self.colour_to_play(colour),
        }
    }
}
