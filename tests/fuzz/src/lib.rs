//! Fuzz targets, shared with the tests that replay their corpora.

pub mod deframer;
pub mod ring;
