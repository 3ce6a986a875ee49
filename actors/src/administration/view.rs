//! Administration on the wire. Contract §11.4.

use serde::Serialize;
use storage::audit::{AuditId, AuditKind, AuditSubject, Facts};
use storage::entities::EntityType;
use storage::ids::{EntityId, JobId};
use storage::time::Day;
use utoipa::ToSchema;

use crate::entities::view::RelationView;
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

/// Somebody related to an organisation, as its administrators see them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdministeredPerson)]
pub struct PersonView {
    #[serde(flatten)]
    pub relation: RelationView,
    /// The day (in Sweden) on which they last used the service; null: not within thirty days, or not shown.
    #[schema(value_type = Option<String>, format = Date)]
    pub last_seen: Option<Day>,
}

/// What administrators see first.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Administration)]
pub struct SummaryView {
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    /// It stands for the platform itself.
    pub is_platform: bool,
    pub storage: StorageView,
    /// Jobs that were given up; of the platform: of everybody.
    pub failed_jobs: usize,
    /// Invited addresses whose mails came back, up to 100.
    pub resting_addresses: usize,
}

/// What an organisation stores.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdministeredStorage)]
pub struct StorageView {
    pub used_bytes: i64,
    pub most_bytes: i64,
    pub areas: Vec<StoredAreaView>,
}

/// What an area stores of an organisation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoredArea)]
pub struct StoredAreaView {
    pub area: &'static str,
    /// Null: it is not counted in bytes.
    pub bytes: Option<i64>,
    /// How many things; null: they are not counted.
    pub count: Option<i64>,
    /// How many there can be; null: any number.
    pub most: Option<i64>,
}

/// A job that was given up.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FailedJob)]
pub struct FailedJobView {
    pub id_job: JobId,
    pub kind: String,
    pub tries: i64,
    pub due: Moment,
    pub failed: Moment,
    /// Whose it is; null: the platform's own.
    pub id_entity: Option<EntityId>,
    /// What it failed by; only the platform's administrators read it.
    pub error: Option<String>,
}

/// An organisation, as the platform's administrators see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdministeredEntity)]
pub struct AdministeredEntityView {
    pub id_entity: EntityId,
    pub entity_name: String,
    pub entity_slug: String,
    pub entity_type: EntityType,
    pub image: Option<String>,
    pub created: Moment,
    /// Null: nobody owns it any more.
    pub owner: Option<Speaker>,
    /// The first five besides the owner.
    pub administrators: Vec<Speaker>,
    /// Of files.
    pub used_bytes: i64,
}

/// Limits and quotas in force.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlatformLimits)]
pub struct LimitsView {
    /// Empty: they are off.
    pub limits: Vec<LimitView>,
    pub quotas: Vec<QuotaView>,
}

/// A rate limit.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlatformLimit)]
pub struct LimitView {
    pub name: &'static str,
    /// As in the settings: `10/s,30` is ten a second, and 30 at once.
    #[schema(example = "10/s,30")]
    pub rate: String,
}

/// How much one person or organisation may have.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlatformQuota)]
pub struct QuotaView {
    pub name: &'static str,
    pub value: i64,
}

/// What an organisation did in a span of days.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EntityActivity)]
pub struct ActivityView {
    pub from: Day,
    /// Yesterday: a day is counted in the night after it.
    pub to: Day,
    /// Every day of the span, oldest first.
    pub days: Vec<ActivityDayView>,
    /// What else is counted, in the order of the areas.
    pub series: Vec<ActivitySeriesView>,
}

/// How often something was done in an organisation, day by day.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EntityActivitySeries)]
pub struct ActivitySeriesView {
    /// `EVENTS_CREATED`, `BOOKINGS_CREATED`, `TASKS_COMPLETED`, `INVITATIONS_ACCEPTED`, `POSTS_PUBLISHED`, `ARTICLES_PUBLISHED`,
    /// `COURSES_COMPLETED`; further areas may add theirs.
    pub kind: &'static str,
    /// One number for each of `days`.
    pub counts: Vec<i64>,
}

/// A day of an organisation, in Sweden.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EntityActivityDay)]
pub struct ActivityDayView {
    pub date: Day,
    /// Written in its channels.
    pub messages: i64,
    /// How many wrote some.
    pub active_members: i64,
}
