//! `dohyo uf2` and `dohyo flash`: messages if something is missing, and a ring that is
//! asked to enter its boot loader.

use super::table::{On, Table, folder, has_pico};
use super::{bad, said};
use host_tools::emulator::image;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

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

/// Returns a folder that looks like the drive of a board only once the ring has gone to
/// its boot loader, which takes `seconds`.
fn drive(name: &str, seconds: u64) -> PathBuf {
    let folder = folder(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mark = folder.join("INFO_UF2.TXT");
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(seconds));
        std::fs::write(mark, "UF2 Bootloader").unwrap();
    });
    folder
}

/// Flashes the image through a running ring; `deed` answers its wish for a touch.
fn flashed(table: &mut Table, name: &str, deed: &str) -> (String, std::process::Output) {
    let image = image::for_tests().unwrap().unwrap().to_str().unwrap();
    let drive = drive(name, 7);
    let drive = drive.to_str().unwrap();
    let args = [
        "flash",
        "--elf",
        image,
        "--drive",
        drive,
        "--patience",
        "30",
    ];
    table.touched(&args, deed)
}

#[test]
fn a_running_ring_goes_to_its_boot_loader_when_touched() {
    if !has_pico() {
        return;
    }
    let mut table = On::Host.table();
    let (told, output) = flashed(&mut table, "drive", "press confirm");
    assert!(told.contains("press Confirm on the ring"), "{told}");
    assert!(output.status.success(), "{told}");
    let told = said(&output.stdout);
    assert!(told.contains("bytes are on"), "{told}");
    assert!(told.contains("the board is back at tcp:"), "{told}");
    assert!(folder("drive").join("dohyo.uf2").is_file());
}

#[test]
fn a_ring_whose_people_refuse_is_not_flashed() {
    if !has_pico() {
        return;
    }
    let mut table = On::Host.table();
    let (told, output) = flashed(&mut table, "untouched", "press undo");
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("refused: Confirm was not pressed"), "{told}");
    assert!(!folder("untouched").join("dohyo.uf2").exists());
}
