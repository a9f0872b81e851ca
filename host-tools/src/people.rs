//! Names of the persons at a ring. A ring knows none, so this computer keeps them beside
//! it, in the state folder of the user: one file for each journal.
//!
//! A line of the file names the persons of one match in turn order, behind the number and
//! the time of the journal line that began it. A power cut can take the first line of a
//! match back and give its number to another match, which has another time. After a crash
//! the file is the old or the new one.
//!
//! `dohyo setup` can write the names only when the match has begun, and others may follow
//! it already. It announces them with a second file, for which readers wait.
//!
//! Names are not in recordings: another computer shows a match without them.

use crate::state_folder::state_folder;
use host_core::printable::is_unprintable;
use rules_core::player::Players;
use rules_core::referee::record::Record;
use rules_core::referee::{JournalLine, LineContent};
use rules_core::wire::Identity;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum length of a name, in characters.
const MAX_LENGTH: usize = 40;

/// Longest wait for announced names.
const PATIENCE: Duration = Duration::from_secs(2);

/// Age from which an announcement counts as left behind by a program that was killed.
const STALE_AGE: Duration = Duration::from_secs(10);

/// Interval between two looks at announced names.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Character between the names in a line of the file.
const SEPARATOR: char = '\t';

/// Checks the names of the persons of a match.
///
/// # Errors
/// A sentence that says which name is wrong and what to do.
pub fn check(people: &[String], players: Players) -> Result<(), String> {
    let count = players.count();
    if people.len() != count {
        return Err(format!(
            "{} names were given and {count} play: give one for each player, in turn order",
            people.len()
        ));
    }
    for (at, name) in people.iter().enumerate() {
        if name.trim().is_empty() {
            return Err(format!("name {} is empty: give every player one", at + 1));
        }
        if name.chars().any(is_unprintable) {
            return Err(format!(
                "name {} has a character that controls a terminal: write letters, digits, \
                 signs and spaces",
                at + 1
            ));
        }
        let length = name.chars().count();
        if length > MAX_LENGTH {
            return Err(format!(
                "name {} has {length} characters: write at most {MAX_LENGTH}",
                at + 1
            ));
        }
        if people[..at].contains(name) {
            return Err(format!(
                "two players are named {name}: tell them apart, such as {name} and {name} B"
            ));
        }
    }
    Ok(())
}

/// Names that this user's computer keeps.
#[derive(Debug, Clone)]
pub struct PeopleStore {
    folder: PathBuf,
}

impl PeopleStore {
    /// Returns the store of this user; `None` if the environment names no folder.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        Some(Self::in_folder(&state_folder()?))
    }

    /// Returns the store in a state folder.
    #[must_use]
    pub fn in_folder(state: &Path) -> Self {
        Self {
            folder: state.join("people"),
        }
    }

    fn file(&self, identity: &Identity) -> PathBuf {
        let Identity { ring, journal, .. } = identity;
        self.folder.join(format!("{ring}-{journal}.names"))
    }

    /// Announces the names of the next match of a ring, before it begins.
    ///
    /// # Errors
    /// A sentence if the folder cannot be written to.
    pub fn announce(&self, identity: &Identity) -> Result<Announcement, String> {
        let file = self.file(identity);
        let mark = file.with_extension("coming");
        let announced = std::fs::create_dir_all(&self.folder).and_then(|()| File::create(&mark));
        match announced {
            Ok(_) => Ok(Announcement { file, mark }),
            Err(error) => Err(self.trouble(&error)),
        }
    }

    fn trouble(&self, error: &io::Error) -> String {
        format!(
            "names cannot be kept in {}: {error}; set XDG_STATE_HOME to a folder of yours",
            self.folder.display()
        )
    }

    /// Returns the names of the persons in the match that a line began, in turn order;
    /// empty if none were given. Waits for names that are announced.
    #[must_use]
    pub fn people(&self, identity: &Identity, first: &JournalLine) -> Vec<String> {
        let file = self.file(identity);
        let mark = file.with_extension("coming");
        let until = Instant::now() + PATIENCE;
        loop {
            // Looked at before the names, which are written before it goes.
            let are_coming = is_fresh(&mark);
            if let Some(people) = find(&file, first) {
                return people;
            }
            if !are_coming || Instant::now() >= until {
                return Vec::new();
            }
            thread::sleep(POLL_INTERVAL);
        }
    }
}

/// True if a file is there and not older than a program needs to begin a match.
fn is_fresh(mark: &Path) -> bool {
    let changed = std::fs::metadata(mark).and_then(|mark| mark.modified());
    changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age < STALE_AGE))
}

/// Returns the start of the line with the names of a match.
fn key(first: &JournalLine) -> String {
    format!("{} {}{SEPARATOR}", first.seq, first.body.at.0)
}

/// Finds the names of a match in a file.
fn find(file: &Path, first: &JournalLine) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(file).ok()?;
    let key = key(first);
    let mut names = text.lines().filter_map(|line| line.strip_prefix(&key));
    let names = names.next_back()?;
    Some(names.split(SEPARATOR).map(str::to_owned).collect())
}

/// Announcement of names; it ends when it is dropped.
#[derive(Debug)]
pub struct Announcement {
    file: PathBuf,
    mark: PathBuf,
}

impl Announcement {
    /// Keeps the names of the match that a line began.
    ///
    /// # Errors
    /// A sentence if the file cannot be written.
    pub fn keep(&self, first: &JournalLine, people: &[String]) -> Result<(), String> {
        let names = people.join(&SEPARATOR.to_string());
        let fresh = self.file.with_extension("new");
        let write = || -> io::Result<()> {
            let mut text = match std::fs::read_to_string(&self.file) {
                Ok(text) => text,
                Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
                Err(error) => return Err(error),
            };
            text += &format!("{}{names}\n", key(first));
            let mut file = File::create(&fresh)?;
            file.write_all(text.as_bytes())?;
            file.sync_data()?;
            std::fs::rename(&fresh, &self.file)
        };
        write().map_err(|error| {
            format!(
                "the match has begun, but its names cannot be written to {}: {error}; set \
                 XDG_STATE_HOME to a folder of yours",
                self.file.display()
            )
        })
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.mark);
    }
}

/// Names of the matches of a ring, for those who follow its journal.
#[derive(Debug, Clone, Default)]
pub struct MatchPeople {
    store: Option<PeopleStore>,
    /// Ring that is followed; `None` if it is not known.
    pub identity: Option<Identity>,
}

impl MatchPeople {
    /// Creates the names of a ring from the store of this user.
    #[must_use]
    pub fn of_user(identity: Option<Identity>) -> Self {
        Self {
            store: PeopleStore::of_user(),
            identity,
        }
    }

    /// Returns the names of the persons in the match that a line begins, in turn order,
    /// empty if none were given; `None` if the line begins no match.
    #[must_use]
    pub fn of_line(&self, line: &JournalLine) -> Option<Vec<String>> {
        if !begins_match(line) {
            return None;
        }
        let known = self.store.as_ref().zip(self.identity.as_ref());
        Some(known.map_or_else(Vec::new, |(store, identity)| store.people(identity, line)))
    }
}

/// True if a match begins with this line.
#[must_use]
pub const fn begins_match(line: &JournalLine) -> bool {
    matches!(&line.body.line, LineContent::Record(Record::Begin(_)))
}

#[cfg(test)]
mod tests {
    use super::{PeopleStore, check};
    use rules_core::player::Players;
    use rules_core::referee::{JournalLine, LineBody, LineContent, Note, Record};
    use rules_core::time::Instant;
    use rules_core::wire::{Identity, JournalId};
    use std::path::PathBuf;
    use std::thread;
    use std::time::Duration;

    fn line(seq: u32, at: u64) -> JournalLine {
        JournalLine {
            seq,
            body: LineBody {
                at: Instant(at),
                hash: 0,
                line: LineContent::Record(Record::Note(Note::PowerUp)),
            },
        }
    }

    fn folder(name: &str) -> PathBuf {
        let name = format!("dohyo-people-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    fn names(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn names_are_kept_for_their_match_and_no_other() {
        let folder = folder("kept");
        let store = PeopleStore::in_folder(&folder);
        let ring = Identity::default();
        let first = line(7, 15);
        assert_eq!(store.people(&ring, &first), names(&[]));
        let announced = store.announce(&ring).unwrap();
        announced.keep(&first, &names(&["Ann", "Bo D."])).unwrap();
        drop(announced);
        let again = PeopleStore::in_folder(&folder);
        assert_eq!(again.people(&ring, &first), names(&["Ann", "Bo D."]));
        let other = Identity {
            journal: JournalId(1),
            ..ring.clone()
        };
        // Another line, the same number after a power cut, and a wiped journal.
        for (ring, first) in [(&ring, line(8, 15)), (&ring, line(7, 9)), (&other, first)] {
            assert_eq!(store.people(ring, &first), names(&[]));
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_file_is_the_old_or_the_new_one_after_a_crash() {
        let folder = folder("crash");
        let store = PeopleStore::in_folder(&folder);
        let ring = Identity::default();
        let keep = |first: &JournalLine, people: &[&str]| {
            let announced = store.announce(&ring).unwrap();
            announced.keep(first, &names(people)).unwrap();
            announced.file.clone()
        };
        let file = keep(&line(7, 15), &["Ann", "Bo"]);
        std::fs::write(file.with_extension("new"), "9 20\tC").unwrap();
        assert_eq!(store.people(&ring, &line(9, 20)), names(&[]));
        keep(&line(9, 20), &["Cy", "Di"]);
        assert_eq!(store.people(&ring, &line(9, 20)), names(&["Cy", "Di"]));
        assert_eq!(store.people(&ring, &line(7, 15)), names(&["Ann", "Bo"]));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn announced_names_are_waited_for() {
        let folder = folder("announced");
        let store = PeopleStore::in_folder(&folder);
        let ring = Identity::default();
        let first = line(7, 15);
        let announced = store.announce(&ring).unwrap();
        let (reader, of_reader) = (store.clone(), first.clone());
        let reading = thread::spawn(move || reader.people(&Identity::default(), &of_reader));
        thread::sleep(Duration::from_millis(200));
        announced.keep(&first, &names(&["Ann", "Bo"])).unwrap();
        drop(announced);
        assert_eq!(reading.join().unwrap(), names(&["Ann", "Bo"]));
        // A match that was refused has nobody waiting.
        drop(store.announce(&ring).unwrap());
        assert_eq!(store.people(&ring, &line(8, 15)), names(&[]));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn wrong_names_are_refused_with_what_to_do() {
        let long = "x".repeat(41);
        for (people, sentence) in [
            (&["Ann"][..], "1 names were given and 2 play: give one"),
            (&["Ann", " "], "name 2 is empty"),
            (
                &["Ann\u{1b}[2J", "Bo"],
                "name 1 has a character that controls",
            ),
            (
                &["Ann", "\u{202e}Bo"],
                "name 2 has a character that controls",
            ),
            (&[&long, "Bo"], "name 1 has 41 characters: write at most 40"),
            (&["Ann", "Ann"], "two players are named Ann"),
        ] {
            let why = check(&names(people), Players::Two).unwrap_err();
            assert!(why.contains(sentence), "{why}");
        }
        assert_eq!(check(&names(&["Zoë 王", "O'Hara"]), Players::Two), Ok(()));
    }
}
