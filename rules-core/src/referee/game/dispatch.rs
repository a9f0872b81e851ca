//! Macros over all games: [`match_game!`](crate::match_game), the only place with
//! one arm per game, and `one_per_game!`, which declares the `Any...` enums.

/// Evaluates one expression for the game that an `Any...` value holds.
///
/// The first argument names the enum, the second the value, and the part of the
/// game is bound like a closure's argument. Variants that belong to no game follow
/// as ordinary arms. The expression is compiled once per game, so that it may call
/// anything that all games share: a trait's methods, or fields of the same name.
///
/// ```
/// use rules_core::match_game;
/// use rules_core::referee::AnyGame;
/// use rules_core::referee::game::RefereedGame;
///
/// fn is_running(game: &AnyGame) -> bool {
///     !match_game!(AnyGame, game, game => game.is_over())
/// }
/// ```
#[macro_export]
macro_rules! match_game {
    ($Any:ident, $value:expr, $part:ident => $body:expr $(, $other:pat => $result:expr)* $(,)?) => {
        match $value {
            $Any::Kabuto($part) => $body,
            $Any::Abalone($part) => $body,
            $Any::Sumoo($part) => $body,
            $( $other => $result, )*
        }
    };
}

/// Declares an `Any...` enum with one variant per game, and [`GamePart`](super::GamePart)
/// for each game's part. Variants without a part belong to no game. The order of variants
/// is their number on the wire.
macro_rules! one_per_game {
    (
        $(#[$meta:meta])*
        pub enum $Any:ident {
            $( $(#[$doc:meta])* $Variant:ident $( ($Part:ty) )?, )+
        }
    ) => {
        $(#[$meta])*
        pub enum $Any { $( $(#[$doc])* $Variant $( ($Part) )?, )+ }

        impl $Any {
            /// Returns the value as the part of one game; `None` if it belongs to another
            /// game.
            #[must_use]
            pub fn get<P: $crate::referee::game::GamePart<Self>>(&self) -> Option<&P> {
                P::part_of(self)
            }
        }

        $( $(
        impl $crate::referee::game::GamePart<$Any> for $Part {
            fn part_of(any: &$Any) -> Option<&Self> {
                match any {
                    $Any::$Variant(part) => Some(part),
                    _ => None,
                }
            }

            fn into_any(self) -> $Any {
                $Any::$Variant(self)
            }
        }
        )? )+
    };
}
pub(in crate::referee) use one_per_game;
