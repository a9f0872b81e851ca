//! What Sakura Slam and Kabuto Sumo bring to the panel.

pub(in crate::panel) mod menu;

use super::game::Wishes;
use super::sound::Tune;
use super::view::View;
use crate::games::kabuto::state::Platform;
use crate::games::kabuto::{Change, Expectations, Match, Need as Stands, Phase, Ruling, Wish};
use crate::lights::{Fix, Need, Seating, Spot, Tint, What, Wish as Shown};
use crate::player::{BySeat, Seat};
use crate::referee::kabuto::repair::Repair;

pub(super) fn seating(game: &Match) -> Seating {
    let (terms, state) = (game.terms(), game.state());
    let is_out = |&seat: &Seat| state.out.contains(terms.side_of(seat));
    Seating {
        players: terms.players,
        tints: BySeat::from_fn(|seat| Tint::from(terms.colours[seat])),
        out: terms.players.seats().filter(is_out).collect(),
    }
}

pub(super) const fn settles(game: &Match) -> bool {
    matches!(game.state().phase, Phase::Settling(_))
}

/// What is owed comes first, and of the moves and the like only that there are
/// some: the menu lists them.
pub(super) fn wishes(game: &Match, list: &Expectations, view: &View<'_>) -> Wishes {
    let mut wishes = Wishes::new();
    for need in [Need::Must, Need::May] {
        for it in list.iter().filter(|it| stands(it.need) == Some(need)) {
            let what = match it.wish {
                Wish::DockAtCorner(post) => What::Dock(post),
                Wish::DockAtEdge => What::DockAnywhere,
                Wish::PlaceMarker(post) => What::PlaceMarker(post),
                Wish::TakeMarker(post) => What::TakeMarker(post),
                Wish::Push => match game.state().turn.platform {
                    Platform::Down(place, _) => {
                        What::Push(Spot::of_platform(place, view.dimensions))
                    }
                    // Where it goes is what is waited for.
                    Platform::Away => continue,
                },
                Wish::Use(_) | Wish::Submit => What::Special,
                Wish::EndTurn => What::EndTurn,
                // Shown as such.
                Wish::Settle => continue,
            };
            let wish = Shown { what, need };
            if !wishes.contains(&wish) {
                // 4 corners, 4 + 1 markers, push, special, end: 11 at most.
                let _ = wishes.push(wish);
            }
        }
    }
    wishes
}

const fn stands(need: Stands) -> Option<Need> {
    match need {
        Stands::Owed => Some(Need::Must),
        Stands::Possible => Some(Need::May),
        Stands::Blocked(_) => None,
    }
}

pub(super) fn wrong(
    game: &Match,
    repair: Repair,
    view: &View<'_>,
) -> (Option<Spot>, Fix, Option<Seat>) {
    let owner = |colour| game.terms().seat_of(colour);
    let platform = |place| Some(Spot::of_platform(place, view.dimensions));
    match repair {
        Repair::TakeMarker(colour, post) => (Some(Spot::Post(post)), Fix::Take, owner(colour)),
        Repair::ClearSlot(post, _) => (Some(Spot::Post(post)), Fix::Take, None),
        Repair::TakePlatform(place) => (platform(place), Fix::Take, None),
        Repair::TurnPlatform(place) => (platform(place), Fix::Look, None),
        Repair::PutPlatform(place) => (platform(place), Fix::Put, None),
        Repair::PutMarker(colour, post) => (Some(Spot::Post(post)), Fix::Put, owner(colour)),
    }
}

/// A turn that begins, what is won or lost, and the end; what a hand has just
/// done needs no sound.
pub(super) const fn tune(ruling: &Ruling) -> Option<Tune> {
    match ruling.change {
        Change::Ended(_) => Some(Tune::Win),
        Change::TurnBegan(_)
        | Change::Moved(..)
        | Change::KnockedOff(_)
        | Change::PutBack(_)
        | Change::SlamOwed(_)
        | Change::Lost(_) => Some(Tune::Ruling),
        Change::Warned(_) => Some(Tune::Illegal),
        Change::TurnEnded(_)
        | Change::Docked(_)
        | Change::MarkerPlaced(..)
        | Change::MarkerTaken(..)
        | Change::MoveUsed(..)
        | Change::TurnReplaced(_)
        | Change::ExtraPush(_)
        | Change::GroupAllowed(_)
        | Change::CueAllowed(..)
        | Change::SlamWaived(_)
        | Change::SumoStays(_) => None,
    }
}
