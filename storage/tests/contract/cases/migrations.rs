//! Migrations of stored data.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use storage::areas;
use storage::migrations::{self, LEASE, Migration, Portion};
use storage::{Db, Job, Result, jobs};

use super::bounded::table;
use super::verbs::THINGS;
use crate::World;
use crate::dying::Dying;
use crate::make::now;

/// Rows to be migrated.
const ROWS: i64 = 7;
/// Versions that no migration of the product has.
const FIRST: i64 = 1_001;

/// Moves rows from the shelf `old` to `new`, two at a time.
const MOVE: Migration = Migration {
    version: FIRST,
    name: "things are moved",
    portion: |db, mark| carry(db, "old", "new", mark).boxed(),
};
/// After that, to `newest`.
const MOVE_ON: Migration = Migration {
    version: FIRST + 1,
    name: "things are moved on",
    portion: |db, mark| carry(db, "new", "newest", mark).boxed(),
};

async fn carry(db: &Db, from: &'static str, to: &'static str, mark: Option<String>) -> Result<Portion> {
    let after: i64 = mark.map_or(0, |mark| mark.parse().unwrap());
    let rows = db.range(THINGS.span([from.into()]).after(after).ascending(2)).await?;
    let mut writes = Vec::new();
    let mut last = None;
    for row in &rows {
        let place = row.peek("place").clone();
        let moved = [("shelf", to.into()), ("place", place.clone()), ("label", "x".into())];
        writes.push(THINGS.row(moved).with([("content", row.peek("content").clone())]).insert());
        last = Some(place);
    }
    let written = writes.len();
    db.write(writes).await?;
    let mark = last.filter(|_| rows.len() == 2).map(|place| match place {
        storage::value::Value::Int(place) => place.to_string(),
        _ => String::new(),
    });
    Ok(Portion { read: rows.len(), written, mark })
}

async fn things(world: &World) {
    let rows = (1..=ROWS).map(|place| {
        let key = [("shelf", "old".into()), ("place", place.into()), ("label", "x".into())];
        THINGS.row(key).with([("content", place.to_string().into())]).insert()
    });
    world.engine.write(rows.collect()).await.unwrap();
}

async fn moved(world: &World) -> usize {
    world.engine.range(THINGS.span(["newest".into()]).ascending(99)).await.unwrap().len()
}

/// Killed after each possible call of the store, and continued by another process.
pub async fn migration_completes_whichever_step_is_killed(world: &World) {
    things(world).await;
    let mut kills = 0;
    loop {
        // More calls than before, so that it finishes; only a few more, so that every portion is interrupted.
        let dying: Db = Dying::after(&world.engine, kills % 9 + 1);
        match migrations::run(&dying, &[MOVE, MOVE_ON], Duration::ZERO).await {
            Ok(()) => break,
            Err(error) => assert!(error.to_string().contains("killed"), "{error}"),
        }
        kills += 1;
    }
    assert!(kills >= 8, "{kills}");
    assert_eq!(moved(world).await, ROWS as usize);
    let all = world.storage.migrations().await.unwrap();
    let own: Vec<_> = all.iter().filter(|progress| progress.version >= FIRST).collect();
    assert_eq!(
        own.iter().map(|one| (one.version, one.name.as_str())).collect::<Vec<_>>(),
        [(FIRST, MOVE.name), (FIRST + 1, MOVE_ON.name)]
    );
    // Counts follow the records: a portion whose record was lost ran twice and counts once.
    assert!(own.iter().all(|one| (one.seen, one.written) == (ROWS, ROWS) && one.done.is_some()));
    // A completed migration is not run again.
    let dying: Db = Dying::after(&world.engine, 2);
    migrations::run(&dying, &[MOVE, MOVE_ON], LEASE).await.unwrap();
}

pub async fn one_of_two_processes_migrates(world: &World) {
    things(world).await;
    let engines = [Arc::clone(&world.engine), (world.open)(), Arc::clone(&world.engine)];
    let all = engines.map(|db| {
        tokio::spawn(async move { migrations::run(&db, &[MOVE, MOVE_ON], LEASE).await.map(|()| db) })
    });
    for one in all {
        // Both find it complete, also the one that did not run it.
        let db = one.await.unwrap().unwrap();
        assert_eq!(
            db.range(THINGS.span(["newest".into()]).ascending(99)).await.unwrap().len(),
            ROWS as usize
        );
    }
    let all = world.storage.migrations().await.unwrap();
    let own: Vec<_> = all.into_iter().filter(|progress| progress.version >= FIRST).collect();
    assert!(own.len() == 2 && own.iter().all(|one| (one.seen, one.written) == (ROWS, ROWS)), "{own:?}");
}

/// An older program that meets a newer one's store writes nothing and names the unknown migration.
pub async fn a_newer_programs_store_is_refused(world: &World) {
    things(world).await;
    migrations::run(&world.engine, &[MOVE], LEASE).await.unwrap();
    let before = world.storage.migrations().await.unwrap();
    let refused = migrations::run(&world.engine, &areas::migrations(&[]), LEASE).await.unwrap_err();
    assert_eq!(refused, storage::Error::Newer(MOVE.name.to_owned()));
    assert_eq!(world.storage.migrations().await.unwrap(), before);
    assert_eq!(moved(world).await, 0);
}

/// An erasure requested before jobs existed is due at its time.
pub async fn erasures_of_old_become_jobs(world: &World) {
    let (now, day) = (now(), 86_400_000);
    for (user, due) in [(5, now + day), (6, now - day)] {
        let listed = [("day", due.div_euclid(day).into()), ("user_id", user.into()), ("due", due.into())];
        world.engine.write(vec![table("erasures").row(listed).insert()]).await.unwrap();
    }
    world.engine.write(vec![table("migrations").span([0.into()]).delete()]).await.unwrap();
    for calls in 0.. {
        let dying: Db = Dying::after(&world.engine, calls);
        if migrations::run(&dying, &areas::migrations(&[]), Duration::ZERO).await.is_ok() {
            break;
        }
    }
    let mut found: Vec<Job> = Vec::new();
    for shard in 0..jobs::SHARDS {
        let from = jobs::minute_of(now) - 1;
        found.extend(world.storage.jobs.due(shard, from, None, now + 2 * day, 9).await.unwrap());
    }
    found.sort_by_key(|job| job.job_id);
    let shown: Vec<_> = found.iter().map(|job| (job.kind.as_str(), job.payload.as_str())).collect();
    assert_eq!(shown, [("erasure", "5"), ("erasure", "6")]);
    assert_eq!(found[0].due, now + day);
    // Overdue: at once.
    assert!((now..now + 60_000).contains(&found[1].due));
    assert!(world.engine.scan(table("erasures"), None, 9).await.unwrap().is_empty());
    assert!(!world.storage.jobs.shards().await.unwrap().is_empty());
}
