//! `/api/v1/chat/messages/{id}`

use actix_web::web::{Data, Path};
use actix_web::{delete, get, post, put};
use actors::Platform;
use actors::chat;
use actors::chat::everyday::{AckedView, ReceiptsView, RemindedView};
use actors::chat::view::{
    EditMessage, MarkRead, MessageView, PollView, ReactionView, RejectMessage, ThreadReadState, ThreadView,
    VoteInput,
};
use garde::Validate;
use serde::Deserialize;
use storage::ids::{MessageId, UserId};
use utoipa::IntoParams;

use crate::platform::answer::{Answer, Problems, Success, success};
use crate::platform::auth::who::SignedIn;
use crate::platform::extract::{Valid, ValidQuery};
use crate::platform::idempotency::Once;

/// Give my message a new text.
#[utoipa::path(tag = "chat", request_body = EditMessage, responses((status = 200, body = Success<MessageView>), Problems))]
#[put("/api/v1/chat/messages/{id}")]
pub async fn edit(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
    body: Valid<EditMessage>,
) -> Answer<Success<MessageView>> {
    Ok(success(chat::edit(&platform, &who.0, *id, &body.content).await?))
}

/// Take a message away: mine, or as MODERATOR and above anybody's. Its text is gone.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<MessageView>), Problems))]
#[delete("/api/v1/chat/messages/{id}")]
pub async fn delete(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
) -> Answer<Success<MessageView>> {
    Ok(success(chat::delete(&platform, &who.0, *id).await?))
}

/// Which replies.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichReplies {
    /// Those after this one.
    #[garde(skip)]
    after: Option<MessageId>,
    /// `cursor` of the page before: the same as `after`.
    #[garde(skip)]
    cursor: Option<MessageId>,
    /// 1–100.
    #[serde(default = "hundred")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    limit: usize,
}

fn hundred() -> usize {
    100
}

/// A thread from its first message on, ascending. The id of a reply answers the thread it is in.
#[utoipa::path(tag = "chat", params(WhichReplies), responses((status = 200, body = Success<ThreadView>), Problems))]
#[get("/api/v1/chat/messages/{id}/thread")]
pub async fn thread(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
    which: ValidQuery<WhichReplies>,
) -> Answer<Success<ThreadView>> {
    Ok(success(chat::thread(&platform, &who.0, *id, which.cursor.or(which.after), which.limit).await?))
}

/// I have read a thread up to `lastReadMessageId`, or everything; never moves back. Threads have marks of their own: reading the
/// channel leaves them unread.
#[utoipa::path(tag = "chat", request_body = MarkRead, responses((status = 200, body = Success<ThreadReadState>), Problems))]
#[post("/api/v1/chat/messages/{id}/thread/read")]
pub async fn mark_thread_read(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
    body: Valid<MarkRead>,
) -> Answer<Success<ThreadReadState>> {
    Ok(success(chat::mark_thread_read(&platform, &who.0, *id, body.last_read_message_id).await?))
}

/// Put an emoji under a message; once is as good as many times.
#[utoipa::path(tag = "chat", params(("id" = i64, Path), ("emoji" = String, Path)), responses((status = 200, body = Success<Vec<ReactionView>>), Problems))]
#[put("/api/v1/chat/messages/{id}/reactions/{emoji}")]
pub async fn add_reaction(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(MessageId, String)>,
) -> Answer<Success<Vec<ReactionView>>> {
    let (id, emoji) = path.into_inner();
    Ok(success(chat::react(&platform, &who.0, id, &emoji, true).await?))
}

/// Take my emoji away.
#[utoipa::path(tag = "chat", params(("id" = i64, Path), ("emoji" = String, Path)), responses((status = 200, body = Success<Vec<ReactionView>>), Problems))]
#[delete("/api/v1/chat/messages/{id}/reactions/{emoji}")]
pub async fn remove_reaction(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(MessageId, String)>,
) -> Answer<Success<Vec<ReactionView>>> {
    let (id, emoji) = path.into_inner();
    Ok(success(chat::react(&platform, &who.0, id, &emoji, false).await?))
}

/// Vote in a poll, in place of what I chose before; no option takes my vote back. 409 POLL_CLOSED from the moment at which it
/// closes.
#[utoipa::path(tag = "chat", request_body = VoteInput, responses((status = 200, body = Success<PollView>), Problems))]
#[put("/api/v1/chat/messages/{id}/vote")]
pub async fn vote(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
    body: Valid<VoteInput>,
) -> Answer<Success<PollView>> {
    Ok(success(chat::vote(&platform, &who.0, *id, body.0).await?))
}

/// Confirm a message that asks for it; once is as good as many times. 422 where none is asked for.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<AckedView>), Problems))]
#[post("/api/v1/chat/messages/{id}/ack")]
pub async fn ack(platform: Data<Platform>, who: SignedIn, id: Path<MessageId>) -> Answer<Success<AckedView>> {
    Ok(success(chat::ack(&platform, &who.0, *id).await?))
}

/// Which of those whom a message asks.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichReceipts {
    /// Those after this person.
    #[garde(skip)]
    after: Option<UserId>,
    /// `cursor` of the page before: the same as `after`.
    #[garde(skip)]
    cursor: Option<UserId>,
    /// 1–200.
    #[serde(default = "hundred")]
    #[garde(range(min = 1, max = 200))]
    #[param(minimum = 1, maximum = 200)]
    limit: usize,
}

/// Who has read and who has confirmed a message, a page of those it asks at a time. For its author, and MODERATOR and above.
#[utoipa::path(tag = "chat", params(WhichReceipts), responses((status = 200, body = Success<ReceiptsView>), Problems))]
#[get("/api/v1/chat/messages/{id}/receipts")]
pub async fn receipts(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
    which: ValidQuery<WhichReceipts>,
) -> Answer<Success<ReceiptsView>> {
    Ok(success(chat::receipts(&platform, &who.0, *id, which.cursor.or(which.after), which.limit).await?))
}

/// Ring once more for those who have not confirmed a message; its author, and MODERATOR and above. Once an hour.
#[utoipa::path(tag = "chat", params(Once), responses((status = 200, body = Success<RemindedView>), Problems))]
#[post("/api/v1/chat/messages/{id}/remind")]
pub async fn remind(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
) -> Answer<Success<RemindedView>> {
    Ok(success(chat::remind(&platform, &who.0, *id).await?))
}

/// Let a waiting message through; MODERATOR and above. A second decision is 409.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<MessageView>), Problems))]
#[post("/api/v1/chat/messages/{id}/approve")]
pub async fn approve(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
) -> Answer<Success<MessageView>> {
    Ok(success(chat::approve(&platform, &who.0, *id).await?))
}

/// Refuse a waiting message; its author is told why. A second decision is 409.
#[utoipa::path(tag = "chat", request_body = RejectMessage, responses((status = 200, body = Success<MessageView>), Problems))]
#[post("/api/v1/chat/messages/{id}/reject")]
pub async fn reject(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
    body: Valid<RejectMessage>,
) -> Answer<Success<MessageView>> {
    Ok(success(chat::reject(&platform, &who.0, *id, body.0.reason).await?))
}
