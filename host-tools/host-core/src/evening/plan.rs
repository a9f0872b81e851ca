//! Plan of an evening: people, tables and the way they are paired, as a small TOML file.

use crate::spelling::nearest;
use serde::{Deserialize, Serialize};

/// Plan of an evening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EveningPlan {
    /// Name of the evening.
    pub name: String,
    /// Way in which people are paired.
    pub pairing: PairingMethod,
    /// Games of a series at most: a pairing is decided once one side cannot be caught up.
    #[serde(default = "one")]
    pub best_of: u32,
    /// Number of rounds; needed for Swiss only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Tables, each a ring.
    #[serde(rename = "table")]
    pub tables: Vec<PlannedTable>,
    /// People who play.
    #[serde(rename = "person")]
    pub people: Vec<Person>,
}

const fn one() -> u32 {
    1
}

/// Way in which people are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairingMethod {
    /// Everybody meets everybody else, by Berger tables.
    RoundRobin,
    /// Pairings come from a file.
    Import,
    /// Pairings come from a Swiss pairing engine, round by round.
    Swiss,
}

/// Table of a hall.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedTable {
    /// Name of the table.
    pub name: String,
    /// Ring of the table: its id, its name, or an address.
    pub ring: String,
}

/// Person who plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// Name.
    pub name: String,
    /// Seat that the person takes, 1 to 4; `None` if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Colour that the person plays; `None` if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// Favourite card; `None` if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
}

/// Largest number of people or tables.
const MAX_NAMES: usize = 999;

/// Largest number of games in a series.
const MAX_BEST_OF: u32 = 99;

/// Longest name, in letters.
const MAX_NAME: usize = 64;

impl EveningPlan {
    /// Reads a plan.
    ///
    /// ```
    /// use host_core::evening::plan::EveningPlan;
    ///
    /// let text = "name = 'Thursday'\npairing = 'round-robin'\n\
    ///     table = [{ name = 'One', ring = 'name:Attic' }]\n\
    ///     person = [{ name = 'Ann', card = 'Ember Fly' }, { name = 'Bo', colour = 'blue' }]\n";
    /// let plan = EveningPlan::read(text).unwrap();
    /// assert_eq!(plan.best_of, 1);
    /// assert_eq!(plan.people[1].name, "Bo");
    /// ```
    ///
    /// # Errors
    /// A sentence with the mistake and, if it stands somewhere, its line.
    pub fn read(text: &str) -> Result<Self, String> {
        let plan: Self = toml::from_str(text).map_err(|error| {
            let before = text.get(..error.span().map_or(0, |span| span.start));
            let line = before.unwrap_or_default().matches('\n').count() + 1;
            let message = error.message().replace('\n', ", ");
            format!("line {line}: {message}; write it as in the example of the club's guide")
        })?;
        plan.check()?;
        Ok(plan)
    }

    /// Checks what the form of the file does not.
    fn check(&self) -> Result<(), String> {
        let people: Vec<&str> = self
            .people
            .iter()
            .map(|person| person.name.as_str())
            .collect();
        let tables: Vec<&str> = self
            .tables
            .iter()
            .map(|table| table.name.as_str())
            .collect();
        check_names("person", &people)?;
        check_names("table", &tables)?;
        if people.len() < 2 {
            return Err("an evening needs two people: add a [[person]]".into());
        }
        if tables.is_empty() {
            return Err("an evening needs a table: add a [[table]] with its ring".into());
        }
        for (at, table) in self.tables.iter().enumerate() {
            if table.ring.trim().is_empty() {
                let name = &table.name;
                return Err(format!(
                    "table {name:?} has no ring: give its id, name or address"
                ));
            }
            if let Some(twin) = self.tables[..at]
                .iter()
                .find(|twin| twin.ring == table.ring)
            {
                let (one, two, ring) = (&twin.name, &table.name, &table.ring);
                return Err(format!(
                    "tables {one:?} and {two:?} have the same ring {ring:?}: give each its own"
                ));
            }
        }
        if !(1..=MAX_BEST_OF).contains(&self.best_of) {
            return Err(format!(
                "best_of is {}: write 1 to {MAX_BEST_OF}",
                self.best_of
            ));
        }
        for person in &self.people {
            if person.seat.is_some_and(|seat| !(1..=4).contains(&seat)) {
                return Err(format!("seat of {:?}: write 1 to 4", person.name));
            }
        }
        match (self.pairing, self.rounds) {
            (PairingMethod::Swiss, None) => {
                Err("a Swiss tournament needs its number of rounds: add rounds = 5".into())
            }
            (_, Some(rounds)) if !(1..=99).contains(&rounds) => {
                Err(format!("rounds is {rounds}: write 1 to 99"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the names of all people, in the order of the plan.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let names = self.people.iter().map(|person| person.name.clone());
        names.collect()
    }

    /// Returns the person with this name.
    #[must_use]
    pub fn person(&self, name: &str) -> Option<&Person> {
        self.people.iter().find(|person| person.name == name)
    }

    /// Returns the name of a person as the plan writes it.
    ///
    /// # Errors
    /// A sentence with the name that is most like it.
    pub fn find_person(&self, name: &str) -> Result<&str, String> {
        let names = self.people.iter().map(|person| person.name.as_str());
        find("person", name, names)
    }

    /// Returns the name of a table as the plan writes it.
    ///
    /// # Errors
    /// A sentence with the name that is most like it.
    pub fn find_table(&self, name: &str) -> Result<&str, String> {
        let names = self.tables.iter().map(|table| table.name.as_str());
        find("table", name, names)
    }

    /// Returns the number of rounds that the plan foresees; `None` if pairings are imported.
    #[must_use]
    pub fn round_count(&self) -> Option<u32> {
        match self.pairing {
            PairingMethod::RoundRobin => {
                let people = u32::try_from(self.people.len()).unwrap_or(u32::MAX);
                Some(people - 1 + people % 2)
            }
            PairingMethod::Import | PairingMethod::Swiss => self.rounds,
        }
    }
}

fn find<'a>(
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Result<&'a str, String> {
    let same = |known: &&str| known.to_lowercase() == name.to_lowercase();
    if let Some(known) = names.clone().find(|known| *known == name) {
        return Ok(known);
    }
    if let Some(known) = names.clone().find(same) {
        return Ok(known);
    }
    let remedy = match nearest(name, names) {
        Some(near) => format!("write {near:?} instead"),
        None => "the plan names all of them".to_owned(),
    };
    Err(format!(
        "no {what} of this evening is named {name:?}: {remedy}"
    ))
}

fn check_names(what: &str, names: &[&str]) -> Result<(), String> {
    if names.len() > MAX_NAMES {
        let count = names.len();
        return Err(format!(
            "{count} names: an evening has at most {MAX_NAMES} of a kind"
        ));
    }
    for (at, name) in names.iter().enumerate() {
        if name.trim() != *name || name.is_empty() {
            return Err(format!(
                "a {what} is named {name:?}: give a name without spaces around it"
            ));
        }
        if name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
            return Err(format!(
                "a {what} is named {name:?}: a name has at most {MAX_NAME} letters, on one line"
            ));
        }
        let twin = |other: &&str| other.to_lowercase() == name.to_lowercase();
        if names[..at].iter().any(twin) {
            return Err(format!(
                "two of a kind are named {name:?}: give each {what} its own name"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::EveningPlan;

    const GOOD: &str = "name = 'Thursday'\npairing = 'round-robin'\n\
        table = [{ name = 'One', ring = 'a' }, { name = 'Two', ring = 'b' }]\n\
        person = [{ name = 'Ann' }, { name = 'Bo' }, { name = 'Cy' }]\n";

    #[test]
    fn every_mistake_gets_a_sentence() {
        assert_eq!(EveningPlan::read(GOOD).unwrap().round_count(), Some(3));
        for (from, to, expected) in [
            ("'Bo'", "'ann'", "two of a kind are named \"ann\""),
            ("'Bo'", "' Bo'", "without spaces"),
            ("'Bo'", "'Bo', hat = 1", "line 4: unknown field `hat`"),
            ("ring = 'b'", "ring = 'a'", "have the same ring"),
            ("ring = 'b'", "ring = ''", "has no ring"),
            ("'round-robin'", "'swiss'", "add rounds = 5"),
            ("'round-robin'", "'knock-out'", "line 2: unknown variant"),
            ("'Thursday'", "'Thursday'\nbest_of = 0", "best_of is 0"),
            (
                "{ name = 'Ann' }",
                "{ name = 'Ann', seat = 5 }",
                "write 1 to 4",
            ),
            ("name = 'Thursday'", "name = ", "line 1: "),
        ] {
            let text = GOOD.replacen(from, to, 1);
            let why = EveningPlan::read(&text).unwrap_err();
            assert!(why.contains(expected), "{why}");
            assert_eq!(why.lines().count(), 1, "{why}");
        }
    }

    #[test]
    fn a_misspelt_name_is_told_with_the_right_one() {
        let plan = EveningPlan::read(GOOD).unwrap();
        assert_eq!(plan.find_person("ANN"), Ok("Ann"));
        assert!(
            plan.find_person("Anna")
                .unwrap_err()
                .contains("write \"Ann\"")
        );
        assert!(
            plan.find_table("Twoo")
                .unwrap_err()
                .contains("write \"Two\"")
        );
    }
}
