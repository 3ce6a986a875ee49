//! Newsletters on the wire.

use storage::entities::Entity;
use storage::newsletters::{Newsletter, NewsletterAudience, NewsletterId, NewsletterState};

use crate::prelude::*;

/// A newsletter to send.
#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct NewNewsletter {
    #[garde(length(chars, min = 1, max = super::rules::SUBJECT))]
    #[schema(min_length = 1, max_length = 120)]
    pub subject: String,
    /// Markdown, as in messages.
    #[garde(length(chars, min = 1, max = super::rules::BODY))]
    #[schema(min_length = 1, max_length = 10000)]
    pub body: String,
    #[garde(skip)]
    pub audience: NewsletterAudience,
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
            sending: None,
        }
    }
}
