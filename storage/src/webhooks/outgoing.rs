//! Addresses outside that are told what happens in a channel. Contract §3.8.

use super::Webhooks;
use crate::platform::changes::Cursor;
use crate::platform::engine::{Guard, Write};
use crate::platform::error::Result;
use crate::platform::ids::{ChannelId, HookId, MessageId, UserId};
use crate::platform::record::{Stored, record};
use crate::platform::text_enum::text_enum;
use crate::platform::time::Moment;

/// Subscriptions of one channel.
pub const MOST_SUBSCRIPTIONS: usize = 10;
/// Seconds that it is known what was told to an address.
const KEPT: u32 = 7 * 86_400;
/// Channels with subscriptions that are read at once.
const SLICE: usize = 1_000;
/// The one partition of what an installation has once.
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
    /// An address that is told what happens in a channel.
    pub struct HookSubscription;
    pub(crate) static SUBSCRIPTIONS: "webhook_subscriptions", Ascending;
    partition {
        /// Of what it is told.
        channel_id: ChannelId => bigint,
    }
    clustering {
        hook_id: HookId => bigint,
    }
    columns {
        url: String => text,
        events: Vec<HookEvent> => text,
        /// What calls are signed with, sealed.
        secret: String => text,
        /// With whose rights it hears: who made it, or took it over since.
        created_by: UserId => bigint,
        created: Moment => timestamp,
        /// When it was found that this person may not hear it any more, and the channel's moderators were told.
        rests: Option<Moment> => timestamp,
        /// Since when its address has taken nothing.
        failing: Option<Moment> => timestamp,
        /// When it was switched off, because that had lasted too long.
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
    /// Up to where the feed of changes has been followed for subscriptions.
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
    /// What an address is told of a message as it became at a moment. There is one for each: whoever writes it makes the call.
    pub struct HookCall;
    pub(crate) static HOOK_CALLS: "webhook_calls", Descending, ttl;
    partition {
        hook_id: HookId => bigint,
    }
    clustering {
        message_id: MessageId => bigint,
        /// When the message became so.
        since: Moment => timestamp,
    }
    columns {
        event: HookEvent => text,
        state: CallState => text,
        /// Calls made until now.
        tries: i64 => int,
        /// What the last one was answered with; none: nothing was.
        status: Option<i64> => int,
        /// When the last one was made.
        tried: Option<Moment> => timestamp,
        /// When the next one is.
        next: Option<Moment> => timestamp,
    }
}

impl Webhooks {
    /// Makes a subscription.
    pub async fn subscribe(&self, subscription: &HookSubscription) -> Result<()> {
        let channel = HookedChannel { shard: ALL, channel_id: subscription.channel_id };
        self.db.write(vec![subscription.insert(), channel.insert()]).await
    }

    /// A channel's subscriptions, in the order in which they were made.
    pub async fn subscriptions(&self, channel_id: ChannelId) -> Result<Vec<HookSubscription>> {
        self.db.list(HookSubscription::of(channel_id).ascending(2 * MOST_SUBSCRIPTIONS)).await
    }

    /// A subscription.
    pub async fn subscription(&self, channel_id: ChannelId, id: HookId) -> Result<Option<HookSubscription>> {
        self.db.find(HookSubscription::at(channel_id, id)).await
    }

    /// Notes that a subscription rests (or, with `None`, that it does not any more), with what tells of it. False: it has been
    /// noted, or somebody else has taken it over.
    pub async fn rest_subscription(
        &self,
        it: &HookSubscription,
        rests: Option<Moment>,
        then: Vec<Write>,
    ) -> Result<bool> {
        let stood = [("created_by", it.created_by.into()), ("rests", it.rests.into())];
        self.db.decide(it.key().update_if([("rests", rests.into())], stood), then).await
    }

    /// Notes since when an address has taken nothing; none: it has just taken something. False: it was noted otherwise meanwhile.
    pub async fn set_failing(&self, it: &HookSubscription, since: Option<Moment>) -> Result<bool> {
        let stood = [("created_by", it.created_by.into()), ("failing", it.failing.into())];
        self.db.decide(it.key().update_if([("failing", since.into())], stood), Vec::new()).await
    }

    /// Switches a subscription off, with what tells of it. False: it is off, or was changed meanwhile.
    pub async fn disable(&self, it: &HookSubscription, at: Moment, then: Vec<Write>) -> Result<bool> {
        let stood = [
            ("disabled", None::<Moment>.into()),
            ("failing", it.failing.into()),
            ("created_by", it.created_by.into()),
        ];
        self.db.decide(it.key().update_if([("disabled", Some(at).into())], stood), then).await
    }

    /// From now on a subscription goes on, with the rights of this person. False: it has been changed meanwhile.
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

    /// Ends a subscription. False: there is none.
    pub async fn unsubscribe(&self, channel_id: ChannelId, id: HookId) -> Result<bool> {
        let key = HookSubscription::at(channel_id, id);
        if !self.db.decide(key.delete_if([]), vec![HookCall::of(id).delete()]).await? {
            return Ok(false);
        }
        if self.subscriptions(channel_id).await?.is_empty() {
            self.db.write(vec![HookedChannel::at(ALL, channel_id).delete()]).await?;
            // Somebody may have made one in between.
            if let Some(other) = self.subscriptions(channel_id).await?.first() {
                self.subscribe(other).await?;
            }
        }
        Ok(true)
    }

    /// The channels that have subscriptions.
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

    /// Up to where the feed of changes has been followed; none: not yet.
    pub async fn followed(&self) -> Result<Option<Cursor>> {
        let kept: Option<HookCursor> = self.db.find(HookCursor::at(ALL)).await?;
        Ok(kept.and_then(|kept| kept.cursor.parse().ok()))
    }

    /// Keeps the place in the feed.
    pub async fn keep_followed(&self, cursor: &Cursor) -> Result<()> {
        self.db.write(vec![HookCursor { shard: ALL, cursor: cursor.to_string() }.insert()]).await
    }

    /// What an address was told of a message, the newest first.
    pub async fn told(&self, id: HookId, message_id: MessageId) -> Result<Vec<HookCall>> {
        self.db.list(HookCall::of(id).prefix([message_id.into()]).descending(SLICE)).await
    }

    /// Takes a call on, with the job that makes it. False: somebody else has.
    pub async fn take_on(&self, call: &HookCall, job: Write) -> Result<bool> {
        self.db.decide(call.row().if_absent_for(KEPT), vec![job]).await
    }

    /// A call.
    pub async fn call(&self, id: HookId, message_id: MessageId, since: Moment) -> Result<Option<HookCall>> {
        self.db.find(HookCall::at(id, message_id, since)).await
    }

    /// Notes what became of a call, with what comes next. Nothing, where somebody else made it meanwhile.
    pub async fn note(&self, old: &HookCall, new: &HookCall, then: Option<Write>) -> Result<()> {
        // Every column anew: all of them end at once.
        let row = new.row();
        let set = HookCall::TABLE.columns.iter().map(|it| (it.name, row.peek(it.name).clone())).collect();
        let stood = vec![("tries", old.tries.into()), ("state", old.state.into())];
        let guard = Guard::UpdateIf { key: old.key(), set, conditions: stood, ttl: Some(KEPT) };
        self.db.decide(guard, Vec::from_iter(then)).await.map(drop)
    }

    /// An address's calls, of the newest messages first.
    pub async fn calls(&self, id: HookId, limit: usize) -> Result<Vec<HookCall>> {
        self.db.list(HookCall::of(id).descending(limit)).await
    }
}
