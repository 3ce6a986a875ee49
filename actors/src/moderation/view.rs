//! Moderation on the wire. Contract §6.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::{CaseId, CaseStepId, EntityId, ReportId};
use storage::moderation::{CaseAction, CaseState, Outcome, ReportTarget};
use utoipa::ToSchema;

use super::rules::Ability;
pub use crate::area::TargetId;
use crate::feed::view::Speaker;
use crate::platform::time::Moment;

/// A report to come.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewReport {
    #[garde(skip)]
    pub target_type: ReportTarget,
    #[garde(skip)]
    pub target_id: TargetId,
    /// What is wrong with it.
    #[garde(length(chars, min = 1, max = 500))]
    #[schema(min_length = 1, max_length = 500)]
    pub reason: String,
}

/// That something was reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reported {
    /// The same for the same person and case.
    pub id_report: ReportId,
    pub id_case: CaseId,
}

/// What one person has reported.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = CaseReport)]
pub struct ReportView {
    pub reason: String,
    pub created: Moment,
    pub reporter: Speaker,
}

/// What an author says against a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CaseObjection)]
pub struct ObjectionView {
    pub text: String,
    pub created: Moment,
}

/// What stands in a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = CaseTargetType)]
pub enum TargetType {
    Message,
    Post,
    Comment,
    Article,
    Infopoint,
    Person,
    /// A message that waits for a moderator: it is no case, and approved or rejected by its own calls.
    WaitingMessage,
}

impl From<ReportTarget> for TargetType {
    fn from(target: ReportTarget) -> Self {
        match target {
            ReportTarget::Message => Self::Message,
            ReportTarget::Post => Self::Post,
            ReportTarget::Comment => Self::Comment,
            ReportTarget::Article => Self::Article,
            ReportTarget::Infopoint => Self::Infopoint,
            ReportTarget::Person => Self::Person,
        }
    }
}

/// A case, or a waiting message, as who decides sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModerationCase)]
pub struct CaseView {
    /// Null: a waiting message.
    pub id_case: Option<CaseId>,
    pub id_entity: EntityId,
    pub target_type: TargetType,
    pub target_id: TargetId,
    pub state: CaseState,
    /// Of the last decision; null: there was none.
    pub outcome: Option<Outcome>,
    /// People who have reported it.
    pub nr_reports: i64,
    /// The first twenty.
    pub reports: Vec<ReportView>,
    /// Null: nobody's any more.
    pub author: Option<Speaker>,
    /// The text as it is now; null: it is gone, or there is none (a person).
    pub content: Option<String>,
    pub created: Moment,
    pub closed: Option<Moment>,
    /// Who decided.
    pub moderator: Option<Speaker>,
    pub objection: Option<ObjectionView>,
    /// Where it is, on this site.
    pub path: Option<String>,
    /// What the reader may decide.
    pub abilities: Vec<Ability>,
}

/// A decision.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// Kept in the log; of a warning told to the author.
    #[serde(default)]
    #[garde(length(chars, max = 1000))]
    #[schema(max_length = 1000)]
    pub note: String,
}

/// An objection to come.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewObjection {
    #[garde(length(chars, min = 1, max = 1000))]
    #[schema(min_length = 1, max_length = 1000)]
    pub text: String,
}

/// What was decided about something of mine.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnCase {
    pub id_case: CaseId,
    pub target_type: TargetType,
    pub target_id: TargetId,
    pub outcome: Option<Outcome>,
    /// My text as it is now; null: it is gone.
    pub content: Option<String>,
    pub closed: Option<Moment>,
    pub objection: Option<ObjectionView>,
    /// Whether I may ask for another look.
    pub can_object: bool,
    pub path: Option<String>,
}

/// A step of what was decided.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModerationStep)]
pub struct StepView {
    pub id_step: CaseStepId,
    pub created: Moment,
    /// Null: the author's own step.
    pub moderator: Option<Speaker>,
    /// Whose it is that the case is about. Null: nobody's any more, or a message that waited.
    pub author: Option<Speaker>,
    pub action: CaseAction,
    /// Null: a message that waited.
    pub id_case: Option<CaseId>,
    pub target_type: TargetType,
    pub target_id: TargetId,
    pub note: String,
}

/// How much waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpenCases {
    /// Up to 100.
    pub open: usize,
}
