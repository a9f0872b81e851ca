//! Conventions of the repository that neither the compiler nor a lint can check.

mod clause_mutations;
mod dependencies;
mod event_table;
mod firmware_profiles;
mod language;
mod layers;
mod machine_names;
mod source;
