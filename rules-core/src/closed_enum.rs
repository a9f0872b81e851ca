//! Closed enumerations, with total maps and small sets over them.
//!
//! A seat, a side, a post is one of a few values. A map over them always has a value
//! for each, so that a look-up cannot fail.

/// Declares a closed enum whose variants have a word each, as their text form; on request
/// also a total map and a set over it. A set needs an enum of at most eight variants.
macro_rules! closed_enum {
    (
        $(#[$enum_doc:meta])* enum $Enum:ident {
            $( $(#[$doc:meta])* $Variant:ident = $word:literal, )+
        }
        $( map $Map:ident )?
        $( set $Set:ident )?
    ) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        $(#[$enum_doc])*
        pub enum $Enum { $( $(#[$doc])* $Variant, )+ }

        impl $Enum {
            /// All variants, in the order of their declaration.
            pub const ALL: [Self; [$( $word ),+].len()] = [$( Self::$Variant ),+];

            /// Returns the word of the variant, as files and command lines write it.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $( Self::$Variant => $word, )+ }
            }

            /// Returns the index of the variant in `ALL`, from 0.
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Returns the variant with this word; `None` if there is none.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|variant| variant.word() == word)
            }
        }

        impl core::fmt::Display for $Enum {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.word())
            }
        }

        $(
        #[doc = concat!("Map with a value for every [`", stringify!($Enum), "`].")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub struct $Map<T>(pub [T; $Enum::ALL.len()]);

        impl<T> $Map<T> {
            /// Creates the map from a function of the key.
            pub fn from_fn(mut value: impl FnMut($Enum) -> T) -> Self {
                Self($Enum::ALL.map(|key| value(key)))
            }

            /// Iterates over all entries, in order.
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
        #[doc = concat!("Set of [`", stringify!($Enum), "`] variants.")]
        #[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub struct $Set(u8);

        impl $Set {
            /// Empty set.
            pub const EMPTY: Self = Self(0);
            /// Set of all variants.
            pub const ALL: Self = Self((1 << $Enum::ALL.len()) - 1);

            /// Returns the set of one variant.
            #[must_use]
            pub const fn of(one: $Enum) -> Self {
                Self(1 << one.index())
            }
            /// True if the set contains `one`.
            #[must_use]
            pub const fn contains(self, one: $Enum) -> bool {
                self.0 & (1 << one.index()) != 0
            }
            /// Returns the set with `one` added.
            #[must_use]
            pub const fn with(self, one: $Enum) -> Self {
                Self(self.0 | (1 << one.index()))
            }
            /// Returns the set with `one` removed.
            #[must_use]
            pub const fn without(self, one: $Enum) -> Self {
                Self(self.0 & !(1 << one.index()))
            }
            /// Returns the number of variants in the set.
            #[must_use]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }
            /// True if the set contains no variant.
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
            /// True if every variant of this set is also in `other`.
            #[must_use]
            pub const fn is_within(self, other: Self) -> bool {
                self.0 & !other.0 == 0
            }
            /// Iterates over the variants in the set, in order.
            pub fn iter(self) -> impl Iterator<Item = $Enum> {
                $Enum::ALL.into_iter().filter(move |&one| self.contains(one))
            }
            /// Returns the set as a bit mask: bit 0 stands for the first variant.
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
pub(crate) use closed_enum;
