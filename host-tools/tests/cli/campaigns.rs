//! Campaigns in shards: `--shard` and `dohyo merge`.

use super::{bad, dohyo, good, said};
use serde_json::Value;
use std::path::PathBuf;

/// Returns the folder of a campaign of this name.
fn folder(name: &str) -> PathBuf {
    let folder = super::table::folder("campaigns").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a campaign in this number of shards and returns their files.
fn shards(name: &str, plan: &[&str], count: u64) -> Vec<String> {
    let folder = folder(name);
    let shard = |index: u64| {
        let shard = format!("{index}/{count}");
        let text = good(&[plan, &["--shard", &shard]].concat());
        let file = folder.join(format!("s{index}.json"));
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    (0..count).map(shard).collect()
}

/// Output as a table.
const TABLE: &[&str] = &[];

/// Output as JSON.
const JSON: &[&str] = &["--json"];

/// Runs a campaign at once and in 16 shards, and compares the output in these forms and the
/// exit code, byte for byte.
fn same_in_sixteen_shards(name: &str, plan: &[&str], forms: &[&[&str]]) -> Vec<String> {
    let files = shards(name, plan, 16);
    let merge: Vec<&str> = ["merge"]
        .into_iter()
        .chain(files.iter().rev().map(String::as_str))
        .collect();
    for form in forms {
        let one = dohyo(&[plan, form].concat());
        let sum = dohyo(&[&merge, *form].concat());
        assert_eq!(said(&sum.stdout), said(&one.stdout), "{name}");
        assert_eq!(sum.status.code(), one.status.code(), "{name}");
        assert!(!one.stdout.is_empty(), "{}", said(&one.stderr));
    }
    files
}

#[test]
fn pushes_scenes_and_idle_hours_add_up() {
    let plan = [
        "simulate",
        "--pushes=41",
        "--scenes=1",
        "--idle-hours=0.01",
        "--seed=9",
        "--fault=stuck-dark:2@1",
        "--jobs=1",
    ];
    let files = same_in_sixteen_shards("pushes", &plan, &[TABLE, JSON]);
    // What a file holds adds up, and nothing in it is a fraction of anything.
    let text = std::fs::read_to_string(&files[0]).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    let pushes = &file["rows"][0]["tally"]["pushes"];
    let latency = pushes["latency"].as_object().unwrap();
    assert!(!latency.is_empty());
    for (micros, count) in latency {
        assert!(micros.parse::<u64>().unwrap() > 0 && count.is_u64());
    }
    assert!(pushes["micros"].is_u64());
}

#[test]
fn moves_on_a_grid_board_add_up() {
    let plan = [
        "simulate",
        "--board=grid-hex",
        "--pushes=51",
        "--idle-hours=0.002",
        "--fault=hall-stuck:1",
        "--jobs=1",
    ];
    same_in_sixteen_shards("grid", &plan, &[TABLE, JSON]);
}

#[test]
fn rings_drawn_by_lot_add_up() {
    let plan = [
        "simulate",
        "--builds=2",
        "--design=by-hand",
        "--pushes=21",
        "--scenes=0",
        "--idle-hours=0",
        "--jobs=1",
    ];
    same_in_sixteen_shards("builds", &plan, &[TABLE]);
}

#[test]
fn every_fault_by_itself_adds_up() {
    let plan = [
        "simulate",
        "--fault=each",
        "--pushes=1",
        "--scenes=0",
        "--idle-hours=0",
        "--noise=low",
        "--jobs=1",
    ];
    same_in_sixteen_shards("each", &plan, &[TABLE]);
}

#[test]
fn whole_matches_add_up() {
    let plan = [
        "play",
        "--game=sumoo",
        "--matches=3",
        "--seed=4",
        "--jobs=1",
    ];
    same_in_sixteen_shards("matches", &plan, &[TABLE, JSON]);
    let sentence = bad(&["play", "--shard", "0/2"]);
    assert!(
        sentence.contains("give their number with --matches"),
        "{sentence}"
    );
}

#[test]
fn faults_and_their_pairs_add_up() {
    let faults = ["faults", "--rounds", "3", "--seed", "9"];
    let files = same_in_sixteen_shards("faults", &faults, &[TABLE, JSON]);
    let pairs = [
        "faults", "--pairs", "--fault", "hand", "--fault", "bump", "--fault", "usb-cut",
        "--rounds", "24",
    ];
    let of_pairs = same_in_sixteen_shards("pairs", &pairs, &[TABLE, JSON]);
    // Another campaign, one shard twice, one missing, one that is none.
    let merge = |files: &[&str]| bad(&[&["merge"], files].concat());
    let all: Vec<&str> = files.iter().map(String::as_str).collect();
    let why = merge(&[all[0], &of_pairs[1]]);
    assert!(
        why.contains("s1.json has the option --seed=1 and "),
        "{why}"
    );
    let why = merge(&[&all[..], &all[3..4]].concat());
    assert!(why.contains("are the same shard: give each once"), "{why}");
    let why = merge(&all[1..]);
    assert!(why.contains("shard 0/16 is missing"), "{why}");
    std::fs::write(all[3], "{}").unwrap();
    let why = merge(&all);
    assert!(
        why.contains("s3.json cannot be merged: it is not a shard"),
        "{why}"
    );
}

#[test]
fn a_campaign_of_another_program_is_refused() {
    let plan = ["faults", "--rounds", "1", "--fault", "bump"];
    let files = shards("unknown", &plan, 1);
    let text = std::fs::read_to_string(&files[0]).unwrap();
    let other = text.replace("--rounds=1", "--laps=1");
    assert_ne!(text, other);
    std::fs::write(&files[0], other).unwrap();
    let why = bad(&["merge", &files[0]]);
    assert!(
        why.contains("does not know a campaign `dohyo faults --") && why.contains("--laps=1"),
        "{why}"
    );
}
