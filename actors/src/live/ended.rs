//! Who ended a subscription and why; sent with the end of the subscription.

use std::collections::HashSet;
use std::sync::Arc;

use actix::prelude::*;
use serde::{Deserialize, Serialize};
use storage::accounts::UserStatus;
use storage::ids::UserId;

use crate::Platform;
use crate::platform::error::Result;
use crate::platform::people::spoken_of;

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EndReason {
    /// They were removed from the room.
    Removed,
    /// The room is open to fewer people now.
    Closed,
    /// They were removed from the organisation.
    Expelled,
    /// Their relation to the organisation has changed.
    Role,
}

/// Who did it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndedBy {
    pub user_id: UserId,
    pub name: String,
    pub reason: EndReason,
    /// People with a block between them and this person; they do not learn who did it.
    apart: HashSet<UserId>,
}

impl EndedBy {
    /// To be read before the write that ends the subscriptions. None: there is nobody to name.
    pub async fn of(platform: &Platform, user_id: UserId, reason: EndReason) -> Result<Option<Self>> {
        let Some(user) = platform.people.get(user_id).await? else { return Ok(None) };
        if user.status == UserStatus::Deactivated {
            return Ok(None);
        }
        let apart = platform.storage.contacts.apart_from(user_id).await?;
        Ok(Some(Self { user_id, name: spoken_of(&user), reason, apart }))
    }

    /// The people who do not learn who did it.
    pub fn apart(&self) -> impl Iterator<Item = UserId> {
        self.apart.iter().copied()
    }

    /// Whether this person learns who did it; not if they did it themselves.
    pub fn is_told(&self, to: UserId) -> bool {
        to != self.user_id && !self.apart.contains(&to)
    }
}

/// A room has ended one of the session's subscriptions (a right was lost).
#[derive(Message)]
#[rtype(result = "()")]
pub struct SubscriptionEnded {
    pub id: Arc<str>,
    pub serial: u64,
    /// Who caused it, if the person may know.
    pub by: Option<Arc<EndedBy>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actor_is_hidden_from_people_behind_a_block() {
        let apart = HashSet::from([UserId(2)]);
        let by = EndedBy { user_id: UserId(1), name: "Anna".to_owned(), reason: EndReason::Closed, apart };
        assert_eq!([1, 2, 3].map(|to| by.is_told(UserId(to))), [false, false, true]);
    }
}
