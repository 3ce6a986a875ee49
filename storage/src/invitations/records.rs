//! Records of invitations, links and batches.
//!
//! An address has one row in an organisation, whoever invites it and how often: of those who invite it together one makes the
//! invitation and the others find it. Everything here ends by itself: an invitation some months after its term.

use serde::{Deserialize, Serialize};

use crate::entities::RelationType;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::record;
use crate::platform::text_enum::text_enum;
use crate::platform::value::Json;

crate::ids! {
    /// An invitation to an address.
    InvitationId,
    /// A link by which many can come in.
    InviteLinkId,
    /// Many invitations that are sent together.
    InvitationBatchId,
}

text_enum! {
    /// Where an invitation stands. Only PENDING is left, and only once.
    InvitationState {
        Pending = "PENDING",
        Accepted = "ACCEPTED",
        Declined = "DECLINED",
        Revoked = "REVOKED",
        /// Its term is over. It is not stored: it follows from the term.
        Expired = "EXPIRED",
    }
}

text_enum! {
    /// What became of a row of a batch, or of the mail of an invitation.
    SendCode {
        /// Not sent yet.
        Waiting = "WAITING",
        /// The mail server has taken the mail.
        Sent = "SENT",
        /// The address stands further up in the list.
        Duplicate = "DUPLICATE",
        /// The address has an invitation that stands.
        Standing = "STANDING",
        /// The address wants no invitations.
        Unsubscribed = "UNSUBSCRIBED",
        /// Mails to the address came back lately.
        Resting = "RESTING",
        /// The batch was cancelled before.
        Cancelled = "CANCELLED",
        /// No mail address.
        InvalidEmail = "INVALID_EMAIL",
        /// No relation that is known.
        RoleUnknown = "ROLE_UNKNOWN",
        /// A relation that whoever invites may not give.
        RoleTooLow = "ROLE_TOO_LOW",
        /// The mail was refused for good.
        Refused = "REFUSED",
        /// The mail could not be delivered for days.
        Unreachable = "UNREACHABLE",
        /// Whoever invites may not do so any more.
        InviterLostRight = "INVITER_LOST_RIGHT",
    }
}

record! {
    /// An invitation of an address to an organisation.
    pub struct MailInvitation;
    pub(crate) static MAIL_INVITATIONS: "mail_invitations", Ascending, ttl;
    partition {
        entity_id: EntityId => bigint,
        /// As accounts have it: in lower case.
        address: String => text,
    }
    clustering {}
    columns {
        /// Raised by every change.
        version: i64 => bigint,
        invitation_id: InvitationId => bigint,
        relation_type: RelationType => text,
        state: InvitationState => text,
        /// The hash of the secret in its link.
        hash: String => text,
        /// The secret, encrypted: it is mailed again with a longer term.
        sealed: String => text,
        invited_by: UserId => bigint,
        first_name: Option<String> => text,
        message: Option<String> => text,
        /// Epoch milliseconds.
        created: i64 => timestamp,
        /// Epoch milliseconds from which it is EXPIRED.
        expires: i64 => timestamp,
        /// How often it was sent again.
        resent: i64 => int,
        /// Why it was not mailed; none: nothing is known against it.
        trouble: Option<SendCode> => text,
        /// The batch it came with.
        batch_id: Option<InvitationBatchId> => bigint,
        /// When it was answered or revoked.
        ended: Option<i64> => timestamp,
        accepted_by: Option<UserId> => bigint,
    }
}

record! {
    /// Finds an invitation by its id. An address that is invited anew has another id by then; what became of the earlier
    /// invitation stands here.
    pub struct InvitationPlace;
    pub(crate) static INVITATION_PLACES: "invitation_places", Ascending, ttl;
    partition {
        invitation_id: InvitationId => bigint,
    }
    clustering {}
    columns {
        entity_id: EntityId => bigint,
        address: String => text,
        hash: String => text,
        /// How it ended; none: it has not, or its term is over.
        ended: Option<InvitationState> => text,
    }
}

record! {
    /// The invitations of an organisation by age, in pieces of thirty days.
    pub(crate) struct ListedInvitation;
    pub(crate) static LISTED_INVITATIONS: "listed_invitations", Descending, ttl;
    partition {
        entity_id: EntityId => bigint,
        /// Thirty days each, since 1970.
        period: i64 => bigint,
    }
    clustering {
        invitation_id: InvitationId => bigint,
    }
    columns {
        address: String => text,
    }
}

record! {
    /// An invitation of an organisation that could not be mailed.
    pub(crate) struct RestingInvitation;
    pub(crate) static RESTING_INVITATIONS: "resting_invitations", Descending, ttl;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {
        invitation_id: InvitationId => bigint,
    }
    columns {
        address: String => text,
    }
}

record! {
    /// The organisations that have invited an address.
    pub(crate) struct Addressee;
    pub(crate) static INVITATION_ADDRESSEES: "invitation_addressees", Ascending, ttl;
    partition {
        address: String => text,
    }
    clustering {
        entity_id: EntityId => bigint,
    }
    columns {
        /// Epoch milliseconds.
        since: i64 => timestamp,
    }
}

text_enum! {
    /// What a person has to do with an invitation, link or batch.
    TraceKind {
        /// Invited the address.
        Invited = "INVITED",
        /// Accepted the invitation.
        Accepted = "ACCEPTED",
        /// Made the link.
        Link = "LINK",
        /// Came in by the link.
        Used = "USED",
        /// Made the batch.
        Batch = "BATCH",
    }
}

record! {
    /// What a person has invited, accepted or used: for their export and erasure.
    pub struct InvitationTrace;
    pub(crate) static INVITATION_TRACES: "invitation_traces", Ascending, ttl;
    partition {
        user_id: UserId => bigint,
    }
    clustering {
        /// Of the invitation, link or batch.
        id: i64 => bigint,
        kind: TraceKind => text,
    }
    columns {
        entity_id: EntityId => bigint,
        /// The invited address, of invitations.
        address: Option<String> => text,
    }
}

record! {
    /// An address to which no invitations are mailed for now. By a keyed hash, so that the list names nobody.
    pub struct MutedAddress;
    pub(crate) static MUTED_ADDRESSES: "muted_addresses", Ascending, ttl;
    partition {
        hash: String => text,
    }
    clustering {}
    columns {
        /// UNSUBSCRIBED: by its owner, for good. RESTING: mails to it came back.
        reason: SendCode => text,
    }
}

record! {
    /// Somebody who came in by a link.
    pub struct InviteLinkUse;
    pub(crate) static INVITE_LINK_USES: "invite_link_uses", Ascending has INVITE_LINKS;
    partition {
        link_id: InviteLinkId => bigint,
    }
    clustering {
        user_id: UserId => bigint,
    }
    columns {
        /// Epoch milliseconds.
        since: i64 => timestamp,
    }
}

record! {
    /// A link by which many can come in. Its uses lie in the same partition: who comes in is decided with their number.
    pub struct InviteLink;
    pub(crate) static INVITE_LINKS: "invite_links" of INVITE_LINK_USES;
    partition {
        link_id: InviteLinkId => bigint,
    }
    columns {
        /// Raised by every change.
        version: i64 => bigint,
        entity_id: EntityId => bigint,
        created_by: UserId => bigint,
        relation_type: RelationType => text,
        /// The hash of its secret.
        hash: String => text,
        /// The secret, encrypted: shown to those who manage the organisation.
        sealed: String => text,
        /// So many people can come in by it.
        max_uses: i64 => int,
        /// So many have.
        used: i64 => int,
        /// Epoch milliseconds.
        created: i64 => timestamp,
        /// Epoch milliseconds.
        expires: i64 => timestamp,
        revoked: bool => boolean,
    }
}

record! {
    /// The links of an organisation.
    pub(crate) struct ListedLink;
    pub(crate) static LISTED_INVITE_LINKS: "listed_invite_links", Descending;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {
        link_id: InviteLinkId => bigint,
    }
    columns {
        /// Epoch milliseconds.
        expires: i64 => timestamp,
    }
}

record! {
    /// Many invitations that are sent together. Its rows lie in portions.
    pub struct InvitationBatch;
    pub(crate) static INVITATION_BATCHES: "invitation_batches", Ascending, ttl;
    partition {
        batch_id: InvitationBatchId => bigint,
    }
    clustering {}
    columns {
        entity_id: EntityId => bigint,
        created_by: UserId => bigint,
        message: Option<String> => text,
        /// Number of rows.
        total: i64 => int,
        /// Number of portions.
        portions: i64 => int,
        /// Whether sending has begun.
        begun: bool => boolean,
        /// CANCELLED or INVITER_LOST_RIGHT: what is not sent yet is not sent.
        stopped: Option<SendCode> => text,
        /// Epoch milliseconds.
        created: i64 => timestamp,
        /// Epoch milliseconds until which it is kept.
        kept_until: i64 => timestamp,
    }
}

/// A row of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchRow {
    /// The address, or what stands in its place.
    pub email: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    /// None: it is not known which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relation_type: Option<RelationType>,
    pub code: SendCode,
    /// Attempts that the receiving side put off.
    #[serde(default)]
    pub tries: i64,
    /// Not before this moment (epoch milliseconds).
    #[serde(default)]
    pub due: i64,
}

/// How many rows of a batch, or of a portion, stand how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub waiting: i64,
    pub sent: i64,
    pub skipped: i64,
    pub failed: i64,
}

impl SendCode {
    /// Whether nothing went wrong, but nothing is sent either.
    pub fn is_skipped(self) -> bool {
        matches!(
            self,
            Self::Duplicate | Self::Standing | Self::Unsubscribed | Self::Resting | Self::Cancelled
        )
    }
}

impl Tally {
    /// Counts rows.
    pub fn of(rows: &[BatchRow]) -> Self {
        let mut tally = Self::default();
        for row in rows {
            *match row.code {
                SendCode::Waiting => &mut tally.waiting,
                SendCode::Sent => &mut tally.sent,
                code if code.is_skipped() => &mut tally.skipped,
                _ => &mut tally.failed,
            } += 1;
        }
        tally
    }

    /// Adds another tally.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            waiting: self.waiting + other.waiting,
            sent: self.sent + other.sent,
            skipped: self.skipped + other.skipped,
            failed: self.failed + other.failed,
        }
    }
}

record! {
    /// Some rows of a batch, in their order.
    pub struct BatchPortion;
    pub(crate) static INVITATION_PORTIONS: "invitation_portions", Ascending, ttl;
    partition {
        batch_id: InvitationBatchId => bigint,
    }
    clustering {
        portion: i64 => int,
    }
    columns {
        /// Raised by every change.
        version: i64 => bigint,
        /// Number of rows that are not sent yet.
        waiting: i64 => int,
        sent: i64 => int,
        skipped: i64 => int,
        failed: i64 => int,
        rows: Json<Vec<BatchRow>> => text,
    }
}

record! {
    /// A portion without its rows.
    pub struct PortionHead {
        portion: i64,
        waiting: i64,
        sent: i64,
        skipped: i64,
        failed: i64,
    }
}

impl PortionHead {
    /// Its numbers.
    pub fn tally(&self) -> Tally {
        Tally { waiting: self.waiting, sent: self.sent, skipped: self.skipped, failed: self.failed }
    }
}

record! {
    /// The batches of an organisation.
    pub(crate) struct ListedBatch;
    pub(crate) static LISTED_BATCHES: "listed_invitation_batches", Descending, ttl;
    partition {
        entity_id: EntityId => bigint,
    }
    clustering {
        batch_id: InvitationBatchId => bigint,
    }
    columns {
        /// Number of rows.
        total: i64 => int,
    }
}
