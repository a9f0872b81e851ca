//! Checksum of a calibration, to recognise it.

use crate::checksum;
use crate::sensing::calibration::Calibration;
use serde::Serialize;

/// Flavor that computes the checksum of serialised bytes.
struct CrcFlavor(crc::Digest<'static, u32, crc::Table<1>>);

impl postcard::ser_flavors::Flavor for CrcFlavor {
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
    postcard::serialize_with_flavor(value, CrcFlavor(checksum::digest())).unwrap_or(0)
}

/// Returns a checksum that distinguishes calibrations.
#[must_use]
pub fn fingerprint(calibration: &Calibration) -> u32 {
    sum(calibration)
}
