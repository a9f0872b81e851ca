//! Match that is about to begin, and the names of its persons: announced before, kept once
//! the match has its first line.

use super::complain;
use super::connect::{AnyRing, failed};
use crate::people::{self, Announcement, PeopleStore};
use ring_client::{ClientUpdate, Error};
use rules_core::player::Players;
use rules_core::referee::{AnyGame, JournalLine, Session};
use rules_core::wire::message::FollowFrom;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Longest wait for the first line of the match.
const PATIENCE: Duration = Duration::from_secs(5);

/// Names of the persons of a match that is about to begin.
pub(super) struct NamedMatch<'a> {
    people: &'a [String],
    announcement: Announcement,
    /// Number of the first line that the match can begin with.
    from: u32,
}

impl<'a> NamedMatch<'a> {
    /// Checks the names of a rematch and announces them.
    ///
    /// # Errors
    /// The exit code, once the reason is printed.
    pub(super) fn announce_rematch(
        client: &mut AnyRing,
        people: &'a [String],
    ) -> Result<Self, ExitCode> {
        client.catch_up().map_err(|error| failed(&error))?;
        let game = client.session().and_then(Session::game);
        let players = game.map(AnyGame::players);
        Self::announce(client, people, players)
    }

    /// Checks the names of the next match and announces them; a ring that has no match to
    /// begin again knows no number of players.
    ///
    /// # Errors
    /// The exit code, once the reason is printed.
    pub(super) fn announce(
        client: &mut AnyRing,
        people: &'a [String],
        players: Option<Players>,
    ) -> Result<Self, ExitCode> {
        if let Some(players) = players {
            people::check(people, players).map_err(complain)?;
        }
        let store = PeopleStore::of_user().ok_or_else(|| {
            complain("names cannot be kept: set XDG_STATE_HOME to a folder of yours")
        })?;
        let info = client.info().map_err(|error| failed(&error))?;
        let followed = client.follow(FollowFrom::Match);
        followed.map_err(|error| failed(&error))?;
        Ok(Self {
            people,
            announcement: store.announce(&info.identity).map_err(complain)?,
            from: info.next,
        })
    }

    /// Keeps the names of the match, which has begun.
    ///
    /// # Errors
    /// The exit code, once the reason is printed.
    pub(super) fn keep(self, client: &mut AnyRing) -> Result<(), ExitCode> {
        match self.first_line(client) {
            Ok(Some(first)) => {
                let kept = self.announcement.keep(&first, self.people);
                kept.map_err(complain)
            }
            Ok(None) => Err(complain(
                "the match has begun, but its first line did not come, so that its names are \
                 not kept: abort it and set it up again",
            )),
            Err(error) => Err(failed(&error)),
        }
    }

    /// Waits for the first line of the match.
    fn first_line(&self, client: &mut AnyRing) -> Result<Option<JournalLine>, Error> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if let Some(ClientUpdate::Line(followed)) = client.next(Duration::from_millis(50))?
                && followed.line.seq >= self.from
                && people::begins_match(&followed.line)
            {
                return Ok(Some(followed.line));
            }
        }
        Ok(None)
    }
}
