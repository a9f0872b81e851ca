//! Who plays: seats in turn order, sides that win or lose together, colours.

use crate::closed::closed;

closed! {
    /// A place in the turn order.
    enum Seat {
        /// Has the first turn.
        First = "1",
        /// Has the second turn.
        Second = "2",
        /// Has the third turn.
        Third = "3",
        /// Has the fourth turn.
        Fourth = "4",
    }
    map BySeat
    set Seats
}

closed! {
    /// Those who win or lose together: one player, or a team of two.
    enum Side {
        /// The side of the first seat.
        One = "1",
        /// The side of the second seat.
        Two = "2",
        /// The side of the third of three players.
        Three = "3",
    }
    map BySide
    set Sides
}

closed! {
    /// The colour of a sumo token and of a set of markers.
    enum Colour {
        /// Red.
        Red = "red",
        /// Blue.
        Blue = "blue",
        /// Green.
        Green = "green",
        /// Yellow.
        Yellow = "yellow",
    }
    set Colours
}

closed! {
    /// How many play.
    enum Players {
        /// One against one.
        Two = "2",
        /// Everyone for themselves.
        Three = "3",
        /// Two teams of two, who take turns alternately.
        Four = "4",
    }
    map ByPlayers
}

impl Players {
    /// The number itself.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Three => 3,
            Self::Four => 4,
        }
    }

    /// The seats taken, in turn order.
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().take(self.count())
    }

    /// The sides there are.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        let sides = match self {
            Self::Two | Self::Four => 2,
            Self::Three => 3,
        };
        Side::ALL.into_iter().take(sides)
    }

    /// The side a seat belongs to: its own, or with four players the team of
    /// every other seat.
    ///
    /// ```
    /// use rules_core::player::{Players, Seat, Side};
    ///
    /// assert_eq!(Players::Three.side_of(Seat::Third), Side::Three);
    /// assert_eq!(Players::Four.side_of(Seat::Third), Side::One);
    /// ```
    #[must_use]
    pub const fn side_of(self, seat: Seat) -> Side {
        match (self, seat) {
            (_, Seat::First) | (Self::Four, Seat::Third) => Side::One,
            (_, Seat::Second) | (Self::Four, Seat::Fourth) => Side::Two,
            (_, Seat::Third | Seat::Fourth) => Side::Three,
        }
    }

    /// The seats of a side, in turn order.
    pub fn seats_of(self, side: Side) -> impl Iterator<Item = Seat> {
        self.seats().filter(move |&seat| self.side_of(seat) == side)
    }

    /// The seat whose turn follows, going round.
    #[must_use]
    pub const fn after(self, seat: Seat) -> Seat {
        match (self, seat) {
            (_, Seat::First) => Seat::Second,
            (Self::Three | Self::Four, Seat::Second) => Seat::Third,
            (Self::Four, Seat::Third) => Seat::Fourth,
            _ => Seat::First,
        }
    }

    /// The seat that comes last in the turn order.
    #[must_use]
    pub const fn last(self) -> Seat {
        match self {
            Self::Two => Seat::Second,
            Self::Three => Seat::Third,
            Self::Four => Seat::Fourth,
        }
    }
}
