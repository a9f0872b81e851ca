//! `dohyo report`: the file that a builder sends to who has to find an error from afar.

use super::table::{On, file, on_both};
use super::{bad, good};
use std::path::Path;

on_both! {
    a_report_holds_what_the_ring_tells,
}

fn read(path: &Path) -> toml::Table {
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

fn a_report_holds_what_the_ring_tells(on: On) {
    let path = file(&format!("{on:?}-report.toml"));
    let name = path.to_str().unwrap();
    let table = on.still("grid-hex");
    if on == On::Pico {
        // Measured once a second of its own time.
        let measured = || table.good(&["info"]).contains("of the last second");
        assert!((0..60).any(|_| measured()), "never measured");
    }
    let told = table.good(&["report", name]);
    assert!(told.contains("attach it to your question"), "{told}");
    let report = read(&path);
    assert_eq!(report["format"].as_integer(), Some(1));
    let host = report["host"].as_table().unwrap();
    assert_eq!(host["version"].as_str(), Some(host_core::VERSION));
    assert_eq!(host["system"].as_str(), Some(std::env::consts::OS));
    let ring = report["ring"].as_table().unwrap();
    assert_eq!(ring["board"].as_str(), Some("grid-hex"));
    assert_eq!(ring["crash"].as_str(), Some("none"));
    assert_eq!(ring["first"].as_integer(), Some(1));
    let health = &ring["health"];
    match on {
        On::Host => assert_eq!(health.as_str(), Some("not measured")),
        On::Pico => {
            assert_eq!(health["frames_lost"].as_integer(), Some(0));
            assert!(health["stack_play"].as_integer() > Some(0), "{health}");
            assert!(health["idle"].as_float() > Some(0.0), "{health}");
        }
    }
    assert_eq!(report["sensor_faults"].as_array().unwrap().len(), 0);
    assert_eq!(report["last_matches"].as_array().unwrap().len(), 0);
    let calibration = report["calibration"].as_table().unwrap();
    assert!(calibration["default"].as_integer() > Some(0));
}

#[test]
fn a_file_that_exists_is_kept_unless_told_otherwise() {
    let path = file("kept-report.toml");
    let name = path.to_str().unwrap();
    std::fs::write(&path, "my diary").unwrap();
    let told = bad(&["report", name, "--ring", "virtual:"]);
    assert!(
        told.contains("exists already: give another name, or replace it with --overwrite"),
        "{told}"
    );
    assert_eq!(std::fs::read(&path).unwrap(), b"my diary");
    good(&["report", name, "--overwrite", "--ring", "virtual:"]);
    assert!(read(&path).contains_key("ring"));
}

#[test]
fn a_folder_that_does_not_exist_is_told() {
    let told = bad(&["report", "no/such/report.toml", "--ring", "virtual:"]);
    assert!(told.contains("cannot write no/such/report.toml"), "{told}");
    assert!(
        told.contains("name a file in a folder that exists"),
        "{told}"
    );
}
