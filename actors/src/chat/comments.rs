//! Comments of things of other areas: the thread of a subject, as its area asks for it. Sending, editing, reactions,
//! files, notifications, reports and recovery are a channel's; rights, creation and deletion are the subject's.

use storage::chat::comments::{Subject, SubjectKind};
use storage::chat::{Card, Channel, ChannelRole, Message, Priority};
use storage::ids::{ChannelId, EntityId, MessageId, UserId};

use super::live::LiveChannel;
use super::reported;
use super::rules::{self, Permission, permissions};
use crate::Platform;
use crate::area::OnComments;
use crate::live::room::{LiveRoom as _, running};
use crate::platform::error::{Refusal, Result};

/// A subject as its area has loaded it for somebody.
pub struct About {
    pub subject: Subject,
    /// The organisation, or [`storage::chat::direct::NOBODYS`].
    pub entity_id: EntityId,
    /// Who made it, or whose it is.
    pub created_by: UserId,
    /// The person's role in the comments; none: they may not read them.
    pub role: Option<ChannelRole>,
}

/// Where the comments of a subject are, and what a person may do there.
pub struct Thread {
    pub channel_id: ChannelId,
    pub parent_message_id: MessageId,
    pub begun: bool,
    pub nr_comments: u32,
    pub permissions: Vec<Permission>,
}

/// Declares what an area answers about the comments of one of its things: the thing's id, and the fields of [`Thread`].
macro_rules! thread_view {
    ($(#[$doc:meta])* $View:ident { $id:ident: $Id:ident } $($(#[$permissions_doc:meta])+)?) => {
        $(#[$doc])*
        #[derive(Debug, Clone, serde::Serialize, utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $View {
            pub $id: $Id,
            /// The channel whose calls and topics are theirs.
            pub channel_id: storage::ids::ChannelId,
            /// The thread that they are: each comment is a reply in it.
            pub parent_message_id: storage::ids::MessageId,
            /// Whether channel and thread are there; who writes the first comment begins them (`PUT`).
            pub begun: bool,
            pub nr_comments: u32,
            $($(#[$permissions_doc])+)?
            pub permissions: Vec<$crate::chat::rules::Permission>,
        }

        impl $View {
            fn new($id: $Id, thread: $crate::chat::comments::Thread) -> Self {
                let $crate::chat::comments::Thread {
                    channel_id,
                    parent_message_id,
                    begun,
                    nr_comments,
                    permissions,
                } = thread;
                Self { $id, channel_id, parent_message_id, begun, nr_comments, permissions }
            }
        }
    };
}
pub(crate) use thread_view;

/// Rechecks on this node who is subscribed to the comments of a subject.
pub fn verify(platform: &Platform, subject: Subject) {
    if let Some(live) = running::<LiveChannel>(platform, subject.channel_id().0) {
        live.verify(None);
    }
}

/// Deletes the comments of subjects that are gone, as far as they were begun. May be repeated.
pub async fn forget(platform: &Platform, gone: &[Subject]) -> Result<()> {
    let ids: Vec<ChannelId> = gone.iter().map(|subject| subject.channel_id()).collect();
    for channel in platform.storage.chat.channels(&ids).await? {
        reported::forget_comments(platform, &channel).await?;
    }
    Ok(())
}

/// What the area of a kind of subjects says of them.
pub(super) fn on(platform: &Platform, kind: SubjectKind) -> Result<&'static OnComments> {
    let mut all = platform.hooks().filter_map(|on| on.comments);
    all.find(|on| on.kind == kind).ok_or_else(Refusal::internal)
}

impl About {
    fn blank(&self) -> Channel {
        self.subject.channel(self.entity_id, self.created_by)
    }

    /// The comments as they are.
    pub async fn thread(&self, platform: &Platform) -> Result<Thread> {
        let begun = platform.storage.chat.channel(self.subject.channel_id()).await?;
        self.seen(platform, begun).await
    }

    async fn seen(&self, platform: &Platform, begun: Option<Channel>) -> Result<Thread> {
        let (channel_id, first) = (self.subject.channel_id(), self.subject.first_id());
        let replies = match (&begun, self.role) {
            (Some(_), Some(_)) => platform.storage.chat.thread_summaries(channel_id, &[first]).await?,
            _ => std::collections::HashMap::new(),
        };
        let is_begun = begun.is_some();
        let channel = begun.unwrap_or_else(|| self.blank());
        Ok(Thread {
            channel_id,
            parent_message_id: first,
            begun: is_begun,
            nr_comments: replies.get(&first).map_or(0, |(count, _)| *count),
            permissions: self.role.map(|role| permissions(&channel, role)).unwrap_or_default(),
        })
    }

    /// Creates the comments for a person who may write there, with a card of the subject by `author` as their first
    /// message; idempotent. Answers whether they are new as well. 403 for readers.
    pub async fn begin(&self, platform: &Platform, author: UserId, card: Card) -> Result<(Thread, bool)> {
        let channel = self.blank();
        rules::post(&channel, rules::require_reader(self.role)?)?;
        let is_new = platform.storage.chat.channel(channel.channel_id).await?.is_none();
        if is_new {
            platform.storage.chat.begin(&channel, self.first(author, card)).await?;
        }
        Ok((self.seen(platform, Some(channel)).await?, is_new))
    }

    fn first(&self, author: UserId, card: Card) -> Message {
        let first = self.subject.first_id();
        Message {
            message_id: first,
            channel_id: self.subject.channel_id(),
            user_id: author,
            parent_id: None,
            content: String::new(),
            formatted: None,
            mentions: Vec::new(),
            mention_all: false,
            client_message_id: None,
            created: first.millis(),
            updated: first.millis(),
            edited: false,
            deleted: false,
            threaded: false,
            priority: Priority::Normal,
            asked: None,
            poll: None,
            card: Some(card),
            attachments: Vec::new(),
            version: 1,
        }
    }
}
