//! Fan-out: the subscribers of one destination, and the loop that hands frames to their writers.
//!
//! Events that are announced together are encoded once for all subscribers with the same subscription id, form and
//! selection of events, and each of those receives them in one piece. A delivery allocates nothing and wakes nobody.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use storage::ids::UserId;

use crate::Platform;
use crate::live::body::{Body, Form, Lean};
use crate::live::ended::{EndedBy, SubscriptionEnded};
use crate::live::wire::Wire;
use crate::live::writer::Writer;

/// Identifies a subscription on this node: the connection and the id that its client chose.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SubscriptionKey {
    pub connection: u64,
    pub id: Arc<str>,
    /// Increases within a connection, because a client may use an id again for another subscription.
    pub serial: u64,
    /// The form in which it wants events.
    pub form: Form,
}

/// A subscription as a room holds it; `F` are the facts that decide this person's rights there.
pub struct Subscriber<F> {
    pub user_id: UserId,
    /// False: a program listens with the person's rights.
    pub is_person: bool,
    pub facts: F,
    /// Wants digests ([`Form::digest`]).
    pub digest: bool,
    pub writer: Arc<Writer>,
    /// The session that owns it, notified when the room ends the subscription.
    pub on_end: actix::Recipient<SubscriptionEnded>,
}

struct Member<F> {
    connection: u64,
    serial: u64,
    subscriber: Subscriber<F>,
}

impl<F> Member<F> {
    fn key(&self, (id, form): &Common) -> SubscriptionKey {
        SubscriptionKey { connection: self.connection, id: Arc::clone(id), serial: self.serial, form: *form }
    }
}

/// The subscribers with the same id and form, stored contiguously, and the index of each connection.
struct Group<F> {
    members: Vec<Member<F>>,
    places: HashMap<u64, usize>,
}

impl<F> Default for Group<F> {
    fn default() -> Self {
        Self { members: Vec::new(), places: HashMap::new() }
    }
}

impl<F> Group<F> {
    /// True if the connection had no subscription in this group.
    fn insert(&mut self, member: Member<F>) -> bool {
        let place = *self.places.entry(member.connection).or_insert(self.members.len());
        if let Some(old) = self.members.get_mut(place) {
            *old = member;
            return false;
        }
        self.members.push(member);
        true
    }

    fn remove(&mut self, connection: u64, serial: u64) -> Option<Subscriber<F>> {
        let place = *self.places.get(&connection)?;
        if self.members.get(place)?.serial != serial {
            return None;
        }
        self.places.remove(&connection);
        let gone = self.members.swap_remove(place);
        if let Some(moved) = self.members.get(place) {
            self.places.insert(moved.connection, place);
        }
        Some(gone.subscriber)
    }
}

/// A selection of the events that are announced together, one bit each.
type Heard = u64;
/// Most events that are announced together.
const TOGETHER: usize = Heard::BITS as usize;

/// The frames of one group, encoded once for each selection of events that a subscriber receives.
struct Frames<'a> {
    encode: &'a dyn Fn(&mut BytesMut, usize),
    ready: Vec<(Heard, Bytes)>,
}

impl Frames<'_> {
    fn of(&mut self, heard: Heard) -> &Bytes {
        let ready = self.ready.iter().position(|(of, _)| *of == heard).unwrap_or_else(|| {
            let mut out = BytesMut::new();
            for event in (0..TOGETHER).filter(|event| heard >> event & 1 == 1) {
                (self.encode)(&mut out, event);
            }
            self.ready.push((heard, out.freeze()));
            self.ready.len() - 1
        });
        &self.ready[ready].1
    }
}

/// What the subscriptions of a group have in common.
type Common = (Arc<str>, Form);

/// The subscribers of one destination, grouped by the client's subscription id and form so that a frame is encoded once
/// per group.
pub struct Subscribers<F> {
    destination: String,
    groups: HashMap<Common, Group<F>>,
    count: usize,
}

impl<F> Subscribers<F> {
    pub fn new(destination: String) -> Self {
        Self { destination, groups: HashMap::new(), count: 0 }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn insert(&mut self, key: SubscriptionKey, subscriber: Subscriber<F>) {
        let SubscriptionKey { connection, id, serial, form } = key;
        if self.groups.entry((id, form)).or_default().insert(Member { connection, serial, subscriber }) {
            self.count += 1;
            metrics::gauge!("live_subscriptions").increment(1.0);
        }
    }

    pub fn remove(&mut self, key: &SubscriptionKey) -> Option<Subscriber<F>> {
        let common = (Arc::clone(&key.id), key.form);
        let group = self.groups.get_mut(&common)?;
        let gone = group.remove(key.connection, key.serial)?;
        if group.members.is_empty() {
            self.groups.remove(&common);
        }
        self.count -= 1;
        metrics::gauge!("live_subscriptions").decrement(1.0);
        Some(gone)
    }

    /// Sends `bodies`, in order, to every subscriber for whom `may` is true (by index into `bodies`); a subscriber that
    /// is too slow is cut and removed. `lean` makes the lean form. Returns the number of deliveries.
    pub fn announce(
        &mut self,
        platform: &Platform,
        bodies: &[&Body],
        lean: Lean,
        may: impl Fn(&Subscriber<F>, usize) -> bool,
    ) -> usize {
        let mut delivered = 0;
        for (part, bodies) in bodies.chunks(TOGETHER).enumerate() {
            let mut slow = Vec::new();
            let may = |subscriber: &Subscriber<F>, n| may(subscriber, part * TOGETHER + n);
            self.each(platform, bodies, lean, may, |common, member, heard, frames| {
                if member.subscriber.writer.send(frames).is_ok() {
                    delivered += heard.count_ones() as usize;
                } else {
                    slow.push(member.key(common));
                }
            });
            for key in slow {
                self.remove(&key);
            }
        }
        metrics::counter!("live_deliveries_total").increment(delivered as u64);
        delivered
    }

    /// Like [`Subscribers::announce`] for events that may be lost: a busy peer does not receive them.
    pub fn offer(&self, platform: &Platform, body: &Body, may: impl Fn(&Subscriber<F>) -> bool) {
        self.each(
            platform,
            &[body],
            |_| None,
            |subscriber, _| may(subscriber),
            |_, member, _, frames| member.subscriber.writer.offer(frames),
        );
    }

    /// Calls `hand_over` for every subscriber that receives any of at most [`TOGETHER`] bodies, with its frames.
    fn each(
        &self,
        platform: &Platform,
        bodies: &[&Body],
        lean: Lean,
        may: impl Fn(&Subscriber<F>, usize) -> bool,
        mut hand_over: impl FnMut(&Common, &Member<F>, Heard, &Bytes),
    ) {
        let ids: Vec<u64> = bodies.iter().map(|_| platform.next_frame()).collect();
        let wire: &dyn Wire = &*platform.wire;
        for (common, group) in &self.groups {
            let (id, form) = common;
            let encode = |out: &mut BytesMut, n: usize| {
                wire.message(out, id, &self.destination, ids[n], bodies[n].in_form(*form, lean));
            };
            let mut frames = Frames { encode: &encode, ready: Vec::new() };
            for member in &group.members {
                let heard = (0..bodies.len())
                    .filter(|n| may(&member.subscriber, *n))
                    .fold(0, |heard: Heard, n| heard | 1 << n);
                if heard != 0 {
                    hand_over(common, member, heard, frames.of(heard));
                }
            }
        }
    }

    fn members(&self) -> impl Iterator<Item = (&Common, &Member<F>)> {
        self.groups.iter().flat_map(|(common, group)| group.members.iter().map(move |it| (common, it)))
    }

    fn subscribers_mut(&mut self) -> impl Iterator<Item = &mut Subscriber<F>> {
        self.groups.values_mut().flat_map(|group| &mut group.members).map(|member| &mut member.subscriber)
    }

    /// Every subscription.
    pub fn subscribers(&self) -> impl Iterator<Item = &Subscriber<F>> {
        self.members().map(|(_, member)| &member.subscriber)
    }

    /// The subscribers, each person once.
    pub fn people(&self) -> HashSet<UserId> {
        self.subscribers().map(|s| s.user_id).collect()
    }

    /// Whether this person is subscribed.
    pub fn has(&self, user_id: UserId) -> bool {
        self.subscribers().any(|s| s.user_id == user_id)
    }

    /// Updates the facts of one person's subscriptions.
    pub fn update(&mut self, user_id: UserId, mut change: impl FnMut(&mut F)) {
        for subscriber in self.subscribers_mut().filter(|s| s.user_id == user_id) {
            change(&mut subscriber.facts);
        }
    }

    /// Replaces the facts of everyone who is in `facts`.
    pub fn renew(&mut self, facts: &HashMap<UserId, F>)
    where
        F: Clone,
    {
        for subscriber in self.subscribers_mut() {
            if let Some(facts) = facts.get(&subscriber.user_id) {
                subscriber.facts.clone_from(facts);
            }
        }
    }

    /// Ends every subscription for which `keep` is false; the sessions notify their clients.
    pub fn retain(&mut self, keep: impl Fn(&Subscriber<F>) -> bool) {
        self.retain_by(keep, None);
    }

    /// The same, with who caused it for those who may know.
    pub fn retain_by(&mut self, keep: impl Fn(&Subscriber<F>) -> bool, by: Option<&Arc<EndedBy>>) {
        let over: Vec<SubscriptionKey> = self
            .members()
            .filter(|(_, member)| !keep(&member.subscriber))
            .map(|(common, member)| member.key(common))
            .collect();
        for key in over {
            let Some(subscriber) = self.remove(&key) else { continue };
            let by = by.filter(|by| by.is_told(subscriber.user_id)).cloned();
            let ended = SubscriptionEnded { id: key.id, serial: key.serial, by };
            if subscriber.on_end.try_send(ended).is_err() {
                subscriber.writer.cut();
            }
        }
    }
}

impl<F> Drop for Subscribers<F> {
    fn drop(&mut self) {
        metrics::gauge!("live_subscriptions").decrement(self.count as f64);
    }
}
