//! `/api/v1/chat/search`

use actix_web::get;
use actix_web::web::Data;
use actors::Platform;
use actors::chat::view::FoundMessages;
use actors::chat::{self, Before, Wanted};
use actors::platform::error::Refusal;
use garde::Validate;
use serde::Deserialize;
use storage::ids::{ChannelId, MessageId, UserId, WorkspaceId};
use storage::search::messages::Has;
use utoipa::IntoParams;

use crate::platform::answer::{Answer, Problems, Success, success};
use crate::platform::auth::who::SignedIn;
use crate::platform::extract::ValidQuery;

/// What to look for.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct WhichMessages {
    /// Every word of it is in the message or in the name of one of its files: as it is, as Swedish inflects it, or (from three
    /// letters on) begun. 1–200 characters; may be left out where `has` says what is looked for.
    #[garde(length(chars, min = 1, max = 200))]
    #[param(min_length = 1, max_length = 200)]
    q: Option<String>,
    /// Only what has a picture, another file, or an address in its text.
    #[garde(skip)]
    #[param(inline)]
    has: Option<Has>,
    /// Only in this workspace.
    #[garde(skip)]
    workspace_id: Option<WorkspaceId>,
    /// Only in this channel.
    #[garde(skip)]
    channel_id: Option<ChannelId>,
    /// Only what this person wrote.
    #[garde(skip)]
    from: Option<UserId>,
    /// Only what is older than a message (its id) or a day (`YYYY-MM-DD`, its beginning in Sweden).
    #[garde(skip)]
    #[param(max_length = 16)]
    before: Option<String>,
    /// `cursor` of the page before: the same as `before`.
    #[garde(skip)]
    cursor: Option<MessageId>,
    /// 1–50.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 50))]
    #[param(minimum = 1, maximum = 50)]
    limit: usize,
}

fn twenty() -> usize {
    20
}

/// Messages that hold the words, newest first, in what I may read now. 10 a second; 503 `SEARCH_UNAVAILABLE` while the search is away.
#[utoipa::path(tag = "chat", params(WhichMessages), responses((status = 200, body = Success<FoundMessages>), Problems))]
#[get("/api/v1/chat/search")]
pub async fn search(
    platform: Data<Platform>,
    who: SignedIn,
    which: ValidQuery<WhichMessages>,
) -> Answer<Success<FoundMessages>> {
    let WhichMessages { q, has, workspace_id, channel_id, from, before, cursor, limit } = which.0;
    if q.is_none() && has.is_none() {
        return Err(Refusal::field("q", "REQUIRED", "Skriv vad du söker.").into());
    }
    let unreadable =
        |()| Refusal::field("before", "INVALID", "Ange ett meddelandes id eller ett datum (2026-05-14).");
    let before = before.map(|text| text.parse::<Before>().map_err(unreadable)).transpose()?;
    let before = cursor.map(Before::Message).or(before);
    let text = q.unwrap_or_default();
    let wanted = Wanted { text, has, workspace_id, channel_id, from, before, limit };
    Ok(success(chat::search(&platform, &who.0, wanted).await?))
}
