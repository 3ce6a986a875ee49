//! Newsletters of organisations: each a row, newest first, with how far its sending has come.
//!
//! How far it has come and how many it went to are one row that is compared and set, so that a repeated job counts
//! nobody twice.

mod check;
mod drafts;

use drafts::{NEWSLETTER_DRAFTS, NEWSLETTER_PICTURES};
pub use drafts::{NewsletterDraft, NewsletterPicture, Showing};

use crate::platform::text_enum::text_enum;
use crate::prelude::*;

crate::ids! {
    /// A newsletter, or a draft of one.
    NewsletterId,
}

text_enum! {
    /// Whom a newsletter is for.
    NewsletterAudience {
        /// Those who follow the organisation.
        Followers = "FOLLOWERS",
        /// Those who belong to it.
        Members = "MEMBERS",
        /// Both.
        Everybody = "EVERYBODY",
    }
}

text_enum! {
    /// How a newsletter stands.
    NewsletterState {
        /// Its job goes through the people.
        Sending = "SENDING",
        Sent = "SENT",
        /// Whoever wrote it lost the right to send it before everybody had it.
        Stopped = "STOPPED",
    }
}

record! {
    /// A newsletter of an organisation. What is sent does not change.
    pub struct Newsletter;
    pub(crate) static NEWSLETTERS: "newsletters", Descending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {
        newsletter_id: NewsletterId => bigint,
    }
    columns {
        /// Who wrote it.
        author_id: UserId => bigint,
        subject: String => text,
        /// The text as written, in the Markdown of the product.
        body: String => text,
        audience: NewsletterAudience => text,
        state: NewsletterState => text,
        /// The last person who was looked at; people are gone through by id.
        passed: Option<UserId> => bigint,
        /// Number of people who have it in their bell.
        recipients: i64 => bigint,
        /// Number of those who also get it by mail, as they had chosen then.
        mailed: i64 => bigint,
        created: Moment => timestamp,
        /// Raised by every step of the sending.
        version: i64 => bigint,
    }
}

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[&NEWSLETTERS, &NEWSLETTER_DRAFTS, &NEWSLETTER_PICTURES],
    people: &[
        people(
            "newsletters",
            Given::In("newsletters.json"),
            Left::Stays("an organisation keeps what it has sent"),
        ),
        people(
            "newsletter_drafts",
            Given::In("newsletters.json"),
            Left::Stays("an organisation goes on with what is written in its name"),
        ),
    ],
    checks: &[|check| Box::pin(check.newsletters()), |check| Box::pin(check.newsletter_pictures())],
    ..Area::named("newsletters")
};
