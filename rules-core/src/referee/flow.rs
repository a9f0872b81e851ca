//! The flows of the games behind one set of names: what each makes of what is
//! seen. A further game is a further arm here and in [`super::game`].

use super::evidence::Evidence;
use super::game::{Game, Overrule, Repair};
use super::kabuto::{self, View, repair};
use super::session::Session;
use super::table::Table;
use super::verdict::{Answered, Verdict};
use super::waiting::Next;
use crate::games::kabuto::Phase;
use crate::sensing::identity::Prior;

/// What is to be done about `evidence`.
pub(super) fn consider(
    session: &Session,
    table: &Table,
    evidence: &Evidence,
    answered: Answered,
) -> Verdict {
    match session.game() {
        None => Verdict::Idle,
        Some(Game::Kabuto(game)) => {
            let view = View {
                game,
                table,
                policies: session.policies(),
                can_unsettle: session.can_unsettle(),
            };
            kabuto::consider(view, evidence, answered)
        }
    }
}

/// Something the table has shown before its time, which has come now.
pub(super) fn unjudged(session: &Session, table: &Table) -> Option<Evidence> {
    match session.game()? {
        Game::Kabuto(game) => kabuto::unjudged(game, table),
    }
}

/// The next thing to put right on the table.
pub(super) fn repair(session: &Session, table: &Table) -> Option<Repair> {
    match session.game()? {
        Game::Kabuto(game) => repair::next(game, table).map(Repair::Kabuto),
    }
}

/// What the table shows, as a correction of the game.
pub(super) fn shown(session: &Session, table: &Table) -> Option<Overrule> {
    match session.game()? {
        Game::Kabuto(game) => repair::shown(game, table).map(Overrule::Kabuto),
    }
}

/// Whether the game waits for everything to come to rest.
pub(super) fn awaits_rest(session: &Session) -> bool {
    match session.game() {
        None => false,
        Some(Game::Kabuto(game)) => matches!(game.state().phase, Phase::Settling(_)),
    }
}

/// What can fall off the ring.
pub(super) fn prior(session: &Session) -> Prior {
    match session.game() {
        None => Prior::ANYTHING,
        Some(Game::Kabuto(game)) => kabuto::ring(game),
    }
}

/// What can come next.
pub(super) fn next(session: &Session) -> Next {
    match session.game() {
        None => Next::Begin,
        Some(game) if game.is_over() => Next::Over,
        Some(Game::Kabuto(game)) => Next::Kabuto(game.expectations()),
    }
}
