//! Reader of tournament reports, [`super::trf`].

use super::trf::{GameMark, ReportedGame, ReportedPlayer, TournamentReport};

/// Columns of a round.
const ROUND_WIDTH: usize = 10;

/// Column before the first round.
const ROUNDS_AT: usize = 91;

/// Reads a report. Lines of other kinds are passed over.
///
/// # Errors
/// A sentence with line and mistake.
pub fn read(text: &str) -> Result<TournamentReport, String> {
    let mut report = TournamentReport {
        name: String::new(),
        date: String::new(),
        kind: String::new(),
        rounds: 0,
        players: Vec::new(),
    };
    for (number, line) in (1..).zip(text.lines()) {
        let rest = || line.get(4..).unwrap_or_default().trim().to_owned();
        match line.get(..3) {
            Some("012") => report.name = rest(),
            Some("042") => report.date = rest(),
            Some("092") => report.kind = rest(),
            Some("XXR") => {
                let rounds = rest().parse();
                report.rounds = rounds.map_err(|_| format!("line {number}: XXR has no number"))?;
            }
            Some("001") => {
                let due = report.players.len() + 1;
                let player = player(line, due).map_err(|why| format!("line {number}: {why}"))?;
                report.players.push(player);
            }
            _ => {}
        }
    }
    match report.players.is_empty() {
        true => Err("there is no line 001 with a player: is this a TRF16 file?".into()),
        false => Ok(report),
    }
}

fn player(line: &str, due: usize) -> Result<ReportedPlayer, String> {
    if !line.is_ascii() {
        return Err("letters outside ASCII shift the columns: write the name without".into());
    }
    let field = |from: usize, to: usize| {
        let end = to.min(line.len());
        line.get(from - 1..end).unwrap_or_default().trim()
    };
    if field(5, 8).parse() != Ok(due) {
        return Err(format!("starting number {due} belongs in columns 5 to 8"));
    }
    let place = field(86, 89).parse();
    let mut games = Vec::new();
    for at in (ROUNDS_AT..line.len()).step_by(ROUND_WIDTH) {
        games.push(game(line.get(at..).unwrap_or_default(), at + 1)?);
    }
    Ok(ReportedPlayer {
        name: field(15, 47).to_owned(),
        half_points: half_points(field(81, 84))
            .ok_or("points belong in columns 81 to 84, for example 2.5")?,
        place: place.map_err(|_| "the place belongs in columns 86 to 89")?,
        games,
    })
}

fn half_points(text: &str) -> Option<u32> {
    let (whole, half) = text.split_once('.')?;
    let half = match half {
        "0" => 0,
        "5" => 1,
        _ => return None,
    };
    Some(whole.parse::<u32>().ok()?.checked_mul(2)? + half)
}

/// Reads a round that begins at a column.
fn game(text: &str, column: usize) -> Result<ReportedGame, String> {
    let field = |from: usize, to: usize| {
        let end = to.min(text.len());
        text.get(from..end).unwrap_or_default().trim()
    };
    let wrong = || format!("the round in columns {column} to {} is damaged", column + 7);
    let opponent = match field(0, 4) {
        "" | "0000" => None,
        number => Some(number.parse().map_err(|_| wrong())?),
    };
    let is_first = match field(5, 6) {
        "w" => Some(true),
        "b" => Some(false),
        "" | "-" => None,
        _ => return Err(wrong()),
    };
    let letter = match field(7, 8) {
        "" => "Z",
        letter => letter,
    };
    let mark = GameMark::ALL
        .into_iter()
        .find(|mark| letter.starts_with(mark.letter()));
    if opponent.is_some() != is_first.is_some() {
        return Err(wrong());
    }
    Ok(ReportedGame {
        opponent,
        is_first,
        mark: mark.ok_or_else(wrong)?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::trf::{
        GameMark, ReportedGame, ReportedPlayer, TournamentReport, check, write,
    };
    use super::read;
    use rules_core::rng::Rng;

    fn draw(rng: &mut Rng, below: usize) -> usize {
        (rng.next_u64() % below as u64) as usize
    }

    /// Returns a report of rounds in which random players meet, with every kind of mark.
    fn random(rng: &mut Rng) -> TournamentReport {
        let count = 1 + draw(rng, 30);
        let rounds = draw(rng, 12);
        let mut players: Vec<ReportedPlayer> = (0..count)
            .map(|_| {
                let letters = 1 + draw(rng, 33);
                let name: String = (0..letters)
                    .map(|at| match at == 0 || at + 1 == letters {
                        true => 'x',
                        false => char::from(b' ' + draw(rng, 95) as u8),
                    })
                    .collect();
                ReportedPlayer {
                    name,
                    half_points: 0,
                    place: 1 + draw(rng, 9999) as u32,
                    games: Vec::new(),
                }
            })
            .collect();
        for _ in 0..rounds {
            let mut order: Vec<usize> = (0..count).collect();
            for at in (1..count).rev() {
                order.swap(at, draw(rng, at + 1));
            }
            let mut games = vec![ReportedGame::alone(GameMark::ZeroBye); count];
            for pair in order.chunks(2) {
                let &[one, other] = pair else {
                    let byes = [GameMark::HalfBye, GameMark::FullBye, GameMark::PairingBye];
                    games[pair[0]].mark = byes[draw(rng, 3)];
                    continue;
                };
                let (mark, answer) = [
                    (GameMark::Win, GameMark::Loss),
                    (GameMark::Draw, GameMark::Draw),
                    (GameMark::UnratedWin, GameMark::UnratedLoss),
                    (GameMark::UnratedDraw, GameMark::UnratedDraw),
                    (GameMark::ForfeitWin, GameMark::ForfeitLoss),
                    (GameMark::ForfeitLoss, GameMark::ForfeitLoss),
                ][draw(rng, 6)];
                for (player, opponent, is_first, mark) in
                    [(one, other, true, mark), (other, one, false, answer)]
                {
                    games[player] = ReportedGame {
                        opponent: Some(opponent as u32 + 1),
                        is_first: Some(is_first),
                        mark,
                    };
                }
            }
            for (player, game) in players.iter_mut().zip(games) {
                player.half_points += game.mark.half_points();
                player.games.push(game);
            }
        }
        TournamentReport {
            name: "Thursday".into(),
            date: "2026/11/19".into(),
            kind: "Individual: Swiss-System".into(),
            rounds: rounds as u32 + draw(rng, 3) as u32,
            players,
        }
    }

    #[test]
    fn whatever_is_written_is_read_back_and_agrees_with_itself() {
        let mut rng = Rng::new(16);
        for _ in 0..2_000 {
            let report = random(&mut rng);
            assert_eq!(check(&report), Ok(()));
            assert_eq!(read(&write(&report)).as_ref(), Ok(&report));
        }
    }

    #[test]
    fn a_changed_round_is_noticed() {
        let mut rng = Rng::new(17);
        let mut noticed = 0;
        for _ in 0..500 {
            let mut report = random(&mut rng);
            let player = draw(&mut rng, report.players.len());
            let Some(game) = report.players[player].games.first_mut() else {
                continue;
            };
            if let Some(is_first) = &mut game.is_first {
                *is_first = !*is_first;
                assert!(check(&report).unwrap_err().contains("differ in round 1"));
                noticed += 1;
            }
        }
        assert!(noticed > 100);
    }

    #[test]
    fn every_mistake_gets_a_sentence_with_its_line() {
        let good = write(&random(&mut Rng::new(5)));
        let line = good
            .lines()
            .position(|line| line.starts_with("001"))
            .unwrap();
        let row = good.lines().nth(line).unwrap();
        for (damaged, expected) in [
            (
                row.replacen("001    1", "001    7", 1),
                "starting number 1 belongs",
            ),
            (row.replacen("x", "é", 1), "letters outside ASCII"),
            (
                format!("{}{}{}", &row[..80], " 1.7", &row[84..]),
                "points belong in columns 81",
            ),
            (
                format!("{}{}{}", &row[..85], "   x", &row[89..]),
                "the place belongs in columns 86",
            ),
            (
                format!("{}  0003 w ?", &row[..89]),
                "the round in columns 92 to 99 is damaged",
            ),
            (
                format!("{}  0000 w 1", &row[..89]),
                "the round in columns 92 to 99 is damaged",
            ),
        ] {
            let text = good.replacen(row, &damaged, 1);
            let why = read(&text).unwrap_err();
            assert!(
                why.starts_with(&format!("line {}: {expected}", line + 1)),
                "{why}"
            );
        }
        assert!(read("012 x\n").unwrap_err().contains("no line 001"));
    }
}
