//! Matches played by lot, with the state they must end in: a self-test that
//! shows that the device judges exactly as the host does.
//!
//! Each rehearsal draws every action from all that are legal, so it walks
//! through the whole engine. Where the rules are changed on purpose the numbers
//! here change with them.

use super::Match;
use super::action::Action;
use super::card::Deck;
use super::edition::{Edition, Opening};
use super::layout::Layout;
use super::options::Visit;
use super::setup::{Entrant, FirstBy, Setup, Team};
use super::terms::{House, League};
use crate::lots::Lots;
use crate::piece::BySize;
use crate::player::{Colour, Players};

/// A match to be rehearsed with the house deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rehearsal {
    /// Which box.
    pub edition: Edition,
    /// How many play.
    pub players: Players,
    /// With or without special moves.
    pub league: League,
    /// For the lots.
    pub seed: u64,
    /// The fingerprint of the state it must end in.
    pub end: u64,
}

/// Actions in a rehearsal, unless the match ends before.
const LENGTH: u32 = 200;

/// All rehearsals: every box and number of players, and the Junior League.
pub const REHEARSALS: [Rehearsal; 8] = [
    Rehearsal::new(
        Edition::SakuraSlam,
        Players::Two,
        League::Full,
        1,
        0xd721_7553_d346_86d8,
    ),
    Rehearsal::new(
        Edition::SakuraSlam,
        Players::Three,
        League::Full,
        2,
        0xd041_b975_6499_ad77,
    ),
    Rehearsal::new(
        Edition::SakuraSlam,
        Players::Four,
        League::Full,
        3,
        0x13ca_22ec_fa93_d83a,
    ),
    Rehearsal::new(
        Edition::SakuraSlam,
        Players::Four,
        League::Junior,
        4,
        0x39f3_8e62_d7e5_3fe6,
    ),
    Rehearsal::new(
        Edition::KabutoSumo,
        Players::Two,
        League::Full,
        5,
        0x8e55_8c88_e59f_1e93,
    ),
    Rehearsal::new(
        Edition::KabutoSumo,
        Players::Three,
        League::Full,
        6,
        0x4642_c0dd_800d_aabd,
    ),
    Rehearsal::new(
        Edition::KabutoSumo,
        Players::Four,
        League::Full,
        7,
        0x3b1d_8935_4b9d_e7a1,
    ),
    Rehearsal::new(
        Edition::KabutoSumo,
        Players::Two,
        League::Junior,
        8,
        0x2d02_698d_ea59_0615,
    ),
];

impl Rehearsal {
    const fn new(edition: Edition, players: Players, league: League, seed: u64, end: u64) -> Self {
        Self {
            edition,
            players,
            league,
            seed,
            end,
        }
    }

    /// Plays it; gives the fingerprint it ends in, or `None` if the deck has
    /// too few cards to begin.
    #[must_use]
    pub fn play(&self, deck: &Deck) -> Option<u64> {
        let mut game = self.setup(deck).begin(deck).ok()?;
        let mut lots = Lots::new(self.seed);
        for _ in 0..LENGTH {
            let Some(action) = draw(&game, &mut lots) else {
                break;
            };
            game.apply(&action).ok()?;
        }
        Some(game.state().fingerprint())
    }

    fn setup(&self, deck: &Deck) -> Setup {
        let book = self.edition.book();
        let cards = deck.cards.iter().zip(0..);
        let usable = cards.filter(|(card, _)| card.suits(self.edition, self.league));
        let teams = [Team::One, Team::Two].into_iter().cycle();
        let entrants = usable
            .zip(Colour::ALL)
            .zip(teams)
            .map(|(((_, card), colour), team)| {
                let team = (self.players == Players::Four).then_some(team);
                Entrant { colour, card, team }
            });
        Setup {
            edition: self.edition,
            league: self.league,
            players: entrants.take(self.players.count()).collect(),
            first: 0,
            first_by: FirstBy::as_printed(self.edition, self.players),
            layout: Layout {
                centre: book.centre,
                pawns: match book.opening {
                    Opening::Printed(table) => table[self.players],
                    // Few, so that reserve and inventories have something too.
                    Opening::ByLayout => BySize([8, 4, 3]),
                },
            },
            house: House::default(),
        }
    }
}

/// One of all legal actions, each as likely as any other.
fn draw(game: &Match, lots: &mut Lots) -> Option<Action> {
    let mut drawn = None;
    let mut seen = 0;
    let _ = game.legal(&mut |action| {
        seen += 1;
        if lots.below(seen) == 0 {
            drawn = Some(action.clone());
        }
        Visit::Continue(())
    });
    drawn
}
