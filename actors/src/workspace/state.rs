//! A workspace's live state without actix: who listens to what, who is online.

use std::collections::HashMap;

use storage::chat::ChannelRole;
use storage::entities::RelationType;
use storage::ids::{ChannelId, UserId, WorkspaceId};

use crate::chat::rules::{self, ChannelAccess, OwnRow};
use crate::event::{Audience, Presence, PresenceStatus, RightsChange};
use crate::fanout::{Subscriber, SubscriptionKey, Topic};

/// A person is offline this long after the last connection ended (ms).
pub const OFFLINE_AFTER: i64 = 15_000;
/// More presence changes than this within a second go out as one frame.
pub const PRESENCE_SINGLE: usize = 20;

/// What decides a subscriber's rights in the workspace: their relation and their own rows in its channels.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    pub relation: Option<RelationType>,
    pub rows: HashMap<ChannelId, OwnRow>,
}

impl Facts {
    fn row(&self, channel_id: ChannelId) -> OwnRow {
        self.rows.get(&channel_id).copied().unwrap_or_default()
    }

    fn role_in(&self, channel_id: ChannelId, access: &ChannelAccess) -> Option<ChannelRole> {
        rules::channel_role(access, self.row(channel_id), self.relation)
    }

    /// The role in the workspace as a whole.
    pub fn role(&self, channels: &HashMap<ChannelId, ChannelAccess>) -> Option<ChannelRole> {
        rules::workspace_role(channels.iter().map(|(id, access)| (access, self.row(*id))), self.relation)
    }
}

/// A workspace's three topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Notifications,
    Typing,
    Presence,
}

#[derive(Default)]
struct Person {
    connections: u32,
    /// When the last connection ended; still online until [`OFFLINE_AFTER`] later.
    left: Option<i64>,
    since: i64,
}

pub struct WorkspaceState {
    pub notifications: Topic<Facts>,
    pub typing: Topic<Facts>,
    pub presence: Topic<Facts>,
    /// The channels that are not archived, as far as known here; renewed by every subscriber's facts.
    pub channels: HashMap<ChannelId, ChannelAccess>,
    people: HashMap<UserId, Person>,
}

impl WorkspaceState {
    pub fn new(id: WorkspaceId) -> Self {
        let topic = |name: &str| Topic::new(format!("/topic/workspace/{id}/{name}"));
        Self {
            notifications: topic("notifications"),
            typing: topic("typing"),
            presence: topic("presence"),
            channels: HashMap::new(),
            people: HashMap::new(),
        }
    }

    /// Adds a subscription unless the role does not reach.
    pub fn attach(&mut self, kind: Kind, key: SubscriptionKey, subscriber: Subscriber<Facts>) -> bool {
        if !may_listen(kind, subscriber.facts.role(&self.channels)) {
            return false;
        }
        self.topic(kind).insert(key, subscriber);
        true
    }

    pub fn detach(&mut self, kind: Kind, key: &SubscriptionKey) {
        self.topic(kind).remove(key);
    }

    fn topic(&mut self, kind: Kind) -> &mut Topic<Facts> {
        match kind {
            Kind::Notifications => &mut self.notifications,
            Kind::Typing => &mut self.typing,
            Kind::Presence => &mut self.presence,
        }
    }

    /// May this subscriber get an event of that channel?
    pub fn hears(facts: &Facts, user: UserId, id: ChannelId, access: &ChannelAccess, to: Audience) -> bool {
        let role = facts.role_in(id, access);
        match to {
            Audience::Readers => role.is_some(),
            Audience::Moderators { and } => {
                role.is_some_and(|role| user == and || rules::require_moderator(role).is_ok())
            }
        }
    }

    /// Applies a change of rights; subscriptions without a role end.
    pub fn rights_changed(&mut self, change: &RightsChange) {
        let (RightsChange::Row { user_id, .. } | RightsChange::Relation { user_id, .. }) = change;
        for kind in [Kind::Notifications, Kind::Typing, Kind::Presence] {
            self.topic(kind).update(*user_id, |facts| match change {
                RightsChange::Row { channel_id, row, .. } => _ = facts.rows.insert(*channel_id, *row),
                RightsChange::Relation { relation, .. } => facts.relation = *relation,
            });
        }
        self.end_those_without_role();
    }

    /// A channel's settings are now these.
    pub fn access_changed(&mut self, id: ChannelId, access: ChannelAccess) {
        self.channels.insert(id, access);
        self.end_those_without_role();
    }

    fn end_those_without_role(&mut self) {
        let Self { notifications, typing, presence, channels, .. } = self;
        for (kind, topic) in
            [(Kind::Notifications, notifications), (Kind::Typing, typing), (Kind::Presence, presence)]
        {
            topic.retain(|s| may_listen(kind, s.facts.role(channels)));
        }
    }

    /// A connection of a person begins; answers the change if it is their first.
    pub fn join(&mut self, user_id: UserId, now: i64) -> Option<Presence> {
        let new = !self.people.contains_key(&user_id);
        let person = self.people.entry(user_id).or_insert_with(|| Person { since: now, ..Person::default() });
        person.connections += 1;
        person.left = None;
        new.then_some(Presence { user_id, status: PresenceStatus::Online, timestamp: now })
    }

    /// A connection of a person has ended.
    pub fn leave(&mut self, user_id: UserId, now: i64) {
        if let Some(person) = self.people.get_mut(&user_id) {
            person.connections = person.connections.saturating_sub(1);
            if person.connections == 0 {
                person.left = Some(now);
            }
        }
    }

    /// Whoever has been gone for [`OFFLINE_AFTER`].
    pub fn gone(&mut self, now: i64) -> Vec<Presence> {
        self.people
            .extract_if(|_, person| person.left.is_some_and(|left| now - left >= OFFLINE_AFTER))
            .map(|(user_id, _)| Presence { user_id, status: PresenceStatus::Offline, timestamp: now })
            .collect()
    }

    /// Is anybody on the way out?
    pub fn anybody_leaving(&self) -> bool {
        self.people.values().any(|person| person.left.is_some())
    }

    /// Everybody online, by id.
    pub fn online(&self) -> Vec<Presence> {
        let mut list: Vec<_> = self
            .people
            .iter()
            .map(|(user_id, person)| Presence {
                user_id: *user_id,
                status: PresenceStatus::Online,
                timestamp: person.since,
            })
            .collect();
        list.sort_by_key(|p| p.user_id);
        list
    }

    /// Nobody listens and nobody is online.
    pub fn idle(&self) -> bool {
        self.people.is_empty()
            && self.notifications.is_empty()
            && self.typing.is_empty()
            && self.presence.is_empty()
    }
}

fn may_listen(kind: Kind, role: Option<ChannelRole>) -> bool {
    match kind {
        Kind::Presence => role.is_some_and(rules::sees_presence),
        Kind::Notifications | Kind::Typing => role.is_some(),
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
        let mut state = WorkspaceState::new(WorkspaceId(1));
        let anna = UserId(1);
        assert!(state.join(anna, 0).is_some());
        assert!(state.join(anna, 10).is_none());
        state.leave(anna, 100);
        assert!(!state.anybody_leaving());
        state.leave(anna, 200);
        assert_eq!(state.gone(15_199), vec![]);
        assert_eq!(state.online().len(), 1);
        let gone = state.gone(15_200);
        assert_eq!(gone.len(), 1);
        assert_eq!(gone[0].status, PresenceStatus::Offline);
        assert!(state.idle());
    }

    #[test]
    fn a_return_within_the_grace_is_no_change() {
        let mut state = WorkspaceState::new(WorkspaceId(1));
        state.join(UserId(1), 0);
        state.leave(UserId(1), 1_000);
        assert!(state.join(UserId(1), 2_000).is_none());
        assert_eq!(state.gone(100_000), vec![]);
    }

    #[test]
    fn over_twenty_changes_in_a_second_wait_for_one_frame() {
        let mut window = PresenceWindow::default();
        let change = |id| Presence { user_id: UserId(id), status: PresenceStatus::Online, timestamp: 5_000 };
        let alone = (0..30).filter(|id| window.take(change(*id), 5_000).is_some()).count();
        assert_eq!(alone, PRESENCE_SINGLE);
        assert_eq!(window.close().len(), 10);
        assert!(window.take(change(99), 6_100).is_some());
    }
}
