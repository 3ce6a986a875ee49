//! Pins, reactions, saved messages, drafts, scheduled messages, the channel list's arrangement. Contract §3.8.

use actix_web::web::{Data, Path};
use actix_web::{delete, get, post, put};
use actors::Platform;
use actors::chat;
use actors::chat::everyday::{
    DraftInput, DraftView, MyThreads, PinView, ReactorsView, ReadAll, SaveMessage, SavedView, ScheduleInput,
    ScheduledView, Sidebar, ThreadFilter,
};
use actors::chat::view::MessageView;
use garde::Validate;
use serde::Deserialize;
use storage::ids::{ChannelId, JobId, MessageId};
use utoipa::IntoParams;

use crate::platform::answer::{Answer, Bare, Listing, Newest, Problems, Success, created, done, success};
use crate::platform::auth::who::SignedIn;
use crate::platform::extract::{Valid, ValidQuery};
use crate::platform::idempotency::Once;

/// I have read everything, in one workspace or in all of them; answers in how many channels something was unread.
#[utoipa::path(tag = "chat", request_body = ReadAll, responses((status = 200, body = Success<usize>), Problems))]
#[post("/api/v1/chat/read-all")]
pub async fn read_all(
    platform: Data<Platform>,
    who: SignedIn,
    body: Valid<ReadAll>,
) -> Answer<Success<usize>> {
    Ok(success(chat::read_all(&platform, &who.0, body.workspace_id).await?))
}

/// Pin a message in its channel; MODERATOR and above, in a direct conversation anybody of it. At most 100.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<MessageView>), Problems))]
#[put("/api/v1/chat/messages/{id}/pin")]
pub async fn pin(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
) -> Answer<Success<MessageView>> {
    Ok(success(chat::pin(&platform, &who.0, *id, true).await?))
}

/// Take a message's pin away; who may pin may.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<MessageView>), Problems))]
#[delete("/api/v1/chat/messages/{id}/pin")]
pub async fn unpin(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
) -> Answer<Success<MessageView>> {
    Ok(success(chat::pin(&platform, &who.0, *id, false).await?))
}

/// What is pinned in a channel, the last pinned first.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<Vec<PinView>>), Problems))]
#[get("/api/v1/chat/channels/{id}/pins")]
pub async fn pins(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
) -> Answer<Success<Vec<PinView>>> {
    Ok(success(chat::pins(&platform, &who.0, *id).await?))
}

/// Who has put which emoji under a message, in the order in which the emoji first came.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<Vec<ReactorsView>>), Problems))]
#[get("/api/v1/chat/messages/{id}/reactions")]
pub async fn reactors(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
) -> Answer<Success<Vec<ReactorsView>>> {
    Ok(success(chat::reactors(&platform, &who.0, *id).await?))
}

/// Keep a message, and be reminded of it at `remindAt` by the bell. The last wish holds. At most 2,000.
#[utoipa::path(tag = "chat", request_body = SaveMessage, responses((status = 204), Problems))]
#[put("/api/v1/chat/saved/{id}")]
pub async fn save(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<MessageId>,
    body: Valid<SaveMessage>,
) -> Bare {
    chat::save(&platform, &who.0, *id, body.remind_at).await?;
    Ok(done())
}

/// Keep it no longer.
#[utoipa::path(tag = "chat", responses((status = 204), Problems))]
#[delete("/api/v1/chat/saved/{id}")]
pub async fn unsave(platform: Data<Platform>, who: SignedIn, id: Path<MessageId>) -> Bare {
    chat::unsave(&platform, &who.0, *id).await?;
    Ok(done())
}

/// What I keep, as far as I may read it now, the newest messages first. Ask on with the last message's id as `before`.
#[utoipa::path(tag = "chat", params(Newest), responses((status = 200, body = Success<Listing<SavedView>>), Problems))]
#[get("/api/v1/chat/saved")]
pub async fn saved(
    platform: Data<Platform>,
    who: SignedIn,
    page: ValidQuery<Newest>,
) -> Answer<Success<Listing<SavedView>>> {
    let before = page.before().map(MessageId);
    let found = chat::saved(&platform, &who.0, before, page.limit).await?;
    Ok(success(Listing::newest(found, &page, |one| one.message.id.0)))
}

/// Which of my threads.
#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichThreads {
    /// `unread`: only those with replies that I have not read.
    #[serde(default)]
    #[garde(skip)]
    #[param(inline)]
    filter: ThreadFilter,
    /// Those whose newest reply stands before this one.
    #[garde(skip)]
    before: Option<MessageId>,
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

/// The threads in which I wrote, or which name me (in the first message or a reply; `@channel` names nobody), as far as I may
/// read them now, newest reply first. Ask on with `next`.
#[utoipa::path(tag = "chat", params(WhichThreads), responses((status = 200, body = Success<MyThreads>), Problems))]
#[get("/api/v1/chat/threads")]
pub async fn threads(
    platform: Data<Platform>,
    who: SignedIn,
    which: ValidQuery<WhichThreads>,
) -> Answer<Success<MyThreads>> {
    Ok(success(
        chat::threads(&platform, &who.0, which.filter, which.cursor.or(which.before), which.limit).await?,
    ))
}

/// What I have begun to write in a channel; `null`: nothing.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<Option<DraftView>>), Problems))]
#[get("/api/v1/chat/channels/{id}/draft")]
pub async fn draft(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
) -> Answer<Success<Option<DraftView>>> {
    Ok(success(chat::draft(&platform, &who.0, *id).await?))
}

/// Keep what I have begun to write; the last one holds.
#[utoipa::path(tag = "chat", request_body = DraftInput, responses((status = 200, body = Success<Option<DraftView>>), Problems))]
#[put("/api/v1/chat/channels/{id}/draft")]
pub async fn put_draft(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
    body: Valid<DraftInput>,
) -> Answer<Success<Option<DraftView>>> {
    Ok(success(chat::put_draft(&platform, &who.0, *id, body.0.content).await?))
}

/// Forget it.
#[utoipa::path(tag = "chat", responses((status = 204), Problems))]
#[delete("/api/v1/chat/channels/{id}/draft")]
pub async fn drop_draft(platform: Data<Platform>, who: SignedIn, id: Path<ChannelId>) -> Bare {
    chat::drop_draft(&platform, &who.0, *id).await?;
    Ok(done())
}

/// All that I have begun to write where I may read now, the last first.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<Vec<DraftView>>), Problems))]
#[get("/api/v1/chat/drafts")]
pub async fn drafts(platform: Data<Platform>, who: SignedIn) -> Answer<Success<Vec<DraftView>>> {
    Ok(success(chat::drafts(&platform, &who.0).await?))
}

/// How my list of channels is arranged.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<Sidebar>), Problems))]
#[get("/api/v1/chat/sidebar")]
pub async fn sidebar(platform: Data<Platform>, who: SignedIn) -> Answer<Success<Sidebar>> {
    Ok(success(chat::sidebar(&platform, &who.0).await?))
}

/// Arrange it, as a whole; the last one holds.
#[utoipa::path(tag = "chat", request_body = Sidebar, responses((status = 200, body = Success<Sidebar>), Problems))]
#[put("/api/v1/chat/sidebar")]
pub async fn put_sidebar(
    platform: Data<Platform>,
    who: SignedIn,
    body: Valid<Sidebar>,
) -> Answer<Success<Sidebar>> {
    Ok(success(chat::put_sidebar(&platform, &who.0, body.0).await?))
}

/// Have a message sent at `sendAt`, within a year, by who may post. What I may is asked again then: a refusal becomes an entry
/// of the bell, and its code stands with the message. At most 200.
#[utoipa::path(tag = "chat", params(Once), request_body = ScheduleInput, responses((status = 201, body = Success<ScheduledView>), Problems))]
#[post("/api/v1/chat/channels/{id}/scheduled")]
pub async fn schedule(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
    body: Valid<ScheduleInput>,
) -> Bare {
    Ok(created(chat::schedule(&platform, &who.0, *id, body.0).await?))
}

/// What I have sent later, the next first.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<Vec<ScheduledView>>), Problems))]
#[get("/api/v1/chat/scheduled")]
pub async fn scheduled(platform: Data<Platform>, who: SignedIn) -> Answer<Success<Vec<ScheduledView>>> {
    Ok(success(chat::scheduled(&platform, &who.0).await?))
}

/// Another text or moment; what was refused is tried again then.
#[utoipa::path(tag = "chat", request_body = ScheduleInput, responses((status = 200, body = Success<ScheduledView>), Problems))]
#[put("/api/v1/chat/scheduled/{id}")]
pub async fn reschedule(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<JobId>,
    body: Valid<ScheduleInput>,
) -> Answer<Success<ScheduledView>> {
    Ok(success(chat::reschedule(&platform, &who.0, *id, body.0).await?))
}

/// It is not sent.
#[utoipa::path(tag = "chat", responses((status = 204), Problems))]
#[delete("/api/v1/chat/scheduled/{id}")]
pub async fn unschedule(platform: Data<Platform>, who: SignedIn, id: Path<JobId>) -> Bare {
    chat::unschedule(&platform, &who.0, *id).await?;
    Ok(done())
}
