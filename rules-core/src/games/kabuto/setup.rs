//! Set-up of a match: arbitrary input that is checked and becomes a [`Match`], which is
//! always valid. The check reports all faults at once.

use super::Match;
use super::card::Card;
use super::edition::{Edition, OpeningRule};
use super::layout::Layout;
use super::setup_fault::{SetupFault, SetupFaultKind, SetupFaults};
use super::state::{Belt, MatchPhase, State, Turn};
use super::terms::{CardRules, HouseRules, League, Terms};
use crate::clause::Clause;
use crate::piece::{Size, Stock, TokenSlot};
use crate::player::{BySeat, BySide, Colour, Colours, Players, Seat, Seats, Sides};
use heapless::Vec;

/// Unchecked description of a match before it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// Box whose rules are played.
    pub edition: Edition,
    /// League: with or without special moves.
    pub league: League,
    /// Players, clockwise around the table.
    pub players: Vec<Entrant, 6, u8>,
    /// Player who begins, as an index into `players`.
    pub first: u8,
    /// Way in which the first player was chosen.
    pub first_by: FirstBy,
    /// Discs on the ring at the start.
    pub layout: Layout,
    /// House rules.
    pub house_rules: HouseRules,
}

/// Player in a set-up: colour, card and team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Entrant {
    /// Colour of the player's sumo.
    pub colour: Colour,
    /// Card of the player, as an index into the deck.
    pub card: u8,
    /// Team of the player; `None` unless four play.
    pub team: Option<Team>,
}

/// One of the two teams in a match of four players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Team {
    /// First of the two teams.
    One,
    /// Second of the two teams.
    Two,
}

/// Way in which the first player was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FirstBy {
    /// The youngest player begins.
    Youngest,
    /// The player whose sumo stands in the centre position begins.
    CentrePosition,
    /// Chance decided who begins.
    Chance,
}

impl FirstBy {
    /// Returns the way the rules of a box choose the first player; the youngest where
    /// chance may decide as well.
    #[must_use]
    pub const fn as_printed(edition: Edition, players: Players) -> Self {
        match (edition, players) {
            (Edition::SakuraSlam, Players::Three) => Self::CentrePosition,
            _ => Self::Youngest,
        }
    }
}

impl Setup {
    /// Checks the set-up and begins the match with cards of a deck.
    ///
    /// # Errors
    /// All faults of the set-up, each with its clause.
    #[allow(
        clippy::result_large_err,
        reason = "asked once a match, and all faults are wanted"
    )]
    pub fn begin(&self, deck: &[Card]) -> Result<Match, SetupFaults> {
        let mut faults = FaultCollector(SetupFaults::new());
        let players = match self.players.len() {
            2 => Some(Players::Two),
            3 => Some(Players::Three),
            4 => Some(Players::Four),
            _ => None,
        };
        let Some(players) = players else {
            faults.add(
                Clause::SsS1,
                SetupFaultKind::PlayerCount(self.players.len() as u8),
            );
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
        let card_of =
            |seat: Seat| order(seat).and_then(|entrant| deck.get(usize::from(entrant.card)));
        let inventories = self.inventories(players, card_of);
        for seat in players.seats() {
            let empty = inventories[players.side_of(seat)].is_empty();
            if empty && cards.is_ok() {
                let flaw = SetupFaultKind::NothingToPush(seat.index() as u8 + 1);
                faults.add(self.edition.book().cites.junior_inventory, flaw);
            }
        }
        let reserve = self.reserve(players, &inventories, card_of, &mut faults);
        if !faults.0.is_empty() {
            return Err(faults.0);
        }
        let colours =
            BySeat::from_fn(|seat| order(seat).map_or(Colour::Red, |entrant| entrant.colour));
        let terms = Terms {
            edition: self.edition,
            players,
            league: self.league,
            house_rules: self.house_rules,
            colours,
            cards: BySeat::from_fn(|seat| match card_of(seat) {
                Some(card) if seat.index() < players.count() => CardRules::from_card(card),
                _ => CardRules::default(),
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
                MatchPhase::Opening
            } else {
                MatchPhase::InTurn
            },
        };
        Ok(Match { terms, state })
    }

    fn check_distinct(&self, faults: &mut FaultCollector) {
        let mut colours = Colours::EMPTY;
        for (n, entrant) in self.players.iter().enumerate() {
            if colours.contains(entrant.colour) {
                faults.add(Clause::SsS1, SetupFaultKind::ColourTwice(entrant.colour));
            }
            colours = colours.with(entrant.colour);
            let before = self.players.iter().take(n);
            if before.clone().any(|other| other.card == entrant.card) {
                faults.add(
                    Clause::SsS1,
                    SetupFaultKind::CardTwice(entrant.card.saturating_add(1)),
                );
            }
        }
    }

    fn check_first(&self, players: Players, faults: &mut FaultCollector) {
        let clause = self.edition.book().cites.order;
        if usize::from(self.first) >= self.players.len() {
            faults.add(
                clause,
                SetupFaultKind::FirstUnknown(self.first.saturating_add(1)),
            );
        }
        let as_printed = match self.edition {
            Edition::SakuraSlam => self.first_by == FirstBy::as_printed(self.edition, players),
            Edition::KabutoSumo => self.first_by != FirstBy::CentrePosition,
        };
        if !as_printed {
            let flaw = match self.edition {
                Edition::SakuraSlam => SetupFaultKind::FirstBy(self.first_by),
                Edition::KabutoSumo => SetupFaultKind::NoCentrePosition,
            };
            faults.add(clause, flaw);
        }
    }

    fn check_teams(&self, players: Players, faults: &mut FaultCollector) {
        let clause = self.edition.book().cites.teams;
        let teams = |team| {
            self.players
                .iter()
                .filter(|entrant| entrant.team == Some(team))
                .count()
        };
        let expected = if players == Players::Four { 2 } else { 0 };
        if teams(Team::One) != expected || teams(Team::Two) != expected {
            faults.add(clause, SetupFaultKind::Teams);
        } else if self
            .players
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if a.team.is_some() && a.team == b.team))
        {
            faults.add(clause, SetupFaultKind::TeamsInOrder);
        }
    }

    fn check_cards(&self, deck: &[Card], faults: &mut FaultCollector) -> Result<(), ()> {
        let cites = &self.edition.book().cites;
        let before = faults.0.len();
        for entrant in &self.players {
            let number = entrant.card.saturating_add(1);
            let Some(card) = deck.get(usize::from(entrant.card)) else {
                faults.add(Clause::SsS1, SetupFaultKind::NoSuchCard(number));
                continue;
            };
            if card.needs_posts(self.league) && !self.edition.book().has_posts() {
                faults.add(Clause::SsS1, SetupFaultKind::CardNeedsPosts(number));
            }
            if self.league == League::Junior {
                let Some(junior) = card.junior else {
                    faults.add(cites.junior_inventory, SetupFaultKind::NoJuniorSide(number));
                    continue;
                };
                let rules = CardRules::from_card(card);
                let have = |slot: TokenSlot| rules.tokens[slot].map_or(0, |tokens| tokens.count);
                if TokenSlot::ALL
                    .iter()
                    .any(|&slot| junior.tokens[slot] > have(slot))
                {
                    faults.add(cites.junior_inventory, SetupFaultKind::JuniorTokens(number));
                }
            }
        }
        if faults.0.len() == before {
            Ok(())
        } else {
            Err(())
        }
    }

    fn check_layout(&self, players: Players, faults: &mut FaultCollector) {
        let book = self.edition.book();
        // Kabuto Sumo states the centre's size only for the belt, KS-B1.
        let clause = match self.edition {
            Edition::SakuraSlam => book.cites.layout,
            Edition::KabutoSumo => book.cites.belt,
        };
        let matters = self.edition == Edition::SakuraSlam || players == Players::Two;
        if matters && self.layout.centre != book.centre {
            faults.add(clause, SetupFaultKind::Centre(book.centre));
        }
        if matters && self.layout.pawns[book.centre] == 0 {
            faults.add(clause, SetupFaultKind::NoCentre(book.centre));
        }
        if let OpeningRule::Printed(table) = book.opening {
            for size in Size::ALL {
                let printed = table[players][size];
                if self.layout.pawns[size] != printed {
                    faults.add(
                        book.cites.layout,
                        SetupFaultKind::NotAsPrinted(size, printed),
                    );
                }
            }
        }
    }

    /// Computes the inventory that each side has at the start.
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
                        *small = (*small).min(MAX_SMALL_OF_JUNIOR_TEAM);
                    }
                }
            }
        }
        inventories
    }

    /// Computes the reserve from the material left over, and adds a fault for material
    /// that is missing.
    fn reserve<'d>(
        &self,
        players: Players,
        inventories: &BySide<Stock>,
        card_of: impl Fn(Seat) -> Option<&'d Card>,
        faults: &mut FaultCollector,
    ) -> Stock {
        let book = self.edition.book();
        let mut reserve = Stock::default();
        for size in Size::ALL {
            let in_hand = inventories
                .iter()
                .map(|(_, stock)| u16::from(stock.pawns[size]));
            let needed = u16::from(self.layout.pawns[size]) + in_hand.sum::<u16>();
            let have = book.pawns[size];
            match u8::try_from(needed).ok().and_then(|n| have.checked_sub(n)) {
                Some(rest) => reserve.pawns[size] = rest,
                None => {
                    let flaw = SetupFaultKind::TooManyPawns(size, needed, have);
                    faults.add(book.cites.inventory, flaw);
                }
            }
        }
        for seat in players.seats() {
            let Some(card) = card_of(seat) else { continue };
            let rules = CardRules::from_card(card);
            for slot in TokenSlot::ALL {
                let count = rules.tokens[slot].map_or(0, |tokens| tokens.count);
                let in_hand = inventories[players.side_of(seat)].tokens[seat][slot];
                reserve.tokens[seat][slot] = count.saturating_sub(in_hand);
            }
        }
        reserve
    }
}

/// Largest number of small pawns a team starts with in the Junior League (SS-J1,
/// KS-J1).
const MAX_SMALL_OF_JUNIOR_TEAM: u8 = 3;

struct FaultCollector(SetupFaults);

impl FaultCollector {
    fn add(&mut self, clause: Clause, flaw: SetupFaultKind) {
        // 6 players with 4 faults each and those of the layout fit. If the list were
        // full, the first faults are enough to refuse.
        let _ = self.0.push(SetupFault { clause, flaw });
    }
}
