//! Threads which a person wrote in or which mention them. Contract §3.7.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use storage::chat::{Located, ThreadPlace, ThreadStanding};
use storage::ids::{ChannelId, MessageId};

use super::everyday::{MyThread, MyThreads, ThreadFilter};
use super::facts::{Facts, views};
use super::reading::last_read;
use super::saved::readable;
use crate::Platform;
use crate::accounts::Who;
use crate::platform::error::Result;
use crate::platform::time::Moment;

/// Most threads checked for one page, because many read ones may lie between.
const LOOKED_AT: usize = 200;

/// Facts of the channels met on a page; none: the person may not read it.
type Known = HashMap<ChannelId, Option<Facts>>;

/// My threads that I may read now, newest reply first, before `before`.
pub async fn threads(
    platform: &Platform,
    who: &Who,
    filter: ThreadFilter,
    before: Option<MessageId>,
    limit: usize,
) -> Result<MyThreads> {
    let chat = &platform.storage.chat;
    let (mut page, mut known) = (MyThreads::default(), Known::new());
    let (mut at, mut looked_at) = (before, 0);
    loop {
        let (places, more) = chat.threads_of(who.user_id, at, limit).await?;
        let standing = chat.threads_standing(who.user_id, &places).await?;
        looked_at += places.len();
        let mut rest = places.iter().zip(standing);
        for (place, standing) in rest.by_ref() {
            at = Some(place.last);
            if filter == ThreadFilter::All || standing.unread > 0 {
                page.content.extend(listed(platform, who, place, standing, &mut known).await?);
            }
            if page.content.len() == limit {
                break;
            }
        }
        page.has_more = more || rest.next().is_some();
        if !page.has_more || page.content.len() == limit || looked_at >= LOOKED_AT {
            page.next = at.filter(|_| page.has_more);
            page.cursor = page.next;
            return Ok(page);
        }
    }
}

/// A thread as I see it; none: I may no longer read it, or no visible reply is left.
async fn listed(
    platform: &Platform,
    who: &Who,
    place: &ThreadPlace,
    standing: ThreadStanding,
    known: &mut Known,
) -> Result<Option<MyThread>> {
    let channel_id = place.channel_id;
    let facts = match known.entry(channel_id) {
        Entry::Occupied(facts) => facts.into_mut(),
        Entry::Vacant(place) => place.insert(readable(platform, channel_id, who.user_id).await?),
    };
    let (Some(facts), Some(newest)) = (facts, standing.newest.last()) else { return Ok(None) };
    let last_reply_at = Moment(newest.created);
    let found = platform.storage.chat.locate(place.parent_id).await?;
    let Some(Located { message, pending: false, .. }) = found else { return Ok(None) };
    let messages: Vec<_> = std::iter::once(message).chain(standing.newest).collect();
    let mut seen = views(platform, channel_id, &messages, who.user_id).await?.into_iter();
    let Some(message) = seen.next() else { return Ok(None) };
    Ok(Some(MyThread {
        message,
        channel_id,
        workspace_id: facts.channel.workspace_id,
        channel_name: facts.channel.display_name.clone(),
        unread_count: standing.unread,
        last_read_message_id: last_read(standing.mark, Some(place.last)),
        last_reply_at,
        replies: seen.collect(),
    }))
}
