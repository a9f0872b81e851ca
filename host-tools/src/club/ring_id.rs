//! Id under which a ring is published: its own, or one that people give a ring without
//! one. A ring without any is not published, because readers could not tell it from others.

use rules_core::wire::{Identity, RingId};

/// Id that stands for none.
const NONE: RingId = RingId(0);

/// Parses an id that people give a ring: 16 hexadecimal digits, as everywhere.
///
/// # Errors
/// A sentence with the expected form.
pub fn parse(text: &str) -> Result<RingId, String> {
    let is_hex = text.len() == 16 && text.chars().all(|digit| digit.is_ascii_hexdigit());
    let number = u64::from_str_radix(text, 16).ok().filter(|_| is_hex);
    number
        .map(RingId)
        .filter(|id| *id != NONE)
        .ok_or_else(|| "write 16 hexadecimal digits, not all of them 0".to_owned())
}

/// Returns the identity under which a ring is published; `given` is the id from people.
///
/// # Errors
/// A sentence if the ring has no id and none is given, or has another one.
pub fn published(identity: &Identity, given: Option<RingId>) -> Result<Identity, String> {
    let own = identity.ring;
    let ring = match given {
        None if own == NONE => {
            return Err(
                "the ring has no id, and readers could not tell it from others: give it one \
                 with --ring-id, 16 hexadecimal digits that no other ring has"
                    .to_owned(),
            );
        }
        Some(given) if own != NONE && own != given => {
            return Err(format!(
                "the ring has an id of its own, {own}: leave --ring-id away"
            ));
        }
        Some(given) => given,
        None => own,
    };
    Ok(Identity {
        ring,
        ..identity.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::{parse, published};
    use rules_core::wire::{Identity, RingId};

    fn ring(id: u64) -> Identity {
        Identity {
            ring: RingId(id),
            ..Identity::default()
        }
    }

    #[test]
    fn a_ring_without_an_id_is_published_under_the_one_it_is_given() {
        assert_eq!(published(&ring(7), None), Ok(ring(7)));
        assert_eq!(published(&ring(0), Some(RingId(9))), Ok(ring(9)));
        let why = published(&ring(0), None).unwrap_err();
        assert!(why.contains("give it one with --ring-id"), "{why}");
        assert_eq!(published(&ring(7), Some(RingId(7))), Ok(ring(7)));
        let why = published(&ring(7), Some(RingId(9))).unwrap_err();
        assert!(
            why.contains("0000000000000007: leave --ring-id away"),
            "{why}"
        );
    }

    #[test]
    fn an_id_is_sixteen_digits() {
        assert_eq!(parse("e6614c311b7f5a2c"), Ok(RingId(0xe661_4c31_1b7f_5a2c)));
        for bad in ["", "7", "0000000000000000", "+6614c311b7f5a2c", "table 3"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
