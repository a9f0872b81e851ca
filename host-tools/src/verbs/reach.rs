//! How a verb reaches a ring: one set of arguments for all, and what is said
//! when it does not work.

use super::{complain, remark};
use crate::client::{Address, Client, Error, Fault, News, Transport};
use std::process::ExitCode;
use std::time::Duration;

/// Which ring.
#[derive(Debug, Clone, clap::Args)]
pub struct RingArgs {
    /// A serial port, tcp:HOST:PORT, virtual:, a recording, or `any` for the one
    /// ring that is plugged in, which is also meant without this.
    #[arg(long, value_name = "WHERE")]
    ring: Option<String>,
    /// Seconds a broken line may be away before this gives up.
    #[arg(long, default_value_t = 5)]
    patience: u64,
}

/// A client of whatever ring was asked for.
pub type AnyRing = Client<Box<dyn Transport>>;

impl RingArgs {
    /// Greets the ring, or the recording that stands in for one.
    ///
    /// # Errors
    /// Why it cannot be reached.
    pub fn connect(&self) -> Result<AnyRing, Error> {
        let mut client = Client::connect(self.address()?.open()?)?;
        client.set_patience(Duration::from_secs(self.patience));
        client.on_touch(|| {
            remark("press Confirm on the ring within ten seconds");
        });
        Ok(client)
    }

    /// Greets a ring that can be told something, which a recording cannot.
    ///
    /// # Errors
    /// Why it cannot be reached.
    pub fn connect_live(&self) -> Result<AnyRing, Error> {
        let address = self.address()?;
        if let Address::Recording(_) = address {
            return Err(Error::link(&address.to_string(), Fault::OnlyARecording));
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

/// Says, beside the answer, what became of the line to the ring.
pub fn remark_on(news: &News) {
    match news {
        News::Astray(astray) => remark(astray),
        News::Lost => remark("the line broke; waiting for the ring to come back"),
        News::Back => remark("the ring is back"),
        News::Line(..) | News::Message(_) => {}
    }
}

/// Says what went wrong. What the ring refuses is a failure (1), what keeps us
/// from asking it a trouble (2).
#[must_use]
pub fn failed(error: &Error) -> ExitCode {
    let code = complain(error);
    match error {
        Error::Refused(_) => ExitCode::FAILURE,
        Error::Link { .. } | Error::Incompatible(_) | Error::Timeout { .. } => code,
    }
}

/// Goes on with the value, or says what went wrong and ends the verb.
macro_rules! or_fail {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Ok($crate::verbs::reach::failed(&error)),
        }
    };
}
pub(crate) use or_fail;
