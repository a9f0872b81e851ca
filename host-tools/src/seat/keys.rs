//! Keys of a person at a seat.

/// Key that a person at a seat pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatKey {
    /// A letter or a sign.
    Letter(char),
    /// A digit, 0 to 9.
    Digit(u8),
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// Enter or the space bar.
    Enter,
    /// Backspace or Escape.
    Back,
    /// Control and C or D.
    Interrupt,
    /// No key was pressed, but the window was resized.
    Resize,
}

impl SeatKey {
    /// Returns the direction of an arrow, to the east and to the north; `None` for another
    /// key.
    #[must_use]
    pub const fn arrow(self) -> Option<[f32; 2]> {
        Some(match self {
            Self::Up => [0.0, 1.0],
            Self::Down => [0.0, -1.0],
            Self::Left => [-1.0, 0.0],
            Self::Right => [1.0, 0.0],
            _ => return None,
        })
    }
}
