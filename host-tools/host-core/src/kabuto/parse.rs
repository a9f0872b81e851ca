//! Parsers of pieces, heaps and posts of Kabuto Sumo as people write them.
//!
//! The words are those that the core prints, so that printed text can be typed back.

use rules_core::piece::{Element, Piece, Size, Stock, Token, TokenSlot};
use rules_core::place::{Post, Posts};
use rules_core::player::{Seat, Side};

/// Reads a heap such as `1 medium, 2 small`, or `nothing`.
///
/// # Errors
/// A sentence that says what was not understood.
pub fn stock(text: &str) -> Result<Stock, String> {
    let mut heap = Stock::default();
    if text.trim() == "nothing" {
        return Ok(heap);
    }
    for part in text.split(',') {
        let words: Vec<&str> = part.split_whitespace().collect();
        let [count, name @ ..] = words.as_slice() else {
            return Err(format!(
                "\"{text}\" is not a heap of elements; write e.g. \"1 medium, 2 small\""
            ));
        };
        let count = number(count)?;
        let Piece::Element(element) = piece(name)? else {
            return Err(format!("\"{}\" is not an element", name.join(" ")));
        };
        if !heap.add(element, count) {
            return Err(format!("too many: \"{part}\""));
        }
    }
    Ok(heap)
}

/// Reads posts such as `1 3`, or `none`.
///
/// # Errors
/// A sentence that says what was not understood.
pub fn posts(text: &str) -> Result<Posts, String> {
    if text.trim() == "none" {
        return Ok(Posts::EMPTY);
    }
    text.split_whitespace().map(post).collect()
}

/// Reads a piece: `small`, `token 1a`, `sumo 1` or `belt`.
///
/// # Errors
/// A sentence that says what to write.
pub fn piece(words: &[&str]) -> Result<Piece, String> {
    let token = |name: &str| {
        let mut letters = name.chars().map(String::from);
        let owner = Seat::parse(&letters.next()?)?;
        let slot = TokenSlot::parse(&letters.next()?)?;
        letters.next().is_none().then_some(Token { owner, slot })
    };
    let found = match words {
        ["belt"] => Some(Piece::Belt),
        ["sumo", seat] => Seat::parse(seat).map(Piece::Sumo),
        ["token", name] => token(name).map(|token| Piece::Element(Element::Token(token))),
        [size] => Size::parse(size).map(Piece::pawn),
        _ => None,
    };
    found.ok_or_else(|| {
        format!(
            "\"{}\" is not a piece; write small, medium, large, token 1a, sumo 1 or belt",
            words.join(" ")
        )
    })
}

/// Reads the number of a post.
///
/// # Errors
/// A sentence that says what to write.
pub fn post(word: &str) -> Result<Post, String> {
    Post::parse(word).ok_or_else(|| format!("\"{word}\" is not a post; write 1, 2, 3 or 4"))
}

/// Reads the number of a player.
///
/// # Errors
/// A sentence that says what to write.
pub fn seat(word: &str) -> Result<Seat, String> {
    Seat::parse(word).ok_or_else(|| format!("\"{word}\" is not a player; write 1, 2, 3 or 4"))
}

/// Reads the number of a side.
///
/// # Errors
/// A sentence that says what to write.
pub fn side(word: &str) -> Result<Side, String> {
    Side::parse(word).ok_or_else(|| format!("\"{word}\" is not a side; write 1, 2 or 3"))
}

fn number(word: &str) -> Result<u8, String> {
    word.parse()
        .map_err(|_| format!("\"{word}\" is not a number"))
}
