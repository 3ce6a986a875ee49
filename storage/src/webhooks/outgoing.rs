//! Outgoing webhooks: addresses that are called when a channel's messages change. Contract §3.8.

use super::Webhooks;
use crate::platform::changes::Cursor;
use crate::platform::engine::{Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, HookId, MessageId, UserId};
use crate::platform::record::{Stored, record};
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;

/// Most subscriptions of one channel.
pub const MOST_SUBSCRIPTIONS: usize = 10;
/// Seconds for which calls are stored.
const KEPT: u32 = 7 * 86_400;
/// Channels with subscriptions read at once.
const SLICE: usize = 1_000;
/// The single partition of rows that an installation has once.
const ALL: i64 = 0;

text_enum! {
    /// What a subscription may be told of.
    HookEvent {
        /// A message is published.
        Create = "MESSAGE_CREATE",
        /// It has another text.
        Update = "MESSAGE_UPDATE",
        /// It is gone.
        Delete = "MESSAGE_DELETE",
    }
}

text_enum! {
    /// What became of a call.
    CallState {
        /// It is to be made, or made again.
        Due = "DUE",
        /// It was answered with 2xx.
        Taken = "TAKEN",
        /// A day has passed without.
        Failed = "FAILED",
        /// What it was to tell of is gone meanwhile.
        Void = "VOID",
    }
}

record! {
    /// An outgoing webhook: a subscription of an address to a channel's changes.
    pub struct HookSubscription;
    pub(crate) static SUBSCRIPTIONS: "webhook_subscriptions", Ascending;
    partition {
        /// The channel.
        channel_id: ChannelId => bigint,
    }
    clustering {
        hook_id: HookId => bigint,
    }
    columns {
        url: String => text,
        events: Vec<HookEvent> => text,
        /// The signing key of calls, encrypted.
        secret: String => text,
        /// The person with whose rights it receives events: who created it or took it over.
        created_by: UserId => bigint,
        created: Moment => timestamp,
        /// Suspended since this time, because the person may not read the channel any more; its moderators were
        /// notified.
        rests: Option<Moment> => timestamp,
        /// Since when the address has accepted no call.
        failing: Option<Moment> => timestamp,
        /// When it was disabled because the address had failed for too long.
        disabled: Option<Moment> => timestamp,
    }
}

record! {
    /// A channel with subscriptions.
    pub struct HookedChannel;
    pub(crate) static HOOKED_CHANNELS: "webhook_channels", Ascending;
    partition {
        /// Always the same.
        shard: i64 => int,
    }
    clustering {
        channel_id: ChannelId => bigint,
    }
    columns {}
}

record! {
    /// The change feed's cursor up to which subscriptions were served.
    pub struct HookCursor;
    pub(crate) static HOOK_CURSORS: "webhook_cursors", Ascending;
    partition {
        /// Always the same.
        shard: i64 => int,
    }
    clustering {}
    columns {
        cursor: String => text,
    }
}

record! {
    /// A delivery to an address about a message at a time. There is one row per delivery; its writer makes the call.
    pub struct HookCall;
    pub(crate) static HOOK_CALLS: "webhook_calls", Descending, ttl;
    partition {
        hook_id: HookId => bigint,
    }
    clustering {
        message_id: MessageId => bigint,
        /// When the message got this state.
        since: Moment => timestamp,
    }
    columns {
        event: HookEvent => text,
        state: CallState => text,
        /// Number of calls made so far.
        tries: i64 => int,
        /// HTTP status of the last call; none: no answer.
        status: Option<i64> => int,
        /// Time of the last call.
        tried: Option<Moment> => timestamp,
        /// Time of the next call.
        next: Option<Moment> => timestamp,
    }
}

impl Webhooks {
    /// Creates a subscription.
    pub async fn subscribe(&self, subscription: &HookSubscription, mut then: Vec<Write>) -> Result<()> {
        let channel = HookedChannel { shard: ALL, channel_id: subscription.channel_id };
        then.extend([subscription.insert(), channel.insert()]);
        self.db.write(then).await
    }

    /// A channel's subscriptions, in order of creation.
    pub async fn subscriptions(&self, channel_id: ChannelId) -> Result<Vec<HookSubscription>> {
        self.db.list(HookSubscription::of(channel_id).ascending(2 * MOST_SUBSCRIPTIONS)).await
    }

    /// A subscription.
    pub async fn subscription(&self, channel_id: ChannelId, id: HookId) -> Result<Option<HookSubscription>> {
        self.db.find(HookSubscription::at(channel_id, id)).await
    }

    /// Suspends a subscription or, with `None`, resumes it, together with the writes `then` (notifications). False: it
    /// was done before, or somebody has taken it over.
    pub async fn rest_subscription(
        &self,
        it: &HookSubscription,
        rests: Option<Moment>,
        then: Vec<Write>,
    ) -> Result<bool> {
        let stood = [("created_by", it.created_by.into()), ("rests", it.rests.into())];
        self.db.decide(it.key().update_if([("rests", rests.into())], stood), then).await
    }

    /// Records since when an address fails; none: it has just accepted a call. False: changed meanwhile.
    pub async fn set_failing(&self, it: &HookSubscription, since: Option<Moment>) -> Result<bool> {
        let stood = [("created_by", it.created_by.into()), ("failing", it.failing.into())];
        self.db.decide(it.key().update_if([("failing", since.into())], stood), Vec::new()).await
    }

    /// Disables a subscription, together with the writes `then` (notifications). False: it is disabled, or was changed
    /// meanwhile.
    pub async fn disable(&self, it: &HookSubscription, at: Moment, then: Vec<Write>) -> Result<bool> {
        let stood = [
            ("disabled", None::<Moment>.into()),
            ("failing", it.failing.into()),
            ("created_by", it.created_by.into()),
        ];
        self.db.decide(it.key().update_if([("disabled", Some(at).into())], stood), then).await
    }

    /// Resumes a subscription with this person's rights. False: it was changed meanwhile.
    pub async fn resume(&self, it: &HookSubscription, by: UserId) -> Result<bool> {
        let nothing = || None::<Moment>.into();
        let set = [
            ("created_by", by.into()),
            ("rests", nothing()),
            ("failing", nothing()),
            ("disabled", nothing()),
        ];
        self.db.decide(it.key().update_if(set, [("created_by", it.created_by.into())]), Vec::new()).await
    }

    /// Deletes a subscription. False: there is none.
    pub async fn unsubscribe(&self, channel_id: ChannelId, id: HookId, mut then: Vec<Write>) -> Result<bool> {
        let key = HookSubscription::at(channel_id, id);
        then.push(HookCall::of(id).delete());
        if !self.db.decide(key.delete_if([]), then).await? {
            return Ok(false);
        }
        if self.subscriptions(channel_id).await?.is_empty() {
            self.db.write(vec![HookedChannel::at(ALL, channel_id).delete()]).await?;
            // Another one may have been created meanwhile.
            if let Some(other) = self.subscriptions(channel_id).await?.first() {
                self.subscribe(other, Vec::new()).await?;
            }
        }
        Ok(true)
    }

    /// The channels with subscriptions.
    pub async fn hooked(&self) -> Result<Vec<ChannelId>> {
        let mut channels: Vec<HookedChannel> = Vec::new();
        loop {
            let after = channels.last().map(|last| last.channel_id.into());
            let span = HookedChannel::of(ALL);
            let span = after.map_or(span.clone(), |after| span.after_all([after]));
            let slice: Vec<HookedChannel> = self.db.list(span.ascending(SLICE)).await?;
            let is_last = slice.len() < SLICE;
            channels.extend(slice);
            if is_last {
                return Ok(channels.into_iter().map(|channel| channel.channel_id).collect());
            }
        }
    }

    /// The cursor up to which the change feed was followed; none: not yet.
    pub async fn followed(&self) -> Result<Option<Cursor>> {
        let kept: Option<HookCursor> = self.db.find(HookCursor::at(ALL)).await?;
        Ok(kept.and_then(|kept| kept.cursor.parse().ok()))
    }

    /// Stores the cursor.
    pub async fn keep_followed(&self, cursor: &Cursor) -> Result<()> {
        self.db.write(vec![HookCursor { shard: ALL, cursor: cursor.to_string() }.insert()]).await
    }

    /// The calls to an address about a message, newest first.
    pub async fn calls_about(&self, id: HookId, message_id: MessageId) -> Result<Vec<HookCall>> {
        self.db.list(HookCall::of(id).prefix([message_id.into()]).descending(SLICE)).await
    }

    /// Stores a call with the job that makes it. False: another process has.
    pub async fn take_on(&self, call: &HookCall, job: Write) -> Result<bool> {
        self.db.decide(call.row().if_absent_for(KEPT), vec![job]).await
    }

    /// A call.
    pub async fn call(&self, id: HookId, message_id: MessageId, since: Moment) -> Result<Option<HookCall>> {
        self.db.find(HookCall::at(id, message_id, since)).await
    }

    /// Records the result of a call, with the write `then` that follows. No effect if another process made the call
    /// meanwhile.
    pub async fn note(&self, old: &HookCall, new: &HookCall, then: Option<Write>) -> Result<()> {
        // All columns are rewritten so that they expire together.
        let row = new.row();
        let set = HookCall::TABLE.columns.iter().map(|it| (it.name, row.peek(it.name).clone())).collect();
        let stood = vec![("tries", old.tries.into()), ("state", old.state.into())];
        let guard = Guard::UpdateIf { key: old.key(), set, conditions: stood, ttl: Some(KEPT) };
        self.db.decide(guard, Vec::from_iter(then)).await.map(drop)
    }

    /// The calls to an address, newest messages first.
    pub async fn calls(&self, id: HookId, limit: usize) -> Result<Vec<HookCall>> {
        self.db.list(HookCall::of(id).descending(limit)).await
    }
}
