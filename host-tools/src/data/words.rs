//! The words of card files for the engine's vocabulary, both ways.

use rules_core::games::kabuto::card::{At, Kind, TakeTo, When, Whose};
use rules_core::games::kabuto::edition::Edition;
use rules_core::piece::Size;

/// Something that stands in a file as a word.
pub(super) trait Word: Copy + Eq + 'static {
    /// Every one with its word.
    const WORDS: &'static [(&'static str, Self)];

    fn parse(word: &str) -> Option<Self> {
        let mut words = Self::WORDS.iter();
        words.find(|it| it.0 == word).map(|it| it.1)
    }

    fn word(self) -> &'static str {
        let mut words = Self::WORDS.iter();
        words.find(|it| it.1 == self).map_or("", |it| it.0)
    }

    /// All the words.
    fn all() -> Vec<&'static str> {
        Self::WORDS.iter().map(|it| it.0).collect()
    }
}

impl Word for Size {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("small", Self::Small),
        ("medium", Self::Medium),
        ("large", Self::Large),
    ];
}

impl Word for When {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("before", Self::Before),
        ("after", Self::After),
        ("either", Self::Either),
    ];
}

impl Word for At {
    const WORDS: &'static [(&'static str, Self)] =
        &[("here", Self::Here), ("anywhere", Self::Anywhere)];
}

impl Word for TakeTo {
    const WORDS: &'static [(&'static str, Self)] =
        &[("inventory", Self::Inventory), ("reserve", Self::Reserve)];
}

impl Word for Whose {
    const WORDS: &'static [(&'static str, Self)] =
        &[("own", Self::Own), ("opponent", Self::Opponents)];
}

impl Word for Kind {
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
    ];
}

impl Word for Edition {
    const WORDS: &'static [(&'static str, Self)] =
        &[("ss", Self::SakuraSlam), ("ks", Self::KabutoSumo)];
}
