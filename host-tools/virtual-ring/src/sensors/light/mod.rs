//! Physics of a light beam: one formula per file, each with its units and its source.
//!
//! | module | formula |
//! |---|---|
//! | [`lobe`] | intensity of an emitter and response of a detector against the angle |
//! | [`emitter`] | radiant intensity from current, temperature and age |
//! | [`strings`] | current of emitters in series from supply and forward voltage |
//! | [`bore`] | light that passes a bore at an angle, past and off its wall |
//! | [`photocurrent`] | current of a detector from intensity, distance and all angles |
//! | [`aperture`] | rays from lens to lens, of which solids block some |
//! | [`threshold`] | current at which the input of a register switches |
//! | [`settling`] | time that a detector takes to read lit and to read dark |
//! | [`room`] | light of the room from its radiance and the detector's solid angle |
//! | [`chain`] | time left between a register's output and its sample |
//! | [`reflective`] | output of a reflective sensor under a disc and a lamp |
//!
//! Units: currents in mA, charges in nC, capacitances in nF, resistances in kilohms,
//! times in us, voltages in V, lengths in mm, intensities in mW/sr, irradiances in
//! mW/cm². The products fit: nC / us = mA, V / kilohm = mA, nF * kilohm = us.
//!
//! No formula has been compared with real parts. Constants are marked with their grade:
//! *data sheet* (the manufacturer states it), *calculated* (circuit simulation or Monte
//! Carlo), *assumed* (nobody has measured it yet).

pub mod aperture;
pub mod bore;
pub mod chain;
pub mod emitter;
pub mod lobe;
pub mod photocurrent;
pub mod reflective;
pub mod room;
pub mod settling;
pub mod strings;
#[cfg(test)]
mod tests;
pub mod threshold;
