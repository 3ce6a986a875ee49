//! Facts about a person for the rules, loaded in as few round trips as possible.

use super::reading::listeners;
use super::{ChannelFacts, Chat, Home, WorkspaceFacts, direct};
use crate::chat::Channel;
use crate::chat::Member;
use crate::chat::Workspace;
use crate::contacts;
use crate::entities::Relation;
use crate::entities::RelationType;
use crate::platform::engine::{Key, Range};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, EntityId, UserId, WorkspaceId};
use crate::platform::record::Record;
use crate::platform::value::Row;

fn relation_key(entity_id: EntityId, user_id: UserId) -> Key {
    Relation::at(entity_id, user_id)
}

fn relation_type(row: Option<Row>) -> Result<Option<RelationType>> {
    Ok(row.map(Relation::read).transpose()?.map(|relation| relation.relation_type))
}

impl Chat {
    /// A channel, a person's membership row, and their relation to its organisation; in a conversation of two whether
    /// they may write to each other. None: no such channel. One round trip, two when the channel is first met.
    pub async fn facts(&self, channel_id: ChannelId, user_id: UserId) -> Result<Option<ChannelFacts>> {
        Ok(self.facts_and(channel_id, user_id, Vec::new()).await?.map(|(facts, _)| facts))
    }

    /// As [`Chat::facts`], and whether anybody is notified of every message ([`Chat::listeners`]), in the same round
    /// trip.
    pub async fn facts_to_write(
        &self,
        channel_id: ChannelId,
        user_id: UserId,
    ) -> Result<Option<(ChannelFacts, bool)>> {
        let listeners = vec![listeners(channel_id, None, 1)];
        let found = self.facts_and(channel_id, user_id, listeners).await?;
        Ok(found.map(|(facts, listeners)| (facts, listeners.iter().any(|list| !list.is_empty()))))
    }

    async fn facts_and(
        &self,
        channel_id: ChannelId,
        user_id: UserId,
        ranges: Vec<Range>,
    ) -> Result<Option<(ChannelFacts, Vec<Vec<Row>>)>> {
        let Some(Home { entity_id, people, .. }) = self.home(channel_id).await? else { return Ok(None) };
        let mut keys = vec![Channel::at(channel_id), Member::at(channel_id, user_id)];
        let other = direct::other_of(&people, user_id);
        match other {
            Some(other) => keys.extend(contacts::bars(user_id, other)),
            None if people.is_empty() => keys.push(relation_key(entity_id, user_id)),
            None => {}
        }
        let (found, ranges) = self.db.read(keys, ranges).await?;
        let mut found = found.into_iter();
        let Some(channel) = found.next().flatten().map(Channel::read).transpose()? else { return Ok(None) };
        let member = found.next().flatten().map(Member::read).transpose()?;
        let (relation, barred) = match other {
            Some(_) => (None, contacts::is_barred(found)?),
            None => (relation_type(found.next().flatten())?, false),
        };
        Ok(Some((ChannelFacts { channel, member, relation, barred }, ranges)))
    }

    /// A workspace, a person's relation to its organisation, and every channel with the person's membership row. None:
    /// no such workspace. Two round trips, three when the workspace is first met.
    pub async fn facts_of_workspace(
        &self,
        workspace_id: WorkspaceId,
        user_id: UserId,
    ) -> Result<Option<WorkspaceFacts>> {
        let entity_id = match self.owners.get(&workspace_id) {
            Some(entity_id) => entity_id,
            None => match self.workspace(workspace_id).await? {
                Some(workspace) => {
                    self.owners.insert(workspace_id, workspace.entity_id);
                    workspace.entity_id
                }
                None => return Ok(None),
            },
        };
        let channel_ids = self.channel_ids(workspace_id).await?;
        let mut keys = vec![Workspace::at(workspace_id), relation_key(entity_id, user_id)];
        for id in &channel_ids {
            keys.push(Channel::at(*id));
            keys.push(Member::at(*id, user_id));
        }
        let mut found = self.db.get_many(keys).await?.into_iter();
        let Some(workspace) = found.next().flatten().map(Workspace::read).transpose()? else {
            return Ok(None);
        };
        let relation = relation_type(found.next().flatten())?;
        let mut channels = Vec::with_capacity(channel_ids.len());
        while let (Some(channel), Some(member)) = (found.next(), found.next()) {
            let Some(channel) = channel.map(Channel::read).transpose()? else { continue };
            self.remember(&channel);
            channels.push((channel, member.map(Member::read).transpose()?));
        }
        Ok(Some(WorkspaceFacts { workspace, relation, channels }))
    }
}
