//! Table files: a match to begin, written by a person.
//!
//! ```toml
//! game = "ss"             # ss, ks, sumoo (su) or abalone (ab)
//! policies = "usual"      # or passive, or one policy for all, or a table
//! coding = "class"        # grid games: occupancy, pole or class
//! [setup]                 # the keys of scenario files
//! players = 2
//! ```

use crate::folder::Folder;
use crate::game::GameArg;
use rules_core::board::BoardId;
use rules_core::referee::grid::MagnetCoding;
use rules_core::referee::{AnyGame, EventClass, Policies, Policy};
use toml::{Table, Value};

/// Match to begin, as a table file describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableFile {
    /// Game with its set-up.
    pub game: AnyGame,
    /// Policies of the referee, per class of event.
    pub policies: Policies,
}

impl TableFile {
    /// Checks that the game can be played on `board`.
    ///
    /// # Errors
    /// A sentence with what to do instead.
    pub fn suits(&self, board: BoardId) -> Result<(), String> {
        let boards = self.game.boards();
        if boards.contains(&board) {
            return Ok(());
        }
        let wanted = boards[0];
        Err(format!(
            "{} is not played on a {board}: use a {wanted}, or set up another game",
            self.game.name()
        ))
    }
}

/// Parses the text of a table file. Files that it names are read from `folder`.
///
/// # Errors
/// A sentence with the fault and what to write.
pub fn parse(text: &str, folder: &Folder<'_>) -> Result<TableFile, String> {
    let root: Table = text
        .parse()
        .map_err(|error: toml::de::Error| error.message().to_owned())?;
    from_table(&root, folder)
}

/// Sets up a match from a TOML table. Files that it names are read from `folder`.
///
/// # Errors
/// A sentence with the fault and what to write.
pub fn from_table(root: &Table, folder: &Folder<'_>) -> Result<TableFile, String> {
    let (mut game, mut setup) = (None, Table::new());
    let (mut policies, mut coding) = (Policies::DEFAULT, MagnetCoding::Class);
    for (key, value) in root {
        match (key.as_str(), value) {
            ("game", Value::String(word)) => game = Some(word.as_str()),
            ("setup", Value::Table(keys)) => setup = keys.clone(),
            ("policies", value) => policies = self::policies(value)?,
            ("coding" | "telling", Value::String(word)) => {
                coding = MagnetCoding::parse(word).ok_or_else(|| {
                    format!("\"{word}\" is not a coding; write occupancy, pole or class")
                })?;
            }
            (key, _) => {
                return Err(format!(
                    "\"{key}\" makes no sense here; write game, policies, coding and [setup]"
                ));
            }
        }
    }
    let Some(word) = game else {
        let words = GameArg::alternatives("\"");
        return Err(format!("which game? write game = {words}"));
    };
    let Some(game) = GameArg::parse(word) else {
        let words = GameArg::alternatives("");
        return Err(format!("unknown game \"{word}\"; write {words}"));
    };
    let table = (game.entry().open)(&setup, folder).map_err(|faults| faults.join("; "))?;
    let game = table.to_match(coding);
    Ok(TableFile { game, policies })
}

fn policies(value: &Value) -> Result<Policies, String> {
    let policy = |word: &str| {
        Policy::parse(word).ok_or_else(|| {
            let words = Policy::ALL.map(Policy::word).join(", ");
            format!("\"{word}\" is not a policy; write usual, passive, {words}")
        })
    };
    match value {
        Value::String(word) => match word.as_str() {
            "usual" => Ok(Policies::DEFAULT),
            "passive" => Ok(Policies::PASSIVE),
            word => policy(word).map(Policies::all),
        },
        Value::Table(entries) => {
            let mut all = Policies::DEFAULT;
            for (key, value) in entries {
                let kind = EventClass::parse(key).ok_or_else(|| {
                    let words = EventClass::ALL.map(EventClass::word).join(", ");
                    format!("\"{key}\" is not a kind of event; write one of: {words}")
                })?;
                all[kind] = policy(value.as_str().unwrap_or_default())?;
            }
            Ok(all)
        }
        _ => Err("policies are a word, or a table with one for each kind of event".into()),
    }
}
