//! LED output: a pure function of the light state and the time.
//!
//! The panel describes the situation in a [`LightState`], without knowing a tempo;
//! [`frame`] turns it into strip data, without knowing a rule. This module holds no
//! state, so equal arguments give equal frames.
//!
//! # The language
//!
//! Place and motion carry the meaning and colour only repeats it, so that the language
//! works without colour vision. Every player has a *home* on their side, with as many
//! marks as their number in the turn order. Light that runs in to a place means bring
//! something, light that runs out means take it away, light that swings asks a question,
//! two orange flashes mean an error, and while pieces may fall no light moves.
//!
//! | sign | where | colour | motion | meaning |
//! |---|---|---|---|---|
//! | boot | all around | white | one point runs clockwise | starting up, all well so far |
//! | faulty | everywhere | orange | still | the self-test failed: connect a computer and run the doctor |
//! | idle | middle of each side | white, dim | four points swell and fade slowly | no match: ready to begin |
//! | resume | homes and all around | players', white | marks swell and fade while a point runs counter-clockwise | a match was found: confirm to go on with it |
//! | calibrate | from north-west, and the next place | cyan, white | a still bar grows with each step; light runs in to the next place | put what is asked for at that place |
//! | turn | homes | players' | bright marks, and two points run in from both ends of the home | this player acts; as many marks as their number in the turn order |
//! | out | home | none | dark | this player is out of the match |
//! | special | home of who acts | white on the player's | the two points run in and out again | a special move may be declared too |
//! | end turn | from home to home | white | a point runs clockwise to the next player's home | the turn may be ended |
//! | dock | around the posts | player's | light runs in to the post | set the platform at one of these posts |
//! | may dock | around the posts | player's, dim | light runs in to the post, at half the tempo | the platform may go to one of these posts |
//! | dock anywhere | all around between homes | player's | every fourth light, marching clockwise | set the platform anywhere against the edge |
//! | marker | around the post | player's | swells and fades in place | a marker is owed on this post |
//! | take marker | around the posts | player's | light runs out from the post | take your marker off this post |
//! | push | at the platform | player's | outer lights still, the inner two beat twice | push from here |
//! | lift | cells | player's | blinks on and off | one of these pieces may move |
//! | put | cells | player's | swells and fades | the lifted piece may go here |
//! | last move | cells | white, faint | still | the last move was here |
//! | settle | all around | white, faint | nothing moves: a dotted line, bright marks without points | hands off until everything has come to rest |
//! | menu | home of who acts, and what it is about | player's | a row of still points, the chosen one winks; one light swings at the place, or the marks of somebody swell | choose with the button, then confirm |
//! | everyone | every home | white | one point winks | somebody at the table wants to end the match: confirm to agree, undo to refuse |
//! | request | every home | cyan | two points, the first winks | a computer asks for a change: confirm to agree, held long if that changes the result; undo to refuse |
//! | unsure | the place in question, and the player's home | white | one light swings from side to side; a row of answers, the chosen one winks | the ring is not sure what it saw: choose an answer |
//! | wrong | the place, or the player's home | orange | beats twice, then a pause | this is not allowed: look here |
//! | wrong: take | the place, and the owner's home | orange, owner's | beats twice, then light runs out (a cell: one long blink); the owner's marks swell | take the owner's piece away from here |
//! | wrong: put | the place, and the owner's home | orange, owner's | beats twice, then light runs in (a cell: swells and fades); the owner's marks swell | put the owner's piece here |
//! | won | from the winner's home all around | winner's | light spreads both ways around until all is lit | this side has won |
//! | draw | homes | players' | all marks swell and fade slowly | the match is over, nobody has won |
//! | trouble | at the sensor; both ends of an edge | orange | a short blip every two seconds | a sensor here is in trouble: the ring asks instead of judging |
//! | host | one light: north-west corner; grid: right side | cyan, dim | still | a computer listens |
//! | host lost | the same light | cyan, dim | swells and fades very slowly | the computer is gone; play goes on |
//!
//! [`Sign`] is this table as data; `dohyo lights` prints it and draws it.
//!
//! # Guarantees
//!
//! - No LED, nor all of them together, flashes more than three times a second.
//! - The strip never draws more than its budget: a frame that would is dimmed as a whole,
//!   and every lit LED stays lit.
//! - A frame changes only at whole [`TICK`]s, and not before [`next_change`].
//! - Any two signs differ in place or motion, so that they can be told apart without
//!   colours.
//!
//! # Interference with the light curtain
//!
//! The curtain reads a frame every 400 us. Sending a frame to 64 LEDs takes 1.92 ms, so
//! it does *not* fit between two readings. A lit LED is never steady either: it switches
//! itself on and off at 0.4 to 2 kHz (depending on the make), whatever is sent.
//!
//! - By time alone a frame changes at most every [`TICK`]. While pieces may fall, in
//!   [`Focus::Settling`], it does not change: [`next_change`] is `None`.
//! - Brightness is a setting, and the current is capped. Both limit the light that can
//!   reach a detector and the dip of the supply.
//!
//! Sending is not synchronised with the readings, and the switching remains. It can only
//! *add* visible light: a detector behind a daylight filter hardly sees blue and green,
//! and red a little. If some of it gets through, the dark reading shows it (the beam is
//! reported as blinded) and the remedy is a baffle or a lower brightness; software cannot
//! remove it.
//!
//! Sound and the messages to a host are not part of this module.
//!
//! | module | contents |
//! |---|---|
//! | `state`, `spot` | input: situation and places |
//! | `language`, `example` | signs in words, and an example state for each |
//! | `layout` | LED positions on each board: rim, homes, posts, cells |
//! | `animation` | tempo |
//! | `canvas`, `painter`, `compose` | painting: LEDs, gestures, whole states |
//! | `colour` | colours, lightness, brightness, current |

mod animation;
mod canvas;
mod colour;
mod compose;
mod example;
mod language;
mod layout;
mod painter;
mod spot;
mod state;
#[cfg(test)]
mod tests;

pub use animation::{CYCLE, TICK};
pub use colour::{LedFrame, Milliamperes, current};
pub use language::{Sign, SignText};
pub use layout::MAX_LEDS;
pub use smart_leds::RGB8;
pub use spot::{EdgeFraction, Spot};
pub use state::{
    AnswerList, CalibrationScene, Focus, HostStatus, LightSettings, LightState, PlayScene, Prompt,
    PromptAction, PromptStrength, RepairHint, Scene, Seating, Tint,
};

use crate::board::Profile;
use crate::time::{Instant, Span};
use animation::AnimationClock;
use layout::LedLayout;

/// Returns the colours of all LEDs of a board at `now`; a pure function.
///
/// The frame stays valid at least until the end of the [`TICK`], and until
/// [`next_change`].
///
/// ```
/// use rules_core::board::{BoardId, Profile};
/// use rules_core::lights::{LightState, Milliamperes, Scene, current, frame};
/// use rules_core::time::Instant;
///
/// let ring = Profile::of(BoardId::Ring);
/// let idle = LightState::new(Scene::Idle);
/// let leds = frame(ring, &idle, Instant(1_000_000));
/// assert_eq!(leds.len(), 64);
/// assert!(current(&leds) <= Milliamperes(500));
/// ```
#[must_use]
pub fn frame(profile: &Profile, state: &LightState, now: Instant) -> LedFrame {
    let painted = compose::paint(
        LedLayout::from_profile(profile),
        state,
        AnimationClock::at(now),
    );
    colour::to_duty(&painted.canvas, state.setting)
}

/// Returns the earliest time at which [`frame`] may return another frame for the same
/// light state; `None` if it never does.
///
/// ```
/// use rules_core::board::{BoardId, Profile};
/// use rules_core::lights::{LightState, Scene, next_change};
/// use rules_core::time::Instant;
///
/// let ring = Profile::of(BoardId::Ring);
/// let now = Instant(1_001_000);
/// let change = next_change(ring, &LightState::new(Scene::Idle), now);
/// assert_eq!(change, Some(Instant(1_020_000)));
/// assert_eq!(next_change(ring, &LightState::new(Scene::Faulty), now), None);
/// ```
#[must_use]
pub fn next_change(profile: &Profile, state: &LightState, now: Instant) -> Option<Instant> {
    let painted = compose::paint(
        LedLayout::from_profile(profile),
        state,
        AnimationClock::at(now),
    );
    let ticks = painted.canvas.until()?;
    let began = Instant(now.0 - now.0 % u64::from(TICK.0));
    Some(began + Span(TICK.0.saturating_mul(u32::from(ticks))))
}
