//! The flows of the games behind one set of names: what each makes of what is
//! seen. A further game is a further arm here and in [`super::game`].

use super::evidence::Evidence;
use super::game::{Game, Overrule, Repair, Snapshot};
use super::grid::SETTLE;
use super::grid::board::Standing;
use super::kabuto::{self, View, repair};
use super::live::{REST, UNSEEN_REST};
use super::session::Session;
use super::table::Table;
use super::verdict::{Answered, Verdict};
use super::waiting::Next;
use super::{abalone, sumoo};
use crate::games::kabuto::Phase;
use crate::sensing::identity::Prior;
use crate::time::{Instant, Span};

/// What is to be done about `evidence`.
pub(super) fn consider(
    session: &Session,
    table: &Table,
    evidence: &Evidence,
    answered: Answered,
) -> Verdict {
    let policies = session.policies();
    match session.game() {
        None => Verdict::Idle,
        Some(Game::Kabuto(game)) => {
            let view = View {
                game,
                table,
                policies,
                can_unsettle: session.can_unsettle(),
            };
            kabuto::consider(view, evidence, answered)
        }
        Some(Game::Abalone(game)) => {
            let view = abalone::View {
                game,
                table,
                policies,
                before: match session.before_rest() {
                    Some(Snapshot::Abalone(state)) => Some(state),
                    _ => None,
                },
            };
            abalone::consider(view, evidence, answered)
        }
        Some(Game::Sumoo(game)) => {
            let view = sumoo::View {
                game,
                table,
                policies,
                before: match session.before_rest() {
                    Some(Snapshot::Sumoo(state)) => Some(state),
                    _ => None,
                },
            };
            sumoo::consider(view, evidence, answered)
        }
    }
}

/// Something the table has shown before its time, which has come now.
pub(super) fn unjudged(session: &Session, table: &Table, now: Instant) -> Option<Evidence> {
    match session.game()? {
        Game::Kabuto(game) => kabuto::unjudged(game, table, now),
        Game::Abalone(_) | Game::Sumoo(_) => None,
    }
}

/// The next thing to put right on the table.
pub(super) fn repair(session: &Session, table: &Table) -> Option<Repair> {
    let game = session.game()?;
    let minded = table.board().standing() == Standing::Wrong && !game.is_over();
    match game {
        Game::Kabuto(game) => repair::next(game, table).map(Repair::Kabuto),
        Game::Abalone(game) if minded => abalone::sight(game, table.board())
            .repair(game.position().board())
            .map(Repair::Abalone),
        Game::Sumoo(game) if minded => sumoo::observation(game, table.board())
            .next_repair(game.game().position())
            .map(Repair::Sumoo),
        Game::Abalone(_) | Game::Sumoo(_) => None,
    }
}

/// What the table shows, as a correction of the game.
pub(super) fn shown(session: &Session, table: &Table) -> Option<Overrule> {
    match session.game()? {
        Game::Kabuto(game) => repair::shown(game, table).map(Overrule::Kabuto),
        Game::Abalone(game) => abalone::shown(game, table.board()).map(Overrule::Abalone),
        Game::Sumoo(game) => sumoo::shown(game, table.board()).map(Overrule::Sumoo),
    }
}

/// How long nothing must move until everything counts as at rest, if the game
/// waits for that.
pub(super) fn patience(session: &Session, table: &Table) -> Option<Span> {
    match session.game()? {
        Game::Kabuto(game) => {
            let rest = match kabuto::is_unseen(game, table) {
                true => UNSEEN_REST,
                false => REST,
            };
            matches!(game.state().phase, Phase::Settling(_)).then_some(rest)
        }
        Game::Abalone(game) => abalone::due(game, table.board()).then_some(SETTLE),
        Game::Sumoo(game) => sumoo::due(game, table.board()).then_some(SETTLE),
    }
}

/// Everything is at rest: what that shows.
pub(super) fn rest(session: &Session, table: &Table, now: Instant) -> Evidence {
    match session.game() {
        None | Some(Game::Kabuto(_)) => Evidence::rest(now),
        Some(Game::Abalone(game)) => abalone::evidence(game, table.board(), now),
        Some(Game::Sumoo(game)) => sumoo::evidence(game, table.board(), now),
    }
}

/// Whether a grid board shows what the game says; nothing for other games.
pub(super) fn agrees(session: &Session, table: &Table) -> Option<bool> {
    match session.game()? {
        Game::Kabuto(_) => None,
        Game::Abalone(game) => Some(abalone::agrees(game, table.board())),
        Game::Sumoo(game) => Some(sumoo::agrees(game, table.board())),
    }
}

/// What can fall off the ring.
pub(super) fn prior(session: &Session) -> Prior {
    match session.game() {
        None => Prior::ANYTHING,
        Some(Game::Kabuto(game)) => kabuto::ring(game),
        // Nothing falls off a grid board.
        Some(Game::Abalone(_) | Game::Sumoo(_)) => Prior::ANYTHING,
    }
}

/// What can come next.
pub(super) fn next(session: &Session) -> Next {
    match session.game() {
        None => Next::Begin,
        Some(game) if game.is_over() => Next::Over,
        Some(Game::Kabuto(game)) => Next::Kabuto(game.expectations()),
        Some(Game::Abalone(game)) => Next::Abalone {
            player: game.position().to_move(),
            lift: abalone::movable(game),
        },
        Some(Game::Sumoo(game)) => Next::Sumoo {
            colour: game
                .game()
                .to_move()
                .unwrap_or(crate::games::sumoo::Colour::White),
            left: game.game().points_left(),
            lift: sumoo::movable(game),
        },
    }
}
