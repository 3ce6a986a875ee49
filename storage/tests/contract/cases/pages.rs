//! Reading a channel from any position in any direction.

use std::sync::Arc;

use storage::{ChannelId, Message, MessageId, Page};

use crate::World;
use crate::counting::Counting;
use crate::make::{ANNA, append_of, message, message_at, now, room, send};

const WEEK: i64 = 7 * 86_400_000;

fn ids(messages: &[Message]) -> Vec<MessageId> {
    messages.iter().map(|message| message.message_id).collect()
}

/// Every page of the channel equals the same section of the list of all its ids.
async fn agrees(world: &World, channel_id: ChannelId, all: &[MessageId], limit: usize) {
    let chat = &world.storage.chat;
    for offset in 0..=all.len() + 1 {
        let page = chat.page(channel_id, Page::Newest { offset }, limit).await.unwrap();
        let end = all.len().saturating_sub(offset);
        let start = end.saturating_sub(limit);
        assert_eq!(ids(&page.messages), &all[start..end], "offset {offset} limit {limit}");
        assert_eq!(
            (page.has_older, page.has_newer),
            (start > 0, offset > 0),
            "offset {offset} limit {limit}"
        );
    }
    for (at, id) in all.iter().enumerate() {
        let page = chat.page(channel_id, Page::Before(*id), limit).await.unwrap();
        let start = at.saturating_sub(limit);
        assert_eq!(ids(&page.messages), &all[start..at], "before {at}");
        assert_eq!((page.has_older, page.has_newer, page.has_more), (start > 0, true, start > 0));
        let page = chat.page(channel_id, Page::After(*id), limit).await.unwrap();
        let end = (at + 1 + limit).min(all.len());
        assert_eq!(ids(&page.messages), &all[at + 1..end], "after {at}");
        assert_eq!((page.has_older, page.has_newer, page.has_more), (true, end < all.len(), end < all.len()));
        let page = chat.page(channel_id, Page::Around(*id), limit).await.unwrap();
        let (start, end) = (at.saturating_sub(limit / 2), (at + limit - limit / 2).min(all.len()));
        assert_eq!(ids(&page.messages), &all[start..end], "around {at}");
        assert_eq!((page.has_older, page.has_newer), (start > 0, end < all.len()));
    }
}

pub async fn weeks_with_gaps_are_walked(world: &World) {
    let channel_id = room(&world.storage).await;
    let mut all = Vec::new();
    // Years back, full weeks, empty weeks, the current one, and one of a clock that is ahead.
    for (weeks_ago, count) in
        [(700, 3), (699, 1), (260, 4), (259, 4), (258, 1), (104, 2), (52, 1), (3, 2), (0, 2), (-2, 1)]
    {
        for n in 0..count {
            let sent = message_at(channel_id, ANNA, "x", now() - weeks_ago * WEEK + n * 60_000);
            world.storage.chat.append(&append_of(sent.clone())).await.unwrap();
            all.push(sent.message_id);
        }
    }
    all.sort_unstable();
    for limit in [1, 2, 7, 100] {
        agrees(world, channel_id, &all, limit).await;
    }
    // Another process, with empty caches, adds to an old week.
    let other = (world.reopen)();
    let old = message_at(channel_id, ANNA, "x", now() - 500 * WEEK);
    other.chat.append(&append_of(old.clone())).await.unwrap();
    let page = world.storage.chat.page(channel_id, Page::Around(old.message_id), 3).await.unwrap();
    assert_eq!(page.messages[1], old);
}

pub async fn pages_of_a_small_channel(world: &World) {
    let channel_id = room(&world.storage).await;
    let page = world.storage.chat.page(channel_id, Page::Newest { offset: 0 }, 50).await.unwrap();
    assert!(page.messages.is_empty() && !page.has_more && !page.has_older && !page.has_newer);
    let mut all = Vec::new();
    for n in 0..5 {
        all.push(send(&world.storage, message(channel_id, ANNA, &n.to_string())).await.message_id);
    }
    for limit in [1, 2, 3, 50] {
        agrees(world, channel_id, &all, limit).await;
    }
}

pub async fn empty_weeks_cost_nothing(world: &World) {
    let channel_id = room(&world.storage).await;
    let counting = Counting::over(&world.engine);
    let chat = storage::Storage::new(Arc::<Counting>::clone(&counting)).chat;
    // Three messages in ten years.
    for weeks_ago in [520, 260, 0] {
        let sent = message_at(channel_id, ANNA, "x", now() - weeks_ago * WEEK);
        chat.append(&append_of(sent)).await.unwrap();
    }
    counting.take();
    let page = chat.page(channel_id, Page::Newest { offset: 0 }, 50).await.unwrap();
    assert_eq!(page.messages.len(), 3);
    // This week, the list of weeks, and the two others that have messages.
    assert_eq!(counting.take().ranges, 4);
}
