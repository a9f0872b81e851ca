//! SUMOO positions for tests: from random play, and from random placement; their turns,
//! and boards with wrong readings.

use crate::test_rng::TestRng;
use rules_core::games::cell_reading::CellReading;
use rules_core::games::sumoo::board_reading::{BoardReading, TokenAppearance};
use rules_core::games::sumoo::{
    Action, ActionSequence, Cell, Colour, Game, Points, Position, Setup, Token,
};

/// Returns the legal actions of a game.
#[must_use]
pub fn actions(game: &Game) -> Vec<Action> {
    let mut all = Vec::new();
    game.each_action(|action| all.push(action));
    all
}

/// Plays one random action or ends the turn. Attacks are preferred, so that games
/// progress.
pub fn play_one(game: &mut Game, dice: &mut TestRng) {
    let all = actions(game);
    let attacks: Vec<_> = all
        .iter()
        .filter(|action| matches!(action, Action::Attack(_)))
        .collect();
    let chosen = if !attacks.is_empty() && dice.below(2) == 0 {
        Some(*attacks[dice.below(attacks.len())])
    } else if all.is_empty() || dice.below(6) == 0 {
        None
    } else {
        Some(all[dice.below(all.len())])
    };
    let done = match chosen {
        Some(action) => game.apply(action).map(drop),
        None => game.end_turn(),
    };
    assert!(done.is_ok(), "a generated action was refused: {done:?}");
}

/// Returns a random game that was reached by legal play and is not over.
#[must_use]
pub fn reached(seed: u64) -> Game {
    let mut dice = TestRng::new(seed);
    let mut game = Game::new();
    for _ in 0..dice.below(120) {
        let mut next = game;
        play_one(&mut next, &mut dice);
        if next.to_move().is_none() {
            break;
        }
        game = next;
    }
    game
}

/// Returns a game with twelve tokens placed at random in the first `rows` rows.
#[must_use]
pub fn placed(seed: u64, rows: usize) -> Game {
    let mut dice = TestRng::new(seed);
    let mut cells: Vec<Cell> = Cell::all().take(5 * rows.clamp(3, 7)).collect();
    let mut setup = Setup::empty();
    for token in Token::ALL {
        setup.put(cells.swap_remove(dice.below(cells.len())), token);
    }
    let colour = Colour::ALL[dice.below(2)];
    let position = Position::new(&setup).unwrap_or(Position::START);
    Game::from_position(position, colour, Points::TURN)
}

/// Returns all legal turns of a game, each with the position at its end.
#[must_use]
pub fn turns(game: &Game) -> Vec<(ActionSequence, Position)> {
    let mut all = Vec::new();
    let Some(colour) = game.to_move() else {
        return all;
    };
    game.position()
        .each_turn(colour, game.points_left(), |turn, end| {
            all.push((turn.clone(), *end));
        });
    all
}

/// Returns the reading with up to five random cells empty, unknown or wrong.
#[must_use]
pub fn spoiled(mut seen: BoardReading, dice: &mut TestRng) -> BoardReading {
    for _ in 0..dice.below(6) {
        let [cell, other] = [(); 2].map(|()| Cell::from_index(dice.below(35)));
        let (Some(cell), Some(other)) = (cell, other) else {
            continue;
        };
        let now = match dice.below(3) {
            0 => CellReading::Empty,
            1 => CellReading::Unknown,
            _ => seen.at(other),
        };
        seen.set(cell, now);
    }
    seen
}

/// Detail of a token that the sensors of a board can recognise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SensorDetail {
    /// The sensors recognise only if a token is there.
    Occupancy,
    /// The sensors recognise the colour of a token.
    Colour,
    /// The sensors recognise colour and force of a token.
    Class,
}

impl SensorDetail {
    /// All levels of detail, the poorest first.
    pub const ALL: [Self; 3] = [Self::Occupancy, Self::Colour, Self::Class];

    /// Returns the reading of a cell that holds `token`.
    #[must_use]
    pub const fn reading_of(self, token: Token) -> CellReading<TokenAppearance> {
        match self {
            Self::Occupancy => CellReading::Occupied,
            Self::Colour => CellReading::Looks(TokenAppearance::Colour(token.colour)),
            Self::Class => CellReading::Looks(TokenAppearance::Class(token.colour, token.force())),
        }
    }
}

/// Returns the reading that a perfect board with this detail shows of a position.
#[must_use]
pub fn ideal_reading(position: &Position, detail: SensorDetail) -> BoardReading {
    let mut all = BoardReading::unknown();
    for cell in Cell::all() {
        let reading = position.at(cell).map(|token| detail.reading_of(token));
        all.set(cell, reading.unwrap_or(CellReading::Empty));
    }
    all
}
