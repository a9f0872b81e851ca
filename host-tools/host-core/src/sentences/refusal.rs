//! Sentences about actions that the rules forbid, and commands that do not fit the match.

use super::names::{marbles, tokens};
use super::{Language, Phrasebook, say};
use kabuto::Reason;
use rules_core::games::kabuto::card::MarkerOwner;
use rules_core::games::{abalone, kabuto, sumoo};
use rules_core::referee::game::AnyRefusal;
use rules_core::referee::history::HistoryEnd;
use rules_core::referee::{ApplyError, CommandError};

impl Phrasebook<'_> {
    /// Returns the reason why the rules forbid an action, without a capital and without
    /// its clause.
    #[must_use]
    pub fn refusal(&self, refusal: &AnyRefusal) -> String {
        match refusal {
            AnyRefusal::Kabuto(refusal) => self.kabuto_reason(&refusal.reason),
            AnyRefusal::Abalone(refusal) => self.abalone_reason(refusal.reason),
            AnyRefusal::Sumoo(refusal) => self.sumoo_reason(&refusal.reason),
            AnyRefusal::OtherGame => {
                say!(
                    self.language,
                    "another game is played",
                    "on joue à un autre jeu"
                )
            }
        }
    }

    /// Returns the reason why the referee does not follow a command, with the clause if a
    /// rule forbids it.
    #[must_use]
    pub fn command_error(&self, error: &CommandError) -> String {
        let language = self.language;
        match error {
            CommandError::Unfit(ApplyError::Forbidden(refusal)) => {
                let reason = self.refusal(refusal);
                match refusal.clause() {
                    Some(clause) => format!("{reason} ({clause})"),
                    None => reason,
                }
            }
            CommandError::Unfit(ApplyError::NoMatch) => say!(
                language,
                "no match is running; start one with `dohyo setup`",
                "aucune partie n’est en cours ; commencez-en une avec `dohyo setup`"
            ),
            CommandError::Unfit(ApplyError::MatchRunning) => say!(
                language,
                "a match is running; abort it first",
                "une partie est en cours ; arrêtez-la d’abord"
            ),
            CommandError::Unfit(ApplyError::QuestionOpen) => say!(
                language,
                "a question is open; answer it, take the last step back or abort the match",
                "une question est ouverte ; répondez, reprenez la dernière étape ou arrêtez la partie"
            ),
            CommandError::Unfit(ApplyError::NoQuestion) => {
                say!(
                    language,
                    "no question is open",
                    "aucune question n’est ouverte"
                )
            }
            CommandError::Unfit(ApplyError::HeldFull) => say!(
                language,
                "too much waits already; answer the open question",
                "trop de choses attendent ; répondez à la question"
            ),
            CommandError::Unfit(ApplyError::End(end)) => self.history_end(*end),
            CommandError::OtherQuestion => say!(
                language,
                "that question is not open; answer the open one",
                "cette question n’est pas ouverte ; répondez à celle qui l’est"
            ),
            CommandError::NoAnswer => say!(
                language,
                "that does not answer the question; choose from its list",
                "cela ne répond pas à la question ; choisissez dans sa liste"
            ),
            // Faults of a hand-made correction, which no page can send.
            CommandError::Unfit(other) => other.to_string(),
        }
    }

    fn history_end(&self, end: HistoryEnd) -> String {
        let language = self.language;
        match end {
            HistoryEnd::NothingToUndo => {
                say!(
                    language,
                    "there is nothing to take back yet",
                    "il n’y a encore rien à reprendre"
                )
            }
            HistoryEnd::TooLongAgo => say!(
                language,
                "that is too long ago to be taken back",
                "c’est trop ancien pour être repris"
            ),
            HistoryEnd::NothingToRedo => {
                say!(language, "nothing was taken back", "rien n’a été repris")
            }
        }
    }

    #[rustfmt::skip]
    #[allow(clippy::too_many_lines, reason = "one row a reason, in the order of the enum")]
    fn kabuto_reason(&self, reason: &Reason) -> String {
        let l = self.language;
        let seat = |seat| self.names.seat(seat, l);
        let side = |side| self.names.side(side, l);
        match *reason {
            Reason::Over => say!(l, "the match is over", "la partie est finie"),
            Reason::OpeningFirst(it) => { let who = seat(it).subject(); say!(l, "{who} sets the opening marker first", "{who} pose d’abord le marqueur d’ouverture") }
            Reason::NotAtRest => say!(l, "wait until everything is at rest", "attendez que tout s’arrête"),
            Reason::NoPush => say!(l, "no push is under way", "aucune poussée n’est en cours"),
            Reason::WrongPlace(it) => { let place = self.place(it); say!(l, "the platform cannot stand {place}", "la plateforme ne peut pas être {place}") }
            Reason::WrongWayRound => say!(l, "a short edge of the platform belongs against the ring", "un petit côté de la plateforme va contre l’arène"),
            Reason::PlatformFixed(it) => { let place = self.place(it); say!(l, "the platform stays {place} for this turn", "la plateforme reste {place} pour ce tour") }
            Reason::PlatformAway => say!(l, "set the platform down first", "posez d’abord la plateforme"),
            Reason::PushFirst => say!(l, "push first", "poussez d’abord"),
            Reason::MarkerFirst(post) => say!(l, "set a marker on post {post} first", "posez d’abord un marqueur sur le poteau {post}"),
            Reason::SlamFirst => say!(l, "make the corner slam first", "faites d’abord le coup de coin"),
            Reason::MarkersOffFirst => say!(l, "take your markers off the posts, then push", "retirez vos marqueurs des poteaux, puis poussez"),
            Reason::NotYourMarker(it) => { let (party, who) = (side(it), side(it).subject()); let (sets, pose) = (party.verb("sets", "set"), party.verb("pose", "posent")); say!(l, "{who} {sets} no marker now", "{who} ne {pose} pas de marqueur maintenant") }
            Reason::MarkerElsewhere(post) => say!(l, "the platform is not at post {post}", "la plateforme n’est pas au poteau {post}"),
            Reason::NoMarkerDue(post) => say!(l, "no marker is due on post {post} in this turn", "aucun marqueur n’est dû sur le poteau {post} dans ce tour"),
            Reason::OneMarkerOnly => say!(l, "one marker has been set in this turn already", "un marqueur a déjà été posé dans ce tour"),
            Reason::NoMarker(it, post) => { let (party, who) = (side(it), side(it).subject()); let (has, a) = (party.verb("has", "have"), party.verb("n’a", "n’ont")); say!(l, "{who} {has} no marker on post {post}", "{who} {a} pas de marqueur sur le poteau {post}") }
            Reason::MarkerStays(it, post) => { let whose = side(it).possessive(); say!(l, "{whose} marker stays on post {post}; put it back", "le marqueur {whose} reste sur le poteau {post} ; remettez-le") }
            Reason::NoPosts => say!(l, "this ring has no posts", "cette arène n’a pas de poteaux"),
            Reason::NoPushLeft => say!(l, "no push is left in this turn", "il ne reste pas de poussée dans ce tour"),
            Reason::OneElement(count) => say!(l, "exactly one piece is pushed, and {count} are on the platform", "on pousse une seule pièce, et il y en a {count} sur la plateforme"),
            Reason::NotTheGroup(group) => { let group = self.stock(&group); say!(l, "the group to push is {group}, all of it", "le groupe à pousser est {group}, en entier") }
            Reason::NotInInventory(it) => { let what = self.elements(it, 1); say!(l, "the player does not hold {what}", "le joueur n’a pas {what}") }
            Reason::EmptyInventory => say!(l, "the player holds nothing", "le joueur n’a plus rien"),
            Reason::NeverPushed(it) => { let what = self.piece(it); say!(l, "{what} is never pushed from the platform", "on ne pousse jamais {what} depuis la plateforme") }
            Reason::NotOnRing(it) => { let what = self.piece(it); say!(l, "not on the ring: {what}", "pas sur l’arène : {what}") }
            Reason::NotYourCard(it) => { let whose = seat(it).possessive(); say!(l, "that is {whose} card", "c’est la carte {whose}") }
            Reason::NoSuchMove(index) => say!(l, "the card has no special move {index}", "la carte n’a pas de coup spécial {index}"),
            Reason::NoMovesInJunior => say!(l, "there are no special moves in the Junior League", "il n’y a pas de coups spéciaux en ligue junior"),
            Reason::UsedAlready(index) => say!(l, "special move {index} has been used in this turn", "le coup spécial {index} a déjà servi dans ce tour"),
            Reason::OnlyBefore => say!(l, "this special move comes before the push", "ce coup spécial vient avant la poussée"),
            Reason::OnlyAfter => say!(l, "this special move comes after the push", "ce coup spécial vient après la poussée"),
            Reason::TurnReplaced => say!(l, "a special move has taken the place of this turn", "un coup spécial a remplacé ce tour"),
            Reason::ReplacesWholeTurn => say!(l, "this special move takes a whole turn, and something has been done already", "ce coup spécial prend tout un tour, et quelque chose a déjà été fait"),
            Reason::ChooseOpponent => say!(l, "name the opponent to pay where the card asks for one, and only there", "nommez l’adversaire à payer si la carte le demande, et alors seulement"),
            Reason::NoOpponent(it) => { let who = seat(it).subject(); say!(l, "{who} is not an opponent", "{who} n’est pas un adversaire") }
            Reason::OpponentOut(it) => { let who = seat(it).subject(); say!(l, "{who} is out of the match", "{who} est hors jeu") }
            Reason::CannotPay(stock) => { let what = self.stock(&stock); say!(l, "the player does not hold {what}", "le joueur n’a pas {what}") }
            Reason::ChooseStack => say!(l, "name the piece to stack on where the card asks for one, and only there", "nommez la pièce sur laquelle empiler si la carte le demande, et alors seulement"),
            Reason::TooSmallBelow(above, below) => { let (above, below) = (self.elements(above, 1), self.elements(below, 1)); say!(l, "{above} does not go onto {below}", "{above} ne va pas sur {below}") }
            Reason::NotOnSumo => say!(l, "this card does not stack anything on a sumo", "cette carte n’empile rien sur un sumo"),
            Reason::ChooseMarkers(count) => say!(l, "name posts with markers of yours: {count}", "nommez des poteaux avec vos marqueurs : {count}"),
            Reason::ChooseTarget => say!(l, "name a piece on the ring where the card asks for one, and only there", "nommez une pièce de l’arène si la carte le demande, et alors seulement"),
            Reason::WrongKind(it) => { let what = self.piece(it); say!(l, "the card does not mean {what}", "la carte ne parle pas de cela : {what}") }
            Reason::NotTouching(it) => { let what = self.piece(it); say!(l, "your sumo does not touch it: {what}", "votre sumo ne la touche pas : {what}") }
            Reason::BeltStays => say!(l, "the belt stays on its disc", "la ceinture reste sur son disque"),
            Reason::NoMarkerHere => say!(l, "the card asks for your marker where the platform is", "la carte demande votre marqueur là où est la plateforme"),
            Reason::TooFewMarkers(count) => say!(l, "the card asks for {count} of your markers on posts", "la carte demande {count} de vos marqueurs sur les poteaux"),
            Reason::NotInReserve(it) => { let what = self.elements(it, 1); say!(l, "the reserve has too few of them: {what}", "la réserve n’en a pas assez : {what}") }
            Reason::ChooseShift => say!(l, "name a marker and two posts where the card asks for them, and only there", "nommez un marqueur et deux poteaux si la carte le demande, et alors seulement"),
            Reason::NotThatMarker(MarkerOwner::Own) => say!(l, "the card moves a marker of your own", "la carte déplace un de vos marqueurs"),
            Reason::NotThatMarker(MarkerOwner::Opponents) => say!(l, "the card moves a marker of an opponent", "la carte déplace un marqueur adverse"),
            Reason::NothingToSubmit => say!(l, "there is something to push, or no push is due", "il y a de quoi pousser, ou aucune poussée n’est due"),
            Reason::Imbalance => say!(l, "the pieces do not add up", "le compte des pièces n’y est pas"),
        }
    }

    #[rustfmt::skip]
    fn abalone_reason(&self, reason: abalone::Reason) -> String {
        use abalone::Reason;
        let l = self.language;
        let who = |player| marbles(player, l);
        match reason {
            Reason::Won { side } => { let won = self.abalone_win(side); say!(l, "the game is over: {won}", "la partie est finie : {won}") }
            Reason::Drawn => say!(l, "the game is over: drawn", "la partie est finie : nulle"),
            Reason::NothingThere(cell) => say!(l, "there is no marble on {cell}", "il n’y a pas de bille en {cell}"),
            Reason::NotYours { cell, owner, mover } => { let (owner, mover) = (who(owner), who(mover)); say!(l, "the marble on {cell} is {owner}'s, and {mover} is to play", "la bille en {cell} est à {owner}, et c’est à {mover} de jouer") }
            Reason::StartsWithPartner { cell, partner } => { let partner = who(partner); say!(l, "the marble on {cell} is the partner's ({partner}); a move starts with one of your own", "la bille en {cell} est au partenaire ({partner}) ; un coup part d’une des siennes") }
            Reason::PartnerOnlyPushes { cell, partner } => { let partner = who(partner); say!(l, "the marble on {cell} is the partner's ({partner}); it moves only in a sumito", "la bille en {cell} est au partenaire ({partner}) ; elle ne bouge que dans un sumito") }
            Reason::TooLong { count } => say!(l, "{count} marbles are in the row, and at most 3 move", "{count} billes sont alignées, et 3 au plus bougent"),
            Reason::NotFree { cell, owner } => { let owner = self.marble(owner); say!(l, "{cell} is not free: {owner}", "{cell} n’est pas libre : {owner}") }
            Reason::OwnFall(cell) => say!(l, "your own marble on {cell} would leave the board", "votre bille en {cell} quitterait le plateau"),
            Reason::Equal { count } => say!(l, "{count} against {count}: equal numbers hold each other", "{count} contre {count} : à nombre égal on se bloque"),
            Reason::Outnumbered { pushing, against } => say!(l, "{pushing} against {against} is not a sumito", "{pushing} contre {against} n’est pas un sumito"),
            Reason::Backed { cell, owner } => { let owner = self.marble(owner); say!(l, "{cell}, behind the pushed marbles, is not free: {owner}", "{cell}, derrière les billes poussées, n’est pas libre : {owner}") }
            Reason::SidewaysPush { cell, owner } => { let owner = self.marble(owner); say!(l, "{cell} is not free ({owner}), and a sideways move pushes nothing", "{cell} n’est pas libre ({owner}), et un coup de côté ne pousse rien") }
            Reason::MustMove { legal } => say!(l, "only a player who cannot move passes; legal moves: {legal}", "seul passe qui ne peut pas jouer ; coups permis : {legal}"),
        }
    }

    #[rustfmt::skip]
    fn sumoo_reason(&self, reason: &sumoo::Reason) -> String {
        use sumoo::Reason;
        let l = self.language;
        let token = |token| self.sumoo_token(token);
        match *reason {
            Reason::Won(colour) => { let who = tokens(colour, l); say!(l, "the game is over: {who} wins", "la partie est finie : {who} gagne") }
            Reason::Drawn => say!(l, "the game is over: drawn", "la partie est finie : nulle"),
            Reason::Points { needs, left } => { let (needs, left) = (self.points(needs), left.number()); say!(l, "that costs {needs}; {left} left in this turn", "cela coûte {needs}, et il en reste {left}") }
            Reason::NotYours(it) => { let what = token(it); say!(l, "that is {what}", "c’est {what}") }
            Reason::Taken(cell, it) => { let what = token(it); say!(l, "{what} stands on {cell}", "{what} est en {cell}") }
            Reason::Edge(it) => { let what = token(it); say!(l, "{what} stands at the edge of the arena", "{what} est au bord de l’arène") }
            Reason::Apart(a, b) => { let (a, b) = (token(a), token(b)); say!(l, "{a} and {b} do not stand side by side", "{a} et {b} ne se touchent pas") }
            Reason::Itself(it) => { let what = token(it); say!(l, "{what} cannot change places with itself", "{what} ne peut pas s’échanger avec lui-même") }
            Reason::NoEnemy(it, side) => { let (what, side) = (token(it), compass(side, l)); say!(l, "no enemy stands {side} of {what}", "aucun adversaire {side} de {what}") }
            Reason::NoEnemyAtEitherEnd { front: (front, ahead), rear: (rear, behind) } => { let (front, ahead, rear, behind) = (token(front), compass(ahead, l), token(rear), compass(behind, l)); say!(l, "no enemy stands {ahead} of {front} to push, nor {behind} of {rear} to pull", "aucun adversaire {ahead} de {front} à pousser, ni {behind} de {rear} à tirer") }
            Reason::NotBehind(extra, main) => { let (extra, main) = (token(extra), token(main)); say!(l, "{extra} is not right behind {main}", "{extra} n’est pas juste derrière {main}") }
            Reason::Force { attack, resistance } => say!(l, "force {attack} against {resistance}", "force {attack} contre {resistance}"),
            Reason::PartlyOut(it) => { let what = token(it); say!(l, "{what} would leave the arena without the others", "{what} quitterait l’arène sans les autres") }
        }
    }
}

/// Returns a direction of the arena: "north"; "au nord".
fn compass(direction: sumoo::Direction, language: Language) -> String {
    let (english, french) = match direction {
        sumoo::Direction::N => ("north", "au nord"),
        sumoo::Direction::S => ("south", "au sud"),
        sumoo::Direction::U => ("west", "à l’ouest"),
        sumoo::Direction::E => ("east", "à l’est"),
    };
    say!(language, "{english}", "{french}")
}
