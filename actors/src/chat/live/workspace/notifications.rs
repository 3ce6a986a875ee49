//! Publishes the events of all channels of a workspace to its subscribers.

use std::time::Duration;

use actix::prelude::*;

use super::WorkspaceActor;
use super::digest::{Brief, Due};
use super::messages::{ChannelEvents, Renamed};
use super::state::WorkspaceState;
use crate::chat::event::Audience;
use crate::chat::lean::lean;
use crate::chat::live_notification::{LiveNotification, Null, ResyncEvent, Unsaid, WorkspaceEvent};
use crate::live::body::Body;
use crate::platform::time::now;

#[derive(Message)]
#[rtype(result = "()")]
struct FellBehind;

/// An event could not be handed to the workspace, so its subscribers must fetch what they missed. This message waits
/// for room, behind everything that is queued now.
pub fn fell_behind(addr: &Addr<WorkspaceActor>) {
    metrics::counter!("live_rooms_behind_total").increment(1);
    let sent = addr.send(FellBehind);
    actix_rt::spawn(async move {
        let _ = sent.await;
    });
}

impl WorkspaceActor {
    pub(super) fn publish_resync(&mut self, since: i64) {
        self.notify_all(&LiveNotification::Resync(ResyncEvent::new(self.id, None, since, now())));
    }

    fn notify_all(&mut self, event: &LiveNotification) {
        self.state.notifications.announce(&self.platform, &[&Body::of(event)], lean, |_, _| true);
    }

    /// To which digest subscribers each event goes at once; the rest waits for the end of its second.
    fn brief(
        &mut self,
        ChannelEvents { channel_id, access, events }: &ChannelEvents,
        ctx: &mut Context<Self>,
    ) -> Vec<Brief> {
        if !self.state.notifications.subscribers().any(|s| s.digest) {
            return events.iter().map(|_| Brief::Everybody).collect();
        }
        let briefs = self.digests.take(*channel_id, access, events, now());
        self.schedule_digests(ctx);
        briefs
    }

    fn schedule_digests(&mut self, ctx: &mut Context<Self>) {
        let Some(next) = self.digests.next().filter(|_| !self.digesting) else { return };
        self.digesting = true;
        let wait = Duration::from_millis((next - now()).max(0) as u64);
        ctx.run_later(wait, |actor, ctx| {
            actor.digesting = false;
            for due in actor.digests.due(actor.id, now()) {
                actor.publish_digest(due);
            }
            actor.schedule_digests(ctx);
        });
    }

    /// Sends a digest to those who may read the channel at that time.
    fn publish_digest(&mut self, Due { channel_id, access, event }: Due) {
        let WorkspaceState { notifications, channels, .. } = &mut self.state;
        let access = channels.get(&channel_id).unwrap_or(&access);
        let body = Body::of(&LiveNotification::ChannelDigest(event));
        notifications.announce(&self.platform, &[&body], lean, |s, _| {
            s.digest && WorkspaceState::hears(&s.facts, s.user_id, channel_id, access, Audience::Readers)
        });
    }
}

impl Handler<ChannelEvents> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, happened: ChannelEvents, ctx: &mut Self::Context) {
        let briefs = self.brief(&happened, ctx);
        let ChannelEvents { channel_id, access, events } = happened;
        let bodies: Vec<&Body> = events.iter().map(|(body, _)| body).collect();
        self.state.notifications.announce(&self.platform, &bodies, lean, |s, n| {
            (!s.digest || briefs[n].reaches(s.user_id))
                && WorkspaceState::hears(&s.facts, s.user_id, channel_id, &access, events[n].1)
        });
    }
}

impl Handler<FellBehind> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, _: FellBehind, ctx: &mut Self::Context) {
        // Many lost events cause one RESYNC, sent once the queued messages have been handled.
        if std::mem::replace(&mut self.resync_due, true) {
            return;
        }
        ctx.run_later(Duration::from_millis(200), |actor, _| {
            actor.resync_due = false;
            actor.publish_resync(now());
        });
    }
}

impl Handler<Renamed> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, Renamed(name): Renamed, _: &mut Self::Context) {
        self.notify_all(&LiveNotification::WorkspaceUpdated(WorkspaceEvent {
            workspace_id: self.id,
            channel_id: Null,
            workspace_name: name,
            cursor: Null,
            sender_name: Null,
            timestamp: now(),
            unsaid: Unsaid::default(),
        }));
    }
}
