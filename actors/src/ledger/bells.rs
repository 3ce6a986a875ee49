//! The notification of a new entry, to whoever is to pay it.

use storage::accounts::NotificationType;
use storage::ids::{NotificationId, UserId};
use storage::ledger::{Change, Entry, EntryId, Ledgers};
use storage::notifications::Notification;

use crate::Platform;
use crate::area::{Kinds, NotificationText};
use crate::notifications;
use crate::platform::error::Result;
use crate::platform::money::kronor;

const BILLED: &str = "LEDGER_BILLED";

/// The subject of notifications.
const ENTRY: &str = "ledger-entry";

/// The kinds of notifications about ledgers. A bill is mailed as well.
pub const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Booking, &[BILLED])],
    always: &[],
    mailed: &[BILLED],
    missed: &[],
    say: |platform, entry, _| Box::pin(say(platform, entry)),
};

/// Whether somebody is told that an entry is theirs to pay: it is new and not of their own making. Whoever has no account
/// has a negative number.
fn is_told(change: &Change, by: Option<UserId>) -> bool {
    let Entry { user_id, .. } = change.new;
    change.old.is_none() && change.new.is_owed() && user_id.0 > 0 && by != Some(user_id)
}

/// The notifications of new entries among what was changed by somebody.
pub(super) fn of_new(
    platform: &Platform,
    changes: &[Change],
    by: Option<UserId>,
) -> Result<Vec<Notification>> {
    let told = changes.iter().filter(|change| is_told(change, by)).map(|change| &change.new);
    let row = |entry: &Entry| {
        let at = entry.created.0;
        let id = NotificationId(platform.ids.next(at)?);
        let row = notifications::about(entry.user_id, id, BILLED, (ENTRY, entry.entry_id.0), at);
        Ok(Notification { actor_id: by, entity_id: Some(entry.entity_id), ..row })
    };
    told.map(row).collect()
}

/// What is said of an entry that is not the recipient's to see.
fn gone() -> NotificationText {
    let text = "Ett underlag som inte finns längre".to_owned();
    NotificationText { aloud: false, ..NotificationText::of(text, "/bookings".to_owned(), None) }
}

async fn say(platform: &Platform, notification: &Notification) -> Result<NotificationText> {
    let found = match notification.about(ENTRY) {
        Some(id) => Ledgers::of(&platform.storage).entry(EntryId(id)).await?,
        None => None,
    };
    let Some(entry) = found.filter(|entry| entry.user_id == notification.user_id) else {
        return Ok(gone());
    };
    let entity = platform.storage.entities.entity(entry.entity_id).await?;
    let from = entity.map(|entity| entity.entity_name).unwrap_or_default();
    let title = format!("Nytt underlag från {from}: {}, {}", entry.title, kronor(entry.amount));
    Ok(NotificationText {
        tag: format!("ledger-{}", entry.entry_id),
        // Nobody is called to pay what is paid or cancelled by now.
        aloud: entry.is_owed(),
        ..NotificationText::of(title, format!("/underlag/{}", entry.entry_id), None)
    })
}
