//! Shards of a campaign: parts that run on different machines and add up to the run of one.
//!
//! A campaign consists of blocks, each with seeds of its own. Shard I of N runs the blocks
//! whose number is I modulo N, exactly as the whole run does. All counts are integers, so
//! that the sum does not depend on the order.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Shard of a campaign: number `index` of `count`, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Number of the shard, from 0.
    pub index: u64,
    /// Number of shards.
    pub count: u64,
}

impl Shard {
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
}

/// Counts of one block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Number of the block in the campaign.
    pub block: u64,
    /// Name of the block in the table.
    pub name: String,
    /// Counts by their names.
    pub counts: BTreeMap<String, u64>,
}

/// Result of one shard, as a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardFile {
    /// Verb that ran the campaign.
    pub verb: String,
    /// Version of the program that ran it.
    pub version: String,
    /// Everything that the counts depend on.
    pub plan: serde_json::Value,
    /// Number of blocks of the whole campaign.
    pub blocks: u64,
    /// Shard that this is.
    pub shard: Shard,
    /// Counts of the blocks of the shard.
    pub parts: Vec<Part>,
}

/// Returns the parts of the whole campaign in their order; the shards have the names of
/// their files.
///
/// # Errors
/// A sentence if the shards are of different campaigns, or one is missing, or there twice.
pub fn merge(shards: &[(String, ShardFile)]) -> Result<Vec<Part>, String> {
    let Some(((first_name, first), _)) = shards.split_first() else {
        return Err("there is nothing to merge: give the files of all shards".into());
    };
    let mut by_index: BTreeMap<u64, &str> = BTreeMap::new();
    let mut parts: BTreeMap<u64, Part> = BTreeMap::new();
    for (name, shard) in shards {
        let is_same = (&shard.verb, &shard.version, &shard.plan, shard.blocks)
            == (&first.verb, &first.version, &first.plan, first.blocks);
        if !is_same || shard.shard.count != first.shard.count {
            return Err(format!(
                "{name} is of another campaign than {first_name}: merge shards of one plan, \
                 program and number of shards"
            ));
        }
        if let Some(other) = by_index.insert(shard.shard.index, name) {
            return Err(format!(
                "{name} and {other} are the same shard: give each once"
            ));
        }
        for part in &shard.parts {
            if !shard.shard.has(part.block) || parts.insert(part.block, part.clone()).is_some() {
                return Err(format!(
                    "{name} has block {}, which is not its own: run it again",
                    part.block
                ));
            }
        }
    }
    let missing = (0..first.shard.count).find(|index| !by_index.contains_key(index));
    if let Some(index) = missing {
        return Err(format!(
            "shard {index}/{} is missing: give the files of all shards",
            first.shard.count
        ));
    }
    match (0..first.blocks).find(|block| !parts.contains_key(block)) {
        Some(block) => Err(format!(
            "no shard has block {block}: run the campaign again"
        )),
        None => Ok(parts.into_values().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, Shard, ShardFile, merge};
    use std::collections::BTreeMap;

    fn shards(count: u64, blocks: u64) -> Vec<(String, ShardFile)> {
        let part = |block: u64| Part {
            block,
            name: format!("block {block}"),
            counts: BTreeMap::from([("falls".to_owned(), block * 7)]),
        };
        let shard = |index: u64| {
            let shard = Shard { index, count };
            let file = ShardFile {
                verb: "faults".into(),
                version: "1".into(),
                plan: serde_json::json!({ "seed": 1 }),
                blocks,
                shard,
                parts: (0..blocks)
                    .filter(|block| shard.has(*block))
                    .map(part)
                    .collect(),
            };
            (format!("s{index}.json"), file)
        };
        (0..count).map(shard).collect()
    }

    #[test]
    fn any_number_of_shards_in_any_order_is_the_whole() {
        let whole = merge(&shards(1, 17)).unwrap();
        assert_eq!(whole.len(), 17);
        for count in [2, 3, 16, 17, 40] {
            let mut some = shards(count, 17);
            some.reverse();
            assert_eq!(merge(&some).unwrap(), whole, "{count}");
        }
    }

    #[test]
    fn what_is_not_one_campaign_is_refused_with_the_file() {
        let refused = |change: fn(&mut Vec<(String, ShardFile)>)| {
            let mut some = shards(3, 7);
            change(&mut some);
            merge(&some).unwrap_err()
        };
        let missing = refused(|it| drop(it.remove(1)));
        assert!(missing.starts_with("shard 1/3 is missing"), "{missing}");
        let twice = refused(|it| it.push(it[2].clone()));
        assert!(
            twice.starts_with("s2.json and s2.json are the same"),
            "{twice}"
        );
        let other = refused(|it| it[1].1.plan = serde_json::json!({ "seed": 2 }));
        assert!(
            other.starts_with("s1.json is of another campaign"),
            "{other}"
        );
        let lost = refused(|it| drop(it[0].1.parts.pop()));
        assert!(lost.starts_with("no shard has block 6"), "{lost}");
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
