//! Policies: one rule per class of event that says whether evidence passes or people are
//! asked.

use crate::closed_enum::closed_enum;

closed_enum! {
    /// Class of events that the referee judges by one policy.
    enum EventClass {
        /// Platform set down.
        Dock = "dock",
        /// Marker set on a post or removed from it.
        Marker = "marker",
        /// Element pushed from the platform.
        Push = "push",
        /// Pawn that a push makes fall.
        PawnFall = "fall of a pawn",
        /// Special token that a push makes fall.
        TokenFall = "fall of a token",
        /// Sumo that a push makes fall.
        SumoFall = "fall of a sumo",
        /// Belt that a push makes fall.
        BeltFall = "fall of the belt",
        /// Fall that no push caused.
        Accident = "accident",
        /// All pieces at rest.
        Settle = "settle",
        /// Turn that ends because the platform is set down for the next one.
        TurnEnd = "turn end",
        /// Pieces moved on a grid board.
        Move = "move",
    }
    map ByEventClass
}

closed_enum! {
    /// Treatment of an event that is certain. An uncertain event is asked about, whatever
    /// the policy, unless it is only logged.
    enum Policy {
        /// Judge the event without asking.
        Accept = "accept",
        /// Judge the event if two sensors agree, else ask.
        TwoSensors = "two sensors",
        /// Ask the people at the table about the event.
        Ask = "ask",
        /// Write a log line about the event and do nothing else.
        LogOnly = "log only",
    }
}

/// A policy for every class of event.
pub type Policies = ByEventClass<Policy>;

impl ByEventClass<Policy> {
    /// Default policies: falls need two sensors, all else is accepted.
    pub const DEFAULT: Self = {
        use Policy::{Accept, TwoSensors};
        Self([
            Accept, Accept, Accept, TwoSensors, TwoSensors, TwoSensors, TwoSensors, TwoSensors,
            Accept, Accept, Accept,
        ])
    };

    /// Policies that log every event and decide nothing.
    pub const PASSIVE: Self = Self::all(Policy::LogOnly);

    /// Returns policies with `policy` for every class.
    #[must_use]
    pub const fn all(policy: Policy) -> Self {
        Self([policy; EventClass::ALL.len()])
    }
}
