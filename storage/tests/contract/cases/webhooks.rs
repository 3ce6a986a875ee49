//! Addresses at which programs post.

use storage::webhooks::{Webhook, WebhookName};
use storage::{ChannelId, UserId, WebhookId};

use crate::World;
use crate::make::ANNA;

const CHANNEL: ChannelId = ChannelId(7);

fn webhook(id: i64) -> Webhook {
    Webhook {
        channel_id: CHANNEL,
        webhook_id: WebhookId(id),
        name: "Bygge".into(),
        token_hash: format!("hash{id}"),
        created_by: ANNA,
        created: 5,
    }
}

pub async fn an_address_is_void_once_it_is_removed(world: &World) {
    let webhooks = &world.storage.webhooks;
    for id in [2, 1] {
        webhooks.create(&webhook(id)).await.unwrap();
    }
    assert_eq!(webhooks.of(CHANNEL).await.unwrap(), [webhook(1), webhook(2)]);
    assert_eq!(webhooks.by_token("hash1").await.unwrap(), Some(webhook(1)));
    assert_eq!(webhooks.by_token("hash3").await.unwrap(), None);
    assert!(!webhooks.remove(ChannelId(8), WebhookId(1)).await.unwrap(), "another channel's");
    assert!(webhooks.remove(CHANNEL, WebhookId(1)).await.unwrap());
    assert!(!webhooks.remove(CHANNEL, WebhookId(1)).await.unwrap());
    assert_eq!(webhooks.by_token("hash1").await.unwrap(), None);
    assert_eq!(webhooks.of(CHANNEL).await.unwrap(), [webhook(2)]);
}

pub async fn a_name_has_one_account(world: &World) {
    let webhooks = &world.storage.webhooks;
    webhooks.create(&webhook(1)).await.unwrap();
    let named = |name: &str, bot: i64| WebhookName {
        webhook_id: WebhookId(1),
        name: name.into(),
        bot_id: UserId(bot),
    };
    assert_eq!(webhooks.keep_name(named("Larm", 50)).await.unwrap(), named("Larm", 50));
    assert_eq!(webhooks.keep_name(named("Larm", 51)).await.unwrap(), named("Larm", 50), "the first stands");
    webhooks.keep_name(named("Bygge", 52)).await.unwrap();
    assert_eq!(webhooks.names(WebhookId(1)).await.unwrap(), [named("Bygge", 52), named("Larm", 50)]);
    assert!(webhooks.remove(CHANNEL, WebhookId(1)).await.unwrap());
    assert_eq!(webhooks.names(WebhookId(1)).await.unwrap(), []);
}
