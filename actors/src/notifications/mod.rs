//! The bell: stored notifications, told live, by push and by mail, and read by page. Contract §3.6, §4.
//!
//! An entry is who, of which kind, about what, where, by whom and when; never a text: a deleted message leaves nothing behind
//! here. Each feature says which kinds it has and what an entry of them says, in one function ([`Kinds`], listed by its area in
//! `areas.rs`); the bell, push messages and mails all say that.

pub(crate) mod leaving;
mod mails;
mod members;
pub mod personal;
pub mod view;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use futures_util::future::LocalBoxFuture;
use serde_json::{Value, json};
use storage::engine::Write;
use storage::ids::{EntityId, NotificationId, UserId};
use storage::notifications::{Notification, inserts};
use storage::record::Stored;

use crate::Platform;
use crate::accounts::Who;
use crate::area::{Area, File, file};
pub use crate::area::{Kinds, NotificationText};
use crate::live::body::Body;
use crate::live::bus::Announcement;
use crate::live::bus::ToPerson as _;
use crate::platform::error::Result;
use crate::platform::mail::Enclosed;
use crate::platform::people::{avatar, is_bot, spoken_of};
use crate::platform::time::{Moment, now};
pub use leaving::{of_link, unsubscribe};
pub use members::to_members;
use personal::PersonalEvent;
use view::{InChat, NotificationView};

/// The area as the product lists it.
pub static AREA: Area = Area {
    jobs: &[mails::MAILED, members::MEMBERS],
    counts: &[(UNREAD, counted)],
    export: Some(|platform, who| Box::pin(files(platform, who))),
    erase: Some(|platform, user| {
        Box::pin(async move { Ok(platform.storage.notifications.forget(user.user_id).await?) })
    }),
    ..Area::named("notifications")
};

/// Entries in the copy of somebody's data.
const COPIED: usize = 10_000;

async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let all = platform.storage.notifications.list(who.user_id, None, COPIED).await?;
    let one = |one: &Notification| {
        json!({
            "id": one.notification_id, "type": one.kind, "read": one.read, "created": Moment(one.created),
            "idEntity": one.entity_id, "about": { "type": one.subject_kind, "id": one.subject_id },
        })
    };
    Ok(vec![file("notifications.json", all.iter().map(one).collect::<Vec<_>>())?])
}

/// The bell counts to this at most (it shows 99+).
pub const COUNT_CAP: usize = 100;
/// Who caused an entry, when they have no name any more.
const SOMEBODY: &str = "Någon";

/// The kinds that a word belongs to.
pub(crate) fn kinds_of(platform: &Platform, name: &str) -> Option<&'static Kinds> {
    platform.areas().flat_map(|area| area.bells).find(|kinds| kinds.names.contains(&name))
}

/// What the mail of an entry brings along.
async fn enclosed(
    platform: &Platform,
    row: &Notification,
    noted: Option<&Value>,
) -> Result<Option<Enclosed>> {
    let is_of = |area: &&Area| area.bells.iter().any(|kinds| kinds.names.contains(&row.kind.as_str()));
    match platform.areas().find(is_of).and_then(|area| area.encloses) {
        Some(encloses) => encloses(platform, row, noted).await,
        None => Ok(None),
    }
}

/// An unread entry about something, which is also where it is read. Who caused it, and in which organisation, is the caller's to add.
pub fn about(
    to: UserId,
    id: NotificationId,
    kind: &str,
    (subject_kind, subject_id): (&str, i64),
    at: i64,
) -> Notification {
    Notification {
        user_id: to,
        notification_id: id,
        kind: kind.to_owned(),
        subject_kind: subject_kind.to_owned(),
        subject_id,
        scope_kind: subject_kind.to_owned(),
        scope_id: subject_id,
        calls: false,
        actor_id: None,
        entity_id: None,
        read: false,
        created: at,
    }
}

/// An entry about an organisation itself.
pub fn about_entity(
    to: UserId,
    id: NotificationId,
    kind: &str,
    entity_id: EntityId,
    at: i64,
) -> Notification {
    Notification { entity_id: Some(entity_id), ..about(to, id, kind, (ENTITY, entity_id.0), at) }
}

/// The word of an organisation, as what an entry is about or where that is.
pub const ENTITY: &str = "entity";

/// Tells people live of rows that are stored with their [`jobs`]. In the background: the answer to the sender does not wait
/// for it.
pub fn announce(platform: &Platform, rows: &[Notification]) {
    if rows.is_empty() {
        return;
    }
    platform.jobs.wake();
    let (platform, rows) = (platform.clone(), rows.to_vec());
    actix_rt::spawn(async move {
        for row in rows {
            let user_id = row.user_id;
            match views(&platform, std::slice::from_ref(&row)).await {
                Ok(mut list) => {
                    if let Some(notification) = list.pop() {
                        let event = PersonalEvent::Notification { notification: Box::new(notification) };
                        platform.announce(event.to(user_id));
                    }
                }
                Err(refusal) => tracing::warn!(%refusal, "a notification was stored but not told live"),
            }
        }
    });
}

/// The jobs that mail and push entries, for the write that stores them.
pub fn jobs(platform: &Platform, rows: &[Notification]) -> Result<Vec<Write>> {
    jobs_of(platform, rows, &Value::Null)
}

fn jobs_of(platform: &Platform, rows: &[Notification], noted: &Value) -> Result<Vec<Write>> {
    let mut jobs = mails::jobs(platform, rows, noted)?;
    for on_notifications in platform.hooks().filter_map(|on| on.notifications) {
        jobs.extend(on_notifications(platform, rows)?.map(|job| job.insert()));
    }
    Ok(jobs)
}

/// The writes of entries that are new, for the decision of what they tell, with their [`jobs`]; then [`announce`].
pub fn writes(platform: &Platform, rows: &[Notification]) -> Result<Vec<Write>> {
    let mut writes = jobs(platform, rows)?;
    writes.extend(rows.iter().flat_map(inserts));
    Ok(writes)
}

/// Stores entries and tells their people.
pub async fn tell(platform: &Platform, rows: &[Notification]) -> Result<()> {
    platform.storage.notifications.add_with(rows, jobs(platform, rows)?).await?;
    announce(platform, rows);
    Ok(())
}

/// Tells those of whose rows nothing is stored yet: what a job tells again, it tells those who were left out.
pub async fn tell_missing(platform: &Platform, rows: Vec<Notification>) -> Result<()> {
    tell_missing_of(platform, rows, &Value::Null).await
}

/// The same, with what the mails have to know of what they are about, which may be gone by then ([`crate::area::Enclose`]).
pub async fn tell_missing_of(platform: &Platform, rows: Vec<Notification>, noted: &Value) -> Result<()> {
    let rows = platform.storage.notifications.unknown(rows).await?;
    if rows.is_empty() {
        return Ok(());
    }
    platform.storage.notifications.add_with(&rows, jobs_of(platform, &rows, noted)?).await?;
    announce(platform, &rows);
    Ok(())
}

/// Tells one person of what became of them and an organisation.
pub async fn tell_of_entity(
    platform: &Platform,
    to: UserId,
    kind: &str,
    id: EntityId,
    actor: UserId,
) -> Result<()> {
    let at = now();
    let row = about_entity(to, NotificationId(platform.ids.along(at)), kind, id, at);
    tell(platform, &[Notification { actor_id: Some(actor), ..row }]).await
}

/// Newest entries among which what was answered is looked for.
const LOOKED_AT: usize = 200;

/// What an entry asked for was answered: it goes.
pub async fn take_back(
    platform: &Platform,
    user_id: UserId,
    is_answered: impl Fn(&Notification) -> bool,
) -> Result<()> {
    let bells = &platform.storage.notifications;
    let mut entries = bells.list(user_id, None, LOOKED_AT).await?;
    entries.retain(is_answered);
    for user_id in bells.withdraw(&entries).await? {
        tell_unread(platform, user_id);
    }
    Ok(())
}

/// Entries of a bell that are looked through for one person's, as often as there are so many.
const ROUNDS: usize = 25;

/// Between the two stands a block: nothing that one has done rings for the other any more.
pub async fn take_back_of(platform: &Platform, reader: UserId, actor: UserId) -> Result<()> {
    let bells = &platform.storage.notifications;
    let (mut before, mut any_unread) = (None, false);
    for _ in 0..ROUNDS {
        let mut entries = bells.list(reader, before, LOOKED_AT).await?;
        before = entries.last().map(|last| last.notification_id);
        let is_last = entries.len() < LOOKED_AT;
        entries.retain(|entry| entry.actor_id == Some(actor));
        any_unread |= !bells.withdraw(&entries).await?.is_empty();
        if is_last {
            break;
        }
    }
    if any_unread {
        tell_unread(platform, reader);
    }
    Ok(())
}

/// My notifications, newest first; whether there are more.
pub async fn list(
    platform: &Platform,
    who: &Who,
    before: Option<NotificationId>,
    limit: usize,
) -> Result<(Vec<NotificationView>, bool)> {
    let (rows, more) = platform.storage.notifications.page(who.user_id, before, limit).await?;
    Ok((views(platform, &rows).await?, more))
}

/// How many are unread, up to [`COUNT_CAP`].
pub async fn unread(platform: &Platform, user_id: UserId) -> Result<usize> {
    Ok(platform.storage.notifications.unread(user_id, COUNT_CAP).await?)
}

/// Marks some (or, with `None`, all) as read; answers how many are left.
pub async fn mark_read(platform: &Platform, who: &Who, ids: Option<&[NotificationId]>) -> Result<usize> {
    match ids {
        Some(ids) => platform.storage.notifications.mark_read(who.user_id, ids).await?,
        None => platform.storage.notifications.mark_all_read(who.user_id).await?,
    }
    tell_unread(platform, who.user_id);
    unread(platform, who.user_id).await
}

/// A scope is read up to a mark: the bell no longer rings for what calls me there.
pub async fn scope_read(
    platform: &Platform,
    user_id: UserId,
    scope_kind: &str,
    scope_id: i64,
    up_to: NotificationId,
) -> Result<()> {
    let bells = &platform.storage.notifications;
    if bells.mark_scope_read(user_id, scope_kind, scope_id, up_to).await? {
        tell_unread(platform, user_id);
    }
    Ok(())
}

/// The name of the number of unread entries.
const UNREAD: &str = "notifications";

/// How many are unread, as it is told.
fn counted(platform: &Platform, user_id: UserId) -> LocalBoxFuture<'_, Result<Body>> {
    Box::pin(async move {
        let notifications = Some(unread(platform, user_id).await?);
        Ok(Body::of(&PersonalEvent::Unread { notifications, messages: None }))
    })
}

/// How many are unread, to all devices of a person. Nobody waits for it.
pub(crate) fn tell_unread(platform: &Platform, user_id: UserId) {
    platform.announce(Announcement::count(UNREAD, user_id));
}

/// What an entry says now.
pub(crate) async fn said(platform: &Platform, row: &Notification) -> Result<NotificationText> {
    let actor = match row.actor_id {
        Some(id) => platform.people.get(id).await?,
        None => None,
    };
    let name = actor.as_ref().map_or_else(|| SOMEBODY.to_owned(), |user| spoken_of(user));
    if let Some(kinds) = kinds_of(platform, &row.kind) {
        let mut said = (kinds.say)(platform, row, &name).await?;
        if let Some(actor) = row.actor_id.filter(|_| said.aloud) {
            // Nothing goes out between two of whom one has blocked the other.
            said.aloud = platform.storage.contacts.blocked_among(row.user_id, &[actor]).await?.is_empty();
        }
        return Ok(said);
    }
    // Of an area that this program does not have.
    Ok(NotificationText {
        title: "Du har en ny notis".to_owned(),
        preview: None,
        path: None,
        tag: format!("notification-{}", row.notification_id),
        aloud: false,
        in_chat: InChat::default(),
    })
}

/// Notifications with the names and texts of now.
pub(crate) async fn views(platform: &Platform, rows: &[Notification]) -> Result<Vec<NotificationView>> {
    let actors = platform.people.all(rows.iter().filter_map(|row| row.actor_id)).await?;
    let mut list = Vec::with_capacity(rows.len());
    // Many entries of one person are about the same: what was said of it once is not looked up again.
    let mut known: HashMap<(UserId, &str, &str, i64, Option<UserId>), NotificationText> = HashMap::new();
    for row in rows {
        let actor = row.actor_id.and_then(|id| actors.get(&id));
        let key = (row.user_id, row.kind.as_str(), row.subject_kind.as_str(), row.subject_id, row.actor_id);
        let said = match known.entry(key) {
            Entry::Occupied(held) => held.get().clone(),
            Entry::Vacant(place) => place.insert(said(platform, row).await?).clone(),
        };
        list.push(NotificationView {
            id: row.notification_id,
            kind: row.kind.clone(),
            created: Moment(row.created),
            read: row.read,
            actor_id: row.actor_id,
            actor_name: actor.map(|u| u.display_name.clone()),
            actor_avatar: actor.and_then(|u| avatar(u)),
            is_bot: actor.is_some_and(|user| is_bot(user)),
            entity_id: row.entity_id,
            title: said.title,
            preview: said.preview,
            path: said.path,
            in_chat: said.in_chat,
        });
    }
    Ok(list)
}
