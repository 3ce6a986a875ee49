//! An announcement to everybody of an organisation: until everybody has its entry, and from when the mails are due until
//! the last is written into the outbox (a mail server would take longer than all else); where nobody chose anything about notifications, so that nothing is consulted, and where everybody
//! did. Mails of entries wait a minute for who is online: here they are brought forward.

use std::path::Path;
use std::time::{Duration, Instant};

use actix_rt::Arbiter;
use actors::Platform;
use actors::accounts::Who;
use actors::area::{Area, Kinds, NotificationText, NotificationType};
use actors::notifications::to_members;
use actors::platform::jobs::run;
use actors::platform::time::now;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use storage::accounts::{Choice, Digest, NotificationChannel, NotificationSettings};
use storage::ids::{EntityId, UserId};
use storage::jobs::SHARDS;
use storage::record::Stored as _;
use storage::{Job, Relation, RelationType, Storage};
use tokio::time::sleep;

use crate::ground::organisations::organisation;
use crate::ground::people::{AT_ONCE, people_at};
use crate::ground::{Failure, platform};

/// Announcements of each case, in turn.
const TIMES: i64 = 2;
const KIND: &str = "BENCH_ANNOUNCEMENT";
/// The job that notifies everybody, the one that writes the mail of an entry, and the one that sends it.
const TOLD: &str = "bell-members";
const MAILED: &str = "bell-mail";
const SENT: &str = "mail-bulk";
/// How far ahead its mails are looked for, in milliseconds.
const AHEAD: i64 = 120_000;
/// How long after they were all brought forward they are due, in milliseconds.
const SOON: i64 = 6_000;

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

/// An organisation with so many members, each with an address.
async fn association(
    platform: &Platform,
    name: &str,
    count: usize,
) -> Result<(EntityId, Who, Vec<UserId>), Failure> {
    let (owner, entity_id) = organisation(platform, name).await?;
    let members = people_at(platform, &format!("{name}-medlem"), count, "example.com").await?;
    let member = |user_id: &UserId| Relation {
        entity_id,
        user_id: *user_id,
        relation_type: RelationType::Member,
        since: 1,
    };
    let relations: Vec<Relation> = members.iter().map(member).collect();
    let made = relations.iter().map(|one| platform.storage.entities.put_relation(one, None));
    stream::iter(made).buffer_unordered(AT_ONCE).try_collect::<Vec<bool>>().await?;
    Ok((entity_id, owner, members))
}

/// Everybody wants what they would get anyway, so that both cases have the same to do.
async fn choose(platform: &Platform, members: &[UserId]) -> Result<(), Failure> {
    let mut chosen = NotificationSettings::default();
    for channel in [NotificationChannel::Email, NotificationChannel::Push] {
        chosen.set((None, NotificationType::Announcement, channel), Some(Choice::On(Digest::Immediate)));
    }
    let written = members.iter().map(|id| platform.storage.accounts.set_notify(*id, None, &chosen));
    stream::iter(written).buffer_unordered(AT_ONCE).try_collect::<Vec<bool>>().await?;
    platform.people.forget_everybody();
    Ok(())
}

/// The mails of entries that wait.
async fn waiting(platform: &Platform) -> Result<Vec<Job>, Failure> {
    let (mut found, at) = (Vec::new(), now());
    for shard in 0..SHARDS {
        let due = platform.storage.jobs.due(shard, at / 60_000 - 1, None, at + AHEAD, usize::MAX).await?;
        found.extend(due.into_iter().filter(|job| job.kind == MAILED));
    }
    Ok(found)
}

/// Brings mails forward; when they are due.
async fn bring_forward(platform: &Platform, jobs: &[Job]) -> Result<i64, Failure> {
    let due = now() + SOON;
    let moved = jobs.iter().map(async |job| platform.storage.jobs.put_off(job, &job.moved(due)).await);
    stream::iter(moved).buffer_unordered(AT_ONCE).try_collect::<Vec<()>>().await?;
    if now() > due { Err("mails are brought forward too slowly".into()) } else { Ok(due) }
}

/// Until no job of some kinds is left.
async fn done(platform: &Platform, kinds: &[&str]) -> Result<(), Failure> {
    while platform.storage.jobs.payloads(kinds, 0).await?.is_none_or(|left| !left.is_empty()) {
        sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// Mails in the outbox.
fn sent(folder: &Path) -> Result<usize, Failure> {
    Ok(std::fs::read_dir(folder.join("outbox"))?.count())
}

/// How long an announcement took: until everybody has their entry, and until the last mail was sent after they were due.
async fn announced(
    platform: &Platform,
    folder: &Path,
    (entity_id, owner, members): &(EntityId, Who, Vec<UserId>),
    n: i64,
) -> Result<(Duration, Duration), Failure> {
    let before = sent(folder)?;
    let began = Instant::now();
    let job = to_members(platform, *entity_id, KIND, ("entity", n), owner.user_id)?;
    platform.storage.engine().write(vec![job.insert()]).await?;
    platform.jobs.wake();
    done(platform, &[TOLD]).await?;
    let told = began.elapsed();
    let jobs = waiting(platform).await?;
    if jobs.len() != members.len() {
        return Err(format!("{} mails for {} members", jobs.len(), members.len()).into());
    }
    let due = bring_forward(platform, &jobs).await?;
    sleep(Duration::from_millis(u64::try_from(due - now()).unwrap_or(0))).await;
    // A job that makes another one is sometimes seen gone before the other one is seen.
    while sent(folder)? < before + members.len() {
        done(platform, &[MAILED, SENT]).await?;
    }
    Ok((told, Duration::from_millis(u64::try_from(now() - due)?)))
}

pub async fn measure(store: &str, storage: Storage, count: usize) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let platform = platform(storage, folder.path(), vec![&AREA])?;
    let plain = association(&platform, "utan-val", count).await?;
    let chosen = association(&platform, "med-val", count).await?;
    choose(&platform, &chosen.2).await?;
    let (working, jobs) = (Arbiter::new(), platform.clone());
    working.spawn_fn(move || drop(actix_rt::spawn(run(jobs))));
    let (mut without, mut with) = (Vec::new(), Vec::new());
    // Whoever comes first finds what later ones have cached.
    announced(&platform, folder.path(), &plain, 0).await?;
    announced(&platform, folder.path(), &chosen, 0).await?;
    for n in 1..=TIMES {
        without.push(announced(&platform, folder.path(), &plain, n).await?);
        with.push(announced(&platform, folder.path(), &chosen, n).await?);
    }
    platform.jobs.end();
    sleep(Duration::from_millis(200)).await;
    let least = |all: &[(Duration, Duration)], of: fn(&(Duration, Duration)) -> Duration| {
        all.iter().map(of).min().unwrap_or_default().as_secs_f64() * 1e3
    };
    for (what, of) in [
        ("everybody has their entry", (|one| one.0) as fn(&(Duration, Duration)) -> Duration),
        ("the last mail is sent, from when they are due", |one| one.1),
        ("both", |one| one.0 + one.1),
    ] {
        let (with, without) = (least(&with, of), least(&without, of));
        println!(
            "| an announcement to {count} who chose about notifications, until {what}, {store} | {with:.0} ms | {:.2} × {without:.0} ms, to as many who chose nothing | ≤ 1.15 × |",
            with / without,
        );
    }
    Ok(())
}
