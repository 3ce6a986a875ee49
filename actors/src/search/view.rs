//! Suggestions on the wire.

use serde::Serialize;
use storage::time::{Day, Moment};
use utoipa::ToSchema;

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// Its address is `/{slug}`: a name of a person or organisation, or `ortskalendrar/linkoping`, `helgdagar/juldagen`,
    /// `event/{eventUUID}`, `infopoint/{idInfopoint}`.
    /// A locality's is its municipality's.
    pub slug: String,
    pub name: String,
    /// person; company, association, school, region, tourism_agency, embassy, government, organization; kommun, tatort, infopoint;
    /// nameday, holiday, themeday, unday, eves, flagdays; event; channel, message.
    #[serde(rename = "type")]
    pub kind: String,
    /// A municipality's county; an infopoint's municipality; a locality's municipality (`Tätort i Luleå kommun`); a person's municipality where they
    /// show it; the name of the place where an event takes place.
    pub location: Option<String>,
    pub img_url: Option<String>,
    /// When an event begins; of a series the next one that is not over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub start: Option<Moment>,
    /// The first day of an event that lasts all day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub start_date: Option<Day>,
    /// The heading it stands under, in Swedish.
    pub group: &'static str,
}

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
