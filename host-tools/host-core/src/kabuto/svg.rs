//! Drawing of a Kabuto match as SVG: the ring from above, posts with their markers,
//! sumos, pieces. Sides are told apart by number and by the corner of the post, so that
//! nobody needs to see colours. The ring does not know the places of pieces, so they are
//! named and not drawn.

use rules_core::games::kabuto::Match;
use rules_core::games::kabuto::state::Belt;
use rules_core::place::Post;
use rules_core::player::Seat;
use std::fmt::Write;

/// Half a side of the ring, in SVG units.
const HALF: i32 = 110;

/// Draws the state of a match as SVG.
#[must_use]
pub fn draw(game: &Match) -> String {
    let (terms, state) = (game.terms(), game.state());
    let mut text = String::from(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-160 -160 320 320" font-family="sans-serif" font-size="13" text-anchor="middle">
<title>The ring from above, north on top</title>
<rect x="-110" y="-110" width="220" height="220" rx="6" fill="#e8dcc8" stroke="#5a4a32" stroke-width="3"/>
"##,
    );
    for post in Post::ALL {
        let (x, y) = corner(post);
        let _ = writeln!(
            text,
            r##"<circle cx="{x}" cy="{y}" r="26" fill="#fff" stroke="#5a4a32" stroke-width="3"/><text x="{x}" y="{}" fill="#555">post {post}</text>"##,
            y - 8
        );
        let here = |side: &_| state.markers[*side].contains(post);
        let sides: Vec<String> = terms
            .players
            .sides()
            .filter(here)
            .map(|it| it.to_string())
            .collect();
        if !sides.is_empty() {
            let _ = writeln!(
                text,
                r##"<text x="{x}" y="{}" font-weight="bold">side {}</text>"##,
                y + 10,
                sides.join(", ")
            );
        }
    }
    let stands = |seat: &Seat| state.sumos.contains(*seat);
    let sumos = terms.players.seats().filter(stands);
    let sumos: Vec<String> = sumos
        .map(|seat| format!("sumo {seat} ({})", terms.colours[seat]))
        .collect();
    let mut lines = sumos;
    if state.belt == Belt::OnRing {
        lines.push("belt".into());
    }
    lines.extend(state.ring.to_string().split(", ").map(str::to_owned));
    let top = -10 * i32::try_from(lines.len()).unwrap_or(0);
    for (n, line) in (0..).zip(&lines) {
        let _ = writeln!(
            text,
            r#"<text x="0" y="{}">{line}</text>"#,
            top + 20 * n + 14
        );
    }
    text.push_str("</svg>");
    text
}

/// Returns the position of a post in SVG units; y grows southwards.
const fn corner(post: Post) -> (i32, i32) {
    match post {
        Post::One => (HALF, -HALF),
        Post::Two => (HALF, HALF),
        Post::Three => (-HALF, HALF),
        Post::Four => (-HALF, -HALF),
    }
}
