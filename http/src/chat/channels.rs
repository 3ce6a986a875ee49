//! `/api/v1/chat/channels/{id}`

use actix_web::web::{Data, Json, Path};
use actix_web::{delete, get, post, put};
use actors::Platform;
use actors::chat::view::{
    ChannelInput, ChannelMemberState, ChannelView, EventsPage, MarkRead, MemberInput, MemberView,
    MessageView, NewMessage, ReadState, ReaderInput, RoleView,
};
use actors::chat::{self, Page};
use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::ids::{ChannelId, EventId, MessageId, UserId};
use utoipa::{IntoParams, ToSchema};

use crate::platform::answer::{Answer, Bare, Problems, Success, created, success};
use crate::platform::auth::who::SignedIn;
use crate::platform::extract::{Valid, ValidQuery};

/// One channel.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<ChannelView>), Problems))]
#[get("/api/v1/chat/channels/{id}")]
pub async fn channel(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
) -> Answer<Success<ChannelView>> {
    Ok(success(chat::channel(&platform, &who.0, *id).await?))
}

/// Change a channel's settings; ADMIN and above. What is absent stays.
#[utoipa::path(tag = "chat", request_body = ChannelInput, responses((status = 200, body = Success<ChannelView>), Problems))]
#[put("/api/v1/chat/channels/{id}")]
pub async fn change(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
    body: Valid<ChannelInput>,
) -> Answer<Success<ChannelView>> {
    Ok(success(chat::change(&platform, &who.0, *id, body.0).await?))
}

/// Take a channel out of use; never the general one.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<ChannelView>), Problems))]
#[post("/api/v1/chat/channels/{id}/archive")]
pub async fn archive(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
) -> Answer<Success<ChannelView>> {
    Ok(success(chat::archive(&platform, &who.0, *id).await?))
}

/// Take a channel into use again.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<ChannelView>), Problems))]
#[post("/api/v1/chat/channels/{id}/unarchive")]
pub async fn unarchive(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
) -> Answer<Success<ChannelView>> {
    Ok(success(chat::unarchive(&platform, &who.0, *id).await?))
}

/// Which members.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichMembers {
    /// The beginning of a name.
    #[serde(default)]
    #[garde(length(chars, max = 100))]
    #[param(max_length = 100)]
    q: String,
    /// 1–1000.
    #[serde(default = "hundred")]
    #[garde(range(min = 1, max = 1000))]
    #[param(minimum = 1, maximum = 1000)]
    limit: usize,
}

fn hundred() -> usize {
    100
}

/// Who belongs to a channel, by name.
#[utoipa::path(tag = "chat", params(WhichMembers), responses((status = 200, body = Success<Vec<MemberView>>), Problems))]
#[get("/api/v1/chat/channels/{id}/members")]
pub async fn members(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
    which: ValidQuery<WhichMembers>,
) -> Answer<Success<Vec<MemberView>>> {
    Ok(success(chat::members(&platform, &who.0, *id, &which.q, which.limit).await?))
}

/// Add a person, or change their role in the channel; ADMIN and above. The organisation's OWNER and ADMINISTRATORs may
/// add themselves to a private channel.
#[utoipa::path(tag = "chat", request_body = MemberInput, responses((status = 200, body = Success<MemberView>), Problems))]
#[put("/api/v1/chat/channels/{id}/members/{user_id}")]
pub async fn put_member(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(ChannelId, UserId)>,
    body: Valid<MemberInput>,
) -> Answer<Success<MemberView>> {
    let (id, user_id) = path.into_inner();
    Ok(success(chat::put_member(&platform, &who.0, id, user_id, body.0).await?))
}

/// Take a person out of the channel, or leave it.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<Option<bool>>), Problems))]
#[delete("/api/v1/chat/channels/{id}/members/{user_id}")]
pub async fn remove_member(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(ChannelId, UserId)>,
) -> Answer<Success<Option<bool>>> {
    let (id, user_id) = path.into_inner();
    chat::remove_member(&platform, &who.0, id, user_id).await?;
    Ok(success(None))
}

/// How the channel may call for me.
#[utoipa::path(tag = "chat", request_body = ReaderInput, responses((status = 200, body = Success<ChannelMemberState>), Problems))]
#[put("/api/v1/chat/channels/{id}/settings")]
pub async fn set_reader(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
    body: Valid<ReaderInput>,
) -> Answer<Success<ChannelMemberState>> {
    Ok(success(chat::set_reader(&platform, &who.0, *id, body.0).await?))
}

/// My role. NONE is 403 `ACCESS_DENIED`.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<RoleView>), Problems))]
#[get("/api/v1/chat/channels/{id}/role")]
pub async fn role(platform: Data<Platform>, who: SignedIn, id: Path<ChannelId>) -> Answer<Success<RoleView>> {
    Ok(success(chat::role(&platform, &who.0, *id).await?))
}

/// I have read up to `lastReadMessageId`, or everything; never moves back. Or, with `unreadFrom`: it is unread from that
/// message on, until I read it next (here, or by posting).
#[utoipa::path(tag = "chat", request_body = MarkRead, responses((status = 200, body = Success<ReadState>), Problems))]
#[post("/api/v1/chat/channels/{id}/read")]
pub async fn mark_read(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
    body: Valid<MarkRead>,
) -> Answer<Success<ReadState>> {
    Ok(success(chat::mark(&platform, &who.0, *id, &body).await?))
}

/// Has it anything I have not read?
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<bool>), Problems))]
#[get("/api/v1/chat/channels/{id}/unread")]
pub async fn has_unread(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
) -> Answer<Success<bool>> {
    Ok(success(chat::has_unread(&platform, &who.0, *id).await?))
}

/// Which page: the newest (with an offset), or before, after or around a message.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichMessages {
    /// 1–100.
    #[serde(default = "fifty")]
    #[garde(range(min = 1, max = 100))]
    #[param(minimum = 1, maximum = 100)]
    limit: usize,
    /// Messages left out at the newest end.
    #[serde(default)]
    #[garde(range(max = 10_000))]
    #[param(maximum = 10000)]
    offset: usize,
    #[garde(skip)]
    before: Option<MessageId>,
    #[garde(skip)]
    after: Option<MessageId>,
    #[garde(skip)]
    around: Option<MessageId>,
}

fn fifty() -> usize {
    50
}

/// A page of messages, ascending by id.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Messages {
    success: bool,
    data: Vec<MessageView>,
    /// The page is full, and there is more in its direction.
    has_more: bool,
    has_older: bool,
    has_newer: bool,
    /// Where recovery begins: read before the page.
    cursor: EventId,
}

/// A page of a channel's messages. Replies are in their threads.
#[utoipa::path(tag = "chat", params(WhichMessages), responses((status = 200, body = Messages), Problems))]
#[get("/api/v1/chat/channels/{id}/messages")]
pub async fn messages(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
    which: ValidQuery<WhichMessages>,
) -> Answer<Messages> {
    let page = match &which.0 {
        WhichMessages { around: Some(id), .. } => Page::Around(*id),
        WhichMessages { before: Some(id), .. } => Page::Before(*id),
        WhichMessages { after: Some(id), .. } => Page::After(*id),
        WhichMessages { offset, .. } => Page::Newest { offset: *offset },
    };
    let found = chat::page(&platform, &who.0, *id, page, which.limit).await?;
    Ok(Json(Messages {
        success: true,
        data: found.messages,
        has_more: found.has_more,
        has_older: found.has_older,
        has_newer: found.has_newer,
        cursor: found.cursor,
    }))
}

/// Send a message; answered when it is durable. The same `clientMessageId` again answers the first one.
#[utoipa::path(tag = "chat", request_body = NewMessage, responses((status = 201, body = Success<MessageView>), Problems))]
#[post("/api/v1/chat/channels/{id}/messages")]
pub async fn send(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
    body: Valid<NewMessage>,
) -> Bare {
    Ok(created(chat::send(&platform, &who.0, *id, body.0).await?))
}

/// The messages that wait for a moderator, oldest first.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<Vec<MessageView>>), Problems))]
#[get("/api/v1/chat/channels/{id}/pending")]
pub async fn pending(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
) -> Answer<Success<Vec<MessageView>>> {
    Ok(success(chat::pending(&platform, &who.0, *id).await?))
}

/// From where on.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichEvents {
    /// The last cursor seen.
    #[garde(skip)]
    after: EventId,
    /// 1–1000.
    #[serde(default = "thousand")]
    #[garde(range(min = 1, max = 1000))]
    #[param(minimum = 1, maximum = 1000)]
    limit: usize,
}

fn thousand() -> usize {
    1_000
}

/// What happened in a channel after a cursor, in order and without gaps. `reset`: too much, load the page anew.
#[utoipa::path(tag = "chat", params(WhichEvents), responses((status = 200, body = Success<EventsPage>), Problems))]
#[get("/api/v1/chat/channels/{id}/events")]
pub async fn events(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
    which: ValidQuery<WhichEvents>,
) -> Answer<Success<EventsPage>> {
    Ok(success(chat::events(&platform, &who.0, *id, which.after, which.limit).await?))
}
