//! Addresses at which programs post messages into a channel, of whose secrets only hashes are stored, and addresses outside that are
//! told what happens there (`outgoing`). Contract §3.8.

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

/// Webhooks of one channel.
pub const MOST: usize = 20;
/// Names that one webhook posts under, besides its own.
pub const MOST_NAMES: usize = 20;

record! {
    /// An address at which a program posts.
    pub struct Webhook;
    pub(crate) static WEBHOOKS: "webhooks", Ascending;
    partition {
        /// Where it posts.
        channel_id: ChannelId => bigint,
    }
    clustering {
        webhook_id: WebhookId => bigint,
    }
    columns {
        /// The name that it posts under where a message brings none.
        name: String => text,
        /// Hex of its secret's SHA-256.
        token_hash: String => text,
        /// In whose name it posts: who made it, or took it over since.
        created_by: UserId => bigint,
        /// Epoch milliseconds.
        created: i64 => timestamp,
        /// When it was found that this person may not post so any more, and the channel's moderators were told.
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
    /// The account of a program, for one of the names that it posts under.
    pub struct WebhookName;
    pub(crate) static WEBHOOK_NAMES: "webhook_names", Ascending;
    partition {
        webhook_id: WebhookId => bigint,
    }
    clustering {
        /// As it is shown.
        name: String => text,
    }
    columns {
        /// The program's account.
        bot_id: UserId => bigint,
    }
}

const fn of_a_channel(table: &'static str) -> People {
    let stays = "it goes on for the channel, with the number of who made it";
    people(table, Not("a channel's, whoever made it"), Stays(stays))
}

/// The area as the store sees it.
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

    /// Makes a webhook.
    pub async fn create(&self, webhook: &Webhook) -> Result<()> {
        let Webhook { channel_id, webhook_id, token_hash, .. } = webhook.clone();
        let token = WebhookToken { token_hash, channel_id, webhook_id };
        self.db.write(vec![webhook.insert(), token.insert()]).await
    }

    /// A channel's webhooks, in the order in which they were made.
    pub async fn of(&self, channel_id: ChannelId) -> Result<Vec<Webhook>> {
        self.db.list(Webhook::of(channel_id).ascending(2 * MOST)).await
    }

    /// The webhook that a secret opens.
    pub async fn by_token(&self, token_hash: &str) -> Result<Option<Webhook>> {
        let token: Option<WebhookToken> = self.db.find(WebhookToken::at(token_hash)).await?;
        let Some(token) = token else { return Ok(None) };
        self.db.find(Webhook::at(token.channel_id, token.webhook_id)).await
    }

    /// Ends a webhook, whose address is void from then on. False: there is none.
    pub async fn remove(&self, channel_id: ChannelId, webhook_id: WebhookId) -> Result<bool> {
        let found: Option<Webhook> = self.db.find(Webhook::at(channel_id, webhook_id)).await?;
        let Some(webhook) = found else { return Ok(false) };
        let gone = vec![WebhookToken::at(&webhook.token_hash).delete(), WebhookName::of(webhook_id).delete()];
        self.db.decide(webhook.key().delete_if([]), gone).await
    }

    /// A webhook.
    pub async fn one(&self, channel_id: ChannelId, id: WebhookId) -> Result<Option<Webhook>> {
        self.db.find(Webhook::at(channel_id, id)).await
    }

    /// Notes that a webhook rests (or, with `None`, that it does not any more), with what tells of it. False: it has been noted,
    /// or somebody else has taken it over.
    pub async fn rest(&self, webhook: &Webhook, rests: Option<Moment>, then: Vec<Write>) -> Result<bool> {
        let stood = [("created_by", webhook.created_by.into()), ("rests", webhook.rests.into())];
        self.db.decide(webhook.key().update_if([("rests", rests.into())], stood), then).await
    }

    /// From now on a webhook posts in the name of somebody else. False: it has been changed meanwhile.
    pub async fn take_over(&self, webhook: &Webhook, by: UserId) -> Result<bool> {
        let set = [("created_by", by.into()), ("rests", None::<Moment>.into())];
        let stood = [("created_by", webhook.created_by.into())];
        self.db.decide(webhook.key().update_if(set, stood), Vec::new()).await
    }

    /// The names that a webhook has posted under.
    pub async fn names(&self, webhook_id: WebhookId) -> Result<Vec<WebhookName>> {
        self.db.list(WebhookName::of(webhook_id).ascending(2 * MOST_NAMES)).await
    }

    /// Notes the account for a name; the one that stands, where somebody else was first.
    pub async fn keep_name(&self, name: WebhookName) -> Result<WebhookName> {
        if self.db.decide(name.if_absent(), Vec::new()).await? {
            return Ok(name);
        }
        let first = self.db.find(WebhookName::at(name.webhook_id, &name.name)).await?;
        Ok(first.unwrap_or(name))
    }
}
