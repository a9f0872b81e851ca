//! The referee: weighs evidence, decides by policy, asks in doubt, gives its grounds, and
//! can always be overruled.
//!
//! ```text
//!  Observation --> Table, FallQueue --> Evidence --> interpreter of the game --> Decision
//!  Command -------------------------------------------------------------------> |
//!                                                                                v
//!            Event <-- Events <-- Session::apply <--------------------------- Record
//! ```
//!
//! A [`Session`] is the fold of its [`Record`]s and nothing else. The [`Referee`] around
//! it knows the table and decides which records to write; a replay needs only the
//! records. Time is passed in.
//!
//! | module | contents |
//! |---|---|
//! | [`session`], [`record`], [`event`] | the fold, its input, its output |
//! | [`apply_error`] | reasons why a record does not apply |
//! | [`line`](mod@line) | records as numbered lines of the journal, with snapshots |
//! | [`follower`] | another copy of the session, computed line by line |
//! | [`evidence`], [`question`], [`policy`] | evidence of rulings, questions, policies |
//! | [`history`], [`grounds`] | undo and redo; the grounds of the last rulings |
//! | [`table`], [`fall_queue`] | state of the table; falls in order |
//! | [`weighing`] | bodies of falls, by costs and ledger |
//! | [`game`], `interpret` | the games and their interpreters behind one set of names |
//! | `decision`, `policy_check` | decision about evidence; check against its policy |
//! | [`kabuto`] | interpreter of Sakura Slam and Kabuto Sumo |
//! | [`grid`], [`abalone`], [`sumoo`] | grid boards, and the interpreters of their games |
//! | `machine`, `decide` | the referee: inputs and outputs; handling of evidence |
//! | `stakes` | whether an answer decides the match |
//! | [`command`], [`waiting`] | commands of people; state that the referee waits for |
//!
//! Two players, and the opening marker as a sensor reports it:
//!
//! ```
//! use rules_core::panel::quick_match;
//! use rules_core::place::Post;
//! use rules_core::player::{Colour, Players};
//! use rules_core::referee::kabuto::markers::magnet_of;
//! use rules_core::referee::{
//!     Event, JournalLine, LineContent, Policies, Record, Referee, Session, Sink,
//! };
//! use rules_core::sensing::certainty::Certainty;
//! use rules_core::sensing::observation::{Observation, ObservationKind};
//! use rules_core::time::Instant;
//!
//! #[derive(Default)]
//! struct Output(Vec<Record>, Vec<String>);
//! impl Sink for Output {
//!     fn entry(&mut self, entry: JournalLine) {
//!         if let LineContent::Record(record) = entry.body.line {
//!             self.0.push(record);
//!         }
//!     }
//!     fn event(&mut self, event: Event) {
//!         self.1.push(event.kind.to_string());
//!     }
//! }
//!
//! let (mut referee, mut output) = (Referee::default(), Output::default());
//! let now = Instant(1_000_000);
//! let layout = quick_match::DEFAULT_LAYOUTS[Players::Two];
//! let game = quick_match::game(Players::Two, layout).unwrap();
//! referee.begin(now, &game, Policies::DEFAULT, &mut output).unwrap();
//! let blue = ObservationKind::Marker {
//!     post: Post::One,
//!     slot: 0,
//!     marker: Some(magnet_of(Colour::Blue)),
//!     certainty: Certainty::FULL,
//! };
//! referee.observe(now, &Observation::external(now, blue), &mut output);
//! assert_eq!(output.1[1], "SS-S6 marker of side 2 on post 1");
//!
//! // The records alone lead to the same session.
//! let mut again = Session::default();
//! for record in &output.0 {
//!     again.apply(record).unwrap();
//! }
//! assert_eq!(again.hash(), referee.session().hash());
//! ```
//!
//! Out of scope: it reads no sensors, stores nothing, drives no lights and talks to no
//! host; and it does not check that a command was given with a touch on the ring.

pub mod abalone;
pub mod apply_error;
pub mod command;
mod decide;
mod decision;
pub mod event;
pub mod evidence;
pub mod fall_queue;
pub mod follower;
pub mod game;
pub mod grid;
pub mod grounds;
pub mod history;
mod interpret;
pub mod kabuto;
pub mod line;
mod machine;
pub mod policy;
mod policy_check;
pub mod question;
pub mod record;
pub mod session;
mod stakes;
pub mod sumoo;
pub mod table;
#[cfg(test)]
mod tests;
pub mod waiting;
pub mod weighing;

pub use apply_error::ApplyError;
pub use command::{Command, CommandError};
pub use event::{Event, EventKind, Events, Sink};
pub use evidence::{Evidence, EvidenceKind, Speaker};
#[cfg(feature = "ring")]
pub(crate) use follower::FollowState;
pub use follower::{FollowError, Follower};
pub use game::{AnyAction, AnyCorrection, AnyGame, AnyRepair};
pub use line::{JournalLine, LineBody, LineContent, SnapshotPart};
pub use machine::Referee;
pub use policy::{EventClass, Policies, Policy};
pub use question::{Choice, Doubt, Question};
pub use record::{Note, Record};
pub use session::Session;
pub use table::Table;
pub use waiting::Waiting;
