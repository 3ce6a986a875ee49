//! Guides on the wire.

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::guides::{GuideState, GuideStatus};
use utoipa::ToSchema;

use super::rules::Guide;
use crate::platform::time::Moment;

/// How far I have come in a guide.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Guide)]
pub struct GuideView {
    /// Without the ending `-guide`.
    pub guide_id: String,
    pub guide_name: &'static str,
    pub completed: bool,
    /// Must be seen; skipping it completes it.
    pub mandatory: bool,
    /// Null: not begun.
    pub state: Option<GuideState>,
    /// When the state last changed.
    pub since: Option<Moment>,
}

impl GuideView {
    pub fn new(guide: &Guide, status: Option<&GuideStatus>) -> Self {
        let state = status.map(|status| status.state);
        Self {
            guide_id: guide.id.clone(),
            guide_name: guide.name,
            completed: state == Some(GuideState::Completed),
            mandatory: guide.mandatory,
            state,
            since: status.map(|status| Moment(status.since)),
        }
    }
}

/// All guides: those of the product in the order of the help menu, then those of organisations that I have begun.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Guides)]
pub struct GuidesView {
    pub guides: Vec<GuideView>,
    pub has_completed_mandatory_guides: bool,
}

/// Why a guide is skipped.
#[derive(Debug, Clone, Default, Deserialize, Validate, ToSchema)]
#[serde(default)]
pub struct SkipGuide {
    #[garde(inner(length(chars, max = 200)))]
    #[schema(max_length = 200)]
    pub reason: Option<String>,
}
