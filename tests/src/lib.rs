//! Shared parts of the tests: random play, second opinions, a flash that fails.

pub mod abalone_play;
pub mod abalone_reference;
pub mod curtain_play;
pub mod journal_model;
pub mod kabuto_play;
pub mod mock_flash;
pub mod proof_play;
pub mod referee_script;
pub mod referee_soup;
pub mod referee_table;
pub mod referee_words;
pub mod sumoo_play;
pub mod sumoo_reference;
