//! `dohyo watch`: prints the events of the match as they happen.

use super::connect::{DeckArgs, RingArgs, failed, names, or_fail, remark_on};
use super::{VerbResult, complain};
use crate::people::MatchPeople;
use crate::wall_clock;
use host_core::device_facts::{health_json, health_lines};
use host_core::events::EventWriter;
use host_core::narration::narrate;
use host_core::protocol::FollowedLine;
use host_core::sentences::{Language, Names, Phrasebook, SessionEvent};
use host_core::{answers, notation};
use ring_client::{ClientUpdate, Error};
use rules_core::games::kabuto::card::Card;
use rules_core::player::Seat;
use rules_core::referee::{AnyGame, Session, Waiting};
use rules_core::wire::message::{Streams, WatchStream};
use rules_core::wire::{DeviceHealth, Identity, RingMessage};
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Follow the match: rulings with their clauses, questions, and awaited actions.
///
/// Once a minute it also prints the health of the device.
/// A broken connection is opened again, and missed lines are fetched.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One JSON object per journal line, of the schema that `dohyo export --schema` prints.
    #[arg(long)]
    json: bool,
    /// Journal line to begin with [default: the first one of the running match].
    #[arg(long, value_name = "LINE")]
    from: Option<u32>,
    /// Journal line and notation of every event as well.
    #[arg(long, short, conflicts_with = "json")]
    verbose: bool,
    /// Time limit, seconds.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Names of the players.
    #[command(flatten)]
    deck: DeckArgs,
    /// Ring to use.
    #[command(flatten)]
    ring: RingArgs,
}

/// Prints events until the ring is gone or, with `--seconds`, time is up.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let cards = match args.deck.cards() {
        Ok(cards) => cards,
        Err(why) => return Ok(complain(why)),
    };
    let mut client = or_fail!(args.ring.connect());
    let mut teller = Teller {
        args,
        writer: EventWriter::new(None, cards.clone()),
        people: MatchPeople::of_user(None),
        cards,
        names: Names::default(),
        seat: None,
        from: args.from.unwrap_or(0),
        live_from: u32::MAX,
    };
    let first = match args.from {
        // The lines so far come first: they name the players who are waited for.
        None => {
            or_fail!(client.catch_up());
            None
        }
        Some(line) => Some(or_fail!(client.follow_match_of(line))),
    };
    let mut streams = Streams::of(WatchStream::Waiting).with(WatchStream::Device);
    if args.json {
        streams = streams.with(WatchStream::Health);
    }
    or_fail!(client.watch(streams));
    match client.info() {
        Ok(info) => {
            teller.live_from = info.next;
            teller.identify(info.identity);
        }
        // A recording need not hold it.
        Err(Error::Refused(_)) => {}
        Err(error) => return Ok(failed(&error)),
    }
    if let Some(first) = first.filter(|first| args.json && *first > teller.from.max(1)) {
        let gap = teller.writer.gap(teller.from.max(1), first - 1);
        writeln!(out, "{gap}")?;
    }
    let until = args
        .seconds
        .map(|seconds| Instant::now() + Duration::from_secs(seconds));
    while !client.is_over() && until.is_none_or(|until| Instant::now() < until) {
        let update = or_fail!(client.next(Duration::from_millis(100)));
        match update {
            Some(ClientUpdate::Line(followed)) => teller.line(&followed, out)?,
            Some(ClientUpdate::Message(message)) => match *message {
                RingMessage::Waiting(waiting) => {
                    teller.waiting(&waiting, client.session(), out)?;
                }
                RingMessage::Device(health) => teller.health(&health, out)?,
                RingMessage::Health { last: true, .. } if args.json => {
                    let troubles = teller.writer.troubles(client.state().faults());
                    writeln!(out, "{troubles}")?;
                }
                RingMessage::Info(info) => teller.identify(info.identity),
                _ => {}
            },
            Some(update) => {
                remark_on(&update);
                if let (ClientUpdate::Void(lines), true) = (&update, args.json) {
                    writeln!(out, "{}", teller.writer.void(*lines))?;
                }
            }
            None => {}
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Printer of what a ring says, for people or for programs.
struct Teller<'a> {
    args: &'a Args,
    writer: EventWriter,
    people: MatchPeople,
    cards: Vec<Card>,
    /// Names of the players of the present or last match.
    names: Names,
    /// Seat whose turn it was last; `None` before the first match.
    seat: Option<Seat>,
    /// Number of the first line to print.
    from: u32,
    /// Lines from this one on come as they happen; earlier ones are fetched.
    live_from: u32,
}

impl Teller<'_> {
    /// Takes the identity of the ring.
    fn identify(&mut self, identity: Identity) {
        self.people.identity = Some(identity.clone());
        self.writer.set_identity(Some(identity));
    }

    fn line(&mut self, followed: &FollowedLine, out: &mut impl Write) -> std::io::Result<()> {
        let session = followed.session.as_deref();
        // The end of a match still names its players.
        if let Some(game) = session.and_then(Session::game) {
            self.names = names(session, &self.cards);
            self.seat = Some(game.turn());
        }
        let is_wanted = followed.line.seq >= self.from;
        let people = self.people.of_line(&followed.line);
        let are_named = people.as_ref().is_some_and(|people| !people.is_empty());
        if let Some(people) = people {
            self.writer.set_people(people);
        }
        if self.args.json {
            let now = wall_clock::now();
            let time = (followed.line.seq >= self.live_from).then_some(now.as_str());
            if let Some(line) = self.writer.line(followed, time).filter(|_| is_wanted) {
                writeln!(out, "{line}")?;
            }
            return Ok(());
        }
        if let Some(game) = session.and_then(Session::game)
            && are_named
            && is_wanted
        {
            self.players(game, out)?;
        }
        for event in SessionEvent::of_line(followed) {
            if is_wanted {
                self.print(&event, out)?;
            }
        }
        Ok(())
    }

    /// Prints who plays.
    fn players(&self, game: &AnyGame, out: &mut impl Write) -> std::io::Result<()> {
        let people = game.players().seats().zip(self.writer.people());
        let people = people.map(|(seat, person)| {
            let player = self.names.seat(seat, Language::English).subject();
            format!("{person}: {player}")
        });
        let people: Vec<String> = people.collect();
        writeln!(out, "{:>10}{:<8} {}", "", "players", people.join("; "))
    }

    fn print(&self, told: &SessionEvent, out: &mut impl Write) -> std::io::Result<()> {
        let book = Phrasebook::english(&self.names);
        if let Some(mut narration) = narrate(&book, told) {
            narration.answers = answers::numbered(&narration.answers);
            writeln!(out, "{}", narration.line())?;
        }
        if self.args.verbose {
            let (line, text) = (told.event.seq, notation::event(&told.event.kind));
            writeln!(out, "{:>10}{:<8} {text}", "", format!("line {line}"))?;
        }
        Ok(())
    }

    /// Prints the health of the device.
    fn health(&self, health: &DeviceHealth, out: &mut impl Write) -> std::io::Result<()> {
        if self.args.json {
            return writeln!(out, "{}", self.writer.health(health_json(health)));
        }
        for (label, text) in health_lines(health) {
            writeln!(out, "{:>10}{label:<9} {text}", "")?;
        }
        Ok(())
    }

    fn waiting(
        &self,
        waiting: &Waiting,
        session: Option<&Session>,
        out: &mut impl Write,
    ) -> std::io::Result<()> {
        if self.args.json {
            return writeln!(out, "{}", self.writer.waiting(waiting, session));
        }
        let seat = session.and_then(Session::game).map(AnyGame::turn);
        let book = Phrasebook::english(&self.names);
        let awaited = book.waiting(waiting, seat.or(self.seat));
        let awaited: Vec<String> = awaited.into_iter().map(|awaited| awaited.text).collect();
        writeln!(out, "{:>10}{:<8} for {}", "", "waiting", awaited.join("; "))
    }
}
