//! Generated documents of the boards: the repository contains them as they are generated
//! today.

use super::{files, none, read, root};
use host_tools::wiring::{Build, Document, documents, power};
use rules_core::board::pins::Pins;
use rules_core::board::{BoardId, Button, Dimensions, Profile};

/// Folder of the boards' documents.
const FOLDER: &str = "firmware/boards";

/// Command that writes them.
const COMMAND: &str = "cargo run -- wiring --write firmware/boards";

#[test]
fn the_documents_of_every_board_are_those_of_its_profile() {
    let mut complaints = Vec::new();
    let mut known = Vec::new();
    for board in BoardId::ALL {
        let made = documents(&Build::new(board, Dimensions::ASSUMED));
        complaints.extend(made.iter().filter_map(outdated));
        known.extend(made.into_iter().map(|document| document.file));
    }
    for path in files(&root().join(FOLDER), "") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !known.contains(&name) {
            complaints.push(format!(
                "{FOLDER}/{name} is made from no board: take it away"
            ));
        }
    }
    none(&complaints);
}

/// Returns the difference of the stored document from the generated one; `None` if they are
/// equal.
fn outdated(document: &Document) -> Option<String> {
    let file = format!("{FOLDER}/{}", document.file);
    let kept = std::fs::read_to_string(root().join(&file)).unwrap_or_default();
    if kept == document.content {
        return None;
    }
    let differs = kept
        .lines()
        .zip(document.content.lines())
        .find(|(kept, made)| kept != made);
    let (was, is) = differs.unwrap_or(("", "(its length)"));
    Some(format!(
        "{file} is not what the board says; write it anew with `{COMMAND}`\n  \
         kept: {was}\n  made: {is}"
    ))
}

/// Returns the pins of a board with each one in turn exchanged for a free one.
fn with_a_changed_pin() -> Vec<Pins> {
    let free = Pins::ALL.spare[0];
    let change = |change: &dyn Fn(&mut Pins) -> &mut u8| {
        let mut pins = Pins::ALL;
        let old = std::mem::replace(change(&mut pins), free);
        pins.spare[0] = old;
        pins
    };
    let mut all: Vec<Pins> = (0..5).map(|n| change(&|pins| &mut pins.mux[n])).collect();
    all.extend((0..4).map(|n| change(&|pins| &mut pins.lanes[n])));
    all.extend((0..4).map(|n| change(&|pins| &mut pins.phases[n])));
    all.extend(Button::ALL.map(|button| change(&|pins| &mut pins.buttons[button])));
    all.push(change(&|pins| &mut pins.load));
    all.push(change(&|pins| &mut pins.clock));
    all.push(change(&|pins| &mut pins.leds));
    all.push(change(&|pins| &mut pins.buzzer));
    all
}

#[test]
fn any_changed_pin_is_noticed_in_page_and_picture() {
    for pins in with_a_changed_pin() {
        let profile = Profile {
            pins,
            ..*Profile::of(BoardId::Ring)
        };
        let build = Build {
            profile: Box::leak(Box::new(profile)),
            dimensions: Dimensions::ASSUMED,
        };
        let complaints: Vec<String> = documents(&build).iter().filter_map(outdated).collect();
        for file in ["ring.md", "ring-wiring.svg"] {
            let is_noticed = complaints.iter().any(|complaint| complaint.contains(file));
            assert!(
                is_noticed,
                "{file} is the same with {pins:?}: {complaints:?}"
            );
        }
    }
}

#[test]
fn every_picture_is_a_tree_of_tags_with_a_background_of_its_own() {
    let folders = [FOLDER, "host-tools/pictures"];
    let pictures = folders.map(|folder| files(&root().join(folder), ".svg"));
    for path in pictures.concat() {
        let svg = std::fs::read_to_string(&path).unwrap();
        let name = path.display();
        let open = unclosed(&svg);
        assert!(open.is_empty(), "{name}: {open:?} are not closed");
        let first = svg.find("<rect").unwrap_or(usize::MAX);
        let drawn = svg.find("<text").unwrap_or(0);
        assert!(first < drawn, "{name} has no background behind its text");
    }
}

/// Returns the tags that are not closed in the right order.
fn unclosed(svg: &str) -> Vec<String> {
    let mut open: Vec<String> = Vec::new();
    for part in svg.split('<').skip(1) {
        let Some((tag, text)) = part.split_once('>') else {
            return vec![part.to_owned()];
        };
        assert!(
            !text.contains('&') || text.contains(';'),
            "a bare &: {text}"
        );
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(|c| !c.is_whitespace() && *c != '/')
            .collect();
        if tag.starts_with('/') {
            if open.pop() != Some(name.clone()) {
                return vec![name];
            }
        } else if !tag.ends_with('/') && !tag.starts_with(['?', '!']) {
            open.push(name);
        }
    }
    open
}

#[test]
fn stencils_print_to_scale() {
    for path in files(&root().join(FOLDER), ".svg") {
        let svg = std::fs::read_to_string(&path).unwrap();
        if path.to_string_lossy().ends_with("-wiring.svg") {
            continue;
        }
        let head = svg.lines().next().unwrap();
        let value = |name: &str| {
            let from = head.split(&format!("{name}=\"")).nth(1).unwrap();
            from.split('"').next().unwrap().to_owned()
        };
        let paper = format!(
            "0 0 {} {}",
            value("width").strip_suffix("mm").unwrap(),
            value("height").strip_suffix("mm").unwrap()
        );
        assert_eq!(
            value("viewBox"),
            paper,
            "{}: a unit is no mm",
            path.display()
        );
    }
}

#[test]
fn the_guide_leads_to_every_board_with_its_figures() {
    let guide = read("firmware/README.md");
    for board in BoardId::ALL {
        let build = Build::new(board, Dimensions::ASSUMED);
        let beams = match build.profile.curtain {
            Some(curtain) => curtain.beams().to_string(),
            None => "none".to_owned(),
        };
        let channels = build.profile.hall.channels.iter();
        let sensors = channels.filter(|channel| channel.role().is_some()).count();
        let supply = power::supply(&power::loads(&build));
        let row = format!("| {beams} | {sensors} | {supply} A | [{board}](boards/{board}.md) |");
        assert!(
            guide.contains(&row),
            "firmware/README.md: the row of {board} should end {row}"
        );
    }
}
