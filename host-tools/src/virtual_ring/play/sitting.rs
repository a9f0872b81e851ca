//! One match, from the set-up to its end.
//!
//! ```text
//!   set up -> [ agree -> put back -> one deed ] ... -> end
//!                 |
//!                 +-- truth and judge must say the same, or were asked
//! ```

use super::book::Book;
use super::deeds;
use super::grid;
use super::judge::{Judge, RingJudge};
use super::lineup::{CHANCE, Equipment, Table, Title, begin};
use super::people::People;
use super::result::{End, Played, in_words};
use super::stage::{Recording, Stage};
use crate::data::default_layout;
use crate::virtual_ring::chance::Chance;
use crate::virtual_ring::pieces::Catalogue;
use crate::virtual_ring::scene::Scene;
use crate::virtual_ring::script::Act;
use crate::virtual_ring::sensors::Sensors;
use crate::virtual_ring::table::{Spread, opening, scatter};
use crate::virtual_ring::world::World;
use glam::Vec2;
use rules_core::board::{Dimensions, Profile};
use rules_core::games::kabuto::terms::League;
use rules_core::games::kabuto::{Action, Edition, Match};
use rules_core::piece::Piece;
use rules_core::referee::waiting::Unrest;
use rules_core::referee::{By, Command, Game, Play, Repair};
use rules_core::time::{Instant, Span};

/// Turns after which a match is left.
const LONG: u16 = 120;

/// How long truth and judge may differ while nobody is asked, s.
const PATIENCE: f32 = 8.0;

/// People call it rest when nothing fell for this long, s.
const CALM: f32 = 5.0;

/// How long a match may stand still, s.
const STILL: f32 = 60.0;

/// A repair is made once it has been wanted for this long.
const WANTED: Span = Span::millis(1_200);

/// Plays a match before a ring.
#[must_use]
pub fn play(table: &Table, recording: Option<Recording>) -> Played {
    let on = Equipment {
        board: table.title.board(),
        ..Equipment::default()
    };
    play_before(table, &on, RingJudge::new(on.board), recording)
}

/// Plays a match before any judge.
pub fn play_before<J: Judge>(
    table: &Table,
    on: &Equipment,
    judge: J,
    recording: Option<Recording>,
) -> Played {
    match table.title {
        Title::Kabuto(edition, league) => {
            play_kabuto(table, (edition, league), on, judge, recording)
        }
        Title::Grid(grid) => grid::play(table, grid, judge, recording),
    }
}

fn play_kabuto<J: Judge>(
    table: &Table,
    (edition, league): (Edition, League),
    on: &Equipment,
    judge: J,
    recording: Option<Recording>,
) -> Played {
    let mut chance = Chance::new(table.seed, CHANCE);
    let game = match begin(table, (edition, league), &mut chance) {
        Ok(game) => game,
        Err(why) => {
            let end = End::Stuck(why);
            return Played {
                end,
                ..Played::new(table.seed)
            };
        }
    };
    let mut sitting = Sitting::new(table.clone(), edition, on, judge, game, chance, recording);
    let end = sitting.play();
    sitting.finish(end)
}

/// A match that is being played.
pub(super) struct Sitting<J> {
    pub(super) table: Table,
    pub(super) stage: Stage,
    pub(super) judge: J,
    pub(super) book: Book,
    pub(super) people: People,
    pub(super) chance: Chance,
    pub(super) played: Played,
    /// Where sumos and belt stood when they last rested.
    stood: Vec<(Piece, Vec2)>,
    /// A repair that is wanted, and since when.
    wanted: Option<(Repair, Instant)>,
    /// Whether those who look on have seen enough.
    left: bool,
}

impl<J: Judge> Sitting<J> {
    fn new(
        table: Table,
        edition: Edition,
        on: &Equipment,
        judge: J,
        game: Match,
        mut chance: Chance,
        recording: Option<Recording>,
    ) -> Self {
        let profile = Profile::of(on.board);
        let dimensions = Dimensions::ASSUMED;
        let catalogue = Catalogue {
            dimensions,
            edition,
        };
        let pieces = opening(&default_layout(edition, table.players), table.players);
        let spread = Spread {
            at_edge: 0.1,
            clear: None,
        };
        let placed = scatter(&pieces, &catalogue, spread, &mut chance);
        let world = World::new(&dimensions, edition, &placed, table.seed);
        let scene = Scene::new("match", world, Vec::new());
        let sensors = Sensors::new(profile, &dimensions, table.noise, &on.faults, table.seed);
        Self {
            played: Played::new(table.seed),
            stage: Stage::new(profile, scene, sensors, recording),
            judge,
            book: Book::new(game),
            people: People::new(),
            chance,
            stood: Vec::new(),
            wanted: None,
            left: false,
            table,
        }
    }

    fn play(&mut self) -> End {
        if let Err(end) = self.set_up() {
            return end;
        }
        loop {
            if let Err(end) = self.agree() {
                return end;
            }
            if let Some(outcome) = self.book.game().outcome() {
                return End::Won(in_words(outcome));
            }
            if self.book.game().state().turn.number > LONG {
                return End::Long;
            }
            if !self.judge.is_attended() {
                return End::Left;
            }
            self.deed();
        }
    }

    /// The ring is filled, the power is on, and the match begins.
    fn set_up(&mut self) -> Result<(), End> {
        self.run([Act::Settle(3.0), Act::Wait(1.0)]);
        for thing in self.stage.scene().fallen() {
            let world = self.stage.scene().world();
            let Some((piece, _)) = world.thing(thing) else {
                continue;
            };
            let fetch = deeds::fetch(thing, world);
            let put = deeds::put_down(piece, Vec2::ZERO, world);
            self.run(fetch.into_iter().chain([put, Act::Settle(3.0)]));
        }
        self.run([Act::Wait(1.0)]);
        let game = self.book.game().clone();
        self.book = Book::new(game.clone());
        self.book.skip(self.stage.scene());
        self.people = People::new();
        self.judge
            .begin(self.stage.now(), &Game::Kabuto(game))
            .map_err(|why| End::Stuck(format!("cannot begin: {why}")))
    }

    /// People do this, one thing after the other; everybody watches.
    pub(super) fn run(&mut self, acts: impl IntoIterator<Item = Act>) {
        for act in acts {
            self.stage.then(act);
        }
        while !self.left && self.stage.advance(&mut self.judge) {
            let scene = self.stage.scene();
            self.book.read(scene);
            let now = scene.world().now();
            self.people.attend(
                now,
                &mut self.judge,
                &self.book,
                scene.world(),
                &mut self.chance,
            );
            self.left = self.judge.show(self.stage.scene()).is_break();
        }
        self.book.read(self.stage.scene());
        self.listen();
    }

    fn listen(&mut self) {
        self.played.hear(&self.judge.said());
    }

    /// Somebody says something at the table, to everybody.
    pub(super) fn declare(&mut self, action: Action) -> bool {
        let truly = self.book.apply(&action);
        let said = Command::Declare(Play::Kabuto(action), By::Table);
        let judged = self.judge.command(self.stage.now(), &said).is_ok();
        self.listen();
        truly && judged
    }

    /// How the judge has it, against the truth.
    fn difference(&self) -> Option<String> {
        match self.judge.game() {
            Some(Game::Kabuto(game)) => {
                let lies = self.stage.scene().world().platform();
                self.book.difference(game.state(), lies.map(|it| it.place))
            }
            Some(_) => Some("another game is judged".into()),
            None => Some("no match is judged".into()),
        }
    }

    /// Waits until truth and judge say the same; helps where people can.
    fn agree(&mut self) -> Result<(), End> {
        let (mut waited, mut differed) = (0.0, 0.0);
        loop {
            if self.left {
                return Err(End::Left);
            }
            let open = self.judge.question().is_some();
            let difference = self.difference();
            if !open && difference.is_none() && !self.book.is_busy() {
                break;
            }
            if waited > STILL {
                let why = self.judge.question().map(|it| format!("{it:?}"));
                return Err(End::Stuck(why.or(difference).unwrap_or_default()));
            }
            if self.book.is_busy() && waited > CALM {
                // Something trembles for ever, too little for anybody to see.
                self.book.rest();
                continue;
            }
            if differed > PATIENCE {
                let difference = difference.unwrap_or_default();
                self.follow(&difference)?;
                break;
            }
            self.run([Act::Wait(0.1)]);
            waited += 0.1;
            differed = if open { 0.0 } else { differed + 0.1 };
            self.help();
        }
        self.people.agreed();
        if !self.book.is_busy() {
            self.judge.forget_falls();
            self.book.forget_falls();
            self.put_back();
            self.remember_places();
            // A match that is over leaves the ring as it is.
            let over = self.book.game().outcome().is_some();
            if !over && let Some(unlike) = self.book.unlike(self.stage.scene()) {
                return Err(End::Stuck(format!("the book is not the table: {unlike}")));
            }
        }
        Ok(())
    }

    /// The judge has it otherwise than the truth: if people were asked about just
    /// that, it stands, if the ring agrees.
    fn follow(&mut self, difference: &str) -> Result<(), End> {
        let Some(Game::Kabuto(game)) = self.judge.game() else {
            return Err(End::Wrong(difference.into()));
        };
        if !self.book.is_explained(game.state(), self.people.topics()) {
            return Err(End::Wrong(difference.into()));
        }
        self.book.adopt(*game.state());
        self.played.settled += 1;
        let line = format!("          people let it be: {difference}");
        self.played.lines.push(line);
        match self.book.unlike(self.stage.scene()) {
            Some(_) => Err(End::Wrong(format!("though asked, {difference}"))),
            None => Ok(()),
        }
    }

    /// What people do when the referee waits for them.
    fn help(&mut self) {
        let now = self.stage.now();
        let waiting = self.judge.waiting();
        if waiting.question.is_some() {
            self.wanted = None;
            return;
        }
        if waiting.unrest == Some(Unrest::Word) && !self.book.is_busy() {
            let rest = Command::Declare(Play::Kabuto(Action::Settle), By::Table);
            let _ = self.judge.command(now, &rest);
            return;
        }
        let Some(repair) = waiting.repair else {
            self.wanted = None;
            return;
        };
        match self.wanted {
            Some((wanted, since)) if wanted == repair => {
                if now.since(since) > WANTED {
                    self.wanted = None;
                    self.mend(repair);
                }
            }
            _ => self.wanted = Some((repair, now)),
        }
    }

    fn remember_places(&mut self) {
        let gone = self.stage.scene().fallen();
        let world = self.stage.scene().world();
        let stands = world.things().filter(|it| !gone.contains(it));
        self.stood = stands
            .filter_map(|it| world.thing(it))
            .filter(|(piece, _)| matches!(piece, Piece::Sumo(_) | Piece::Belt))
            .map(|(piece, pose)| (piece, pose.position.truncate()))
            .collect();
    }

    /// Puts back what the rules put back, where it stood.
    fn put_back(&mut self) {
        for piece in self.book.put_back() {
            let stood = self.stood.iter().find(|it| it.0 == piece);
            let near = stood.map_or(Vec2::ZERO, |it| it.1);
            let put = deeds::put_down(piece, near, self.stage.scene().world());
            self.run([put, Act::Settle(3.0)]);
        }
    }

    fn finish(mut self, end: End) -> Played {
        self.listen();
        if !self.left {
            // The last that is to be seen; the match is over either way.
            let _ = self.judge.show(self.stage.scene());
        }
        self.played.end = end;
        self.played.turns = u32::from(self.book.game().state().turn.number);
        self.played.pushes = self.book.pushes;
        self.played.falls = self.book.fallen;
        self.played.asked = self.people.pondering.asked;
        self.played.seconds = self.stage.now().0 as f64 / 1e6;
        if let Err(why) = self.stage.finish() {
            self.played.lines.push(format!("          {why}"));
        }
        self.played
    }
}
