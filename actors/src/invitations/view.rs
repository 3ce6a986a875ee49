//! Invitations, links and batches on the wire.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::entities::{Entity, EntityType, RelationType};
use storage::ids::{EntityId, UserId};
use storage::invitations::{
    BatchRow, InvitationBatch, InvitationBatchId, InvitationId, InvitationState, InviteLink, InviteLinkId,
    MailInvitation, SendCode, Tally,
};
use storage::time::Moment;
use utoipa::ToSchema;

use super::rules;
use crate::entities::view::{InvitationKind, SentInvitationView, picture};

/// Somebody whom an organisation has invited: an address (with `idEntityInvitation` and `email`), or a person here (with
/// `userId`), who has not answered.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EntityInvitation)]
pub struct EntityInvitationView {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id_entity_invitation: Option<InvitationId>,
    pub id_entity: EntityId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    /// What whoever is invited becomes.
    pub relation_type: RelationType,
    /// The same as `relationType`.
    pub tx_relation_type: RelationType,
    pub kind: InvitationKind,
    pub state: InvitationState,
    pub created: Moment,
    pub expires: Moment,
    /// How often it was sent again.
    pub resent: i64,
    /// May it be sent again?
    pub can_resend: bool,
    /// Why it was not mailed; absent: nothing is known against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<SendCode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<UserId>,
    /// Null: an address, or a person who does not let themselves be found.
    pub display_name: Option<String>,
}

impl EntityInvitationView {
    pub fn new(invitation: &MailInvitation, now: i64) -> Self {
        Self {
            id_entity_invitation: Some(invitation.invitation_id),
            id_entity: invitation.entity_id,
            email: Some(invitation.address.clone()),
            first_name: invitation.first_name.clone(),
            relation_type: invitation.relation_type,
            tx_relation_type: invitation.relation_type,
            kind: invitation.relation_type.into(),
            state: rules::state(invitation, now),
            created: Moment(invitation.created),
            expires: Moment(invitation.expires),
            resent: invitation.resent,
            can_resend: rules::resend(invitation, now).is_ok(),
            trouble: invitation.trouble,
            user_id: None,
            display_name: None,
        }
    }

    /// A person here who was invited by their id.
    pub fn of_person(id_entity: EntityId, sent: SentInvitationView) -> Self {
        Self {
            id_entity_invitation: None,
            id_entity,
            email: None,
            first_name: None,
            relation_type: sent.tx_relation_type,
            tx_relation_type: sent.tx_relation_type,
            kind: sent.kind,
            state: InvitationState::Pending,
            created: sent.created,
            expires: sent.expires,
            resent: 0,
            can_resend: false,
            trouble: None,
            user_id: Some(sent.user_id),
            display_name: sent.display_name,
        }
    }
}

/// An invited address that could not be mailed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RestingAddress)]
pub struct RestingView {
    pub id_entity_invitation: InvitationId,
    pub email: String,
    /// RESTING, REFUSED or UNREACHABLE.
    pub trouble: SendCode,
    /// When it was invited.
    pub since: Moment,
    pub tx_relation_type: RelationType,
}

/// An address to invite.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewEntityInvitation)]
pub struct NewInvitation {
    #[garde(length(chars, max = 254))]
    #[schema(max_length = 254, example = "ny@example.se")]
    pub email: String,
    /// What they become by accepting: nothing above one's own level.
    #[garde(skip)]
    pub relation_type: RelationType,
    /// Stands in the mail, without links.
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500)]
    pub message: Option<String>,
    /// Whom the mail greets.
    #[garde(inner(length(chars, max = 60)))]
    #[schema(max_length = 60)]
    pub first_name: Option<String>,
}

/// How somebody is invited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum InvitedBy {
    /// By mail, to the address in `email`, which alone can answer.
    Mail,
    /// By a link, which anybody who has it can use.
    Link,
}

/// An invitation as whoever has its link sees it. Whether the address has an account is not told.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenInvitation)]
pub struct OpenInvitationView {
    pub kind: InvitedBy,
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    pub entity_type: EntityType,
    pub image: Option<String>,
    /// What one becomes by accepting.
    pub relation_type: RelationType,
    /// The name of who invites.
    pub invited_by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    pub expires: Moment,
}

impl OpenInvitationView {
    pub fn of_mail(invitation: &MailInvitation, entity: &Entity, invited_by: String) -> Self {
        let expires = Moment(invitation.expires);
        Self {
            message: invitation.message.clone(),
            email: Some(invitation.address.clone()),
            first_name: invitation.first_name.clone(),
            ..Self::new(InvitedBy::Mail, entity, invitation.relation_type, invited_by, expires)
        }
    }

    pub fn of_link(link: &InviteLink, entity: &Entity, invited_by: String) -> Self {
        Self::new(InvitedBy::Link, entity, link.relation_type, invited_by, Moment(link.expires))
    }

    fn new(
        kind: InvitedBy,
        entity: &Entity,
        relation_type: RelationType,
        invited_by: String,
        expires: Moment,
    ) -> Self {
        Self {
            kind,
            id_entity: entity.entity_id,
            entity_name: entity.entity_name.clone(),
            entity_slug: entity.entity_slug.clone(),
            entity_type: entity.entity_type,
            image: picture(entity),
            relation_type,
            invited_by,
            message: None,
            email: None,
            first_name: None,
            expires,
        }
    }
}

/// A link to make.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewInviteLink {
    /// Never OWNER, ADMINISTRATOR or MODERATOR.
    #[garde(skip)]
    pub relation_type: RelationType,
    /// So many people can come in by it.
    #[garde(range(min = 1, max = rules::LINK_USES))]
    #[schema(minimum = 1, maximum = 10000, example = 30)]
    pub max_uses: i64,
    /// Within a year from now.
    #[garde(skip)]
    pub expires: Moment,
}

/// A link by which many can come in, for those who manage the organisation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InviteLink)]
pub struct LinkView {
    pub id_invite_link: InviteLinkId,
    pub id_entity: EntityId,
    pub relation_type: RelationType,
    pub max_uses: i64,
    /// So many people have come in by it; each counts once.
    pub used: i64,
    pub created: Moment,
    pub expires: Moment,
    /// Does it lead in somebody new?
    pub open: bool,
    /// The address, to be passed on or shown as a QR code; null once it leads nowhere.
    pub url: Option<String>,
}

impl LinkView {
    pub fn new(link: &InviteLink, url: Option<String>, now: i64) -> Self {
        let open = rules::open_link(link, false, now).is_ok();
        Self {
            id_invite_link: link.link_id,
            id_entity: link.entity_id,
            relation_type: link.relation_type,
            max_uses: link.max_uses,
            used: link.used,
            created: Moment(link.created),
            expires: Moment(link.expires),
            open,
            url: url.filter(|_| open),
        }
    }
}

/// Somebody to invite among many. What cannot be used is told by the row's code and keeps nobody else out.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewBatchRow {
    #[schema(example = "ny@example.se")]
    pub email: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    /// A relation's code or its Swedish name; absent: that of the batch.
    pub relation_type: Option<String>,
}

/// Many to invite, as JSON.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewInvitationBatch)]
pub struct NewBatch {
    /// At most 10,000.
    #[schema(min_items = 1, max_items = 10000)]
    pub rows: Vec<NewBatchRow>,
    /// Stands in each mail, without links.
    #[schema(max_length = 500)]
    pub message: Option<String>,
}

/// A row of a batch.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvitationBatchRow)]
pub struct RowView {
    /// From 1.
    pub row: usize,
    pub email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    /// Null: it is not known which.
    pub relation_type: Option<RelationType>,
    pub code: SendCode,
}

impl RowView {
    pub fn new(at: usize, row: BatchRow) -> Self {
        Self {
            row: at + 1,
            email: row.email,
            first_name: row.first_name,
            last_name: row.last_name,
            relation_type: row.relation_type,
            code: row.code,
        }
    }
}

/// What a list would become.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvitationBatchPreview)]
pub struct PreviewView {
    pub total: usize,
    /// Rows that can be sent.
    pub good: usize,
    pub rows: Vec<RowView>,
}

/// How far a batch is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BatchStatus {
    Queued,
    Running,
    /// Every row says what became of it.
    Completed,
    /// It was ended before, because whoever invites may not do so any more.
    Failed,
}

/// A batch: `total` is `sent`, `skipped`, `failed` and `waiting` together.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvitationBatch)]
pub struct BatchView {
    pub id_batch_invitation: InvitationBatchId,
    pub id_entity: EntityId,
    pub status: BatchStatus,
    pub total: i64,
    pub sent: i64,
    pub skipped: i64,
    pub failed: i64,
    pub waiting: i64,
    pub created: Moment,
    /// CANCELLED, or INVITER_LOST_RIGHT: what was not sent then is not sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<SendCode>,
    pub rows: Vec<RowView>,
    /// Where the rows go on; absent: they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<i64>,
}

impl BatchView {
    pub fn new(batch: &InvitationBatch, tally: Tally) -> Self {
        let Tally { waiting, sent, skipped, failed } = tally;
        Self {
            id_batch_invitation: batch.batch_id,
            id_entity: batch.entity_id,
            status: status(batch, tally),
            total: batch.total,
            sent,
            skipped,
            failed,
            waiting,
            created: Moment(batch.created),
            stopped: batch.stopped,
            rows: Vec::new(),
            cursor: None,
        }
    }
}

/// How far a batch is, by its rows. What was wrong from the beginning does not make it run.
fn status(batch: &InvitationBatch, tally: Tally) -> BatchStatus {
    match (tally.waiting, batch.stopped) {
        (0, Some(SendCode::InviterLostRight)) => BatchStatus::Failed,
        (0, _) => BatchStatus::Completed,
        (_, None) if tally.sent == 0 && !batch.begun => BatchStatus::Queued,
        _ => BatchStatus::Running,
    }
}
