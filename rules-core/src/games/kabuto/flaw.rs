//! What can be wrong with a set-up, in words that say what to do about it.

use super::setup::FirstBy;
use crate::clause::Clause;
use crate::piece::Size;
use crate::player::Colour;
use core::fmt;
use heapless::Vec;

/// Everything wrong with a set-up.
pub type SetupFaults = Vec<SetupFault, 32, u8>;

/// One thing wrong with a set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetupFault {
    /// The clause it breaks.
    pub clause: Clause,
    /// What is wrong.
    pub flaw: Flaw,
}

/// What can be wrong with a set-up. Players are counted from 1 here, as people do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// Not 2 to 4 players.
    PlayerCount(u8),
    /// Two sumos of one colour.
    ColourTwice(Colour),
    /// Two players with one card.
    CardTwice(u8),
    /// The deck has no such card.
    NoSuchCard(u8),
    /// The card is for a ring with posts.
    CardNeedsPosts(u8),
    /// The card has no Junior side.
    NoJuniorSide(u8),
    /// The card's Junior side lists more of its tokens than there are.
    JuniorTokens(u8),
    /// There is no such player to begin.
    FirstUnknown(u8),
    /// The first player was not found as the rules say.
    FirstBy(FirstBy),
    /// In this game no centre position begins.
    NoCentrePosition,
    /// Teams are for four players, and for all of them.
    Teams,
    /// Two members of a team would follow each other.
    TeamsInOrder,
    /// The centre pawn has the wrong size.
    Centre(Size),
    /// No disc of the centre pawn's size is on the ring.
    NoCentre(Size),
    /// The printed table wants this many discs of a size on the ring.
    NotAsPrinted(Size, u8),
    /// More discs of a size on the ring and in inventories than in the box.
    TooManyPawns(Size, u16, u8),
    /// More special tokens than in the box.
    TooManyTokens(u16, u8),
    /// A side would start with nothing to push.
    NothingToPush(u8),
}

impl fmt::Display for Flaw {
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
            Self::TooManyTokens(needed, have) => write!(f, "the cards need {needed} special tokens; the box has {have}"),
            Self::NothingToPush(seat) => write!(f, "the side of player {seat} would start with nothing to push"),
        }
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.clause, self.flaw)
    }
}
