//! Whole matches on the virtual ring: simulated people play, physics decides
//! what falls, the referee sees only raw frames.
//!
//! ```text
//!   players --deeds--> Scene --truth--> Book  (the bare rules engine)
//!                        |                |  must agree at every settled turn,
//!                        +--frames--> Judge  or people were asked
//! ```
//!
//! | file | concern |
//! |---|---|
//! | [`judge`] | whoever judges from raw frames; sensing and referee as one |
//! | [`stage`] | the table, its sensors and their clocks |
//! | [`book`] | what truly happened, judged by the bare rules engine |
//! | `people` | truthful answers to what the referee asks |
//! | `deeds` | what hands do at the table, as acts |
//! | `mistakes` | what people do wrong now and then |
//! | `lineup` | what is played, by whom, on what; dealing |
//! | `sitting` | one match from the set-up to its end |
//! | `turn` | what whoever's turn it is does next |
//! | `pondering` | a question that somebody thinks about |
//! | [`result`] | what came of it |
//! | [`onlooker`] | whoever watches a match step by step |
//! | [`grid`] | all of this for the grid boards |
//! | [`many`] | many matches over several threads |
//!
//! Nothing here knows how players choose: see [`crate::players`].

pub mod book;
mod deeds;
pub mod grid;
pub mod judge;
mod lineup;
pub mod many;
mod mistakes;
pub mod onlooker;
mod people;
mod pondering;
pub mod result;
mod sitting;
pub mod stage;
mod turn;

pub use lineup::{Equipment, Table, Title, dealt};
pub use many::{Plan, play_all};
pub use onlooker::{Moment, Onlooker, play_watched};
pub use result::{End, Played};
pub use sitting::{play, play_before};

/// With `DOHYO_EXPLAIN` set everything seen, done and asked is told on standard
/// error.
fn explain(what: impl FnOnce() -> String) {
    if std::env::var_os("DOHYO_EXPLAIN").is_some() {
        eprintln!("    {}", what());
    }
}
