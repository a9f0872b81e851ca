//! Going on with a game: opening, judging, correcting, going back.

use super::{Game, Objection, Opening, Overrule, Play, Ruled, Rulings, Snapshot, Unsound};
use crate::clause::Clause;
use crate::games::kabuto;
use crate::games::kabuto::terms::{Kit, Terms};
use crate::place::Place;
use crate::player::BySeat;
use crate::referee::kabuto::kind_of;
use crate::referee::kind::Kind;
use crate::referee::{abalone, sumoo};

impl Game {
    /// Takes a game up from what is stored.
    ///
    /// # Errors
    /// Why it is no game.
    pub fn open(opening: &Opening, kits: &BySeat<Kit>) -> Result<Self, Unsound> {
        match opening {
            Opening::Kabuto {
                edition,
                players,
                league,
                house,
                colours,
                state,
            } => {
                let terms = Terms {
                    edition: *edition,
                    players: *players,
                    league: *league,
                    house: *house,
                    colours: *colours,
                    kits: kits.clone(),
                };
                kabuto::Match::resume(terms, *state)
                    .map(Self::Kabuto)
                    .map_err(Unsound::Kabuto)
            }
            Opening::Abalone {
                state,
                rules,
                telling,
                recent,
            } => {
                let game = abalone::Match::resume(state, *rules, *telling, recent);
                Ok(Self::Abalone(game))
            }
            Opening::Sumoo { state, telling } => {
                Ok(Self::Sumoo(sumoo::Match::resume(*state, *telling)))
            }
        }
    }

    /// What [`Game::open`] needs to take it up as it stands now.
    #[must_use]
    pub fn opening(&self) -> Opening {
        match self {
            Self::Kabuto(game) => {
                let terms = game.terms();
                Opening::Kabuto {
                    edition: terms.edition,
                    players: terms.players,
                    league: terms.league,
                    house: terms.house,
                    colours: terms.colours,
                    state: *game.state(),
                }
            }
            Self::Abalone(game) => Opening::Abalone {
                state: game.state(),
                rules: game.game().rules(),
                telling: game.telling(),
                recent: game.recent(),
            },
            Self::Sumoo(game) => Opening::Sumoo {
                state: *game.state(),
                telling: game.telling(),
            },
        }
    }

    /// How it stands.
    #[must_use]
    pub const fn snapshot(&self) -> Snapshot {
        match self {
            Self::Kabuto(game) => Snapshot::Kabuto(*game.state()),
            Self::Abalone(game) => Snapshot::Abalone(game.state()),
            Self::Sumoo(game) => Snapshot::Sumoo(*game.state()),
        }
    }

    /// Goes on from an earlier moment of the same game.
    ///
    /// # Errors
    /// Why it is none.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Unsound> {
        match (self, snapshot) {
            (Self::Kabuto(game), Snapshot::Kabuto(state)) => {
                game.adopt(*state).map_err(Unsound::Kabuto)
            }
            (Self::Abalone(game), Snapshot::Abalone(state)) => {
                game.adopt(state);
                Ok(())
            }
            (Self::Sumoo(game), Snapshot::Sumoo(state)) => {
                game.adopt(*state);
                Ok(())
            }
            _ => Err(Unsound::OtherGame),
        }
    }

    /// Judges what happened.
    ///
    /// # Errors
    /// The clause that forbids it; the game is then unchanged.
    pub fn judge(&mut self, play: &Play) -> Result<Rulings, Objection> {
        match (self, play) {
            (Self::Kabuto(game), Play::Kabuto(action)) => game
                .apply(action)
                .map(|rulings| rulings.into_iter().map(Ruled::Kabuto).collect())
                .map_err(Objection::Kabuto),
            (Self::Abalone(game), Play::Abalone(action)) => game
                .judge(*action)
                .map(|rulings| rulings.into_iter().map(Ruled::Abalone).collect())
                .map_err(Objection::Abalone),
            (Self::Sumoo(game), Play::Sumoo(deed)) => game
                .judge(*deed)
                .map(|rulings| rulings.into_iter().map(Ruled::Sumoo).collect())
                .map_err(Objection::Sumoo),
            _ => Err(Objection::OtherGame),
        }
    }

    /// Whether [`Game::judge`] would accept it.
    ///
    /// # Errors
    /// What it would say.
    pub fn permits(&self, play: &Play) -> Result<(), Objection> {
        match (self, play) {
            (Self::Kabuto(game), Play::Kabuto(action)) => {
                game.permits(action).map_err(Objection::Kabuto)
            }
            (Self::Abalone(game), Play::Abalone(action)) => {
                game.permits(*action).map_err(Objection::Abalone)
            }
            (Self::Sumoo(game), Play::Sumoo(deed)) => game.permits(*deed).map_err(Objection::Sumoo),
            _ => Err(Objection::OtherGame),
        }
    }

    /// Follows what people say.
    ///
    /// # Errors
    /// Why it cannot be so; the game is then unchanged.
    pub fn correct(&mut self, overrule: &Overrule) -> Result<(), Unsound> {
        match (self, overrule) {
            (_, Overrule::Unsettle) => Err(Unsound::NothingSettled),
            (Self::Kabuto(game), Overrule::Kabuto(correction)) => {
                correction.apply(game).map_err(Unsound::Kabuto)
            }
            (Self::Abalone(game), Overrule::Abalone(correction)) => {
                correction.apply(game).map_err(Unsound::Abalone)
            }
            (Self::Sumoo(game), Overrule::Sumoo(correction)) => {
                correction.apply(game);
                Ok(())
            }
            _ => Err(Unsound::OtherGame),
        }
    }

    /// The state's number, the same on every machine.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        match self {
            Self::Kabuto(game) => game.state().fingerprint(),
            Self::Abalone(game) => game.fingerprint(),
            Self::Sumoo(game) => game.fingerprint(),
        }
    }

    /// Whether nothing has been played yet, as far as the state tells.
    #[must_use]
    pub const fn is_fresh(&self) -> bool {
        match self {
            Self::Kabuto(game) => {
                let turn = &game.state().turn;
                turn.number <= 1 && turn.pushes == 0
            }
            Self::Abalone(game) => game.game().turns() == 0,
            Self::Sumoo(game) => game.game().turns_ended() == 0,
        }
    }

    /// The cards in play, which are stored in records of their own.
    #[must_use]
    pub const fn kits(&self) -> Option<&BySeat<Kit>> {
        match self {
            Self::Kabuto(game) => Some(&game.terms().kits),
            Self::Abalone(_) | Self::Sumoo(_) => None,
        }
    }

    /// Whether it has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self {
            Self::Kabuto(game) => game.outcome().is_some(),
            Self::Abalone(game) => game.is_over(),
            Self::Sumoo(game) => game.is_over(),
        }
    }
}

impl Play {
    /// Which policy it stands under; what only people say stands under none.
    #[must_use]
    pub const fn kind(&self) -> Option<Kind> {
        match self {
            Self::Kabuto(action) => kind_of(action),
            Self::Abalone(crate::games::abalone::Move::Pass) => Some(Kind::TurnEnd),
            Self::Abalone(_) | Self::Sumoo(sumoo::Deed::Acts(_)) => Some(Kind::Move),
            Self::Sumoo(sumoo::Deed::EndTurn) => Some(Kind::TurnEnd),
            Self::Sumoo(sumoo::Deed::AgreeDraw) => None,
        }
    }

    /// Whether it says that everything has come to rest, so that it may turn
    /// out to have been said too early.
    #[must_use]
    pub const fn settles(&self) -> bool {
        match self {
            Self::Kabuto(action) => matches!(action, kabuto::Action::Settle),
            Self::Abalone(_) => true,
            Self::Sumoo(deed) => matches!(deed, sumoo::Deed::Acts(_)),
        }
    }

    /// Where it says that the platform stands.
    #[must_use]
    pub const fn docks(&self) -> Option<Place> {
        match self {
            Self::Kabuto(kabuto::Action::Dock(place, _)) => Some(*place),
            Self::Kabuto(_) | Self::Abalone(_) | Self::Sumoo(_) => None,
        }
    }
}

impl Ruled {
    /// The clause it rests on.
    #[must_use]
    pub const fn clause(&self) -> Clause {
        match self {
            Self::Kabuto(ruling) => ruling.clause,
            Self::Abalone(ruling) => ruling.clause,
            Self::Sumoo(ruling) => ruling.clause,
        }
    }
}

impl Objection {
    /// The clause that forbids it; none if it belongs to another game.
    #[must_use]
    pub const fn clause(&self) -> Option<Clause> {
        match self {
            Self::Kabuto(refusal) => Some(refusal.clause),
            Self::Abalone(refusal) => Some(refusal.clause),
            Self::Sumoo(refusal) => Some(refusal.clause),
            Self::OtherGame => None,
        }
    }
}
