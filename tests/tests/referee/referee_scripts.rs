//! Every case of the table scripts below `tests/referee` goes as written, and its records
//! lead to the same session again.

use dohyo_tests::referee_script::cases;
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
    let (mut count, mut failed) = (0, Vec::new());
    for path in &paths {
        let text = std::fs::read_to_string(path).expect("readable");
        for case in cases(&text) {
            count += 1;
            let mistakes = case.run(&folder).into_iter();
            failed.extend(
                mistakes
                    .map(|mistake| format!("{}: case {}, {mistake}", path.display(), case.name)),
            );
        }
    }
    assert!(count >= 131, "only {count} cases");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    println!("{count} cases");
}

#[test]
fn no_name_is_used_twice_in_a_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("referee");
    for entry in std::fs::read_dir(&folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        let mut names: Vec<&str> = cases(&text).iter().map(|case| case.name).collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            assert_ne!(pair[0], pair[1], "{}", path.display());
        }
    }
}
