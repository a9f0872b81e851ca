//! Every table script below `tests/referee` goes as written, and its records
//! lead to the same session again.

use dohyo_tests::referee_script::run;
use std::path::Path;

#[test]
fn all_scripts_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("referee");
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|it| it == "txt"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 100, "only {} scripts", paths.len());
    let mut failed = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("readable");
        for mistake in run(&text, &folder) {
            failed.push(format!("{}: {mistake}", path.display()));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    println!("{} scripts", paths.len());
}
