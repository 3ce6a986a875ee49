//! The session's actor. It is separate from the socket's actor, so that events of rooms and other nodes, and the
//! detection of a silent peer, do not wait for what the peer sends.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix::prelude::*;
use bytes::{Bytes, BytesMut};
use uuid::Uuid;

use super::messages::{ClientCommand, Closed, Command, Heartbeat, Personal, Terminate, Verify};
use super::pace::Pace;
use super::presence::{Present, rooms_of};
use super::{RESYNC, scopes};
use crate::Platform;
use crate::live::body::Form;
use crate::live::bus::{self, Topic};
use crate::live::ended::{EndedBy, SubscriptionEnded};
use crate::live::fanout::SubscriptionKey;
use crate::live::room::{ATTENTION, Destination, Place, SubscribeRequest};
use crate::live::who::Who;
use crate::live::writer::Writer;
use crate::platform::error::{Refusal, Result};
use crate::platform::time::now;

/// A failed lookup is repeated after this long.
const AGAIN: Duration = Duration::from_secs(2);
/// Most client commands queued in one session.
const QUEUE: usize = 512;

/// A subscription as the session knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Held {
    serial: u64,
    destination: Destination,
    form: Form,
}

pub struct SessionActor {
    pub(super) platform: Platform,
    pub(super) who: Who,
    pub(super) connection: u64,
    pub(super) writer: Arc<Writer>,
    heartbeat: Heartbeat,
    /// Epoch milliseconds; the connection ends when its session expires.
    expires: i64,
    subscriptions: HashMap<Arc<str>, Held>,
    queue: VecDeque<ClientCommand>,
    pace: Pace,
    busy: bool,
    /// The rooms that this connection is present in.
    pub(super) present: HashSet<Present>,
    /// Whether the page of this connection is looked at; true until it reports otherwise.
    pub(super) looking: bool,
    /// Timer that runs while the page is hidden and still counts as looked at.
    pub(super) hiding: Option<SpawnHandle>,
}

impl SessionActor {
    /// `limit`: connections a person may have on this node. `None`: the limit is reached.
    pub fn open(
        platform: Platform,
        who: Who,
        expires: i64,
        writer: Arc<Writer>,
        heartbeat: Heartbeat,
    ) -> Option<Addr<Self>> {
        let connection = platform.next_connection();
        let limit = platform.settings.max_connections_per_user;
        if platform.connections.count(who.user_id) >= limit {
            return None;
        }
        let (user, session, looking) = (who.user_id, who.session_id, who.scopes.is_none());
        let actor = Self {
            platform: platform.clone(),
            who,
            connection,
            writer,
            heartbeat,
            expires,
            subscriptions: HashMap::new(),
            queue: VecDeque::new(),
            pace: Pace::new(Instant::now()),
            busy: false,
            present: HashSet::new(),
            looking,
            hiding: None,
        };
        let addr = actor.start();
        if platform.connections.add(user, session, connection, limit, addr.clone(), looking) {
            return Some(addr);
        }
        addr.do_send(Closed);
        None
    }

    fn key(&self, id: &Arc<str>, held: Held) -> SubscriptionKey {
        let Held { serial, form, .. } = held;
        SubscriptionKey { connection: self.connection, id: Arc::clone(id), serial, form }
    }

    /// Removes a subscription if its serial still matches.
    fn drop_held(&mut self, id: &Arc<str>, serial: u64) -> Option<Held> {
        let held = *self.subscriptions.get(id).filter(|held| held.serial == serial)?;
        self.subscriptions.remove(id);
        Some(held)
    }

    /// Carries out the next command unless one is under way.
    fn advance(&mut self, ctx: &mut Context<Self>) {
        while !self.busy && !self.waits(ctx) {
            let Some(ClientCommand { command, receipt }) = self.queue.pop_front() else { return };
            if !self.writer.is_open() {
                // A connection that is ending gets no more answers.
                return self.queue.clear();
            }
            match command {
                Command::Nothing => self.receipt(receipt.as_deref()),
                Command::Disconnect => {
                    self.receipt(receipt.as_deref());
                    self.writer.close(&self.platform.wire.farewell());
                }
                Command::Unsubscribe { id, serial } => {
                    if let Some(held) = self.drop_held(&id, serial) {
                        self.detach(held.destination, self.key(&id, held));
                    }
                    self.receipt(receipt.as_deref());
                }
                Command::Subscribe { id, serial, destination, form } => {
                    let held = Held { serial, destination, form };
                    if let Err(refusal) = self.may_hear(destination) {
                        self.end_subscription(&id, held, &refusal);
                        continue;
                    }
                    match destination {
                        Destination::Room(Place { pattern, uuid: Some(uuid), .. }) => {
                            self.find(pattern, uuid, id, held, receipt, ctx);
                        }
                        _ => self.subscribe(id, held, receipt, ctx),
                    }
                }
                Command::Send { place, body } if place.pattern == ATTENTION => {
                    match self.attention(&body, ctx) {
                        Ok(()) => self.receipt(receipt.as_deref()),
                        Err(refusal) => {
                            self.refuse_send(ATTENTION, None, &refusal, receipt.as_deref());
                        }
                    }
                }
                Command::Send { place, body } => self.send(place, body, receipt, ctx),
            }
        }
    }

    /// Whether the next command has to wait because it subscribes and the connection is throttled. Later commands wait
    /// behind it.
    fn waits(&mut self, ctx: &mut Context<Self>) -> bool {
        let next = self.queue.front().map(|next| &next.command);
        if !matches!(next, Some(Command::Subscribe { .. })) {
            return false;
        }
        let Err(wait) = self.pace.take(Instant::now()) else { return false };
        self.busy = true;
        ctx.run_later(wait, |actor, ctx| {
            actor.busy = false;
            actor.advance(ctx);
        });
        true
    }

    /// Whether a token's scopes allow this destination; without a token only the room decides.
    fn may_hear(&self, destination: Destination) -> Result<()> {
        let scopes = self.who.scopes.as_ref();
        match destination {
            Destination::Room(place) => scopes::may_hear(scopes, place.pattern),
            Destination::UserNotifications => scopes::may_get_notifications(scopes),
            Destination::UserReply => Ok(()),
        }
    }

    /// Attaches a subscription to its room. Returns the room in which the person counts as present from now on; refused
    /// without the right to listen.
    fn attach(
        &self,
        destination: Destination,
        key: SubscriptionKey,
        addr: Addr<Self>,
    ) -> impl Future<Output = Result<Option<Present>>> + use<> {
        let (platform, user_id, writer) = (self.platform.clone(), self.who.user_id, Arc::clone(&self.writer));
        let is_person = self.who.scopes.is_none();
        async move {
            let Destination::Room(Place { pattern, id, .. }) = destination else { return Ok(None) };
            let kind = platform.rooms.of(pattern).ok_or_else(Refusal::access_denied)?;
            let request = SubscribeRequest { key, user_id, is_person, writer, on_end: addr.recipient() };
            let is_present = kind.attach(platform, pattern, id, request).await?;
            Ok((is_present && is_person).then_some((kind.name(), id)))
        }
    }

    /// Detaches a subscription from its room.
    fn detach(&self, destination: Destination, key: SubscriptionKey) {
        if let Destination::Room(Place { pattern, id, .. }) = destination
            && let Some(kind) = self.platform.rooms.of(pattern)
            && let Some(live) = self.platform.registry.room(kind.name(), id)
        {
            live.detach(pattern, key);
        }
    }

    /// Resolves the room's uuid, then subscribes.
    fn find(
        &mut self,
        pattern: &'static str,
        uuid: Uuid,
        id: Arc<str>,
        held: Held,
        receipt: Option<String>,
        ctx: &mut Context<Self>,
    ) {
        let platform = self.platform.clone();
        let finding = async move {
            let kind = platform.rooms.of(pattern).ok_or_else(Refusal::access_denied)?;
            kind.find(platform, uuid).await?.ok_or_else(Refusal::access_denied)
        };
        self.busy = true;
        ctx.spawn(finding.into_actor(self).map(move |found: Result<i64>, actor, ctx| {
            actor.busy = false;
            match found {
                Ok(room) => {
                    let destination = Destination::Room(Place::named(pattern, room, uuid));
                    actor.subscribe(id, Held { destination, ..held }, receipt, ctx);
                }
                Err(refusal) => actor.end_subscription(&id, held, &refusal),
            }
            actor.advance(ctx);
        }));
    }

    fn subscribe(&mut self, id: Arc<str>, held: Held, receipt: Option<String>, ctx: &mut Context<Self>) {
        let attach = self.attach(held.destination, self.key(&id, held), ctx.address());
        // Stored before attaching, because the room may end the subscription before its answer arrives.
        self.subscriptions.insert(Arc::clone(&id), held);
        self.busy = true;
        ctx.spawn(attach.into_actor(self).map(move |result, actor, ctx| {
            match result {
                Ok(present) => {
                    if let Some(room) = present {
                        actor.join(room);
                    }
                    actor.receipt(receipt.as_deref());
                }
                Err(refusal) => {
                    if actor.drop_held(&id, held.serial).is_some() {
                        actor.end_subscription(&id, held, &refusal);
                    }
                }
            }
            actor.busy = false;
            actor.advance(ctx);
        }));
    }

    fn send(&mut self, place: Place, body: Bytes, receipt: Option<String>, ctx: &mut Context<Self>) {
        if let Err(refusal) = scopes::may_send(self.who.scopes.as_ref(), place.pattern) {
            return self.refuse_send(&place.to_string(), None, &refusal, receipt.as_deref());
        }
        let Some(command) = self.platform.rooms.command(place.pattern) else { return };
        let sending = (command.run)(self.platform.clone(), self.who.clone(), place.id, body);
        self.busy = true;
        ctx.spawn(sending.into_actor(self).map(move |answer, actor, ctx| {
            let destination = place.to_string();
            match answer.result {
                Ok(data) => {
                    if let Some(data) = data {
                        actor.reply(&serde_json::json!({
                            "type": "REPLY", "destination": destination, "success": true,
                            "clientMessageId": answer.client_message_id, "data": data,
                        }));
                    }
                    actor.receipt(receipt.as_deref());
                }
                Err(refusal) => {
                    actor.refuse_send(&destination, answer.client_message_id, &refusal, receipt.as_deref());
                }
            }
            actor.busy = false;
            actor.advance(ctx);
        }));
    }

    fn receipt(&self, receipt: Option<&str>) {
        if let Some(receipt) = receipt {
            let _ = self.writer.send(&self.platform.wire.receipt(receipt));
        }
    }

    fn message(&self, id: &str, destination: &str, body: &str) -> Bytes {
        let mut out = BytesMut::new();
        self.platform.wire.message(&mut out, id, destination, self.platform.next_frame(), body);
        out.freeze()
    }

    /// Sends `body` on every subscription of `destination`; returns their number.
    fn send_to(&self, destination: Destination, body: &str) -> usize {
        let name = destination.to_string();
        let ids = self.subscriptions.iter().filter(|(_, held)| held.destination == destination);
        ids.map(|(id, _)| {
            let _ = self.writer.send(&self.message(id, &name, body));
        })
        .count()
    }

    fn reply(&self, body: &serde_json::Value) -> bool {
        self.send_to(Destination::UserReply, &body.to_string()) > 0
    }

    /// A refused SEND is answered on the reply queue if the client subscribes to it, otherwise it ends the connection.
    fn refuse_send(
        &self,
        destination: &str,
        client_message_id: Option<String>,
        refusal: &Refusal,
        receipt: Option<&str>,
    ) {
        let answered = self.reply(&serde_json::json!({
            "type": "REPLY", "destination": destination, "success": false,
            "clientMessageId": client_message_id, "code": refusal.code, "message": refusal.message,
            "retryAfter": refusal.retry_after,
        }));
        if !answered {
            self.writer.close(&self.platform.wire.error(refusal.code, &refusal.message, receipt));
        }
    }

    /// Notifies the client that a subscription has ended, and removes it.
    fn end_subscription(&mut self, id: &Arc<str>, held: Held, refusal: &Refusal) {
        self.end_subscription_by(id, held, refusal, None);
    }

    /// The same, with who caused it.
    fn end_subscription_by(&mut self, id: &Arc<str>, held: Held, refusal: &Refusal, by: Option<&EndedBy>) {
        let mut body = serde_json::json!({
            "type": "ACCESS_DENIED", "code": refusal.code, "message": refusal.message,
        });
        if let Some(EndedBy { user_id, name, reason, .. }) = by {
            body["byUserId"] = serde_json::json!(user_id);
            body["byName"] = serde_json::json!(name);
            body["reason"] = serde_json::json!(reason);
        }
        // Removed first, because a client that has read the frame may use the id again.
        self.writer.subscription_over(id, held.serial);
        let _ = self.writer.send(&self.message(id, &held.destination.to_string(), &body.to_string()));
    }

    /// Compares this connection with the store: it ends with its session, and is present in exactly the rooms its
    /// person belongs to. `tell`: events may have been missed, so send RESYNC.
    fn settle(&mut self, tell: bool, ctx: &mut Context<Self>) {
        let (platform, who) = (self.platform.clone(), self.who.clone());
        let looking = async move {
            // The topic is followed before the session is read, so that an end in between is noticed either way.
            platform.bus.follow(Topic::Person(who.user_id)).await;
            if !who.is_stored(&platform).await? {
                return Ok(None);
            }
            // A program's connection does not make its person present.
            if who.scopes.is_some() {
                return Ok(Some(HashSet::new()));
            }
            rooms_of(&platform, who.user_id).await.map(Some)
        };
        ctx.spawn(looking.into_actor(self).map(move |found: Result<_>, actor, ctx| match found {
            Ok(Some(rooms)) => {
                actor.be_present_in(rooms);
                if tell {
                    actor.send_to(Destination::UserNotifications, RESYNC);
                }
            }
            Ok(None) => actor.terminate(Terminate::SESSION_ENDED),
            Err(_) => _ = ctx.run_later(AGAIN, move |actor, ctx| actor.settle(tell, ctx)),
        }));
    }

    fn terminate(&self, Terminate { code, why }: Terminate) {
        self.writer.close(&self.platform.wire.error(code, why, None));
    }

    fn end(&mut self) {
        for (id, held) in std::mem::take(&mut self.subscriptions) {
            self.detach(held.destination, self.key(&id, held));
        }
        self.be_present_in(HashSet::new());
        self.platform.connections.remove(self.who.user_id, self.connection);
    }

    /// Cuts a peer that has been silent for `deadline` ms, otherwise checks again when that could be reached.
    fn listen(&mut self, deadline: u64, ctx: &mut Context<Self>) {
        let silent = (now() - self.writer.last_heard()).max(0) as u64;
        if silent >= deadline {
            metrics::counter!("live_silent_peers_total").increment(1);
            self.writer.cut();
        } else {
            let next = Duration::from_millis((deadline - silent).max(100));
            ctx.run_later(next, move |actor, ctx| actor.listen(deadline, ctx));
        }
    }

    /// Sends the heart-beat and checks the session's expiry.
    fn beat(&mut self) {
        if now() >= self.expires {
            self.terminate(Terminate::SESSION_ENDED);
        } else if self.heartbeat.outgoing.is_some() {
            self.writer.offer(&self.platform.wire.heartbeat());
        }
    }
}

impl Actor for SessionActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(QUEUE);
        // The offered interval, or every minute if no heart-beat was agreed on.
        let every = self.heartbeat.outgoing.unwrap_or(60_000);
        ctx.run_interval(Duration::from_millis(every.max(500)), |actor, _| actor.beat());
        if let Some(deadline) = self.heartbeat.deadline {
            self.listen(deadline, ctx);
        }
        self.settle(false, ctx);
    }

    fn stopped(&mut self, _: &mut Self::Context) {
        self.end();
    }
}

impl Handler<ClientCommand> for SessionActor {
    type Result = ();

    fn handle(&mut self, command: ClientCommand, ctx: &mut Self::Context) {
        if self.queue.len() >= QUEUE {
            let busy = Refusal::busy();
            return self.writer.close(&self.platform.wire.error("FLOOD", &busy.message, None));
        }
        self.queue.push_back(command);
        self.advance(ctx);
    }
}

impl Handler<SubscriptionEnded> for SessionActor {
    type Result = ();

    fn handle(&mut self, ended: SubscriptionEnded, _: &mut Self::Context) {
        if let Some(held) = self.drop_held(&ended.id, ended.serial) {
            self.end_subscription_by(&ended.id, held, &Refusal::access_denied(), ended.by.as_deref());
        }
    }
}

impl Handler<Personal> for SessionActor {
    type Result = ();

    fn handle(&mut self, Personal(event): Personal, ctx: &mut Self::Context) {
        let bus::Personal { body, settle, echo, .. } = event;
        self.send_to(Destination::UserNotifications, body.as_str());
        if settle {
            self.settle(false, ctx);
        }
        let Some(echo) = echo else { return };
        for destination in echo.at.iter().filter_map(|text| self.platform.rooms.destination(text)) {
            self.send_to(destination, echo.body.as_str());
        }
    }
}

impl Handler<Verify> for SessionActor {
    type Result = ();

    fn handle(&mut self, Verify { tell }: Verify, ctx: &mut Self::Context) {
        self.settle(tell, ctx);
    }
}

impl Handler<Terminate> for SessionActor {
    type Result = ();

    fn handle(&mut self, why: Terminate, _: &mut Self::Context) {
        self.terminate(why);
    }
}

impl Handler<Closed> for SessionActor {
    type Result = ();

    fn handle(&mut self, _: Closed, ctx: &mut Self::Context) {
        ctx.stop();
    }
}
