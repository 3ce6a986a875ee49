//! Conversations between people, their inboxes, and blocks.

use std::collections::BTreeSet;
use std::sync::Arc;

use storage::chat::direct::{BETWEEN_PEOPLE, name_of};
use storage::contacts::Block;
use storage::{
    Append, BlockId, ChannelId, ChannelType, EventId, HistoryItem, Ids, Message, MessageId, Storage, UserId,
};

use super::bounded::table;
use crate::World;
use crate::counting::Counting;
use crate::make::{ANNA, BO, CIA, IDS, message, message_at, now};

const HOUR: i64 = 3_600_000;

fn fresh() -> ChannelId {
    ChannelId(IDS.next(now()))
}

async fn open(storage: &Storage, people: &[UserId]) -> ChannelId {
    storage.messages.open(people, people[0], fresh()).await.unwrap().0
}

/// Sends into the inboxes of everyone in the conversation.
async fn send(storage: &Storage, message: Message, people: &[UserId]) -> MessageId {
    let append = Append {
        tells: false,
        pushes: None,
        event_id: EventId(message.message_id.0),
        workspace_id: BETWEEN_PEOPLE,
        inboxes: people.to_vec(),
        notifications: Vec::new(),
        message,
    };
    storage.chat.append(&append).await.unwrap();
    append.message.message_id
}

/// The conversations of a page.
async fn inbox(storage: &Storage, user_id: UserId) -> Vec<ChannelId> {
    let (places, has_more) = storage.messages.inbox(user_id, None, 100).await.unwrap();
    assert!(!has_more);
    places.into_iter().map(|place| place.channel_id).collect()
}

/// Rows of a person's inbox, including outdated ones.
async fn rows(world: &World, user_id: UserId) -> usize {
    world.engine.range(table("inbox").span([user_id.into()]).ascending(10_000)).await.unwrap().len()
}

pub async fn the_same_people_have_one_conversation(world: &World) {
    let stores: Vec<Storage> = (0..4).map(|_| (world.reopen)()).collect();
    let asking = (0..16).map(|n| {
        let messages = stores[n % stores.len()].messages.clone();
        let people = if n % 2 == 0 { vec![ANNA, BO] } else { vec![BO, ANNA, BO] };
        tokio::spawn(async move { messages.open(&people, people[0], fresh()).await.unwrap() })
    });
    let mut all = Vec::new();
    for asked in asking.collect::<Vec<_>>() {
        all.push(asked.await.unwrap());
    }
    let ids: BTreeSet<ChannelId> = all.iter().map(|(id, _)| *id).collect();
    assert_eq!((ids.len(), all.iter().filter(|(_, is_new)| *is_new).count()), (1, 1));
    let id = all[0].0;
    let channel = world.storage.chat.channel(id).await.unwrap().unwrap();
    assert_eq!(
        (channel.channel_type, channel.workspace_id, channel.people()),
        (ChannelType::Direct, BETWEEN_PEOPLE, vec![ANNA, BO])
    );
    let members = world.storage.chat.members(id).await.unwrap();
    assert_eq!(members.iter().map(|member| member.user_id).collect::<Vec<_>>(), [ANNA, BO]);
    assert_eq!(world.storage.messages.of_people(&[BO, ANNA]).await.unwrap(), Some(id));
    assert_eq!(world.storage.messages.of_people(&[BO, CIA]).await.unwrap(), None);
    assert_ne!(open(&world.storage, &[ANNA, BO, CIA]).await, id);
}

pub async fn incomplete_conversation_is_completed(world: &World) {
    // The process that claimed it died before it wrote anything else.
    let id = fresh();
    let claim = table("conversations").row([
        ("people", name_of(&[ANNA, BO]).into()),
        ("channel_id", id.into()),
        ("opened_by", ANNA.into()),
    ]);
    assert!(world.engine.write_if(vec![claim.if_absent()], Vec::new()).await.unwrap().applied());
    assert!(world.storage.messages.standing(ANNA, &[id]).await.unwrap().is_empty());
    assert_eq!(world.storage.messages.open(&[ANNA, BO], BO, fresh()).await.unwrap(), (id, false));
    let channel = world.storage.chat.channel(id).await.unwrap().unwrap();
    assert_eq!((channel.created, channel.created_by), (id.millis(), ANNA));
    assert_eq!(world.storage.chat.members(id).await.unwrap().len(), 2);
    assert!(world.storage.chat.facts(id, BO).await.unwrap().unwrap().member.is_some());
    assert_eq!((inbox(&world.storage, ANNA).await, inbox(&world.storage, BO).await), (vec![id], vec![id]));
}

/// Imported history appears in all their inboxes, at its own time.
pub async fn history_of_a_conversation_is_in_its_inboxes(world: &World) {
    let storage = &world.storage;
    let id = ChannelId(Ids::first_at(now() - 400 * 86_400_000));
    assert_eq!(storage.messages.open(&[ANNA, BO], ANNA, id).await.unwrap(), (id, true));
    let at = now() - 399 * 86_400_000;
    let message = Message { message_id: MessageId(Ids::first_at(at)), ..message_at(id, BO, "då", at) };
    let item = HistoryItem { message, workspace_id: BETWEEN_PEOPLE, reactions: Vec::new(), pin: None };
    for _ in 0..2 {
        assert_eq!(storage.imports.append_history(std::slice::from_ref(&item)).await.unwrap(), []);
    }
    for person in [ANNA, BO] {
        assert_eq!(inbox(storage, person).await, [id]);
        let standing = storage.messages.standing(person, &[id]).await.unwrap().remove(0);
        assert_eq!(standing.last.map(|last| last.content).as_deref(), Some("då"));
    }
}

pub async fn inbox_is_sorted_by_newest_message(world: &World) {
    let storage = &world.storage;
    let (one, two) = (open(storage, &[ANNA, BO]).await, open(storage, &[ANNA, CIA]).await);
    assert_eq!(inbox(storage, ANNA).await, [two, one], "opened, nothing said");
    assert_eq!(inbox(storage, BO).await, []);
    let at = now() + HOUR;
    send(storage, message_at(one, BO, "hej", at), &[ANNA, BO]).await;
    assert_eq!(inbox(storage, ANNA).await, [one, two]);
    assert_eq!(inbox(storage, BO).await, [one]);
    send(storage, message_at(two, CIA, "hej", at + 1), &[ANNA, CIA]).await;
    assert_eq!(inbox(storage, ANNA).await, [two, one]);
    // The two alternate hour by hour: each is listed once, and readers remove outdated rows.
    for hour in 1..=6 {
        let (it, who) = if hour % 2 == 0 { (one, BO) } else { (two, CIA) };
        send(storage, message_at(it, who, "igen", at + hour * HOUR), &[ANNA, who]).await;
    }
    assert!(rows(world, ANNA).await > 6);
    assert_eq!(inbox(storage, ANNA).await, [one, two]);
    assert_eq!(rows(world, ANNA).await, 2);
    // A late message of an earlier hour moves nothing.
    send(storage, message_at(two, CIA, "sent", at + HOUR / 2), &[ANNA, CIA]).await;
    assert_eq!(inbox(storage, ANNA).await, [one, two]);
    assert_eq!(storage.messages.all(ANNA).await.unwrap(), [one, two]);
}

pub async fn pages_of_an_inbox_leave_nothing_out(world: &World) {
    let storage = &world.storage;
    let begun = now() - 400 * HOUR;
    let mut all = Vec::new();
    // Some in an hour of their own, some with many per hour.
    for n in 0..130_i64 {
        let id = ChannelId(IDS.at(begun - 8 * HOUR + n, 2));
        let (it, _) = storage.messages.open(&[ANNA, UserId(1_000 + n)], ANNA, id).await.unwrap();
        let at = begun + if n < 60 { n * HOUR } else { 100 * HOUR + (n % 3) * HOUR + n };
        // An older message before it, in many of them.
        if n % 3 == 0 {
            send(storage, message_at(it, ANNA, "förut", at - 7 * HOUR + 1_000 + n), &[ANNA]).await;
        }
        all.push((send(storage, message_at(it, ANNA, "hej", at), &[ANNA]).await, it));
    }
    all.sort_unstable_by_key(|(last, _)| std::cmp::Reverse(*last));
    for limit in [1, 7, 50, 200] {
        let (mut seen, mut before) = (Vec::new(), None);
        loop {
            let (places, has_more) = storage.messages.inbox(ANNA, before, limit).await.unwrap();
            assert!(places.len() == limit || !has_more);
            before = places.last().map(|place| place.last);
            seen.extend(places.into_iter().map(|place| (place.last, place.channel_id)));
            if !has_more {
                break;
            }
        }
        assert_eq!(seen, all, "pages of {limit}");
    }
}

pub async fn concurrent_messages_all_reach_the_inbox(world: &World) {
    let stores: Vec<Storage> = (0..3).map(|_| (world.reopen)()).collect();
    let mut conversations = Vec::new();
    for n in 0..6 {
        conversations.push(open(&world.storage, &[ANNA, UserId(2_000 + n)]).await);
    }
    let sending = (0..60_usize).map(|n| {
        let (storage, it) = (stores[n % 3].clone(), conversations[n % 6]);
        tokio::spawn(async move {
            // Across hours, in any order.
            let at = now() - i64::try_from(n * 7 % 5).unwrap() * HOUR;
            let message = Message { message_id: MessageId(IDS.next(at)), ..message(it, ANNA, "hej") };
            let looking = storage.messages.inbox(ANNA, None, 3).await;
            assert!(looking.is_ok());
            send(&storage, message, &[ANNA]).await;
        })
    });
    for sent in sending.collect::<Vec<_>>() {
        sent.await.unwrap();
    }
    let mut heads = Vec::new();
    for it in &conversations {
        let (newest, _) = world.storage.chat.shown_in(BETWEEN_PEOPLE, *it).await.unwrap().unwrap();
        heads.push((newest, *it));
    }
    heads.sort_unstable_by_key(|(newest, _)| std::cmp::Reverse(*newest));
    let heads: Vec<ChannelId> = heads.into_iter().map(|(_, it)| it).collect();
    assert_eq!(inbox(&world.storage, ANNA).await, heads);
}

/// A page of ten reads the hours that it shows: an inbox ten times as large costs the same.
pub async fn a_page_costs_what_it_shows(world: &World) {
    let begun = now() - 2_000 * HOUR;
    let inboxes = table("inbox");
    let mut read = Vec::new();
    for (user_id, size) in [(UserId(31), 120_i64), (UserId(32), 1_200)] {
        let rows = (0..size).map(|n| {
            let last = MessageId(IDS.at(begun + n * HOUR, 1));
            let hour = last.millis().div_euclid(HOUR);
            // Any conversation ids will do: only the inbox is read.
            inboxes.at([user_id.into(), hour.into(), (50_000 + n).into()]).raise([("last", last.0)])
        });
        for some in rows.collect::<Vec<_>>().chunks(100) {
            world.engine.write(some.to_vec()).await.unwrap();
        }
        let counting = Counting::over(&world.engine);
        let storage = Storage::new(Arc::<Counting>::clone(&counting));
        let (places, has_more) = storage.messages.inbox(user_id, None, 10).await.unwrap();
        assert_eq!((places.len(), has_more), (10, true));
        read.push(counting.take());
        world.engine.write(vec![inboxes.span([user_id.into()]).forget()]).await.unwrap();
    }
    assert_eq!(read[0], read[1]);
    assert!(read[0].rows <= 200 && read[0].hops <= 2, "{:?}", read[0]);
}

pub async fn possibly_unread_conversations_are_listed(world: &World) {
    let storage = &world.storage;
    let (one, two) = (open(storage, &[ANNA, BO]).await, open(storage, &[ANNA, CIA]).await);
    let perhaps = async || storage.messages.perhaps_unread(ANNA).await.unwrap();
    assert_eq!(perhaps().await, [], "nothing was said");
    let first = send(storage, message(one, BO, "hej"), &[ANNA, BO]).await;
    send(storage, message(two, CIA, "hej"), &[ANNA, CIA]).await;
    assert_eq!(perhaps().await, [two, one]);
    storage.chat.mark_read(ANNA, BETWEEN_PEOPLE, one, first, now()).await.unwrap();
    assert_eq!(perhaps().await, [two]);
    // Posting marks it read.
    send(storage, message(two, ANNA, "hej själv"), &[ANNA, CIA]).await;
    assert_eq!(perhaps().await, []);
    // A reply with a mention counts only in its thread.
    let reply = Message { parent_id: Some(first), mentions: vec![ANNA], ..message(one, BO, "@anna") };
    send(storage, reply, &[ANNA, BO]).await;
    assert_eq!(perhaps().await, [one]);
    let standing = storage.messages.standing(ANNA, &[two, ChannelId(7), one]).await.unwrap();
    let [two_now, one_now] = standing.as_slice() else { panic!("{standing:?}") };
    assert_eq!((two_now.channel.channel_id, one_now.channel.channel_id), (two, one));
    assert_eq!(one_now.last.as_ref().map(|last| last.message_id), Some(first));
    assert_eq!(one_now.other_read, Some(first), "Bo wrote it");
}

pub async fn block_bars_both_people(world: &World) {
    let (storage, other) = (&world.storage, (world.reopen)());
    let two = open(storage, &[ANNA, BO]).await;
    let three = open(storage, &[ANNA, BO, CIA]).await;
    let barred = async |channel, who| {
        let here = storage.chat.facts(channel, who).await.unwrap().unwrap().barred;
        let there = other.chat.facts(channel, who).await.unwrap().unwrap().barred;
        assert_eq!(here, there);
        here
    };
    assert!(!barred(two, ANNA).await && !barred(two, BO).await);
    let block = |n| Block {
        user_id: ANNA,
        blocked_id: BO,
        block_id: BlockId(n),
        reason: Some("tjat".to_owned()),
        created: now(),
    };
    assert_eq!(storage.contacts.block(&block(1)).await.unwrap(), BlockId(1));
    assert_eq!(other.contacts.block(&block(2)).await.unwrap(), BlockId(1), "the first stands");
    assert!(barred(two, ANNA).await && barred(two, BO).await);
    assert!(!barred(three, ANNA).await && !barred(three, BO).await);
    for (me, expected) in [(ANNA, vec![BO]), (BO, vec![ANNA]), (CIA, vec![])] {
        assert_eq!(storage.contacts.blocked_among(me, &[ANNA, BO, CIA]).await.unwrap(), expected);
    }
    assert!(storage.messages.standing(BO, &[two]).await.unwrap()[0].barred);
    assert_eq!(storage.contacts.unblock(BO, BlockId(1)).await.unwrap(), None, "not Bo's");
    assert_eq!(storage.contacts.unblock(ANNA, BlockId(2)).await.unwrap(), None);
    assert_eq!(storage.contacts.unblock(ANNA, BlockId(1)).await.unwrap(), Some(BO));
    assert_eq!(storage.contacts.unblock(ANNA, BlockId(1)).await.unwrap(), None);
    assert!(!barred(two, ANNA).await && !barred(two, BO).await);
}

pub async fn erased_person_leaves_their_conversations(world: &World) {
    let storage = &world.storage;
    let two = open(storage, &[ANNA, BO]).await;
    let calling = Message { mentions: vec![ANNA], ..message(two, BO, "hej @anna") };
    let sent = send(storage, calling, &[ANNA, BO]).await;
    storage.chat.mark_read(ANNA, BETWEEN_PEOPLE, two, sent, now()).await.unwrap();
    storage.messages.forget(ANNA).await.unwrap();
    storage.messages.forget(ANNA).await.unwrap();
    assert_eq!(inbox(storage, ANNA).await, []);
    assert_eq!(storage.chat.readers(ANNA, BETWEEN_PEOPLE).await.unwrap(), []);
    assert_eq!(storage.chat.member(two, ANNA).await.unwrap(), None);
    assert_eq!(inbox(storage, BO).await, [two]);
    assert_eq!(storage.chat.channel(two).await.unwrap().unwrap().people(), [ANNA, BO]);
}
