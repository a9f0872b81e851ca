//! Repairs of a Kabuto Sumo table, one at a time: removals first, then placements, so
//! that a place is free when a piece must go there.

use super::correction::Correction;
use super::interpret::{is_known_empty, is_same_place, shows};
use super::markers;
use crate::games::kabuto::edition::DockingRule;
use crate::games::kabuto::state::{Platform, PushDuty, SlamDuty};
use crate::games::kabuto::{Match, MatchPhase};
use crate::place::{Facing, Place, Post, Posts};
use crate::player::{BySide, Colour, Side};
use crate::referee::table::{PlatformPosition, SlotContent, Table, Tolerance};
use core::fmt;

/// Repair of the table: one instruction that brings table and game back together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum KabutoRepair {
    /// Take the marker of this colour off this post.
    TakeMarker(Colour, Post),
    /// Take a magnet that no side plays with out of this slot, counted from 0.
    ClearSlot(Post, u8),
    /// Take the platform away from this place.
    TakePlatform(Place),
    /// Turn the platform at this place: a short edge belongs against the ring.
    TurnPlatform(Place),
    /// Put the platform back at this place.
    PutPlatform(Place),
    /// Put a marker of this colour back on this post.
    PutMarker(Colour, Post),
}

impl fmt::Display for KabutoRepair {
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

/// Returns the next repair of the table; `None` if table and game agree, while pieces
/// still move, or when the match is over: then people clear the table as they like.
///
/// A marker that the side to move has set before the platform is not wrong, and neither
/// are markers that are being removed for a slam.
#[must_use]
pub fn next(game: &Match, table: &Table) -> Option<KabutoRepair> {
    if !matches!(game.state().phase, MatchPhase::InTurn | MatchPhase::Opening) {
        return None;
    }
    extra_marker(game, table)
        .or_else(|| platform(game, table))
        .or_else(|| missing_marker(game, table))
}

fn extra_marker(game: &Match, table: &Table) -> Option<KabutoRepair> {
    let terms = game.terms();
    if !terms.book().has_posts() {
        return None;
    }
    for post in Post::ALL {
        let mut seen = BySide([0_u8; 3]);
        for (slot, content) in table.enforced(post) {
            let SlotContent::Holds(magnet, _) = content else {
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
                        return Some(KabutoRepair::TakeMarker(colour, post));
                    }
                }
                _ => return Some(KabutoRepair::ClearSlot(post, slot)),
            }
        }
    }
    None
}

/// True if this side may yet set a marker on this post in this turn.
fn may_come(game: &Match, side: Side, post: Post) -> bool {
    let turn = &game.state().turn;
    let own = side == game.terms().side_of(turn.seat);
    match turn.platform {
        _ if !game.terms().book().has_posts() || game.state().phase != MatchPhase::InTurn => false,
        Platform::Away => own,
        Platform::Down(Place::Corner(at), _) => {
            own && (at == post || !turn.platform_fixed() || turn.may_relocate())
        }
        Platform::Down(Place::Along { .. }, _) => false,
    }
}

fn platform(game: &Match, table: &Table) -> Option<KabutoRepair> {
    let turn = &game.state().turn;
    let corners = game.terms().book().docking == DockingRule::CornersWithPosts;
    let to_push = turn.push_due() || turn.extra > 0;
    let must_stay = turn.platform_fixed() && to_push && !turn.may_relocate();
    match (table.platform(), turn.platform) {
        _ if game.state().phase == MatchPhase::Opening => None,
        (PlatformPosition::Down(dock), _) if dock.regard == Tolerance::Tolerated => None,
        // People have decided that a push from there counts: the platform may stand there
        // and need not.
        (PlatformPosition::Down(dock), Platform::Down(at @ Place::Along { .. }, _))
            if corners && is_same_place(dock.place, at) =>
        {
            None
        }
        (PlatformPosition::Away, Platform::Down(Place::Along { .. }, _)) if corners => None,
        (PlatformPosition::Down(dock), _) if corners && !matches!(dock.place, Place::Corner(_)) => {
            Some(KabutoRepair::TakePlatform(dock.place))
        }
        (PlatformPosition::Down(dock), _) if corners && dock.facing == Facing::Long => {
            Some(KabutoRepair::TurnPlatform(dock.place))
        }
        (PlatformPosition::Down(dock), Platform::Down(at, _))
            if must_stay && !is_same_place(dock.place, at) =>
        {
            Some(KabutoRepair::PutPlatform(at))
        }
        (PlatformPosition::Away, Platform::Down(at, _)) if must_stay => {
            Some(KabutoRepair::PutPlatform(at))
        }
        _ => None,
    }
}

fn missing_marker(game: &Match, table: &Table) -> Option<KabutoRepair> {
    let state = game.state();
    let terms = game.terms();
    let own = terms.side_of(state.turn.seat);
    let slams = state.turn.slam == SlamDuty::Owed && state.turn.push != PushDuty::Due;
    for side in terms
        .players
        .sides()
        .filter(|&side| !(slams && side == own))
    {
        let mut missing = state.markers[side]
            .iter()
            .filter(|&post| is_known_empty(game, table, side, post));
        if let Some(post) = missing.next() {
            let seat = terms.players.seats_of(side).next()?;
            return Some(KabutoRepair::PutMarker(terms.colours[seat], post));
        }
    }
    None
}

/// Returns the state of the table as a correction of the game; `None` if it changes
/// nothing. Where sensors report nothing the game's state stays, and also for a side that
/// would have all four markers without a slam to come.
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
    let corners = game.terms().book().docking == DockingRule::CornersWithPosts;
    let platform = match table.platform() {
        PlatformPosition::Down(dock) if matches!(dock.place, Place::Corner(_)) == corners => {
            Some(dock.place)
        }
        PlatformPosition::Down(_) | PlatformPosition::Away => None,
    };
    let stands = match (platform, state.turn.platform) {
        (Some(place), Platform::Down(at, _)) => is_same_place(place, at),
        (Some(_), Platform::Away) => false,
        (None, _) => true,
    };
    let correction = Correction::Shown { markers, platform };
    (markers != state.markers || !stands).then_some(correction)
}
