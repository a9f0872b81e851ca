//! Seat of a person at a simulated table, in a terminal: the session that a page drives,
//! driven by keys.
//!
//! ```text
//!   keys --> Choosing --inputs--> SeatedPerson --> Session --news--> SeatNews --> stage, call
//!              ^                                                              |
//!              +--------------------------------------------------------------+
//! ```
//!
//! Set-up, seed and the script of the session repeat the match anywhere, also on a page.
//!
//! | module | concern |
//! |---|---|
//! | [`keys`] | keys of a person |
//! | [`news`] | what a person knows, from the session's news |
//! | [`stage`] | what a person can do now |
//! | [`choosing`], [`cells`] | what each key does in a stage |
//! | [`push_plan`] | a push as inputs of a hand |
//! | [`call`] | what is said to the person |
//! | [`player`] | the session with all of this |
//! | [`terminal`] | pace and keys in a terminal |

pub mod call;
pub mod cells;
pub mod choosing;
pub mod keys;
pub mod news;
pub mod player;
pub mod push_plan;
pub mod stage;
pub mod terminal;
