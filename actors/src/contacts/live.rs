//! Notifications and live events of contacts: notifications join the write; the events that lists are outdated are
//! published in the background, because the number of requests is counted for them.

use storage::accounts::NotificationType;
use storage::contacts::{Bond, TieKind};
use storage::ids::{FollowId, NotificationId, RequestId, UserId};
use storage::notifications::Notification;

use super::personal::PersonalEvent;
use crate::Platform;
use crate::live::bus::Announcement;
use crate::live::bus::{Personal, ToPerson as _};
use crate::notifications::view::InChat;
use crate::notifications::{COUNT_CAP, Kinds, NotificationText, publish_unread};
use crate::platform::error::Result;

pub const REQUEST: &str = "CONTACT_REQUEST";
pub const ACCEPTED: &str = "CONTACT_ACCEPTED";
pub const FOLLOWER: &str = "NEW_FOLLOWER";
pub const FOLLOW_ASKED: &str = "FOLLOW_REQUEST";
pub const FOLLOW_APPROVED: &str = "FOLLOW_APPROVED";
/// Kinds of subjects: a request, a contact that came without one, or a following.
pub const OF_REQUEST: &str = "contact_request";
pub const OF_CONTACT: &str = "contact";
pub const OF_FOLLOW: &str = "follow";
/// The scope of notifications: a person.
const WITH: &str = "person";

/// The kinds of notifications about contacts.
pub const BELLS: Kinds = Kinds {
    types: &[(NotificationType::Membership, &[REQUEST, ACCEPTED, FOLLOWER, FOLLOW_ASKED, FOLLOW_APPROVED])],
    always: &[],
    mailed: &[],
    missed: &[],
    say: |platform, entry, who| Box::pin(say(platform, entry, who)),
};

/// A notification for `to` about what `actor` has done.
pub fn entry(
    kind: &str,
    id: NotificationId,
    to: UserId,
    actor: UserId,
    (subject_kind, subject_id): (&str, i64),
    at: i64,
) -> Notification {
    Notification {
        user_id: to,
        notification_id: id,
        kind: kind.to_owned(),
        subject_kind: subject_kind.to_owned(),
        subject_id,
        scope_kind: WITH.to_owned(),
        scope_id: actor.0,
        // Can be found by its subject, to be removed with it.
        calls: [REQUEST, FOLLOWER, FOLLOW_ASKED].contains(&kind),
        actor_id: Some(actor),
        entity_id: None,
        read: false,
        created: at,
    }
}

async fn say(platform: &Platform, entry: &Notification, who: &str) -> Result<NotificationText> {
    let (me, other) = (entry.user_id, UserId(entry.scope_id));
    let pair = platform.storage.contacts.pair(me, other).await?;
    let is_open = pair.block.is_none() && !pair.is_blocked;
    let request = pair.bond.request_id.filter(|id| id.0 == entry.subject_id);
    let page = || pair.user.as_ref().filter(|_| is_open).map(|user| format!("/u/{}", user.user_name));
    let followers = || Some("/kontakter?tab=following".to_owned());
    let (title, path, aloud) = match entry.kind.as_str() {
        REQUEST => {
            let title = format!("{who} vill bli din kontakt");
            (title, Some("/kontakter?tab=requests".to_owned()), request.is_some())
        }
        // Only listed, not pushed.
        FOLLOWER => (format!("{who} följer dig nu"), followers(), false),
        FOLLOW_ASKED => (format!("{who} vill följa dig"), followers(), false),
        FOLLOW_APPROVED => (format!("Du får nu följa {who}"), page(), false),
        _ if entry.about(OF_CONTACT).is_some() => (format!("{who} är nu din kontakt"), page(), true),
        _ => (format!("{who} har accepterat din kontaktförfrågan"), page(), true),
    };
    Ok(NotificationText {
        title,
        preview: request.and(pair.bond.message),
        path,
        tag: format!("contact-{other}"),
        aloud: aloud && is_open,
        in_chat: InChat::default(),
    })
}

/// The number of requests that wait for a person's answer, up to [`COUNT_CAP`].
pub async fn waiting(platform: &Platform, user_id: UserId) -> Result<usize> {
    Ok(platform.storage.contacts.count(user_id, TieKind::Incoming, COUNT_CAP).await?)
}

/// A pair has changed: publishes to `people` on all their connections.
pub fn changed(platform: &Platform, bond: &Bond, people: &[UserId]) {
    for (of, user_id) in [(bond.user_id, bond.other_id), (bond.other_id, bond.user_id)] {
        platform.announce(Announcement::Rights { topic: crate::accounts::topic(of), user_id });
    }
    let pairs: Vec<(UserId, UserId)> = people.iter().map(|me| (*me, bond.other_than(*me))).collect();
    let platform = platform.clone();
    actix_rt::spawn(async move {
        for (me, other) in pairs {
            platform.announce(match waiting(&platform, me).await {
                Ok(count) => PersonalEvent::ContactsChanged { count, user_id: Some(other) }.to(me),
                Err(refusal) => {
                    tracing::warn!(%refusal, "the number of contact requests is not published");
                    Personal::resync(me)
                }
            });
        }
    });
}

/// A request was answered or withdrawn: removes its notification, in the background.
pub fn withdraw(platform: &Platform, request: RequestId) {
    withdraw_about(platform, OF_REQUEST, request.0);
}

/// A following has ended or was answered: removes its notification, in the background.
pub fn withdraw_follow(platform: &Platform, follow: FollowId) {
    withdraw_about(platform, OF_FOLLOW, follow.0);
}

fn withdraw_about(platform: &Platform, kind: &'static str, id: i64) {
    let platform = platform.clone();
    actix_rt::spawn(async move {
        let gone = async {
            let bells = &platform.storage.notifications;
            let entries = bells.about(kind, id).await?;
            for user_id in bells.withdraw(&entries).await? {
                publish_unread(&platform, user_id);
            }
            Ok::<_, crate::platform::error::Refusal>(())
        };
        if let Err(refusal) = gone.await {
            tracing::warn!(%refusal, "what was answered or taken back still rings");
        }
    });
}
