//! The self-test matches that the device plays at every start end on the host as
//! they must end there.

use host_core::data::house_deck;
use rules_core::games::kabuto::deck::{DeckError, StoredDeck};
use rules_core::games::kabuto::selftest::SELFTEST_MATCHES;

/// The deck as the firmware carries it.
const ON_DEVICE: &[u8] = include_bytes!("../../../host-tools/data/house-deck.postcard");

#[test]
fn every_self_test_match_ends_as_written() {
    let deck = house_deck();
    let ends = SELFTEST_MATCHES.map(|it| {
        let end = it.play(deck.cards.iter().cloned()).expect("it begins");
        format!("{end:#018x}")
    });
    let written = SELFTEST_MATCHES.map(|it| format!("{:#018x}", it.end));
    assert_eq!(ends, written, "the first are how they end now");
}

/// If this fails, the house deck was changed: write the bytes anew with
/// `cargo run -- cards encode host-tools/data/house-deck.toml --out host-tools/data/house-deck.postcard`.
#[test]
fn the_device_carries_the_house_deck() {
    let stored = StoredDeck::open(ON_DEVICE).expect("the bytes are a deck");
    let cards: Result<Vec<_>, _> = stored.collect();
    assert_eq!(cards.expect("no card is damaged"), house_deck().cards);
}

#[test]
fn bytes_that_are_not_a_deck_of_this_format_are_refused() {
    let open = |bytes: &[u8]| StoredDeck::open(bytes).map(|_| ());
    assert_eq!(open(b""), Err(DeckError::NotADeck));
    // The first format began with the number of cards.
    assert_eq!(open(&[8, 9]), Err(DeckError::NotADeck));
    assert_eq!(open(b"D\x03"), Err(DeckError::OtherFormat(3)));
    let cut = &ON_DEVICE[..ON_DEVICE.len() - 1];
    let last = StoredDeck::open(cut).expect("its head is whole").last();
    assert_eq!(last, Some(Err(DeckError::Damaged)));
}
