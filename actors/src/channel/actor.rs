//! The channel's actor: thin handlers around [`ChannelState`] and the queue of changes.

use std::collections::VecDeque;
use std::time::Duration;

use actix::prelude::*;
use futures_util::future::join_all;
use storage::chat::Channel;
use storage::ids::{ChannelId, EventId, UserId, WorkspaceId};

use super::change::{Change, Pace, Stamp};
use super::messages::{AccessChanged, Attach, Detach, Relay, RightsChanged, TypingSign, Verify};
use super::state::{ChannelState, Facts};
use crate::Platform;
use crate::bus::{Announcement, BusState};
use crate::chat::rules::ChannelAccess;
use crate::error::Refusal;
use crate::event::{Audience, LiveNotification, RightsChange, Typing};
use crate::time::now;

/// Most changes that wait for one channel; more are refused as busy.
const QUEUE: usize = 4_096;
/// Most new messages in one gathered write.
const BATCH: usize = 256;
/// A channel without subscribers and work ends after this long.
const IDLE: Duration = Duration::from_secs(300);
/// What could not be read anew is read again after this long.
pub const AGAIN: Duration = Duration::from_secs(2);

pub struct ChannelActor {
    platform: Platform,
    channel_id: ChannelId,
    workspace_id: WorkspaceId,
    state: ChannelState,
    queue: VecDeque<Change>,
    writing: bool,
    sweeping: bool,
    idle_since: Option<std::time::Instant>,
    /// Events may have been missed since; told when rights have been read anew.
    resync: Option<i64>,
    /// A reading failed and will be tried again.
    again: bool,
    /// Writes without an answer will be looked for once more.
    settling: bool,
}

/// Events since `since` (epoch ms) could not be handed to the channel: its subscribers must be told.
pub fn fell_behind(addr: &Addr<ChannelActor>, since: i64) {
    metrics::counter!("live_channels_behind_total").increment(1);
    addr.do_send(Verify { resync: Some(since) });
}

impl ChannelActor {
    /// `floor`: the newest event stored, so that order goes on where it was.
    pub fn new(platform: Platform, channel: &Channel, floor: EventId) -> Self {
        Self {
            platform,
            channel_id: channel.channel_id,
            workspace_id: channel.workspace_id,
            state: ChannelState::new(channel.channel_id, ChannelAccess::from(channel), floor),
            queue: VecDeque::new(),
            writing: false,
            sweeping: false,
            idle_since: None,
            resync: None,
            again: false,
            settling: false,
        }
    }

    /// Starts the next write unless one is in flight.
    fn advance(&mut self, ctx: &mut Context<Self>) {
        if self.writing || self.queue.is_empty() {
            return;
        }
        if self.platform.bus.state() != BusState::Away {
            return self.write(ctx);
        }
        // Nobody tells what other nodes write meanwhile: the store is asked, so that order follows cause all the same.
        self.writing = true;
        let (platform, id) = (self.platform.clone(), self.channel_id);
        let newest = async move { platform.storage.chat.newest_event(id).await };
        ctx.spawn(newest.into_actor(self).map(|newest, actor, ctx| {
            if let Ok(Some(newest)) = newest {
                actor.state.floor = actor.state.floor.max(newest);
            }
            actor.write(ctx);
        }));
    }

    /// Carries out the changes that may go together.
    fn write(&mut self, ctx: &mut Context<Self>) {
        self.writing = false;
        let Some(first) = self.queue.pop_front() else { return };
        let mut batch = vec![first];
        if batch[0].pace == Pace::Together {
            while batch.len() < BATCH && self.queue.front().is_some_and(|next| next.pace == Pace::Together) {
                batch.extend(self.queue.pop_front());
            }
        }
        metrics::histogram!("channel_batch_changes").record(batch.len() as f64);
        let now = now();
        let mut writes = Vec::with_capacity(batch.len());
        for change in batch {
            match self.platform.ids.next_after(now, self.state.floor.0) {
                Ok(id) => {
                    self.state.floor = EventId(id);
                    writes.push((change.write)(Stamp { event_id: EventId(id), now }));
                }
                Err(refusal) => (change.refuse)(refusal),
            }
        }
        self.writing = true;
        ctx.spawn(join_all(writes).into_actor(self).map(move |outcomes, actor, ctx| {
            if outcomes.iter().any(|outcome| outcome.uncertain) {
                actor.uncertain(now, ctx);
            }
            for outcome in outcomes {
                for (event, audience) in outcome.events {
                    actor.tell(event, audience);
                }
                (outcome.answer)();
            }
            actor.writing = false;
            actor.advance(ctx);
        }));
    }

    /// A write had no answer. Whoever listens, here and on other nodes, looks for what it may have left: once the store
    /// answers again, and once more when nothing can come any more.
    fn uncertain(&mut self, since: i64, ctx: &mut Context<Self>) {
        let announcement = Announcement::Uncertain { workspace_id: self.workspace_id, since };
        self.platform.announce(announcement.clone());
        if !std::mem::replace(&mut self.settling, true) {
            ctx.run_later(Duration::from_millis(crate::repair::SETTLES as u64), move |actor, _| {
                actor.settling = false;
                actor.platform.announce(announcement);
            });
        }
    }

    /// Announces an event of this channel here and to the other nodes.
    fn tell(&mut self, event: LiveNotification, audience: Audience) {
        self.deliver(&event, audience);
        self.platform.bus.publish(Announcement::Channel {
            workspace_id: self.workspace_id,
            channel_id: self.channel_id,
            access: self.state.access.clone(),
            event: Box::new(event),
            audience,
        });
    }

    /// Hands an event to this node's subscribers of the channel and of its workspace.
    fn deliver(&mut self, event: &LiveNotification, audience: Audience) {
        let Ok(body) = serde_json::to_string(event) else { return };
        let message_id = self.platform.next_frame();
        self.state.announce(&*self.platform.wire, message_id, &body, audience);
        self.platform.registry.tell_workspace(
            self.workspace_id,
            crate::workspace::ChannelEvent {
                channel_id: self.channel_id,
                access: self.state.access.clone(),
                body: body.into(),
                audience,
            },
        );
    }

    fn tell_typing(&self, change: super::state::TypingChange) {
        let typing = Typing {
            channel_id: self.channel_id,
            user_id: change.user_id,
            user_name: change.user_name,
            is_typing: change.is_typing,
            timestamp: now(),
            parent_message_id: None,
        };
        self.platform.announce(Announcement::Typing {
            workspace_id: self.workspace_id,
            access: self.state.access.clone(),
            typing,
        });
    }

    /// Looks every second for typing that ended, as long as anybody types.
    fn sweep(&mut self, ctx: &mut Context<Self>) {
        if self.sweeping || !self.state.anybody_typing() {
            return;
        }
        self.sweeping = true;
        ctx.run_later(Duration::from_secs(1), |actor, ctx| {
            actor.sweeping = false;
            for change in actor.state.typing_over(now()) {
                actor.tell_typing(change);
            }
            actor.sweep(ctx);
        });
    }

    /// Reads the settings, and the rights of those who listen (or of `only` these), anew from the store. Nothing is
    /// delivered meanwhile.
    fn verify(&mut self, only: Option<Vec<UserId>>, ctx: &mut Context<Self>) {
        let (platform, id) = (self.platform.clone(), self.channel_id);
        let people = only.unwrap_or_else(|| self.state.topic.people().into_iter().collect());
        let reading = async move {
            let chat = &platform.storage.chat;
            let channel = chat.channel(id).await?;
            let newest = chat.newest_event(id).await?;
            let read = async |user_id| Ok(chat.facts(id, user_id).await?);
            let facts = platform.repair.of_each(people, read).await?;
            Ok::<_, Refusal>((channel, newest, facts))
        };
        ctx.wait(reading.into_actor(self).map(|read, actor, ctx| {
            let Ok((channel, newest, facts)) = read else { return actor.verify_again(ctx) };
            actor.state.floor = actor.state.floor.max(newest.unwrap_or(EventId(0)));
            let facts = facts.into_iter().map(|(id, facts)| (id, Facts::of(facts.as_ref()))).collect();
            actor.state.verified(channel.as_ref().map(ChannelAccess::from), &facts);
            if let Some(since) = actor.resync.take() {
                actor.tell_resync(since);
            }
        }));
    }

    /// The store does not answer: once more, a little later.
    fn verify_again(&mut self, ctx: &mut Context<Self>) {
        if !std::mem::replace(&mut self.again, true) {
            ctx.run_later(AGAIN, |actor, ctx| {
                actor.again = false;
                actor.verify(None, ctx);
            });
        }
    }

    fn tell_resync(&mut self, since: i64) {
        let event = LiveNotification {
            workspace_id: Some(self.workspace_id),
            channel_id: Some(self.channel_id),
            ..LiveNotification::resync(since, now())
        };
        let Ok(body) = serde_json::to_string(&event) else { return };
        let id = self.platform.next_frame();
        self.state.announce(&*self.platform.wire, id, &body, Audience::Readers);
    }

    fn idle(&self) -> bool {
        self.state.topic.is_empty() && self.queue.is_empty() && !self.writing
    }
}

impl Actor for ChannelActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(1_024);
        metrics::gauge!("live_channels").increment(1.0);
        // The settings may have changed between the reading that this actor was made of and its start, when there was
        // nobody to tell yet. What is announced from now on waits behind this.
        let (platform, id) = (self.platform.clone(), self.channel_id);
        let settings = async move { platform.storage.chat.channel(id).await };
        ctx.wait(settings.into_actor(self).map(|channel, actor, _| {
            if let Ok(Some(channel)) = channel {
                actor.state.access_changed(ChannelAccess::from(&channel));
            }
        }));
        ctx.run_interval(IDLE / 10, |actor, ctx| {
            if !actor.idle() {
                actor.idle_since = None;
            } else if actor.idle_since.get_or_insert_with(std::time::Instant::now).elapsed() >= IDLE {
                actor.platform.registry.forget_channel(actor.channel_id, &ctx.address());
                ctx.stop();
            }
        });
    }

    fn stopped(&mut self, _: &mut Self::Context) {
        metrics::gauge!("live_channels").decrement(1.0);
        for change in self.queue.drain(..) {
            (change.refuse)(Refusal::busy());
        }
    }
}

impl Handler<Change> for ChannelActor {
    type Result = ();

    fn handle(&mut self, change: Change, ctx: &mut Self::Context) {
        if self.queue.len() >= QUEUE {
            return (change.refuse)(Refusal::busy());
        }
        self.queue.push_back(change);
        self.advance(ctx);
    }
}

impl Handler<Attach> for ChannelActor {
    type Result = bool;

    fn handle(&mut self, attach: Attach, _: &mut Self::Context) -> bool {
        let facts = attach.subscriber.facts;
        // The settings may have changed while the facts were on their way.
        if crate::chat::rules::channel_role(&self.state.access, facts.row, facts.relation).is_none() {
            return false;
        }
        self.idle_since = None;
        self.state.topic.insert(attach.key, attach.subscriber);
        true
    }
}

impl Handler<Detach> for ChannelActor {
    type Result = ();

    fn handle(&mut self, detach: Detach, _: &mut Self::Context) {
        self.state.topic.remove(&detach.0);
    }
}

impl Handler<AccessChanged> for ChannelActor {
    type Result = ();

    fn handle(&mut self, changed: AccessChanged, ctx: &mut Self::Context) {
        self.state.access_changed(changed.0);
        // Two changes can be told in another order than they were written in: the store has the last word.
        self.verify(Some(Vec::new()), ctx);
    }
}

impl Handler<RightsChanged> for ChannelActor {
    type Result = ();

    fn handle(&mut self, RightsChanged(change): RightsChanged, ctx: &mut Self::Context) {
        self.state.rights_changed(&change);
        let concerned = match change {
            RightsChange::Row { channel_id, .. } if channel_id != self.channel_id => None,
            RightsChange::Row { user_id, .. } | RightsChange::Relation { user_id, .. } => Some(user_id),
        };
        if let Some(user_id) = concerned.filter(|id| self.state.topic.has(*id)) {
            self.verify(Some(vec![user_id]), ctx);
        }
    }
}

impl Handler<Relay> for ChannelActor {
    type Result = ();

    fn handle(&mut self, relay: Relay, _: &mut Self::Context) {
        if let Some(cursor) = relay.event.cursor {
            self.state.floor = self.state.floor.max(cursor);
        }
        self.deliver(&relay.event, relay.audience);
    }
}

impl Handler<Verify> for ChannelActor {
    type Result = ();

    fn handle(&mut self, Verify { resync }: Verify, ctx: &mut Self::Context) {
        if let Some(since) = resync {
            self.resync = Some(self.resync.map_or(since, |earlier| earlier.min(since)));
        }
        self.verify(None, ctx);
    }
}

impl Handler<TypingSign> for ChannelActor {
    type Result = ();

    fn handle(&mut self, sign: TypingSign, ctx: &mut Self::Context) {
        if let Some(change) = self.state.typing(sign.user_id, &sign.user_name, sign.is_typing, now()) {
            self.tell_typing(change);
        }
        self.sweep(ctx);
    }
}
