//! Marks of acts: counted by organisation and kind, each once.

use std::collections::BTreeMap;

use storage::activity::{ActivityMark, tally};
use storage::administration::{Activity, ActivityDay};
use storage::ids::EntityId;
use storage::time::Day;
use storage::value::Json;

use crate::World;

const CLUB: EntityId = EntityId(61);
const SCHOOL: EntityId = EntityId(62);

fn day(text: &str) -> Day {
    Day(text.parse().unwrap())
}

pub async fn acts_are_counted_once_by_day(world: &World) {
    let db = world.storage.engine();
    let (first, next) = (day("2026-11-29"), day("2026-11-30"));
    // More than one read takes, in all shards and in one.
    let of_one_shard = (0..).filter(|n: &i64| ((n >> 12) ^ n).rem_euclid(16) == 0).take(501);
    let mut marks: Vec<ActivityMark> =
        of_one_shard.chain(1..40).map(|n| ActivityMark::new(first, CLUB, "TASKS", n)).collect();
    marks.push(ActivityMark::new(first, SCHOOL, "TASKS", 100_001));
    marks.push(ActivityMark::new(first, SCHOOL, "POSTS", 100_001));
    marks.push(ActivityMark::new(next, SCHOOL, "POSTS", 100_001));
    // Some of them twice.
    for some in marks.chunks(100).chain([&marks[500..]]) {
        db.write(some.iter().map(ActivityMark::note).collect()).await.unwrap();
    }
    let counts = |all: &[(&str, i64)]| -> BTreeMap<String, i64> {
        all.iter().map(|(kind, n)| ((*kind).to_owned(), *n)).collect()
    };
    // 16 and 32 of the second lot are in the first one.
    let expected = [(CLUB, counts(&[("TASKS", 538)])), (SCHOOL, counts(&[("TASKS", 1), ("POSTS", 1)]))];
    assert_eq!(tally(db, first).await.unwrap(), expected.into());
    assert_eq!(tally(db, next).await.unwrap(), [(SCHOOL, counts(&[("POSTS", 1)]))].into());
    assert_eq!(tally(db, day("2026-11-28")).await.unwrap(), BTreeMap::new());

    let activity = Activity::of(&world.storage);
    let row = |n| ActivityDay {
        entity_id: CLUB,
        day: first,
        messages: 0,
        active_members: 0,
        counts: Json(counts(&[("TASKS", n)])),
    };
    for n in [1, 538] {
        activity.put(first, &[row(n)]).await.unwrap();
        assert_eq!(activity.since(CLUB, first).await.unwrap(), [row(n)]);
    }
}
