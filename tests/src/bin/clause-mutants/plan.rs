//! Plan of the mutations: the entries of `tests/mutations/*.toml`.

use rules_core::clause::{Clause, GameId};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

/// Change of the sources that breaks one clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutation {
    /// Clause that no longer holds.
    pub clause: Clause,
    /// Source file, from the root of the repository.
    pub file: PathBuf,
    /// Text to replace; it must occur exactly once.
    pub find: String,
    /// Replacement text.
    pub replace: String,
}

/// Entry of a mutation file as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    clause: String,
    file: PathBuf,
    find: String,
    replace: String,
}

/// Mutation file as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    mutation: Vec<Entry>,
}

/// All mutations to try.
#[derive(Debug, Default)]
pub struct Plan {
    /// Mutations in the order of the files.
    pub mutations: Vec<Mutation>,
    /// Only game to break; `None` for all.
    game: Option<GameId>,
}

impl Plan {
    /// Reads all mutation files of `folder`.
    ///
    /// # Errors
    /// A sentence for every mistake in them.
    pub fn load(folder: &Path) -> Result<Self, Vec<String>> {
        let mut plan = Self::default();
        let mut mistakes = Vec::new();
        let mut files = toml_files(folder).map_err(|error| {
            vec![format!(
                "cannot read {}: {error}; it holds one TOML file a game",
                folder.display()
            )]
        })?;
        files.sort();
        for path in files {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match fs::read_to_string(&path) {
                Ok(text) => match parse(&text) {
                    Ok(found) => plan.mutations.extend(found),
                    Err(found) => {
                        mistakes.extend(found.iter().map(|what| format!("{name}: {what}")));
                    }
                },
                Err(error) => mistakes.push(format!("{name} cannot be read: {error}")),
            }
        }
        if mistakes.is_empty() {
            Ok(plan)
        } else {
            Err(mistakes)
        }
    }

    /// Keeps only the mutations of this game and this clause; `None` keeps all.
    pub fn keep(&mut self, game: Option<GameId>, clause: Option<Clause>) {
        self.mutations.retain(|mutation| {
            game.is_none_or(|game| mutation.clause.game() == game)
                && clause.is_none_or(|clause| mutation.clause == clause)
        });
        self.game = game;
    }

    /// Returns the clauses without a mutation: of `clause` alone if one was asked for,
    /// otherwise of the game that was, otherwise of all games.
    pub fn missing(&self, clause: Option<Clause>) -> Vec<Clause> {
        let broken: BTreeSet<_> = self.mutations.iter().map(|m| m.clause).collect();
        GameId::ALL
            .into_iter()
            .flat_map(GameId::clauses)
            .copied()
            .filter(|&candidate| match clause {
                Some(clause) => candidate == clause,
                None => self.game.is_none_or(|game| candidate.game() == game),
            })
            .filter(|candidate| !broken.contains(candidate))
            .collect()
    }
}

fn toml_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            found.push(path);
        }
    }
    Ok(found)
}

/// Reads the entries of one file, or returns all mistakes in them.
fn parse(text: &str) -> Result<Vec<Mutation>, Vec<String>> {
    let file: File = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
    let mut mutations = Vec::new();
    let mut mistakes = Vec::new();
    for (number, entry) in (1..).zip(file.mutation) {
        match check(entry) {
            Ok(mutation) => mutations.push(mutation),
            Err(what) => mistakes.push(format!("mutation {number}: {what}")),
        }
    }
    if mistakes.is_empty() {
        Ok(mutations)
    } else {
        Err(mistakes)
    }
}

fn check(entry: Entry) -> Result<Mutation, String> {
    let Some(clause) = Clause::parse(&entry.clause) else {
        return Err(format!(
            "there is no clause \"{}\"; `dohyo rules` lists them",
            entry.clause
        ));
    };
    let inside = entry
        .file
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !inside {
        return Err(format!(
            "{clause}: write `file` as a path from the root of the repository, not \"{}\"",
            entry.file.display()
        ));
    }
    if entry.find.is_empty() || entry.find == entry.replace {
        return Err(format!(
            "{clause}: this changes nothing; `find` is the text to break, `replace` what breaks it"
        ));
    }
    Ok(Mutation {
        clause,
        file: entry.file,
        find: entry.find,
        replace: entry.replace,
    })
}

#[cfg(test)]
mod tests {
    use super::{Plan, parse};
    use rules_core::clause::{Clause, GameId};
    use std::path::Path;

    fn entry(clause: &str, file: &str, find: &str, replace: &str) -> String {
        format!(
            "[[mutation]]\nclause = {clause:?}\nfile = {file:?}\nfind = {find:?}\nreplace = {replace:?}\n"
        )
    }

    #[test]
    fn an_entry_names_clause_place_and_change() {
        let found = parse(&entry("SU-12", "rules-core/src/x.rs", "a < b", "a <= b")).unwrap();
        let [mutation] = found.as_slice() else {
            panic!("one entry, not {found:?}");
        };
        assert_eq!(mutation.clause, Clause::Su12);
        assert_eq!(mutation.file, Path::new("rules-core/src/x.rs"));
        assert_eq!((&*mutation.find, &*mutation.replace), ("a < b", "a <= b"));
    }

    #[test]
    fn all_mistakes_are_told_at_once() {
        let text = [
            entry("SU-99", "x.rs", "a", "b"),
            entry("SU-1", "../x.rs", "a", "b"),
            entry("SU-1", "x.rs", "a", "b"),
            entry("SU-2", "x.rs", "same", "same"),
            entry("SU-3", "x.rs", "", "b"),
        ]
        .concat();
        let mistakes = parse(&text).unwrap_err();
        let numbers: Vec<_> = mistakes
            .iter()
            .map(|m| m.split(':').next().unwrap())
            .collect();
        assert_eq!(
            numbers,
            ["mutation 1", "mutation 2", "mutation 4", "mutation 5"]
        );
        assert!(mistakes[0].contains("no clause \"SU-99\""));
        assert!(mistakes[1].contains("from the root"));
    }

    #[test]
    fn unknown_keys_are_mistakes() {
        let text = entry("SU-1", "x.rs", "a", "b") + "occurrence = 2\n";
        let mistakes = parse(&text).unwrap_err();
        assert!(mistakes[0].contains("occurrence"), "{mistakes:?}");
    }

    fn plan(clauses: &[&str]) -> Plan {
        let text: String = clauses
            .iter()
            .map(|clause| entry(clause, "x.rs", "a", "b"))
            .collect();
        Plan {
            mutations: parse(&text).unwrap(),
            game: None,
        }
    }

    #[test]
    fn every_game_owes_all_its_clauses() {
        let all = GameId::ALL.into_iter().map(|game| game.clauses().len());
        let all: usize = all.sum();
        let missing = plan(&["SU-1", "SU-2", "SU-2"]).missing(None);
        assert_eq!(missing.len(), all - 2);
        assert!(!missing.contains(&Clause::Su1) && missing.contains(&Clause::Ab1));
        assert_eq!(plan(&[]).missing(None).len(), all);
    }

    #[test]
    fn a_game_or_a_clause_can_be_picked() {
        let mut one_game = plan(&["SU-1", "AB-1"]);
        one_game.keep(Some(GameId::Abalone), None);
        assert_eq!(one_game.mutations.len(), 1);
        assert_eq!(
            one_game.missing(None).len(),
            GameId::Abalone.clauses().len() - 1
        );

        let mut one_clause = plan(&["SU-1", "SU-2"]);
        one_clause.keep(None, Some(Clause::Su2));
        assert_eq!(one_clause.mutations.len(), 1);
        assert!(one_clause.missing(Some(Clause::Su2)).is_empty());
        assert_eq!(
            one_clause.missing(Some(Clause::Ab1)),
            [Clause::Ab1],
            "asked for, but not there"
        );
    }
}
