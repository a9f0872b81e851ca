//! Following the journal from any line, with the session that the line needs.

use super::connection::Client;
use super::error::Error;
use super::transport::Transport;
use rules_core::wire::RequestError;
use rules_core::wire::message::{FollowFrom, Request};

impl<T: Transport> Client<T> {
    /// Follows the journal from the beginning of the match that holds line `line`, so that
    /// there is a session when that line comes. Returns the number of the first line that
    /// comes; it is above `line` if lines before it are gone.
    ///
    /// # Errors
    /// `Error::Link` if the connection fails, `Error::Refused` if the ring refuses.
    pub fn follow_match_of(&mut self, line: u32) -> Result<u32, Error> {
        let first = match self.info() {
            Ok(info) => info.first,
            // A recording answers neither this nor the next request.
            Err(Error::Refused(RequestError::None)) => {
                self.follow(FollowFrom::Line(0))?;
                return Ok(0);
            }
            Err(error) => return Err(error),
        };
        let matches = self.matches()?;
        let holding = matches.iter().rev().find(|lines| lines.begin <= line);
        let begin = match (holding, matches.first()) {
            (Some(lines), _) => lines.begin,
            // Before the first match of a journal there is nothing to know.
            (None, _) if first <= 1 => 1,
            (None, Some(oldest)) => oldest.begin,
            (None, None) => {
                self.follow(FollowFrom::Now)?;
                return Ok(self.side.hello().map_or(0, |hello| hello.next));
            }
        };
        self.request(Request::Follow(FollowFrom::Line(begin)))?;
        Ok(begin)
    }
}
