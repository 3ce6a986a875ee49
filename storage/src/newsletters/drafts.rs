//! Drafts of newsletters, and the pictures that drafts and sent newsletters show.

use super::{NewsletterAudience, NewsletterId};
use crate::files::pictures_in;
use crate::platform::engine::Write;
use crate::platform::ids::AttachmentId;
use crate::platform::record::Stored;
use crate::prelude::*;

record! {
    /// A newsletter that is being written, by whoever manages its organisation. Deleted when it is sent.
    pub struct NewsletterDraft;
    pub(crate) static NEWSLETTER_DRAFTS: "newsletter_drafts", Descending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {
        draft_id: NewsletterId => bigint,
    }
    columns {
        /// Who began it.
        author_id: UserId => bigint,
        /// Who changed it last.
        changed_by: UserId => bigint,
        /// May be empty, as the text may.
        subject: String => text,
        body: String => text,
        audience: NewsletterAudience => text,
        created: Moment => timestamp,
        changed: Moment => timestamp,
        /// Raised by every change, and asked for by the next and by sending.
        version: i64 => bigint,
    }
}

record! {
    /// A picture that a draft or a newsletter shows: a file of the organisation
    /// ([`crate::files::FileSubject::Newsletter`]). Written with the text, so that no text is read for a picture.
    pub struct NewsletterPicture;
    pub(crate) static NEWSLETTER_PICTURES: "newsletter_pictures", Descending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {
        attachment_id: AttachmentId => bigint,
        /// The newsletter, or the draft.
        newsletter_id: NewsletterId => bigint,
    }
    columns {
        /// Who reads it there; none: it is a draft.
        audience: Option<NewsletterAudience> => text,
    }
}

/// A text and whose it is: of a draft or a newsletter.
#[derive(Debug, Clone, Copy)]
pub struct Showing<'a> {
    pub entity_id: EntityId,
    pub newsletter_id: NewsletterId,
    /// None: of a draft.
    pub audience: Option<NewsletterAudience>,
    pub body: &'a str,
}

impl Showing<'_> {
    /// The rows of its pictures.
    pub fn rows(&self) -> Vec<NewsletterPicture> {
        let Self { entity_id, newsletter_id, audience, .. } = *self;
        let row = |attachment_id| NewsletterPicture { entity_id, attachment_id, newsletter_id, audience };
        pictures_in(self.body).into_iter().map(row).collect()
    }

    /// The writes that remember which of these pictures it shows.
    pub fn shows(&self, own: &[AttachmentId]) -> Vec<Write> {
        self.rows().iter().filter(|row| own.contains(&row.attachment_id)).map(Stored::insert).collect()
    }
}

impl NewsletterDraft {
    /// Its text.
    pub fn showing(&self) -> Showing<'_> {
        let Self { entity_id, draft_id, body, .. } = self;
        Showing { entity_id: *entity_id, newsletter_id: *draft_id, audience: None, body }
    }
}

impl super::Newsletter {
    /// Its text.
    pub fn showing(&self) -> Showing<'_> {
        let Self { entity_id, newsletter_id, audience, body, .. } = self;
        Showing { entity_id: *entity_id, newsletter_id: *newsletter_id, audience: Some(*audience), body }
    }
}
