//! Newsletters on the wire.

use storage::entities::Entity;
use storage::files::StoredFile;
use storage::ids::AttachmentId;
use storage::newsletters::{Newsletter, NewsletterAudience, NewsletterDraft, NewsletterId, NewsletterState};

use crate::prelude::*;

/// A newsletter to send.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewNewsletter {
    #[garde(length(chars, min = 1, max = super::rules::SUBJECT))]
    #[schema(min_length = 1, max_length = 120)]
    pub subject: String,
    /// Markdown, as in messages; a line `![what is to be seen](bild:{id})` is one of the organisation's pictures.
    #[garde(length(chars, min = 1, max = super::rules::BODY))]
    #[schema(min_length = 1, max_length = 10000)]
    pub body: String,
    #[garde(skip)]
    pub audience: NewsletterAudience,
    /// The draft that it was, which goes as it is sent.
    #[garde(skip)]
    pub id_draft: Option<NewsletterId>,
    /// The version of that draft.
    #[garde(inner(range(min = 0, max = 9_007_199_254_740_991)))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
}

/// A draft to begin.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[schema(as = NewNewsletterDraft)]
pub struct NewDraft {
    #[garde(length(chars, max = super::rules::SUBJECT))]
    #[schema(max_length = 120)]
    pub subject: String,
    #[garde(length(chars, max = super::rules::BODY))]
    #[schema(max_length = 10000)]
    pub body: String,
    #[garde(skip)]
    pub audience: NewsletterAudience,
}

/// A draft as it is written now.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[schema(as = ChangeNewsletterDraft)]
pub struct ChangeDraft {
    #[garde(length(chars, max = super::rules::SUBJECT))]
    #[schema(max_length = 120)]
    pub subject: String,
    #[garde(length(chars, max = super::rules::BODY))]
    #[schema(max_length = 10000)]
    pub body: String,
    #[garde(skip)]
    pub audience: NewsletterAudience,
    /// The one that was read.
    #[garde(range(min = 0, max = 9_007_199_254_740_991))]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
}

/// A newsletter that is being written.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewsletterDraft)]
pub struct DraftView {
    pub id_draft: NewsletterId,
    pub id_entity: EntityId,
    pub subject: String,
    /// Absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub body: Option<String>,
    pub audience: NewsletterAudience,
    pub created: Moment,
    pub changed: Moment,
    /// Who changed it last.
    pub changed_by: String,
    pub version: i64,
    /// Those that the text shows; none in lists.
    pub pictures: Vec<PictureView>,
}

impl DraftView {
    pub(super) fn new(
        draft: &NewsletterDraft,
        changed_by: String,
        body: Option<String>,
        pictures: Vec<PictureView>,
    ) -> Self {
        Self {
            id_draft: draft.draft_id,
            id_entity: draft.entity_id,
            subject: draft.subject.clone(),
            body,
            audience: draft.audience,
            created: draft.created,
            changed: draft.changed,
            changed_by,
            version: draft.version,
            pictures,
        }
    }
}

/// All drafts of an organisation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NewsletterDrafts)]
pub struct DraftsView {
    pub content: Vec<DraftView>,
}

/// A picture of an organisation's newsletters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = NewsletterPicture)]
pub struct PictureView {
    /// What a text names it by.
    pub id: AttachmentId,
    /// Pixels.
    pub width: i64,
    pub height: i64,
    /// A JPEG of it; `?w=` is its width in pixels, rounded up to 240, 480, 960 or 1920.
    pub url: String,
}

impl PictureView {
    pub(super) fn of(entity_id: EntityId, file: &StoredFile) -> Self {
        Self {
            id: file.attachment_id,
            width: file.width.unwrap_or_default(),
            height: file.height.unwrap_or_default(),
            url: format!("/api/v1/entities/{entity_id}/newsletter-pictures/{}", file.attachment_id),
        }
    }
}

/// A newsletter.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Newsletter)]
pub struct NewsletterView {
    pub id_newsletter: NewsletterId,
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    pub subject: String,
    /// Absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub body: Option<String>,
    pub audience: NewsletterAudience,
    pub created: Moment,
    /// Those that the text shows; none in lists.
    pub pictures: Vec<PictureView>,
    /// How its sending stands; absent for readers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub sending: Option<SendingView>,
}

/// How the sending of a newsletter stands, for those who manage the organisation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewsletterSending)]
pub struct SendingView {
    /// STOPPED: whoever wrote it lost the right to send it.
    pub state: NewsletterState,
    pub written_by: String,
    /// How many have it in their bell.
    pub nr_recipients: i64,
    /// How many of those get it by mail as well; the others have switched that off.
    pub nr_mailed: i64,
}

impl NewsletterView {
    pub fn new(newsletter: Newsletter, entity: &Entity) -> Self {
        Self {
            id_newsletter: newsletter.newsletter_id,
            id_entity: newsletter.entity_id,
            entity_name: entity.entity_name.clone(),
            entity_slug: entity.entity_slug.clone(),
            subject: newsletter.subject,
            body: Some(newsletter.body),
            audience: newsletter.audience,
            created: newsletter.created,
            pictures: Vec::new(),
            sending: None,
        }
    }
}
