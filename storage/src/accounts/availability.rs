//! A person's temporary status and their quiet hours. The same JSON in their row and on the wire.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::platform::time::Moment;
use crate::platform::value::json_cell;

/// What a person says of themselves for a while.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Status {
    /// In a few words.
    pub text: Option<String>,
    /// One emoji.
    pub emoji: Option<String>,
    /// When it runs out; none: it stands until it is changed.
    pub until: Option<Moment>,
}

/// When a person is left alone: no push message and no mail, though the bell keeps everything.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Quiet {
    /// Days on which quiet hours begin: 1 is Monday, 7 Sunday; none: no quiet hours.
    #[schema(max_items = 7)]
    pub days: Vec<i8>,
    /// When they begin, `HH:MM` in Sweden.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "20:00")]
    pub from: String,
    /// When they end, the next day where that is not after `from`.
    #[schema(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "07:00")]
    pub to: String,
    /// Not to be disturbed until then, whatever the hour.
    pub until: Option<Moment>,
}

json_cell!(Status, Quiet);
