//! Fan-out of one topic: who is subscribed, and the one loop that hands frames over.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bytestring::ByteString;
use storage::ids::UserId;

use crate::wire::{Outlet, Wire};

/// Tells one subscription from every other on this node: the connection and the id its client chose.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SubscriptionKey {
    pub connection: u64,
    pub id: Arc<str>,
    /// Grows within a connection: a client may use an id again, and then it is another subscription.
    pub serial: u64,
}

/// One subscription as a topic keeps it; `F` is what decides this person's rights there.
pub struct Subscriber<F> {
    pub user_id: UserId,
    pub facts: F,
    pub outlet: Outlet,
    /// The session that owns it, told when the subscription ends from this side.
    pub on_end: actix::Recipient<crate::session::SubscriptionEnded>,
}

/// The subscribers that chose the same id: by connection, each with its serial.
type Group<F> = HashMap<u64, (u64, Subscriber<F>)>;

/// The subscribers of one topic, grouped by the client's subscription id so that a frame is encoded once per group.
pub struct Subscribers<F> {
    destination: String,
    groups: HashMap<Arc<str>, Group<F>>,
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
        let group = self.groups.entry(key.id).or_default();
        if group.insert(key.connection, (key.serial, subscriber)).is_none() {
            self.count += 1;
            metrics::gauge!("live_subscriptions").increment(1.0);
        }
    }

    pub fn remove(&mut self, key: &SubscriptionKey) -> Option<Subscriber<F>> {
        let group = self.groups.get_mut(&key.id)?;
        if group.get(&key.connection).is_none_or(|(serial, _)| *serial != key.serial) {
            return None;
        }
        let gone = group.remove(&key.connection).map(|(_, subscriber)| subscriber);
        if group.is_empty() {
            self.groups.remove(&key.id);
        }
        if gone.is_some() {
            self.count -= 1;
            metrics::gauge!("live_subscriptions").decrement(1.0);
        }
        gone
    }

    /// Hands `body` to every subscriber that `may` get it; who is too slow is cut and forgotten.
    /// Returns how many got it.
    pub fn announce(
        &mut self,
        wire: &dyn Wire,
        message_id: u64,
        body: &str,
        may: impl Fn(&Subscriber<F>) -> bool,
    ) -> usize {
        let mut delivered = 0;
        let mut slow = Vec::new();
        for (id, group) in &self.groups {
            let mut frame: Option<ByteString> = None;
            for (connection, (serial, subscriber)) in group {
                if !may(subscriber) {
                    continue;
                }
                let frame =
                    frame.get_or_insert_with(|| wire.message(id, &self.destination, message_id, body));
                if subscriber.outlet.send(frame.clone()).is_ok() {
                    delivered += 1;
                } else {
                    slow.push(SubscriptionKey {
                        connection: *connection,
                        id: Arc::clone(id),
                        serial: *serial,
                    });
                }
            }
        }
        for key in slow {
            self.remove(&key);
        }
        metrics::counter!("live_deliveries_total").increment(delivered as u64);
        delivered
    }

    /// Like [`Subscribers::announce`] for what may be lost: a busy peer simply misses it.
    pub fn offer(&self, wire: &dyn Wire, message_id: u64, body: &str, may: impl Fn(&Subscriber<F>) -> bool) {
        for (id, group) in &self.groups {
            let mut frame: Option<ByteString> = None;
            for (_, subscriber) in group.values().filter(|(_, s)| may(s)) {
                let frame =
                    frame.get_or_insert_with(|| wire.message(id, &self.destination, message_id, body));
                subscriber.outlet.offer(frame.clone());
            }
        }
    }

    /// Every subscription.
    pub fn subscribers(&self) -> impl Iterator<Item = &Subscriber<F>> {
        self.groups.values().flat_map(HashMap::values).map(|(_, s)| s)
    }

    /// Who is subscribed, each person once.
    pub fn people(&self) -> HashSet<UserId> {
        self.groups.values().flat_map(HashMap::values).map(|(_, s)| s.user_id).collect()
    }

    /// Is this person subscribed?
    pub fn has(&self, user_id: UserId) -> bool {
        self.groups.values().flat_map(HashMap::values).any(|(_, s)| s.user_id == user_id)
    }

    /// Lets `change` update the facts of one person's subscriptions.
    pub fn update(&mut self, user_id: UserId, mut change: impl FnMut(&mut F)) {
        for (_, subscriber) in self.groups.values_mut().flat_map(HashMap::values_mut) {
            if subscriber.user_id == user_id {
                change(&mut subscriber.facts);
            }
        }
    }

    /// Puts what was read anew in place of everybody's facts that are in `facts`.
    pub fn renew(&mut self, facts: &HashMap<UserId, F>)
    where
        F: Clone,
    {
        for (_, subscriber) in self.groups.values_mut().flat_map(HashMap::values_mut) {
            if let Some(facts) = facts.get(&subscriber.user_id) {
                subscriber.facts.clone_from(facts);
            }
        }
    }

    /// Ends every subscription that `keep` no longer holds for; their sessions tell the clients.
    pub fn retain(&mut self, keep: impl Fn(&Subscriber<F>) -> bool) {
        let over: Vec<SubscriptionKey> =
            self.groups
                .iter()
                .flat_map(|(id, group)| {
                    group.iter().filter(|(_, (_, s))| !keep(s)).map(|(connection, (serial, _))| {
                        SubscriptionKey { connection: *connection, id: Arc::clone(id), serial: *serial }
                    })
                })
                .collect();
        for key in over {
            if let Some(subscriber) = self.remove(&key)
                && subscriber
                    .on_end
                    .try_send(crate::session::SubscriptionEnded { id: key.id, serial: key.serial })
                    .is_err()
            {
                subscriber.outlet.line().cut();
            }
        }
    }
}

impl<F> Drop for Subscribers<F> {
    fn drop(&mut self) {
        metrics::gauge!("live_subscriptions").decrement(self.count as f64);
    }
}
