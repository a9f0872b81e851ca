//! Grid boards in tests: what sensors see of their cells, and how scripts write
//! cells, pieces and plays.

use rules_core::games::abalone::{Cell as Point, Move, NotAMove, Player};
use rules_core::games::sumoo::notation::Written;
use rules_core::games::sumoo::{Cell, Colour, Game as Sumoo, Post, Token};
use rules_core::lights::Cells;
use rules_core::referee::sumoo::{Acts, Deed};
use rules_core::referee::{Game, Play, Referee, abalone, sumoo};
use rules_core::sensing::certainty::Certainty;
use rules_core::sensing::magnet::Magnet;
use rules_core::sensing::observation::What;

/// What a cell holds, for sure.
#[must_use]
pub const fn cell(number: u8, piece: Option<Magnet>) -> What {
    What::Cell {
        cell: number,
        piece,
        certainty: Certainty(200),
    }
}

/// The magnet on every cell, as the game has it.
#[must_use]
pub fn magnets(game: &Game) -> Vec<Option<Magnet>> {
    match game {
        Game::Kabuto(_) => Vec::new(),
        Game::Abalone(game) => Point::all()
            .map(|point| game.position().board().at(point))
            .map(|owner| owner.map(abalone::magnet_of))
            .collect(),
        Game::Sumoo(game) => Cell::all()
            .map(|cell| game.game().position().at(cell).map(sumoo::magnet_of))
            .collect(),
    }
}

/// What sensors say of a board when they wake up: the cells with pieces.
#[must_use]
pub fn waking(game: &Game) -> Vec<What> {
    let all = (0..).zip(magnets(game));
    all.filter(|(_, piece)| piece.is_some())
        .map(|(number, piece)| cell(number, piece))
        .collect()
}

/// The game on the board.
///
/// # Errors
/// That there is none.
pub fn game(referee: &Referee) -> Result<&Game, String> {
    referee.session().game().ok_or("no match is running".into())
}

/// Reads a cell: `e5`, or `2,3` for column and row.
///
/// # Errors
/// That it is none.
pub fn number(game: &Game, word: &str) -> Result<u8, String> {
    match game {
        Game::Kabuto(_) => None,
        Game::Abalone(_) => word.parse().ok().map(abalone::number_of),
        Game::Sumoo(_) => word
            .split_once(',')
            .and_then(|(column, row)| Cell::at(column.parse().ok()?, row.parse().ok()?))
            .map(u8::from),
    }
    .ok_or_else(|| format!("\"{word}\" is no cell of this board"))
}

/// Writes a set of cells.
#[must_use]
pub fn names(game: &Game, cells: Cells) -> String {
    let name = |number: u8| match game {
        Game::Sumoo(_) => {
            let cell = Cell::from_index(number.into());
            cell.map(|it| format!("{},{}", it.column(), it.row()))
        }
        _ => abalone::cell_of(number).map(|it| it.to_string()),
    };
    let names: Vec<String> = cells.iter().filter_map(name).collect();
    match names.is_empty() {
        true => "none".into(),
        false => names.join(" "),
    }
}

/// Reads a piece: `white`, or `white 3` in SUMOO; `empty` is none.
///
/// # Errors
/// That it is none.
pub fn piece(game: &Game, words: &[&str]) -> Result<Option<Magnet>, String> {
    let unknown = || format!("\"{}\" is no piece of this game", words.join(" "));
    match (game, words) {
        (_, ["empty", ..]) => Ok(None),
        (Game::Abalone(_), [colour, ..]) => {
            let mut players = Player::ALL.into_iter();
            let player = players.find(|it| it.name() == *colour);
            Ok(Some(abalone::magnet_of(player.ok_or_else(unknown)?)))
        }
        (Game::Sumoo(_), [colour, force, ..]) => {
            let mut colours = Colour::ALL.into_iter();
            let colour = colours.find(|it| it.to_string().to_lowercase() == *colour);
            let post = match *force {
                "1" => Post::OneWest,
                "2" => Post::TwoWest,
                "3" => Post::Three,
                _ => return Err(unknown()),
            };
            let token: Token = colour.ok_or_else(unknown)?.token(post);
            Ok(Some(sumoo::magnet_of(token)))
        }
        _ => Err(unknown()),
    }
}

/// Reads what somebody says or answers: a move in the notation of the game,
/// actions with slashes between them, `end turn`, `agree draw`.
///
/// # Errors
/// What was not understood.
pub fn play(game: &Game, text: &str) -> Result<Play, String> {
    match game {
        Game::Kabuto(_) => Err("this is no grid game".into()),
        Game::Abalone(_) => {
            let action: Result<Move, NotAMove> = text.parse();
            action.map(Play::Abalone).map_err(|why| why.to_string())
        }
        Game::Sumoo(game) => {
            let colour = game.game().to_move().unwrap_or(Colour::White);
            deed(game.game(), colour, text).map(Play::Sumoo)
        }
    }
}

/// Reads actions of this colour.
///
/// # Errors
/// What was not understood.
pub fn deed(game: &Sumoo, colour: Colour, text: &str) -> Result<Deed, String> {
    match text {
        "end turn" => return Ok(Deed::EndTurn),
        "agree draw" => return Ok(Deed::AgreeDraw),
        _ => {}
    }
    let mut game = *game;
    let mut all = Vec::new();
    for action in text.split('/') {
        let written = Written::read(colour, action).map_err(|why| why.to_string())?;
        let action = written.in_position(game.position());
        // One that is refused is refused when it is said.
        let _ = game.apply(action);
        all.push(action);
    }
    let acts: Acts = all.into_iter().collect();
    Ok(Deed::Acts(acts))
}
