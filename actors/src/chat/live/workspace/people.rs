//! Who is online in a workspace, from reports of this node and the others.

use std::collections::{HashMap, HashSet};

use storage::ids::UserId;

use crate::chat::event::{Presence, PresenceStatus};

/// A person is offline this long after the last connection ended (ms).
pub const OFFLINE_AFTER: i64 = 15_000;
/// More presence changes than this within a second are published as one frame.
pub const PRESENCE_SINGLE: usize = 20;

#[derive(Default)]
struct Person {
    /// Connections to this node.
    here: u32,
    /// Those of them whose page is hidden.
    hidden: u32,
    /// Other nodes with connections of the person: one bit per node number.
    elsewhere: u64,
    /// Those of them where all pages are hidden.
    hidden_elsewhere: u64,
    /// When the last connection ended; still online until [`OFFLINE_AFTER`] later.
    left: Option<i64>,
    since: i64,
}

impl Person {
    /// Notes the moment when no node has a connection of the person any more.
    fn settle(&mut self, now: i64) {
        if self.here > 0 || self.elsewhere != 0 {
            self.left = None;
        } else {
            self.left.get_or_insert(now);
        }
    }

    fn standing(&self) -> Standing {
        if self.here == 0 {
            Standing::Absent
        } else if self.hidden < self.here {
            Standing::Looking
        } else {
            Standing::Hidden
        }
    }

    fn is_looking(&self) -> bool {
        self.standing() == Standing::Looking || self.elsewhere & !self.hidden_elsewhere != 0
    }

    fn stand(&mut self, node: u8, standing: Standing) {
        let bit = bit(node);
        self.elsewhere &= !bit;
        self.hidden_elsewhere &= !bit;
        if standing != Standing::Absent {
            self.elsewhere |= bit;
        }
        if standing == Standing::Hidden {
            self.hidden_elsewhere |= bit;
        }
    }
}

fn bit(node: u8) -> u64 {
    1 << (node & 63)
}

/// A person's presence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whereabouts {
    /// Looks at a page, on this node or another.
    Connected,
    /// Connected, but all pages have been hidden for a while.
    Hidden,
    /// The last connection has ended, but not long enough ago to count as offline.
    Leaving,
    /// Offline.
    Away,
}

/// The state of a person's connections to one node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// None.
    Absent,
    /// All pages are hidden.
    Hidden,
    Looking,
}

/// All people who are online.
#[derive(Default)]
pub struct People(HashMap<UserId, Person>);

impl People {
    /// A connection to this node begins, and its page counts as looked at; returns the change if the person was
    /// offline.
    pub fn join(&mut self, user_id: UserId, now: i64) -> Option<Presence> {
        self.change(user_id, now, |person| person.here += 1)
    }

    /// A connection to this node has ended; `looking` is its last known state.
    pub fn leave(&mut self, user_id: UserId, looking: bool, now: i64) {
        if let Some(person) = self.0.get_mut(&user_id).filter(|person| person.here > 0) {
            person.here -= 1;
            person.hidden = person.hidden.saturating_sub(u32::from(!looking)).min(person.here);
            person.settle(now);
        }
    }

    /// The page of a connection to this node is looked at again, or has been hidden for a while.
    pub fn set_looking(&mut self, user_id: UserId, looking: bool) {
        if let Some(person) = self.0.get_mut(&user_id) {
            let hidden = if looking { person.hidden.saturating_sub(1) } else { person.hidden + 1 };
            person.hidden = hidden.min(person.here);
        }
    }

    /// The state of a person's connections to another node; returns the change if the person was offline.
    pub fn elsewhere(&mut self, user_id: UserId, node: u8, standing: Standing, now: i64) -> Option<Presence> {
        if standing != Standing::Absent {
            return self.change(user_id, now, |person| person.stand(node, standing));
        }
        if let Some(person) = self.0.get_mut(&user_id) {
            person.stand(node, standing);
            person.settle(now);
        }
        None
    }

    /// Another node has connections of exactly these people, with all pages hidden for those in `hidden`; returns who
    /// was offline.
    pub fn present(&mut self, node: u8, people: &[UserId], hidden: &[UserId], now: i64) -> Vec<Presence> {
        let named: HashSet<UserId> = people.iter().copied().collect();
        for (_, person) in self.0.iter_mut().filter(|(id, _)| !named.contains(id)) {
            person.stand(node, Standing::Absent);
            person.settle(now);
        }
        let hidden: HashSet<UserId> = hidden.iter().copied().collect();
        let standing = |id| if hidden.contains(&id) { Standing::Hidden } else { Standing::Looking };
        named.into_iter().filter_map(|id| self.elsewhere(id, node, standing(id), now)).collect()
    }

    /// The state of a person's connections to this node.
    pub fn standing(&self, user_id: UserId) -> Standing {
        self.0.get(&user_id).map_or(Standing::Absent, Person::standing)
    }

    fn change(&mut self, user_id: UserId, now: i64, change: impl FnOnce(&mut Person)) -> Option<Presence> {
        let new = !self.0.contains_key(&user_id);
        let person = self.0.entry(user_id).or_insert_with(|| Person { since: now, ..Person::default() });
        change(person);
        person.settle(now);
        new.then_some(Presence::new(user_id, PresenceStatus::Online, now))
    }

    /// The people connected to this node.
    pub fn here(&self) -> Vec<UserId> {
        self.0.iter().filter(|(_, person)| person.here > 0).map(|(id, _)| *id).collect()
    }

    /// Removes and returns those who have been gone for [`OFFLINE_AFTER`].
    pub fn gone(&mut self, now: i64) -> Vec<Presence> {
        self.0
            .extract_if(|_, person| person.left.is_some_and(|left| now - left >= OFFLINE_AFTER))
            .map(|(user_id, _)| Presence::new(user_id, PresenceStatus::Offline, now))
            .collect()
    }

    /// Whether anybody has disconnected but is not offline yet.
    pub fn anybody_leaving(&self) -> bool {
        self.0.values().any(|person| person.left.is_some())
    }

    /// Where a person is.
    pub fn whereabouts(&self, user_id: UserId) -> Whereabouts {
        match self.0.get(&user_id) {
            None => Whereabouts::Away,
            Some(person) if person.left.is_some() => Whereabouts::Leaving,
            Some(person) if person.is_looking() => Whereabouts::Connected,
            Some(_) => Whereabouts::Hidden,
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

    /// Whether anybody is connected to this node.
    pub fn anybody_here(&self) -> bool {
        self.0.values().any(|person| person.here > 0)
    }
}

/// Throttles presence changes: the first [`PRESENCE_SINGLE`] of a second are published alone, the rest together at its
/// end.
#[derive(Default)]
pub struct PresenceWindow {
    started: i64,
    alone: usize,
    waiting: Vec<Presence>,
}

impl PresenceWindow {
    /// Takes a change; `Some` if it is published alone now, `None` if it waits for [`PresenceWindow::close`].
    pub fn take(&mut self, change: Presence, now: i64) -> Option<Presence> {
        if now - self.started >= 1_000 && self.waiting.is_empty() {
            self.started = now;
            self.alone = 0;
        }
        if self.alone < PRESENCE_SINGLE && self.waiting.is_empty() {
            self.alone += 1;
            return Some(change);
        }
        // The newest change of a person replaces earlier ones.
        self.waiting.retain(|waiting| waiting.user_id != change.user_id);
        self.waiting.push(change);
        None
    }

    /// Ends the second: the waiting changes, to be published as one.
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
    fn offline_fifteen_seconds_after_the_last_connection() {
        let mut state = People::default();
        let anna = UserId(1);
        assert!(state.join(anna, 0).is_some());
        assert_eq!(state.join(anna, 10), None);
        state.leave(anna, true, 100);
        assert!(!state.anybody_leaving());
        assert_eq!(state.standing(anna), Standing::Looking);
        state.leave(anna, true, 200);
        assert_eq!(state.standing(anna), Standing::Absent);
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
        state.leave(UserId(1), true, 1_000);
        assert_eq!(state.join(UserId(1), 2_000), None);
        assert_eq!(state.gone(100_000), vec![]);
    }

    #[test]
    fn presence_counts_connections_on_all_nodes() {
        let mut state = People::default();
        let anna = UserId(1);
        assert!(state.elsewhere(anna, 3, Standing::Looking, 0).is_some());
        assert!(!state.anybody_here(), "others' people keep nothing running here");
        assert_eq!(state.join(anna, 10), None);
        assert!(state.elsewhere(anna, 4, Standing::Looking, 20).is_none());
        state.leave(anna, true, 1_000);
        state.elsewhere(anna, 3, Standing::Absent, 2_000);
        assert_eq!(state.gone(90_000), vec![]);
        state.elsewhere(anna, 4, Standing::Absent, 90_000);
        // The same report twice has one effect.
        state.elsewhere(anna, 4, Standing::Absent, 95_000);
        assert_eq!(state.gone(104_999), vec![]);
        assert_eq!(state.gone(105_000).len(), 1);
    }

    #[test]
    fn full_report_of_a_node_replaces_its_state() {
        let mut state = People::default();
        let (anna, bo, cia) = (UserId(1), UserId(2), UserId(3));
        state.elsewhere(anna, 3, Standing::Looking, 0);
        state.elsewhere(bo, 3, Standing::Looking, 0);
        state.elsewhere(bo, 4, Standing::Looking, 0);
        let came: Vec<UserId> = state.present(3, &[cia], &[], 1_000).iter().map(|p| p.user_id).collect();
        assert_eq!(came, vec![cia]);
        let gone: Vec<UserId> = state.gone(16_000).iter().map(|p| p.user_id).collect();
        assert_eq!(gone, vec![anna]);
        // A node that has died has nobody.
        assert_eq!(state.present(4, &[], &[], 20_000), vec![]);
        let gone: Vec<UserId> = state.gone(35_000).iter().map(|p| p.user_id).collect();
        assert_eq!(gone, vec![bo]);
        assert_eq!(state.online().len(), 1);
    }

    #[test]
    fn person_without_a_visible_page_is_hidden_but_online() {
        let mut state = People::default();
        let anna = UserId(1);
        let is = |state: &People, wanted| assert_eq!(state.whereabouts(anna), wanted);
        state.join(anna, 0);
        state.join(anna, 1);
        state.set_looking(anna, false);
        is(&state, Whereabouts::Connected);
        state.set_looking(anna, false);
        is(&state, Whereabouts::Hidden);
        assert_eq!(state.standing(anna), Standing::Hidden);
        // A page on another node is looked at, then hidden, then closed.
        state.elsewhere(anna, 3, Standing::Looking, 2);
        is(&state, Whereabouts::Connected);
        state.elsewhere(anna, 3, Standing::Hidden, 3);
        is(&state, Whereabouts::Hidden);
        state.present(3, &[anna], &[], 4);
        is(&state, Whereabouts::Connected);
        state.present(3, &[anna], &[anna], 5);
        is(&state, Whereabouts::Hidden);
        state.elsewhere(anna, 3, Standing::Absent, 6);
        is(&state, Whereabouts::Hidden);
        state.set_looking(anna, true);
        is(&state, Whereabouts::Connected);
        // The page that was looked at is closed: the hidden one is left.
        state.leave(anna, true, 7);
        is(&state, Whereabouts::Hidden);
        assert_eq!(state.gone(100_000), vec![]);
        assert_eq!(state.online().len(), 1);
        state.leave(anna, false, 100_000);
        is(&state, Whereabouts::Leaving);
        // A new page is looked at.
        state.join(anna, 100_001);
        is(&state, Whereabouts::Connected);
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
