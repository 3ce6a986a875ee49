//! Secrets that connect two people: a person's own link, and invitations. Only hashes are stored; a person can see
//! their link again, so it is stored encrypted beside its hash.

use std::collections::HashMap;

use crate::platform::clock::{self, ttl_until};
use crate::platform::engine::Write;
use crate::platform::error::Result;
use crate::platform::ids::UserId;
use crate::platform::record::{Stored, record};
use crate::platform::text_enum::text_enum;

use super::{Contacts, SLICE};

text_enum! {
    /// What a secret is.
    LinkKind {
        /// Whoever has it becomes a contact of its person: both have said yes.
        Link = "LINK",
        /// A request, for the one who opens it first.
        Invitation = "INVITATION",
    }
}

record! {
    /// A secret that was handed out.
    pub struct ContactToken;
    pub(crate) static CONTACT_TOKENS: "contact_tokens", Ascending, ttl;
    partition {
        /// Hex of the secret's SHA-256.
        hash: String => text,
    }
    clustering {}
    columns {
        kind: LinkKind => text,
        /// Its owner.
        user_id: UserId => bigint,
        /// An invitation's message.
        message: Option<String> => text,
        /// Epoch milliseconds of expiry.
        expires: i64 => timestamp,
    }
}

record! {
    /// An invitation by sender, for export and erasure, until it is used or expires. Invitations from before this table
    /// are not listed; they expire.
    pub struct SentInvitation;
    pub(crate) static SENT_INVITATIONS: "contact_invitations", Ascending, ttl;
    partition {
        /// The sender.
        user_id: UserId => bigint,
    }
    clustering {
        /// The hash of its secret.
        hash: String => text,
    }
    columns {
        /// Epoch milliseconds.
        created: i64 => timestamp,
    }
}

record! {
    /// A person's current link; earlier secrets are void.
    pub struct ContactLink;
    pub(crate) static CONTACT_LINKS: "contact_links", Ascending, ttl;
    partition {
        /// Its owner.
        user_id: UserId => bigint,
    }
    clustering {}
    columns {
        /// The hash of its secret.
        hash: String => text,
        /// The encrypted secret, shown only to its owner.
        sealed: String => text,
        /// Epoch milliseconds of expiry.
        expires: i64 => timestamp,
    }
}

impl Contacts {
    /// Stores an invitation until it expires, together with the write that delivers it.
    pub async fn invite(&self, token: &ContactToken, with: Vec<Write>) -> Result<()> {
        let now = clock::now();
        let ttl = ttl_until(token.expires, now);
        let sent = SentInvitation { user_id: token.user_id, hash: token.hash.clone(), created: now };
        let rows = vec![token.row().insert_for(ttl), sent.row().insert_for(ttl)];
        self.db.write([with, rows].concat()).await
    }

    /// A person's unused invitations with their times, at most `limit`.
    pub async fn sent(&self, user_id: UserId, limit: usize) -> Result<Vec<(ContactToken, i64)>> {
        let listed: Vec<SentInvitation> = self.db.list(SentInvitation::of(user_id).ascending(limit)).await?;
        let keys = listed.iter().map(|one| ContactToken::at(&one.hash)).collect();
        let tokens: Vec<ContactToken> = self.db.find_all(keys).await?;
        let created: HashMap<String, i64> = listed.into_iter().map(|one| (one.hash, one.created)).collect();
        let dated = |token: ContactToken| created.get(&token.hash).map(|at| (token, *at));
        Ok(tokens.into_iter().filter_map(dated).collect())
    }

    /// Withdraws all unused invitations of a person. May be repeated.
    pub(super) async fn withdraw_sent(&self, user_id: UserId) -> Result<()> {
        loop {
            let some: Vec<SentInvitation> =
                self.db.list(SentInvitation::of(user_id).ascending(SLICE)).await?;
            let gone = some.iter().flat_map(|one| [ContactToken::at(&one.hash).delete(), one.key().delete()]);
            self.db.write(gone.collect()).await?;
            if some.len() < SLICE {
                return Ok(());
            }
        }
    }

    /// Stores a person's link; an earlier one becomes void.
    pub async fn put_link(&self, link: &ContactLink) -> Result<()> {
        let ttl = ttl_until(link.expires, clock::now());
        let ContactLink { user_id, hash, expires, .. } = link.clone();
        let before: Option<ContactLink> = self.db.find(ContactLink::at(user_id)).await?;
        let gone = before.map(|before| ContactToken::at(&before.hash).delete());
        let token = ContactToken { hash, kind: LinkKind::Link, user_id, message: None, expires };
        let rows = [link.row().insert_for(ttl), token.row().insert_for(ttl)];
        self.db.write(gone.into_iter().chain(rows).collect()).await
    }

    /// A person's link; none: there is none, or it has expired at `now`.
    pub async fn link(&self, user_id: UserId, now: i64) -> Result<Option<ContactLink>> {
        let link: Option<ContactLink> = self.db.find(ContactLink::at(user_id)).await?;
        Ok(link.filter(|link| link.expires > now))
    }

    /// Withdraws a person's link, if any.
    pub async fn withdraw_link(&self, user_id: UserId) -> Result<()> {
        let link: Option<ContactLink> = self.db.find(ContactLink::at(user_id)).await?;
        let token = link.map(|link| ContactToken::at(&link.hash).delete());
        self.db.write(token.into_iter().chain([ContactLink::at(user_id).delete()]).collect()).await
    }

    /// A secret by its hash; none: unknown, used, withdrawn, or expired at `now`.
    pub async fn token(&self, hash: &str, now: i64) -> Result<Option<ContactToken>> {
        let token: Option<ContactToken> = self.db.find(ContactToken::at(hash)).await?;
        let Some(token) = token.filter(|token| token.expires > now) else { return Ok(None) };
        if token.kind == LinkKind::Link {
            let stands = self.link(token.user_id, now).await?.is_some_and(|link| link.hash == token.hash);
            return Ok(Some(token).filter(|_| stands));
        }
        Ok(Some(token))
    }

    /// Consumes an invitation: of concurrent callers one gets it.
    pub async fn take(&self, token: &ContactToken) -> Result<bool> {
        let guard = token.key().delete_if([("kind", token.kind.into())]);
        self.db.decide(guard, vec![SentInvitation::at(token.user_id, &token.hash).delete()]).await
    }
}
