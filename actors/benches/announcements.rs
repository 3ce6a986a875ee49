//! Measures an announcement to everybody of an organisation, until each has its entry and every mail and push was judged:
//! where nobody chose anything about notifications, and where everybody did. Prints one table; nothing is asserted.
//!
//! `PEOPLE` (5000); `KALENDER_TEST_CQL` (`host:port`): the same on that Cassandra, in a keyspace of its own.

mod ground;
#[path = "ground/people.rs"]
mod people;

use std::time::Duration;

use actors::Platform;
use actors::area::{Area, Kinds, NotificationText, NotificationType};
use actors::entities::view::NewEntity;
use actors::notifications::to_members;
use actors::platform::jobs::run;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use serde_json::json;
use storage::accounts::{Choice, Digest, NotificationChannel, NotificationSettings};
use storage::ids::{EntityId, UserId};
use storage::record::Stored as _;
use storage::{CqlSettings, Relation, RelationType, Storage};

use self::ground::{Failure, platform};
use self::people::{AT_ONCE, people, summed, timed, who};

/// Announcements of each case, in turn.
const TIMES: usize = 5;
const KIND: &str = "BENCH_ANNOUNCEMENT";
/// The jobs that an announcement leads to.
const JOBS: &[&str] = &["bell-members", "bell-mail", "push-browser", "sms-notification"];

static AREA: Area = Area {
    bells: &[Kinds {
        types: &[(NotificationType::Announcement, &[KIND])],
        always: &[],
        mailed: &[KIND],
        missed: &[],
        say: |_, _, _| Box::pin(async { Ok(NotificationText::of("Nytt".to_owned(), "/".to_owned(), None)) }),
    }],
    ..Area::named("bench")
};

/// An organisation with so many members; its owner.
async fn organisation(
    platform: &Platform,
    name: &str,
    count: usize,
) -> Result<(EntityId, UserId, Vec<UserId>), Failure> {
    let members = people(platform, name, count + 1).await?;
    let (owner, members) = members.split_first().ok_or("nobody")?;
    let new: NewEntity = serde_json::from_value(json!({"entityName": name, "entityType": "association"}))?;
    let entity_id = actors::entities::create(platform, &who(*owner), new).await?.id_entity;
    let relations: Vec<Relation> = members
        .iter()
        .map(|user_id| Relation {
            entity_id,
            user_id: *user_id,
            relation_type: RelationType::Member,
            since: 1,
        })
        .collect();
    let made = relations.iter().map(|one| platform.storage.entities.put_relation(one, None));
    stream::iter(made).buffer_unordered(AT_ONCE).try_collect::<Vec<bool>>().await?;
    Ok((entity_id, *owner, members.to_vec()))
}

/// Everybody wants what they would get anyway, so that both cases have the same to do.
async fn choose(platform: &Platform, members: &[UserId]) -> Result<(), Failure> {
    let mut chosen = NotificationSettings::default();
    for channel in [NotificationChannel::Email, NotificationChannel::Push] {
        chosen.set((None, NotificationType::Announcement, channel), Some(Choice::On(Digest::Immediate)));
    }
    let written = members.iter().map(|id| platform.storage.accounts.set_notify(*id, None, &chosen));
    stream::iter(written).buffer_unordered(AT_ONCE).try_collect::<Vec<bool>>().await?;
    for id in members {
        platform.people.forget(*id);
    }
    Ok(())
}

/// Until nothing is left to do for an announcement.
async fn announced(
    platform: &Platform,
    (entity_id, owner): (EntityId, UserId),
    n: i64,
) -> Result<(), Failure> {
    let job = to_members(platform, entity_id, KIND, ("entity", n), owner)?;
    platform.storage.engine().write(vec![job.insert()]).await?;
    platform.jobs.wake();
    while platform.storage.jobs.payloads(JOBS, 0).await?.is_none_or(|left| !left.is_empty()) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

async fn measure(store: &str, storage: Storage, count: usize) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let platform = platform(storage, folder.path(), vec![&AREA])?;
    let (plain, plain_owner, _) = organisation(&platform, "utan-val", count).await?;
    let (chosen, chosen_owner, members) = organisation(&platform, "med-val", count).await?;
    choose(&platform, &members).await?;
    let running = actix_rt::spawn(run(platform.clone()));
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for n in 0..TIMES as i64 {
        without.push(timed(announced(&platform, (plain, plain_owner), n)).await?);
        with.push(timed(announced(&platform, (chosen, chosen_owner), n)).await?);
    }
    platform.jobs.end();
    running.await?;
    let ((without, _), (with, _)) = (summed(without), summed(with));
    println!(
        "| an announcement to {count} who chose about notifications, {store} | {:.0} ms | {:.2} × {:.0} ms, to as many who did not | ≤ 1.15 × |",
        with / 1e3,
        with / without,
        without / 1e3
    );
    Ok(())
}

#[actix_rt::main]
async fn main() -> Result<(), Failure> {
    let count = std::env::var("PEOPLE").map_or(Ok(5_000), |text| text.parse())?;
    println!("| case | took | against | aim |\n|---|--:|---|---|");
    let folder = tempfile::tempdir()?;
    measure("SQLite", Storage::open_sqlite(&folder.path().join("store.db"), &[])?, count).await?;
    if let Ok(node) = std::env::var("KALENDER_TEST_CQL") {
        let keyspace = format!("bench_announcements_{}", std::process::id());
        let settings = CqlSettings { nodes: vec![node], keyspace, replication: 1, ..CqlSettings::default() };
        measure("Cassandra", Storage::open_cql(&settings, &[]).await?, count).await?;
    }
    Ok(())
}
