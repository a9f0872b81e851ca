//! Stage of a turn: what a person at a seat can do now, from what the ring and the rules
//! say.

use super::news::SeatNews;

/// Stage of a turn, by what a person can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TurnStage {
    /// The match is over.
    Over,
    /// The ring waits for a touch of its confirm button; true for a long one.
    Touch(bool),
    /// The ring asks a question.
    Question,
    /// Another player acts.
    Watch,
    /// Table and match differ: the ring has asked for a repair.
    Repair,
    /// Pieces move, or the ring does not know whether they rest.
    Settle,
    /// A marker comes off one of these posts.
    Unmark(Vec<u8>),
    /// The platform goes to the corner of one of these posts.
    DockCorner(Vec<u8>),
    /// The platform goes anywhere along the edges.
    DockEdge,
    /// A marker goes onto one of these posts.
    Mark(Vec<u8>),
    /// An element of the inventory goes onto the platform.
    Lay,
    /// The element on the platform is pushed.
    Push,
    /// The turn can end.
    End,
    /// Pieces of a grid board move.
    Move,
    /// The person can do nothing.
    Wait,
}

impl TurnStage {
    /// Returns the stage; `laid` says whether an element lies on the platform, and `moves`
    /// that the person wants to set the platform down elsewhere.
    #[must_use]
    pub fn of(news: &SeatNews, laid: bool, moves: bool) -> Self {
        if let Some(long) = news.touch {
            return Self::Touch(long);
        }
        if news.over.is_some() {
            return Self::Over;
        }
        if news.question.is_some() {
            return Self::Question;
        }
        let Some(turn) = &news.turn else {
            return Self::Wait;
        };
        if !turn.is_person {
            return Self::Watch;
        }
        if news.offer("table").is_some() {
            return Self::Repair;
        }
        if !news.cells.is_empty() {
            return Self::Move;
        }
        let next = NextSteps::of(&turn.next);
        if next.settles {
            return Self::Settle;
        }
        if moves && next.is_dockable() {
            return next.docks();
        }
        if next.owed_unmark {
            return Self::Unmark(next.unmarks);
        }
        if next.owed_dock {
            return next.docks();
        }
        if next.owed_mark {
            return Self::Mark(next.marks);
        }
        if next.pushes && news.platform.is_some() {
            return if laid { Self::Push } else { Self::Lay };
        }
        if !next.unmarks.is_empty() {
            return Self::Unmark(next.unmarks);
        }
        if next.is_dockable() && news.platform.is_none() {
            return next.docks();
        }
        if !next.marks.is_empty() && !next.ends {
            return Self::Mark(next.marks);
        }
        match next.ends || !news.offers.is_empty() {
            true => Self::End,
            false => Self::Wait,
        }
    }
}

/// Actions that can come next.
#[derive(Debug, Default)]
struct NextSteps {
    docks: Vec<u8>,
    marks: Vec<u8>,
    unmarks: Vec<u8>,
    anywhere: bool,
    pushes: bool,
    settles: bool,
    ends: bool,
    owed_dock: bool,
    owed_mark: bool,
    owed_unmark: bool,
}

impl NextSteps {
    fn of(actions: &[(String, bool)]) -> Self {
        let mut next = Self::default();
        for (action, is_owed) in actions {
            let (words, post) = match action.rsplit_once(' ') {
                Some((words, last)) if last.parse::<u8>().is_ok() => (words, last.parse().ok()),
                _ => (action.as_str(), None),
            };
            match (words, post) {
                ("dock", Some(post)) => next.docks.push(post),
                ("dock", None) => next.anywhere = true,
                ("marker", Some(post)) => next.marks.push(post),
                ("take marker", Some(post)) => next.unmarks.push(post),
                ("push", _) => next.pushes = true,
                ("settle", _) => next.settles = true,
                ("end turn", _) => next.ends = true,
                _ => {}
            }
            match words {
                "dock" => next.owed_dock |= is_owed,
                "marker" => next.owed_mark |= is_owed,
                "take marker" => next.owed_unmark |= is_owed,
                _ => {}
            }
        }
        next
    }

    const fn is_dockable(&self) -> bool {
        self.anywhere || !self.docks.is_empty()
    }

    fn docks(self) -> TurnStage {
        match self.anywhere {
            true => TurnStage::DockEdge,
            false => TurnStage::DockCorner(self.docks),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SeatNews, TurnStage};
    use crate::seat::news::{Offer, PlatformNews, TurnNews};

    /// Turn of a person with these next actions; one with `!` is owed.
    fn news(next: &str, has_platform: bool) -> SeatNews {
        let action = |word: &str| match word.strip_suffix('!') {
            Some(word) => (word.to_owned(), true),
            None => (word.to_owned(), false),
        };
        SeatNews {
            turn: Some(TurnNews {
                seat: 1,
                is_person: true,
                name: "Ember Fly".into(),
                next: next.split(", ").map(action).collect(),
            }),
            platform: has_platform.then_some(PlatformNews {
                at: [100.0, 100.0],
                ahead: [0.0, -1.0],
                spot: [100.0, 136.0],
                room: 8.0,
            }),
            side: 200.0,
            ..SeatNews::default()
        }
    }

    #[test]
    fn the_stage_is_what_the_turn_waits_for() {
        // Next actions, platform at the ring, element on it, wish to move it, stage.
        let table: [(&str, [bool; 3], TurnStage); 11] = [
            (
                "marker 1!, marker 3!",
                [false; 3],
                TurnStage::Mark(vec![1, 3]),
            ),
            (
                "dock 2!, dock 4!, move 1",
                [false; 3],
                TurnStage::DockCorner(vec![2, 4]),
            ),
            ("dock!", [false; 3], TurnStage::DockEdge),
            (
                "dock 2, marker 2!",
                [true, false, false],
                TurnStage::Mark(vec![2]),
            ),
            ("dock 3, push!", [true, false, false], TurnStage::Lay),
            ("dock 3, push!", [true, true, false], TurnStage::Push),
            (
                "dock 3, push!",
                [true, false, true],
                TurnStage::DockCorner(vec![3]),
            ),
            ("settle!", [true, false, false], TurnStage::Settle),
            (
                "take marker 1!, take marker 2!",
                [true, false, false],
                TurnStage::Unmark(vec![1, 2]),
            ),
            ("move 2, end turn", [true, false, false], TurnStage::End),
            ("", [false; 3], TurnStage::Wait),
        ];
        for (next, [platform, laid, moves], stage) in table {
            assert_eq!(
                TurnStage::of(&news(next, platform), laid, moves),
                stage,
                "{next}"
            );
        }
    }

    #[test]
    fn what_the_ring_waits_for_goes_before_the_turn() {
        let mut news = news("push!", true);
        news.offers = vec![Offer {
            kind: "table".into(),
            text: "The table is right".into(),
            say: "TableIsRight".into(),
        }];
        assert_eq!(TurnStage::of(&news, false, false), TurnStage::Repair);
        news.turn.as_mut().expect("a turn").is_person = false;
        assert_eq!(TurnStage::of(&news, false, false), TurnStage::Watch);
        news.over = Some("Ember Fly wins".into());
        assert_eq!(TurnStage::of(&news, false, false), TurnStage::Over);
        news.touch = Some(true);
        assert_eq!(TurnStage::of(&news, false, false), TurnStage::Touch(true));
    }
}
