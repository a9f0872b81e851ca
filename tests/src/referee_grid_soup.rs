//! Soup at a grid board: pieces lifted and put as in legal plays, at random, or
//! not at all; commands in between; and a person who sorts it out again.

use crate::abalone_play::choose;
use crate::dice::Dice;
use crate::referee_grid::{cell, magnets, waking};
use crate::referee_script::Bench;
use crate::referee_soup::{BEGINNING, Ended, any_policies, handgrip};
use crate::referee_stir::Soup;
use crate::referee_words::Doing;
use crate::sumoo_play::{self, actions};
use rules_core::games::abalone::{DrawRules, Player, Repetition, Start};
use rules_core::games::sumoo::Colour;
use rules_core::referee::grid::Telling;
use rules_core::referee::record::{Judgement, Step};
use rules_core::referee::sumoo::{Acts, Deed};
use rules_core::referee::{
    By, Choice, Command, Game, Overrule, Play, Policies, Referee, Seen, abalone, sumoo,
};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::magnet::Magnet;
use rules_core::sensing::observation::What;
use rules_core::time::Span;

/// The soup of a grid board.
pub const GRID: Soup = Soup {
    begin,
    any_doing,
    any_what,
    sort_out,
    is_grounded,
    pauses: [0, 1, 30, 200, 1_300, 6_000],
    steps: (60, 40),
    polls: 16,
};

/// What the referee judges by itself is certain, and all rests on cells and words.
fn is_grounded(judgement: &Judgement) -> bool {
    let evidence = &judgement.evidence;
    let sure = judgement.step != Step::New || evidence.certainty.is_high();
    let seen = &evidence.seen;
    sure && matches!(seen, Seen::Board(_) | Seen::Cell { .. } | Seen::Said(_))
}

/// A grid game somewhere in its course.
pub fn any_game(dice: &mut Dice, telling: Telling) -> Game {
    let seed = dice.below(1 << 30) as u64;
    if dice.below(2) == 0 {
        return Game::Sumoo(sumoo::Match::new(sumoo_play::reached(seed), telling));
    }
    let mut position = dice.pick(&Start::ALL).position();
    let mut lots = Dice::new(seed);
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
    Game::Abalone(abalone::Match::new(position, rules, telling))
}

/// A bench with a grid game on it, and sensors that have seen it.
///
/// # Panics
/// If the referee does not begin, which fails the test.
pub fn begin(dice: &mut Dice, policies: Option<Policies>) -> Bench {
    let telling = dice.pick(&[
        Telling::Class,
        Telling::Class,
        Telling::Pole,
        Telling::Occupancy,
    ]);
    let game = any_game(dice, telling);
    let mut bench = Bench::default();
    bench.wait(BEGINNING);
    if dice.below(8) > 0 {
        bench
            .happen(&Doing::Sees(waking(&game)))
            .expect("observations are taken");
    }
    let policies = policies.unwrap_or_else(|| any_policies(dice));
    bench
        .begin(bench.now(), &game, policies)
        .expect("no match is running");
    bench
}

/// Something that may happen next.
pub fn any_doing(dice: &mut Dice, bench: &Bench) -> Doing {
    match dice.below(10) {
        0..=6 => Doing::See(any_what(dice, bench)),
        7 | 8 => any_command(dice, bench).map_or(Doing::Wait, Doing::Say),
        _ => Doing::Wait,
    }
}

/// A play of whoever's turn it is.
pub fn any_play(dice: &mut Dice, game: &Game) -> Option<Play> {
    match game {
        Game::Kabuto(_) => None,
        Game::Abalone(game) => {
            let mut lots = Dice::new(dice.below(1 << 30) as u64);
            choose(game.position(), &mut lots).map(Play::Abalone)
        }
        Game::Sumoo(game) => {
            let all = actions(game.game());
            Some(Play::Sumoo(if all.is_empty() || dice.below(6) == 0 {
                Deed::EndTurn
            } else {
                Deed::Acts(Acts::one(dice.pick(&all)))
            }))
        }
    }
}

/// A cell changes: one step of a legal play, one of a repair, or anything.
pub fn any_what(dice: &mut Dice, bench: &Bench) -> What {
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
        let _ = after.judge(&play);
        let wrong = differences(&bench.referee, &magnets(&after));
        if !wrong.is_empty() {
            let (number, piece) = dice.pick(&wrong);
            return cell(number, piece);
        }
    }
    let all: Vec<Magnet> = Magnet::all().collect();
    What::Cell {
        cell: dice.below(64) as u8,
        piece: (dice.below(2) == 0).then(|| dice.pick(&all)),
        certainty: Certainty(dice.pick(&[255, 200, 200, 60, 48, 47, 10, 0])),
    }
}

/// Cells that do not show this, with what they should show.
fn differences(referee: &Referee, wanted: &[Option<Magnet>]) -> Vec<(u8, Option<Magnet>)> {
    let board = referee.table().board();
    let all = (0..).zip(wanted.iter().copied());
    all.filter(|(number, piece)| board.known(*number) != Some(*piece))
        .collect()
}

fn any_command(dice: &mut Dice, bench: &Bench) -> Option<Command> {
    let game = bench.referee.session().game()?;
    if let Some(question) = bench.referee.session().question()
        && dice.below(3) > 0
    {
        let choice = match any_play(dice, game) {
            Some(Play::Abalone(action)) if dice.below(4) == 0 => Choice::Abalone(action),
            Some(Play::Sumoo(deed)) if dice.below(4) == 0 => Choice::Sumoo(deed),
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
                Overrule::Unsettle,
                Overrule::Abalone(abalone::Correction::Turn(player)),
                Overrule::Sumoo(sumoo::Correction::Turn(colour)),
            ]))
        }
        6 if dice.below(12) == 0 => Command::Abort,
        7 if dice.below(4) == 0 => Command::SetPolicies(any_policies(dice)),
        8 => Command::Answer(dice.below(9) as u16, Choice::Nothing),
        9 => Command::Declare(Play::Sumoo(Deed::EndTurn), By::Host),
        _ => Command::Declare(any_play(dice, game)?, By::Table),
    })
}

/// Gets a match out of the soup: answers what is asked, says once that the table
/// is right, or else that the referee is, and follows the repairs, which all
/// together count as one step.
pub fn sort_out(bench: &mut Bench, most: usize) -> Ended {
    let mut words = 0;
    for steps in 0..=most {
        bench.wait(bench.now() + Span::millis(6_000));
        let session = bench.referee.session();
        let over = session.game().is_none_or(Game::is_over);
        let waiting = bench.referee.waiting();
        if let Some(question) = session.question() {
            words += 1;
            let first = question.choices.first().copied();
            let choice = match first {
                Some(choice) if words <= 2 && choice != Choice::Abort => choice,
                _ => Choice::RefereeIsRight,
            };
            let answer = Doing::Say(Command::Answer(question.number, choice));
            bench.happen(&answer).expect("a listed answer is taken");
        } else if over || bench.referee.agrees() == Some(true) {
            return Ended::Agreed { steps };
        } else if waiting.repair.is_none() {
            // A piece is in somebody's hand; it goes back where it was.
            let word = Doing::Say(Command::RefereeIsRight);
            bench.happen(&word).expect("it can always be said");
        } else if words == 0 {
            words = 1;
            let said = bench.happen(&Doing::Say(Command::TableIsRight));
            if said.is_err() {
                let word = Doing::Say(Command::RefereeIsRight);
                bench.happen(&word).expect("it can always be said");
            }
        } else {
            for _ in 0..122 {
                let Some(repair) = bench.referee.waiting().repair else {
                    break;
                };
                let grip = Doing::See(handgrip(bench, repair));
                bench.happen(&grip).expect("observations are taken");
                bench.wait(bench.now() + Span::millis(300));
            }
        }
    }
    Ended::Stuck
}
