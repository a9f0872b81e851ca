//! Fields of rulings: every change of every game.

use super::words::{Fields, element, of_kind, piece, place, seat, side, with};
use rules_core::games::abalone as marbles;
use rules_core::games::kabuto::Change as KabutoChange;
use rules_core::games::kabuto::card::MoveIndex;
use rules_core::games::kabuto::ruling::Location;
use rules_core::games::kabuto::state::{Outcome, WinReason};
use rules_core::games::sumoo as tokens;
use rules_core::piece::{Element, Token};
use rules_core::player::Seat;
use rules_core::referee::abalone::{self, Change as AbaloneChange};
use rules_core::referee::game::AnyRuling;
use rules_core::referee::sumoo::ruling::DisplacementKind;
use rules_core::referee::sumoo::{self, Change as SumooChange};
use rules_core::referee::{Evidence, EvidenceKind};

/// Returns the fields of a ruling. An element that leaves the ring by a fall has the kind
/// `fell`; `evidence` tells whether it did.
pub(super) fn fields(ruling: &AnyRuling, evidence: Option<&Evidence>) -> Fields {
    match ruling {
        AnyRuling::Kabuto(ruling) => {
            let fell = evidence.is_some_and(|it| matches!(it.kind, EvidenceKind::Fell(_)));
            kabuto(&ruling.change, fell)
        }
        AnyRuling::Abalone(ruling) => abalone(&ruling.change),
        AnyRuling::Sumoo(ruling) => sumoo(&ruling.change),
    }
}

fn of_seat(kind: &str, of: Seat) -> Fields {
    with(of_kind(kind), "seat", seat(of))
}

fn location(location: Location) -> String {
    match location {
        Location::Ring => "ring".to_owned(),
        Location::Reserve => "reserve".to_owned(),
        Location::Inventory(of) => format!("inventory {}", side(of)),
    }
}

fn moved(of: Element, count: u8, [from, to]: [Location; 2], fell: bool) -> Fields {
    let kind = match from {
        Location::Ring if fell => "fell",
        _ => "moved",
    };
    let fields = with(of_kind(kind), "piece", element(of));
    let fields = with(fields, "count", count);
    let fields = with(fields, "from", location(from));
    let fields = with(fields, "to", location(to));
    match [from, to] {
        [_, Location::Inventory(of)] | [Location::Inventory(of), _] => {
            with(fields, "side", side(of))
        }
        _ => fields,
    }
}

fn move_number(index: MoveIndex) -> usize {
    index.index() + 1
}

fn kabuto(change: &KabutoChange, fell: bool) -> Fields {
    match *change {
        KabutoChange::TurnBegan(of) => of_seat("turn-began", of),
        KabutoChange::TurnEnded(of) => of_seat("turn-ended", of),
        KabutoChange::Docked(at) => with(of_kind("docked"), "place", place(at)),
        KabutoChange::MarkerPlaced(of, post) => {
            let fields = with(of_kind("marker-placed"), "side", side(of));
            with(fields, "post", post.index() + 1)
        }
        KabutoChange::MarkerTaken(of, post) => {
            let fields = with(of_kind("marker-taken"), "side", side(of));
            with(fields, "post", post.index() + 1)
        }
        KabutoChange::MoveUsed(of, index) => {
            with(of_seat("move-used", of), "move", move_number(index))
        }
        KabutoChange::Moved(count, of, from, to) => moved(of, count, [from, to], fell),
        KabutoChange::KnockedOff(of) => with(of_kind("knocked-off"), "piece", piece(of)),
        KabutoChange::PutBack(of) => with(of_kind("put-back"), "piece", piece(of)),
        KabutoChange::Warned(remark) => with(of_kind("warned"), "remark", remark.word()),
        KabutoChange::TurnReplaced(of) => of_seat("turn-replaced", of),
        KabutoChange::ExtraPush(of) => of_seat("extra-push", of),
        KabutoChange::GroupAllowed(of) => of_seat("group-allowed", of),
        KabutoChange::CueAllowed(owner, slot) => {
            let token = Element::Token(Token { owner, slot });
            with(of_seat("cue-allowed", owner), "piece", element(token))
        }
        KabutoChange::SlamOwed(of) => of_seat("slam-owed", of),
        KabutoChange::SlamWaived(of) => of_seat("slam-waived", of),
        KabutoChange::Lost(of) => with(of_kind("lost"), "side", side(of)),
        KabutoChange::SumoStays(of) => of_seat("sumo-stays", of),
        KabutoChange::Ended(outcome) => won(outcome),
        KabutoChange::SumoMoved(of) => of_seat("sumo-moved", of),
        KabutoChange::RelocationAllowed(of) => of_seat("relocation-allowed", of),
    }
}

fn won(outcome: Outcome) -> Fields {
    let fields = with(of_kind("won"), "side", side(outcome.winner));
    match outcome.how {
        WinReason::KnockOut(of) => with(with(fields, "how", "knock-out"), "loser", seat(of)),
        WinReason::Belt => with(fields, "how", "belt"),
        WinReason::LastLeft => with(fields, "how", "last-left"),
    }
}

fn of_marble(kind: &str, player: marbles::Player) -> Fields {
    let fields = with(of_kind(kind), "colour", player.name());
    with(fields, "seat", seat(abalone::seat_of(player)))
}

fn abalone(change: &AbaloneChange) -> Fields {
    match *change {
        AbaloneChange::InLine(player, count) => {
            let fields = with(of_marble("moved", player), "count", count);
            with(fields, "how", "in-line")
        }
        AbaloneChange::Sideways(player, count) => {
            let fields = with(of_marble("moved", player), "count", count);
            with(fields, "how", "sideways")
        }
        AbaloneChange::Passed(player) => of_marble("passed", player),
        AbaloneChange::Helped(player, cell) => {
            with(of_marble("helped", player), "from", cell.to_string())
        }
        AbaloneChange::Pushed(player, from, to) => {
            let fields = with(of_marble("pushed", player), "from", from.to_string());
            with(fields, "to", to.to_string())
        }
        AbaloneChange::Ejected(player, cell) => {
            let fields = with(of_marble("ejected", player), "from", cell.to_string());
            with(fields, "to", "out")
        }
        AbaloneChange::Won(of) => {
            let colours: Vec<&str> = marbles::Player::ALL
                .into_iter()
                .filter(|player| of.includes(*player))
                .map(marbles::Player::name)
                .collect();
            with(of_kind("won"), "colours", colours)
        }
        abalone::Change::Threefold => with(of_kind("drawn"), "how", "threefold"),
        abalone::Change::TurnCap(_) => with(of_kind("drawn"), "how", "turn-cap"),
    }
}

const fn token_colour(colour: tokens::Colour) -> &'static str {
    match colour {
        tokens::Colour::White => "white",
        tokens::Colour::Black => "black",
    }
}

fn of_colour(kind: &str, colour: tokens::Colour) -> Fields {
    let fields = with(of_kind(kind), "colour", token_colour(colour));
    with(fields, "seat", seat(sumoo::seat_of(colour)))
}

fn sumoo(change: &SumooChange) -> Fields {
    match *change {
        SumooChange::Went(token, how, to) => {
            let how = match how {
                DisplacementKind::Moves => "moves",
                DisplacementKind::Swapped => "swapped",
                DisplacementKind::Advances => "advances",
                DisplacementKind::StepsBack => "steps-back",
                DisplacementKind::Pushed => "pushed",
                DisplacementKind::Pulled => "pulled",
            };
            let fields = with(of_colour("moved", token.colour), "how", how);
            let fields = with(fields, "piece", token.to_string());
            let to = to.map_or_else(|| "out".to_owned(), |cell| cell.to_string());
            with(fields, "to", to)
        }
        SumooChange::Won(colour) => of_colour("won", colour),
        SumooChange::Turn(colour) => of_colour("turn-began", colour),
        SumooChange::Capped => with(of_kind("drawn"), "how", "turn-cap"),
        SumooChange::Agreed => with(of_kind("drawn"), "how", "agreed"),
    }
}
