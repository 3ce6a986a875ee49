//! Webhooks: programs post messages into a channel (incoming), and are called when its messages change (`outgoing`,
//! `calls`). Contract §3.8.
//!
//! Decisions: moderators of a channel create its webhooks, and their messages are visible at once, even if only
//! moderators may write or members' messages wait: the address acts on behalf of that person, with their current rights
//! (`rights`). It is shown once, and only its hash is stored. A program has an account without sign-in for each name
//! that it posts under, so that its messages are like any other.

mod bells;
mod calls;
mod outgoing;
mod rights;
mod voice;

use garde::Validate;
use serde::{Deserialize, Serialize};
use storage::audit::{AuditKind, AuditSubjectKind};
use storage::engine::Write;
use storage::ids::{ChannelId, UserId, WebhookId};
use storage::webhooks::{MOST, MOST_NAMES, Webhook, WebhookName};
use utoipa::ToSchema;

use crate::Platform;
use crate::accounts::secrets::{new_token, token_hash};
use crate::accounts::{Who, make_bot};
use crate::area::Area;
use crate::audit::{self, Act};
use crate::chat::view::NewMessage;
use crate::chat::{self, Facts};
use crate::platform::error::{Refusal, Result, ensure_applied};
use crate::platform::quotas::below;
use crate::platform::text::display_name;
use crate::platform::time::{Moment, now};
use crate::transfer::imports::slack::hook;
use rights::{acting, webhook_rests};
pub(crate) use voice::is_a_members_name;
use voice::voice;

/// The area's declaration.
pub static AREA: Area = Area { jobs: &[calls::CALL], bells: &[bells::BELLS], ..Area::named("webhooks") };

pub use calls::keep_told;
pub use outgoing::{HookMade, HookView, NewHook, resume, subscribe, subscriptions, unsubscribe};

/// Both kinds of webhooks in the audit log.
const WEBHOOK: AuditSubjectKind = AuditSubjectKind::Webhook;
/// Longest name of a program, in characters.
const NAME_MAX: usize = 80;

/// A webhook that is to be made.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
pub struct NewWebhook {
    /// The name that it posts under where a message brings none: 1–80 characters after trimming.
    #[garde(skip)]
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
}

/// A webhook, without its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webhook)]
pub struct WebhookView {
    pub id: WebhookId,
    pub channel_id: ChannelId,
    pub name: String,
    /// In whose name it posts: who made it, or took it over since.
    pub created_by: UserId,
    pub created: Moment,
    /// That person may not post so any more, and nothing is posted until a moderator takes it over.
    pub rests: bool,
}

/// A webhook that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WebhookMade {
    #[serde(flatten)]
    pub webhook: WebhookView,
    /// Where the program posts. Shown this once: only its hash is kept.
    pub url: String,
}

fn seen(webhook: Webhook, rests: bool) -> WebhookView {
    WebhookView {
        id: webhook.webhook_id,
        channel_id: webhook.channel_id,
        name: webhook.name,
        created_by: webhook.created_by,
        created: Moment(webhook.created),
        rests,
    }
}

fn absent() -> Refusal {
    Refusal::not_found("Webhooken finns inte.")
}

/// The facts of a channel whose webhooks I may manage: 404, 403.
async fn looked_after(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<Facts> {
    let facts = Facts::load(platform, channel_id, who.user_id).await?;
    if facts.channel.is_settled() {
        return Err(Refusal::forbidden("DIRECT", "Program skriver bara i kanaler."));
    }
    chat::rules::require_moderator(facts.role)?;
    Ok(facts)
}

/// The entry of the organisation's audit log about a webhook of a channel.
fn recorded(platform: &Platform, who: &Who, facts: &Facts, act: Act) -> Result<Vec<Write>> {
    let act = act.fact("channel", &facts.channel.name);
    audit::writes(platform, facts.channel.entity_id, Some(who.user_id), act)
}

/// Creates a webhook of a channel. 403 below MODERATOR, 409 archived or too many.
pub async fn create(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    new: NewWebhook,
) -> Result<WebhookMade> {
    let name = display_name("name", &new.name, 1, NAME_MAX)?;
    let facts = looked_after(platform, who, channel_id).await?;
    chat::rules::in_use(&facts.channel)?;
    let there = platform.storage.webhooks.of(channel_id).await?;
    below(there.len(), MOST, "webhookar i kanalen")?;
    let (token, token_hash) = new_token();
    let created = now();
    let webhook_id = WebhookId(platform.ids.next(created)?);
    let created_by = who.user_id;
    let webhook = Webhook { channel_id, webhook_id, name, token_hash, created_by, created, rests: None };
    let act = Act::of(AuditKind::WebhookCreated);
    let then = recorded(platform, who, &facts, act.subject(WEBHOOK, webhook_id.0, Some(&webhook.name)))?;
    platform.storage.webhooks.create(&webhook, then).await?;
    Ok(WebhookMade {
        webhook: seen(webhook, false),
        url: format!("{}/hooks/{token}", platform.settings.public_url),
    })
}

/// A channel's webhooks, in the order of creation. 403 below MODERATOR.
pub async fn list(platform: &Platform, who: &Who, channel_id: ChannelId) -> Result<Vec<WebhookView>> {
    looked_after(platform, who, channel_id).await?;
    let mut all = Vec::new();
    for webhook in platform.storage.webhooks.of(channel_id).await? {
        let rests = acting(platform, channel_id, webhook.created_by).await?.is_none();
        all.push(seen(webhook, rests));
    }
    Ok(all)
}

/// Takes over a webhook: from now on it posts on my behalf. 403 below MODERATOR, 404, 409 a concurrent change was
/// faster.
pub async fn take_over(
    platform: &Platform,
    who: &Who,
    channel_id: ChannelId,
    id: WebhookId,
) -> Result<WebhookView> {
    looked_after(platform, who, channel_id).await?;
    let webhook = platform.storage.webhooks.one(channel_id, id).await?.ok_or_else(absent)?;
    ensure_applied(platform.storage.webhooks.take_over(&webhook, who.user_id).await?)?;
    Ok(seen(Webhook { created_by: who.user_id, ..webhook }, false))
}

/// Deletes a webhook; its address is invalid at once. 403 below MODERATOR, 404.
pub async fn remove(platform: &Platform, who: &Who, channel_id: ChannelId, id: WebhookId) -> Result<()> {
    let facts = looked_after(platform, who, channel_id).await?;
    let act = Act::of(AuditKind::WebhookRemoved).subject(WEBHOOK, id.0, None);
    let then = recorded(platform, who, &facts, act)?;
    let is_gone = platform.storage.webhooks.remove(channel_id, id, then).await?;
    is_gone.then_some(()).ok_or_else(absent)
}

/// The webhook of an address; also called before a long body is read.
pub async fn known(platform: &Platform, token: &str) -> Result<Webhook> {
    let webhook = platform.storage.webhooks.by_token(&token_hash(token)).await?;
    webhook.ok_or_else(|| Refusal::not_found("Adressen gäller inte."))
}

/// Posts a program's message, in Slack's format. 403 `HOOK_RESTS` the person it acts for has lost the right, 404 no
/// such address, 409 the channel is archived, 422 it is empty, 429.
pub async fn post(platform: &Platform, token: &str, body: &str) -> Result<()> {
    let webhook = known(platform, token).await?;
    let Some(facts) = acting(platform, webhook.channel_id, webhook.created_by).await? else {
        webhook_rests(platform, &webhook).await?;
        let why = "Webhooken är pausad: den som står för den får inte längre posta här. En moderator i kanalen kan ta över den.";
        return Err(Refusal::forbidden("HOOK_RESTS", why));
    };
    if webhook.rests.is_some() {
        // The person it acts for has the right again.
        platform.storage.webhooks.rest(&webhook, None, Vec::new()).await?;
    }
    let posted = hook::read(body).ok_or_else(|| {
        Refusal::field("text", "REQUIRED", "Skicka ett JSON-objekt med text, attachments eller blocks.")
    })?;
    let Facts { channel, role, .. } = facts;
    let webhook = Webhook { name: voice(platform, channel.entity_id, webhook.name).await?, ..webhook };
    let name = match display_name("username", &posted.name, 1, NAME_MAX) {
        Ok(name) => voice(platform, channel.entity_id, name).await?,
        Err(_) => webhook.name.clone(),
    };
    let program = account(platform, &webhook, name).await?;
    for content in posted.texts {
        let new = NewMessage { content, ..NewMessage::default() };
        chat::send_as(platform, program, channel.clone(), role, new).await?;
    }
    Ok(())
}

/// The account for a name that a webhook posts under; beyond a number of names its own is used for all.
async fn account(platform: &Platform, webhook: &Webhook, name: String) -> Result<UserId> {
    let names = platform.storage.webhooks.names(webhook.webhook_id).await?;
    let known = |name: &str| names.iter().find(|known| known.name == name).map(|known| known.bot_id);
    let is_full = names.iter().filter(|known| known.name != webhook.name).count() >= MOST_NAMES;
    let name = if is_full && known(&name).is_none() { webhook.name.clone() } else { name };
    if let Some(bot_id) = known(&name) {
        return Ok(bot_id);
    }
    let bot = make_bot(platform, &name, None).await?;
    let kept = WebhookName { webhook_id: webhook.webhook_id, name, bot_id: bot.user_id };
    Ok(platform.storage.webhooks.keep_name(kept).await?.bot_id)
}
