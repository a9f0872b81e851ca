//! Phrases for discs, tokens, sumos, places and colours.

use super::names::slot_letter;
use super::{Language, Phrasebook, say};
use rules_core::games::kabuto::card::PieceKind;
use rules_core::piece::{Element, Piece, Size, Stock};
use rules_core::place::{Edge, Place};
use rules_core::player::{Colour, Seat};

impl Phrasebook<'_> {
    /// Returns a number of equal elements in words: "a small disc", "2 small discs".
    pub(super) fn elements(&self, element: Element, count: u8) -> String {
        match (count, self.language) {
            (_, Language::English) if self.is_unnamed(element) => self.unnamed(element, count),
            (1, Language::English) => {
                let noun = self.noun(element, 1);
                let vowel = noun.starts_with(|letter| "AEIOUaeiou".contains(letter));
                format!("{} {noun}", if vowel { "an" } else { "a" })
            }
            (1, Language::French) => format!("un {}", self.noun(element, 1)),
            _ => self.counted(element, count),
        }
    }

    /// True if the element is a token of a card that is not known.
    fn is_unnamed(&self, element: Element) -> bool {
        matches!(element, Element::Token(token) if self.names.token(token).is_none())
    }

    /// Returns tokens of a card that is not known, in English: "Player 1's token a".
    fn unnamed(&self, element: Element, count: u8) -> String {
        let Element::Token(token) = element else {
            return self.counted(element, count);
        };
        let whose = self.names.seat(token.owner, self.language).possessive();
        let letter = slot_letter(token.slot);
        match count {
            1 => format!("{whose} token {letter}"),
            _ => format!("{count} of {whose} tokens {letter}"),
        }
    }

    /// Returns a number of equal elements in words, with a figure: "1 small disc".
    #[must_use]
    pub fn counted(&self, element: Element, count: u8) -> String {
        format!("{count} {}", self.noun(element, count))
    }

    /// Returns the noun of an element, in the number that `count` needs.
    fn noun(&self, element: Element, count: u8) -> String {
        let token = match element {
            Element::Pawn(size) => return disc(size, count, self.language),
            Element::Token(token) => token,
        };
        let many = count != 1;
        match (self.names.token(token), self.language) {
            (Some(name), Language::English) if many => format!("{name} tokens"),
            (Some(name), Language::English) => name.to_owned(),
            (Some(name), Language::French) if many => format!("jetons {name}"),
            (Some(name), Language::French) => format!("jeton {name}"),
            (None, language) => {
                let plural = if many { "s" } else { "" };
                let letter = slot_letter(token.slot);
                let owner = self.names.seat(token.owner, language);
                let (who, of_whom) = (owner.subject(), owner.possessive());
                say!(
                    language,
                    "token{plural} {letter} of {who}",
                    "jeton{plural} {letter} {of_whom}"
                )
            }
        }
    }

    /// Returns a piece in words: "a small disc", "Ember Fly's sumo", "the belt".
    #[must_use]
    pub fn piece(&self, piece: Piece) -> String {
        match piece {
            Piece::Element(element) => self.elements(element, 1),
            Piece::Sumo(seat) => self.sumo(seat),
            Piece::Belt => say!(self.language, "the belt", "la ceinture"),
        }
    }

    /// Returns a kind of piece that a card names, with its article.
    #[must_use]
    pub fn piece_kind(&self, kind: PieceKind) -> String {
        let (english, french) = match kind {
            PieceKind::AnyPawn => ("a disc", "un disque"),
            PieceKind::Pawn(Size::Small) => ("a small disc", "un petit disque"),
            PieceKind::Pawn(Size::Medium) => ("a medium disc", "un disque moyen"),
            PieceKind::Pawn(Size::Large) => ("a large disc", "un grand disque"),
            PieceKind::AnyToken => ("a token", "un jeton"),
            PieceKind::OwnToken => ("a token of your card", "un jeton de votre carte"),
            PieceKind::AnyElement => ("a disc or token", "un disque ou un jeton"),
            PieceKind::OpponentSumo => ("the sumo of an opponent", "un sumo adverse"),
            PieceKind::OwnSumo => ("your sumo", "votre sumo"),
            PieceKind::Belt => ("the belt", "la ceinture"),
        };
        say!(self.language, "{english}", "{french}")
    }

    pub(super) fn sumo(&self, seat: Seat) -> String {
        let whose = self.names.seat(seat, self.language).possessive();
        say!(self.language, "{whose} sumo", "le sumo {whose}")
    }

    /// Returns the contents of a heap in words: "2 small discs, 1 medium disc".
    #[must_use]
    pub fn stock(&self, stock: &Stock) -> String {
        let kinds = stock.kinds().filter(|kind| kind.1 > 0);
        let all: Vec<String> = kinds
            .map(|(element, count)| self.counted(element, count))
            .collect();
        if all.is_empty() {
            return say!(self.language, "nothing", "rien");
        }
        all.join(", ")
    }

    /// Returns the place of the platform in words: "at post 2", "at the south edge".
    pub(super) fn place(&self, place: Place) -> String {
        match place {
            Place::Corner(post) => say!(self.language, "at post {post}", "au poteau {post}"),
            Place::Along { edge, .. } => {
                let edge = self.edge(edge);
                say!(self.language, "at the {edge} edge", "au bord {edge}")
            }
        }
    }

    /// Returns the place of the platform in words, exactly enough to put it there.
    pub(super) fn exact_place(&self, place: Place) -> String {
        let there = self.place(place);
        match place {
            Place::Corner(_) => there,
            Place::Along { at_mm, .. } => say!(
                self.language,
                "{there}, {at_mm} mm along clockwise",
                "{there}, à {at_mm} mm dans le sens horaire"
            ),
        }
    }

    /// Returns the name of an edge of the ring: "east"; "est".
    pub(super) fn edge(&self, edge: Edge) -> String {
        let (english, french) = match edge {
            Edge::North => ("north", "nord"),
            Edge::East => ("east", "est"),
            Edge::South => ("south", "sud"),
            Edge::West => ("west", "ouest"),
        };
        say!(self.language, "{english}", "{french}")
    }

    /// Returns the name of the colour of a sumo or a marker.
    #[must_use]
    pub fn colour(&self, colour: Colour) -> String {
        let (english, french) = match colour {
            Colour::Red => ("red", "rouge"),
            Colour::Blue => ("blue", "bleu"),
            Colour::Green => ("green", "vert"),
            Colour::Yellow => ("yellow", "jaune"),
        };
        say!(self.language, "{english}", "{french}")
    }
}

/// Returns the noun for discs of a size: "small disc", "small discs".
fn disc(size: Size, count: u8, language: Language) -> String {
    let s = if count == 1 { "" } else { "s" };
    match size {
        Size::Small => say!(language, "small disc{s}", "petit{s} disque{s}"),
        Size::Medium => say!(language, "medium disc{s}", "disque{s} moyen{s}"),
        Size::Large => say!(language, "large disc{s}", "grand{s} disque{s}"),
    }
}
