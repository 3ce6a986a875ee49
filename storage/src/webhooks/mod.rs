//! Incoming webhooks: addresses at which programs post messages into a channel, with only the hashes of their secrets
//! stored; and outgoing ones (`outgoing`). Contract §3.8.

mod outgoing;

use crate::platform::area::Given::Not;
use crate::platform::area::Left::Stays;
use crate::platform::area::{Area, People, people};
use crate::platform::engine::{Db, Write};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, UserId, WebhookId};
use crate::platform::record::{Stored, record};
use crate::platform::time::Moment;

pub use outgoing::{CallState, HookCall, HookEvent, HookSubscription, MOST_SUBSCRIPTIONS};

/// Most webhooks of one channel.
pub const MOST: usize = 20;
/// Most names under which one webhook posts, besides its own.
pub const MOST_NAMES: usize = 20;

record! {
    /// An incoming webhook.
    pub struct Webhook;
    pub(crate) static WEBHOOKS: "webhooks", Ascending;
    partition {
        /// The channel it posts into.
        channel_id: ChannelId => bigint,
    }
    clustering {
        webhook_id: WebhookId => bigint,
    }
    columns {
        /// The name under which it posts if a message has none.
        name: String => text,
        /// Hex of its secret's SHA-256.
        token_hash: String => text,
        /// The person with whose rights it posts: who created it or took it over.
        created_by: UserId => bigint,
        /// Epoch milliseconds.
        created: i64 => timestamp,
        /// Suspended since this time, because the person may not post there any more; the channel's moderators were
        /// notified.
        rests: Option<Moment> => timestamp,
    }
}

record! {
    /// A webhook by its secret.
    pub struct WebhookToken;
    pub(crate) static WEBHOOK_TOKENS: "webhook_tokens", Ascending;
    partition {
        /// Hex of the secret's SHA-256.
        token_hash: String => text,
    }
    clustering {}
    columns {
        channel_id: ChannelId => bigint,
        webhook_id: WebhookId => bigint,
    }
}

record! {
    /// The bot account for one of the names under which a webhook posts.
    pub struct WebhookName;
    pub(crate) static WEBHOOK_NAMES: "webhook_names", Ascending;
    partition {
        webhook_id: WebhookId => bigint,
    }
    clustering {
        /// The displayed name.
        name: String => text,
    }
    columns {
        /// The bot account.
        bot_id: UserId => bigint,
    }
}

const fn of_a_channel(table: &'static str) -> People {
    let stays = "it goes on for the channel, with the number of who made it";
    people(table, Not("a channel's, whoever made it"), Stays(stays))
}

/// Declares the area to the store.
pub static AREA: Area = Area {
    tables: &[
        &WEBHOOKS,
        &WEBHOOK_TOKENS,
        &WEBHOOK_NAMES,
        &outgoing::SUBSCRIPTIONS,
        &outgoing::HOOKED_CHANNELS,
        &outgoing::HOOK_CURSORS,
        &outgoing::HOOK_CALLS,
    ],
    people: &[of_a_channel("webhooks"), of_a_channel("webhook_subscriptions")],
    ..Area::named("webhooks")
};

/// The repository of webhooks.
#[derive(Clone)]
pub struct Webhooks {
    db: Db,
}

impl Webhooks {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Creates a webhook, together with the writes `then`.
    pub async fn create(&self, webhook: &Webhook, mut then: Vec<Write>) -> Result<()> {
        let Webhook { channel_id, webhook_id, token_hash, .. } = webhook.clone();
        let token = WebhookToken { token_hash, channel_id, webhook_id };
        then.extend([webhook.insert(), token.insert()]);
        self.db.write(then).await
    }

    /// A channel's webhooks, in order of creation.
    pub async fn of(&self, channel_id: ChannelId) -> Result<Vec<Webhook>> {
        self.db.list(Webhook::of(channel_id).ascending(2 * MOST)).await
    }

    /// The webhook with a secret's hash.
    pub async fn by_token(&self, token_hash: &str) -> Result<Option<Webhook>> {
        let token: Option<WebhookToken> = self.db.find(WebhookToken::at(token_hash)).await?;
        let Some(token) = token else { return Ok(None) };
        self.db.find(Webhook::at(token.channel_id, token.webhook_id)).await
    }

    /// Deletes a webhook, together with the writes `then`; its address becomes void. False: there is none.
    pub async fn remove(
        &self,
        channel_id: ChannelId,
        webhook_id: WebhookId,
        mut then: Vec<Write>,
    ) -> Result<bool> {
        let found: Option<Webhook> = self.db.find(Webhook::at(channel_id, webhook_id)).await?;
        let Some(webhook) = found else { return Ok(false) };
        then.extend([WebhookToken::at(&webhook.token_hash).delete(), WebhookName::of(webhook_id).delete()]);
        self.db.decide(webhook.key().delete_if([]), then).await
    }

    /// A webhook.
    pub async fn one(&self, channel_id: ChannelId, id: WebhookId) -> Result<Option<Webhook>> {
        self.db.find(Webhook::at(channel_id, id)).await
    }

    /// Suspends a webhook or, with `None`, resumes it, together with the writes `then` (notifications). False: it was
    /// done before, or somebody has taken the webhook over.
    pub async fn rest(&self, webhook: &Webhook, rests: Option<Moment>, then: Vec<Write>) -> Result<bool> {
        let stood = [("created_by", webhook.created_by.into()), ("rests", webhook.rests.into())];
        self.db.decide(webhook.key().update_if([("rests", rests.into())], stood), then).await
    }

    /// Transfers a webhook to another person, which resumes it. False: it was changed meanwhile.
    pub async fn take_over(&self, webhook: &Webhook, by: UserId) -> Result<bool> {
        let set = [("created_by", by.into()), ("rests", None::<Moment>.into())];
        let stood = [("created_by", webhook.created_by.into())];
        self.db.decide(webhook.key().update_if(set, stood), Vec::new()).await
    }

    /// The names under which a webhook has posted.
    pub async fn names(&self, webhook_id: WebhookId) -> Result<Vec<WebhookName>> {
        self.db.list(WebhookName::of(webhook_id).ascending(2 * MOST_NAMES)).await
    }

    /// Stores the account for a name; answers the stored one if another process was first.
    pub async fn keep_name(&self, name: WebhookName) -> Result<WebhookName> {
        if self.db.decide(name.if_absent(), Vec::new()).await? {
            return Ok(name);
        }
        let first = self.db.find(WebhookName::at(name.webhook_id, &name.name)).await?;
        Ok(first.unwrap_or(name))
    }
}
