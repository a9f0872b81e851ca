//! What may pass by itself and what is asked: a policy for every kind of event.

use crate::closed::closed;

closed! {
    /// A kind of event that is judged.
    enum Kind {
        /// The platform is set down.
        Dock = "dock",
        /// A marker comes to a post or leaves it.
        Marker = "marker",
        /// Something is pushed from the platform.
        Push = "push",
        /// A pawn falls by a push.
        PawnFall = "fall of a pawn",
        /// A special token falls by a push.
        TokenFall = "fall of a token",
        /// A sumo falls by a push.
        SumoFall = "fall of a sumo",
        /// The belt falls by a push.
        BeltFall = "fall of the belt",
        /// Anything falls that no push made fall.
        Accident = "accident",
        /// Everything has come to rest.
        Settle = "settle",
        /// A turn ends because the platform is set down for the next one.
        TurnEnd = "turn end",
        /// Pieces are moved on a grid board.
        Move = "move",
    }
    map ByKind
}

closed! {
    /// What happens with an event that is certain. One that is not is asked,
    /// whatever the policy, unless it is only logged.
    enum Policy {
        /// It is judged.
        Accept = "accept",
        /// It is judged if two sensors agree, else asked.
        TwoSensors = "two sensors",
        /// People are asked.
        Ask = "ask",
        /// It is written down and nothing else.
        LogOnly = "log only",
    }
}

/// A policy for every kind of event.
pub type Policies = ByKind<Policy>;

impl ByKind<Policy> {
    /// Falls need two sensors, the rest is accepted.
    pub const USUAL: Self = {
        use Policy::{Accept, TwoSensors};
        Self([
            Accept, Accept, Accept, TwoSensors, TwoSensors, TwoSensors, TwoSensors, TwoSensors,
            Accept, Accept, Accept,
        ])
    };

    /// Watches and writes down, decides nothing.
    pub const PASSIVE: Self = Self::all(Policy::LogOnly);

    /// The same policy for everything.
    #[must_use]
    pub const fn all(policy: Policy) -> Self {
        Self([policy; Kind::ALL.len()])
    }
}
