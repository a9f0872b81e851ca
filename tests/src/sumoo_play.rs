//! SUMOO positions to test with: from random play, and from random placement;
//! their turns, and boards that do not show what they should.

use crate::dice::Dice;
use rules_core::games::seen::Seen;
use rules_core::games::sumoo::observation::Observation;
use rules_core::games::sumoo::{Action, Cell, Colour, Game, Points, Position, Setup, Token, Turn};

/// Legal actions of a game.
#[must_use]
pub fn actions(game: &Game) -> Vec<Action> {
    let mut all = Vec::new();
    game.each_action(|action| all.push(action));
    all
}

/// Plays one action or ends the turn. Attacks are preferred, so that games get
/// somewhere.
pub fn play_one(game: &mut Game, dice: &mut Dice) {
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

/// A game reached by legal play that is not over.
#[must_use]
pub fn reached(seed: u64) -> Game {
    let mut dice = Dice::new(seed);
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

/// Twelve tokens anywhere, crowded into the first `rows` rows.
#[must_use]
pub fn placed(seed: u64, rows: usize) -> Game {
    let mut dice = Dice::new(seed);
    let mut cells: Vec<Cell> = Cell::all().take(5 * rows.clamp(3, 7)).collect();
    let mut setup = Setup::empty();
    for token in Token::ALL {
        setup.put(cells.swap_remove(dice.below(cells.len())), token);
    }
    let colour = Colour::ALL[dice.below(2)];
    let position = Position::new(&setup).unwrap_or(Position::START);
    Game::from_position(position, colour, Points::TURN)
}

/// All turns of a game, as played out.
#[must_use]
pub fn turns(game: &Game) -> Vec<(Turn, Position)> {
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

/// Spoils some cells.
#[must_use]
pub fn spoiled(mut seen: Observation, dice: &mut Dice) -> Observation {
    for _ in 0..dice.below(6) {
        let [cell, other] = [(); 2].map(|()| Cell::from_index(dice.below(35)));
        let (Some(cell), Some(other)) = (cell, other) else {
            continue;
        };
        let now = match dice.below(3) {
            0 => Seen::Empty,
            1 => Seen::Unknown,
            _ => seen.at(other),
        };
        seen.see(cell, now);
    }
    seen
}
