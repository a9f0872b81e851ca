//! Rulings, repairs and corrections of Abalone.

use super::names::marbles;
use super::{Language, Party, Phrasebook, say};
use rules_core::games::abalone::{Cell, NamedSide, Player};
use rules_core::games::cell_reading::GridRepair;
use rules_core::referee::abalone::correction::Correction;
use rules_core::referee::abalone::ruling::Change;

impl Phrasebook<'_> {
    pub(super) fn abalone_change(&self, change: &Change) -> String {
        let language = self.language;
        match *change {
            Change::InLine(player, 1) | Change::Sideways(player, 1) => {
                let who = marbles(player, language);
                say!(language, "{who} moves a marble", "{who} déplace une bille")
            }
            Change::InLine(player, count) => {
                let who = marbles(player, language);
                say!(
                    language,
                    "{who} moves {count} marbles in line",
                    "{who} avance {count} billes en ligne"
                )
            }
            Change::Sideways(player, count) => {
                let who = marbles(player, language);
                say!(
                    language,
                    "{who} moves {count} marbles sideways",
                    "{who} déplace {count} billes de côté"
                )
            }
            Change::Passed(player) => {
                let who = marbles(player, language);
                say!(language, "{who} passes", "{who} passe")
            }
            Change::Helped(player, cell) => {
                let marble = self.marble(player);
                say!(
                    language,
                    "{marble} on {cell} helps to push",
                    "{marble} en {cell} aide à pousser"
                )
            }
            Change::Pushed(player, from, to) => {
                let marble = self.marble(player);
                say!(
                    language,
                    "{marble} is pushed from {from} to {to}",
                    "{marble} est poussée de {from} à {to}"
                )
            }
            Change::Ejected(player, cell) => {
                let marble = self.marble(player);
                say!(
                    language,
                    "{marble} is pushed off the board at {cell}",
                    "{marble} est poussée hors du plateau en {cell}"
                )
            }
            Change::Won(side) => self.abalone_win(side),
            Change::Threefold => say!(
                language,
                "drawn: the same position for the third time",
                "partie nulle : la même position pour la troisième fois"
            ),
            Change::TurnCap(cap) => say!(
                language,
                "drawn after {cap} turns",
                "partie nulle après {cap} tours"
            ),
        }
    }

    pub(super) fn abalone_win(&self, side: NamedSide) -> String {
        let party = self.marble_side(side);
        let (who, wins) = (party.subject(), party.verb("wins", "win"));
        let gagne = party.verb("gagne", "gagnent");
        say!(self.language, "{who} {wins}", "{who} {gagne}")
    }

    /// Returns the players of a side, by their colours.
    #[must_use]
    pub fn marble_side(&self, side: NamedSide) -> Party {
        let members = Player::ALL
            .into_iter()
            .filter(|&player| side.includes(player));
        let names = members
            .map(|player| marbles(player, self.language))
            .collect();
        Party::of(names, self.language)
    }

    /// Returns a marble as a noun phrase: "a black marble"; "une bille noire".
    pub(super) fn marble(&self, player: Player) -> String {
        let (english, french) = match player {
            Player::Black => ("black", "noire"),
            Player::White => ("white", "blanche"),
            Player::Red => ("red", "rouge"),
            Player::Green => ("green", "verte"),
        };
        say!(self.language, "a {english} marble", "une bille {french}")
    }

    pub(super) fn abalone_repair(&self, repair: &GridRepair<Cell, Player>) -> String {
        match *repair {
            GridRepair::Remove(cell) => say!(
                self.language,
                "take the marble off {cell}",
                "retirez la bille de {cell}"
            ),
            GridRepair::Place(player, cell) => {
                let marble = self.marble(player);
                say!(
                    self.language,
                    "put {marble} on {cell}",
                    "posez {marble} en {cell}"
                )
            }
        }
    }

    pub(super) fn abalone_correction(&self, correction: &Correction) -> String {
        match *correction {
            Correction::Shown(_) => self.as_shown(),
            Correction::Turn(player) => {
                let who = marbles(player, self.language);
                say!(self.language, "{who} to play", "à {who} de jouer")
            }
        }
    }
}

/// Returns a number of marbles in words: "1 marble", "2 marbles".
pub(super) fn marble_count(count: usize, language: Language) -> String {
    let s = if count == 1 { "" } else { "s" };
    say!(language, "{count} marble{s}", "{count} bille{s}")
}
