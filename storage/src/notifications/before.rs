//! Migration of notifications from programs that knew only messages and organisations.

use futures_util::FutureExt as _;

use super::{Notification, inserts};
use crate::platform::engine::Db;
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, NotificationId, UserId};
use crate::platform::migrations::{Migration, Portion, rows_after};
use crate::platform::record::{Record as _, Stored as _, record};

/// Subject and scope kinds of chat at that time.
const MESSAGE: &str = "message";
const CHANNEL: &str = "channel";
const THREAD: &str = "thread";
/// Kinds that notify about a message.
const CALLS: [&str; 3] = ["MENTION", "REPLY", "MESSAGE"];

record! {
    /// A notification in the old format.
    struct Old;
    pub(crate) static NOTIFICATIONS: "notifications", Descending, ttl;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        notification_id: NotificationId => bigint,
    }
    columns {
        kind: String => text,
        actor_id: Option<UserId> => bigint,
        entity_id: Option<EntityId> => bigint,
        workspace_id: Option<i64> => bigint,
        channel_id: Option<i64> => bigint,
        message_id: Option<i64> => bigint,
        parent_id: Option<i64> => bigint,
        read: bool => boolean,
        created: i64 => timestamp,
    }
}

/// Converts notifications to subjects. If it runs twice concurrently, one that was read in between becomes unread
/// again.
pub(crate) const ABOUT_SUBJECTS: Migration = Migration {
    version: 1,
    name: "entries of the bell are about subjects",
    portion: |db, mark| portion(db, mark).boxed(),
};

async fn portion(db: &Db, mark: Option<String>) -> Result<Portion> {
    let (rows, mark) = rows_after(db, &NOTIFICATIONS, mark).await?;
    let old = rows.into_iter().map(Old::read).collect::<Result<Vec<_>>>()?;
    let keys = old.iter().map(|old| Notification::at(old.user_id, old.notification_id)).collect();
    let known = db.get_many(keys).await?;
    let mut writes = Vec::new();
    for (old, known) in old.iter().zip(known) {
        if known.is_none() {
            writes.extend(inserts(&entry(old)));
        }
        writes.push(old.key().delete());
    }
    db.write(writes).await?;
    Ok(Portion { read: old.len(), written: old.len(), mark })
}

fn entry(old: &Old) -> Notification {
    let entity = old.entity_id.map_or(0, |id| id.0);
    let (subject_kind, subject_id) = old.message_id.map_or(("entity", entity), |id| (MESSAGE, id));
    let (scope_kind, scope_id) = match (old.parent_id, old.channel_id) {
        (Some(parent), _) => (THREAD, parent),
        (None, Some(channel)) => (CHANNEL, channel),
        (None, None) => ("entity", entity),
    };
    Notification {
        user_id: old.user_id,
        notification_id: old.notification_id,
        kind: old.kind.clone(),
        subject_kind: subject_kind.to_owned(),
        subject_id,
        scope_kind: scope_kind.to_owned(),
        scope_id,
        calls: old.message_id.is_some() && CALLS.contains(&old.kind.as_str()),
        actor_id: old.actor_id,
        entity_id: old.entity_id,
        read: old.read,
        created: old.created,
    }
}
