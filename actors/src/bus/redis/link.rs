//! The thread that talks to Redis: connects, says what is queued, hears what is followed, notices when that is not so, and begins
//! anew.

use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use redis::aio::{MultiplexedConnection, PubSubSink, PubSubStream};
use redis::{AsyncConnectionConfig, RedisResult};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::envelope::{Beat, Envelope, Lost, Received, Saying, channel_name, topic_of};
use super::hearing::{Hearing, Noticed};
use super::{Order, Shared, lock};
use crate::Platform;
use crate::bus::{Announcement, Topic};
use crate::repair::Scope;
use crate::time::now;

/// A node says that it lives this often.
const BEAT: Duration = Duration::from_secs(1);
/// Its own beat has to come back within this time.
pub const ECHO: Duration = Duration::from_secs(3);
/// Redis has this long to answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// Between two tries to connect: from, to.
const PAUSE: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(1));
/// While the bus is away, rights and sessions are read anew from the store this often.
const VERIFY: Duration = Duration::from_secs(5);
/// Nodes that are silent are looked for in the store this often.
const LOOK: Duration = Duration::from_secs(10);
/// Topics that nobody here needs are looked for this often, and let go when nobody has asked for them for as long.
const SWEEP: Duration = Duration::from_secs(60);
/// The end may take this long.
pub const FAREWELL: Duration = Duration::from_secs(1);
/// Announcements that go out together.
const BATCH: usize = 256;
/// Topics whose numbers are kept; beyond, counting begins anew.
const COUNTED: usize = 200_000;

type Subscribed = futures_util::future::LocalBoxFuture<'static, (Topic, RedisResult<()>)>;

/// Why a connection is no longer used.
enum End {
    /// Redis does not do what it should.
    Broken(&'static str),
    Stop(oneshot::Sender<()>),
}

pub fn start(
    shared: Arc<Shared>,
    platform: Platform,
    queue: mpsc::Receiver<Announcement>,
    orders: mpsc::UnboundedReceiver<Order>,
) {
    let work = move || {
        let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime,
            Err(error) => return tracing::error!(%error, "the bus has no thread: this node stays alone"),
        };
        let born = Instant::now();
        let link = Link {
            speaker: Speaker {
                shared: Arc::clone(&shared),
                platform: platform.clone(),
                queue,
                counts: HashMap::new(),
            },
            listener: Listener {
                shared: Arc::clone(&shared),
                platform: platform.clone(),
                orders,
                wanted: HashMap::from([(Topic::All, born)]),
                followed: HashSet::new(),
                awaited: HashMap::new(),
                hearing: Hearing::default(),
                absent: Rc::default(),
                unread: HashMap::new(),
                born,
                echo: born,
                swept: born,
            },
            shared,
            platform,
        };
        // Live actors are told things that may wait for room: that needs a place for tasks of this thread.
        tokio::task::LocalSet::new().block_on(&runtime, link.run());
    };
    if let Err(error) = std::thread::Builder::new().name("bus".to_owned()).spawn(work) {
        tracing::error!(%error, "the bus has no thread: this node stays alone");
    }
}

struct Link {
    shared: Arc<Shared>,
    platform: Platform,
    speaker: Speaker,
    listener: Listener,
}

impl Link {
    async fn run(mut self) {
        let verifying = verify_while_away(self.platform.clone(), Arc::clone(&self.shared));
        let verifying = tokio::task::spawn_local(verifying);
        let absent = Rc::clone(&self.listener.absent);
        let watching = tokio::task::spawn_local(watch_absent(self.platform.clone(), absent));
        // Nothing is missing before this moment (epoch ms).
        let mut complete = now();
        let mut pause = PAUSE.0;
        let mut told = false;
        let done = loop {
            match self.connect().await {
                Ok((connection, sink, stream)) => {
                    (pause, told) = (PAUSE.0, false);
                    let end = self.serve(connection, sink, stream, complete).await;
                    self.close();
                    match end {
                        End::Stop(done) => break done,
                        End::Broken(why) => {
                            complete = now() - self.listener.echo.elapsed().as_millis() as i64;
                            metrics::counter!("bus_breaks_total").increment(1);
                            tracing::warn!(why, "the bus is away: this node serves its own people only");
                        }
                    }
                    crate::repair::verify_everything(&self.platform);
                }
                Err(error) if !told => {
                    told = true;
                    tracing::warn!(%error, "no connection to Redis; trying on");
                }
                Err(_) => {}
            }
            if let Some(done) = self.listener.rest(pause).await {
                break done;
            }
            // Not all nodes at the same moment.
            pause = (pause * 2).min(PAUSE.1).mul_f64(rand::random_range(0.7..1.0));
        };
        verifying.abort();
        watching.abort();
        let _ = done.send(());
    }

    async fn connect(&mut self) -> RedisResult<(MultiplexedConnection, PubSubSink, PubSubStream)> {
        let late = || redis::RedisError::from(std::io::Error::from(std::io::ErrorKind::TimedOut));
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE));
        let client = &self.shared.client;
        let connection = client.get_multiplexed_async_connection_with_config(&config).await?;
        let hearing = timeout(PATIENCE, client.get_async_pubsub()).await.map_err(|_| late())??;
        let (sink, stream) = hearing.split();
        self.listener.take_orders();
        let topics: Vec<Topic> = self.listener.wanted.keys().copied().collect();
        let all = topics.iter().map(|topic| subscribe(&self.shared.prefix, &sink, *topic));
        // A thousand topics a millisecond are no strain.
        let patience = PATIENCE + Duration::from_millis(topics.len() as u64 / 10);
        timeout(patience, try_join_all(all.map(|f| f.map(|(_, result)| result))))
            .await
            .map_err(|_| late())??;
        self.listener.followed = topics.into_iter().collect();
        Ok((connection, sink, stream))
    }

    /// Says and hears until that breaks. `complete`: what was said since may have been missed.
    async fn serve(
        &mut self,
        connection: MultiplexedConnection,
        sink: PubSubSink,
        stream: PubSubStream,
        complete: i64,
    ) -> End {
        *lock(&self.shared.questions) = Some(connection.clone());
        self.listener.echo = Instant::now();
        self.listener.hearing.begin_anew();
        self.shared.up.store(true, Ordering::Release);
        metrics::gauge!("bus_up").set(1.0);
        metrics::counter!("bus_connects_total").increment(1);
        tracing::info!("the bus is up");
        // From here on everything is carried; what was before is repaired. Before anybody came there is nothing to repair.
        if self.platform.connections.total() > 0 || !lock(&self.shared.lost).is_empty() {
            self.platform.missed(Scope::Everything, complete);
        }
        let end = tokio::select! {
            end = self.speaker.speak(connection.clone()) => end,
            end = self.listener.listen(sink, stream) => end,
        };
        if matches!(end, End::Stop(_)) {
            let _ = timeout(FAREWELL, self.speaker.farewell(connection)).await;
        }
        end
    }

    fn close(&mut self) {
        self.shared.up.store(false, Ordering::Release);
        *lock(&self.shared.questions) = None;
        metrics::gauge!("bus_up").set(0.0);
        self.speaker.give_up();
        // Whoever waits for a topic is told: it is repaired later.
        self.listener.awaited.clear();
        self.listener.followed.clear();
    }
}

/// While no other node is heard, the store is asked instead.
async fn verify_while_away(platform: Platform, shared: Arc<Shared>) {
    loop {
        sleep(VERIFY).await;
        if !shared.is_up() {
            crate::repair::verify_everything(&platform);
        }
    }
}

/// A node that is silent though its number's lease is renewed is not dead but cut off, and writes what nobody here hears. As
/// long as that lasts its outage does; when the lease is over, what it wrote last is looked up.
async fn watch_absent(platform: Platform, absent: Rc<RefCell<HashMap<u8, i64>>>) {
    loop {
        sleep(LOOK).await;
        if absent.borrow().is_empty() {
            continue;
        }
        let Ok(leases) = platform.storage.nodes.list().await else { continue };
        let alive = |node| leases.iter().any(|lease| lease.node == node && lease.until > now());
        let (cut_off, dead): (Vec<_>, Vec<_>) =
            absent.borrow().iter().map(|(node, since)| (*node, *since)).partition(|(node, _)| alive(*node));
        for (_, since) in cut_off {
            platform.repair.outages.note(since, now());
        }
        for (node, since) in dead {
            absent.borrow_mut().remove(&node);
            platform.missed(Scope::Everything, since);
        }
    }
}

async fn subscribe(prefix: &str, sink: &PubSubSink, topic: Topic) -> (Topic, RedisResult<()>) {
    let mut sink = sink.clone();
    // One by one: each is answered for itself.
    (topic, sink.subscribe(channel_name(prefix, topic)).await)
}

struct Speaker {
    shared: Arc<Shared>,
    platform: Platform,
    queue: mpsc::Receiver<Announcement>,
    /// The last number said on each topic.
    counts: HashMap<Topic, u64>,
}

impl Speaker {
    async fn speak(&mut self, mut connection: MultiplexedConnection) -> End {
        let mut beat = interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut waiting = Vec::with_capacity(BATCH);
        loop {
            let sayings = tokio::select! {
                _ = beat.tick() => {
                    metrics::gauge!("bus_queue").set(self.queue.len() as f64);
                    vec![(Topic::All, self.beat())]
                }
                _ = self.queue.recv_many(&mut waiting, BATCH) => waiting
                    .drain(..)
                    .map(|said| (said.topic(), Saying::Announce(said)))
                    .collect(),
            };
            if let Err(why) = self.say(&mut connection, sayings).await {
                return End::Broken(why);
            }
        }
    }

    fn beat(&self) -> Saying {
        let lost = std::mem::take(&mut *lock(&self.shared.lost));
        Saying::Beat(Beat { lost, outages: self.platform.repair.outages.all() })
    }

    async fn say(
        &mut self,
        connection: &mut MultiplexedConnection,
        sayings: Vec<(Topic, Saying)>,
    ) -> Result<(), &'static str> {
        if self.counts.len() > COUNTED {
            self.counts.clear();
        }
        let mut pipeline = redis::pipe();
        for (topic, say) in &sayings {
            let seq = self.counts.entry(*topic).or_default();
            *seq += 1;
            let Shared { node, boot, .. } = *self.shared;
            let envelope = Envelope { node, boot, seq: *seq, at: micros(), say };
            if let Ok(text) = serde_json::to_string(&envelope) {
                let channel = channel_name(&self.shared.prefix, *topic);
                pipeline.cmd("PUBLISH").arg(channel).arg(text).ignore();
            }
        }
        match timeout(PATIENCE, pipeline.exec_async(connection)).await {
            Ok(Ok(())) => {
                metrics::counter!("bus_published_total").increment(sayings.len() as u64);
                Ok(())
            }
            failed => {
                for (topic, say) in sayings {
                    match say {
                        Saying::Beat(Beat { lost, .. }) => super::lock(&self.shared.lost).put_back(lost),
                        Saying::Announce(said) if said.may_be_lost() => {}
                        _ => self.shared.note_lost(topic),
                    }
                }
                Err(if failed.is_err() { "Redis does not answer" } else { "the connection broke" })
            }
        }
    }

    /// What still waits cannot be said any more.
    fn give_up(&mut self) {
        while let Ok(said) = self.queue.try_recv() {
            if !said.may_be_lost() {
                self.shared.note_lost(said.topic());
            }
        }
    }

    /// The last words.
    async fn farewell(&mut self, mut connection: MultiplexedConnection) {
        let mut rest = Vec::new();
        while let Ok(said) = self.queue.try_recv() {
            rest.push((said.topic(), Saying::Announce(said)));
        }
        rest.push((Topic::All, self.beat()));
        rest.push((Topic::All, Saying::Bye));
        let _ = self.say(&mut connection, rest).await;
    }
}

struct Listener {
    shared: Arc<Shared>,
    platform: Platform,
    orders: mpsc::UnboundedReceiver<Order>,
    /// What this node has somebody for, and when that was last said.
    wanted: HashMap<Topic, Instant>,
    /// What Redis has confirmed.
    followed: HashSet<Topic>,
    /// Who waits for a confirmation.
    awaited: HashMap<Topic, Vec<oneshot::Sender<()>>>,
    hearing: Hearing,
    /// Nodes that fell silent without a goodbye: until when they were heard, epoch milliseconds.
    absent: Rc<RefCell<HashMap<u8, i64>>>,
    /// Topics with something that could not be read; whether more came since that was made good.
    unread: HashMap<Topic, bool>,
    born: Instant,
    /// When this node last heard itself.
    echo: Instant,
    swept: Instant,
}

impl Listener {
    async fn listen(&mut self, sink: PubSubSink, mut stream: PubSubStream) -> End {
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
                    // The platform is gone.
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
                    self.look_for_silent();
                    self.look_for_unread();
                    if subscribing.is_empty() && self.swept.elapsed() > SWEEP && !self.sweep(&sink).await {
                        return End::Broken("the connection broke");
                    }
                }
            }
        }
    }

    /// Milliseconds of a clock that never steps back.
    fn clock(&self) -> i64 {
        self.born.elapsed().as_millis() as i64
    }

    /// The wall clock's time of a moment of [`Listener::clock`].
    fn wall(&self, moment: i64) -> i64 {
        now() - (self.clock() - moment)
    }

    /// A message has come. What cannot be read is counted and made good like what was lost: a node of a newer version may
    /// have taken a right away in words of its own.
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
        let Noticed { replaced, gap } = self.hearing.heard(node, boot, topic, seq, self.clock());
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
                self.platform.apply(&announcement);
            }
            Ok(Saying::Beat(beat)) => self.beat(beat),
            Ok(Saying::Bye) => {
                self.hearing.bye(node);
                self.platform.node_gone(node);
            }
            Err(_) => self.unreadable(topic),
        }
    }

    /// At once, and once more at the next look for all that come until then.
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

    fn look_for_unread(&mut self) {
        let platform = &self.platform;
        self.unread.retain(|topic, more| {
            if *more {
                platform.missed(Scope::Topic(*topic), now());
            }
            std::mem::take(more)
        });
    }

    /// What another node could not say is looked up.
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
        self.platform.repair.outages.note(since, now());
        for topic in topics.intersection(&self.followed) {
            self.platform.missed(Scope::Topic(*topic), since);
        }
    }

    fn look_for_silent(&mut self) {
        for (node, heard) in self.hearing.silent(self.clock()) {
            tracing::warn!(node, "another node has fallen silent");
            metrics::counter!("bus_nodes_silent_total").increment(1);
            self.absent.borrow_mut().insert(node, self.wall(heard));
            self.gone(node, heard);
        }
        metrics::gauge!("bus_peers").set(self.hearing.peers() as f64);
    }

    /// A node ended without a word; it may have written what it did not say.
    fn gone(&self, node: u8, heard: i64) {
        self.platform.node_gone(node);
        self.platform.missed(Scope::Everything, self.wall(heard));
    }

    /// Notes that a topic is wanted; answers it when Redis has to be told.
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

    /// Lets go what nobody here needs any more. False: the connection broke.
    async fn sweep(&mut self, sink: &PubSubSink) -> bool {
        self.swept = Instant::now();
        let old = self.wanted.iter().filter(|(_, asked)| asked.elapsed() > SWEEP).map(|(topic, _)| *topic);
        let over: HashSet<Topic> = old.filter(|topic| !self.platform.needs(*topic)).collect();
        self.hearing.forget(&over);
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

    /// Takes the orders that wait, without a connection.
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

    /// Rests before the next try to connect. Some: it is to end.
    async fn rest(&mut self, pause: Duration) -> Option<oneshot::Sender<()>> {
        let pause = sleep(pause);
        tokio::pin!(pause);
        loop {
            tokio::select! {
                () = &mut pause => {
                    // Their people are no longer shown. What they wrote is looked up when the bus is back.
                    for (node, _) in self.hearing.silent(self.clock()) {
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

fn micros() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_micros() as i64)
}

/// Seconds since `at` (epoch microseconds) by this machine's clock; another machine's may differ.
fn micros_since(at: i64) -> f64 {
    (micros() - at).max(0) as f64 / 1e6
}
