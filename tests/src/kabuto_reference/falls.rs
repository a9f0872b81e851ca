//! Falls, accidents, and rest (SS-K1 to SS-K7, SS-2a to SS-3c, SS-4c, SS-J3, and the same
//! of the first box).

use super::{BeltSpot, Objections, ReferenceMatch, Spot, Stage, add, count};
use rules_core::clause::Clause;
use rules_core::piece::{Element, Piece};
use rules_core::player::Seat;

impl ReferenceMatch {
    fn is_on_ring(&self, piece: Piece) -> bool {
        match piece {
            Piece::Element(element) => count(&self.table.ring, element) > 0,
            Piece::Sumo(seat) => self.table.sumos.contains(&seat),
            Piece::Belt => self.table.belt == BeltSpot::Ring,
        }
    }

    /// True if this element can only be the pawn below the belt (SS-2a).
    pub(super) fn is_belt_pawn(&self, element: Element) -> bool {
        self.table.belt == BeltSpot::Ring
            && element == Element::Pawn(self.centre())
            && count(&self.table.ring, element) == 1
    }

    pub(super) fn fall(&mut self, piece: Piece) -> Result<(), Objections> {
        let Stage::Moving { .. } = self.stage else {
            // Without a push every fall is an accident.
            let mut against = self.not_now();
            against.insert(self.cite(Clause::SsK3, Clause::KsK1));
            return Err(against);
        };
        if !self.is_on_ring(piece) {
            return Err(self.against_absent(piece));
        }
        match piece {
            Piece::Element(element @ Element::Pawn(_)) => {
                let takes_belt = self.is_belt_pawn(element);
                self.win_pawn(element);
                if takes_belt {
                    self.knock_belt_off();
                }
            }
            Piece::Element(element @ Element::Token(_)) => {
                let clause = self.cite(Clause::SsK2, Clause::KsK1);
                self.lose_token(element, clause);
                add(&mut self.turn.knocked_off, element, 1);
            }
            Piece::Belt => {
                self.knock_belt_off();
                self.win_pawn(Element::Pawn(self.centre()));
            }
            Piece::Sumo(seat) if self.side_of(seat) == self.mover() => self.own_sumo_falls(seat),
            Piece::Sumo(seat) => self.opposing_sumo_falls(seat),
        }
        Ok(())
    }

    /// Returns the clauses that say what would follow from the fall of a piece that is not
    /// there.
    fn against_absent(&self, piece: Piece) -> Objections {
        let own = self.cite(Clause::SsK5, Clause::KsL1);
        let opposing = self.cite(Clause::SsK4, Clause::KsW1);
        match piece {
            Piece::Element(Element::Pawn(_)) => [self.cite(Clause::SsK1, Clause::KsK1)].into(),
            Piece::Element(Element::Token(_)) => {
                let mut against = Objections::from([self.cite(Clause::SsK2, Clause::KsK1)]);
                if self.agreed.junior {
                    against.insert(self.cite(Clause::SsJ3, Clause::KsJ1));
                }
                against
            }
            Piece::Sumo(seat) if !self.seats().contains(&seat) => [own, opposing].into(),
            Piece::Sumo(seat) if self.side_of(seat) == self.mover() => [own].into(),
            Piece::Sumo(_) => [opposing].into(),
            Piece::Belt => [self.cite(Clause::Ss2a, Clause::KsB1)].into(),
        }
    }

    fn win_pawn(&mut self, pawn: Element) {
        let clause = self.cite(Clause::SsK1, Clause::KsK1);
        self.carry(clause, 1, pawn, Spot::Ring, Spot::Hand(self.mover()));
        add(&mut self.turn.knocked_off, pawn, 1);
    }

    /// Takes a fallen token to the reserve, or in the Junior League to its owner.
    fn lose_token(&mut self, element: Element, clause: Clause) {
        match element {
            Element::Token(token) if self.agreed.junior => {
                let clause = self.cite(Clause::SsJ3, Clause::KsJ1);
                let owner = self.side_of(token.owner);
                self.carry(clause, 1, element, Spot::Ring, Spot::Hand(owner));
            }
            _ => self.carry(clause, 1, element, Spot::Ring, Spot::Reserve),
        }
    }

    fn knock_belt_off(&mut self) {
        self.table.belt = BeltSpot::Floor;
        let clause = self.cite(Clause::Ss2a, Clause::KsB1);
        self.rule(clause, "belt knocked off");
        self.note(Piece::Belt);
    }

    /// Remembers a fall that wins if no later one undoes it.
    fn note(&mut self, piece: Piece) {
        if let Stage::Moving { fallen, .. } = &mut self.stage {
            fallen.push(piece);
        }
    }

    fn opposing_sumo_falls(&mut self, seat: Seat) {
        let own_fell = matches!(self.stage, Stage::Moving { own_fell: true, .. });
        if !own_fell {
            self.table.sumos.remove(&seat);
            let clause = self.cite(Clause::SsK4, Clause::KsW1);
            self.rule(clause, format!("sumo {seat} knocked off"));
            self.note(Piece::Sumo(seat));
        } else if self.agreed.puts_fallen_back {
            self.rule(Clause::Ss3c, format!("sumo {seat} goes back"));
        } else {
            self.table.sumos.remove(&seat);
            self.rule(Clause::Ss3c, format!("sumo {seat} knocked off"));
            self.note(Piece::Sumo(seat));
        }
    }

    /// Takes an opponent's sumo off as if a push had knocked it off, with everything at
    /// rest.
    pub(super) fn opposing_sumo_falls_for_good(&mut self, seat: Seat) {
        self.stage = Stage::Moving {
            fallen: Vec::new(),
            own_fell: false,
        };
        self.opposing_sumo_falls(seat);
        let is_settled = self.settle().is_ok();
        assert!(is_settled, "a push under way comes to rest");
    }

    fn own_sumo_falls(&mut self, seat: Seat) {
        self.table.sumos.remove(&seat);
        let clause = self.cite(Clause::SsK5, Clause::KsL1);
        self.rule(clause, format!("sumo {seat} knocked off"));
        let side = self.mover();
        let clause = match self.seats_of(side).len() {
            1 => self.cite(Clause::SsL2, Clause::KsL1),
            _ => self.cite(Clause::Ss4c, Clause::KsL1),
        };
        self.lose(side, clause);
        if let Stage::Moving { fallen, own_fell } = &mut self.stage {
            *own_fell = true;
            let fallen = fallen.clone();
            if self.agreed.puts_fallen_back {
                self.put_back(&fallen);
            }
        }
    }

    fn put_back(&mut self, pieces: &[Piece]) {
        for seat in self.seats() {
            if pieces.contains(&Piece::Sumo(seat)) && self.table.sumos.insert(seat) {
                self.rule(Clause::Ss3c, format!("sumo {seat} goes back"));
            }
        }
    }

    pub(super) fn settle(&mut self) -> Result<(), Objections> {
        let Stage::Moving { fallen, own_fell } = self.stage.clone() else {
            let mut against = self.not_now();
            against.insert(Clause::SsK7);
            return Err(against);
        };
        if own_fell {
            self.rest_after_own_fall(&fallen);
            return Ok(());
        }
        let winner = self.mover();
        match fallen.first() {
            None | Some(Piece::Element(_)) => self.stage = Stage::Resting,
            Some(Piece::Belt) => {
                let clause = self.cite(Clause::Ss2a, Clause::KsB1);
                self.end(clause, format!("side {winner} wins by the belt"));
            }
            Some(&Piece::Sumo(seat)) => {
                let was_out = self.table.out.contains(&self.side_of(seat));
                let clause = match self.seats().len() {
                    3 if was_out => self.cite(Clause::Ss3b, Clause::Ks3a),
                    3 => self.cite(Clause::Ss3a, Clause::KsW1),
                    4 => self.cite(Clause::Ss4c, Clause::KsW1),
                    _ => self.cite(Clause::SsW1, Clause::KsW1),
                };
                let sentence = format!("side {winner} wins by knocking out player {seat}");
                self.end(clause, sentence);
            }
        }
        Ok(())
    }

    /// Rules on the other two of three players after the pusher's own sumo fell (SS-3c).
    fn rest_after_own_fall(&mut self, fallen: &[Piece]) {
        let mut others = self.seats();
        others.retain(|&seat| !self.table.out.contains(&self.side_of(seat)));
        others.retain(|seat| self.table.sumos.contains(seat));
        if let [last] = others[..] {
            let side = self.side_of(last);
            self.end(
                Clause::SsW2,
                format!("side {side} wins as the last one left"),
            );
            return;
        }
        self.put_back(fallen);
        self.begin_next_turn(Clause::Ss3c);
    }

    pub(super) fn accident(&mut self, piece: Piece) -> Result<(), Objections> {
        let clause = self.cite(Clause::SsK3, Clause::KsK1);
        if !self.is_on_ring(piece) {
            let mut against = Objections::from([clause]);
            if self.agreed.junior && matches!(piece, Piece::Element(Element::Token(_))) {
                against.insert(self.cite(Clause::SsJ3, Clause::KsJ1));
            }
            return Err(against);
        }
        match piece {
            Piece::Element(element) if self.is_belt_pawn(element) => {
                let clause = self.cite(Clause::Ss2a, Clause::KsB1);
                self.rule(clause, format!("{element} goes back"));
                self.rule(clause, "belt goes back");
            }
            Piece::Element(element) => self.lose_token(element, clause),
            Piece::Sumo(_) | Piece::Belt => self.rule(clause, format!("{piece} goes back")),
        }
        Ok(())
    }
}
