//! Promise files: cases of a table, the events at it, and what must follow.

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

/// Number of promises, which `tests/promises/README.md` lists.
pub const PROMISES: u8 = 13;

/// Length of one side of the assumed ring, mm.
pub const SIDE: f32 = 200.0;

/// Case of a promise file: a table, events, and what must follow.
#[derive(Debug, Clone)]
pub struct PromiseCase {
    /// Number of the promise that the case shows kept.
    pub promise: u8,
    /// Game of the case: `ss` or `ks`.
    pub game: String,
    /// Keys of the case itself.
    pub keys: CaseKeys,
}

/// Keys of a promise case.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseKeys {
    /// Behaviour that the case shows, as a sentence.
    pub name: String,
    /// Keys of the set-up, as in a scenario.
    #[serde(default)]
    pub setup: toml::Table,
    /// Policies of the referee by class of event, or for `all`.
    #[serde(default)]
    pub policies: BTreeMap<String, String>,
    /// Faults of the sensors, as `dohyo simulate --fault` takes them.
    #[serde(default)]
    pub faults: Vec<String>,
    /// Seed of all random choices.
    #[serde(default)]
    pub seed: u64,
    /// Pieces on the ring, each as a piece, an edge, the distance along it and the
    /// distance inwards, in mm.
    #[serde(default)]
    pub pieces: Vec<String>,
    /// Steps of the case, in order.
    #[serde(rename = "step")]
    pub steps: Vec<Spanned<Step>>,
}

/// Keys of a promise file: those that all cases share, and the cases.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileKeys {
    promise: u8,
    game: String,
    case: Vec<CaseKeys>,
}

/// Step of a case: an event, and what must follow.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Event in words; `None` in a step that only checks.
    #[serde(rename = "do")]
    pub action: Option<String>,
    /// Events and answers that the host must receive, all of them, in order; `None` if
    /// they are not compared.
    pub expect: Option<Vec<String>>,
    /// Observations that sensing must report, all of them, in order; `None` if they are
    /// not compared.
    pub sees: Option<Vec<String>>,
    /// State that the lights must show, in words; `None` if it is not compared.
    pub shows: Option<String>,
    /// Awaited actions of the ring that must be among all of them; `None` if they are not
    /// compared.
    pub waiting: Option<Vec<String>>,
    /// Repair that the ring must request next, or `nothing`; `None` if it is not
    /// compared.
    pub repair: Option<String>,
    /// Grounds that the last ruling by each clause must have.
    #[serde(default)]
    pub why: BTreeMap<String, String>,
    /// Answer of the ring to a command that it must decline; `None` if it must accept.
    pub declined: Option<String>,
    /// State that the game must have, as in a scenario.
    #[serde(default)]
    pub state: BTreeMap<String, String>,
}

impl PromiseCase {
    /// Reads all cases of a promise file.
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

    /// Returns the edition that the case is played with.
    fn edition(&self) -> Result<Edition, String> {
        match self.game.as_str() {
            "ss" => Ok(Edition::SakuraSlam),
            "ks" => Ok(Edition::KabutoSumo),
            other => Err(format!("there is no game \"{other}\" here; write ss or ks")),
        }
    }

    /// Returns the match at its beginning. Without a deck the cards have no moves.
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

    /// Returns the policies of the referee.
    ///
    /// # Errors
    /// Which there are none of.
    pub fn policies(&self) -> Result<Policies, String> {
        let mut policies = Policies::DEFAULT;
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

    /// Returns the faults of the sensors.
    ///
    /// # Errors
    /// Which there are none of.
    pub fn faults(&self) -> Result<Vec<Fault>, String> {
        let read = |it: &String| it.parse::<Fault>().map_err(|why| why.to_string());
        self.keys.faults.iter().map(read).collect()
    }

    /// Returns the pieces on the ring, and the catalogue of their sizes.
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

/// Converts a position on the ring to the coordinates of the simulator.
#[must_use]
pub const fn edge_relative(position: RingPosition) -> EdgeRelative {
    EdgeRelative {
        edge: position.edge,
        along: position.along,
        out: -position.inwards,
    }
}
