//! Interpretation of a board reading as a move of Abalone.
//!
//! A move that no legal move can follow is judged when its last marble lies. One that may
//! be the beginning of another waits until the board is at rest. If a player continues
//! even later, with the same move made wider, the wider one is judged instead, as long as
//! nothing else was.

use super::cell_mapping::{differences, number_of, reading, support};
use super::{Match, State, TableView, correction, illegal_move};
use crate::board::cells::CellMask;
use crate::games::abalone::{BoardReading, Cell, Move, Position, infer};
use crate::games::cell_reading::Finality;
use crate::referee::decision::{Decision, GivenAnswer};
use crate::referee::evidence::{Evidence, EvidenceKind};
use crate::referee::game::{AnyAction, AnyCorrection};
use crate::referee::grid::CellStates;
use crate::referee::grid::cell_states::BoardAgreement;
use crate::referee::grid::play_candidates::{PlayCandidates, Support};
use crate::referee::policy::EventClass;
use crate::referee::policy_check::{PolicyResult, check_policy, with_standing_choices};
use crate::referee::question::{Choice, Doubt};
use crate::referee::table::JudgeStatus;
use crate::sensing::certainty::Certainty;
use crate::sensing::observation::Witnesses;
use crate::time::Instant;

/// Returns the decision about `evidence`, with the answer of people if they were asked.
pub(super) fn consider(
    view: TableView<'_>,
    evidence: &Evidence,
    answered: GivenAnswer,
) -> Decision {
    if view.game.is_over() {
        return Decision::Nothing;
    }
    match (evidence.kind, answered) {
        (_, Some((_, Choice::TableIsRight))) => correction::shown(view.game, view.table.board())
            .map_or(Decision::Nothing, |correction| {
                Decision::Correct(AnyCorrection::Abalone(correction))
            }),
        (_, Some((Doubt::AfterCut | Doubt::Overflow, _))) => Decision::Nothing,
        (EvidenceKind::Cell { .. }, _) if evidence.certainty.is_high() => at_once(view, evidence),
        (EvidenceKind::Board(_), Some((_, choice))) if let Some(action) = choice.action_of() => {
            match view.game.permits(action) {
                Ok(()) => Decision::Judge(AnyAction::Abalone(action)),
                Err(_) => Decision::Refuse(AnyAction::Abalone(action)),
            }
        }
        (EvidenceKind::Board(_), _) => settled(view, evidence, answered),
        _ => Decision::Nothing,
    }
}

/// True if board and game agree as far as the cells are known.
pub(super) fn agrees(game: &Match, board: &CellStates) -> bool {
    reading(game, board).distance(game.position().board()) == 0
}

/// True if the referee must act by time alone: the board must be judged, or a player
/// cannot move and passes.
pub(super) fn due(game: &Match, board: &CellStates) -> bool {
    !game.is_over() && (board.status() == JudgeStatus::Fresh || must_pass(game.position()))
}

/// True if the player to move cannot move, and a later player can.
fn must_pass(position: &Position) -> bool {
    let mut position = *position;
    for others in 0..position.players().count() {
        if position.moves().any(|action| action != Move::Pass) {
            return others > 0;
        }
        if position.play(Move::Pass).is_err() {
            return false;
        }
    }
    false
}

/// Returns the evidence of a board at rest.
pub(super) fn evidence(game: &Match, board: &CellStates, at: Instant) -> Evidence {
    let cells = reading(game, board).differences(game.position().board());
    let certainties = cells
        .into_iter()
        .map(|cell| board.certainty(number_of(cell)));
    Evidence {
        id: board.last_id(),
        at,
        kind: EvidenceKind::Board(cells.len()),
        certainty: certainties.fold(Certainty::FULL, Certainty::min),
    }
}

/// Returns the decision about a board that is not at rest: judges a move that no legal
/// move can follow.
fn at_once(view: TableView<'_>, evidence: &Evidence) -> Decision {
    let board = view.table.board();
    let reading = reading(view.game, board);
    let position = view.game.position();
    let found = infer(position, &reading);
    let Some(action) = found.only() else {
        return Decision::Nothing;
    };
    let shown = after(position, action)
        .is_some_and(|after| support(position, &after, (&reading, board)) == Support::Shown);
    let fine = board.standing() == BoardAgreement::Agrees && found.finality() == Finality::Final;
    match check_policy(view.policies[EventClass::Move], evidence, Witnesses::Two) {
        PolicyResult::Pass if fine && shown && !may_be_hidden(position, &reading) => {
            Decision::Judge(AnyAction::Abalone(action))
        }
        // At rest it is asked about or logged.
        _ => Decision::Nothing,
    }
}

fn settled(view: TableView<'_>, evidence: &Evidence, answered: GivenAnswer) -> Decision {
    let board = view.table.board();
    let reading = reading(view.game, board);
    let position = view.game.position();
    let policy = view.policies[EventClass::Move];
    if reading.distance(position.board()) == 0 {
        return rest(view, evidence, answered);
    }
    let found = explain(position, (&reading, board));
    let hidden = may_be_hidden(position, &reading);
    let doubted = Evidence {
        certainty: Certainty::NONE,
        ..*evidence
    };
    let evidence = if hidden { &doubted } else { evidence };
    if let Some(decision) = found.decision(board, policy, evidence, answered) {
        return decision;
    }
    if let PolicyResult::Log = check_policy(policy, evidence, Witnesses::Two) {
        return Decision::Log;
    }
    if widened(view, &reading) {
        return Decision::Correct(AnyCorrection::Unsettle);
    }
    if board.standing() != BoardAgreement::Agrees {
        // The difference has been reported, and is being repaired.
        return Decision::Repair;
    }
    if is_widening(view, &reading) {
        return Decision::Nothing;
    }
    if infer(position, &reading).count_underway() > 0 {
        return Decision::Nothing;
    }
    if !reading.unknown().is_empty() {
        // What cannot be seen may explain the rest.
        return Decision::Repair;
    }
    if let Some(first) = hurried(view, &reading) {
        return Decision::JudgeFirst(AnyAction::Abalone(first));
    }
    match illegal_move::attempted(position, &reading) {
        Some(action) => Decision::Refuse(AnyAction::Abalone(action)),
        None => Decision::Repair,
    }
}

/// Returns the decision about a board that agrees with the game: judges a pass if the
/// player cannot move.
fn rest(view: TableView<'_>, evidence: &Evidence, answered: GivenAnswer) -> Decision {
    if !must_pass(view.game.position()) {
        return Decision::Nothing;
    }
    let pass = AnyAction::Abalone(Move::Pass);
    match check_policy(view.policies[EventClass::TurnEnd], evidence, Witnesses::One) {
        _ if answered.is_some() => Decision::Judge(pass),
        PolicyResult::Pass => Decision::Judge(pass),
        PolicyResult::Log => Decision::Log,
        PolicyResult::Ask(doubt) => {
            Decision::Ask(doubt, with_standing_choices([Choice::Abalone(Move::Pass)]))
        }
    }
}

/// True if the player to move can have made a move that no cell in sight shows: then what
/// is in sight may be the next player's.
fn may_be_hidden(position: &Position, reading: &BoardReading) -> bool {
    let unknown = reading.unknown();
    if unknown.is_empty() {
        return false;
    }
    let mut moves = position.moves().filter(|&action| action != Move::Pass);
    moves.any(|action| {
        after(position, action).is_some_and(|after| {
            let (old, new) = (position.board(), after.board());
            Cell::all().all(|cell| old.at(cell) == new.at(cell) || unknown.contains(cell))
        })
    })
}

/// Returns the legal moves that explain the board.
fn explain(position: &Position, (reading, board): (&BoardReading, &CellStates)) -> PlayCandidates {
    let mut found = PlayCandidates::default();
    for action in infer(position, reading).explaining() {
        if let Some(after) = after(position, action) {
            let support = support(position, &after, (reading, board));
            found.push(Choice::Abalone(action), support);
        }
    }
    found
}

fn after(position: &Position, action: Move) -> Option<Position> {
    let mut after = *position;
    after.play(action).ok().map(|_| after)
}

/// True if the last move was only the beginning of the one that the board shows.
fn widened(view: TableView<'_>, reading: &BoardReading) -> bool {
    let Some(State { position, .. }) = view.before_rest else {
        return false;
    };
    let board = view.table.board();
    let found = explain(position, (reading, board));
    // Where something is out of sight, people are asked afterwards.
    if found.only().is_none() && reading.unknown().is_empty() {
        return false;
    }
    let mut wider = found.plays().filter_map(Choice::action_of);
    wider.any(|wider| was_begun(view, position, wider))
}

/// True if the last move was only the beginning of one that is still being made: of three
/// marbles moved sideways the third is yet to come.
fn is_widening(view: TableView<'_>, reading: &BoardReading) -> bool {
    let Some(State { position, .. }) = view.before_rest else {
        return false;
    };
    let mut underway = infer(position, reading).underway();
    underway.any(|wider| was_begun(view, position, wider))
}

/// True if the last judged move is also the beginning of this move.
fn was_begun(view: TableView<'_>, before: &Position, wider: Move) -> bool {
    let judged = BoardReading::colours(view.game.position().board());
    let was = differences(before, view.game.position());
    let mut underway = infer(before, &judged).underway();
    was != CellMask::EMPTY && underway.any(|action| action == wider)
}

/// Returns the move that was made before the next player's, if the board shows both;
/// `None` if there is none or more than one.
fn hurried(view: TableView<'_>, reading: &BoardReading) -> Option<Move> {
    let board = view.table.board();
    let position = view.game.position();
    let mut firsts = position.moves().filter(|&first| {
        after(position, first).is_some_and(|next| {
            let found = explain(&next, (reading, board));
            first != Move::Pass && found.only().is_some()
        })
    });
    match (firsts.next(), firsts.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}
