//! Arbitrary arrangements of marbles, and the checks that turn one into a playable
//! position.
//!
//! A [`Setup`] need not make sense: it comes from a text, a host or a half-built board.
//! [`Setup::position`] accepts only counts that a game by AB-1 can reach;
//! [`Setup::study`] also accepts problems with fewer marbles. Both report all faults,
//! not only the first.

use super::board::Board;
use super::player::{NamedSide, Player, Players, Side};
use super::position::Position;
use super::score::{Score, TO_WIN};
use crate::clause::Clause;
use core::fmt;

/// Arrangement of marbles, not yet checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Setup {
    /// Number of players and their teams.
    pub players: Players,
    /// Marbles on the board, by point.
    pub board: Board,
    /// Player to move.
    pub to_move: Player,
    /// Number of marbles each side has ejected; `None` if not given.
    pub score: Option<Score>,
}

/// All faults of a [`Setup`], of which one has at most 16.
pub type Faults = heapless::Vec<Fault, 16>;

/// Fault that keeps a [`Setup`] from being a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Fault {
    /// Marbles of this colour are on the board, but the colour does not play.
    NotPlaying(Player),
    /// The player to move is this one, who does not play.
    CannotMove(Player),
    /// One player has more marbles on the board than that player starts with.
    TooManyMarbles {
        /// Owner of the marbles.
        player: Player,
        /// Number of marbles on the board.
        on_board: u8,
        /// Number of marbles a player starts with.
        start: u8,
    },
    /// The score names this side, which does not exist with this number of players.
    NoSuchSide(Side),
    /// The score of a side is above the number that ends the game.
    ScoreTooHigh {
        /// Side whose score is too high.
        side: NamedSide,
        /// Number of marbles the side is said to have ejected.
        score: u8,
    },
    /// More than one side has a winning score, in a game of these players.
    TwoWinners(Players),
    /// The score of a side differs from the number of enemy marbles missing.
    Unbalanced {
        /// Side whose score differs.
        side: NamedSide,
        /// Number of marbles ejected, as given.
        score: u8,
        /// Number of the other side's marbles that are missing.
        missing: u8,
    },
    /// The sum of the scores differs from the number of marbles missing, or in a study
    /// exceeds it.
    UnbalancedInAll {
        /// Sum of all scores, as given.
        score: u8,
        /// Number of marbles missing.
        missing: u8,
    },
    /// Three players: the score of a player is above the number of marbles the others
    /// have lost.
    EjectedOwn {
        /// Player whose score is too high.
        player: Player,
        /// Number of marbles ejected, as given.
        score: u8,
        /// Number of marbles of the other players that are missing.
        missing: u8,
    },
    /// Three players: marbles are missing and no score says who ejected them.
    EjectorsUnknown {
        /// Number of marbles missing.
        missing: u8,
    },
}

impl Fault {
    /// Returns the clause that the setup breaks.
    #[must_use]
    pub const fn clause(self) -> Clause {
        match self {
            Self::EjectedOwn { .. } => Clause::Ab6,
            Self::EjectorsUnknown { .. } => Clause::Ab8,
            Self::ScoreTooHigh { side, .. } => side.winning_clause(),
            Self::TwoWinners(players) => players.winning_clause(),
            Self::NotPlaying(_)
            | Self::CannotMove(_)
            | Self::TooManyMarbles { .. }
            | Self::NoSuchSide(_)
            | Self::Unbalanced { .. }
            | Self::UnbalancedInAll { .. } => Clause::Ab1,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotPlaying(player) => {
                write!(f, "{player} has marbles on the board but does not play")
            }
            Self::CannotMove(player) => write!(f, "{player} is to move but does not play"),
            Self::TooManyMarbles {
                player,
                on_board,
                start,
            } => write!(
                f,
                "{player} has {on_board} marbles on the board and starts with {start}"
            ),
            Self::NoSuchSide(_) => f.write_str("a score for a side that does not play"),
            Self::ScoreTooHigh { side, score } => {
                write!(f, "{side} cannot have ejected {score}: {TO_WIN} win")
            }
            Self::TwoWinners(_) => f.write_str("only one side can have won"),
            Self::Unbalanced {
                side,
                score,
                missing,
            } => {
                write!(
                    f,
                    "score of {side}: {score}; enemy marbles missing: {missing}; "
                )?;
                if missing <= TO_WIN {
                    write!(f, "write {missing} or ")?;
                }
                f.write_str("leave the score out")
            }
            Self::UnbalancedInAll { score, missing } => write!(
                f,
                "scores together: {score}; marbles missing: {missing}; write scores that add up to that"
            ),
            Self::EjectedOwn {
                player,
                score,
                missing,
            } => write!(
                f,
                "score of {player}: {score}; marbles of the others missing: {missing}; write no more than that"
            ),
            Self::EjectorsUnknown { missing } => write!(
                f,
                "marbles missing: {missing}; add who is to move and what each has ejected, as in \" b 1-0-0\""
            ),
        }
    }
}

impl Setup {
    /// Returns the position of a game in which every marble is on the board or ejected.
    /// A score that is not given is computed from the missing marbles, except with
    /// three players.
    ///
    /// # Errors
    /// All faults of the setup.
    ///
    /// ```
    /// use rules_core::games::abalone::{Setup, Players, Fault, Player};
    ///
    /// let setup = Setup::read("wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb").unwrap();
    /// assert!(setup.position().is_ok());
    /// let more = Setup::read("wwwww/wwwwww/2www2/8/9/7b/2bbb2/bbbbbb/bbbbb").unwrap();
    /// let faults = more.position().unwrap_err();
    /// assert_eq!(faults[0], Fault::TooManyMarbles { player: Player::Black, on_board: 15, start: 14 });
    /// ```
    pub fn position(self) -> Result<Position, Faults> {
        let mut faults = Faults::new();
        self.check_marbles(&mut faults);
        let score = match self.score {
            Some(score) => {
                self.check_balance(score, &mut faults);
                score
            }
            None => self.score_from_missing(&mut faults),
        };
        self.check_score(score, &mut faults);
        self.pass_if_sound(score, faults)
    }

    /// Returns the position of a problem: any number of marbles up to those of AB-1. A
    /// score that is not given is zero; a given one counts no more marbles than are
    /// missing.
    ///
    /// # Errors
    /// All faults of the setup.
    pub fn study(self) -> Result<Position, Faults> {
        let mut faults = Faults::new();
        let score = self.score.unwrap_or_default();
        self.check_marbles(&mut faults);
        self.check_score(score, &mut faults);
        self.check_ejected(score, &mut faults);
        self.pass_if_sound(score, faults)
    }

    /// Reports sides that are said to have ejected more marbles than are missing.
    fn check_ejected(&self, score: Score, faults: &mut Faults) {
        let total = score.total();
        if total > self.missing() {
            let missing = self.missing();
            report(
                faults,
                Fault::UnbalancedInAll {
                    score: total,
                    missing,
                },
            );
            return;
        }
        for side in self.players.sides() {
            let (score, missing) = (score.ejected_by(side), self.missing_of_enemies(side));
            if score > missing {
                report(
                    faults,
                    Fault::Unbalanced {
                        side: self.players.named(side),
                        score,
                        missing,
                    },
                );
            }
        }
    }

    fn pass_if_sound(self, score: Score, faults: Faults) -> Result<Position, Faults> {
        if faults.is_empty() {
            Ok(Position::unchecked(
                self.players,
                self.board,
                self.to_move,
                score,
            ))
        } else {
            Err(faults)
        }
    }

    fn check_marbles(&self, faults: &mut Faults) {
        let start = self.players.marbles();
        for player in Player::ALL {
            let on_board = self.board.marbles_of(player).len();
            if !self.players.include(player) {
                if on_board > 0 {
                    report(faults, Fault::NotPlaying(player));
                }
            } else if on_board > start {
                report(
                    faults,
                    Fault::TooManyMarbles {
                        player,
                        on_board,
                        start,
                    },
                );
            }
        }
        if !self.players.include(self.to_move) {
            report(faults, Fault::CannotMove(self.to_move));
        }
    }

    fn check_score(&self, score: Score, faults: &mut Faults) {
        let mut winners = 0;
        for side in Side::ALL {
            let count = score.ejected_by(side);
            if count > 0 && !self.players.sides().any(|s| s == side) {
                report(faults, Fault::NoSuchSide(side));
            }
            if count > TO_WIN {
                report(
                    faults,
                    Fault::ScoreTooHigh {
                        side: self.players.named(side),
                        score: count,
                    },
                );
            }
            winners += u8::from(count >= TO_WIN);
        }
        if winners > 1 {
            report(faults, Fault::TwoWinners(self.players));
        }
    }

    fn check_balance(&self, score: Score, faults: &mut Faults) {
        let missing = self.missing();
        if self.players == Players::Three {
            let total = score.total();
            if total != missing {
                report(
                    faults,
                    Fault::UnbalancedInAll {
                        score: total,
                        missing,
                    },
                );
            }
            for player in self.players.iter() {
                let side = self.players.side(player);
                let (score, missing) = (score.ejected_by(side), self.missing_of_enemies(side));
                if score > missing {
                    report(
                        faults,
                        Fault::EjectedOwn {
                            player,
                            score,
                            missing,
                        },
                    );
                }
            }
            return;
        }
        for side in self.players.sides() {
            let (score, missing) = (score.ejected_by(side), self.missing_of_enemies(side));
            if score != missing {
                report(
                    faults,
                    Fault::Unbalanced {
                        side: self.players.named(side),
                        score,
                        missing,
                    },
                );
            }
        }
    }

    fn score_from_missing(&self, faults: &mut Faults) -> Score {
        let missing = self.missing();
        if self.players != Players::Three {
            return Score::new([
                self.missing_of_enemies(Side::First),
                self.missing_of_enemies(Side::Second),
                0,
            ]);
        }
        if missing > 0 {
            report(faults, Fault::EjectorsUnknown { missing });
        }
        Score::ZERO
    }

    /// Returns the number of marbles that are not on the board, of all players in the
    /// game.
    #[must_use]
    pub fn missing(&self) -> u8 {
        self.players.iter().map(|p| self.missing_of(p)).sum()
    }

    fn missing_of_enemies(&self, side: Side) -> u8 {
        self.players
            .iter()
            .filter(|&player| self.players.side(player) != side)
            .map(|player| self.missing_of(player))
            .sum()
    }

    /// Returns the number of one player's marbles that are not on the board.
    pub(super) fn missing_of(&self, player: Player) -> u8 {
        self.players
            .marbles()
            .saturating_sub(self.board.marbles_of(player).len())
    }
}

/// Adds a fault to the list. [`Faults`] has room for all there can be: 4 of marbles, 1 of
/// the turn, 7 of the score, 4 of the balance.
fn report(faults: &mut Faults, fault: Fault) {
    let full = faults.push(fault);
    debug_assert!(full.is_ok(), "more faults than counted");
}
