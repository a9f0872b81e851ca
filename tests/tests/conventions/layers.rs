//! Modules of every crate know only modules of lower layers, so there are no cycles.

use super::source::{Source, sources};
use std::collections::BTreeSet;

/// Modules of a folder in layers, from the bottom up. Modules of the same layer do not
/// know each other.
struct Layers {
    /// Source folder of the crate.
    folder: &'static str,
    /// Module whose children are layered; empty for the crate itself.
    within: &'static [&'static str],
    /// Children in layers. For a crate all are listed; below a module those that are not
    /// listed may know and be known by all.
    order: &'static [&'static [&'static str]],
}

const LAYERS: [Layers; 8] = [
    Layers {
        folder: "rules-core/src",
        within: &[],
        order: &[
            &["checksum", "clause", "closed_enum", "hash", "rng", "time"],
            &["journal", "place", "player"],
            &["piece"],
            &["board", "games"],
            &["lights", "sensing"],
            &["capture", "referee"],
            &["panel"],
            &["wire"],
            &["ring"],
        ],
    },
    Layers {
        folder: "rules-core/src",
        within: &["games"],
        order: &[
            &["cell_reading", "refusal"],
            &["abalone", "kabuto", "sumoo"],
        ],
    },
    Layers {
        folder: "rules-core/src",
        within: &["referee"],
        order: &[
            &["evidence", "policy"],
            &["abalone", "kabuto", "sumoo"],
            &["machine"],
            &["decide", "follower"],
        ],
    },
    Layers {
        folder: "host-tools/host-core/src",
        within: &[],
        order: &[
            &[
                "abalone",
                "answers",
                "capture",
                "file_error",
                "folder",
                "notation",
                "palette",
                "printable",
                "requests",
                "ring_state",
                "rod_stroke",
                "spelling",
                "svg_text",
                "withdrawn_board",
            ],
            &["device_facts", "recording"],
            &["protocol"],
            &["data", "lights", "sentences", "sumoo"],
            &["kabuto", "narration"],
            &["table_event"],
            &["scenario"],
            &["game"],
            &["events", "report", "scenario_run", "table_file"],
            &["evening", "page"],
            &["line"],
        ],
    },
    Layers {
        folder: "host-tools/virtual-ring/src",
        within: &[],
        order: &[
            &["executor", "explain", "geometry", "mock_flash", "sim_rng"],
            &["manner"],
            &["in_process", "recording", "sensors"],
            &["faults", "grid_calibration", "manual", "pieces"],
            &["arena"],
            &["placement", "units"],
            &["hand"],
            &["world"],
            &["truth", "view_cache"],
            &["push"],
            &["script"],
            &["active_act"],
            &["scene"],
            &["scenes"],
            &["habits"],
            &["measure", "players"],
            &["play"],
            &["demo", "pushes"],
            &["session"],
            &["match_hashes"],
        ],
    },
    Layers {
        folder: "host-tools/ring-client/src",
        within: &[],
        order: &[
            &["clock", "error", "hub_stream", "recording"],
            &["hubs"],
            &["discovery"],
            &["transport"],
            &["connection"],
            &["exchange"],
            &["requests"],
            &["address", "follow"],
        ],
    },
    Layers {
        folder: "host-tools/src",
        within: &[],
        order: &[
            &["after_match"],
            &[
                "clause_index",
                "demo",
                "files",
                "hub",
                "ring_server",
                "shard",
                "state_folder",
                "terminal_output",
                "threads",
                "uf2",
                "verb_groups",
                "wall_clock",
                "wiring",
            ],
            &["people", "seat"],
            &["built_page", "club", "emulator"],
            &["serve"],
            &["evening"],
            &["verbs"],
            &["cli"],
        ],
    },
    Layers {
        folder: "rules-core/src",
        within: &["sensing"],
        order: &[
            &["archive", "body", "frame", "magnet", "sensor"],
            &["calibration", "certainty"],
            &["observation"],
            &["cause", "classifier"],
            &["curtain", "hall"],
            &["fusion"],
        ],
    },
];

impl Layers {
    /// Returns the layer of a child.
    fn layer_of(&self, child: &str) -> Option<usize> {
        self.order.iter().position(|layer| layer.contains(&child))
    }

    /// Lists everything in these sources that breaks the order.
    fn complaints(&self, sources: &[Source]) -> Vec<String> {
        let depth = self.within.len();
        let child_of = |path: &[String]| -> Option<String> {
            let is_below = path.len() > depth && path.iter().zip(self.within).all(|(a, b)| a == b);
            is_below.then(|| path[depth].clone())
        };
        let children: BTreeSet<String> = sources
            .iter()
            .filter_map(|source| child_of(&source.module))
            .collect();
        let mut complaints = BTreeSet::new();
        for listed in self.order.iter().copied().flatten() {
            if !children.contains(*listed) {
                complaints.insert(format!("{}: there is no module {listed}", self.folder));
            }
        }
        for child in &children {
            if depth == 0 && self.layer_of(child).is_none() {
                complaints.insert(format!("{}: give {child} a layer", self.folder));
            }
        }
        for source in sources {
            let Some(from) = child_of(&source.module) else {
                continue;
            };
            for path in source.references() {
                let Some(to) = child_of(&path).filter(|to| children.contains(to)) else {
                    continue;
                };
                let layers = (self.layer_of(&from), self.layer_of(&to));
                if let (Some(above), Some(below)) = layers
                    && from != to
                    && above <= below
                {
                    let file = source.file.display();
                    complaints.insert(format!("{file}: {from} must not know {to}"));
                }
            }
        }
        complaints.into_iter().collect()
    }
}

#[test]
fn dependencies_go_downwards_only() {
    let mut complaints = Vec::new();
    for layers in &LAYERS {
        complaints.extend(layers.complaints(&sources(layers.folder)));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The order of a tiny crate of two modules.
const TINY: Layers = Layers {
    folder: "tiny/src",
    within: &[],
    order: &[&["below"], &["above"]],
};

/// Complaints about a tiny crate whose lower module has this text.
fn complaints_about(below: &str) -> usize {
    let source = |module: &str, text: &str| Source::new(format!("{module}.rs").into(), text);
    let above = "use crate::below::Thing;";
    TINY.complaints(&[source("below", below), source("above", above)])
        .len()
}

#[test]
fn an_upward_dependency_is_found_however_it_is_written() {
    for text in [
        "use crate::above::Thing;",
        "use crate::{\n    above::{Thing, other},\n};",
        "use super::above;",
        "fn f() -> crate::above::Thing { todo() }",
        "pub mod inner {\n    use super::super::above::Thing;\n}",
        "macro_rules! m { () => { $crate::above::Thing }; }",
    ] {
        assert_eq!(complaints_about(text), 1, "{text}");
    }
}

#[test]
fn comments_and_tests_may_look_up() {
    for text in [
        "//! See [`crate::above`].",
        "#[cfg(test)]\nmod tests {\n    use crate::above::Thing;\n}\n",
        "use crate::below::other;",
    ] {
        assert_eq!(complaints_about(text), 0, "{text}");
    }
}

#[test]
fn an_unlisted_or_missing_module_is_reported() {
    let source = |module: &str| Source::new(format!("{module}.rs").into(), "");
    let all = TINY.complaints(&[source("below"), source("above"), source("beside")]);
    assert_eq!(all, ["tiny/src: give beside a layer"]);
    let all = TINY.complaints(&[source("below")]);
    assert_eq!(all, ["tiny/src: there is no module above"]);
}
