//! The live actors that run on this node. One that has ended or panicked is started again from the store.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix::{Actor, Addr, ArbiterHandle, Context};

use crate::live::bus::Topic;
use crate::live::room::LiveRoom;

/// A room: the name of its kind and its id.
type Key = (&'static str, i64);

struct Entry {
    topic: Topic,
    live: Arc<dyn LiveRoom>,
}

impl Entry {
    fn addr<A: Actor>(&self) -> Option<Addr<A>> {
        let any: &dyn Any = &*self.live;
        any.downcast_ref::<Addr<A>>().filter(|addr| addr.connected()).cloned()
    }
}

#[derive(Default)]
pub struct Registry {
    rooms: Mutex<HashMap<Key, Entry>>,
    /// Threads for live actors, so that a busy room does not starve its neighbours.
    arbiters: Mutex<Vec<ArbiterHandle>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Registry {
    /// Distributes live actors that start from now on over `arbiters`.
    pub fn spread_over(&self, arbiters: Vec<ArbiterHandle>) {
        *lock(&self.arbiters) = arbiters;
    }

    /// The room's running actor, otherwise one made by `make`. `topic` is where nodes announce its events.
    pub fn start<A>(&self, kind: &'static str, id: i64, topic: Topic, make: impl FnOnce() -> A) -> Addr<A>
    where
        A: Actor<Context = Context<A>> + Send,
        Addr<A>: LiveRoom,
    {
        let mut rooms = lock(&self.rooms);
        if let Some(addr) = rooms.get(&(kind, id)).and_then(Entry::addr) {
            return addr;
        }
        let actor = make();
        let arbiters = lock(&self.arbiters);
        // Ids differ mostly in their time part; their low bits are mostly zero.
        let spread = (id ^ (id >> 12)) as usize;
        let addr = match arbiters.get(spread % arbiters.len().max(1)) {
            Some(arbiter) => A::start_in_arbiter(arbiter, move |_| actor),
            None => actor.start(),
        };
        rooms.insert((kind, id), Entry { topic, live: Arc::new(addr.clone()) });
        addr
    }

    /// The room's live actor, if it runs.
    pub fn running<A: Actor>(&self, kind: &'static str, id: i64) -> Option<Addr<A>> {
        lock(&self.rooms).get(&(kind, id)).and_then(Entry::addr)
    }

    /// The actors of one kind that share a topic.
    pub fn running_in<A: Actor>(&self, kind: &'static str, topic: Topic) -> Vec<Addr<A>> {
        let rooms = lock(&self.rooms);
        let of_kind = rooms.iter().filter(|((of, _), entry)| *of == kind && entry.topic == topic);
        of_kind.filter_map(|(_, entry)| entry.addr()).collect()
    }

    pub fn forget<A: Actor>(&self, kind: &'static str, id: i64, addr: &Addr<A>) {
        let mut rooms = lock(&self.rooms);
        let any = rooms.get(&(kind, id)).map(|entry| -> &dyn Any { &*entry.live });
        if any.and_then(|any| any.downcast_ref::<Addr<A>>()) == Some(addr) {
            rooms.remove(&(kind, id));
        }
    }

    /// The live actor of a room of any kind.
    pub fn room(&self, kind: &'static str, id: i64) -> Option<Arc<dyn LiveRoom>> {
        let rooms = lock(&self.rooms);
        rooms.get(&(kind, id)).filter(|entry| entry.live.runs()).map(|entry| Arc::clone(&entry.live))
    }

    /// Every running actor, or those whose events are announced on `topic`.
    pub fn rooms(&self, topic: Option<Topic>) -> Vec<Arc<dyn LiveRoom>> {
        let rooms = lock(&self.rooms);
        let wanted = rooms.values().filter(|entry| topic.is_none_or(|topic| entry.topic == topic));
        wanted.filter(|entry| entry.live.runs()).map(|entry| Arc::clone(&entry.live)).collect()
    }

    /// Whether an actor runs here whose events are announced on `topic`.
    pub fn serves(&self, topic: Topic) -> bool {
        lock(&self.rooms).values().any(|entry| entry.topic == topic && entry.live.runs())
    }
}
