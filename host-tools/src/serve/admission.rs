//! Places of connections, shared among addresses.
//!
//! There is a number of places in all, and a smaller one for each address. When all are
//! taken, a newcomer gets the place of the address that holds the most, as long as that
//! one holds more than the newcomer would. So neither one address nor a dozen can keep
//! others out, however many connections they open.
//!
//! A connection carries at most one stream of events at a time. Each address may have
//! fewer streams than connections, so that the page can still be loaded there, and
//! commands given, when too many streams are open.
//!
//! The type does no I/O. It keeps a handle `H` for each connection; the server closes a
//! connection by dropping its handle.

use super::limits::PeerId;
use std::collections::HashMap;

/// Numbers of places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capacity {
    /// Connections of all addresses.
    total: usize,
    /// Connections of one address.
    per_peer: usize,
    /// Streams of one address.
    streams: usize,
}

impl Capacity {
    /// Capacity of a server that may open any number of files: more spectators than fit
    /// into a hall.
    pub const LARGEST: Self = Self::within(2_048);

    /// Returns the capacity of a server that can hold `total` connections: 128 and 96
    /// streams for each address, but never more than a quarter of all.
    #[must_use]
    pub const fn within(total: usize) -> Self {
        let per_peer = match total / 4 {
            0 => 1,
            1..128 => total / 4,
            _ => 128,
        };
        let streams = match per_peer * 3 / 4 {
            0 => 1,
            share => share,
        };
        Self {
            total,
            per_peer,
            streams,
        }
    }

    /// Returns the number of connections of all addresses.
    #[must_use]
    pub const fn total(self) -> usize {
        self.total
    }
}

/// Name of an admitted connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionId {
    /// Peer that opened the connection.
    pub peer: PeerId,
    number: u64,
}

/// Connection that holds a place.
#[derive(Debug)]
struct Holding<H> {
    number: u64,
    handle: H,
    /// True while the connection carries a stream of events.
    is_streaming: bool,
}

/// Places and those who hold them.
#[derive(Debug)]
pub struct Admissions<H> {
    capacity: Capacity,
    /// Connections of each peer, oldest first; a peer without connections has no entry.
    peers: HashMap<PeerId, Vec<Holding<H>>>,
    next: u64,
}

/// Answer to a new connection.
#[derive(Debug, PartialEq, Eq)]
pub enum Admission<H> {
    /// The connection has a place.
    Admitted(ConnectionId),
    /// The connection has the place of another one, whose handle this is.
    Displaced(ConnectionId, H),
    /// No place is left for this address; its handle comes back.
    Refused(H),
}

impl<H> Admissions<H> {
    /// Creates places that nobody holds.
    #[must_use]
    pub fn new(capacity: Capacity) -> Self {
        Self {
            capacity,
            peers: HashMap::new(),
            next: 0,
        }
    }

    /// Gives a new connection of `peer` a place, if it can have one.
    pub fn admit(&mut self, peer: PeerId, handle: H) -> Admission<H> {
        let own = self.connections_of(peer);
        if own >= self.capacity.per_peer {
            return Admission::Refused(handle);
        }
        if self.connections() < self.capacity.total {
            return Admission::Admitted(self.enter(peer, handle));
        }
        // The newest goes: those who have watched for long stay.
        let largest = self.peers.values_mut().max_by_key(|held| held.len());
        match largest.filter(|held| held.len() > own + 1).map(Vec::pop) {
            Some(Some(displaced)) => {
                let id = self.enter(peer, handle);
                Admission::Displaced(id, displaced.handle)
            }
            _ => Admission::Refused(handle),
        }
    }

    fn enter(&mut self, peer: PeerId, handle: H) -> ConnectionId {
        let number = self.next;
        self.next += 1;
        self.peers.entry(peer).or_default().push(Holding {
            number,
            handle,
            is_streaming: false,
        });
        ConnectionId { peer, number }
    }

    /// Frees the place of a connection that has ended or was displaced.
    pub fn release(&mut self, id: ConnectionId) {
        if let Some(held) = self.peers.get_mut(&id.peer) {
            held.retain(|holding| holding.number != id.number);
            if held.is_empty() {
                self.peers.remove(&id.peer);
            }
        }
    }

    /// Starts the stream of a connection. Returns false if its address has too many, or
    /// the connection has been displaced.
    #[must_use]
    pub fn start_stream(&mut self, id: ConnectionId) -> bool {
        if self.streams_of(id.peer) >= self.capacity.streams {
            return false;
        }
        let holding = self.holding(id);
        let is_there = holding.is_some();
        if let Some(holding) = holding {
            holding.is_streaming = true;
        }
        is_there
    }

    /// Ends the stream of a connection.
    pub fn end_stream(&mut self, id: ConnectionId) {
        if let Some(holding) = self.holding(id) {
            holding.is_streaming = false;
        }
    }

    fn holding(&mut self, id: ConnectionId) -> Option<&mut Holding<H>> {
        let held = self.peers.get_mut(&id.peer)?;
        held.iter_mut().find(|holding| holding.number == id.number)
    }

    /// Returns the number of connections.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.peers.values().map(Vec::len).sum()
    }

    fn connections_of(&self, peer: PeerId) -> usize {
        self.peers.get(&peer).map_or(0, Vec::len)
    }

    fn streams_of(&self, peer: PeerId) -> usize {
        let held = self.peers.get(&peer).into_iter().flatten();
        held.filter(|holding| holding.is_streaming).count()
    }

    /// Frees all places and drops all handles.
    pub fn clear(&mut self) {
        self.peers.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{Admission, Admissions, Capacity, ConnectionId};
    use crate::serve::limits::PeerId;
    use std::collections::HashMap;
    use std::net::{IpAddr, Ipv4Addr};

    fn peer(n: u32) -> PeerId {
        IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 + n)).into()
    }

    /// Admits a connection and returns its name; `None` if it is refused.
    fn admit(places: &mut Admissions<()>, n: u32) -> Option<ConnectionId> {
        match places.admit(peer(n), ()) {
            Admission::Admitted(id) | Admission::Displaced(id, ()) => Some(id),
            Admission::Refused(()) => None,
        }
    }

    #[test]
    fn one_address_gets_its_share_and_no_more() {
        let mut places = Admissions::new(Capacity::LARGEST);
        let held: Vec<_> = (0..500).map_while(|_| admit(&mut places, 1)).collect();
        assert_eq!(held.len(), 128);
        assert!(admit(&mut places, 2).is_some());
        places.release(held[3]);
        assert!(admit(&mut places, 1).is_some());
        assert!(admit(&mut places, 1).is_none());
    }

    #[test]
    fn a_full_house_makes_room_at_the_expense_of_the_largest() {
        let mut places = Admissions::new(Capacity::LARGEST);
        // Sixteen addresses take everything.
        for n in 0..16 {
            while admit(&mut places, n).is_some() {}
        }
        assert_eq!(places.connections(), 2_048);
        for n in 100..300 {
            assert!(admit(&mut places, n).is_some(), "newcomer {n}");
            assert_eq!(places.connections(), 2_048);
        }
        for n in 100..300 {
            assert_eq!(places.connections_of(peer(n)), 1, "newcomer {n} stays");
        }
        let largest = (0..16).map(|n| places.connections_of(peer(n))).max();
        assert_eq!(largest, Some(116));
    }

    #[test]
    fn streams_leave_room_for_requests_of_the_same_address() {
        let mut places = Admissions::new(Capacity::LARGEST);
        let held: Vec<_> = (0..128).map_while(|_| admit(&mut places, 1)).collect();
        let started: Vec<bool> = held.iter().map(|id| places.start_stream(*id)).collect();
        assert_eq!(started.iter().filter(|is_started| **is_started).count(), 96);
        places.end_stream(held[0]);
        assert!(places.start_stream(held[100]));
        // A stream ends with its connection.
        places.release(held[1]);
        assert!(places.start_stream(held[101]));
        assert!(!places.start_stream(held[1]), "it has no place any more");
    }

    #[test]
    fn few_files_are_shared_as_well() {
        for total in 1..600 {
            let Capacity {
                per_peer, streams, ..
            } = Capacity::within(total);
            assert!(per_peer >= 1 && streams >= 1 && streams <= per_peer);
            assert!(per_peer <= 128 && (total < 4 || per_peer <= total / 4));
        }
    }

    /// Plays random arrivals and departures and checks the promises after each.
    #[test]
    fn whatever_comes_and_goes_the_promises_hold() {
        let mut random = 1_u32;
        let mut draw = |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) % below
        };
        let mut places = Admissions::new(Capacity::within(40));
        let mut held: Vec<ConnectionId> = Vec::new();
        for _ in 0..20_000 {
            if draw(3) == 0 && !held.is_empty() {
                places.release(held.swap_remove(draw(held.len() as u32) as usize));
            } else {
                // Low numbers are greedy.
                let n = draw(30).min(draw(30));
                let before: HashMap<PeerId, usize> =
                    held.iter().fold(HashMap::new(), |mut all, id| {
                        *all.entry(id.peer).or_default() += 1;
                        all
                    });
                let (own, largest) = (
                    before.get(&peer(n)).copied().unwrap_or(0),
                    before.values().copied().max().unwrap_or(0),
                );
                match admit(&mut places, n) {
                    Some(id) => held.push(id),
                    None => assert!(own >= 10 || (held.len() >= 40 && largest <= own + 1)),
                }
                held.retain(|id| places.holding(*id).is_some());
            }
            assert_eq!(places.connections(), held.len());
            assert!(places.connections() <= 40);
            assert!(
                places
                    .peers
                    .values()
                    .all(|held| (1..=10).contains(&held.len()))
            );
        }
    }
}
