//! `dohyo evening`: an evening of a club from its plan to its last result.

use super::connect::DeckArgs;
use super::evening_show::show;
use super::{VerbResult, complain, remark};
use crate::evening::event_file::{EventFile, TORN};
#[cfg(feature = "serve")]
use crate::evening::hall_page::HallArgs;
use crate::evening::steward::Steward;
use crate::files::shown;
use clap::Subcommand;
use host_core::evening::Evening;
use host_core::evening::event::{EveningEvent, Places};
use host_core::evening::pairing::Pairing;
use host_core::evening::plan::EveningPlan;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Run a club evening: people, tables, pairings, results from the rings, a page for the hall.
///
/// All that happens is appended to one file of events. Whoever ends the program and starts
/// it again stands where the evening stood.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    act: Act,
}

/// Act of an evening.
#[derive(Debug, Subcommand)]
enum Act {
    /// Begin an evening from a plan; a round robin is paired at once.
    Begin {
        /// Plan in TOML: people, tables, way of pairing.
        plan: PathBuf,
        /// New file for the events of the evening.
        events: PathBuf,
    },
    /// Show rounds, tables, and who waits.
    Show {
        /// File of the evening.
        events: PathBuf,
        /// Contents of the hall's page as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Follow the rings of all tables, note their results, and serve the page of the hall.
    Run(RunArgs),
    /// Enter the result of a pairing that people decided, or have it played again.
    Correct {
        /// File of the evening.
        events: PathBuf,
        /// Number of the round.
        #[arg(long)]
        round: u32,
        #[command(flatten)]
        decision: Decision,
        /// Reason, for everybody who reads the events.
        #[arg(long, default_value = "decided at the table")]
        why: String,
    },
    /// Withdraw a person: the pairings that are left are won by the opponents.
    Withdraw {
        /// File of the evening.
        events: PathBuf,
        /// Name of the person.
        name: String,
    },
}

/// Decision about a pairing.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct Decision {
    /// Places of all players, as `Ann>Bo`, or `Ann=Bo` for a draw.
    #[arg(long, value_name = "PLACES")]
    places: Option<String>,
    /// Person whose pairing is played again from its first game.
    #[arg(long, value_name = "NAME")]
    again: Option<String>,
}

/// Evening to run.
#[derive(Debug, clap::Args)]
struct RunArgs {
    /// File of the evening.
    events: PathBuf,
    /// Page of the hall.
    #[cfg(feature = "serve")]
    #[command(flatten)]
    hall: HallArgs,
    /// Cards that name the seats of a match.
    #[command(flatten)]
    deck: DeckArgs,
}

/// Runs the act.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> VerbResult {
    let result = match &args.act {
        Act::Begin { plan, events } => begin(plan, events),
        Act::Show { events, json } => return show(events, *json, out),
        Act::Run(args) => return follow(args, out),
        Act::Correct {
            events,
            round,
            decision,
            why,
        } => correct(events, *round, decision, why),
        Act::Withdraw { events, name } => withdraw(events, name),
    };
    match result {
        Ok(said) => {
            writeln!(out, "{said}")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(why) => Ok(complain(why)),
    }
}

fn begin(path: &Path, events: &Path) -> Result<String, String> {
    let name = shown(path);
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {name}: {error}; give a plan in TOML"))?;
    let plan = EveningPlan::read(&text).map_err(|why| format!("{name}: {why}"))?;
    for table in &plan.tables {
        let address = crate::evening::table_follower::ring_address(&table.ring);
        address.map_err(|error| format!("{name}: table {:?}: {error}", table.name))?;
    }
    let rounds = (1..).zip(Evening::berger_rounds(&plan));
    let rounds: Vec<EveningEvent> = rounds
        .map(|(round, pairs)| EveningEvent::Paired {
            round,
            pairs,
            by: "berger".to_owned(),
        })
        .collect();
    let (people, tables, paired) = (plan.people.len(), plan.tables.len(), rounds.len());
    let begun = EveningEvent::Begun { plan };
    EventFile::begin(events, &[vec![begun], rounds].concat())?;
    Ok(format!(
        "{people} people, {tables} tables, {paired} rounds paired; `dohyo evening run {}` follows \
         the rings",
        shown(events)
    ))
}

/// Follows the rings until it is interrupted.
fn follow(args: &RunArgs, out: &mut impl Write) -> VerbResult {
    let cards = match args.deck.cards() {
        Ok(cards) => cards,
        Err(why) => return Ok(complain(why)),
    };
    let file = match EventFile::open(&args.events) {
        Ok((file, is_torn)) => {
            if is_torn {
                remark(format_args!("{}: {TORN}", shown(&args.events)));
            }
            file
        }
        Err(why) => return Ok(complain(why)),
    };
    let _running = match file.claim() {
        Ok(running) => running,
        Err(why) => return Ok(complain(why)),
    };
    #[cfg(feature = "serve")]
    let page = match args.hall.open(out)? {
        Ok(page) => page,
        Err(why) => return Ok(complain(why)),
    };
    writeln!(out, "Ends with Ctrl-C.")?;
    out.flush()?;
    let mut steward = match Steward::start(file, &cards) {
        Ok(steward) => steward,
        Err(why) => return Ok(complain(why)),
    };
    #[cfg(feature = "serve")]
    page.publish(&steward.hall());
    loop {
        match steward.poll() {
            Ok(false) => {}
            Ok(true) => {
                #[cfg(feature = "serve")]
                page.publish(&steward.hall());
            }
            Err(why) => return Ok(complain(why)),
        }
        #[cfg(feature = "serve")]
        if page.has_failed() {
            return Ok(complain("the page has failed: start the evening again"));
        }
    }
}

fn correct(events: &Path, round: u32, decision: &Decision, why: &str) -> Result<String, String> {
    let (mut file, _) = EventFile::open(events)?;
    let mut said = String::new();
    file.append_with(|evening| {
        let places = decision
            .places
            .as_deref()
            .map(|text| places(evening, text))
            .transpose()?;
        let again = decision
            .again
            .as_deref()
            .map(|name| evening.plan().find_person(name));
        let again = again.transpose()?;
        let named: Vec<&str> = match &places {
            Some(places) => places.iter().flatten().map(String::as_str).collect(),
            None => again.into_iter().collect(),
        };
        let own = |pairing: &&Pairing| {
            pairing.round == round
                && named
                    .iter()
                    .all(|name| pairing.players.iter().any(|it| it == name))
        };
        let pairing = evening.pairings().find(own).ok_or_else(|| {
            format!(
                "{} are not paired in round {round}: see `dohyo evening show`",
                named.join(", ")
            )
        })?;
        let players = pairing.players.join(" - ");
        said = match places {
            Some(_) => format!("round {round}: {players} is decided by people"),
            None => format!("round {round}: {players} is played again"),
        };
        Ok(vec![EveningEvent::Corrected {
            round,
            number: pairing.number,
            places,
            why: why.to_owned(),
        }])
    })?;
    Ok(said)
}

/// Reads places as people write them: `Ann>Bo=Cy`.
fn places(evening: &Evening, text: &str) -> Result<Places<String>, String> {
    let name = |name: &str| evening.plan().find_person(name.trim()).map(str::to_owned);
    let group = |group: &str| group.split('=').map(name).collect();
    text.split('>').map(group).collect()
}

fn withdraw(events: &Path, name: &str) -> Result<String, String> {
    let (mut file, _) = EventFile::open(events)?;
    let player = file.evening().plan().find_person(name)?.to_owned();
    let event = EveningEvent::Withdrawn {
        player: player.clone(),
    };
    match file.append(&[event])? {
        true => Ok(format!("{player} plays no more")),
        false => Ok(format!("{player} has withdrawn already")),
    }
}
