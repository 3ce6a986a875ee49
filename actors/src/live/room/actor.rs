//! A room's actor: thin handlers around [`Running`] and the queue of changes.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use actix::prelude::*;
use futures_util::future::{join_all, ready};
use storage::ids::{EventId, UserId};

use super::Room;
use super::change::{Change, Pace, Published, Stamp};
use super::messages::{Attach, Detach, Recheck, Relay, Touch, Verify};
use crate::Platform;
use crate::live::body::Body;
use crate::live::bus::{Announcement, BusState, Event, SETTLES};
use crate::live::ended::EndedBy;
use crate::live::fanout::{Subscriber, Subscribers};
use crate::platform::error::Refusal;
use crate::platform::time::now;

/// Most changes queued for one room; more are refused as busy.
const QUEUE: usize = 4_096;
/// Most new messages in one combined write, and events of other nodes delivered together.
const BATCH: usize = 256;
/// A room without subscribers and work stops after this long.
const IDLE: Duration = Duration::from_secs(300);
/// A failed read is repeated after this long.
pub const AGAIN: Duration = Duration::from_secs(2);

/// The state of a room on this node.
pub struct Running<R: Room> {
    pub platform: Platform,
    pub id: i64,
    /// As the store has it.
    pub room: R,
    pub topic: Subscribers<R::Facts>,
    pub live: R::Live,
}

impl<R: Room> Running<R> {
    /// Replaces the room and ends the subscriptions of those who may no longer listen.
    pub fn renewed(&mut self, room: R) {
        self.room = room;
        self.end_those_without_right();
    }

    /// Ends the subscriptions of those who may no longer listen.
    pub fn end_those_without_right(&mut self) {
        self.end_those_without_right_by(None);
    }

    /// The same, with who caused it.
    pub fn end_those_without_right_by(&mut self, by: Option<EndedBy>) {
        let room = &self.room;
        self.topic.retain_by(|s| room.may_listen(&s.facts), by.map(Arc::new).as_ref());
    }

    /// Delivers events, each with its audience, to this node's subscribers, of other rooms too ([`Room::delivered`]).
    fn deliver(&mut self, events: Vec<(Body, R::Audience)>) {
        let bodies: Vec<&Body> = events.iter().map(|(body, _)| body).collect();
        let room = &self.room;
        let hears = |s: &Subscriber<R::Facts>, n: usize| room.hears(s.user_id, &s.facts, &events[n].1);
        self.topic.announce(&self.platform, &bodies, R::lean, hears);
        room.delivered(&self.platform, self.id, events);
    }
}

pub struct RoomActor<R: Room> {
    state: Running<R>,
    /// The largest cursor seen: the next one is larger, whatever the clock says.
    floor: i64,
    queue: VecDeque<Change<R>>,
    /// Events of other nodes that are not delivered yet; those that arrive together are delivered together.
    relayed: Vec<(Body, R::Audience)>,
    writing: bool,
    sweeping: bool,
    idle_since: Option<std::time::Instant>,
    /// Events may have been missed since this moment; RESYNC is sent when rights have been read again.
    resync: Option<i64>,
    /// A read failed and will be repeated.
    again: bool,
    /// A second RESYNC is scheduled for writes without an answer.
    settling: bool,
}

impl<R: Room> RoomActor<R> {
    /// `floor`: the newest stored cursor, so that the order continues from there.
    pub(super) fn new(platform: Platform, id: i64, room: R, floor: i64) -> Self {
        let topic = Subscribers::new(room.place(id).to_string());
        Self {
            state: Running { platform, id, room, topic, live: R::Live::default() },
            floor,
            queue: VecDeque::new(),
            relayed: Vec::new(),
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
        if self.state.platform.bus.state() != BusState::Away {
            return self.write(ctx);
        }
        // While the bus is away, the newest cursor is read from the store, so that order still follows causality with
        // the writes of other nodes.
        self.writing = true;
        let (platform, id) = (self.state.platform.clone(), self.state.id);
        let newest = async move { R::newest(&platform, id).await };
        ctx.spawn(newest.into_actor(self).map(|newest, actor, ctx| {
            actor.floor = actor.floor.max(newest.unwrap_or_default());
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
        metrics::histogram!("room_batch_changes").record(batch.len() as f64);
        let now = now();
        let mut writes = Vec::with_capacity(batch.len());
        for change in batch {
            match self.state.platform.ids.next_after(now, self.floor) {
                Ok(id) => {
                    self.floor = id;
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
            let (events, answers): (Vec<_>, Vec<_>) =
                outcomes.into_iter().map(|outcome| (outcome.events, outcome.answer)).unzip();
            actor.publish(events.into_iter().flatten().collect());
            for answer in answers {
                answer();
            }
            actor.writing = false;
            actor.advance(ctx);
        }));
    }

    /// A write had no answer. Subscribers, here and on other nodes, look for what it may have stored: once the store
    /// answers again, and once more when nothing can become visible any more.
    fn uncertain(&mut self, since: i64, ctx: &mut Context<Self>) {
        let topic = self.state.room.topic(self.state.id);
        let announcement = Announcement::Uncertain { topic, since };
        self.state.platform.announce(announcement.clone());
        if !std::mem::replace(&mut self.settling, true) {
            ctx.run_later(Duration::from_millis(SETTLES as u64), move |actor, _| {
                actor.settling = false;
                actor.state.platform.announce(announcement);
            });
        }
    }

    /// Delivers what other nodes have announced. Called before anything else is done: those events happened earlier,
    /// and are for subscribers who had the right then.
    fn relay(&mut self) {
        let relayed = std::mem::take(&mut self.relayed);
        if !relayed.is_empty() {
            self.state.deliver(relayed);
        }
    }

    /// Announces events of this room, to the other nodes first because that takes longer.
    fn publish(&mut self, events: Vec<Published<R>>) {
        self.relay();
        let Running { platform, id, room, .. } = &self.state;
        if platform.bus.spans_nodes() {
            for Published { body, to, cursor, at } in &events {
                let (topic, kind, body) = (room.topic(*id), R::NAME.into(), body.clone());
                let event =
                    Event { topic, kind, id: *id, body, to: room.address(to), cursor: *cursor, at: *at };
                platform.bus.publish(event.into());
            }
        }
        self.state.deliver(events.into_iter().map(|event| (event.body, event.to)).collect());
    }

    /// Lets the room notice who is subscribed now.
    fn attended(&mut self, missed: bool, ctx: &mut Context<Self>) {
        R::attended(&mut self.state, missed);
        self.sweep(ctx);
    }

    /// Lets the room handle what expires, every second as long as there is anything.
    fn sweep(&mut self, ctx: &mut Context<Self>) {
        if self.sweeping || !R::is_restless(&self.state.live) {
            return;
        }
        self.sweeping = true;
        ctx.run_later(Duration::from_secs(1), |actor, ctx| {
            actor.sweeping = false;
            R::sweep(&mut actor.state);
            actor.sweep(ctx);
        });
    }

    /// Reads the room, and the facts of its subscribers (or of `only` these), from the store. Nothing is delivered
    /// meanwhile.
    fn verify(&mut self, only: Option<Vec<UserId>>, ctx: &mut Context<Self>) {
        self.relay();
        let (platform, id) = (self.state.platform.clone(), self.state.id);
        let people = only.unwrap_or_else(|| self.state.topic.people().into_iter().collect());
        let reading = async move {
            let room = R::load(&platform, id).await?;
            let newest = R::newest(&platform, id).await?;
            let facts = platform.repair.of_each(people, |user_id| R::facts(&platform, id, user_id)).await?;
            Ok::<_, Refusal>((room, newest, facts))
        };
        ctx.wait(reading.into_actor(self).map(|read, actor, ctx| {
            let Ok((room, newest, facts)) = read else { return actor.verify_again(ctx) };
            actor.floor = actor.floor.max(newest);
            actor.verified(room, facts);
            let resync = actor.resync.take();
            actor.attended(resync.is_some(), ctx);
            if let Some(since) = resync {
                actor.publish_resync(since);
            }
        }));
    }

    /// Applies what was read: the room (None: it is gone), and the facts of these people.
    fn verified(&mut self, room: Option<R>, facts: HashMap<UserId, Option<R::Facts>>) {
        let topic = &mut self.state.topic;
        let Some(room) = room else { return topic.retain(|_| false) };
        let (here, gone): (Vec<_>, Vec<_>) = facts.into_iter().partition(|(_, facts)| facts.is_some());
        let gone: HashSet<UserId> = gone.into_iter().map(|(id, _)| id).collect();
        topic.renew(&here.into_iter().filter_map(|(id, facts)| Some((id, facts?))).collect());
        topic.retain(|s| !gone.contains(&s.user_id));
        self.state.renewed(room);
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

    fn publish_resync(&mut self, since: i64) {
        let Running { platform, id, room, topic, .. } = &mut self.state;
        let body = room.resync(*id, since, now());
        topic.announce(platform, &[&body], R::lean, |_, _| true);
    }

    fn idle(&self) -> bool {
        self.state.topic.is_empty() && self.queue.is_empty() && !self.writing
    }
}

impl<R: Room> Actor for RoomActor<R> {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(1_024);
        metrics::gauge!("live_rooms").increment(1.0);
        // The room may have changed between the read that this actor was made from and its start, when no announcement
        // could reach it. Announcements from now on wait behind this.
        let (platform, id) = (self.state.platform.clone(), self.state.id);
        let loading = async move { R::load(&platform, id).await };
        ctx.wait(loading.into_actor(self).map(|room, actor, _| {
            if let Ok(Some(room)) = room {
                actor.state.renewed(room);
            }
        }));
        ctx.run_interval(IDLE / 10, |actor, ctx| {
            if !actor.idle() {
                actor.idle_since = None;
            } else if actor.idle_since.get_or_insert_with(std::time::Instant::now).elapsed() >= IDLE {
                actor.state.platform.registry.forget(R::NAME, actor.state.id, &ctx.address());
                ctx.stop();
            }
        });
    }

    fn stopped(&mut self, _: &mut Self::Context) {
        metrics::gauge!("live_rooms").decrement(1.0);
        for change in self.queue.drain(..) {
            (change.refuse)(Refusal::busy());
        }
    }
}

impl<R: Room> Handler<Change<R>> for RoomActor<R> {
    type Result = ();

    fn handle(&mut self, change: Change<R>, ctx: &mut Self::Context) {
        if self.queue.len() >= QUEUE {
            return (change.refuse)(Refusal::busy());
        }
        self.queue.push_back(change);
        self.advance(ctx);
    }
}

impl<R: Room> Handler<Attach<R>> for RoomActor<R> {
    type Result = bool;

    fn handle(&mut self, attach: Attach<R>, ctx: &mut Self::Context) -> bool {
        self.relay();
        // The room may have changed since the facts were read.
        if !self.state.room.may_listen(&attach.subscriber.facts) {
            return false;
        }
        self.idle_since = None;
        self.state.topic.insert(attach.key, attach.subscriber);
        self.attended(false, ctx);
        true
    }
}

impl<R: Room> Handler<Detach> for RoomActor<R> {
    type Result = ();

    fn handle(&mut self, detach: Detach, ctx: &mut Self::Context) {
        self.relay();
        self.state.topic.remove(&detach.0);
        self.attended(false, ctx);
    }
}

impl<R: Room> Handler<Touch<R>> for RoomActor<R> {
    type Result = ();

    fn handle(&mut self, Touch(touch): Touch<R>, ctx: &mut Self::Context) {
        self.relay();
        match touch(&mut self.state) {
            Recheck::Person(user_id) if self.state.topic.has(user_id) => {
                self.verify(Some(vec![user_id]), ctx);
            }
            Recheck::Room => self.verify(Some(Vec::new()), ctx),
            Recheck::Nothing | Recheck::Person(_) => {}
        }
        self.sweep(ctx);
    }
}

impl<R: Room> Handler<Relay<R>> for RoomActor<R> {
    type Result = ();

    fn handle(&mut self, Relay { body, to, cursor }: Relay<R>, ctx: &mut Self::Context) {
        self.floor = self.floor.max(cursor.unwrap_or(0));
        if self.relayed.is_empty() {
            // Runs once the mailbox is empty.
            ctx.spawn(ready(()).into_actor(self).map(|(), actor, _| actor.relay()));
        }
        self.relayed.push((body, to));
        if self.relayed.len() >= BATCH {
            self.relay();
        }
    }
}

impl<R: Room> Handler<Verify> for RoomActor<R> {
    type Result = ();

    fn handle(&mut self, Verify { resync }: Verify, ctx: &mut Self::Context) {
        if let Some(since) = resync {
            self.resync = Some(self.resync.map_or(since, |earlier| earlier.min(since)));
        }
        self.verify(None, ctx);
    }
}
