//! Conversion of table events to the inputs of a table script: observations and commands.

use host_core::table_event::TableEvent;
use host_core::table_event::observation::{Certainties, observations};
use rules_core::referee::{Command, Referee};
use rules_core::sensing::observation::ObservationKind;
use rules_core::time::Instant;

/// Input of the referee in a table script.
#[derive(Debug, Clone)]
pub enum ScriptLine {
    /// The sensors make one observation.
    See(ObservationKind),
    /// The sensors make several observations at once.
    Sees(Vec<ObservationKind>),
    /// People at the table give a command.
    Say(Command),
    /// Only time passes.
    Wait,
    /// Power is lost and returns.
    Cut,
}

impl ScriptLine {
    /// Returns the input that an event at this time leads to.
    ///
    /// # Errors
    /// A sentence that says why it leads to none.
    pub fn new(event: &TableEvent, at: Instant, referee: &Referee) -> Result<Self, String> {
        match event {
            TableEvent::Speech(speech) => speech.command(referee.session()).map(Self::Say),
            TableEvent::Wait(None) => Ok(Self::Wait),
            TableEvent::PowerCut(None) => Ok(Self::Cut),
            event => observations(event, at, referee, Certainties::DEFAULT).map(Self::Sees),
        }
    }
}
