//! `dohyo uf2` and `dohyo flash`: messages if something is missing.

use super::bad;

/// Existing file that is not an image.
const NO_IMAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

#[test]
fn an_image_that_is_not_there_is_named() {
    let sentence = bad(&["uf2", "--elf", "no/such/image"]);
    assert!(sentence.contains("cannot read no/such/image"), "{sentence}");
    assert!(sentence.contains("`cargo fw`"), "{sentence}");
}

#[test]
fn what_is_no_image_is_refused() {
    let sentence = bad(&["uf2", "--elf", NO_IMAGE]);
    assert!(sentence.contains("not an ELF file"), "{sentence}");
}

#[test]
fn without_a_board_it_says_how_to_get_one_ready() {
    let nowhere = std::env::temp_dir();
    let sentence = bad(&["flash", "--drive", nowhere.to_str().unwrap()]);
    assert!(sentence.contains("hold BOOTSEL"), "{sentence}");
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
}
