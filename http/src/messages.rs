//! Direct messages: `/api/v1/messages`.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use actix_web::{get, post};
use actors::Platform;
use actors::chat::direct::Correspondent;
use actors::chat::view::{MarkRead, ReadState};
use actors::messages;
use actors::messages::view::{ConversationView, NewConversation};
use actors::platform::error::Refusal;
use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::{ChannelId, MessageId};
use utoipa::{IntoParams, ToSchema};

use crate::platform::answer::{Answer, Bare, Problems, Success, success};
use crate::platform::area::Area;
use crate::platform::auth::who::SignedIn;
use crate::platform::codes::LIMITED;
use crate::platform::extract::{Valid, ValidQuery};
use crate::platform::idempotency::Once;

/// The area's declaration for http.
pub static AREA: Area = Area {
    about: Some("Direct messages between people"),
    routes: |config| {
        config
            .service(conversations)
            .service(open)
            .service(conversation)
            .service(mark_read)
            .service(unread)
            .service(people);
    },
    codes: &[
        ("messages_conversations_open", &[(403, &["MAY_NOT_MESSAGE"]), (429, &[LIMITED])]),
        ("messages_people_people", &[(429, &[LIMITED])]),
        ("messages_conversations_conversation", &[(403, &["ACCESS_DENIED"])]),
        ("messages_read_mark_read", &[(403, &["ACCESS_DENIED"])]),
    ],
    ..Area::of(&storage::messages::AREA, &messages::AREA)
};

/// Which page of my conversations.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichConversations {
    /// `next` of the page before.
    #[garde(inner(length(chars, max = 40)))]
    #[param(max_length = 40)]
    before: Option<String>,
    /// `cursor` of the page before: the same as `before`.
    #[garde(inner(length(chars, max = 40)))]
    #[param(max_length = 40)]
    cursor: Option<String>,
    /// 1–100.
    #[serde(default = "thirty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    limit: usize,
}

fn thirty() -> usize {
    30
}

/// Conversations, newest activity first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conversations {
    content: Vec<ConversationView>,
    page: usize,
    size: usize,
    has_more: bool,
    /// `before` of the next page; absent on the last one. What it says is the server's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// The same as `next`.
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
}

fn cursor(text: &str) -> Result<MessageId, Refusal> {
    text.parse().map_err(|_| Refusal::field("before", "CURSOR", "Det är ingen plats i listan."))
}

/// My conversations, newest activity first. One in which nothing was said yet is listed for who opened it alone.
#[utoipa::path(tag = "messages", params(WhichConversations), responses((status = 200, body = Success<Conversations>), Problems))]
#[get("/api/v1/messages/conversations")]
pub async fn conversations(
    platform: Data<Platform>,
    who: SignedIn,
    which: ValidQuery<WhichConversations>,
) -> Answer<Success<Conversations>> {
    let before = which.cursor.as_deref().or(which.before.as_deref()).map(cursor).transpose()?;
    let (content, next) = messages::conversations(&platform, &who.0, before, which.limit).await?;
    let next = next.map(|next| next.to_string());
    let (has_more, cursor) = (next.is_some(), next.clone());
    Ok(success(Conversations { content, page: 0, size: which.limit, has_more, next, cursor }))
}

/// Write to somebody: the same people always have the same conversation (200 where they had it, 201 where it is new).
#[utoipa::path(tag = "messages", params(Once), request_body = NewConversation, responses(
    (status = 200, description = "They have it already", body = Success<ConversationView>),
    (status = 201, description = "It is new", body = Success<ConversationView>),
    Problems
))]
#[post("/api/v1/messages/conversations")]
pub async fn open(platform: Data<Platform>, who: SignedIn, body: Valid<NewConversation>) -> Bare {
    let (opened, is_new) = messages::open(&platform, &who.0, body.0).await?;
    let mut answer = if is_new { HttpResponse::Created() } else { HttpResponse::Ok() };
    Ok(answer.json(Success { success: true, data: opened }))
}

/// One conversation of mine.
#[utoipa::path(tag = "messages", responses((status = 200, body = Success<ConversationView>), Problems))]
#[get("/api/v1/messages/conversations/{id}")]
pub async fn conversation(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
) -> Answer<Success<ConversationView>> {
    Ok(success(messages::conversation(&platform, &who.0, *id).await?))
}

/// I have read up to `lastReadMessageId`, or everything; or it is unread again from `unreadFrom` on.
#[utoipa::path(tag = "messages", request_body = MarkRead, responses((status = 200, body = Success<ReadState>), Problems))]
#[post("/api/v1/messages/conversations/{id}/read")]
pub async fn mark_read(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
    body: Valid<MarkRead>,
) -> Answer<Success<ReadState>> {
    Ok(success(messages::mark(&platform, &who.0, *id, &body.0).await?))
}

/// How many of my conversations have something unread and are not muted, up to 100.
#[utoipa::path(tag = "messages", responses((status = 200, body = Success<usize>), Problems))]
#[get("/api/v1/messages/unread")]
pub async fn unread(platform: Data<Platform>, who: SignedIn) -> Answer<Success<usize>> {
    Ok(success(messages::unread(&platform, who.0.user_id).await?))
}

/// Whom to look for.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichPeople {
    /// The beginning of a name, or of a word in it.
    #[serde(default)]
    #[garde(length(chars, max = 100))]
    #[param(max_length = 100)]
    q: String,
    /// 1–50.
    #[serde(default = "twenty")]
    #[garde(range(min = 1, max = 50))]
    #[param(minimum = 1, maximum = 50)]
    limit: usize,
}

fn twenty() -> usize {
    20
}

/// People I may write to, by name: of my organisations first, then others who may be found and take messages from everybody.
#[utoipa::path(tag = "messages", params(WhichPeople), responses((status = 200, body = Success<Vec<Correspondent>>), Problems))]
#[get("/api/v1/messages/people")]
pub async fn people(
    platform: Data<Platform>,
    who: SignedIn,
    which: ValidQuery<WhichPeople>,
) -> Answer<Success<Vec<Correspondent>>> {
    Ok(success(messages::people(&platform, &who.0, &which.q, which.limit).await?))
}
