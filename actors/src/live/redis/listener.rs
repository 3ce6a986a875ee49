//! The receiving side: announcements of other nodes are applied; gaps, silence and unreadable messages are repaired
//! from the store.

use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use redis::RedisResult;
use redis::aio::{PubSubSink, PubSubStream};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::envelope::{Beat, Lost, Received, Saying, channel_name, topic_of};
use super::link::{BEAT, ECHO, End, PATIENCE, late, micros};
use super::peers::{Noticed, Peers};
use super::{Order, Shared};
use crate::Platform;
use crate::live::bus::Topic;
use crate::live::repair::Scope;
use crate::platform::time::now;

/// Topics that nobody here needs are looked for this often, and unsubscribed when nobody has asked for them for as
/// long.
const SWEEP: Duration = Duration::from_secs(60);

type Subscribed = futures_util::future::LocalBoxFuture<'static, (Topic, RedisResult<()>)>;

/// Nodes that fell silent without signing off: when they were last heard, epoch milliseconds.
pub type Absent = Rc<RefCell<HashMap<u8, i64>>>;

async fn subscribe(prefix: &str, sink: &PubSubSink, topic: Topic) -> (Topic, RedisResult<()>) {
    let mut sink = sink.clone();
    // One by one, because each is confirmed separately.
    (topic, sink.subscribe(channel_name(prefix, topic)).await)
}

/// Receives the followed topics and detects missed messages.
pub struct Listener {
    shared: Arc<Shared>,
    platform: Platform,
    orders: mpsc::UnboundedReceiver<Order>,
    /// Topics this node has subscribers for, and when each was last requested.
    wanted: HashMap<Topic, Instant>,
    /// Topics whose subscription Redis has confirmed.
    followed: HashSet<Topic>,
    /// Waiters for a confirmation.
    awaited: HashMap<Topic, Vec<oneshot::Sender<()>>>,
    peers: Peers,
    absent: Absent,
    /// Topics with unreadable messages; true if more arrived since the last repair.
    unread: HashMap<Topic, bool>,
    born: Instant,
    /// When this node last received its own heartbeat.
    echo: Instant,
    swept: Instant,
}

impl Listener {
    pub fn new(shared: Arc<Shared>, platform: Platform, orders: mpsc::UnboundedReceiver<Order>) -> Self {
        let born = Instant::now();
        Self {
            shared,
            platform,
            orders,
            wanted: HashMap::from([(Topic::All, born)]),
            followed: HashSet::new(),
            awaited: HashMap::new(),
            peers: Peers::default(),
            absent: Rc::default(),
            unread: HashMap::new(),
            born,
            echo: born,
            swept: born,
        }
    }

    /// Subscribes to all wanted topics, before the bus is up.
    pub async fn follow_all(&mut self, sink: &PubSubSink) -> RedisResult<()> {
        self.take_orders();
        let topics: Vec<Topic> = self.wanted.keys().copied().collect();
        let all = topics.iter().map(|topic| subscribe(&self.shared.prefix, sink, *topic));
        // 0.1 ms per topic; Redis handles more than that.
        let patience = PATIENCE + Duration::from_millis(topics.len() as u64 / 10);
        timeout(patience, try_join_all(all.map(|f| f.map(|(_, result)| result))))
            .await
            .map_err(|_| late())??;
        self.followed = topics.into_iter().collect();
        Ok(())
    }

    /// The bus is up: earlier sequence numbers no longer count.
    pub fn begin_anew(&mut self) {
        self.echo = Instant::now();
        self.peers.begin_anew();
    }

    /// The bus is away. Waiters for a topic are released: it is repaired later.
    pub fn close(&mut self) {
        self.awaited.clear();
        self.followed.clear();
    }

    /// The wall clock time (epoch milliseconds) at which this node last received its own heartbeat.
    pub fn heard_itself(&self) -> i64 {
        now() - self.echo.elapsed().as_millis() as i64
    }

    /// Nodes that fell silent without signing off.
    pub fn absent(&self) -> Absent {
        Rc::clone(&self.absent)
    }

    /// Listens until Redis fails or the stop is requested.
    pub async fn listen(&mut self, sink: PubSubSink, mut stream: PubSubStream) -> End {
        let mut subscribing: FuturesUnordered<Subscribed> = FuturesUnordered::new();
        let mut watch = interval(BEAT / 2);
        watch.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = stream.next() => {
                    let Some(message) = message else { return End::Broken("the connection broke") };
                    self.take(message.get_channel_name(), message.get_payload_bytes());
                }
                order = self.orders.recv() => match order {
                    // The platform was dropped.
                    None => return End::Broken("nobody is left"),
                    Some(Order::Stop { done }) => return End::Stop(done),
                    Some(Order::Follow { topic, done }) => {
                        if let Some(topic) = self.follow(topic, done) {
                            let (prefix, sink) = (self.shared.prefix.clone(), sink.clone());
                            subscribing.push(async move { subscribe(&prefix, &sink, topic).await }.boxed_local());
                        }
                    }
                },
                Some((topic, result)) = subscribing.next(), if !subscribing.is_empty() => {
                    if result.is_err() {
                        return End::Broken("the connection broke");
                    }
                    self.followed.insert(topic);
                    for done in self.awaited.remove(&topic).into_iter().flatten() {
                        let _ = done.send(());
                    }
                }
                _ = watch.tick() => {
                    if self.echo.elapsed() > ECHO {
                        return End::Broken("this node does not hear itself");
                    }
                    self.detect_silent();
                    self.detect_unread();
                    if subscribing.is_empty() && self.swept.elapsed() > SWEEP && !self.sweep(&sink).await {
                        return End::Broken("the connection broke");
                    }
                }
            }
        }
    }

    /// Milliseconds of a monotonic clock.
    fn clock(&self) -> i64 {
        self.born.elapsed().as_millis() as i64
    }

    /// The wall clock time of a moment of [`Listener::clock`].
    fn wall(&self, moment: i64) -> i64 {
        now() - (self.clock() - moment)
    }

    /// Handles a message. An unreadable one is counted and repaired like a lost one: a node of a newer version may have
    /// announced the loss of a right in a format of its own.
    fn take(&mut self, channel: &str, payload: &[u8]) {
        metrics::counter!("bus_received_total").increment(1);
        let Some(topic) = topic_of(&self.shared.prefix, channel) else { return };
        let Ok(Received { node, boot, seq, at, say }) = serde_json::from_slice(payload) else {
            return self.unreadable(topic);
        };
        let own = node == self.shared.node && boot == self.shared.boot;
        let say = serde_json::from_str::<Saying>(say.get());
        if own {
            if let (Topic::All, Ok(Saying::Beat(_))) = (topic, &say) {
                self.echo = Instant::now();
                metrics::histogram!("bus_echo_seconds").record(micros_since(at));
            }
            return;
        }
        self.absent.borrow_mut().remove(&node);
        let Noticed { replaced, gap } = self.peers.received(node, boot, topic, seq, self.clock());
        if let Some(heard) = replaced {
            self.gone(node, heard);
        }
        if let Some(heard) = gap {
            metrics::counter!("bus_gaps_total").increment(1);
            self.platform.missed(Scope::Topic(topic), self.wall(heard).max(now() - 60_000));
        }
        match say {
            Ok(Saying::Announce(announcement)) => {
                metrics::histogram!("bus_delivery_seconds").record(micros_since(at));
                if self.platform.apply(&announcement).is_err() {
                    self.unreadable(topic);
                }
            }
            Ok(Saying::Beat(beat)) => self.beat(beat),
            Ok(Saying::Bye) => {
                self.peers.bye(node);
                self.platform.node_gone(node);
            }
            Err(_) => self.unreadable(topic),
        }
    }

    /// Repairs at once, and once more at the next check for all that arrive until then.
    fn unreadable(&mut self, topic: Topic) {
        metrics::counter!("bus_unreadable_total").increment(1);
        match self.unread.entry(topic) {
            Entry::Occupied(mut more) => _ = more.insert(true),
            Entry::Vacant(first) => {
                first.insert(false);
                self.platform.missed(Scope::Topic(topic), now());
            }
        }
    }

    fn detect_unread(&mut self) {
        let platform = &self.platform;
        self.unread.retain(|topic, more| {
            if *more {
                platform.missed(Scope::Topic(*topic), now());
            }
            std::mem::take(more)
        });
    }

    /// Repairs what another node could not publish.
    fn beat(&self, Beat { lost, outages }: Beat) {
        for (from, to) in outages {
            self.platform.repair.outages.note(from, to);
        }
        let Lost { all, topics, since } = lost;
        if all {
            self.platform.missed(Scope::Everything, since);
        }
        if topics.is_empty() {
            return;
        }
        self.platform.note_outage(since);
        for topic in topics.intersection(&self.followed) {
            self.platform.missed(Scope::Topic(*topic), since);
        }
    }

    fn detect_silent(&mut self) {
        for (node, heard) in self.peers.silent(self.clock()) {
            tracing::warn!(node, "another node has fallen silent");
            metrics::counter!("bus_nodes_silent_total").increment(1);
            self.absent.borrow_mut().insert(node, self.wall(heard));
            self.gone(node, heard);
        }
        metrics::gauge!("bus_peers").set(self.peers.count() as f64);
    }

    /// A node ended without signing off; it may have written events that it did not announce.
    fn gone(&self, node: u8, heard: i64) {
        self.platform.node_gone(node);
        self.platform.missed(Scope::Everything, self.wall(heard));
    }

    /// Notes that a topic is wanted; returns it if Redis has to be asked.
    fn follow(&mut self, topic: Topic, done: oneshot::Sender<()>) -> Option<Topic> {
        self.wanted.insert(topic, Instant::now());
        if self.followed.contains(&topic) {
            let _ = done.send(());
            return None;
        }
        let waiting = self.awaited.entry(topic).or_default();
        waiting.push(done);
        (waiting.len() == 1).then_some(topic)
    }

    /// Unsubscribes from topics that nobody here needs any more. False: the connection broke.
    async fn sweep(&mut self, sink: &PubSubSink) -> bool {
        self.swept = Instant::now();
        let old = self.wanted.iter().filter(|(_, asked)| asked.elapsed() > SWEEP).map(|(topic, _)| *topic);
        let over: HashSet<Topic> = old.filter(|topic| !self.platform.needs(*topic)).collect();
        self.peers.forget(&over);
        for topic in &over {
            self.wanted.remove(topic);
            self.followed.remove(topic);
        }
        let leaving = over.iter().map(|topic| {
            let (mut sink, channel) = (sink.clone(), channel_name(&self.shared.prefix, *topic));
            async move { sink.unsubscribe(channel).await }
        });
        matches!(timeout(PATIENCE, try_join_all(leaving)).await, Ok(Ok(_)))
    }

    /// Handles queued orders while there is no connection.
    fn take_orders(&mut self) {
        while let Ok(order) = self.orders.try_recv() {
            match order {
                Order::Follow { topic, done } => {
                    self.wanted.insert(topic, Instant::now());
                    let _ = done.send(());
                }
                Order::Stop { done } => drop(done),
            }
        }
    }

    /// Waits before the next attempt to connect. Some: a stop was requested.
    pub async fn rest(&mut self, pause: Duration) -> Option<oneshot::Sender<()>> {
        let pause = sleep(pause);
        tokio::pin!(pause);
        loop {
            tokio::select! {
                () = &mut pause => {
                    // Their people are no longer shown as present. What they wrote is looked up when the bus is back.
                    for (node, _) in self.peers.silent(self.clock()) {
                        self.platform.node_gone(node);
                    }
                    return None;
                }
                order = self.orders.recv() => match order {
                    None => return Some(oneshot::channel().0),
                    Some(Order::Stop { done }) => return Some(done),
                    Some(Order::Follow { topic, done }) => {
                        self.wanted.insert(topic, Instant::now());
                        let _ = done.send(());
                    }
                },
            }
        }
    }
}

/// Seconds since `at` (epoch microseconds) by this machine's clock; another machine's may differ.
fn micros_since(at: i64) -> f64 {
    (micros() - at).max(0) as f64 / 1e6
}
