//! Interpretation of a board reading as actions of SUMOO. No action is judged before the
//! board is at rest: almost every action may be the beginning of another.

use super::cell_mapping::{observation, support};
use super::turn_action::{ActionList, TurnAction};
use super::{Match, TableView, correction, illegal_move};
use crate::games::cell_reading::CellReading;
use crate::games::sumoo::board_reading::BoardReading;
use crate::games::sumoo::generate::cost;
use crate::games::sumoo::search::{each_fitting, may_continue};
use crate::games::sumoo::{Cell, Colour, GamePhase, Points, Position};
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
use heapless::Vec;

/// Returns the decision about `evidence`, with the answer of people if they were asked.
pub(super) fn consider(
    view: TableView<'_>,
    evidence: &Evidence,
    answered: GivenAnswer,
) -> Decision {
    let GamePhase::Turn { colour, left } = view.game.game().phase() else {
        return Decision::Nothing;
    };
    match (evidence.kind, answered) {
        (_, Some((_, Choice::TableIsRight))) => correction::shown(view.game, view.table.board())
            .map_or(Decision::Nothing, |correction| {
                Decision::Correct(AnyCorrection::Sumoo(correction))
            }),
        (_, Some((Doubt::AfterCut | Doubt::Overflow, _))) => Decision::Nothing,
        (EvidenceKind::Board(_), Some((Doubt::Passed, choice)))
            if choice.action_of() == Some(TurnAction::EndTurn) =>
        {
            match settled(view, (colour, left), evidence, None) {
                Decision::Ask(Doubt::Passed, _) => {
                    Decision::JudgeFirst(AnyAction::Sumoo(TurnAction::EndTurn))
                }
                next => next,
            }
        }
        (EvidenceKind::Board(_), Some((_, choice))) if let Some(action) = choice.action_of() => {
            let whose = match action {
                TurnAction::Acts(acts) => acts.iter().next(),
                TurnAction::EndTurn | TurnAction::AgreeDraw => None,
            };
            match view.game.permits(action) {
                Ok(()) => Decision::Judge(AnyAction::Sumoo(action)),
                Err(_) if whose.is_none() => Decision::Nothing,
                Err(_) => Decision::Refuse(AnyAction::Sumoo(action)),
            }
        }
        (EvidenceKind::Board(_), _) => settled(view, (colour, left), evidence, answered),
        _ => Decision::Nothing,
    }
}

/// True if board and game agree as far as the cells are known.
pub(super) fn agrees(game: &Match, board: &CellStates) -> bool {
    let seen = observation(game, board);
    seen.differences(game.game().position()).is_empty()
}

/// True if the referee must act by time alone: the board must be judged, or the turn's
/// points are spent.
pub(super) fn due(game: &Match, board: &CellStates) -> bool {
    let spent = game.game().points_left() == Points::Zero;
    !game.is_over() && (board.status() == JudgeStatus::Fresh || spent)
}

/// Returns the evidence of a board at rest.
pub(super) fn evidence(game: &Match, board: &CellStates, at: Instant) -> Evidence {
    let cells = observation(game, board).differences(game.game().position());
    let certainties = cells.iter().map(|cell| board.certainty(cell.into()));
    Evidence {
        id: board.last_id(),
        at,
        kind: EvidenceKind::Board(cells.len() as u8),
        certainty: certainties.fold(Certainty::FULL, Certainty::min),
    }
}

fn settled(
    view: TableView<'_>,
    (colour, left): (Colour, Points),
    evidence: &Evidence,
    answered: GivenAnswer,
) -> Decision {
    let board = view.table.board();
    let seen = observation(view.game, board);
    let position = view.game.game().position();
    let policy = view.policies[EventClass::Move];
    let found = explain(position, (colour, left), (&seen, board));
    if seen.differences(position).is_empty() {
        // Tokens that look alike may have changed places.
        return match check_policy(policy, evidence, Witnesses::Two) {
            PolicyResult::Log => Decision::Nothing,
            _ if found.is_shown() => found.ask(answered),
            _ if left == Points::Zero => end(view, evidence, answered),
            _ => Decision::Nothing,
        };
    }
    if let Some(decision) = found.decision(board, policy, evidence, answered) {
        return decision;
    }
    if let PolicyResult::Log = check_policy(policy, evidence, Witnesses::Two) {
        return Decision::Log;
    }
    if went_on(view, (&seen, board)) {
        return Decision::Correct(AnyCorrection::Unsettle);
    }
    if board.standing() != BoardAgreement::Agrees {
        // The difference has been reported, and is being repaired.
        return Decision::Repair;
    }
    if may_continue(position, colour, left, &seen) {
        return Decision::Nothing;
    }
    let reply = explain(position, (colour.other(), Points::TURN), (&seen, board));
    let attempt = illegal_move::attempted(view.game.game(), &seen);
    let tried = attempt.is_some_and(|action| illegal_move::is_by(&action, colour));
    // What cannot be seen may explain the rest.
    let is_open = has_unknown(&seen);
    match attempt {
        _ if is_open && reply.is_empty() => Decision::Repair,
        // The opponent plays: then the turn was over, if an action was done in it.
        _ if !reply.is_empty() && left != Points::TURN && !tried && !is_open => {
            Decision::JudgeFirst(AnyAction::Sumoo(TurnAction::EndTurn))
        }
        _ if !reply.is_empty() => Decision::Ask(
            Doubt::Passed,
            with_standing_choices([Choice::Sumoo(TurnAction::EndTurn)]),
        ),
        Some(action) => {
            Decision::Refuse(AnyAction::Sumoo(TurnAction::Acts(ActionList::one(action))))
        }
        None => Decision::Repair,
    }
}

/// True if some cell is not known.
fn has_unknown(seen: &BoardReading) -> bool {
    Cell::all().any(|cell| seen.at(cell) == CellReading::Unknown)
}

/// Returns the decision to end a turn whose points are spent, or to ask first.
fn end(view: TableView<'_>, evidence: &Evidence, answered: GivenAnswer) -> Decision {
    let end = AnyAction::Sumoo(TurnAction::EndTurn);
    match check_policy(view.policies[EventClass::TurnEnd], evidence, Witnesses::One) {
        _ if answered.is_some() => Decision::Judge(end),
        PolicyResult::Pass => Decision::Judge(end),
        PolicyResult::Log => Decision::Log,
        PolicyResult::Ask(doubt) => Decision::Ask(
            doubt,
            with_standing_choices([Choice::Sumoo(TurnAction::EndTurn)]),
        ),
    }
}

/// Turns that explain a board, each with its result, price and support; as many as a
/// question can offer.
type Results = Vec<(ActionList, Position, u8, Support), 16, u8>;

/// Returns the legal actions that explain the board, the cheapest for each result.
fn explain(
    before: &Position,
    (colour, points): (Colour, Points),
    (seen, board): (&BoardReading, &CellStates),
) -> PlayCandidates {
    let mut results = Results::new();
    let unmoved = before.appearance();
    each_fitting(before, colour, points, seen, |turn, result| {
        if turn.is_empty() {
            return;
        }
        let looks = result.appearance();
        if looks == unmoved {
            return;
        }
        // Among turns of equal cost the one with the fewest actions.
        let price = cost(turn) * 4 + turn.len() as u8;
        match results.iter_mut().find(|(_, known, _, _)| *known == looks) {
            Some(known) if known.2 <= price => {}
            Some(known) => (known.0, known.2) = (ActionList::from(turn), price),
            None => {
                let support = support(before, result, (seen, board));
                if support != Support::Missing {
                    // Results beyond sixteen are no better than those stored.
                    let _ = results.push((ActionList::from(turn), looks, price, support));
                }
            }
        }
    });
    results.sort_unstable_by_key(|&(_, _, price, _)| price);
    let mut found = PlayCandidates::default();
    for (acts, _, _, support) in results {
        found.push(Choice::Sumoo(TurnAction::Acts(acts)), support);
    }
    found
}

/// True if the last actions were only the beginning of what the board shows, in the same
/// turn.
fn went_on(view: TableView<'_>, shown: (&BoardReading, &CellStates)) -> bool {
    let Some(before) = view.before_rest else {
        return false;
    };
    let GamePhase::Turn { colour, left } = before.game.phase() else {
        return false;
    };
    let found = explain(before.game.position(), (colour, left), shown);
    // Where something is out of sight, people are asked afterwards.
    let is_open = has_unknown(shown.0) && !found.is_empty();
    view.game.game().to_move() == Some(colour) && (found.only().is_some() || is_open)
}
