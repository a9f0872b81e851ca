//! Checksums of values, to know them again.

use crate::checksum;
use crate::sensing::calibration::Calibration;
use crate::sensing::observation::Observation;
use serde::Serialize;

/// Sums up serialised bytes.
struct Summed(crc::Digest<'static, u32, crc::Table<1>>);

impl postcard::ser_flavors::Flavor for Summed {
    type Output = u32;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.update(&[byte]);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<u32> {
        Ok(self.0.finalize())
    }
}

fn sum(value: &impl Serialize) -> u32 {
    // Neither can fail: everything has a length, and there is room.
    postcard::serialize_with_flavor(value, Summed(checksum::digest())).unwrap_or(0)
}

/// Tells observations apart.
pub(super) fn mark(observation: &Observation) -> u32 {
    sum(observation)
}

/// Tells calibrations apart.
#[must_use]
pub fn fingerprint(calibration: &Calibration) -> u32 {
    sum(calibration)
}
