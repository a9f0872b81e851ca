//! Berger tables: a round robin in which everybody meets everybody else once.

/// Returns the rounds for this many players, each with its pairs of players, counted from
/// 0; the first of a pair has the first seat. With an odd number one sits out each round.
///
/// ```
/// use host_core::evening::berger::rounds;
///
/// let four = rounds(4);
/// assert_eq!(four[0], [(0, 3), (1, 2)]);
/// assert_eq!(four[1], [(3, 2), (0, 1)]);
/// assert_eq!(four[2], [(1, 3), (2, 0)]);
/// ```
#[must_use]
pub fn rounds(players: usize) -> Vec<Vec<(usize, usize)>> {
    if players < 2 {
        return Vec::new();
    }
    // The last place of the table; with an odd number of players nobody is there.
    let last = players + players % 2 - 1;
    (0..last).map(|round| pairs(players, last, round)).collect()
}

fn pairs(players: usize, last: usize, round: usize) -> Vec<(usize, usize)> {
    // The opponent of the last place is half of `round` among the others.
    let opponent = match round % 2 {
        0 => round / 2,
        _ => (round + last) / 2,
    };
    let first = match round % 2 {
        0 => (opponent, last),
        _ => (last, opponent),
    };
    let others = (1..=(last - 1) / 2)
        .map(|step| ((opponent + step) % last, (opponent + last - step) % last));
    std::iter::once(first)
        .chain(others)
        .filter(|&(a, b)| a < players && b < players)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::rounds;
    use std::collections::BTreeSet;

    /// Table of the FIDE handbook for seven or eight players (C.05, annex 1).
    #[test]
    fn eight_players_meet_as_in_the_handbook() {
        let printed = "1-8 2-7 3-6 4-5\n8-5 6-4 7-3 1-2\n2-8 3-1 4-7 5-6\n8-6 7-5 1-4 2-3\n\
                       3-8 4-2 5-1 6-7\n8-7 1-6 2-5 3-4\n4-8 5-3 6-2 7-1";
        let made: Vec<String> = (rounds(8).into_iter())
            .map(|pairs| {
                let pairs = pairs.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1));
                pairs.collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(made.join("\n"), printed);
    }

    #[test]
    fn everybody_meets_everybody_once_and_is_at_one_table_at_a_time() {
        for players in 2..=21 {
            let rounds = rounds(players);
            assert_eq!(rounds.len(), players - 1 + players % 2);
            let mut met = BTreeSet::new();
            for pairs in &rounds {
                let seated: BTreeSet<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
                assert_eq!(seated.len(), 2 * pairs.len(), "{players}: {pairs:?}");
                assert_eq!(seated.len(), players - players % 2);
                for &(a, b) in pairs {
                    assert!(met.insert((a.min(b), a.max(b))), "{a} and {b} met before");
                }
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
        }
    }

    #[test]
    fn first_seats_are_shared_out_evenly() {
        for players in 2..=20 {
            for player in 0..players {
                let all = rounds(players);
                let firsts = all.iter().flatten().filter(|pair| pair.0 == player).count();
                let seconds = all.iter().flatten().filter(|pair| pair.1 == player).count();
                assert!(firsts.abs_diff(seconds) <= 1, "{player} of {players}");
            }
        }
    }
}
