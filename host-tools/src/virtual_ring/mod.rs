//! The virtual ring: a physical model of the table that knows the truth, and
//! models of the sensors that look at it. What comes out is what the hardware
//! would deliver, frame for frame, so that seeing can be measured.
//!
//! | module | what it is |
//! |---|---|
//! | [`recording`] | raw frames in a file that replays bit for bit |
//! | [`sensors`] | what the sensors make of it |
//! | [`sight`] | what they see between two steps |
//! | [`space`] | lengths, poses, solids and magnets: what both halves share |
//! | [`pieces`] | what the pieces are made of |
//! | [`arena`] | what does not move: ring, gutter, posts, platform |
//! | [`world`] | rigid bodies in the arena, step by step |
//! | [`hand`], [`push`] | hands, fingers, sleeves; a thumb that pushes |
//! | [`script`], [`scene`] | what people do at the table; a world where they do it |
//! | [`scenes`] | scenes by name, each made from a seed |
//! | [`truth`] | what really happened |
//! | [`measure`] | what is seen against what was true |
//! | [`play`] | whole matches, judged by the truth and by the referee |
//! | [`table`] | what lies where at the start |
//! | [`chance`] | lots as lengths and angles |

mod acting;
pub mod arena;
pub mod chance;
pub mod hand;
pub mod measure;
mod outline;
pub mod pieces;
pub mod play;
pub mod push;
pub mod recording;
pub mod scene;
pub mod scenes;
pub mod script;
pub mod sensors;
pub mod sight;
pub mod space;
pub mod table;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod timing;
pub mod truth;
pub mod world;
