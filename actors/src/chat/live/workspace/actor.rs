//! The workspace's actor: thin handlers around [`WorkspaceState`].

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use actix::prelude::*;
use storage::ids::{UserId, WorkspaceId};

use super::digest::Digests;
use super::messages::{
    AccessChanged, Attach, Detach, Elsewhere, Join, Leave, Look, NodeGone, Online, Present, RightsChanged,
    StatusAnnounced, TypingChanged, Verify, WhereIs,
};
use super::people::{People, PresenceWindow, Standing, Whereabouts};
use super::state::{WorkspaceRights, WorkspaceState};
use super::{InternalMessage, NAME, topic};
use crate::Platform;
use crate::chat::event::{
    Audience, Presence, PresenceBatch, PresenceBatchType, PresenceStatus, RightsChange,
};
use crate::entities::personal::PersonalEvent;
use crate::live::body::Body;
use crate::live::bus::BusState;
use crate::live::bus::ToPerson as _;
use crate::live::fanout::Subscriber;
use crate::live::room::AGAIN;
use crate::platform::time::now;

/// A workspace without subscribers and people online stops after this long.
const IDLE: Duration = Duration::from_secs(300);
/// How long to wait for the other nodes to report who is connected to them.
const GATHERING: Duration = Duration::from_millis(300);

pub struct WorkspaceActor {
    pub(super) platform: Platform,
    pub(super) id: WorkspaceId,
    pub(super) state: WorkspaceState,
    pub(super) digests: Digests,
    /// Whether a timer for the end of a digest's second runs.
    pub(super) digesting: bool,
    window: PresenceWindow,
    closing: bool,
    sweeping: bool,
    idle_since: Option<Instant>,
    pub(super) resync_due: bool,
    /// Events may have been missed since this moment; RESYNC is sent when rights have been read again.
    resync: Option<i64>,
    /// A read failed and will be repeated.
    again: bool,
    /// Until when the other nodes may still report who is connected to them.
    gathering: Option<Instant>,
    /// This node's people will be reported to the others shortly.
    naming: bool,
}

impl WorkspaceActor {
    pub fn new(platform: Platform, id: WorkspaceId) -> Self {
        Self {
            platform,
            id,
            state: WorkspaceState::new(id),
            digests: Digests::default(),
            digesting: false,
            window: PresenceWindow::default(),
            closing: false,
            sweeping: false,
            idle_since: None,
            resync_due: false,
            resync: None,
            again: false,
            gathering: None,
            naming: false,
        }
    }

    fn presence_changed(&mut self, change: Presence, ctx: &mut Context<Self>) {
        if let Some(change) = self.window.take(change, now()) {
            let user_id = change.user_id;
            self.publish_presence(&change, |s| !s.facts.apart.contains(&user_id));
        } else if !self.closing {
            self.closing = true;
            ctx.run_later(Duration::from_secs(1), |actor, _| {
                actor.closing = false;
                let changes = actor.window.close();
                actor.publish_presence_batch(&changes);
            });
        }
    }

    fn publish_presence(
        &mut self,
        body: &impl serde::Serialize,
        may: impl Fn(&Subscriber<WorkspaceRights>) -> bool,
    ) {
        self.state.presence.announce(&self.platform, &[&Body::of(body)], |_| None, |s, _| may(s));
    }

    /// Everybody receives the same frame, except those with a block to somebody in it, who receive one of their own.
    fn publish_presence_batch(&mut self, changes: &[Presence]) {
        let batch =
            |changes: Vec<Presence>| PresenceBatch { kind: PresenceBatchType::PresenceBatch, changes };
        let keeps =
            |s: &Subscriber<WorkspaceRights>| changes.iter().any(|c| s.facts.apart.contains(&c.user_id));
        let kept: HashMap<UserId, HashSet<UserId>> = self
            .state
            .presence
            .subscribers()
            .filter(|s| keeps(s))
            .map(|s| (s.user_id, s.facts.apart.clone()))
            .collect();
        self.publish_presence(&batch(changes.to_vec()), |s| !kept.contains_key(&s.user_id));
        for (user_id, apart) in &kept {
            let seen = changes.iter().filter(|change| !apart.contains(&change.user_id));
            self.publish_presence(&batch(seen.cloned().collect()), |s| s.user_id == *user_id);
        }
    }

    /// Changes a person's connections on this node, and publishes the difference to the other nodes.
    fn change_here<T>(&mut self, user_id: UserId, change: impl FnOnce(&mut People) -> T) -> T {
        let people = &mut self.state.people;
        let before = people.standing(user_id);
        let changed = change(people);
        let (after, node) = (people.standing(user_id), self.platform.node);
        if after != before {
            let message = match (before, after) {
                (_, Standing::Absent) => {
                    InternalMessage::Presence { user_id, status: PresenceStatus::Offline, node }
                }
                (Standing::Absent, _) => {
                    InternalMessage::Presence { user_id, status: PresenceStatus::Online, node }
                }
                (_, after) => InternalMessage::Looking { user_id, looking: after == Standing::Looking, node },
            };
            message.publish(&self.platform, self.id);
        }
        changed
    }

    /// Reports everybody who is connected here to the other nodes.
    fn name_people(&self, ask: bool) {
        if self.platform.bus.spans_nodes() {
            let (node, people) = (self.platform.node, self.state.people.here());
            let is_hidden = |id: &UserId| self.state.people.standing(*id) == Standing::Hidden;
            let hidden = people.iter().copied().filter(is_hidden).collect();
            InternalMessage::Present { node, people, hidden, ask }.publish(&self.platform, self.id);
        }
    }

    /// Asks the other nodes who is connected to them, with jitter because all workspaces do so after an outage.
    fn gather(within: Duration, ctx: &mut Context<Self>) {
        ctx.run_later(within.mul_f64(rand::random()), |actor, _| actor.name_people(true));
    }

    /// Completes when the other nodes have had time to report.
    fn gathered(&self) -> impl Future<Output = ()> + use<> {
        let wait = self.gathering.map(|until| until.saturating_duration_since(Instant::now()));
        async move {
            if let Some(wait) = wait.filter(|wait| !wait.is_zero()) {
                tokio::time::sleep(wait).await;
            }
        }
    }

    /// Reads the settings and the rights of the subscribers (or of `only` one) from the store. Nothing is delivered
    /// meanwhile.
    fn verify(&mut self, only: Option<UserId>, ctx: &mut Context<Self>) {
        let (platform, id) = (self.platform.clone(), self.id);
        let listeners = self.state.listeners();
        let people: Vec<UserId> = match only {
            Some(user_id) if !listeners.contains(&user_id) => return,
            Some(user_id) => vec![user_id],
            None => listeners.into_iter().collect(),
        };
        let reading = async move {
            let chat = &platform.storage.chat;
            let read = async |user_id| {
                let Some(facts) = chat.facts_of_workspace(id, user_id).await? else { return Ok(None) };
                let apart = platform.storage.contacts.apart_from(user_id).await?;
                let rights = WorkspaceRights::new(&facts, apart);
                Ok(Some((facts, rights)))
            };
            platform.repair.of_each(people, read).await
        };
        ctx.wait(reading.into_actor(self).map(|facts, actor, ctx| {
            let Ok(facts) = facts else { return actor.verify_again(ctx) };
            let first = facts.values().flatten().next();
            let channels = first.map(|(facts, _)| super::state::channels_of(facts)).unwrap_or_default();
            let facts = facts.into_iter().map(|(id, read)| (id, read.map(|(_, rights)| rights))).collect();
            let parted = actor.state.parted(&facts);
            actor.state.verified(channels, facts);
            for (listener, user_id) in parted {
                let gone = Presence::new(user_id, PresenceStatus::Offline, now());
                actor.publish_presence(&gone, |s| s.user_id == listener);
            }
            if let Some(since) = actor.resync.take() {
                actor.publish_resync(since);
            }
        }));
    }

    /// The store did not answer: try again a little later.
    fn verify_again(&mut self, ctx: &mut Context<Self>) {
        if !std::mem::replace(&mut self.again, true) {
            ctx.run_later(AGAIN, |actor, ctx| {
                actor.again = false;
                actor.verify(None, ctx);
            });
        }
    }

    /// Checks every second for people who have been gone long enough, as long as there are any.
    fn sweep(&mut self, ctx: &mut Context<Self>) {
        if self.sweeping || !self.state.people.anybody_leaving() {
            return;
        }
        self.sweeping = true;
        ctx.run_later(Duration::from_secs(1), |actor, ctx| {
            actor.sweeping = false;
            for change in actor.state.people.gone(now()) {
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
        if self.platform.bus.state() == BusState::Up {
            self.gathering = Some(Instant::now() + GATHERING);
            let followed = self.platform.bus.follow(topic(self.id));
            ctx.spawn(followed.into_actor(self).map(|(), actor, _| actor.name_people(true)));
        }
        ctx.run_interval(IDLE / 10, |actor, ctx| {
            if !actor.state.idle() {
                actor.idle_since = None;
            } else if actor.idle_since.get_or_insert_with(Instant::now).elapsed() >= IDLE {
                actor.platform.registry.forget(NAME, actor.id.0, &ctx.address());
                ctx.stop();
            }
        });
    }
}

impl Handler<Attach> for WorkspaceActor {
    type Result = bool;

    fn handle(&mut self, attach: Attach, _: &mut Self::Context) -> bool {
        for (id, access) in attach.channels {
            // Announced settings are newer than those the subscriber's facts were read with.
            self.state.channels.entry(id).or_insert(access);
        }
        self.idle_since = None;
        self.state.attach(attach.part, attach.key, attach.subscriber)
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
        let AccessChanged { channel_id, access, entity_id } = changed;
        // As when a right is lost by relation: their lists of channels are outdated.
        let event = PersonalEvent::MembershipChanged { entity_id };
        for user_id in self.state.access_changed(channel_id, access) {
            self.platform.connections.deliver(&event.to(user_id));
        }
    }
}

impl Handler<StatusAnnounced> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, StatusAnnounced(changed): StatusAnnounced, _: &mut Self::Context) {
        let user_id = changed.user_id;
        self.publish_presence(&changed, |s| !s.facts.apart.contains(&user_id));
    }
}

impl Handler<RightsChanged> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, RightsChanged(change): RightsChanged, ctx: &mut Self::Context) {
        self.state.rights_changed(&change);
        // Two changes of one right can be announced in another order than they were written, so the store decides.
        let (RightsChange::Row { user_id, .. } | RightsChange::Relation { user_id, .. }) = change;
        self.verify(Some(user_id), ctx);
    }
}

impl Handler<TypingChanged> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, changed: TypingChanged, _: &mut Self::Context) {
        let body = Body::of(&changed.typing);
        let (channel_id, access) = (changed.typing.channel_id, changed.access);
        self.state.typing.offer(&self.platform, &body, |s| {
            WorkspaceState::hears(&s.facts, s.user_id, channel_id, &access, Audience::Readers)
        });
    }
}

impl Handler<Join> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, join: Join, ctx: &mut Self::Context) {
        if let Some(change) = self.change_here(join.0, |people| people.join(join.0, now())) {
            self.presence_changed(change, ctx);
        }
    }
}

impl Handler<Look> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, Look { user_id, looking }: Look, _: &mut Self::Context) {
        self.change_here(user_id, |people| people.set_looking(user_id, looking));
    }
}

impl Handler<Leave> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, Leave { user_id, looking }: Leave, ctx: &mut Self::Context) {
        self.change_here(user_id, |people| people.leave(user_id, looking, now()));
        self.sweep(ctx);
    }
}

impl Handler<Elsewhere> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, elsewhere: Elsewhere, ctx: &mut Self::Context) {
        let Elsewhere { user_id, node, standing } = elsewhere;
        if let Some(change) = self.state.people.elsewhere(user_id, node, standing, now()) {
            self.presence_changed(change, ctx);
        }
        self.sweep(ctx);
    }
}

impl Handler<Present> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, Present { node, people, hidden, ask }: Present, ctx: &mut Self::Context) {
        for change in self.state.people.present(node, &people, &hidden, now()) {
            self.presence_changed(change, ctx);
        }
        self.sweep(ctx);
        // One report for all nodes that ask at about the same time.
        if ask && !std::mem::replace(&mut self.naming, true) {
            ctx.run_later(GATHERING / 4, |actor, _| {
                actor.naming = false;
                actor.name_people(false);
            });
        }
    }
}

impl Handler<NodeGone> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, NodeGone(node): NodeGone, ctx: &mut Self::Context) {
        self.state.people.present(node, &[], &[], now());
        self.sweep(ctx);
    }
}

impl Handler<Verify> for WorkspaceActor {
    type Result = ();

    fn handle(&mut self, Verify { resync, only }: Verify, ctx: &mut Self::Context) {
        if let Some(since) = resync {
            self.resync = Some(self.resync.map_or(since, |earlier| earlier.min(since)));
            Self::gather(Duration::from_secs(1), ctx);
        }
        self.verify(only, ctx);
    }
}

impl Handler<Online> for WorkspaceActor {
    type Result = ResponseActFuture<Self, Vec<Presence>>;

    fn handle(&mut self, _: Online, _: &mut Self::Context) -> Self::Result {
        Box::pin(self.gathered().into_actor(self).map(|(), actor, _| actor.state.people.online()))
    }
}

impl Handler<WhereIs> for WorkspaceActor {
    type Result = ResponseActFuture<Self, Whereabouts>;

    fn handle(&mut self, WhereIs(user_id): WhereIs, _: &mut Self::Context) -> Self::Result {
        let gathered = self.gathered().into_actor(self);
        Box::pin(gathered.map(move |(), actor, _| actor.state.people.whereabouts(user_id)))
    }
}
