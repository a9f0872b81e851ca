//! The difference between what the game says and what the table shows, as one
//! thing to do at a time: what is to be taken away first, then what is to be
//! put there, so that a place is free when something is to go there.

use super::consider::{is_known_empty, is_same_place, shows};
use super::correction::Correction;
use super::markers;
use crate::games::kabuto::edition::Docking;
use crate::games::kabuto::state::{Platform, PushDuty, SlamDuty};
use crate::games::kabuto::{Match, Phase};
use crate::place::{Facing, Place, Post, Posts};
use crate::player::{BySide, Colour, Side};
use crate::referee::table::{Berth, Regard, Slot, Table};
use core::fmt;

/// One thing to do so that table and game agree again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Repair {
    /// Take this marker off this post.
    TakeMarker(Colour, Post),
    /// Take what nobody here plays with out of this slot.
    ClearSlot(Post, u8),
    /// Take the platform away from there.
    TakePlatform(Place),
    /// Turn the platform: a short edge belongs against the ring.
    TurnPlatform(Place),
    /// Put the platform back there.
    PutPlatform(Place),
    /// Put a marker of this colour back on this post.
    PutMarker(Colour, Post),
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TakeMarker(colour, post) => write!(f, "take the {colour} marker off post {post}"),
            Self::ClearSlot(post, slot) => {
                write!(f, "clear slot {} of post {post}", slot.saturating_add(1))
            }
            Self::TakePlatform(place) => write!(f, "take the platform away from the {place}"),
            Self::TurnPlatform(place) => {
                write!(
                    f,
                    "turn the platform at the {place}, short edge to the ring"
                )
            }
            Self::PutPlatform(place) => write!(f, "put the platform back to the {place}"),
            Self::PutMarker(colour, post) => write!(f, "put a {colour} marker on post {post}"),
        }
    }
}

/// The next thing to do, if table and game differ. Nothing while things still
/// move, or when the match is over: then people clear the table as they like.
///
/// A marker that whoever's turn it is has set before the platform is not
/// wrong, and neither are markers that are being taken for a slam.
#[must_use]
pub fn next(game: &Match, table: &Table) -> Option<Repair> {
    if !matches!(game.state().phase, Phase::InTurn | Phase::Opening) {
        return None;
    }
    extra_marker(game, table)
        .or_else(|| platform(game, table))
        .or_else(|| missing_marker(game, table))
}

fn extra_marker(game: &Match, table: &Table) -> Option<Repair> {
    let terms = game.terms();
    if !terms.book().has_posts() {
        return None;
    }
    for post in Post::ALL {
        let mut seen = BySide([0_u8; 3]);
        for (slot, it) in table.minded(post) {
            let Slot::Holds(magnet, _) = it else {
                continue;
            };
            let colour = markers::colour_of(magnet);
            let side = markers::side_of(terms, magnet);
            match (colour, side) {
                (Some(colour), Some(side)) => {
                    seen[side] += 1;
                    let known = game.state().markers[side].contains(post) && seen[side] == 1;
                    let comes = seen[side] == 1 && may_come(game, side, post);
                    if !known && !comes {
                        return Some(Repair::TakeMarker(colour, post));
                    }
                }
                _ => return Some(Repair::ClearSlot(post, slot)),
            }
        }
    }
    None
}

/// Whether this side may yet set a marker there in this turn.
fn may_come(game: &Match, side: Side, post: Post) -> bool {
    let turn = &game.state().turn;
    let own = side == game.terms().side_of(turn.seat);
    match turn.platform {
        _ if !game.terms().book().has_posts() || game.state().phase != Phase::InTurn => false,
        Platform::Away => own,
        Platform::Down(Place::Corner(at), _) => own && (at == post || !turn.platform_fixed()),
        Platform::Down(Place::Along { .. }, _) => false,
    }
}

fn platform(game: &Match, table: &Table) -> Option<Repair> {
    let turn = &game.state().turn;
    let corners = game.terms().book().docking == Docking::CornersWithPosts;
    let to_push = turn.push_due() || turn.extra > 0;
    match (table.platform(), turn.platform) {
        _ if game.state().phase == Phase::Opening => None,
        (Berth::Down(dock), _) if dock.regard == Regard::LetBe => None,
        // People have said that a push from there counts: it may stand there
        // and need not.
        (Berth::Down(dock), Platform::Down(at @ Place::Along { .. }, _))
            if corners && is_same_place(dock.place, at) =>
        {
            None
        }
        (Berth::Away, Platform::Down(Place::Along { .. }, _)) if corners => None,
        (Berth::Down(dock), _) if corners && !matches!(dock.place, Place::Corner(_)) => {
            Some(Repair::TakePlatform(dock.place))
        }
        (Berth::Down(dock), _) if corners && dock.facing == Facing::Long => {
            Some(Repair::TurnPlatform(dock.place))
        }
        (Berth::Down(dock), Platform::Down(at, _))
            if turn.platform_fixed() && to_push && !is_same_place(dock.place, at) =>
        {
            Some(Repair::PutPlatform(at))
        }
        (Berth::Away, Platform::Down(at, _)) if turn.platform_fixed() && to_push => {
            Some(Repair::PutPlatform(at))
        }
        _ => None,
    }
}

fn missing_marker(game: &Match, table: &Table) -> Option<Repair> {
    let state = game.state();
    let terms = game.terms();
    let own = terms.side_of(state.turn.seat);
    let slams = state.turn.slam == SlamDuty::Owed && state.turn.push != PushDuty::Due;
    for side in terms.players.sides().filter(|&it| !(slams && it == own)) {
        let mut missing = state.markers[side]
            .iter()
            .filter(|&post| is_known_empty(game, table, side, post));
        if let Some(post) = missing.next() {
            let seat = terms.players.seats_of(side).next()?;
            return Some(Repair::PutMarker(terms.colours[seat], post));
        }
    }
    None
}

/// What the table shows, as a correction of the game; nothing if that changes
/// nothing. Where sensors say nothing the game's word stands, and so it does for
/// a side that would have all four markers without a slam to come.
#[must_use]
pub fn shown(game: &Match, table: &Table) -> Option<Correction> {
    next(game, table)?;
    let state = game.state();
    let own = game.terms().side_of(state.turn.seat);
    let mut markers = state.markers;
    for side in game.terms().players.sides() {
        let posts: Posts = Post::ALL
            .into_iter()
            .filter(|&post| {
                let before = state.markers[side].contains(post);
                shows(game, table, side, post)
                    || (before && !is_known_empty(game, table, side, post))
            })
            .collect();
        let slams = side == own && state.turn.slam != SlamDuty::Done;
        if game.terms().book().has_posts() && (posts != Posts::ALL || slams) {
            markers[side] = posts;
        }
    }
    let corners = game.terms().book().docking == Docking::CornersWithPosts;
    let platform = match table.platform() {
        Berth::Down(dock) if matches!(dock.place, Place::Corner(_)) == corners => Some(dock.place),
        Berth::Down(_) | Berth::Away => None,
    };
    let stands = match (platform, state.turn.platform) {
        (Some(place), Platform::Down(at, _)) => is_same_place(place, at),
        (Some(_), Platform::Away) => false,
        (None, _) => true,
    };
    let correction = Correction::Shown { markers, platform };
    (markers != state.markers || !stands).then_some(correction)
}
