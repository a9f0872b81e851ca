//! Faults of a set-up, in words that say what to do about them.

use super::setup::FirstBy;
use crate::clause::Clause;
use crate::piece::Size;
use crate::player::Colour;
use core::fmt;
use heapless::Vec;

/// All faults of a set-up; from 32 on, further ones are dropped.
pub type SetupFaults = Vec<SetupFault, 32, u8>;

/// Fault of a set-up, with its clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetupFault {
    /// Clause that the set-up breaks.
    pub clause: Clause,
    /// Kind of fault, with its figures.
    pub flaw: SetupFaultKind,
}

/// Kind of fault in a set-up. Players and cards are counted from 1, as people do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetupFaultKind {
    /// The set-up has this number of players, not 2 to 4.
    PlayerCount(u8),
    /// Two players have sumos of this colour.
    ColourTwice(Colour),
    /// Two players have the card with this number.
    CardTwice(u8),
    /// The deck has no card with this number.
    NoSuchCard(u8),
    /// The card with this number needs a ring with posts, and the ring of this game has
    /// none.
    CardNeedsPosts(u8),
    /// The card with this number has no Junior side, and the match is in the Junior
    /// League.
    NoJuniorSide(u8),
    /// The Junior side of the card with this number lists more of its tokens than there
    /// are.
    JuniorTokens(u8),
    /// The player with this number should begin, and does not exist.
    FirstUnknown(u8),
    /// The rules of the box do not choose the first player in this way.
    FirstBy(FirstBy),
    /// The first player was chosen by the centre position, in a game that has none.
    NoCentrePosition,
    /// Four players do not form two teams of two, or other numbers of players form teams.
    Teams,
    /// Two members of a team would follow each other in the turn order.
    TeamsInOrder,
    /// The centre pawn does not have this size.
    Centre(Size),
    /// The ring has no disc of this size, the centre pawn's.
    NoCentre(Size),
    /// The number of discs of this size on the ring differs from this number in the
    /// printed table.
    NotAsPrinted(Size, u8),
    /// Ring and inventories need more discs of this size (first number) than the box has
    /// (second).
    TooManyPawns(Size, u16, u8),
    /// The side of the player with this number would start with an empty inventory.
    NothingToPush(u8),
}

impl fmt::Display for SetupFaultKind {
    #[rustfmt::skip]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PlayerCount(n) => write!(f, "{n} at the table; 2 to 4 can play"),
            Self::ColourTwice(colour) => write!(f, "{colour} is taken twice; give everyone a colour of their own"),
            Self::CardTwice(card) => write!(f, "card {card} is taken twice; give everyone a card of their own"),
            Self::NoSuchCard(card) => write!(f, "the deck has no card {card}"),
            Self::CardNeedsPosts(card) => write!(f, "card {card} needs corner posts; choose another or play Sakura Slam"),
            Self::NoJuniorSide(card) => write!(f, "card {card} has no Junior side; choose another"),
            Self::JuniorTokens(card) => write!(f, "the Junior side of card {card} lists more tokens than the card has"),
            Self::FirstUnknown(n) => write!(f, "player {n} cannot begin: there is none"),
            Self::FirstBy(FirstBy::Youngest) => write!(f, "with three players the centre position begins, not the youngest"),
            Self::FirstBy(FirstBy::CentrePosition) => write!(f, "the centre position begins only with three players; name the youngest"),
            Self::FirstBy(FirstBy::Chance) => write!(f, "chance does not decide who begins here; name the youngest, or with three players the centre position"),
            Self::NoCentrePosition => write!(f, "no centre position begins in this game; name the youngest or let chance decide"),
            Self::Teams => write!(f, "four players form two teams of two, and nobody else does"),
            Self::TeamsInOrder => write!(f, "the teams must alternate around the table"),
            Self::Centre(size) => write!(f, "the centre pawn must be {size}"),
            Self::NoCentre(size) => write!(f, "no {size} pawn is on the ring to be the centre"),
            Self::NotAsPrinted(size, count) => write!(f, "the ring starts with {count} {size} pawns"),
            Self::TooManyPawns(size, needed, have) => write!(f, "{needed} {size} pawns on the ring and in hand; the box has {have}"),
            Self::NothingToPush(seat) => write!(f, "the side of player {seat} would start with nothing to push"),
        }
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.clause, self.flaw)
    }
}
