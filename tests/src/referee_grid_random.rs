//! Random inputs of a grid board: pieces lifted and put as in legal plays, at random, or
//! not at all; commands in between; and a person who brings table and match back
//! together.

use crate::abalone_play::choose;
use crate::referee_grid::{cell, magnets, waking};
use crate::referee_random::{BEGINNING, EndedBy, any_policies, handgrip};
use crate::referee_random_laws::RandomInputs;
use crate::referee_script::ScriptBench;
use crate::referee_script_parse::ScriptLine;
use crate::sumoo_play::{self, actions};
use crate::test_rng::TestRng;
use rules_core::games::abalone::{DrawRules, Player, Repetition, StartPosition};
use rules_core::games::sumoo::Colour;
use rules_core::referee::grid::MagnetCoding;
use rules_core::referee::record::{Judgement, UndoStep};
use rules_core::referee::sumoo::{ActionList, TurnAction};
use rules_core::referee::{
    AnyAction, AnyCorrection, AnyGame, Choice, Command, EvidenceKind, Policies, Referee, Speaker,
    abalone, sumoo,
};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::magnet::Magnet;
use rules_core::sensing::observation::ObservationKind;
use rules_core::time::Span;

/// Generators of random inputs for a grid board.
pub const GRID: RandomInputs = RandomInputs {
    begin,
    any_doing,
    any_what,
    sort_out,
    is_grounded,
    pauses: [0, 1, 30, 200, 1_300, 6_000],
    steps: (60, 40),
    polls: 16,
};

/// True if a judgement that the referee made without a question is certain, and all its
/// evidence is cells and words.
fn is_grounded(judgement: &Judgement) -> bool {
    let evidence = &judgement.evidence;
    let sure = judgement.step != UndoStep::New || evidence.certainty.is_high();
    let seen = &evidence.kind;
    sure && matches!(
        seen,
        EvidenceKind::Board(_) | EvidenceKind::Cell { .. } | EvidenceKind::Declared(_)
    )
}

/// Draws a grid game somewhere in its course.
pub fn any_game(dice: &mut TestRng, coding: MagnetCoding) -> AnyGame {
    let seed = dice.below(1 << 30) as u64;
    if dice.below(2) == 0 {
        return AnyGame::Sumoo(sumoo::Match::new(sumoo_play::reached(seed), coding));
    }
    let mut position = dice.pick(&StartPosition::ALL).position();
    let mut lots = TestRng::new(seed);
    for _ in 0..dice.below(60) {
        let Some(action) = choose(&position, &mut lots) else {
            break;
        };
        let mut next = position;
        if next.play(action).is_ok() && next.winner().is_none() {
            position = next;
        }
    }
    let rules = DrawRules {
        repetition: dice.pick(&[Repetition::Allowed, Repetition::ThreefoldDraws]),
        turn_cap: None,
    };
    AnyGame::Abalone(abalone::Match::new(position, rules, coding))
}

/// Begins a random grid game on a bench whose sensors have seen the board.
///
/// # Panics
/// If the referee does not begin, which fails the test.
pub fn begin(dice: &mut TestRng, policies: Option<Policies>) -> ScriptBench {
    let coding = dice.pick(&[
        MagnetCoding::Class,
        MagnetCoding::Class,
        MagnetCoding::Pole,
        MagnetCoding::Occupancy,
    ]);
    let game = any_game(dice, coding);
    let mut bench = ScriptBench::default();
    bench.wait(BEGINNING);
    if dice.below(8) > 0 {
        bench
            .happen(&ScriptLine::Sees(waking(&game)))
            .expect("observations are taken");
    }
    let policies = policies.unwrap_or_else(|| any_policies(dice));
    bench
        .begin(bench.now(), &game, policies)
        .expect("no match is running");
    bench
}

/// Draws an input that may come next.
pub fn any_doing(dice: &mut TestRng, bench: &ScriptBench) -> ScriptLine {
    match dice.below(10) {
        0..=6 => ScriptLine::See(any_what(dice, bench)),
        7 | 8 => any_command(dice, bench).map_or(ScriptLine::Wait, ScriptLine::Say),
        _ => ScriptLine::Wait,
    }
}

/// Draws a legal play of the player whose turn it is; `None` if there is none.
pub fn any_play(dice: &mut TestRng, game: &AnyGame) -> Option<AnyAction> {
    match game {
        AnyGame::Kabuto(_) => None,
        AnyGame::Abalone(game) => {
            let mut lots = TestRng::new(dice.below(1 << 30) as u64);
            choose(game.position(), &mut lots).map(AnyAction::Abalone)
        }
        AnyGame::Sumoo(game) => {
            let all = actions(game.game());
            Some(AnyAction::Sumoo(if all.is_empty() || dice.below(6) == 0 {
                TurnAction::EndTurn
            } else {
                TurnAction::Acts(ActionList::one(dice.pick(&all)))
            }))
        }
    }
}

/// Draws a cell change: one step of a legal play, one of a repair, or an arbitrary one.
pub fn any_what(dice: &mut TestRng, bench: &ScriptBench) -> ObservationKind {
    let way = dice.below(10);
    if let Some(repair) = bench.referee.waiting().repair
        && way < 3
    {
        return handgrip(bench, repair);
    }
    if let Some(game) = bench.referee.session().game()
        && way < 8
        && let Some(play) = any_play(dice, game)
    {
        let mut after = game.clone();
        let _ = after.apply(&play);
        let wrong = differences(&bench.referee, &magnets(&after));
        if !wrong.is_empty() {
            let (number, piece) = dice.pick(&wrong);
            return cell(number, piece);
        }
    }
    let all: Vec<Magnet> = Magnet::all().collect();
    ObservationKind::Cell {
        cell: dice.below(64) as u8,
        piece: (dice.below(2) == 0).then(|| dice.pick(&all)),
        certainty: Certainty(dice.pick(&[255, 200, 200, 60, 48, 47, 10, 0])),
    }
}

/// Lists the cells that do not show the wanted content, with that content.
fn differences(referee: &Referee, wanted: &[Option<Magnet>]) -> Vec<(u8, Option<Magnet>)> {
    let board = referee.table().board();
    let all = (0..).zip(wanted.iter().copied());
    all.filter(|(number, piece)| board.known(*number) != Some(*piece))
        .collect()
}

fn any_command(dice: &mut TestRng, bench: &ScriptBench) -> Option<Command> {
    let game = bench.referee.session().game()?;
    if let Some(question) = bench.referee.session().question()
        && dice.below(3) > 0
    {
        let play = any_play(dice, game);
        let choice = match play.and_then(|play| play.choice()) {
            Some(choice) if dice.below(4) == 0 => choice,
            _ => dice.pick(&question.choices),
        };
        return Some(Command::Answer(question.number, choice));
    }
    Some(match dice.below(14) {
        0 | 1 => Command::Undo,
        2 => Command::Redo,
        3 => Command::TableIsRight,
        4 => Command::RefereeIsRight,
        5 => {
            let (player, colour) = (dice.pick(&Player::ALL), dice.pick(&Colour::ALL));
            Command::Overrule(dice.pick(&[
                AnyCorrection::Unsettle,
                AnyCorrection::Abalone(abalone::Correction::Turn(player)),
                AnyCorrection::Sumoo(sumoo::Correction::Turn(colour)),
            ]))
        }
        6 if dice.below(12) == 0 => Command::Abort,
        7 if dice.below(4) == 0 => Command::SetPolicies(any_policies(dice)),
        8 => Command::Answer(dice.below(9) as u16, Choice::Nothing),
        9 => Command::Declare(AnyAction::Sumoo(TurnAction::EndTurn), Speaker::Host),
        _ => Command::Declare(any_play(dice, game)?, Speaker::Table),
    })
}

/// Sorts a match out in at most `most` steps: answers questions, declares once that the
/// table is right, or else that the referee is, and follows the repairs, which all
/// together count as one step.
pub fn sort_out(bench: &mut ScriptBench, most: usize) -> EndedBy {
    let mut words = 0;
    for steps in 0..=most {
        bench.wait(bench.now() + Span::millis(6_000));
        let session = bench.referee.session();
        let over = session.game().is_none_or(AnyGame::is_over);
        let waiting = bench.referee.waiting();
        if let Some(question) = session.question() {
            words += 1;
            let first = question.choices.first().copied();
            let choice = match first {
                Some(choice) if words <= 2 && choice != Choice::Abort => choice,
                _ => Choice::RefereeIsRight,
            };
            let answer = ScriptLine::Say(Command::Answer(question.number, choice));
            bench.happen(&answer).expect("a listed answer is taken");
        } else if over || bench.referee.agrees() == Some(true) {
            return EndedBy::Agreed { steps };
        } else if waiting.repair.is_none() {
            // A piece is in somebody's hand; it goes back where it was.
            let word = ScriptLine::Say(Command::RefereeIsRight);
            bench.happen(&word).expect("it can always be said");
        } else if words == 0 {
            words = 1;
            let said = bench.happen(&ScriptLine::Say(Command::TableIsRight));
            if said.is_err() {
                let word = ScriptLine::Say(Command::RefereeIsRight);
                bench.happen(&word).expect("it can always be said");
            }
        } else {
            for _ in 0..122 {
                let Some(repair) = bench.referee.waiting().repair else {
                    break;
                };
                let grip = ScriptLine::See(handgrip(bench, repair));
                bench.happen(&grip).expect("observations are taken");
                bench.wait(bench.now() + Span::millis(300));
            }
        }
    }
    EndedBy::Stuck
}
