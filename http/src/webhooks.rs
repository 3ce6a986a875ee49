//! Incoming and outgoing webhooks: `/api/v1/chat/channels/{id}/webhooks`, `…/subscriptions` and `/hooks`. Contract
//! §3.8.

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_TYPE, ContentType};
use actix_web::{HttpRequest, web};
use actors::platform::error::Refusal;
use actors::webhooks::{self, HookMade, HookView, NewHook, NewWebhook, WebhookMade, WebhookView};
use storage::ids::{ChannelId, HookId, WebhookId};

use crate::prelude::*;

/// Codes for callers who do not moderate the channel.
const MODERATORS: &[&str] = &["ACCESS_DENIED", "DIRECT", "ROLE_TOO_LOW"];

/// The area's declaration for http.
pub static AREA: Area = Area {
    routes: |config| {
        config.service(create).service(list).service(remove).service(take_over).service(post_message);
        config.service(subscribe).service(subscriptions).service(unsubscribe).service(resume);
    },
    codes: &[
        ("chat_webhooks_create", &[(403, MODERATORS), (409, &["ARCHIVED", "QUOTA_REACHED"])]),
        ("chat_webhooks_list", &[(403, MODERATORS)]),
        ("chat_webhooks_remove", &[(403, MODERATORS)]),
        ("chat_take_over_take_over", &[(403, MODERATORS), (409, &["MOVED_ON"])]),
        ("chat_hooks_post_message", &[(403, &["HOOK_RESTS"]), (409, &["ARCHIVED"])]),
        ("chat_subscriptions_subscribe", &[(403, MODERATORS), (409, &["ARCHIVED", "QUOTA_REACHED"])]),
        ("chat_subscriptions_subscriptions", &[(403, MODERATORS)]),
        ("chat_subscriptions_unsubscribe", &[(403, MODERATORS)]),
        ("chat_resume_resume", &[(403, MODERATORS), (409, &["MOVED_ON"])]),
    ],
    ..Area::of(&storage::webhooks::AREA, &webhooks::AREA)
};

/// Make an address at which a program posts into a channel, shown this once; MODERATOR and above. 20 of a channel at most.
#[utoipa::path(tag = "chat", request_body = NewWebhook, responses((status = 201, body = Success<WebhookMade>), Problems))]
#[post("/api/v1/chat/channels/{id}/webhooks")]
async fn create(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
    body: Valid<NewWebhook>,
) -> Bare {
    Ok(created(webhooks::create(&platform, &who.0, *id, body.0).await?))
}

/// A channel's webhooks, without their addresses; MODERATOR and above.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<Vec<WebhookView>>), Problems))]
#[get("/api/v1/chat/channels/{id}/webhooks")]
async fn list(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
) -> Answer<Success<Vec<WebhookView>>> {
    Ok(success(webhooks::list(&platform, &who.0, *id).await?))
}

/// End a webhook: its address is void at once; MODERATOR and above.
#[utoipa::path(tag = "chat", responses((status = 204), Problems))]
#[delete("/api/v1/chat/channels/{id}/webhooks/{webhook_id}")]
async fn remove(platform: Data<Platform>, who: SignedIn, path: Path<(ChannelId, WebhookId)>) -> Bare {
    let (channel_id, id) = path.into_inner();
    webhooks::remove(&platform, &who.0, channel_id, id).await?;
    Ok(done())
}

/// Take a webhook over: from now on it posts with my rights. One rests (`rests`) whose person may not look after the channel's
/// webhooks any more. MODERATOR and above.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<WebhookView>), Problems))]
#[post("/api/v1/chat/channels/{id}/webhooks/{webhook_id}/take-over")]
async fn take_over(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(ChannelId, WebhookId)>,
) -> Answer<Success<WebhookView>> {
    let (channel_id, id) = path.into_inner();
    Ok(success(webhooks::take_over(&platform, &who.0, channel_id, id).await?))
}

/// Have an address told what happens in a channel from now on; MODERATOR and above, 10 of a channel at most. Calls are POSTs of
/// `{type, subscriptionId, channelId, timestamp, message}` as JSON, signed as Standard Webhooks with the secret that is shown this once
/// (`webhook-id`, `webhook-timestamp`, `webhook-signature`); any 2xx means taken, all else is tried again for a day. They come in no order,
/// and the same `webhook-id` may come twice.
#[utoipa::path(tag = "chat", request_body = NewHook, responses((status = 201, body = Success<HookMade>), Problems))]
#[post("/api/v1/chat/channels/{id}/subscriptions")]
async fn subscribe(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
    body: Valid<NewHook>,
) -> Bare {
    Ok(created(webhooks::subscribe(&platform, &who.0, *id, body.0).await?))
}

/// A channel's subscriptions with the calls that were not taken; MODERATOR and above.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<Vec<HookView>>), Problems))]
#[get("/api/v1/chat/channels/{id}/subscriptions")]
async fn subscriptions(
    platform: Data<Platform>,
    who: SignedIn,
    id: Path<ChannelId>,
) -> Answer<Success<Vec<HookView>>> {
    Ok(success(webhooks::subscriptions(&platform, &who.0, *id).await?))
}

/// End a subscription: nothing more is told; MODERATOR and above.
#[utoipa::path(tag = "chat", responses((status = 204), Problems))]
#[delete("/api/v1/chat/channels/{id}/subscriptions/{hook_id}")]
async fn unsubscribe(platform: Data<Platform>, who: SignedIn, path: Path<(ChannelId, HookId)>) -> Bare {
    let (channel_id, id) = path.into_inner();
    webhooks::unsubscribe(&platform, &who.0, channel_id, id).await?;
    Ok(done())
}

/// Let a subscription go on that rests (`rests`) or was switched off after a day of failures (`disabled`), from now on with my
/// rights. What happened meanwhile is not told. MODERATOR and above.
#[utoipa::path(tag = "chat", responses((status = 200, body = Success<HookView>), Problems))]
#[post("/api/v1/chat/channels/{id}/subscriptions/{hook_id}/resume")]
async fn resume(
    platform: Data<Platform>,
    who: SignedIn,
    path: Path<(ChannelId, HookId)>,
) -> Answer<Success<HookView>> {
    let (channel_id, id) = path.into_inner();
    Ok(success(webhooks::resume(&platform, &who.0, channel_id, id).await?))
}

/// Post as to Slack: `{text, username, icon_emoji, attachments, blocks}` as JSON, or as the form field `payload`; 256 KiB. What is
/// longer than a message becomes several. Nobody signs in: the address acts with the rights that its person has now, and rests
/// (403 `HOOK_RESTS`) when they have none. A name that a member has is given the word '(webhook)'.
#[utoipa::path(
    tag = "chat",
    request_body(content = String, content_type = "application/json"),
    responses((status = 200, body = String, content_type = "text/plain"), Problems)
)]
#[post("/hooks/{token}")]
async fn post_message(
    platform: Data<Platform>,
    request: HttpRequest,
    token: Path<String>,
    body: web::Bytes,
) -> Bare {
    let body = payload(&request, &body)?;
    webhooks::post(&platform, &token, &body).await?;
    Ok(HttpResponse::Ok().insert_header(ContentType::plaintext()).body("ok"))
}

/// The JSON of a post.
fn payload(request: &HttpRequest, body: &[u8]) -> Result<String, Refusal> {
    let unreadable = || Refusal::field("text", "REQUIRED", "Kroppen ska vara UTF-8.");
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("application/x-www-form-urlencoded") {
        let fields: Vec<(String, String)> = serde_urlencoded::from_bytes(body).map_err(|_| unreadable())?;
        let payload = fields.into_iter().find(|(name, _)| name == "payload");
        return payload.map(|(_, json)| json).ok_or_else(unreadable);
    }
    std::str::from_utf8(body).map(str::to_owned).map_err(|_| unreadable())
}
