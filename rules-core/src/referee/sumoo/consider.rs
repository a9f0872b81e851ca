//! From the board as seen to a verdict. Nothing is judged before the board is
//! settled: almost every action may be the beginning of another.

use super::deed::{Acts, Deed};
use super::sight::{observation, support};
use super::{Match, View, attempt, correction};
use crate::games::sumoo::generate::cost;
use crate::games::sumoo::observation::Observation;
use crate::games::sumoo::search::{each_fitting, may_continue};
use crate::games::sumoo::{Colour, Phase, Points, Position};
use crate::referee::evidence::{Evidence, Seen, Witnesses};
use crate::referee::game::{Overrule, Play};
use crate::referee::gate::{Gate, choices, gate};
use crate::referee::grid::Board;
use crate::referee::grid::board::Standing;
use crate::referee::grid::found::{Found, Support};
use crate::referee::kind::Kind;
use crate::referee::question::{Choice, Doubt};
use crate::referee::table::News;
use crate::referee::verdict::{Answered, Verdict};
use crate::sensing::certainty::Certainty;
use crate::time::Instant;
use heapless::Vec;

/// What is to be done about `evidence`.
pub(in crate::referee) fn consider(
    view: View<'_>,
    evidence: &Evidence,
    answered: Answered,
) -> Verdict {
    let Phase::Turn { colour, left } = view.game.game().phase() else {
        return Verdict::Idle;
    };
    match (evidence.seen, answered) {
        (_, Some((_, Choice::TableIsRight))) => correction::shown(view.game, view.table.board())
            .map_or(Verdict::Idle, |correction| {
                Verdict::Correct(Overrule::Sumoo(correction))
            }),
        (_, Some((Doubt::AfterCut | Doubt::Overflow, _))) => Verdict::Idle,
        (Seen::Board(_), Some((Doubt::Passed, Choice::Sumoo(Deed::EndTurn)))) => {
            match settled(view, (colour, left), evidence, None) {
                Verdict::Ask(Doubt::Passed, _) => Verdict::First(Play::Sumoo(Deed::EndTurn)),
                next => next,
            }
        }
        (Seen::Board(_), Some((_, Choice::Sumoo(deed)))) => {
            let whose = match deed {
                Deed::Acts(acts) => acts.iter().next(),
                Deed::EndTurn | Deed::AgreeDraw => None,
            };
            match view.game.permits(deed) {
                Ok(()) => Verdict::Judge(Play::Sumoo(deed)),
                Err(_) if whose.is_none() => Verdict::Idle,
                Err(_) => Verdict::Refuse(Play::Sumoo(deed)),
            }
        }
        (Seen::Board(_), _) => settled(view, (colour, left), evidence, answered),
        _ => Verdict::Idle,
    }
}

/// Whether board and game agree as far as is seen.
pub(in crate::referee) fn agrees(game: &Match, board: &Board) -> bool {
    let seen = observation(game, board);
    seen.differences(game.game().position()).is_empty()
}

/// Whether time alone brings something: the board is to be looked at, or the
/// turn is spent.
pub(in crate::referee) fn due(game: &Match, board: &Board) -> bool {
    let spent = game.game().points_left() == Points::Zero;
    !game.is_over() && (board.news() == News::Fresh || spent)
}

/// The settled board as evidence.
pub(in crate::referee) fn evidence(game: &Match, board: &Board, at: Instant) -> Evidence {
    let cells = observation(game, board).differences(game.game().position());
    let certainties = cells.iter().map(|it| board.certainty(it.into()));
    Evidence {
        at,
        seen: Seen::Board(cells.len() as u8),
        certainty: certainties.fold(Certainty::FULL, Certainty::and),
    }
}

fn settled(
    view: View<'_>,
    (colour, left): (Colour, Points),
    evidence: &Evidence,
    answered: Answered,
) -> Verdict {
    let board = view.table.board();
    let seen = observation(view.game, board);
    let position = view.game.game().position();
    let policy = view.policies[Kind::Move];
    let found = explain(position, (colour, left), (&seen, board));
    if seen.differences(position).is_empty() {
        // Tokens that look alike may have changed places.
        return match gate(policy, evidence, Witnesses::Two) {
            Gate::Log => Verdict::Idle,
            _ if found.is_shown() => found.ask(answered),
            _ if left == Points::Zero => end(view, evidence, answered),
            _ => Verdict::Idle,
        };
    }
    if let Some(verdict) = found.verdict(board, policy, evidence, answered) {
        return verdict;
    }
    if let Gate::Log = gate(policy, evidence, Witnesses::Two) {
        return Verdict::Log;
    }
    if went_on(view, (&seen, board)) {
        return Verdict::Correct(Overrule::Unsettle);
    }
    if board.standing() != Standing::Fine {
        // It has been said, and is being put right.
        return Verdict::Mend;
    }
    if may_continue(position, colour, left, &seen) {
        return Verdict::Idle;
    }
    let reply = explain(position, (colour.other(), Points::TURN), (&seen, board));
    let attempt = attempt::attempted(view.game.game(), &seen);
    let tried = attempt.is_some_and(|action| attempt::is_by(&action, colour));
    match attempt {
        // The opponent plays: then the turn was over, if anything was done in it.
        _ if !reply.is_empty() && left != Points::TURN && !tried => {
            Verdict::First(Play::Sumoo(Deed::EndTurn))
        }
        _ if !reply.is_empty() => {
            Verdict::Ask(Doubt::Passed, choices([Choice::Sumoo(Deed::EndTurn)]))
        }
        Some(action) => Verdict::Refuse(Play::Sumoo(Deed::Acts(Acts::one(action)))),
        None => Verdict::Mend,
    }
}

/// The turn's points are spent.
fn end(view: View<'_>, evidence: &Evidence, answered: Answered) -> Verdict {
    let end = Play::Sumoo(Deed::EndTurn);
    match gate(view.policies[Kind::TurnEnd], evidence, Witnesses::One) {
        _ if answered.is_some() => Verdict::Judge(end),
        Gate::Pass => Verdict::Judge(end),
        Gate::Log => Verdict::Log,
        Gate::Ask(doubt) => Verdict::Ask(doubt, choices([Choice::Sumoo(Deed::EndTurn)])),
    }
}

/// Results kept while explaining; as many as are asked about at most.
type Results = Vec<(Acts, Position, u8, Support), 16, u8>;

/// The legal actions that explain the board, the cheapest for each result.
fn explain(
    before: &Position,
    (colour, points): (Colour, Points),
    (seen, board): (&Observation, &Board),
) -> Found {
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
        // Among equally dear turns the one with the fewest actions.
        let price = cost(turn) * 4 + turn.len() as u8;
        match results.iter_mut().find(|it| it.1 == looks) {
            Some(known) if known.2 <= price => {}
            Some(known) => (known.0, known.2) = (Acts::from(turn), price),
            None => {
                let support = support(before, result, (seen, board));
                if support != Support::Missing {
                    // Those beyond sixteen are no better than those kept.
                    let _ = results.push((Acts::from(turn), looks, price, support));
                }
            }
        }
    });
    results.sort_unstable_by_key(|it| it.2);
    let mut found = Found::default();
    for (acts, _, _, support) in results {
        found.note(Choice::Sumoo(Deed::Acts(acts)), support);
    }
    found
}

/// Whether the last actions were only the beginning of what is seen, in the
/// same turn.
fn went_on(view: View<'_>, shown: (&Observation, &Board)) -> bool {
    let Some(before) = view.before else {
        return false;
    };
    let Phase::Turn { colour, left } = before.game.phase() else {
        return false;
    };
    let found = explain(before.game.position(), (colour, left), shown);
    view.game.game().to_move() == Some(colour) && found.only().is_some()
}
