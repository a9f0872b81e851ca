//! Players: seats in turn order, sides that win or lose together, colours.

use crate::closed_enum::closed_enum;

closed_enum! {
    /// Seat of a player: the position in the turn order.
    enum Seat {
        /// Player with the first turn.
        First = "1",
        /// Player with the second turn.
        Second = "2",
        /// Player with the third turn.
        Third = "3",
        /// Player with the fourth turn.
        Fourth = "4",
    }
    map BySeat
    set Seats
}

closed_enum! {
    /// Side: those who win or lose together, one player or a team of two.
    enum Side {
        /// Side of the first seat.
        One = "1",
        /// Side of the second seat.
        Two = "2",
        /// Side of the third of three players.
        Three = "3",
    }
    map BySide
    set Sides
}

closed_enum! {
    /// Colour of a sumo token and of a set of markers.
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

closed_enum! {
    /// Number of players.
    enum Players {
        /// Two players against each other.
        Two = "2",
        /// Three players, each against both others.
        Three = "3",
        /// Two teams of two, who take turns alternately.
        Four = "4",
    }
    map ByPlayers
}

impl Players {
    /// Returns the number of players, 2 to 4.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Three => 3,
            Self::Four => 4,
        }
    }

    /// Iterates over the seats in use, in turn order.
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().take(self.count())
    }

    /// Iterates over the sides: three with three players, otherwise two.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        let sides = match self {
            Self::Two | Self::Four => 2,
            Self::Three => 3,
        };
        Side::ALL.into_iter().take(sides)
    }

    /// Returns the side a seat belongs to: a separate one, or with four players the
    /// team of every other seat.
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

    /// Iterates over the seats of a side, in turn order.
    pub fn seats_of(self, side: Side) -> impl Iterator<Item = Seat> {
        self.seats().filter(move |&seat| self.side_of(seat) == side)
    }

    /// Returns the seat whose turn follows that of `seat`; after the last comes the
    /// first.
    #[must_use]
    pub const fn after(self, seat: Seat) -> Seat {
        match (self, seat) {
            (_, Seat::First) => Seat::Second,
            (Self::Three | Self::Four, Seat::Second) => Seat::Third,
            (Self::Four, Seat::Third) => Seat::Fourth,
            _ => Seat::First,
        }
    }

    /// Returns the seat that comes last in the turn order.
    #[must_use]
    pub const fn last(self) -> Seat {
        match self {
            Self::Two => Seat::Second,
            Self::Three => Seat::Third,
            Self::Four => Seat::Fourth,
        }
    }
}
