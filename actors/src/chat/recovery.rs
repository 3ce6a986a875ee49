//! Recovery after a cursor: what happened in a channel since, from the store. A lost frame is never a lost message.

use std::collections::{HashMap, HashSet};

use futures_util::{StreamExt, TryStreamExt, stream};
use storage::chat::{EventKind, EventRow, Located};
use storage::ids::{ChannelId, EventId, Ids, MessageId};

use super::facts::{Facts, live};
use super::view::EventsPage;
use crate::Platform;
use crate::accounts::Who;
use crate::error::{Refusal, Result};
use crate::event::{LiveNotification, LiveType};
use crate::time::{Moment, now};

/// More events than this after a cursor: the page must be loaded anew.
pub const GAP_EVENTS: usize = 1_000;
/// A cursor older than this: the page must be loaded anew (ms).
pub const GAP_AGE: i64 = 7 * 24 * 3_600_000;
/// With more than one node a cursor may stand before messages with smaller ids: clocks differ (5 s), a write was in flight
/// (5 s), an outage was not noticed yet (3 s). They are caught by looking this far back (ms); clients drop what they know by
/// id. One node orders a channel's writes itself and needs no margin.
pub const MARGIN: i64 = 15_000;
/// Rows are read in pages of this size.
const PAGE: usize = 1_000;
/// More rows than this before the cursor, in the margin or an outage: the page must be loaded anew.
const REPEATED: usize = 5_000;
/// Messages looked up at the same time.
const AT_ONCE: usize = 16;

/// Every create, update, delete, approval and reaction after the cursor, in order; `limit` 1–1,000.
pub async fn events(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    after: EventId,
    limit: usize,
) -> Result<EventsPage> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    let chat = &platform.storage.chat;
    if after.0 > 0 && now() - after.millis() > GAP_AGE {
        let cursor = chat.newest_event(channel_id).await?.unwrap_or(EventId(0));
        return Ok(EventsPage { events: Vec::new(), cursor, reset: true, has_more: false });
    }
    let rows = rows_after(platform, channel_id, after).await?;
    let missed = rows.iter().filter(|row| row.event_id > after).count();
    if missed > GAP_EVENTS || rows.len() - missed > REPEATED || after.0 == 0 && missed > limit {
        let cursor = chat.newest_event(channel_id).await?.unwrap_or(EventId(0));
        return Ok(EventsPage { events: Vec::new(), cursor, reset: true, has_more: false });
    }
    let within = rows.iter().filter(|row| row.event_id <= after).count();
    let has_more = missed > limit;
    let page = &rows[..(within + limit).min(rows.len())];
    let cursor = page.last().map_or(after, |row| row.event_id.max(after));
    // What stands in the store has been made by somebody; what the caller names may be made up, and would move our clock.
    if let Some(row) = page.last() {
        platform.ids.saw(row.event_id.0, now());
    }
    let events = describe(platform, &facts, page).await?;
    Ok(EventsPage { events, cursor, reset: false, has_more })
}

/// The log after a cursor, with the margin before it where there are several nodes; not all of it when there are more than
/// [`GAP_EVENTS`] after it or [`REPEATED`] before.
async fn rows_after(platform: &Platform, channel_id: ChannelId, after: EventId) -> Result<Vec<EventRow>> {
    let mut from = after;
    if platform.bus.spans_nodes() {
        let at = platform.repair.outages.look_back(after.millis(), MARGIN) - MARGIN;
        from = EventId(Ids::first_at(at).clamp(0, after.0));
    }
    let (mut rows, mut missed) = (Vec::new(), 0);
    loop {
        let page = platform.storage.chat.events(channel_id, from, PAGE).await?;
        let last = page.last().map(|row| row.event_id);
        let full = page.len() == PAGE;
        missed += page.iter().filter(|row| row.event_id > after).count();
        rows.extend(page);
        match last {
            Some(last) if full && missed <= GAP_EVENTS && rows.len() - missed <= REPEATED => from = last,
            _ => return Ok(rows),
        }
    }
}

/// The events as they are announced live, each with the message as it is now.
async fn describe(platform: &Platform, facts: &Facts, rows: &[EventRow]) -> Result<Vec<LiveNotification>> {
    let chat = &platform.storage.chat;
    let mentioned: HashSet<MessageId> = rows.iter().map(|row| row.message_id).collect();
    let finding =
        mentioned.into_iter().map(|id| async move { Ok::<_, Refusal>((id, chat.locate(id).await?)) });
    let found: Vec<_> = stream::iter(finding).buffer_unordered(AT_ONCE).try_collect().await?;
    let located: HashMap<MessageId, Located> =
        found.into_iter().filter_map(|(id, located)| Some((id, located?))).collect();
    let ids: Vec<MessageId> = located.keys().copied().collect();
    let parents: Vec<MessageId> = located.values().filter_map(|l| l.message.parent_id).collect();
    let authors = platform.people.all(located.values().map(|l| l.message.user_id)).await?;
    let reacted = rows.iter().any(|row| row.kind == EventKind::Reaction);
    let reactions =
        if reacted { chat.reactions(facts.channel.channel_id, &ids).await? } else { HashMap::new() };
    let threads = if parents.is_empty() { HashMap::new() } else { chat.thread_summaries(&parents).await? };
    let mut events = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(Located { message, pending: false, .. }) = located.get(&row.message_id) else { continue };
        let author = authors.get(&message.user_id).map(std::convert::AsRef::as_ref);
        let about = |kind| live(kind, &facts.channel, message, author, row.event_id, row.at);
        let mut event = match row.kind {
            EventKind::Create => about(LiveType::MessageCreate),
            EventKind::Update => about(LiveType::MessageUpdate),
            EventKind::Delete => about(LiveType::MessageDelete),
            EventKind::Approve => about(LiveType::MessageApproved),
            EventKind::Reaction => {
                let under = reactions.get(&row.message_id).map(Vec::as_slice).unwrap_or_default();
                let emoji = row.emoji.clone().unwrap_or_default();
                LiveNotification {
                    workspace_id: Some(facts.channel.workspace_id),
                    channel_id: Some(row.channel_id),
                    message_id: Some(row.message_id),
                    count: Some(under.iter().filter(|r| r.emoji == emoji).count() as u32),
                    // As it is now: the last event of a person and an emoji is the one that holds.
                    added: Some(under.iter().any(|r| r.emoji == emoji && r.user_id == row.user_id)),
                    emoji: Some(emoji),
                    user_id: Some(row.user_id),
                    cursor: Some(row.event_id),
                    ..LiveNotification::bare(LiveType::MessageReaction, row.at)
                }
            }
        };
        if row.kind != EventKind::Reaction
            && let Some(parent) = message.parent_id
        {
            let (count, last) = threads.get(&parent).copied().unwrap_or_default();
            event.reply_count = Some(count);
            event.last_reply_at = (count > 0).then_some(Moment(last));
        }
        events.push(event);
    }
    Ok(events)
}
