//! Push subscriptions of browsers.

use storage::chat::Append;
use storage::jobs::{Job, SHARDS, minute_of};
use storage::push::{MOST, PUSH_JOB, entries_of};
use storage::{JobId, PushSubscription, SessionId, UserId};

use crate::World;
use crate::make::{ANNA, BO, CIA, append_of, message, notification, now, room};

const DAY: i64 = 86_400_000;

fn browser(user_id: UserId, name: &str, session: i64) -> PushSubscription {
    PushSubscription {
        user_id,
        endpoint_hash: format!("hash of {name}"),
        endpoint: format!("https://push.example/{name}"),
        p256dh: "key".to_owned(),
        auth: "secret".to_owned(),
        session_id: SessionId(session),
        created: now(),
        expires: now() + DAY,
    }
}

async fn names(world: &World, user_id: UserId) -> Vec<String> {
    let all = world.storage.push.of(user_id).await.unwrap();
    all.into_iter().map(|one| one.endpoint.rsplit('/').next().unwrap().to_owned()).collect()
}

pub async fn browser_belongs_to_its_last_subscriber(world: &World) {
    let push = &world.storage.push;
    assert_eq!(push.of(ANNA).await.unwrap(), []);
    let first = browser(ANNA, "shared", 1);
    push.put(&first).await.unwrap();
    push.put(&first).await.unwrap();
    assert_eq!(push.of(ANNA).await.unwrap(), std::slice::from_ref(&first));
    assert_eq!(push.one(ANNA, &first.endpoint_hash).await.unwrap(), Some(first.clone()));
    assert_eq!(push.one(BO, &first.endpoint_hash).await.unwrap(), None);

    // Nobody can delete another's.
    push.remove(BO, &first.endpoint_hash).await.unwrap();
    push.remove(ANNA, "hash of nothing").await.unwrap();
    assert_eq!(names(world, ANNA).await, ["shared"]);

    push.put(&browser(BO, "shared", 2)).await.unwrap();
    assert_eq!(names(world, ANNA).await, Vec::<String>::new());
    assert_eq!(names(world, BO).await, ["shared"]);
    assert_eq!(push.one(ANNA, &first.endpoint_hash).await.unwrap(), None);
    // Her late deletion does not affect the new owner.
    push.remove(ANNA, &first.endpoint_hash).await.unwrap();
    assert_eq!(names(world, BO).await, ["shared"]);
    push.remove(BO, &first.endpoint_hash).await.unwrap();
    push.put(&first).await.unwrap();
    assert_eq!(names(world, ANNA).await, ["shared"]);

    let over = PushSubscription { expires: now() - 1, ..browser(ANNA, "over", 3) };
    push.put(&over).await.unwrap();
    assert_eq!(names(world, ANNA).await, ["shared"]);
}

pub async fn oldest_subscription_is_dropped(world: &World) {
    let push = &world.storage.push;
    for n in 0..MOST as i64 + 2 {
        let one = browser(ANNA, &format!("b{n}"), 1);
        push.put(&PushSubscription { created: one.created + n, ..one }).await.unwrap();
    }
    let left = names(world, ANNA).await;
    assert_eq!((left.len(), left[0].as_str()), (MOST, "b2"));
    // Registered again, it is the newest.
    let again = browser(ANNA, "b2", 1);
    push.put(&PushSubscription { created: again.created + 100, ..again }).await.unwrap();
    let left = names(world, ANNA).await;
    assert_eq!((left.len(), left[0].as_str(), left[MOST - 1].as_str()), (MOST, "b3", "b2"));
}

pub async fn subscriptions_end_with_their_session(world: &World) {
    let push = &world.storage.push;
    for (name, session) in [("phone", 1), ("tablet", 2), ("laptop", 3)] {
        push.put(&browser(ANNA, name, session)).await.unwrap();
    }
    push.put(&browser(BO, "other", 1)).await.unwrap();
    push.remove_sessions(ANNA, &[]).await.unwrap();
    push.remove_sessions(ANNA, &[SessionId(1), SessionId(2), SessionId(9)]).await.unwrap();
    assert_eq!(names(world, ANNA).await, ["laptop"]);
    assert_eq!(names(world, BO).await, ["other"]);
    push.forget(ANNA).await.unwrap();
    push.forget(ANNA).await.unwrap();
    assert_eq!(names(world, ANNA).await, Vec::<String>::new());
    let left = world.engine.scan(endpoints(), None, 10).await.unwrap();
    assert_eq!(left.len(), 1, "nothing of hers is left behind");
}

pub async fn push_job_is_stored_with_the_notifications(world: &World) {
    let (chat, jobs) = (&world.storage.chat, &world.storage.jobs);
    let channel_id = room(&world.storage).await;
    let begun = now();
    jobs.begin(begun).await.unwrap();
    let due = async || {
        let mut all = Vec::new();
        for shard in 0..SHARDS {
            all.extend(jobs.due(shard, minute_of(begun), None, now() + 60_000, 10).await.unwrap());
        }
        all
    };
    let nobody = append_of(message(channel_id, ANNA, "ingen"));
    let id = |append: &Append| Some(JobId(append.event_id.0 + 1));
    chat.append(&Append { pushes: id(&nobody), ..nobody }).await.unwrap();
    assert_eq!(due().await, [], "nobody's bell rings");

    let entries = vec![notification(BO), notification(CIA)];
    let both = append_of(message(channel_id, ANNA, "@bo @cia"));
    let both = Append { pushes: id(&both), notifications: entries.clone(), ..both };
    chat.append(&both).await.unwrap();
    let [job] = &due().await[..] else { panic!("one row, however many entries") };
    assert_eq!(job.kind, PUSH_JOB);
    let pairs: Vec<_> = entries.iter().map(|entry| (entry.user_id, entry.notification_id)).collect();
    assert_eq!(entries_of(job), Some(pairs));
    for wrong in ["", "1", "1 2 3", "1 x"] {
        assert_eq!(entries_of(&Job { payload: wrong.to_owned(), ..job.clone() }), None, "{wrong}");
    }

    // Others replace it, and it is done.
    let others = [1, 2].map(|n| Job::new(JobId(n), begun, "x", String::new()));
    jobs.replace(job, &others).await.unwrap();
    let mut left = due().await;
    left.sort_by_key(|job| job.job_id);
    assert_eq!(left, others);
    // A postponed job is the same at another time, without a failed attempt.
    let later = others[0].moved(begun + 1);
    jobs.put_off(&others[0], &later).await.unwrap();
    assert_eq!((later.tries, due().await.len()), (0, 2));

    for (user_id, name) in [(BO, "phone"), (BO, "laptop"), (CIA, "tablet")] {
        world.storage.push.put(&browser(user_id, name, 1)).await.unwrap();
    }
    let held = world.storage.push.held_by(&[ANNA, BO]).await.unwrap();
    assert_eq!(held.keys().collect::<Vec<_>>(), [&BO], "Anna has none, Cia was not asked for");
    assert_eq!(held[&BO], ["hash of laptop", "hash of phone"]);
}

fn endpoints() -> &'static storage::table::Table {
    storage::areas::tables(&[]).into_iter().find(|table| table.name == "push_endpoints").unwrap()
}
