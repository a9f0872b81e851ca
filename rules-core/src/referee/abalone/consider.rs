//! From the board as seen to a verdict.
//!
//! A move that nothing legal can follow is judged when its last marble lies. One
//! that may be the beginning of another waits until the board is settled. Who
//! goes on even later, with the same move made wider, has the wider one judged
//! instead, as long as nothing else was.

use super::sight::{differences, number_of, sight, support};
use super::{Match, State, View, attempt, correction};
use crate::games::abalone::{Move, Position, Sight, infer};
use crate::games::seen::Finality;
use crate::lights::Cells;
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

/// What is to be done about `evidence`.
pub(in crate::referee) fn consider(
    view: View<'_>,
    evidence: &Evidence,
    answered: Answered,
) -> Verdict {
    if view.game.is_over() {
        return Verdict::Idle;
    }
    match (evidence.seen, answered) {
        (_, Some((_, Choice::TableIsRight))) => correction::shown(view.game, view.table.board())
            .map_or(Verdict::Idle, |correction| {
                Verdict::Correct(Overrule::Abalone(correction))
            }),
        (_, Some((Doubt::AfterCut | Doubt::Overflow, _))) => Verdict::Idle,
        (Seen::Cell { .. }, _) if evidence.certainty.is_high() => at_once(view, evidence),
        (Seen::Board(_), Some((_, Choice::Abalone(action)))) => match view.game.permits(action) {
            Ok(()) => Verdict::Judge(Play::Abalone(action)),
            Err(_) => Verdict::Refuse(Play::Abalone(action)),
        },
        (Seen::Board(_), _) => settled(view, evidence, answered),
        _ => Verdict::Idle,
    }
}

/// Whether board and game agree as far as is seen.
pub(in crate::referee) fn agrees(game: &Match, board: &Board) -> bool {
    sight(game, board).distance(game.position().board()) == 0
}

/// Whether time alone brings something: the board is to be looked at, or
/// somebody cannot move and passes.
pub(in crate::referee) fn due(game: &Match, board: &Board) -> bool {
    !game.is_over() && (board.news() == News::Fresh || must_pass(game.position()))
}

/// Whether whoever's turn it is cannot move, and somebody after them can.
fn must_pass(position: &Position) -> bool {
    let mut position = *position;
    for others in 0..position.players().count() {
        if position.moves().any(|it| it != Move::Pass) {
            return others > 0;
        }
        if position.play(Move::Pass).is_err() {
            return false;
        }
    }
    false
}

/// The settled board as evidence.
pub(in crate::referee) fn evidence(game: &Match, board: &Board, at: Instant) -> Evidence {
    let cells = sight(game, board).differences(game.position().board());
    let certainties = cells.into_iter().map(|it| board.certainty(number_of(it)));
    Evidence {
        at,
        seen: Seen::Board(cells.len()),
        certainty: certainties.fold(Certainty::FULL, Certainty::and),
    }
}

/// A move that nothing legal can follow.
fn at_once(view: View<'_>, evidence: &Evidence) -> Verdict {
    let board = view.table.board();
    let sight = sight(view.game, board);
    let position = view.game.position();
    let found = infer(position, &sight);
    let Some(action) = found.only() else {
        return Verdict::Idle;
    };
    let shown = after(position, action)
        .is_some_and(|after| support(position, &after, (&sight, board)) == Support::Shown);
    let fine = board.standing() == Standing::Fine && found.finality() == Finality::Final;
    match gate(view.policies[Kind::Move], evidence, Witnesses::Two) {
        Gate::Pass if fine && shown => Verdict::Judge(Play::Abalone(action)),
        // When it is settled it is asked or written down.
        _ => Verdict::Idle,
    }
}

fn settled(view: View<'_>, evidence: &Evidence, answered: Answered) -> Verdict {
    let board = view.table.board();
    let sight = sight(view.game, board);
    let position = view.game.position();
    let policy = view.policies[Kind::Move];
    if sight.distance(position.board()) == 0 {
        return rest(view, evidence, answered);
    }
    let found = explain(position, (&sight, board));
    if let Some(verdict) = found.verdict(board, policy, evidence, answered) {
        return verdict;
    }
    if let Gate::Log = gate(policy, evidence, Witnesses::Two) {
        return Verdict::Log;
    }
    if widened(view, &sight) {
        return Verdict::Correct(Overrule::Unsettle);
    }
    if board.standing() != Standing::Fine {
        // It has been said, and is being put right.
        return Verdict::Mend;
    }
    if is_widening(view, &sight) {
        return Verdict::Idle;
    }
    if infer(position, &sight).count_underway() > 0 {
        return Verdict::Idle;
    }
    if let Some(first) = hurried(view, &sight) {
        return Verdict::First(Play::Abalone(first));
    }
    match attempt::attempted(position, &sight) {
        Some(action) => Verdict::Refuse(Play::Abalone(action)),
        None => Verdict::Mend,
    }
}

/// Board and game agree: who cannot move passes.
fn rest(view: View<'_>, evidence: &Evidence, answered: Answered) -> Verdict {
    if !must_pass(view.game.position()) {
        return Verdict::Idle;
    }
    let pass = Play::Abalone(Move::Pass);
    match gate(view.policies[Kind::TurnEnd], evidence, Witnesses::One) {
        _ if answered.is_some() => Verdict::Judge(pass),
        Gate::Pass => Verdict::Judge(pass),
        Gate::Log => Verdict::Log,
        Gate::Ask(doubt) => Verdict::Ask(doubt, choices([Choice::Abalone(Move::Pass)])),
    }
}

/// The legal moves that explain the board.
fn explain(position: &Position, (sight, board): (&Sight, &Board)) -> Found {
    let mut found = Found::default();
    for action in infer(position, sight).explaining() {
        if let Some(after) = after(position, action) {
            let support = support(position, &after, (sight, board));
            found.note(Choice::Abalone(action), support);
        }
    }
    found
}

fn after(position: &Position, action: Move) -> Option<Position> {
    let mut after = *position;
    after.play(action).ok().map(|_| after)
}

/// Whether the last move was only the beginning of the one that is seen.
fn widened(view: View<'_>, sight: &Sight) -> bool {
    let Some(State { position, .. }) = view.before else {
        return false;
    };
    let board = view.table.board();
    let Some(Choice::Abalone(wider)) = explain(position, (sight, board)).only() else {
        return false;
    };
    was_begun(view, position, wider)
}

/// Whether the last move was only the beginning of one that is still being made:
/// of three marbles moved sideways the third is yet to come.
fn is_widening(view: View<'_>, sight: &Sight) -> bool {
    let Some(State { position, .. }) = view.before else {
        return false;
    };
    let mut underway = infer(position, sight).underway();
    underway.any(|wider| was_begun(view, position, wider))
}

/// Whether what was judged last is also the beginning of this move.
fn was_begun(view: View<'_>, before: &Position, wider: Move) -> bool {
    let judged = Sight::colours(view.game.position().board());
    let was = differences(before, view.game.position());
    let mut underway = infer(before, &judged).underway();
    was != Cells::EMPTY && underway.any(|it| it == wider)
}

/// The move that was made before the next player's, which is seen as well.
fn hurried(view: View<'_>, sight: &Sight) -> Option<Move> {
    let board = view.table.board();
    let position = view.game.position();
    let mut firsts = position.moves().filter(|&first| {
        after(position, first).is_some_and(|next| {
            let found = explain(&next, (sight, board));
            first != Move::Pass && found.only().is_some()
        })
    });
    match (firsts.next(), firsts.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}
