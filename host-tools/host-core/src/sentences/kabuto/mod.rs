//! Sentences about Kabuto Sumo and Sakura Slam.
//!
//! | file | sentences |
//! |---|---|
//! | `ruling` | rulings |
//! | `refusal` | actions that the rules forbid |
//! | `repair` | repairs and corrections |
//! | `standing` | whose turn it is and what everybody holds |
//! | `waiting` | awaited actions |

mod refusal;
mod repair;
mod ruling;
mod standing;
mod waiting;
