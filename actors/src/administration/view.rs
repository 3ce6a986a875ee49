//! Administration on the wire. Contract §11.4.

use serde::Serialize;
use storage::audit::{AuditId, AuditKind, AuditSubject, Facts};
use utoipa::ToSchema;

use crate::feed::view::Speaker;
use crate::platform::time::Moment;

/// An entry of an organisation's audit log.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditEntry)]
pub struct EntryView {
    pub id_audit: AuditId,
    pub created: Moment,
    pub kind: AuditKind,
    /// Who acted; null: an operator by the command line, or it happened by itself.
    pub actor: Option<Speaker>,
    /// Whom it concerns.
    pub person: Option<Speaker>,
    /// What it concerns.
    pub subject: Option<AuditSubject>,
    /// Short facts by name; of something that changed `old → new`.
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub facts: Facts,
}
