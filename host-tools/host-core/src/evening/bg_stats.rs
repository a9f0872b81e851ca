//! Links for the play diary BG Stats: a phone that opens one notes the match. The form is
//! that of the app's documentation for links from other programs; nothing is sent anywhere.

use super::Evening;
use super::results::ResultRow;
use crate::game::GameArg;
use serde_json::json;

/// Address that the app opens.
const ADDRESS: &str = "https://app.bgstatsapp.com/createPlay.html?data=";

/// Returns the link of a match of an evening; `None` for a row without a match.
#[must_use]
pub fn link(evening: &Evening, row: &ResultRow) -> Option<String> {
    let played = row.played.as_ref()?;
    let played_match = evening.match_of(&played.id)?;
    let result = played_match.result.as_ref()?;
    let word = played_match.game.as_str();
    let mut entries = GameArg::ALL.into_iter().map(GameArg::entry);
    let game = entries.find(|entry| entry.word == word);
    let players = (1_u8..).zip(&row.seats).map(|(seat, name)| {
        let rank = row.places.iter().position(|group| group.contains(&seat));
        let rank = rank.map_or(0, |rank| rank + 1);
        json!({
            "sourcePlayerId": name,
            "name": name,
            "winner": row.winners().contains(&name.as_str()),
            "rank": rank,
            "startPlayer": seat == 1,
        })
    });
    let time = result.time.get(..19).unwrap_or_default().replace('T', " ");
    let id = &played.id;
    let play = json!({
        "sourceName": "Dohyo",
        "sourcePlayId": format!("{}-{}-{}", id.ring, id.journal, id.first),
        "playDate": time,
        "durationMin": result.seconds.div_ceil(60),
        "location": evening.plan().name,
        "board": row.table,
        "game": {
            "name": game.map_or(word, |entry| entry.name),
            "sourceGameId": word,
            "noPoints": true,
        },
        "players": players.collect::<Vec<_>>(),
    });
    Some(format!("{ADDRESS}{}", encoded(&play.to_string())))
}

/// Returns text as part of an address.
fn encoded(text: &str) -> String {
    let mut address = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                address.push(char::from(byte));
            }
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}
