//! The change feed.

use std::collections::BTreeSet;

use storage::changes::{Change, ChangeKind, Cursor, Follower, SETTLES, SWEEP};
use storage::{ChannelId, EntityId, HistoryItem, Message, MessageId, ProfileChange, UserId, UserStatus};

use super::verbs::THINGS;
use crate::World;
use crate::make::{ANNA, BO, ENTITY, WORKSPACE, entity, message_at, now, two_rooms, user};

/// A whole hour since the Unix epoch, so that a case can cover its end.
const HOUR_MS: i64 = 3_600_000;

const NONE: [i64; 0] = [];

async fn note(world: &World, at: i64, subjects: &[i64]) {
    let writes = subjects.iter().map(|subject| Change::new(ChangeKind::User, *subject, at).note());
    world.engine.write(writes.collect()).await.unwrap();
}

async fn told(follower: &mut Follower, now: i64, limit: usize) -> Vec<i64> {
    let mut subjects: Vec<i64> =
        follower.next(now, limit).await.unwrap().into_iter().map(|change| change.subject).collect();
    subjects.sort_unstable();
    subjects
}

pub async fn changes_are_delivered_at_once_and_when_settled(world: &World) {
    let feed = &world.storage.changes;
    // Around the end of an hour.
    let at = now().div_euclid(HOUR_MS) * HOUR_MS - SETTLES / 2;
    note(world, at - SETTLES - 1, &[1]).await;
    note(world, at, &[2, 1 << 12, 2 << 12, 3 << 12]).await;
    let mut follower = feed.after(Cursor::from(at));
    let first = [2, 1 << 12, 2 << 12, 3 << 12];
    assert_eq!(told(&mut follower, at + 5, 99).await, first);
    assert_eq!(told(&mut follower, at + 6, 99).await, NONE);
    // With a clock that is ahead: at once. Late arrivals, and those of a slow clock: after a few seconds.
    note(world, at - SETTLES + 10, &[4]).await;
    note(world, at + SETTLES - 10, &[5]).await;
    assert_eq!(told(&mut follower, at + 7, 99).await, [5]);
    assert_eq!(told(&mut follower, at + 8, 99).await, NONE);
    assert_eq!(told(&mut follower, at + 5 + SWEEP, 99).await, [4]);
    // Settled: delivered once more if writes of that time could still have been in progress. (The late one had
    // settled.)
    let again = if world.engine.writes_at_once() { &NONE[..] } else { &first };
    let (some, rest) = again.split_at(again.len().min(3));
    assert_eq!(told(&mut follower, at + SETTLES + 1, 3).await, some);
    assert_eq!(told(&mut follower, at + SETTLES + 1, 3).await, rest);
    assert_eq!(told(&mut follower, at + SETTLES + 2, 99).await, NONE);
    // A follower that restarts at the stored cursor gets what had not settled then.
    let kept: Cursor = follower.cursor().to_string().parse().unwrap();
    assert_eq!(kept, follower.cursor());
    note(world, at + 2 * SETTLES, &[6]).await;
    let mut again = (world.reopen)().changes.after(kept);
    assert_eq!(told(&mut again, at + 2 * SETTLES, 99).await, [5, 6]);
    let six = if world.engine.writes_at_once() { &NONE[..] } else { &[6] };
    assert_eq!(told(&mut again, at + 4 * SETTLES, 99).await, six);
    // A refused write records no change.
    let row = THINGS.row([("shelf", "a".into()), ("place", 1.into()), ("label", "x".into())]);
    let write = async |subject: i64| {
        let noted = Change::new(ChangeKind::Entity, subject, at + 4 * SETTLES).note();
        world.engine.decide(row.clone().if_absent(), vec![noted]).await.unwrap()
    };
    assert!(write(7).await && !write(8).await);
    assert_eq!(told(&mut again, at + 4 * SETTLES, 99).await, [7]);
}

/// Days of changes, more at one moment than are delivered at once: each is delivered, however often the follower
/// restarts.
pub async fn many_changes_are_delivered_in_slices(world: &World) {
    let (now, mut all) = (now(), BTreeSet::new());
    let begin = now - 3 * 24 * HOUR_MS;
    for (n, at) in
        [begin, begin + 1, begin + 30 * HOUR_MS, begin + 30 * HOUR_MS + 1, now].into_iter().enumerate()
    {
        let subjects: Vec<i64> = (0..300).map(|subject| 1_000 * (n as i64 + 1) + subject).collect();
        note(world, at, &subjects).await;
        all.extend(subjects);
    }
    let (mut seen, mut cursor, mut rounds) = (BTreeSet::new(), Cursor::from(begin), 0);
    while seen != all {
        let mut follower = world.storage.changes.after(cursor);
        for _ in 0..8 {
            let some = told(&mut follower, now, 70).await;
            assert!(some.len() <= 70 && !(some.is_empty() && seen != all), "{rounds}");
            seen.extend(some);
        }
        cursor = follower.cursor();
        rounds += 1;
        assert!(rounds < 40, "{} of {}", seen.len(), all.len());
    }
}

pub async fn changes_that_affect_search_are_recorded(world: &World) {
    let (accounts, entities) = (&world.storage.accounts, &world.storage.entities);
    let begun = now();
    let mut follower = world.storage.changes.after(Cursor::from(begun));
    // Each with its own millisecond, or it would be one change with the last.
    let mut new = async |what: &str, expected: &[(ChangeKind, i64)]| {
        let found = follower.next(now(), 99).await.unwrap();
        let found: Vec<_> = found.iter().map(|change| (change.kind, change.subject)).collect();
        assert_eq!(found, expected, "{what}");
        let before = now();
        while now() == before {
            tokio::task::yield_now().await;
        }
    };
    let (anna, bo) = ([(ChangeKind::User, ANNA.0)], [(ChangeKind::User, BO.0)]);
    let school = [(ChangeKind::Entity, ENTITY.0)];
    accounts.create_user(&user(ANNA, "anna", Some("anna@a.example"))).await.unwrap();
    new("a person", &anna).await;
    accounts.create_user(&user(BO, "bo", None)).await.unwrap();
    new("a person without an address", &bo).await;
    accounts.create_user(&user(UserId(9), "bo", None)).await.unwrap();
    new("a name that is taken", &[]).await;
    let named = ProfileChange { display_name: Some("Anna Ek".into()), ..ProfileChange::default() };
    assert!(accounts.change_profile(ANNA, named, None, Vec::new()).await.unwrap());
    new("names", &anna).await;
    let seen = ProfileChange { findable: Some(true), ..ProfileChange::default() };
    assert!(accounts.change_profile(ANNA, seen, None, Vec::new()).await.unwrap());
    new("visibility", &anna).await;
    assert!(accounts.rename_user(ANNA, "anna", "anna-ek", Vec::new()).await.unwrap());
    new("user name", &anna).await;
    assert!(accounts.set_status(ANNA, UserStatus::Active, None).await.unwrap());
    new("status", &anna).await;
    accounts.set_image(ANNA, "1").await.unwrap();
    assert!(
        accounts.set_password(ANNA, "x").await.unwrap()
            && accounts.set_email(ANNA, "e@a.example").await.unwrap()
    );
    new("what does not show in a search", &[]).await;
    assert!(accounts.ask_for_erasure(ANNA, begun + HOUR_MS, vec![]).await.unwrap());
    new("an erasure that is asked for", &anna).await;
    let asked = accounts.user(ANNA).await.unwrap().unwrap();
    assert!(accounts.cancel_erasure(&asked).await.unwrap());
    new("and taken back", &anna).await;
    accounts.erase(&asked).await.unwrap();
    new("an erasure", &anna).await;
    let made = entity(ENTITY, "skolan", BO);
    assert!(entities.create_entity(&made, vec![]).await.unwrap());
    new("an organisation", &school).await;
    let renamed = storage::Entity { entity_name: "Skolan på berget".to_owned(), ..made.clone() };
    assert!(entities.update_entity(&made, &renamed).await.unwrap());
    new("its name", &school).await;
    entities.set_image(ENTITY, "1").await.unwrap();
    new("its picture", &school).await;
    let nowhere = |one: storage::Entity| storage::Entity { entity_id: EntityId(1), ..one };
    assert!(!entities.update_entity(&nowhere(made), &nowhere(renamed)).await.unwrap());
    new("an organisation that is not there", &[]).await;
}

/// As a range per channel, and each reply.
pub async fn imported_history_is_recorded_as_ranges(world: &World) {
    let (one, other) = two_rooms(&world.storage).await;
    let start = now() - 30 * 24 * HOUR_MS;
    let item = |n: i64, channel_id: ChannelId, parent_id: Option<MessageId>| {
        let message = Message { parent_id, ..message_at(channel_id, BO, "x", start + n * 1_000) };
        HistoryItem { message, workspace_id: WORKSPACE, reactions: Vec::new(), pin: None }
    };
    let mut items: Vec<HistoryItem> =
        [(3, one), (1, one), (2, other), (5, one)].map(|(n, channel)| item(n, channel, None)).into();
    items.push(item(9, one, Some(items[0].message.message_id)));
    let id = |n: usize| items[n].message.message_id;
    let mut follower = world.storage.changes.after(Cursor::from(now()));
    assert_eq!(world.storage.imports.append_history(&items).await.unwrap(), []);
    let told = follower.next(now(), 99).await.unwrap();
    let mut told: Vec<_> = told.iter().map(|one| (one.kind, one.subject, one.last, one.channel)).collect();
    told.sort_unstable();
    let mut right = [
        (ChangeKind::History, id(1).0, id(3).0, Some(one)),
        (ChangeKind::History, id(2).0, id(2).0, Some(other)),
        (ChangeKind::History, id(4).0, id(4).0, None),
    ];
    right.sort_unstable();
    assert_eq!(told, right);
}
