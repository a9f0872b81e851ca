//! Pairs of a Swiss pairing engine: the number of pairs on the first line, then the
//! starting numbers of two players on each line, first seat first, and 0 for a bye. This is
//! what bbpPairings and JaVaFo write.

/// Reads the pairs; a player with `None` has a bye.
///
/// ```
/// let pairs = host_core::evening::engine::read_pairs("2\n1 4\n3 0\n", 4).unwrap();
/// assert_eq!(pairs, [(1, Some(4)), (3, None)]);
/// ```
///
/// # Errors
/// A sentence with the mistake.
pub fn read_pairs(text: &str, players: usize) -> Result<Vec<(usize, Option<usize>)>, String> {
    let mut lines = (1..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty());
    let count = lines
        .next()
        .and_then(|(_, line)| line.parse::<usize>().ok());
    let count = count.ok_or("the pairs do not begin with their number: is this another file?")?;
    let mut seen = Vec::new();
    let pairs = lines.map(|(line, text)| {
        let numbers: Vec<Option<usize>> =
            text.split_whitespace().map(|it| it.parse().ok()).collect();
        let &[Some(first), Some(second)] = numbers.as_slice() else {
            return Err(format!(
                "line {line} is {text:?}: two starting numbers belong there"
            ));
        };
        let second = (second != 0).then_some(second);
        for number in [Some(first), second].into_iter().flatten() {
            if !(1..=players).contains(&number) || seen.contains(&number) {
                return Err(format!(
                    "line {line} names player {number}, who is unknown or has a pair already"
                ));
            }
            seen.push(number);
        }
        Ok((first, second))
    });
    let pairs = pairs.collect::<Result<Vec<_>, String>>()?;
    match pairs.len() == count {
        true => Ok(pairs),
        false => Err(format!(
            "{count} pairs are announced and {} are there",
            pairs.len()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::read_pairs;

    #[test]
    fn what_is_no_list_of_pairs_gets_a_sentence() {
        for (text, expected) in [
            ("", "the pairs do not begin"),
            ("no pairing\n", "the pairs do not begin"),
            ("2\n1 2\n", "2 pairs are announced and 1 are there"),
            ("1\n1 1\n", "line 2 names player 1"),
            ("1\n1 5\n", "line 2 names player 5"),
            ("1\n0 2\n", "line 2 names player 0"),
            ("1\n1 2 3\n", "line 2 is \"1 2 3\""),
            ("1\n1 x\n", "line 2 is \"1 x\""),
        ] {
            let why = read_pairs(text, 4).unwrap_err();
            assert!(why.starts_with(expected), "{why}");
        }
    }
}
