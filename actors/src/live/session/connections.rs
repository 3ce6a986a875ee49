//! All connections of this node by person: for personal queues, revocation and the limit per person.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use actix::Addr;
use storage::ids::{SessionId, UserId};

use super::{Personal, SessionActor, Terminate};
use crate::live::bus;

struct Entry {
    connection: u64,
    session: SessionId,
    addr: Addr<SessionActor>,
    /// Whether its page is looked at.
    looking: bool,
}

#[derive(Default)]
pub struct Connections {
    people: Mutex<HashMap<UserId, Vec<Entry>>>,
}

impl Connections {
    fn lock(&self) -> MutexGuard<'_, HashMap<UserId, Vec<Entry>>> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many connections a person has here.
    pub fn count(&self, user: UserId) -> usize {
        self.lock().get(&user).map_or(0, Vec::len)
    }

    /// Whether a person has a connection to this node whose page is looked at.
    pub fn is_looking(&self, user: UserId) -> bool {
        self.lock().get(&user).is_some_and(|list| list.iter().any(|entry| entry.looking))
    }

    /// The page of a connection is looked at again, or has been hidden for a while.
    pub fn set_looking(&self, user: UserId, connection: u64, looking: bool) {
        let mut people = self.lock();
        let list = people.get_mut(&user).into_iter().flatten();
        for entry in list.filter(|entry| entry.connection == connection) {
            entry.looking = looking;
        }
    }

    /// All connections of this node.
    pub fn total(&self) -> usize {
        self.lock().values().map(Vec::len).sum()
    }

    /// Registers a connection unless the person already has `limit` of them. `looking`: initially true for a person,
    /// always false for a program.
    pub fn add(
        &self,
        user: UserId,
        session: SessionId,
        connection: u64,
        limit: usize,
        addr: Addr<SessionActor>,
        looking: bool,
    ) -> bool {
        let mut people = self.lock();
        let list = people.entry(user).or_default();
        if list.len() >= limit {
            return false;
        }
        list.push(Entry { connection, session, addr, looking });
        metrics::gauge!("live_connections").increment(1.0);
        true
    }

    pub fn remove(&self, user: UserId, connection: u64) {
        let mut people = self.lock();
        if let Some(list) = people.get_mut(&user) {
            let before = list.len();
            list.retain(|entry| entry.connection != connection);
            if list.len() < before {
                metrics::gauge!("live_connections").decrement(1.0);
            }
            if list.is_empty() {
                people.remove(&user);
            }
        }
    }

    /// Hands an event to all connections of a person. A full mailbox loses it; the counts are polled as well.
    pub fn deliver(&self, event: &bus::Personal) {
        for addr in self.of(event.user_id) {
            if addr.try_send(Personal(event.clone())).is_err() {
                metrics::counter!("live_personal_dropped_total").increment(1);
            }
        }
    }

    /// Closes the sockets of these sessions.
    pub fn end_sessions(&self, user: UserId, sessions: &[SessionId]) {
        let addrs: Vec<_> = self
            .lock()
            .get(&user)
            .into_iter()
            .flatten()
            .filter(|entry| sessions.contains(&entry.session))
            .map(|entry| entry.addr.clone())
            .collect();
        for addr in addrs {
            terminate(&addr, Terminate::SESSION_ENDED);
        }
    }

    /// A person's connections.
    pub fn of(&self, user: UserId) -> Vec<Addr<SessionActor>> {
        self.lock().get(&user).into_iter().flatten().map(|entry| entry.addr.clone()).collect()
    }

    /// Everybody's connections.
    pub fn all(&self) -> Vec<Addr<SessionActor>> {
        self.lock().values().flatten().map(|entry| entry.addr.clone()).collect()
    }

    /// Asks all clients to reconnect later (the node stops).
    pub fn drain(&self) {
        for addr in self.all() {
            terminate(&addr, Terminate::GOING_AWAY);
        }
    }
}

/// A session with a full mailbox must end as well; the wait for room is bounded because its writer is cut.
fn terminate(addr: &Addr<SessionActor>, why: Terminate) {
    if addr.try_send(why).is_err() {
        let sent = addr.send(why);
        actix_rt::spawn(async move {
            let _ = sent.await;
        });
    }
}
