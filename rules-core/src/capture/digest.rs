//! Checksum of a calibration, by which a capture recognises the one it was made with.

use crate::checksum;
use crate::sensing::calibration::Calibration;
use serde::Serialize;

/// Postcard flavor that computes a CRC-32 of the serialised bytes and stores none.
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

/// Returns the CRC-32 of a calibration, which distinguishes it from others.
#[must_use]
pub fn fingerprint(calibration: &Calibration) -> u32 {
    sum(calibration)
}
