//! Clauses: every rule of the printed rule books, with its number.
//!
//! A ruling or a refusal always names one of these, so that players can look up the
//! reason. The sentences are the project's own, in English; the French word stands beside
//! it where a player meets it on a card. Where the printed rules are silent the clause
//! carries the *reading* chosen here, so that a table can disagree knowingly.
//!
//! The rules are only named here. The engines in [`crate::games`] enforce them.
//!
//! ```
//! use rules_core::clause::{Clause, GameId};
//!
//! let own_fall = Clause::parse("SS-K5").unwrap();
//! assert_eq!(own_fall.game(), GameId::SakuraSlam);
//! assert!(own_fall.reading().is_some());
//! ```

mod abalone;
mod kabuto_sumo;
mod sakura_slam;
mod sumoo;

use core::fmt;

/// One of the four games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum GameId {
    /// Kabuto Sumo: Sakura Slam, the second box, with posts and markers.
    SakuraSlam,
    /// Kabuto Sumo, the first box, without posts.
    KabutoSumo,
    /// SUMOO v1.0, on a grid of 5 by 7.
    Sumoo,
    /// Abalone for 2, 3 and 4 players.
    Abalone,
}

impl GameId {
    /// All games, the main one first.
    pub const ALL: [Self; 4] = [
        Self::SakuraSlam,
        Self::KabutoSumo,
        Self::Sumoo,
        Self::Abalone,
    ];

    /// Returns the rule book of this game.
    const fn book(self) -> &'static ClauseBook {
        match self {
            Self::SakuraSlam => &sakura_slam::BOOK,
            Self::KabutoSumo => &kabuto_sumo::BOOK,
            Self::Sumoo => &sumoo::BOOK,
            Self::Abalone => &abalone::BOOK,
        }
    }

    /// Returns the short name of the game, which the command line uses and every clause
    /// number starts with: `ss`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.book().code
    }

    /// Returns the title of the game, as on the box.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.book().title
    }

    /// Returns the clauses of this game, in the order of its rule book.
    #[must_use]
    pub const fn clauses(self) -> &'static [Clause] {
        self.book().order
    }
}

/// Rule book of one game, in the project's words.
struct ClauseBook {
    /// Short name of the game, which the command line uses and every clause number starts
    /// with.
    code: &'static str,
    /// Title of the game, as on the box.
    title: &'static str,
    /// Clauses in the order of the rule book.
    order: &'static [Clause],
    /// Look-up of a clause's text; returns `None` for a clause of another game.
    text: fn(Clause) -> Option<ClauseText>,
}

/// Number, sentence and reading of one clause.
#[derive(Debug, Clone, Copy)]
struct ClauseText {
    id: &'static str,
    sentence: &'static str,
    reading: Option<&'static str>,
}

/// Declares one game's rule book: its names, and its clauses in their order.
macro_rules! clause_table {
    (
        $code:literal $title:literal;
        $( $clause:ident $id:literal $sentence:literal $( reading $reading:literal )? ; )*
    ) => {
        pub(super) const BOOK: super::ClauseBook = super::ClauseBook {
            code: $code,
            title: $title,
            order: &[$( super::Clause::$clause ),*],
            text,
        };

        const fn text(clause: super::Clause) -> Option<super::ClauseText> {
            match clause {
                $( super::Clause::$clause => Some(super::ClauseText {
                    id: $id,
                    sentence: $sentence,
                    reading: super::clause_table!(@reading $( $reading )?),
                }), )*
                _ => None,
            }
        }
    };
    (@reading) => { None };
    (@reading $reading:literal) => { Some($reading) };
}
use clause_table;

/// Lists the clauses of all games as one closed enum.
macro_rules! clauses {
    ($( $name:ident )*) => {
        /// A numbered clause of a printed rule book. The variant is the number: `SsK5` is
        /// clause SS-K5.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[allow(missing_docs, reason = "each clause is documented by its sentence in the tables")]
        pub enum Clause { $( $name ),* }

        impl Clause {
            /// All clauses, in the order of their numbers on the wire.
            pub const ALL: &[Self] = &[ $( Self::$name ),* ];
        }
    };
}

// The place in this list is a clause's number on the wire and in the journal: new ones go
// to the end, whatever game they are of.
clauses! {
    SsS1 SsS2 SsS3 SsS4 SsS5 SsS6 SsS7
    SsT1 SsT2 SsT3 SsT4 SsT5 SsT6 SsT7 SsT8
    SsK1 SsK2 SsK3 SsK4 SsK5 SsK6 SsK7
    SsM1 SsM2 SsM3 SsM4 SsM5 SsM6 SsM7 SsM8 SsM9 SsM10
    SsC1 SsC2 SsC3 SsC4 SsC5
    SsL1 SsL2 SsW1 SsW2
    Ss2a Ss3a Ss3b Ss3c Ss4a Ss4b Ss4c
    SsJ1 SsJ2 SsJ3
    KsS1 KsS4 KsS5
    KsT1 KsT2 KsT3
    KsK1 KsM1 KsB1 Ks4a KsW1 KsL1 KsL2 Ks3a KsJ1
    Su1 Su2 Su3 Su4 Su5 Su6 Su7 Su8 Su9 Su10 Su11 Su12 Su13 Su14 Su15 Su16 Su17
    Su18 Su19 Su20 Su21
    Ab1 Ab2 Ab3 Ab4 Ab5 Ab6 Ab7 Ab8 Ab9 Ab10 Ab11 Ab12
}

impl Clause {
    /// Returns the number of the clause as printed in reports: `SS-K5`.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.entry().id
    }

    /// Returns the sentence of the clause, in the project's words.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        self.entry().sentence
    }

    /// Returns the project's interpretation where the printed rule leaves a case open;
    /// `None` where it does not.
    #[must_use]
    pub fn reading(self) -> Option<&'static str> {
        self.entry().reading
    }

    /// Returns the game whose rule book contains the clause.
    #[must_use]
    pub fn game(self) -> GameId {
        self.found().0
    }

    /// Finds a clause by its number, in upper or lower case; `None` if there is none.
    #[must_use]
    pub fn parse(id: &str) -> Option<Self> {
        GameId::ALL
            .iter()
            .flat_map(|game| game.clauses())
            .copied()
            .find(|clause| clause.id().eq_ignore_ascii_case(id))
    }

    fn entry(self) -> ClauseText {
        self.found().1
    }

    /// Returns the game whose table contains the clause, and the clause's entry.
    fn found(self) -> (GameId, ClauseText) {
        let tables = GameId::ALL.into_iter().find_map(|game| {
            let entry = (game.book().text)(self);
            entry.map(|entry| (game, entry))
        });
        let missing = ClauseText {
            id: "?",
            sentence: "",
            reading: None,
        };
        // The tables are complete: a test below checks every variant.
        tables.unwrap_or((GameId::Abalone, missing))
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::{Clause, GameId};

    #[test]
    fn every_clause_has_a_number_and_a_sentence() {
        let mut count = 0;
        for clause in Clause::ALL {
            assert_ne!(clause.id(), "?", "{clause:?} is in no table");
        }
        for game in GameId::ALL {
            for &clause in game.clauses() {
                assert_eq!(clause.game(), game, "{clause:?} stands in the wrong table");
                assert_eq!(Clause::parse(clause.id()), Some(clause));
                assert!(clause.sentence().ends_with('.'), "{clause} is a sentence");
                assert_eq!(clause.id()[..2].to_ascii_lowercase().as_str(), game.code());
                count += 1;
            }
        }
        assert_eq!(count, Clause::ALL.len(), "a clause is in two tables");
    }

    #[test]
    fn numbers_on_the_wire_stay() {
        let ends = [
            (Clause::SsS1, 0),
            (Clause::SsJ3, 50),
            (Clause::KsJ1, 65),
            (Clause::Su21, 86),
            (Clause::Ab12, 98),
        ];
        for (clause, number) in ends {
            assert_eq!(clause as usize, number, "{clause}: old journals name it so");
        }
    }

    extern crate alloc;
    use alloc::string::ToString;

    #[test]
    fn the_variant_is_the_number() {
        for game in GameId::ALL {
            for clause in game.clauses() {
                let name = alloc::format!("{clause:?}").to_ascii_lowercase();
                assert_eq!(name, clause.id().replace('-', "").to_ascii_lowercase());
                assert_eq!(clause.to_string(), clause.id());
            }
        }
    }
}
