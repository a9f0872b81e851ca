//! Closed enumerations, with total maps and small sets over them.
//!
//! A seat, a side, a post is one of a few; a map over them has a value for each
//! of them, always, so that looking one up cannot fail.

/// Declares a closed enum with its words and, where they are wanted, a total map and
/// a set over it; a set holds at most eight.
macro_rules! closed {
    (
        $(#[$enum_doc:meta])* enum $Enum:ident {
            $( $(#[$doc:meta])* $Variant:ident = $word:literal, )+
        }
        $( map $Map:ident )?
        $( set $Set:ident )?
    ) => {
        $(#[$enum_doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub enum $Enum { $( $(#[$doc])* $Variant, )+ }

        impl $Enum {
            /// All of them, in order.
            pub const ALL: [Self; [$( $word ),+].len()] = [$( Self::$Variant ),+];

            /// The word for it.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $( Self::$Variant => $word, )+ }
            }

            /// Its place in the order, from 0.
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one that `word` stands for.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|it| it.word() == word)
            }
        }

        impl core::fmt::Display for $Enum {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.word())
            }
        }

        $(
        #[doc = concat!("A value for every [`", stringify!($Enum), "`].")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub struct $Map<T>(pub [T; $Enum::ALL.len()]);

        impl<T> $Map<T> {
            /// Makes the map from a function.
            pub fn from_fn(mut value: impl FnMut($Enum) -> T) -> Self {
                Self($Enum::ALL.map(|key| value(key)))
            }

            /// All entries, in order.
            pub fn iter(&self) -> impl Iterator<Item = ($Enum, &T)> {
                $Enum::ALL.into_iter().zip(&self.0)
            }
        }

        impl<T> core::ops::Index<$Enum> for $Map<T> {
            type Output = T;
            fn index(&self, key: $Enum) -> &T {
                &self.0[key.index()]
            }
        }

        impl<T> core::ops::IndexMut<$Enum> for $Map<T> {
            fn index_mut(&mut self, key: $Enum) -> &mut T {
                &mut self.0[key.index()]
            }
        }
        )?

        $(
        #[doc = concat!("Some of [`", stringify!($Enum), "::ALL`].")]
        #[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub struct $Set(u8);

        impl $Set {
            /// None of them.
            pub const EMPTY: Self = Self(0);
            /// All of them.
            pub const ALL: Self = Self((1 << $Enum::ALL.len()) - 1);

            /// Just this one.
            #[must_use]
            pub const fn of(one: $Enum) -> Self {
                Self(1 << one.index())
            }
            /// Whether it is in the set.
            #[must_use]
            pub const fn contains(self, one: $Enum) -> bool {
                self.0 & (1 << one.index()) != 0
            }
            /// The set with it.
            #[must_use]
            pub const fn with(self, one: $Enum) -> Self {
                Self(self.0 | (1 << one.index()))
            }
            /// The set without it.
            #[must_use]
            pub const fn without(self, one: $Enum) -> Self {
                Self(self.0 & !(1 << one.index()))
            }
            /// How many there are.
            #[must_use]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }
            /// Whether there are none.
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
            /// Whether all of these are also in `other`.
            #[must_use]
            pub const fn is_within(self, other: Self) -> bool {
                self.0 & !other.0 == 0
            }
            /// All of them, in order.
            pub fn iter(self) -> impl Iterator<Item = $Enum> {
                $Enum::ALL.into_iter().filter(move |&one| self.contains(one))
            }
            /// One bit each, the first lowest.
            #[must_use]
            pub const fn bits(self) -> u8 {
                self.0
            }
        }

        impl core::fmt::Debug for $Set {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }

        impl FromIterator<$Enum> for $Set {
            fn from_iter<I: IntoIterator<Item = $Enum>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, Self::with)
            }
        }
        )?
    };
}
pub(crate) use closed;
