//! Discovery of rings on USB: which port is a ring's, and which of several rings is meant.
//!
//! A ring is known by the USB numbers of its firmware, told from others by its serial
//! number, which is its ring id, and by the name that people gave it. Names are not on
//! USB: a ring is asked for its name, if that decides.

use crate::error::{FoundRing, LinkError};
use rules_core::wire::identity::{USB_PRODUCT, USB_VENDOR};

/// Text in the USB product name of a ring, in lower case.
const PRODUCT: &str = "dohyo";

/// Start of the product name that Windows gives to every serial port on USB.
const GENERIC: &str = "usb serial";

/// Serial port of this computer, at which a ring may be.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Candidate {
    /// Name of the port, as `--ring` accepts it.
    pub port: String,
    /// Product name from USB; `None` for a port that is not on USB or has no name.
    pub product: Option<String>,
    /// Vendor and product number from USB; `None` for a port that is not on USB.
    pub ids: Option<(u16, u16)>,
    /// Serial number from USB; `None` if the device has none.
    pub serial: Option<String>,
}

impl Candidate {
    /// True if the port is a ring's: its USB product name says so; or its USB numbers do,
    /// which others may try out as well, and its product name is none of its own.
    #[must_use]
    pub fn is_ring(&self) -> bool {
        let product = self.product.as_deref().map(str::to_lowercase);
        match product {
            Some(product) if product.contains(PRODUCT) => true,
            Some(product) if !product.starts_with(GENERIC) => false,
            _ => self.ids == Some((USB_VENDOR, USB_PRODUCT)),
        }
    }
}

/// Ring that a person means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// The only one.
    Any,
    /// The one whose serial number starts with these digits.
    Serial(String),
    /// The one with this name, in any case of letters.
    Name(String),
}

/// Returns the port of the ring that is meant. `name_of` asks the ring at a port for its
/// name; it is called only if names decide, or for the sentence of the error.
///
/// # Errors
/// `LinkError::NoRing` if there is none at all, `LinkError::NoSuchRing` if none fits,
/// `LinkError::Several` if several do.
pub fn choose(
    candidates: &[Candidate],
    wanted: &Wanted,
    mut name_of: impl FnMut(&str) -> Option<String>,
) -> Result<String, LinkError> {
    let rings: Vec<&Candidate> = candidates.iter().filter(|port| port.is_ring()).collect();
    if rings.is_empty() {
        return Err(LinkError::NoRing);
    }
    let has_serial = |ring: &&Candidate, digits: &str| {
        let serial = ring.serial.as_deref().unwrap_or_default().to_lowercase();
        serial.starts_with(&digits.to_lowercase())
    };
    let fitting: Vec<&Candidate> = match wanted {
        Wanted::Any => rings.clone(),
        Wanted::Serial(digits) => {
            let fitting = rings.iter().filter(|ring| has_serial(ring, digits));
            fitting.copied().collect()
        }
        Wanted::Name(name) => {
            let is_named = |ring: &&Candidate| {
                let own = name_of(&ring.port);
                own.is_some_and(|own| own.to_lowercase() == name.to_lowercase())
            };
            rings.iter().copied().filter(is_named).collect()
        }
    };
    let mut found = |rings: &[&Candidate]| {
        let rings = rings.iter().map(|ring| FoundRing {
            port: ring.port.clone(),
            serial: ring.serial.clone(),
            name: name_of(&ring.port),
        });
        rings.collect()
    };
    match fitting.as_slice() {
        [only] => Ok(only.port.clone()),
        [] => Err(LinkError::NoSuchRing(found(&rings))),
        several => Err(LinkError::Several(found(several))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Candidate, LinkError, USB_PRODUCT, USB_VENDOR, Wanted, choose};
    use crate::Error;

    const IDS: Option<(u16, u16)> = Some((USB_VENDOR, USB_PRODUCT));

    fn at(port: &str, product: Option<&str>, ids: Option<(u16, u16)>) -> Candidate {
        Candidate {
            port: port.into(),
            product: product.map(Into::into),
            ids,
            serial: None,
        }
    }

    fn ring(port: &str, serial: &str) -> Candidate {
        Candidate {
            serial: Some(serial.into()),
            ..at(port, Some("Dohyo ring"), IDS)
        }
    }

    fn unasked(port: &str) -> Option<String> {
        panic!("{port} need not be asked")
    }

    #[test]
    fn a_ring_is_known_on_every_system() {
        let linux = at("/dev/ttyACM0", Some("Dohyo ring"), IDS);
        let macos = at("/dev/cu.usbmodem101", Some("Dohyo ring"), IDS);
        let windows = at("COM5", Some("USB Serial Device (COM5)"), IDS);
        let unnamed = at("/dev/cuaU0", None, IDS);
        for port in [linux, macos, windows, unnamed] {
            assert!(port.is_ring(), "{port:?}");
        }
        let trial = at("/dev/ttyACM1", Some("Somebody's first device"), IDS);
        let modem = at("COM6", Some("USB Serial Device (COM6)"), Some((0x2e8a, 5)));
        let wired = at("/dev/ttyS0", None, None);
        for port in [trial, modem, wired] {
            assert!(!port.is_ring(), "{port:?}");
        }
    }

    #[test]
    fn one_ring_is_found_without_asking_it() {
        let other = at("/dev/ttyS0", None, None);
        let none = choose(std::slice::from_ref(&other), &Wanted::Any, unasked);
        assert_eq!(none, Err(LinkError::NoRing));
        let ports = [other, ring("/dev/ttyACM0", "e6614c311b7f5a2c")];
        let found = choose(&ports, &Wanted::Any, unasked);
        assert_eq!(found.as_deref(), Ok("/dev/ttyACM0"));
    }

    fn two() -> [Candidate; 2] {
        [
            ring("/dev/ttyACM0", "e6614c311b7f5a2c"),
            ring("/dev/ttyACM1", "e66038b713812e2f"),
        ]
    }

    fn name_of(port: &str) -> Option<String> {
        (port == "/dev/ttyACM1").then(|| "Kitchen ring".into())
    }

    #[test]
    fn two_rings_are_listed_with_what_tells_them_apart() {
        let several = choose(&two(), &Wanted::Any, name_of).unwrap_err();
        assert_eq!(
            Error::link("the ring", several).to_string(),
            "several rings found: serial:e6614c311b7f5a2c, /dev/ttyACM0; and name:\"Kitchen ring\", \
             serial:e66038b713812e2f, /dev/ttyACM1: choose one with --ring name:NAME, \
             --ring serial:ID or --ring PORT"
        );
    }

    #[test]
    fn a_ring_is_chosen_by_serial_number_or_name() {
        let by_serial = |digits: &str| choose(&two(), &Wanted::Serial(digits.into()), unasked);
        assert_eq!(by_serial("e66038b713812e2f").as_deref(), Ok("/dev/ttyACM1"));
        assert_eq!(by_serial("E6614").as_deref(), Ok("/dev/ttyACM0"));
        let by_name = |name: &str| choose(&two(), &Wanted::Name(name.into()), name_of);
        assert_eq!(by_name("kitchen ring").as_deref(), Ok("/dev/ttyACM1"));
        let unknown = by_name("attic").unwrap_err();
        let said = Error::link("name:attic", unknown).to_string();
        assert!(
            said.starts_with("no ring is name:attic; there are "),
            "{said}"
        );
        assert!(said.contains("name:\"Kitchen ring\""), "{said}");
        let ambiguous = choose(&two(), &Wanted::Serial("e66".into()), name_of);
        assert!(matches!(ambiguous, Err(LinkError::Several(found)) if found.len() == 2));
    }
}
