//! Any arrangement of marbles, and the door to a position that can be played.
//!
//! A [`Setup`] may be nonsense: it is what a text, a host or a half-built board
//! says. [`Setup::position`] lets through only what a game by AB-1 can reach in
//! its counts; [`Setup::study`] also lets through problems with fewer marbles.
//! Both name everything that is wrong, not only the first thing.

use super::board::Board;
use super::player::{NamedSide, Player, Players, Side};
use super::position::Position;
use super::score::{Score, TO_WIN};
use crate::clause::Clause;
use core::fmt;

/// An arrangement of marbles, not yet looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Setup {
    /// How many play, and who with whom.
    pub players: Players,
    /// The marbles.
    pub board: Board,
    /// Who moves next.
    pub to_move: Player,
    /// What each side has ejected; `None` if it was not said.
    pub score: Option<Score>,
}

/// Everything that is wrong with a [`Setup`].
pub type Faults = heapless::Vec<Fault, 16>;

/// One thing that is wrong with a [`Setup`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Fault {
    /// Marbles of somebody who does not play.
    NotPlaying(Player),
    /// Somebody who does not play is to move.
    CannotMove(Player),
    /// More marbles than a player starts with.
    TooManyMarbles {
        /// Whose.
        player: Player,
        /// How many lie on the board.
        on_board: u8,
        /// How many a player starts with.
        start: u8,
    },
    /// The score of a side that does not exist with so few players.
    NoSuchSide(Side),
    /// A side has ejected more than the number that ends the game.
    ScoreTooHigh {
        /// Which.
        side: NamedSide,
        /// What it is said to have ejected.
        score: u8,
    },
    /// More than one side has won, in a game of so many.
    TwoWinners(Players),
    /// The marbles missing on one side are not those the other has ejected.
    Unbalanced {
        /// Who ejected.
        side: NamedSide,
        /// How many, as was said.
        score: u8,
        /// How many of the other side's marbles are missing.
        missing: u8,
    },
    /// Three players: the marbles missing are not those ejected in all.
    UnbalancedInAll {
        /// All scores together.
        score: u8,
        /// How many marbles are missing.
        missing: u8,
    },
    /// Three players: more ejected than the others have lost.
    EjectedOwn {
        /// Who.
        player: Player,
        /// How many, as was said.
        score: u8,
        /// How many marbles of the others are missing.
        missing: u8,
    },
    /// Three players, marbles missing, and nobody said who ejected them.
    EjectorsUnknown {
        /// How many are missing.
        missing: u8,
    },
}

impl Fault {
    /// The clause that is broken.
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
    /// The position of a game with all its marbles: on the board or ejected.
    /// A score that was not said follows from the marbles missing, if it does.
    ///
    /// # Errors
    /// Everything that is wrong.
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
        self.look_at_marbles(&mut faults);
        let score = match self.score {
            Some(score) => {
                self.look_at_balance(score, &mut faults);
                score
            }
            None => self.score_from_missing(&mut faults),
        };
        self.look_at_score(score, &mut faults);
        self.pass_if_sound(score, faults)
    }

    /// A problem: any number of marbles up to those of AB-1. A score that was
    /// not said is zero.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn study(self) -> Result<Position, Faults> {
        let mut faults = Faults::new();
        let score = self.score.unwrap_or_default();
        self.look_at_marbles(&mut faults);
        self.look_at_score(score, &mut faults);
        self.pass_if_sound(score, faults)
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

    fn look_at_marbles(&self, faults: &mut Faults) {
        let start = self.players.marbles();
        for player in Player::ALL {
            let on_board = self.board.of(player).len();
            if !self.players.include(player) {
                if on_board > 0 {
                    say(faults, Fault::NotPlaying(player));
                }
            } else if on_board > start {
                say(
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
            say(faults, Fault::CannotMove(self.to_move));
        }
    }

    fn look_at_score(&self, score: Score, faults: &mut Faults) {
        let mut winners = 0;
        for side in Side::ALL {
            let count = score.of(side);
            if count > 0 && !self.players.sides().any(|s| s == side) {
                say(faults, Fault::NoSuchSide(side));
            }
            if count > TO_WIN {
                say(
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
            say(faults, Fault::TwoWinners(self.players));
        }
    }

    fn look_at_balance(&self, score: Score, faults: &mut Faults) {
        let missing = self.missing();
        if self.players == Players::Three {
            let total = score.total();
            if total != missing {
                say(
                    faults,
                    Fault::UnbalancedInAll {
                        score: total,
                        missing,
                    },
                );
            }
            for player in self.players.iter() {
                let side = self.players.side(player);
                let (score, missing) = (score.of(side), self.missing_of_enemies(side));
                if score > missing {
                    say(
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
            let (score, missing) = (score.of(side), self.missing_of_enemies(side));
            if score != missing {
                say(
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
            say(faults, Fault::EjectorsUnknown { missing });
        }
        Score::ZERO
    }

    /// Marbles that are not on the board, of all who play.
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

    fn missing_of(&self, player: Player) -> u8 {
        self.players
            .marbles()
            .saturating_sub(self.board.of(player).len())
    }
}

/// Room for every fault there can be: 4 of marbles, 1 of the turn, 7 of the
/// score, 4 of the balance.
fn say(faults: &mut Faults, fault: Fault) {
    let full = faults.push(fault);
    debug_assert!(full.is_ok(), "more faults than counted");
}
