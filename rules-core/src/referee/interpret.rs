//! Dispatch from the session to the interpreter of the game that is played: evidence
//! in, decision out; and everything else the referee asks a game about its table.

use super::decision::{Decision, GivenAnswer};
use super::evidence::Evidence;
use super::game::{
    AnyCorrection, AnyGame, AnyRepair, GamePart, GameSnapshot, RefereedGame, TableView,
};
use super::session::Session;
use super::table::Table;
use super::waiting::NextActions;
use super::weighing::Prior;
use crate::match_game;
use crate::time::{Instant, Span};

/// Returns the decision about one piece of evidence.
pub(super) fn interpret(
    session: &Session,
    table: &Table,
    evidence: &Evidence,
    answered: GivenAnswer,
) -> Decision {
    fn view<'a, G: RefereedGame>(
        game: &'a G,
        session: &'a Session,
        table: &'a Table,
    ) -> TableView<'a, G> {
        TableView {
            game,
            table,
            policies: session.policies(),
            before_rest: session.before_rest().and_then(GameSnapshot::get),
        }
    }
    let Some(game) = session.game() else {
        return Decision::Nothing;
    };
    match_game!(AnyGame, game, game => {
        RefereedGame::interpret(view(game, session, table), evidence, answered)
    })
}

/// Returns evidence that came before its time and can be judged now; `None` if there is
/// none.
pub(super) fn unjudged(session: &Session, table: &Table, now: Instant) -> Option<Evidence> {
    match_game!(AnyGame, session.game()?, game => game.deferred_evidence(table, now))
}

/// Returns the next repair of the table; `None` if table and match agree.
pub(super) fn repair(session: &Session, table: &Table) -> Option<AnyRepair> {
    match_game!(AnyGame, session.game()?, game => {
        game.next_repair(table).map(GamePart::into_any)
    })
}

/// Returns the correction that makes the match agree with the table; `None` if none is
/// needed or possible.
pub(super) fn shown(session: &Session, table: &Table) -> Option<AnyCorrection> {
    match_game!(AnyGame, session.game()?, game => game.shown(table).map(GamePart::into_any))
}

/// Returns the time without motion after which everything counts as at rest; `None`
/// while the match does not wait for rest.
pub(super) fn patience(session: &Session, table: &Table) -> Option<Span> {
    match_game!(AnyGame, session.game()?, game => game.rest_time(table))
}

/// Returns the evidence of a table at rest.
pub(super) fn rest(session: &Session, table: &Table, now: Instant) -> Evidence {
    match session.game() {
        None => Evidence::rest(now),
        Some(game) => match_game!(AnyGame, game, game => game.rest_evidence(table, now)),
    }
}

/// Returns true if the cells of a grid board agree with the match; `None` for a game on
/// the ring and without a match.
pub(super) fn agrees(session: &Session, table: &Table) -> Option<bool> {
    match_game!(AnyGame, session.game()?, game => game.agrees(table))
}

/// Returns the pieces that can fall off the ring; one of each class without a match.
pub(super) fn prior(session: &Session) -> Prior {
    match session.game() {
        None => Prior::ANYTHING,
        Some(game) => match_game!(AnyGame, game, game => game.prior()),
    }
}

/// Returns the actions that can come next.
pub(super) fn next(session: &Session) -> NextActions {
    match session.game() {
        None => NextActions::Begin,
        Some(game) if game.is_over() => NextActions::Over,
        Some(game) => match_game!(AnyGame, game, game => game.next_actions().into_any()),
    }
}
