//! Suggestions on the wire.

use serde::Serialize;
use utoipa::ToSchema;

pub use crate::area::found::Suggestion;

/// Suggestions of one group, the best first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SuggestionGroup {
    /// Of a signed-in person first what is theirs: Kontakter och kollegor, Kanaler, I mina kalendrar, Meddelanden. Then
    /// Personer, Organisationer, Händelser, Platser, Namnsdagar, Helgdagar, Temadagar, Aftnar, Flaggdagar: in this order.
    pub group: &'static str,
    pub content: Vec<Suggestion>,
}

/// What was found, by group; groups without anything are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Suggestions {
    pub groups: Vec<SuggestionGroup>,
}
