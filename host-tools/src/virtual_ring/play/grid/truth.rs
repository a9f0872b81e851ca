//! The bare game of a grid board: what truly was played.

use super::grips::Shift;
use crate::players::Kind;
use crate::players::grid::{choose_action, choose_move};
use crate::virtual_ring::chance::Chance;
use rules_core::board::Name;
use rules_core::games::abalone::{self, DrawRules, Outcome, Player, Seating, Setup, Start};
use rules_core::games::sumoo::{self, Cell, Colour, Phase};
use rules_core::player::{BySeat, Players, Seat};
use rules_core::referee::grid::Telling;
use rules_core::referee::{Game, abalone as judged_abalone, sumoo as judged_sumoo};
use rules_core::sensing::magnet::Magnet;

/// A game on a grid board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grid {
    /// Abalone.
    Abalone,
    /// The end of a game of Abalone for two: two marbles more decide it.
    AbaloneEnd,
    /// SUMOO.
    Sumoo,
}

impl Grid {
    /// The board it is played on.
    #[must_use]
    pub const fn board(self) -> Name {
        match self {
            Self::Abalone | Self::AbaloneEnd => Name::GridHex,
            Self::Sumoo => Name::GridSquare,
        }
    }
}

/// What truly was played.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one of it a match")]
pub(super) enum Truth {
    Abalone(abalone::Game),
    Sumoo(sumoo::Game),
}

/// How a judge's game differs from the truth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Difference {
    /// The pieces stand alike, and the judge has the turn that is over still
    /// open: it may have taken it for a cheaper one.
    TurnOpen,
    /// Something else.
    Other(String),
}

/// What is done next.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Deed {
    /// These pieces go; so many of them are pushed.
    Shifts(Vec<Shift>, u32),
    /// The turn ends without points left, or nobody can move: nobody says so.
    Goes,
    /// The turn ends with points left: that is said.
    Ends,
}

/// Two black pushes away from a win.
const END: &str = "wwwww/www3/7/8/wwbbb4/8/7/bb4/bbbbb b 4-4";

impl Truth {
    pub(super) fn new(grid: Grid, players: Players) -> Self {
        match grid {
            Grid::Sumoo => Self::Sumoo(sumoo::Game::new()),
            Grid::Abalone | Grid::AbaloneEnd => {
                let players = match players {
                    Players::Two => abalone::Players::Two,
                    Players::Three => abalone::Players::Three,
                    Players::Four => abalone::Players::Four(Seating::Facing),
                };
                let end = Setup::read(END).ok().filter(|_| grid == Grid::AbaloneEnd);
                let end = end.and_then(|setup| setup.position().ok());
                let start = end.unwrap_or_else(|| Start::usual(players).position());
                Self::Abalone(abalone::Game::new(start, DrawRules::default()))
            }
        }
    }

    /// The same game for a referee.
    pub(super) fn to_judge(&self) -> Game {
        match self {
            Self::Abalone(game) => Game::Abalone(judged_abalone::Match::new(
                *game.position(),
                game.rules(),
                Telling::Class,
            )),
            Self::Sumoo(game) => Game::Sumoo(judged_sumoo::Match::new(*game, Telling::Class)),
        }
    }

    /// The magnet on every cell.
    pub(super) fn cells(&self) -> Vec<Option<Magnet>> {
        match self {
            Self::Abalone(game) => abalone::Cell::all()
                .map(|cell| game.position().board().at(cell))
                .map(|owner| owner.map(judged_abalone::magnet_of))
                .collect(),
            Self::Sumoo(game) => Cell::all()
                .map(|cell| game.position().at(cell).map(judged_sumoo::magnet_of))
                .collect(),
        }
    }

    /// Turns that are over.
    pub(super) const fn turns(&self) -> u16 {
        match self {
            Self::Abalone(game) => game.turns(),
            Self::Sumoo(game) => game.turns_ended(),
        }
    }

    /// Who has won, in words.
    pub(super) fn won(&self) -> Option<String> {
        match self {
            Self::Abalone(game) => match game.outcome() {
                Outcome::Won(side) => {
                    let side = game.position().players().named(side);
                    Some(format!("{side} by six marbles"))
                }
                Outcome::Playing | Outcome::Drawn(_) => None,
            },
            Self::Sumoo(game) => match game.phase() {
                Phase::Won(colour) => Some(format!("{colour} by a token out")),
                Phase::Turn { .. } | Phase::Drawn => None,
            },
        }
    }

    /// How a judge's game differs. In a game that both have won by the same side
    /// it does not matter which piece was put last.
    pub(super) fn difference(&self, judged: Option<&Game>) -> Option<Difference> {
        let other = |judged: String, truth: String| {
            Some(Difference::Other(format!("truly {truth}, judged {judged}")))
        };
        match (self, judged) {
            (Self::Abalone(truth), Some(Game::Abalone(judged))) => {
                let judged = judged.game();
                let outcome = truth.outcome();
                if outcome != Outcome::Playing && outcome == judged.outcome() {
                    return None;
                }
                let same = truth.position() == judged.position()
                    && truth.turns() == judged.turns()
                    && truth.outcome() == judged.outcome();
                let told = |it: &abalone::Game| {
                    let position = it.position();
                    format!(
                        "turn {} of {}: {position:?}",
                        it.turns(),
                        position.to_move()
                    )
                };
                (!same).then(|| other(told(judged), told(truth))).flatten()
            }
            (Self::Sumoo(truth), Some(Game::Sumoo(judged))) => {
                let judged = judged.game();
                let won = matches!(truth.phase(), Phase::Won(_));
                if won && truth.phase() == judged.phase() {
                    return None;
                }
                let alike = truth.position().appearance() == judged.position().appearance();
                let ended = |it: &sumoo::Game| it.turns_ended();
                let same = match (truth.phase(), judged.phase()) {
                    // With fewer points for the same the player is no worse off.
                    (
                        Phase::Turn { colour, left },
                        Phase::Turn {
                            colour: other,
                            left: more,
                        },
                    ) => colour == other && more >= left && ended(truth) == ended(judged),
                    (truth, judged) => truth == judged,
                };
                if alike && same {
                    return None;
                }
                let open = truth.to_move().map(Colour::other) == judged.to_move()
                    && ended(truth) == ended(judged) + 1;
                if alike && open {
                    return Some(Difference::TurnOpen);
                }
                let told = |it: &sumoo::Game| {
                    let cells: Vec<String> = (it.position().tokens())
                        .map(|(token, cell)| format!("{token}@{},{}", cell.column(), cell.row()))
                        .collect();
                    format!("{:?} {}", it.phase(), cells.join(" "))
                };
                other(told(judged), told(truth))
            }
            (_, None) => Some(Difference::Other("no match is judged".into())),
            (_, Some(_)) => Some(Difference::Other("another game is judged".into())),
        }
    }

    /// Whoever's turn it is does something.
    pub(super) fn play(&mut self, kinds: &BySeat<Kind>, chance: &mut Chance) -> Deed {
        match self {
            Self::Abalone(game) => {
                let before = *game.position();
                let whose = Player::ALL.iter().position(|&it| it == before.to_move());
                let seat = whose.and_then(|n| Seat::ALL.get(n)).copied();
                let kind = kinds[seat.unwrap_or(Seat::First)];
                let action = choose_move(kind, &before, chance);
                // It was found among the legal ones.
                let Ok(effect) = game.play(action) else {
                    return Deed::Goes;
                };
                let Some(toward) = effect.toward() else {
                    return Deed::Goes;
                };
                let shifts = (effect.moved | effect.pushed)
                    .into_iter()
                    .filter_map(|cell| {
                        Some(Shift {
                            magnet: judged_abalone::magnet_of(before.board().at(cell)?),
                            from: judged_abalone::number_of(cell),
                            to: cell.step(toward).map(judged_abalone::number_of),
                        })
                    });
                Deed::Shifts(shifts.collect(), u32::from(effect.pushed.len()))
            }
            Self::Sumoo(game) => {
                let seat = match game.to_move() {
                    Some(Colour::Black) => Seat::Second,
                    Some(Colour::White) | None => Seat::First,
                };
                let Some(action) = choose_action(kinds[seat], game, chance) else {
                    let spent = game.points_left() == sumoo::Points::Zero;
                    // A game that is over is not played on.
                    let _ = game.end_turn();
                    return if spent { Deed::Goes } else { Deed::Ends };
                };
                let own = game.to_move();
                let effect = game.apply(action).unwrap_or_default();
                let shift = |it: &sumoo::Shift| Shift {
                    magnet: judged_sumoo::magnet_of(it.token),
                    from: it.from.into(),
                    to: it.to.map(u8::from),
                };
                let pushed = effect.iter().filter(|it| Some(it.token.colour) != own);
                let pushed = pushed.count() as u32;
                Deed::Shifts(effect.iter().map(shift).collect(), pushed)
            }
        }
    }
}
