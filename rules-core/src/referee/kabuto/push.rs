//! A push: what it implies, which element it was, and what to do when the rules
//! forbid it. A push cannot take itself back, so a forbidden one is asked: does
//! it count all the same, or is the table put right?

use super::super::evidence::{Evidence, Shove, Witnesses};
use super::super::game::Play;
use super::super::kind::{Kind, Policy};
use super::super::question::{Choice, Choices, Doubt};
use super::super::table::Berth;
use super::super::verdict::{Answered, Verdict};
use super::consider::{as_played, correct, insists, is_same_place};
use super::correction::Correction;
use super::weigh::{self, Pushed, Suspects};
use super::{Gate, View, choices, gate, judge};
use crate::games::kabuto::action::{Load, Remark, Remarks};
use crate::games::kabuto::ruling::Where;
use crate::games::kabuto::state::Platform;
use crate::games::kabuto::{Action, Phase, Reason, Refused};
use crate::piece::{Element, Piece};
use crate::place::Facing;
use crate::player::Side;
use crate::sensing::certainty::Certainty;

/// An element faster than this over the edge was flicked, in millimetres a
/// second. Assumed: hands push at 20 to 600.
const FLICK: u16 = 1_000;

pub(super) fn consider(
    view: View<'_>,
    evidence: &Evidence,
    shove: &Shove,
    answered: Answered,
) -> Verdict {
    if view.policies[Kind::Push] == Policy::LogOnly {
        return Verdict::Log;
    }
    if let Some(first) = implied(view, shove) {
        return Verdict::First(Play::Kabuto(first));
    }
    let seat = view.game.state().turn.seat;
    let group = view.game.state().turn.forms.group.map(|it| it.of(seat));
    let mut load = Load::new();
    match (answered, group) {
        (Some((Doubt::Forbidden(_, piece), Choice::TableIsRight)), _)
        | (Some((_, Choice::Piece(piece))), _) => {
            let _ = load.push(piece);
        }
        (Some((_, Choice::Group)), Some(group)) => {
            for (element, count) in group.kinds() {
                for _ in 0..count {
                    // A group that does not fit the platform is refused below.
                    let _ = load.push(Piece::Element(element));
                }
            }
        }
        (None, Some(_)) => {
            let pieces = in_hand(view).map(Choice::Piece);
            let list = choices([Choice::Group].into_iter().chain(pieces));
            return Verdict::Ask(Doubt::Group, list);
        }
        _ => match weigh::pushed(view.game, &shove.costs, evidence.certainty) {
            Pushed::Held(piece) => {
                let _ = load.push(piece);
            }
            Pushed::NotHeld(piece, held) => {
                let _ = load.push(piece);
                let action = Action::Push(load, Remarks::EMPTY);
                return match view.game.permits(&action) {
                    // The ledger has it after all.
                    Ok(()) => judge(action),
                    Err(refusal) => forbidden(&refusal, piece, &held),
                };
            }
            Pushed::Unsure(suspects) => return which(&suspects, answered),
        },
    }
    let Some(&piece) = load.first() else {
        return Verdict::Idle;
    };
    let mut remarks = Remarks::EMPTY;
    if shove.speed > FLICK {
        remarks = remarks.with(Remark::Flicked);
    }
    let action = Action::Push(load, remarks);
    match view.game.permits(&action) {
        Ok(()) if answered.is_some() => judge(action),
        Ok(()) => match gate(view.policies[Kind::Push], evidence, Witnesses::One) {
            Gate::Pass => judge(action),
            Gate::Log => Verdict::Log,
            // Sure enough by what the side holds, though not by the sensors.
            Gate::Ask(Doubt::Unsure) => judge(action),
            Gate::Ask(doubt) => {
                let pieces = in_hand(view).filter(|&it| it != piece);
                let pieces = [piece].into_iter().chain(pieces).map(Choice::Piece);
                Verdict::Ask(doubt, choices(pieces))
            }
        },
        Err(refusal) if insists(answered) => match remedy(view, shove, &refusal) {
            Some(Remedy::First(action)) => Verdict::First(Play::Kabuto(action)),
            Some(Remedy::Correct(correction)) => correct(correction),
            None => Verdict::Refuse(Play::Kabuto(action)),
        },
        Err(refusal) => forbidden(&refusal, piece, &weigh::Pieces::new()),
    }
}

/// What must have happened before, if it was not seen: rest, and docking where
/// the platform lies.
fn implied(view: View<'_>, shove: &Shove) -> Option<Action> {
    let state = view.game.state();
    if matches!(state.phase, Phase::Settling(_)) {
        return Some(Action::Settle);
    }
    let there = match state.turn.platform {
        Platform::Down(at, _) => is_same_place(at, shove.place),
        Platform::Away => false,
    };
    if there {
        return None;
    }
    let facing = match view.table.platform() {
        Berth::Down(dock) if is_same_place(dock.place, shove.place) => dock.facing,
        Berth::Down(_) | Berth::Away => Facing::Short,
    };
    let dock = Action::Dock(as_played(view.game, shove.place), facing);
    view.game.permits(&dock).is_ok().then_some(dock)
}

/// Elements the side to move holds.
fn in_hand(view: View<'_>) -> impl Iterator<Item = Piece> {
    view.game
        .in_hand()
        .map(|(element, _)| Piece::Element(element))
}

/// Pieces on one page of a question.
const PAGE: usize = 3;

/// Which piece it was: first the likely ones, on further pages the rest.
pub(super) fn which(suspects: &Suspects, answered: Answered) -> Verdict {
    ask_which(suspects, answered, None)
}

/// The same of something that fell. Beside the unlikely ones stands that it was two:
/// one may have been in the shadow of the other.
pub(super) fn which_fell(suspects: &Suspects, answered: Answered) -> Verdict {
    ask_which(suspects, answered, Some(Choice::Two))
}

fn ask_which(suspects: &Suspects, answered: Answered, also: Option<Choice>) -> Verdict {
    let page = match answered {
        Some((Doubt::Which(page), Choice::Other)) => usize::from(page) + 1,
        _ => 0,
    };
    let (likely, rest) = suspects
        .pieces
        .split_at_checked(suspects.likely)
        .unwrap_or((&suspects.pieces, &[]));
    let (first, further) = match also {
        None => (likely.chunks(PAGE), rest.chunks(PAGE)),
        Some(_) => (likely.chunks(PAGE), rest.chunks(PAGE - 1)),
    };
    let firsts = first.len();
    let furthers = further.len().max(usize::from(also.is_some()));
    let page = page % (firsts + furthers).max(1);
    let shown = first.chain(further).nth(page).unwrap_or_default().iter();
    let also = also.filter(|_| page >= firsts);
    let more = (firsts + furthers > 1).then_some(Choice::Other);
    let list: Choices = choices(shown.map(|&it| Choice::Piece(it)).chain(also).chain(more));
    Verdict::Ask(Doubt::Which(page as u8), list)
}

fn forbidden(refusal: &Refused, piece: Piece, held: &weigh::Pieces) -> Verdict {
    let pieces = held.iter().take(2).map(|&it| Choice::Piece(it));
    let list = choices(pieces.chain([Choice::TableIsRight]));
    Verdict::Ask(Doubt::Forbidden(refusal.clause, piece), list)
}

/// What lets a forbidden push count.
enum Remedy {
    First(Action),
    Correct(Correction),
}

fn remedy(view: View<'_>, shove: &Shove, refusal: &Refused) -> Option<Remedy> {
    let give = |element| {
        let from = lender(view, element)?;
        Some(Remedy::Correct(Correction::Give(element, from)))
    };
    match refusal.reason {
        Reason::NotAtRest => Some(Remedy::First(Action::Settle)),
        Reason::OpeningFirst(_) => Some(Remedy::Correct(Correction::Opened)),
        Reason::PlatformAway | Reason::PlatformFixed(_) | Reason::WrongPlace(_) => Some(
            Remedy::Correct(Correction::Platform(as_played(view.game, shove.place))),
        ),
        Reason::MarkerFirst(_) => Some(Remedy::Correct(Correction::WaiveMarker)),
        Reason::NoPushLeft | Reason::MarkersOffFirst | Reason::TurnReplaced => {
            Some(Remedy::Correct(Correction::ExtraPush))
        }
        Reason::NotInInventory(element) => give(element),
        Reason::EmptyInventory => match weigh::pushed(view.game, &shove.costs, Certainty::FULL) {
            Pushed::NotHeld(Piece::Element(element), _) => give(element),
            _ => None,
        },
        _ => None,
    }
}

/// Who can have lent an element: the reserve, or else another side.
fn lender(view: View<'_>, element: Element) -> Option<Where> {
    let state = view.game.state();
    let own = view.game.terms().side_of(state.turn.seat);
    if state.reserve.count(element) > 0 {
        return Some(Where::Reserve);
    }
    let mut others = Side::ALL.into_iter().filter(|&side| side != own);
    others
        .find(|&side| state.inventories[side].count(element) > 0)
        .map(Where::Inventory)
}
