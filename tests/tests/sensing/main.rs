//! From frames to observations, and the evidence that is kept of them; the virtual
//! ring that makes the frames.

mod announced_gaps;
mod calibration_laws;
mod capture_laws;
mod capture_scenes;
mod curtain_beginnings;
mod curtain_faults;
mod curtain_laws;
mod curtain_scenes;
mod curtain_stuck;
mod drawn_boards;
mod hall_laws;
mod virtual_boards;
mod virtual_ring;
