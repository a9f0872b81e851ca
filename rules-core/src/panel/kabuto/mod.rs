//! Panel of Sakura Slam and Kabuto Sumo: prompts, repairs, menu and tunes.

pub(in crate::panel) mod menu;

use super::game::{AudibleRuling, MenuLines, MenuPage, MenuStep, PanelGame, Prompts, RepairSign};
use super::input::PanelInput;
use super::sound::Tune;
use crate::games::kabuto::state::Platform;
use crate::games::kabuto::{
    ActionStatus, Change, Expectations, Match, MatchPhase, NextAction, Ruling,
};
use crate::lights::{Prompt, PromptAction, PromptStrength, RepairHint, Seating, Spot, Tint};
use crate::player::{BySeat, Seat};
use crate::referee::kabuto::repair::KabutoRepair;
use crate::referee::waiting::NextActions;

impl PanelGame for Match {
    fn seating(&self) -> Seating {
        let (terms, state) = (self.terms(), self.state());
        let is_out = |&seat: &Seat| state.out.contains(terms.side_of(seat));
        Seating {
            players: terms.players,
            tints: BySeat::from_fn(|seat| Tint::from(terms.colours[seat])),
            out: terms.players.seats().filter(is_out).collect(),
        }
    }

    fn is_settling(&self) -> bool {
        matches!(self.state().phase, MatchPhase::Settling(_))
    }

    fn prompts(&self, next: &NextActions, input: &PanelInput<'_>) -> Prompts {
        next.get()
            .map_or_else(Prompts::new, |list| prompts(self, list, input))
    }

    fn repair_sign(&self, repair: &KabutoRepair, input: &PanelInput<'_>) -> RepairSign {
        let owner = |colour| self.terms().seat_of(colour);
        let platform = |place| Some(Spot::of_platform(place, input.dimensions));
        match *repair {
            KabutoRepair::TakeMarker(colour, post) => {
                (Some(Spot::Post(post)), RepairHint::Take, owner(colour))
            }
            KabutoRepair::ClearSlot(post, _) => (Some(Spot::Post(post)), RepairHint::Take, None),
            KabutoRepair::TakePlatform(place) => (platform(place), RepairHint::Take, None),
            KabutoRepair::TurnPlatform(place) => (platform(place), RepairHint::Look, None),
            KabutoRepair::PutPlatform(place) => (platform(place), RepairHint::Put, None),
            KabutoRepair::PutMarker(colour, post) => {
                (Some(Spot::Post(post)), RepairHint::Put, owner(colour))
            }
        }
    }

    fn first_page(&self) -> MenuPage {
        MenuPage::Card(menu::CardPage::Top)
    }

    fn lines(&self, page: &MenuPage) -> MenuLines {
        match page {
            MenuPage::Card(page) => menu::lines(self, page),
            MenuPage::Unseen => MenuLines::new(),
        }
    }

    fn choose(&self, page: &MenuPage, line: u8) -> Option<MenuStep> {
        match page {
            MenuPage::Card(page) => menu::choose(self, page, line),
            MenuPage::Unseen => None,
        }
    }
}

impl AudibleRuling for Ruling {
    /// Returns a tune for the start of a turn, pieces won or lost, a warning, and the end
    /// of the match; `None` for an action that a player has just done by hand.
    fn tune(&self) -> Option<Tune> {
        match self.change {
            Change::Ended(_) => Some(Tune::Win),
            Change::TurnBegan(_)
            | Change::Moved(..)
            | Change::KnockedOff(_)
            | Change::PutBack(_)
            | Change::SlamOwed(_)
            | Change::Lost(_) => Some(Tune::Ruling),
            Change::Warned(_) => Some(Tune::Illegal),
            Change::TurnEnded(_)
            | Change::Docked(_)
            | Change::MarkerPlaced(..)
            | Change::MarkerTaken(..)
            | Change::MoveUsed(..)
            | Change::TurnReplaced(_)
            | Change::ExtraPush(_)
            | Change::GroupAllowed(_)
            | Change::CueAllowed(..)
            | Change::SlamWaived(_)
            | Change::SumoStays(_)
            | Change::SumoMoved(_)
            | Change::RelocationAllowed(_) => None,
        }
    }
}

/// Returns the prompts for the next actions, owed ones first. One prompt stands for all
/// special moves, which the menu lists.
fn prompts(game: &Match, list: &Expectations, view: &PanelInput<'_>) -> Prompts {
    let mut shown = Prompts::new();
    for need in [PromptStrength::Must, PromptStrength::May] {
        for expected in list
            .iter()
            .filter(|expected| strength_of(expected.status) == Some(need))
        {
            let what = match expected.action {
                NextAction::DockAtCorner(post) => PromptAction::Dock(post),
                NextAction::DockAtEdge => PromptAction::DockAnywhere,
                NextAction::PlaceMarker(post) => PromptAction::PlaceMarker(post),
                NextAction::TakeMarker(post) => PromptAction::TakeMarker(post),
                NextAction::Push => match game.state().turn.platform {
                    Platform::Down(place, _) => {
                        PromptAction::Push(Spot::of_platform(place, view.dimensions))
                    }
                    // The referee waits for its place.
                    Platform::Away => continue,
                },
                NextAction::Use(_) | NextAction::Submit => PromptAction::Special,
                NextAction::EndTurn => PromptAction::EndTurn,
                // Shown by the scene itself.
                NextAction::Settle => continue,
            };
            let prompt = Prompt { what, need };
            if !shown.contains(&prompt) {
                // 4 corners, 4 + 1 markers, push, special, end: 11 at most.
                let _ = shown.push(prompt);
            }
        }
    }
    shown
}

/// Returns the strength of a prompt for an action; `None` if the action is blocked.
const fn strength_of(need: ActionStatus) -> Option<PromptStrength> {
    match need {
        ActionStatus::Owed => Some(PromptStrength::Must),
        ActionStatus::Possible => Some(PromptStrength::May),
        ActionStatus::Blocked(_) => None,
    }
}
