//! Who plays, whose turn it is and who has won, whatever the game.

use super::Game;
use crate::games::abalone::{Outcome, Player, Players as Marbles, Side as MarbleSide};
use crate::games::kabuto::{Edition, Phase};
use crate::games::sumoo::{Colour, Phase as SumooPhase};
use crate::player::{Players, Seat, Side};

impl Game {
    /// What it is called.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Kabuto(game) => match game.terms().edition {
                Edition::SakuraSlam => "Sakura Slam",
                Edition::KabutoSumo => "Kabuto Sumo",
            },
            Self::Abalone(_) => "Abalone",
            Self::Sumoo(_) => "SUMOO",
        }
    }

    /// How many play.
    #[must_use]
    pub const fn players(&self) -> Players {
        match self {
            Self::Kabuto(game) => game.terms().players,
            Self::Abalone(game) => match game.position().players() {
                Marbles::Two => Players::Two,
                Marbles::Three => Players::Three,
                Marbles::Four(_) => Players::Four,
            },
            Self::Sumoo(_) => Players::Two,
        }
    }

    /// The side a seat belongs to.
    #[must_use]
    pub fn side_of(&self, seat: Seat) -> Side {
        match self {
            Self::Kabuto(game) => game.terms().side_of(seat),
            Self::Abalone(game) => side(game.position().players().side(player(seat))),
            Self::Sumoo(_) => Players::Two.side_of(seat),
        }
    }

    /// The colour of a seat's pieces.
    #[must_use]
    pub const fn colour(&self, seat: Seat) -> &'static str {
        match self {
            Self::Kabuto(game) => game.terms().colours.0[seat.index()].word(),
            Self::Abalone(_) => player(seat).name(),
            Self::Sumoo(_) => match seat {
                Seat::First | Seat::Third => "white",
                Seat::Second | Seat::Fourth => "black",
            },
        }
    }

    /// Whose turn it is; who was to play when it ended, if it has.
    #[must_use]
    pub const fn turn(&self) -> Seat {
        match self {
            Self::Kabuto(game) => match game.state().phase {
                Phase::Opening => game.terms().players.last(),
                Phase::InTurn | Phase::Settling(_) | Phase::Over(_) => game.state().turn.seat,
            },
            Self::Abalone(game) => match game.position().to_move() {
                Player::Black => Seat::First,
                Player::White => Seat::Second,
                Player::Red => Seat::Third,
                Player::Green => Seat::Fourth,
            },
            Self::Sumoo(game) => match game.game().phase() {
                SumooPhase::Turn {
                    colour: Colour::Black,
                    ..
                }
                | SumooPhase::Won(Colour::White) => Seat::Second,
                SumooPhase::Turn { .. } | SumooPhase::Won(_) | SumooPhase::Drawn => Seat::First,
            },
        }
    }

    /// The side that has won; none while it goes on, and none if it is drawn.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Kabuto(game) => game.outcome().map(|it| it.winner),
            Self::Abalone(game) => match game.game().outcome() {
                Outcome::Won(winner) => Some(side(winner)),
                Outcome::Playing | Outcome::Drawn(_) => None,
            },
            Self::Sumoo(game) => match game.game().phase() {
                SumooPhase::Won(Colour::White) => Some(Side::One),
                SumooPhase::Won(Colour::Black) => Some(Side::Two),
                SumooPhase::Turn { .. } | SumooPhase::Drawn => None,
            },
        }
    }
}

const fn player(seat: Seat) -> Player {
    match seat {
        Seat::First => Player::Black,
        Seat::Second => Player::White,
        Seat::Third => Player::Red,
        Seat::Fourth => Player::Green,
    }
}

const fn side(side: MarbleSide) -> Side {
    match side {
        MarbleSide::First => Side::One,
        MarbleSide::Second => Side::Two,
        MarbleSide::Third => Side::Three,
    }
}
