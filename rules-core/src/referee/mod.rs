//! The referee: weighs what is seen, decides by policy, asks when unsure, says
//! why, and can always be overruled.
//!
//! ```text
//!  Observation --> Table, Falls --> Evidence --> flow of the game --> Verdict
//!  Command ---------------------------------------------------------> |
//!                                                                      v
//!            Event <-- Said <-- Session::apply <-------------------- Record
//! ```
//!
//! A [`Session`] is the fold of its [`Record`]s and nothing else. The
//! [`Referee`] around it knows the table and decides which records to write; a
//! replay needs only the records. Time is passed in.
//!
//! | file | concern |
//! |---|---|
//! | [`session`], [`record`], [`event`] | the fold, what goes in, what is said |
//! | [`unfit`] | why a record does not fit |
//! | [`entry`] | records as numbered lines of the journal, with snapshots |
//! | [`follow`] | somebody else's copy of the session, line by line |
//! | [`evidence`], [`question`], [`kind`] | what rulings rest on, what is asked, what passes |
//! | [`history`], [`why`] | undo and redo; the grounds of the last rulings |
//! | [`table`], [`falls`] | what the sensors show; falls in order |
//! | [`game`], `flow` | the games and their flows behind one set of names |
//! | `verdict`, `gate` | what a flow makes of evidence; what a policy says to it |
//! | [`kabuto`] | the flow of Sakura Slam and Kabuto Sumo |
//! | [`grid`], [`abalone`], [`sumoo`] | grid boards, and the flows of their games |
//! | `live`, `decide` | the referee: in and out; what is done about evidence |
//! | [`command`], [`waiting`] | what people can say; what is waited for |
//!
//! Two players, and the opening marker as a sensor sees it:
//!
//! ```
//! use rules_core::panel::plain;
//! use rules_core::place::Post;
//! use rules_core::player::{Colour, Players};
//! use rules_core::referee::kabuto::markers::magnet_of;
//! use rules_core::referee::{Entry, Event, Line, Policies, Record, Referee, Session, Sink};
//! use rules_core::sensing::certainty::Certainty;
//! use rules_core::sensing::observation::{Observation, What};
//! use rules_core::time::Instant;
//!
//! #[derive(Default)]
//! struct Tape(Vec<Record>, Vec<String>);
//! impl Sink for Tape {
//!     fn entry(&mut self, entry: Entry) {
//!         if let Line::Record(record) = entry.body.line {
//!             self.0.push(record);
//!         }
//!     }
//!     fn event(&mut self, event: Event) {
//!         self.1.push(event.what.to_string());
//!     }
//! }
//!
//! let (mut referee, mut tape) = (Referee::default(), Tape::default());
//! let now = Instant(1_000_000);
//! let game = plain::game(Players::Two, plain::ASSUMED[Players::Two]).unwrap();
//! referee.begin(now, &game, Policies::USUAL, &mut tape).unwrap();
//! let blue = What::Marker {
//!     post: Post::One,
//!     slot: 0,
//!     marker: Some(magnet_of(Colour::Blue)),
//!     certainty: Certainty::FULL,
//! };
//! referee.observe(now, &Observation { at: now, what: blue }, &mut tape);
//! assert_eq!(tape.1[1], "SS-S6 marker of side 2 on post 1");
//!
//! // The records alone lead to the same session.
//! let mut again = Session::default();
//! for record in &tape.0 {
//!     again.apply(record).unwrap();
//! }
//! assert_eq!(again.hash(), referee.session().hash());
//! ```
//!
//! What it does not do: it reads no sensors, stores nothing, lights nothing and
//! speaks to no host; and it does not check that a command was given with a
//! touch on the ring.

pub mod abalone;
pub mod command;
mod decide;
pub mod entry;
pub mod event;
pub mod evidence;
pub mod falls;
mod flow;
pub mod follow;
pub mod game;
mod gate;
pub mod grid;
pub mod history;
pub mod kabuto;
pub mod kind;
mod live;
pub mod question;
pub mod record;
pub mod session;
pub mod sumoo;
pub mod table;
#[cfg(test)]
mod tests;
pub mod unfit;
mod verdict;
pub mod waiting;
pub mod why;

pub use command::{Command, Declined};
pub use entry::{Body, Entry, Line, Part};
pub use event::{Event, Said, Sink, What};
pub use evidence::{By, Evidence, Seen};
pub use follow::{Astray, Follower};
pub use game::{Game, Overrule, Play, Repair};
pub use kind::{Kind, Policies, Policy};
pub use live::Referee;
pub use question::{Choice, Doubt, Question};
pub use record::{Note, Record};
pub use session::Session;
pub use table::Table;
pub use unfit::Unfit;
pub use waiting::Waiting;
