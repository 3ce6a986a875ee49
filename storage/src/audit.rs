//! Audit logs of organisations: who did which administrative act, and when. Append-only, kept two years.
//!
//! An entry is part of the same write as the act that it records. It is stored once for each way the log is read
//! ([`Facet`]), so that a page with a filter costs one range. It holds ids and short facts, never names of people,
//! addresses or the text of a message: what is shown of a person is looked up when it is read.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Storage;
use crate::platform::area::Given::In;
use crate::platform::area::Left::Stays;
use crate::platform::area::{Area, people};
use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::{EntityId, UserId};
use crate::platform::record::{Stored, record};
use crate::platform::text_enum::text_enum;
use crate::platform::value::{Json, json_cell};

/// How long an entry is kept, in seconds: two years, one of which may be a leap year.
pub const KEPT: u32 = 731 * 86_400;

crate::ids! {
    /// An entry of an audit log.
    AuditId,
}

text_enum! {
    /// What an entry records.
    AuditKind {
        EntityCreated = "ENTITY_CREATED",
        EntityChanged = "ENTITY_CHANGED",
        RoleChanged = "ROLE_CHANGED",
        MemberAdded = "MEMBER_ADDED",
        MemberRemoved = "MEMBER_REMOVED",
        MemberBanned = "MEMBER_BANNED",
        BanLifted = "BAN_LIFTED",
        ApplicationDenied = "APPLICATION_DENIED",
        OwnershipOffered = "OWNERSHIP_OFFERED",
        OwnershipTransferred = "OWNERSHIP_TRANSFERRED",
        InvitationSent = "INVITATION_SENT",
        InvitationRevoked = "INVITATION_REVOKED",
        InviteLinkMade = "INVITE_LINK_MADE",
        InviteLinkRevoked = "INVITE_LINK_REVOKED",
        InvitationBatchSent = "INVITATION_BATCH_SENT",
        InvitationBatchCancelled = "INVITATION_BATCH_CANCELLED",
        WorkspaceCreated = "WORKSPACE_CREATED",
        WorkspaceChanged = "WORKSPACE_CHANGED",
        WorkspaceImported = "WORKSPACE_IMPORTED",
        ChannelCreated = "CHANNEL_CREATED",
        ChannelChanged = "CHANNEL_CHANGED",
        ChannelArchived = "CHANNEL_ARCHIVED",
        ChannelUnarchived = "CHANNEL_UNARCHIVED",
        ModerationDecided = "MODERATION_DECIDED",
        WebhookCreated = "WEBHOOK_CREATED",
        WebhookRemoved = "WEBHOOK_REMOVED",
        TokenCreated = "TOKEN_CREATED",
        TokenRemoved = "TOKEN_REMOVED",
        ExportMade = "EXPORT_MADE",
        JobRetried = "JOB_RETRIED",
        AddressRetried = "ADDRESS_RETRIED",
        NewsletterSent = "NEWSLETTER_SENT",
        BookableCreated = "BOOKABLE_CREATED",
        BookableChanged = "BOOKABLE_CHANGED",
        BookableRemoved = "BOOKABLE_REMOVED",
        BookableGroupCreated = "BOOKABLE_GROUP_CREATED",
        BookableGroupChanged = "BOOKABLE_GROUP_CHANGED",
        BookableGroupRemoved = "BOOKABLE_GROUP_REMOVED",
        OpeningHoursChanged = "OPENING_HOURS_CHANGED",
        CoursePublished = "COURSE_PUBLISHED",
        CourseUnpublished = "COURSE_UNPUBLISHED",
        CourseArchived = "COURSE_ARCHIVED",
        CourseRemoved = "COURSE_REMOVED",
        CourseAccessChanged = "COURSE_ACCESS_CHANGED",
        PersonalTokenCreated = "PERSONAL_TOKEN_CREATED",
        PersonalTokenRevoked = "PERSONAL_TOKEN_REVOKED",
        VacationSettingsChanged = "VACATION_SETTINGS_CHANGED",
        LedgerSettingsChanged = "LEDGER_SETTINGS_CHANGED",
    }
}

text_enum! {
    /// The kind of thing that an entry is about, besides a person.
    AuditSubjectKind {
        Invitation = "INVITATION",
        InviteLink = "INVITE_LINK",
        InvitationBatch = "INVITATION_BATCH",
        Workspace = "WORKSPACE",
        Channel = "CHANNEL",
        Case = "CASE",
        Webhook = "WEBHOOK",
        Bot = "BOT",
        Job = "JOB",
        Newsletter = "NEWSLETTER",
        Bookable = "BOOKABLE",
        BookableGroup = "BOOKABLE_GROUP",
        Course = "COURSE",
        Token = "TOKEN",
    }
}

/// The thing that an entry is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = AuditSubject)]
pub struct AuditSubject {
    pub kind: AuditSubjectKind,
    pub id: i64,
    /// Its name at that time; null: it has none, or a person's.
    pub name: Option<String>,
}

json_cell!(AuditSubject);

/// Short facts by name, such as the role before and after.
pub type Facts = BTreeMap<String, String>;

record! {
    /// An entry, under one of the facets by which it is found.
    pub struct AuditEntry;
    pub(crate) static AUDIT: "audit", Descending, ttl;
    partition {
        entity_id: EntityId => bigint,
        /// [`Facet`] as text.
        facet: String => text,
    }
    clustering {
        audit_id: AuditId => bigint,
    }
    columns {
        kind: AuditKind => text,
        /// Who acted; none: an operator by the command line, or nobody.
        done_by: Option<UserId> => bigint,
        /// Whom it concerns.
        user_id: Option<UserId> => bigint,
        subject: Option<AuditSubject> => text,
        facts: Json<Facts> => text,
    }
}

/// Which entries are read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Facet {
    /// Those of one person; none: of everybody.
    pub actor: Option<UserId>,
    /// Those of one kind; none: of all.
    pub kind: Option<AuditKind>,
}

impl Facet {
    fn text(self) -> String {
        let actor = self.actor.map(|id| id.to_string()).unwrap_or_default();
        format!("{actor}/{}", self.kind.map_or("", AuditKind::as_str))
    }
}

impl AuditEntry {
    /// The writes that record it, to be part of the write of the act.
    pub fn writes(&self) -> Vec<Write> {
        let kinds = [None, Some(self.kind)];
        let all = kinds.map(|kind| Facet { actor: None, kind });
        let own = self.done_by.map(|id| kinds.map(|kind| Facet { actor: Some(id), kind }));
        let row = |facet: Facet| Self { facet: facet.text(), ..self.clone() }.row().insert_for(KEPT);
        all.into_iter().chain(own.into_iter().flatten()).map(row).collect()
    }
}

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[&AUDIT],
    people: &[people(
        "audit",
        In("administration.json"),
        Stays(
            "an organisation can see for two years that somebody acted; who has no name any more is a number",
        ),
    )],
    ..Area::named("audit")
};

/// The repository of audit logs.
#[derive(Clone)]
pub struct Audit {
    db: Db,
}

impl Audit {
    /// The repository over a store.
    pub fn of(storage: &Storage) -> Self {
        Self { db: Arc::clone(storage.engine()) }
    }

    /// A page of an organisation's log, newest first before one; and whether there are more.
    pub async fn page(
        &self,
        entity_id: EntityId,
        facet: Facet,
        before: Option<AuditId>,
        limit: usize,
    ) -> Result<(Vec<AuditEntry>, bool)> {
        let span = AuditEntry::of(entity_id, &facet.text()).before_any(before);
        self.db.page(span, limit).await
    }

    /// Stores an entry by itself: of an act that writes nothing else.
    pub async fn put(&self, entry: &AuditEntry) -> Result<()> {
        self.db.write(entry.writes()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract §11. Two years, whichever they are.
    #[test]
    fn an_entry_is_kept_for_two_years_under_each_facet() {
        let entry = AuditEntry {
            entity_id: EntityId(1),
            facet: String::new(),
            audit_id: AuditId(1),
            kind: AuditKind::RoleChanged,
            done_by: Some(UserId(1)),
            user_id: None,
            subject: None,
            facts: Json::default(),
        };
        let writes = entry.writes();
        assert_eq!(writes.len(), 4);
        for write in &writes {
            let Write::Insert { ttl: Some(seconds), .. } = write else { panic!("kept for ever: {write:?}") };
            assert!((731..=732).contains(&(seconds / 86_400)), "{seconds}");
        }
    }
}
