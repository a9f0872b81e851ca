//! The games, each as a pure value: what is legal, what an action changes, who
//! has won. Games know nothing of sensors, lights or wires.

pub mod abalone;
pub mod kabuto;
pub mod refusal;
pub mod seen;
pub mod sumoo;

pub use refusal::Refusal;
