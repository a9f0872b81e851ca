//! Games as pure values: legal actions, their effects, and winners. Games know nothing
//! of sensors, lights or wires.
//!
//! | module | content |
//! |---|---|
//! | [`kabuto`] | Kabuto Sumo and Sakura Slam: one engine, the difference is data |
//! | [`sumoo`] | SUMOO v1.0 |
//! | [`abalone`] | Abalone for 2, 3 and 4 players |
//! | [`refusal`], [`cell_reading`] | refusal of an action; reading of a cell of a grid board |

pub mod abalone;
pub mod cell_reading;
pub mod kabuto;
pub mod refusal;
pub mod sumoo;

pub use refusal::Refusal;
