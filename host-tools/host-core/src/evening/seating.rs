//! Seat of each player in a match that begins. A ring knows seats with colours and cards,
//! not people: whoever plays a favourite card or colour is recognised by it, and the others
//! sit in the order of the pairing, with seats changed in every game of a series.

use super::plan::{EveningPlan, Person};

/// Seat of a match, as its ring has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchSeat {
    /// Colour of its pieces.
    pub colour: String,
    /// Name of its card; in games without cards, of its colour.
    pub card: String,
}

/// Returns the names of the players in turn order; `None` if the match has another number
/// of players. `game` counts the games of the series from 0.
///
/// ```
/// use host_core::evening::plan::EveningPlan;
/// use host_core::evening::seating::{MatchSeat, seated};
///
/// let plan = EveningPlan::read(
///     "name = ''\npairing = 'import'\ntable = [{ name = 'One', ring = 'a' }]\n\
///      person = [{ name = 'Ann', colour = 'Blue' }, { name = 'Bo' }]",
/// ).unwrap();
/// let seat = |colour: &str| MatchSeat { colour: colour.into(), card: String::new() };
/// let names = ["Ann".to_owned(), "Bo".to_owned()];
/// assert_eq!(seated(&plan, &names, &[seat("red"), seat("blue")], 0).unwrap(), ["Bo", "Ann"]);
/// assert_eq!(seated(&plan, &names, &[seat("red"), seat("green")], 0).unwrap(), ["Ann", "Bo"]);
/// assert_eq!(seated(&plan, &names, &[seat("red"), seat("green")], 1).unwrap(), ["Bo", "Ann"]);
/// ```
#[must_use]
pub fn seated(
    plan: &EveningPlan,
    players: &[String],
    seats: &[MatchSeat],
    game: usize,
) -> Option<Vec<String>> {
    if players.len() != seats.len() || players.is_empty() {
        return None;
    }
    let wishes: [fn(&Person, usize, &MatchSeat) -> bool; 3] = [
        |person, _, seat| is_same(person.card.as_ref(), &seat.card),
        |person, _, seat| is_same(person.colour.as_ref(), &seat.colour),
        |person, at, _| person.seat.is_some_and(|wish| usize::from(wish) == at + 1),
    ];
    let mut placed: Vec<Option<&String>> = vec![None; seats.len()];
    for wish in wishes {
        let fits = |name: &String, at: usize| {
            let person = plan.person(name);
            person.is_some_and(|person| wish(person, at, &seats[at]))
        };
        let open: Vec<&String> = left(players, &placed);
        let free = |placed: &[Option<&String>]| -> Vec<usize> {
            (0..seats.len())
                .filter(|at| placed[*at].is_none())
                .collect()
        };
        let free = free(&placed);
        for name in &open {
            // A seat that two of them want, and a person whom two seats suit, say nothing.
            let mut wanted = free.iter().filter(|at| fits(name, **at));
            let (Some(at), None) = (wanted.next(), wanted.next()) else {
                continue;
            };
            if open.iter().filter(|other| fits(other, *at)).count() == 1 {
                placed[*at] = Some(name);
            }
        }
    }
    let mut others = left(players, &placed);
    let turn = game % others.len().max(1);
    others.rotate_left(turn);
    let mut others = others.into_iter();
    let names = placed
        .into_iter()
        .map(|name| name.or_else(|| others.next()).cloned());
    names.collect()
}

fn left<'a>(players: &'a [String], placed: &[Option<&String>]) -> Vec<&'a String> {
    let is_open = |name: &&String| !placed.contains(&Some(name));
    players.iter().filter(is_open).collect()
}

fn is_same(wish: Option<&String>, seat: &str) -> bool {
    wish.is_some_and(|wish| wish.to_lowercase() == seat.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::{MatchSeat, seated};
    use crate::evening::plan::EveningPlan;

    fn names(people: &str, game: usize) -> Vec<String> {
        let plan = format!(
            "name = 'x'\npairing = 'import'\ntable = [{{ name = 'One', ring = 'a' }}]\nperson = [{people}]"
        );
        let plan = EveningPlan::read(&plan).unwrap();
        let players: Vec<String> = plan
            .people
            .iter()
            .map(|person| person.name.clone())
            .collect();
        let seats = [
            ("red", "Ember Fly"),
            ("blue", "Web Spinner"),
            ("green", "Ember Fly"),
        ];
        let seats = seats[..players.len()]
            .iter()
            .map(|(colour, card)| MatchSeat {
                colour: (*colour).into(),
                card: (*card).into(),
            });
        seated(&plan, &players, &seats.collect::<Vec<_>>(), game).unwrap()
    }

    #[test]
    fn cards_tell_more_than_colours_and_colours_more_than_seats() {
        let both =
            "{ name = 'Ann', card = 'web spinner', colour = 'red', seat = 1 }, { name = 'Bo' }";
        assert_eq!(names(both, 0), ["Bo", "Ann"]);
        let colour = "{ name = 'Ann', colour = 'blue', seat = 1 }, { name = 'Bo' }";
        assert_eq!(names(colour, 0), ["Bo", "Ann"]);
        let seat = "{ name = 'Ann', seat = 2 }, { name = 'Bo' }";
        assert_eq!(names(seat, 0), ["Bo", "Ann"]);
        assert_eq!(names(seat, 1), ["Bo", "Ann"]);
    }

    #[test]
    fn wishes_that_do_not_tell_people_apart_say_nothing() {
        let same = "{ name = 'Ann', colour = 'red' }, { name = 'Bo', colour = 'red' }";
        assert_eq!(names(same, 0), ["Ann", "Bo"]);
        assert_eq!(names(same, 1), ["Bo", "Ann"]);
        let two_seats = "{ name = 'Ann' }, { name = 'Bo' }, { name = 'Cy', card = 'Ember Fly' }";
        assert_eq!(names(two_seats, 0), ["Ann", "Bo", "Cy"]);
        assert_eq!(names(two_seats, 1), ["Bo", "Cy", "Ann"]);
    }
}
