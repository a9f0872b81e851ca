//! Boards that the project has withdrawn, in greetings that cannot be read otherwise.

use rules_core::board::BoardId;
use rules_core::board::withdrawn::{BoardNumber, WithdrawnBoard};
use rules_core::wire::hello::Protocol;

/// Returns the withdrawn board in a ring's `Hello`, which is unreadable otherwise; `None`
/// for any other message.
pub(crate) fn withdrawn_board(payload: &[u8]) -> Option<WithdrawnBoard> {
    // Number of the message, then what a `Hello` begins with, whatever its board.
    type Greeting = (u32, Protocol, heapless::String<16>, BoardNumber);
    let ((message, _, _, board), _) = postcard::take_from_bytes::<Greeting>(payload).ok()?;
    BoardId::try_from(board).err().filter(|_| message == 0)
}
