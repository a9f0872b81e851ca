//! Hash of a match state that is identical on every machine.
//!
//! FNV-1a over a byte encoding written out by hand: the bytes that `derive(Hash)` feeds
//! depend on the machine's word size, and this hash must not.

use super::state::{
    AllowedLoads, Belt, MarkerDuty, MatchPhase, Outcome, OwnFall, Platform, PushDuty, SlamDuty,
    State, WinReason,
};
use crate::hash::{FNV1A, fnv1a};
use crate::piece::{Element, Piece, Stock};
use crate::place::{Edge, Place};

/// Accumulator of a 64-bit FNV-1a hash.
#[derive(Debug, Clone, Copy)]
struct Fingerprint(u64);

impl Fingerprint {
    fn bytes(&mut self, bytes: &[u8]) {
        self.0 = fnv1a(self.0, bytes.iter().copied());
    }

    fn stock(&mut self, stock: &Stock) {
        self.bytes(&stock.pawns.0);
        for tokens in &stock.tokens.0 {
            self.bytes(&tokens.0);
        }
    }

    fn piece(&mut self, piece: Piece) {
        match piece {
            Piece::Element(Element::Pawn(size)) => self.bytes(&[0, size.index() as u8]),
            Piece::Element(Element::Token(token)) => {
                self.bytes(&[1, token.owner.index() as u8, token.slot.index() as u8]);
            }
            Piece::Sumo(seat) => self.bytes(&[2, seat.index() as u8]),
            Piece::Belt => self.bytes(&[3]),
        }
    }

    fn place(&mut self, place: Place) {
        match place {
            Place::Corner(post) => self.bytes(&[0, post.index() as u8]),
            Place::Along { edge, at_mm } => {
                self.bytes(&[1, Edge::index(edge) as u8]);
                self.bytes(&at_mm.to_le_bytes());
            }
        }
    }

    fn platform(&mut self, platform: Platform) {
        match platform {
            Platform::Away => self.bytes(&[0]),
            Platform::Down(place, duty) => {
                let duty = match duty {
                    MarkerDuty::NotDue => 1,
                    MarkerDuty::Owed => 2,
                    MarkerDuty::Placed => 3,
                };
                self.bytes(&[duty]);
                self.place(place);
            }
        }
    }

    fn forms(&mut self, forms: AllowedLoads) {
        self.bytes(&[forms.group.map_or(0, |nth| nth.index() as u8 + 1)]);
        self.bytes(&[forms.cue.map_or(0, |slot| slot.index() as u8 + 1)]);
    }

    fn phase(&mut self, phase: MatchPhase) {
        match phase {
            MatchPhase::Opening => self.bytes(&[0]),
            MatchPhase::InTurn => self.bytes(&[1]),
            MatchPhase::Settling(settling) => {
                let own = match settling.own_fall {
                    OwnFall::None => 0,
                    OwnFall::Happened => 1,
                };
                self.bytes(&[2, own, u8::from(settling.knocked.is_some())]);
                if let Some(piece) = settling.knocked {
                    self.piece(piece);
                }
            }
            MatchPhase::Over(Outcome { winner, how }) => {
                self.bytes(&[3, winner.index() as u8]);
                match how {
                    WinReason::KnockOut(seat) => self.bytes(&[0, seat.index() as u8]),
                    WinReason::Belt => self.bytes(&[1]),
                    WinReason::LastLeft => self.bytes(&[2]),
                }
            }
        }
    }
}

impl State {
    /// Returns the 64-bit fingerprint of the state: equal states have equal
    /// fingerprints, on host and device.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut print = Fingerprint(FNV1A);
        print.stock(&self.ring);
        print.stock(&self.reserve);
        for stock in &self.inventories.0 {
            print.stock(stock);
        }
        let belt = match self.belt {
            Belt::InTheBox => 0,
            Belt::OnRing => 1,
            Belt::Off => 2,
        };
        let [one, two, three] = self.markers.0.map(crate::place::Posts::bits);
        print.bytes(&[self.sumos.bits(), belt, one, two, three]);
        print.bytes(&[self.out.bits(), self.slammed.bits()]);
        let turn = &self.turn;
        let push = match turn.push {
            PushDuty::Due => 0,
            PushDuty::Made => 1,
            PushDuty::Replaced => 2,
        };
        let slam = match turn.slam {
            SlamDuty::NotDue => 0,
            SlamDuty::Owed => 1,
            SlamDuty::Done => 2,
        };
        print.bytes(&turn.number.to_le_bytes());
        print.bytes(&[turn.seat.index() as u8, turn.pushes, push, slam]);
        print.bytes(&[turn.extra, turn.relocations, turn.used.bits()]);
        let knocked_off = &turn.knocked_off;
        print.bytes(&knocked_off.pawns.0);
        print.bytes(&[knocked_off.own_tokens, knocked_off.other_tokens]);
        print.platform(turn.platform);
        print.forms(turn.forms);
        print.phase(self.phase);
        print.0
    }
}
