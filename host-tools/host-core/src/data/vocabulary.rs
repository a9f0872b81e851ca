//! Words of card files for the engine's types, in both directions.

use rules_core::games::kabuto::card::{
    MarkerOwner, MarkerSource, MoveTiming, PieceKind, PushPlace, TakeDestination,
};
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::Size;

/// Type whose values are written as words in files.
pub(super) trait FileWord: Copy + Eq + 'static {
    /// All values, each with its word.
    const WORDS: &'static [(&'static str, Self)];

    fn parse(word: &str) -> Option<Self> {
        let mut words = Self::WORDS.iter();
        words.find(|entry| entry.0 == word).map(|entry| entry.1)
    }

    fn word(self) -> &'static str {
        let mut words = Self::WORDS.iter();
        words
            .find(|entry| entry.1 == self)
            .map_or("", |entry| entry.0)
    }

    /// Returns all words.
    fn all() -> Vec<&'static str> {
        Self::WORDS.iter().map(|entry| entry.0).collect()
    }
}

impl FileWord for Size {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("small", Self::Small),
        ("medium", Self::Medium),
        ("large", Self::Large),
    ];
}

impl FileWord for MoveTiming {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("before", Self::Before),
        ("after", Self::After),
        ("either", Self::Either),
    ];
}

impl FileWord for MarkerSource {
    const WORDS: &'static [(&'static str, Self)] =
        &[("here", Self::Here), ("anywhere", Self::Anywhere)];
}

impl FileWord for PushPlace {
    const WORDS: &'static [(&'static str, Self)] =
        &[("here", Self::Here), ("anywhere", Self::Anywhere)];
}

impl FileWord for TakeDestination {
    const WORDS: &'static [(&'static str, Self)] =
        &[("inventory", Self::Inventory), ("reserve", Self::Reserve)];
}

impl FileWord for MarkerOwner {
    const WORDS: &'static [(&'static str, Self)] =
        &[("own", Self::Own), ("opponent", Self::Opponents)];
}

impl FileWord for PieceKind {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("pawn", Self::AnyPawn),
        ("small pawn", Self::Pawn(Size::Small)),
        ("medium pawn", Self::Pawn(Size::Medium)),
        ("large pawn", Self::Pawn(Size::Large)),
        ("token", Self::AnyToken),
        ("own token", Self::OwnToken),
        ("element", Self::AnyElement),
        ("opponent sumo", Self::OpponentSumo),
        ("belt", Self::Belt),
        ("own sumo", Self::OwnSumo),
    ];
}

impl FileWord for Edition {
    const WORDS: &'static [(&'static str, Self)] =
        &[("ss", Self::SakuraSlam), ("ks", Self::KabutoSumo)];
}
