//! Plays a game of Abalone with the rules alone: no sensors, no host, no features.
//!
//! `cargo run -p rules-core --example abalone [SEED]` lets two simple players move:
//! each pushes a marble off the board where it can, and otherwise moves at random.

use rules_core::games::abalone::{DrawRules, Game, Move, Outcome, StartPosition};
use rules_core::rng::Rng;
use std::error::Error;
use std::num::NonZeroU16;

fn main() -> Result<(), Box<dyn Error>> {
    let seed = match std::env::args().nth(1) {
        Some(word) => word.parse()?,
        None => 1,
    };
    let rules = DrawRules {
        turn_cap: NonZeroU16::new(1_000),
        ..DrawRules::default()
    };
    let mut game = Game::new(StartPosition::Standard.position(), rules);
    println!("{}", game.position());

    // A move is text, and a refusal names the clause that forbids it.
    let early: Move = "i9h8".parse()?;
    let refusal = game.play(early).err().ok_or("White moved before Black")?;
    println!("{early} is refused: {refusal}\n");

    let mut rng = Rng::new(seed);
    while game.outcome() == Outcome::Playing {
        let mover = game.position().to_move();
        let action = choose(&game, &mut rng).ok_or("no legal move, not even a pass")?;
        let effect = game.play(action).map_err(|refusal| refusal.to_string())?;
        if let Some((lost, cell)) = effect.ejected {
            println!(
                "turn {}: {mover} plays {action}, {lost} loses a marble at {cell}",
                game.turns()
            );
        }
    }
    println!("{}", game.position());
    match game.outcome() {
        Outcome::Won(side) => {
            let side = game.position().players().named(side);
            println!("{side} wins after {} turns", game.turns());
        }
        Outcome::Drawn(_) => println!("a draw after {} turns", game.turns()),
        Outcome::Playing => return Err("the game goes on".into()),
    }
    Ok(())
}

/// Returns a move that ejects a marble, or any legal one.
fn choose(game: &Game, rng: &mut Rng) -> Option<Move> {
    let moves: Vec<Move> = game.position().moves().collect();
    let ejects = |action: &&Move| {
        let mut next = *game.position();
        let effect = next.play(**action);
        effect.is_ok_and(|effect| effect.ejected.is_some())
    };
    let pushes: Vec<Move> = moves.iter().filter(ejects).copied().collect();
    let choice = if pushes.is_empty() { &moves } else { &pushes };
    rng.choose(choice).copied()
}
