//! Notifications: stored, published live, by push and by mail, and read page by page. Contract §3.6, §4.
//!
//! A notification is a recipient, a kind, a subject, a scope, an actor and a time; never a text, so that a deleted
//! message leaves nothing behind. Each area declares its kinds and makes their texts in one function ([`Kinds`], listed
//! by its area in `areas.rs`), used alike for the list, push messages and mails.

pub(crate) mod digest;
pub(crate) mod judging;
pub(crate) mod leaving;
pub(crate) mod letter;
mod mails;
mod members;
pub mod personal;
pub mod phone;
pub mod rules;
pub mod settings;
pub mod view;

#[cfg(test)]
mod rules_tests;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use futures_util::future::LocalBoxFuture;
use serde_json::{Value, json};
use storage::engine::Write;
use storage::ids::{EntityId, NotificationId, UserId};
use storage::notifications::Notification;
pub use storage::notifications::inserts;
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
pub use leaving::{page_of_link, unsubscribe};
pub use members::to_members;
use personal::PersonalEvent;
use view::{InChat, NotificationView};

/// The area's declaration.
pub static AREA: Area = Area {
    jobs: &[mails::MAILED, members::MEMBERS, digest::DIGESTS],
    counts: &[(UNREAD, counted)],
    export: Some(|platform, who| Box::pin(files(platform, who))),
    erase: Some(|platform, user| {
        Box::pin(async move { Ok(platform.storage.notifications.forget(user.user_id).await?) })
    }),
    ..Area::named("notifications")
};

/// Most notifications in a data export.
const COPIED: usize = 10_000;

async fn files(platform: &Platform, who: &Who) -> Result<Vec<File>> {
    let all = platform.storage.notifications.list(who.user_id, None, COPIED).await?;
    let one = |one: &Notification| {
        json!({
            "id": one.notification_id, "type": one.kind, "read": one.read, "created": Moment(one.created),
            "idEntity": one.entity_id, "about": { "type": one.subject_kind, "id": one.subject_id },
        })
    };
    Ok(vec![
        file("notifications.json", all.iter().map(one).collect::<Vec<_>>())?,
        file("notification-settings.json", settings::exported(platform, who).await?)?,
    ])
}

/// Unread notifications are counted up to this (shown as 99+).
pub const COUNT_CAP: usize = 100;
/// Stands for an actor whose account is gone.
const SOMEBODY: &str = "Någon";

/// The area that declares a kind.
fn area_of(platform: &Platform, kind: &str) -> Option<&'static Area> {
    platform.areas().find(|area| area.bells.iter().any(|kinds| kinds.type_of(kind).is_some()))
}

/// The declaration that a kind belongs to.
pub(crate) fn kinds_of(platform: &Platform, kind: &str) -> Option<&'static Kinds> {
    area_of(platform, kind)?.bells.iter().find(|kinds| kinds.type_of(kind).is_some())
}

/// The attachment of a notification's mail.
async fn enclosed(
    platform: &Platform,
    row: &Notification,
    noted: Option<&Value>,
) -> Result<Option<Enclosed>> {
    match area_of(platform, &row.kind).and_then(|area| area.encloses) {
        Some(encloses) => encloses(platform, row, noted).await,
        None => Ok(None),
    }
}

/// The whole text of a notification's mail.
async fn letter_of(platform: &Platform, row: &Notification) -> Result<Option<String>> {
    match area_of(platform, &row.kind).and_then(|area| area.letter) {
        Some(letter) => letter(platform, row).await,
        None => Ok(None),
    }
}

/// An unread notification about a subject, which is also its scope. The caller adds the actor and the organisation.
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

/// A notification about an organisation itself.
pub fn about_entity(
    to: UserId,
    id: NotificationId,
    kind: &str,
    entity_id: EntityId,
    at: i64,
) -> Notification {
    Notification { entity_id: Some(entity_id), ..about(to, id, kind, (ENTITY, entity_id.0), at) }
}

/// The subject or scope kind of an organisation.
pub const ENTITY: &str = "entity";

/// Publishes notifications that are stored with their [`jobs`] to their recipients. In the background, so that the
/// sender's answer does not wait.
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

/// The jobs that mail and push notifications, for the write that stores them.
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

/// The writes of new notifications with their [`jobs`], to join the write of their cause; then call [`announce`].
pub fn writes(platform: &Platform, rows: &[Notification]) -> Result<Vec<Write>> {
    let mut writes = jobs(platform, rows)?;
    writes.extend(rows.iter().flat_map(inserts));
    Ok(writes)
}

/// Stores notifications and publishes them.
pub async fn notify(platform: &Platform, rows: &[Notification]) -> Result<()> {
    platform.storage.notifications.add_with(rows, jobs(platform, rows)?).await?;
    announce(platform, rows);
    Ok(())
}

/// Notifies those whose notification is not stored yet, so that a repeated job reaches those who were left out.
pub async fn notify_missing(platform: &Platform, rows: Vec<Notification>) -> Result<()> {
    notify_missing_with(platform, rows, &Value::Null).await
}

/// The same, with what the mails need to know about a subject that may be gone by then ([`crate::area::Enclose`]).
pub async fn notify_missing_with(platform: &Platform, rows: Vec<Notification>, noted: &Value) -> Result<()> {
    let rows = platform.storage.notifications.unknown(rows).await?;
    if rows.is_empty() {
        return Ok(());
    }
    platform.storage.notifications.add_with(&rows, jobs_of(platform, &rows, noted)?).await?;
    announce(platform, &rows);
    Ok(())
}

/// Notifies a person of a change of their relation to an organisation.
pub async fn notify_of_entity(
    platform: &Platform,
    to: UserId,
    kind: &str,
    id: EntityId,
    actor: UserId,
) -> Result<()> {
    let at = now();
    let row = about_entity(to, NotificationId(platform.ids.along(at)), kind, id, at);
    notify(platform, &[Notification { actor_id: Some(actor), ..row }]).await
}

/// Newest notifications that are searched for an answered one.
const LOOKED_AT: usize = 200;

/// Removes the notifications whose request was answered.
pub async fn take_back(
    platform: &Platform,
    user_id: UserId,
    is_answered: impl Fn(&Notification) -> bool,
) -> Result<()> {
    let bells = &platform.storage.notifications;
    let mut entries = bells.list(user_id, None, LOOKED_AT).await?;
    entries.retain(is_answered);
    for user_id in bells.withdraw(&entries).await? {
        publish_unread(platform, user_id);
    }
    Ok(())
}

/// Most pages of a person's notifications searched for those by one actor.
const ROUNDS: usize = 25;

/// After a block between the two: removes one's notifications caused by the other.
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
        publish_unread(platform, reader);
    }
    Ok(())
}

/// My notifications, newest first; and whether there are more.
pub async fn list(
    platform: &Platform,
    who: &Who,
    before: Option<NotificationId>,
    limit: usize,
) -> Result<(Vec<NotificationView>, bool)> {
    let (rows, more) = platform.storage.notifications.page(who.user_id, before, limit).await?;
    Ok((views(platform, &rows).await?, more))
}

/// The number of unread notifications, up to [`COUNT_CAP`].
pub async fn unread(platform: &Platform, user_id: UserId) -> Result<usize> {
    Ok(platform.storage.notifications.unread(user_id, COUNT_CAP).await?)
}

/// Marks some (or, with `None`, all) as read; returns how many are left.
pub async fn mark_read(platform: &Platform, who: &Who, ids: Option<&[NotificationId]>) -> Result<usize> {
    match ids {
        Some(ids) => platform.storage.notifications.mark_read(who.user_id, ids).await?,
        None => platform.storage.notifications.mark_all_read(who.user_id).await?,
    }
    publish_unread(platform, who.user_id);
    unread(platform, who.user_id).await
}

/// A scope is read up to a mark: its notifications become read.
pub async fn scope_read(
    platform: &Platform,
    user_id: UserId,
    scope_kind: &str,
    scope_id: i64,
    up_to: NotificationId,
) -> Result<()> {
    let bells = &platform.storage.notifications;
    if bells.mark_scope_read(user_id, scope_kind, scope_id, up_to).await? {
        publish_unread(platform, user_id);
    }
    Ok(())
}

/// The name of the count of unread notifications.
const UNREAD: &str = "notifications";

/// The event with the number of unread notifications.
fn counted(platform: &Platform, user_id: UserId) -> LocalBoxFuture<'_, Result<Body>> {
    Box::pin(async move {
        let notifications = Some(unread(platform, user_id).await?);
        Ok(Body::of(&PersonalEvent::Unread { notifications, messages: None }))
    })
}

/// Publishes the number of unread notifications to all devices of a person, in the background.
pub(crate) fn publish_unread(platform: &Platform, user_id: UserId) {
    platform.announce(Announcement::count(UNREAD, user_id));
}

/// A notification's current text.
pub(crate) async fn text_of(platform: &Platform, row: &Notification) -> Result<NotificationText> {
    let actor = match row.actor_id {
        Some(id) => platform.people.get(id).await?,
        None => None,
    };
    let name = actor.as_ref().map_or_else(|| SOMEBODY.to_owned(), |user| spoken_of(user));
    if let Some(kinds) = kinds_of(platform, &row.kind) {
        let mut said = (kinds.say)(platform, row, &name).await?;
        if let Some(actor) = row.actor_id.filter(|_| said.aloud) {
            // Nothing is pushed or mailed between two people with a block.
            said.aloud = platform.storage.contacts.blocked_among(row.user_id, &[actor]).await?.is_empty();
        }
        return Ok(said);
    }
    // Of an area that this version does not have.
    Ok(NotificationText {
        title: "Du har en ny notis".to_owned(),
        preview: None,
        path: None,
        tag: format!("notification-{}", row.notification_id),
        aloud: false,
        in_chat: InChat::default(),
    })
}

/// Notifications with current names and texts.
pub(crate) async fn views(platform: &Platform, rows: &[Notification]) -> Result<Vec<NotificationView>> {
    let actors = platform.people.all(rows.iter().filter_map(|row| row.actor_id)).await?;
    let mut list = Vec::with_capacity(rows.len());
    // Many notifications of a person have the same subject; its text is made once.
    let mut known: HashMap<(UserId, &str, &str, i64, Option<UserId>), NotificationText> = HashMap::new();
    for row in rows {
        let actor = row.actor_id.and_then(|id| actors.get(&id));
        let key = (row.user_id, row.kind.as_str(), row.subject_kind.as_str(), row.subject_id, row.actor_id);
        let said = match known.entry(key) {
            Entry::Occupied(held) => held.get().clone(),
            Entry::Vacant(place) => place.insert(text_of(platform, row).await?).clone(),
        };
        list.push(NotificationView {
            id: row.notification_id,
            kind: row.kind.clone(),
            notification_type: judging::type_of(platform, &row.kind),
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
