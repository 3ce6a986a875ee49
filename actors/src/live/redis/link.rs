//! The thread that talks to Redis: connects, runs the speaker and the listener, detects failures and reconnects.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use redis::aio::{MultiplexedConnection, PubSubSink, PubSubStream};
use redis::{AsyncConnectionConfig, RedisError, RedisResult};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};

use super::listener::{Absent, Listener};
use super::speaker::Speaker;
use super::{Order, Shared, lock};
use crate::Platform;
use crate::live::bus::Announcement;
use crate::live::repair::Scope;
use crate::platform::time::now;

/// Interval of heartbeats.
pub const BEAT: Duration = Duration::from_secs(1);
/// A node's own heartbeat has to come back within this time.
pub const ECHO: Duration = Duration::from_secs(3);
/// Timeout of a Redis command.
pub const PATIENCE: Duration = Duration::from_secs(2);
/// Pause between two attempts to connect: from, to.
const PAUSE: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(1));
/// While the bus is away, rights and sessions are read from the store this often.
const VERIFY: Duration = Duration::from_secs(5);
/// Silent nodes are looked up in the store this often.
const LOOK: Duration = Duration::from_secs(10);
/// Longest time for signing off.
pub const FAREWELL: Duration = Duration::from_secs(1);
/// Why a connection is no longer used.
pub enum End {
    /// Redis failed or did not answer.
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
        let link = Link {
            speaker: Speaker::new(Arc::clone(&shared), platform.clone(), queue),
            listener: Listener::new(Arc::clone(&shared), platform.clone(), orders),
            shared,
            platform,
        };
        // Sends to live actors may wait for room in their mailboxes, which needs a task set on this thread.
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
        // Since when this node has received nothing (epoch ms).
        let silent = Rc::new(Cell::new(now()));
        let verifying =
            verify_while_away(self.platform.clone(), Arc::clone(&self.shared), Rc::clone(&silent));
        let verifying = tokio::task::spawn_local(verifying);
        let watching = watch_absent(self.platform.clone(), self.listener.absent());
        let watching = tokio::task::spawn_local(watching);
        // Nothing is missing before this moment (epoch ms).
        let mut complete = now();
        let mut pause = PAUSE.0;
        let mut logged = false;
        let done = loop {
            match self.connect().await {
                Ok((connection, sink, stream)) => {
                    (pause, logged) = (PAUSE.0, false);
                    let end = self.serve(connection, sink, stream, complete).await;
                    self.close();
                    match end {
                        End::Stop(done) => break done,
                        End::Broken(why) => {
                            complete = self.listener.heard_itself();
                            silent.set(complete);
                            metrics::counter!("bus_breaks_total").increment(1);
                            tracing::warn!(why, "the bus is away: this node serves its own people only");
                        }
                    }
                    crate::live::repair::verify_everything(&self.platform);
                }
                Err(error) if !logged => {
                    logged = true;
                    tracing::warn!(%error, "no connection to Redis; trying on");
                }
                Err(_) => {}
            }
            if let Some(done) = self.listener.rest(pause).await {
                break done;
            }
            // Jitter, so that the nodes do not reconnect at the same moment.
            pause = (pause * 2).min(PAUSE.1).mul_f64(rand::random_range(0.7..1.0));
        };
        verifying.abort();
        watching.abort();
        let _ = done.send(());
    }

    async fn connect(&mut self) -> RedisResult<(MultiplexedConnection, PubSubSink, PubSubStream)> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE));
        let client = &self.shared.client;
        let connection = client.get_multiplexed_async_connection_with_config(&config).await?;
        let pubsub = timeout(PATIENCE, client.get_async_pubsub()).await.map_err(|_| late())??;
        let (sink, stream) = pubsub.split();
        self.listener.follow_all(&sink).await?;
        Ok((connection, sink, stream))
    }

    /// Sends and receives until the connection breaks. `complete`: anything published since then may have been missed.
    async fn serve(
        &mut self,
        connection: MultiplexedConnection,
        sink: PubSubSink,
        stream: PubSubStream,
        complete: i64,
    ) -> End {
        *lock(&self.shared.questions) = Some(connection.clone());
        self.listener.begin_anew();
        self.shared.up.store(true, Ordering::Release);
        metrics::gauge!("bus_up").set(1.0);
        metrics::counter!("bus_connects_total").increment(1);
        tracing::info!("the bus is up");
        // From here on everything is received; what was published before is repaired. Without connections or losses
        // there is nothing to repair.
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
        self.listener.close();
    }
}

/// While no other node is heard, rights and sessions are read from the store instead.
async fn verify_while_away(platform: Platform, shared: Arc<Shared>, silent: Rc<Cell<i64>>) {
    loop {
        sleep(VERIFY).await;
        if !shared.is_up() {
            platform.note_outage(silent.get());
            crate::live::repair::verify_everything(&platform);
        }
    }
}

/// A node that is silent while its lease is renewed is not dead but partitioned: it writes events that nobody here
/// receives. The outage lasts as long as that does; when the lease has expired, its last writes are looked up.
async fn watch_absent(platform: Platform, absent: Absent) {
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
            platform.note_outage(since);
        }
        for (node, since) in dead {
            absent.borrow_mut().remove(&node);
            platform.missed(Scope::Everything, since);
        }
    }
}

/// The error for a Redis command that timed out.
pub fn late() -> RedisError {
    std::io::Error::from(std::io::ErrorKind::TimedOut).into()
}

/// Epoch microseconds by this machine's clock.
pub fn micros() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_micros() as i64)
}
