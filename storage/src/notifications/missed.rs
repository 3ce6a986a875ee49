//! Until when what a person missed has been mailed to them.

use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::{Stored, record};

use super::Notifications;

record! {
    /// Until when unseen entries have been mailed to a person.
    pub(crate) struct MissedMail;
    pub(crate) static MISSED_MAILS: "missed_mails", Ascending;
    partition {
        /// Whom.
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// Epoch milliseconds: entries made until then are mailed, or will never be.
        until: i64 => timestamp,
    }
}

impl Notifications {
    /// Until when what a person missed has been mailed (epoch milliseconds); none: never.
    pub async fn mailed_until(&self, user_id: UserId) -> Result<Option<i64>> {
        Ok(self.db.find::<MissedMail>(MissedMail::at(user_id)).await?.map(|mark| mark.until))
    }

    /// Moves that on, with the mail in the same write. False: it is no longer `old`, and nothing was written.
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
