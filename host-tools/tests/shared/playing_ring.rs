//! Ring that plays random matches of Sakura Slam by itself, at a socket in this process:
//! real journal, real flash, no physics. Its power can be cut.

use host_core::data::{default_layout, house_deck};
use host_core::kabuto::random_play;
use host_tools::ring_server::{ServedRing, Server};
use rules_core::board::{BoardId, Button, Buttons};
use rules_core::games::kabuto::setup::{Entrant, FirstBy};
use rules_core::games::kabuto::terms::{HouseRules, League};
use rules_core::games::kabuto::{Edition, Setup};
use rules_core::player::{Colour, Players};
use rules_core::referee::{AnyAction, AnyGame, Command, Policies, Speaker};
use rules_core::ring::{HostPresence, Input};
use rules_core::rng::Rng;
use rules_core::time::Instant as RingTime;
use rules_core::wire::BootReason;
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use virtual_ring::in_process::InProcessRing;

/// Ring that plays by itself.
struct Player {
    ring: InProcessRing,
    rng: Rng,
    started: Instant,
    /// Time of the ring's clock at `started`.
    since: u64,
    next_act: Instant,
    interval: Duration,
    has_restarted: bool,
    /// True once the winner of the match is noted.
    is_noted: bool,
    /// Time at which the button is released; `None` if it is not pressed.
    release: Option<Instant>,
    control: Arc<Control>,
}

/// Wishes of a test, and what the ring has.
#[derive(Default)]
struct Control {
    cut: AtomicBool,
    pause: AtomicBool,
    hold: AtomicBool,
    quit: AtomicBool,
    /// Matches that may still begin.
    matches: AtomicU32,
    /// Number of the journal's next line.
    next: AtomicU32,
    is_idle: AtomicBool,
    /// Seats that won, from 1, in the order of the matches.
    winners: Mutex<Vec<u8>>,
}

/// Ring at a socket that plays by itself.
pub struct PlayingRing {
    /// Address for `--ring`.
    pub address: String,
    control: Arc<Control>,
    thread: Mutex<Option<std::thread::JoinHandle<()>>>,
}

impl PlayingRing {
    /// Starts a ring that plays this many matches, with an act every `interval`.
    pub fn start(seed: u64, matches: u32, interval: Duration) -> Self {
        let control = Arc::new(Control::default());
        control.matches.store(matches, Ordering::Relaxed);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("tcp:{}", listener.local_addr().unwrap());
        let of_thread = control.clone();
        let thread = std::thread::spawn(move || {
            let mut ring = InProcessRing::new(BoardId::Ring);
            ring.set_seed(seed);
            let now = Instant::now();
            let player = Player {
                since: ring.ring().now().0,
                ring,
                rng: Rng::new(seed),
                started: now,
                next_act: now,
                interval,
                has_restarted: false,
                is_noted: false,
                release: None,
                control: of_thread.clone(),
            };
            let mut server = Server::new(player, listener).unwrap();
            while !of_thread.quit.load(Ordering::Relaxed) {
                server.poll();
            }
        });
        Self {
            address,
            control,
            thread: Mutex::new(Some(thread)),
        }
    }

    /// Cuts the power for a moment.
    pub fn cut(&self) {
        self.control.cut.store(true, Ordering::Relaxed);
    }

    /// Holds Confirm until that is a long press, which allows whatever is asked for.
    pub fn hold(&self) {
        self.control.hold.store(true, Ordering::Relaxed);
    }

    /// Pauses play, or goes on.
    pub fn pause(&self, pause: bool) {
        self.control.pause.store(pause, Ordering::Relaxed);
    }

    /// Lets no further match begin.
    #[allow(
        dead_code,
        reason = "not every test that shares this file ends the match"
    )]
    pub fn finish(&self) {
        self.control.matches.store(0, Ordering::Relaxed);
    }

    /// Lets one more match begin.
    #[allow(dead_code, reason = "only an evening plays round by round")]
    pub fn play_one(&self) {
        self.control.matches.fetch_add(1, Ordering::Relaxed);
        // Only afterwards: a ring that finds no match to begin says that it is idle.
        self.control.is_idle.store(false, Ordering::Relaxed);
    }

    /// Returns the seats that won, from 1, in the order of the matches: the ring's own truth.
    #[allow(dead_code, reason = "only an evening asks who won")]
    pub fn winners(&self) -> Vec<u8> {
        self.control.winners.lock().unwrap().clone()
    }

    /// Waits until all matches are played.
    pub fn wait(&self, patience: Duration) {
        let until = Instant::now() + patience;
        while !self.control.is_idle.load(Ordering::Relaxed) {
            assert!(Instant::now() < until, "the match does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Returns the number of the journal's next line.
    pub fn next_line(&self) -> u32 {
        self.control.next.load(Ordering::Relaxed)
    }
}

impl Drop for PlayingRing {
    fn drop(&mut self) {
        self.control.quit.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.lock().unwrap().take() {
            let _ = thread.join();
        }
    }
}

impl Player {
    fn now(&self) -> RingTime {
        RingTime(self.started.elapsed().as_micros() as u64 + self.since)
    }

    fn act(&mut self) {
        let now = self.now();
        let session = self.ring.ring().referee().session();
        if let Some(question) = session.question() {
            // After a power cut nothing has changed.
            let answer = Command::Answer(question.number, question.choices[0]);
            let _ = self.ring.command(now, &answer);
            return;
        }
        match session.game() {
            Some(AnyGame::Kabuto(game)) => match random_play::next(game, &mut self.rng) {
                Some(action) => {
                    let action = AnyAction::Kabuto(action);
                    let declare = Command::Declare(action, Speaker::Table);
                    let _ = self.ring.command(now, &declare);
                }
                None => self.begin(now),
            },
            _ => self.begin(now),
        }
    }

    fn begin(&mut self, now: RingTime) {
        self.note_winner();
        let one_less = |left: u32| left.checked_sub(1);
        let order = Ordering::Relaxed;
        let begins = self.control.matches.fetch_update(order, order, one_less);
        if begins.is_err() {
            self.control.is_idle.store(true, Ordering::Relaxed);
            return;
        }
        self.is_noted = false;
        let game = new_match();
        self.ring.begin(now, &game, Policies::DEFAULT).unwrap();
    }
}

impl Player {
    /// Notes who won the match that is over, once.
    fn note_winner(&mut self) {
        let Some(game) = self.ring.ring().referee().session().game() else {
            return;
        };
        let Some(side) = game.winner().filter(|_| !self.is_noted) else {
            return;
        };
        self.is_noted = true;
        let mut seats = game.players().seats();
        let seat = seats.find(|seat| game.side_of(*seat) == side).unwrap();
        self.control
            .winners
            .lock()
            .unwrap()
            .push(seat.index() as u8 + 1);
    }
}

fn new_match() -> AnyGame {
    let deck = house_deck();
    let players = [Colour::Red, Colour::Blue].into_iter().zip(0..);
    let entrants = players.map(|(colour, card)| Entrant {
        colour,
        card,
        team: None,
    });
    let setup = Setup {
        edition: Edition::SakuraSlam,
        league: League::Junior,
        players: entrants.collect(),
        first: 0,
        first_by: FirstBy::as_printed(Edition::SakuraSlam, Players::Two),
        layout: default_layout(Edition::SakuraSlam, Players::Two),
        house_rules: HouseRules::default(),
    };
    AnyGame::Kabuto(setup.begin(&deck.cards).unwrap())
}

impl ServedRing for Player {
    fn live(&mut self) {
        if self.control.cut.swap(false, Ordering::Relaxed) {
            self.ring.power_cycle(BootReason::PowerUp);
            self.since = self.ring.ring().now().0;
            self.started = Instant::now();
            self.has_restarted = true;
        }
        if Instant::now() >= self.next_act && !self.control.pause.load(Ordering::Relaxed) {
            self.next_act = Instant::now() + self.interval;
            self.act();
        }
        let now = self.now();
        if self.control.hold.swap(false, Ordering::Relaxed) {
            let confirm = Buttons::of(Button::Confirm);
            self.ring.step(now, Input::Buttons(confirm));
            self.release = Some(Instant::now() + Duration::from_millis(1_700));
        }
        if self.release.is_some_and(|at| Instant::now() >= at) {
            self.release = None;
            self.ring.step(now, Input::Buttons(Buttons::EMPTY));
        }
        self.ring.advance_to(now);
        let next = self.ring.ring().info().next;
        self.control.next.store(next, Ordering::Relaxed);
    }

    fn host(&mut self, presence: HostPresence) {
        let now = self.now();
        self.ring.step(now, Input::Host(presence));
    }

    fn receive(&mut self, bytes: &[u8]) {
        let now = self.now();
        for packet in bytes.chunks(64) {
            self.ring.step(now, Input::Bytes(packet));
        }
    }

    fn transmit(&mut self) -> Vec<u8> {
        self.ring.transmit()
    }

    fn execute(&mut self, _: &str) -> Result<(), String> {
        let now = self.now();
        self.ring.step(now, Input::Buttons(Buttons::EMPTY));
        Ok(())
    }

    fn has_restarted(&mut self) -> bool {
        std::mem::take(&mut self.has_restarted)
    }
}
