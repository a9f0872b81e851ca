//! A match as it is to begin, written by a person.
//!
//! ```toml
//! game = "ss"             # ss, ks, sumoo (su) or abalone (ab)
//! policies = "usual"      # or passive, or one policy for all, or a table
//! telling = "class"       # grid games: occupancy, pole or class
//! [setup]                 # the keys of scenario files
//! players = 2
//! ```

use crate::scenario::{AbaloneTable, KabutoTable, SumooTable};
use rules_core::board::{Name, Profile};
use rules_core::games::kabuto::Edition;
use rules_core::referee::grid::Telling;
use rules_core::referee::{Game, Kind, Policies, Policy, abalone, sumoo};
use std::path::Path;
use toml::{Table, Value};

/// A match that is to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableFile {
    /// The game, set up.
    pub game: Game,
    /// What may pass by itself.
    pub policies: Policies,
}

impl TableFile {
    /// Whether it can be played on this board.
    ///
    /// # Errors
    /// What to do instead.
    pub fn suits(&self, board: Name) -> Result<(), String> {
        let wanted = match &self.game {
            Game::Kabuto(_) if Profile::of(board).curtain.is_some() => return Ok(()),
            Game::Kabuto(_) => Name::Ring,
            Game::Abalone(_) => Name::GridHex,
            Game::Sumoo(_) => Name::GridSquare,
        };
        if board == wanted {
            return Ok(());
        }
        Err(format!(
            "{} is not played on a {board}: use a {wanted}, or set up another game",
            self.game.name()
        ))
    }
}

/// Reads a file.
///
/// # Errors
/// A sentence that says what is wrong and what to write.
pub fn read(path: &Path) -> Result<TableFile, String> {
    let name = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {name}: {error}; give a TOML file with a set-up"))?;
    let root: Table = text
        .parse()
        .map_err(|error: toml::de::Error| format!("{name}: {}", error.message()))?;
    let folder = path.parent().unwrap_or(Path::new("."));
    from_table(&root, folder).map_err(|why| format!("{name}: {why}"))
}

/// Sets a match up; files it names are looked for from `folder`.
///
/// # Errors
/// A sentence that says what is wrong and what to write.
pub fn from_table(root: &Table, folder: &Path) -> Result<TableFile, String> {
    let (mut game, mut setup) = (None, Table::new());
    let (mut policies, mut telling) = (Policies::USUAL, Telling::Class);
    for (key, value) in root {
        match (key.as_str(), value) {
            ("game", Value::String(word)) => game = Some(word.as_str()),
            ("setup", Value::Table(keys)) => setup = keys.clone(),
            ("policies", value) => policies = self::policies(value)?,
            ("telling", Value::String(word)) => {
                telling = Telling::parse(word).ok_or_else(|| {
                    format!("\"{word}\" is no telling; write occupancy, pole or class")
                })?;
            }
            (key, _) => {
                return Err(format!(
                    "\"{key}\" makes no sense here; write game, policies, telling and [setup]"
                ));
            }
        }
    }
    let join = |faults: Vec<String>| faults.join("; ");
    let kabuto = |edition| {
        let table = KabutoTable::open(edition, &setup, folder).map_err(join)?;
        Ok::<Game, String>(Game::Kabuto(table.game().clone()))
    };
    let game = match game {
        Some("ss") => kabuto(Edition::SakuraSlam)?,
        Some("ks") => kabuto(Edition::KabutoSumo)?,
        Some("su" | "sumoo") => {
            let table = SumooTable::open(&setup).map_err(join)?;
            Game::Sumoo(sumoo::Match::new(*table.game(), telling))
        }
        Some("ab" | "abalone") => {
            let table = AbaloneTable::open(&setup).map_err(join)?;
            let (position, rules) = (*table.game().position(), table.game().rules());
            Game::Abalone(abalone::Match::new(position, rules, telling))
        }
        Some(other) => {
            return Err(format!(
                "there is no game \"{other}\"; write ss, ks, sumoo or abalone"
            ));
        }
        None => {
            return Err("which game? write game = \"ss\", \"ks\", \"sumoo\" or \"abalone\"".into());
        }
    };
    Ok(TableFile { game, policies })
}

fn policies(value: &Value) -> Result<Policies, String> {
    let policy = |word: &str| {
        Policy::parse(word).ok_or_else(|| {
            let words = Policy::ALL.map(Policy::word).join(", ");
            format!("\"{word}\" is no policy; write usual, passive, {words}")
        })
    };
    match value {
        Value::String(word) => match word.as_str() {
            "usual" => Ok(Policies::USUAL),
            "passive" => Ok(Policies::PASSIVE),
            word => policy(word).map(Policies::all),
        },
        Value::Table(entries) => {
            let mut all = Policies::USUAL;
            for (key, value) in entries {
                let kind = Kind::parse(key).ok_or_else(|| {
                    let words = Kind::ALL.map(Kind::word).join(", ");
                    format!("\"{key}\" is no kind of event; write one of: {words}")
                })?;
                all[kind] = policy(value.as_str().unwrap_or_default())?;
            }
            Ok(all)
        }
        _ => Err("policies are a word, or a table with one for each kind of event".into()),
    }
}
