//! The memory of evidence: chains in a pool.
