//! A layout file: the discs on the ring when a match begins.

use super::file::{COMMON, Head, read_head};
use super::mistake::{Notes, Read};
use super::walk::Table;
use super::words::Word;
use rules_core::games::kabuto::edition::{Edition, Opening};
use rules_core::games::kabuto::layout::Layout;
use rules_core::piece::{BySize, Size};
use rules_core::player::Players;
use toml::de::DeTable;

/// A layout and what its file says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutFile {
    /// Name, and whether it was compared with the box.
    pub head: Head,
    /// For which box.
    pub edition: Edition,
    /// For how many players.
    pub players: Players,
    /// The discs.
    pub layout: Layout,
}

pub(super) fn read<'a>(root: &'a DeTable<'a>, notes: &mut Notes) -> Read<LayoutFile> {
    let mut table = Table::new(root, 0, "a layout");
    let [kind, name, verified] = COMMON;
    let known = [
        kind, name, verified, "game", "players", "centre", "large", "medium", "small",
    ];
    table.only(&known, notes);
    let head = read_head(&table, notes);
    let edition = table
        .need("game", "write game = \"ss\" or \"ks\"", notes)
        .and_then(|it| it.word(&Edition::all(), Edition::parse, notes));
    let players = table
        .need("players", "write players = 2, 3 or 4", notes)
        .and_then(|it| it.whole(2..=4, notes))
        .map(|count| match count {
            2 => Players::Two,
            3 => Players::Three,
            _ => Players::Four,
        });
    let edition = edition?;
    let centre = read_centre(&table, edition, notes);
    let mut pawns = BySize::default();
    let mut whole = Ok(());
    for size in Size::ALL.into_iter().rev() {
        match read_count(&table, edition, players.ok(), size, notes) {
            Ok(count) => pawns[size] = count,
            Err(broken) => whole = Err(broken),
        }
    }
    whole?;
    Ok(LayoutFile {
        head: head?,
        edition,
        players: players?,
        layout: Layout {
            centre: centre?,
            pawns,
        },
    })
}

fn read_centre(table: &Table, edition: Edition, notes: &mut Notes) -> Read<Size> {
    let wanted = edition.book().centre;
    let instead = format!("write centre = \"{wanted}\"");
    let field = table.need("centre", &instead, notes)?;
    let size = field.word(&Size::all(), <Size as Word>::parse, notes)?;
    if size == wanted {
        Ok(size)
    } else {
        let clause = match edition {
            Edition::SakuraSlam => "SS-S2",
            Edition::KabutoSumo => "KS-B1",
        };
        let wrong = format_args!("the pawn in the centre is {wanted} ({clause}), not {size}");
        Err(notes.say(field.at, wrong, instead))
    }
}

fn read_count(
    table: &Table,
    edition: Edition,
    players: Option<Players>,
    size: Size,
    notes: &mut Notes,
) -> Read<u8> {
    let (key, book) = (size.word(), edition.book());
    let range = match (book.opening, players) {
        (Opening::Printed(pawns), Some(players)) => pawns[players][size]..=pawns[players][size],
        (Opening::ByLayout, Some(players)) => {
            // The pawn in the centre is among those counted.
            let least = u8::from(size == book.centre);
            least..=most(edition, players)[size]
        }
        // For nobody knows how many: no more than the box has.
        (_, None) => 0..=book.pawns[size],
    };
    let (least, most) = (u32::from(*range.start()), u32::from(*range.end()));
    let instead = if least == most {
        format!("write {key} = {least}")
    } else {
        format!("write {key} = and a number from {least} to {most}")
    };
    let count = table
        .need(key, instead, notes)?
        .whole(least..=most, notes)?;
    Ok(u8::try_from(count).unwrap_or(u8::MAX))
}

/// Discs that are left for the ring once every side has its inventory.
pub(super) fn most(edition: Edition, players: Players) -> BySize<u8> {
    let book = edition.book();
    BySize::from_fn(|size| {
        let in_hand = players
            .sides()
            .filter_map(|side| players.seats_of(side).next())
            .map(|seat| book.inventory(players, seat)[size]);
        book.pawns[size].saturating_sub(in_hand.sum())
    })
}
