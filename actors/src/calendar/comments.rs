//! Comments of events: a thread in a chat channel that belongs to the event. Sending, editing, reactions, files,
//! notifications, reports and recovery are chat's; rights, creation and deletion are here.
//!
//! People who may see the event by its id may read. Members may write: by their relation to the organisation as in its
//! channels (contract §3.2), contacts of the person whose calendar it is, and everybody who is enrolled or invited. All
//! others only read.

use futures_util::future::BoxFuture;
use serde::Serialize;
use storage::calendar::{Calendar, CalendarEvent};
use storage::chat::comments::{channel_of, first_of};
use storage::chat::direct::NOBODYS;
use storage::chat::{Card, CardType, Channel, ChannelRole, Message, Priority};
use storage::ids::{CalendarEventId, ChannelId, EntityId, MessageId, UserId};
use utoipa::ToSchema;

use super::events::{find, placed};
use super::rules::{self, Asker};
use super::{enrollment, live};
use crate::Platform;
use crate::accounts::Who;
use crate::area::Commented;
use crate::chat;
use crate::chat::rules::{Permission, permissions};
use crate::platform::error::Result;

/// Where the comments of an event are, and what I may do there.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventComments {
    pub id_calendar_event: CalendarEventId,
    /// The channel whose calls and topics are theirs.
    pub channel_id: ChannelId,
    /// The thread that they are: each comment is a reply in it.
    pub parent_message_id: MessageId,
    /// Whether channel and thread are there; who writes the first comment begins them (`PUT`).
    pub begun: bool,
    pub nr_comments: u32,
    /// Empty: they are not for me, though I have the address of the event.
    pub permissions: Vec<Permission>,
}

/// A person's current rights in an event's comments; none: there is no such event.
pub(super) fn standing(
    platform: &Platform,
    event_id: i64,
    user_id: UserId,
) -> BoxFuture<'_, Result<Option<Commented>>> {
    Box::pin(async move {
        let id = CalendarEventId(event_id);
        let Some((calendar, event, asker)) = placed(platform, id, Some(user_id)).await? else {
            return Ok(None);
        };
        let role = role_of(platform, &calendar, &event, asker).await?;
        let (entity_id, created_by) = owner(&calendar, &event);
        Ok(Some(Commented { title: event.title, entity_id, created_by, role }))
    })
}

async fn role_of(
    platform: &Platform,
    calendar: &Calendar,
    event: &CalendarEvent,
    asker: Asker,
) -> Result<Option<ChannelRole>> {
    let sees = rules::sees_event(calendar, event.visibility, asker, false);
    let own = rules::role(calendar, asker);
    // Read only if it makes a difference.
    let comes = (!sees || own < ChannelRole::Member)
        && enrollment::concerns(platform, event, asker.user_id).await?
        && !is_barred(platform, calendar, asker).await?;
    Ok(if comes { Some(own.max(ChannelRole::Member)) } else { sees.then_some(own) })
}

/// Whether the calendar's organisation has banned the person: then enrolment gives no right to write.
async fn is_barred(platform: &Platform, calendar: &Calendar, asker: Asker) -> Result<bool> {
    let (Some(id), Some(user_id)) = (calendar.entity_id(), asker.user_id) else { return Ok(false) };
    crate::entities::is_barred(platform, id, user_id).await
}

fn owner(calendar: &Calendar, event: &CalendarEvent) -> (EntityId, UserId) {
    match calendar.user_id() {
        Some(person) => (NOBODYS, person),
        None => (calendar.entity_id().unwrap_or(NOBODYS), event.created_by),
    }
}

/// The comments of an event that I see. 404: there is none.
pub async fn comments(platform: &Platform, who: &Who, name: &str) -> Result<EventComments> {
    let (calendar, event, asker) = find(platform, name, Some(who.user_id)).await?;
    let role = role_of(platform, &calendar, &event, asker).await?;
    let begun = platform.storage.chat.channel(channel_of(event.event_id)).await?;
    seen(platform, &calendar, &event, role, begun).await
}

async fn seen(
    platform: &Platform,
    calendar: &Calendar,
    event: &CalendarEvent,
    role: Option<ChannelRole>,
    begun: Option<Channel>,
) -> Result<EventComments> {
    let (channel_id, first) = (channel_of(event.event_id), first_of(event.event_id));
    let replies = match (&begun, role) {
        (Some(_), Some(_)) => platform.storage.chat.thread_summaries(channel_id, &[first]).await?,
        _ => std::collections::HashMap::new(),
    };
    let is_begun = begun.is_some();
    let channel = begun.unwrap_or_else(|| blank(calendar, event));
    Ok(EventComments {
        id_calendar_event: event.event_id,
        channel_id,
        parent_message_id: first,
        begun: is_begun,
        nr_comments: replies.get(&first).map_or(0, |(count, _)| *count),
        permissions: role.map(|role| permissions(&channel, role)).unwrap_or_default(),
    })
}

fn blank(calendar: &Calendar, event: &CalendarEvent) -> Channel {
    let (entity_id, created_by) = owner(calendar, event);
    Channel::beside(event.event_id, entity_id, created_by)
}

/// Creates the comments of an event, for a person who may write there; idempotent. 403 for readers.
pub async fn begin(platform: &Platform, who: &Who, name: &str) -> Result<EventComments> {
    platform.limits.message(&*platform.bus, who.user_id).await?;
    let (calendar, event, asker) = find(platform, name, Some(who.user_id)).await?;
    let role = role_of(platform, &calendar, &event, asker).await?;
    let channel = blank(&calendar, &event);
    chat::rules::post(&channel, chat::rules::require_reader(role)?)?;
    let is_there = platform.storage.chat.channel(channel.channel_id).await?.is_some();
    if !is_there {
        platform.storage.chat.begin(&channel, card_of(&event)).await?;
        // Viewers of the event are not subscribed to the channel yet.
        live::event_changed(platform, &calendar, &event, event.version);
    }
    seen(platform, &calendar, &event, role, Some(channel)).await
}

/// The first message of the thread: a card of the event, by its creator.
fn card_of(event: &CalendarEvent) -> Message {
    let first = first_of(event.event_id);
    Message {
        message_id: first,
        channel_id: channel_of(event.event_id),
        user_id: event.created_by,
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
        card: Some(Card { kind: CardType::Event, id: event.event_uuid.clone() }),
        attachments: Vec::new(),
        version: 1,
    }
}
