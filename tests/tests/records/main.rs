//! What is kept and what is sent: journal, wire, recordings, the client.

mod client_laws;
mod device_health;
mod every_record;
mod fuzz_corpora;
mod host_writes;
mod journal_edges;
mod journal_laws;
mod journal_power;
mod one_history;
mod recording_laws;
mod wire_golden;
mod wire_laws;
mod wire_messages;
