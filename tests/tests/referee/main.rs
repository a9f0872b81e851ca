//! From observations and buttons to rulings: the referee, the panel, the ring that
//! joins all parts, and whole matches.

mod matches;
mod panel_buttons;
mod panel_laws;
mod panel_play;
mod panel_way_out;
mod permissions;
mod promises;
mod referee_grid_laws;
mod referee_grid_parts;
mod referee_laws;
mod referee_parts;
mod referee_scenarios;
mod referee_scripts;
mod ring_keeping;
mod ring_seeing;
mod ring_spine;
