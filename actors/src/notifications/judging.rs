//! What a person's choices and quiet hours make of one notification, and where they see why they got it. Contract §11.3.

use std::fmt::Write as _;

use storage::accounts::{NotificationCell, NotificationChannel, NotificationType, User};
use storage::ids::{EntityId, UserId};
use storage::notifications::Notification;

use super::kinds_of;
use super::rules::{Delivery, Facts, Kind, Mailing, delivers};
use crate::Platform;
use crate::accounts::availability::quiet_until;
use crate::area::Kinds;
use crate::platform::error::Result;
use crate::platform::time::now;

/// A kind as its area declares it; none: it is not one of these.
pub(super) fn kind(kinds: &Kinds, name: &str) -> Option<Kind> {
    let mailing = match () {
        () if kinds.mailed.contains(&name) => Mailing::AtOnce,
        () if kinds.missed.contains(&name) => Mailing::Missed,
        () => Mailing::Never,
    };
    Some(Kind { notification_type: kinds.type_of(name)?, is_always: kinds.always.contains(&name), mailing })
}

/// The type of a kind; none: of an area that this version does not have.
pub(crate) fn type_of(platform: &Platform, name: &str) -> Option<NotificationType> {
    kinds_of(platform, name)?.type_of(name)
}

/// What becomes of a notification on a channel, as far as choices and, with `quiet` (their end), quiet hours decide.
/// Whether anything else keeps it on the page ([`crate::area::NotificationText::aloud`]) is asked where its text is made.
pub(crate) fn judged(
    platform: &Platform,
    user: &User,
    row: &Notification,
    channel: NotificationChannel,
    quiet: Option<i64>,
) -> Delivery {
    let found = kinds_of(platform, &row.kind).and_then(|kinds| kind(kinds, &row.kind));
    found.map_or(Delivery::Nothing, |kind| judge(user, kind, row.entity_id, channel, quiet))
}

/// The same for the mail of its own that a notification has.
pub(crate) fn judged_mail(
    platform: &Platform,
    user: &User,
    row: &Notification,
    quiet: Option<i64>,
) -> Delivery {
    let found = kinds_of(platform, &row.kind).and_then(|kinds| kind(kinds, &row.kind));
    found.map_or(Delivery::Nothing, |kind| {
        let kind = Kind { mailing: Mailing::AtOnce, ..kind };
        judge(user, kind, row.entity_id, NotificationChannel::Email, quiet)
    })
}

/// Whether somebody takes mails of a type that go beside the bell, each at once.
pub(crate) fn takes_mails(user: &User, notification_type: NotificationType, of: Option<EntityId>) -> bool {
    let kind = Kind { notification_type, is_always: false, mailing: Mailing::AtOnce };
    judge(user, kind, of, NotificationChannel::Email, None) != Delivery::Nothing
}

/// Whether somebody chose anything: all others are judged without reading their notifications.
pub(crate) fn chose(user: &User) -> bool {
    user.notify.is_some()
}

/// The end of somebody's quiet hours, if it is one now (epoch milliseconds).
pub(crate) fn quiet_now(user: &User) -> Option<i64> {
    user.quiet.as_ref().and_then(|quiet| quiet_until(quiet, now()))
}

fn judge(
    user: &User,
    kind: Kind,
    of: Option<EntityId>,
    channel: NotificationChannel,
    quiet: Option<i64>,
) -> Delivery {
    let get = |cell: NotificationCell| user.notify.as_ref().and_then(|chosen| chosen.get(cell));
    let facts = Facts {
        stands: true,
        quiet,
        entity: of.and_then(|_| get((of, kind.notification_type, channel))),
        personal: get((None, kind.notification_type, channel)),
        takes_missed: user.mail_missed,
        has_phone: user.phone.is_some(),
    };
    delivers(kind, channel, facts)
}

/// Where somebody sees why they got something: the cell that let it through.
pub(crate) fn address(
    of: Option<EntityId>,
    notification_type: NotificationType,
    channel: NotificationChannel,
) -> String {
    let entity = of.map(|id| format!("entity={id}&")).unwrap_or_default();
    format!("/settings/notifications?{entity}type={notification_type}&channel={channel}")
}

/// The same of a stored notification: without the organisation where its recipient has no relation to it. None: of an
/// area that this version does not have.
pub(crate) async fn why(
    platform: &Platform,
    row: &Notification,
    channel: NotificationChannel,
) -> Result<Option<String>> {
    let Some(notification_type) = type_of(platform, &row.kind) else { return Ok(None) };
    Ok(Some(address(related(platform, row.entity_id, row.user_id).await?, notification_type, channel)))
}

/// An organisation, if a person has a relation to it: only then they have settings for it.
pub(crate) async fn related(
    platform: &Platform,
    of: Option<EntityId>,
    user_id: UserId,
) -> Result<Option<EntityId>> {
    let Some(id) = of else { return Ok(None) };
    Ok(platform.storage.entities.relation(id, user_id).await?.map(|_| id))
}

/// The end of a mail that says why it came, with links to the cells that let it through; nothing without any.
pub(crate) fn explanation(url: &str, addresses: impl IntoIterator<Item = String>) -> String {
    let mut text = String::new();
    for address in addresses {
        if text.is_empty() {
            text.push_str("\nVarför fick jag det här?\n");
        }
        let _ = writeln!(text, "{url}{address}");
    }
    text
}
