//! Sentences about rulings of Kabuto Sumo and Sakura Slam.

use crate::sentences::spoken::SpokenRuling;
use crate::sentences::{EventContext, Party, Phrasebook, SentenceKind, say};
use rules_core::clause::Clause;
use rules_core::games::kabuto::action::Remark;
use rules_core::games::kabuto::card::MoveIndex;
use rules_core::games::kabuto::ruling::Location;
use rules_core::games::kabuto::state::{Outcome, WinReason};
use rules_core::games::kabuto::{Change, Ruling};
use rules_core::piece::{Element, Piece, Token};
use rules_core::player::{Seat, Side};
use rules_core::referee::EvidenceKind;

impl SpokenRuling for Ruling {
    fn sentence(&self, book: &Phrasebook<'_>, context: &EventContext) -> (SentenceKind, String) {
        let kind = match self.change {
            Change::TurnBegan(_) => SentenceKind::Turn,
            Change::TurnEnded(_) => SentenceKind::TurnEnd,
            _ => SentenceKind::Ruling,
        };
        let text = match self.change {
            Change::Moved(count, element, from, to) => {
                let things = book.elements(element, count);
                book.transfer(self.clause, (element, &things), (from, to), context)
            }
            change => book.kabuto_change(self.clause, change, context),
        };
        (kind, text)
    }
}

impl Phrasebook<'_> {
    /// Returns the player of a side whose turn it is; otherwise all players of the side.
    fn actor(&self, side: Side, context: &EventContext) -> Party {
        match context.seat {
            Some(seat) if self.names.side_of(seat) == Some(side) => {
                self.names.seat(seat, self.language)
            }
            _ => self.names.side(side, self.language),
        }
    }

    fn kabuto_change(&self, clause: Clause, change: Change, context: &EventContext) -> String {
        let language = self.language;
        match change {
            Change::TurnBegan(seat) => self.turn_of(seat),
            Change::Docked(place) => {
                let place = self.place(place);
                let who = context
                    .seat
                    .map(|seat| self.names.seat(seat, language).subject());
                match who {
                    Some(who) => say!(
                        language,
                        "{who} sets the platform {place}",
                        "{who} pose la plateforme {place}"
                    ),
                    None => say!(
                        language,
                        "the platform is set {place}",
                        "la plateforme est posée {place}"
                    ),
                }
            }
            Change::MarkerPlaced(side, post) if clause == Clause::SsM5 => {
                let whose = self.names.side(side, language).possessive();
                say!(
                    language,
                    "{whose} marker goes to post {post}",
                    "le marqueur {whose} va sur le poteau {post}"
                )
            }
            Change::MarkerTaken(side, post) if clause == Clause::SsM5 => {
                let whose = self.names.side(side, language).possessive();
                say!(
                    language,
                    "{whose} marker comes off post {post}",
                    "le marqueur {whose} quitte le poteau {post}"
                )
            }
            Change::MarkerPlaced(side, post) => {
                let party = self.actor(side, context);
                let (who, sets) = (party.subject(), party.verb("sets", "set"));
                let poses = party.verb("pose", "posent");
                say!(
                    language,
                    "{who} {sets} a marker on post {post}",
                    "{who} {poses} un marqueur sur le poteau {post}"
                )
            }
            Change::MarkerTaken(side, post) => {
                let party = self.actor(side, context);
                let (who, takes) = (party.subject(), party.verb("takes", "take"));
                let retire = party.verb("retire son", "retirent leur");
                say!(
                    language,
                    "{who} {takes} the marker off post {post}",
                    "{who} {retire} marqueur du poteau {post}"
                )
            }
            Change::KnockedOff(piece) => self.knock_off(piece, context),
            Change::PutBack(piece) => {
                let piece = self.piece(piece);
                say!(
                    language,
                    "{piece} goes back to its place: the fall does not count",
                    "{piece} revient à sa place : la chute ne compte pas"
                )
            }
            Change::Warned(remark) => {
                let what = self.remark(remark);
                say!(language, "warning: {what}", "avertissement : {what}")
            }
            Change::Lost(side) => {
                let party = self.names.side(side, language);
                let (who, has) = (party.subject(), party.verb("has", "have"));
                let a = party.verb("a", "ont");
                say!(language, "{who} {has} lost", "{who} {a} perdu")
            }
            Change::Ended(outcome) => self.outcome(outcome),
            Change::TurnEnded(seat)
            | Change::MoveUsed(seat, _)
            | Change::TurnReplaced(seat)
            | Change::ExtraPush(seat)
            | Change::GroupAllowed(seat)
            | Change::CueAllowed(seat, _)
            | Change::SlamOwed(seat)
            | Change::SlamWaived(seat)
            | Change::SumoStays(seat)
            | Change::SumoMoved(seat)
            | Change::RelocationAllowed(seat) => self.seat_change(change, seat),
            // Transfers have a table of their own.
            Change::Moved(..) => String::new(),
        }
    }

    /// Returns a sentence about a change that concerns one player alone.
    fn seat_change(&self, change: Change, seat: Seat) -> String {
        let language = self.language;
        let party = self.names.seat(seat, language);
        let (who, whose) = (party.subject(), party.possessive());
        match change {
            Change::TurnEnded(_) => say!(language, "{who} ends the turn", "{who} finit son tour"),
            Change::MoveUsed(_, index) => {
                let name = self.special_move(seat, index);
                say!(language, "{who} uses {name}", "{who} utilise {name}")
            }
            Change::TurnReplaced(_) => say!(
                language,
                "a special move takes the place of {whose} push",
                "un coup spécial remplace la poussée {whose}"
            ),
            Change::ExtraPush(_) => say!(
                language,
                "{who} may push once more",
                "{who} peut pousser encore une fois"
            ),
            Change::GroupAllowed(_) => say!(
                language,
                "{who} may push an interlocked group",
                "{who} peut pousser un groupe emboîté"
            ),
            Change::CueAllowed(owner, slot) => {
                let token = self.elements(Element::Token(Token { owner, slot }), 1);
                say!(
                    language,
                    "{who} may push with {token} as a cue",
                    "{who} peut pousser avec {token} comme queue"
                )
            }
            Change::SumoMoved(_) => say!(
                language,
                "{whose} sumo goes to another place on the ring",
                "le sumo {whose} change de place sur l’arène"
            ),
            Change::RelocationAllowed(_) => say!(
                language,
                "{who} may set the platform down elsewhere first",
                "{who} peut d’abord poser la plateforme ailleurs"
            ),
            Change::SlamOwed(_) => say!(
                language,
                "{who} must make a corner slam",
                "{who} doit faire un coup de coin"
            ),
            Change::SlamWaived(_) => say!(
                language,
                "{whose} corner slam is waived",
                "le coup de coin {whose} est levé"
            ),
            _ => say!(
                language,
                "{whose} sumo stays on the ring",
                "le sumo {whose} reste sur l’arène"
            ),
        }
    }

    /// Returns a sentence about elements that change hands, fall or are pushed.
    fn transfer(
        &self,
        clause: Clause,
        (element, things): (Element, &str),
        way: (Location, Location),
        context: &EventContext,
    ) -> String {
        let language = self.language;
        match way {
            (Location::Inventory(side), Location::Ring) => {
                let party = self.actor(side, context);
                let (who, pushes) = (party.subject(), party.verb("pushes", "push"));
                let pousse = party.verb("pousse", "poussent");
                match clause {
                    Clause::SsM4 => {
                        let stacks = party.verb("stacks", "stack");
                        let empile = party.verb("empile", "empilent");
                        say!(
                            language,
                            "{who} {stacks} {things} on the ring",
                            "{who} {empile} {things} sur l’arène"
                        )
                    }
                    Clause::SsM8 => say!(
                        language,
                        "{who} {pushes} {things} in a group",
                        "{who} {pousse} {things} en groupe"
                    ),
                    Clause::SsC2 => say!(
                        language,
                        "{who} {pushes} {things} for the corner slam",
                        "{who} {pousse} {things} pour le coup de coin"
                    ),
                    _ => say!(
                        language,
                        "{who} {pushes} {things}",
                        "{who} {pousse} {things}"
                    ),
                }
            }
            (Location::Inventory(side), Location::Reserve) => {
                let party = self.actor(side, context);
                let who = party.subject();
                if clause == Clause::SsM6 || (clause == Clause::KsM1 && said(context)) {
                    let (gives, rend) =
                        (party.verb("gives", "give"), party.verb("rend", "rendent"));
                    return say!(
                        language,
                        "{who} {gives} {things} to the reserve",
                        "{who} {rend} {things} à la réserve"
                    );
                }
                let (pushes, pousse) = (
                    party.verb("pushes", "push"),
                    party.verb("pousse", "poussent"),
                );
                say!(
                    language,
                    "{who} {pushes} with {things} as a cue; it goes back to the reserve",
                    "{who} {pousse} avec {things} comme queue ; il retourne à la réserve"
                )
            }
            (Location::Inventory(from), Location::Inventory(to)) => {
                let party = self.actor(from, context);
                let (who, to) = (party.subject(), self.names.side(to, language).receiver());
                let (pays, paie) = (party.verb("pays", "pay"), party.verb("paie", "paient"));
                say!(
                    language,
                    "{who} {pays} {things} {to}",
                    "{who} {paie} {things} {to}"
                )
            }
            (Location::Reserve, Location::Inventory(side)) => {
                let party = self.actor(side, context);
                let who = party.subject();
                let (takes, prend) = (party.verb("takes", "take"), party.verb("prend", "prennent"));
                say!(
                    language,
                    "{who} {takes} {things} from the reserve",
                    "{who} {prend} {things} dans la réserve"
                )
            }
            (Location::Ring, to) => self.leaves_ring(clause, (element, things), to, context),
            (Location::Reserve, Location::Ring | Location::Reserve) => {
                say!(
                    language,
                    "{things} comes to the ring",
                    "{things} arrive sur l’arène"
                )
            }
        }
    }

    /// Returns a sentence about elements that fall off the ring or are taken off it.
    fn leaves_ring(
        &self,
        clause: Clause,
        (element, things): (Element, &str),
        to: Location,
        context: &EventContext,
    ) -> String {
        let language = self.language;
        let by_move = matches!(clause, Clause::SsM1 | Clause::KsM1);
        match to {
            Location::Inventory(side) if by_move => {
                let party = self.actor(side, context);
                let who = party.subject();
                let (takes, prend) = (party.verb("takes", "take"), party.verb("prend", "prennent"));
                say!(
                    language,
                    "{who} {takes} {things} off the ring",
                    "{who} {prend} {things} sur l’arène"
                )
            }
            Location::Reserve if by_move => say!(
                language,
                "{things} goes from the ring to the reserve",
                "{things} va de l’arène à la réserve"
            ),
            Location::Inventory(side) => {
                let over = self.over(context);
                let is_back = matches!(clause, Clause::SsJ3 | Clause::KsJ1);
                let party = if is_back {
                    self.names.side(side, language)
                } else {
                    self.actor(side, context)
                };
                let (to, back) = (party.receiver(), if is_back { "back " } else { "" });
                let goes = if is_back { "retourne" } else { "va" };
                say!(
                    language,
                    "{things} falls{over} and goes {back}{to}",
                    "{things} tombe{over} et {goes} {to}"
                )
            }
            Location::Reserve => {
                let over = self.over(context);
                let is_pawn = matches!(element, Element::Pawn(_));
                let is_accident = clause == Clause::SsK3 || (clause == Clause::KsK1 && is_pawn);
                let (by, par) = if is_accident {
                    (" by accident", " par accident")
                } else {
                    ("", "")
                };
                say!(
                    language,
                    "{things} falls{over}{by} and goes to the reserve",
                    "{things} tombe{over}{par} et va à la réserve"
                )
            }
            Location::Ring => say!(
                language,
                "{things} stays on the ring",
                "{things} reste sur l’arène"
            ),
        }
    }

    /// Returns the edge of a fall: " over the east edge"; empty if it is unknown.
    fn over(&self, context: &EventContext) -> String {
        match context.evidence.map(|evidence| evidence.kind) {
            Some(EvidenceKind::Fell(fall)) => {
                let edge = self.edge(fall.pattern.edge);
                say!(
                    self.language,
                    " over the {edge} edge",
                    " par-dessus le bord {edge}"
                )
            }
            _ => String::new(),
        }
    }

    fn knock_off(&self, piece: Piece, context: &EventContext) -> String {
        let (language, over) = (self.language, self.over(context));
        let own =
            matches!((piece, context.seat), (Piece::Sumo(seat), Some(actor)) if seat == actor);
        let what = if own {
            say!(language, "their own sumo", "son propre sumo")
        } else {
            self.piece(piece)
        };
        match context
            .seat
            .map(|seat| self.names.seat(seat, language).subject())
        {
            Some(who) => say!(
                language,
                "{who} knocks {what} off{over}",
                "{who} fait tomber {what}{over}"
            ),
            None => say!(
                language,
                "{what} is knocked off{over}",
                "la poussée fait tomber {what}{over}"
            ),
        }
    }

    /// Returns a sentence about the result of a match.
    #[must_use]
    pub fn outcome(&self, outcome: Outcome) -> String {
        let language = self.language;
        let party = self.names.side(outcome.winner, language);
        let (who, wins) = (party.subject(), party.verb("wins", "win"));
        let gagne = party.verb("gagne", "gagnent");
        match outcome.how {
            WinReason::KnockOut(seat) => {
                let sumo = self.sumo(seat);
                say!(
                    language,
                    "{who} {wins}: {sumo} is off the ring",
                    "{who} {gagne} : {sumo} est tombé"
                )
            }
            WinReason::Belt => say!(
                language,
                "{who} {wins}: the belt is off the ring",
                "{who} {gagne} : la ceinture est tombée"
            ),
            WinReason::LastLeft => {
                let (ones, seul) = (party.verb("one", "ones"), party.verb("seul", "seuls"));
                say!(
                    language,
                    "{who} {wins} as the last {ones} left",
                    "{who} {gagne} en restant {seul} en jeu"
                )
            }
        }
    }

    /// Returns a phrase with the player whose turn begins: "Knot Weaver to play".
    #[must_use]
    pub fn turn_of(&self, seat: Seat) -> String {
        let party = self.names.seat(seat, self.language);
        let (who, to_whom) = (party.subject(), party.receiver());
        say!(self.language, "{who} to play", "{to_whom} de jouer")
    }

    /// Returns the name of a special move, or its number.
    #[must_use]
    pub fn special_move(&self, seat: Seat, index: MoveIndex) -> String {
        match self.names.special_move(seat, index) {
            Some(name) => name.to_owned(),
            None => say!(
                self.language,
                "special move {index}",
                "le coup spécial {index}"
            ),
        }
    }

    fn remark(&self, remark: Remark) -> String {
        let language = self.language;
        match remark {
            Remark::OffCentre => say!(
                language,
                "the push did not aim at the centre",
                "la poussée ne visait pas le centre"
            ),
            Remark::Swerved => {
                say!(
                    language,
                    "the push was not straight",
                    "la poussée n’était pas droite"
                )
            }
            Remark::Flicked => {
                say!(
                    language,
                    "the push was a flick",
                    "la poussée était une pichenette"
                )
            }
            Remark::Overrun => say!(
                language,
                "the push went on behind the edge",
                "la poussée a continué au-delà du bord"
            ),
        }
    }
}

/// True if the event rests on a statement of people and not on a sensor.
fn said(context: &EventContext) -> bool {
    let seen = context.evidence.map(|evidence| evidence.kind);
    matches!(seen, Some(EvidenceKind::Declared(_)))
}
