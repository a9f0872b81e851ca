//! Requests to a ring that go together.

use rules_core::referee::record::MatchStart;
use rules_core::referee::{AnyGame, Policies};
use rules_core::wire::Request;

/// Returns the requests that begin a match: its cards one by one, then the game.
#[must_use]
pub fn to_begin(game: &AnyGame, policies: Policies) -> Vec<Request> {
    let kits = game.cards().into_iter().flat_map(|cards| cards.iter());
    let cards = kits.map(|(seat, kit)| Request::Card(seat, kit.clone()));
    let begin = Request::Begin(MatchStart {
        opening: game.opening(),
        policies,
        asked: 0,
    });
    cards.chain([begin]).collect()
}
