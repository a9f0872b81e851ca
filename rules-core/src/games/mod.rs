//! The games, each as a pure value: what is legal, what an action changes, who
//! has won. Games know nothing of sensors, lights or wires.
//!
//! | module | game |
//! |---|---|
//! | [`kabuto`] | Kabuto Sumo and Sakura Slam: one engine, the difference is data |
//! | [`sumoo`] | SUMOO v1.0 |
//! | [`abalone`] | Abalone for 2, 3 and 4 |
//! | [`refusal`], [`seen`] | why something is not legal; how well a cell was seen |

pub mod abalone;
pub mod kabuto;
pub mod refusal;
pub mod seen;
pub mod sumoo;

pub use refusal::Refusal;
