//! Imports direct conversations. They belong to their participants, not to the organisation: imported only if all
//! participants are in this import and at least one of them can sign in later.

use storage::ids::{ChannelId, Ids, UserId};

use super::channels::CHANNEL;
use super::{BEGUN, Taking, noted};
use crate::messages::rules::PEOPLE_MAX;
use crate::transfer::imports::ImportError;
use crate::transfer::imports::form::Found;

impl Taking<'_> {
    /// The conversation of these people, created if they have none; none: it is not imported.
    pub(super) async fn take_conversation(
        &mut self,
        found: &Found,
        known: Option<ChannelId>,
    ) -> Result<Option<storage::chat::Channel>, ImportError> {
        let named: Vec<Option<UserId>> =
            found.members.iter().map(|key| self.names.people.get(key).map(|(id, _)| *id)).collect();
        if named.iter().any(Option::is_none) {
            self.report.skip("conversations with somebody whom the export does not hold", 1);
            return Ok(None);
        }
        let mut people: Vec<UserId> = named.into_iter().flatten().collect();
        people.sort_unstable();
        people.dedup();
        if !(2..=PEOPLE_MAX).contains(&people.len()) {
            self.report.skip("conversations of one person alone, or of more than eight", 1);
            return Ok(None);
        }
        let Some(by) = people.iter().find(|id| !self.absent.contains(id)).copied() else {
            self.report.skip("conversations of people who have all left", 1);
            return Ok(None);
        };
        let id = match known {
            Some(id) => id,
            None => self.free_id(found.created.unwrap_or(self.now)).await?,
        };
        self.put_refs(vec![noted(&found.id, BEGUN, id.0)]).await?;
        let (id, is_new) = self.platform.storage.messages.open(&people, by, id).await?;
        self.report.channels += u64::from(is_new);
        self.put_refs(vec![noted(&found.id, CHANNEL, id.0)]).await?;
        Ok(self.platform.storage.chat.channel(id).await?)
    }

    /// A free channel id of that time (epoch milliseconds): a conversation's age is in its id, which also orders
    /// inboxes.
    async fn free_id(&self, at: i64) -> Result<ChannelId, ImportError> {
        let first = Ids::first_at(at.clamp(storage::ids::ID_EPOCH_MS, self.now));
        for n in 0..4_096 {
            let id = ChannelId(first + n);
            if self.platform.storage.chat.channel(id).await?.is_none() {
                return Ok(id);
            }
        }
        Ok(ChannelId(self.platform.ids.next(self.now)?))
    }
}
