//! Who is online in a workspace, by what this node and the others say.

use std::collections::{HashMap, HashSet};

use storage::ids::UserId;

use crate::chat::event::{Presence, PresenceStatus};

/// A person is offline this long after the last connection ended (ms).
pub const OFFLINE_AFTER: i64 = 15_000;
/// More presence changes than this within a second go out as one frame.
pub const PRESENCE_SINGLE: usize = 20;

#[derive(Default)]
struct Person {
    /// Connections to this node.
    here: u32,
    /// Other nodes that have connections of the person: a bit for each node's number.
    elsewhere: u64,
    /// When the last connection ended; still online until [`OFFLINE_AFTER`] later.
    left: Option<i64>,
    since: i64,
}

impl Person {
    /// Notes when nobody has a connection of the person any more.
    fn settle(&mut self, now: i64) {
        if self.here > 0 || self.elsewhere != 0 {
            self.left = None;
        } else {
            self.left.get_or_insert(now);
        }
    }
}

fn bit(node: u8) -> u64 {
    1 << (node & 63)
}

/// Where a person is, as far as presence knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whereabouts {
    /// Connected to this node or another.
    Connected,
    /// The last connection has ended, not long enough ago to count as offline.
    Leaving,
    /// Offline.
    Away,
}

/// What a person's connection to this node changes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Joined {
    /// The person was offline.
    pub online: Option<Presence>,
    /// It is the only one to this node: the other nodes are to know.
    pub first_here: bool,
}

/// Everybody who is online.
#[derive(Default)]
pub struct People(HashMap<UserId, Person>);

impl People {
    /// A connection of a person to this node begins.
    pub fn join(&mut self, user_id: UserId, now: i64) -> Joined {
        let mut first_here = false;
        let online = self.change(user_id, now, |person| {
            person.here += 1;
            first_here = person.here == 1;
        });
        Joined { online, first_here }
    }

    /// A connection of a person to this node has ended; answers whether it was the last one here.
    pub fn leave(&mut self, user_id: UserId, now: i64) -> bool {
        let Some(person) = self.0.get_mut(&user_id).filter(|person| person.here > 0) else {
            return false;
        };
        person.here -= 1;
        person.settle(now);
        person.here == 0
    }

    /// Another node has connections of a person, or no longer; answers the change if the person was offline.
    pub fn elsewhere(&mut self, user_id: UserId, node: u8, here: bool, now: i64) -> Option<Presence> {
        if here {
            return self.change(user_id, now, |person| person.elsewhere |= bit(node));
        }
        if let Some(person) = self.0.get_mut(&user_id) {
            person.elsewhere &= !bit(node);
            person.settle(now);
        }
        None
    }

    /// Another node has connections of these people and no others; answers who was offline.
    pub fn present(&mut self, node: u8, people: &[UserId], now: i64) -> Vec<Presence> {
        let named: HashSet<UserId> = people.iter().copied().collect();
        for (_, person) in self.0.iter_mut().filter(|(id, _)| !named.contains(id)) {
            person.elsewhere &= !bit(node);
            person.settle(now);
        }
        named.into_iter().filter_map(|id| self.elsewhere(id, node, true, now)).collect()
    }

    fn change(&mut self, user_id: UserId, now: i64, change: impl FnOnce(&mut Person)) -> Option<Presence> {
        let new = !self.0.contains_key(&user_id);
        let person = self.0.entry(user_id).or_insert_with(|| Person { since: now, ..Person::default() });
        change(person);
        person.settle(now);
        new.then_some(Presence::new(user_id, PresenceStatus::Online, now))
    }

    /// Who has connections to this node.
    pub fn here(&self) -> Vec<UserId> {
        self.0.iter().filter(|(_, person)| person.here > 0).map(|(id, _)| *id).collect()
    }

    /// Whoever has been gone for [`OFFLINE_AFTER`].
    pub fn gone(&mut self, now: i64) -> Vec<Presence> {
        self.0
            .extract_if(|_, person| person.left.is_some_and(|left| now - left >= OFFLINE_AFTER))
            .map(|(user_id, _)| Presence::new(user_id, PresenceStatus::Offline, now))
            .collect()
    }

    /// Is anybody on the way out?
    pub fn anybody_leaving(&self) -> bool {
        self.0.values().any(|person| person.left.is_some())
    }

    /// Where a person is.
    pub fn whereabouts(&self, user_id: UserId) -> Whereabouts {
        match self.0.get(&user_id) {
            None => Whereabouts::Away,
            Some(person) if person.left.is_some() => Whereabouts::Leaving,
            Some(_) => Whereabouts::Connected,
        }
    }

    /// Everybody online, by id.
    pub fn online(&self) -> Vec<Presence> {
        let mut list: Vec<_> = self
            .0
            .iter()
            .map(|(user_id, person)| Presence::new(*user_id, PresenceStatus::Online, person.since))
            .collect();
        list.sort_by_key(|p| p.user_id);
        list
    }

    /// Is anybody connected to this node?
    pub fn anybody_here(&self) -> bool {
        self.0.values().any(|person| person.here > 0)
    }
}

/// Gathers presence changes: the first [`PRESENCE_SINGLE`] of a second go out alone, the rest together at its end.
#[derive(Default)]
pub struct PresenceWindow {
    started: i64,
    alone: usize,
    waiting: Vec<Presence>,
}

impl PresenceWindow {
    /// Takes a change; `Some` when it goes out alone now, `None` when it waits for [`PresenceWindow::close`].
    pub fn take(&mut self, change: Presence, now: i64) -> Option<Presence> {
        if now - self.started >= 1_000 && self.waiting.is_empty() {
            self.started = now;
            self.alone = 0;
        }
        if self.alone < PRESENCE_SINGLE && self.waiting.is_empty() {
            self.alone += 1;
            return Some(change);
        }
        // The newest word about a person is the one that counts.
        self.waiting.retain(|waiting| waiting.user_id != change.user_id);
        self.waiting.push(change);
        None
    }

    /// The window is over: what waited, to go out as one.
    pub fn close(&mut self) -> Vec<Presence> {
        self.started = 0;
        self.alone = 0;
        std::mem::take(&mut self.waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn online_from_the_first_connection_offline_fifteen_seconds_after_the_last() {
        let mut state = People::default();
        let anna = UserId(1);
        let first = state.join(anna, 0);
        assert!(first.online.is_some() && first.first_here);
        assert_eq!(state.join(anna, 10), Joined::default());
        assert!(!state.leave(anna, 100));
        assert!(!state.anybody_leaving());
        assert!(state.leave(anna, 200));
        assert_eq!(state.gone(15_199), vec![]);
        assert_eq!(state.online().len(), 1);
        let gone = state.gone(15_200);
        assert_eq!(gone.len(), 1);
        assert_eq!(gone[0].status, PresenceStatus::Offline);
        assert!(!state.anybody_here());
    }

    #[test]
    fn a_return_within_the_grace_is_no_change() {
        let mut state = People::default();
        state.join(UserId(1), 0);
        state.leave(UserId(1), 1_000);
        assert_eq!(state.join(UserId(1), 2_000), Joined { online: None, first_here: true });
        assert_eq!(state.gone(100_000), vec![]);
    }

    #[test]
    fn connected_anywhere_is_online_and_the_last_end_anywhere_counts() {
        let mut state = People::default();
        let anna = UserId(1);
        assert!(state.elsewhere(anna, 3, true, 0).is_some());
        assert!(!state.anybody_here(), "others' people keep nothing running here");
        assert_eq!(state.join(anna, 10), Joined { online: None, first_here: true });
        assert!(state.elsewhere(anna, 4, true, 20).is_none());
        state.leave(anna, 1_000);
        state.elsewhere(anna, 3, false, 2_000);
        assert_eq!(state.gone(90_000), vec![]);
        state.elsewhere(anna, 4, false, 90_000);
        // Said twice is said once.
        state.elsewhere(anna, 4, false, 95_000);
        assert_eq!(state.gone(104_999), vec![]);
        assert_eq!(state.gone(105_000).len(), 1);
        assert!(!state.leave(anna, 105_001));
    }

    #[test]
    fn what_a_node_says_of_everybody_takes_the_place_of_what_was_known_of_it() {
        let mut state = People::default();
        let (anna, bo, cia) = (UserId(1), UserId(2), UserId(3));
        state.elsewhere(anna, 3, true, 0);
        state.elsewhere(bo, 3, true, 0);
        state.elsewhere(bo, 4, true, 0);
        let came: Vec<UserId> = state.present(3, &[cia], 1_000).iter().map(|p| p.user_id).collect();
        assert_eq!(came, vec![cia]);
        let gone: Vec<UserId> = state.gone(16_000).iter().map(|p| p.user_id).collect();
        assert_eq!(gone, vec![anna]);
        // A node that has died has nobody.
        assert_eq!(state.present(4, &[], 20_000), vec![]);
        let gone: Vec<UserId> = state.gone(35_000).iter().map(|p| p.user_id).collect();
        assert_eq!(gone, vec![bo]);
        assert_eq!(state.online().len(), 1);
    }

    #[test]
    fn over_twenty_changes_in_a_second_wait_for_one_frame() {
        let mut window = PresenceWindow::default();
        let change = |id| Presence::new(UserId(id), PresenceStatus::Online, 5_000);
        let alone = (0..30).filter(|id| window.take(change(*id), 5_000).is_some()).count();
        assert_eq!(alone, PRESENCE_SINGLE);
        assert_eq!(window.close().len(), 10);
        assert!(window.take(change(99), 6_100).is_some());
    }
}
