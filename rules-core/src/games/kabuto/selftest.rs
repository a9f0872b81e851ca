//! Random matches with the state they must end in: a self-test that shows that the
//! device applies the rules exactly as the host does.
//!
//! Each match draws every action from all that are legal, so it exercises the whole
//! engine. A deliberate change of the rules changes the fingerprints listed here.

use super::Match;
use super::action::Action;
use super::card::Card;
use super::edition::{Edition, OpeningRule};
use super::layout::Layout;
use super::legal_actions::VisitResult;
use super::setup::{Entrant, FirstBy, Setup, Team};
use super::terms::{HouseRules, League};
use crate::piece::BySize;
use crate::player::{Colour, Players};
use crate::rng::Rng;
use heapless::Vec;

/// Match of the self-test, played with the house deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelfTestMatch {
    /// Box whose rules are played.
    pub edition: Edition,
    /// Number of players.
    pub players: Players,
    /// League: with or without special moves.
    pub league: League,
    /// Index of the first card of the house deck that is dealt.
    pub first_card: u8,
    /// Seed of the random choices.
    pub seed: u64,
    /// Fingerprint of the state the match must end in.
    pub end: u64,
}

/// Number of actions in a match of the self-test, unless it ends before.
const LENGTH: u32 = 200;

/// All matches of the self-test: every box and number of players, the Junior League, and
/// cards of the second deck format.
pub const SELFTEST_MATCHES: [SelfTestMatch; 10] = [
    SelfTestMatch::new(
        Edition::SakuraSlam,
        Players::Two,
        League::Full,
        1,
        0xb58b_8b4b_0129_9f6e,
    ),
    SelfTestMatch::new(
        Edition::SakuraSlam,
        Players::Three,
        League::Full,
        2,
        0x0f60_32d3_4c25_8775,
    ),
    SelfTestMatch::new(
        Edition::SakuraSlam,
        Players::Four,
        League::Full,
        3,
        0xc9b3_c570_2d09_a0a5,
    ),
    SelfTestMatch::new(
        Edition::SakuraSlam,
        Players::Four,
        League::Junior,
        4,
        0xcc8d_e9a5_75f1_0ffd,
    ),
    SelfTestMatch::new(
        Edition::KabutoSumo,
        Players::Two,
        League::Full,
        5,
        0xd985_4187_8b3b_b1b9,
    ),
    SelfTestMatch::new(
        Edition::KabutoSumo,
        Players::Three,
        League::Full,
        6,
        0x220e_32c4_2e17_31f6,
    ),
    SelfTestMatch::new(
        Edition::KabutoSumo,
        Players::Four,
        League::Full,
        7,
        0x389e_49b1_1a36_856f,
    ),
    SelfTestMatch::new(
        Edition::KabutoSumo,
        Players::Two,
        League::Junior,
        8,
        0x3208_9692_f00f_0822,
    ),
    SelfTestMatch::new(
        Edition::SakuraSlam,
        Players::Three,
        League::Full,
        9,
        0x831e_c64b_c1c2_3238,
    )
    .with_cards_from(8),
    SelfTestMatch::new(
        Edition::KabutoSumo,
        Players::Two,
        League::Full,
        10,
        0x1c90_c6d1_abf6_63af,
    )
    .with_cards_from(8),
];

impl SelfTestMatch {
    const fn new(edition: Edition, players: Players, league: League, seed: u64, end: u64) -> Self {
        Self {
            edition,
            players,
            league,
            first_card: 0,
            seed,
            end,
        }
    }

    /// Returns the match with the cards from this one on.
    const fn with_cards_from(mut self, first_card: u8) -> Self {
        self.first_card = first_card;
        self
    }

    /// Plays the match with cards of `deck` and returns the fingerprint of its last state;
    /// `None` if the deck has too few cards to begin.
    #[must_use]
    pub fn play(&self, deck: impl Iterator<Item = Card>) -> Option<u64> {
        let mut game = self.begin(deck)?;
        self.play_on(&mut game)
    }

    /// Begins the match, with its own frame on the stack, because cards are large.
    #[inline(never)]
    fn begin(&self, deck: impl Iterator<Item = Card>) -> Option<Match> {
        let cards: Vec<Card, 4, u8> = deck
            .skip(usize::from(self.first_card))
            .filter(|card| card.suits(self.edition, self.league))
            .take(self.players.count())
            .collect();
        self.setup().begin(&cards).ok()
    }

    /// Plays the match on and returns the fingerprint of its last state.
    #[inline(never)]
    fn play_on(&self, game: &mut Match) -> Option<u64> {
        let mut rng = Rng::new(self.seed);
        for _ in 0..LENGTH {
            let Some(action) = draw(game, &mut rng) else {
                break;
            };
            game.apply(&action).ok()?;
        }
        Some(game.state().fingerprint())
    }

    fn setup(&self) -> Setup {
        let book = self.edition.book();
        let teams = [Team::One, Team::Two].into_iter().cycle();
        let entrants = (0..)
            .zip(Colour::ALL)
            .zip(teams)
            .map(|((card, colour), team)| {
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
