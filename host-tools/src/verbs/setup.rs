//! `dohyo setup`: sets up a match on the ring and begins it.

use super::connect::{RingArgs, cards, or_fail};
use super::named_match::NamedMatch;
use super::{VerbResult, complain, load};
use crate::files;
use crate::files::shown;
use host_core::data::DataFile;
use host_core::game::GameArg;
use host_core::sentences::{Language, Names};
use host_core::table_file::{self, TableFile};
use rules_core::player::Players;
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use toml::{Table, Value};

/// Set up a match and begin it, from a file, options or questions.
///
/// A file has `game = "ss"` (or ks, sumoo, abalone), optionally `policies` and, for
/// a grid game, `coding`, and in `[setup]` the keys of scenario files: players,
/// league, deck, cards, colours, teams, first, layout.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Set-up file.
    #[arg(conflicts_with = "Flags")]
    file: Option<PathBuf>,
    /// Options in place of a file.
    #[command(flatten)]
    flags: Option<Flags>,
    /// Rematch with the set-up of the last match.
    #[arg(long, conflicts_with_all = ["file", "Flags"])]
    again: bool,
    /// Names of the persons in turn order; this computer keeps them, since a ring knows none.
    #[arg(long, value_delimiter = ',', value_name = "NAME,NAME")]
    names: Option<Vec<String>>,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Options in place of a set-up file; without any, a terminal asks for them.
#[derive(Debug, Default, clap::Args)]
struct Flags {
    /// Game to play [default: ss].
    #[arg(long)]
    game: Option<GameArg>,
    /// Number of players.
    #[arg(long)]
    players: Option<u8>,
    /// Junior League: no special moves.
    #[arg(long)]
    junior: bool,
    /// Deck file [default: house deck].
    #[arg(long, value_name = "FILE")]
    deck: Option<PathBuf>,
    /// Cards of the players by name, in turn order.
    #[arg(long, value_delimiter = ',', value_name = "NAME,NAME")]
    cards: Option<Vec<String>>,
    /// Colours of the players, in turn order.
    #[arg(long, value_delimiter = ',', value_name = "COLOUR,COLOUR")]
    colours: Option<Vec<String>>,
    /// Layout file with the discs on the ring.
    #[arg(long, value_name = "FILE")]
    layout: Option<PathBuf>,
    /// Abalone: name of the start position.
    #[arg(long)]
    start: Option<String>,
    /// Policies: usual, passive, or one for all events: accept, two sensors, ask, log only.
    #[arg(long, value_name = "POLICY")]
    policies: Option<String>,
}

/// Sends the cards, begins the match, and prints the players.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let people: Option<Vec<String>> = (args.names.as_ref())
        .map(|names| names.iter().map(|name| name.trim().to_owned()).collect());
    if args.again {
        let mut client = or_fail!(args.ring.connect_live());
        let naming = people.as_deref();
        let naming = naming.map(|people| NamedMatch::announce_rematch(&mut client, people));
        let naming = match naming.transpose() {
            Ok(naming) => naming,
            Err(code) => return Ok(code),
        };
        or_fail!(client.rematch());
        if let Some(Err(code)) = naming.map(|naming| naming.keep(&mut client)) {
            return Ok(code);
        }
        writeln!(out, "the rematch begins")?;
        return Ok(ExitCode::SUCCESS);
    }
    let table = match table(args, out) {
        Ok(table) => table,
        Err(why) => return Ok(complain(why)),
    };
    let deck = args.flags.as_ref().and_then(|flags| flags.deck.as_deref());
    let cards = match cards(deck) {
        Ok(cards) => cards,
        Err(why) => return Ok(complain(why)),
    };
    let mut client = or_fail!(args.ring.connect_live());
    if let Some(hello) = client.hello()
        && let Err(why) = table.suits(hello.board)
    {
        return Ok(complain(why));
    }
    let game = &table.game;
    let players = Some(game.players());
    let naming = people.as_deref();
    let naming = naming.map(|people| NamedMatch::announce(&mut client, people, players));
    let naming = match naming.transpose() {
        Ok(naming) => naming,
        Err(code) => return Ok(code),
    };
    or_fail!(client.begin(game, table.policies));
    if let Some(Err(code)) = naming.map(|naming| naming.keep(&mut client)) {
        return Ok(code);
    }
    writeln!(out, "{} begins", game.name())?;
    let names = Names::new(game, &cards);
    for seat in game.players().seats() {
        let name = names.seat(seat, Language::English).subject();
        let (side, colour) = (game.side_of(seat), game.colour(seat));
        let person = people.as_ref().and_then(|people| people.get(seat.index()));
        match person {
            Some(person) => write!(out, "  {person}: {name}")?,
            None => write!(out, "  {name}")?,
        }
        if !names.are_colours() {
            write!(out, ", {colour}")?;
        }
        match game.players() {
            Players::Four => writeln!(out, ", team {side}")?,
            Players::Two | Players::Three => writeln!(out)?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn table(args: &Args, out: &mut impl Write) -> Result<TableFile, String> {
    if let Some(file) = &args.file {
        let name = shown(file);
        let text = std::fs::read_to_string(file).map_err(|error| {
            format!("cannot read {name}: {error}; give a TOML file with a set-up")
        })?;
        let folder = files::folder(file.parent().unwrap_or(Path::new(".")));
        return table_file::parse(&text, &folder).map_err(|why| format!("{name}: {why}"));
    }
    let mut root = Table::new();
    let folder = files::folder(Path::new("."));
    let flags = match &args.flags {
        Some(flags) => flags,
        None if std::io::stdin().is_terminal() => {
            ask(&mut std::io::stdin().lock(), out, &mut root).map_err(|error| error.to_string())?;
            return table_file::from_table(&root, &folder);
        }
        None => &Flags::default(),
    };
    let game = flags.game.unwrap_or(GameArg::Ss);
    root.insert("game".into(), game.word().into());
    if let Some(policies) = &flags.policies {
        root.insert("policies".into(), policies.as_str().into());
    }
    root.insert("setup".into(), Value::Table(keys(flags)?));
    table_file::from_table(&root, &folder)
}

/// Returns the set-up keys that the options stand for.
fn keys(flags: &Flags) -> Result<Table, String> {
    let mut keys = Table::new();
    let list =
        |words: &Vec<String>| Value::Array(words.iter().map(|word| word.as_str().into()).collect());
    if let Some(players) = flags.players {
        keys.insert("players".into(), i64::from(players).into());
    }
    if flags.junior {
        keys.insert("league".into(), "junior".into());
    }
    if let Some(deck) = &flags.deck {
        keys.insert("deck".into(), deck.display().to_string().into());
    }
    if let Some(cards) = &flags.cards {
        keys.insert("cards".into(), list(cards));
    }
    if let Some(colours) = &flags.colours {
        keys.insert("colours".into(), list(colours));
    }
    if let Some(start) = &flags.start {
        keys.insert("start".into(), start.as_str().into());
    }
    if let Some(layout) = &flags.layout {
        keys.insert("layout".into(), Value::Table(self::layout(layout)?));
    }
    Ok(keys)
}

fn layout(path: &Path) -> Result<Table, String> {
    let layout = load(path, "layout", |data| match data {
        DataFile::Layout(file) => Some(file.layout),
        _ => None,
    })?;
    let mut keys = Table::new();
    keys.insert("centre".into(), layout.centre.word().into());
    for (size, count) in layout.pawns.iter() {
        keys.insert(size.word().into(), i64::from(*count).into());
    }
    Ok(keys)
}

/// Asks people at the terminal for the set-up keys. Enter accepts the value in brackets.
fn ask(people: &mut impl BufRead, out: &mut impl Write, root: &mut Table) -> std::io::Result<()> {
    let mut answer = |question: &str, usual: &str| -> std::io::Result<String> {
        write!(out, "{question} [{usual}]: ")?;
        out.flush()?;
        let mut line = String::new();
        people.read_line(&mut line)?;
        Ok(match line.trim() {
            "" => usual.to_owned(),
            word => word.to_owned(),
        })
    };
    let game = answer("game: ss, ks, sumoo or abalone", "ss")?;
    let mut keys = Table::new();
    if game != "sumoo" {
        let players = answer("players", "2")?;
        let count = players.parse::<i64>().unwrap_or(0);
        keys.insert("players".into(), count.into());
        if game != "abalone" {
            let league = answer("league: full or junior", "full")?;
            keys.insert("league".into(), league.into());
            let usual = "red,blue,green,yellow";
            let colours = answer("colours in turn order", usual)?;
            let words = colours.split(',').take(usize::try_from(count).unwrap_or(0));
            let words = words.map(|word| Value::from(word.trim())).collect();
            keys.insert("colours".into(), Value::Array(words));
        }
    }
    let policies = answer(
        "policies: usual, passive, accept, two sensors, ask",
        "usual",
    )?;
    root.insert("game".into(), game.into());
    root.insert("policies".into(), policies.into());
    root.insert("setup".into(), Value::Table(keys));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Table, ask, files, table_file};
    use std::path::Path;

    #[test]
    fn people_are_asked_for_what_a_file_would_say() {
        let (mut root, mut out) = (Table::new(), Vec::new());
        let mut people = &b"ks\n3\n\nblue, red, green\n\n"[..];
        assert!(ask(&mut people, &mut out, &mut root).is_ok());
        let table = table_file::from_table(&root, &files::folder(Path::new(".")));
        let table = table.map(|it| (it.game.name(), it.game.players().count()));
        assert_eq!(table, Ok(("Kabuto Sumo", 3)));
        let asked = String::from_utf8_lossy(&out).into_owned();
        assert!(
            asked.starts_with("game: ss, ks, sumoo or abalone [ss]: "),
            "{asked}"
        );
    }
}
