//! Conversion of a table event to an action of a game.

use super::{EventDriver, MarkerChange, MarkerEvent, MarkerName, PushEvent, Sureness};
use super::{FallEvent, FallReport, TableEvent, TurnEvent};
use rules_core::clause::Clause;
use rules_core::games::abalone::{Move, MoveParseError, Player};
use rules_core::games::kabuto::action::{Load, MoveUse};
use rules_core::games::kabuto::{Action, Match, MatchPhase};
use rules_core::games::sumoo::notation::NotatedAction;
use rules_core::games::sumoo::{Colour, Game as SumooGame};
use rules_core::match_game;
use rules_core::player::{Seat, Side};
use rules_core::referee::game::{GamePart, RefereedGame};
use rules_core::referee::kabuto::correction::Correction;
use rules_core::referee::sumoo::{ActionList, TurnAction};
use rules_core::referee::{AnyAction, AnyCorrection, AnyGame, abalone, sumoo};
use rules_core::sensing::observation::Cause;

/// Player who acts if the words name none.
#[derive(Debug, Clone, Copy)]
pub struct Mover {
    /// Seat of the player.
    pub seat: Seat,
    /// Side of the player.
    pub side: Side,
}

impl Mover {
    /// Returns the player to act in a match: the last in turn order while it opens, then
    /// the one whose turn it is.
    #[must_use]
    pub fn new(game: &Match) -> Self {
        let (terms, state) = (game.terms(), game.state());
        let seat = match state.phase {
            MatchPhase::Opening => terms.players.last(),
            _ => state.turn.seat,
        };
        Self {
            seat,
            side: terms.side_of(seat),
        }
    }
}

/// Reason why an event is not an action of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayError {
    /// Clause that forbids the action; `None` if the event is not an action at all.
    pub clause: Option<Clause>,
    /// Reason as a sentence for the player.
    pub message: String,
}

impl From<String> for PlayError {
    fn from(message: String) -> Self {
        Self {
            clause: None,
            message,
        }
    }
}

/// Reads a text as an action of the game that is played.
///
/// # Errors
/// [`PlayError`] if it is not understood, or the game has no such action.
pub fn parse_play(game: &AnyGame, text: &str) -> Result<AnyAction, PlayError> {
    play(game, &TableEvent::parse(text, EventDriver::Rules)?)
}

/// Converts an event to an action of the game that is played.
///
/// # Errors
/// [`PlayError`] if the game has no such action.
pub fn play(game: &AnyGame, event: &TableEvent) -> Result<AnyAction, PlayError> {
    match_game!(AnyGame, game, game => game.read(event).map(GamePart::into_any))
}

/// Returns the correction that gives the turn to this seat.
pub(super) fn turn_correction(game: &AnyGame, seat: Seat) -> AnyCorrection {
    fn correction<G: TableGame>(_: &G, seat: Seat) -> AnyCorrection {
        G::turn_correction(seat).into_any()
    }
    match_game!(AnyGame, game, game => correction(game, seat))
}

/// Match whose actions and corrections people state in words.
trait TableGame: RefereedGame {
    /// Reads an event as an action.
    ///
    /// # Errors
    /// [`PlayError`] if the game has no such action.
    fn read(&self, event: &TableEvent) -> Result<Self::Action, PlayError>;

    /// Returns the correction that gives the turn to this seat.
    fn turn_correction(seat: Seat) -> Self::Correction;
}

impl TableGame for Match {
    fn read(&self, event: &TableEvent) -> Result<Action, PlayError> {
        Ok(kabuto_action(event, Mover::new(self))?)
    }

    fn turn_correction(seat: Seat) -> Correction {
        Correction::Turn(seat)
    }
}

impl TableGame for abalone::Match {
    fn read(&self, event: &TableEvent) -> Result<Move, PlayError> {
        abalone_move(event)
    }

    fn turn_correction(seat: Seat) -> abalone::Correction {
        abalone::Correction::Turn(Player::ALL[seat.index()])
    }
}

impl TableGame for sumoo::Match {
    fn read(&self, event: &TableEvent) -> Result<TurnAction, PlayError> {
        Ok(sumoo_action(event, self.game())?)
    }

    fn turn_correction(seat: Seat) -> sumoo::Correction {
        sumoo::Correction::Turn(Colour::ALL[seat.index() % Colour::ALL.len()])
    }
}

/// Converts an event to an action of Kabuto Sumo; `mover` acts where no side is named.
///
/// # Errors
/// A sentence that says what makes no sense here.
pub fn kabuto_action(event: &TableEvent, mover: Mover) -> Result<Action, String> {
    match event {
        TableEvent::Dock {
            place,
            facing,
            sureness: Sureness::Sure,
        } => Ok(Action::Dock(*place, *facing)),
        TableEvent::Marker(marker) => marker_action(marker, mover),
        TableEvent::Push(push) => push_action(push),
        TableEvent::Fall(FallEvent {
            number: None,
            piece,
            or: None,
            edge: None,
            cause,
            report,
        }) if *report == FallReport::default() => {
            let piece = piece.piece()?;
            Ok(match cause {
                Cause::Push => Action::Fall(piece),
                Cause::Accident => Action::Accident(piece),
            })
        }
        TableEvent::Turn(TurnEvent::Settle) => Ok(Action::Settle),
        TableEvent::Turn(TurnEvent::End) => Ok(Action::EndTurn),
        TableEvent::Turn(TurnEvent::Submit) => Ok(Action::Submit),
        TableEvent::Turn(TurnEvent::Use(used)) => Ok(Action::Use(MoveUse {
            card_of: used.card_of.unwrap_or(mover.seat),
            nth: used.nth,
            choices: used.choices,
        })),
        _ => Err(not_an_action()),
    }
}

fn not_an_action() -> String {
    format!(
        "that is not an action of this game; {}",
        EventDriver::Rules.help()
    )
}

fn marker_action(marker: &MarkerEvent, mover: Mover) -> Result<Action, String> {
    let side = match marker.owner {
        None => mover.side,
        Some(MarkerName::Side(side)) => side,
        Some(MarkerName::Colour(colour)) => {
            return Err(format!("whose marker is {colour}? write by SIDE"));
        }
    };
    if marker.slot.is_some() || marker.sureness != Sureness::Sure {
        return Err("the rules know nothing of slots and sensors".to_owned());
    }
    Ok(match marker.change {
        MarkerChange::Set => Action::PlaceMarker(side, marker.post),
        MarkerChange::Take => Action::TakeMarker(side, marker.post),
    })
}

fn push_action(push: &PushEvent) -> Result<Action, String> {
    let is_sensed = push.or.is_some() || push.place.is_some() || push.motion.is_some();
    if is_sensed || push.sureness != Sureness::Sure || push.load.is_empty() {
        return Err("what is pushed? write push PIECE, with remarks after it".to_owned());
    }
    let mut load = Load::new();
    for name in &push.load {
        load.push(name.piece()?)
            .map_err(|_| "more pieces than fit on the platform".to_owned())?;
    }
    Ok(Action::Push(load, push.remarks))
}

/// Converts an event to a move of Abalone.
///
/// # Errors
/// [`PlayError`], with the clause if the notation itself says that it is forbidden.
pub fn abalone_move(event: &TableEvent) -> Result<Move, PlayError> {
    match event {
        TableEvent::Turn(TurnEvent::Pass) => Ok(Move::Pass),
        TableEvent::Notation(text) => text.parse().map_err(|error: MoveParseError| PlayError {
            clause: error.clause(),
            message: error.to_string(),
        }),
        _ => Err(not_an_action().into()),
    }
}

/// Converts an event to the actions of a SUMOO player in a turn: one to three with
/// slashes between them, with `White:` or `Black:` before them if it is not the player to
/// move.
///
/// # Errors
/// A sentence that says what was not understood.
pub fn sumoo_action(event: &TableEvent, game: &SumooGame) -> Result<TurnAction, String> {
    let text = match event {
        TableEvent::Turn(TurnEvent::End) => return Ok(TurnAction::EndTurn),
        TableEvent::Turn(TurnEvent::AgreeDraw) => return Ok(TurnAction::AgreeDraw),
        TableEvent::Notation(text) => text,
        _ => return Err(not_an_action()),
    };
    let (colour, text) = match text.split_once(':') {
        None => (game.to_move().unwrap_or(Colour::White), text.as_str()),
        Some((name, actions)) => {
            let colour = crate::sumoo::text::colour(name.trim());
            let colour = colour.ok_or("write White: or Black: before the action")?;
            (colour, actions)
        }
    };
    let mut game = *game;
    let mut all = Vec::new();
    for action in text.split('/') {
        let notated = NotatedAction::read(colour, action.trim())
            .map_err(|error| format!("{error}; or write `end turn` or `agree draw`"))?;
        let action = notated.in_position(game.position());
        // A refused action is refused when the whole is applied.
        let _ = game.apply(action);
        all.push(action);
    }
    Ok(TurnAction::Acts(all.into_iter().collect::<ActionList>()))
}
