//! What this house promises about itself, where no compiler checks it.

mod clause_mutations;
mod dependencies;
mod house_rules;
