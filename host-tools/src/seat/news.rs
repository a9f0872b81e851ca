//! Knowledge of a person at a seat: the session's news in JSON, as a page reads them.

use serde_json::Value;

/// Knowledge of a person at a seat about the match.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SeatNews {
    /// Open question of the ring; `None` if there is none.
    pub question: Option<AskedQuestion>,
    /// Touch for which the ring waits, and whether it is a long one; `None` if it waits
    /// for none.
    pub touch: Option<bool>,
    /// Turn in progress, and what comes next; `None` once the match is over.
    pub turn: Option<TurnNews>,
    /// Declarations that the person may make.
    pub offers: Vec<Offer>,
    /// Legal plays on a grid board.
    pub plays: Vec<CellPlay>,
    /// Middle of each cell of a grid board, mm; none on a ring.
    pub cells: Vec<[f32; 2]>,
    /// Name of each cell.
    pub cell_names: Vec<String>,
    /// Side length of the ring, mm; 0 on a grid board.
    pub side: f32,
    /// Platform at the ring; `None` while it is away.
    pub platform: Option<PlatformNews>,
    /// Elements that the player who acts may push, with their number and words.
    pub stock: Vec<HeldElement>,
    /// End of the match in words; `None` while it goes on.
    pub over: Option<String>,
    /// Actions that the ring waits for, as sentences.
    pub waiting: Vec<String>,
    /// Sentence of the last refusal, until it is taken.
    pub refused: Option<String>,
}

/// Question of the ring.
#[derive(Debug, Clone, PartialEq)]
pub struct AskedQuestion {
    /// Number of the question.
    pub number: u16,
    /// Text of the question.
    pub text: String,
    /// Answers, as the ring wants them and in words.
    pub answers: Vec<(Value, String)>,
}

/// Turn in progress, and what comes next.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TurnNews {
    /// Number of the seat.
    pub seat: u8,
    /// True if a person plays it.
    pub is_person: bool,
    /// Name of the player.
    pub name: String,
    /// Actions that can come next, each with whether the turn waits for it.
    pub next: Vec<(String, bool)>,
}

/// Thing that a person may declare.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    /// Kind: `end`, `submit`, `rest`, `table`, `game`, `special`.
    pub kind: String,
    /// Words of the offer.
    pub text: String,
    /// Command to give.
    pub say: Value,
}

/// Element in the inventory of the player who acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldElement {
    /// Word of the element.
    pub kind: String,
    /// Words for the number of them.
    pub text: String,
}

/// Platform at the ring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlatformNews {
    /// Middle of the ring's edge at the platform, mm.
    pub at: [f32; 2],
    /// Direction of a push, of length 1.
    pub ahead: [f32; 2],
    /// Best place for an element, mm.
    pub spot: [f32; 2],
    /// Distance to either side of the spot within which an element is seen well, mm.
    pub room: f32,
}

/// Play on a grid board: the cells from which and to which its pieces go; a piece that
/// goes over the edge has no cell.
pub type CellPlay = Vec<(u8, Option<u8>)>;

impl SeatNews {
    /// Takes the lines of [`Session::news`](virtual_ring::session::Session::news).
    pub fn hear(&mut self, lines: &str) {
        for line in lines.lines() {
            let Ok(mut line) = serde_json::from_str::<Value>(line) else {
                continue;
            };
            let data = line["data"].take();
            match line["event"].as_str().unwrap_or_default() {
                "table" => self.on_table(&data),
                "now" => self.on_now(&data),
                "turn" => self.turn = turn(&data),
                "platform" => self.platform = platform(&data),
                "offers" => self.offers = array(&data).iter().map(offer).collect(),
                "plays" => self.plays = plays(&data),
                "touch" => self.touch = data["hold"].as_bool(),
                "refused" => self.refused = Some(english(&data)),
                "over" => self.over = (!data.is_null()).then(|| english(&data["text"])),
                _ => {}
            }
        }
    }

    fn on_table(&mut self, data: &Value) {
        self.cells = array(&data["cells"]).iter().filter_map(point).collect();
        self.cell_names = array(&data["names"]).iter().map(text).collect();
        self.side = 2.0 * data["half"].as_f64().unwrap_or_default() as f32;
    }

    fn on_now(&mut self, data: &Value) {
        let question = &data["question"];
        self.question = question["number"].as_u64().map(|number| AskedQuestion {
            number: number as u16,
            text: english(&question["text"]),
            answers: array(&question["answers"])
                .iter()
                .map(|answer| (answer["choice"].clone(), english(&answer["text"])))
                .collect(),
        });
        let waiting = array(&data["waiting"]).iter();
        self.waiting = waiting.map(|one| english(&one["text"])).collect();
        let sides = array(&data["view"]["sides"]);
        let acting = sides.iter().find(|side| side["acts"] == true);
        let held = acting.map(|side| array(&side["stock"]));
        let held = held.into_iter().flatten().filter(|held| held["count"] != 0);
        self.stock = held
            .filter(|held| held["kind"].is_string())
            .map(|held| HeldElement {
                kind: text(&held["kind"]),
                text: english(&held["text"]),
            })
            .collect();
    }

    /// Returns the offer of a kind; `None` if it is not made.
    #[must_use]
    pub fn offer(&self, kind: &str) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.kind == kind)
    }

    /// Returns the special moves that are offered.
    pub fn specials(&self) -> impl Iterator<Item = &Offer> {
        self.offers.iter().filter(|offer| offer.kind == "special")
    }
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn english(value: &Value) -> String {
    text(&value["en"])
}

fn point(value: &Value) -> Option<[f32; 2]> {
    Some([value[0].as_f64()? as f32, value[1].as_f64()? as f32])
}

fn turn(data: &Value) -> Option<TurnNews> {
    let next = array(&data["next"]).iter();
    Some(TurnNews {
        seat: data["seat"].as_u64()? as u8,
        is_person: data["person"] == true,
        name: english(&data["name"]),
        next: next
            .map(|one| (text(&one["do"]), one["owed"] == true))
            .collect(),
    })
}

fn platform(data: &Value) -> Option<PlatformNews> {
    Some(PlatformNews {
        at: point(&data["at"])?,
        ahead: point(&data["in"])?,
        spot: point(&data["spot"])?,
        room: data["room"].as_f64()? as f32,
    })
}

fn offer(data: &Value) -> Offer {
    Offer {
        kind: text(&data["kind"]),
        text: english(&data["text"]),
        say: data["say"].clone(),
    }
}

fn plays(data: &Value) -> Vec<CellPlay> {
    let cell = |value: &Value| value.as_u64().map(|cell| cell as u8);
    let shift = |shift: &Value| Some((cell(&shift[0])?, cell(&shift[1])));
    let play = |play: &Value| array(&play["slide"]).iter().filter_map(shift).collect();
    array(data).iter().map(play).collect()
}
