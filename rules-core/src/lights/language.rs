//! Signs of the light language, described for people: the table that `dohyo lights`
//! prints and draws. [`Sign::example`] returns a situation for each.

use crate::board::BoardId;
use crate::closed_enum::closed_enum;

closed_enum! {
    /// Sign that the lights can show.
    enum Sign {
        /// The ring is starting up.
        Boot = "boot",
        /// The self-test failed.
        Faulty = "faulty",
        /// No match is running.
        Idle = "idle",
        /// A match was found at power-up.
        Resume = "resume",
        /// A guided calibration is running.
        Calibrate = "calibrate",
        /// Player who must act, and the turn order.
        Turn = "turn",
        /// A player is out of the match.
        Out = "out",
        /// A special move may be used.
        Special = "special",
        /// The turn may be ended.
        EndTurn = "end turn",
        /// The platform must be set at a post.
        Dock = "dock",
        /// The platform may be moved to a post.
        MayDock = "may dock",
        /// The platform must be set anywhere against the edge.
        DockAnywhere = "dock anywhere",
        /// A marker must be set on a post.
        Marker = "marker",
        /// The player's own markers must be taken off the posts.
        TakeMarker = "take marker",
        /// A push from the platform is due.
        Push = "push",
        /// A piece may be lifted from this cell.
        Lift = "lift",
        /// The lifted piece may be put on this cell.
        Put = "put",
        /// Cells that the last move changed.
        Last = "last move",
        /// Pieces are moving: hands off.
        Settle = "settle",
        /// A player chooses a special move or a detail of one.
        Menu = "menu",
        /// Everybody at the table is asked to confirm the end of the match.
        Everyone = "everyone",
        /// Everybody at the table is asked to confirm the request of a host.
        Request = "request",
        /// The ring asks because it is unsure what it saw.
        Unsure = "unsure",
        /// The table differs from the match, and the ring knows no piece to move.
        Wrong = "wrong",
        /// A piece must be taken away.
        WrongTake = "wrong: take",
        /// A piece is missing and must be put back.
        WrongPut = "wrong: put",
        /// The match is won.
        Won = "won",
        /// The match is over without a winner.
        Draw = "draw",
        /// A sensor is faulty.
        Trouble = "trouble",
        /// A host is connected.
        Host = "host",
        /// The host has disconnected.
        HostLost = "host lost",
    }
}

/// Description of a sign for people: a row of the table in the module documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignText {
    /// Place of the sign on the board.
    pub place: &'static str,
    /// Colour of the light.
    pub colour: &'static str,
    /// Motion of the light; in brackets the motion on a cell of a grid board, if it
    /// differs.
    pub motion: &'static str,
    /// Meaning for the players.
    pub meaning: &'static str,
}

impl Sign {
    /// Returns the description of the sign.
    #[must_use]
    pub const fn entry(self) -> SignText {
        let (place, colour, motion, meaning) = self.row();
        SignText {
            place,
            colour,
            motion,
            meaning,
        }
    }

    /// True if a board can show this sign. Signs of posts and platform belong to the
    /// ring, signs of cells to the grid boards.
    #[must_use]
    pub const fn is_on(self, board: BoardId) -> bool {
        let on_grid = matches!(board, BoardId::GridHex | BoardId::GridSquare);
        match self {
            Self::Dock
            | Self::MayDock
            | Self::DockAnywhere
            | Self::Marker
            | Self::TakeMarker
            | Self::Push
            | Self::Special => !on_grid,
            Self::Lift | Self::Put | Self::Last => on_grid,
            // On the square grid there are only two players.
            Self::Out => !matches!(board, BoardId::GridSquare),
            _ => true,
        }
    }

    /// Returns place, colour, motion and meaning of the sign.
    #[rustfmt::skip]
    const fn row(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Self::Boot => ("all around", "white",
                "one point runs clockwise", "starting up, all well so far"),
            Self::Faulty => ("everywhere", "orange",
                "still", "the self-test failed: connect a computer and run the doctor"),
            Self::Idle => ("middle of each side", "white, dim",
                "four points swell and fade slowly", "no match: ready to begin"),
            Self::Resume => ("homes and all around", "players', white",
                "marks swell and fade while a point runs counter-clockwise", "a match was found: confirm to go on with it"),
            Self::Calibrate => ("from north-west, and the next place", "cyan, white",
                "a still bar grows with each step; light runs in to the next place", "put what is asked for at that place"),
            Self::Turn => ("homes", "players'",
                "bright marks, and two points run in from both ends of the home", "this player acts; as many marks as their number in the turn order"),
            Self::Out => ("home", "none",
                "dark", "this player is out of the match"),
            Self::Special => ("home of who acts", "white on the player's",
                "the two points run in and out again", "a special move may be declared too"),
            Self::EndTurn => ("from home to home", "white",
                "a point runs clockwise to the next player's home", "the turn may be ended"),
            Self::Dock => ("around the posts", "player's",
                "light runs in to the post", "set the platform at one of these posts"),
            Self::MayDock => ("around the posts", "player's, dim",
                "light runs in to the post, at half the tempo", "the platform may go to one of these posts"),
            Self::DockAnywhere => ("all around between homes", "player's",
                "every fourth light, marching clockwise", "set the platform anywhere against the edge"),
            Self::Marker => ("around the post", "player's",
                "swells and fades in place", "a marker is owed on this post"),
            Self::TakeMarker => ("around the posts", "player's",
                "light runs out from the post", "take your marker off this post"),
            Self::Push => ("at the platform", "player's",
                "outer lights still, the inner two beat twice", "push from here"),
            Self::Lift => ("cells", "player's",
                "blinks on and off", "one of these pieces may move"),
            Self::Put => ("cells", "player's",
                "swells and fades", "the lifted piece may go here"),
            Self::Last => ("cells", "white, faint",
                "still", "the last move was here"),
            Self::Settle => ("all around", "white, faint",
                "nothing moves: a dotted line, bright marks without points", "hands off until everything has come to rest"),
            Self::Menu => ("home of who acts, and what it is about", "player's",
                "a row of still points, the chosen one winks; one light swings at the place, or the marks of somebody swell", "choose with the button, then confirm"),
            Self::Everyone => ("every home", "white",
                "one point winks", "somebody at the table wants to end the match: confirm to agree, undo to refuse"),
            Self::Request => ("every home", "cyan",
                "two points, the first winks", "a computer asks for a change: confirm to agree, held long if that changes the result; undo to refuse"),
            Self::Unsure => ("the place in question, and the player's home", "white",
                "one light swings from side to side; a row of answers, the chosen one winks", "the ring is not sure what it saw: choose an answer"),
            Self::Wrong => ("the place, or the player's home", "orange",
                "beats twice, then a pause", "this is not allowed: look here"),
            Self::WrongTake => ("the place, and the owner's home", "orange, owner's",
                "beats twice, then light runs out (a cell: one long blink); the owner's marks swell", "take the owner's piece away from here"),
            Self::WrongPut => ("the place, and the owner's home", "orange, owner's",
                "beats twice, then light runs in (a cell: swells and fades); the owner's marks swell", "put the owner's piece here"),
            Self::Won => ("from the winner's home all around", "winner's",
                "light spreads both ways around until all is lit", "this side has won"),
            Self::Draw => ("homes", "players'",
                "all marks swell and fade slowly", "the match is over, nobody has won"),
            Self::Trouble => ("at the sensor; both ends of an edge", "orange",
                "a short blip every two seconds", "a sensor here is in trouble: the ring asks instead of judging"),
            Self::Host => ("one light: north-west corner; grid: right side", "cyan, dim",
                "still", "a computer listens"),
            Self::HostLost => ("the same light", "cyan, dim",
                "swells and fades very slowly", "the computer is gone; play goes on"),
        }
    }
}
