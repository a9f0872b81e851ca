//! Shards of a campaign: parts that run on different machines and add up to the run of one.
//!
//! A campaign consists of rows, and a row of blocks, each with seeds of its own. Blocks are
//! numbered over all rows. Shard I of N runs the blocks whose number is I modulo N, exactly
//! as the whole run does. All that is added is an integer, a histogram of integers or a
//! list in order, so that the sum does not depend on who ran what: it is that of one run,
//! bit for bit.
//!
//! A file holds the options of its campaign as the verb reads them, so that `dohyo merge`
//! prints what the verb prints, by the same code.

use host_core::data::assumed_board;
use rules_core::board::Dimensions;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;

/// Shard of a campaign: number `index` of `count`, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Number of the shard, from 0.
    pub index: u64,
    /// Number of shards.
    pub count: u64,
}

impl Shard {
    /// Shard that is the whole campaign.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// Parses `I/N`, as `--shard` accepts it.
    ///
    /// # Errors
    /// A sentence if the text is not a shard.
    pub fn parse(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<u64>().ok();
        let shard = text.split_once('/').and_then(|(index, count)| {
            let (index, count) = (number(index)?, number(count)?);
            (index < count).then_some(Self { index, count })
        });
        shard.ok_or_else(|| format!("\"{text}\" is not a shard; write I/N, with I from 0 to N-1"))
    }

    /// True if the shard runs this block.
    #[must_use]
    pub const fn has(self, block: u64) -> bool {
        block % self.count == self.index
    }

    /// Returns how many of this number of blocks, from block `first` on, the shard runs.
    #[must_use]
    pub const fn share(self, first: u64, blocks: u64) -> u64 {
        self.below(first + blocks) - self.below(first)
    }

    /// Returns how many blocks with a number below `end` the shard runs.
    const fn below(self, end: u64) -> u64 {
        match end.checked_sub(self.index + 1) {
            Some(after) => after / self.count + 1,
            None => 0,
        }
    }
}

/// Results that add up, in any order.
pub trait Mergeable: Default + Serialize + DeserializeOwned {
    /// Adds the results of another shard.
    fn merge(&mut self, other: Self);
}

/// Counts by their names.
pub type Counts = BTreeMap<String, u64>;

impl Mergeable for Counts {
    fn merge(&mut self, other: Self) {
        for (name, count) in other {
            *self.entry(name).or_default() += count;
        }
    }
}

/// Results of the blocks of one row that a shard has run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct ShardRow {
    /// Number of the row in the campaign, from 0.
    row: u64,
    /// Number of these blocks.
    blocks: u64,
    /// Sum over these blocks.
    tally: Value,
}

/// Result of one shard, as a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardFile {
    /// Verb that ran the campaign.
    verb: String,
    /// Version of the program that ran it.
    version: String,
    /// Processor and system that ran it.
    target: String,
    /// Options that the results depend on, each as the verb reads it.
    plan: Vec<String>,
    /// Sizes of ring and pieces.
    sizes: Dimensions,
    /// Number of blocks of the whole campaign.
    blocks: u64,
    /// Shard that this is.
    shard: Shard,
    /// Results by row; rows without a block of this shard are left out.
    rows: Vec<ShardRow>,
}

impl ShardFile {
    /// Creates the file of a shard, without results yet.
    #[must_use]
    pub fn new(verb: &str, plan: Vec<String>, blocks: u64, shard: Shard) -> Self {
        Self {
            verb: verb.to_owned(),
            version: host_core::VERSION.to_owned(),
            target: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
            plan,
            sizes: assumed_board().unwrap_or(Dimensions::ASSUMED),
            blocks,
            shard,
            rows: Vec::new(),
        }
    }

    /// Adds the sum over this number of blocks of a row.
    ///
    /// # Errors
    /// If the sum cannot be written as JSON.
    pub fn push(&mut self, row: u64, blocks: u64, tally: &impl Serialize) -> io::Result<()> {
        if blocks > 0 {
            let tally = serde_json::to_value(tally)?;
            self.rows.push(ShardRow { row, blocks, tally });
        }
        Ok(())
    }

    /// Prints the file.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn print(&self, out: &mut impl Write) -> io::Result<ExitCode> {
        serde_json::to_writer_pretty(&mut *out, self)?;
        writeln!(out)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Returns what makes this another campaign than that of `first`, in half a sentence;
    /// `None` if nothing does. The shards have the names of their files.
    fn difference(&self, name: &str, first: (&str, &Self)) -> Option<String> {
        let (other, first) = first;
        let differ = |what: &str, here: &str, there: &str| {
            (here != there).then(|| format!("{name} has {what} {here} and {other} {there}"))
        };
        let sizes = (self.sizes != first.sizes)
            .then(|| format!("{name} has other sizes of ring and pieces than {other}"));
        let count = |shard: Shard| shard.count.to_string();
        differ("the verb", &self.verb, &first.verb)
            .or_else(|| differ("the version", &self.version, &first.version))
            .or_else(|| differ("the target", &self.target, &first.target))
            .or_else(|| {
                let (here, there) = unlike(&self.plan, &first.plan)?;
                differ("the option", here, there)
            })
            .or(sizes)
            .or_else(|| {
                let (here, there) = (count(self.shard), count(first.shard));
                differ("a number of shards of", &here, &there)
            })
            .or_else(|| {
                let (here, there) = (self.blocks.to_string(), first.blocks.to_string());
                differ("a number of blocks of", &here, &there)
            })
    }
}

/// Returns the first option of each plan that the other has not, or "none".
fn unlike<'a>(here: &'a [String], there: &'a [String]) -> Option<(&'a str, &'a str)> {
    let length = here.len().max(there.len());
    let at = (0..length).find(|&at| here.get(at) != there.get(at))?;
    let option = |plan: &'a [String]| plan.get(at).map_or("none", String::as_str);
    Some((option(here), option(there)))
}

/// All shards of one campaign.
#[derive(Debug, Clone)]
pub struct MergedShards {
    /// Verb that ran the campaign.
    pub verb: String,
    /// Options that the results depend on, each as the verb reads it.
    pub plan: Vec<String>,
    rows: Vec<ShardRow>,
}

impl MergedShards {
    /// Returns the sums of all rows, in their order.
    ///
    /// # Errors
    /// A sentence if a row holds something else.
    pub fn sums<T: Mergeable>(&self, rows: u64) -> Result<Vec<T>, String> {
        let mut sums: Vec<T> = (0..rows).map(|_| T::default()).collect();
        for row in &self.rows {
            let tally = serde_json::from_value(row.tally.clone()).map_err(|error| {
                format!(
                    "row {} cannot be read ({error}): run the campaign again",
                    row.row
                )
            })?;
            let sum = usize::try_from(row.row)
                .ok()
                .and_then(|at| sums.get_mut(at));
            let Some(sum) = sum else {
                return Err(format!(
                    "row {} is beyond the {rows} of the campaign: run it again",
                    row.row
                ));
            };
            sum.merge(tally);
        }
        Ok(sums)
    }
}

/// Puts the shards of a campaign together; they have the names of their files.
///
/// # Errors
/// A sentence if the shards are of different campaigns, or one is incomplete, missing, or
/// there twice.
pub fn merge(shards: Vec<(String, ShardFile)>) -> Result<MergedShards, String> {
    let Some((first_name, first)) = shards.first().cloned() else {
        return Err("there is nothing to merge: give the files of all shards".into());
    };
    let mut by_index: BTreeMap<u64, String> = BTreeMap::new();
    let mut rows = Vec::new();
    for (name, file) in shards {
        if let Some(why) = file.difference(&name, (&first_name, &first)) {
            return Err(format!("{why}: merge shards of one campaign"));
        }
        let Shard { index, count } = file.shard;
        if index >= count {
            return Err(format!(
                "{name} is shard {index}/{count}, which there is not: run it again"
            ));
        }
        let blocks = file.rows.iter().map(|row| row.blocks);
        let done = blocks.fold(0, u64::saturating_add);
        let share = file.shard.share(0, file.blocks);
        if done != share {
            return Err(format!(
                "{name} has {done} of the {share} blocks of its shard: run that shard again"
            ));
        }
        rows.extend(file.rows);
        if let Some(other) = by_index.insert(file.shard.index, name.clone()) {
            return Err(format!(
                "{name} and {other} are the same shard: give each once"
            ));
        }
    }
    let missing = (0..first.shard.count).find(|index| !by_index.contains_key(index));
    if let Some(index) = missing {
        return Err(format!(
            "shard {index}/{} is missing: give the files of all shards",
            first.shard.count
        ));
    }
    let (verb, plan) = (first.verb, first.plan);
    Ok(MergedShards { verb, plan, rows })
}

#[cfg(test)]
mod tests {
    use super::{Counts, Shard, ShardFile, merge};

    /// Campaign of three rows of `blocks` blocks each.
    fn shards(count: u64, blocks: u64) -> Vec<(String, ShardFile)> {
        let shard = |index: u64| {
            let shard = Shard { index, count };
            let plan = vec!["--rounds=7".to_owned(), "--seed=1".to_owned()];
            let mut file = ShardFile::new("faults", plan, 3 * blocks, shard);
            for row in 0..3 {
                let of_row = row * blocks..(row + 1) * blocks;
                let own: Vec<u64> = of_row.filter(|&block| shard.has(block)).collect();
                let falls = own.iter().map(|block| block * block + 1).sum();
                let tally = Counts::from([("falls".to_owned(), falls)]);
                file.push(row, own.len() as u64, &tally).unwrap();
                assert_eq!(own.len() as u64, shard.share(row * blocks, blocks));
            }
            (format!("s{index}.json"), file)
        };
        (0..count).map(shard).collect()
    }

    #[test]
    fn any_number_of_shards_in_any_order_is_the_whole() {
        let sums = |shards| merge(shards).unwrap().sums::<Counts>(3).unwrap();
        let whole = sums(shards(1, 17));
        assert_eq!(whole[1]["falls"], (17..34).map(|n| n * n + 1).sum::<u64>());
        for count in [2, 3, 16, 51, 80] {
            let mut some = shards(count, 17);
            some.reverse();
            assert_eq!(sums(some), whole, "{count}");
        }
    }

    #[test]
    fn what_is_not_one_campaign_is_refused_with_the_file_and_the_difference() {
        let refused = |change: fn(&mut Vec<(String, ShardFile)>)| {
            let mut some = shards(3, 7);
            change(&mut some);
            merge(some).unwrap_err()
        };
        let expect = |sentence: String, start: &str| {
            assert!(sentence.starts_with(start), "{sentence}");
        };
        expect(refused(|it| drop(it.remove(1))), "shard 1/3 is missing");
        expect(
            refused(|it| it.push(it[2].clone())),
            "s2.json and s2.json are the same shard",
        );
        expect(
            refused(|it| it[1].1.plan[1] = "--seed=2".into()),
            "s1.json has the option --seed=2 and s0.json --seed=1",
        );
        expect(
            refused(|it| it[1].1.plan.truncate(1)),
            "s1.json has the option none and s0.json --seed=1",
        );
        expect(
            refused(|it| it[2].1.version = "9".into()),
            "s2.json has the version 9 and s0.json ",
        );
        expect(
            refused(|it| it[2].1.target = "abacus".into()),
            "s2.json has the target abacus and s0.json ",
        );
        expect(
            refused(|it| it[2].1.verb = "play".into()),
            "s2.json has the verb play and s0.json faults",
        );
        expect(
            refused(|it| it[1].1.sizes.ring_side.0 += 1),
            "s1.json has other sizes of ring and pieces than s0.json",
        );
        expect(
            refused(|it| it[1] = shards(4, 7).remove(1)),
            "s1.json has a number of shards of 4 and s0.json 3",
        );
        expect(
            refused(|it| it[1] = shards(3, 8).remove(1)),
            "s1.json has a number of blocks of 24 and s0.json 21",
        );
        expect(
            refused(|it| drop(it[0].1.rows.pop())),
            "s0.json has 5 of the 7 blocks of its shard",
        );
    }

    #[test]
    fn a_shard_that_cannot_be_is_refused() {
        let mut some = shards(3, 7);
        some[0].1.shard = Shard { index: 3, count: 3 };
        let why = merge(some).unwrap_err();
        assert!(
            why.starts_with("s0.json is shard 3/3, which there is not"),
            "{why}"
        );
    }

    #[test]
    fn a_shard_is_written_with_its_number_first() {
        assert_eq!(
            Shard::parse("3/16"),
            Ok(Shard {
                index: 3,
                count: 16
            })
        );
        for bad in ["16/16", "3", "a/b", "-1/4", "1/0"] {
            assert!(
                Shard::parse(bad).unwrap_err().contains("write I/N"),
                "{bad}"
            );
        }
    }
}
