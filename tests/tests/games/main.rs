//! The rules of the games: laws, second opinions, notation, cards, scenarios.
//!
//! Many files in one program: each program of its own would be linked by itself,
//! and run after the others. `cargo test --test games abalone` runs some of them.

mod abalone_finality;
mod abalone_inference;
mod abalone_laws;
mod abalone_records;
mod abalone_second_opinion;
mod cards_broken;
mod cards_cli;
mod cards_laws;
mod cards_play;
mod cards_shipped;
mod kabuto_laws;
mod kabuto_reference;
mod kabuto_rehearsals;
mod kabuto_resume;
mod scenarios;
mod sumoo_finality;
mod sumoo_inference;
mod sumoo_laws;
mod sumoo_record;
mod sumoo_second_opinion;
mod sumoo_tracker;
