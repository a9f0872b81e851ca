//! The door between a set-up, which may be anything, and a match, which is
//! always a valid one. The door names everything that is wrong at once.

use super::Match;
use super::card::{Card, Deck};
use super::edition::{Edition, Opening};
use super::flaw::{Flaw, SetupFault, SetupFaults};
use super::layout::Layout;
use super::state::{Belt, Phase, State, Turn};
use super::terms::{House, Kit, League, Terms};
use crate::clause::Clause;
use crate::piece::{Size, Slot, Stock};
use crate::player::{BySeat, BySide, Colour, Colours, Players, Seat, Seats, Sides};
use heapless::Vec;

/// What people say about a match before it begins. May be nonsense.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// Which box.
    pub edition: Edition,
    /// With or without special moves.
    pub league: League,
    /// The players clockwise around the table.
    pub players: Vec<Entrant, 6, u8>,
    /// Who begins, counted from 0 in `players`.
    pub first: u8,
    /// How that was found.
    pub first_by: FirstBy,
    /// The discs on the ring.
    pub layout: Layout,
    /// Switches of the house.
    pub house: House,
}

/// Somebody who wants to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Entrant {
    /// The colour of the sumo.
    pub colour: Colour,
    /// The card, counted from 0 in the deck.
    pub card: u8,
    /// The team, with four players.
    pub team: Option<Team>,
}

/// One of two teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Team {
    /// The one.
    One,
    /// The other.
    Two,
}

/// How the first player was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FirstBy {
    /// The youngest.
    Youngest,
    /// The one whose sumo stands in the centre position.
    CentrePosition,
    /// By chance.
    Chance,
}

impl FirstBy {
    /// How the rules of a box find the first of so many players; where chance
    /// may decide as well, the youngest.
    #[must_use]
    pub const fn as_printed(edition: Edition, players: Players) -> Self {
        match (edition, players) {
            (Edition::SakuraSlam, Players::Three) => Self::CentrePosition,
            _ => Self::Youngest,
        }
    }
}

impl Setup {
    /// Begins the match.
    ///
    /// # Errors
    /// Everything that is wrong, each with its clause.
    #[allow(
        clippy::result_large_err,
        reason = "asked once a match, and all faults are wanted"
    )]
    pub fn begin(&self, deck: &Deck) -> Result<Match, SetupFaults> {
        let mut faults = Faults(SetupFaults::new());
        let players = match self.players.len() {
            2 => Some(Players::Two),
            3 => Some(Players::Three),
            4 => Some(Players::Four),
            _ => None,
        };
        let Some(players) = players else {
            faults.add(Clause::SsS1, Flaw::PlayerCount(self.players.len() as u8));
            return Err(faults.0);
        };
        self.check_distinct(&mut faults);
        self.check_first(players, &mut faults);
        self.check_teams(players, &mut faults);
        let cards = self.check_cards(deck, &mut faults);
        self.check_layout(players, &mut faults);

        let order = |seat: Seat| {
            let index = (usize::from(self.first) + seat.index()) % players.count();
            self.players.get(index)
        };
        let card_of = |seat: Seat| order(seat).and_then(|it| deck.cards.get(usize::from(it.card)));
        let inventories = self.inventories(players, card_of);
        for seat in players.seats() {
            let empty = inventories[players.side_of(seat)].is_empty();
            if empty && cards.is_ok() {
                let flaw = Flaw::NothingToPush(seat.index() as u8 + 1);
                faults.add(self.edition.book().cites.junior_inventory, flaw);
            }
        }
        let reserve = self.reserve(players, &inventories, card_of, &mut faults);
        if !faults.0.is_empty() {
            return Err(faults.0);
        }
        let colours = BySeat::from_fn(|seat| order(seat).map_or(Colour::Red, |it| it.colour));
        let terms = Terms {
            edition: self.edition,
            players,
            league: self.league,
            house: self.house,
            colours,
            kits: BySeat::from_fn(|seat| match card_of(seat) {
                Some(card) if seat.index() < players.count() => Kit::of(card),
                _ => Kit::default(),
            }),
        };
        let state = State {
            ring: Stock {
                pawns: self.layout.pawns,
                ..Stock::default()
            },
            reserve,
            inventories,
            sumos: players.seats().collect::<Seats>(),
            belt: match players {
                Players::Two => Belt::OnRing,
                Players::Three | Players::Four => Belt::InTheBox,
            },
            markers: BySide::default(),
            out: Sides::EMPTY,
            slammed: Sides::EMPTY,
            turn: Turn::new(Seat::First, 1),
            phase: if self.edition.book().has_posts() {
                Phase::Opening
            } else {
                Phase::InTurn
            },
        };
        Ok(Match { terms, state })
    }

    fn check_distinct(&self, faults: &mut Faults) {
        let mut colours = Colours::EMPTY;
        for (n, entrant) in self.players.iter().enumerate() {
            if colours.contains(entrant.colour) {
                faults.add(Clause::SsS1, Flaw::ColourTwice(entrant.colour));
            }
            colours = colours.with(entrant.colour);
            let before = self.players.iter().take(n);
            if before.clone().any(|other| other.card == entrant.card) {
                faults.add(
                    Clause::SsS1,
                    Flaw::CardTwice(entrant.card.saturating_add(1)),
                );
            }
        }
    }

    fn check_first(&self, players: Players, faults: &mut Faults) {
        let clause = self.edition.book().cites.order;
        if usize::from(self.first) >= self.players.len() {
            faults.add(clause, Flaw::FirstUnknown(self.first.saturating_add(1)));
        }
        let as_printed = match self.edition {
            Edition::SakuraSlam => self.first_by == FirstBy::as_printed(self.edition, players),
            Edition::KabutoSumo => self.first_by != FirstBy::CentrePosition,
        };
        if !as_printed {
            let flaw = match self.edition {
                Edition::SakuraSlam => Flaw::FirstBy(self.first_by),
                Edition::KabutoSumo => Flaw::NoCentrePosition,
            };
            faults.add(clause, flaw);
        }
    }

    fn check_teams(&self, players: Players, faults: &mut Faults) {
        let clause = self.edition.book().cites.teams;
        let teams = |team| {
            self.players
                .iter()
                .filter(|it| it.team == Some(team))
                .count()
        };
        let expected = if players == Players::Four { 2 } else { 0 };
        if teams(Team::One) != expected || teams(Team::Two) != expected {
            faults.add(clause, Flaw::Teams);
        } else if self
            .players
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if a.team.is_some() && a.team == b.team))
        {
            faults.add(clause, Flaw::TeamsInOrder);
        }
    }

    fn check_cards(&self, deck: &Deck, faults: &mut Faults) -> Result<(), ()> {
        let cites = &self.edition.book().cites;
        let before = faults.0.len();
        for entrant in &self.players {
            let number = entrant.card.saturating_add(1);
            let Some(card) = deck.cards.get(usize::from(entrant.card)) else {
                faults.add(Clause::SsS1, Flaw::NoSuchCard(number));
                continue;
            };
            if card.needs_posts(self.league) && !self.edition.book().has_posts() {
                faults.add(Clause::SsS1, Flaw::CardNeedsPosts(number));
            }
            if self.league == League::Junior {
                let Some(junior) = card.junior else {
                    faults.add(cites.junior_inventory, Flaw::NoJuniorSide(number));
                    continue;
                };
                let kit = Kit::of(card);
                let have = |slot: Slot| kit.tokens[slot].map_or(0, |tokens| tokens.count);
                if Slot::ALL
                    .iter()
                    .any(|&slot| junior.tokens[slot] > have(slot))
                {
                    faults.add(cites.junior_inventory, Flaw::JuniorTokens(number));
                }
            }
        }
        if faults.0.len() == before {
            Ok(())
        } else {
            Err(())
        }
    }

    fn check_layout(&self, players: Players, faults: &mut Faults) {
        let book = self.edition.book();
        // The first box names the centre's size only for the belt, KS-B1.
        let clause = match self.edition {
            Edition::SakuraSlam => book.cites.layout,
            Edition::KabutoSumo => book.cites.belt,
        };
        let matters = self.edition == Edition::SakuraSlam || players == Players::Two;
        if matters && self.layout.centre != book.centre {
            faults.add(clause, Flaw::Centre(book.centre));
        }
        if matters && self.layout.pawns[book.centre] == 0 {
            faults.add(clause, Flaw::NoCentre(book.centre));
        }
        if let Opening::Printed(table) = book.opening {
            for size in Size::ALL {
                let printed = table[players][size];
                if self.layout.pawns[size] != printed {
                    faults.add(book.cites.layout, Flaw::NotAsPrinted(size, printed));
                }
            }
        }
    }

    /// What each side holds at the start.
    fn inventories<'d>(
        &self,
        players: Players,
        card_of: impl Fn(Seat) -> Option<&'d Card>,
    ) -> BySide<Stock> {
        let book = self.edition.book();
        let mut inventories = BySide::<Stock>::default();
        match self.league {
            League::Full => {
                for side in players.sides() {
                    if let Some(seat) = players.seats_of(side).next() {
                        inventories[side].pawns = book.inventory(players, seat);
                    }
                }
            }
            League::Junior => {
                for seat in players.seats() {
                    let listed = card_of(seat)
                        .and_then(|card| card.junior)
                        .unwrap_or_default();
                    let inventory = &mut inventories[players.side_of(seat)];
                    for size in Size::ALL {
                        let sum = inventory.pawns[size].saturating_add(listed.pawns[size]);
                        inventory.pawns[size] = sum;
                    }
                    inventory.tokens[seat] = listed.tokens;
                }
                if players == Players::Four {
                    for side in players.sides() {
                        let small = &mut inventories[side].pawns[Size::Small];
                        *small = (*small).min(MOST_SMALL_OF_A_JUNIOR_TEAM);
                    }
                }
            }
        }
        inventories
    }

    /// What is left for the reserve, or which material is missing.
    fn reserve<'d>(
        &self,
        players: Players,
        inventories: &BySide<Stock>,
        card_of: impl Fn(Seat) -> Option<&'d Card>,
        faults: &mut Faults,
    ) -> Stock {
        let book = self.edition.book();
        let mut reserve = Stock::default();
        for size in Size::ALL {
            let in_hand = inventories.iter().map(|(_, it)| u16::from(it.pawns[size]));
            let needed = u16::from(self.layout.pawns[size]) + in_hand.sum::<u16>();
            let have = book.pawns[size];
            match u8::try_from(needed).ok().and_then(|n| have.checked_sub(n)) {
                Some(rest) => reserve.pawns[size] = rest,
                None => {
                    let flaw = Flaw::TooManyPawns(size, needed, have);
                    faults.add(book.cites.inventory, flaw);
                }
            }
        }
        let mut tokens: u16 = 0;
        for seat in players.seats() {
            let Some(card) = card_of(seat) else { continue };
            let kit = Kit::of(card);
            for slot in Slot::ALL {
                let count = kit.tokens[slot].map_or(0, |it| it.count);
                tokens += u16::from(count);
                let in_hand = inventories[players.side_of(seat)].tokens[seat][slot];
                reserve.tokens[seat][slot] = count.saturating_sub(in_hand);
            }
        }
        if tokens > u16::from(book.special_tokens) {
            faults.add(
                Clause::SsS3,
                Flaw::TooManyTokens(tokens, book.special_tokens),
            );
        }
        reserve
    }
}

/// Small pawns a team starts with at most in the Junior League (SS-J1, KS-J1).
const MOST_SMALL_OF_A_JUNIOR_TEAM: u8 = 3;

struct Faults(SetupFaults);

impl Faults {
    fn add(&mut self, clause: Clause, flaw: Flaw) {
        // 6 players with 4 flaws each and the layout's fit; were it full, the
        // first flaws are enough to refuse.
        let _ = self.0.push(SetupFault { clause, flaw });
    }
}
