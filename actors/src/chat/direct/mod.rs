//! Events of a conversation for all connections of its people, on any node: enough to keep their list of conversations
//! current without a request. After the write nothing here can fail, because names are read before it. The count of
//! unread conversations follows in the background.

mod rules;
mod view;

use std::sync::Arc;
use std::time::Duration;

use storage::accounts::{User, UserStatus};
use storage::chat::{Channel, Message};
use storage::ids::{EventId, UserId};

use super::Known;
use super::personal::PersonalEvent;
use crate::Platform;
use crate::live::bus::{Announcement, Personal, SETTLES, ToPerson as _};
use crate::platform::error::{Refusal, Result};

pub use rules::{Toward, may_begin, may_not, not_barred, not_comments, not_direct};
pub use view::{Change, Correspondent, DirectMessage, LastMessage};

/// The active people of a conversation; empty for a channel of a workspace.
#[derive(Clone, Default)]
pub struct Circle(Vec<Arc<User>>);

impl Circle {
    pub async fn of(platform: &Platform, channel: &Channel) -> Result<Self> {
        let mut known = platform.people.all(channel.people()).await?;
        let people = channel.people().into_iter().filter_map(|id| known.remove(&id));
        Ok(Self(people.filter(|user| user.status != UserStatus::Deactivated).collect()))
    }

    fn known(&self) -> Known {
        self.0.iter().map(|user| (user.user_id, Arc::clone(user))).collect()
    }

    pub fn ids(&self) -> Vec<UserId> {
        self.0.iter().map(|user| user.user_id).collect()
    }
}

/// Publishes a new or changed message of a conversation to its people.
pub fn publish(platform: &Platform, circle: &Circle, change: Change, message: &Message, cursor: EventId) {
    if circle.0.is_empty() {
        return;
    }
    let named = circle.0.iter().filter(|_| change == Change::Create);
    let event = PersonalEvent::DirectMessage(Box::new(DirectMessage {
        channel_id: message.channel_id,
        change,
        cursor,
        version: message.version,
        message: LastMessage::of(message, &circle.known()),
        parent_message_id: message.parent_id,
        people: named.map(|user| Correspondent::new(user, false)).collect(),
    }));
    for user in &circle.0 {
        platform.announce(event.to(user.user_id));
    }
    // An edit makes nothing unread, but it may add a mention.
    let others: Vec<UserId> = circle.ids().into_iter().filter(|id| *id != message.user_id).collect();
    publish_totals(platform, &others);
}

/// A write to a conversation had no answer: its people fetch again, now and when the write can no longer become
/// visible.
pub fn refetch<T>(platform: &Platform, circle: Circle, outcome: &Result<T>) {
    if circle.0.is_empty() || outcome.as_ref().err().is_none_or(|why| why.code != Refusal::UNANSWERED) {
        return;
    }
    let resync = move |platform: &Platform| {
        for user in &circle.0 {
            platform.announce(Personal::resync(user.user_id));
        }
    };
    resync(platform);
    let platform = platform.clone();
    actix_rt::spawn(async move {
        actix_rt::time::sleep(Duration::from_millis(SETTLES as u64)).await;
        resync(&platform);
    });
}

/// The name of the count of unread conversations.
pub const UNREAD: &str = "messages";

/// Publishes people's current counts of unread conversations, in the background.
pub fn publish_totals(platform: &Platform, people: &[UserId]) {
    for user_id in people {
        platform.announce(Announcement::count(UNREAD, *user_id));
    }
}
