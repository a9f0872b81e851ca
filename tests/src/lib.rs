//! Shared parts of the tests: random play, second opinions.

pub mod abalone_play;
pub mod abalone_reference;
pub mod curtain_play;
pub mod journal_model;
pub mod kabuto_play;
pub mod panel_desk;
pub mod panel_words;
pub mod promise_deeds;
pub mod promise_file;
pub mod promise_front;
pub mod promise_run;
pub mod promise_words;
pub mod proof_play;
pub mod referee_grid;
pub mod referee_grid_soup;
pub mod referee_grid_table;
pub mod referee_script;
pub mod referee_soup;
pub mod referee_stir;
pub mod referee_table;
pub mod referee_words;
pub mod ring_host;
pub mod ring_mirror;
pub mod sumoo_play;
pub mod sumoo_reference;
