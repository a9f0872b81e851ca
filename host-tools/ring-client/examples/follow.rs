//! Follows a ring and prints every event of its match.
//!
//! ```text
//! cargo run -p ring-client --all-features --example follow -- tcp:127.0.0.1:7070
//! ```
//!
//! follows the ring at that address: a socket, a serial port or a recording. `dohyo
//! ring --after-match 3` serves one to try it on. Without an address a ring in this process
//! stands in: a match begins on it, and somebody sets the opening marker.

use host_core::data::house_deck;
use host_core::sentences::{Language, Names, Phrasebook, SessionEvent};
use ring_client::transport::InProcess;
use ring_client::{Address, Client, ClientUpdate, Transport};
use rules_core::board::BoardId;
use rules_core::panel::quick_match;
use rules_core::player::Players;
use rules_core::referee::{Policies, Session};
use rules_core::wire::message::FollowFrom;
use std::error::Error;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let Some(address) = std::env::args().nth(1) else {
        return in_process();
    };
    let mut client = Client::connect(Address::parse(&address)?.open()?)?;
    client.set_patience(Duration::from_secs(5));
    // Until the ring is silent for a second; a program would continue.
    let events = follow(&mut client, Duration::from_secs(1))?;
    println!("{events} events");
    Ok(())
}

/// Follows a match on a ring in this process.
fn in_process() -> Result<(), Box<dyn Error>> {
    let mut client = Client::connect(InProcess::new(BoardId::Ring))?;
    let layout = quick_match::DEFAULT_LAYOUTS[Players::Two];
    let game = quick_match::game(Players::Two, layout).ok_or("no such match")?;
    client.begin(&game, Policies::DEFAULT)?;
    client.line().ring().execute("marker 1 blue")?;
    let events = follow(&mut client, Duration::from_millis(300))?;
    match events {
        0 | 1 => Err("the marker was not ruled on".into()),
        _ => Ok(()),
    }
}

/// Prints events from the beginning of the match until nothing comes for this long;
/// returns their number.
///
/// The client folds the journal as it comes: a lost connection is opened again, lines
/// that were missed are fetched by their number, and the hash of every state is
/// checked.
fn follow(
    client: &mut Client<impl Transport>,
    quiet: Duration,
) -> Result<usize, ring_client::Error> {
    client.follow(FollowFrom::Match)?;
    let mut names = Names::default();
    let (mut count, mut last) = (0, Instant::now());
    while !client.is_over() && last.elapsed() < quiet {
        match client.next(Duration::from_millis(50))? {
            Some(ClientUpdate::Line(followed)) => {
                if let Some(game) = followed.session.as_deref().and_then(Session::game) {
                    names = Names::new(game, &house_deck().cards);
                }
                let events = SessionEvent::of_line(&followed);
                for told in &events {
                    let sentence =
                        Phrasebook::english(&names).event(&told.event.kind, &told.context);
                    let label = sentence.label(Language::English);
                    println!("{:>5}  {label:<8} {}", told.event.seq, sentence.text);
                }
                count += events.len();
                last = Instant::now();
            }
            Some(ClientUpdate::FollowFailed(error)) => println!("{error}"),
            Some(ClientUpdate::Void(lines)) => println!("{lines}"),
            Some(ClientUpdate::Lost(error)) => println!("{error}"),
            Some(ClientUpdate::Back) => println!("the ring is back"),
            Some(ClientUpdate::Message(_) | ClientUpdate::Response(..)) | None => {}
        }
    }
    if let Some(session) = client.session() {
        println!(
            "state {:016x} after {} lines",
            session.hash(),
            session.count()
        );
    }
    Ok(count)
}
