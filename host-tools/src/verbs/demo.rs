//! `dohyo demo`: a whole match judged by the rules, without any hardware.

use super::{Outcome, complain};
use crate::data;
use crate::kabuto::lot;
use rules_core::games::kabuto::card::{Card, Deck};
use rules_core::games::kabuto::ruling::Change;
use rules_core::games::kabuto::setup::{Entrant, FirstBy, Team};
use rules_core::games::kabuto::terms::{House, League};
use rules_core::games::kabuto::{Edition, Match, Ruling, Setup};
use rules_core::lots::Lots;
use rules_core::piece::Element;
use rules_core::player::{Colour, Players, Seat};
use std::io::Write;
use std::process::ExitCode;

/// Play a whole match and show every ruling with its clause.
///
/// The players push at random and lots decide what falls; the judging is that
/// of the ring.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which game: ss (Sakura Slam) or ks (Kabuto Sumo).
    #[arg(long, default_value = "ss", value_parser = ["ss", "ks"])]
    game: String,
    /// How many play.
    #[arg(long, default_value = "2", value_parser = ["2", "3", "4"])]
    players: String,
    /// Play in the Junior League, without special moves.
    #[arg(long)]
    junior: bool,
    /// The same seed plays the same match.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A match that goes on for longer than this has lost its way.
const MOST_ACTIONS: usize = 20_000;

/// Plays the match.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let deck = data::house_deck();
    let setup = setup(args, &deck);
    let mut game = match setup.begin(&deck) {
        Ok(game) => game,
        Err(faults) => {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            return Ok(complain(faults.join("; ")));
        }
    };
    let cards: Vec<&Card> = cards_in_order(&setup, &deck);
    writeln!(
        out,
        "{}, {} players, seed {}. Players push at random and lots decide what falls.",
        setup.edition.game().title(),
        args.players,
        args.seed
    )?;
    introduce(&game, &cards, out)?;
    let mut lots = Lots::new(args.seed);
    let mut teller = Teller { cards, turns: 0 };
    for _ in 0..MOST_ACTIONS {
        let Some(action) = lot::next(&game, &mut lots) else {
            break;
        };
        match game.apply(&action) {
            Ok(rulings) => {
                for ruling in &rulings {
                    teller.tell(ruling, out)?;
                }
            }
            Err(refusal) => return Ok(complain(format_args!("the demo went astray: {refusal}"))),
        }
    }
    let state = game.state();
    writeln!(out)?;
    match game.outcome() {
        Some(outcome) => writeln!(out, "Result: {outcome}, in turn {}.", teller.turns)?,
        None => writeln!(out, "Nobody had won after {MOST_ACTIONS} actions.")?,
    }
    for side in game.terms().players.sides() {
        writeln!(out, "Side {side} holds {}.", state.inventories[side])?;
    }
    writeln!(out, "State hash {:016x}.", state.fingerprint())?;
    Ok(ExitCode::SUCCESS)
}

fn setup(args: &Args, deck: &Deck) -> Setup {
    let edition = match args.game.as_str() {
        "ks" => Edition::KabutoSumo,
        _ => Edition::SakuraSlam,
    };
    let players = Players::parse(&args.players).unwrap_or(Players::Two);
    let league = if args.junior {
        League::Junior
    } else {
        League::Full
    };
    let cards = deck.cards.iter().enumerate();
    let usable = cards.filter(|(_, card)| card.suits(edition, league));
    let entrants = usable
        .zip(Colour::ALL)
        .take(players.count())
        .enumerate()
        .map(|(n, ((card, _), colour))| Entrant {
            colour,
            card: u8::try_from(card).unwrap_or(u8::MAX),
            team: match players {
                Players::Four if n.is_multiple_of(2) => Some(Team::One),
                Players::Four => Some(Team::Two),
                Players::Two | Players::Three => None,
            },
        });
    Setup {
        edition,
        league,
        players: entrants.collect(),
        first: 0,
        first_by: FirstBy::as_printed(edition, players),
        layout: data::default_layout(edition, players),
        house: House::default(),
    }
}

/// The cards in turn order; the first at the table begins.
fn cards_in_order<'d>(setup: &Setup, deck: &'d Deck) -> Vec<&'d Card> {
    let cards = setup.players.iter();
    cards
        .filter_map(|it| deck.cards.get(usize::from(it.card)))
        .collect()
}

fn introduce(game: &Match, cards: &[&Card], out: &mut impl Write) -> std::io::Result<()> {
    for (seat, card) in game.terms().players.seats().zip(cards) {
        writeln!(
            out,
            "  player {seat} (side {}): {}, {}",
            game.terms().side_of(seat),
            card.name,
            game.terms().colours[seat]
        )?;
    }
    Ok(())
}

/// Tells the match, with the names that are on the cards.
struct Teller<'d> {
    /// In turn order.
    cards: Vec<&'d Card>,
    /// Turns begun.
    turns: u32,
}

impl Teller<'_> {
    /// One ruling as a line, with the clause at its side.
    fn tell(&mut self, ruling: &Ruling, out: &mut impl Write) -> std::io::Result<()> {
        let clause = ruling.clause;
        match ruling.change {
            Change::TurnBegan(seat) => {
                self.turns += 1;
                let name = self.wrestler(seat);
                writeln!(out, "\nTurn {}: player {seat}, {name}", self.turns)
            }
            Change::TurnEnded(_) => Ok(()),
            Change::MoveUsed(seat, nth) => {
                let moves = self.cards.get(seat.index()).map(|card| &card.moves);
                let title = moves.and_then(|list| list.get(nth.index()));
                let title = title.map_or("a special move", |it| it.name.as_str());
                writeln!(out, "  {clause:<7} {} uses {title}", self.wrestler(seat))
            }
            Change::Moved(count, Element::Token(token), from, to) => {
                let kinds = self.cards.get(token.owner.index()).map(|card| &card.tokens);
                let kind = kinds.and_then(|list| list.get(token.slot.index()));
                let name = kind.map_or("special token", |it| it.name.as_str());
                writeln!(out, "  {clause:<7} {count} {name}: {from} -> {to}")
            }
            change => writeln!(out, "  {clause:<7} {change}"),
        }
    }

    fn wrestler(&self, seat: Seat) -> &str {
        let card = self.cards.get(seat.index());
        card.map_or("?", |card| card.name.as_str())
    }
}
