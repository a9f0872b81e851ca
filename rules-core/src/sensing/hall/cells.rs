//! The cells of a grid board over time: a reading that has changed and is still
//! again is judged, the rest is left alone.

use super::likelihood::{is_news, variance};
use super::lines::Lines;
use super::wiring::Wiring;
use crate::board::Name;
use crate::board::grid::HEX_CELLS;
use crate::sensing::calibration::Calibration;
#[cfg(feature = "ring")]
use crate::sensing::carry::Carrier;
use crate::sensing::certainty::Certainty;
use crate::sensing::grid::{Layout, Scale};
use crate::sensing::magnet::Magnet;
use crate::sensing::observation::What;

/// What was last said about a cell.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Said {
    piece: Option<Magnet>,
    certainty: Certainty,
    ever: bool,
}

/// The watch over the cells.
#[derive(Debug, Clone)]
pub(super) struct Cells {
    layout: Option<Layout>,
    scale: Scale,
    said: [Said; HEX_CELLS],
}

impl Cells {
    /// Hands over what is not known from the board and its calibration.
    #[cfg(feature = "ring")]
    pub(super) fn carry(&mut self, carrier: &mut impl Carrier) {
        for said in &mut self.said {
            carrier.carry(said);
        }
    }

    pub(super) fn new(board: Name, calibration: &Calibration) -> Self {
        Self {
            layout: Layout::of(board),
            scale: Scale::new(calibration),
            said: [Said::default(); HEX_CELLS],
        }
    }

    pub(super) fn thresholds(&self) -> [i32; 3] {
        self.scale.thresholds()
    }

    /// Whether a piece lies on a cell or beside it: then its rest stays.
    pub(super) fn is_occupied(&self, cell: u8) -> bool {
        let there = |cell: u8| {
            let said = self.said.get(usize::from(cell));
            said.is_some_and(|said| said.piece.is_some())
        };
        let mut beside = self.layout.into_iter().flat_map(|it| it.neighbours(cell));
        there(cell) || beside.any(there)
    }

    /// Looks at a cell.
    pub(super) fn look(
        &mut self,
        lines: &mut Lines,
        wiring: &Wiring,
        (cell, channel): (u8, u8),
        crosstalk: u16,
        say: &mut impl FnMut(What),
    ) {
        if lines.wants_decision(channel, lines.away(channel)) {
            self.judge(lines, wiring, (cell, channel), crosstalk, say);
        }
    }

    /// A cell's sensor has failed: what was said about it no longer holds.
    pub(super) fn fail(&mut self, cell: u8, say: &mut impl FnMut(What)) {
        if let Some(said) = self.said.get_mut(usize::from(cell))
            && !(said.ever && said.certainty == Certainty::NONE)
        {
            said.certainty = Certainty::NONE;
            said.ever = true;
            say(statement(cell, *said));
        }
    }

    /// Judges a cell.
    pub(super) fn judge(
        &mut self,
        lines: &mut Lines,
        wiring: &Wiring,
        (cell, channel): (u8, u8),
        crosstalk: u16,
        say: &mut impl FnMut(What),
    ) {
        if lines.sound(Some(channel)).is_none() {
            return;
        }
        let reading = i32::from(lines.decide_now(channel));
        let (mut beside, mut unread) = (0, 0);
        for neighbour in self.layout.into_iter().flat_map(|it| it.neighbours(cell)) {
            let there = wiring.cells.get(usize::from(neighbour)).copied().flatten();
            match lines.sound(there) {
                Some(away) => beside += i32::from(away),
                None => unread += 1,
            }
        }
        let own = self.scale.without_leak(reading, beside);
        let unread = unread * self.scale.most_leak();
        let doubt = u64::from(unread.unsigned_abs());
        let variance = variance(lines.sigma(channel), crosstalk) + doubt * doubt;
        let (piece, certainty) = self.scale.class(own, variance);
        let Some(said) = self.said.get_mut(usize::from(cell)) else {
            return;
        };
        let news = if said.ever {
            piece != said.piece || is_news(said.certainty, certainty)
        } else {
            piece.is_some() || !certainty.is_high()
        };
        if news {
            *said = Said {
                piece,
                certainty,
                ever: true,
            };
            say(statement(cell, *said));
        }
    }
}

fn statement(cell: u8, said: Said) -> What {
    What::Cell {
        cell,
        piece: said.piece,
        certainty: said.certainty,
    }
}
