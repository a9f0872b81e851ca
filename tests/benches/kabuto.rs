//! Size of a match and speed of random legal play: `cargo bench --bench kabuto`.

use dohyo_tests::kabuto_play::any_setup;
use dohyo_tests::test_rng::TestRng;
use rules_core::games::kabuto::action::{Load, MoveChoices, MoveUse, OnRing, Remarks};
use rules_core::games::kabuto::card::{Cost, MoveIndex};
use rules_core::games::kabuto::state::Platform;
use rules_core::games::kabuto::{Action, Match, MatchPhase, State, Terms};
use rules_core::piece::{Element, Piece, Size};
use rules_core::place::{Edge, Facing, Place, Post};
use rules_core::player::Seat;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long to play.
const SPAN: Duration = Duration::from_secs(3);

fn main() {
    println!("size of Match      {:>9} bytes", size_of::<Match>());
    println!("  of it Terms      {:>9} bytes", size_of::<Terms>());
    println!("  of it State      {:>9} bytes", size_of::<State>());

    let deck = host_core::data::house_deck();
    let mut dice = TestRng::new(1);
    let (mut accepted, mut refused, mut matches) = (0_u64, 0_u64, 0_u64);
    let start = Instant::now();
    while start.elapsed() < SPAN {
        let Ok(mut game) = any_setup(&mut dice, &deck).begin(&deck.cards) else {
            continue;
        };
        matches += 1;
        for _ in 0..4000 {
            if game.outcome().is_some() {
                break;
            }
            match game.apply(&proposal(&mut dice, &game)) {
                Ok(rulings) => {
                    black_box(rulings);
                    accepted += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("matches played     {matches:>9}");
    println!("legal actions      {accepted:>9}");
    println!("refused proposals  {refused:>9}");
    println!(
        "legal actions/s    {:>9.2} million on one core",
        accepted as f64 / seconds / 1e6
    );
}

/// What a player might do now; most of it is legal.
fn proposal(dice: &mut TestRng, game: &Match) -> Action {
    let state = game.state();
    let side = game.terms().side_of(state.turn.seat);
    match state.phase {
        MatchPhase::Opening => Action::PlaceMarker(
            game.terms().side_of(game.terms().players.last()),
            dice.pick(&Post::ALL),
        ),
        MatchPhase::Settling(_) => match dice.below(3) {
            0 => Action::Settle,
            _ => Action::Fall(falling(dice, game)),
        },
        MatchPhase::InTurn | MatchPhase::Over(_) => match dice.below(9) {
            8 => Action::Use(special(dice, game)),
            0 | 1 if game.terms().book().has_posts() => {
                Action::Dock(Place::Corner(dice.pick(&Post::ALL)), Facing::Short)
            }
            0 | 1 => Action::Dock(
                Place::Along {
                    edge: dice.pick(&Edge::ALL),
                    at_mm: 100,
                },
                Facing::Short,
            ),
            2 => match state.turn.platform {
                Platform::Down(Place::Corner(post), _) => Action::PlaceMarker(side, post),
                _ => Action::EndTurn,
            },
            3 => match state.markers[side].iter().next() {
                Some(post) => Action::TakeMarker(side, post),
                None => Action::EndTurn,
            },
            4 => Action::EndTurn,
            _ => {
                let mut load = Load::new();
                if let Some((element, _)) = game.in_hand().next() {
                    let _ = load.push(Piece::Element(element));
                }
                Action::Push(load, Remarks::EMPTY)
            }
        },
    }
}

/// A special move with choices that often fit.
fn special(dice: &mut TestRng, game: &Match) -> MoveUse {
    let card_of = game.state().turn.seat;
    let opponent = dice.pick(&[Seat::First, Seat::Second]);
    let nth = dice.pick(&MoveIndex::ALL);
    let asks = |cost: fn(&Cost) -> bool| {
        let rule = game.terms().move_rule(card_of, nth);
        rule.is_some_and(|rule| rule.costs.iter().any(cost))
    };
    let large = OnRing::Piece(Piece::pawn(Size::Large));
    let mut choices = MoveChoices::default();
    if asks(|cost| matches!(cost, Cost::Pay(_))) {
        choices.pay_to = Some(opponent);
    }
    if asks(|cost| matches!(cost, Cost::Stack(..))) {
        choices.stack_on = Some(large);
    }
    MoveUse {
        card_of,
        nth,
        choices,
    }
}

/// A pawn mostly, a sumo once in a long while.
fn falling(dice: &mut TestRng, game: &Match) -> Piece {
    if dice.below(400) == 0 {
        return Piece::Sumo(dice.pick(&Seat::ALL));
    }
    let size = dice.pick(&Size::ALL);
    if game.state().ring.pawns[size] > 0 {
        Piece::Element(Element::Pawn(size))
    } else {
        Piece::Belt
    }
}
