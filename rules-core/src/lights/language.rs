//! The words of the light language, for people: the table that `dohyo lights`
//! prints and draws. [`Sign::example`] shows each of them.

use crate::board::Name;
use crate::closed::closed;

closed! {
    /// Something the lights can say.
    enum Sign {
        /// Starting up.
        Boot = "boot",
        /// The self-test failed.
        Faulty = "faulty",
        /// No match.
        Idle = "idle",
        /// A match was found at power-up.
        Resume = "resume",
        /// Guided calibration.
        Calibrate = "calibrate",
        /// Whose turn, and the turn order.
        Turn = "turn",
        /// Somebody is out of the match.
        Out = "out",
        /// A special move may be used.
        Special = "special",
        /// The turn may be ended.
        EndTurn = "end turn",
        /// Set the platform at a post.
        Dock = "dock",
        /// The platform may be moved to a post.
        MayDock = "may dock",
        /// Set the platform anywhere against the edge.
        DockAnywhere = "dock anywhere",
        /// A marker is owed.
        Marker = "marker",
        /// Own markers are to be taken.
        TakeMarker = "take marker",
        /// Push from here.
        Push = "push",
        /// Lift a piece.
        Lift = "lift",
        /// Put the piece down.
        Put = "put",
        /// What the last move touched.
        Last = "last move",
        /// Things move: hands off.
        Settle = "settle",
        /// Choose a special move.
        Menu = "menu",
        /// Everybody is asked.
        Everyone = "everyone",
        /// The ring is unsure.
        Unsure = "unsure",
        /// Something is illegal.
        Wrong = "wrong",
        /// Something is to be taken away.
        WrongTake = "wrong: take",
        /// Something is missing.
        WrongPut = "wrong: put",
        /// The match is won.
        Won = "won",
        /// The match is over without a winner.
        Draw = "draw",
        /// A sensor is in trouble.
        Trouble = "trouble",
        /// A host listens.
        Host = "host",
        /// The host is gone.
        HostLost = "host lost",
    }
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Where it is shown.
    pub place: &'static str,
    /// In which colour.
    pub colour: &'static str,
    /// How it moves; on a cell of a grid board, if that differs.
    pub motion: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

impl Sign {
    /// How it looks and what it means.
    #[must_use]
    pub const fn entry(self) -> Entry {
        let (place, colour, motion, meaning) = self.row();
        Entry {
            place,
            colour,
            motion,
            meaning,
        }
    }

    /// Whether a board has it: posts and platform are the ring's, cells the
    /// grid's.
    #[must_use]
    pub const fn is_on(self, board: Name) -> bool {
        let on_grid = matches!(board, Name::GridHex | Name::GridSquare);
        match self {
            Self::Dock
            | Self::MayDock
            | Self::DockAnywhere
            | Self::Marker
            | Self::TakeMarker
            | Self::Push
            | Self::Special => !on_grid,
            Self::Lift | Self::Put | Self::Last => on_grid,
            // Two players only.
            Self::Out => !matches!(board, Name::GridSquare),
            _ => true,
        }
    }

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
                "one point winks", "somebody wants to change or end the match: confirm to agree, undo to refuse"),
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
