//! Reads the cases of a promise file: a table, what is done at it, and what must follow.

use host_core::file_error::FileError;
use host_core::scenario::KabutoTable;
use host_core::table_event::{RingPosition, placed_piece};
use host_tools::files;
use rules_core::games::kabuto::Edition;
use rules_core::referee::{AnyGame, EventClass, Policies, Policy};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use toml::Spanned;
use virtual_ring::geometry::EdgeRelative;
use virtual_ring::pieces::{Catalogue, PiecePlacement};
use virtual_ring::sensors::Fault;

/// Number of promises.
pub const PROMISES: u8 = 13;

/// One side of the assumed ring, mm.
pub const SIDE: f32 = 200.0;

/// Case of a promise file: a table, events, and what must follow.
#[derive(Debug, Clone)]
pub struct PromiseCase {
    /// Number of the promise it shows kept.
    pub promise: u8,
    /// Game: `ss` or `ks`.
    pub game: String,
    /// Keys of the case itself.
    pub keys: CaseKeys,
}

/// Keys of a case.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseKeys {
    /// Behaviour that is shown, as a sentence.
    pub name: String,
    /// Keys of the set-up, as in a scenario.
    #[serde(default)]
    pub setup: toml::Table,
    /// Policies by class of event, or for `all`.
    #[serde(default)]
    pub policies: BTreeMap<String, String>,
    /// Faults of the sensors, as `dohyo simulate --fault` takes them.
    #[serde(default)]
    pub faults: Vec<String>,
    /// Seed of all random choices.
    #[serde(default)]
    pub seed: u64,
    /// Pieces on the ring: each a piece, an edge, how far along it, how far in.
    #[serde(default)]
    pub pieces: Vec<String>,
    /// Steps in order.
    #[serde(rename = "step")]
    pub steps: Vec<Spanned<Step>>,
}

/// Keys of a file: those that all cases share, and the cases.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileKeys {
    promise: u8,
    game: String,
    case: Vec<CaseKeys>,
}

/// One step: something is done, and what must follow.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Event in words; left out in a step that only looks.
    #[serde(rename = "do")]
    pub action: Option<String>,
    /// Events and answers that the host hears, all of them, in order.
    pub expect: Option<Vec<String>>,
    /// Observations that sensing reports, all of them, in order.
    pub sees: Option<Vec<String>>,
    /// State of the lights.
    pub shows: Option<String>,
    /// Entries of the list of what the ring waits for; each must be in it.
    pub waiting: Option<Vec<String>>,
    /// The next thing to put right, or `nothing`.
    pub repair: Option<String>,
    /// Grounds of the last ruling by each clause.
    #[serde(default)]
    pub why: BTreeMap<String, String>,
    /// Answer to a person at the table whose word is not followed.
    pub declined: Option<String>,
    /// State of the game, as in a scenario.
    #[serde(default)]
    pub state: BTreeMap<String, String>,
}

impl PromiseCase {
    /// Reads all cases of a file.
    ///
    /// # Errors
    /// The mistake in it, and in which line.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, FileError> {
        let file: FileKeys =
            toml::from_str(text).map_err(|error| FileError::of_toml(text, &error))?;
        if !(1..=PROMISES).contains(&file.promise) {
            return Err(FileError {
                line: 1,
                message: format!("promises are numbered from 1 to {PROMISES}"),
            });
        }
        let cases = file.case.into_iter().map(|keys| Self {
            promise: file.promise,
            game: file.game.clone(),
            keys,
        });
        Ok(cases.collect())
    }

    /// The box it is played with.
    fn edition(&self) -> Result<Edition, String> {
        match self.game.as_str() {
            "ss" => Ok(Edition::SakuraSlam),
            "ks" => Ok(Edition::KabutoSumo),
            other => Err(format!("there is no game \"{other}\" here; write ss or ks")),
        }
    }

    /// The match as it begins. Without a deck the cards have no moves.
    ///
    /// # Errors
    /// What is wrong with the set-up.
    pub fn begin(&self, folder: &Path) -> Result<AnyGame, String> {
        let mut setup = self.keys.setup.clone();
        let plain = || "../decks/plain.toml".into();
        setup.entry("deck").or_insert_with(plain);
        let table = KabutoTable::open(self.edition()?, &setup, &files::folder(folder));
        let table = table.map_err(|faults| faults.join("; "))?;
        Ok(AnyGame::Kabuto(table.game().clone()))
    }

    /// The policies that hold.
    ///
    /// # Errors
    /// Which there are none of.
    pub fn policies(&self) -> Result<Policies, String> {
        let mut policies = Policies::USUAL;
        for (kind, policy) in &self.keys.policies {
            let policy =
                Policy::parse(policy).ok_or_else(|| format!("there is no policy \"{policy}\""))?;
            match kind.as_str() {
                "all" => policies = Policies::all(policy),
                kind => {
                    let kind = EventClass::parse(kind)
                        .ok_or_else(|| format!("there is no kind of event \"{kind}\""))?;
                    policies[kind] = policy;
                }
            }
        }
        Ok(policies)
    }

    /// The faults.
    ///
    /// # Errors
    /// Which there are none of.
    pub fn faults(&self) -> Result<Vec<Fault>, String> {
        let read = |it: &String| it.parse::<Fault>().map_err(|why| why.to_string());
        self.keys.faults.iter().map(read).collect()
    }

    /// The pieces on the ring, and what they are made of.
    ///
    /// # Errors
    /// Which piece cannot be placed.
    pub fn table(&self) -> Result<(Catalogue, Vec<PiecePlacement>), String> {
        let catalogue = Catalogue {
            dimensions: rules_core::board::Dimensions::ASSUMED,
            edition: self.edition()?,
        };
        let lay = |words: &String| {
            let (piece, position) = placed_piece(words)?;
            let at = edge_relative(position);
            Ok(catalogue.lay(piece, at.at_height(SIDE, 0.0).truncate(), 0.0, 0.0))
        };
        let placed: Result<Vec<PiecePlacement>, String> =
            self.keys.pieces.iter().map(lay).collect();
        Ok((catalogue, placed?))
    }
}

/// Place of a piece as the simulator measures it.
#[must_use]
pub const fn edge_relative(position: RingPosition) -> EdgeRelative {
    EdgeRelative {
        edge: position.edge,
        along: position.along,
        out: -position.inwards,
    }
}
