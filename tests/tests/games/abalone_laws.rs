//! Laws of Abalone over positions reached by legal play, for 2, 3, 4 players.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "what is not there fails the test"
)]

use dohyo_tests::abalone_play::choose;
use dohyo_tests::test_rng::TestRng;
use proptest::prelude::*;
use rules_core::games::abalone::{
    Axis, BoardReading, Cell, Cells, Direction, Draw, DrawRules, Game, InLine, Length, Move,
    Outcome, Partnership, PlayHypothesis, Player, Players, Position, Repetition, Score, Setup,
    Sideways, StartPosition, infer,
};
use rules_core::games::cell_reading::{CellReading, GridRepair};
use std::collections::BTreeSet;

/// A position some turns into a game from any start, with any seating.
fn reached() -> impl Strategy<Value = Position> {
    (
        proptest::sample::select(StartPosition::ALL.to_vec()),
        proptest::sample::select(vec![
            Partnership::Facing,
            Partnership::FirstWithSecond,
            Partnership::FirstWithLast,
        ]),
        0..120usize,
        any::<u64>(),
    )
        .prop_map(|(start, seating, turns, seed)| {
            let mut setup = Setup::from(start.position());
            if let Players::Four(_) = setup.players {
                setup.players = Players::Four(seating);
            }
            let mut position = setup.position().unwrap();
            let mut dice = TestRng::new(seed);
            for _ in 0..turns {
                match choose(&position, &mut dice) {
                    Some(action) => drop(position.play(action).unwrap()),
                    None => break,
                }
            }
            position
        })
}

/// Everything a player could ask for, legal or not.
fn conceivable() -> Vec<Move> {
    let mut all = vec![Move::Pass];
    for cell in Cell::all() {
        for toward in Direction::ALL {
            all.extend(InLine::new(cell, toward).map(Move::InLine));
            for axis in Axis::ALL {
                for length in [Length::Two, Length::Three] {
                    all.extend(Sideways::new(cell, axis, length, toward).map(Move::Sideways));
                }
            }
        }
    }
    all
}

fn after(position: &Position, action: Move) -> Position {
    let mut after = *position;
    after.play(action).unwrap();
    after
}

fn on_board(position: &Position) -> u8 {
    position.board().occupied().len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Cites: AB-2, AB-3, AB-4, AB-5, AB-6, AB-9, AB-11.
    #[test]
    fn generated_is_accepted(position in reached()) {
        let generated: BTreeSet<Move> = position.moves().collect();
        let accepted: BTreeSet<Move> = conceivable()
            .into_iter()
            .filter(|&action| position.check_move(action).is_ok())
            .collect();
        prop_assert_eq!(&generated, &accepted);
        prop_assert_eq!(generated.len(), position.moves().count());
        let most = usize::from(rules_core::games::abalone::MAX_MOVES);
        prop_assert!(generated.len() <= most);
    }

    #[test]
    fn counting_is_generating(position in reached()) {
        prop_assert_eq!(position.perft(1), position.moves().count() as u64);
        let two: u64 = position.moves().map(|m| after(&position, m).perft(1)).sum();
        prop_assert_eq!(position.perft(2), two);
    }

    #[test]
    fn a_position_reads_back(position in reached()) {
        let text = position.to_string();
        let setup = Setup::read_for(position.players(), &text).unwrap();
        prop_assert_eq!(setup.position().unwrap(), position);
        prop_assert_eq!(Setup::read(&text).unwrap(), setup);
    }

    #[test]
    fn a_position_survives_bytes_and_json(position in reached()) {
        let json = serde_json::to_string(&position).unwrap();
        prop_assert_eq!(serde_json::from_str::<Position>(&json).unwrap(), position);
        let bytes = postcard::to_allocvec(&position).unwrap();
        prop_assert_eq!(postcard::from_bytes::<Position>(&bytes).unwrap(), position);
    }

    #[test]
    fn a_move_reads_back(index in 0..conceivable().len()) {
        let action = conceivable()[index];
        prop_assert_eq!(action.to_string().parse(), Ok(action));
    }

    /// Cites: AB-1, AB-6.
    #[test]
    fn ejected_and_on_board_are_the_start(position in reached()) {
        let players = position.players();
        let all = players.count() * players.marbles();
        prop_assert_eq!(position.score().total() + on_board(&position), all);
        for player in players.iter() {
            let there = position.board().marbles_of(player).len();
            let ejected = position.ejected(player).expect("a game, not a study");
            prop_assert_eq!(there + ejected, players.marbles());
        }
    }

    /// Cites: AB-1, AB-6.
    #[test]
    fn in_a_study_what_is_ejected_agrees_with_the_score(
        rows in proptest::collection::vec(0..9usize, 61),
        players in 2..=4u8,
        score in proptest::option::of(proptest::array::uniform3(0..6u8)),
    ) {
        let mut setup = Setup::from(StartPosition::Standard.position());
        setup.players = Players::from_count(players).unwrap();
        for (index, owner) in rows.into_iter().enumerate() {
            let owner = owner.checked_sub(1).and_then(|p| Player::ALL.get(p).copied());
            let owner = owner.filter(|&player| setup.players.include(player));
            setup.board.put(Cell::from_index(index).unwrap(), owner);
        }
        setup.score = score.map(Score::new);
        if let Ok(position) = setup.study() {
            let ejected: Option<u8> = setup.players.iter().map(|p| position.ejected(p)).sum();
            match ejected {
                Some(ejected) => prop_assert_eq!(ejected, position.score().total()),
                None => prop_assert!(position.score().total() < setup.missing()),
            }
            prop_assert_eq!(Setup::from(position).study(), Ok(position));
        }
    }

    /// Cites: AB-6.
    #[test]
    fn only_an_enemy_marble_is_ever_ejected(position in reached()) {
        let players = position.players();
        let mover = players.side(position.to_move());
        for action in position.moves() {
            let after = after(&position, action);
            for player in players.iter().filter(|&p| players.side(p) == mover) {
                prop_assert_eq!(
                    after.board().marbles_of(player).len(),
                    position.board().marbles_of(player).len()
                );
            }
            prop_assert!(on_board(&position) - on_board(&after) <= 1);
        }
    }

    #[test]
    fn a_legal_move_is_found_again_from_its_result(position in reached(), colours: bool) {
        let sight_of = |p: &Position| if colours {
            BoardReading::colours(p.board())
        } else {
            BoardReading::occupancy(p.board())
        };
        let results: Vec<(Move, BoardReading)> = position
            .moves()
            .map(|action| (action, sight_of(&after(&position, action))))
            .collect();
        for (action, sight) in &results {
            let inference = infer(&position, sight);
            let found: Vec<Move> = inference.explaining().collect();
            let alike: Vec<Move> = results
                .iter()
                .filter(|(_, other)| other == sight)
                .map(|&(action, _)| action)
                .collect();
            prop_assert_eq!(&found, &alike);
            prop_assert_eq!(inference.repairs(), 0);
            if alike.len() == 1 && *action != Move::Pass {
                prop_assert_eq!(inference.only(), Some(*action));
            }
        }
    }

    #[test]
    fn inference_never_proposes_an_illegal_move(
        position in reached(),
        changes in proptest::collection::vec((0..61usize, 0..7usize), 0..8),
    ) {
        let mut sight = BoardReading::colours(position.board());
        for (index, kind) in changes {
            let seen = match kind {
                0 => CellReading::Unknown,
                1 => CellReading::Occupied,
                2..=3 => CellReading::Empty,
                _ => CellReading::Looks(Player::ALL[kind - 4]),
            };
            sight.set(Cell::from_index(index).unwrap(), seen);
        }
        let inference = infer(&position, &sight);
        let proposed = inference.explaining().chain(inference.underway());
        for action in proposed {
            prop_assert!(position.check_move(action).is_ok());
        }
        prop_assert!(inference.nearest().count() > 0);
        for explanation in inference.nearest() {
            if let PlayHypothesis::Moved(action) = explanation.cause {
                let reached = after(&position, action);
                prop_assert_eq!(reached.board(), &explanation.board);
            }
        }
    }

    #[test]
    fn repairs_one_by_one_lead_to_the_explanation(
        position in reached(),
        changes in proptest::collection::vec((0..61usize, 0..6usize), 0..8),
    ) {
        let mut sight = BoardReading::colours(position.board());
        for (index, kind) in changes {
            let seen = match kind {
                0 => CellReading::Empty,
                1 => CellReading::Occupied,
                _ => CellReading::Looks(Player::ALL[kind - 2]),
            };
            sight.set(Cell::from_index(index).unwrap(), seen);
        }
        let inference = infer(&position, &sight);
        for explanation in inference.nearest() {
            let mut seen = sight;
            let mut placing = false;
            for left in (0..explanation.repairs).rev() {
                match seen.repair(&explanation.board).unwrap() {
                    GridRepair::Remove(cell) => {
                        prop_assert!(!placing, "a removal after a placement");
                        prop_assert_ne!(seen.at(cell), CellReading::Empty);
                        seen.set(cell, CellReading::Empty);
                    }
                    GridRepair::Place(player, cell) => {
                        placing = true;
                        prop_assert_eq!(seen.at(cell), CellReading::Empty);
                        seen.set(cell, CellReading::Looks(player));
                    }
                }
                prop_assert_eq!(seen.distance(&explanation.board), left);
            }
            prop_assert_eq!(seen.repair(&explanation.board), None);
        }
    }

    /// Every order of lifting and putting down the marbles of a legal move.
    #[test]
    fn a_move_in_the_air_is_seen_as_underway(
        position in reached(),
        pick in any::<prop::sample::Index>(),
        stages in proptest::collection::vec(0..3u8, 5),
    ) {
        let moves: Vec<Move> = position.moves().filter(|&m| m != Move::Pass).collect();
        prop_assume!(!moves.is_empty());
        let action = moves[pick.index(moves.len())];
        let effect = position.check_move(action).unwrap();
        let toward = effect.toward().unwrap();
        // Each marble is at its old point, in the air, or at its new point;
        // the front ones go first, as they must.
        let mut from: Vec<Cell> = (effect.moved | effect.pushed).into_iter().collect();
        from.sort_by_key(|c| {
            core::iter::successors(Some(*c), |c| c.step(toward)).count()
        });
        let mut board = *position.board();
        let mut reached_end = true;
        for (&cell, &stage) in from.iter().zip(&stages) {
            let owner = board.at(cell);
            let free = cell.step(toward).is_none_or(|to| board.at(to).is_none());
            match (stage, free) {
                (0, _) => reached_end = false,
                (1, _) | (2, false) => {
                    board.put(cell, None);
                    reached_end = false;
                }
                _ => {
                    board.put(cell, None);
                    if let Some(to) = cell.step(toward) {
                        board.put(to, owner);
                    }
                }
            }
        }
        for sight in [BoardReading::colours(&board), BoardReading::occupancy(&board)] {
            let inference = infer(&position, &sight);
            let known = inference.explaining().chain(inference.underway());
            prop_assert!(known.into_iter().any(|m| m == action), "{action} {board}");
            if reached_end {
                prop_assert!(inference.explaining().any(|m| m == action));
            }
        }
    }

    #[test]
    fn no_text_is_too_strange_to_be_answered(text in ".{0,90}") {
        let _ = text.parse::<Move>();
        let _ = text.parse::<Cell>();
        let _ = StartPosition::from_name(&text);
        if let Ok(setup) = Setup::read(&text) {
            let _ = (setup.position(), setup.study());
        }
    }

    #[test]
    fn a_setup_reads_back(position in reached(), score: bool) {
        let mut setup = Setup::from(position);
        if !score {
            setup.score = None;
        }
        prop_assert_eq!(Setup::read(&setup.to_string()).unwrap(), setup);
    }

    #[test]
    fn the_door_answers_every_setup(
        rows in proptest::collection::vec(0..5usize, 61),
        players in 2..=4u8,
        to_move in 0..4usize,
        score in proptest::option::of(proptest::array::uniform3(0..20u8)),
    ) {
        let mut setup = Setup::from(StartPosition::Standard.position());
        for (index, owner) in rows.into_iter().enumerate() {
            let cell = Cell::from_index(index).unwrap();
            setup.board.put(cell, owner.checked_sub(1).map(|p| Player::ALL[p]));
        }
        setup.players = Players::from_count(players).unwrap();
        setup.to_move = Player::ALL[to_move];
        setup.score = score.map(Score::new);
        if let Err(faults) = setup.position() {
            prop_assert!(!faults.is_empty());
        }
        let _ = setup.study();
    }
}

/// Cites: AB-11.
#[test]
fn a_pass_is_one_leaf() {
    // Black is shut in; white has two singles and more.
    let setup = Setup::read("5/6/7/8/9/8/7/ww4/bw3").unwrap();
    let position = setup.study().unwrap();
    assert_eq!(position.perft(1), 1);
    assert_eq!(
        position.perft(2),
        after(&position, Move::Pass).moves().count() as u64
    );
}

/// Cites: AB-8, AB-9.
#[test]
fn a_won_game_has_no_leaves() {
    let three = "ww1rr/ww2rr/ww3rr/w5rr/4bbb1w/8/7/bbb3/bbbbb w 6-0-0";
    let four = "rrrrr/rrr2g/5gg/ww4gg/ww5br/w6g/w6/bbb3/bbbbb w 6-0";
    for text in [three, four] {
        let position = Setup::read(text).unwrap().position().unwrap();
        assert_eq!(position.perft(1), 0);
        assert_eq!(position.moves().count(), 0);
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<Position>() <= 48);
    assert!(size_of::<rules_core::games::abalone::Game>() <= 256);
    assert!(size_of::<BoardReading>() <= 48);
    assert_eq!(Cells::ALL.len(), 61);
}

/// The same position as first, second and last of so many turns.
fn third_time_after_walks_of(steps: usize) -> Outcome {
    let rules = DrawRules {
        repetition: Repetition::ThreefoldDraws,
        turn_cap: None,
    };
    let mut game = Game::new(StartPosition::Standard.position(), rules);
    let mut turns: Vec<String> = ["c5d5", "g7f7", "d5c5", "f7g7"].map(str::to_owned).to_vec();
    let black = ["c3", "d3", "d4", "d5", "d6", "d7", "d8", "e8", "e7", "e6"];
    let white = ["g5", "f5", "f4", "f3", "f2", "e1", "e2", "e3", "e4", "e5"];
    for step in 0..steps {
        turns.extend([black, white].map(|walk| format!("{}{}", walk[step], walk[step + 1])));
    }
    for step in (0..steps).rev() {
        turns.extend([black, white].map(|walk| format!("{}{}", walk[step + 1], walk[step])));
    }
    for turn in turns {
        assert_eq!(game.outcome(), Outcome::Playing, "before {turn}");
        game.play(turn.parse().unwrap()).unwrap();
    }
    assert_eq!(
        game.position().board(),
        StartPosition::Standard.position().board(),
        "the walks lead back"
    );
    game.outcome()
}

/// Cites: AB-12.
#[test]
fn the_third_time_is_noticed_among_the_last_40_positions() {
    // After 36 turns the first position is the 37th last; after 40, the 41st.
    let drawn = Outcome::Drawn(Draw::Threefold);
    assert_eq!(third_time_after_walks_of(8), drawn);
    assert_eq!(third_time_after_walks_of(9), Outcome::Playing);
}
