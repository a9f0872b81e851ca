//! Reads what a table script writes: observations, commands and answers.

use crate::referee_grid as grid;
use host_tools::kabuto::words::{self, Mover};
use rules_core::board::Micrometres;
use rules_core::board::curtain::Plane;
use rules_core::games::abalone::Player;
use rules_core::games::sumoo::Colour as SumooColour;
use rules_core::piece::{Element, Piece, Size, Slot, Token};
use rules_core::place::{Edge, Facing, Place, Post};
use rules_core::player::{Colour, Seat, Side};
use rules_core::referee::kabuto::correction::Correction;
use rules_core::referee::kabuto::markers::magnet_of;
use rules_core::referee::{By, Choice, Command, Game, Overrule, Play, Referee, abalone, sumoo};
use rules_core::sensing::body::{Body, ByBody};
use rules_core::sensing::certainty::{Certainty, Costs, Identity};
use rules_core::sensing::magnet::Polarity;
use rules_core::sensing::observation::{
    Cause, Count, Fall, FallId, Loaded, NoFall, Passing, Pushed, Spot, What,
};
use rules_core::sensing::sensor::{Sensor, Trouble};
use rules_core::time::{Instant, Span};

/// One line of a script that happens.
#[derive(Debug, Clone)]
pub enum Doing {
    /// Something is seen.
    See(What),
    /// Several things are seen at once.
    Sees(Vec<What>),
    /// Somebody says something.
    Say(Command),
    /// Only time passes.
    Wait,
    /// The power is cut and comes back.
    Cut,
}

/// What each observation is, for those who wrote something else.
const HELP: &str = "write one of: docked PLACE [long] [unsure] | lifted | marker POST COLOUR [unsure] | \
second marker POST COLOUR [unsure] | unmarked POST COLOUR [unsure] | loaded PLACE | unloaded | push starts PLACE | pushed PLACE BODY [or BODY] [fast] [unsure] | \
falling N EDGE | fell N BODY [or BODY] [EDGE] [by accident] [cause unsure] [one plane] [perhaps two] [unsound] [plus | minus] [onset MS] | \
no fall N WHY | hand EDGE | hand gone EDGE | leaning EDGE | cleared EDGE | bump | blind EDGE | sighted EDGE | \
trouble | mended | \
at a grid board: cell CELL PIECE [unsure] | mask CELL | lift CELL... | slide CELL CELL; always: say ACTION | answer ANSWER | undo | redo | table is right | referee is right | overrule turn SEAT | abort | wait | cut";

/// Reads what happens at `at`.
///
/// # Errors
/// A sentence that says what was not understood.
pub fn doing(text: &str, at: Instant, referee: &Referee) -> Result<Doing, String> {
    let all: Vec<&str> = text.split_whitespace().collect();
    let see = |what| Ok(Doing::See(what));
    let say = |command| Ok(Doing::Say(command));
    if let Some(game) = referee.session().game()
        && !matches!(game, Game::Kabuto(_))
        && let Some(doing) = at_grid(game, &all, referee)?
    {
        return Ok(doing);
    }
    match all.as_slice() {
        ["docked", rest @ ..] => {
            let (place, rest) = place(rest)?;
            see(What::Docked {
                place,
                facing: if rest.contains(&"long") {
                    Facing::Long
                } else {
                    Facing::Short
                },
                certainty: certainty(rest),
            })
        }
        ["lifted"] => see(What::Lifted),
        ["marker", post, colour, rest @ ..] => {
            let colour = self::colour(colour)?;
            see(What::Marker {
                post: self::post(post)?,
                slot: colour.index() as u8,
                marker: Some(magnet_of(colour)),
                certainty: certainty(rest),
            })
        }
        ["second", "marker", post, colour, rest @ ..] => {
            let colour = self::colour(colour)?;
            see(What::Marker {
                post: self::post(post)?,
                slot: (colour.index() as u8 + 1) % 4,
                marker: Some(magnet_of(colour)),
                certainty: certainty(rest),
            })
        }
        ["unmarked", post, colour, rest @ ..] => see(What::Marker {
            post: self::post(post)?,
            slot: self::colour(colour)?.index() as u8,
            marker: None,
            certainty: certainty(rest),
        }),
        ["loaded", rest @ ..] => see(What::Loaded(Loaded {
            place: place(rest)?.0,
            magnet: None,
            certainty: Certainty::FULL,
        })),
        ["unloaded"] => see(What::Unloaded),
        ["push", "starts", rest @ ..] => see(What::PushStarted(place(rest)?.0)),
        ["pushed", rest @ ..] => {
            let (place, rest) = place(rest)?;
            let (costs, body, certainty) = bodies(rest)?;
            see(What::Pushed(Pushed {
                place,
                began: at,
                speed: if rest.contains(&"fast") { 2_000 } else { 100 },
                costs,
                body,
                certainty,
            }))
        }
        ["falling", n, edge] => see(What::Falling(id(n)?, spot(edge)?)),
        ["fell", n, rest @ ..] => see(What::Fell(fall(id(n)?, rest, at)?)),
        ["no", "fall", n, why @ ..] => {
            let why = NoFall::parse(&why.join(" ")).ok_or("that is no reason for no fall")?;
            see(What::NoFall(id(n)?, why))
        }
        ["hand", "gone", edge] => see(What::HandGone(self::edge(edge)?)),
        ["hand", edge] => see(What::Hand(spot(edge)?)),
        ["leaning", edge] => see(What::Leaning(spot(edge)?)),
        ["cleared", edge] => see(What::Cleared(self::edge(edge)?)),
        ["bump"] => see(What::Bump),
        ["blind", edge] => see(What::Blind(self::edge(edge)?)),
        ["sighted", edge] => see(What::Sighted(self::edge(edge)?)),
        ["trouble"] => see(What::Trouble(beam(), Trouble::Flaky)),
        ["mended"] => see(What::Mended(beam(), Trouble::Flaky)),
        ["say", ..] => say(Command::Declare(
            Play::Kabuto(words::action(
                text.trim_start_matches("say "),
                mover(referee)?,
            )?),
            By::Table,
        )),
        ["answer", rest @ ..] => {
            let number = referee.session().question().map_or(0, |it| it.number);
            say(Command::Answer(number, choice(rest)?))
        }
        ["undo"] => say(Command::Undo),
        ["redo"] => say(Command::Redo),
        ["table", "is", "right"] => say(Command::TableIsRight),
        ["referee", "is", "right"] => say(Command::RefereeIsRight),
        ["overrule", "turn", seat] => {
            let seat = Seat::parse(seat).ok_or("that is no seat")?;
            say(Command::Overrule(Overrule::Kabuto(Correction::Turn(seat))))
        }
        ["abort"] => say(Command::Abort),
        ["wait"] => Ok(Doing::Wait),
        ["cut"] => Ok(Doing::Cut),
        _ => Err(format!("\"{text}\" is not understood; {HELP}")),
    }
}

/// What happens at a grid board only.
fn at_grid(game: &Game, all: &[&str], referee: &Referee) -> Result<Option<Doing>, String> {
    let number = |word: &str| grid::number(game, word);
    let known = |number: u8| referee.table().board().known(number).flatten();
    Ok(Some(match all {
        ["cell", at, rest @ ..] => Doing::See(What::Cell {
            cell: number(at)?,
            piece: grid::piece(game, rest)?,
            certainty: certainty(rest),
        }),
        ["mask", at] => Doing::See(What::Cell {
            cell: number(at)?,
            piece: known(number(at)?),
            certainty: Certainty::NONE,
        }),
        ["lift", cells @ ..] => {
            let lifted = cells.iter().map(|it| Ok(grid::cell(number(it)?, None)));
            Doing::Sees(lifted.collect::<Result<_, String>>()?)
        }
        ["slide", from, to] => Doing::Sees(vec![
            grid::cell(number(from)?, None),
            grid::cell(number(to)?, known(number(from)?)),
        ]),
        ["say", rest @ ..] => {
            let play = grid::play(game, &rest.join(" "))?;
            Doing::Say(Command::Declare(play, By::Table))
        }
        ["answer", rest @ ..] => {
            let number = referee.session().question().map_or(0, |it| it.number);
            let choice = choice(rest).or_else(|_| match grid::play(game, &rest.join(" "))? {
                Play::Abalone(action) => Ok(Choice::Abalone(action)),
                Play::Sumoo(deed) => Ok(Choice::Sumoo(deed)),
                Play::Kabuto(_) => Err("another game is played".to_owned()),
            })?;
            Doing::Say(Command::Answer(number, choice))
        }
        ["overrule", "turn", seat] => {
            let seat = Seat::parse(seat).ok_or("that is no seat")?;
            Doing::Say(Command::Overrule(match game {
                Game::Kabuto(_) => return Ok(None),
                Game::Abalone(_) => {
                    Overrule::Abalone(abalone::Correction::Turn(Player::ALL[seat.index()]))
                }
                Game::Sumoo(_) => {
                    Overrule::Sumoo(sumoo::Correction::Turn(SumooColour::ALL[seat.index() % 2]))
                }
            }))
        }
        _ => return Ok(None),
    }))
}

fn beam() -> Sensor {
    Sensor::Beam(Edge::North, Plane::Upper, 3)
}

fn mover(referee: &Referee) -> Result<Mover, String> {
    let Some(Game::Kabuto(game)) = referee.session().game() else {
        return Err("no match is running".into());
    };
    Ok(Mover::of(game))
}

fn choice(rest: &[&str]) -> Result<Choice, String> {
    Ok(match rest {
        ["as", "seen"] => Choice::AsSeen,
        ["the", "group"] => Choice::Group,
        ["by", "push"] => Choice::ByPush,
        ["by", "accident"] => Choice::ByAccident,
        ["marker", "of", "side", side] => {
            Choice::Marker(Side::parse(side).ok_or("that is no side")?)
        }
        ["one"] => Choice::One,
        ["two"] => Choice::Two,
        ["other"] => Choice::Other,
        ["nothing"] => Choice::Nothing,
        ["table", "is", "right"] => Choice::TableIsRight,
        ["referee", "is", "right"] => Choice::RefereeIsRight,
        ["abort"] => Choice::Abort,
        piece => Choice::Piece(self::piece(piece)?),
    })
}

/// Reads `small`, `sumo 1`, `token 1a` or `belt`.
///
/// # Errors
/// What is not understood.
pub fn piece(words: &[&str]) -> Result<Piece, String> {
    Ok(match words {
        ["sumo", seat] => Piece::Sumo(Seat::parse(seat).ok_or("that is no seat")?),
        ["belt"] => Piece::Belt,
        ["token", it] => {
            let (owner, slot) = it.split_at_checked(1).ok_or("that is no token")?;
            Piece::Element(Element::Token(Token {
                owner: Seat::parse(owner).ok_or("that is no seat")?,
                slot: Slot::parse(slot).ok_or("that is no slot")?,
            }))
        }
        [size] => Piece::pawn(Size::parse(size).ok_or_else(|| format!("{size} is no piece"))?),
        _ => return Err(format!("\"{}\" is no piece", words.join(" "))),
    })
}

fn fall(id: FallId, rest: &[&str], at: Instant) -> Result<Fall, String> {
    let (costs, body, certainty) = bodies(rest)?;
    let has = |word: &str| rest.join(" ").contains(word);
    let edge = rest.iter().find_map(|word| Edge::parse(word));
    let polarity = match (has("plus"), has("minus")) {
        (true, _) => Some(Polarity::Plus),
        (_, true) => Some(Polarity::Minus),
        _ => None,
    };
    let onset = rest.iter().position(|it| *it == "onset");
    let onset = match onset.and_then(|n| rest.get(n + 1)) {
        Some(ms) => Instant(ms.parse::<u64>().map_err(|_| "onset is in ms")? * 1_000),
        None => at,
    };
    Ok(Fall {
        id,
        onset,
        spot: Spot {
            edge: edge.unwrap_or(Edge::North),
            along: Micrometres::mm(100),
        },
        width: Micrometres::mm(30),
        drop: (!has("one plane")).then(|| Span::millis(30)),
        dark: Span::millis(60),
        count: match has("perhaps two") {
            true => Count::PerhapsTwo,
            false => Count::One,
        },
        magnet: polarity.map(|polarity| Passing {
            peak: 200,
            polarity,
            certainty: Certainty::FULL,
        }),
        costs,
        identity: Identity {
            body,
            certainty,
            candidates: Body::ALL.into_iter().filter(|&it| costs[it] < 96).collect(),
        },
        cause: if has("by accident") {
            Cause::Accident
        } else {
            Cause::Push
        },
        cause_certainty: if has("cause unsure") {
            Certainty::NONE
        } else {
            Certainty::FULL
        },
        sound: !has("unsound"),
    })
}

/// `small`, or `small or medium` if that cannot be told: the first explains it
/// best, the second almost as well, the rest not at all.
fn bodies(rest: &[&str]) -> Result<(Costs, Body, Certainty), String> {
    let first = rest.first().and_then(|word| Body::parse(word));
    let first = first.ok_or_else(|| format!("\"{}\" begins with no body", rest.join(" ")))?;
    let mut costs = ByBody([200_u8; 6]);
    costs[first] = 0;
    let second = match rest.get(1..3) {
        Some(["or", second]) => Body::parse(second),
        _ => None,
    };
    if let Some(second) = second {
        costs[second] = 10;
    }
    let unsure = second.is_some() || (rest.contains(&"unsure") && !rest.contains(&"cause"));
    let certainty = if unsure {
        Certainty(10)
    } else {
        Certainty(200)
    };
    Ok((costs, first, certainty))
}

fn certainty(rest: &[&str]) -> Certainty {
    if rest.contains(&"unsure") {
        Certainty(10)
    } else {
        Certainty(200)
    }
}

fn place<'a, 'b>(rest: &'a [&'b str]) -> Result<(Place, &'a [&'b str]), String> {
    match rest {
        [edge, mm, rest @ ..] if Edge::parse(edge).is_some() => {
            let at_mm = mm.parse().map_err(|_| format!("\"{mm}\" is no length"))?;
            let edge = self::edge(edge)?;
            Ok((Place::Along { edge, at_mm }, rest))
        }
        [post, rest @ ..] => Ok((Place::Corner(self::post(post)?), rest)),
        [] => Err("a place is missing: a post, or an edge and millimetres".into()),
    }
}

/// Reads `1`.
///
/// # Errors
/// What is not understood.
pub fn post(word: &str) -> Result<Post, String> {
    Post::parse(word).ok_or_else(|| format!("\"{word}\" is no post"))
}

/// Reads `north`.
///
/// # Errors
/// What is not understood.
pub fn edge(word: &str) -> Result<Edge, String> {
    Edge::parse(word).ok_or_else(|| format!("\"{word}\" is no edge"))
}

/// Reads `red`.
///
/// # Errors
/// What is not understood.
pub fn colour(word: &str) -> Result<Colour, String> {
    Colour::parse(word).ok_or_else(|| format!("\"{word}\" is no colour"))
}

fn spot(word: &str) -> Result<Spot, String> {
    Ok(Spot {
        edge: edge(word)?,
        along: Micrometres::mm(100),
    })
}

fn id(word: &str) -> Result<FallId, String> {
    let number = word
        .parse()
        .map_err(|_| format!("\"{word}\" is no number"))?;
    Ok(FallId(number))
}
