//! Pairings from a CSV file with the columns `round,table,a,b`, and `c,d` for tables of
//! three and four players.

use super::csv;
use super::event::PlannedPair;
use super::plan::EveningPlan;

/// Reads the pairs of one or more rounds, in order, beginning with round `first`.
///
/// # Errors
/// A sentence with line and mistake.
pub fn read(
    text: &str,
    plan: &EveningPlan,
    first: u32,
) -> Result<Vec<(u32, Vec<PlannedPair>)>, String> {
    let mut rounds: Vec<(u32, Vec<PlannedPair>)> = Vec::new();
    for (line, fields) in csv::read(text)? {
        let is_head = fields
            .first()
            .is_some_and(|field| field.to_lowercase() == "round");
        if is_head && rounds.is_empty() {
            continue;
        }
        let (round, pair) = pair(&fields, plan).map_err(|why| format!("line {line}: {why}"))?;
        match rounds.last_mut() {
            Some((last, pairs)) if *last == round => pairs.push(pair),
            last => {
                let due = last.map_or(first, |(last, _)| *last + 1);
                if round != due {
                    return Err(format!(
                        "line {line}: round {round} stands where round {due} is next; write \
                         rounds in order, and only those that are not paired yet"
                    ));
                }
                rounds.push((round, vec![pair]));
            }
        }
    }
    match rounds.is_empty() {
        true => Err("there is no pair in it: write round,table,a,b on each line".into()),
        false => Ok(rounds),
    }
}

fn pair(fields: &[String], plan: &EveningPlan) -> Result<(u32, PlannedPair), String> {
    let [round, table, players @ ..] = fields else {
        return Err("write round,table,a,b".into());
    };
    let number = round.parse::<u32>().ok().filter(|round| *round > 0);
    let round = number.ok_or_else(|| format!("{round:?} is no round: write 1, 2, 3"))?;
    let players = players.iter().filter(|name| !name.is_empty());
    let players = players.map(|name| plan.find_person(name).map(str::to_owned));
    let players = players.collect::<Result<Vec<String>, String>>()?;
    let table = match players.len() {
        // Somebody alone has a bye.
        1 if table.is_empty() => String::new(),
        2..=4 => plan.find_table(table)?.to_owned(),
        1 => return Err("somebody sits alone: name an opponent, or no table for a bye".into()),
        count => return Err(format!("{count} players: a table has two to four")),
    };
    Ok((round, PlannedPair { table, players }))
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::evening::plan::EveningPlan;

    fn plan() -> EveningPlan {
        let people = ["Ann", "Bo", "Cy", "Di", "Ed"].map(|name| format!("{{ name = '{name}' }}"));
        let text = format!(
            "name = 'x'\npairing = 'import'\nperson = [{}]\n\
             table = [{{ name = 'One', ring = 'a' }}, {{ name = 'Two', ring = 'b' }}]",
            people.join(", ")
        );
        EveningPlan::read(&text).unwrap()
    }

    #[test]
    fn rounds_are_read_with_larger_tables_and_byes() {
        let text = "round,table,a,b,c\n3,one,Ann,bo,\n3,Two,Cy,Di,Ed\n\n4,Two,Ann,Cy\n4,,Bo\n";
        let rounds = read(text, &plan(), 3).unwrap();
        let told = rounds.iter().flat_map(|(round, pairs)| {
            pairs
                .iter()
                .map(move |pair| format!("{round} {} {}", pair.table, pair.players.join("-")))
        });
        let told: Vec<String> = told.collect();
        assert_eq!(
            told,
            ["3 One Ann-Bo", "3 Two Cy-Di-Ed", "4 Two Ann-Cy", "4  Bo"]
        );
    }

    #[test]
    fn every_mistake_gets_a_sentence_with_its_line() {
        for (text, expected) in [
            ("", "there is no pair in it"),
            (
                "1,One,Ann,Bob",
                "line 1: no person of this evening is named \"Bob\": write \"Bo\"",
            ),
            ("round,table,a,b\n1,Tow,Ann,Bo", "line 2: no table"),
            ("0,One,Ann,Bo", "line 1: \"0\" is no round"),
            (
                "1,One,Ann,Bo\n3,One,Ann,Bo",
                "line 2: round 3 stands where round 2 is next",
            ),
            (
                "2,One,Ann,Bo",
                "line 1: round 2 stands where round 1 is next",
            ),
            ("1,One,Ann", "line 1: somebody sits alone"),
            ("1", "line 1: write round,table,a,b"),
            ("1,One,\"Ann", "line 1: a quotation mark"),
            ("1,One,Ann,Bo,Cy,Di,Ed", "line 1: 5 players"),
        ] {
            let why = read(text, &plan(), 1).unwrap_err();
            assert!(why.starts_with(expected), "{why}");
        }
    }
}
