//! Layout files: the discs on the ring when a match begins.

use super::diagnostics::{Diagnostics, Parsed};
use super::file::{COMMON, Head, read_head};
use super::toml_cursor::TomlTable;
use super::vocabulary::FileWord;
use rules_core::games::kabuto::edition::{Edition, OpeningRule};
use rules_core::games::kabuto::layout::Layout;
use rules_core::piece::{BySize, Size};
use rules_core::player::Players;
use toml::de::DeTable;

/// Contents of a layout file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutFile {
    /// Name of the layout, and a statement if it was compared with the box.
    pub head: Head,
    /// Edition whose discs the layout uses.
    pub edition: Edition,
    /// Number of players the layout is for.
    pub players: Players,
    /// Number of discs on the ring by size, and the disc in its centre.
    pub layout: Layout,
}

pub(super) fn read<'a>(root: &'a DeTable<'a>, diagnostics: &mut Diagnostics) -> Parsed<LayoutFile> {
    let mut table = TomlTable::new(root, 0, "a layout");
    let [kind, name, verified] = COMMON;
    let known = [
        kind, name, verified, "game", "players", "centre", "large", "medium", "small",
    ];
    table.only(&known, diagnostics);
    let head = read_head(&table, diagnostics);
    let edition = table
        .need("game", "write game = \"ss\" or \"ks\"", diagnostics)
        .and_then(|field| field.word(&Edition::all(), Edition::parse, diagnostics));
    let players = table
        .need("players", "write players = 2, 3 or 4", diagnostics)
        .and_then(|field| field.whole(2..=4, diagnostics))
        .map(|count| match count {
            2 => Players::Two,
            3 => Players::Three,
            _ => Players::Four,
        });
    let edition = edition?;
    let centre = read_centre(&table, edition, diagnostics);
    let mut pawns = BySize::default();
    let mut whole = Ok(());
    for size in Size::ALL.into_iter().rev() {
        match read_count(&table, edition, players.ok(), size, diagnostics) {
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

fn read_centre(table: &TomlTable, edition: Edition, diagnostics: &mut Diagnostics) -> Parsed<Size> {
    let wanted = edition.book().centre;
    let instead = format!("write centre = \"{wanted}\"");
    let field = table.need("centre", &instead, diagnostics)?;
    let size = field.word(&Size::all(), <Size as FileWord>::parse, diagnostics)?;
    if size == wanted {
        Ok(size)
    } else {
        let clause = match edition {
            Edition::SakuraSlam => "SS-S2",
            Edition::KabutoSumo => "KS-B1",
        };
        let wrong = format_args!("the pawn in the centre is {wanted} ({clause}), not {size}");
        Err(diagnostics.report(field.at, wrong, instead))
    }
}

fn read_count(
    table: &TomlTable,
    edition: Edition,
    players: Option<Players>,
    size: Size,
    diagnostics: &mut Diagnostics,
) -> Parsed<u8> {
    let (key, book) = (size.word(), edition.book());
    let range = match (book.opening, players) {
        (OpeningRule::Printed(pawns), Some(players)) => pawns[players][size]..=pawns[players][size],
        (OpeningRule::ByLayout, Some(players)) => {
            // The pawn in the centre is among those counted.
            let least = u8::from(size == book.centre);
            least..=most(edition, players)[size]
        }
        // The number of players could not be read: allow no more than the box has.
        (_, None) => 0..=book.pawns[size],
    };
    let (least, most) = (u32::from(*range.start()), u32::from(*range.end()));
    let instead = if least == most {
        format!("write {key} = {least}")
    } else {
        format!("write {key} = and a number from {least} to {most}")
    };
    let count = table
        .need(key, instead, diagnostics)?
        .whole(least..=most, diagnostics)?;
    Ok(u8::try_from(count).unwrap_or(u8::MAX))
}

/// Returns the number of discs left for the ring after every side has its inventory.
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
