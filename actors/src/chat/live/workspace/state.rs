//! A workspace's live state without actix: its subscribers and their rights.

use std::collections::{HashMap, HashSet};

use storage::chat::{ChannelRole, WorkspaceFacts};
use storage::entities::RelationType;
use storage::ids::{ChannelId, UserId, WorkspaceId};

use super::people::People;
use crate::chat::event::{Audience, RightsChange};
use crate::chat::rules::{self, ChannelAccess, OwnRow};
use crate::live::fanout::{Subscriber, Subscribers, SubscriptionKey};

/// The facts that decide a subscriber's rights in the workspace: their relation, their membership rows in its channels,
/// and the people whose presence they may not see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkspaceRights {
    pub relation: Option<RelationType>,
    pub rows: HashMap<ChannelId, OwnRow>,
    /// People with a block between them and the subscriber.
    pub apart: HashSet<UserId>,
}

impl WorkspaceRights {
    pub fn new(facts: &WorkspaceFacts, apart: HashSet<UserId>) -> Self {
        let rows = facts
            .channels
            .iter()
            .filter_map(|(channel, row)| Some((channel.channel_id, OwnRow::from(Some(row.as_ref()?)))));
        Self { relation: facts.relation, rows: rows.collect(), apart }
    }
}

/// The settings of the channels that are not archived.
pub fn channels_of(facts: &WorkspaceFacts) -> HashMap<ChannelId, ChannelAccess> {
    let open = facts.channels.iter().filter(|(channel, _)| !channel.archived);
    open.map(|(channel, _)| (channel.channel_id, ChannelAccess::from(channel))).collect()
}

impl WorkspaceRights {
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

/// A workspace's three destinations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    Notifications,
    Typing,
    Presence,
}

pub struct WorkspaceState {
    pub notifications: Subscribers<WorkspaceRights>,
    pub typing: Subscribers<WorkspaceRights>,
    pub presence: Subscribers<WorkspaceRights>,
    /// The channels that are not archived, as known here; updated with every subscriber's facts.
    pub channels: HashMap<ChannelId, ChannelAccess>,
    pub people: People,
}

impl WorkspaceState {
    pub fn new(id: WorkspaceId) -> Self {
        let topic = |name: &str| Subscribers::new(format!("/topic/workspace/{id}/{name}"));
        Self {
            notifications: topic("notifications"),
            typing: topic("typing"),
            presence: topic("presence"),
            channels: HashMap::new(),
            people: People::default(),
        }
    }

    /// Adds a subscription unless the role does not suffice.
    pub fn attach(
        &mut self,
        part: Part,
        key: SubscriptionKey,
        subscriber: Subscriber<WorkspaceRights>,
    ) -> bool {
        if !may_listen(part, subscriber.facts.role(&self.channels)) {
            return false;
        }
        self.topic(part).insert(key, subscriber);
        true
    }

    pub fn detach(&mut self, part: Part, key: &SubscriptionKey) {
        self.topic(part).remove(key);
    }

    fn topic(&mut self, part: Part) -> &mut Subscribers<WorkspaceRights> {
        match part {
            Part::Notifications => &mut self.notifications,
            Part::Typing => &mut self.typing,
            Part::Presence => &mut self.presence,
        }
    }

    /// Whether a subscriber receives an event of that channel.
    pub fn hears(
        facts: &WorkspaceRights,
        user: UserId,
        id: ChannelId,
        access: &ChannelAccess,
        to: Audience,
    ) -> bool {
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
        for part in [Part::Notifications, Part::Typing, Part::Presence] {
            self.topic(part).update(*user_id, |facts| match change {
                RightsChange::Row { channel_id, row, .. } => _ = facts.rows.insert(*channel_id, *row),
                RightsChange::Relation { relation, .. } => facts.relation = *relation,
            });
        }
        self.end_those_without_role();
    }

    /// Applies a channel's new settings. Returns the people whose lists of channels are outdated: subscribers who can
    /// no longer read it, and people who are connected here without any subscription, whose rights are not known here.
    pub fn access_changed(&mut self, id: ChannelId, access: ChannelAccess) -> Vec<UserId> {
        let old = self.channels.insert(id, access.clone());
        // A new channel was in nobody's list.
        let Some(old) = old.filter(|old| *old != access) else { return Vec::new() };
        let (mut lost, mut known) = (HashSet::new(), HashSet::new());
        for topic in [&self.notifications, &self.typing, &self.presence] {
            for subscriber in topic.subscribers() {
                known.insert(subscriber.user_id);
                let role = |access| subscriber.facts.role_in(id, access);
                if role(&old).is_some() && role(&access).is_none() {
                    lost.insert(subscriber.user_id);
                }
            }
        }
        lost.extend(self.people.here().into_iter().filter(|id| !known.contains(id)));
        self.end_those_without_role();
        lost.into_iter().collect()
    }

    /// All people with a subscription here.
    pub fn listeners(&self) -> HashSet<UserId> {
        let Self { notifications, typing, presence, .. } = self;
        [notifications, typing, presence].into_iter().flat_map(Subscribers::people).collect()
    }

    /// Applies what was read from the store: the channels, and the facts of these people. `None`: the person has no
    /// facts any more.
    pub fn verified(
        &mut self,
        channels: HashMap<ChannelId, ChannelAccess>,
        facts: HashMap<UserId, Option<WorkspaceRights>>,
    ) {
        self.channels = channels;
        let facts = facts.into_iter().map(|(id, facts)| (id, facts.unwrap_or_default())).collect();
        for part in [Part::Notifications, Part::Typing, Part::Presence] {
            self.topic(part).renew(&facts);
        }
        self.end_those_without_role();
    }

    fn end_those_without_role(&mut self) {
        let Self { notifications, typing, presence, channels, .. } = self;
        for (part, topic) in
            [(Part::Notifications, notifications), (Part::Typing, typing), (Part::Presence, presence)]
        {
            topic.retain(|s| may_listen(part, s.facts.role(channels)));
        }
    }

    /// For each presence subscriber, the people they may no longer see, by new facts.
    pub fn parted(&self, facts: &HashMap<UserId, Option<WorkspaceRights>>) -> Vec<(UserId, UserId)> {
        let mut parted = HashSet::new();
        for subscriber in self.presence.subscribers() {
            if let Some(Some(new)) = facts.get(&subscriber.user_id) {
                let gone = new.apart.difference(&subscriber.facts.apart);
                parted.extend(gone.map(|gone| (subscriber.user_id, *gone)));
            }
        }
        parted.into_iter().collect()
    }

    /// No subscriptions and no connections here.
    pub fn idle(&self) -> bool {
        !self.people.anybody_here()
            && self.notifications.is_empty()
            && self.typing.is_empty()
            && self.presence.is_empty()
    }
}

fn may_listen(part: Part, role: Option<ChannelRole>) -> bool {
    match part {
        Part::Presence => role.is_some_and(rules::sees_presence),
        Part::Notifications | Part::Typing => role.is_some(),
    }
}
