//! Random matches with the state they must end in: a self-test that shows that the
//! device applies the rules exactly as the host does.
//!
//! Each match draws every action from all that are legal, so it exercises the whole
//! engine. A deliberate change of the rules changes the fingerprints listed here.

use super::Match;
use super::action::Action;
use super::card::Deck;
use super::edition::{Edition, OpeningRule};
use super::layout::Layout;
use super::legal_actions::VisitResult;
use super::setup::{Entrant, FirstBy, Setup, Team};
use super::terms::{HouseRules, League};
use crate::piece::BySize;
use crate::player::{Colour, Players};
use crate::rng::Rng;

/// Match of the self-test, played with the house deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelfTestMatch {
    /// Box whose rules are played.
    pub edition: Edition,
    /// Number of players.
    pub players: Players,
    /// League: with or without special moves.
    pub league: League,
    /// Seed of the random choices.
    pub seed: u64,
    /// Fingerprint of the state the match must end in.
    pub end: u64,
}

/// Number of actions in a match of the self-test, unless it ends before.
const LENGTH: u32 = 200;

/// All matches of the self-test: every box and number of players, and the Junior
/// League.
pub const SELFTEST_MATCHES: [SelfTestMatch; 8] = [
    SelfTestMatch::new(
        Edition::SakuraSlam,
        Players::Two,
        League::Full,
        1,
        0xd721_7553_d346_86d8,
    ),
    SelfTestMatch::new(
        Edition::SakuraSlam,
        Players::Three,
        League::Full,
        2,
        0xe497_f711_188e_47e0,
    ),
    SelfTestMatch::new(
        Edition::SakuraSlam,
        Players::Four,
        League::Full,
        3,
        0xfaf3_6a14_8584_4e08,
    ),
    SelfTestMatch::new(
        Edition::SakuraSlam,
        Players::Four,
        League::Junior,
        4,
        0x39f3_8e62_d7e5_3fe6,
    ),
    SelfTestMatch::new(
        Edition::KabutoSumo,
        Players::Two,
        League::Full,
        5,
        0x8e55_8c88_e59f_1e93,
    ),
    SelfTestMatch::new(
        Edition::KabutoSumo,
        Players::Three,
        League::Full,
        6,
        0x4642_c0dd_800d_aabd,
    ),
    SelfTestMatch::new(
        Edition::KabutoSumo,
        Players::Four,
        League::Full,
        7,
        0x3b1d_8935_4b9d_e7a1,
    ),
    SelfTestMatch::new(
        Edition::KabutoSumo,
        Players::Two,
        League::Junior,
        8,
        0x47b1_959a_fa21_76bf,
    ),
];

impl SelfTestMatch {
    const fn new(edition: Edition, players: Players, league: League, seed: u64, end: u64) -> Self {
        Self {
            edition,
            players,
            league,
            seed,
            end,
        }
    }

    /// Plays the match and returns the fingerprint of its last state; `None` if the
    /// deck has too few cards to begin.
    #[must_use]
    pub fn play(&self, deck: &Deck) -> Option<u64> {
        let mut game = self.setup(deck).begin(deck).ok()?;
        let mut rng = Rng::new(self.seed);
        for _ in 0..LENGTH {
            let Some(action) = draw(&game, &mut rng) else {
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
                    OpeningRule::Printed(table) => table[self.players],
                    // Few, so that reserve and inventories are not empty either.
                    OpeningRule::ByLayout => BySize([8, 4, 3]),
                },
            },
            house_rules: HouseRules::default(),
        }
    }
}

/// Chooses one of all legal actions of `game`, each with the same probability; `None` if
/// there is none.
fn draw(game: &Match, rng: &mut Rng) -> Option<Action> {
    let mut drawn = None;
    let mut seen = 0;
    let _ = game.legal(&mut |action| {
        seen += 1;
        if rng.below(seen) == 0 {
            drawn = Some(action.clone());
        }
        VisitResult::Continue(())
    });
    drawn
}
