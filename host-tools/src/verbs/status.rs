//! `dohyo status`: prints whose turn it is, what everybody holds, and what the ring waits
//! for.

use super::connect::{DeckArgs, RingArgs, names, or_fail};
use super::{VerbResult, complain};
use host_core::answers::numbered;
use host_core::notation;
use host_core::sentences::Phrasebook;
use rules_core::referee::{AnyGame, Session};
use std::io::Write;
use std::process::ExitCode;

/// Show whose turn it is, what everybody holds, and what the ring waits for.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One JSON object instead of the list.
    #[arg(long)]
    json: bool,
    /// Journal line, state hash and notation as well.
    #[arg(long, short, conflicts_with = "json")]
    verbose: bool,
    /// Names of the players.
    #[command(flatten)]
    deck: DeckArgs,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Prints the state of the match.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let cards = match args.deck.cards() {
        Ok(cards) => cards,
        Err(why) => return Ok(complain(why)),
    };
    let mut client = or_fail!(args.ring.connect());
    or_fail!(client.catch_up());
    let waiting = or_fail!(client.waiting());
    let session = client.session();
    let game = session.and_then(Session::game);
    let lines = notation::waiting(&waiting, session);
    let names = names(session, &cards);
    let book = Phrasebook::english(&names);
    let headline = match game {
        Some(game) => book.headline(game),
        None => "no match is running".into(),
    };
    let holdings = game.map_or_else(Vec::new, |game| book.holdings(game));
    let awaited = book.waiting(&waiting, game.map(AnyGame::turn));
    if args.json {
        let json = serde_json::json!({
            "stage": match game {
                None => "idle",
                Some(game) if game.is_over() => "over",
                Some(_) => "playing",
            },
            "line": session.map(Session::count),
            "hash": session.map(|session| format!("{:016x}", session.hash())),
            "waiting": lines,
        });
        writeln!(out, "{json}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut rows = vec![("now".to_owned(), headline)];
    rows.extend(holdings.into_iter().map(|held| (held.who, held.what)));
    let mut label = "waiting for";
    for awaited in awaited {
        rows.push((label.to_owned(), awaited.text));
        label = "";
    }
    if let Some(question) = session.and_then(Session::question) {
        let asked = book.question(question, game.map(AnyGame::turn));
        rows.push((format!("question {}", question.number), asked));
        let answers = numbered(&book.choices(question));
        rows.extend(answers.into_iter().map(|answer| (String::new(), answer)));
    }
    if let Some(session) = session.filter(|_| args.verbose) {
        rows.push(("line".into(), session.count().to_string()));
        rows.push(("state".into(), format!("{:016x}", session.hash())));
        rows.extend(lines.into_iter().map(|line| ("notation".into(), line)));
    }
    let width = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
    for (label, value) in rows {
        writeln!(out, "{label:<width$}  {value}")?;
    }
    Ok(ExitCode::SUCCESS)
}
