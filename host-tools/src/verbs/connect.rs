//! Connection of a verb to a ring: one set of options for all verbs, names of the
//! players, and the sentences of failures.

use super::{complain, load, remark};
use host_core::data::{DataFile, house_deck};
use host_core::sentences::{Names, Phrasebook, SessionEvent};
use ring_client::{Address, Client, ClientUpdate, Error, LinkError, Transport};
use rules_core::games::kabuto::card::Card;
use rules_core::panel::Touch;
use rules_core::referee::Session;
use rules_core::wire::RequestError;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Ring to use.
#[derive(Debug, Clone, clap::Args)]
pub struct RingArgs {
    /// Address of the ring: serial port, serial:ID, name:NAME, tcp:HOST:PORT, virtual:,
    /// recording, or `any` for the one that is plugged in [default: any].
    #[arg(long, value_name = "ADDRESS")]
    ring: Option<String>,
    /// Reconnect timeout, seconds.
    #[arg(long, default_value_t = 5)]
    patience: u64,
}

/// Names of the players.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct DeckArgs {
    /// Deck file that names the players' cards [default: house deck].
    #[arg(long, value_name = "FILE")]
    deck: Option<PathBuf>,
}

impl DeckArgs {
    /// Reads the cards that give players their names. A ring knows only the rules of a
    /// card.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the file.
    pub fn cards(&self) -> Result<Vec<Card>, String> {
        cards(self.deck.as_deref())
    }
}

/// Reads the cards of a deck file, or those of the house deck.
pub(super) fn cards(deck: Option<&Path>) -> Result<Vec<Card>, String> {
    let deck = match deck {
        None => house_deck(),
        Some(path) => load(path, "deck", |data| match data {
            DataFile::Deck(file) => Some(file.deck),
            DataFile::Layout(_) | DataFile::Board(_) => None,
        })?,
    };
    Ok(deck.cards.into_iter().collect())
}

/// Returns the names of the players in the match of a session.
pub(super) fn names(session: Option<&Session>, cards: &[Card]) -> Names {
    let game = session.and_then(Session::game);
    game.map_or_else(Names::default, |game| Names::new(game, cards))
}

/// Client of the ring that the options name, over any transport.
pub type AnyRing = Client<Box<dyn Transport>>;

impl RingArgs {
    /// Connects to the ring that the options name, or opens a recording in its place.
    ///
    /// # Errors
    /// Why it cannot be reached.
    pub fn connect(&self) -> Result<AnyRing, Error> {
        let mut client = Client::connect(self.address()?.open()?)?;
        client.set_patience(Duration::from_secs(self.patience));
        client.on_touch(asked_to_touch);
        Ok(client)
    }

    /// Connects to a ring that accepts commands, which a recording does not.
    ///
    /// # Errors
    /// Why it cannot be reached.
    pub fn connect_live(&self) -> Result<AnyRing, Error> {
        let address = self.address()?;
        if let Address::Recording(_) = address {
            return Err(Error::link(&address.to_string(), LinkError::OnlyARecording));
        }
        self.connect()
    }

    fn address(&self) -> Result<Address, Error> {
        match &self.ring {
            Some(text) => Address::parse(text),
            None => Ok(Address::Any),
        }
    }
}

/// Prints to standard error which touch the ring waits for.
pub(super) fn asked_to_touch(touch: Touch) {
    remark(match touch {
        Touch::Press => "press Confirm on the ring within ten seconds",
        Touch::Hold => "hold Confirm on the ring within ten seconds, until it is done",
    });
}

/// Prints a change of the connection to standard error.
pub fn remark_on(update: &ClientUpdate) {
    match update {
        ClientUpdate::FollowFailed(astray) => remark(astray),
        ClientUpdate::Void(lines) => remark(lines),
        ClientUpdate::Lost(_) => remark("connection lost; waiting for the ring"),
        ClientUpdate::Back => remark("connected again"),
        ClientUpdate::Line(_) | ClientUpdate::Message(_) | ClientUpdate::Response(..) => {}
    }
}

/// Follows the running match, or the last one, and returns its events so far.
///
/// # Errors
/// [`Error`] if the connection fails or the ring refuses.
pub(super) fn events(client: &mut AnyRing) -> Result<Vec<SessionEvent>, Error> {
    client.catch_up()?;
    let mut events = Vec::new();
    while let Some(update) = client.next(Duration::ZERO)? {
        if let ClientUpdate::Line(followed) = update {
            events.extend(SessionEvent::of_line(&followed));
        }
    }
    Ok(events)
}

/// Prints the reason of a failed request, with the names of the players. Returns 1 if the
/// ring refused it, 2 if the ring could not be reached.
pub(super) fn refused(error: &Error, names: &Names) -> ExitCode {
    match error {
        Error::Refused(RequestError::Declined(declined)) => {
            let why = Phrasebook::english(names).command_error(declined);
            complain(format_args!("refused: {why}"));
            ExitCode::FAILURE
        }
        other => failed(other),
    }
}

/// Prints the reason of a failed request. Returns 1 if the ring refused it, 2 if the ring
/// could not be reached.
#[must_use]
pub fn failed(error: &Error) -> ExitCode {
    if let Error::Refused(RequestError::Declined(_)) = error {
        return refused(error, &Names::default());
    }
    let code = complain(error);
    match error {
        Error::Refused(_) => ExitCode::FAILURE,
        Error::Link { .. } | Error::Incompatible(_) | Error::Timeout { .. } => code,
    }
}

/// Evaluates to the value, or prints the error and ends the verb.
macro_rules! or_fail {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Ok($crate::verbs::connect::failed(&error)),
        }
    };
}
pub(crate) use or_fail;
