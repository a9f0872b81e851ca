//! One image for all boards: the stored settings say which one it is on.

use crate::twin::Twin;
use rules_core::board::{BoardId, Profile};

fn runs_on(board: BoardId) {
    let Some(mut twin) = Twin::booted(board.word(), board) else {
        return;
    };
    twin.plug();
    twin.run(240);
    let (curtain, hall) = (twin.last.counts.curtain, twin.last.counts.hall);
    assert_eq!((curtain.wrong, curtain.lost), (0, 0), "{board}");
    assert_eq!((hall.wrong, hall.lost), (0, 0), "{board}");
    let profile = Profile::of(board);
    let expected = 230_000 / profile.hall.period().0;
    assert!(
        hall.compared >= expected,
        "{board}: {} scans",
        hall.compared
    );
    assert_eq!(curtain.compared > 570, profile.curtain.is_some(), "{board}");
    assert_eq!(twin.side.hello().expect("a hello").board, board);
}

#[test]
fn runs_on_the_hexagonal_grid() {
    runs_on(BoardId::GridHex);
}
