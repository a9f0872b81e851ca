//! Reads a promise scenario: a table, what is done at it, and what must follow.

use crate::referee_words;
use host_tools::mistake::Mistake;
use host_tools::scenario::KabutoTable;
use host_tools::virtual_ring::pieces::{Catalogue, Placed};
use host_tools::virtual_ring::sensors::Fault;
use host_tools::virtual_ring::space::Beside;
use rules_core::games::kabuto::Edition;
use rules_core::piece::Piece;
use rules_core::place::Edge;
use rules_core::referee::{Game, Kind, Policies, Policy};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use toml::Spanned;

/// How many promises there are.
pub const PROMISES: u8 = 13;

/// One side of the assumed ring, mm.
pub const SIDE: f32 = 200.0;

/// A promise scenario as written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The behaviour that is shown, as a sentence.
    pub name: String,
    /// The number of the promise it shows kept.
    pub promise: u8,
    /// `ss` or `ks`.
    pub game: String,
    /// How the match is set up, as in a scenario.
    #[serde(default)]
    pub setup: toml::Table,
    /// Policies by kind of event, or for `all`.
    #[serde(default)]
    pub policies: BTreeMap<String, String>,
    /// Faults of the sensors, as `dohyo simulate --fault` takes them.
    #[serde(default)]
    pub faults: Vec<String>,
    /// Decides what is left to chance.
    #[serde(default)]
    pub seed: u64,
    /// What lies on the ring: a piece, an edge, how far along it, how far in.
    #[serde(default)]
    pub pieces: Vec<String>,
    /// What happens.
    #[serde(rename = "step")]
    pub steps: Vec<Spanned<Step>>,
}

/// One step: something is done, and what must follow.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What is done. May be left out to look only.
    #[serde(rename = "do")]
    pub action: Option<String>,
    /// All that the host hears, in order.
    pub expect: Option<Vec<String>>,
    /// All that sensing says, in order.
    pub sees: Option<Vec<String>>,
    /// What the lights show.
    pub shows: Option<String>,
    /// What the host was told to be waited for: each of these is in it.
    pub waiting: Option<Vec<String>>,
    /// The next thing to put right, or `nothing`.
    pub repair: Option<String>,
    /// Why the last ruling by each clause was made.
    #[serde(default)]
    pub why: BTreeMap<String, String>,
    /// What is said to somebody at the table whose word is not followed.
    pub declined: Option<String>,
    /// How the game stands, as in a scenario.
    #[serde(default)]
    pub state: BTreeMap<String, String>,
}

impl File {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it, and in which line.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        let file: Self = toml::from_str(text).map_err(|error| Mistake::of_toml(text, &error))?;
        if (1..=PROMISES).contains(&file.promise) {
            Ok(file)
        } else {
            Err(Mistake {
                line: 1,
                message: format!("promises are numbered from 1 to {PROMISES}"),
            })
        }
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
    pub fn begin(&self, folder: &Path) -> Result<Game, String> {
        let mut setup = self.setup.clone();
        let plain = || "../decks/plain.toml".into();
        setup.entry("deck").or_insert_with(plain);
        let table = KabutoTable::open(self.edition()?, &setup, folder);
        let table = table.map_err(|faults| faults.join("; "))?;
        Ok(Game::Kabuto(table.game().clone()))
    }

    /// The policies that hold.
    ///
    /// # Errors
    /// Which there are none of.
    pub fn policies(&self) -> Result<Policies, String> {
        let mut policies = Policies::USUAL;
        for (kind, policy) in &self.policies {
            let policy =
                Policy::parse(policy).ok_or_else(|| format!("there is no policy \"{policy}\""))?;
            match kind.as_str() {
                "all" => policies = Policies::all(policy),
                kind => {
                    let kind = Kind::parse(kind)
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
        self.faults.iter().map(read).collect()
    }

    /// The pieces on the ring, and what they are made of.
    ///
    /// # Errors
    /// Which piece cannot be placed.
    pub fn table(&self) -> Result<(Catalogue, Vec<Placed>), String> {
        let catalogue = Catalogue {
            dimensions: rules_core::board::Dimensions::ASSUMED,
            edition: self.edition()?,
        };
        let lay = |words: &String| {
            let (piece, at) = placed(words)?;
            Ok(catalogue.lay(piece, at.at_height(SIDE, 0.0).truncate(), 0.0, 0.0))
        };
        let placed: Result<Vec<Placed>, String> = self.pieces.iter().map(lay).collect();
        Ok((catalogue, placed?))
    }
}

/// Reads `small north 160, 12 in`.
///
/// # Errors
/// What is not understood.
pub fn placed(text: &str) -> Result<(Piece, Beside), String> {
    let not = || format!("\"{text}\" places no piece; write small north 160, 12 in");
    let text_ = text.replace(',', " ");
    let words: Vec<&str> = text_.split_whitespace().collect();
    let [piece @ .., edge, along, inwards, "in"] = words.as_slice() else {
        return Err(not());
    };
    let number = |word: &str| word.parse::<f32>().map_err(|_| not());
    let at = Beside {
        edge: Edge::parse(edge).ok_or_else(not)?,
        along: number(along)?,
        out: -number(inwards)?,
    };
    Ok((referee_words::piece(piece)?, at))
}
