//! From table events to the lines of a script: observations and commands.

use host_core::table_event::TableEvent;
use host_core::table_event::observation::{Certainties, observations};
use rules_core::referee::{Command, Referee};
use rules_core::sensing::observation::ObservationKind;
use rules_core::time::Instant;

/// Input of a referee in a script.
#[derive(Debug, Clone)]
pub enum ScriptLine {
    /// One observation.
    See(ObservationKind),
    /// Several observations at once.
    Sees(Vec<ObservationKind>),
    /// A command of people at the table.
    Say(Command),
    /// Time alone.
    Wait,
    /// Power is lost and returns.
    Cut,
}

impl ScriptLine {
    /// Input that an event at this time leads to.
    ///
    /// # Errors
    /// A sentence that says why it leads to none.
    pub fn new(event: &TableEvent, at: Instant, referee: &Referee) -> Result<Self, String> {
        match event {
            TableEvent::Speech(speech) => speech.command(referee.session()).map(Self::Say),
            TableEvent::Wait(None) => Ok(Self::Wait),
            TableEvent::PowerCut(None) => Ok(Self::Cut),
            event => observations(event, at, referee, Certainties::USUAL).map(Self::Sees),
        }
    }
}
