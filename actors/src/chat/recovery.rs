//! Recovery after a cursor: the events of a channel since then, from the store, so that a lost frame is never a lost
//! message.

use std::collections::{HashMap, HashSet};

use futures_util::{StreamExt, TryStreamExt, stream};
use storage::chat::{Channel, EventKind, EventRow, Located, MessageState};
use storage::ids::{ChannelId, EventId, Ids, MessageId, UserId};

use super::facts::{Facts, Known, live_state, live_waiting, people_of, with_parent};
use super::live_notification::LiveNotification;
use super::view::EventsPage;
use super::{messages, moderation, rules};
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// With more events than this after a cursor, the page must be loaded again.
pub const GAP_EVENTS: usize = 1_000;
/// With a cursor older than this, the page must be loaded again (ms).
pub const GAP_AGE: i64 = 7 * 24 * 3_600_000;
/// With several nodes a cursor may be later than messages that become visible after it: clocks differ (5 s), a write
/// was in flight (5 s), an outage was not noticed yet (3 s). Recovery looks this far back (ms) to find them; clients
/// drop known messages by id. A single node orders a channel's writes itself and needs no margin.
pub const MARGIN: i64 = 15_000;
/// Everything written this long ago is stored and visible (ms).
const LATELY: i64 = 60_000;
/// Rows per read.
const PAGE: usize = 1_000;
/// With more rows than this before the cursor, in the margin or an outage, the page must be loaded again.
const REPEATED: usize = 5_000;
/// Messages looked up concurrently.
const AT_ONCE: usize = 16;

/// With several nodes, added to the cursor of a page that is not the last one: its continuation has received what lay
/// before, and reads strictly what follows. Only the first page looks back; otherwise a burst within the margin larger
/// than a page would be repeated for ever. Larger than any plain cursor, so that a client that keeps the largest one
/// continues correctly; ids reach it in 2044.
const GOES_ON: i64 = 1 << 52;

/// Every create, update, delete, approval and reaction after the cursor, in order, at most `limit` (1–1,000) of them.
pub async fn events(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    after: EventId,
    limit: usize,
) -> Result<EventsPage> {
    if after.0 < 0 {
        return Err(Refusal::field("after", "CURSOR", "Ska vara en markör som servern har gett."));
    }
    let (after, goes_on) = match after.0 - GOES_ON {
        id if id >= 0 && platform.bus.spans_nodes() => (EventId(id), true),
        _ => (after, false),
    };
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    let chat = &platform.storage.chat;
    let reset = |cursor| EventsPage { events: Vec::new(), cursor, reset: true, has_more: false };
    if now() - after.millis() > GAP_AGE {
        let newest = chat.newest_event(channel_id).await?;
        if newest.is_some_and(|newest| newest <= after) {
            // The cursor is old, but nothing has happened since.
            let cursor = cursor_of(newest).max(after);
            return Ok(EventsPage { events: Vec::new(), cursor, reset: false, has_more: false });
        }
        // From the very beginning: the log is complete while the channel is younger than its retention.
        if after.0 > 0 || now() - facts.channel.created > GAP_AGE {
            return Ok(reset(cursor_of(newest)));
        }
    }
    let rows = rows_after(platform, channel_id, after, goes_on).await?;
    let missed = rows.iter().filter(|row| row.event_id > after).count();
    if !goes_on && (missed > GAP_EVENTS || rows.len() - missed > REPEATED) {
        return Ok(reset(cursor_of(chat.newest_event(channel_id).await?)));
    }
    let (before, new) = rows.split_at(rows.len() - missed);
    let rows = once_each(before, who.user_id).into_iter().chain(new.iter().cloned()).collect();
    let Cut { page, cursor, has_more } = cut(rows, after, limit, platform.bus.spans_nodes());
    // Only stored ids advance the node's clock; a caller's cursor may be invented.
    if let Some(row) = page.last() {
        platform.ids.saw(row.event_id.0, now());
    }
    let events = describe(platform, &facts, &page, who.user_id).await?;
    Ok(EventsPage { events, cursor, reset: false, has_more })
}

/// A page of the log.
struct Cut {
    page: Vec<EventRow>,
    cursor: EventId,
    has_more: bool,
}

/// At most `limit` events after a cursor, those before it first; every page makes progress.
fn cut(mut rows: Vec<EventRow>, after: EventId, limit: usize, spans_nodes: bool) -> Cut {
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let cursor = match rows.last() {
        Some(row) if has_more && spans_nodes => EventId(row.event_id.0 + GOES_ON),
        Some(row) if has_more => row.event_id,
        Some(row) => row.event_id.max(after),
        None => after,
    };
    Cut { page: rows, cursor, has_more }
}

/// The cursor for recovery after reading a page now. In a quiet channel the last event is old or no longer stored; a
/// moment ago is equivalent, and stays valid for a week.
pub(super) fn cursor_of(newest: Option<EventId>) -> EventId {
    let lately = EventId(Ids::first_at(now() - LATELY).max(0));
    newest.map_or(lately, |newest| newest.max(lately))
}

/// Events before the cursor are described in their current state, so one event per message suffices: the last one, and
/// the last one of each of my own reactions.
fn once_each(rows: &[EventRow], me: UserId) -> Vec<EventRow> {
    let mut seen = HashSet::new();
    let mut kept: Vec<EventRow> = Vec::new();
    for row in rows.iter().rev() {
        let mine = row.emoji.as_deref().filter(|_| row.user_id == me);
        if seen.insert((row.message_id, mine)) {
            kept.push(row.clone());
        }
    }
    kept.reverse();
    kept
}

/// The log after a cursor, with the margin before it if there are several nodes; incomplete if there are more than
/// [`GAP_EVENTS`] after it or [`REPEATED`] before. For a continuation: a page and one more.
async fn rows_after(
    platform: &Platform,
    channel_id: ChannelId,
    after: EventId,
    goes_on: bool,
) -> Result<Vec<EventRow>> {
    let mut from = after;
    if goes_on {
        return Ok(platform.storage.chat.events(channel_id, from, PAGE + 1).await?);
    }
    if platform.bus.spans_nodes() {
        let at = platform.resume_from(after.millis(), MARGIN).await? - MARGIN;
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

/// A message found for recovery, and its state if it is published.
struct Found {
    located: Located,
    state: Option<MessageState>,
}

/// The events as they are announced live, each with the message's current state and version. Waiting and rejected
/// messages are only for moderators and their author.
async fn describe(
    platform: &Platform,
    facts: &Facts,
    rows: &[EventRow],
    me: UserId,
) -> Result<Vec<LiveNotification>> {
    let (chat, channel) = (&platform.storage.chat, &facts.channel);
    let about: HashSet<MessageId> = rows.iter().map(|row| row.message_id).collect();
    let finding = about.into_iter().map(|id| async move {
        let Some(located) = chat.locate(id).await? else { return Ok::<_, Refusal>(None) };
        let state = if located.pending {
            None
        } else {
            chat.state(channel.channel_id, located.message.parent_id, id).await?
        };
        Ok(Some((id, Found { located, state })))
    });
    let found: Vec<_> = stream::iter(finding).buffer_unordered(AT_ONCE).try_collect().await?;
    let found: HashMap<MessageId, Found> = found.into_iter().flatten().collect();
    let parents: HashSet<MessageId> = found.values().filter_map(|f| f.located.message.parent_id).collect();
    let finding = parents.into_iter().map(|id| async move {
        Ok::<_, Refusal>(chat.state(channel.channel_id, None, id).await?.map(|state| (id, state)))
    });
    let parents: Vec<_> = stream::iter(finding).buffer_unordered(AT_ONCE).try_collect().await?;
    let parents: HashMap<MessageId, MessageState> = parents.into_iter().flatten().collect();
    let shown = found.values().map(|f| &f.located.message).chain(parents.values().map(|p| &p.message));
    let people = people_of(platform, shown).await?;
    let moderates = rules::require_moderator(facts.role).is_ok();
    let mut events = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(Found { located, state }) = found.get(&row.message_id) else { continue };
        let message = &located.message;
        let sees_waiting = moderates || message.user_id == me;
        let Some(state) = state else {
            if sees_waiting {
                events.push(waiting(channel, located, &people, row));
            }
            continue;
        };
        let mut event = live_state(channel, state, &people, row.event_id, row.at);
        if let Some(parent) = message.parent_id.and_then(|parent| parents.get(&parent)) {
            with_parent(&mut event, parent, &people);
        }
        events.push(match row.kind {
            EventKind::Create => LiveNotification::MessageCreate(event.into()),
            EventKind::Update => LiveNotification::MessageUpdate(event.into()),
            EventKind::Delete => LiveNotification::MessageDelete(event.into()),
            EventKind::Approve => LiveNotification::MessageApproved(event.into()),
            EventKind::Reaction => {
                let emoji = row.emoji.as_deref().unwrap_or_default();
                messages::reacted(event, state, emoji, row.user_id)
            }
            EventKind::Pending | EventKind::Reject if !sees_waiting => continue,
            EventKind::Pending | EventKind::Reject => match &located.proposed {
                Some(proposed) => moderation::proposal(event, proposed),
                None => LiveNotification::MessageUpdate(event.into()),
            },
        });
    }
    Ok(events)
}

/// The event of a message that waits or was rejected.
fn waiting(channel: &Channel, located: &Located, people: &Known, row: &EventRow) -> LiveNotification {
    let message = &located.message;
    if located.decision.is_none() {
        return live_waiting(channel, message, people, row.event_id, row.at);
    }
    let gone = messages::tombstone(message.clone(), row.at);
    moderation::turned_down(channel, &gone, people, located.reason.clone(), row.event_id, row.at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: i64) -> EventRow {
        EventRow {
            channel_id: ChannelId(1),
            event_id: EventId(id),
            kind: EventKind::Create,
            message_id: MessageId(id),
            user_id: UserId(1),
            emoji: None,
            added: false,
            at: 0,
        }
    }

    /// Reads page by page as a client does, from a cursor with as many events after it as before it.
    fn read(events: i64, after: i64, limit: usize, spans_nodes: bool) -> (Vec<i64>, i64) {
        let (mut published, mut cursor) = (Vec::new(), after);
        for _ in 0..=events {
            let goes_on = cursor >= GOES_ON;
            // The first page looks back over everything.
            let from = if goes_on {
                cursor - GOES_ON
            } else if spans_nodes {
                0
            } else {
                cursor
            };
            let rows = (1..=events).filter(|id| *id > from).map(row).collect();
            let found = cut(rows, EventId(cursor % GOES_ON), limit, spans_nodes);
            assert!(found.page.len() <= limit);
            published.extend(found.page.iter().map(|row| row.event_id.0));
            cursor = found.cursor.0;
            if !found.has_more {
                return (published, cursor);
            }
        }
        panic!("{limit}: the pages do not come to an end");
    }

    #[test]
    fn a_burst_larger_than_a_page_is_read_to_its_end() {
        for limit in [1, 2, 7, 59, 60, 61, 1_000] {
            assert_eq!(read(60, 30, limit, true), ((1..=60).collect(), 60), "{limit}");
            assert_eq!(
                read(60, 60, limit, true),
                ((1..=60).collect(), 60),
                "{limit}: all of it behind the cursor"
            );
            assert_eq!(read(60, 30, limit, false), ((31..=60).collect(), 60), "{limit}: one node");
            assert_eq!(read(0, 5, limit, true), (vec![], 5), "{limit}: nothing there");
        }
    }
}
