//! The workspace's actor: thin handlers around [`WorkspaceState`].

use std::sync::Arc;
use std::time::Duration;

use actix::prelude::*;
use storage::ids::{ChannelId, UserId, WorkspaceId};

use super::state::{Facts, Kind, PresenceWindow, WorkspaceState};
use crate::Platform;
use crate::bus::Announcement;
use crate::chat::rules::ChannelAccess;
use crate::event::{
    Audience, LiveNotification, LiveType, Presence, PresenceBatch, PresenceBatchType, PresenceStatus,
    RightsChange, Typing,
};
use crate::fanout::{Subscriber, SubscriptionKey};
use crate::time::now;

/// A workspace that nobody listens to or is online in ends after this long.
const IDLE: Duration = Duration::from_secs(300);

/// A channel's event for those who listen to the whole workspace; the body is already written.
#[derive(Message)]
#[rtype(result = "()")]
pub struct ChannelEvent {
    pub channel_id: ChannelId,
    pub access: ChannelAccess,
    pub body: Arc<str>,
    pub audience: Audience,
}

/// Adds a subscription. `channels` are the workspace's channels as the subscriber's facts were read.
#[derive(Message)]
#[rtype(result = "bool")]
pub struct Attach {
    pub kind: Kind,
    pub key: SubscriptionKey,
    pub subscriber: Subscriber<Facts>,
    pub channels: Vec<(ChannelId, ChannelAccess)>,
}

#[derive(Message)]
#[rtype(result = "()")]
pub struct Detach(pub Kind, pub SubscriptionKey);

#[derive(Message)]
#[rtype(result = "()")]
pub struct AccessChanged(pub ChannelId, pub ChannelAccess);

#[derive(Message)]
#[rtype(result = "()")]
pub struct RightsChanged(pub RightsChange);

#[derive(Message)]
#[rtype(result = "()")]
pub struct TypingChanged {
    pub access: ChannelAccess,
    pub typing: Typing,
}

/// A connection of a person who belongs here begins.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Join(pub UserId);

/// … and has ended.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Leave(pub UserId);

/// Who is online?
#[derive(Message)]
#[rtype(result = "Vec<Presence>")]
pub struct Online;

#[derive(Message)]
#[rtype(result = "()")]
struct FellBehind;

pub struct WorkspaceActor {
    platform: Platform,
    id: WorkspaceId,
    state: WorkspaceState,
    window: PresenceWindow,
    closing: bool,
    sweeping: bool,
    idle_since: Option<std::time::Instant>,
    resync_due: bool,
}

/// An event could not be handed to the workspace: its subscribers must be told to fetch what they missed. The message
/// waits for room, so it comes after everything that is queued now.
pub fn fell_behind(addr: &Addr<WorkspaceActor>) {
    metrics::counter!("live_workspaces_behind_total").increment(1);
    let sent = addr.send(FellBehind);
    actix_rt::spawn(async move {
        let _ = sent.await;
    });
}

impl WorkspaceActor {
    pub fn new(platform: Platform, id: WorkspaceId) -> Self {
        Self {
            platform,
            id,
            state: WorkspaceState::new(id),
            window: PresenceWindow::default(),
            closing: false,
            sweeping: false,
            idle_since: None,
            resync_due: false,
        }
    }

    fn presence_changed(&mut self, change: Presence, ctx: &mut Context<Self>) {
        self.platform.bus.publish(Announcement::Presence {
            workspace_id: self.id,
            user_id: change.user_id,
            status: change.status,
            node: self.platform.node,
        });
        if let Some(change) = self.window.take(change, now()) {
            self.tell_presence(&change);
        } else if !self.closing {
            self.closing = true;
            ctx.run_later(Duration::from_secs(1), |actor, _| {
                actor.closing = false;
                let changes = actor.window.close();
                actor.tell_presence(&PresenceBatch { kind: PresenceBatchType::PresenceBatch, changes });
            });
        }
    }

    fn tell_presence(&mut self, body: &impl serde::Serialize) {
        let Ok(body) = serde_json::to_string(body) else { return };
        let id = self.platform.next_frame();
        self.state.presence.announce(&*self.platform.wire, id, &body, |_| true);
    }

    /// Looks every second for people who have been gone long enough, as long as anybody is on the way out.
    fn sweep(&mut self, ctx: &mut Context<Self>) {
        if self.sweeping || !self.state.anybody_leaving() {
            return;
        }
        self.sweeping = true;
        ctx.run_later(Duration::from_secs(1), |actor, ctx| {
            actor.sweeping = false;
            for change in actor.state.gone(now()) {
                debug_assert_eq!(change.status, PresenceStatus::Offline);
                actor.presence_changed(change, ctx);
            }
            actor.sweep(ctx);
        });
    }
}

impl Actor for WorkspaceActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(4_096);
        ctx.run_interval(IDLE / 10, |actor, ctx| {
            if !actor.state.idle() {
                actor.idle_since = None;
            } else if actor.idle_since.get_or_insert_with(std::time::Instant::now).elapsed() >= IDLE {
                actor.platform.registry.forget_workspace(actor.id, &ctx.address());
                ctx.stop();
            }
        });
    }
}

impl Handler<ChannelEvent> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, event: ChannelEvent, _: &mut Self::Context) {
        let id = self.platform.next_frame();
        let ChannelEvent { channel_id, access, body, audience } = event;
        self.state.notifications.announce(&*self.platform.wire, id, &body, |s| {
            WorkspaceState::hears(&s.facts, s.user_id, channel_id, &access, audience)
        });
    }
}

impl Handler<FellBehind> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, _: FellBehind, ctx: &mut Self::Context) {
        // Many lost events make one RESYNC: it goes out once what is queued has been handled.
        if std::mem::replace(&mut self.resync_due, true) {
            return;
        }
        ctx.run_later(Duration::from_millis(200), |actor, _| {
            actor.resync_due = false;
            let mut event = LiveNotification::bare(LiveType::Resync, now());
            event.workspace_id = Some(actor.id);
            let Ok(body) = serde_json::to_string(&event) else { return };
            let id = actor.platform.next_frame();
            actor.state.notifications.announce(&*actor.platform.wire, id, &body, |_| true);
        });
    }
}

impl Handler<Attach> for WorkspaceActor {
    type Result = bool;

    fn handle(&mut self, attach: Attach, _: &mut Self::Context) -> bool {
        for (id, access) in attach.channels {
            // What was announced here is newer than what the subscriber's facts were read with.
            self.state.channels.entry(id).or_insert(access);
        }
        self.idle_since = None;
        self.state.attach(attach.kind, attach.key, attach.subscriber)
    }
}

impl Handler<Detach> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, detach: Detach, _: &mut Self::Context) {
        self.state.detach(detach.0, &detach.1);
    }
}

impl Handler<AccessChanged> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, changed: AccessChanged, _: &mut Self::Context) {
        self.state.access_changed(changed.0, changed.1);
    }
}

impl Handler<RightsChanged> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, changed: RightsChanged, _: &mut Self::Context) {
        self.state.rights_changed(&changed.0);
    }
}

impl Handler<TypingChanged> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, changed: TypingChanged, _: &mut Self::Context) {
        let Ok(body) = serde_json::to_string(&changed.typing) else { return };
        let id = self.platform.next_frame();
        let (channel_id, access) = (changed.typing.channel_id, changed.access);
        self.state.typing.offer(&*self.platform.wire, id, &body, |s| {
            WorkspaceState::hears(&s.facts, s.user_id, channel_id, &access, Audience::Readers)
        });
    }
}

impl Handler<Join> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, join: Join, ctx: &mut Self::Context) {
        if let Some(change) = self.state.join(join.0, now()) {
            self.presence_changed(change, ctx);
        }
    }
}

impl Handler<Leave> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, leave: Leave, ctx: &mut Self::Context) {
        self.state.leave(leave.0, now());
        self.sweep(ctx);
    }
}

impl Handler<Online> for WorkspaceActor {
    type Result = MessageResult<Online>;

    fn handle(&mut self, _: Online, _: &mut Self::Context) -> Self::Result {
        MessageResult(self.state.online())
    }
}
