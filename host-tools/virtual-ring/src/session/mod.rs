//! Session: a match at a simulated table that somebody outside drives, step by step, with
//! inputs of a hand; seats without a person are played by simulated players.
//!
//! ```text
//!   inputs --> TableModel --frames--> HostRing --> PageNews --> lines of JSON
//!                  |                                               (rulings, questions)
//!                  +--> poses, for drawing
//! ```
//!
//! The ring judges what its simulated sensors see, never what the session knows. The
//! caller keeps the clock: [`Session::step`] advances the table by steps of 2 ms. Every
//! input is stamped with the number of the step before which it arrived, and the same
//! set-up, seed and script give the same session bit for bit.
//!
//! | module | contents |
//! |---|---|
//! | [`setup`] | game, seats and noise, from JSON |
//! | [`input`] | inputs of a hand, answers and commands, as JSON |
//! | [`script`] | inputs with their steps, as text |
//! | `table` | what a session needs of a table |
//! | `ring_table`, `ring_hand`, `ring_state` | the ring with its pieces, hands at it, its part of the news |
//! | `pointer` | a thumb that follows a pointer smoothly |
//! | `push_watch` | true pushes of a live hand |
//! | `ring_player`, `ring_moves` | a simulated player at the ring |
//! | `grid_table`, `grid_player` | a grid board with its pieces, and a simulated player |
//! | `poses` | what lies where, as numbers |
//! | `news` | what the ring said, as JSON |
//! | `spectator` | the match as pictures and sentences, for a terminal |

mod grid_player;
mod grid_table;
pub mod input;
mod news;
mod pointer;
mod poses;
mod push_watch;
mod ring_hand;
mod ring_moves;
mod ring_player;
mod ring_state;
mod ring_table;
pub mod script;
pub mod setup;
mod spectator;
mod table;
#[cfg(test)]
mod tests;

use crate::play::PlayedGame;
use crate::play::ring_under_test::{HostRing, RingUnderTest};
use grid_table::LiveGridTable;
use host_core::lights::colour_vision::{encoded, seen};
use input::{HandInput, SessionInput};
use news::PageNews;
use ring_table::RingTable;
use rules_core::board::{Button, Buttons, Profile};
use rules_core::referee::{AnyGame, Choice, Command};
use rules_core::time::Instant;
use rules_core::wire::Request;
use script::{Script, ScriptEntry};
use serde_json::Value;
use setup::Setup;
use std::collections::VecDeque;
use std::fmt;
use table::TableModel;

/// Reason why a set-up or an input cannot be, as a sentence with the remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake(pub String);

impl Mistake {
    /// Creates the mistake that this sentence explains.
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Mistake {}

/// Duration of a tap on a button and of a long press, in steps of 2 ms.
const TAP: u64 = 75;
const LONG_PRESS: u64 = 850;

/// Match at a simulated table, driven from outside.
#[derive(Debug)]
pub struct Session {
    setup: Setup,
    seed: u32,
    ring: HostRing,
    table: Box<dyn TableModel>,
    news: PageNews,
    script: Script,
    /// Inputs of a script that is played, the next first.
    replay: VecDeque<ScriptEntry>,
    /// Step at which the pressed button is released; `None` if none is pressed.
    release: Option<u64>,
    poses: Vec<f32>,
    lights: Vec<u8>,
}

impl Session {
    /// Sets up a table and begins the match. The set-up is simulated until all pieces
    /// rest.
    ///
    /// # Errors
    /// [`Mistake`] if the game cannot be set up like this.
    pub fn new(setup: &Setup, seed: u32) -> Result<Self, Mistake> {
        let table_setup = setup.table(seed);
        let board = table_setup.title.board();
        let mut ring = HostRing::tapped(board);
        let (mut table, game): (Box<dyn TableModel>, AnyGame) = match table_setup.title {
            PlayedGame::Ring(edition, league) => {
                let (table, game) = RingTable::new(setup, &table_setup, (edition, league))?;
                (Box::new(table), game)
            }
            PlayedGame::Grid(grid) => {
                let (table, game) = LiveGridTable::new(setup, &table_setup, grid);
                (Box::new(table), game)
            }
        };
        let mut news = PageNews::new(setup, &table_setup, board, table.describe());
        table.settle(&mut ring);
        ring.begin(table.now(), &game)
            .map_err(|why| Mistake::new(format!("the ring does not begin the match: {why}")))?;
        table.begin();
        news.hear(&mut ring, &mut *table);
        Ok(Self {
            setup: setup.clone(),
            seed,
            ring,
            table,
            news,
            script: Script::default(),
            replay: VecDeque::new(),
            release: None,
            poses: Vec::new(),
            lights: Vec::new(),
        })
    }

    /// Sets up a table, and plays this script while time passes.
    ///
    /// # Errors
    /// [`Mistake`] if the game cannot be set up like this.
    pub fn replay(setup: &Setup, seed: u32, script: &Script) -> Result<Self, Mistake> {
        let mut session = Self::new(setup, seed)?;
        session.replay = script.entries().iter().cloned().collect();
        Ok(session)
    }

    /// Returns the set-up.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the seed.
    #[must_use]
    pub const fn seed(&self) -> u32 {
        self.seed
    }

    /// Returns the time since power-up.
    #[must_use]
    pub fn now(&self) -> Instant {
        self.table.now()
    }

    /// Returns the number of steps since power-up.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.table.now().0 / u64::from(crate::world::STEP.0)
    }

    /// Returns the match as the ring has it; `None` if none is running.
    #[must_use]
    pub fn game(&self) -> Option<&AnyGame> {
        self.ring.game()
    }

    /// Returns the ring with its host.
    #[must_use]
    pub const fn ring(&self) -> &HostRing {
        &self.ring
    }

    /// Returns the inputs so far.
    #[must_use]
    pub const fn script(&self) -> &Script {
        &self.script
    }

    /// Does what a hand does.
    ///
    /// # Errors
    /// [`Mistake`] if that makes no sense now; nothing has changed then.
    pub fn hand(&mut self, hand: HandInput) -> Result<(), Mistake> {
        self.input(SessionInput::Hand(hand))
    }

    /// Answers the question with this number.
    ///
    /// # Errors
    /// [`Mistake`] if the ring does not accept the answer.
    pub fn answer(&mut self, question: u16, choice: Choice) -> Result<(), Mistake> {
        self.input(SessionInput::Answer { question, choice })
    }

    /// Sends a command to the ring as a host does: some wait for a touch of Confirm.
    ///
    /// # Errors
    /// Never at present: the ring's refusal is among the news.
    pub fn say(&mut self, command: Command) -> Result<(), Mistake> {
        self.input(SessionInput::Say(command))
    }

    /// Takes an input, and adds it to the script if it was possible.
    ///
    /// # Errors
    /// [`Mistake`] if the input is not possible now; nothing has changed then.
    pub fn input(&mut self, input: SessionInput) -> Result<(), Mistake> {
        let input = input.rounded()?;
        self.take(&input)?;
        self.script.push(self.steps(), input);
        self.news.hear(&mut self.ring, &mut *self.table);
        Ok(())
    }

    fn take(&mut self, input: &SessionInput) -> Result<(), Mistake> {
        let now = self.table.now();
        match input {
            SessionInput::Hand(HandInput::Press(button)) => self.press(button, TAP),
            SessionInput::Hand(HandInput::Hold(button)) => self.press(button, LONG_PRESS),
            SessionInput::Hand(hand) => self.table.hand(hand, &mut self.ring),
            SessionInput::Answer { question, choice } => {
                let answer = Command::Answer(*question, *choice);
                let said = self.ring.command(now, &answer);
                said.map_err(|error| self.news.refusal(&self.ring, &error))
            }
            SessionInput::Say(command) => {
                self.table.told(command, &self.ring);
                let number = self.ring.ask(Request::Command(command.clone()));
                self.news.expect(number);
                Ok(())
            }
        }
    }

    fn press(&mut self, word: &str, steps: u64) -> Result<(), Mistake> {
        let button = Button::parse(word).ok_or_else(|| {
            let words = Button::ALL.map(Button::word).join(", ");
            Mistake::new(format!(
                "the ring has no button \"{word}\"; give one of: {words}"
            ))
        })?;
        if self.release.is_some() {
            return Err(Mistake::new(
                "a button is down already; wait until it is up again",
            ));
        }
        self.ring.press(self.table.now(), Buttons::of(button));
        self.release = Some(self.steps() + steps);
        Ok(())
    }

    /// Advances the table by `count` steps of 2 ms.
    pub fn step(&mut self, count: u32) {
        for _ in 0..count {
            self.play_due();
            if self.release.is_some_and(|at| self.steps() >= at) {
                self.release = None;
                self.ring.press(self.table.now(), Buttons::EMPTY);
            }
            self.table.advance(&mut self.ring);
            self.news.hear(&mut self.ring, &mut *self.table);
        }
    }

    /// Takes the inputs of the played script that are due.
    fn play_due(&mut self) {
        while self
            .replay
            .front()
            .is_some_and(|next| next.step <= self.steps())
        {
            if let Some(next) = self.replay.pop_front() {
                // What was possible then is possible now.
                let _ = self.input(next.input);
            }
        }
    }

    /// True while a script is played.
    #[must_use]
    pub fn is_replaying(&self) -> bool {
        !self.replay.is_empty()
    }

    /// Returns the poses of everything on the table, 12 numbers each: identifier, kind,
    /// half sizes in mm, position in mm, rotation as a quaternion.
    pub fn poses(&mut self) -> &[f32] {
        self.poses.clear();
        self.table.poses(&mut self.poses);
        &self.poses
    }

    /// Returns the colours of the ring's LEDs, three bytes each, as bright as an eye sees
    /// them.
    pub fn lights(&mut self) -> &[u8] {
        let frame = self.ring.lights(self.table.now());
        let count = usize::from(Profile::of(self.ring.ring().ring().profile().name).leds);
        self.lights.clear();
        let lit = frame.iter().take(count);
        self.lights
            .extend(lit.flat_map(|&led| seen(led, None).map(encoded)));
        &self.lights
    }

    /// Returns what has happened since the last call: one JSON object a line, with the
    /// name of the event and its data.
    pub fn news(&mut self) -> String {
        self.news.take()
    }

    /// Returns the drawing of the raw frames behind a journal line, as SVG.
    ///
    /// # Errors
    /// [`Mistake`] if there is no such capture.
    pub fn capture(&self, line: u32) -> Result<String, Mistake> {
        self.news.capture(line)
    }

    /// Returns the set-up, the seed and the script as one JSON object.
    #[must_use]
    pub fn recipe(&self) -> Value {
        serde_json::json!({
            "setup": self.setup.to_json(),
            "seed": self.seed,
            "text": self.script.to_string(),
        })
    }
}
