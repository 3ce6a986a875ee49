//! Marking unread, pins, and private data.

use storage::chat::{Draft, Pin, Saved, Scheduled};
use storage::jobs::{Job, SHARDS, minute_of};
use storage::notifications::inserts;
use storage::record::Stored;
use storage::{JobId, Message, MessageId, UserId};

use crate::World;
use crate::make::{ANNA, BO, CIA, WORKSPACE, append_of, event_id, message, notification, now, room, send};

pub async fn marked_unread_lasts_until_the_next_reading(world: &World) {
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let calling = || Message { mentions: vec![BO], ..message(channel_id, ANNA, "@bo") };
    let mut sent = Vec::new();
    for _ in 0..3 {
        sent.push(send(&world.storage, calling()).await.message_id);
    }
    let own = send(&world.storage, Message { mentions: vec![BO], ..message(channel_id, BO, "jag") }).await;
    let [first, second, third] = sent[..] else { panic!() };
    let state = async || {
        let reader = chat.reader(BO, WORKSPACE, channel_id).await.unwrap().unwrap();
        let calls = chat.mentions_in(BO, WORKSPACE, channel_id).await.unwrap().1;
        (reader.last_read, reader.unread_from(), calls)
    };
    let at = now();
    chat.mark_read(BO, WORKSPACE, channel_id, own.message_id, at).await.unwrap();
    assert_eq!(state().await, (Some(own.message_id), None, vec![]));
    // With a slow clock.
    chat.mark_unread(BO, WORKSPACE, channel_id, second, at - 5_000).await.unwrap();
    assert_eq!(state().await, (Some(own.message_id), Some(second), vec![second, third]));
    let mark = chat.reader(BO, WORKSPACE, channel_id).await.unwrap().unwrap().mark();
    assert!(chat.has_unread(channel_id, BO, mark).await.unwrap());
    for _ in 0..2 {
        let in_force = chat.mark_read(BO, WORKSPACE, channel_id, third, at - 5_000).await.unwrap();
        assert_eq!(in_force, Some(own.message_id), "marks only grow");
        assert_eq!(state().await, (Some(own.message_id), None, vec![]));
    }
    chat.mark_unread(BO, WORKSPACE, channel_id, first, now()).await.unwrap();
    assert_eq!(state().await.2, [first, second, third]);
    send(&world.storage, message_later(channel_id)).await;
    assert_eq!(state().await.1, None, "who posts has read");
}

/// A message of BO, slightly later than now, as the next one is.
fn message_later(channel_id: storage::ChannelId) -> Message {
    let later = message(channel_id, BO, "senare");
    Message { created: later.created + 10_000, ..later }
}

pub async fn pins_raise_the_message_version(world: &World) {
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let one = send(&world.storage, message(channel_id, ANNA, "ett")).await;
    let two = send(&world.storage, message(channel_id, ANNA, "två")).await;
    let pin = |id: MessageId| Pin { channel_id, message_id: id, pinned_by: BO, pinned: 7 };
    let state = async |of: &Message| {
        let state = chat.state(channel_id, None, of.message_id).await.unwrap().unwrap();
        (state.pinned, state.message.version)
    };
    assert_eq!(state(&one).await, (false, 1));
    let set = async |of: &Message, add| chat.pin(of, &pin(of.message_id), add, event_id()).await.unwrap();
    assert!(set(&one, true).await && set(&two, true).await);
    assert!(!set(&one, true).await, "once");
    assert_eq!(state(&one).await, (true, 2));
    assert_eq!(chat.pins(channel_id).await.unwrap(), [pin(two.message_id), pin(one.message_id)]);
    let among = chat.pinned_among(channel_id, &[one.message_id, MessageId(5)]).await.unwrap();
    assert_eq!(among.into_iter().collect::<Vec<_>>(), [one.message_id]);
    assert!(set(&one, false).await && !set(&one, false).await);
    assert_eq!(state(&one).await, (false, 3));
    chat.remove(&two, ANNA, event_id(), "-").await.unwrap().unwrap();
    assert_eq!((state(&two).await.0, chat.pins(channel_id).await.unwrap()), (false, vec![]));
    assert!(!set(&two, true).await, "what is deleted is not pinned");
    assert_eq!(chat.pins(channel_id).await.unwrap(), []);
}

pub async fn private_data_is_stored_and_erased(world: &World) {
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let saved = |id, remind_at| Saved { user_id: BO, message_id: MessageId(id), saved: 3, remind_at };
    for id in 1..=3 {
        chat.save(&saved(id, None), Vec::new()).await.unwrap();
    }
    chat.save(&Saved { saved: 9, ..saved(2, Some(50)) }, Vec::new()).await.unwrap();
    let (page, more) = chat.all_saved(BO, None, 2).await.unwrap();
    assert_eq!((page, more), (vec![saved(3, None), saved(2, Some(50))], true));
    let entry = notification(BO);
    assert!(!chat.remind(&saved(2, Some(49)), inserts(&entry)).await.unwrap());
    assert!(chat.remind(&saved(2, Some(50)), inserts(&entry)).await.unwrap());
    assert!(!chat.remind(&saved(2, Some(50)), inserts(&entry)).await.unwrap(), "once");
    assert_eq!(world.storage.notifications.list(BO, None, 9).await.unwrap(), [entry]);
    assert!(chat.unsave(BO, MessageId(3)).await.unwrap() && !chat.unsave(BO, MessageId(3)).await.unwrap());
    assert_eq!(chat.all_saved(BO, None, 9).await.unwrap().0, [saved(2, None), saved(1, None)]);

    let draft = Draft { user_id: BO, channel_id, content: "Hej".into(), updated: 4 };
    chat.keep(&Draft { content: "H".into(), ..draft.clone() }).await.unwrap();
    chat.keep(&draft).await.unwrap();
    assert_eq!(chat.drafts(BO).await.unwrap(), std::slice::from_ref(&draft));
    assert_eq!(chat.draft(ANNA, channel_id).await.unwrap(), None);

    let later = Scheduled {
        user_id: BO,
        scheduled_id: JobId(77),
        channel_id,
        content: "sen".into(),
        send_at: 100,
        refused: None,
        rrule: Some("FREQ=DAILY".into()),
        first_at: Some(100),
    };
    chat.schedule(&later, Vec::new()).await.unwrap();
    let changed = Scheduled { send_at: 200, rrule: None, first_at: None, ..later.clone() };
    assert!(chat.reschedule(&later, &changed, Vec::new()).await.unwrap());
    assert!(!chat.reschedule(&later, &changed, Vec::new()).await.unwrap(), "another by now");
    let told = notification(BO);
    assert!(chat.refuse_scheduled(&changed, "ARCHIVED", inserts(&told)).await.unwrap());
    assert!(!chat.refuse_scheduled(&changed, "ARCHIVED", inserts(&told)).await.unwrap());
    assert_eq!(chat.all_scheduled(BO).await.unwrap()[0].refused.as_deref(), Some("ARCHIVED"));
    assert!(chat.unschedule(BO, JobId(77)).await.unwrap() && !chat.unschedule(BO, JobId(77)).await.unwrap());
    chat.forget_own(BO).await.unwrap();
    assert_eq!(chat.all_saved(BO, None, 9).await.unwrap().0, []);
    assert_eq!(chat.drafts(BO).await.unwrap(), []);
}

/// Pending jobs, whenever they are due.
async fn waiting(world: &World, around: i64) -> Vec<Job> {
    let mut all = Vec::new();
    for shard in 0..SHARDS {
        let from = minute_of(around) - 5;
        let some = world.storage.jobs.due(shard, from, None, around + 300_000, 99).await.unwrap();
        all.extend(some.into_iter().filter(|job| job.due > 0));
    }
    all.sort_by_key(|job| job.job_id.0);
    all
}

pub async fn notification_job_is_stored_with_the_message(world: &World) {
    use storage::chat::{TELL_JOB, Telling};
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    world.storage.jobs.begin(now()).await.unwrap();
    let quiet = send(&world.storage, message(channel_id, ANNA, "ingen")).await;
    assert_eq!(waiting(world, now()).await, []);
    let loud = message(channel_id, ANNA, "@alla");
    let append = storage::Append { tells: true, ..append_of(loud.clone()) };
    chat.append(&append).await.unwrap();
    let since = storage::EventId(loud.message_id.0);
    let of_new = Telling::new(loud.message_id, since);
    assert_eq!(waiting(world, now()).await, [of_new.job()]);
    world.storage.jobs.done(&of_new.job()).await.unwrap();
    // A change that mentions others leaves one, another change leaves none.
    let same = Message { content: "inget".into(), ..quiet.clone() };
    let edited = chat.edit(&same, event_id()).await.unwrap().unwrap();
    assert_eq!(waiting(world, now()).await, []);
    let at = event_id();
    let named = Message { mentions: vec![BO, UserId(9)], ..edited.clone() };
    let named = chat.edit(&named, at).await.unwrap().unwrap();
    let left = Telling { message_id: quiet.message_id, since: at, before: Some((vec![], false)) };
    assert_eq!(waiting(world, now()).await, [left.job()]);
    assert_eq!(left.job().kind, TELL_JOB);
    world.storage.jobs.done(&left.job()).await.unwrap();
    let at = event_id();
    chat.remove(&named, ANNA, at, "-").await.unwrap().unwrap();
    let before = Some((vec![BO, UserId(9)], false));
    let left = Telling { message_id: quiet.message_id, since: at, before };
    assert_eq!(waiting(world, now()).await, [left.job()]);
    world.engine.write(vec![left.job().key().delete()]).await.unwrap();
}

pub async fn acknowledgements_are_counted_once(world: &World) {
    use storage::chat::{Ack, AckTotals};
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let people: Vec<UserId> = (10..25).map(UserId).collect();
    let asking = Message { asked: Some(15), ..message(channel_id, ANNA, "läs det här") };
    let id = asking.message_id;
    chat.ask(id, &people).await.unwrap();
    let sent = send(&world.storage, asking).await;
    assert_eq!(chat.asked(id, Some(UserId(11)), 3).await.unwrap(), [12, 13, 14].map(UserId));
    let state = async || {
        let state = chat.state(channel_id, None, id).await.unwrap().unwrap();
        (state.acks, state.message.version)
    };
    assert_eq!(state().await, (0, 1));
    // Twelve at the same moment, three times, by two processes; one of them was not asked.
    let other = (world.reopen)();
    let mut trying = Vec::new();
    for n in 0..36 {
        let chat = if n % 2 == 0 { chat.clone() } else { other.chat.clone() };
        let (sent, user_id) = (sent.clone(), UserId(14 + n % 12));
        trying.push(tokio::spawn(async move {
            let ack = Ack { message_id: sent.message_id, user_id, acked: 7 + n };
            loop {
                match chat.ack(&sent, &ack, event_id()).await {
                    Err(storage::Error::Busy) => {}
                    done => return done.unwrap(),
                }
            }
        }));
    }
    let mut first = 0;
    for one in trying {
        first += i64::from(one.await.unwrap());
    }
    assert_eq!((first, state().await), (12, (12, 13)));
    let totals = chat.ack_totals(&[id, MessageId(5)]).await.unwrap();
    assert_eq!(
        totals.into_values().collect::<Vec<_>>(),
        [AckTotals { confirmed: 12, late: 1, ..AckTotals::none(id) }]
    );
    assert_eq!(
        chat.asked(id, Some(UserId(24)), 9).await.unwrap(),
        [UserId(25)],
        "who confirms belongs to those asked"
    );
    assert_eq!(
        chat.acked_by(UserId(14), &[id, MessageId(5)]).await.unwrap().into_keys().collect::<Vec<_>>(),
        [id]
    );
    assert!(chat.acked_by(UserId(10), &[id]).await.unwrap().is_empty());
    let when = chat.acks_among(id, &[UserId(10), UserId(20)]).await.unwrap();
    assert_eq!(when.into_keys().collect::<Vec<_>>(), [UserId(20)]);
    // Of two concurrent reminders one applies.
    let stood = chat.ack_totals(&[id]).await.unwrap().remove(&id);
    let reminded = AckTotals { reminded: 99, ..stood.clone().unwrap() };
    let remind = || chat.remind_asked(&sent, ANNA, stood.as_ref(), &reminded, event_id(), Vec::new());
    assert!(remind().await.unwrap() && !remind().await.unwrap());
    let gone = chat.remove(&sent, ANNA, event_id(), "-").await.unwrap().unwrap();
    assert_eq!(gone.asked, None);
    assert_eq!(
        (chat.asked(id, None, 99).await.unwrap(), chat.ack_totals(&[id]).await.unwrap().len()),
        (vec![], 0)
    );
    let late = Ack { message_id: id, user_id: UserId(10), acked: 1 };
    assert!(!chat.ack(&sent, &late, event_id()).await.unwrap(), "what is deleted is not confirmed");
    assert!(chat.acked_by(UserId(10), &[id]).await.unwrap().is_empty());
}

/// The first messages of a person's threads, newest reply first.
async fn threads(chat: &storage::Chat, user_id: UserId, limit: usize) -> Vec<MessageId> {
    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let (page, more) = chat.threads_of(user_id, before, limit).await.unwrap();
        assert!(page.len() <= limit);
        before = page.last().map(|place| place.last);
        all.extend(page.into_iter().map(|place| place.parent_id));
        if !more {
            return all;
        }
    }
}

pub async fn threads_are_sorted_by_newest_reply(world: &World) {
    use std::sync::Arc;

    use storage::chat::UNREAD_MAX;

    use super::bounded::table;
    use crate::counting::Counting;
    use crate::make::message_at;
    const HOUR: i64 = 3_600_000;

    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let begun = now() - 300 * HOUR;
    let reply = |to: &Message, by, text: &str, at| Message {
        parent_id: Some(to.message_id),
        ..message_at(channel_id, by, text, at)
    };
    let mut firsts = Vec::new();
    for n in 0..130 {
        firsts.push(send(&world.storage, message_at(channel_id, ANNA, "fråga", begun + n)).await);
    }
    // Each gets replies in three hours, the last time in another order; many in the same hour.
    let mut order: Vec<(i64, MessageId)> = Vec::new();
    for (n, first) in (0_i64..).zip(&firsts) {
        for hour in [1, 1 + n % 7] {
            send(&world.storage, reply(first, BO, "svar", begun + hour * HOUR + n)).await;
        }
        let last = begun + (10 + n * 37 % 50) * HOUR + n;
        send(&world.storage, reply(first, BO, "svar", last)).await;
        order.push((last, first.message_id));
    }
    order.sort_unstable();
    let expected: Vec<MessageId> = order.iter().rev().map(|(_, id)| *id).collect();
    for user_id in [ANNA, BO] {
        assert_eq!(threads(chat, user_id, 7).await, expected, "{user_id}");
    }
    assert_eq!(threads(chat, UserId(77), 7).await, []);
    let rows =
        world.engine.range(table("thread_places").span([ANNA.into()]).ascending(10_000)).await.unwrap();
    assert_eq!(rows.len(), 130, "what was of older hours is removed by whoever looks");
    let counting = Counting::over(&world.engine);
    let counted = storage::Storage::new(Arc::<Counting>::clone(&counting)).chat;
    counted.threads_of(ANNA, None, 10).await.unwrap();
    let read = counting.take().rows;
    assert!(read <= 220, "{read} rows for ten threads");
    // Many participants: the first reply of an hour lists it for all, later ones of that hour read none of them.
    let busy = &firsts[5];
    let at = begun + 100 * HOUR;
    for n in 0..60 {
        send(&world.storage, reply(busy, UserId(1_000 + n), "jag med", at + n)).await;
    }
    let later = at + HOUR;
    counting.take();
    let append = |message| {
        let counted = counted.clone();
        async move { counted.append(&append_of(message)).await.unwrap() }
    };
    append(reply(busy, BO, "ny timme", later)).await;
    let first_read = counting.take().rows;
    append(reply(busy, BO, "samma timme", later + 1)).await;
    let second_read = counting.take().rows;
    assert!(first_read - second_read >= 60, "{first_read} {second_read}");
    for n in [0, 59] {
        assert_eq!(threads(chat, UserId(1_000 + n), 7).await, [busy.message_id]);
    }
    // A mention makes people participants, in a reply and in an edit; people who joined meanwhile are added later.
    let named = Message { mentions: vec![CIA], ..reply(busy, BO, "@cia", later + 2) };
    send(&world.storage, named).await;
    assert_eq!(threads(chat, CIA, 7).await, [busy.message_id]);
    let sent = send(&world.storage, reply(busy, BO, "hej", later + 3)).await;
    chat.edit(&Message { mentions: vec![UserId(88)], ..sent }, event_id()).await.unwrap().unwrap();
    assert_eq!(threads(chat, UserId(88), 7).await, [busy.message_id]);
    let late = table("thread_places").row([
        ("user_id", UserId(89).into()),
        ("hour", ((at - HOUR) / HOUR).into()),
        ("parent_id", busy.message_id.into()),
        ("channel_id", channel_id.into()),
    ]);
    world.engine.write(vec![late.insert()]).await.unwrap();
    threads(chat, UserId(89), 7).await;
    assert_eq!(threads(chat, UserId(89), 7).await, [busy.message_id]);
    // Unread: replies of others, after the mark, not deleted.
    let place = chat.threads_of(ANNA, None, 1).await.unwrap().0;
    let standing = async || chat.threads_standing(ANNA, &place).await.unwrap().remove(0);
    assert_eq!((standing().await.mark, standing().await.unread), (None, 3 + 60 + 4));
    let newest = standing().await.newest;
    assert_eq!(newest.iter().map(|reply| reply.created).collect::<Vec<_>>(), [later + 2, later + 3]);
    chat.mark_thread_read(ANNA, WORKSPACE, channel_id, busy.message_id, newest[0].message_id).await.unwrap();
    assert_eq!(standing().await.unread, 1);
    chat.remove(&newest[1], BO, event_id(), "-").await.unwrap().unwrap();
    assert_eq!((standing().await.unread, standing().await.newest[1].created), (0, later + 2));
    assert_eq!(threads(chat, ANNA, 7).await[0], busy.message_id, "it stands where it stood");
    for n in 0..150 {
        send(&world.storage, reply(busy, BO, "mer", later + 10 + n)).await;
    }
    assert_eq!(standing().await.unread, UNREAD_MAX - 1, "bounded");
    chat.forget_own(BO).await.unwrap();
    assert_eq!(threads(chat, BO, 7).await, []);
    send(&world.storage, reply(busy, ANNA, "vidare", later + 2 * HOUR)).await;
    assert_eq!(threads(chat, BO, 7).await, [], "who is erased is in no thread any more");
}

pub async fn votes_are_counted_once(world: &World) {
    use storage::chat::{Poll, PollTime, Vote};
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let poll = |anonymous| {
        let options = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
        let times = (1..=3).map(|n| PollTime { start: n, end: n + 5 }).collect();
        Some(Poll { options, multiple: true, anonymous, closes: Some(9), times })
    };
    let open =
        send(&world.storage, Message { poll: poll(false), ..message(channel_id, ANNA, "vilka?") }).await;
    let hidden =
        send(&world.storage, Message { poll: poll(true), ..message(channel_id, ANNA, "vem?") }).await;
    let plain = send(&world.storage, message(channel_id, ANNA, "hej")).await;
    let vote = |of: &Message, user: i64, chosen: &[i64]| Vote {
        message_id: of.message_id,
        user_id: UserId(user),
        chosen: chosen.to_vec(),
        voted: 7,
    };
    let state = async |of: &Message| chat.state(channel_id, None, of.message_id).await.unwrap().unwrap();
    assert_eq!(state(&open).await.message.poll, open.poll);
    assert_eq!((state(&plain).await.poll, state(&open).await.poll.map(|poll| poll.voters)), (None, Some(0)));
    // Four people change their votes again and again, by two processes at once.
    let other = (world.reopen)();
    let mut trying = Vec::new();
    for n in 0..48_i64 {
        let chat = if n % 2 == 0 { chat.clone() } else { other.chat.clone() };
        let chosen: &[i64] = match n % 5 {
            0 => &[0],
            1 => &[1, 2],
            2 => &[],
            3 => &[0, 1, 2],
            _ => &[2],
        };
        let (open, vote) = (open.clone(), vote(&open, 10 + n % 4, chosen));
        trying.push(tokio::spawn(async move {
            while let Err(error) = chat.vote(&open, &vote, event_id()).await {
                assert!(matches!(error, storage::Error::Busy), "{error}");
            }
        }));
    }
    for one in trying {
        one.await.unwrap();
    }
    let tallied = state(&open).await.poll.unwrap();
    let mut counts = vec![0; 3];
    for vote in &tallied.votes {
        assert!(!vote.chosen.is_empty());
        vote.chosen.iter().for_each(|at| counts[*at as usize] += 1);
    }
    assert_eq!((tallied.voters, tallied.counts), (tallied.votes.len() as i64, counts), "what the votes say");
    // From here on sequentially.
    for user in 10..14 {
        chat.vote(&open, &vote(&open, user, &[]), event_id()).await.unwrap();
    }
    let before = state(&open).await.message.version;
    assert!(chat.vote(&open, &vote(&open, 10, &[0, 2]), event_id()).await.unwrap());
    assert!(!chat.vote(&open, &vote(&open, 10, &[0, 2]), event_id()).await.unwrap(), "it stands so");
    assert!(chat.vote(&open, &vote(&open, 11, &[2]), event_id()).await.unwrap());
    let stands = state(&open).await;
    assert_eq!(stands.message.version, before + 2);
    let tallied = stands.poll.unwrap();
    assert_eq!((tallied.voters, tallied.counts), (2, vec![1, 0, 2]));
    assert_eq!(tallied.votes, [vote(&open, 10, &[0, 2]), vote(&open, 11, &[2])]);
    assert!(chat.vote(&open, &vote(&open, 10, &[1]), event_id()).await.unwrap());
    assert!(chat.vote(&open, &vote(&open, 11, &[]), event_id()).await.unwrap());
    assert_eq!(state(&open).await.poll.unwrap().counts, [0, 1, 0]);
    let mine = chat.votes_by(UserId(10), &[open.message_id, hidden.message_id]).await.unwrap();
    assert_eq!(mine.into_values().collect::<Vec<_>>(), [vote(&open, 10, &[1])]);
    // An anonymous poll is counted without naming anybody, also in the event log.
    assert!(chat.vote(&hidden, &vote(&hidden, 77, &[0]), event_id()).await.unwrap());
    let tallied = state(&hidden).await.poll.unwrap();
    assert_eq!((tallied.voters, tallied.counts, tallied.votes), (1, vec![1, 0, 0], vec![]));
    let log = chat.events(channel_id, storage::EventId(0), 999).await.unwrap();
    assert!(log.iter().all(|event| event.user_id != UserId(77)));
    assert!(log.iter().any(|event| event.user_id == UserId(10)));
    assert!(!chat.vote(&plain, &vote(&plain, 10, &[0]), event_id()).await.unwrap(), "no poll");
    // An edit keeps the poll, a deletion deletes it.
    let edited = Message { content: "vilka då?".into(), edited: true, ..open.clone() };
    assert_eq!(chat.edit(&edited, event_id()).await.unwrap().unwrap().poll, open.poll);
    let gone = chat.remove(&open, ANNA, event_id(), "-").await.unwrap().unwrap();
    assert_eq!((gone.poll, state(&open).await.poll), (None, None));
    assert!(chat.votes_by(UserId(10), &[open.message_id]).await.unwrap().is_empty());
    assert!(!chat.vote(&open, &vote(&open, 10, &[0]), event_id()).await.unwrap());
    assert!(
        chat.votes_by(UserId(10), &[open.message_id]).await.unwrap().is_empty(),
        "one that comes too late"
    );
}

pub async fn a_card_stays_with_its_message(world: &World) {
    use storage::chat::{Card, CardType};
    let chat = &world.storage.chat;
    let channel_id = room(&world.storage).await;
    let card = |id: &str| Some(Card { kind: CardType::Post, id: id.to_owned() });
    let plain = send(&world.storage, message(channel_id, ANNA, "hej")).await;
    let points = send(&world.storage, Message { card: card("a"), ..message(channel_id, ANNA, "") }).await;
    let reply = Message { card: card("b"), ..message(channel_id, ANNA, "") };
    let reply = send(&world.storage, Message { parent_id: Some(plain.message_id), ..reply }).await;
    let state = async |of: &Message| {
        chat.state(channel_id, of.parent_id, of.message_id).await.unwrap().unwrap().message
    };
    assert_eq!((state(&points).await.card, state(&reply).await.card), (card("a"), card("b")));
    assert_eq!(state(&plain).await.card, None);
    // A new text keeps the card, whatever the changed copy holds.
    let new = Message { content: "Se här".to_owned(), card: None, ..points.clone() };
    chat.edit(&new, event_id()).await.unwrap().unwrap();
    let edited = state(&points).await;
    assert_eq!((edited.content.as_str(), edited.card), ("Se här", card("a")));
    // It is deleted with its message.
    for gone in [&points, &reply] {
        chat.remove(gone, ANNA, event_id(), "-").await.unwrap().unwrap();
        assert_eq!(state(gone).await.card, None);
    }
}
