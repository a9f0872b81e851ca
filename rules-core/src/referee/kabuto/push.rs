//! Interpretation of a push: the actions it implies, its element, and the answer to one
//! that the rules forbid. A push cannot be undone on the table, so that the referee asks
//! about a forbidden one: it counts all the same, or the table is repaired.

use super::super::decision::{Decision, GivenAnswer};
use super::super::evidence::{Evidence, PushEvidence};
use super::super::game::AnyAction;
use super::super::policy::{EventClass, Policy};
use super::super::question::{Choice, ChoiceList, Doubt};
use super::super::table::PlatformPosition;
use super::candidates::{self, PieceCandidates, PushGuess};
use super::correction::Correction;
use super::interpret::{as_played, correct, insists, is_same_place};
use super::{PolicyResult, TableView, apply, check_policy, with_standing_choices};
use crate::games::kabuto::action::{Load, Remark, Remarks};
use crate::games::kabuto::ruling::Location;
use crate::games::kabuto::state::Platform;
use crate::games::kabuto::{Action, MatchPhase, Reason, Refused};
use crate::piece::{Element, Piece};
use crate::place::Facing;
use crate::player::Side;
use crate::sensing::certainty::Certainty;
use crate::sensing::observation::{BodyCount, Witnesses};

/// Speed of an element over the edge above which it was flicked, in millimetres per
/// second. Assumed: hands push at 20 to 600.
const FLICK: u16 = 1_000;

pub(super) fn consider(
    view: TableView<'_>,
    evidence: &Evidence,
    shove: &PushEvidence,
    answered: GivenAnswer,
) -> Decision {
    if view.policies[EventClass::Push] == Policy::LogOnly {
        return Decision::Log;
    }
    if let Some(first) = implied(view, shove) {
        return Decision::JudgeFirst(AnyAction::Kabuto(first));
    }
    let seat = view.game.state().turn.seat;
    let group = view.game.state().turn.forms.group;
    let group = group
        .and_then(|nth| view.game.terms().group_of(seat, nth))
        .map(|listed| listed.stock_for(seat));
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
            let list = with_standing_choices([Choice::Group].into_iter().chain(pieces));
            return Decision::Ask(Doubt::Group, list);
        }
        _ => match candidates::pushed(view.game, &shove.costs, evidence.certainty) {
            PushGuess::Held(piece) => {
                let _ = load.push(piece);
            }
            PushGuess::NotHeld(piece, held) => {
                let _ = load.push(piece);
                let action = Action::Push(load, Remarks::EMPTY);
                return match view.game.permits(&action) {
                    // The ledger has it after all.
                    Ok(()) => apply(action),
                    Err(refusal) => forbidden(&refusal, piece, &held),
                };
            }
            PushGuess::Unsure(suspects) => return which(&suspects, answered),
        },
    }
    let Some(&piece) = load.first() else {
        return Decision::Nothing;
    };
    let mut remarks = Remarks::EMPTY;
    if shove.speed > FLICK {
        remarks = remarks.with(Remark::Flicked);
    }
    let action = Action::Push(load, remarks);
    match view.game.permits(&action) {
        Ok(()) if answered.is_some() => apply(action),
        Ok(()) => match check_policy(view.policies[EventClass::Push], evidence, Witnesses::One) {
            PolicyResult::Pass => apply(action),
            PolicyResult::Log => Decision::Log,
            // Certain by the side's inventory, though not by the sensors.
            PolicyResult::Ask(Doubt::Unsure) => apply(action),
            PolicyResult::Ask(doubt) => {
                let pieces = in_hand(view).filter(|&other| other != piece);
                let pieces = [piece].into_iter().chain(pieces).map(Choice::Piece);
                Decision::Ask(doubt, with_standing_choices(pieces))
            }
        },
        Err(refusal) if insists(answered) => match remedy(view, shove, &refusal) {
            Some(Remedy::First(action)) => Decision::JudgeFirst(AnyAction::Kabuto(action)),
            Some(Remedy::Correct(correction)) => correct(correction),
            None => Decision::Refuse(AnyAction::Kabuto(action)),
        },
        Err(refusal) => forbidden(&refusal, piece, &candidates::Pieces::new()),
    }
}

/// Returns the action that must have happened unseen before the push: rest, or docking
/// where the platform lies. `None` if there is none.
fn implied(view: TableView<'_>, shove: &PushEvidence) -> Option<Action> {
    let state = view.game.state();
    if matches!(state.phase, MatchPhase::Settling(_)) {
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
        PlatformPosition::Down(dock) if is_same_place(dock.place, shove.place) => dock.facing,
        PlatformPosition::Down(_) | PlatformPosition::Away => Facing::Short,
    };
    let dock = Action::Dock(as_played(view.game, shove.place), facing);
    view.game.permits(&dock).is_ok().then_some(dock)
}

/// Iterates over the elements that the side to move holds.
fn in_hand(view: TableView<'_>) -> impl Iterator<Item = Piece> {
    view.game
        .in_hand()
        .map(|(element, _)| Piece::Element(element))
}

/// Number of pieces on one page of a question.
const PAGE: usize = 3;

/// Returns the decision to ask for the piece: first the likely ones, on further pages the
/// others.
pub(super) fn which(suspects: &PieceCandidates, answered: GivenAnswer) -> Decision {
    ask_which(suspects, answered, TwoOffer::Never)
}

/// Returns the decision to ask for the piece that fell. Besides the unlikely ones it
/// offers two pieces, because one may have been in the shadow of the other; if the shadow
/// looks like two, at once.
pub(super) fn which_fell(
    suspects: &PieceCandidates,
    count: BodyCount,
    answered: GivenAnswer,
) -> Decision {
    let two = match count {
        BodyCount::One => TwoOffer::WithUnlikely,
        BodyCount::PerhapsTwo => TwoOffer::Always,
    };
    ask_which(suspects, answered, two)
}

/// Pages of a question on which two pieces are among the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TwoOffer {
    /// On no page: one piece is pushed at a time.
    Never,
    /// On the pages of the unlikely pieces.
    WithUnlikely,
    /// On every page.
    Always,
}

fn ask_which(suspects: &PieceCandidates, answered: GivenAnswer, two: TwoOffer) -> Decision {
    let page = match answered {
        Some((Doubt::Which(page), Choice::Other)) => usize::from(page) + 1,
        _ => 0,
    };
    let (likely, rest) = suspects
        .pieces
        .split_at_checked(suspects.likely)
        .unwrap_or((&suspects.pieces, &[]));
    let (first, further) = match two {
        TwoOffer::Never => (likely.chunks(PAGE), rest.chunks(PAGE)),
        TwoOffer::WithUnlikely => (likely.chunks(PAGE), rest.chunks(PAGE - 1)),
        TwoOffer::Always => (likely.chunks(PAGE - 1), rest.chunks(PAGE - 1)),
    };
    let firsts = first.len();
    let lonely = two == TwoOffer::WithUnlikely || two == TwoOffer::Always && firsts == 0;
    let furthers = further.len().max(usize::from(lonely));
    let page = page % (firsts + furthers).max(1);
    let shown = first.chain(further).nth(page).unwrap_or_default().iter();
    let offers_two = match two {
        TwoOffer::Never => false,
        TwoOffer::WithUnlikely => page >= firsts,
        TwoOffer::Always => true,
    };
    let more = (firsts + furthers > 1).then_some(Choice::Other);
    let list: ChoiceList = with_standing_choices(
        shown
            .map(|&piece| Choice::Piece(piece))
            .chain(offers_two.then_some(Choice::Two))
            .chain(more),
    );
    Decision::Ask(Doubt::Which(page as u8), list)
}

fn forbidden(refusal: &Refused, piece: Piece, held: &candidates::Pieces) -> Decision {
    let pieces = held.iter().take(2).map(|&piece| Choice::Piece(piece));
    let list = with_standing_choices(pieces.chain([Choice::TableIsRight]));
    Decision::Ask(Doubt::Forbidden(refusal.clause, piece), list)
}

/// Step before a forbidden push that lets it count.
enum Remedy {
    First(Action),
    Correct(Correction),
}

fn remedy(view: TableView<'_>, shove: &PushEvidence, refusal: &Refused) -> Option<Remedy> {
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
        Reason::EmptyInventory => {
            match candidates::pushed(view.game, &shove.costs, Certainty::FULL) {
                PushGuess::NotHeld(Piece::Element(element), _) => give(element),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Returns the location an element can have been taken from: the reserve, or else another
/// side. `None` if neither has one.
fn lender(view: TableView<'_>, element: Element) -> Option<Location> {
    let state = view.game.state();
    let own = view.game.terms().side_of(state.turn.seat);
    if state.reserve.count(element) > 0 {
        return Some(Location::Reserve);
    }
    let mut others = Side::ALL.into_iter().filter(|&side| side != own);
    others
        .find(|&side| state.inventories[side].count(element) > 0)
        .map(Location::Inventory)
}
