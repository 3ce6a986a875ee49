//! Until when a person has received digest mails.

use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::{Stored, record};

use super::Notifications;

record! {
    /// Until when a person's unseen notifications were mailed.
    pub(crate) struct MissedMail;
    pub(crate) static MISSED_MAILS: "missed_mails", Ascending;
    partition {
        /// The person.
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// Epoch milliseconds: notifications up to then were mailed, or never will be.
        until: i64 => timestamp,
    }
}

impl Notifications {
    /// Until when a person's missed notifications were mailed (epoch milliseconds); none: never.
    pub async fn mailed_until(&self, user_id: UserId) -> Result<Option<i64>> {
        Ok(self.db.find::<MissedMail>(MissedMail::at(user_id)).await?.map(|mark| mark.until))
    }

    /// Advances that, together with the mail. False: it is no longer `old`; nothing was written.
    pub async fn mail_until(
        &self,
        user_id: UserId,
        old: Option<i64>,
        until: i64,
        then: Vec<Write>,
    ) -> Result<bool> {
        let guard = match old {
            Some(old) => {
                MissedMail::at(user_id).update_if([("until", until.into())], [("until", old.into())])
            }
            None => MissedMail { user_id, until }.if_absent(),
        };
        self.db.decide(guard, then).await
    }
}
