//! Phones that wait for their code, how many text messages a person got on a day, and until when digests were mailed.

use super::Notifications;
use crate::accounts::Digest;
use crate::platform::clock::{self, ttl_until};
use crate::platform::engine::{Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::{Stored, record};

record! {
    /// A phone number that a person named, until its code is entered or runs out.
    pub struct PhoneCode;
    pub(crate) static PHONE_CODES: "phone_codes", Ascending, ttl;
    partition {
        /// The person.
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// `+` and digits.
        phone: String => text,
        /// Hex of the code's SHA-256, salted with the person's id.
        hash: String => text,
        /// How often a code was entered.
        tries: i64 => bigint,
        /// Epoch milliseconds.
        expires: i64 => timestamp,
    }
}

record! {
    /// The text messages that a person got on one day.
    pub(crate) struct SmsDay;
    pub(crate) static SMS_DAYS: "sms_days", Ascending;
    partition {
        /// The person.
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// Days since 1970 in Sweden.
        day: i64 => bigint,
        /// Text messages of that day, by the segments in which they are sent.
        segments: i64 => bigint,
    }
}

record! {
    /// Until when a person's notifications were mailed in a digest.
    pub(crate) struct DigestMail;
    pub(crate) static DIGEST_MAILS: "digest_mails", Ascending;
    partition {
        /// The person.
        user_id: UserId => bigint,
    }
    clustering {
        /// Which digest.
        digest: Digest => text,
    }
    columns {
        /// Epoch milliseconds: notifications up to then were mailed, or never will be.
        until: i64 => timestamp,
    }
}

impl Notifications {
    /// The number of a person that waits for its code.
    pub async fn phone_code(&self, user_id: UserId) -> Result<Option<PhoneCode>> {
        let found = self.db.find::<PhoneCode>(PhoneCode::at(user_id)).await?;
        Ok(found.filter(|code| code.expires > clock::now()))
    }

    /// Stores a number that waits, in place of an earlier one, together with other writes. Guarded like every write of
    /// these rows; false: another device was faster.
    pub async fn put_phone_code(&self, code: &PhoneCode, then: Vec<Write>) -> Result<bool> {
        let ttl = ttl_until(code.expires, clock::now());
        let guard = match self.db.find::<PhoneCode>(PhoneCode::at(code.user_id)).await? {
            None => code.row().if_absent_for(ttl),
            Some(old) => Guard::UpdateIf {
                key: PhoneCode::at(code.user_id),
                set: vec![
                    ("phone", (&code.phone).into()),
                    ("hash", (&code.hash).into()),
                    ("tries", code.tries.into()),
                    ("expires", code.expires.into()),
                ],
                conditions: vec![("hash", old.hash.as_str().into())],
                ttl: Some(ttl),
            },
        };
        self.db.decide(guard, then).await
    }

    /// Counts one more try. False: another was faster, or the number waits no longer.
    pub async fn try_phone_code(&self, code: &PhoneCode) -> Result<bool> {
        let tried = Guard::UpdateIf {
            key: PhoneCode::at(code.user_id),
            set: vec![("tries", (code.tries + 1).into())],
            conditions: vec![("tries", code.tries.into()), ("hash", (&code.hash).into())],
            ttl: Some(ttl_until(code.expires, clock::now())),
        };
        self.db.decide(tried, Vec::new()).await
    }

    /// A number waits no longer.
    pub async fn forget_phone_code(&self, code: &PhoneCode) -> Result<bool> {
        let gone = PhoneCode::at(code.user_id).delete_if([("hash", code.hash.as_str().into())]);
        self.db.decide(gone, Vec::new()).await
    }

    /// Counts a text message among those of a day, together with the job that sends it; false: with it there would be
    /// more than `most` segments, and nothing was written. Decided, so that no two nodes send the last one.
    pub async fn count_sms(
        &self,
        user_id: UserId,
        day: i64,
        segments: i64,
        most: i64,
        then: Vec<Write>,
    ) -> Result<bool> {
        // Whoever loses finds more sent, so this ends.
        loop {
            let old = self.db.find::<SmsDay>(SmsDay::at(user_id)).await?;
            let sent = old.as_ref().filter(|old| old.day == day).map_or(0, |old| old.segments);
            if sent + segments > most {
                return Ok(false);
            }
            let new = SmsDay { user_id, day, segments: sent + segments };
            let guard = match old {
                None => new.if_absent(),
                Some(old) => SmsDay::at(user_id).update_if(
                    [("day", new.day.into()), ("segments", new.segments.into())],
                    [("day", old.day.into()), ("segments", old.segments.into())],
                ),
            };
            if self.db.decide(guard, then.clone()).await? {
                return Ok(true);
            }
        }
    }

    /// Until when a person's digest was mailed (epoch milliseconds); none: never.
    pub async fn digest_until(&self, user_id: UserId, digest: Digest) -> Result<Option<i64>> {
        Ok(self.db.find::<DigestMail>(DigestMail::at(user_id, digest)).await?.map(|mark| mark.until))
    }

    /// Advances that, together with the mail. False: it is no longer `old`; nothing was written.
    pub async fn digest_mailed(
        &self,
        (user_id, digest): (UserId, Digest),
        old: Option<i64>,
        until: i64,
        then: Vec<Write>,
    ) -> Result<bool> {
        let guard = match old {
            Some(old) => {
                DigestMail::at(user_id, digest).update_if([("until", until.into())], [("until", old.into())])
            }
            None => DigestMail { user_id, digest, until }.if_absent(),
        };
        self.db.decide(guard, then).await
    }

    /// The deletion of all of that of a person.
    pub(super) fn forget_phones(user_id: UserId) -> [Write; 3] {
        [PhoneCode::at(user_id).delete(), SmsDay::at(user_id).delete(), DigestMail::of(user_id).delete()]
    }
}
