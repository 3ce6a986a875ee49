//! Incoming and outgoing webhooks.

use storage::changes::Cursor;
use storage::ids::{ChannelId, HookId, JobId, MessageId, UserId, WebhookId};
use storage::jobs::Job;
use storage::record::Stored;
use storage::time::Moment;
use storage::webhooks::{CallState, HookCall, HookEvent, HookSubscription, Webhook, WebhookName};

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
        rests: None,
    }
}

pub async fn removed_webhook_address_is_void(world: &World) {
    let webhooks = &world.storage.webhooks;
    for id in [2, 1] {
        webhooks.create(&webhook(id), Vec::new()).await.unwrap();
    }
    assert_eq!(webhooks.of(CHANNEL).await.unwrap(), [webhook(1), webhook(2)]);
    assert_eq!(webhooks.by_token("hash1").await.unwrap(), Some(webhook(1)));
    assert_eq!(webhooks.by_token("hash3").await.unwrap(), None);
    assert!(!webhooks.remove(ChannelId(8), WebhookId(1), Vec::new()).await.unwrap(), "another channel's");
    assert!(webhooks.remove(CHANNEL, WebhookId(1), Vec::new()).await.unwrap());
    assert!(!webhooks.remove(CHANNEL, WebhookId(1), Vec::new()).await.unwrap());
    assert_eq!(webhooks.by_token("hash1").await.unwrap(), None);
    assert_eq!(webhooks.of(CHANNEL).await.unwrap(), [webhook(2)]);
}

pub async fn a_name_has_one_account(world: &World) {
    let webhooks = &world.storage.webhooks;
    webhooks.create(&webhook(1), Vec::new()).await.unwrap();
    let named = |name: &str, bot: i64| WebhookName {
        webhook_id: WebhookId(1),
        name: name.into(),
        bot_id: UserId(bot),
    };
    assert_eq!(webhooks.keep_name(named("Larm", 50)).await.unwrap(), named("Larm", 50));
    assert_eq!(webhooks.keep_name(named("Larm", 51)).await.unwrap(), named("Larm", 50), "the first stands");
    webhooks.keep_name(named("Bygge", 52)).await.unwrap();
    assert_eq!(webhooks.names(WebhookId(1)).await.unwrap(), [named("Bygge", 52), named("Larm", 50)]);
    assert!(webhooks.remove(CHANNEL, WebhookId(1), Vec::new()).await.unwrap());
    assert_eq!(webhooks.names(WebhookId(1)).await.unwrap(), []);
}

fn subscription(channel: i64, id: i64) -> HookSubscription {
    HookSubscription {
        channel_id: ChannelId(channel),
        hook_id: HookId(id),
        url: "https://example.se/in".into(),
        events: vec![HookEvent::Create, HookEvent::Delete],
        secret: "förseglad".into(),
        created_by: ANNA,
        created: Moment(5),
        rests: None,
        failing: None,
        disabled: None,
    }
}

pub async fn suspension_is_recorded_once_until_takeover(world: &World) {
    let (hooks, at, bo) = (&world.storage.webhooks, Some(Moment(9)), UserId(ANNA.0 + 1));
    let made = webhook(1);
    hooks.create(&made, Vec::new()).await.unwrap();
    assert!(hooks.rest(&made, at, Vec::new()).await.unwrap());
    assert!(!hooks.rest(&made, at, Vec::new()).await.unwrap(), "noted already");
    assert_eq!(hooks.one(CHANNEL, WebhookId(1)).await.unwrap(), Some(Webhook { rests: at, ..made.clone() }));
    assert!(hooks.take_over(&made, bo).await.unwrap());
    assert!(!hooks.take_over(&made, bo).await.unwrap(), "somebody has");
    let taken = Webhook { created_by: bo, ..made };
    assert_eq!(hooks.by_token("hash1").await.unwrap(), Some(taken));

    let made = subscription(7, 2);
    hooks.subscribe(&made, Vec::new()).await.unwrap();
    assert!(hooks.rest_subscription(&made, at, Vec::new()).await.unwrap());
    assert!(!hooks.rest_subscription(&made, at, Vec::new()).await.unwrap(), "noted already");
    assert!(hooks.set_failing(&made, at).await.unwrap());
    assert!(!hooks.set_failing(&made, Some(Moment(10))).await.unwrap(), "noted otherwise");
    let failing = HookSubscription { rests: at, failing: at, ..made.clone() };
    assert!(hooks.disable(&failing, Moment(11), Vec::new()).await.unwrap());
    assert!(!hooks.disable(&failing, Moment(12), Vec::new()).await.unwrap(), "it is off");
    let off = HookSubscription { disabled: Some(Moment(11)), ..failing };
    assert_eq!(hooks.subscription(CHANNEL, HookId(2)).await.unwrap(), Some(off));
    assert!(hooks.resume(&made, bo).await.unwrap());
    let on = HookSubscription { created_by: bo, ..made };
    assert_eq!(hooks.subscription(CHANNEL, HookId(2)).await.unwrap(), Some(on));
}

pub async fn channel_is_followed_while_it_has_subscriptions(world: &World) {
    let hooks = &world.storage.webhooks;
    for (channel, id) in [(8, 1), (7, 3), (7, 2)] {
        hooks.subscribe(&subscription(channel, id), Vec::new()).await.unwrap();
    }
    assert_eq!(hooks.hooked().await.unwrap(), [ChannelId(7), ChannelId(8)]);
    assert_eq!(hooks.subscriptions(CHANNEL).await.unwrap(), [subscription(7, 2), subscription(7, 3)]);
    assert_eq!(hooks.subscription(CHANNEL, HookId(3)).await.unwrap(), Some(subscription(7, 3)));
    assert!(!hooks.unsubscribe(CHANNEL, HookId(1), Vec::new()).await.unwrap(), "another channel's");
    assert!(hooks.unsubscribe(CHANNEL, HookId(2), Vec::new()).await.unwrap());
    assert_eq!(hooks.hooked().await.unwrap(), [ChannelId(7), ChannelId(8)]);
    assert!(hooks.unsubscribe(CHANNEL, HookId(3), Vec::new()).await.unwrap());
    assert!(!hooks.unsubscribe(CHANNEL, HookId(3), Vec::new()).await.unwrap());
    assert_eq!(hooks.hooked().await.unwrap(), [ChannelId(8)]);
    assert_eq!(hooks.followed().await.unwrap(), None);
    let cursor = Cursor::from(1_790_000_000_000);
    hooks.keep_followed(&cursor).await.unwrap();
    assert_eq!(hooks.followed().await.unwrap(), Some(cursor));
}

pub async fn webhook_call_is_made_and_recorded_once(world: &World) {
    let hooks = &world.storage.webhooks;
    let call = |message: i64, since: i64| HookCall {
        hook_id: HookId(1),
        message_id: MessageId(message),
        since: Moment(since),
        event: HookEvent::Create,
        state: CallState::Due,
        tries: 0,
        status: None,
        tried: None,
        next: None,
    };
    let job = |id: i64| Job::new(JobId(id), 5, "webhook-call", String::new()).insert();
    for (message, since) in [(9, 1), (9, 2), (8, 1)] {
        assert!(hooks.take_on(&call(message, since), job(message)).await.unwrap());
        assert!(!hooks.take_on(&call(message, since), job(99)).await.unwrap());
    }
    assert_eq!(hooks.calls_about(HookId(1), MessageId(9)).await.unwrap(), [call(9, 2), call(9, 1)]);
    assert_eq!(hooks.calls(HookId(1), 10).await.unwrap(), [call(9, 2), call(9, 1), call(8, 1)]);
    let failed =
        HookCall { tries: 1, status: Some(500), tried: Some(Moment(6)), next: Some(Moment(7)), ..call(9, 1) };
    hooks.note(&call(9, 1), &failed, Some(job(4))).await.unwrap();
    // Another process made the same call and was slower.
    let other = HookCall { status: Some(404), ..failed.clone() };
    hooks.note(&call(9, 1), &other, None).await.unwrap();
    assert_eq!(hooks.call(HookId(1), MessageId(9), Moment(1)).await.unwrap(), Some(failed));
    hooks.subscribe(&subscription(7, 1), Vec::new()).await.unwrap();
    assert!(hooks.unsubscribe(CHANNEL, HookId(1), Vec::new()).await.unwrap());
    assert_eq!(hooks.calls(HookId(1), 10).await.unwrap(), []);
}
