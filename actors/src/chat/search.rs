//! Search for messages that the caller may read now. Contract §3.3.
//!
//! The index only points: each message is read from the store, and shown if it still exists, still contains the words,
//! and is in a channel where the caller has a role by facts read for this request.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use storage::chat::{Channel, Message, WorkspaceFacts};
use storage::files::FileKind;
use storage::ids::{ChannelId, Ids, MessageId, UserId, WorkspaceId};
use storage::search::messages::{Asked, Has, Question};

use super::facts::{Facts, role_of, views};
use super::view::{FoundMessage, FoundMessages, MessageView};
use super::workspaces::{entered, every};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::index_engine::answered;
use crate::platform::markdown::addresses;
use crate::platform::time::ZONE;

/// The indexed text of a message: its text with names as typed, and the names of its files.
pub fn words_of(message: &Message) -> String {
    let text = message.formatted.as_deref().unwrap_or(&message.content);
    let files = message.attachments.iter().map(|file| file.name.as_str());
    std::iter::once(text).chain(files).collect::<Vec<_>>().join("\n")
}

/// The indexed features of a message besides its text.
pub fn has(message: &Message) -> HashSet<Has> {
    let of_files = message.attachments.iter().map(|file| match file.kind {
        FileKind::Image => Has::Image,
        FileKind::Video | FileKind::Audio | FileKind::File => Has::File,
    });
    let link = (!addresses(&message.content, 1).is_empty()).then_some(Has::Link);
    of_files.chain(link).collect()
}

/// A search request.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Every word occurs in the message or in the name of one of its files, inflected or as a prefix.
    pub text: String,
    /// Only messages with this feature; the text may then be empty.
    pub has: Option<Has>,
    pub workspace_id: Option<WorkspaceId>,
    pub channel_id: Option<ChannelId>,
    /// Only messages of this author.
    pub from: Option<UserId>,
    /// Only messages older than a message or a day.
    pub before: Option<Before>,
    pub limit: usize,
}

/// An upper bound of a message's age.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Before {
    Message(MessageId),
    /// The beginning of the day, in Swedish time.
    Day(Date),
}

impl FromStr for Before {
    type Err = ();

    fn from_str(text: &str) -> std::result::Result<Self, ()> {
        match text.parse::<i64>() {
            Ok(id) if (0..1 << 53).contains(&id) => Ok(Self::Message(MessageId(id))),
            Ok(_) => Err(()),
            Err(_) => text.parse().map(Self::Day).map_err(|_| ()),
        }
    }
}

impl Before {
    fn id(self) -> Result<MessageId> {
        match self {
            Self::Message(id) => Ok(id),
            Self::Day(day) => {
                let zone = TimeZone::get(ZONE).map_err(|_| Refusal::internal())?;
                let begins = day.to_zoned(zone).map_err(|_| Refusal::internal())?;
                Ok(MessageId(Ids::first_at(begins.timestamp().as_millisecond())))
            }
        }
    }
}

/// Messages that contain the words, newest first. Rate limit: 10 a second.
pub async fn search(platform: &Platform, who: &Who, wanted: Wanted) -> Result<FoundMessages> {
    platform.limits.search(platform.bus.as_ref(), &format!("u {}", who.user_id)).await?;
    find(platform, who, wanted).await
}

/// The same without the rate limit, for callers that have checked it.
pub(crate) async fn find(platform: &Platform, who: &Who, wanted: Wanted) -> Result<FoundMessages> {
    let readable = readable(platform, who.user_id, &wanted).await?;
    let before = wanted.before.map(Before::id).transpose()?;
    let Some(index) = platform.search.messages() else { return Ok(FoundMessages::default()) };
    let asked = Asked::of(&wanted.text);
    let question = Question {
        text: wanted.text,
        has: wanted.has,
        channels: readable.keys().copied().collect(),
        from: wanted.from,
        before,
        limit: wanted.limit + 1,
    };
    let mut ids = answered(index.find(question).await)?;
    let has_more = ids.len() > wanted.limit;
    ids.truncate(wanted.limit);
    let next = ids.last().copied().filter(|_| has_more);
    let found = platform.storage.chat.published_among(&ids).await?;
    let mut matches: HashMap<MessageId, Vec<String>> = HashMap::new();
    let mut by_channel: HashMap<ChannelId, Vec<Message>> = HashMap::new();
    for message in found {
        let words = match &asked {
            Some(asked) => asked.found_in(&words_of(&message)),
            None => Some(Vec::new()),
        };
        let is_asked_for = wanted.from.is_none_or(|from| message.user_id == from)
            && wanted.has.is_none_or(|wanted| has(&message).contains(&wanted));
        if let Some(words) = words
            && is_asked_for
            && !message.deleted
            && readable.contains_key(&message.channel_id)
        {
            matches.insert(message.message_id, words);
            by_channel.entry(message.channel_id).or_default().push(message);
        }
    }
    let mut content = Vec::new();
    for (channel_id, messages) in by_channel {
        let Some(channel) = readable.get(&channel_id) else { continue };
        let Some(title) = title(platform, channel, who.user_id).await? else { continue };
        let shown = views(platform, channel_id, &messages, who.user_id).await?;
        content.extend(shown.into_iter().map(|message| found_in(channel, &title, message, &mut matches)));
    }
    content.sort_by_key(|found| std::cmp::Reverse(found.message.id));
    Ok(FoundMessages { content, has_more, next, cursor: next })
}

/// A channel found by its name.
pub(super) struct FoundChannel {
    pub workspace_id: WorkspaceId,
    pub workspace_name: String,
    pub channel: Channel,
}

/// Channels of all workspaces that a person may read and whose display name matches `is_meant`, at most `limit`.
pub(super) async fn channels_named(
    platform: &Platform,
    user_id: UserId,
    is_meant: impl Fn(&str) -> bool,
    limit: usize,
) -> Result<Vec<FoundChannel>> {
    let mut found = Vec::new();
    for WorkspaceFacts { workspace, relation, channels } in every(platform, user_id).await? {
        let mine = channels.into_iter().filter(|(channel, row)| {
            !channel.archived
                && is_meant(&channel.display_name)
                && role_of(channel, row.as_ref(), relation).is_some()
        });
        found.extend(mine.take(limit - found.len()).map(|(channel, _)| FoundChannel {
            workspace_id: workspace.workspace_id,
            workspace_name: workspace.workspace_name.clone(),
            channel,
        }));
    }
    Ok(found)
}

/// The title of a channel; for a conversation its other people. None: the person is not in it, even if their list still
/// has it.
async fn title(platform: &Platform, channel: &Channel, me: UserId) -> Result<Option<String>> {
    if !channel.is_direct() {
        return Ok(Some(channel.display_name.clone()));
    }
    let members = platform.storage.chat.members(channel.channel_id).await?;
    if members.iter().all(|member| member.user_id != me) {
        return Ok(None);
    }
    let others: Vec<UserId> = members.iter().map(|member| member.user_id).filter(|id| *id != me).collect();
    let people = platform.people.all(others.iter().copied()).await?;
    let names: Vec<&str> =
        others.iter().filter_map(|id| people.get(id)).map(|user| user.display_name.as_str()).collect();
    Ok(Some(names.join(", ")))
}

fn found_in(
    channel: &Channel,
    title: &str,
    message: MessageView,
    matches: &mut HashMap<MessageId, Vec<String>>,
) -> FoundMessage {
    FoundMessage {
        workspace_id: channel.workspace_id,
        channel_name: channel.name.clone(),
        channel_display_name: title.to_owned(),
        matches: matches.remove(&message.id).unwrap_or_default(),
        message,
    }
}

/// The channels to search: the given one, those of a workspace, or those of every workspace that the person may enter
/// and their conversations.
async fn readable(
    platform: &Platform,
    user_id: UserId,
    wanted: &Wanted,
) -> Result<HashMap<ChannelId, Channel>> {
    if let Some(channel_id) = wanted.channel_id {
        let channel = Facts::load(platform, channel_id, user_id).await?.channel;
        let is_there = wanted.workspace_id.is_none_or(|id| id == channel.workspace_id);
        return Ok(Some((channel_id, channel)).filter(|_| is_there).into_iter().collect());
    }
    let mut readable = HashMap::new();
    let workspaces = if let Some(workspace_id) = wanted.workspace_id {
        vec![entered(platform, workspace_id, user_id).await?]
    } else {
        let conversations = platform.storage.messages.all(user_id).await?;
        let conversations = platform.storage.chat.channels(&conversations).await?;
        readable.extend(conversations.into_iter().map(|channel| (channel.channel_id, channel)));
        every(platform, user_id).await?
    };
    for facts in workspaces {
        let relation = facts.relation;
        let mine = facts.channels.into_iter().filter_map(|(channel, row)| {
            role_of(&channel, row.as_ref(), relation).map(|_| (channel.channel_id, channel))
        });
        readable.extend(mine);
    }
    Ok(readable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_than_a_message_or_a_day() {
        assert_eq!("12".parse(), Ok(Before::Message(MessageId(12))));
        let midsummer: Before = "2026-06-20".parse().unwrap();
        // 2026-06-19T22:00:00Z: summer time.
        assert_eq!(midsummer.id().unwrap(), MessageId(Ids::first_at(1_781_906_400_000)));
        for text in ["", "x", "-1", "9007199254740992", "2026-02-30"] {
            assert_eq!(text.parse::<Before>(), Err(()), "{text}");
        }
    }
}
