//! Channels and their members.

use super::records::READERS;
use super::tables::{
    CHANNEL_CALLS, CHANNEL_LISTENERS, CHANNEL_MENTIONS, CHANNEL_NAMES, MANY, MENTIONS, WORKSPACE_CHANNELS,
};
use super::{Channel, Chat, Member, UpdateChannel};
use crate::platform::claims;
use crate::platform::clock;
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, MessageId, UserId, WorkspaceId};
use crate::platform::record::Stored;
use crate::platform::value::Row;

impl Chat {
    /// Stores a new channel, with its first member if given. False: the name is taken in the workspace.
    pub async fn create_channel(&self, channel: &Channel, first: Option<&Member>) -> Result<bool> {
        self.create_channel_with(channel, first, Vec::new()).await
    }

    /// The same, together with the writes `then`.
    pub async fn create_channel_with(
        &self,
        channel: &Channel,
        first: Option<&Member>,
        mut then: Vec<Write>,
    ) -> Result<bool> {
        then.extend([
            channel.insert(),
            WORKSPACE_CHANNELS
                .row([
                    ("workspace_id", channel.workspace_id.into()),
                    ("channel_id", channel.channel_id.into()),
                ])
                .insert(),
        ]);
        then.extend(first.map(Stored::insert));
        self.claim_name(channel, then).await
    }

    /// Changes a channel from `old` (as read) to `new`, name and settings. The rules depend on all of them, so the
    /// change applies only if none has changed meanwhile.
    pub async fn update_channel(&self, old: &Channel, new: &Channel) -> Result<UpdateChannel> {
        self.update_channel_with(old, new, Vec::new()).await
    }

    /// The same, together with the writes `then`, if anything differs.
    pub async fn update_channel_with(
        &self,
        old: &Channel,
        new: &Channel,
        then: Vec<Write>,
    ) -> Result<UpdateChannel> {
        let Some(update) = old.change_whole_to(new) else { return Ok(UpdateChannel::Updated) };
        let is_renamed = old.name != new.name;
        if is_renamed && !self.claim_name(new, Vec::new()).await? {
            return Ok(UpdateChannel::NameTaken);
        }
        let updated = self.db.decide(update, then).await?;
        if is_renamed {
            let given_back = if updated { &old.name } else { &new.name };
            let release = CHANNEL_NAMES
                .at([new.workspace_id.into(), given_back.into()])
                .delete_if([("channel_id", new.channel_id.into())]);
            self.db.write_if(vec![release], Vec::new()).await?;
        }
        Ok(if updated { UpdateChannel::Updated } else { UpdateChannel::Stale })
    }

    /// A channel.
    pub async fn channel(&self, channel_id: ChannelId) -> Result<Option<Channel>> {
        self.db.find(Channel::at(channel_id)).await
    }

    /// Reads channels; missing ones are left out.
    pub async fn channels(&self, channel_ids: &[ChannelId]) -> Result<Vec<Channel>> {
        let keys = channel_ids.iter().map(|id| Channel::at(*id)).collect();
        self.db.find_all(keys).await
    }

    /// A workspace's channels including archived ones, oldest first.
    pub async fn channels_of(&self, workspace_id: WorkspaceId) -> Result<Vec<Channel>> {
        self.channels(&self.channel_ids(workspace_id).await?).await
    }

    /// A person's membership row in a channel.
    pub async fn member(&self, channel_id: ChannelId, user_id: UserId) -> Result<Option<Member>> {
        self.db.find(Member::at(channel_id, user_id)).await
    }

    /// The membership rows of a channel, by ascending person.
    pub async fn members(&self, channel_id: ChannelId) -> Result<Vec<Member>> {
        self.db.list(Member::of(channel_id).ascending(MANY)).await
    }

    /// Erases a person's data in a workspace: memberships, read marks, notification settings, mentions.
    pub async fn forget_person(&self, user_id: UserId, workspace_id: WorkspaceId) -> Result<()> {
        let mut gone = Vec::new();
        for channel_id in self.channel_ids(workspace_id).await? {
            self.remove_member(channel_id, user_id).await?;
            gone.push(CHANNEL_LISTENERS.at([channel_id.into(), user_id.into()]).delete());
        }
        for mut row in self.db.range(CHANNEL_MENTIONS.span([workspace_id.into()]).ascending(MANY)).await? {
            let message_id: MessageId = row.take("message_id")?;
            gone.push(CHANNEL_CALLS.at([message_id.into(), user_id.into()]).delete());
        }
        // Read marks are raised columns, so they are removed for ever: this id is never used again.
        let [read, called] =
            [&READERS, &MENTIONS].map(|table| table.span([user_id.into(), workspace_id.into()]));
        gone.extend([read.forget(), called.delete()]);
        self.db.write(gone).await
    }

    /// Writes a membership row.
    pub async fn put_member(&self, member: &Member) -> Result<()> {
        self.db.write(vec![member.insert()]).await
    }

    /// Removes a membership row. False: there was none.
    pub async fn remove_member(&self, channel_id: ChannelId, user_id: UserId) -> Result<bool> {
        let guard = Member::at(channel_id, user_id).delete_if([]);
        self.db.decide(guard, Vec::new()).await
    }

    pub(super) async fn channel_ids(&self, workspace_id: WorkspaceId) -> Result<Vec<ChannelId>> {
        let found = self.db.range(WORKSPACE_CHANNELS.span([workspace_id.into()]).ascending(MANY)).await?;
        found.into_iter().map(|mut row| row.take("channel_id")).collect()
    }

    async fn claim_name(&self, channel: &Channel, then: Vec<Write>) -> Result<bool> {
        let row = CHANNEL_NAMES.row([
            ("workspace_id", channel.workspace_id.into()),
            ("name", (&channel.name).into()),
            ("channel_id", channel.channel_id.into()),
            ("since", clock::now().into()),
        ]);
        let stands = |mut row: Row| async move {
            let owner = self.channel(row.take("channel_id")?).await?;
            Ok(owner.is_some_and(|owner| owner.name == channel.name))
        };
        Ok(claims::claim(&self.db, row, then, stands).await?.is_none())
    }
}
