//! Web page on the host side: events and state of a ring as JSON.
//!
//! | module | concern |
//! |---|---|
//! | [`writer`] | events, state and lights of a ring |
//! | [`view`] | a match as the page draws it |
//! | [`waiting`] | the actions a match waits for |
//! | [`capture_store`] | captures, gathered from a ring and drawn |
//! | [`sink`] | the receiver of all that |

pub mod capture_store;
pub mod sink;
pub mod view;
pub mod waiting;
pub mod writer;
