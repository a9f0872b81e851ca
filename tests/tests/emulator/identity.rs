//! Ids of the ring and its journal.

use crate::crashes::info;
use crate::twin::Twin;
use dohyo_tests::ring_host::plain;
use rules_core::board::BoardId;
use rules_core::wire::{Request, Response, RingId};

/// The id of the emulated flash chip, `CHIP_ID` in `tests/emulator/src/ssi.mjs`.
const CHIP: RingId = RingId(0xe661_4c31_1b7f_5a2c);

/// Types of USB descriptors.
const DEVICE: u8 = 1;
const STRING: u8 = 3;

#[test]
fn the_usb_serial_number_of_a_device_is_the_id_of_its_chip() {
    let Some(mut twin) = Twin::booted("serial-number", BoardId::Ring) else {
        return;
    };
    twin.plug();
    let mut read = |kind, index| {
        let bytes = twin.pico.descriptor(kind, index).expect("a harness");
        bytes.expect("a descriptor")
    };
    let device = read(DEVICE, 0);
    assert_eq!((device[0], device[1]), (18, DEVICE), "{device:x?}");
    let serial = read(STRING, device[16]);
    assert_eq!(usize::from(serial[0]), serial.len(), "{serial:x?}");
    let units: Vec<u16> = (serial[2..].chunks_exact(2))
        .map(|unit| u16::from_le_bytes([unit[0], unit[1]]))
        .collect();
    let text = String::from_utf16(&units).expect("a text");
    assert_eq!(text.to_lowercase(), CHIP.to_string());
}

#[test]
fn identity_of_a_device_is_its_chip_and_outlives_the_power() {
    let Some(mut twin) = Twin::booted("identity", BoardId::Ring) else {
        return;
    };
    twin.plug();
    let name = "Attic".try_into().expect("a short name");
    assert_eq!(twin.ask(Request::Name(name)), Some(Response::Done));
    assert_eq!(twin.begin(&plain(2)), Some(Response::Done));
    twin.alone(200);
    let before = info(&mut twin).identity;
    assert_eq!(before.ring, CHIP);
    assert!(!before.is_virtual);
    assert_ne!(before.journal.0, 0);
    assert_eq!(before.name, "Attic");
    twin.power();
    assert_eq!(info(&mut twin).identity, before);
}
