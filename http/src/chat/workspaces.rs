//! `/api/v1/chat/workspaces`

use actix_web::web::{Data, Path};
use actix_web::{get, post, put};
use actors::Platform;
use actors::chat;
use actors::chat::event::Presence;
use actors::chat::view::{
    ChannelInput, ChannelView, EditWorkspace, NewWorkspace, WorkspaceUnread, WorkspaceView,
};
use garde::Validate;
use serde::Deserialize;
use storage::ids::WorkspaceId;
use utoipa::IntoParams;

use crate::platform::answer::{Answer, Bare, Problems, Success, created, success};
use crate::platform::auth::who::SignedIn;
use crate::platform::extract::{Valid, ValidQuery};
use crate::platform::idempotency::Once;

/// The workspaces I may enter, by name.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<Vec<WorkspaceView>>), Problems))]
#[get("/api/v1/chat/workspaces")]
pub async fn workspaces(platform: Data<Platform>, who: SignedIn) -> Answer<Success<Vec<WorkspaceView>>> {
    Ok(success(chat::workspaces(&platform, &who.0).await?))
}

/// Another workspace of an organisation; OWNER and ADMINISTRATOR.
#[utoipa::path(tag = "chat", params(Once), request_body = NewWorkspace, responses((status = 201, body = Success<WorkspaceView>), Problems))]
#[post("/api/v1/chat/workspaces")]
pub async fn create(platform: Data<Platform>, who: SignedIn, body: Valid<NewWorkspace>) -> Bare {
    Ok(created(chat::create_workspace(&platform, &who.0, body.0).await?))
}

/// Rename a workspace; ADMIN and above.
#[utoipa::path(tag = "chat", request_body = EditWorkspace, responses((status = 200, body = Success<WorkspaceView>), Problems))]
#[put("/api/v1/chat/workspaces/{id}")]
pub async fn rename(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<WorkspaceId>,
    body: Valid<EditWorkspace>,
) -> Answer<Success<WorkspaceView>> {
    Ok(success(chat::rename_workspace(&platform, &who.0, *id, &body.workspace_name).await?))
}

/// Which channels.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichChannels {
    /// Those that are archived, instead of those in use.
    #[serde(default)]
    #[garde(skip)]
    archived: bool,
}

/// The channels that I may read; the general one first, then by name.
#[utoipa::path(tag = "chat", params(WhichChannels), responses((status = 200, body = Success<Vec<ChannelView>>), Problems))]
#[get("/api/v1/chat/workspaces/{id}/channels")]
pub async fn channels(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<WorkspaceId>,
    which: ValidQuery<WhichChannels>,
) -> Answer<Success<Vec<ChannelView>>> {
    Ok(success(chat::channels(&platform, &who.0, *id, which.archived).await?))
}

/// Make a channel: MEMBER and above private ones, ADMIN and above any. I am its first member, as ADMIN of it.
#[utoipa::path(tag = "chat", params(Once), request_body = ChannelInput, responses((status = 201, body = Success<ChannelView>), Problems))]
#[post("/api/v1/chat/workspaces/{id}/channels")]
pub async fn create_channel(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<WorkspaceId>,
    body: Valid<ChannelInput>,
) -> Bare {
    Ok(created(chat::create(&platform, &who.0, *id, body.0).await?))
}

/// Every channel's unread state, and how many channels have something unread.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<WorkspaceUnread>), Problems))]
#[get("/api/v1/chat/workspaces/{id}/unread")]
pub async fn unread(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<WorkspaceId>,
) -> Answer<Success<WorkspaceUnread>> {
    Ok(success(chat::unread_of_workspace(&platform, &who.0, *id).await?))
}

/// Who is online; for members.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<Vec<Presence>>), Problems))]
#[get("/api/v1/chat/workspaces/{id}/presence")]
pub async fn presence(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<WorkspaceId>,
) -> Answer<Success<Vec<Presence>>> {
    Ok(success(chat::presence(&platform, &who.0, *id).await?))
}
